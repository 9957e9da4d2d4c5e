/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-system.h"

/* The four plain kinds of Dust's pre-configured inputs, checked as a strict server checks them. */
static const struct
{
  const char *argument;
  const char *member;
  McpJsonKind kind;
  const char *mime_type;
} inputs[] = {
  { "channel", "value", MCP_JSON_STRING, "application/vnd.dust.tool-input.string" },
  { "max_words", "value", MCP_JSON_NUMBER, "application/vnd.dust.tool-input.number" },
  { "check_language", "value", MCP_JSON_BOOLEAN, "application/vnd.dust.tool-input.boolean" },
  { "recipients", "values", MCP_JSON_ARRAY, "application/vnd.dust.tool-input.list" },
};

static void
publish_report (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *compact = mcp_json_value_print_compact (arguments);
  g_autofree char *pretty = mcp_json_value_print_pretty (arguments, 2);
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      McpJsonValue input = mcp_json_value_get_member (arguments, inputs[i].argument);
      McpJsonValue value = mcp_json_value_get_member (input, inputs[i].member);
      McpJsonValue mime_type = mcp_json_value_get_member (input, "mimeType");

      if (mcp_json_value_get_kind (value) == inputs[i].kind &&
          mcp_json_value_string_equals (mime_type, inputs[i].mime_type))
        continue;
      text = g_strdup_printf ("“%s” is not set: expected {\"%s\": %s, \"mimeType\": \"%s\"}.",
                              inputs[i].argument, inputs[i].member,
                              mcp_json_kind_get_name (inputs[i].kind), inputs[i].mime_type);
      app_demo_request_answer_text (request, text, TRUE);
      return;
    }

  McpJsonWriter *writer = app_demo_request_begin_content (request);

  text = g_strdup_printf ("Published. These arguments arrived:\n\n%s", pretty);
  app_demo_request_write_text (writer, text);
  app_demo_request_end_content (request, writer, compact, FALSE);
}

static const AppDemoHandler tools[] = {
  { "publish_report", publish_report },
  { NULL },
};

const AppDemoSystem app_demo_preset_system = {
  .name = "preset",
  .tools = tools,
};
