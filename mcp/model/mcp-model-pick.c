/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-pick.h"

#include <string.h>

/* @from: where to begin: members mostly come in the order of the names
 * Returns: the number of the name; @n_names where it is none of them */
static guint
find (McpJsonValue member, const McpModelName *names, guint n_names, guint from)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (member, &length) + 1;

  length -= 2; /* the quotes */
  for (guint i = from; i < n_names; i++)
    if (names[i].length == length && memcmp (names[i].text, text, length) == 0)
      return i;
  for (guint i = 0; i < from; i++)
    if (names[i].length == length && memcmp (names[i].text, text, length) == 0)
      return i;
  if (memchr (text, '\\', length) != NULL)
    for (guint i = 0; i < n_names; i++)
      if (mcp_json_value_string_equals (member, names[i].text))
        return i;
  return n_names;
}

guint
mcp_model_pick (McpJsonValue object, const McpModelName *names, guint n_names, McpJsonValue *values)
{
  guint from = 0;
  guint n_found = 0;

  for (guint i = 0; i < n_names; i++)
    values[i] = MCP_JSON_NO_VALUE;
  if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return 0;
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      guint i = find (each.name, names, n_names, from);

      if (i == n_names)
        continue;
      values[i] = each.value;
      from = i + 1;
      n_found++;
    }
  return n_found;
}
