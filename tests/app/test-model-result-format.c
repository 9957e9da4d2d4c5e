/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ways in which a result is told to a model. */

#include "app-model-result.h"
#include "app-model-template.h"
#include "app-error.h"
#include "app-tests.h"
#include "mcp-json-writer.h"

#include <string.h>

#define PAPERS                                                                          \
  "{\"total\": 3, \"papers\": [{\"title\": \"A\", \"year\": 2024, \"tags\": [\"x\"]}, " \
  "{\"title\": \"B <b>\", \"year\": 2.50, \"tags\": []}, {\"title\": \"C\"}], "         \
  "\"more\": false, \"text\": \"äöü\"}"

/* @json: a value that a tool wrote as text. */
static AppModelResult *
tell (const char *json, const char *way, gint64 target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppModelResultFormat) result_format = app_model_result_format_parse (way, &error);
  g_autofree char *quoted = mcp_json_quote (json, -1);
  g_autofree char *whole =
      g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":%s}]}", quoted);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (whole, -1, NULL);
  g_autoptr (McpResult) result = NULL;

  g_assert_no_error (error);
  result_format->target = target;
  result = mcp_result_new_for_value (MCP_RESULT_CALL, mcp_json_document_get_root (document));
  return app_model_result_new (result, result_format);
}

static void
check (const char *way, AppModelFormatter formatter, const char *expected)
{
  g_autoptr (AppModelResult) result = tell (PAPERS, way, 0);

  g_assert_cmpstr (result->text, ==, expected);
  g_assert_cmpint (result->formatter, ==, formatter);
  g_assert_false (mcp_json_value_exists (result->value.value));
  g_assert_cmpint (result->whole_tokens, >, 0);
  g_assert_cmpint (result->tokens, >, 0);
}

static void
test_ways (void)
{
  check ("raw", APP_MODEL_RAW, PAPERS);
  check ("path:papers[1].year", APP_MODEL_PATH, "2.50");
  check ("path:papers[1].title", APP_MODEL_PATH, "B <b>");
  check ("path:papers[0]", APP_MODEL_PATH, "{\"title\":\"A\",\"year\":2024,\"tags\":[\"x\"]}");
  /* Where it leads nowhere the model is not left without a result. */
  check ("path:nothing", APP_MODEL_RAW, PAPERS);
  check ("template:{{total}} papers", APP_MODEL_TEMPLATE, "3 papers");
  check ("preview:items=1,depth=1", APP_MODEL_PREVIEW,
         "dict (length: 4)\n\n{\n    'total': 3,\n    'papers': [...],\n    'more': False,\n    "
         "'text': 'äöü'\n}");
}

static void
test_wrong_ways (void)
{
  static const char *const ways[] = { "",
                                      "none",
                                      "raw:x",
                                      "path",
                                      "path:a[",
                                      "preview:items=0",
                                      "preview:width=3",
                                      "template:{{#a}}",
                                      "template:{{a",
                                      "template:{{/}}",
                                      "template:{{a | upper}}",
                                      "template:{{^a | first 2}}{{/}}" };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AppModelResultFormat) result_format = app_model_result_format_parse (ways[i], &error);

      g_assert_null (result_format);
      g_assert_nonnull (error);
    }
}

static void
test_template (void)
{
  static const struct
  {
    const char *template;
    const char *expected;
  } cases[] = {
    { "", "" },
    { "{ {total} }", "{ {total} }" },
    { "{{ papers | length }}/{{text | length}}/{{total | length}}", "3/3/0" },
    { "{{papers[0].tags | json}} {{text | json}} {{missing}}.", "[\"x\"] \"äöü\" ." },
    { "{{text | first 2}} {{papers | first 0}}", "äö []" },
    { "{{#papers}}{{title}}{{#tags}} [{{.}}]{{/}}{{^tags}} -{{/}};{{/}}", "A [x];B <b> -;C -;" },
    { "{{#papers | first 1}}{{title}}{{/}}!", "A!" },
    { "{{#more}}more{{/}}{{^more}}{{total}} in all{{/}}", "3 in all" },
    { "{{#missing}}a{{#b}}c{{/}}{{/}}d", "d" },
  };
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (PAPERS, -1, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;

      g_assert_true (app_model_template_check (cases[i].template, NULL));
      text = app_model_template_expand (cases[i].template, mcp_json_document_get_root (document),
                                        10000);
      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* Neither lists in lists nor sections in sections grow without end. */
static void
test_template_bounds (void)
{
  g_autoptr (GString) list = g_string_new ("[0");
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  for (guint i = 1; i < 2000; i++)
    g_string_append (list, ",[1,2,3]");
  g_string_append_c (list, ']');
  document = mcp_json_document_parse_text (list->str, -1, NULL);
  text = app_model_template_expand ("{{#.}}{{#.}}{{#.}}{{#.}}x{{/}}{{/}}{{/}}{{/}}",
                                    mcp_json_document_get_root (document), 100);
  g_assert_cmpuint (strlen (text), <=, 200);
  for (guint i = 0; i < 2 * APP_MODEL_TEMPLATE_DEPTH; i++)
    g_string_append (deep, "{{#a}}");
  g_assert_false (app_model_template_check (deep->str, NULL));
}

/* Over the target there is a value to be kept, whole; a failure is never kept. */
static void
test_target (void)
{
  g_autoptr (AppModelResult) small = tell (PAPERS, "raw", 2000);
  g_autoptr (AppModelResult) large = tell (PAPERS, "raw", 5);
  g_autoptr (AppModelResult) picked = tell (PAPERS, "path:total", 5);
  g_autoptr (AppModelResult) preview = tell (PAPERS, "preview", 2000);
  g_autofree char *kept = mcp_json_value_dup_text (large->value.value);

  g_assert_false (mcp_json_value_exists (small->value.value));
  g_assert_cmpstr (kept, ==, PAPERS);
  g_assert_false (mcp_json_value_exists (picked->value.value));
  g_assert_cmpint (picked->tokens, <, picked->whole_tokens);
  g_assert_true (mcp_json_value_exists (preview->value.value));
  app_model_result_set_object (large, "obj_001", "@obj_001 → dict (length: 4)", 0);
  g_assert_cmpstr (large->object, ==, "obj_001");
  g_assert_cmpint (large->formatter, ==, APP_MODEL_PREVIEW);
  g_assert_false (mcp_json_value_exists (large->value.value));
}

/* What a server's own object store shows is told as it is. */
static void
test_card (void)
{
  g_autofree char *rest = g_strnfill (5000, 'x');
  g_autofree char *card = g_strconcat ("@obj_001 → str (length: 9000)\n\n", rest, NULL);
  g_autoptr (AppModelResult) result = tell (card, "preview", 10);

  g_assert_cmpstr (result->text, ==, card);
  g_assert_cmpint (result->formatter, ==, APP_MODEL_RAW);
  g_assert_false (mcp_json_value_exists (result->value.value));
}

/* What is for the person alone is in no object. */
static void
test_withheld (void)
{
  g_autofree char *filler = g_strnfill (500, 'y');
  g_autofree char *json = g_strdup_printf (
      "{\"content\":[{\"type\":\"text\",\"text\":\"for the person\",\"annotations\":{\"audience\":"
      "[\"user\"]}},{\"type\":\"text\",\"text\":\"%s\"},{\"type\":\"text\",\"text\":\"%s\"}]}",
      filler, filler);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpResult) read =
      mcp_result_new_for_value (MCP_RESULT_CALL, mcp_json_document_get_root (document));
  g_autoptr (AppModelResultFormat) result_format = app_model_result_format_new ();
  g_autoptr (AppModelResult) result = NULL;
  g_autofree char *kept = NULL;

  result_format->target = 10;
  result = app_model_result_new (read, result_format);
  kept = mcp_json_value_dup_string (result->value.value, NULL);
  g_assert_cmpuint (strlen (kept), ==, 1001);
  g_assert_null (strstr (kept, "person"));
}

/* Text beside structured content goes before its preview. */
static void
test_lead (void)
{
  const char *json = "{\"content\":[{\"type\":\"text\",\"text\":\"Two rows.\"}],"
                     "\"structuredContent\":{\"rows\":[1,2,3,4,5,6,7,8,9,10]}}";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpResult) read =
      mcp_result_new_for_value (MCP_RESULT_CALL, mcp_json_document_get_root (document));
  g_autoptr (AppModelResultFormat) result_format = app_model_result_format_new ();
  g_autoptr (AppModelResult) result = NULL;

  result_format->target = 5;
  result = app_model_result_new (read, result_format);
  app_model_result_set_object (result, "obj_001", "(preview)", 0);
  g_assert_cmpstr (result->text, ==, "Two rows.\n(preview)");
}

void
add_model_result_format_tests (void)
{
  g_test_add_func ("/model-result-format/ways", test_ways);
  g_test_add_func ("/model-result-format/wrong-ways", test_wrong_ways);
  g_test_add_func ("/model-result-format/template", test_template);
  g_test_add_func ("/model-result-format/template-bounds", test_template_bounds);
  g_test_add_func ("/model-result-format/target", test_target);
  g_test_add_func ("/model-result-format/card", test_card);
  g_test_add_func ("/model-result-format/withheld", test_withheld);
  g_test_add_func ("/model-result-format/lead", test_lead);
}
