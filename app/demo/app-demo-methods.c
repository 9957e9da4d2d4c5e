/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-methods.h"

#include "app-demo-lifecycle.h"
#include "app-demo-listen.h"
#include "app-demo-modern.h"
#include "app-demo-registry.h"
#include "app-demo-session.h"
#include "app-demo-state.h"
#include "app-demo-task-methods.h"

#include <string.h>

/* What one completion/complete answer may hold: MCP 2025-11-25, server/utilities/completion. */
#define MAX_COMPLETIONS 100

static void
ping (AppDemoRequest *request, McpJsonValue params)
{
  app_demo_request_answer (request, "{}");
}

static void
set_level (AppDemoRequest *request, McpJsonValue params)
{
  g_autofree char *level = mcp_json_value_dup_member_string (params, "level");

  if (app_demo_session_set_log_level (app_demo_request_get_session (request), level))
    app_demo_request_answer (request, "{}");
  else
    app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "Unknown log level", NULL);
}

static void
subscribe (AppDemoRequest *request, McpJsonValue params, gboolean wanted)
{
  g_autofree char *uri = mcp_json_value_dup_member_string (params, "uri");

  if (uri == NULL)
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "uri is missing", NULL);
      return;
    }
  app_demo_session_subscribe (app_demo_request_get_session (request), uri, wanted);
  app_demo_request_answer (request, "{}");
}

static void
resources_subscribe (AppDemoRequest *request, McpJsonValue params)
{
  subscribe (request, params, TRUE);
}

static void
resources_unsubscribe (AppDemoRequest *request, McpJsonValue params)
{
  subscribe (request, params, FALSE);
}

static void
resources_read (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoRegistry *registry = app_demo_server_get_registry (app_demo_request_get_server (request));
  GPtrArray       *systems = app_demo_registry_get_systems (registry);
  g_autofree char *uri = mcp_json_value_dup_member_string (params, "uri");
  g_autofree char *quoted = NULL;
  g_autofree char *data = NULL;

  if (uri == NULL)
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "uri is missing", NULL);
      return;
    }
  for (guint i = 0; i < systems->len; i++)
    {
      const AppDemoSystem *system = g_ptr_array_index (systems, i);

      if (system->read != NULL && system->read (request, uri))
        return;
    }

  quoted = mcp_json_quote (uri, -1);
  data = g_strdup_printf ("{\"uri\":%s}", quoted);
  app_demo_request_fail (request,
                         app_demo_request_is_modern (request) ? APP_DEMO_INVALID_PARAMS
                                                              : APP_DEMO_RESOURCE_NOT_FOUND,
                         "Resource not found", data);
}

static void
tools_call (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoServer     *server = app_demo_request_get_server (request);
  AppDemoRegistry   *registry = app_demo_server_get_registry (server);
  g_autofree char   *name = mcp_json_value_dup_member_string (params, "name");
  McpJsonValue       arguments = mcp_json_value_get_member (params, "arguments");
  const AppDemoItem *item = NULL;
  g_autofree char   *problem = NULL;

  if (name != NULL)
    item = app_demo_registry_find (app_demo_registry_get_tools (registry), name);
  if (item != NULL && item->system->modern_only && !app_demo_request_is_modern (request))
    item = NULL;
  if (item == NULL)
    {
      problem = name == NULL ? g_strdup ("name is missing")
                             : g_strdup_printf ("Unknown tool: %s", name);
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, problem, NULL);
      return;
    }

  if (!item->system->lax)
    problem = app_demo_arguments_check (item->definition, arguments, item->system->pydantic_errors);
  if (problem != NULL)
    app_demo_request_answer_text (request, problem, TRUE);
  else if (!app_demo_task_methods_take_call (request, item, params))
    item->handle (request, arguments);
}

static const char *
find_missing_argument (McpJsonValue prompt, McpJsonValue arguments, char **name)
{
  McpJsonIter  iter;
  McpJsonValue argument;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (prompt, "arguments"));
  while (mcp_json_iter_next (&iter, NULL, &argument))
    {
      g_autofree char *candidate = mcp_json_value_dup_member_string (argument, "name");
      McpJsonValue     value = mcp_json_value_get_member (arguments, candidate);

      if (mcp_json_value_exists (value) && mcp_json_value_get_kind (value) != MCP_JSON_STRING)
        {
          *name = g_steal_pointer (&candidate);
          return "must be a string";
        }
      if (mcp_json_value_get_member_boolean (argument, "required", FALSE) &&
          !mcp_json_value_exists (value))
        {
          *name = g_steal_pointer (&candidate);
          return "is required";
        }
    }
  return NULL;
}

static void
prompts_get (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoServer     *server = app_demo_request_get_server (request);
  AppDemoRegistry   *registry = app_demo_server_get_registry (server);
  g_autofree char   *name = mcp_json_value_dup_member_string (params, "name");
  McpJsonValue       arguments = mcp_json_value_get_member (params, "arguments");
  const AppDemoItem *item = app_demo_registry_find (app_demo_registry_get_prompts (registry), name);
  const char        *problem;
  g_autofree char   *argument = NULL;
  g_autofree char   *text = NULL;

  if (item == NULL)
    {
      text = g_strdup_printf ("Unknown prompt: %s", name != NULL ? name : "(no name)");
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, text, NULL);
      return;
    }
  problem = find_missing_argument (item->definition, arguments, &argument);
  if (problem != NULL)
    {
      text = g_strdup_printf ("Argument “%s” %s", argument, problem);
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, text, NULL);
      return;
    }
  item->handle (request, arguments);
}

static void
write_completion (AppDemoRequest *request, GPtrArray *values)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "completion");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "values");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < MIN (values->len, MAX_COMPLETIONS); i++)
    mcp_json_writer_string (writer, g_ptr_array_index (values, i));
  mcp_json_writer_end_array (writer);
  mcp_json_writer_member_int64 (writer, "total", values->len);
  mcp_json_writer_member_boolean (writer, "hasMore", values->len > MAX_COMPLETIONS);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

static void
completion_complete (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoServer   *server = app_demo_request_get_server (request);
  AppDemoRegistry *registry = app_demo_server_get_registry (server);
  GPtrArray       *systems = app_demo_registry_get_systems (registry);
  McpJsonValue     ref = mcp_json_value_get_member (params, "ref");
  McpJsonValue     argument = mcp_json_value_get_member (params, "argument");
  g_autofree char *name = mcp_json_value_dup_member_string (argument, "name");
  g_autofree char *prefix = mcp_json_value_dup_member_string (argument, "value");
  g_autofree char *reference = mcp_json_value_dup_member_string (ref, "name");
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  AppDemoCompletion completion;

  if (reference == NULL)
    reference = mcp_json_value_dup_member_string (ref, "uri");
  if (reference == NULL || name == NULL || prefix == NULL)
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS,
                             "ref, argument.name and argument.value are needed", NULL);
      return;
    }

  completion.reference = reference;
  completion.argument = name;
  completion.prefix = prefix;
  completion.others = mcp_json_value_resolve_pointer (params, "/context/arguments");
  for (guint i = 0; i < systems->len; i++)
    {
      const AppDemoSystem *system = g_ptr_array_index (systems, i);

      if (system->complete != NULL)
        system->complete (server, &completion, values);
    }
  write_completion (request, values);
}

static void
tools_list (AppDemoRequest *request, McpJsonValue params)
{
  app_demo_lists_handle (request, "tools");
}

static void
resources_list (AppDemoRequest *request, McpJsonValue params)
{
  app_demo_lists_handle (request, "resources");
}

static void
templates_list (AppDemoRequest *request, McpJsonValue params)
{
  app_demo_lists_handle (request, "resourceTemplates");
}

static void
prompts_list (AppDemoRequest *request, McpJsonValue params)
{
  app_demo_lists_handle (request, "prompts");
}

#define LEGACY 1
#define MODERN 2
#define BOTH (LEGACY | MODERN)
#define FIRST 4 /* also before initialize */

static const struct
{
  const char *name;
  void (*handle) (AppDemoRequest *request, McpJsonValue params);
  guint when;
} methods[] = {
  { "initialize", app_demo_lifecycle_initialize, LEGACY | FIRST },
  { "ping", ping, LEGACY | FIRST },
  { "server/discover", app_demo_lifecycle_discover, MODERN },
  { "logging/setLevel", set_level, LEGACY },
  { "tools/list", tools_list, BOTH },
  { "tools/call", tools_call, BOTH },
  { "resources/list", resources_list, BOTH },
  { "resources/templates/list", templates_list, BOTH },
  { "resources/read", resources_read, BOTH },
  { "resources/subscribe", resources_subscribe, LEGACY },
  { "resources/unsubscribe", resources_unsubscribe, LEGACY },
  { "subscriptions/listen", app_demo_listen_handle, MODERN },
  { "prompts/list", prompts_list, BOTH },
  { "prompts/get", prompts_get, BOTH },
  { "completion/complete", completion_complete, BOTH },
  { "tasks/get", app_demo_task_methods_get, BOTH },
  { "tasks/list", app_demo_task_methods_list, LEGACY },
  { "tasks/result", app_demo_task_methods_result, LEGACY },
  { "tasks/cancel", app_demo_task_methods_cancel, BOTH },
  { "tasks/update", app_demo_task_methods_update, MODERN },
};

static gboolean
admit_legacy (AppDemoRequest *request, gboolean first)
{
  AppDemoSession *session = app_demo_request_get_session (request);
  McpJsonValue    params = app_demo_request_get_params (request);

  if (app_demo_session_get_version (session) == NULL && !first)
    app_demo_request_fail (request, APP_DEMO_INVALID_REQUEST,
                           "Not initialized: the first request must be initialize", NULL);
  else if (mcp_json_value_exists (params) && mcp_json_value_get_kind (params) != MCP_JSON_OBJECT)
    app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "params must be an object", NULL);
  else
    return TRUE;
  return FALSE;
}

void
app_demo_methods_handle (AppDemoRequest *request)
{
  const char          *method = app_demo_request_get_method (request);
  gboolean             modern = app_demo_request_is_modern (request);
  guint                era = modern ? MODERN : LEGACY;
  g_autofree char     *text = NULL;
  const AppDemoFaults *faults =
      app_demo_server_get_options (app_demo_request_get_server (request))->faults;

  if (modern && !app_demo_modern_admit (request))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      if (strcmp (methods[i].name, method) != 0 || (methods[i].when & era) == 0)
        continue;

      if ((modern || admit_legacy (request, (methods[i].when & FIRST) != 0)) &&
          (faults->perform == NULL || !faults->perform (request)))
        methods[i].handle (request, app_demo_request_get_params (request));
      return;
    }

  text = g_strdup_printf ("Method not found: %s", method);
  app_demo_request_fail (request, APP_DEMO_METHOD_NOT_FOUND, text, NULL);
}
