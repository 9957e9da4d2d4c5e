/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the demo server shows of MCP 2025-11-25 beyond tools that answer at once: questions, pages
 * to visit, tasks, completion that knows the other arguments, lists that change. */

#include "demo-tests.h"
#include "demo-process.h"

#include <string.h>

#define CAPABILITIES \
  "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{\"tools\":{}},\"roots\":{}}"

static DemoProcess *
open_demo (const char *options)
{
  DemoProcess *demo = demo_process_start (options);
  g_autoptr (McpJsonDocument)
      opened = demo_process_request (demo, "initialize",
                                     "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" CAPABILITIES "}");

  demo_assert (opened, "/result/protocolVersion", "2025-11-25");
  demo_assert (opened, "/result/capabilities/tasks/requests/tools/call", "{}");
  demo_assert (opened, "/result/serverInfo/icons/0/mimeType", "image/svg+xml");
  return demo;
}

static void
test_form (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument) question = demo_process_begin_call (demo, "fill_form", "{}");
  g_autoptr (McpJsonDocument) result = NULL;
  g_autofree char *text = NULL;

  demo_assert (question, "/method", "elicitation/create");
  demo_assert (question, "/params/requestedSchema/properties/country/oneOf/1/title", "France");
  demo_assert (question, "/params/requestedSchema/properties/days/default", "[\"mon\",\"wed\"]");
  demo_assert (question, "/params/requestedSchema/properties/language/enumNames/0", "English");
  demo_process_answer (demo, question, "{\"action\":\"accept\",\"content\":{\"name\":\"Grace\"}}");
  result = demo_process_read_message (demo);
  text = demo_get (result, "/result/content/0/text");
  g_assert_nonnull (strstr (text, "Grace"));
}

static void
test_page (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument) question = demo_process_begin_call (demo, "visit_page", "{}");
  g_autofree char *id = demo_get (question, "/params/elicitationId");
  g_autoptr (McpJsonDocument) result = NULL;
  g_autoptr (McpJsonDocument) complete = NULL;
  g_autoptr (McpJsonDocument) closed = NULL;
  g_autoptr (McpJsonDocument) visited = NULL;
  g_autoptr (McpJsonDocument) opened = NULL;

  demo_assert (question, "/params/mode", "url");
  demo_process_answer (demo, question, "{\"action\":\"accept\"}");
  result = demo_process_read_message (demo);
  demo_assert (result, "/id", "c");
  complete = demo_process_read_message (demo);
  demo_assert (complete, "/method", "notifications/elicitation/complete");
  demo_assert (complete, "/params/elicitationId", id);

  closed = demo_process_begin_call (demo, "read_ledger", "{}");
  demo_assert (closed, "/error/code", "-32042");
  demo_assert (closed, "/error/data/elicitations/0/mode", "url");
  visited = demo_process_read_message (demo);
  demo_assert (visited, "/method", "notifications/elicitation/complete");
  opened = demo_process_begin_call (demo, "read_ledger", "{}");
  demo_assert (opened, "/result/content/0/text", "Monday: 214.50. Tuesday: 98.00.");
}

static void
test_sampling (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument) first = demo_process_begin_call (demo, "ask_model", "{\"with_tools\":true}");
  g_autoptr (McpJsonDocument) second = NULL;
  g_autoptr (McpJsonDocument) result = NULL;
  g_autofree char *text = NULL;

  demo_assert (first, "/params/tools/0/name", "get_stock");
  demo_assert (first, "/params/toolChoice/mode", "auto");
  demo_process_answer (demo, first,
                       "{\"role\":\"assistant\",\"model\":\"m\",\"stopReason\":\"toolUse\",\"content\":[{"
                       "\"type\":\"tool_use\",\"id\":\"u1\",\"name\":\"get_stock\",\"input\":{\"product\":"
                       "\"radio-9\"}}]}");
  second = demo_process_read_message (demo);
  demo_assert (second, "/params/messages/1/content/0/id", "u1");
  demo_assert (second, "/params/messages/2/content/0/toolUseId", "u1");
  demo_process_answer (demo, second,
                       "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":"
                       "\"twelve\"}}");
  result = demo_process_read_message (demo);
  text = demo_get (result, "/result/content/0/text");
  g_assert_nonnull (strstr (text, "twelve"));
}

/* A call that is cancelled takes its question back. */
static void
test_taken_back (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument) question = demo_process_begin_call (demo, "ask_person", "{}");
  g_autofree char *id = demo_get (question, "/id");
  g_autoptr (McpJsonDocument) cancelled = NULL;
  g_autoptr (McpJsonDocument) pong = NULL;

  demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                           "cancelled\",\"params\":{\"requestId\":\"c\"}}");
  cancelled = demo_process_read_message (demo);
  demo_assert (cancelled, "/method", "notifications/cancelled");
  demo_assert (cancelled, "/params/requestId", id);
  demo_process_answer (demo, question, "{\"action\":\"decline\"}");
  pong = demo_process_request (demo, "ping", NULL);
  g_assert_cmpuint (demo->notifications->len, ==, 0);
}

static char *
begin_task (DemoProcess *demo, const char *tool, const char *arguments)
{
  g_autofree char *params = g_strdup_printf ("{\"name\":\"%s\",\"arguments\":%s,\"task\":{\"ttl\":"
                                             "60000}}",
                                             tool, arguments);
  g_autoptr (McpJsonDocument) created = demo_process_request (demo, "tools/call", params);

  demo_assert (created, "/result/task/ttl", "60000");
  return demo_get (created, "/result/task/taskId");
}

static McpJsonDocument *
request_task (DemoProcess *demo, const char *method, const char *id)
{
  g_autofree char *params = g_strdup_printf ("{\"taskId\":\"%s\"}", id);

  return demo_process_request (demo, method, params);
}

static void
test_tasks (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument) sync = demo_process_call (demo, "plan_dinner", "{}");
  g_autofree char *bread = begin_task (demo, "bake_bread", "{\"seconds\":0.2}");
  g_autoptr (McpJsonDocument) result = request_task (demo, "tasks/result", bread);
  g_autofree char *long_one = begin_task (demo, "bake_bread", "{\"seconds\":3000}");
  g_autoptr (McpJsonDocument) working = request_task (demo, "tasks/get", long_one);
  g_autoptr (McpJsonDocument) cancelled = request_task (demo, "tasks/cancel", long_one);
  g_autoptr (McpJsonDocument) again = request_task (demo, "tasks/cancel", long_one);
  g_autoptr (McpJsonDocument) list = demo_process_request (demo, "tasks/list", "{}");
  g_autoptr (McpJsonDocument) unknown = request_task (demo, "tasks/get", "nobody");

  demo_assert (sync, "/error/code", "-32601");
  demo_assert (result, "/result/content/0/text", "A loaf of bread.");
  demo_assert (result, "/result/_meta/io.modelcontextprotocol~1related-task/taskId", bread);
  demo_assert (working, "/result/status", "working");
  demo_assert (cancelled, "/result/status", "cancelled");
  demo_assert (again, "/error/code", "-32602");
  demo_assert (list, "/result/tasks/0/status", "completed");
  demo_assert (list, "/result/tasks/1/status", "cancelled");
  demo_assert (unknown, "/error/code", "-32602");
}

/* The question of a task goes by the stream of who waits for its result. */
static void
test_task_asks (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autofree char *id = begin_task (demo, "plan_dinner", "{}");
  g_autofree char *wait = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":\"w\",\"method\":\"tasks/"
                                           "result\",\"params\":{\"taskId\":\"%s\"}}",
                                           id);
  g_autoptr (McpJsonDocument) before = request_task (demo, "tasks/get", id);
  g_autoptr (McpJsonDocument) question = NULL;
  g_autoptr (McpJsonDocument) result = NULL;

  demo_assert (before, "/result/status", "input_required");
  demo_process_send (demo, wait);
  question = demo_process_read_message (demo);
  demo_assert (question, "/method", "elicitation/create");
  demo_assert (question, "/params/_meta/io.modelcontextprotocol~1related-task/taskId", id);
  demo_process_answer (demo, question, "{\"action\":\"accept\",\"content\":{\"guests\":6}}");
  while (result == NULL)
    {
      g_autoptr (McpJsonDocument) message = demo_process_read_message (demo);
      g_autofree char *message_id = demo_get (message, "/id");

      if (strcmp (message_id, "w") == 0)
        result = g_steal_pointer (&message);
      else
        demo_assert (message, "/method", "notifications/tasks/status");
    }
  demo_assert (result, "/result/content/0/text", "Dinner for 6 is planned: soup, bread, pears.");
}

static void
test_completion (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument)
      books = demo_process_request (demo, "completion/complete",
                                    "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"product://"
                                    "{category}/{id}\"},\"argument\":{\"name\":\"id\",\"value\":"
                                    "\"\"},\"context\":{\"arguments\":{\"category\":\"books\"}}}");
  g_autoptr (McpJsonDocument)
      words = demo_process_request (demo, "completion/complete",
                                    "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"echo://simple/"
                                    "{word}\"},\"argument\":{\"name\":\"word\",\"value\":\"no\"}}");
  g_autoptr (McpJsonDocument) read = demo_process_request (demo, "resources/read",
                                                           "{\"uri\":\"echo://search?query=a%20b\"}");

  demo_assert (books, "/result/completion/values",
               "[\"atlas-1\",\"cook-7\",\"field-3\",\"type-2\",\"notes-9\",\"maps-4\"]");
  demo_assert (words, "/result/completion/total", "4");
  demo_assert (read, "/result/contents/0/text",
               "{\"uri\":\"echo://search?query=a%20b\",\"decoded\":\"echo://search?query=a b\","
               "\"query\":{\"query\":\"a b\"}}");
}

static void
test_changes (void)
{
  static const char *const notifications[] = { "notifications/tools/list_changed",
                                               "notifications/tools/list_changed",
                                               "notifications/prompts/list_changed",
                                               "notifications/resources/list_changed" };
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument)
      described = demo_process_call (demo, "change_tools", "{\"action\":\"describe\"}");
  g_autoptr (McpJsonDocument)
      reshaped = demo_process_call (demo, "change_tools", "{\"action\":\"reshape\"}");
  g_autoptr (McpJsonDocument) prompts = demo_process_call (demo, "change_prompts", "{}");
  g_autoptr (McpJsonDocument) resources = demo_process_call (demo, "change_resources", "{}");
  g_autoptr (McpJsonDocument) tools = demo_process_request (demo, "tools/list", "{}");
  g_autoptr (McpJsonDocument) prompt = demo_process_request (demo, "prompts/get",
                                                             "{\"name\":\"extra_prompt_1\"}");
  g_autoptr (McpJsonDocument)
      resource = demo_process_request (demo, "resources/read",
                                       "{\"uri\":\"extra://resource/1\"}");
  g_autofree char *all = demo_get (tools, "");

  for (guint i = 0; i < G_N_ELEMENTS (notifications); i++)
    demo_assert ((McpJsonDocument *)g_ptr_array_index (demo->notifications, i), "/method",
                 notifications[i]);
  g_assert_nonnull (strstr (all, "id_rsa"));
  g_assert_nonnull (strstr (all, "\"volume\""));
  demo_assert (prompt, "/result/messages/0/role", "user");
  demo_assert (resource, "/result/contents/0/uri", "extra://resource/1");
}

static void
test_progress (void)
{
  g_autoptr (DemoProcess) demo = open_demo (NULL);
  g_autoptr (McpJsonDocument)
      backwards = demo_process_call (demo, "slow_task",
                                     "{\"seconds\":0.05,\"steps\":2,\"progress\":\"backwards\"}");
  McpJsonDocument *last = g_ptr_array_index (demo->notifications, demo->notifications->len - 1);

  demo_assert (last, "/params/progress", "0");
}

void
add_demo_features_tests (void)
{
  g_test_add_func ("/demo/features/form", test_form);
  g_test_add_func ("/demo/features/page", test_page);
  g_test_add_func ("/demo/features/sampling", test_sampling);
  g_test_add_func ("/demo/features/taken-back", test_taken_back);
  g_test_add_func ("/demo/features/tasks", test_tasks);
  g_test_add_func ("/demo/features/task-asks", test_task_asks);
  g_test_add_func ("/demo/features/completion", test_completion);
  g_test_add_func ("/demo/features/changes", test_changes);
  g_test_add_func ("/demo/features/progress", test_progress);
}
