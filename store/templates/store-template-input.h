/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreTemplateInput: one thing that a person fills in before a server can be run, such as a key or
 * a folder. Owned by its option, immutable.
 */

#pragma once

#include <glib-object.h>

typedef enum {
  STORE_INPUT_STRING,
  STORE_INPUT_NUMBER,
  STORE_INPUT_BOOLEAN, /* "true" or "false" */
  STORE_INPUT_DIRECTORY,
  STORE_INPUT_FILE,
  STORE_INPUT_CHOICE, /* one of the choices */
} StoreInputKind;

typedef struct
{
  const char        *key;         /* unique among the inputs of its option */
  const char        *title;       /* never %NULL; text of the publisher, no markup */
  const char        *description; /* (nullable): the same */
  StoreInputKind     kind;
  gboolean           required;
  gboolean           secret;
  gboolean           multiple;    /* takes several values */
  const char *const *defaults;    /* what holds where nothing is given; empty for nothing */
  const char        *placeholder; /* (nullable): an example, not a value */
  double             minimum;     /* of a number; -INFINITY where there is none */
  double             maximum;     /* INFINITY where there is none */
  const char *const *choices;     /* of a choice; never %NULL */
} StoreTemplateInput;

/**
 * store_template_input_check: can these be its values?
 * @values: (nullable): as typed; none for the defaults. An empty one is a value of a text alone
 * @error: STORE_ERROR_INVALID, with a sentence that names the input
 */
gboolean store_template_input_check (const StoreTemplateInput *self,
                                     const char *const        *values,
                                     GError                  **error);
/** What holds: @values, else the defaults; "~/" is the home folder in paths that were typed.
 * Returns: (transfer full): empty for nothing */
GStrv store_template_input_dup_values (const StoreTemplateInput *self, const char *const *values);
