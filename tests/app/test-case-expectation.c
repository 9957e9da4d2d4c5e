/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model did, held against what was expected; and results that were recorded. */

#include "app-case-expectation.h"
#include "app-case-recording.h"
#include "app-error.h"
#include "app-tests.h"

#include <string.h>

/* @calls: "tool{…} tool{…}". Returns: (transfer full) */
static AppCaseOutcome *
read_outcome (const char *calls, const char *answer)
{
  AppCaseOutcome *outcome = app_case_outcome_new ();
  g_auto (GStrv) words = g_strsplit (calls, " ", -1);

  for (guint i = 0; words[i] != NULL && *words[i] != '\0'; i++)
    {
      char            *brace = strchr (words[i], '{');
      g_autofree char *name = g_strndup (words[i], (gsize)(brace - words[i]));
      g_autofree char *told = g_strconcat ("shop__", name, NULL);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (brace, -1, NULL);

      g_ptr_array_add (outcome->calls,
                       app_case_call_new (told, name,
                                          document != NULL ? mcp_json_document_get_root (document)
                                                           : MCP_JSON_NO_VALUE));
    }
  g_free (outcome->answer);
  outcome->answer = g_strdup (answer);
  outcome->tokens = 1000;
  outcome->requests = 2;
  return outcome;
}

/* Returns: (transfer full): the kinds of what differs */
static char *
check (const char *expect, const char *calls)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (expect, -1, &error);
  g_autoptr (AppCaseExpectation) expectation = NULL;
  g_autoptr (AppCaseOutcome) outcome = read_outcome (calls, "The answer is 42.");
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_problem_free);
  GString *kinds = g_string_new (NULL);

  g_assert_no_error (error);
  expectation = app_case_expectation_new (mcp_json_document_get_root (document), &error);
  g_assert_no_error (error);
  app_case_expectation_check (expectation, outcome, problems);
  for (guint i = 0; i < problems->len; i++)
    {
      const AppCaseProblem *problem = problems->pdata[i];

      g_test_message ("%s", problem->text);
      g_string_append_printf (kinds, "%s%s", i > 0 ? " " : "",
                              app_case_problem_kind_to_text (problem->kind));
    }
  return g_string_free (kinds, FALSE);
}

static void
test_calls (void)
{
  static const struct
  {
    const char *expect;
    const char *calls;
    const char *kinds;
  } rows[] = {
    { "{\"calls\":[{\"tool\":\"a\"}]}", "a{}", "" },
    { "{\"calls\":[{\"tool\":\"shop__a\"}]}", "a{}", "" },
    { "{\"calls\":[{\"tool\":\"other__a\"}]}", "a{}", "" },
    { "{\"calls\":[{\"tool\":\"a\"}]}", "", "missing" },
    { "{\"calls\":[{\"tool\":\"a\",\"times\":2}]}", "a{}", "missing" },
    { "{\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1}}]}", "a{\"x\":2}", "arguments" },
    { "{\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1}}]}", "a{\"x\":2} a{\"x\":1}", "" },
    { "{\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1}}]}", "a{broken", "arguments" },
    { "{\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1},\"match\":\"ignore\"}]}", "a{broken",
      "" },
    { "{\"calls\":[{\"tool\":\"a\",\"arguments\":{},\"match\":\"exact\"}]}", "a{\"x\":2}",
      "arguments" },
    /* The first one fits both: each is found all the same. */
    { "{\"calls\":[{\"tool\":\"a\"},{\"tool\":\"a\",\"arguments\":{\"x\":1}}]}",
      "a{\"x\":1} a{\"x\":2}", "" },
    { "{\"calls\":[{\"tool\":\"b\"},{\"tool\":\"a\"}]}", "a{} b{}", "" },
    { "{\"calls\":[{\"tool\":\"b\"},{\"tool\":\"a\"}],\"order\":\"strict\"}", "a{} b{}", "order" },
    { "{\"calls\":[{\"tool\":\"b\"},{\"tool\":\"a\"}],\"order\":\"strict\"}", "a{} b{} a{}", "" },
    { "{\"calls\":[{\"tool\":\"a\"}],\"max_extra\":0}", "a{} b{} b{}", "extra extra" },
    { "{\"calls\":[{\"tool\":\"a\"}],\"max_extra\":2}", "a{} b{} b{}", "" },
    /* A call with other arguments is told once. */
    { "{\"calls\":[{\"tool\":\"a\",\"arguments\":{\"x\":1}}],\"max_extra\":0}", "a{\"x\":2}",
      "arguments" },
    { "{\"never\":[\"b\"]}", "a{} b{} b{}", "extra" },
    { "{\"only\":[\"a\"]}", "a{} b{}", "extra" },
    { "{\"first\":\"a\"}", "b{} a{}", "order" },
    { "{\"first\":\"a\"}", "", "missing" },
    { "{\"no_call\":true}", "a{}", "extra" },
    { "{\"no_call\":true}", "", "" },
    { "{\"some_call\":true}", "", "missing" },
    { "{\"answer\":{\"contains\":[\"ANSWER\",\"42\"],\"matches\":\"^The\",\"not_empty\":true}}", "",
      "" },
    { "{\"answer\":{\"contains\":\"43\",\"matches\":\"^the\"}}", "", "answer answer" },
    { "{\"tokens_under\":1000,\"requests_under\":3}", "", "limit" },
    { "{\"tokens_under\":1001,\"requests_under\":2}", "", "limit" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *kinds = check (rows[i].expect, rows[i].calls);

      g_test_message ("%s of %s", rows[i].expect, rows[i].calls);
      g_assert_cmpstr (kinds, ==, rows[i].kinds);
    }
}

static void
test_refused (void)
{
  static const char *const wrong[] = {
    "[]",
    "{\"cals\":[]}",
    "{\"calls\":{}}",
    "{\"calls\":[{}]}",
    "{\"calls\":[{\"tool\":\"a\",\"argument\":{}}]}",
    "{\"calls\":[{\"tool\":\"a\",\"arguments\":{},\"match\":\"loose\"}]}",
    "{\"calls\":[{\"tool\":\"a\",\"times\":0}]}",
    "{\"order\":\"random\"}",
    "{\"never\":[1]}",
    "{\"no_call\":1}",
    "{\"max_extra\":-1}",
    "{\"answer\":\"x\"}",
    "{\"answer\":{\"matches\":\"(\"}}",
    "{\"tokens_under\":0}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (wrong[i], -1, NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", wrong[i]);
      g_assert_null (app_case_expectation_new (mcp_json_document_get_root (document), &error));
      g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
    }
}

static const char *
take (AppCaseRecording *recording, const char *call)
{
  g_autoptr (AppCaseOutcome) outcome = read_outcome (call, "");
  const AppCaseResult *result = app_case_recording_take (recording, outcome->calls->pdata[0]);

  return result != NULL ? result->text : NULL;
}

static void
test_recording (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      "[{\"tool\":\"a\",\"arguments\":{\"x\":1,\"y\":2},\"text\":\"one\"},"
      "{\"tool\":\"shop__a\",\"arguments\":{\"y\":2.0,\"x\":1},\"text\":\"two\"},"
      "{\"tool\":\"b\",\"text\":\"three\",\"is_error\":true}]",
      -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCaseRecording) recording =
      app_case_recording_new (mcp_json_document_get_root (document), &error);

  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpstr (take (recording, "a{\"y\":2,\"x\":1}"), ==, "one");
      g_assert_cmpstr (take (recording, "a{\"y\":2,\"x\":1}"), ==, "two");
      g_assert_cmpstr (take (recording, "a{\"y\":2,\"x\":1}"), ==, "two");
      g_assert_cmpstr (take (recording, "a{\"y\":2}"), ==, NULL);
      g_assert_cmpstr (take (recording, "b{}"), ==, "three");
      app_case_recording_rewind (recording);
    }
}

void
add_case_expectation_tests (void)
{
  g_test_add_func ("/case-expectation/calls", test_calls);
  g_test_add_func ("/case-expectation/refused", test_refused);
  g_test_add_func ("/case-expectation/recording", test_recording);
}
