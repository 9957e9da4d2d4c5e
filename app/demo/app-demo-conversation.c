/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-registry.h"

#define MAX_SECONDS 3600
#define MAX_STEPS 1000
#define MAX_MESSAGES 100000

typedef struct
{
  AppDemoRequest *request;
  guint           step;
  guint           steps;
  double          seconds;
  gboolean        known_total;
  char           *progress; /* (nullable): how it reports */
} SlowTask;

static void
report (SlowTask *task)
{
  double           value = task->step;
  g_autofree char *text = g_strdup_printf ("Step %u of %u", task->step, task->steps);

  if (g_strcmp0 (task->progress, "backwards") == 0)
    value = task->steps - task->step;
  else if (g_strcmp0 (task->progress, "repeated") == 0)
    value = 1;
  app_demo_request_progress (task->request, value, task->known_total ? task->steps : 0,
                             g_strcmp0 (task->progress, "silent") == 0 ? NULL : text);
}

static gboolean
take_step (gpointer data)
{
  SlowTask        *task = data;
  g_autofree char *text = NULL;

  if (!task->request->done && task->step < task->steps)
    {
      task->step++;
      report (task);
      if (task->step < task->steps)
        return G_SOURCE_CONTINUE;
    }
  if (!task->request->done)
    {
      text = g_strdup_printf ("Done: %u steps in %g seconds.", task->steps, task->seconds);
      app_demo_request_answer_text (task->request, text, FALSE);
    }
  g_object_unref (task->request);
  g_free (task->progress);
  g_free (task);
  return G_SOURCE_REMOVE;
}

static void
slow_task (AppDemoRequest *request, McpJsonValue arguments)
{
  SlowTask *task = g_new0 (SlowTask, 1);

  task->request = g_object_ref (request);
  task->seconds = CLAMP (
      mcp_json_value_get_double (mcp_json_value_get_member (arguments, "seconds"), 5), 0,
      MAX_SECONDS);
  task->steps = CLAMP (mcp_json_value_get_member_int64 (arguments, "steps", 10), 1, MAX_STEPS);
  task->progress = mcp_json_value_dup_member_string (arguments, "progress");
  task->known_total = mcp_json_value_get_member_boolean (arguments, "known_total", TRUE);
  app_demo_request_progress (request, 0, task->known_total ? task->steps : 0, "Starting");
  g_timeout_add (1000 * task->seconds / task->steps, take_step, task);
}

static void
write_log (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue     log = app_demo_registry_get_data (request->server->registry,
                                                     &app_demo_conversation_system, "/log");
  guint            n_kinds = mcp_json_value_get_n_items (log);
  gint64           wanted = mcp_json_value_get_member_int64 (arguments, "count", 8);
  guint            count = CLAMP (wanted, 1, MAX_MESSAGES);
  g_autofree char *text = g_strdup_printf ("Wrote %u messages.", count);

  for (guint i = 0; i < count; i++)
    {
      McpJsonValue     entry = mcp_json_value_get_item (log, i % n_kinds);
      g_autofree char *level = mcp_json_value_dup_string (mcp_json_value_get_item (entry, 0), NULL);
      g_autofree char *data = mcp_json_value_dup_text (mcp_json_value_get_item (entry, 1));

      app_demo_request_log (request, level, "warehouse", data);
    }
  app_demo_request_answer_text (request, text, FALSE);
}

static void
on_pong (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  gint64          *start = user_data;
  g_autofree char *text = g_strdup_printf ("The client answered after %.1f ms.",
                                           (g_get_monotonic_time () - *start) / 1000.0);

  g_free (start);
  app_demo_request_answer_text (request, text, !mcp_json_value_exists (result));
}

static void
ping_client (AppDemoRequest *request, McpJsonValue arguments)
{
  if (request->modern)
    {
      app_demo_request_answer_text (request, "MCP 2026-07-28 has no ping.", TRUE);
      return;
    }
  gint64 *start = g_new (gint64, 1);
  *start = g_get_monotonic_time ();
  app_demo_request_ask (request, "ping", NULL, on_pong, start);
}

/* What a client that cancelled, or that came back, wants to know of this side. */
static void
show_activity (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autoptr (McpJsonWriter) activity = mcp_json_writer_new ();

  app_demo_server_write_activity (request->server, activity);
  g_autofree char *structured = mcp_json_writer_finish_text (activity);
  McpJsonWriter   *writer = app_demo_request_begin_content (request);
  app_demo_request_write_text (writer, structured);
  app_demo_request_end_content (request, writer, structured, FALSE);
}

static const AppDemoHandler tools[] = {
  { "slow_task", slow_task },
  { "write_log", write_log },
  { "show_activity", show_activity },
  { "ping_client", ping_client },
  { NULL },
};

const AppDemoSystem app_demo_conversation_system = {
  .name = "conversation",
  .tools = tools,
};
