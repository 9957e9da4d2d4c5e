/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-template.h"

#include "app-demo-model-ask.h"
#include "mcp-json-writer.h"

static void
add_tools (GString *text, McpJsonValue tools)
{
  McpJsonIter  iter;
  McpJsonValue tool;

  if (mcp_json_value_get_n_items (tools) == 0)
    return;
  g_string_append (text, "<|im_start|>system\nYou may call these tools:\n<tools>\n");
  mcp_json_iter_init (&iter, tools);
  while (mcp_json_iter_next (&iter, NULL, &tool))
    {
      g_autofree char *line = mcp_json_value_print_compact (tool);

      g_string_append_printf (text, "%s\n", line);
    }
  g_string_append (text, "</tools><|im_end|>\n");
}

static void
add_message (GString *text, McpJsonValue message)
{
  g_autofree char *role =
      mcp_json_value_dup_string (mcp_json_value_get_member (message, "role"), NULL);
  g_autofree char *content =
      app_demo_model_ask_dup_text (mcp_json_value_get_member (message, "content"));
  McpJsonValue calls = mcp_json_value_get_member (message, "tool_calls");

  g_string_append_printf (text, "<|im_start|>%s\n%s", role != NULL ? role : "user",
                          content != NULL ? content : "");
  if (mcp_json_value_get_n_items (calls) > 0)
    {
      g_autofree char *written = mcp_json_value_print_compact (calls);

      g_string_append_printf (text, "<tool_call>%s</tool_call>", written);
    }
  g_string_append (text, "<|im_end|>\n");
}

char *
app_demo_model_template_write (McpJsonValue body, gboolean plain)
{
  g_autoptr (GString) text = g_string_new (NULL);
  McpJsonValue model = mcp_json_value_get_member (body, "model");
  McpJsonIter  iter;
  McpJsonValue message;

  add_tools (text, mcp_json_value_get_member (body, "tools"));
  mcp_json_iter_init (&iter, mcp_json_value_get_member (body, "messages"));
  while (mcp_json_iter_next (&iter, NULL, &message))
    add_message (text, message);
  g_string_append (text, "<|im_start|>assistant\n");
  return plain ? mcp_json_build ("{'prompt': %s}", text->str)
               : mcp_json_build ("{'model': %v, 'created_at': '2026-01-01T00:00:00Z', 'message': "
                                 "{'role': '', 'content': ''}, 'done': false, '_debug_info': "
                                 "{'rendered_template': %s}}",
                                 model, text->str);
}
