/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a client declares, and how each era says it. */

#include "mcp-tests.h"
#include "test-client-fixture.h"

static void
test_writing (void)
{
  static const struct
  {
    McpClientCapabilityFlags flags;
    const char              *legacy;
    const char              *modern;
  } CASES[] = {
    { MCP_CLIENT_NO_CAPABILITIES, "{}", "{}" },
    { MCP_CLIENT_ROOTS, "{\"roots\":{}}", "{\"roots\":{}}" },
    { MCP_CLIENT_ROOTS_LIST_CHANGED, "{\"roots\":{\"listChanged\":true}}", "{\"roots\":{}}" },
    { MCP_CLIENT_SAMPLING, "{\"sampling\":{}}", "{\"sampling\":{}}" },
    { MCP_CLIENT_SAMPLING_TOOLS | MCP_CLIENT_SAMPLING_CONTEXT,
      "{\"sampling\":{\"tools\":{},\"context\":{}}}",
      "{\"sampling\":{\"tools\":{},\"context\":{}}}" },
    { MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL,
      "{\"elicitation\":{\"form\":{},\"url\":{}}}", "{\"elicitation\":{\"form\":{},\"url\":{}}}" },
    { MCP_CLIENT_TASKS_SAMPLING | MCP_CLIENT_TASKS_ELICITATION | MCP_CLIENT_TASKS_CANCEL,
      "{\"tasks\":{\"cancel\":{},\"requests\":{\"sampling\":{\"createMessage\":{}},"
      "\"elicitation\":{\"create\":{}}}}}",
      "{}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpClientCapabilities) self = mcp_client_capabilities_new (CASES[i].flags);
      g_autofree char *legacy = mcp_client_capabilities_write_legacy (self);
      g_autofree char *modern = mcp_client_capabilities_write_modern (self);

      g_assert_cmpstr (legacy, ==, CASES[i].legacy);
      g_assert_cmpstr (modern, ==, CASES[i].modern);
    }
}

static void
test_extensions (void)
{
  g_autoptr (McpClientCapabilities) self = mcp_client_capabilities_new (0);
  g_autoptr (McpClientCapabilities) copy = NULL;
  g_autofree char *text = NULL;
  g_autofree char *after = NULL;

  mcp_client_capabilities_set_extension (self, "a.b/c", "{\"x\":1.10}");
  mcp_client_capabilities_set_extension (self, "a.b/d", "{}");
  mcp_client_capabilities_set_extension (self, "a.b/c", "{\"x\":2}");
  copy = mcp_client_capabilities_copy (self);
  text = mcp_client_capabilities_write_modern (copy);
  g_assert_cmpstr (text, ==, "{\"extensions\":{\"a.b/d\":{},\"a.b/c\":{\"x\":2}}}");
  mcp_client_capabilities_set_extension (copy, "a.b/c", NULL);
  g_assert_false (mcp_client_capabilities_has_extension (copy, "a.b/c"));
  g_assert_true (mcp_client_capabilities_has_extension (self, "a.b/c"));
  after = mcp_client_capabilities_write_legacy (copy);
  g_assert_cmpstr (after, ==, "{\"extensions\":{\"a.b/d\":{}}}");
}

static void
test_missing (void)
{
  static const struct
  {
    const char *required;
    const char *missing;
  } CASES[] = {
    { "{}", NULL },
    { "{\"elicitation\":{\"form\":{}}}", NULL },
    { "{\"elicitation\":{}}", NULL },
    { "{\"elicitation\":{\"url\":{}}}", "elicitation.url" },
    { "{\"roots\":{},\"sampling\":{\"tools\":{}}}", "roots, sampling.tools" },
    { "{\"extensions\":{\"a/b\":{\"c\":{}}}}", "extensions.a/b" },
    { "[]", NULL },
    { "7", NULL },
  };
  g_autoptr (McpClientCapabilities) self =
      mcp_client_capabilities_new (MCP_CLIENT_ELICITATION_FORM);

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpJsonDocument) document =
          mcp_json_document_parse_text (CASES[i].required, -1, NULL);
      g_autofree char *missing =
          mcp_client_capabilities_find_missing (self, mcp_json_document_get_root (document));

      g_assert_cmpstr (missing, ==, CASES[i].missing);
    }
}

static void
test_declared_at_opening (void)
{
  g_autoptr (McpClientCapabilities) declared =
      mcp_client_capabilities_new (MCP_CLIENT_ROOTS | MCP_CLIENT_ELICITATION_FORM);
  TestClient       fixture;
  McpJsonValue     params;
  g_autofree char *text = NULL;

  test_client_set_up (&fixture, FALSE);
  fixture.opening = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"serverInfo\":{}}";
  g_assert_cmpint (mcp_client_get_era (fixture.client), ==, MCP_ERA_UNKNOWN);
  mcp_client_set_capabilities (fixture.client, declared);
  mcp_client_set_offered_version (fixture.client, "2025-06-18");
  test_client_open_or_fail (&fixture);
  g_assert_cmpint (mcp_client_get_era (fixture.client), ==, MCP_ERA_LEGACY);

  params = mcp_message_get_params (test_memory_transport_get_sent (fixture.transport, 0));
  text = mcp_json_value_dup_text (mcp_json_value_get_member (params, "capabilities"));
  g_assert_cmpstr (text, ==, "{\"roots\":{},\"elicitation\":{\"form\":{}}}");
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_get_member (params, "protocolVersion"), "2025-06-18"));

  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

void
add_client_capabilities_tests (void)
{
  g_test_add_func ("/client/capabilities/writing", test_writing);
  g_test_add_func ("/client/capabilities/extensions", test_extensions);
  g_test_add_func ("/client/capabilities/missing", test_missing);
  g_test_add_func ("/client/capabilities/declared-at-opening", test_declared_at_opening);
}
