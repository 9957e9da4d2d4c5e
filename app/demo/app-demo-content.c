/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-system.h"

static char *
make_weather (const char *city)
{
  static const char *const skies[] = { "clear", "cloudy", "rain" };
  g_autofree char         *quoted = mcp_json_quote (city, -1);
  guint                    hash = g_str_hash (city);

  return g_strdup_printf ("{\"city\":%s,\"temperature\":%u.%u,\"sky\":\"%s\",\"wind\":"
                          "{\"speed\":%u,\"direction\":\"NW\"}}",
                          quoted, hash % 30, hash / 30 % 10, skies[hash / 300 % 3],
                          hash / 900 % 40);
}

static void
show_structured (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *city = mcp_json_value_dup_member_string (arguments, "city");
  g_autofree char *weather = make_weather (city != NULL ? city : "Porto");
  McpJsonWriter   *writer = app_demo_request_begin_content (request);

  app_demo_request_write_text (writer, weather);
  app_demo_request_end_content (request, writer, weather, FALSE);
}

static void
fail (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *how = mcp_json_value_dup_member_string (arguments, "how");
  g_autofree char *message = mcp_json_value_dup_member_string (arguments, "message");

  if (message == NULL)
    message = g_strdup ("The warehouse did not answer.");
  if (g_strcmp0 (how, "protocol") == 0)
    app_demo_request_fail (request, APP_DEMO_INTERNAL_ERROR, message,
                           "{\"tool\":\"fail\",\"retry\":true,\"seconds\":30}");
  else
    app_demo_request_answer_text (request, message, TRUE);
}

static void
echo (AppDemoRequest *request, McpJsonValue arguments)
{
  gsize            length = 0;
  g_autofree char *message = mcp_json_value_dup_string (
      mcp_json_value_get_member (arguments, "message"), &length);
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  mcp_json_writer_add (writer, "{'type': 'text', 'text': ");
  mcp_json_writer_string_length (writer, message, length);
  mcp_json_writer_end_object (writer);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static const AppDemoHandler tools[] = {
  { "show_structured", show_structured },
  { "fail", fail },
  { "echo", echo },
  { NULL },
};

const AppDemoSystem app_demo_content_system = {
  .name = "content",
  .tools = tools,
};
