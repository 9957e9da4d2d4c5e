/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What only MCP 2026-07-28 can say: arguments that are repeated in headers, structured content of
 * any kind. */

#include "app-demo-system.h"

static void
query_region (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *json = mcp_json_value_exists (arguments)
                              ? mcp_json_value_print_pretty (arguments, 2)
                              : g_strdup ("{}");
  g_autofree char *text = g_strdup_printf ("The headers agree with these arguments:\n%s", json);

  app_demo_request_answer_text (request, text, FALSE);
}

static void
show_any_value (AppDemoRequest *request, McpJsonValue arguments)
{
  static const char *const values[][2] = {
    { "null", "null" },
    { "boolean", "false" },
    { "number", "1.10" },
    { "string", "\"plain\"" },
    { "array", "[1,\"two\",null]" },
    { "object", "{\"a\":{\"b\":[]}}" },
  };
  McpJsonValue kind = mcp_json_value_get_member (arguments, "kind");
  const char  *value = values[0][1];

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (mcp_json_value_string_equals (kind, values[i][0]))
      value = values[i][1];

  McpJsonWriter *writer = app_demo_request_begin_content (request);

  app_demo_request_write_text (writer, value);
  app_demo_request_end_content (request, writer, value, FALSE);
}

static const AppDemoHandler tools[] = {
  { "query_region", query_region },
  { "show_any_value", show_any_value },
  { NULL },
};

const AppDemoSystem app_demo_annotated_system = {
  .name = "annotated",
  .tools = tools,
  .modern_only = TRUE,
};
