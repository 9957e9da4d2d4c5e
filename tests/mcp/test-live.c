/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-live.h"

#include "test-demo.h"
#include "test-memory-transport.h"
#include "test-person.h"
#include "test-requests.h"

#include <string.h>

#define ALL                                                                                  \
  (MCP_CLIENT_ROOTS_LIST_CHANGED | MCP_CLIENT_SAMPLING_TOOLS | MCP_CLIENT_ELICITATION_FORM | \
   MCP_CLIENT_ELICITATION_URL | MCP_CLIENT_TASKS_SAMPLING | MCP_CLIENT_TASKS_ELICITATION |   \
   MCP_CLIENT_TASKS_LIST | MCP_CLIENT_TASKS_CANCEL)

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, TestLive *live)
{
  g_assert_null (mcp_input_request_get_findings (request));
  live->n_asked[mcp_input_request_get_details (request)->kind]++;
  test_person_answer (request);
  return TRUE;
}

static void
on_input_refused (McpInputGate *gate, McpInputRequest *request, TestLive *live)
{
  live->n_refused++;
}

static void
on_list_changed (McpClient *client, int kind, TestLive *live)
{
  live->n_changed++;
}

static void
on_updated (McpSubscription *subscription, const char *uri, TestLive *live)
{
  live->n_updated++;
}

static void
on_notification (McpClient *client, McpMessage *message, TestLive *live)
{
  g_autoptr (McpLogMessage) log = mcp_log_message_read (message);

  if (log == NULL)
    return;
  g_assert_null (log->findings);
  live->n_logged++;
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, TestLive *live)
{
  if (entry->record->kind == MCP_RECORD_MALFORMED)
    live->n_malformed++;
  if (entry->record->kind == MCP_RECORD_SENT && entry->message != NULL)
    test_assert_shape (entry->message);
}

void
test_live_open (TestLive *live, McpTransport *transport, McpEraKind era)
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

void
test_live_close (TestLive *live)
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

McpResult *
test_live_call (TestLive *live, const char *name, const char *arguments, const McpRequestOptions *options)
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

char *
test_live_dup_text (McpResult *result)
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

void
test_live_assert_says (TestLive *live, const char *name, const char *arguments, const char *expected)
{
  g_autoptr (McpResult) result = test_live_call (live, name, arguments, NULL);
  g_autofree char *text = test_live_dup_text (result);

  if (strstr (text, expected) == NULL)
    g_error ("%s says: %s", name, text);
}

McpTask *
test_live_begin_task (TestLive *live, const char *name, const char *arguments)
{
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  GListModel       *tasks = G_LIST_MODEL (test_client_tasks (live->client));
  g_autoptr (McpResult) result = NULL;

  options.as_task = TRUE;
  result = test_live_call (live, name, arguments, &options);
  g_assert_true (mcp_result_is_task (result));
  return g_list_model_get_item (tasks, g_list_model_get_n_items (tasks) - 1);
}

void
test_live_wait_task (McpTask *task)
{
  while (!mcp_task_is_finished (task))
    {
      g_assert_no_error (mcp_task_get_error (task));
      test_wait_event ();
    }
}

void
test_live_set_level (TestLive *live, McpLogLevel level)
{
  TestAnswer set = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_client_set_log_level_async (live->client, level, NULL, test_answer_take, &set);
  result = test_answer_wait (&set);
  mcp_client_set_log_level_finish (live->client, result, &error);
  g_assert_no_error (error);
}

McpResourceSubscription *
test_live_watch (TestLive *live, const char *uri)
{
  McpResourceSubscription *resource =
      mcp_subscription_add (test_client_subscription (live->client), uri, NULL);

  while (mcp_resource_subscription_get_info (resource)->state != MCP_RESOURCE_SUBSCRIPTION_ACTIVE)
    test_wait_event ();
  g_assert_cmpint (mcp_resource_subscription_get_info (resource)->state, ==,
                   MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  return resource;
}
