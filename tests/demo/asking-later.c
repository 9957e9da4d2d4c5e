/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-prepared.h"
#include "app-demo-registry.h"
#include "app-demo-request.h"

extern const AppDemoSystem asking_later_system;

/* One tool more with --conformance: a question that the client may answer as a task of its own, which
 * the server polls. Source: MCP 2025-11-25, basic/utilities/tasks. */

#define DEFAULT_POLL_MS 500
#define MIN_POLL_MS 10
#define MAX_POLLS 10000

/* Lives as long as its request. */
typedef struct
{
  AppDemoRequest *request; /* not owned */
  char           *id;
  guint           polls;
  gboolean        cancels;
  gboolean        cancelled;
} PendingRequest;

static void
pending_request_free (PendingRequest *pending_request)
{
  g_free (pending_request->id);
  g_free (pending_request);
}

static void
ask_about (PendingRequest *pending_request, const char *method, AppDemoAnswered answered)
{
  g_autofree char *id = mcp_json_quote (pending_request->id, -1);
  g_autofree char *params = g_strdup_printf ("{\"taskId\":%s}", id);

  app_demo_request_ask (pending_request->request, method, params, answered, pending_request);
}

/* The end of every pending request: what the client said last, as it came. */
static void
show (PendingRequest *pending_request, McpJsonValue answer)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  gboolean         is_error = !mcp_json_value_exists (result);
  g_autofree char *json = mcp_json_value_exists (answer) ? mcp_json_value_print_pretty (answer, 2)
                                                         : g_strdup ("no answer");
  g_autofree char *text = g_strdup_printf ("After %u looks:\n%s", pending_request->polls, json);

  app_demo_request_answer_text (pending_request->request, text, is_error);
}

static void
on_result (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  show (user_data, answer);
}

static gboolean look (gpointer user_data);

static void
on_looked (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  PendingRequest  *pending_request = user_data;
  McpJsonValue     task = mcp_json_value_get_member (answer, "result");
  g_autofree char *status = mcp_json_value_dup_member_string (task, "status");
  gint64           wait = mcp_json_value_get_member_int64 (task, "pollInterval", DEFAULT_POLL_MS);

  pending_request->polls++;
  if (g_strcmp0 (status, "completed") == 0 || g_strcmp0 (status, "failed") == 0)
    ask_about (pending_request, "tasks/result", on_result);
  else if (status == NULL || g_strcmp0 (status, "cancelled") == 0 ||
           pending_request->polls > MAX_POLLS)
    show (pending_request, answer);
  else if (pending_request->cancels && !pending_request->cancelled)
    {
      pending_request->cancelled = TRUE;
      ask_about (pending_request, "tasks/cancel", on_looked);
    }
  else
    g_timeout_add_full (G_PRIORITY_DEFAULT, MAX (wait, MIN_POLL_MS), look, g_object_ref (request),
                        g_object_unref);
}

static gboolean
look (gpointer user_data)
{
  PendingRequest *pending_request = g_object_get_data (user_data, "pending-request");

  if (!pending_request->request->done)
    ask_about (pending_request, "tasks/get", on_looked);
  return G_SOURCE_REMOVE;
}

static void
on_begun (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  PendingRequest *pending_request = user_data;

  pending_request->id = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/task/taskId"), NULL);
  if (pending_request->id == NULL)
    show (pending_request, answer);
  else
    look (request);
}

static void
ask_later (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue    who = mcp_json_value_get_member (arguments, "who");
  gboolean        model = mcp_json_value_string_equals (who, "model");
  const char     *needed = model ? "/tasks/requests/sampling/createMessage"
                                 : "/tasks/requests/elicitation/create";
  PendingRequest *pending_request;
  g_autoptr (GHashTable) values = app_demo_prepared_new_values ();
  g_autofree char *params = NULL;

  if (request->modern || !app_demo_request_client_can (request, needed))
    {
      app_demo_request_answer_text (request, "This client has no tasks of its own.", TRUE);
      return;
    }
  pending_request = g_new0 (PendingRequest, 1);
  pending_request->request = request;
  g_object_set_data_full (G_OBJECT (request), "pending-request", pending_request,
                          (GDestroyNotify)pending_request_free);
  pending_request->cancels = mcp_json_value_get_member_boolean (arguments, "cancel", FALSE);
  params = app_demo_prepared_fill (
      app_demo_registry_get_data (request->server->registry, &asking_later_system,
                                  model ? "/data/shipmodel" : "/data/ship"),
      values);
  app_demo_request_ask (request, model ? "sampling/createMessage" : "elicitation/create", params,
                        on_begun, pending_request);
}

static const AppDemoHandler tools[] = {
  { "ask_later", ask_later },
  { NULL },
};

const AppDemoSystem asking_later_system = {
  .name = "asking-later",
  .tools = tools,
};
