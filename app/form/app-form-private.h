/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the parts of AppForm know of it; no other file includes this. */

#pragma once

#include "app-field-private.h"
#include "app-form-history.h"
#include "mcp-schema.h"

G_BEGIN_DECLS

struct _AppForm
{
  GObject parent_instance;

  McpJsonSlot      schema;
  McpSchema       *validator; /* NULL where there is no schema */
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
  GObject         *completer; /* (nullable): an AppCompleter */
  AppFormHistory  *history;
  char            *typing; /* (nullable): where somebody types */
};

/** Parses @text and tells the fields. @text: (transfer full). Returns: whether it parses */
gboolean app_form_put_text (AppForm *self, char *text);
/** Tells the fields of the value, again where one of them changes it while it is told. */
void app_form_refresh (AppForm *self);
/** Looks for problems in the value, and lists them. */
void app_form_find_problems (AppForm *self);
/** Emits "changed". */
void app_form_changed (AppForm *self);

G_END_DECLS
