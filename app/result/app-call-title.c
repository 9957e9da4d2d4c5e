/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-call-title.h"

#include "app-visible-text.h"
#include "mcp-json-writer.h"

#define MAX_TARGET 200
#define MAX_VALUE 40
#define MAX_TITLE 160

/* Text without its quotes; what has members as it is. */
static char *
dup_value (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_get_kind (value) == MCP_JSON_STRING
                              ? mcp_json_value_dup_string_prefix (value, 4 * MAX_VALUE, NULL)
                              : mcp_json_value_print_compact (value);

  return app_visible_text_summary (text, MAX_VALUE);
}

char *
app_call_title_dup (const char *target, McpJsonValue arguments)
{
  g_autofree char *name = app_visible_text_line (target, MAX_TARGET);
  g_autoptr (GString) title = g_string_new (name);
  const char *separator = " · ";

  if (mcp_json_value_get_kind (arguments) != MCP_JSON_OBJECT)
    return g_string_free (g_steal_pointer (&title), FALSE);
  for (McpJsonWalk member = mcp_json_walk (arguments); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = dup_value (member.name);
      g_autofree char *value = dup_value (member.value);

      if (title->len > MAX_TITLE)
        {
          g_string_append (title, ", …");
          break;
        }
      g_string_append_printf (title, "%s%s %s", separator, key, value);
      separator = ", ";
    }
  return g_string_free (g_steal_pointer (&title), FALSE);
}
