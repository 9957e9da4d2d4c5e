/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the parts of AppForm know of it; no other file includes this. */

#pragma once

#include "app-field-private.h"
#include "app-form-history.h"
#include "app-presets.h"
#include "mcp-schema.h"

G_BEGIN_DECLS

struct _AppForm
{
  GObject parent_instance;

  McpSchema       *validator; /* the schema as it is */
  McpSchema       *layout;    /* what fields are made of: the same where its dialect is known */
  char            *notice;    /* (nullable) */
  AppFormFlags     flags;
  AppField        *root;
  McpJsonDocument *document; /* the last text that parsed */
  char            *text;     /* the JSON view's, parsing or not */
  char            *text_error;
  char            *initial;
  char            *will_send;
  GListStore      *problems;
  GHashTable      *by_pointer; /* pointer → AppFormProblem, the first */
  guint            n_problems;
  guint            generation;
  gboolean         refreshing;
  gboolean         attempted;
  gboolean         looked_for_presets;
  GObject         *completer;     /* (nullable): an AppCompleter */
  GObject         *resource_text; /* (nullable): an AppResourceText */
  AppPresets      *presets;       /* (nullable): what is put in, as it stands */
  AppPresets      *own_presets;   /* (nullable): what the schema says of it, until that is known */
  AppFormHistory  *history;
  char            *typing; /* (nullable): where somebody types */

  AppReferenceMarks *marks;
  AppReferences     *references; /* (nullable) */
  GHashTable        *recorded;   /* (nullable): sum of a text → its AppReferenceMarks */
};

/** Parses @text and tells the fields. @text: (transfer full). Returns: whether it parses */
gboolean app_form_put_text (AppForm *self, char *text);
/** Tells the fields of the value, again where one of them changes it while it is told. */
void app_form_refresh (AppForm *self);
/** Looks for problems in the value, and lists them. */
void app_form_find_problems (AppForm *self);
/** Brings the listed problems into the order of the rows, which are as the value is now; makes the
 * fields on the way. See app-form-order.c */
void app_form_order_problems (AppForm *self);
/** Whether what is missing at a place may be put in when the arguments are sent. */
gboolean app_form_is_provided (AppForm *self, const char *pointer);
/** Emits "changed". */
void app_form_changed (AppForm *self);

/** An elicitation's: adds what the specification knows no answers of. See app-form-answer.c */
void app_form_find_foreign_values (AppForm *self, GPtrArray *problems);

/* See app-form-references.c */

void app_form_free_references (AppForm *self);
/** Objects came or went. */
void app_form_refresh_references (AppForm *self);
/** The text was parsed: marks whose reference is not there any more go. */
void app_form_keep_marks (AppForm *self);
/** @text comes back: so do the marks that it had. */
void app_form_recall_marks (AppForm *self, const char *text);
/** The value with references to objects of ours replaced by their values, as far as that is quick.
 * @made: (out) (transfer full) (nullable): the document that it is in */
McpJsonValue app_form_open_checked (AppForm *self, McpJsonDocument **made);
/** Tells problems of references, and what was found in their values at the references.
 * @problems: (element-type AppFormProblem) */
void app_form_settle_references (AppForm *self, GPtrArray *problems);
/** The text for a line that shows what is sent. Returns: (transfer full) */
char *app_form_dup_shown_text (AppForm *self);

G_END_DECLS
