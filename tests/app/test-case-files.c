/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of cases: our own, and those of others. */

#include "app-case-export.h"
#include "app-case-import.h"
#include "app-case-suite.h"
#include "app-error.h"
#include "app-tests.h"
#include "mcp-definition.h"
#include "mcp-json-writer.h"

#include <string.h>

static AppCaseSuite *
parse (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return app_case_suite_parse (bytes, error);
}

static const AppCase *
get_case (AppCaseSuite *suite, guint index)
{
  return suite->cases->pdata[index];
}

static const AppCaseTurn *
get_turn (AppCaseSuite *suite, guint index, guint turn)
{
  return get_case (suite, index)->turns->pdata[turn];
}

static void
test_own (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCaseSuite) suite =
      parse ("title: Shop # a comment\n"
             "servers: [shop]\n"
             "system: Be brief.\n"
             "repeat: 3\n"
             "tools: {deny: ['delete_*']}\n"
             "cases:\n"
             "- {id: a, prompt: Hello, expect: {no_call: true}}\n"
             "- id: b\n"
             "  title: Two turns\n"
             "  system: Be long.\n"
             "  repeat: 7\n"
             "  pass: 0.5\n"
             "  results: none\n"
             "  tools: {allow: [get, find]}\n"
             "  expect: {max_extra: 0}\n"
             "  turns:\n"
             "  - prompt: |\n"
             "      One\n"
             "      line\n"
             "  - {prompt: '2', expect: {calls: [{tool: get}, {tool: find, times: 2}]}}\n",
             &error);

  g_assert_no_error (error);
  g_assert_cmpstr (suite->title, ==, "Shop");
  g_assert_cmpstr (suite->servers[0], ==, "shop");
  g_assert_cmpuint (suite->cases->len, ==, 2);
  g_assert_cmpstr (get_case (suite, 0)->system, ==, "Be brief.");
  g_assert_cmpuint (get_case (suite, 0)->repeat, ==, 3);
  g_assert_cmpfloat (get_case (suite, 0)->pass, ==, 1);
  g_assert_cmpint (get_case (suite, 0)->results, ==, APP_CASE_LIVE);
  g_assert_null (get_case (suite, 0)->allow);
  g_assert_nonnull (get_case (suite, 0)->expect);
  g_assert_cmpstr (get_case (suite, 1)->system, ==, "Be long.");
  g_assert_cmpuint (get_case (suite, 1)->repeat, ==, 7);
  g_assert_cmpint (get_case (suite, 1)->results, ==, APP_CASE_NO_RESULTS);
  g_assert_cmpstr (get_case (suite, 1)->deny[0], ==, "delete_*");
  g_assert_cmpstr (get_case (suite, 1)->allow[1], ==, "find");
  g_assert_cmpstr (get_turn (suite, 1, 0)->prompt, ==, "One\nline\n");
  g_assert_null (get_turn (suite, 1, 0)->expect);
  g_assert_cmpuint (app_case_expectation_count_calls (get_turn (suite, 1, 1)->expect), ==, 3);
}

static void
test_refused (void)
{
  static const char *const wrong[] = {
    "",
    "[]",
    "cases: []",
    "cases: 1",
    "cases: [1]",
    "cases: [{prompt: x}]",
    "cases: [{id: a}]",
    "cases: [{id: a, prompt: x}, {id: a, prompt: y}]",
    "cases: [{id: a, prompt: x, turns: [{prompt: y}]}]",
    "cases: [{id: a, turns: []}]",
    "cases: [{id: a, prompt: x, repeat: 0}]",
    "cases: [{id: a, prompt: x, pass: 2}]",
    "cases: [{id: a, prompt: x, results: recorded}]",
    "cases: [{id: a, prompt: x, results: dead}]",
    "cases: [{id: a, prompt: x, define: [{}]}]",
    "cases: [{id: a, prompt: x, tools: {allowed: []}}]",
    "{\"cases\": [{\"id\": \"a\", \"prompt\": \"x\"}], \"case\": 1}",
    "{\"cases\": [",
    "&a [*a]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", wrong[i]);
      g_assert_null (parse (wrong[i], &error));
      g_assert_nonnull (error);
    }
}

/* Returns: (transfer full): a file of the sources */
static GBytes *
read_file (const char *name)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SPYGLASS_TEST_SOURCES"), "..", "data", "cases", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (text, length);
}

static AppCaseSuite *
import (GBytes *text, GBytes *answers, AppCaseFormat format, guint n_notes)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) own = NULL;
  AppCaseSuite *suite;

  g_assert_cmpint (app_case_import_find_format (text), ==, format);
  own = app_case_import (format, text, answers, notes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (notes->len, ==, n_notes);
  suite = app_case_suite_parse (own, &error);
  g_assert_no_error (error);
  return suite;
}

static char *
dup_schema (const AppCase *item)
{
  return mcp_json_value_print_compact (mcp_json_value_get_member (
      mcp_definition_get_value (item->tools->pdata[0]), "inputSchema"));
}

static void
test_bfcl (void)
{
  g_autoptr (GBytes) text = read_file ("BFCL_v4_some.json");
  g_autoptr (GBytes) answers = read_file ("possible_answer/BFCL_v4_some.json");
  g_autoptr (AppCaseSuite) suite = import (text, answers, APP_CASE_BFCL, 1);
  g_autofree char *schema = dup_schema (get_case (suite, 0));
  g_autoptr (AppCaseSuite) without = import (text, NULL, APP_CASE_BFCL, 2);

  g_assert_cmpuint (suite->cases->len, ==, 3);
  g_assert_cmpstr (get_case (suite, 0)->id, ==, "simple_python_0");
  g_assert_cmpint (get_case (suite, 0)->results, ==, APP_CASE_NO_RESULTS);
  g_assert_nonnull (strstr (schema, "\"type\":\"object\""));
  g_assert_nonnull (strstr (schema, "\"type\":\"number\""));
  g_assert_nonnull (strstr (schema, "\"type\":\"array\",\"items\":{}"));
  g_assert_null (strstr (schema, "dict"));
  g_assert_cmpstr (get_case (suite, 1)->system, ==, "You are terse.");
  g_assert_cmpuint (app_case_expectation_count_calls (get_case (suite, 0)->expect), ==, 1);
  g_assert_cmpuint (app_case_expectation_count_calls (get_case (without, 0)->expect), ==, 0);
}

static void
test_mcpjam (void)
{
  g_autoptr (GBytes) text = read_file ("mcpjam-suite.json");
  g_autoptr (AppCaseSuite) suite = import (text, NULL, APP_CASE_MCPJAM, 1);

  g_assert_cmpstr (suite->title, ==, "Shop");
  g_assert_cmpstr (suite->servers[0], ==, "demo");
  g_assert_cmpuint (suite->cases->len, ==, 1);
  g_assert_cmpuint (get_case (suite, 0)->repeat, ==, 2);
  g_assert_cmpfloat (get_case (suite, 0)->pass, ==, 0.5);
  g_assert_cmpstr (get_case (suite, 0)->system, ==, "You sell monitors.");
  g_assert_cmpstr (get_case (suite, 0)->deny[0], ==, "delete_product");
  g_assert_cmpuint (app_case_expectation_count_calls (get_turn (suite, 0, 0)->expect), ==, 1);
  g_assert_cmpuint (app_case_expectation_count_calls (get_case (suite, 0)->expect), ==, 1);
}

static void
test_conversation (void)
{
  const char *json =
      "{\"title\":\"Talk\",\"turns\":["
      "{\"role\":\"user\",\"blocks\":[{\"kind\":\"text\",\"text\":\"One\"},"
      "{\"kind\":\"image\",\"mime_type\":\"image/png\",\"data\":\"\"}]},"
      "{\"role\":\"assistant\",\"blocks\":[{\"kind\":\"call\",\"id\":\"1\",\"name\":\"get\","
      "\"text\":\"{\\\"$x\\\":1}\"},{\"kind\":\"call\",\"id\":\"2\",\"name\":\"get\","
      "\"text\":\"broken\"}]},"
      "{\"role\":\"tools\",\"blocks\":[{\"kind\":\"result\",\"id\":\"1\",\"name\":\"get\","
      "\"text\":\"RESULT\",\"is_error\":true}]},"
      "{\"role\":\"assistant\",\"blocks\":[{\"kind\":\"text\",\"text\":\"Done\"}]},"
      "{\"role\":\"user\",\"blocks\":[{\"kind\":\"text\",\"text\":\"Two\"}]}]}";
  g_autoptr (GBytes) text = g_bytes_new_static (json, strlen (json));
  g_autoptr (AppCaseSuite) suite = import (text, NULL, APP_CASE_CONVERSATION, 0);
  g_autoptr (McpJsonDocument) arguments = mcp_json_document_parse_text ("{\"$x\":1}", -1, NULL);
  AppCaseCall         *call = app_case_call_new ("get", "get", mcp_json_document_get_root (arguments));
  const AppCaseResult *result = app_case_recording_take (get_case (suite, 0)->recording, call);

  g_assert_cmpstr (suite->title, ==, "Talk");
  g_assert_cmpuint (get_case (suite, 0)->turns->len, ==, 2);
  g_assert_cmpstr (get_turn (suite, 0, 1)->prompt, ==, "Two");
  g_assert_cmpuint (app_case_expectation_count_calls (get_turn (suite, 0, 0)->expect), ==, 2);
  g_assert_cmpuint (app_case_expectation_count_calls (get_turn (suite, 0, 1)->expect), ==, 0);
  g_assert_cmpstr (result->text, ==, "RESULT");
  g_assert_true (result->is_error);
  app_case_call_free (call);
}

static void
test_others_refused (void)
{
  static const struct
  {
    AppCaseFormat format;
    const char   *text;
  } rows[] = {
    { APP_CASE_BFCL, "{\"id\":\"multi_turn_0\",\"question\":[[],[]]}\n" },
    { APP_CASE_BFCL, "{\"id\":\"a\",\"question\":[]}\n{broken\n" },
    { APP_CASE_MCPJAM, "{\"schemaVersion\":\"9\",\"suite\":{},\"cases\":[]}" },
    { APP_CASE_MCPJAM, "{\"schemaVersion\":\"1\",\"suite\":{},\"cases\":[{\"id\":\"a\"}]}" },
    { APP_CASE_CONVERSATION, "{\"turns\":[]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) text = g_bytes_new_static (rows[i].text, strlen (rows[i].text));
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (app_case_import_find_format (text), ==, rows[i].format);
      g_assert_null (app_case_import (rows[i].format, text, NULL, notes, &error));
      g_assert_nonnull (error);
    }
}

/* What was read until 0.2 is still known, and says so. */
static void
test_no_longer_read (void)
{
  static const struct
  {
    AppCaseFormat format;
    const char   *name;
    const char   *text;
  } rows[] = {
    { APP_CASE_PROMPTFOO, "promptfoo", "prompts: ['a {{b}}']\ntests: [{vars: {b: 1}}]\n" },
    { APP_CASE_PROMPTFOO, "promptfoo", "# one\ndescription: x\ntests: file://t.csv\n" },
    { APP_CASE_PROMPTFOO, "promptfoo", "{\"prompts\": [\"a\"]}" },
    { APP_CASE_ATLAS, "MCP-Atlas", "TASK,PROMPT,ENABLED_TOOLS\n1,\"a\",\"[]\"\n" },
    { APP_CASE_ATLAS, "MCP-Atlas", "\xef\xbb\xbf\"PROMPT\",\"ENABLED_TOOLS\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) text = g_bytes_new_static (rows[i].text, strlen (rows[i].text));
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (app_case_import_find_format (text), ==, rows[i].format);
      g_assert_null (app_case_import (rows[i].format, text, NULL, notes, &error));
      g_assert_error (error, APP_ERROR, APP_ERROR_NO_LONGER_READ);
      g_assert_nonnull (strstr (error->message, rows[i].name));
    }
}

void
add_case_files_tests (void)
{
  g_test_add_func ("/case-files/own", test_own);
  g_test_add_func ("/case-files/refused", test_refused);
  g_test_add_func ("/case-files/bfcl", test_bfcl);
  g_test_add_func ("/case-files/mcpjam", test_mcpjam);
  g_test_add_func ("/case-files/conversation", test_conversation);
  g_test_add_func ("/case-files/others-refused", test_others_refused);
  g_test_add_func ("/case-files/no-longer-read", test_no_longer_read);
}
