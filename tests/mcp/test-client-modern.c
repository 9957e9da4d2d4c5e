/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a client says and keeps once it speaks 2026-07-28. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "test-modern-fixture.h"
#include "test-requests.h"

#include <string.h>

static void
test_requests (gconstpointer http)
{
  TestModern self;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpMessage *sent;

  test_modern_set_up (&self, GPOINTER_TO_INT (http), MCP_ERA_CHOICE_MODERN);
  test_client_open_or_fail (&self.client);
  result = test_client_call (&self.client, "t", "{\"a\":1.10}", NULL, &error);
  g_assert_no_error (error);
  test_client_assert_text (result, "{\"a\":1.10}");
  sent = test_memory_transport_get_sent (self.client.transport, -1);
  g_assert_true (mcp_json_value_exists (test_modern_get_meta (&self, -1, "clientCapabilities")));
  g_assert_nonnull (strstr (g_bytes_get_data (mcp_message_get_text (sent), NULL), "1.10"));
  test_modern_tear_down (&self);
}

static void
test_result_types (void)
{
  static const struct
  {
    const char *result;
    gboolean    good;
  } CASES[] = {
    { "{\"content\":[]}", TRUE },
    { "{\"content\":[],\"resultType\":\"complete\"}", TRUE },
    { "{\"content\":[],\"resultType\":\"novel\"}", FALSE },
    { "{\"content\":[],\"resultType\":7}", FALSE },
    { "{\"content\":[],\"resultType\":null}", FALSE },
    { "{\"resultType\":\"task\",\"taskId\":\"1\"}", FALSE }, /* not declared */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      TestModern self;
      g_autoptr (McpResult) result = NULL;
      g_autoptr (GError) error = NULL;

      test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_MODERN);
      self.result = CASES[i].result;
      test_client_open_or_fail (&self.client);
      result = test_client_call (&self.client, "t", NULL, NULL, &error);
      g_assert_cmpint (result != NULL, ==, CASES[i].good);
      if (!CASES[i].good)
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
          g_assert_nonnull (strstr (mcp_error_get_details (error)->evidence, CASES[i].result));
        }
      test_modern_tear_down (&self);
    }
}

/* What only clients may do. */
static void
test_forbidden (gconstpointer http)
{
  TestModern self;
  guint      n_sent;

  test_modern_set_up (&self, GPOINTER_TO_INT (http), MCP_ERA_CHOICE_MODERN);
  test_client_open_or_fail (&self.client);
  n_sent = test_memory_transport_get_n_sent (self.client.transport);
  test_memory_transport_say (self.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
  test_memory_transport_say (self.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":\"8\",\"method\":\"roots/list\"}");
  test_memory_transport_say (self.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"novel\"}");
  test_run_ready ();
  g_assert_cmpuint (self.n_dropped, ==, 3);
  g_assert_cmpuint (test_memory_transport_get_n_sent (self.client.transport), ==, n_sent);
  test_modern_tear_down (&self);
}

/* Over a stream a message says that we stopped waiting; over HTTP its end does. */
static void
test_cancel (gconstpointer http)
{
  TestModern  self;
  TestAnswer  called = { 0 };
  McpMessage *sent;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  test_modern_set_up (&self, GPOINTER_TO_INT (http), MCP_ERA_CHOICE_MODERN);
  test_client_open_or_fail (&self.client);
  test_call_tool_async (self.client.client, "hang", NULL, NULL, cancellable, test_answer_take,
                        &called);
  test_run_ready ();
  g_cancellable_cancel (cancellable);
  result = test_answer_wait (&called);
  g_assert_null (mcp_client_call_finish (self.client.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  test_run_ready ();
  sent = test_memory_transport_find_sent (self.client.transport, "notifications/cancelled");
  g_assert_cmpint (sent != NULL, ==, !GPOINTER_TO_INT (http));
  g_clear_object (&result);
  test_modern_tear_down (&self);
}

static McpListing *
list_tools (TestModern *self)
{
  TestAnswer listed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpListing *listing;

  mcp_client_list_async (self->client.client, MCP_DEFINITION_TOOL, NULL, NULL, NULL, NULL, test_answer_take,
                         &listed);
  result = test_answer_wait (&listed);
  listing = mcp_client_list_finish (self->client.client, result, &error);
  g_assert_no_error (error);
  return listing;
}

#define TOOL(name, header)                                                                       \
  "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"r\":{\"type\":" \
  "\"string\",\"x-mcp-header\":\"" header "\"}}}}"

static void
test_headers (void)
{
  TestModern self;
  g_autoptr (McpListing) listing = NULL;
  g_autoptr (McpListing) unused = NULL;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (McpResult) again = NULL;
  g_autoptr (McpResult) excluded = NULL;
  g_autoptr (GError) error = NULL;

  test_modern_set_up (&self, TRUE, MCP_ERA_CHOICE_MODERN);
  self.tools = "{\"tools\":[" TOOL ("t", "Region") "," TOOL ("bad", "Two words") "]}";
  test_client_open_or_fail (&self.client);
  listing = list_tools (&self);
  g_assert_cmpuint (listing->definitions->len, ==, 2);
  result = test_client_call (&self.client, "t", "{\"r\":\" x\"}", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (test_memory_transport_get_headers (self.client.transport, -1), ==,
                   "MCP-Protocol-Version: 2026-07-28|Mcp-Method: tools/call|Mcp-Name: t|"
                   "Mcp-Param-Region: =?base64?IHg=?=");

  /* A tool whose headers cannot be is not called. */
  excluded = test_client_call (&self.client, "bad", NULL, NULL, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_EXCLUDED);
  g_assert_null (excluded);
  g_clear_error (&error);

  /* The server has changed what it wants: list, and ask once more. */
  self.tools = "{\"tools\":[" TOOL ("t", "Place") "]}";
  self.client.n_lists = 0;
  self.error = "{\"code\":-32020,\"message\":\"Mcp-Param-Place is missing\"}";
  self.n_errors = 1;
  again = test_client_call (&self.client, "t", "{\"r\":\"x\"}", NULL, &error);
  g_assert_no_error (error);
  g_assert_false (mcp_result_is_rpc_error (again));
  g_assert_cmpuint (self.client.n_lists, ==, 1);
  g_assert_cmpstr (test_memory_transport_get_headers (self.client.transport, -1), ==,
                   "MCP-Protocol-Version: 2026-07-28|Mcp-Method: tools/call|Mcp-Name: t|"
                   "Mcp-Param-Place: x");

  /* Once only. */
  g_clear_pointer (&again, mcp_result_unref);
  self.n_errors = 9;
  self.tools = NULL;
  again = test_client_call (&self.client, "t", "{\"r\":\"x\"}", NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_result_is_rpc_error (again));
  test_modern_tear_down (&self);
}

static void
test_cache (void)
{
  TestModern self;
  g_autoptr (McpListing) first = NULL;
  g_autoptr (McpListing) kept = NULL;
  g_autoptr (McpListing) fresh = NULL;
  g_autoptr (McpListing) changed = NULL;
  g_autoptr (McpListing) offered = NULL;
  g_autoptr (McpClientCapabilities) roots = mcp_client_capabilities_new (MCP_CLIENT_ROOTS);
  McpFreshness freshness;
  gint64       now;

  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_MODERN);
  self.tools = "{\"tools\":[],\"ttlMs\":60000,\"cacheScope\":\"public\"}";
  test_client_open_or_fail (&self.client);
  first = list_tools (&self);
  g_assert_true (first->has_freshness);
  freshness = first->freshness;
  now = g_get_monotonic_time ();
  g_assert_cmpint (freshness.scope, ==, MCP_CACHE_PUBLIC);
  g_assert_cmpint (mcp_freshness_get_left (&freshness, now), >, 0);
  g_assert_cmpint (mcp_freshness_get_left (&freshness, now + 60 * G_USEC_PER_SEC), ==, 0);

  kept = list_tools (&self);
  g_assert_cmpuint (self.client.n_lists, ==, 1);
  g_assert_cmpuint (self.n_notes, ==, 1);
  mcp_client_forget_cached (self.client.client, NULL);
  fresh = list_tools (&self);
  g_assert_cmpuint (self.client.n_lists, ==, 2);
  test_memory_transport_say (self.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
  test_run_ready ();
  changed = list_tools (&self);
  g_assert_cmpuint (self.client.n_lists, ==, 3);
  mcp_client_set_capabilities (self.client.client, roots);
  offered = list_tools (&self);
  g_assert_cmpuint (self.client.n_lists, ==, 4);
  test_modern_tear_down (&self);
}

/* A page that was kept may lead to one that the server does not know any more. */
static gboolean
serve_pages (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  TestModern  *self = data;
  McpJsonValue cursor = mcp_json_value_get_member (mcp_message_get_params (message), "cursor");

  if (g_strcmp0 (mcp_message_get_method (message), "tools/list") != 0)
    return test_modern_serve (transport, message, exchange, data);

  self->client.n_lists++;
  if (!mcp_json_value_exists (cursor))
    test_memory_transport_answer (transport, message, exchange,
                                  self->n_errors > 0
                                      ? "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"x\","
                                        "\"ttlMs\":60000}"
                                      : "{\"tools\":[{\"name\":\"b\"}]}");
  else if (self->n_errors > 1)
    test_memory_transport_answer (transport, message, exchange, "{\"tools\":[]}");
  else
    {
      self->n_errors = 0;
      test_memory_transport_say_format (
          transport, exchange,
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"x\"}}",
          mcp_request_id_get_text (mcp_message_get_id (message)));
    }
  return TRUE;
}

static void
test_kept_cursor (void)
{
  TestModern self;
  g_autoptr (McpListing) first = NULL;
  g_autoptr (McpListing) second = NULL;
  GPtrArray *definitions;

  memset (&self, 0, sizeof self);
  self.client.transport = test_memory_transport_new (FALSE, serve_pages, &self);
  self.client.client = test_client_new (MCP_TRANSPORT (self.client.transport));
  mcp_client_get_options (self.client.client)->era = MCP_ERA_CHOICE_MODERN;
  test_client_open_or_fail (&self.client);
  self.n_errors = 2;
  first = list_tools (&self);
  g_assert_cmpuint (self.client.n_lists, ==, 2);
  self.n_errors = 1;
  second = list_tools (&self);
  g_assert_cmpuint (self.client.n_lists, ==, 4);
  g_assert_cmpint (second->flags, ==, MCP_LISTING_COMPLETE);
  definitions = second->definitions;
  g_assert_cmpuint (definitions->len, ==, 1);
  g_assert_cmpstr (mcp_definition_get_key (definitions->pdata[0]), ==, "b");
  test_modern_tear_down (&self);
}

/* What a server demands is named, whatever its own words. */
static void
test_explained (void)
{
  TestModern self;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *findings;

  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_MODERN);
  test_client_open_or_fail (&self.client);
  self.error = "{\"code\":-32021,\"message\":\"no\",\"data\":{\"requiredCapabilities\":"
               "{\"elicitation\":{\"url\":{}}}}}";
  self.n_errors = 1;
  result = test_client_call (&self.client, "t", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_result_is_rpc_error (result));
  findings = result->findings;
  g_assert_true (mcp_finding_list_has (findings, "capability-required"));
  g_assert_nonnull (strstr (mcp_finding_get_text (findings->pdata[0]), "elicitation.url"));
  test_modern_tear_down (&self);
}

/* Up to 2025-11-25 a tool's output was an object; from then on it may be anything. */
static void
test_output_type (void)
{
  static const McpEraChoice CHOICES[] = { MCP_ERA_CHOICE_LEGACY, MCP_ERA_CHOICE_MODERN };

  for (gsize i = 0; i < G_N_ELEMENTS (CHOICES); i++)
    {
      TestModern self;
      g_autoptr (McpListing) listing = NULL;
      GPtrArray *tools;

      test_modern_set_up (&self, FALSE, CHOICES[i]);
      self.tools = "{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"tools\":["
                   "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"},"
                   "\"outputSchema\":{\"type\":\"array\"}},"
                   "{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"},"
                   "\"outputSchema\":{\"type\":\"object\"}},"
                   "{\"name\":\"c\",\"inputSchema\":{\"type\":\"array\"}}]}";
      test_client_open_or_fail (&self.client);
      listing = list_tools (&self);
      tools = listing->definitions;
      g_assert_cmpuint (tools->len, ==, 3);
      g_assert_cmpint (mcp_finding_list_has (mcp_definition_get_findings (tools->pdata[0]),
                                             "schema-type"),
                       ==, CHOICES[i] == MCP_ERA_CHOICE_LEGACY);
      g_assert_null (mcp_definition_get_findings (tools->pdata[1]));
      g_assert_true (mcp_finding_list_has (mcp_definition_get_findings (tools->pdata[2]),
                                           "schema-type"));
      test_modern_tear_down (&self);
    }
}

void
add_client_modern_tests (void)
{
  g_test_add_data_func ("/client/modern/requests/stream", GINT_TO_POINTER (FALSE), test_requests);
  g_test_add_data_func ("/client/modern/requests/http", GINT_TO_POINTER (TRUE), test_requests);
  g_test_add_func ("/client/modern/result-types", test_result_types);
  g_test_add_data_func ("/client/modern/forbidden/stream", GINT_TO_POINTER (FALSE), test_forbidden);
  g_test_add_data_func ("/client/modern/forbidden/http", GINT_TO_POINTER (TRUE), test_forbidden);
  g_test_add_data_func ("/client/modern/cancel/stream", GINT_TO_POINTER (FALSE), test_cancel);
  g_test_add_data_func ("/client/modern/cancel/http", GINT_TO_POINTER (TRUE), test_cancel);
  g_test_add_func ("/client/modern/headers", test_headers);
  g_test_add_func ("/client/modern/cache", test_cache);
  g_test_add_func ("/client/modern/kept-cursor", test_kept_cursor);
  g_test_add_func ("/client/modern/explained", test_explained);
  g_test_add_func ("/client/modern/output-type", test_output_type);
}
