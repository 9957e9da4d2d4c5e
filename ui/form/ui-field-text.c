/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "app-field-format.h"

/* Three lines say that several are welcome; beyond twelve the text scrolls by itself. */
#define MIN_HEIGHT 68
#define MAX_HEIGHT 244

struct _UiFieldText
{
  UiFieldEditor parent_instance;

  UiTextArea *area; /* borrowed */
};

UI_DEFINE_FIELD_EDITOR (UiFieldText, ui_field_text)

static void
on_edited (UiFieldText *self)
{
  UiFieldEditor   *editor = UI_FIELD_EDITOR (self);
  g_autofree char *text = ui_text_area_dup_text (self->area);

  app_field_set_text (ui_field_editor_get_field (editor), text);
}

static void
ui_field_text_build (UiFieldEditor *editor)
{
  UiFieldText *self = UI_FIELD_TEXT (editor);
  AppField    *field = ui_field_editor_get_field (editor);
  GtkWidget   *area = ui_text_area_new (app_field_format_get_language (field));

  self->area = UI_TEXT_AREA (area);
  ui_text_area_set_heights (self->area, MIN_HEIGHT, MAX_HEIGHT);
  ui_text_area_set_own_undo (self->area, FALSE);
  ui_connect (area, "edited", on_edited, self);
  ui_field_editor_set_control (editor, area, GTK_WIDGET (ui_text_area_get_view (self->area)));
}

static void
ui_field_text_sync (UiFieldEditor *editor)
{
  UiFieldText     *self = UI_FIELD_TEXT (editor);
  AppField        *field = ui_field_editor_get_field (editor);
  gboolean         exact = app_field_get_state (field)->exact;
  g_autofree char *note = ui_field_editor_dup_empty_note (field);

  ui_text_area_set_text (self->area, exact ? app_field_get_text (field) : "");
  ui_text_area_set_editable (self->area, exact);
  ui_text_area_set_note (self->area, note);
}
