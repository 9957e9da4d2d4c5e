/* SPDX-License-Identifier: GPL-3.0-or-later */

/* MCP 2026-07-28 as the demo server speaks it, over stdio: what the conformance suite, which knows
 * HTTP only, does not see. */

#include "demo-tests.h"
#include "demo-process.h"

#include <string.h>
#include <sys/wait.h>

#define META(capabilities)                                         \
  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-" \
  "07-28\",\"io.modelcontextprotocol/clientCapabilities\":" capabilities "}"
#define PLAIN "{" META ("{}") "}"
#define CAN_ASK META ("{\"elicitation\":{}}")
#define CAN_TASK META ("{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}")

static void
test_discover (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);
  g_autoptr (McpJsonDocument) found = demo_process_request (demo, "server/discover", PLAIN);
  g_autoptr (McpJsonDocument) tools = demo_process_request (demo, "tools/list", PLAIN);
  g_autoptr (McpJsonDocument) ping = demo_process_request (demo, "ping", PLAIN);
  g_autoptr (McpJsonDocument) old = demo_process_request (demo, "tools/list", NULL);

  demo_assert (found, "/result/resultType", "complete");
  demo_assert (found, "/result/supportedVersions", "[\"2026-07-28\"]");
  demo_assert (found, "/result/_meta/io.modelcontextprotocol~1serverInfo/name", "spyglass-demo");
  demo_assert (found, "/result/capabilities/extensions/io.modelcontextprotocol~1tasks", "{}");
  demo_assert (found, "/result/ttlMs", "60000");
  demo_assert (tools, "/result/cacheScope", "public");
  demo_assert (ping, "/error/code", "-32601");
  demo_assert (old, "/error/code", "-32600");
}

static void
test_refusals (void)
{
  static const char *const cases[][2] = {
    { "{}", "-32602" },
    { "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}", "-32602" },
    { "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":7,"
      "\"io.modelcontextprotocol/clientCapabilities\":{}}}",
      "-32602" },
    { "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2031-01-01\","
      "\"io.modelcontextprotocol/clientCapabilities\":{}}}",
      "-32022" },
    { "{" META ("{}") ",\"inputResponses\":null}", "-32602" },
    { "{" META ("{}") ",\"requestState\":5}", "-32602" },
  };
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) answer = demo_process_request (demo, "server/discover",
                                                                 cases[i][0]);

      demo_assert (answer, "/error/code", cases[i][1]);
    }
}

static void
test_eras (void)
{
  g_autoptr (DemoProcess) modern = demo_process_start ("--era modern");
  g_autoptr (DemoProcess) legacy = demo_process_start ("--era legacy");
  g_autoptr (McpJsonDocument)
      refused = demo_process_request (modern, "initialize", "{\"protocolVersion\":\"2025-11-25\"}");
  g_autoptr (McpJsonDocument) bare = demo_process_request (modern, "tools/list", NULL);
  g_autoptr (McpJsonDocument) unknown = demo_process_request (legacy, "server/discover", PLAIN);

  demo_assert (refused, "/error/code", "-32022");
  demo_assert (refused, "/error/data/supported/0", "2026-07-28");
  demo_assert (refused, "/error/data/requested", "2025-11-25");
  demo_assert (bare, "/error/code", "-32602");
  demo_assert (unknown, "/error/code", "-32601");
}

#define ASK "{\"name\":\"ask_person\",\"arguments\":{}," CAN_ASK
#define ANSWER "\"inputResponses\":{\"answer\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}}"

static void
test_rounds (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);
  g_autoptr (McpJsonDocument)
      unable = demo_process_request (demo, "tools/call",
                                     "{\"name\":\"ask_person\"," META ("{}") "}");
  g_autoptr (McpJsonDocument) asked = demo_process_request (demo, "tools/call", ASK "}");
  g_autoptr (McpJsonDocument)
      answered = demo_process_request (demo, "tools/call", ASK "," ANSWER "}");
  g_autofree char *text = demo_get (answered, "/result/content/0/text");

  demo_assert (unable, "/error/code", "-32021");
  demo_assert (unable, "/error/data/requiredCapabilities", "{\"elicitation\":{\"form\":{}}}");
  demo_assert (asked, "/result/resultType", "input_required");
  demo_assert (asked, "/result/inputRequests/answer/method", "elicitation/create");
  demo_assert (answered, "/result/resultType", "complete");
  g_assert_nonnull (strstr (text, "\"Ada\""));
}

/* A state belongs to its request, and comes back as it was. */
static void
test_state (void)
{
  static const char call[] = "{\"name\":\"test_input_required_result_multi_round\"," CAN_ASK;
  g_autoptr (DemoProcess) demo = demo_process_start ("--conformance");
  g_autofree char *first = g_strconcat (call, "}", NULL);
  g_autoptr (McpJsonDocument) asked = demo_process_request (demo, "tools/call", first);
  g_autofree char *state = demo_get (asked, "/result/requestState");
  g_autofree char *second = g_strdup_printf ("%s,\"inputResponses\":{\"step1\":{\"action\":"
                                             "\"decline\"}},\"requestState\":\"%s\"}",
                                             call, state);
  g_autofree char *elsewhere = g_strdup_printf ("{\"name\":\"test_input_required_result_"
                                                "elicitation\"," CAN_ASK
                                                ",\"requestState\":\"%s\"}",
                                                state);
  g_autoptr (McpJsonDocument) again = demo_process_request (demo, "tools/call", second);
  g_autoptr (McpJsonDocument) refused = demo_process_request (demo, "tools/call", elsewhere);
  g_autofree char *later = demo_get (again, "/result/requestState");

  demo_assert (again, "/result/inputRequests/step2/method", "elicitation/create");
  g_assert_cmpstr (state, !=, later);
  demo_assert (refused, "/error/code", "-32602");
}

#define LISTEN                                                                                 \
  "{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"subscriptions/listen\",\"params\":{"        \
  "\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"product://audio/" \
  "headphones-7\"],\"taskIds\":[\"t\"],\"somethingElse\":true}," META ("{}") "}}"

static void
test_listen (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);
  g_autoptr (McpJsonDocument) acknowledged = NULL;
  g_autoptr (McpJsonDocument) changed = NULL;
  g_autoptr (McpJsonDocument) ended = NULL;
  McpJsonDocument *first;

  demo_process_send (demo, LISTEN);
  acknowledged = demo_process_read_message (demo);
  demo_assert (acknowledged, "/method", "notifications/subscriptions/acknowledged");
  demo_assert (acknowledged, "/params/_meta/io.modelcontextprotocol~1subscriptionId", "s1");
  demo_assert (acknowledged, "/params/notifications",
               "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"product://audio/"
               "headphones-7\"]}");

  changed = demo_process_request (demo, "tools/call",
                                  "{\"name\":\"change_tools\"," META ("{}") "}");
  g_assert_cmpuint (demo->notifications->len, ==, 1);
  first = g_ptr_array_index (demo->notifications, 0);
  demo_assert (first, "/method", "notifications/tools/list_changed");
  demo_assert (first, "/params/_meta/io.modelcontextprotocol~1subscriptionId", "s1");

  g_assert_cmpint (demo_process_wait (demo, TRUE, 5000), ==, 0);
  ended = demo_process_read_message (demo);
  demo_assert (ended, "/id", "s1");
  demo_assert (ended, "/result/resultType", "complete");
  demo_assert (ended, "/result/_meta/io.modelcontextprotocol~1subscriptionId", "s1");
}

static void
test_listen_cancelled (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);
  g_autoptr (McpJsonDocument) acknowledged = NULL;
  g_autoptr (McpJsonDocument) changed = NULL;

  demo_process_send (demo, LISTEN);
  acknowledged = demo_process_read_message (demo);
  demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                           "cancelled\",\"params\":{\"requestId\":\"s1\"}}");
  changed = demo_process_request (demo, "tools/call",
                                  "{\"name\":\"change_tools\"," META ("{}") "}");
  g_assert_cmpuint (demo->notifications->len, ==, 0);
}

/* Asks for the task until it is in @status. Returns: (transfer full): the task as it is then */
static McpJsonDocument *
wait_for_status (DemoProcess *demo, const char *id, const char *status)
{
  g_autofree char *params = g_strdup_printf ("{\"taskId\":\"%s\"," CAN_TASK "}", id);

  for (guint i = 0; i < 500; i++)
    {
      McpJsonDocument *task = demo_process_request (demo, "tasks/get", params);
      g_autofree char *found = demo_get (task, "/result/status");

      if (strcmp (found, status) == 0)
        return task;
      mcp_json_document_unref (task);
      g_usleep (10000);
    }
  g_assert_not_reached ();
}

static void
test_tasks (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--conformance");
  g_autoptr (McpJsonDocument)
      created = demo_process_request (demo, "tools/call",
                                      "{\"name\":\"confirm_delete\"," CAN_TASK "}");
  g_autofree char *id = demo_get (created, "/result/taskId");
  g_autofree char *update = g_strdup_printf ("{\"taskId\":\"%s\",\"inputResponses\":{\"confirm\":{"
                                             "\"action\":\"decline\"}}," CAN_TASK "}",
                                             id);
  g_autofree char *cancel = g_strdup_printf ("{\"taskId\":\"%s\"," CAN_TASK "}", id);
  g_autoptr (McpJsonDocument) asks = NULL;
  g_autoptr (McpJsonDocument) updated = NULL;
  g_autoptr (McpJsonDocument) completed = NULL;
  g_autoptr (McpJsonDocument) cancelled = NULL;

  demo_assert (created, "/result/resultType", "task");
  asks = wait_for_status (demo, id, "input_required");
  demo_assert (asks, "/result/inputRequests/confirm/method", "elicitation/create");
  updated = demo_process_request (demo, "tasks/update", update);
  demo_assert (updated, "/result/resultType", "complete");
  completed = wait_for_status (demo, id, "completed");
  demo_assert (completed, "/result/result/content/0/text", "Answered");
  cancelled = demo_process_request (demo, "tasks/cancel", cancel);
  demo_assert (cancelled, "/result/resultType", "complete");
}

/* What a task does is heard by who listens for it. */
static void
test_task_heard (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);
  g_autoptr (McpJsonDocument)
      created = demo_process_request (demo, "tools/call",
                                      "{\"name\":\"bake_bread\",\"arguments\":{\"seconds\":0.2}," CAN_TASK
                                      "}");
  g_autofree char *id = demo_get (created, "/result/taskId");
  g_autofree char *listen = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"subscriptions/"
                                             "listen\",\"params\":{\"notifications\":{\"taskIds\":[\"%s\"]}"
                                             "," CAN_TASK "}}",
                                             id);
  g_autoptr (McpJsonDocument) acknowledged = NULL;
  gboolean completed = FALSE;

  demo_process_send (demo, listen);
  acknowledged = demo_process_read_message (demo);
  demo_assert (acknowledged, "/params/notifications/taskIds/0", id);
  while (!completed)
    {
      g_autoptr (McpJsonDocument) message = demo_process_read_message (demo);
      g_autofree char *status = demo_get (message, "/params/status");

      demo_assert (message, "/method", "notifications/tasks");
      demo_assert (message, "/params/taskId", id);
      demo_assert (message, "/params/_meta/io.modelcontextprotocol~1subscriptionId", "9");
      completed = strcmp (status, "completed") == 0;
      if (completed)
        demo_assert (message, "/params/result/content/0/text", "A loaf of bread.");
    }
}

/* Servers of an earlier era, and broken ones, as a client of both meets them. */
static void
test_probe (void)
{
  static const char *const cases[][2] = {
    { "method-not-found", "-32601" },
    { "invalid-params", "-32602" },
    { "own-error", "-32000" },
    { "header-mismatch", "-32020" },
    { "missing-capability", "-32021" },
    { "other-version", "-32022" },
  };
  g_autoptr (DemoProcess) same = demo_process_start ("--probe-answer same-version");
  g_autoptr (DemoProcess) silent = demo_process_start ("--probe-answer silent");
  DemoProcess *exits = demo_process_start ("--probe-answer exit");
  g_autoptr (McpJsonDocument) first = demo_process_request (same, "server/discover", PLAIN);
  g_autoptr (McpJsonDocument) second = demo_process_request (same, "server/discover", PLAIN);
  g_autoptr (McpJsonDocument) opened = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *options = g_strdup_printf ("--probe-answer %s", cases[i][0]);
      g_autoptr (DemoProcess) demo = demo_process_start (options);
      g_autoptr (McpJsonDocument) answer = demo_process_request (demo, "server/discover", PLAIN);

      demo_assert (answer, "/error/code", cases[i][1]);
    }
  demo_assert (first, "/error/data/supported/0", "2026-07-28");
  demo_assert (second, "/result/supportedVersions/0", "2026-07-28");
  demo_process_send (silent, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"server/"
                             "discover\",\"params\":" PLAIN "}");
  opened = demo_process_request (silent, "initialize",
                                 "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}");
  demo_assert (opened, "/result/protocolVersion", "2025-11-25");
  g_assert_cmpuint (silent->notifications->len, ==, 0);
  demo_process_send (exits, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/"
                            "discover\",\"params\":" PLAIN "}");
  g_assert_cmpint (demo_process_wait (exits, FALSE, 5000), !=, 0);
  demo_process_free (exits);
}

void
add_demo_modern_tests (void)
{
  g_test_add_func ("/demo/modern/discover", test_discover);
  g_test_add_func ("/demo/modern/refusals", test_refusals);
  g_test_add_func ("/demo/modern/eras", test_eras);
  g_test_add_func ("/demo/modern/rounds", test_rounds);
  g_test_add_func ("/demo/modern/state", test_state);
  g_test_add_func ("/demo/modern/listen", test_listen);
  g_test_add_func ("/demo/modern/listen-cancelled", test_listen_cancelled);
  g_test_add_func ("/demo/modern/tasks", test_tasks);
  g_test_add_func ("/demo/modern/task-heard", test_task_heard);
  g_test_add_func ("/demo/modern/probe", test_probe);
}
