/* SPDX-License-Identifier: GPL-3.0-or-later */

/* URI templates against the examples of RFC 6570 and the suite's extended and failing ones. */

#include "app-tests.h"
#include "app-uri-template.h"
#include "mcp-json-value.h"
#include "test-data.h"

#include <string.h>

static gboolean
is_expected (McpJsonValue expected, const char *uri, const char *problem)
{
  McpJsonIter  iter;
  McpJsonValue one;

  if (mcp_json_value_get_kind (expected) == MCP_JSON_BOOLEAN)
    return problem != NULL;
  if (problem != NULL)
    return FALSE;
  if (mcp_json_value_get_kind (expected) == MCP_JSON_STRING)
    return mcp_json_value_string_equals (expected, uri);
  mcp_json_iter_init (&iter, expected);
  while (mcp_json_iter_next (&iter, NULL, &one))
    if (mcp_json_value_string_equals (one, uri))
      return TRUE;
  return FALSE;
}

static void
check_file (gconstpointer data)
{
  g_autofree char *name = g_build_filename ("uri-templates", data, NULL);
  g_autoptr (McpJsonDocument) document = test_data_load (name);
  McpJsonIter  groups, cases;
  McpJsonValue group, one;
  guint        checked = 0;
  mcp_json_iter_init (&groups, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&groups, NULL, &group))
    {
      mcp_json_iter_init (&cases, mcp_json_value_get_member (group, "testcases"));
      while (mcp_json_iter_next (&cases, NULL, &one))
        {
          g_autofree char *problem = NULL;
          g_autofree char *uri_template =
              mcp_json_value_dup_string (mcp_json_value_get_item (one, 0), NULL);
          g_autofree char *uri = app_uri_template_expand (
              uri_template, mcp_json_value_get_member (group, "variables"), &problem);
          checked++;
          if (!is_expected (mcp_json_value_get_item (one, 1), uri, problem))
            g_error ("%s became %s (%s)", uri_template, uri, problem);
        }
    }
  g_assert_cmpuint (checked, >, 10);
}

static void
test_variables (void)
{
  static const struct
  {
    const char *uri_template;
    const char *names;
  } cases[] = {
    { "a://b", "" },
    { "a://{b}/{c}", "b c" },
    { "{+a,b*}{?c:3,a}", "a b* c:" },
    { "{", "" },
    { "{}", "" },
    { "{a b}", "" },
    { "{a:0}", "" },
    { "{a:99999}", "" },
    { "{%41.b}", "%41.b" },
    { "{a..b}", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) variables = app_uri_template_list_variables (cases[i].uri_template);
      g_autoptr (GString) joined = g_string_new (NULL);
      for (guint j = 0; j < variables->len; j++)
        {
          AppUriVariable *variable = g_ptr_array_index (variables, j);
          g_string_append_printf (joined, "%s%s%s%s", j > 0 ? " " : "", variable->name,
                                  variable->explodes ? "*" : "", variable->prefixed ? ":" : "");
        }
      g_assert_cmpstr (joined->str, ==, cases[i].names);
    }
}

static char *
expand (const char *uri_template, const char *variables, char **problem)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (variables, -1, NULL);

  g_assert_nonnull (document);
  return app_uri_template_expand (uri_template, mcp_json_document_get_root (document), problem);
}

static void
test_hostile (void)
{
  const char      *variables = "{\"a\":\"\\ud800\\u0000 /{x}%2f\",\"b\":{\"k\":[1,null]},\"c\":1.10}";
  g_autofree char *problem = NULL;
  g_autofree char *broken_problem = NULL;
  g_autofree char *uri = expand ("x:{a}{+a}{", variables, &problem);
  g_autofree char *broken = expand ("x:{!a}/{b c}", variables, &broken_problem);
  g_autofree char *nested = expand ("{?b*}{&c,d}", variables, NULL);

  g_assert_true (g_str_is_ascii (uri));
  g_assert_null (strchr (uri, ' '));
  g_assert_nonnull (problem);
  g_assert_cmpstr (broken, ==, "x:{!a}/{b c}");
  g_assert_nonnull (strstr (broken_problem, "{!a}"));
  g_assert_cmpstr (nested, ==, "?k=%5B1%2Cnull%5D&c=1.10");
}

void
add_uri_template_tests (void)
{
  g_test_add_data_func ("/app/uri-template/spec", "spec-examples.json", check_file);
  g_test_add_data_func ("/app/uri-template/sections", "spec-examples-by-section.json", check_file);
  g_test_add_data_func ("/app/uri-template/extended", "extended-tests.json", check_file);
  g_test_add_data_func ("/app/uri-template/failing", "negative-tests.json", check_file);
  g_test_add_func ("/app/uri-template/variables", test_variables);
  g_test_add_func ("/app/uri-template/hostile", test_hostile);
}
