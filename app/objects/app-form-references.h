/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormReferences: fields of a form that take their value from an object; see app-reference.h.
 * Which fields they are is kept beside the form's text, and follows it through edits, moves and
 * undo; a value that is not the reference any more is none. One for a form, made when it is first
 * needed.
 */

#pragma once

#include "app-form.h"
#include "app-references.h"

#define APP_TYPE_FORM_REFERENCES (app_form_references_get_type ())
G_DECLARE_FINAL_TYPE (AppFormReferences, app_form_references, APP, FORM_REFERENCES, GObject)

/** What is known of objects. @references: (nullable): held */
void app_form_references_attach (AppForm *form, AppReferences *references);
/** Returns: (transfer none) (nullable): what is known of objects */
AppReferences *app_form_references_get_known (AppForm *form);

/** Which places are references; kept with a draft beside its text. Returns: (transfer none) */
AppReferenceMarks *app_form_references_get_marks (AppForm *form);
/** Those of the text as it is; of another text they are dropped. */
void app_form_references_set_marks (AppForm *form, AppReferenceMarks *marks);

/** The object that the value is taken from. Returns: (transfer none) (nullable) */
AppReference *app_form_references_get (AppField *field);
/** Takes the value from an object; the field's text is the reference then, which another change of
 * the value ends. */
void app_form_references_set (AppField *field, AppReference *reference);
/** Whether it makes sense to take the value from an object: the tool says so, or the person wants
 * it everywhere. Whoever asks for it explicitly may do so in any field. */
gboolean app_form_references_offers (AppField *field);
