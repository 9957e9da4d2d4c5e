/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-preset-view.h"
#include "ui-adaptive-box.h"
#include "ui-diff-view.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "app-model-view.h"

#include <glib/gi18n.h>

struct _UiPresetView
{
  AdwBin parent_instance;

  AppForm    *form;
  AppPresets *presets;

  GtkDropDown     *subject;
  GtkToggleButton *seen;
  GtkToggleButton *sent;
  GtkToggleButton *difference;
  GtkStack        *stack;
  UiSourceView    *text;
  UiDiffView      *lines;
};

UI_DEFINE_TEMPLATE (UiPresetView, ui_preset_view, ADW_TYPE_BIN)

/* In the order of the strings in the .ui file. */
static AppModelSubject
get_subject (UiPresetView *self)
{
  return gtk_drop_down_get_selected (self->subject) == 1 ? APP_MODEL_VIEW_SCHEMA
                                                         : APP_MODEL_VIEW_ARGUMENTS;
}

static void
show_difference (UiPresetView *self)
{
  g_autoptr (GListModel) lines =
      app_model_view_create_difference (self->presets, self->form, get_subject (self));

  ui_diff_view_set_lines (self->lines, lines);
  gtk_stack_set_visible_child_name (self->stack,
                                    g_list_model_get_n_items (lines) > 0 ? "difference" : "same");
}

void
ui_preset_view_refresh (UiPresetView *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (UI_IS_PRESET_VIEW (self));

  if (self->form == NULL || self->presets == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (app_form_get_text_error (self->form) != NULL &&
      get_subject (self) == APP_MODEL_VIEW_ARGUMENTS)
    {
      gtk_stack_set_visible_child_name (self->stack, "broken");
      return;
    }
  if (gtk_toggle_button_get_active (self->difference))
    {
      show_difference (self);
      return;
    }
  text = gtk_toggle_button_get_active (self->seen)
             ? app_model_view_dup_seen (self->presets, self->form, get_subject (self))
             : app_model_view_dup_sent (self->presets, self->form, get_subject (self));
  ui_source_view_set_text (self->text, text, UI_SOURCE_PRETTY);
  gtk_stack_set_visible_child_name (self->stack, "text");
}

static void
on_toggled (UiPresetView *self, GtkToggleButton *button)
{
  /* One is let go of and one is pressed: once is enough. */
  if (gtk_toggle_button_get_active (button))
    ui_preset_view_refresh (self);
}

/* Arguments are sent to the server, the schema comes from it. */
static void
on_subject (UiPresetView *self)
{
  gboolean schema = get_subject (self) == APP_MODEL_VIEW_SCHEMA;

  gtk_button_set_label (GTK_BUTTON (self->sent), schema ? _ ("Server") : _ ("Sent"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sent),
                               schema ? _ ("As defined by the server") : _ ("Sent to the server"));
  ui_preset_view_refresh (self);
}

static void
let_go (UiPresetView *self)
{
  ui_clear_watched (&self->form, self);
  g_clear_object (&self->presets);
}

static void
ui_preset_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_preset_view_parent_class)->map (widget);
  ui_preset_view_refresh (UI_PRESET_VIEW (widget));
}

UI_DEFINE_DISPOSE (UiPresetView, ui_preset_view)
{
  let_go (self);
}

UI_DEFINE_CLASS (UiPresetView, ui_preset_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_preset_view_dispose;
  widget_class->map = ui_preset_view_map;
  ui_template_ensure_types (UI_TYPE_ADAPTIVE_BOX, UI_TYPE_SOURCE_VIEW, UI_TYPE_DIFF_VIEW);
  ui_template_set (widget_class, "ui/presets/ui-preset-view.ui");
  ui_template_bind_children (widget_class, UiPresetView, subject, seen, sent, difference, stack,
                             text, lines);
  ui_template_bind_callbacks (widget_class, on_subject, on_toggled);
}

void
ui_preset_view_forget (UiPresetView *self)
{
  g_return_if_fail (UI_IS_PRESET_VIEW (self));

  let_go (self);
}

void
ui_preset_view_show (UiPresetView *self, AppForm *form, AppPresets *presets)
{
  g_return_if_fail (UI_IS_PRESET_VIEW (self));

  let_go (self);
  g_set_object (&self->form, form);
  g_set_object (&self->presets, presets);
  if (form != NULL)
    ui_connect (form, "changed", ui_preset_view_refresh, self);
  /* Without presets a model sees what the JSON says. */
  gtk_widget_set_visible (GTK_WIDGET (self),
                          form != NULL && presets != NULL &&
                              app_presets_get_status (presets) != APP_PRESETS_NONE);
  ui_preset_view_refresh (self);
}
