/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a client that speaks 2026-07-28 opens, or finds out that the server does not. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "test-modern-fixture.h"
#include "test-requests.h"

#include <string.h>

static void
test_open (gconstpointer http)
{
  g_autoptr (McpClientCapabilities) declared =
      mcp_client_capabilities_new (MCP_CLIENT_ROOTS_LIST_CHANGED);
  TestModern       self;
  McpServerInfo   *info;
  g_autofree char *capabilities = NULL;

  test_modern_set_up (&self, GPOINTER_TO_INT (http), MCP_ERA_CHOICE_AUTO);
  mcp_client_set_capabilities (self.client.client, declared);
  test_client_open_or_fail (&self.client);
  g_assert_cmpint (mcp_client_get_era (self.client.client), ==, MCP_ERA_MODERN);
  info = mcp_client_get_server_info (self.client.client);
  g_assert_cmpstr (mcp_server_info_get_protocol_version (info), ==, "2026-07-28");
  g_assert_cmpstr (mcp_server_info_get_display_name (info), ==, "mem");
  g_assert_cmpstr (mcp_server_info_get_instructions (info), ==, "Do.");
  g_assert_null (mcp_server_info_get_findings (info));
  g_assert_true (mcp_client_offers (self.client.client, MCP_DEFINITION_TOOL));
  g_assert_false (mcp_client_offers (self.client.client, MCP_DEFINITION_PROMPT));

  /* One message opens, and each says who we are. */
  g_assert_cmpstr (
      mcp_message_get_method (test_memory_transport_get_sent (self.client.transport, 0)), ==,
      "server/discover");
  g_assert_null (test_memory_transport_find_sent (self.client.transport, "initialize"));
  g_assert_true (mcp_json_value_string_equals (test_modern_get_meta (&self, 0, "protocolVersion"), "2026-07-28"));
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_get_member (test_modern_get_meta (&self, 0, "clientInfo"), "title"), "A test"));
  capabilities = mcp_json_value_dup_text (test_modern_get_meta (&self, 0, "clientCapabilities"));
  g_assert_cmpstr (capabilities, ==, "{\"roots\":{}}");
  g_assert_cmpstr (test_memory_transport_get_headers (self.client.transport, 0), ==,
                   GPOINTER_TO_INT (http)
                       ? "MCP-Protocol-Version: 2026-07-28|Mcp-Method: server/discover"
                       : NULL);
  /* What is negotiated in earlier revisions is not. */
  g_assert_null (test_memory_transport_get_version (self.client.transport));
  test_modern_tear_down (&self);
}

static void
test_fall_back (gconstpointer data)
{
  static const struct
  {
    TestManner  manner;
    gboolean    http;
    const char *error;
    const char *discover;
  } CASES[] = {
    { NO_DISCOVER, FALSE, NULL, NULL },
    { NO_DISCOVER, TRUE, NULL, NULL },
    { SILENT, FALSE, NULL, NULL },
    { STATUS_404, TRUE, NULL, NULL },
    { ANSWER, FALSE, "{\"code\":-32602,\"message\":\"Invalid request parameters\"}", NULL },
    { ANSWER, TRUE, "{\"code\":-32000,\"message\":\"Bad Request: Server not initialized\"}", NULL },
    { ANSWER, FALSE, "\"broken\"", NULL },
    { ANSWER, FALSE, NULL, "{}" },
    { ANSWER, FALSE, NULL, "{\"supportedVersions\":[\"2025-11-25\"],\"capabilities\":{}}" },
    { ANSWER, FALSE, NULL, "[]" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      TestModern self;

      g_test_message ("case %" G_GSIZE_FORMAT, i);
      test_modern_set_up (&self, CASES[i].http, MCP_ERA_CHOICE_AUTO);
      self.manner = CASES[i].manner;
      self.error = CASES[i].error;
      self.n_errors = CASES[i].error != NULL ? 1 : 0;
      self.discover = CASES[i].discover;
      test_client_open_or_fail (&self.client);
      g_assert_cmpint (mcp_client_get_era (self.client.client), ==, MCP_ERA_LEGACY);
      g_assert_cmpstr (test_memory_transport_get_version (self.client.transport), ==, "2025-11-25");
      g_assert_cmpuint (test_memory_transport_count_sent (self.client.transport, "server/discover"),
                        ==, 1);
      g_assert_cmpuint (
          test_memory_transport_count_sent (self.client.transport, "notifications/cancelled"), ==, 0);
      g_assert_cmpuint (test_memory_transport_get_n_opens (self.client.transport), ==, 1);
      g_assert_cmpuint (self.n_notes, ==, 1);
      g_assert_null (test_memory_transport_get_headers (self.client.transport, -1));
      test_modern_tear_down (&self);
    }
}

/* The three errors of the modern era end the opening, or are put right; never with initialize. */
static void
test_refusals (void)
{
  static const struct
  {
    const char *error;
    guint       n_errors;
    int         code; /* -1: it opens after all */
  } CASES[] = {
    { "{\"code\":-32022,\"message\":\"x\",\"data\":{\"supported\":[\"2026-07-28\"],"
      "\"requested\":\"2026-07-28\"}}",
      1, -1 },
    { "{\"code\":-32022,\"message\":\"x\",\"data\":{\"supported\":[\"2026-07-28\"],"
      "\"requested\":\"2026-07-28\"}}",
      9, MCP_ERROR_UNSUPPORTED_VERSION },
    { "{\"code\":-32022,\"message\":\"x\",\"data\":{\"supported\":[\"2027-01-01\"]}}", 1,
      MCP_ERROR_UNSUPPORTED_VERSION },
    { "{\"code\":-32022,\"message\":\"x\"}", 1, MCP_ERROR_UNSUPPORTED_VERSION },
    { "{\"code\":-32021,\"message\":\"x\",\"data\":{\"requiredCapabilities\":{\"sampling\":{}}}}", 1,
      MCP_ERROR_CAPABILITY_REQUIRED },
    { "{\"code\":-32020,\"message\":\"x\"}", 1, MCP_ERROR_HEADER_MISMATCH },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      TestModern self;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", CASES[i].error);
      test_modern_set_up (&self, TRUE, MCP_ERA_CHOICE_AUTO);
      self.error = CASES[i].error;
      self.n_errors = CASES[i].n_errors;
      g_assert_cmpint (test_client_open (&self.client, &error), ==, CASES[i].code == -1);
      if (CASES[i].code != -1)
        {
          g_assert_error (error, MCP_ERROR, CASES[i].code);
          g_assert_nonnull (mcp_error_get_details (error)->evidence);
        }
      if (CASES[i].code == MCP_ERROR_CAPABILITY_REQUIRED)
        g_assert_nonnull (strstr (error->message, "sampling"));
      g_assert_null (test_memory_transport_find_sent (self.client.transport, "initialize"));
      test_modern_tear_down (&self);
    }
}

static void
test_pins (void)
{
  TestModern self;
  g_autoptr (GError) error = NULL;

  /* TestModern, and nothing else: a server may have forgotten to answer server/discover. */
  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_MODERN);
  self.manner = NO_DISCOVER;
  self.tools = "{\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":0,\"cacheScope\":\"private\"}";
  test_client_open_or_fail (&self.client);
  g_assert_cmpint (mcp_client_get_era (self.client.client), ==, MCP_ERA_MODERN);
  g_assert_true (mcp_finding_list_has (
      mcp_server_info_get_findings (mcp_client_get_server_info (self.client.client)),
      "discover-missing"));
  g_assert_true (mcp_client_offers (self.client.client, MCP_DEFINITION_PROMPT));
  test_modern_tear_down (&self);

  /* But its answers must not be those of an earlier revision. */
  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_MODERN);
  self.manner = NO_DISCOVER;
  self.tools = "{\"tools\":[]}";
  g_assert_false (test_client_open (&self.client, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_OTHER_ERA);
  g_assert_null (test_memory_transport_find_sent (self.client.transport, "initialize"));
  g_clear_error (&error);
  test_modern_tear_down (&self);

  test_modern_set_up (&self, TRUE, MCP_ERA_CHOICE_MODERN);
  self.manner = STATUS_404;
  g_assert_false (test_client_open (&self.client, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_null (test_memory_transport_find_sent (self.client.transport, "initialize"));
  test_modern_tear_down (&self);

  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_LEGACY);
  test_client_open_or_fail (&self.client);
  g_assert_null (test_memory_transport_find_sent (self.client.transport, "server/discover"));
  test_modern_tear_down (&self);

  /* A server of which it is known is not asked again. */
  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_AUTO);
  mcp_client_get_options (self.client.client)->known_era = MCP_ERA_LEGACY;
  test_client_open_or_fail (&self.client);
  g_assert_null (test_memory_transport_find_sent (self.client.transport, "server/discover"));
  test_modern_tear_down (&self);

  /* Unless that does not hold any more. */
  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_AUTO);
  mcp_client_get_options (self.client.client)->known_era = MCP_ERA_LEGACY;
  self.client.refusal = "{\"code\":-32022,\"message\":\"x\",\"data\":{\"supported\":[\"2026-07-28\"]}}";
  self.client.n_refusals = 9;
  test_client_open_or_fail (&self.client);
  g_assert_cmpint (mcp_client_get_era (self.client.client), ==, MCP_ERA_MODERN);
  test_modern_tear_down (&self);
}

static gboolean
on_die (gpointer user_data)
{
  test_memory_transport_die (user_data, mcp_error_new (MCP_ERROR_PROCESS_EXITED, "It ended"));
  return G_SOURCE_REMOVE;
}

/* A process that ends when it is asked is started again, and not asked. */
static void
test_restart (void)
{
  TestModern self;

  test_modern_set_up (&self, FALSE, MCP_ERA_CHOICE_AUTO);
  mcp_client_get_options (self.client.client)->probe_ms = 0;
  mcp_client_get_options (self.client.client)->http_probe_ms = 0;
  self.manner = SILENT;
  g_timeout_add (10, on_die, self.client.transport);
  test_client_open_or_fail (&self.client);
  g_assert_cmpint (mcp_client_get_era (self.client.client), ==, MCP_ERA_LEGACY);
  g_assert_cmpuint (test_memory_transport_get_n_opens (self.client.transport), ==, 2);
  g_assert_cmpuint (test_memory_transport_count_sent (self.client.transport, "server/discover"), ==, 1);
  g_assert_cmpuint (self.client.n_lost, ==, 0);
  test_modern_tear_down (&self);
}

/* Where neither era's way is known, the other transport is tried. */
static void
test_sse (void)
{
  TestModern self;
  g_autoptr (TestMemoryTransport) http = NULL;

  memset (&self, 0, sizeof self);
  self.manner = ALL_404;
  http = test_memory_transport_new (TRUE, test_modern_serve, &self);
  self.client.transport = test_memory_transport_new (FALSE, test_client_serve, &self.client);
  self.client.client = test_client_new (MCP_TRANSPORT (http));
  mcp_client_get_options (self.client.client)->era = MCP_ERA_CHOICE_AUTO;
  mcp_client_set_sse_transport (self.client.client, MCP_TRANSPORT (self.client.transport));
  test_client_open_or_fail (&self.client);
  g_assert_true (mcp_client_get_transport (self.client.client) ==
                 MCP_TRANSPORT (self.client.transport));
  g_assert_cmpint (mcp_client_get_era (self.client.client), ==, MCP_ERA_LEGACY);
  g_assert_cmpuint (test_memory_transport_get_n_sent (http), ==, 2);
  g_assert_cmpuint (test_memory_transport_get_n_closes (http), ==, 1);
  test_modern_tear_down (&self);
}

/* Where that does not work either, what is said is what went wrong first. */
static void
test_sse_fails (void)
{
  TestModern self;
  g_autoptr (TestMemoryTransport) http = NULL;
  g_autoptr (GError) error = NULL;

  memset (&self, 0, sizeof self);
  self.manner = ALL_404;
  http = test_memory_transport_new (TRUE, test_modern_serve, &self);
  self.client.transport = test_memory_transport_new (FALSE, NULL, NULL);
  test_memory_transport_break_opening (
      self.client.transport, mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "No stream of events"));
  self.client.client = test_client_new (MCP_TRANSPORT (http));
  mcp_client_get_options (self.client.client)->era = MCP_ERA_CHOICE_AUTO;
  mcp_client_set_sse_transport (self.client.client, MCP_TRANSPORT (self.client.transport));
  g_assert_false (test_client_open (&self.client, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  test_modern_tear_down (&self);
}

void
add_client_probe_tests (void)
{
  g_test_add_data_func ("/client/modern/open/stream", GINT_TO_POINTER (FALSE), test_open);
  g_test_add_data_func ("/client/modern/open/http", GINT_TO_POINTER (TRUE), test_open);
  g_test_add_data_func ("/client/modern/fall-back", NULL, test_fall_back);
  g_test_add_func ("/client/modern/refusals", test_refusals);
  g_test_add_func ("/client/modern/pins", test_pins);
  g_test_add_func ("/client/modern/restart", test_restart);
  g_test_add_func ("/client/modern/sse", test_sse);
  g_test_add_func ("/client/modern/sse-fails", test_sse_fails);
}
