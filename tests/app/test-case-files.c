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

/* Problems with what a model says, where it calls what is expected. */
static guint
count_wrong (const AppCase *item, const char *answer)
{
  g_autoptr (AppCaseOutcome) outcome = app_case_outcome_new ();
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_problem_free);
  guint n = 0;

  g_free (outcome->answer);
  outcome->answer = g_strdup (answer);
  app_case_expectation_check (item->expect, outcome, problems);
  for (guint i = 0; i < problems->len; i++)
    n += ((AppCaseProblem *)problems->pdata[i])->kind == APP_CASE_ANSWER;
  return n;
}

static void
test_promptfoo (void)
{
  g_autoptr (GBytes) text = read_file ("promptfoo.yaml");
  g_autoptr (AppCaseSuite) suite = import (text, NULL, APP_CASE_PROMPTFOO, 11);
  const AppCase *first = get_case (suite, 0);
  const AppCase *chat = get_case (suite, 1);
  const AppCase *exact = get_case (suite, 2);

  g_assert_cmpstr (suite->title, ==, "Shop");
  g_assert_cmpuint (suite->cases->len, ==, 8);
  g_assert_cmpstr (first->title, ==, "Finds the monitor");
  g_assert_cmpuint (first->repeat, ==, 2);
  g_assert_cmpstr (get_turn (suite, 0, 0)->prompt, ==,
                   "Answer briefly: Which monitors are \"there\"?");
  g_assert_cmpuint (app_case_expectation_count_calls (first->expect), ==, 3);
  g_assert_cmpuint (count_wrong (first, "Blue (1) and blue"), ==, 0);
  g_assert_cmpuint (count_wrong (first, "blue (1)"), ==, 1);
  g_assert_cmpuint (count_wrong (first, "Blue (1), red:\nsold out, STUPID"), ==, 2);
  g_assert_cmpstr (chat->system, ==, "You sell MONITORS.");
  g_assert_cmpuint (chat->before->len, ==, 2);
  g_assert_cmpstr (get_turn (suite, 1, 0)->prompt, ==, "Which monitors are \"there\"?");
  g_assert_cmpstr (exact->id, ==, "test-2-prompt-1-values-1");
  g_assert_cmpuint (exact->repeat, ==, 5);
  g_assert_cmpuint (count_wrong (exact, "One"), ==, 0);
  g_assert_cmpuint (count_wrong (exact, "One\n"), ==, 1);
  g_assert_cmpstr (get_turn (suite, 4, 0)->prompt, ==, "Answer briefly: Two");
}

/* What is written for the other program is read again as what it was. */
static void
test_promptfoo_again (void)
{
  static const char own[] =
      "{\"title\":\"Shop\",\"cases\":["
      "{\"id\":\"a\",\"title\":\"It's \\\"A\\\"\",\"system\":\"{# S #} {\","
      "\"prompt\":\"{{ x | y }}\\n[1] `$x` ü\",\"repeat\":3,\"expect\":{\"calls\":["
      "{\"tool\":\"get\",\"arguments\":{\"id\":1,\"deep\":{\"a\":[1.50,null]}}},"
      "{\"tool\":\"get\",\"times\":2},"
      "{\"tool\":\"open\",\"arguments\":{},\"match\":\"exact\"}],\"never\":[\"drop\"],"
      "\"answer\":{\"contains\":[\"x\",\"y\"],\"matches\":[\"a+\",\"^b\"]}}},"
      "{\"id\":\"b\",\"prompt\":\"B\",\"repeat\":1,\"expect\":{\"calls\":["
      "{\"tool\":\"find\"},{\"tool\":\"get\",\"arguments\":{\"id\":\"1\"}},"
      "{\"tool\":\"find\"}],\"order\":\"strict\"}}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCaseSuite) suite = parse (own, &error);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *foo = app_case_export (suite, APP_CASE_EXPORT_PROMPTFOO, "m", notes);
  g_autoptr (GBytes) text = g_bytes_new (foo, strlen (foo));
  g_autoptr (AppCaseSuite) again = import (text, NULL, APP_CASE_PROMPTFOO, 1);
  g_autofree char *json =
      mcp_json_value_print_compact (mcp_json_document_get_root (again->document));

  g_assert_cmpuint (notes->len, ==, 1);
  g_assert_cmpstr (json, ==, own);
}

static void
test_atlas (void)
{
  g_autoptr (GBytes) text = read_file ("mcp-atlas.csv");
  g_autoptr (AppCaseSuite) suite = import (text, NULL, APP_CASE_ATLAS, 3);

  g_assert_cmpuint (suite->cases->len, ==, 4);
  g_assert_cmpstr (get_case (suite, 0)->id, ==, "68a1");
  g_assert_cmpstr (get_turn (suite, 0, 0)->prompt, ==, "Say \"hello\",\r\nplease");
  g_assert_cmpstr (get_case (suite, 0)->allow[0], ==, "fetch_fetch");
  g_assert_cmpstr (get_case (suite, 0)->allow[3], ==, "mongodb__find");
  g_assert_cmpstr (get_case (suite, 1)->allow[3], ==, "brave-search__brave_web_search");
  g_assert_cmpstr (get_case (suite, 2)->id, ==, "68a2-2");
  g_assert_cmpstr (get_case (suite, 2)->allow[0], ==, "wikipedia_search");
  g_assert_null (get_case (suite, 3)->allow);
  g_assert_nonnull (strstr (g_bytes_get_data (text, NULL), "It says so."));
}

static void
test_conversation (void)
{
  const char *json =
      "{\"title\":\"Talk\",\"turns\":["
      "{\"role\":\"user\",\"blocks\":[{\"kind\":\"text\",\"text\":\"One\"}]},"
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
    { APP_CASE_PROMPTFOO, "prompts: file://p.txt\ntests: [{vars: {}}]\n" },
    { APP_CASE_PROMPTFOO, "prompts: ['{{a']\n" },
    { APP_CASE_PROMPTFOO, "prompts: a\ntests: file://t.csv\n" },
    { APP_CASE_PROMPTFOO, "{\"prompts\": [\"[{\\\"role\\\":\\\"assistant\\\","
                          "\\\"content\\\":\\\"a\\\"}]\"]}" },
    { APP_CASE_ATLAS, "PROMPT,ENABLED_TOOLS\n" },
    { APP_CASE_ATLAS, "PROMPT,ENABLED_TOOLS\na,\"b\n" },
    { APP_CASE_ATLAS, "PROMPT,ENABLED_TOOLS\n\"a\" b,c\n" },
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

void
add_case_files_tests (void)
{
  g_test_add_func ("/case-files/own", test_own);
  g_test_add_func ("/case-files/refused", test_refused);
  g_test_add_func ("/case-files/bfcl", test_bfcl);
  g_test_add_func ("/case-files/mcpjam", test_mcpjam);
  g_test_add_func ("/case-files/promptfoo", test_promptfoo);
  g_test_add_func ("/case-files/promptfoo-again", test_promptfoo_again);
  g_test_add_func ("/case-files/atlas", test_atlas);
  g_test_add_func ("/case-files/conversation", test_conversation);
  g_test_add_func ("/case-files/others-refused", test_others_refused);
}
