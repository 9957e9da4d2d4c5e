/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-lifecycle.h"

#include "app-demo-icons.h"
#include "app-demo-modern.h"
#include "app-demo-session.h"
#include "app-demo-task.h"
#include "spyglass-config.h"

#include <string.h>

#define INSTRUCTIONS                                                                             \
  "This server shows what an MCP client can meet. Nothing here is real and nothing is changed "  \
  "outside this process.\n\n"                                                                    \
  "Pipelines keep their large results in an object store: the answer begins with a reference "   \
  "such as @obj_001, and get_from_object_store opens any part of it. The product catalogue has " \
  "resources, templates and prompts. The show_ tools return every kind of content."

/* What both eras call the same */
#define CAPABILITIES                                                      \
  "\"completions\":{},\"logging\":{},\"prompts\":{\"listChanged\":true}," \
  "\"resources\":{\"listChanged\":true,\"subscribe\":true},"              \
  "\"tools\":{\"listChanged\":true}"

#define LEGACY_TASKS \
  "\"tasks\":{\"cancel\":{},\"list\":{},\"requests\":{\"tools\":{\"call\":{}}}}"
/* The one revision that has tasks of its own. */
#define TASKS_VERSION "2025-11-25"

char *
app_demo_lifecycle_dup_server_info (AppDemoServer *server, gboolean whole)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "name", "spyglass-demo");
  mcp_json_writer_member_string (writer, "title", "Spyglass Demo Server");
  mcp_json_writer_member_string (writer, "version", SPYGLASS_VERSION);
  if (whole)
    {
      mcp_json_writer_member_string (writer, "description", "Shows every feature of Spyglass");
      app_demo_icons_write (server, "server", writer);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

void
app_demo_lifecycle_initialize (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoSession  *session = app_demo_request_get_session (request);
  g_autofree char *version = mcp_json_value_dup_member_string (params, "protocolVersion");
  g_autofree char *info = NULL;
  McpJsonWriter   *writer;

  if (version == NULL)
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "protocolVersion is missing", NULL);
      return;
    }

  app_demo_session_open (session, version, mcp_json_value_get_member (params, "capabilities"));
  info = app_demo_lifecycle_dup_server_info (app_demo_request_get_server (request), TRUE);
  writer = app_demo_request_begin (request);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "protocolVersion",
                                 app_demo_session_get_version (session));
  mcp_json_writer_name (writer, "capabilities");
  mcp_json_writer_raw (writer,
                       strcmp (app_demo_session_get_version (session), TASKS_VERSION) == 0
                           ? "{" CAPABILITIES "," LEGACY_TASKS "}"
                           : "{" CAPABILITIES "}",
                       -1);
  mcp_json_writer_name (writer, "serverInfo");
  mcp_json_writer_raw (writer, info, -1);
  mcp_json_writer_member_string (writer, "instructions", INSTRUCTIONS);
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

void
app_demo_lifecycle_discover (AppDemoRequest *request, McpJsonValue params)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "supportedVersions");
  mcp_json_writer_raw (writer, APP_DEMO_MODERN_SUPPORTED, -1);
  mcp_json_writer_name (writer, "capabilities");
  mcp_json_writer_raw (writer,
                       "{" CAPABILITIES ",\"extensions\":{\"" APP_DEMO_TASKS_EXTENSION "\":{}}}",
                       -1);
  mcp_json_writer_member_string (writer, "instructions", INSTRUCTIONS);
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}
