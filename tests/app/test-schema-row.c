/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A schema as a tree to be read. */

#include "app-tests.h"
#include "app-schema-row.h"
#include "test-clock.h"

#include <string.h>

static AppSchemaRow *
parse (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  if (document == NULL)
    g_error ("%s is no JSON", text);
  return app_schema_row_new_root (mcp_json_document_get_root (document), "arguments");
}

/* "name*:type(note) " for each. */
static char *
describe (GListModel *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; rows != NULL && i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (AppSchemaRow) row = g_list_model_get_item (rows, i);

      g_string_append_printf (text, "%s%s:%s(%s) ", row->name,
                              row->required ? "*" : "",
                              row->kind_text, row->note);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
check (const char *schema, const char *expected)
{
  g_autoptr (AppSchemaRow) root = parse (schema);
  g_autoptr (GListModel) rows = app_schema_row_create_children (root);
  g_autofree char *text = describe (rows);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (rows != NULL, ==, expected[0] != '\0');
}

static void
test_rows (void)
{
  check ("{}", "");
  check ("true", "");
  check ("[1]", "");
  check (
      "{\"properties\":{\"a\":{\"type\":\"string\",\"maxLength\":3},\"b\":{\"type\":[\"integer\","
      "\"null\"],\"minimum\":1,\"default\":1.10},\"c\":{\"enum\":[\"x\",1]}},\"required\":[\"b\"],"
      "\"additionalProperties\":{\"type\":\"number\"}}",
      "a:string(maxLength 3) b*:integer or null(minimum 1, default 1.10) c:(\"x\" | 1) "
      "additional properties:number() ");
  check ("{\"items\":{\"type\":\"boolean\"},\"prefixItems\":[{\"const\":1},{}]}",
         "[0]:(const 1) [1]:() items:boolean() ");
  check ("{\"oneOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/a\"},{\"$ref\":\"#/$defs/b\"}],"
         "\"$defs\":{\"a\":{\"type\":\"object\"}}}",
         "one of (1):null() one of (2):object → #/$defs/a() "
         "one of (3):→ #/$defs/b (not found)() ");
  /* Without a type of its own it has those of its alternatives; one that is open is open. */
  check ("{\"properties\":{\"a\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]},"
         "\"b\":{\"oneOf\":[{\"$ref\":\"#/$defs/n\"},{\"type\":\"array\"}]},"
         "\"c\":{\"anyOf\":[{\"type\":\"string\"},{}]}},\"$defs\":{\"n\":{\"type\":\"integer\"}}}",
         "a:string or null() b:array or integer() c:() ");
  /* What a server writes is text, whatever stands in it. */
  check ("{\"properties\":{\"%s\\u202e\":{\"type\":\"string\"}}}", "%s⟨U+202E⟩:string() ");
}

/* A schema in itself: as deep as somebody opens it, and a search that ends. */
static void
test_recursion (void)
{
  g_autoptr (AppSchemaRow) row =
      parse ("{\"properties\":{\"name\":{\"type\":\"string\"},\"left\":{\"$ref\":\"#\"},\"right\":{"
             "\"$ref\":\"#\"},\"self\":{\"$ref\":\"#/properties/self\"}}}");
  g_autoptr (GListModel) found = app_schema_row_search (row, "STRING");
  g_autofree char *text = describe (found);

  g_assert_cmpstr (text, ==, "name:string() ");
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (GListModel) rows = app_schema_row_create_children (row);

      g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 4);
      g_object_unref (row);
      row = g_list_model_get_item (rows, 1);
    }
}

static void
test_search (void)
{
  g_autoptr (AppSchemaRow) root =
      parse ("{\"properties\":{\"filter\":{\"type\":\"object\",\"properties\":{\"limit\":{\"type\":"
             "\"integer\",\"description\":\"How many at most\"}}},\"rest\":{\"items\":{\"$ref\":"
             "\"#/properties/filter\"}}}}");
  g_autoptr (GListModel) found = app_schema_row_search (root, "limit many");
  g_autoptr (AppSchemaRow) second = g_list_model_get_item (found, 1);
  g_autofree char *text = describe (found);
  g_autofree char *source = app_schema_row_dup_source (second);

  g_assert_cmpstr (text, ==,
                   "filter › limit:integer() rest › items › limit:integer() ");
  g_assert_nonnull (strstr (source, "How many at most"));
}

/* Two references a level: a way through it could have 2^40 ends. */
static void
test_bounds (void)
{
  g_autoptr (GString) text = g_string_new ("{\"$defs\":{");
  g_autoptr (GString) wide = g_string_new ("{\"properties\":{");
  g_autoptr (AppSchemaRow) root = NULL;
  g_autoptr (AppSchemaRow) broad = NULL;
  g_autoptr (GListModel) found = NULL;
  g_autoptr (GListModel) rows = NULL;
  gint64 start = test_clock_get_computed ();

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text,
                            "%s\"d%u\":{\"properties\":{\"a\":{\"$ref\":\"#/$defs/d%u\"},\"b\":{"
                            "\"$ref\":\"#/$defs/d%u\"}}}",
                            i > 0 ? "," : "", i, i + 1, i + 1);
  g_string_append (text, "},\"$ref\":\"#/$defs/d0\"}");
  root = parse (text->str);
  found = app_schema_row_search (root, "nowhere");
  g_assert_cmpuint (g_list_model_get_n_items (found), ==, 0);
  g_assert_cmpint (test_clock_get_computed () - start, <, 5 * G_USEC_PER_SEC);
  for (guint i = 0; i < APP_SCHEMA_ROW_MAX_CHILDREN + 10; i++)
    g_string_append_printf (wide, "%s\"p%u\":{}", i > 0 ? "," : "", i);
  g_string_append (wide, "}}");
  broad = parse (wide->str);
  rows = app_schema_row_create_children (broad);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, APP_SCHEMA_ROW_MAX_CHILDREN);
}

static void
walk (AppSchemaRow *row, guint depth, guint *n)
{
  g_autoptr (GListModel) rows = depth < 4 ? app_schema_row_create_children (row) : NULL;

  (*n)++;
  g_assert_nonnull (row->name);
  for (guint i = 0; rows != NULL && i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (AppSchemaRow) child = g_list_model_get_item (rows, i);

      walk (child, depth + 1, n);
    }
}

/* Every real schema, four levels deep. */
static void
test_corpus (void)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *folder = shared != NULL ? g_build_filename (shared, "tools-corpus", NULL) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  gint64      start = test_clock_get_computed ();
  guint       n_tools = 0;
  guint       n = 0;
  const char *name;

  if (dir == NULL)
    {
      g_test_skip ("the shared data is not here");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autoptr (McpJsonDocument) document = NULL;
      McpJsonValue tool;
      McpJsonIter  iter;

      if (name[0] == '_' || !g_str_has_suffix (name, ".json"))
        continue;
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      document = mcp_json_document_parse_text (text, -1, NULL);
      mcp_json_iter_init (
          &iter, mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
      while (mcp_json_iter_next (&iter, NULL, &tool))
        {
          McpJsonValue schema = mcp_json_value_get_member (tool, "inputSchema");
          g_autoptr (AppSchemaRow) root = app_schema_row_new_root (schema, "arguments");
          g_autoptr (GListModel) found = app_schema_row_search (root, "string");

          walk (root, 0, &n);
          n_tools++;
        }
    }
  g_test_message ("%u tools, %u rows, %" G_GINT64_FORMAT " ms", n_tools, n,
                  (test_clock_get_computed () - start) / 1000);
  g_assert_cmpuint (n_tools, >, 1000);
}

void
add_schema_row_tests (void)
{
  g_test_add_func ("/schema-row/rows", test_rows);
  g_test_add_func ("/schema-row/recursion", test_recursion);
  g_test_add_func ("/schema-row/search", test_search);
  g_test_add_func ("/schema-row/bounds", test_bounds);
  g_test_add_func ("/schema-row/corpus", test_corpus);
}
