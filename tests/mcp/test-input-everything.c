/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask, tasks, subscriptions, completion and logging: against server-everything, over
 * stdio and HTTP. */

#include "mcp-tests.h"
#include "mcp-client-completion.h"
#include "mcp-http-transport.h"
#include "mcp-stdio-transport.h"
#include "test-live.h"
#include "test-memory-transport.h"
#include "test-requests.h"

#include <string.h>

static McpResult *
complete (TestLive   *live,
          const char *name,
          const char *argument,
          const char *value,
          const char *context)
{
  TestAnswer completed = { 0 };
  g_autoptr (GBytes) bytes = context != NULL ? g_bytes_new (context, strlen (context)) : NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpResult *completion;

  mcp_client_complete_async (live->client, MCP_COMPLETE_PROMPT, name, argument, value, bytes, NULL,
                             test_answer_take, &completed);
  result = test_answer_wait (&completed);
  completion = mcp_client_complete_finish (live->client, result, &error);
  g_assert_no_error (error);
  return completion;
}

static char *
find_tool (const char *name)
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *path = NULL;

  path = g_build_filename (tools != NULL ? tools : "/nonexistent", "node_modules", name, NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the Node tools are not installed: ./dev setup");
      return NULL;
    }
  return g_steal_pointer (&path);
}

static McpTransport *
open_everything_http (TestLive *live, const char *node, const char *script)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16          port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *text = g_strdup_printf ("%u", port);
  g_autofree char *url = g_strdup_printf ("http://localhost:%u/mcp", port);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);

  g_clear_object (&listener);
  g_subprocess_launcher_setenv (launcher, "PORT", text, TRUE);
  live->server = g_subprocess_launcher_spawn (launcher, NULL, node, script, "streamableHttp", NULL);
  g_assert_nonnull (live->server);
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GSocketConnection) connection =
          g_socket_client_connect_to_host (client, "localhost", port, NULL, NULL);

      if (connection != NULL)
        return mcp_http_transport_new (url, NULL);
      test_wait_ms (50);
    }
  g_error ("The server does not listen");
}

static gboolean
open_everything (TestLive *live, gboolean http)
{
  g_autofree char *node = find_tool ("node/bin/node");
  g_autofree char *script = find_tool ("@modelcontextprotocol/server-everything/dist/index.js");

  memset (live, 0, sizeof *live);
  if (node == NULL || script == NULL)
    return FALSE;
  test_live_open (live,
                  http ? open_everything_http (live, node, script)
                       : mcp_stdio_transport_new (node, (const char *[]){ script, "stdio", NULL }),
                  MCP_ERA_LEGACY);
  return TRUE;
}

static void
test_everything_asks (gconstpointer http)
{
  TestLive live;
  g_autoptr (McpResult) required = NULL;
  g_autoptr (GPtrArray) pages = NULL;
  McpMessage *message;

  if (!open_everything (&live, GPOINTER_TO_INT (http)))
    return;
  test_live_assert_says (&live, "trigger-sampling-request", "{\"prompt\":\"colour\"}", "blue");
  test_live_assert_says (&live, "trigger-elicitation-request", "{}", "Ada");
  test_live_assert_says (&live, "get-roots-list", "{}", "file:///srv/spyglass");
  test_live_assert_says (&live, "trigger-url-elicitation", "{\"url\":\"https://a.example/x\"}", "accept");

  required = test_live_call (&live, "trigger-url-elicitation",
                             "{\"url\":\"https://a.example/x\",\"errorPath\":true}", NULL);
  message = mcp_response_get_message (required->response);
  g_assert_cmpint (mcp_message_get_error_code (message), ==, MCP_RPC_URL_ELICITATION_REQUIRED);
  pages = mcp_elicitation_list_required (mcp_message_get_error_data (message));
  g_assert_cmpuint (pages->len, ==, 1);
  g_assert_null (((McpElicitation *)g_ptr_array_index (pages, 0))->findings);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_SAMPLING], ==, 1);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], ==, 2);
  test_live_close (&live);
}

/** What the server asks of us as a task. */
static void
test_everything_receives (gconstpointer http)
{
  TestLive live;

  if (!open_everything (&live, GPOINTER_TO_INT (http)))
    return;
  test_live_assert_says (&live, "trigger-sampling-request-async", "{\"prompt\":\"colour\"}", "blue");
  test_live_assert_says (&live, "trigger-elicitation-request-async", "{}", "Ada");
  test_live_close (&live);
}

static void
test_everything_tasks (gconstpointer http)
{
  TestLive live;
  g_autoptr (McpTask) task = NULL;
  g_autofree char *text = NULL;

  if (!open_everything (&live, GPOINTER_TO_INT (http)))
    return;
  g_assert_true (mcp_task_list_is_offered_by (live.client));
  task = test_live_begin_task (&live, "simulate-research-query", "{\"topic\":\"tea\",\"ambiguous\":true}");
  test_live_wait_task (task);
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_COMPLETED);
  text = test_live_dup_text (mcp_task_get_state (task)->result);
  g_assert_nonnull (strstr (text, "tea"));
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], ==, 1);
  test_live_close (&live);
}

static void
test_everything_tells (gconstpointer http)
{
  TestLive                 live;
  McpResourceSubscription *resource;
  g_autoptr (McpResult) first = NULL;
  g_autoptr (McpResult) second = NULL;
  g_autoptr (McpResult) toggled = NULL;

  if (!open_everything (&live, GPOINTER_TO_INT (http)))
    return;
  g_assert_true (mcp_client_offers_completion (live.client));
  first = complete (&live, "completable-prompt", "department", "S", NULL);
  g_assert_cmpuint (first->n_values, ==, 2);
  second = complete (&live, "completable-prompt", "name", "",
                     "{\"department\":\"Sales\"}");
  g_assert_cmpstr (second->values[0], ==, "David");
  test_live_set_level (&live, MCP_LOG_DEBUG);
  test_wait_ms (200); /* the stream that listens opens beside the session */
  resource = test_live_watch (&live, "demo://resource/dynamic/text/1");
  toggled = test_live_call (&live, "toggle-subscriber-updates", "{}", NULL);
  while (live.n_updated == 0)
    test_wait_event ();
  g_assert_cmpuint (mcp_resource_subscription_get_info (resource)->n_updates, >=, 1);
  g_assert_cmpuint (live.n_logged, >=, 1);
  test_live_close (&live);
}

void
add_input_everything_tests (void)
{
  static const struct
  {
    const char   *name;
    GTestDataFunc func;
  } EVERYTHING[] = {
    { "asks", test_everything_asks },
    { "receives", test_everything_receives },
    { "tasks", test_everything_tasks },
    { "tells", test_everything_tells },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (EVERYTHING); i++)
    for (int http = FALSE; http <= TRUE; http++)
      {
        g_autofree char *path = g_strdup_printf ("/input/live/everything/%s/%s",
                                                 EVERYTHING[i].name, http ? "http" : "stdio");

        g_test_add_data_func (path, GINT_TO_POINTER (http), EVERYTHING[i].func);
      }
}
