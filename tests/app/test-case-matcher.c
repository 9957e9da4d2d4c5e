/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an argument is to be, and what a few runs tell of a rate. */

#include "app-case-matcher.h"
#include "app-case-statistics.h"
#include "app-error.h"
#include "app-tests.h"

#include <math.h>
#include <string.h>

/* @value: (nullable): JSON; %NULL: there is none. Returns: (transfer full) (nullable) */
static char *
match (const char *expected, const char *value, gboolean exact)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) pattern = mcp_json_document_parse_text (expected, -1, &error);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (AppCaseMatcher) matcher = NULL;

  g_assert_no_error (error);
  matcher = app_case_matcher_new (mcp_json_document_get_root (pattern), exact, &error);
  g_assert_no_error (error);
  if (value != NULL)
    document = mcp_json_document_parse_text (value, -1, &error);
  g_assert_no_error (error);
  return app_case_matcher_check (
      matcher, document != NULL ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE, NULL);
}

typedef struct
{
  const char *expected;
  const char *fits;    /* (nullable): none */
  const char *misfits; /* (nullable): none */
} Row;

static void
test_operators (void)
{
  static const Row rows[] = {
    { "1", "1.0", "2" },
    { "\"a\"", "\"a\"", "\"A\"" },
    { "null", "null", "0" },
    { "{\"$equals\": {\"$x\": 1}}", "{\"$x\": 1e0}", "{\"$x\": 1, \"y\": 2}" },
    { "{\"$one_of\": [1, {\"$matches\": \"^b\"}]}", "\"bc\"", "\"cb\"" },
    { "{\"$matches\": \"^[0-9]+$\"}", "\"12\"", "12" },
    { "{\"$contains\": \"moni\"}", "\"A MONITOR\"", "\"mouse\"" },
    { "{\"$contains\": \"a\"}", "[\"b\", \"a\"]", "[\"ab\"]" },
    { "{\"$contains\": {\"id\": 7}}", "[{\"id\": 7, \"n\": 1}]", "[7]" },
    { "{\"$text\": \"New York, NY\"}", "\"new-york ny\"", "\"new york\"" },
    { "{\"$range\": [1, 5]}", "5", "5.5" },
    { "{\"$min\": 1, \"$max\": 5}", "1", "0.99" },
    { "{\"$near\": [20, 0.5]}", "19.5", "20.6" },
    { "{\"$between\": [\"2026-01-01\", \"2026-01-31\"]}", "\"2026-01-31T23:59:59Z\"",
      "\"2026-02-01\"" },
    { "{\"$type\": \"integer\"}", "2.0", "2.5" },
    { "{\"$type\": \"string\"}", "\"\"", "null" },
    { "{\"$schema\": {\"type\": \"array\", \"minItems\": 1}}", "[0]", "[]" },
    { "{\"$any\": true}", "null", NULL },
    { "{\"$absent\": true}", NULL, "null" },
    { "{\"$optional\": \"a\"}", NULL, "\"b\"" },
    { "{\"a\": {\"b\": [1, {\"$any\": true}]}}", "{\"c\": 0, \"a\": {\"b\": [1, []]}}",
      "{\"a\": {\"b\": [1]}}" },
    { "{\"a\": {\"$one_of\": [{\"$absent\": true}, 5]}}", "{}", "{\"a\": 6}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *right = match (rows[i].expected, rows[i].fits, FALSE);
      g_autofree char *wrong = match (rows[i].expected, rows[i].misfits, FALSE);

      g_test_message ("%s", rows[i].expected);
      g_assert_cmpstr (right, ==, NULL);
      g_assert_nonnull (wrong);
    }
}

static void
test_exact (void)
{
  g_autofree char *partial = match ("{\"a\": 1}", "{\"a\": 1, \"b\": {}}", FALSE);
  g_autofree char *exact = match ("{\"a\": 1}", "{\"a\": 1, \"b\": {}}", TRUE);
  g_autofree char *inside = match ("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 1, \"c\": 2}}", TRUE);

  g_assert_cmpstr (partial, ==, NULL);
  g_assert_cmpstr (exact, ==, "b: expected nothing, not {}");
  g_assert_cmpstr (inside, ==, "a.c: expected nothing, not 2");
}

static void
test_places (void)
{
  g_autofree char *deep = match ("{\"a\": [{\"b\": 1}]}", "{\"a\": [{\"b\": \"\\u001b[2J\"}]}", FALSE);
  g_autofree char *schema =
      match ("{\"a\": {\"$schema\": {\"items\": {\"type\": \"string\"}}}}", "{\"a\": [1]}", FALSE);

  g_assert_true (g_str_has_prefix (deep, "a[0].b: expected 1, not "));
  g_assert_null (strchr (deep, '\033'));
  g_assert_true (g_str_has_prefix (schema, "a/0: "));
}

static void
test_refused (void)
{
  static const char *const wrong[] = {
    "{\"$containz\": 1}",
    "{\"$matches\": \"(\"}",
    "{\"$matches\": 1}",
    "{\"$range\": [5, 1]}",
    "{\"$range\": [1]}",
    "{\"$near\": [1, -1]}",
    "{\"$one_of\": []}",
    "{\"$between\": [\"x\", \"y\"]}",
    "{\"$type\": \"date\"}",
    "{\"$schema\": 1}",
    "{\"$any\": false}",
    "{\"$any\": true, \"a\": 1}",
    "[{\"a\": {\"$min\": \"1\"}}]",
  };
  g_autoptr (GString) deep = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (wrong[i], -1, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (app_case_matcher_new (mcp_json_document_get_root (document), FALSE, &error));
      g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
    }
  for (guint i = 0; i < 200; i++)
    g_string_append_c (deep, '[');
  for (guint i = 0; i < 200; i++)
    g_string_append_c (deep, ']');
  {
    g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (deep->str, -1, NULL);
    g_autoptr (GError) error = NULL;

    g_assert_null (app_case_matcher_new (mcp_json_document_get_root (document), FALSE, &error));
    g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  }
}

/* Statistics */

static void
assert_interval (AppCaseInterval interval, double low, double high)
{
  g_assert_cmpfloat_with_epsilon (interval.low, low, 5e-5);
  g_assert_cmpfloat_with_epsilon (interval.high, high, 5e-5);
}

static void
test_wilson (void)
{
  assert_interval (app_case_statistics_wilson (7, 10), 0.3968, 0.8922);
  assert_interval (app_case_statistics_wilson (18, 20), 0.6990, 0.9721);
  assert_interval (app_case_statistics_wilson (1, 10), 0.0179, 0.4042);
  assert_interval (app_case_statistics_wilson (0, 10), 0, 0.2775);
  assert_interval (app_case_statistics_wilson (10, 10), 0.7225, 1);
  /* Newcombe, "Two-sided confidence intervals for the single proportion" (1998), method 3 */
  assert_interval (app_case_statistics_wilson (81, 263), 0.2553, 0.3662);
  assert_interval (app_case_statistics_wilson (15, 148), 0.0624, 0.1605);
  assert_interval (app_case_statistics_wilson (0, 20), 0, 0.1611);
  assert_interval (app_case_statistics_wilson (1, 29), 0.0061, 0.1718);
  assert_interval (app_case_statistics_wilson (0, 0), 0, 1);
}

/* The examples of Newcombe's paper */
static void
test_difference (void)
{
  assert_interval (app_case_statistics_difference (48, 80, 56, 70), 0.0524, 0.3339);
  assert_interval (app_case_statistics_difference (3, 10, 9, 10), 0.1705, 0.8090);
  assert_interval (app_case_statistics_difference (2, 7, 6, 7), 0.0582, 0.8062);
  assert_interval (app_case_statistics_difference (0, 29, 5, 56), -0.0381, 0.1926);
  assert_interval (app_case_statistics_difference (0, 20, 0, 10), -0.1611, 0.2775);
  assert_interval (app_case_statistics_difference (0, 10, 10, 10), 0.6075, 1);
  assert_interval (app_case_statistics_difference (0, 0, 1, 2), -1, 1);
}

/* power.prop.test() of R, with power = 0.8 */
static void
test_sample_size (void)
{
  g_assert_cmpfloat_with_epsilon (app_case_statistics_sample_size (0.5, 0.8), 38.48, 0.01);
  g_assert_cmpfloat_with_epsilon (app_case_statistics_sample_size (0.95, 0.8), 75.12, 0.01);
  g_assert_cmpfloat_with_epsilon (app_case_statistics_sample_size (0.6, 0.7), 355.94, 0.02);
  g_assert_true (isinf (app_case_statistics_sample_size (0.5, 0.5)));
}

void
add_case_matcher_tests (void)
{
  g_test_add_func ("/case-matcher/operators", test_operators);
  g_test_add_func ("/case-matcher/exact", test_exact);
  g_test_add_func ("/case-matcher/places", test_places);
  g_test_add_func ("/case-matcher/refused", test_refused);
  g_test_add_func ("/case-matcher/wilson", test_wilson);
  g_test_add_func ("/case-matcher/difference", test_difference);
  g_test_add_func ("/case-matcher/sample-size", test_sample_size);
}
