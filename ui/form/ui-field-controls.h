/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What rows of a form ask of the controls in them, and the controls of UiFieldEditor, which chooses
 * among them by the kind of the field.
 */

#pragma once

#include "ui-field-editor.h"
#include "ui-template.h"

/** In place of G_DEFINE_FINAL_TYPE() and what it asks for, for a control that only binds; the class
 * adds @type_name_build() and @type_name_sync() */
#define UI_DEFINE_FIELD_EDITOR(TypeName, type_name)                  \
  MCP_DEFINE_ZEROED_TYPE (TypeName, type_name, UI_TYPE_FIELD_EDITOR) \
  static void type_name##_build (UiFieldEditor *editor);             \
  static void type_name##_sync (UiFieldEditor *editor);              \
                                                                     \
  static void type_name##_class_init (TypeName##Class *klass)        \
  {                                                                  \
    UI_FIELD_EDITOR_CLASS (klass)->build = type_name##_build;        \
    UI_FIELD_EDITOR_CLASS (klass)->sync = type_name##_sync;          \
  }

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
