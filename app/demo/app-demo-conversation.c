/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-registry.h"
#include "app-demo-session.h"

#define MAX_SECONDS 3600
#define MAX_STEPS 1000
#define MAX_MESSAGES 100000
#define EXTRA_NAME "extra_tool_"

typedef struct
{
  AppDemoRequest *request;
  guint           step;
  guint           steps;
  double          seconds;
  gboolean        known_total;
} SlowTask;

static gboolean
take_step (gpointer data)
{
  SlowTask        *task = data;
  g_autofree char *text = NULL;

  if (!app_demo_request_is_done (task->request) && task->step < task->steps)
    {
      task->step++;
      text = g_strdup_printf ("Step %u of %u", task->step, task->steps);
      app_demo_request_progress (task->request, task->step, task->known_total ? task->steps : 0,
                                 text);
      if (task->step < task->steps)
        return G_SOURCE_CONTINUE;
    }
  if (!app_demo_request_is_done (task->request))
    {
      g_clear_pointer (&text, g_free);
      text = g_strdup_printf ("Done: %u steps in %g seconds.", task->steps, task->seconds);
      app_demo_request_answer_text (task->request, text, FALSE);
    }
  g_object_unref (task->request);
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
  task->known_total = mcp_json_value_get_member_boolean (arguments, "known_total", TRUE);
  app_demo_request_progress (request, 0, task->known_total ? task->steps : 0, "Starting");
  g_timeout_add (1000 * task->seconds / task->steps, take_step, task);
}

static void
write_log (AppDemoRequest *request, McpJsonValue arguments)
{
  static const char *const messages[][2] = {
    { "debug", "\"The cache has 214 entries.\"" },
    { "info", "\"Order 20881 was packed.\"" },
    { "notice", "{\"event\":\"price "
                "changed\",\"product\":\"kettle-2\",\"from\":92.00,\"to\":89.00}" },
    { "warning", "\"The warehouse answers slowly.\"" },
    { "error", "{\"event\":\"label not printed\",\"order\":20882,\"attempt\":3}" },
    { "critical", "\"The printer is out of paper.\"" },
    { "alert", "[\"two\",\"values\",2]" },
    { "emergency", "\"The warehouse is on fire.\\nNot really.\"" },
  };
  gint64           wanted = mcp_json_value_get_member_int64 (arguments, "count", 8);
  guint            count = CLAMP (wanted, 1, MAX_MESSAGES);
  g_autofree char *text = g_strdup_printf ("Wrote %u messages.", count);

  for (guint i = 0; i < count; i++)
    app_demo_request_log (request, messages[i % 8][0], "warehouse", messages[i % 8][1]);
  app_demo_request_answer_text (request, text, FALSE);
}

static void
run_extra_tool (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer_text (request, "I was not here when you connected.", FALSE);
}

static guint
count_extra_tools (AppDemoRegistry *registry)
{
  GPtrArray *tools = app_demo_registry_get_tools (registry);
  guint      count = 0;

  for (guint i = 0; i < tools->len; i++)
    {
      const AppDemoItem *item = g_ptr_array_index (tools, i);

      count += g_str_has_prefix (item->name, EXTRA_NAME);
    }
  return count;
}

static void
change_tools (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoServer   *server = app_demo_request_get_server (request);
  AppDemoRegistry *registry = app_demo_server_get_registry (server);
  g_autofree char *action = mcp_json_value_dup_member_string (arguments, "action");
  guint            count = CLAMP (mcp_json_value_get_member_int64 (arguments, "count", 1), 1, 1000);
  gboolean         removes = g_strcmp0 (action, "remove") == 0;
  guint            extra = count_extra_tools (registry);
  g_autofree char *text = NULL;

  for (guint i = 0; i < count && (!removes || extra > 0); i++)
    {
      g_autofree char *name = g_strdup_printf (EXTRA_NAME "%u", removes ? extra : extra + 1);
      g_autofree char *definition = g_strdup_printf ("{\"name\":\"%s\",\"description\":\"A tool "
                                                     "that came later\","
                                                     "\"inputSchema\":{\"type\":\"object\"},"
                                                     "\"annotations\":{\"readOnlyHint\":true}}",
                                                     name);

      if (removes)
        app_demo_registry_remove_tool (registry, name);
      else
        app_demo_registry_add_tool (registry, definition, run_extra_tool);
      extra += removes ? -1 : 1;
    }
  app_demo_server_broadcast (server, "notifications/tools/list_changed", NULL);
  text = g_strdup_printf ("There are %u extra tools now.", extra);
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
  gint64 *start;

  if (app_demo_request_is_modern (request))
    {
      app_demo_request_answer_text (request, "MCP 2026-07-28 has no ping.", TRUE);
      return;
    }
  start = g_new (gint64, 1);
  *start = g_get_monotonic_time ();
  app_demo_request_ask (request, "ping", NULL, on_pong, start);
}

/* What the client answered, as it came. */
static void
on_answer (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  gboolean         is_error = !mcp_json_value_exists (result);
  g_autofree char *text = mcp_json_value_print_pretty (
      is_error ? mcp_json_value_get_member (answer, "error") : result, 2);

  app_demo_request_answer_text (request, text, is_error);
}

static void
list_roots (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_ask (request, "roots/list", NULL, on_answer, NULL);
}

static void
ask_person (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_ask (
      request, "elicitation/create",
      "{\"message\":\"Where should the parcel "
      "go?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{"
      "\"name\":{\"type\":\"string\",\"title\":\"Name\",\"minLength\":1},"
      "\"email\":{\"type\":\"string\",\"format\":\"email\",\"title\":\"E-mail\"},"
      "\"floor\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":60,\"default\":0},"
      "\"door\":{\"type\":\"string\",\"enum\":[\"front\",\"back\"],\"default\":\"front\"},"
      "\"neighbour\":{\"type\":\"boolean\",\"title\":\"May be left with a "
      "neighbour\",\"default\":true}},"
      "\"required\":[\"name\"]}}",
      on_answer, NULL);
}

static void
ask_model (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *question = mcp_json_value_dup_member_string (arguments, "question");
  g_autofree char *quoted = mcp_json_quote (question != NULL ? question : "Name a colour.", -1);
  g_autofree char *params = g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":{"
                                             "\"type\":\"text\",\"text\":%s}}],"
                                             "\"systemPrompt\":\"Answer in one word.\","
                                             "\"maxTokens\":50}",
                                             quoted);

  app_demo_request_ask (request, "sampling/createMessage", params, on_answer, NULL);
}

/* What a client that cancelled, or that came back, wants to know of this side. */
static void
show_activity (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *structured = NULL;
  g_autofree char *text = NULL;
  guint            requests, cancelled;
  McpJsonWriter   *writer;

  app_demo_server_get_activity (app_demo_request_get_server (request), &requests, &cancelled);
  structured = g_strdup_printf ("{\"requests\":%u,\"cancelled\":%u}", requests - 1, cancelled);
  text = g_strdup_printf ("%u other requests are in progress, %u were cancelled so far.",
                          requests - 1, cancelled);
  writer = app_demo_request_begin_content (request);
  app_demo_request_write_text (writer, text);
  app_demo_request_end_content (request, writer, structured, FALSE);
}

static const AppDemoHandler tools[] = {
  { "slow_task", slow_task },
  { "write_log", write_log },
  { "change_tools", change_tools },
  { "show_activity", show_activity },
  { "ping_client", ping_client },
  { "list_roots", list_roots },
  { "ask_person", ask_person },
  { "ask_model", ask_model },
  { NULL },
};

const AppDemoSystem app_demo_conversation_system = {
  .name = "conversation",
  .tools = tools,
};
