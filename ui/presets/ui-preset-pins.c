/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-preset-pins.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define NAME_CHARACTERS 100
#define VALUE_CHARACTERS 300

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
  ui_widget_name (box, _ ("Pinned for this server"));
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static GtkWidget *
create_icon (void)
{
  GtkWidget *icon = gtk_image_new_from_icon_name ("view-pin-symbolic");

  ui_tooltip_set (icon, _ ("Pinned for this server: sent with every call, hidden from models"));
  gtk_widget_add_css_class (icon, "secondary");
  return icon;
}

static GtkWidget *
create_value (AppPreset *preset)
{
  const char      *lexeme = app_preset_get_lexeme (preset);
  g_autofree char *text = app_visible_text_line (lexeme, VALUE_CHARACTERS);
  GtkWidget       *label = gtk_label_new (NULL);

  if (lexeme == NULL)
    gtk_label_set_text (GTK_LABEL (label), _ ("not in the keyring"));
  else if (app_preset_is_secret (preset))
    gtk_label_set_text (GTK_LABEL (label), APP_PRESET_MASK);
  else
    {
      gtk_label_set_text (GTK_LABEL (label), text);
      ui_tooltip_set (label, text);
      gtk_widget_add_css_class (label, "monospace");
    }
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "secondary");
  return label;
}

static GtkWidget *
create_unpin (AppPreset *preset, const char *name)
{
  GtkWidget       *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char *spoken = g_strdup_printf (_ ("Unpin %s"), name);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "form.unpin");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", app_preset_get_path (preset));
  ui_widget_name (button, spoken);
  ui_tooltip_set (button, _ ("Unpin: it becomes an argument again, with this value"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  return button;
}

/* What is wrong with the value; it is sent all the same. */
static GtkWidget *
create_warning (const char *error)
{
  GtkWidget       *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  g_autofree char *text = app_visible_text_line (error, VALUE_CHARACTERS);

  ui_tooltip_set (icon, text);
  ui_widget_name (icon, text);
  gtk_widget_add_css_class (icon, "warning");
  return icon;
}

static void
add_line (UiPresetPins *self, AppPreset *preset)
{
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  g_autofree char *name = app_visible_text_line (app_preset_get_path (preset), NAME_CHARACTERS);
  GtkWidget       *label = gtk_label_new (name);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  ui_tooltip_set (label, app_preset_get_users (preset));
  gtk_box_append (GTK_BOX (line), create_icon ());
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), create_value (preset));
  if (app_preset_get_error (preset) != NULL)
    gtk_box_append (GTK_BOX (line), create_warning (app_preset_get_error (preset)));
  gtk_box_append (GTK_BOX (line), create_unpin (preset, name));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  ui_widget_name (row, name);
  gtk_widget_add_css_class (row, "pin-row");
  gtk_list_box_append (self->box, row);
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

      if (app_preset_get_kind (preset) != APP_PRESET_PINNED)
        continue;
      add_line (self, preset);
      n_pins++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n_pins > 0);
}
