/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask, tasks, subscriptions, completion and logging: against server-everything and
 * against spyglass-demo, in both eras, over stdio and HTTP. */

#include "mcp-tests.h"
#include "mcp-client-completion.h"
#include "mcp-client-logging.h"
#include "mcp-subscription.h"
#include "mcp-task-list.h"
#include "mcp-http-transport.h"
#include "mcp-stdio-transport.h"
#include "test-demo.h"
#include "test-memory-transport.h"
#include "test-person.h"
#include "test-requests.h"

#include <string.h>

#define ALL                                                                                  \
  (MCP_CLIENT_ROOTS_LIST_CHANGED | MCP_CLIENT_SAMPLING_TOOLS | MCP_CLIENT_ELICITATION_FORM | \
   MCP_CLIENT_ELICITATION_URL | MCP_CLIENT_TASKS_SAMPLING | MCP_CLIENT_TASKS_ELICITATION |   \
   MCP_CLIENT_TASKS_LIST | MCP_CLIENT_TASKS_CANCEL)

typedef struct
{
  McpClient   *client;
  GSubprocess *server; /* (nullable): of HTTP */
  guint        n_asked[MCP_INPUT_UNKNOWN + 1];
  guint        n_refused;
  guint        n_malformed;
  guint        n_logged;
  guint        n_changed;
  guint        n_updated;
} Live;

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Live *live)
{
  g_assert_null (mcp_input_request_get_findings (request));
  live->n_asked[mcp_input_request_get_details (request)->kind]++;
  test_person_answer (request);
  return TRUE;
}

static void
on_input_refused (McpInputGate *gate, McpInputRequest *request, Live *live)
{
  live->n_refused++;
}

static void
on_list_changed (McpClient *client, int kind, Live *live)
{
  live->n_changed++;
}

static void
on_updated (McpSubscription *subscription, const char *uri, Live *live)
{
  live->n_updated++;
}

static void
on_notification (McpClient *client, McpMessage *message, Live *live)
{
  g_autoptr (McpLogMessage) log = mcp_client_read_log_message (message);

  if (log == NULL)
    return;
  g_assert_null (log->findings);
  live->n_logged++;
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, Live *live)
{
  if (entry->record->kind == MCP_RECORD_MALFORMED)
    live->n_malformed++;
  if (entry->record->kind == MCP_RECORD_SENT && entry->message != NULL)
    test_assert_shape (entry->message);
}

static void
open_client (Live *live, McpTransport *transport, McpEraKind era)
{
  TestAnswer opened = { 0 };
  g_autoptr (McpClientCapabilities) offer = mcp_client_capabilities_new (ALL);
  g_autoptr (McpRoots) roots = mcp_roots_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_client_capabilities_set_extension (offer, "io.modelcontextprotocol/tasks", "{}");
  mcp_roots_add (roots, "file:///srv/spyglass", "Spyglass", NULL);
  live->client = test_client_new (transport);
  mcp_client_set_capabilities (live->client, offer);
  mcp_input_gate_set_roots (test_client_gate (live->client), roots);
  mcp_client_get_options (live->client)->era = era == MCP_ERA_MODERN ? MCP_ERA_CHOICE_MODERN
                                                                     : MCP_ERA_CHOICE_LEGACY;
  g_signal_connect (mcp_client_get_tap (live->client), "entry", G_CALLBACK (on_entry), live);
  g_signal_connect (test_client_gate (live->client), "request", G_CALLBACK (on_input_request), live);
  g_signal_connect (test_client_gate (live->client), "refused", G_CALLBACK (on_input_refused), live);
  g_signal_connect (live->client, "list-changed", G_CALLBACK (on_list_changed), live);
  g_signal_connect (live->client, "notification", G_CALLBACK (on_notification), live);
  g_signal_connect (test_client_subscription (live->client), "resource-updated",
                    G_CALLBACK (on_updated), live);
  mcp_client_open_async (live->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  mcp_client_open_finish (live->client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpint (mcp_client_get_era (live->client), ==, era);
  g_object_unref (transport);
}

static void
close_client (Live *live)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (live->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (live->client, result, NULL));
  g_assert_cmpuint (live->n_malformed, ==, 0);
  g_assert_cmpuint (live->n_refused, ==, 0);
  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&live->client));
  test_demo_stop (&live->server);
}

static McpResult *
call (Live *live, const char *name, const char *arguments, const McpRequestOptions *options)
{
  TestAnswer called = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new (arguments, strlen (arguments));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpResult *outcome;

  g_test_message ("%s %s", name, arguments);
  test_call_tool_async (live->client, name, bytes, options, NULL, test_answer_take, &called);
  result = test_answer_wait (&called);
  outcome = mcp_client_call_finish (live->client, result, &error);
  g_assert_no_error (error);
  return outcome;
}

static char *
dup_text (McpResult *result)
{
  GPtrArray *contents = result->parts;
  GString   *text = g_string_new (NULL);

  g_assert_false (mcp_result_is_rpc_error (result));
  g_assert_false (result->is_error);
  for (guint i = 0; i < contents->len; i++)
    {
      g_autofree char *part =
          mcp_json_value_dup_string (((McpContent *)contents->pdata[i])->text, NULL);

      g_string_append (text, part != NULL ? part : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_says (Live *live, const char *name, const char *arguments, const char *expected)
{
  g_autoptr (McpResult) result = call (live, name, arguments, NULL);
  g_autofree char *text = dup_text (result);

  if (strstr (text, expected) == NULL)
    g_error ("%s says: %s", name, text);
}

/** Runs @name as a task. Returns: (transfer full): the task, finished */
static McpTask *
run_task (Live *live, const char *name, const char *arguments)
{
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  GListModel       *tasks = G_LIST_MODEL (test_client_tasks (live->client));
  g_autoptr (McpResult) result = NULL;
  McpTask *task;

  options.as_task = TRUE;
  result = call (live, name, arguments, &options);
  g_assert_true (mcp_result_is_task (result));
  task = g_list_model_get_item (tasks, g_list_model_get_n_items (tasks) - 1);
  for (guint i = 0; i < 1500 && !mcp_task_is_finished (task); i++)
    {
      g_assert_no_error (mcp_task_get_error (task));
      test_wait_ms (10);
    }
  g_assert_true (mcp_task_is_finished (task));
  return task;
}

static McpResult *
complete (Live       *live,
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

static void
set_level (Live *live, McpLogLevel level)
{
  TestAnswer set = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_client_set_log_level_async (live->client, level, NULL, test_answer_take, &set);
  result = test_answer_wait (&set);
  mcp_client_set_log_level_finish (live->client, result, &error);
  g_assert_no_error (error);
}

static McpResourceSubscription *
watch (Live *live, const char *uri)
{
  McpResourceSubscription *resource =
      mcp_subscription_add (test_client_subscription (live->client), uri, NULL);

  while (mcp_resource_subscription_get_info (resource)->state != MCP_RESOURCE_SUBSCRIPTION_ACTIVE)
    test_wait_event ();
  g_assert_cmpint (mcp_resource_subscription_get_info (resource)->state, ==,
                   MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  return resource;
}

/* server-everything */

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
open_everything_http (Live *live, const char *node, const char *script)
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
open_everything (Live *live, gboolean http)
{
  g_autofree char *node = find_tool ("node/bin/node");
  g_autofree char *script = find_tool ("@modelcontextprotocol/server-everything/dist/index.js");

  memset (live, 0, sizeof *live);
  if (node == NULL || script == NULL)
    return FALSE;
  open_client (live,
               http ? open_everything_http (live, node, script)
                    : mcp_stdio_transport_new (node, (const char *[]){ script, "stdio", NULL }),
               MCP_ERA_LEGACY);
  return TRUE;
}

static void
test_everything_asks (gconstpointer http)
{
  Live live;
  g_autoptr (McpResult) required = NULL;
  g_autoptr (GPtrArray) pages = NULL;
  McpMessage *message;

  if (!open_everything (&live, GPOINTER_TO_INT (http)))
    return;
  assert_says (&live, "trigger-sampling-request", "{\"prompt\":\"colour\"}", "blue");
  assert_says (&live, "trigger-elicitation-request", "{}", "Ada");
  assert_says (&live, "get-roots-list", "{}", "file:///srv/spyglass");
  assert_says (&live, "trigger-url-elicitation", "{\"url\":\"https://a.example/x\"}", "accept");

  required = call (&live, "trigger-url-elicitation",
                   "{\"url\":\"https://a.example/x\",\"errorPath\":true}", NULL);
  message = mcp_response_get_message (required->response);
  g_assert_cmpint (mcp_message_get_error_code (message), ==, MCP_RPC_URL_ELICITATION_REQUIRED);
  pages = mcp_elicitation_list_required (mcp_message_get_error_data (message));
  g_assert_cmpuint (pages->len, ==, 1);
  g_assert_null (((McpElicitation *)g_ptr_array_index (pages, 0))->findings);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_SAMPLING], ==, 1);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], ==, 2);
  close_client (&live);
}

/** What the server asks of us as a task. */
static void
test_everything_receives (gconstpointer http)
{
  Live live;

  if (!open_everything (&live, GPOINTER_TO_INT (http)))
    return;
  assert_says (&live, "trigger-sampling-request-async", "{\"prompt\":\"colour\"}", "blue");
  assert_says (&live, "trigger-elicitation-request-async", "{}", "Ada");
  close_client (&live);
}

static void
test_everything_tasks (gconstpointer http)
{
  Live live;
  g_autoptr (McpTask) task = NULL;
  g_autofree char *text = NULL;

  if (!open_everything (&live, GPOINTER_TO_INT (http)))
    return;
  g_assert_true (mcp_task_list_is_offered_by (live.client));
  task = run_task (&live, "simulate-research-query", "{\"topic\":\"tea\",\"ambiguous\":true}");
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_COMPLETED);
  text = dup_text (mcp_task_get_state (task)->result);
  g_assert_nonnull (strstr (text, "tea"));
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], ==, 1);
  close_client (&live);
}

static void
test_everything_tells (gconstpointer http)
{
  Live                     live;
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
  set_level (&live, MCP_LOG_DEBUG);
  test_wait_ms (200); /* the stream that listens opens beside the session */
  resource = watch (&live, "demo://resource/dynamic/text/1");
  toggled = call (&live, "toggle-subscriber-updates", "{}", NULL);
  while (live.n_updated == 0)
    test_wait_event ();
  g_assert_cmpuint (mcp_resource_subscription_get_info (resource)->n_updates, >=, 1);
  g_assert_cmpuint (live.n_logged, >=, 1);
  close_client (&live);
}

/* spyglass-demo */

typedef struct
{
  const char *name;
  McpEraKind  era;
  gboolean    http;
} Way;

static const Way WAYS[] = {
  { "legacy/stdio", MCP_ERA_LEGACY, FALSE },
  { "legacy/http", MCP_ERA_LEGACY, TRUE },
  { "modern/stdio", MCP_ERA_MODERN, FALSE },
  { "modern/http", MCP_ERA_MODERN, TRUE },
};

static void
open_demo (Live *live, const Way *way)
{
  memset (live, 0, sizeof *live);
  open_client (live,
               test_demo_start (&live->server, way->http, (const char *[]){ "--conformance", NULL }),
               way->era);
}

static void
test_demo_asks (gconstpointer data)
{
  const Way *way = data;
  Live       live;
  TestAnswer waiting = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) read = NULL;
  g_autoptr (McpResult) ledger = NULL;
  g_autoptr (GError) error = NULL;

  open_demo (&live, way);
  assert_says (&live, "ask_person", "{}", "Ada");
  assert_says (&live, "fill_form", "{}", "Ada");
  assert_says (&live, "visit_page", "{}", "");
  assert_says (&live, "ask_model", "{}", "blue");
  assert_says (&live, "ask_model", "{\"with_tools\":true}", "blue");
  assert_says (&live, "list_roots", "{}", "file:///srv/spyglass");
  assert_says (&live, "get_acquainted", "{}", "blue");
  assert_says (&live, "interview", "{}", "");
  if (way->era == MCP_ERA_MODERN)
    assert_says (&live, "wait_in_line", "{\"rounds\":2}", "");
  test_read_resource_async (live.client, "desk://today", NULL, NULL, test_answer_take,
                            &waiting);
  result = test_answer_wait (&waiting);
  read = mcp_client_call_finish (live.client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (read->parts->len, ==, 1);
  g_clear_object (&result);
  ledger = call (&live, "read_ledger", "{}", NULL);
  g_assert_cmpint (mcp_result_is_rpc_error (ledger), ==,
                   way->era == MCP_ERA_LEGACY);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_SAMPLING], ==, 3);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], >=, 6);
  close_client (&live);
}

static void
test_demo_tasks (gconstpointer data)
{
  const Way *way = data;
  Live       live;
  g_autoptr (McpTask) baked = NULL;
  g_autoptr (McpTask) planned = NULL;
  g_autoptr (McpTask) burned = NULL;

  open_demo (&live, way);
  g_assert_true (mcp_task_list_is_offered_by (live.client));
  baked = run_task (&live, "bake_bread", "{\"seconds\":0.3}");
  g_assert_cmpint (mcp_task_get_state (baked)->status, ==, MCP_TASK_COMPLETED);
  g_assert_nonnull (mcp_task_get_state (baked)->result);
  planned = run_task (&live, "plan_dinner", "{}");
  g_assert_cmpint (mcp_task_get_state (planned)->status, ==, MCP_TASK_COMPLETED);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], >=, 1);
  burned = run_task (&live, "burn_dinner", "{}");
  g_assert_cmpint (mcp_task_get_state (burned)->status, ==, MCP_TASK_FAILED);
  g_assert_null (mcp_task_get_state (baked)->findings);
  g_assert_null (mcp_task_get_state (planned)->findings);
  g_assert_null (mcp_task_get_state (burned)->findings);
  close_client (&live);
}

static void
test_demo_tells (gconstpointer data)
{
  const Way       *way = data;
  Live             live;
  McpSubscription *subscription;
  g_autoptr (McpResult) changed = NULL;
  g_autoptr (McpResult) logged = NULL;

  open_demo (&live, way);
  subscription = test_client_subscription (live.client);
  while (mcp_subscription_get_state (subscription) != MCP_SUBSCRIPTION_ACTIVE)
    test_wait_event ();
  g_assert_cmpint (mcp_subscription_get_state (subscription), ==, MCP_SUBSCRIPTION_ACTIVE);
  watch (&live, "test://watched-resource");
  changed = call (&live, "change_tools", "{}", NULL);
  while (live.n_changed == 0)
    test_wait_event ();
  g_assert_cmpuint (live.n_changed, >=, 1);
  set_level (&live, MCP_LOG_DEBUG);
  logged = call (&live, "write_log", "{\"count\":8}", NULL);
  while (live.n_logged < 8)
    test_wait_event ();
  g_assert_cmpuint (live.n_logged, ==, 8);
  g_assert_null (mcp_subscription_get_findings (subscription));
  close_client (&live);
}

static void
add (const char *prefix, const Way *way, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/input/live/demo/%s/%s", prefix, way->name);

  g_test_add_data_func (path, way, func);
}

void
add_input_live_tests (void)
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
  for (gsize i = 0; i < G_N_ELEMENTS (WAYS); i++)
    {
      add ("asks", &WAYS[i], test_demo_asks);
      add ("tasks", &WAYS[i], test_demo_tasks);
      add ("tells", &WAYS[i], test_demo_tells);
    }
}
