/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-json-text.h"
#include "ui-template.h"

#include <glib/gi18n.h>

/* Two lines to begin with, then as the text grows. */
#define MIN_HEIGHT 52
#define MAX_HEIGHT 244

struct _UiFieldJson
{
  UiFieldEditor parent_instance;

  UiJsonText *text; /* borrowed */
};

UI_DEFINE_FIELD_EDITOR (UiFieldJson, ui_field_json)

static void
on_edited (UiFieldJson *self)
{
  UiFieldEditor   *editor = UI_FIELD_EDITOR (self);
  g_autofree char *text = ui_json_text_dup_text (self->text);

  if (!ui_field_editor_is_syncing (editor))
    app_field_set_text (ui_field_editor_get_field (editor), text);
}

static void
ui_field_json_build (UiFieldEditor *editor)
{
  UiFieldJson *self = UI_FIELD_JSON (editor);
  GtkWidget   *text = ui_json_text_new ();

  self->text = UI_JSON_TEXT (text);
  ui_json_text_set_heights (self->text, MIN_HEIGHT, MAX_HEIGHT);
  ui_json_text_set_own_undo (self->text, FALSE);
  ui_connect (text, "edited", on_edited, self);
  ui_field_editor_set_control (editor, text, ui_json_text_get_view (self->text));
}

static void
ui_field_json_sync (UiFieldEditor *editor)
{
  UiFieldJson     *self = UI_FIELD_JSON (editor);
  AppField        *field = ui_field_editor_get_field (editor);
  g_autofree char *empty = ui_field_editor_dup_empty_note (field);
  g_autofree char *note = g_strdup_printf (_ ("%s · JSON"), empty);

  ui_json_text_set_text (self->text, app_field_get_text (field));
  ui_json_text_set_note (self->text, note);
}
