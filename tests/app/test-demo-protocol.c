/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo-tests.h"
#include "demo-process.h"

#include <string.h>
#include <sys/wait.h>

static void
test_negotiation (void)
{
  static const char *const cases[][2] = {
    { "2025-11-25", "2025-11-25" },
    { "2025-06-18", "2025-06-18" },
    { "2025-03-26", "2025-03-26" },
    { "2024-11-05", "2024-11-05" },
    { "2026-07-28", "2025-11-25" },
    { "1.0", "2025-11-25" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DemoProcess) demo = demo_process_start (NULL);
      g_autofree char *params = g_strdup_printf ("{\"protocolVersion\":\"%s\",\"capabilities\":{},"
                                                 "\"clientInfo\":"
                                                 "{\"name\":\"test\",\"version\":\"1\"}}",
                                                 cases[i][0]);
      g_autoptr (McpJsonDocument) answer = demo_process_request (demo, "initialize", params);
      int status;

      demo_assert (answer, "/result/protocolVersion", cases[i][1]);
      demo_assert (answer, "/result/serverInfo/name", "spyglass-demo");
      demo_assert (answer, "/result/capabilities/tools/listChanged", "true");
      status = demo_process_wait (demo, TRUE, 5000);
      g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }
}

static void
test_before_initialize (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);
  g_autoptr (McpJsonDocument) ping = demo_process_request (demo, "ping", NULL);
  g_autoptr (McpJsonDocument) tools = demo_process_request (demo, "tools/list", NULL);
  g_autoptr (McpJsonDocument) discover = demo_process_request (demo, "server/discover", "{}");
  g_autoptr (McpJsonDocument) versionless = demo_process_request (demo, "initialize", "{}");

  demo_assert (ping, "/result", "{}");
  demo_assert (tools, "/error/code", "-32600");
  demo_assert (discover, "/error/code", "-32602");
  demo_assert (versionless, "/error/code", "-32602");
}

static void
test_malformed (void)
{
  static const char *const cases[][2] = {
    { "{\"jsonrpc\":\"2.0\",\"id\":1,", "-32700" },
    { "nonsense", "-32700" },
    { "[]", "-32600" },
    { "{\"id\":1,\"method\":\"ping\"}", "-32600" },
    { "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", "-32600" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", "-32600" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", "-32600" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}", "-32602" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"callTool\"}", "-32601" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"none\"}}",
      "-32602" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":\"none\"}}",
      "-32602" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"x:y\"}}",
      "-32002" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\",\"params\":{\"cursor\":\"?\"}}",
      "-32602" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/"
      "setLevel\",\"params\":{\"level\":\"loud\"}}",
      "-32602" },
  };
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = NULL;
      g_autoptr (McpJsonDocument) answer = NULL;

      demo_process_send (demo, cases[i][0]);
      line = demo_process_read (demo, 5000);
      g_assert_nonnull (line);
      answer = mcp_json_document_parse_text (line, -1, NULL);
      demo_assert (answer, "/error/code", cases[i][1]);
    }
}

/* An id comes back as it was written, and 1 is not "1". */
static void
test_ids (void)
{
  static const char *const ids[] = {
    "0", "\"\"", "\"1\"", "-5", "9007199254740993", "\"\\u00e9\""
  };
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *request = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":"
                                                  "\"ping\"}\r",
                                                  ids[i]);
      g_autofree char *expected = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}",
                                                   ids[i]);
      g_autofree char *line = NULL;

      demo_process_send (demo, request);
      line = demo_process_read (demo, 5000);
      g_assert_cmpstr (line, ==, expected);
    }
}

static void
test_batch (void)
{
  static const char batch[] = "[{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\"},{\"jsonrpc\":"
                              "\"2.0\",\"id\":9,\"method\":\"ping\"}]";
  g_autoptr (DemoProcess) old = demo_process_start (NULL);
  g_autoptr (DemoProcess) new = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) opened = demo_process_request (old, "initialize",
                                                             "{\"protocolVersion\":\"2025-03-26\","
                                                             "\"capabilities\":{}}");
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *refused = NULL;

  demo_process_send (old, batch);
  first = demo_process_read (old, 5000);
  second = demo_process_read (old, 5000);
  g_assert_cmpstr (first, ==, "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}");
  g_assert_cmpstr (second, ==, "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");

  demo_process_send (new, batch);
  refused = demo_process_read (new, 5000);
  g_assert_nonnull (strstr (refused, "-32600"));
}

/* Follows the cursors of a list; returns how many items all pages had together. */
static guint
count_items (
    DemoProcess *demo, const char *method, const char *member, guint *n_pages, GHashTable *names)
{
  g_autofree char *params = g_strdup ("{}");
  guint            n_items = 0;

  for (*n_pages = 1;; ++*n_pages)
    {
      g_autoptr (McpJsonDocument) answer = demo_process_request (demo, method, params);
      McpJsonValue result = mcp_json_value_resolve_pointer (
          mcp_json_document_get_root (answer), "/result");
      McpJsonValue     items = mcp_json_value_get_member (result, member);
      g_autofree char *cursor = mcp_json_value_dup_text (
          mcp_json_value_get_member (result, "nextCursor"));
      McpJsonIter  iter;
      McpJsonValue item;

      g_assert_cmpint (mcp_json_value_get_kind (items), ==, MCP_JSON_ARRAY);
      mcp_json_iter_init (&iter, items);
      while (mcp_json_iter_next (&iter, NULL, &item))
        {
          char *name = mcp_json_value_dup_member_string (
              item, strcmp (member, "resources") == 0 ? "uri" : "name");

          g_assert_nonnull (name);
          g_hash_table_add (names, name);
          n_items++;
        }
      if (cursor == NULL)
        return n_items;
      g_assert_cmpuint (*n_pages, <, 100);
      g_free (params);
      params = g_strdup_printf ("{\"cursor\":%s}", cursor);
    }
}

static void
test_lists (gconstpointer data)
{
  const char *options = data;
  g_autoptr (DemoProcess) demo = demo_process_open (options);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean one_by_one = options != NULL && strstr (options, "--page-size 1") != NULL;
  guint    n_pages, n_items;

  n_items = count_items (demo, "resources/list", "resources", &n_pages, names);
  g_assert_cmpuint (n_items, ==, 29);
  g_assert_cmpuint (g_hash_table_size (names), ==, 29);
  g_assert_cmpuint (n_pages, ==, one_by_one ? 29 : 3);
  g_hash_table_remove_all (names);
  n_items = count_items (demo, "tools/list", "tools", &n_pages, names);
  g_assert_cmpuint (n_items, >, 30);
  g_assert_cmpuint (g_hash_table_size (names), ==, n_items);
  g_assert_cmpuint (n_pages, ==, one_by_one ? n_items : 1);
  g_hash_table_remove_all (names);
  g_assert_cmpuint (count_items (demo, "prompts/list", "prompts", &n_pages, names), ==, 5);
  g_assert_cmpuint (
      count_items (demo, "resources/templates/list", "resourceTemplates", &n_pages, names), ==, 11);
}

static void
test_progress_and_cancel (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument)
      answer = demo_process_call (demo, "slow_task", "{\"seconds\":0.2,\"steps\":4}");
  g_autoptr (McpJsonDocument) pong = NULL;
  g_autofree char *late = NULL;

  demo_assert (answer, "/result/content/0/text", "Done: 4 steps in 0.2 seconds.");
  g_assert_cmpuint (demo->notifications->len, ==, 5);
  demo_assert (g_ptr_array_index (demo->notifications, 4), "/params/progress", "4");
  demo_assert (g_ptr_array_index (demo->notifications, 4), "/params/total", "4");
  demo_assert (g_ptr_array_index (demo->notifications, 4), "/params/progressToken", "t-slow_task");

  demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"id\":\"slow\",\"method\":\"tools/"
                           "call\",\"params\":"
                           "{\"name\":\"slow_task\",\"arguments\":{\"seconds\":0.5,\"steps\":1}}}");
  demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                           "cancelled\",\"params\":{\"requestId\":\"slow\"}}");
  pong = demo_process_request (demo, "ping", NULL);
  late = demo_process_read (demo, 900);
  g_assert_null (late);
}

static void
test_log_levels (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument)
      set = demo_process_request (demo, "logging/setLevel", "{\"level\":\"error\"}");
  g_autoptr (McpJsonDocument) answer = demo_process_call (demo, "write_log", NULL);

  demo_assert (set, "/result", "{}");
  g_assert_cmpuint (demo->notifications->len, ==, 4);
  demo_assert (g_ptr_array_index (demo->notifications, 0), "/params/level", "error");
  demo_assert (g_ptr_array_index (demo->notifications, 0), "/params/data/attempt", "3");
}

static void
test_changing_tools (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) none = demo_process_call (demo, "extra_tool_1", NULL);
  g_autoptr (McpJsonDocument) added = demo_process_call (demo, "change_tools", "{\"count\":2}");
  g_autoptr (McpJsonDocument) called = demo_process_call (demo, "extra_tool_2", NULL);
  g_autoptr (McpJsonDocument)
      removed = demo_process_call (demo, "change_tools", "{\"action\":\"remove\",\"count\":5}");
  g_autoptr (McpJsonDocument) gone = demo_process_call (demo, "extra_tool_1", NULL);

  demo_assert (none, "/error/code", "-32602");
  demo_assert (called, "/result/content/0/text", "I was not here when you connected.");
  demo_assert (removed, "/result/content/0/text", "There are 0 extra tools now.");
  demo_assert (gone, "/error/code", "-32602");
  g_assert_cmpuint (demo->notifications->len, ==, 2);
  demo_assert (g_ptr_array_index (demo->notifications, 0), "/method",
               "notifications/tools/list_changed");
}

/* The server asks, with an id of its own that begins at 0. */
static void
test_questions (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start (NULL);
  g_autoptr (McpJsonDocument) opened = demo_process_request (demo, "initialize",
                                                             "{\"protocolVersion\":\"2025-11-25\","
                                                             "\"capabilities\":{\"elicitation\":{}}"
                                                             "}");
  g_autoptr (McpJsonDocument) no_roots = demo_process_call (demo, "list_roots", NULL);
  g_autofree char *question = NULL;
  g_autofree char *answer = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  demo_assert (no_roots, "/result/isError", "true");
  demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"tools/"
                           "call\",\"params\":{\"name\":\"ask_person\"}}");
  question = demo_process_read (demo, 5000);
  document = mcp_json_document_parse_text (question, -1, NULL);
  demo_assert (document, "/method", "elicitation/create");
  demo_assert (document, "/id", "0");
  demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"result\":{\"action\":\"decline\"}"
                           "}");
  demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"action\":\"accept\","
                           "\"content\":{\"name\":\"Ada\"}}}");
  answer = demo_process_read (demo, 5000);
  g_assert_nonnull (strstr (answer, "\"id\":77"));
  g_assert_nonnull (strstr (answer, "Ada"));
}

void
add_demo_protocol_tests (void)
{
  g_test_add_func ("/demo/protocol/negotiation", test_negotiation);
  g_test_add_func ("/demo/protocol/before-initialize", test_before_initialize);
  g_test_add_func ("/demo/protocol/malformed", test_malformed);
  g_test_add_func ("/demo/protocol/ids", test_ids);
  g_test_add_func ("/demo/protocol/batch", test_batch);
  g_test_add_data_func ("/demo/protocol/lists", NULL, test_lists);
  g_test_add_data_func ("/demo/protocol/lists/empty-cursor", "--empty-cursor", test_lists);
  g_test_add_data_func ("/demo/protocol/lists/one-by-one", "--page-size 1", test_lists);
  g_test_add_data_func ("/demo/protocol/lists/one-by-one/empty-cursor",
                        "--page-size 1 --empty-cursor", test_lists);
  g_test_add_func ("/demo/protocol/progress-and-cancel", test_progress_and_cancel);
  g_test_add_func ("/demo/protocol/log-levels", test_log_levels);
  g_test_add_func ("/demo/protocol/changing-tools", test_changing_tools);
  g_test_add_func ("/demo/protocol/questions", test_questions);
}
