/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The quirks of the demo server are those of tests/data/seed-fixtures/wire_quirks.json. */

#include "demo-tests.h"
#include "demo-process.h"
#include "test-data.h"

#include <stdlib.h>
#include <string.h>

/* A quirk, the exchange that it repeats, the method whose answer has it, and where in it. */
static const struct
{
  const char *quirk;
  const char *name;
  const char *method;
  const char *params;
  const char *list;   /* (nullable): where the item is the last of */
  const char *member; /* of the exchange, below “wire” */
} cases[] = {
  { "bare-mapping", "result without content (bare mapping object)", "tools/call",
    "{\"name\":\"echo\",\"arguments\":{\"message\":\"x\"}}", NULL, "/msg/result" },
  { "bare-status", "result without content", "tools/call",
    "{\"name\":\"echo\",\"arguments\":{\"message\":\"x\"}}", NULL, "/msg/result" },
  { "bare-output", "result equals outputSchema shape but not under structuredContent", "tools/call",
    "{\"name\":\"echo\",\"arguments\":{\"message\":\"x\"}}", NULL, "/msg/result" },
  { "prompt-string", "prompt message whose content is a plain string", "prompts/get",
    "{\"name\":\"plan_launch\"}", NULL, "/msg/result" },
  { "prompt-array", "prompt message whose content is an array of blocks", "prompts/get",
    "{\"name\":\"plan_launch\"}", NULL, "/msg/result" },
  { "contents-name", "resources/read contents carrying name and title", "resources/read",
    "{\"uri\":\"product://starship/ftl-2000\"}", NULL, "/msg/result" },
  { "resource-schema", "schema on a resource", "resources/list", NULL, "/result/resources",
    "/msg/result/resources/0" },
  { "schema-without-properties",
    "tool schema where a property has no 'type' inside 'parameters' object (POC schema)",
    "tools/list", NULL, "/result/tools", "/inputSchema" },
  { "schema-empty", "empty input schema object", "tools/list", NULL, "/result/tools", "/tool" },
  { "schema-any-values", "tools with property value schemas {}", "tools/list", NULL, "/result/tools",
    "/tool" },
};

static McpJsonValue
find_exchange (McpJsonDocument *fixture, const char *name)
{
  McpJsonIter  iter;
  McpJsonValue exchange;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (mcp_json_document_get_root (fixture), "cases"));
  while (mcp_json_iter_next (&iter, NULL, &exchange))
    if (mcp_json_value_string_equals (mcp_json_value_get_member (exchange, "name"), name))
      return mcp_json_value_get_member (exchange, "wire");
  g_error ("there is no exchange “%s”", name);
}

static void
test_fixture (void)
{
  g_autoptr (McpJsonDocument) fixture = test_data_load ("seed-fixtures/wire_quirks.json");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *options = g_strdup_printf ("--page-size 500 --quirk %s", cases[i].quirk);
      g_autoptr (DemoProcess) demo = demo_process_open (options);
      g_autoptr (McpJsonDocument) answer = demo_process_request (demo, cases[i].method,
                                                                 cases[i].params);
      McpJsonValue root = mcp_json_document_get_root (answer);
      McpJsonValue expected = mcp_json_value_resolve_pointer (find_exchange (fixture, cases[i].name),
                                                              cases[i].member);
      McpJsonValue actual = mcp_json_value_resolve_pointer (root, "/result");

      g_test_message ("%s", cases[i].quirk);
      if (cases[i].list != NULL)
        {
          McpJsonValue list = mcp_json_value_resolve_pointer (root, cases[i].list);

          actual = mcp_json_value_get_item (list, mcp_json_value_get_n_items (list) - 1);
        }
      if (strcmp (cases[i].member, "/inputSchema") == 0)
        actual = mcp_json_value_get_member (actual, "inputSchema");
      g_assert_true (mcp_json_value_exists (expected));
      g_assert_true (mcp_json_value_equal (actual, expected));
    }
}

/* The client answers as a task: the server looks, and fetches the result. */
static void
test_later (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--conformance");
  g_autoptr (McpJsonDocument)
      opened = demo_process_request (demo, "initialize",
                                     "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{"
                                     "\"elicitation\":{},\"tasks\":{\"requests\":{\"elicitation\":{"
                                     "\"create\":{}}}}}}");
  g_autoptr (McpJsonDocument) question = demo_process_begin_call (demo, "ask_later", "{}");
  g_autoptr (McpJsonDocument) first = NULL;
  g_autoptr (McpJsonDocument) second = NULL;
  g_autoptr (McpJsonDocument) result = NULL;
  g_autoptr (McpJsonDocument) done = NULL;
  g_autofree char *text = NULL;

  demo_assert (question, "/params/task/ttl", "600000");
  demo_process_answer (demo, question,
                       "{\"task\":{\"taskId\":\"t\",\"status\":\"working\",\"createdAt\":\"2026-01-01T00:00:00Z\","
                       "\"lastUpdatedAt\":\"2026-01-01T00:00:00Z\",\"ttl\":null}}");
  first = demo_process_read_message (demo);
  demo_assert (first, "/method", "tasks/get");
  demo_assert (first, "/params/taskId", "t");
  demo_process_answer (demo, first, "{\"taskId\":\"t\",\"status\":\"working\",\"pollInterval\":10}");
  second = demo_process_read_message (demo);
  demo_process_answer (demo, second, "{\"taskId\":\"t\",\"status\":\"completed\"}");
  result = demo_process_read_message (demo);
  demo_assert (result, "/method", "tasks/result");
  demo_process_answer (demo, result, "{\"action\":\"accept\",\"content\":{\"name\":\"Beagle\"}}");
  done = demo_process_read_message (demo);
  text = demo_get (done, "/result/content/0/text");
  g_assert_true (g_str_has_prefix (text, "After 2 looks:"));
  g_assert_nonnull (strstr (text, "Beagle"));
}

void
add_demo_quirks_tests (void)
{
  g_test_add_func ("/demo/quirks/fixture", test_fixture);
  g_test_add_func ("/demo/quirks/later", test_later);
}
