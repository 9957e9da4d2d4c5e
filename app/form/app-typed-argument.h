/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTypedArgument: one argument as a person typed it on a command line: 42 may be a number or a
 * text. Of the two readings, JSON and the text itself, the one that fits the schema is meant; where
 * both fit, JSON, so that "42" in quotes is a text; where nothing but a text fits, quotes are part
 * of it.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct
{
  char            *name;
  char            *text;
  McpJsonDocument *json;    /* (nullable): what the text says as JSON */
  gboolean         is_text; /* the text itself is meant */
} AppTypedArgument;

/** Returns: (transfer full) (element-type AppTypedArgument): an empty list, which frees its
 * items */
GArray *app_typed_argument_list_new (void);
/** Every argument is a text until app_typed_argument_list_read(). */
void app_typed_argument_list_add (GArray *list, const char *name, const char *text);
/** Chooses the readings. @schema: of all arguments; none where it is not known.
 * @others: an object with further arguments; none where there are no others. */
void app_typed_argument_list_read (GArray *list, McpJsonValue schema, McpJsonValue others);
/** Returns: (transfer full): JSON text: @others, without those that are in the list, and the
 * list */
char *app_typed_argument_list_dup_json (GArray *list, McpJsonValue others);
