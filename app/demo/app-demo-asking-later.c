/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A question that the client may answer as a task of its own: the server polls. Source: MCP
 * 2025-11-25, basic/utilities/tasks. */

#include "app-demo-system.h"

#include <string.h>

#define DEFAULT_POLL_MS 500
#define MIN_POLL_MS 10
#define MAX_POLLS 10000

#define TASK "\"task\":{\"ttl\":600000}"
#define QUESTION                                                                     \
  "{\"mode\":\"form\",\"message\":\"Take your time: what shall we name the ship?\"," \
  "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":"     \
  "\"string\",\"title\":\"Name\"}},\"required\":[\"name\"]}," TASK "}"
#define PROMPT                                                                 \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":" \
  "\"Name a ship.\"}}],\"maxTokens\":50," TASK "}"

/* Lives as long as its request. */
typedef struct
{
  AppDemoRequest *request; /* not owned */
  char           *id;
  guint           polls;
  gboolean        cancels;
  gboolean        cancelled;
} Errand;

static void
errand_free (Errand *errand)
{
  g_free (errand->id);
  g_free (errand);
}

static void
ask_about (Errand *errand, const char *method, AppDemoAnswered answered)
{
  g_autofree char *id = mcp_json_quote (errand->id, -1);
  g_autofree char *params = g_strdup_printf ("{\"taskId\":%s}", id);

  app_demo_request_ask (errand->request, method, params, answered, errand);
}

/* The end of every errand: what the client said last, as it came. */
static void
show (Errand *errand, McpJsonValue answer)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  gboolean         is_error = !mcp_json_value_exists (result);
  g_autofree char *json = mcp_json_value_exists (answer) ? mcp_json_value_print_pretty (answer, 2)
                                                         : g_strdup ("no answer");
  g_autofree char *text = g_strdup_printf ("After %u looks:\n%s", errand->polls, json);

  app_demo_request_answer_text (errand->request, text, is_error);
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
  Errand          *errand = user_data;
  McpJsonValue     task = mcp_json_value_get_member (answer, "result");
  g_autofree char *status = mcp_json_value_dup_member_string (task, "status");
  gint64           wait = mcp_json_value_get_member_int64 (task, "pollInterval", DEFAULT_POLL_MS);

  errand->polls++;
  if (g_strcmp0 (status, "completed") == 0 || g_strcmp0 (status, "failed") == 0)
    ask_about (errand, "tasks/result", on_result);
  else if (status == NULL || g_strcmp0 (status, "cancelled") == 0 || errand->polls > MAX_POLLS)
    show (errand, answer);
  else if (errand->cancels && !errand->cancelled)
    {
      errand->cancelled = TRUE;
      ask_about (errand, "tasks/cancel", on_looked);
    }
  else
    g_timeout_add_full (G_PRIORITY_DEFAULT, MAX (wait, MIN_POLL_MS), look, g_object_ref (request),
                        g_object_unref);
}

static gboolean
look (gpointer user_data)
{
  Errand *errand = g_object_get_data (user_data, "errand");

  if (!app_demo_request_is_done (errand->request))
    ask_about (errand, "tasks/get", on_looked);
  return G_SOURCE_REMOVE;
}

static void
on_begun (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  Errand *errand = user_data;

  errand->id = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/task/taskId"), NULL);
  if (errand->id == NULL)
    show (errand, answer);
  else
    look (request);
}

void
app_demo_asking_later (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue who = mcp_json_value_get_member (arguments, "who");
  gboolean     model = mcp_json_value_string_equals (who, "model");
  const char  *method = model ? "sampling/createMessage" : "elicitation/create";
  const char  *needed = model ? "/tasks/requests/sampling/createMessage"
                              : "/tasks/requests/elicitation/create";
  Errand      *errand;

  if (app_demo_request_is_modern (request) || !app_demo_request_client_can (request, needed))
    {
      app_demo_request_answer_text (request, "This client has no tasks of its own.", TRUE);
      return;
    }
  errand = g_new0 (Errand, 1);
  errand->request = request;
  g_object_set_data_full (G_OBJECT (request), "errand", errand, (GDestroyNotify)errand_free);
  errand->cancels = mcp_json_value_get_member_boolean (arguments, "cancel", FALSE);
  app_demo_request_ask (request, method, model ? PROMPT : QUESTION, on_begun, errand);
}
