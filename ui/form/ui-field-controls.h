/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What rows of a form ask of the controls in them, and the controls of UiFieldEditor, which chooses
 * among them by the kind of the field.
 */

#pragma once

#include "ui-field-editor.h"

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
/** @error: (nullable): in words; shown by the row, and told to assistive technology here
 * @wrong: rather than doubtful */
void ui_field_editor_show_error (UiFieldEditor *self, const char *error, gboolean wrong);
/** What is said first to who cannot see what is shown beside the control. @remark: (nullable) */
void ui_field_editor_set_remark (UiFieldEditor *self, const char *remark);
/** Returns: (transfer full): what an empty control says: "Not set", "null", … */
char *ui_field_editor_dup_empty_note (AppField *field);

/** Returns: (transfer full): "Not set", or the default that holds then */
char *ui_field_editor_dup_default_note (AppField *field);

/* For the controls */

/** @outer: the editor's child; @control: in it, or the same */
void     ui_field_editor_set_control (UiFieldEditor *self, GtkWidget *outer, GtkWidget *control);
gboolean ui_field_editor_is_syncing (UiFieldEditor *self);
/** A control without a text of its own is called after the field and @text, what it shows. */
void ui_field_editor_set_shown (UiFieldEditor *self, const char *text);
/** Shows what the field holds now. */
void ui_field_editor_sync (UiFieldEditor *self);

/* UiFieldVariant */

/** The menu of forms, for the row to show. Returns: (transfer none) */
GtkWidget *ui_field_variant_get_picker (UiFieldVariant *self);
/** Returns: (transfer none) (nullable): the rows of the form, a UiFieldList, where it has any */
GtkWidget *ui_field_variant_get_list (UiFieldVariant *self);
