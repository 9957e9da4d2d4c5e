/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo-tests.h"
#include "demo-process.h"

#include <string.h>

static void
assert_begins (McpJsonDocument *answer, const char *beginning)
{
  g_autofree char *text = demo_get (answer, "/result/content/0/text");

  g_assert_true (g_str_has_prefix (text, beginning));
}

static void
assert_error (DemoProcess *demo, const char *tool, const char *arguments, const char *text)
{
  g_autoptr (McpJsonDocument) answer = demo_process_call (demo, tool, arguments);

  demo_assert (answer, "/result/isError", "true");
  assert_begins (answer, text);
}

static void
test_objects (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) list = demo_process_call (demo, "list_pipelines", NULL);
  g_autoptr (McpJsonDocument) item = demo_process_call (demo, "get_from_object_store",
                                                        "{\"object_id\":\"@obj_001\",\"path\":"
                                                        "\"data[0].name\"}");
  g_autoptr (McpJsonDocument)
      pipeline = demo_process_call (demo, "get_pipeline", "{\"pipeline_name\":\"rag-qa\"}");
  g_autoptr (McpJsonDocument) slice = demo_process_call (demo, "get_slice_from_object_store",
                                                         "{\"object_id\":\"@obj_002.yaml_config\","
                                                         "\"start\":2,\"end\":8}");
  g_autoptr (McpJsonDocument) valid = demo_process_call (demo, "validate_pipeline",
                                                         "{\"yaml_configuration\":\"@obj_002.yaml_config\"}");
  g_autoptr (McpJsonDocument) sed = demo_process_call (demo, "sed_object_store",
                                                       "{\"object_id\":\"obj_002\",\"path\":"
                                                       "\"name\",\"pattern\":\"rag\","
                                                       "\"replacement\":\"RAG\"}");
  g_autoptr (McpJsonDocument)
      unknown = demo_process_call (demo, "get_pipeline", "{\"pipeline_name\":\"nope\"}");
  g_autofree char *text = demo_get (list, "/result/content/0/text");

  g_assert_true (g_str_has_prefix (text, "@obj_001 → dict (length: 4)\n\n{\n    'data': [\n        "
                                         "    {\n"));
  g_assert_nonnull (strstr (text, "... +5\n"));
  demo_assert (item, "/result/content/0/text", "@obj_001.data[0].name → str (length: 6)\n\nrag-qa");
  assert_begins (pipeline, "@obj_002 → dict (length: 10)\n\n{");
  demo_assert (slice, "/result/content/0/text", "String slice [2:8] of length 6:\n\nrag-qa");
  assert_begins (valid, "@obj_003 → dict (length: 3)\n\n{\n    'valid': True,");
  demo_assert (sed, "/result/content/0/text",
               "Replaced 1 occurrence(s) of 'rag' → 'RAG'.\nResult stored as "
               "@obj_004.\n\nPreview:\nRAG-qa");
  assert_begins (unknown, "@obj_005 → str (length: ");
  demo_assert (unknown, "/result/isError", "");
}

static void
test_object_errors (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) list = demo_process_call (demo, "list_pipelines", NULL);

  assert_error (demo, "get_from_object_store", "{\"object_id\":\"@obj_999\"}",
                "Error executing tool get_from_object_store: Object @obj_999 not found or "
                "expired.");
  assert_error (demo, "get_from_object_store", "{\"object_id\":\"obj_1\"}",
                "Error executing tool get_from_object_store: Object obj_1 not found or expired.");
  assert_error (demo, "get_from_object_store", "{\"object_id\":\"obj_001\",\"path\":\"data._x\"}",
                "Error executing tool get_from_object_store: Access to attribute '_x' is not "
                "permitted");
  assert_error (demo, "get_from_object_store", "{}",
                "Error executing tool get_from_object_store: 1 validation error for "
                "get_from_object_storeArguments\nobject_id\n  Field required [type=missing");
  assert_error (demo, "validate_pipeline", "{\"yaml_configuration\":\"@alice\"}",
                "Error executing tool validate_pipeline: Object @alice not found or expired");
  assert_error (demo, "validate_pipeline", "{\"yaml_configuration\":\"\",\"options\":\"obj_001\"}",
                "Error executing tool validate_pipeline: Parameter 'options' expects dict | None, "
                "got string 'obj_001'. Use '@obj_id' for references.");
}

/* The part of jq's language that the store has, and what it says of the rest. */
static void
test_object_filters (void)
{
  static const struct
  {
    const char *filter;
    const char *text;
  } cases[] = {
    { ".total", "Filter '.total' matched 1 value(s):\n\n42" },
    { ".data[1].name", "Filter '.data[1].name' matched 1 value(s):\n\nPreview:\ncontract-review" },
    { ".data[-30:]", "Invalid jq filter '.data[-30:]': unexpected “:]”" },
    { ".data | length", "Filter '.data | length' matched 1 value(s):\n\n30" },
    { ". | keys", "Filter '. | keys' matched 1 value(s):\n\n[\n    'data',\n    'has_more',\n"
                  "    'next_cursor',\n    'total'\n]" },
    { ".[\\\"total\\\"] | type",
      "Filter '.[\"total\"] | type' matched 1 value(s):\n\nPreview:\nnumber" },
    { ".nothing[0].at.all", "Filter '.nothing[0].at.all' matched 1 value(s):\n\nNone" },
    { ".data[] | .created_by.given_name | length",
      "Filter '.data[] | .created_by.given_name | length' matched 30 value(s):\n\n[\n    " },
    { ".total[]", "Error evaluating filter '.total[]': Cannot iterate over number" },
    { ".[invalid", "Invalid jq filter '.[invalid': unexpected “invalid”" },
    { "", "Invalid jq filter '': it ends too early" },
    { ".data |", "Invalid jq filter '.data |': it ends too early" },
    { "map(.a)", "Invalid jq filter 'map(.a)': unexpected “map(.a)”" },
  };
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) list = demo_process_call (demo, "list_pipelines", NULL);
  g_autoptr (McpJsonDocument) stored = NULL;
  g_autoptr (McpJsonDocument) none = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *arguments = g_strdup_printf (
          "{\"object_id\":\"@obj_001\",\"filter\":\"%s\",\"store\":false}", cases[i].filter);
      g_autoptr (McpJsonDocument) found = demo_process_call (demo, "yq_object_store", arguments);

      assert_begins (found, cases[i].text);
      demo_assert (found, "/result/isError", "");
    }
  stored = demo_process_call (demo, "yq_object_store",
                              "{\"object_id\":\"@obj_001\",\"filter\":\".data[].name\"}");
  assert_begins (stored, "Filter '.data[].name' matched 30 value(s). Result stored as @obj_002.\n\n"
                         "[\n    'rag-qa',\n");
  none = demo_process_call (demo, "yq_object_store",
                            "{\"object_id\":\"@obj_002\",\"filter\":\".[0] | length\"}");
  assert_begins (none, "Filter '.[0] | length' matched 1 value(s). Result stored as @obj_003.\n\n6");
}

/* What a tool of the server's leaves behind is an argument of another one. */
static void
test_object_references (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) list = demo_process_call (demo, "list_pipelines", NULL);
  g_autoptr (McpJsonDocument) run = demo_process_call (
      demo, "run_component",
      "{\"component_type\":\"ranker\",\"documents\":\"@obj_001.data\","
      "\"init_params\":\"@obj_001.data[0].created_by\",\"top_k\":\"7\",\"debug\":\"yes\"}");
  g_autoptr (McpJsonDocument)
      shown = demo_process_call (demo, "get_from_object_store",
                                 "{\"object_id\":\"@obj_002\",\"path\":\"received.init_params\"}");
  g_autofree char *text = demo_get (run, "/result/content/0/text");
  g_autofree char *person = demo_get (shown, "/result/content/0/text");

  g_assert_nonnull (strstr (text, "'component_type': 'ranker'"));
  g_assert_nonnull (strstr (text, "'top_k': 7,"));
  g_assert_nonnull (strstr (text, "'debug': True"));
  g_assert_nonnull (strstr (person, "'given_name': "));
  assert_error (demo, "run_component", "{\"component_type\":\"x\",\"documents\":\"@obj_001.none\"}",
                "Error executing tool run_component: Navigation error at none: ");
  assert_error (demo, "run_component", "{\"component_type\":\"x\",\"documents\":\"@obj_001._x\"}",
                "Error executing tool run_component: Invalid path _x: Access to attribute '_x' is "
                "not permitted");
  assert_error (demo, "run_component", "{\"component_type\":\"x\",\"top_k\":\"many\"}",
                "Error executing tool run_component: Parameter 'top_k' expects <class 'int'>, got "
                "string 'many'. Use '@obj_id' for references.");
}

static void
test_products (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument)
      guide = demo_process_request (demo, "resources/read", "{\"uri\":\"product://guide\"}");
  g_autoptr (McpJsonDocument) product = demo_process_request (demo, "resources/read",
                                                              "{\"uri\":\"product://audio/"
                                                              "headphones-7\"}");
  g_autoptr (McpJsonDocument)
      category = demo_process_request (demo, "resources/read", "{\"uri\":\"product://books\"}");
  g_autoptr (McpJsonDocument) wrong = demo_process_request (demo, "resources/read",
                                                            "{\"uri\":\"product://books/"
                                                            "headphones-7\"}");
  g_autoptr (McpJsonDocument)
      found = demo_process_call (demo, "find_products", "{\"query\":\"quiet\",\"max_price\":50}");
  g_autoptr (McpJsonDocument) watch = demo_process_request (demo, "resources/subscribe",
                                                            "{\"uri\":\"product://audio/"
                                                            "headphones-7\"}");
  g_autoptr (McpJsonDocument)
      other = demo_process_call (demo, "set_stock", "{\"id\":\"pan-3\",\"stock\":1}");
  g_autoptr (McpJsonDocument)
      changed = demo_process_call (demo, "set_stock", "{\"id\":\"headphones-7\",\"stock\":5}");
  g_autoptr (McpJsonDocument)
      gone = demo_process_call (demo, "delete_product", "{\"id\":\"pan-3\"}");

  demo_assert (guide, "/result/contents/0/mimeType", "text/markdown");
  demo_assert (product, "/result/contents/0/uri", "product://audio/headphones-7");
  demo_assert (category, "/result/contents/0/mimeType", "application/json");
  demo_assert (wrong, "/error/code", "-32002");
  demo_assert (wrong, "/error/data/uri", "product://books/headphones-7");
  demo_assert (found, "/result/structuredContent/count", "1");
  demo_assert (found, "/result/content/0/mimeType", "image/svg+xml");
  demo_assert (found, "/result/content/1/uri", "product://books/atlas-1");
  g_assert_cmpuint (demo->notifications->len, ==, 2);
  demo_assert (g_ptr_array_index (demo->notifications, 0), "/method",
               "notifications/resources/updated");
  demo_assert (g_ptr_array_index (demo->notifications, 0), "/params/uri",
               "product://audio/headphones-7");
  demo_assert (g_ptr_array_index (demo->notifications, 1), "/method",
               "notifications/resources/list_changed");
  assert_error (demo, "set_stock", "{\"id\":\"pan-3\",\"stock\":1}",
                "There is no product “pan-3”.");
  assert_error (demo, "set_stock", "{\"id\":\"pan-3\",\"stock\":1.5}",
                "Argument “stock” must be of type integer.");
}

static void
test_prompts (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) one = demo_process_request (demo, "prompts/get",
                                                          "{\"name\":\"describe_product\","
                                                          "\"arguments\":{\"id\":\"kettle-2\"}}");
  g_autoptr (McpJsonDocument)
      missing = demo_process_request (demo, "prompts/get", "{\"name\":\"describe_product\"}");
  g_autoptr (McpJsonDocument) no_string = demo_process_request (demo, "prompts/get",
                                                                "{\"name\":\"summarize_specification\","
                                                                "\"arguments\":{\"specification\":{}}}");
  g_autoptr (McpJsonDocument)
      plan = demo_process_request (demo, "prompts/get", "{\"name\":\"plan_launch\"}");
  g_autoptr (McpJsonDocument) completed = demo_process_request (demo, "completion/complete",
                                                                "{\"ref\":{\"type\":\"ref/"
                                                                "resource\",\"uri\":\"product://"
                                                                "{category}/{id}\"},"
                                                                "\"argument\":{\"name\":\"id\","
                                                                "\"value\":\"s\"}}");

  demo_assert (one, "/result/messages/1/content/resource/uri", "product://kitchen/kettle-2");
  demo_assert (missing, "/error/message", "Argument “id” is required");
  demo_assert (no_string, "/error/code", "-32602");
  demo_assert (plan, "/result/messages/1/content/mimeType", "image/png");
  demo_assert (plan, "/result/messages/2/role", "assistant");
  demo_assert (completed, "/result/completion/values/0", "speaker-3");
  demo_assert (completed, "/result/completion/total", "4");
}

static void
test_inputs (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  const char      *mime = "application/vnd.dust.tool-input.";
  g_autofree char *arguments = g_strdup_printf ("{\"headline\":\"h\",\"text\":\"t\",\"channel\":{"
                                                "\"value\":\"#x\",\"mimeType\":\"%sstring\"},"
                                                "\"max_words\":{\"value\":1.10,\"mimeType\":\"%"
                                                "snumber\"},"
                                                "\"check_language\":{\"value\":false,\"mimeType\":"
                                                "\"%sboolean\"},"
                                                "\"recipients\":{\"values\":[\"board\"],"
                                                "\"mimeType\":\"%slist\"}}",
                                                mime, mime, mime, mime);
  g_autoptr (McpJsonDocument) answer = demo_process_call (demo, "publish_report", arguments);
  g_autoptr (McpJsonDocument) nested = demo_process_call (demo, "search_index",
                                                          "{\"parameters\":{\"index\":\"tickets\","
                                                          "\"question\":\"late\",\"size\":3,"
                                                          "\"extra\":18446744073709551616}}");

  demo_assert (answer, "/result/structuredContent/max_words/value", "1.10");
  demo_assert (nested, "/result/structuredContent/received/extra", "18446744073709551616");
  demo_assert (nested, "/result/structuredContent/hits/2/_id", "tickets-1074");
  assert_error (demo, "publish_report",
                "{\"headline\":\"h\",\"text\":\"t\",\"channel\":{\"value\":\"#x\"},\"max_words\":{}"
                ",\"check_language\":{},\"recipients\":{}}",
                "“channel” is not set");
  assert_error (demo, "search_index", "{\"parameters\":{\"index\":\"tickets\"}}",
                "“parameters.index” and");
}

static void
test_statistics (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument)
      numbers = demo_process_call (demo, "describe_numbers", "{\"numbers\":[4,1,2,1]}");
  g_autoptr (McpJsonDocument) table = demo_process_call (demo, "make_table", "{\"rows\":5000}");
  g_autoptr (McpJsonDocument) again = demo_process_call (demo, "make_table", "{\"rows\":5000}");
  g_autoptr (McpJsonDocument)
      large = demo_process_call (demo, "large_text", "{\"bytes\":20000000}");
  g_autoptr (McpJsonDocument) json = demo_process_call (demo, "large_json", "{\"bytes\":100000}");
  g_autofree char *text = demo_get (large, "/result/content/0/text");
  g_autofree char *inner = demo_get (json, "/result/content/0/text");
  g_autoptr (McpJsonDocument) parsed = mcp_json_document_parse_text (inner, -1, NULL);
  g_autofree char *rows = demo_get (table, "/result/structuredContent");
  g_autofree char *same = demo_get (again, "/result/structuredContent");

  demo_assert (numbers, "/result/structuredContent/median", "1.5");
  demo_assert (numbers, "/result/structuredContent/mean", "2");
  demo_assert (table, "/result/structuredContent/rows/4999/row", "5000");
  g_assert_cmpstr (rows, ==, same);
  g_assert_cmpuint (strlen (text), ==, 20000000);
  g_assert_nonnull (parsed);
  assert_error (demo, "describe_numbers", "{\"numbers\":[1,\"x\"]}", "“numbers” holds something");
  assert_error (demo, "describe_numbers", "{\"numbers\":[]}", "There are no numbers");
}

static void
assert_data (McpJsonDocument *answer, const char *pointer, const char *magic, gsize at)
{
  g_autofree char   *base64 = demo_get (answer, pointer);
  gsize              size;
  g_autofree guchar *data = g_base64_decode (base64, &size);

  g_assert_cmpuint (size, >, 100);
  g_assert_cmpmem (data + at, strlen (magic), magic, strlen (magic));
}

static void
test_content (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open (NULL);
  g_autoptr (McpJsonDocument) all = demo_process_call (demo, "show_everything", NULL);
  g_autoptr (McpJsonDocument)
      failed = demo_process_call (demo, "fail", "{\"how\":\"protocol\",\"message\":\"no\"}");
  g_autoptr (McpJsonDocument) nothing = demo_process_call (demo, "show_nothing", NULL);
  g_autoptr (McpJsonDocument) lossless = demo_process_call (demo, "lossless", NULL);
  g_autoptr (McpJsonDocument)
      echo = demo_process_call (demo, "echo", "{\"message\":\"a\\u0000b <b>&\"}");
  g_autofree char *values = demo_get (lossless, "/result/structuredContent");

  assert_data (all, "/result/content/1/data", "PNG\r\n\x1a\n", 1);
  assert_data (all, "/result/content/2/data", "WAVEfmt ", 8);
  demo_assert (all, "/result/content/3/type", "resource_link");
  assert_data (all, "/result/content/5/resource/blob", "PNG\r\n\x1a\n", 1);
  demo_assert (all, "/result/content/6/type", "hologram");
  demo_assert (all, "/result/content/6/angle", "42.50");
  demo_assert (all, "/result/structuredContent/city", "Porto");
  demo_assert (failed, "/error/code", "-32603");
  demo_assert (failed, "/error/data/seconds", "30");
  demo_assert (nothing, "/result/content", "[]");
  g_assert_nonnull (strstr (values, "\"money\":1.10,\"huge\":1e400,\"minus_zero\":-0,\"nul\":"
                                    "\"ab\\u0000cd\""));
  g_assert_cmpuint (mcp_json_value_count_characters (mcp_json_value_resolve_pointer (
                        mcp_json_document_get_root (echo), "/result/content/0/text")),
                    ==, 8);
}

void
add_demo_systems_tests (void)
{
  g_test_add_func ("/demo/systems/objects", test_objects);
  g_test_add_func ("/demo/systems/objects/errors", test_object_errors);
  g_test_add_func ("/demo/systems/objects/filters", test_object_filters);
  g_test_add_func ("/demo/systems/objects/references", test_object_references);
  g_test_add_func ("/demo/systems/products", test_products);
  g_test_add_func ("/demo/systems/prompts", test_prompts);
  g_test_add_func ("/demo/systems/inputs", test_inputs);
  g_test_add_func ("/demo/systems/statistics", test_statistics);
  g_test_add_func ("/demo/systems/content", test_content);
}
