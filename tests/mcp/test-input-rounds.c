/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calls that need input: what is asked, answered and repeated, and where that ends. */

#include "mcp-tests.h"
#include "mcp-envelope.h"
#include "mcp-input-round.h"
#include "test-client-fixture.h"
#include "test-person.h"
#include "test-requests.h"
#include "test-time.h"

#include <string.h>

#define ALL                                                               \
  (MCP_CLIENT_ROOTS | MCP_CLIENT_SAMPLING | MCP_CLIENT_ELICITATION_FORM | \
   MCP_CLIENT_ELICITATION_URL)
#define FORM                                                                              \
  "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":" \
  "{\"type\":\"object\",\"properties\":{}}}}"
#define SAMPLING \
  "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":1}}"
#define URL                                                                            \
  "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"m\"," \
  "\"url\":\"https://a.example\"}}"
#define ROOTS "{\"method\":\"roots/list\"}"

typedef struct
{
  TestClient         client;
  const char *const *script; /* a result for each call in turn, the last again and again */
  guint              n_calls;
  gint64             called[MCP_INPUT_ROUNDS_MAX + 2];
  GPtrArray         *asked;
  GPtrArray         *refused;
  TestAnswer         response;
} Fixture;

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Fixture    *fixture = data;
  const char *method = mcp_message_get_method (message);

  if (method != NULL && g_str_equal (method, "tools/call") && fixture->script != NULL)
    {
      g_assert_cmpuint (fixture->n_calls, <, G_N_ELEMENTS (fixture->called));
      fixture->called[fixture->n_calls++] = g_get_monotonic_time ();
      test_memory_transport_answer (transport, message, exchange, fixture->script[0]);
      if (fixture->script[1] != NULL)
        fixture->script++;
      return TRUE;
    }
  if (g_strcmp0 (method, "server/discover") == 0)
    {
      test_memory_transport_answer (transport, message, exchange,
                                    "{\"resultType\":\"complete\",\"supportedVersions\":["
                                    "\"2026-07-28\"],\"capabilities\":{},\"ttlMs\":0,"
                                    "\"cacheScope\":\"private\"}");
      return TRUE;
    }
  return test_client_serve (transport, message, exchange, &fixture->client);
}

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Fixture *fixture)
{
  g_ptr_array_add (fixture->asked, g_object_ref (request));
  return TRUE;
}

static void
on_input_refused (McpInputGate *gate, McpInputRequest *request, Fixture *fixture)
{
  g_ptr_array_add (fixture->refused, g_object_ref (request));
}

static void
set_up_era (Fixture *fixture, const char *const *script, McpEraChoice era)
{
  g_autoptr (McpClientCapabilities) capabilities = mcp_client_capabilities_new (ALL);
  g_autoptr (McpRoots) roots = mcp_roots_new ();
  TestClient *client = &fixture->client;

  memset (fixture, 0, sizeof *fixture);
  fixture->script = script;
  fixture->asked = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->refused = g_ptr_array_new_with_free_func (g_object_unref);
  client->transport = test_memory_transport_new (FALSE, serve, fixture);
  client->client = test_client_new (MCP_TRANSPORT (client->transport));
  client->schema_tap = schema_tap_attach (mcp_client_get_tap (client->client));
  client->opening = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{}}";
  mcp_roots_add (roots, "file:///a", NULL, NULL);
  mcp_input_gate_set_roots (test_client_gate (client->client), roots);
  mcp_client_get_options (client->client)->era = era;
  mcp_client_set_capabilities (client->client, capabilities);
  g_signal_connect (test_client_gate (client->client), "request", G_CALLBACK (on_input_request), fixture);
  g_signal_connect (test_client_gate (client->client), "refused", G_CALLBACK (on_input_refused), fixture);
  test_client_open_or_fail (client);
}

static void
set_up (Fixture *fixture, const char *const *script)
{
  set_up_era (fixture, script, MCP_ERA_CHOICE_MODERN);
}

static void
tear_down (Fixture *fixture)
{
  g_ptr_array_unref (fixture->asked);
  g_ptr_array_unref (fixture->refused);
  g_clear_object (&fixture->response.result);
  test_client_close (&fixture->client);
  test_client_tear_down (&fixture->client);
}

static void
call (Fixture *fixture, const char *params, const McpRequestOptions *options, GCancellable *cancellable)
{
  g_autoptr (GBytes) bytes = g_bytes_new (params, strlen (params));

  test_request_async (fixture->client.client, "tools/call", bytes, options, cancellable,
                      test_answer_take, &fixture->response);
}

static McpResponse *
finish (Fixture *fixture, GError **error)
{
  g_autoptr (GAsyncResult) result = test_answer_wait (&fixture->response);

  return mcp_client_send_finish (fixture->client.client, result, error);
}

static McpInputRequest *
wait_for (Fixture *fixture, guint n)
{
  while (fixture->asked->len < n)
    test_wait_event ();
  g_assert_cmpuint (fixture->asked->len, ==, n);
  return g_ptr_array_index (fixture->asked, n - 1);
}

/** Returns: (transfer full): without what every request says, which comes last */
static char *
dup_params (McpMessage *message)
{
  char *text = mcp_json_value_dup_text (mcp_message_get_params (message));
  char *meta = strstr (text, ",\"_meta\":{\"" MCP_META_PROTOCOL_VERSION "\":");

  g_assert_nonnull (meta);
  memcpy (meta, "}", 2);
  return text;
}

static char *
dup_sent_params (Fixture *fixture)
{
  return dup_params (test_memory_transport_find_sent (fixture->client.transport, "tools/call"));
}

static void
test_round (void)
{
  static const char *const SCRIPT[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\\u0041\":" FORM ",\"s\":" SAMPLING
    ",\"r\":" ROOTS ",\"u\":" URL "},\"requestState\":\"\\u0000\\ud800\\/ \",\"x\":1}",
    "{\"resultType\":\"complete\",\"content\":[]}", NULL
  };
  Fixture fixture;
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) content = g_bytes_new_static ("{\"a\":1.0}", 9);
  g_autofree char *params = NULL;
  McpMessage      *first, *second;

  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\", \"arguments\":{\"n\":1e2},\"y\":null}", NULL, NULL);
  wait_for (&fixture, 3);
  first = mcp_message_ref (
      test_memory_transport_find_sent (fixture.client.transport, "tools/call"));
  for (guint i = 0; i < 3; i++)
    {
      McpInputRequest *request = g_ptr_array_index (fixture.asked, i);

      g_assert_cmpint (mcp_input_request_get_details (request)->origin, ==, MCP_INPUT_FROM_ROUND);
      g_assert_cmpuint (mcp_input_request_get_details (request)->request_sequence, >, 0);
      g_assert_cmpuint (fixture.n_calls, ==, 1);
      if (i == 0)
        g_assert_true (mcp_input_request_accept (request, content, &error));
      else if (i == 1)
        g_assert_true (test_person_accept_text (request, "t", "m", "endTurn", &error));
      else
        g_assert_true (mcp_input_request_decline (request, &error));
      g_assert_no_error (error);
    }
  g_assert_true (mcp_json_value_string_equals (
      mcp_input_request_get_details (fixture.asked->pdata[0])->key.value, "kA"));

  response = finish (&fixture, &error);
  g_assert_no_error (error);
  g_assert_false (mcp_response_is_error (response));
  params = dup_sent_params (&fixture);
  g_assert_cmpstr (
      params, ==,
      "{\"name\":\"t\", \"arguments\":{\"n\":1e2},\"y\":null,\"inputResponses\":{"
      "\"k\\u0041\":{\"action\":\"accept\",\"content\":{\"a\":1.0}},"
      "\"s\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"t\"},"
      "\"model\":\"m\",\"stopReason\":\"endTurn\"},"
      "\"r\":{\"roots\":[{\"uri\":\"file:///a\"}]},\"u\":{\"action\":\"decline\"}},"
      "\"requestState\":\"\\u0000\\ud800\\/ \"}");
  second = test_memory_transport_find_sent (fixture.client.transport, "tools/call");
  g_assert_false (
      mcp_request_id_equal (mcp_message_get_id (first), mcp_message_get_id (second)));
  mcp_message_unref (first);

  /* Nothing of it is in another request. */
  g_clear_pointer (&response, mcp_response_unref);
  g_free (params);
  call (&fixture, "{\"name\":\"other\"}", NULL, NULL);
  response = finish (&fixture, NULL);
  params = dup_sent_params (&fixture);
  g_assert_cmpstr (params, ==, "{\"name\":\"other\"}");
  tear_down (&fixture);
}

static void
test_absent_stays_absent (void)
{
  static const char *const SCRIPT[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":" ROOTS "},\"requestState\":"
    "\"1\"}",
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"b\":" ROOTS "}}",
    "{\"resultType\":\"input_required\",\"requestState\":\"\"}", "{\"content\":[]}", NULL
  };
  static const char *const EXPECTED[] = {
    "{\"name\":\"t\",\"inputResponses\":{\"a\":{\"roots\":[{\"uri\":\"file:///a\"}]}},"
    "\"requestState\":\"1\"}",
    "{\"name\":\"t\",\"inputResponses\":{\"b\":{\"roots\":[{\"uri\":\"file:///a\"}]}}}",
    "{\"name\":\"t\",\"requestState\":\"\"}"
  };
  Fixture fixture;
  g_autoptr (McpResponse) response = NULL;
  guint n = 0;

  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\",\"requestState\":\"typed\"}", NULL, NULL);
  response = finish (&fixture, NULL);
  g_assert_nonnull (response);
  g_assert_cmpuint (fixture.n_calls, ==, 4);
  g_assert_cmpuint (fixture.asked->len, ==, 0);
  for (guint i = 0; i < test_memory_transport_get_n_sent (fixture.client.transport); i++)
    {
      McpMessage      *message = test_memory_transport_get_sent (fixture.client.transport, (int)i);
      g_autofree char *text = NULL;

      if (g_strcmp0 (mcp_message_get_method (message), "tools/call") != 0 || n++ == 0)
        continue;
      text = dup_params (message);
      g_assert_cmpstr (text, ==, EXPECTED[n - 2]);
    }
  g_assert_cmpint (fixture.called[3] - fixture.called[2], >=,
                   (MCP_INPUT_ROUNDS_PACE_MS - 1) * 1000);
  tear_down (&fixture);
}

static void
test_large_state (void)
{
  g_autoptr (GString) state = g_string_new (NULL);
  g_autofree char *first = NULL;
  g_autofree char *params = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (McpResponse) response = NULL;
  const char *script[3] = { NULL, "{\"content\":[]}", NULL };
  Fixture     fixture;

  while (state->len < 1024 * 1024)
    g_string_append (state, "\\u0000\\ud800x\\/\\n\xc3\xa9");
  first = g_strdup_printf ("{\"resultType\":\"input_required\",\"requestState\":\"%s\"}",
                           state->str);
  script[0] = first;
  set_up (&fixture, script);
  call (&fixture, "{\"name\":\"t\"}", NULL, NULL);
  response = finish (&fixture, NULL);
  g_assert_nonnull (response);
  params = dup_sent_params (&fixture);
  expected = g_strdup_printf ("{\"name\":\"t\",\"requestState\":\"%s\"}", state->str);
  g_assert_true (g_str_equal (params, expected));
  tear_down (&fixture);
}

static void
test_endless (void)
{
  static const char *const SCRIPT[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":" ROOTS "}}", NULL
  };
  Fixture fixture;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\"}", NULL, NULL);
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_cmpuint (fixture.n_calls, ==, MCP_INPUT_ROUNDS_MAX + 1);
  tear_down (&fixture);
}

static void
test_off_specification (void)
{
  static const char *const RESULTS[] = {
    "{\"resultType\":\"input_required\"}",
    "{\"resultType\":\"input_required\",\"inputRequests\":{}}",
    "{\"resultType\":\"input_required\",\"inputRequests\":[" ROOTS "]}",
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":7}}",
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"tools/list\"}}}",
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"of/its/own\"}}}",
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":"
    "\"elicitation/create\",\"params\":{\"mode\":\"voice\"}}}}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (RESULTS); i++)
    {
      const char *script[] = { RESULTS[i], NULL };
      Fixture     fixture;
      g_autoptr (GError) error = NULL;

      set_up (&fixture, script);
      call (&fixture, "{\"name\":\"t\"}", NULL, NULL);
      g_assert_null (finish (&fixture, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_assert_cmpuint (fixture.n_calls, ==, 1);
      g_assert_cmpuint (fixture.asked->len, ==, 0);
      tear_down (&fixture);
    }
  /* What a server names is not kept for good. */
  g_assert_cmpuint (g_quark_try_string ("of/its/own"), ==, 0);
}

static void
test_many_keys (void)
{
  for (guint n = MCP_INPUT_ROUND_MAX_REQUESTS - 1; n <= MCP_INPUT_ROUND_MAX_REQUESTS + 1; n++)
    {
      g_autoptr (GString) text =
          g_string_new ("{\"resultType\":\"input_required\",\"inputRequests\":{");
      g_autoptr (McpJsonDocument) document = NULL;
      g_autoptr (McpInputRound) round = NULL;
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "%s\"k%u\":" ROOTS, i > 0 ? "," : "", i);
      g_string_append (text, "}}");
      document = mcp_json_document_parse_text (text->str, -1, NULL);
      round = mcp_input_round_new (mcp_json_document_get_root (document), &error);
      g_assert_cmpint (round != NULL, ==, n <= MCP_INPUT_ROUND_MAX_REQUESTS);
      if (round == NULL)
        g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }
}

static void
test_duplicate_keys (void)
{
  static const char *const SCRIPT[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":" FORM ",\"\\u0000\":" ROOTS
    ",\"a\":" ROOTS "}}",
    "{\"content\":[]}", NULL
  };
  Fixture fixture;
  g_autoptr (McpResponse) response = NULL;
  g_autofree char *params = NULL;

  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\"}", NULL, NULL);
  response = finish (&fixture, NULL);
  g_assert_nonnull (response);
  params = dup_sent_params (&fixture);
  g_assert_cmpstr (params, ==,
                   "{\"name\":\"t\",\"inputResponses\":{"
                   "\"\\u0000\":{\"roots\":[{\"uri\":\"file:///a\"}]},"
                   "\"a\":{\"roots\":[{\"uri\":\"file:///a\"}]}}}");
  tear_down (&fixture);
}

static void
test_declined (void)
{
  static const char *const SCRIPT[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"s\":" SAMPLING ",\"f\":" FORM "}}",
    NULL
  };
  Fixture fixture;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\"}", NULL, NULL);
  wait_for (&fixture, 2);
  g_assert_true (mcp_input_request_decline (g_ptr_array_index (fixture.asked, 0), NULL));
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, 1)), ==,
                   MCP_INPUT_WITHDRAWN);
  g_assert_cmpuint (fixture.n_calls, ==, 1);
  tear_down (&fixture);
}

static void
test_cancelled (void)
{
  static const char *const SCRIPT[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"f\":" FORM "}}",
    "{\"resultType\":\"input_required\",\"requestState\":\"s\"}", NULL
  };
  g_autoptr (GCancellable) early = g_cancellable_new ();
  g_autoptr (GCancellable) late = g_cancellable_new ();
  g_autoptr (GBytes) content = g_bytes_new_static ("{}", 2);
  Fixture fixture;
  g_autoptr (GError) error = NULL;

  /* While the person thinks */
  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\"}", NULL, early);
  wait_for (&fixture, 1);
  g_cancellable_cancel (early);
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, 0)), ==,
                   MCP_INPUT_WITHDRAWN);
  tear_down (&fixture);

  /* While it is paced */
  g_clear_error (&error);
  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\"}", NULL, late);
  g_assert_true (mcp_input_request_accept (wait_for (&fixture, 1), content, NULL));
  test_run_ready ();
  g_assert_cmpuint (fixture.n_calls, ==, 2);
  g_cancellable_cancel (late);
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (fixture.n_calls, ==, 2);
  tear_down (&fixture);
}

static void
test_total (void)
{
  static const char *const FORMS[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"f\":" FORM "}}", NULL
  };
  static const char *const STATES[] = { "{\"resultType\":\"input_required\",\"requestState\":\"1\"}",
                                        NULL };
  McpRequestOptions        options = MCP_REQUEST_OPTIONS_DEFAULT;
  Fixture                  fixture;
  g_autoptr (GError) error = NULL;

  options.deadline_ms = 10000;
  options.total_ms = 40;
  set_up (&fixture, FORMS);
  call (&fixture, "{\"name\":\"t\"}", &options, NULL);
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  tear_down (&fixture);

  g_clear_error (&error);
  options.total_ms = 600;
  set_up (&fixture, STATES);
  call (&fixture, "{\"name\":\"t\"}", &options, NULL);
  test_time_skip_until (fixture.response.done);
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpuint (fixture.n_calls, >=, 2);
  g_assert_cmpuint (fixture.n_calls, <=, 3);
  tear_down (&fixture);
}

static void
test_closed (void)
{
  static const char *const SCRIPT[] = {
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"f\":" FORM "}}", NULL
  };
  Fixture fixture;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\"}", NULL, NULL);
  wait_for (&fixture, 1);
  test_client_close (&fixture.client);
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  tear_down (&fixture);

  g_clear_error (&error);
  set_up (&fixture, SCRIPT);
  call (&fixture, "{\"name\":\"t\"}", NULL, NULL);
  wait_for (&fixture, 1);
  test_memory_transport_die (fixture.client.transport,
                             mcp_error_new (MCP_ERROR_CONNECTION_LOST, "gone"));
  g_assert_null (finish (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, 0)), ==,
                   MCP_INPUT_WITHDRAWN);
  tear_down (&fixture);
}

static void
test_meta (void)
{
  Fixture fixture;
  g_autoptr (GBytes) meta = g_bytes_new_static ("{\"a/b\":1.10,\"c\":\"mine\"}", 23);
  g_autoptr (GBytes) array = g_bytes_new_static ("[1]", 3);
  g_autoptr (GBytes) all = g_bytes_new_static ("{\"a/b\":2,\"d\":3}", 15);
  g_autoptr (McpResponse) again = NULL;
  g_autoptr (GBytes) params = g_bytes_new_static ("{\"_meta\":{\"c\":\"typed\"}}", 23);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (McpRequest) request = test_request_new ("ping", params, NULL);
  g_autoptr (McpRequest) other = test_request_new ("ping", params, NULL);
  GAsyncResult    *result;
  g_autofree char *text = NULL;

  set_up_era (&fixture, NULL, MCP_ERA_CHOICE_LEGACY);
  g_assert_true (mcp_request_add_meta (request, meta, NULL));
  mcp_client_send_async (fixture.client.client, request, NULL, test_answer_take, &fixture.response);
  result = test_answer_wait (&fixture.response);
  response = mcp_client_send_finish (fixture.client.client, result, &error);
  g_assert_no_error (error);
  g_object_unref (result);
  text = mcp_json_value_dup_text (
      mcp_message_get_params (test_memory_transport_get_sent (fixture.client.transport, -1)));
  g_assert_cmpstr (text, ==, "{\"_meta\":{\"c\":\"typed\",\"a/b\":1.10}}");

  /* What all requests carry goes behind what one brings. */
  mcp_client_set_meta (fixture.client.client, all);
  g_assert_true (mcp_request_add_meta (other, meta, NULL));
  mcp_client_send_async (fixture.client.client, other, NULL, test_answer_take, &fixture.response);
  result = test_answer_wait (&fixture.response);
  again = mcp_client_send_finish (fixture.client.client, result, &error);
  g_assert_no_error (error);
  g_object_unref (result);
  g_free (text);
  text = mcp_json_value_dup_text (
      mcp_message_get_params (test_memory_transport_get_sent (fixture.client.transport, -1)));
  g_assert_cmpstr (text, ==, "{\"_meta\":{\"c\":\"typed\",\"a/b\":1.10,\"d\":3}}");

  g_assert_false (mcp_request_add_meta (other, array, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  tear_down (&fixture);
}

void
add_input_rounds_tests (void)
{
  g_test_add_func ("/input/rounds/round", test_round);
  g_test_add_func ("/input/rounds/absent-stays-absent", test_absent_stays_absent);
  g_test_add_func ("/input/rounds/large-state", test_large_state);
  g_test_add_func ("/input/rounds/endless", test_endless);
  g_test_add_func ("/input/rounds/off-specification", test_off_specification);
  g_test_add_func ("/input/rounds/many-keys", test_many_keys);
  g_test_add_func ("/input/rounds/duplicate-keys", test_duplicate_keys);
  g_test_add_func ("/input/rounds/declined", test_declined);
  g_test_add_func ("/input/rounds/cancelled", test_cancelled);
  g_test_add_func ("/input/rounds/total", test_total);
  g_test_add_func ("/input/rounds/closed", test_closed);
  g_test_add_func ("/input/rounds/meta", test_meta);
}
