/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Something to fill in: one argument of every kind, and what came of it. */

#include "app-demo-system.h"

static void
every_field (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *json = mcp_json_value_exists (arguments) ? mcp_json_value_dup_text (arguments)
                                                            : g_strdup ("{}");
  McpJsonWriter   *writer = app_demo_request_begin_content (request);

  app_demo_request_write_text (writer, json);
  app_demo_request_end_content (request, writer, json, FALSE);
}

static const AppDemoHandler tools[] = {
  { "every_field", every_field },
  { NULL },
};

/* Wrong arguments are answered like right ones: a person may want to see what was sent. */
const AppDemoSystem app_demo_form_system = {
  .name = "form",
  .tools = tools,
  .lax = TRUE,
};
