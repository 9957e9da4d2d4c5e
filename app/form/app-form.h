/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppForm: the arguments of a call as a form: a tree of fields made from a JSON Schema, and the
 * JSON text of the same value. The text is the truth: a field that changes rewrites only its own
 * bytes, so unknown members, their order and the spelling of numbers and strings survive. Text that
 * does not parse is kept as it was typed; until it parses, the fields show the last good value and
 * do not change anything.
 *
 * Any schema is taken, however broken: what it does not say becomes a row of JSON. Nothing is
 * refused: problems are listed, and what would be sent is always shown.
 *
 * Properties (both notify): attempted (boolean: errors of missing fields are shown from now on),
 * provider (AppFormProvider, nullable). Signal: changed, after any change of the value, its text or
 * its problems.
 *
 * What an untouched form sends: {}, with the constants and those defaults that are required. Other
 * defaults are hints.
 */

#pragma once

#include "app-field.h"
#include "app-form-overlay.h"
#include "app-form-problem.h"
#include "app-form-provider.h"

/* What one line shows of the value to be sent; characters. */
#define APP_FORM_WILL_SEND_CHARACTERS 400u
/* Problems that are listed; more are counted. */
#define APP_FORM_MAX_PROBLEMS 200u

typedef enum {
  APP_FORM_DEFAULT = 0,
  APP_FORM_PREFILL = 1 << 0, /* put every default in: what an elicitation asks for */
  APP_FORM_ANSWER = 1 << 1,  /* what an elicitation gets: nothing is chosen beforehand, and only
                                values that the specification has are no problem */
} AppFormFlags;

#define APP_TYPE_FORM (app_form_get_type ())
G_DECLARE_FINAL_TYPE (AppForm, app_form, APP, FORM, GObject)

/** @schema: a tool's inputSchema, or anything; its document is held
 * @provider: (nullable): who hides members, from the beginning; held. Returns: (transfer full) */
AppForm *app_form_new (McpJsonValue schema, AppFormFlags flags, AppFormProvider *provider);

/** Returns: (transfer none): a field of kind OBJECT */
AppField *app_form_get_root (AppForm *self);
/** The field at a JSON Pointer, made on the way. Returns: (transfer none) (nullable) */
AppField *app_form_find_field (AppForm *self, const char *pointer);

/** The JSON view's text, the draft that does not parse included. Returns: (transfer full) */
char *app_form_dup_json (AppForm *self);
/** Takes over what was typed in the JSON view. Returns: whether it parses */
gboolean app_form_set_json (AppForm *self, const char *text);
/** Lays the text out with indentation; not one number or string changes. */
void app_form_format_json (AppForm *self);
/** Returns: (transfer none) (nullable): %NULL where the text parses */
const char *app_form_get_text_error (AppForm *self);
/** Back to the last text that parsed. */
void app_form_discard_draft (AppForm *self);
/** Back to what an untouched form sends. */
void     app_form_reset (AppForm *self);
gboolean app_form_is_modified (AppForm *self);

/* One undo over fields and JSON text: it knows texts, so that whatever changed the form is undone,
 * text that did not parse included. What is typed in one place is one step a word; a field or the
 * JSON view may have its own finer undo while it has the focus, and then leave Ctrl+Z to this. */

/** Returns: %FALSE where there is nothing to undo */
gboolean app_form_undo (AppForm *self);
gboolean app_form_redo (AppForm *self);
/** The text as it is becomes the beginning: after a kept draft was put in. */
void app_form_forget_history (AppForm *self);

/** Who puts arguments in when they are sent; another one that hides the same members. What it has
 * by itself is no part of what an untouched form sends. @provider: held */
void app_form_set_provider (AppForm *self, AppFormProvider *provider);
/** Returns: (transfer none) (nullable) */
AppFormProvider *app_form_get_provider (AppForm *self);

/** Who takes values from elsewhere. @overlay: (nullable): held */
void app_form_set_overlay (AppForm *self, AppFormOverlay *overlay);
/** Returns: (transfer none) (nullable) */
AppFormOverlay *app_form_get_overlay (AppForm *self);
/** The provider or the overlay knows other things than before: all is looked at again. */
void app_form_refresh (AppForm *self);

/** Whether it is an elicitation's: a required boolean is not false until somebody says so. */
gboolean app_form_is_answer (AppForm *self);

/** Adds what helps with the form's values where a session is there, such as an AppCompleter, for
 * whoever shows the form. @helper: (nullable): an object, held until the form ends */
void app_form_add_helper (AppForm *self, gpointer helper);
/** Returns: (transfer none) (nullable): the helper of a type */
gpointer app_form_get_helper (AppForm *self, GType type);

/** The arguments with what the overlay puts in, on one line.
 * Returns: (transfer full) (nullable): %NULL while the text does not parse, or with @error where
 * something cannot be put in */
char *app_form_dup_sent (AppForm *self, GError **error);

/** The text with nothing put in: the value on one line.
 * Returns: (transfer full) (nullable): %NULL while the text does not parse */
char *app_form_dup_arguments (AppForm *self);
/** The value, borrowed until the form changes; the last good one while the text does not parse. */
McpJsonValue app_form_get_value (AppForm *self);
/** Returns: (transfer none): the beginning of what is sent */
const char *app_form_get_will_send (AppForm *self);

/** Why not every value can be checked: a dialect that is not known, a reference that leads out or
 * nowhere. One line that may quote the schema; constant. Returns: (transfer none) (nullable) */
const char *app_form_get_notice (AppForm *self);
/** Why the value as it is now could not be checked whole: for that or another reason, such as a
 * pattern that takes too long. Returns: (transfer none) (nullable) */
const char *app_form_get_doubt (AppForm *self);
/** Returns: (transfer none): of AppFormProblem, in the order of the form */
GListModel *app_form_get_problems (AppForm *self);
/** All problems, those that are not listed included. */
guint app_form_get_n_problems (AppForm *self);
/** The person pressed Send: fields that are missing show it from now on. */
void     app_form_set_attempted (AppForm *self, gboolean attempted);
gboolean app_form_is_attempted (AppForm *self);
