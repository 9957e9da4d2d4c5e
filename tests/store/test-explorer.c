/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-tests.h"
#include "store-explorer.h"
#include "test-data.h"

#include <string.h>

/* Every case of the computed outputs of the original explorer, but its jq queries. */

static const char *
get_args (McpJsonValue fixture, const char *name, char **text)
{
  McpJsonValue args = mcp_json_value_get_member (fixture, "args");

  *text = mcp_json_value_dup_member_string (args, name);
  return *text;
}

static char *
run_slice (McpJsonValue         fixture,
           McpJsonValue         object,
           const char          *id,
           const char          *path,
           StoreExplorerLimits *limits,
           GError             **error)
{
  McpJsonValue args = mcp_json_value_get_member (fixture, "args");
  gint64       start = mcp_json_value_get_member_int64 (args, "start", 0);
  gint64       end;
  gboolean     has_end = mcp_json_value_get_int64 (mcp_json_value_get_member (args, "end"), &end);

  return store_explorer_slice (object, id, path, start, has_end ? &end : NULL, limits, error);
}

/* What the servers' tool makes of a replacement. */
static char *
run_replace (McpJsonValue         fixture,
             McpJsonValue         object,
             const char          *id,
             const char          *path,
             StoreExplorerLimits *limits,
             GError             **error)
{
  McpJsonValue     args = mcp_json_value_get_member (fixture, "args");
  g_autofree char *pattern = NULL;
  g_autofree char *replacement = NULL;
  g_autofree char *replaced = NULL;
  g_autofree char *preview = NULL;
  g_autofree char *summary = NULL;

  get_args (fixture, "pattern", &pattern);
  get_args (fixture, "replacement", &replacement);
  summary = store_explorer_replace (
      object, id, path, pattern, replacement, mcp_json_value_get_member_int64 (args, "count", 0),
      mcp_json_value_get_member_boolean (args, "case_sensitive", FALSE), &replaced, error);
  if (replaced == NULL)
    return g_steal_pointer (&summary);

  preview = g_utf8_substring (replaced, 0,
                              MIN (g_utf8_strlen (replaced, -1), limits->max_string_length));
  return g_strdup_printf ("%s\nResult stored as @obj_002.\n\nPreview%s:\n%s", summary,
                          strlen (preview) < strlen (replaced) ? " (truncated)" : "", preview);
}

static char *
run (McpJsonValue fixture, const char *operation, const char *id, const char *path, GError **error)
{
  McpJsonValue        object = mcp_json_value_get_member (fixture, "object");
  McpJsonValue        args = mcp_json_value_get_member (fixture, "args");
  McpJsonValue        l = mcp_json_value_get_member (fixture, "limits");
  StoreExplorerLimits limits = { mcp_json_value_get_member_int64 (l, "max_items", 0),
                                 mcp_json_value_get_member_int64 (l, "max_string_length", 0),
                                 mcp_json_value_get_member_int64 (l, "max_depth", 0),
                                 mcp_json_value_get_member_int64 (l, "search_context_length", 0),
                                 120 };
  g_autofree char    *pattern = NULL;

  if (strcmp (operation, "explore") == 0)
    return store_explorer_explore (object, id, path, &limits, error);
  if (strcmp (operation, "slice") == 0)
    return run_slice (fixture, object, id, path, &limits, error);
  if (strcmp (operation, "replace") == 0)
    return run_replace (fixture, object, id, path, &limits, error);
  return store_explorer_search (object, id, path, get_args (fixture, "pattern", &pattern),
                                mcp_json_value_get_member_boolean (args, "case_sensitive", FALSE),
                                &limits, error);
}

static gboolean
check_fixture (McpJsonValue fixture, const char *operation)
{
  g_autofree char *description = mcp_json_value_dup_member_string (fixture, "description");
  g_autofree char *tool = mcp_json_value_dup_member_string (fixture, "tool");
  g_autofree char *id = mcp_json_value_dup_member_string (fixture, "object_id");
  g_autofree char *path = mcp_json_value_dup_member_string (fixture, "path");
  g_autofree char *expected = mcp_json_value_dup_member_string (fixture, "expected_text");
  g_autofree char *inner = NULL;
  g_autofree char *plain_id = store_explorer_split_reference (id, &inner);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (g_str_has_prefix (plain_id, "obj_999") || strchr (plain_id, '[') != NULL)
    text = g_strdup_printf ("Error executing tool %s: Object %s not found or expired.", tool, id);
  else
    text = run (fixture, operation, id, path, &error);
  if (error != NULL)
    text = g_strdup_printf ("Error executing tool %s: %s", tool, error->message);
  if (strcmp (text, expected) == 0)
    return TRUE;
  g_test_message ("%s\nexpected:\n%s\ngot:\n%s", description, expected, text);
  return FALSE;
}

static void
test_fixtures (gconstpointer data)
{
  const char *wanted = data;
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/rich_explorer.json");
  McpJsonIter  iter;
  McpJsonValue fixture;
  guint        n_cases = 0, n_passed = 0;

  mcp_json_iter_init (
      &iter, mcp_json_value_get_member (mcp_json_document_get_root (document), "fixtures"));
  while (mcp_json_iter_next (&iter, NULL, &fixture))
    {
      if (!mcp_json_value_string_equals (mcp_json_value_get_member (fixture, "operation"), wanted))
        continue;
      n_cases++;
      n_passed += check_fixture (fixture, wanted);
    }
  g_test_message ("%u of %u cases of %s", n_passed, n_cases, wanted);
  g_assert_cmpuint (n_cases, >, 0);
  g_assert_cmpuint (n_passed, ==, n_cases);
}

/* A preview without its header. */
static char *
render (McpJsonValue value, const StoreExplorerLimits *limits)
{
  g_autofree char *text = store_explorer_explore (value, "x", "", limits, NULL);

  return g_strdup (strstr (text, "\n\n") + 2);
}

static void
test_numbers (void)
{
  static const char *const cases[][2] = {
    { "1e400", "inf" },
    { "-0", "0" },
    { "-0.0", "-0.0" },
    { "0.1", "0.1" },
    { "1e16", "1e+16" },
    { "123456789012345.0", "123456789012345.0" },
    { "0.0001", "0.0001" },
    { "0.00001", "1e-05" },
    { "1.5e300", "1.5e+300" },
    { "18446744073709551616", "18446744073709551616" },
    { "null", "None" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (cases[i][0], -1, NULL);
      g_autofree char *text = render (mcp_json_document_get_root (document), NULL);

      g_assert_cmpstr (text, ==, cases[i][1]);
    }
}

static void
test_hostile (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autoptr (McpJsonDocument) document = NULL;
  StoreExplorerLimits limits = { 25, 300, G_MAXUINT, 150, 120 };
  g_autofree char    *text = NULL;

  for (guint i = 0; i < 9000; i++)
    g_string_append_c (deep, '[');
  for (guint i = 0; i < 9000; i++)
    g_string_append_c (deep, ']');
  document = mcp_json_document_parse_text (deep->str, deep->len, NULL);
  text = render (mcp_json_document_get_root (document), &limits);
  g_assert_nonnull (strstr (text, "…"));
}

void
add_explorer_tests (void)
{
  g_test_add_data_func ("/store/explorer/explore", "explore", test_fixtures);
  g_test_add_data_func ("/store/explorer/slice", "slice", test_fixtures);
  g_test_add_data_func ("/store/explorer/search", "search", test_fixtures);
  g_test_add_data_func ("/store/explorer/replace", "replace", test_fixtures);
  g_test_add_func ("/store/explorer/numbers", test_numbers);
  g_test_add_func ("/store/explorer/hostile", test_hostile);
}
