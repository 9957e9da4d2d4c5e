/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldEditor: the control of one field: an entry, a choice, a switch, a text. The base of them:
 * it follows the field, names the control for those who cannot see it, and shows whether the value
 * is wrong. What a kind needs is its subclass, each of which only binds.
 */

#pragma once

#include "app-field.h"

#include <adwaita.h>

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

/** Returns: (transfer none): what has the focus while the field is edited */
GtkWidget *ui_field_editor_get_control (UiFieldEditor *self);

/* The controls */

/** UiFieldBoolean: unset, false or true, and null where the schema admits it, side by side: a
 * switch that nobody touched looks like "false", which is an answer. Arrow keys go from one to
 * another. */
#define UI_TYPE_FIELD_BOOLEAN (ui_field_boolean_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldBoolean, ui_field_boolean, UI, FIELD_BOOLEAN, UiFieldEditor)

/** UiFieldChecks: any of several values, for an array whose items are each one of them: a few as
 * marks to be set, many in a list behind a button, where they can be looked for. What is in the
 * array beside them is shown too, and can be taken out. */
#define UI_TYPE_FIELD_CHECKS (ui_field_checks_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldChecks, ui_field_checks, UI, FIELD_CHECKS, UiFieldEditor)

/** UiFieldChoice: one of a field's options, with "Not set" first where the field is optional, and
 * null last where the schema admits it. Long lists can be searched. A value that is no option
 * (typed as JSON) is shown as it is. */
#define UI_TYPE_FIELD_CHOICE (ui_field_choice_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldChoice, ui_field_choice, UI, FIELD_CHOICE, UiFieldEditor)

/** UiFieldEntry: one line of text: strings, numbers, integers, as typed. No spin button: it would
 * round, clamp and have no "not set". An emptied entry is not sent. Several lines that are pasted
 * into an array's item become items. Beside it is a button that helps to write the text: a
 * calendar, a colour, a file's path, a new UUID, one more or less of a number. */
#define UI_TYPE_FIELD_ENTRY (ui_field_entry_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldEntry, ui_field_entry, UI, FIELD_ENTRY, UiFieldEditor)

/** UiFieldFile: bytes that are sent as text, base64 or a data URL: a file is chosen, or dropped on
 * it, and read beside the window; what is shown is its size. The text itself can be opened, and
 * written, below. */
#define UI_TYPE_FIELD_FILE (ui_field_file_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldFile, ui_field_file, UI, FIELD_FILE, UiFieldEditor)

/** UiFieldJson: a field as JSON text: for what a schema leaves open or says in ways that no control
 * can show. */
#define UI_TYPE_FIELD_JSON (ui_field_json_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldJson, ui_field_json, UI, FIELD_JSON, UiFieldEditor)

/** UiFieldConstant: the only value that the schema admits: shown where it is required, else
 * with a switch beside it. */
#define UI_TYPE_FIELD_CONSTANT (ui_field_constant_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldConstant, ui_field_constant, UI, FIELD_CONSTANT, UiFieldEditor)

/** UiFieldText: text of several lines, three to twelve of them visible. Tab leaves it. */
#define UI_TYPE_FIELD_TEXT (ui_field_text_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldText, ui_field_text, UI, FIELD_TEXT, UiFieldEditor)

/** UiFieldVariant: a field that takes one of several forms: a menu of them, and below it the
 * control or the rows of the one that is chosen. The row puts the menu beside the field's name. */
#define UI_TYPE_FIELD_VARIANT (ui_field_variant_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldVariant, ui_field_variant, UI, FIELD_VARIANT, UiFieldEditor)
