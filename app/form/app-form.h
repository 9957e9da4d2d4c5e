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
 * Properties (all notify): root (AppField, constant), text (string), text-valid (boolean),
 * text-error (string, nullable: line, column and reason), will-send (string: one bounded line),
 * n-problems (uint), attempted (boolean, writable: errors of missing fields are shown from now on),
 * modified (boolean: differs from what an untouched form sends), can-undo, can-redo (booleans).
 * Signal: changed, after any change of the value or its text.
 *
 * What an untouched form sends: {}, with the constants and those defaults that are required. Other
 * defaults are hints.
 */

#pragma once

#include "app-field.h"
#include "app-form-problem.h"
#include "app-reference-marks.h"

G_BEGIN_DECLS

typedef struct _AppPresets      AppPresets;      /* see app-presets.h */
typedef struct _AppCompleter    AppCompleter;    /* see app-completer.h */
typedef struct _AppReferences   AppReferences;   /* see app-references.h */
typedef struct _AppResourceText AppResourceText; /* see app-resource-text.h */

/* What one line shows of the value to be sent; characters. */
#define APP_FORM_WILL_SEND_CHARACTERS 400u
/* Levels of a value that are checked, and levels of required members that are filled in. */
#define APP_FORM_MAX_DEPTH 64u
/* Problems that are listed; more are counted. */
#define APP_FORM_MAX_PROBLEMS 200u

typedef enum {
  APP_FORM_DEFAULT = 0,
  APP_FORM_PREFILL = 1 << 0,      /* put every default in: what an elicitation asks for */
  APP_FORM_KEEP_PRESETS = 1 << 1, /* pre-configured inputs are fields like any other */
  APP_FORM_ANSWER = 1 << 2,       /* what an elicitation gets: nothing is chosen beforehand, and
                                     only values that the specification has are no problem */
} AppFormFlags;

#define APP_TYPE_FORM (app_form_get_type ())
G_DECLARE_FINAL_TYPE (AppForm, app_form, APP, FORM, GObject)

/** @schema: a tool's inputSchema, or anything; its document is held. Returns: (transfer full) */
AppForm *app_form_new (McpJsonValue schema, AppFormFlags flags);

/** Returns: (transfer none): a field of kind OBJECT */
AppField *app_form_get_root (AppForm *self);
/** The field at a JSON Pointer, made on the way. Returns: (transfer none) (nullable) */
AppField *app_form_find_field (AppForm *self, const char *pointer);

/** The JSON view's text, the draft that does not parse included. Returns: (transfer full) */
char *app_form_dup_json (AppForm *self);
/** Takes over what was typed in the JSON view. Returns: whether it parses */
gboolean app_form_set_json (AppForm *self, const char *text);
/** Lays the text out with indentation; not one number or string changes. */
void     app_form_format_json (AppForm *self);
gboolean app_form_is_text_valid (AppForm *self);
/** Returns: (transfer none) (nullable) */
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
gboolean app_form_can_undo (AppForm *self);
gboolean app_form_can_redo (AppForm *self);
/** The text as it is becomes the beginning: after a kept draft was put in. */
void app_form_forget_history (AppForm *self);

/** What is put in when the arguments are sent: it may be missing in them, and what is pinned of it
 * is no part of what an untouched form sends. Property "presets".
 * @presets: (nullable): held; %NULL where nothing can be pinned */
void app_form_set_presets (AppForm *self, AppPresets *presets);
/** Returns: (transfer none) (nullable) */
AppPresets *app_form_get_presets (AppForm *self);
/** Where a field's value could be pinned: its names joined by ".". Returns: (transfer full)
 * (nullable): %NULL in arrays and variants, and for what the schema does not name */
char *app_form_dup_key_path (AppForm *self, AppField *field);
/** The field at a key path. Returns: (transfer none) (nullable) */
AppField *app_form_find_key_path (AppForm *self, const char *path);
gboolean  app_form_is_pinned (AppForm *self, AppField *field);

/** Whether it is an elicitation's: a required boolean is not false until somebody says so. */
gboolean app_form_is_answer (AppForm *self);

/** Who proposes values for the form's texts. @completer: (nullable): held */
void app_form_set_completer (AppForm *self, AppCompleter *completer);

/** Whose resources' texts can be put into the form's. @texts: (nullable): held */
void app_form_set_resource_text (AppForm *self, AppResourceText *texts);
/** Returns: (transfer none) (nullable) */
AppResourceText *app_form_get_resource_text (AppForm *self);

/* References: fields that take their value from an object; see app-reference.h. Which fields they
 * are is kept beside the text, and follows it through edits, moves and undo; a value that is not
 * the reference any more is none. */

/** What is known of objects. @references: (nullable): held */
void app_form_set_references (AppForm *self, AppReferences *references);
/** Returns: (transfer none) (nullable) */
AppReferences *app_form_get_references (AppForm *self);
/** Which places are references; kept with a draft beside its text. Returns: (transfer none) */
AppReferenceMarks *app_form_get_marks (AppForm *self);
/** Those of the text as it is; of another text they are dropped. */
void app_form_set_marks (AppForm *self, AppReferenceMarks *marks);
/** The arguments with the values of objects of ours put in, on one line.
 * Returns: (transfer full) (nullable): %NULL while the text does not parse, or with @error where
 * there is no such value */
char *app_form_dup_sent (AppForm *self, GError **error);

/** The text with the references in it, and nothing put in: the value on one line.
 * Returns: (transfer full) (nullable): %NULL while the text does not parse */
char *app_form_dup_arguments (AppForm *self);
/** The value, borrowed until the form changes; the last good one while the text does not parse. */
McpJsonValue app_form_get_value (AppForm *self);
/** Returns: (transfer none): the beginning of what is sent */
const char *app_form_get_will_send (AppForm *self);

/** Why not every value can be checked: a dialect that is not known, a reference that leads out or
 * nowhere. One line that may quote the schema; constant. Returns: (transfer none) (nullable) */
const char *app_form_get_notice (AppForm *self);
/** Returns: (transfer none): of AppFormProblem, in the order of the form */
GListModel *app_form_get_problems (AppForm *self);
/** All problems, those that are not listed included. */
guint app_form_get_n_problems (AppForm *self);
/** The person pressed Send: fields that are missing show it from now on. */
void     app_form_set_attempted (AppForm *self, gboolean attempted);
gboolean app_form_is_attempted (AppForm *self);

G_END_DECLS
