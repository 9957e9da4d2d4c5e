/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-preset-pins.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define NAME_CHARACTERS 100
#define VALUE_CHARACTERS 300

/* One of them */
struct _UiPresetPin
{
  GtkListBoxRow parent_instance;

  GtkLabel  *name;
  GtkLabel  *value;
  GtkWidget *warning;
  GtkButton *unpin;
};

#define UI_TYPE_PRESET_PIN (ui_preset_pin_get_type ())
G_DECLARE_FINAL_TYPE (UiPresetPin, ui_preset_pin, UI, PRESET_PIN, GtkListBoxRow)
UI_DEFINE_TEMPLATE (UiPresetPin, ui_preset_pin, GTK_TYPE_LIST_BOX_ROW)

UI_DEFINE_CLASS (UiPresetPin, ui_preset_pin)
{
  ui_template_set (widget_class, "ui/presets/ui-preset-pin.ui");
  ui_template_bind_children (widget_class, UiPresetPin, name, value, warning, unpin);
}

static GtkWidget *
create_pin (AppPreset *preset)
{
  UiPresetPin     *self = g_object_new (UI_TYPE_PRESET_PIN, NULL);
  const char      *lexeme = app_preset_get_info (preset)->lexeme;
  gboolean         shown = lexeme != NULL && !app_preset_get_info (preset)->secret;
  g_autofree char *value = app_visible_text_line (lexeme, VALUE_CHARACTERS);
  g_autofree char *name =
      app_visible_text_line (app_preset_get_info (preset)->path, NAME_CHARACTERS);
  g_autofree char *spoken = g_strdup_printf (_ ("Stop using %s"), name);
  g_autofree char *error =
      app_visible_text_line (app_preset_get_info (preset)->error, VALUE_CHARACTERS);

  gtk_label_set_text (self->name, name);
  ui_tooltip_set (GTK_WIDGET (self->name), app_preset_get_info (preset)->users);
  gtk_label_set_text (self->value, shown            ? value
                                   : lexeme == NULL ? _ ("not in the keyring")
                                                    : APP_PRESET_MASK);
  ui_tooltip_set (GTK_WIDGET (self->value), shown ? value : NULL);
  ui_widget_set_class (self->value, "monospace", shown);
  /* What is wrong with the value; it is sent all the same. */
  gtk_widget_set_visible (self->warning, app_preset_get_info (preset)->error != NULL);
  ui_tooltip_set (self->warning, error);
  ui_widget_name (self->warning, error);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->unpin), "s",
                                    app_preset_get_info (preset)->path);
  ui_widget_name (self->unpin, spoken);
  ui_widget_name (self, name);
  return GTK_WIDGET (self);
}

struct _UiPresetPins
{
  AdwBin parent_instance;

  GtkListBox *box; /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiPresetPins, ui_preset_pins, ADW_TYPE_BIN)

static void
ui_preset_pins_class_init (UiPresetPinsClass *klass)
{
}

static void
ui_preset_pins_init (UiPresetPins *self)
{
  GtkWidget *box = gtk_list_box_new ();

  self->box = GTK_LIST_BOX (box);
  gtk_list_box_set_selection_mode (self->box, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (box, "boxed-list");
  ui_widget_name (box, _ ("Preset values"));
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
ui_preset_pins_set_presets (UiPresetPins *self, AppPresets *presets)
{
  guint n_pins = 0;

  g_return_if_fail (UI_IS_PRESET_PINS (self));
  g_return_if_fail (presets == NULL || APP_IS_PRESETS (presets));

  ui_widget_clear (self->box);
  for (guint i = 0; presets != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (presets), i);

      if (app_preset_get_info (preset)->kind != APP_PRESET_PINNED)
        continue;
      gtk_list_box_append (self->box, create_pin (preset));
      n_pins++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n_pins > 0);
}
