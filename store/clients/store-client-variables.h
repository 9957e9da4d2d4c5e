/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientVariables: variables in values, translated from one application's spelling to
 * another's. Profiles have the neutral spelling: `${NAME}` and `${NAME:-text}` for a variable of
 * the environment, `${input:ID}` for what the person is asked, `${workspaceFolder}` and its kin for
 * places that an editor knows. Pure functions.
 */

#pragma once

#include "store-client-format.h"

/** What was met while a value was written. */
typedef struct
{
  GPtrArray *names;         /* (element-type utf8): variables of the environment, spelled out */
  GPtrArray *inputs;        /* (element-type utf8): IDs of what the person is asked */
  gboolean   is_left;       /* a variable that the application has no spelling for */
  gboolean   loses_default; /* a text that would stand for an unset variable is gone */
  gboolean   asks;          /* a variable of the environment is now asked for */
  gboolean   is_set;        /* what was asked for is now a variable of the environment */
  gboolean   is_taken_as;   /* plain text that the application takes for a variable */
  gboolean   is_nested;     /* a variable in the text for an unset one, which means another thing */
} StoreVariableUse;

StoreVariableUse *store_variable_use_new (void);
void              store_variable_use_free (StoreVariableUse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreVariableUse, store_variable_use_free)

/** From the spelling of @forms to the neutral one. @use: (nullable): gets what was met
 * Returns: (transfer full) */
char *
store_client_variables_read (const char *text, StoreVariableForms forms, StoreVariableUse *use);
/** From the neutral spelling to that of @forms. @use: (nullable): gets what was met
 * Returns: (transfer full) */
char *
store_client_variables_write (const char *text, StoreVariableForms forms, StoreVariableUse *use);
/** The name, where @text is one variable of the environment and nothing else.
 * Returns: (transfer full) (nullable) */
char *store_client_variables_dup_name (const char *text);
/** Whether @text has a variable inside the text for an unset one, as `${A:-${B}/x}` has: the end of
 * the outer one is the first brace to some applications, and its own brace to others. */
gboolean store_client_variables_has_nested (const char *text);
/** The spellings of @forms, for a person: "${env:NAME}, ${input:ID}". Returns: (transfer full) */
char *store_client_variables_dup_spellings (StoreVariableForms forms);
/** The first `${…}` of @text that looks like a variable and is none that is known.
 * Returns: (transfer full) (nullable) */
char *store_client_variables_dup_unknown (const char *text);
/** Whether a shell that reads @text would run a command. */
gboolean store_client_variables_run_command (const char *text);
/** Replaces what the environment has; a variable that is not set becomes its text where it has one,
 * else stays and is added to @missing.
 * @environment: (nullable) (array zero-terminated): NAME=value; %NULL for that of this process
 * @missing: (nullable) (element-type utf8): gets names
 * Returns: (transfer full) */
char *store_client_variables_expand (const char        *text,
                                     const char *const *environment,
                                     GPtrArray         *missing);
