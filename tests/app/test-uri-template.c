/* SPDX-License-Identifier: GPL-3.0-or-later */

/* URI templates against the examples of RFC 6570 whose values are strings. */

#include "app-uri-template.h"
#include "mcp-json-value.h"

#include <string.h>

typedef struct
{
  McpJsonValue variables;
  GHashTable  *texts;
  gboolean     composite; /* a variable is a list or an object: not for us */
} Values;

static const char *
lookup (const char *name, gpointer data)
{
  Values      *values = data;
  McpJsonValue value = mcp_json_value_get_member (values->variables, name);
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  char        *text = NULL;

  if (kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT)
    values->composite = TRUE;
  else if (kind == MCP_JSON_STRING)
    text = mcp_json_value_dup_string (value, NULL);
  else if (kind == MCP_JSON_NUMBER)
    text = mcp_json_value_dup_text (value);
  if (text != NULL)
    g_hash_table_replace (values->texts, g_strdup (name), text);
  return text;
}

static gboolean
is_expected (McpJsonValue expected, const char *uri)
{
  McpJsonIter  iter;
  McpJsonValue one;

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
  const char      *folder = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *path =
      g_build_filename (folder != NULL ? folder : "/nonexistent", "uri-templates", data, NULL);
  g_autofree char *text = NULL;
  gsize            length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_skip ("the shared examples are not here");
      return;
    }
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text (text, (gssize)length, NULL);
  g_assert_nonnull (document);
  McpJsonIter  groups, cases;
  McpJsonValue group, one;
  guint        checked = 0;
  mcp_json_iter_init (&groups, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&groups, NULL, &group))
    {
      mcp_json_iter_init (&cases, mcp_json_value_get_member (group, "testcases"));
      while (mcp_json_iter_next (&cases, NULL, &one))
        {
          g_autoptr (GHashTable) texts =
              g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
          Values           values = { mcp_json_value_get_member (group, "variables"), texts, FALSE };
          g_autofree char *uri_template =
              mcp_json_value_dup_string (mcp_json_value_get_item (one, 0), NULL);
          g_autofree char *uri = app_uri_template_expand (uri_template, lookup, &values);
          if (values.composite)
            continue;
          checked++;
          if (!is_expected (mcp_json_value_get_item (one, 1), uri))
            g_error ("%s became %s", uri_template, uri);
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
    { "{+a,b*}{?c:3,a}", "a b c" },
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
      g_auto (GStrv) names = app_uri_template_dup_variables (cases[i].uri_template);
      g_autofree char *joined = g_strjoinv (" ", names);
      g_assert_cmpstr (joined, ==, cases[i].names);
    }
}

static const char *
lookup_hostile (const char *name, gpointer data)
{
  return "\xff\xc3 /{x}%2f";
}

static void
test_hostile (void)
{
  g_autofree char *uri = app_uri_template_expand ("x:{a}{+a}{", lookup_hostile, NULL);
  g_assert_true (g_str_is_ascii (uri));
  g_assert_null (strchr (uri, ' '));
  g_autofree char *broken = app_uri_template_expand ("x:{!a}/{b c}", lookup_hostile, NULL);
  g_assert_cmpstr (broken, ==, "x:{!a}/{b c}");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/app/uri-template/spec", "spec-examples.json", check_file);
  g_test_add_data_func ("/app/uri-template/sections", "spec-examples-by-section.json", check_file);
  g_test_add_data_func ("/app/uri-template/extended", "extended-tests.json", check_file);
  g_test_add_func ("/app/uri-template/variables", test_variables);
  g_test_add_func ("/app/uri-template/hostile", test_hostile);
  return g_test_run ();
}
