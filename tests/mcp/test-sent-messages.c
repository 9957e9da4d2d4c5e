/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A whole session with the demo server in every revision: lists, calls with questions and progress,
 * cancelling, resources, prompts, completion, logging, subscriptions. Every message that we send
 * fits the revision's own schema, the answers to the server's questions too. */

#include <string.h>

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "mcp-client-completion.h"
#include "mcp-client-logging.h"
#include "mcp-subscription.h"
#include "mcp-roots.h"
#include "mcp-stdio-transport.h"
#include "mcp-subscription.h"
#include "schema-tap.h"
#include "test-memory-transport.h"
#include "test-person.h"
#include "test-requests.h"

typedef struct
{
  McpClient  *client;
  McpRoots   *roots;
  SchemaTap  *tap;
  GHashTable *sent; /* methods, and "answer" */
  guint       n_asked;
} Session;

static void
on_entry (McpTap *tap, McpTapEntry *entry, Session *self)
{
  if (entry->record->kind == MCP_RECORD_SENT && entry->message != NULL)
    {
      const char *method = mcp_message_get_method (entry->message);

      g_hash_table_add (self->sent, g_strdup (method != NULL ? method : "answer"));
    }
}

static void
on_input_request (McpInputGate *gate, McpInputRequest *request, Session *self)
{
  static const char form[] = "{\"name\":\"Ann\",\"email\":\"a@example.org\",\"size\":\"m\",\"age\":3}";
  g_autoptr (GBytes) content = g_bytes_new_static (form, sizeof form - 1);

  self->n_asked++;
  if (mcp_input_request_get_details (request)->kind == MCP_INPUT_SAMPLING)
    test_person_accept_text (request, "blue", "nobody", NULL, NULL);
  else if (mcp_input_request_get_details (request)->kind != MCP_INPUT_ELICITATION)
    mcp_input_request_decline (request, NULL);
  else if (self->n_asked % 3 == 0)
    mcp_input_request_cancel (request, NULL);
  else if (!mcp_input_request_accept (request, self->n_asked % 3 == 1 ? content : NULL, NULL))
    mcp_input_request_decline (request, NULL);
}

static void
set_up (Session *self, const char *revision)
{
  McpClientCapabilityFlags flags = MCP_CLIENT_ROOTS_LIST_CHANGED | MCP_CLIENT_SAMPLING_TOOLS |
                                   MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL;
  gboolean   modern = g_str_equal (revision, "2026-07-28");
  TestAnswer opened = { 0 };
  g_autoptr (McpClientCapabilities) capabilities = mcp_client_capabilities_new (flags);
  g_autoptr (McpTransport) transport = mcp_stdio_transport_new (g_getenv ("SPYGLASS_DEMO"), NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  self->client = test_client_new (transport);
  self->roots = mcp_roots_new ();
  self->n_asked = 0;
  self->sent = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tap = schema_tap_attach (mcp_client_get_tap (self->client));
  g_signal_connect (mcp_client_get_tap (self->client), "entry", G_CALLBACK (on_entry), self);
  g_signal_connect (test_client_gate (self->client), "request", G_CALLBACK (on_input_request), self);
  mcp_roots_add (self->roots, "file:///srv/a", "A", NULL);
  mcp_input_gate_set_roots (test_client_gate (self->client), self->roots);
  mcp_client_set_implementation (self->client, "test", "A test", "1");
  mcp_client_set_capabilities (self->client, capabilities);
  mcp_client_get_options (self->client)->era = modern ? MCP_ERA_CHOICE_MODERN : MCP_ERA_CHOICE_LEGACY;
  if (!modern)
    mcp_client_set_offered_version (self->client, revision);
  mcp_client_open_async (self->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  mcp_client_open_finish (self->client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (mcp_server_info_get_protocol_version (mcp_client_get_server_info (self->client)), ==,
                   revision);
}

static void
tear_down (Session *self)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (self->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  mcp_client_close_finish (self->client, result, NULL);
  schema_tap_detach (self->tap);
  g_signal_handlers_disconnect_by_data (mcp_client_get_tap (self->client), self);
  g_object_unref (self->roots);
  g_object_unref (self->client);
  g_hash_table_unref (self->sent);
}

static void
ignore_progress (const McpProgress *progress, gpointer user_data)
{
}

/* What comes of it is not the question here. */
static void
call (Session *self, const char *name, const char *arguments, gboolean cancels)
{
  TestAnswer        called = { 0 };
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GBytes) bytes = g_bytes_new (arguments, strlen (arguments));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) answer = NULL;

  options.progress = ignore_progress;
  test_call_tool_async (self->client, name, bytes, &options, cancellable, test_answer_take, &called);
  if (cancels)
    {
      test_wait_ms (50);
      g_cancellable_cancel (cancellable);
    }
  result = test_answer_wait (&called);
  answer = mcp_client_call_finish (self->client, result, NULL);
}

static void
use_lists (Session *self)
{
  for (McpDefinitionKind kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    {
      TestAnswer listed = { 0 };
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (McpListing) listing = NULL;
      g_autoptr (GError) error = NULL;

      mcp_client_list_async (self->client, kind, NULL, NULL, NULL, NULL, test_answer_take, &listed);
      result = test_answer_wait (&listed);
      listing = mcp_client_list_finish (self->client, result, &error);
      g_assert_no_error (error);
    }
}

static void
use_resources (Session *self)
{
  McpSubscription *subscription = test_client_subscription (self->client);
  TestAnswer       read = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) answer = NULL;

  test_read_resource_async (self->client, "product://audio/headphones-7", NULL, NULL, test_answer_take,
                            &read);
  result = test_answer_wait (&read);
  answer = mcp_client_call_finish (self->client, result, NULL);
  if (mcp_subscription_add (subscription, "product://audio/headphones-7", NULL) != NULL)
    {
      test_wait_ms (50);
      mcp_subscription_remove (subscription, "product://audio/headphones-7");
      test_wait_ms (50);
    }
}

static void
use_prompts (Session *self)
{
  static const char arguments[] = "{\"id\":\"headphones-7\"}";
  TestAnswer        got = { 0 };
  TestAnswer        completed = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (arguments, sizeof arguments - 1);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) completing = NULL;
  g_autoptr (McpResult) prompt = NULL;
  g_autoptr (McpResult) completion = NULL;

  test_get_prompt_async (self->client, "describe_product", bytes, NULL, NULL, test_answer_take, &got);
  result = test_answer_wait (&got);
  prompt = mcp_client_call_finish (self->client, result, NULL);
  g_assert_nonnull (prompt);
  mcp_client_complete_async (self->client, MCP_COMPLETE_PROMPT, "describe_product", "tone", "c", bytes, NULL,
                             test_answer_take, &completed);
  completing = test_answer_wait (&completed);
  completion = mcp_client_complete_finish (self->client, completing, NULL);
}

static void
use_rest (Session *self)
{
  TestAnswer set = { 0 };
  TestAnswer pinged = { 0 };
  g_autoptr (GAsyncResult) setting = NULL;
  g_autoptr (GAsyncResult) pinging = NULL;

  mcp_client_set_log_level_async (self->client, MCP_LOG_INFO, NULL, test_answer_take, &set);
  setting = test_answer_wait (&set);
  mcp_client_set_log_level_finish (self->client, setting, NULL);
  call (self, "write_log", "{\"count\":2}", FALSE);
  mcp_client_ping_async (self->client, NULL, test_answer_take, &pinged);
  pinging = test_answer_wait (&pinged);
  g_assert_cmpint (mcp_client_ping_finish (self->client, pinging, NULL), >=, 0);
  mcp_roots_add (self->roots, "file:///srv/b", NULL, NULL);
  test_wait_ms (20);
}

static void
test_revision (gconstpointer data)
{
  static const char *const asking[] = { "ask_person", "fill_form", "visit_page", "ask_model", "list_roots",
                                        "get_acquainted", "ping_client" };
  gboolean                 modern = g_str_equal (data, "2026-07-28");
  Session                  self;

  if (!schema_tap_is_possible ())
    {
      g_test_skip ("the shared test data is not there");
      return;
    }
  set_up (&self, data);
  g_assert_cmpstr (schema_tap_get_revision (self.tap), ==, data);
  use_lists (&self);
  call (&self, "echo", "{\"message\":\"\\u0000é\"}", FALSE);
  call (&self, "slow_task", "{\"seconds\":0.05,\"steps\":3}", FALSE);
  call (&self, "slow_task", "{\"seconds\":30}", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (asking); i++)
    call (&self, asking[i], "{}", FALSE);
  use_resources (&self);
  use_prompts (&self);
  use_rest (&self);

  g_test_message ("%u messages, asked %u times", schema_tap_get_n_checked (self.tap), self.n_asked);
  g_assert_cmpuint (schema_tap_get_n_checked (self.tap), >, 20);
  g_assert_cmpuint (self.n_asked, >, 0);
  g_assert_true (g_hash_table_contains (self.sent, "tools/call"));
  g_assert_true (g_hash_table_contains (self.sent, "prompts/get"));
  g_assert_true (g_hash_table_contains (self.sent, "resources/read"));
  g_assert_true (g_hash_table_contains (self.sent, "completion/complete"));
  g_assert_cmpint (g_hash_table_contains (self.sent, "initialize"), ==, !modern);
  g_assert_cmpint (g_hash_table_contains (self.sent, "server/discover"), ==, modern);
  g_assert_true (g_hash_table_contains (self.sent, "notifications/cancelled"));
  tear_down (&self);
}

/* The check can fail. */
static void
test_misfit (void)
{
  static const char *const bad[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"arguments\":{}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/made-up\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[{\"name\":\"no uri\"}]}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":\"x\",\"message\":\"y\"}}",
  };

  if (!schema_tap_is_possible ())
    {
      g_test_skip ("the shared test data is not there");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (bad[i], strlen (bad[i]));
      g_autoptr (McpMessage) message = mcp_message_parse (bytes);
      g_autofree char *problem = schema_tap_check (message, "2025-11-25", "roots/list");

      g_assert_nonnull (problem);
    }
}

void
add_sent_messages_tests (void)
{
  static const char *const revisions[] = { "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25",
                                           "2026-07-28" };

  g_test_add_func ("/sent-messages/misfit", test_misfit);
  for (guint i = 0; i < G_N_ELEMENTS (revisions); i++)
    {
      g_autofree char *path = g_strconcat ("/sent-messages/", revisions[i], NULL);

      g_test_add_data_func (path, revisions[i], test_revision);
    }
}
