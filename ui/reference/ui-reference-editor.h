/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiReferenceEditor: where a field takes its value from: whose object (the server's, or one that is
 * kept here), the object and the path, proposed while they are typed, and below it what the
 * reference comes to: type, length, the value as far as it is shown, and what is to be known of it.
 */

#pragma once

#include "app-form.h"

#include <gtk/gtk.h>

#define UI_TYPE_REFERENCE_EDITOR (ui_reference_editor_get_type ())
G_DECLARE_FINAL_TYPE (UiReferenceEditor, ui_reference_editor, UI, REFERENCE_EDITOR, GtkBox)

/** @field: of a form that has references (see app_form_set_references()) */
GtkWidget *ui_reference_editor_new (AppField *field);
/** Moves the focus into the text. */
void ui_reference_editor_focus (UiReferenceEditor *self);
