/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * URI templates (RFC 6570, all four levels): which variables one has, and the URI that it becomes
 * with strings, lists and maps as their values.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct
{
  char    *name;
  gboolean explodes; /* {name*}: a list or a map is written item by item (§2.4.2) */
  gboolean prefixed; /* {name:3}: only a string can be cut (§2.4.1) */
} AppUriVariable;

/** The variables, each once, in the order of the template; what is no valid expression has none.
 * Returns: (transfer full) (element-type AppUriVariable) */
GPtrArray *app_uri_template_list_variables (const char *uri_template);

/**
 * @variables: an object with the values: strings, numbers and booleans as they are written, arrays
 *   as lists, objects as maps; null, an empty array and an empty object are not defined (§2.3)
 * @problem: (out) (optional) (nullable) (transfer full): a translated sentence where the template
 *   or a value breaks a rule; %NULL where none does
 * Returns: (transfer full): the URI; what is no valid expression stays as it is written (§3)
 */
char *app_uri_template_expand (const char  *uri_template,
                               McpJsonValue variables,
                               char       **problem);
