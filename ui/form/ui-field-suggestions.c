/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-suggestions.h"
#include "ui-suggestion-popover.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-completer.h"
#include "app-form.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define LABEL_CHARACTERS 120

/* What the server completes */

/* Belongs to the popover. */
typedef struct
{
  UiFieldEditor       *editor;  /* borrowed: the popover's parent */
  UiSuggestionPopover *popover; /* borrowed */
  AppField            *field;
  AppCompleter        *completer;
  gboolean             choosing;
  gboolean             dismissed; /* until something else is typed */
} Completion;

static void
completion_free (gpointer data)
{
  Completion *self = data;

  g_signal_handlers_disconnect_by_data (self->completer, self);
  g_signal_handlers_disconnect_by_data (self->field, self);
  g_object_unref (self->completer);
  g_object_unref (self->field);
  g_free (self);
}

static gboolean
is_mine (Completion *self)
{
  return app_completer_get_field (self->completer) == self->field;
}

/* Nothing is proposed to who has typed all of the only value already. */
static gboolean
is_worth_showing (Completion *self)
{
  const char *const *values = app_completer_get_values (self->completer);
  const char        *text = app_field_get_text (self->field);

  if (app_completer_get_note (self->completer) == NULL)
    return FALSE;
  return values[0] == NULL || values[1] != NULL || g_strcmp0 (values[0], text) != 0;
}

static void
on_completer_changed (Completion *self)
{
  AppCompleterState  state = app_completer_get_state (self->completer);
  const char        *note = app_completer_get_note (self->completer);
  const char *const *values = app_completer_get_values (self->completer);

  /* While another response is waited for the last one stays. */
  if (is_mine (self) && state == APP_COMPLETER_ASKING)
    return;
  if (!is_mine (self) || state == APP_COMPLETER_QUIET || self->dismissed ||
      !is_worth_showing (self))
    {
      ui_suggestion_popover_hide (self->popover);
      ui_field_editor_set_remark (self->editor, NULL);
      return;
    }
  ui_suggestion_popover_clear (self->popover);
  for (guint i = 0; values[i] != NULL; i++)
    ui_suggestion_popover_add (self->popover, values[i], NULL, NULL);
  ui_suggestion_popover_show (self->popover, note, FALSE);
  ui_field_editor_set_remark (self->editor, note);
}

static gboolean
has_focus (Completion *self)
{
  GtkWidget *control = ui_field_editor_get_control (self->editor);

  return control != NULL &&
         (gtk_widget_get_state_flags (control) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

static void
ask (Completion *self)
{
  self->dismissed = FALSE;
  app_completer_ask (self->completer, self->field);
}

static void
on_text_changed (Completion *self)
{
  /* Texts change for other reasons too: as JSON, or by what is chosen here. */
  if (!self->choosing && has_focus (self))
    ask (self);
}

static gboolean
on_wanted (Completion *self, gboolean alt)
{
  /* In a text of several lines the arrow moves the cursor. */
  if (alt || !GTK_IS_EDITABLE (ui_field_editor_get_control (self->editor)) ||
      !app_completer_is_offered (self->completer))
    return FALSE;
  ask (self);
  return TRUE;
}

static void
on_dismissed (Completion *self)
{
  self->dismissed = TRUE;
  if (is_mine (self))
    app_completer_stop (self->completer);
}

static void
on_value_chosen (Completion *self, guint position, const char *value)
{
  GtkWidget *control = ui_field_editor_get_control (self->editor);

  self->choosing = TRUE;
  app_field_set_text (self->field, value);
  self->choosing = FALSE;
  if (GTK_IS_EDITABLE (control))
    gtk_editable_set_position (GTK_EDITABLE (control), -1);
  on_dismissed (self);
}

void
ui_field_suggestions_follow_server (UiFieldEditor *editor)
{
  g_return_if_fail (UI_IS_FIELD_EDITOR (editor));

  AppField     *field = ui_field_editor_get_field (editor);
  AppForm      *form = app_field_get_place (field)->form;
  AppCompleter *completer = form != NULL ? app_form_get_helper (form, APP_TYPE_COMPLETER) : NULL;

  if (completer == NULL || !app_completer_knows_field (field))
    return;

  Completion *self = g_new0 (Completion, 1);
  self->editor = editor;
  self->field = g_object_ref (field);
  self->completer = g_object_ref (completer);
  self->popover = ui_suggestion_popover_new (
      GTK_WIDGET (editor), ui_field_editor_get_control (editor), _ ("Suggestions"));
  g_object_set_data_full (G_OBJECT (self->popover), "completion", self, completion_free);
  g_signal_connect_swapped (self->popover, "wanted", G_CALLBACK (on_wanted), self);
  g_signal_connect_swapped (self->popover, "chosen", G_CALLBACK (on_value_chosen), self);
  g_signal_connect_swapped (self->popover, "dismissed", G_CALLBACK (on_dismissed), self);
  g_signal_connect_swapped (field, "notify::text", G_CALLBACK (on_text_changed), self);
  g_signal_connect_swapped (completer, "notify::state", G_CALLBACK (on_completer_changed), self);
}

/* What the schema names */

/* Numbers count with the arrow keys. */
static gboolean
on_options_wanted (UiSuggestionPopover *popover, gboolean alt, AppField *field)
{
  AppFieldKind kind = app_field_get_info (field)->kind;
  GListModel  *options = app_field_get_info (field)->options;

  if (!alt && (kind == APP_FIELD_NUMBER || kind == APP_FIELD_INTEGER))
    return FALSE;
  ui_suggestion_popover_clear (popover);
  for (guint i = 0; i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

      ui_suggestion_popover_add (popover, option->lexeme,
                                 option->label, NULL);
    }
  ui_suggestion_popover_show (popover, NULL, TRUE);
  return TRUE;
}

static void
on_option_chosen (UiFieldEditor *editor, guint position)
{
  GtkWidget *entry = ui_field_editor_get_control (editor);

  app_field_set_selected (ui_field_editor_get_field (editor), position);
  gtk_widget_grab_focus (entry);
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
}

static void
on_clicked (UiSuggestionPopover *popover)
{
  GtkWidget *editor = gtk_widget_get_parent (GTK_WIDGET (popover));

  gtk_widget_grab_focus (ui_field_editor_get_control (UI_FIELD_EDITOR (editor)));
  ui_suggestion_popover_want (popover);
}

GtkWidget *
ui_field_suggestions_offer_options (UiFieldEditor *editor, GtkWidget *entry)
{
  AppField            *field = ui_field_editor_get_field (editor);
  GtkWidget           *button = gtk_button_new_from_icon_name ("pan-down-symbolic");
  UiSuggestionPopover *popover =
      ui_suggestion_popover_new (GTK_WIDGET (editor), entry, _ ("Suggestions"));
  g_autofree char *label =
      app_visible_text_line (app_field_get_place (field)->label, LABEL_CHARACTERS);
  g_autofree char *name = g_strdup_printf ("%s, %s", label, _ ("Suggestions"));

  gtk_widget_set_focusable (button, FALSE);
  ui_tooltip_set (button, _ ("Suggestions"));
  ui_widget_name (button, name);
  ui_connect (button, "clicked", on_clicked, popover);
  g_signal_connect_object (popover, "wanted", G_CALLBACK (on_options_wanted), field, 0);
  ui_connect (popover, "chosen", on_option_chosen, editor);
  return button;
}
