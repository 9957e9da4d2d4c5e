/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldEditor: the control of one field: an entry, a choice, a switch, a text. The base of them:
 * it follows the field, names the control for those who cannot see it, and shows whether the value
 * is wrong. What a kind needs is its subclass, each of which only binds.
 */

#pragma once

#include "app-field.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* An entry lays its text out at every key; a longer one is for a view of several lines. */
#define UI_FIELD_EDITOR_LINE_BYTES 4096u

#define UI_TYPE_FIELD_EDITOR (ui_field_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (UiFieldEditor, ui_field_editor, UI, FIELD_EDITOR, AdwBin)

/**
 * @build: makes the control and hands it to ui_field_editor_set_control(); called once
 * @sync: shows what the field holds; ui_field_editor_is_syncing() meanwhile
 */
struct _UiFieldEditorClass
{
  AdwBinClass parent_class;

  void (*build) (UiFieldEditor *self);
  void (*sync) (UiFieldEditor *self);
};

/** The editor for a field that has no members or items of its own. */
GtkWidget *ui_field_editor_new (AppField *field);
/** Whether the field's parts are rows of their own, and it has no control. */
gboolean ui_field_editor_has_rows (AppField *field);
/** Whether the field's control wants the whole width, below the name instead of beside it. */
gboolean ui_field_editor_is_wide (AppField *field);
/** Whether what is typed there is short by nature, such as a number or a day. */
gboolean ui_field_editor_is_short (AppField *field);
/** Whether the text has become one that another editor shows better: several lines in an entry. */
gboolean ui_field_editor_is_outgrown (UiFieldEditor *self);

/** Returns: (transfer none) */
AppField *ui_field_editor_get_field (UiFieldEditor *self);
/** Returns: (transfer none): what has the focus while the field is edited */
GtkWidget *ui_field_editor_get_control (UiFieldEditor *self);
/** @error: (nullable): in words; shown by the row, and told to assistive technology here */
void ui_field_editor_show_error (UiFieldEditor *self, const char *error);
/** What is said first to who cannot see what is shown beside the control. @remark: (nullable) */
void ui_field_editor_set_remark (UiFieldEditor *self, const char *remark);
/** Returns: (transfer full): what an empty control says: "Not set", "null", … */
char *ui_field_editor_dup_empty_note (AppField *field);

/* For subclasses */

/** @outer: the editor's child; @control: in it, or the same */
void     ui_field_editor_set_control (UiFieldEditor *self, GtkWidget *outer, GtkWidget *control);
gboolean ui_field_editor_is_syncing (UiFieldEditor *self);
/** The focus of a drop-down is in its button, which has no name of its own at this toolkit's floor.
 * @choice: what is chosen */
void
ui_field_editor_name_choice (UiFieldEditor *self, GtkWidget *drop_down, const char *choice);
/** Shows what the field holds now. */
void ui_field_editor_sync (UiFieldEditor *self);

G_END_DECLS
