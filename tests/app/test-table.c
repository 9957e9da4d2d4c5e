/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arrays of objects as tables: which they are, their columns and cells, their order, CSV. */

#include "app-tests.h"
#include "app-table-csv.h"
#include "app-table-order.h"

#include <glib/gstdio.h>
#include <string.h>

static McpJsonDocument *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (json, -1, &error);

  g_assert_no_error (error);
  return document;
}

static void
on_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static AppTable *
load (McpJsonValue value)
{
  g_autoptr (GAsyncResult) result = NULL;
  AppTableShape shape = app_table_shape_find (value);

  app_table_load_async (&shape, NULL, on_result, &result);
  return app_table_load_finish (wait_for (&result), NULL);
}

static AppTable *
load_text (const char *json)
{
  g_autoptr (McpJsonDocument) document = parse (json);

  return load (mcp_json_document_get_root (document));
}

static void
sort (AppTable *table, guint column, gboolean descending)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_table_order_find_async (table, column, descending, NULL, on_result, &result);
  app_table_set_order (table, app_table_order_find_finish (wait_for (&result), NULL));
}

static guint
get_row_at (AppTable *table, guint position)
{
  g_autoptr (AppTableRow) row = g_list_model_get_item (G_LIST_MODEL (table), position);

  return app_table_row_get_index (row);
}

static char *
dup_cell (AppTable *table, guint position, guint column)
{
  g_autoptr (AppTableRow) row = g_list_model_get_item (G_LIST_MODEL (table), position);

  return app_table_row_dup_text (row, column);
}

/* The indices of the rows, in their order. */
static void
assert_order (AppTable *table, const char *expected)
{
  g_autoptr (GString) order = g_string_new (NULL);

  for (guint i = 0; i < app_table_get_n_rows (table); i++)
    g_string_append_printf (order, "%s%u", i > 0 ? " " : "", get_row_at (table, i));
  g_assert_cmpstr (order->str, ==, expected);
}

/* A value of any size is looked at for a bounded time: what is behind that is not found. */
static void
test_find_bounds (void)
{
  g_autoptr (GString) json = g_string_new ("{\"a\":[");

  for (guint i = 0; i < APP_TABLE_SHAPE_VALUES; i++)
    g_string_append (json, "0,");
  g_string_append (json, "0],\"b\":[{\"a\":1},{\"a\":2}]}");

  g_autoptr (McpJsonDocument) large = parse (json->str);
  g_autoptr (McpJsonDocument) small = parse ("{\"a\":[0],\"b\":[{\"a\":1},{\"a\":2}]}");

  g_assert_false (mcp_json_value_exists (
      app_table_shape_find (mcp_json_document_get_root (large)).rows));
  g_assert_true (mcp_json_value_exists (
      app_table_shape_find (mcp_json_document_get_root (small)).rows));
}

/* Lists have the names beside them as columns, or numbers; a scalar is an item by itself. */
static void
test_lists (void)
{
  g_autoptr (McpJsonDocument) document = parse ("[[1,\"x\"],[2,\"y\",3],4]");
  g_autoptr (AppTable) named =
      load_text ("{\"columns\":[\"n\",{\"name\":\"s\"}],\"rows\":[[1,\"x\"],[2,\"y\"]]}");
  AppTableShape shape = app_table_shape_of_array (mcp_json_document_get_root (document));
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_cmpuint (app_table_get_n_columns (named), ==, 2);
  g_assert_cmpstr (app_table_get_name (named, 0), ==, "n");
  g_assert_cmpstr (app_table_get_name (named, 1), ==, "s");
  g_autofree char *cell = dup_cell (named, 1, 1);
  g_assert_cmpstr (cell, ==, "y");
  sort (named, 0, TRUE);
  assert_order (named, "1 0");

  app_table_load_async (&shape, NULL, on_result, &result);
  g_autoptr (AppTable) any = app_table_load_finish (wait_for (&result), NULL);
  g_autofree char *third = dup_cell (any, 1, 2);
  g_autofree char *none = dup_cell (any, 0, 2);
  g_autofree char *item = dup_cell (any, 2, 3);
  g_assert_cmpuint (app_table_get_n_columns (any), ==, 4);
  g_assert_cmpstr (app_table_get_name (any, 2), ==, "2");
  g_assert_cmpstr (third, ==, "3");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (item, ==, "4");
}

/* Where the table of a value is, and what names its columns. */
static void
test_find (void)
{
  static const struct
  {
    const char *json;
    const char *rows; /* (nullable): no table */
    const char *columns;
  } cases[] = {
    { "[{\"a\":1},{\"a\":2}]", "", NULL },
    { "[{\"a\":1,\"b\":2},{\"a\":2}]", "", NULL },
    { "{\"total\":2,\"items\":[{\"a\":1},{\"a\":2}]}", "/items", NULL },
    { "{\"x\":[1],\"items\":[{\"a\":1},{\"a\":2}]}", "/items", NULL },
    { "{\"x\":[{\"a\":1},{\"a\":2}],\"y\":[{\"a\":1},{\"a\":2},{\"a\":3}]}", "/y", NULL },
    { "{\"x\":[{\"a\":1},{\"a\":2}],\"y\":[1,2,3,4]}", "/x", NULL },
    { "{\"data\":{\"page\":1,\"rows\":[{\"a\":1},{\"a\":2}]}}", "/data/rows", NULL },
    { "{\"a\":[[{\"k\":1},{\"k\":2}],[3]]}", "/a/0", NULL },
    { "[{\"rows\":[{\"a\":1},{\"a\":2}],\"x\":1}]", "/0/rows", NULL },
    /* What is in the rows of a table is no table beside it. */
    { "[{\"n\":[{\"a\":1},{\"a\":2},{\"a\":3}]},{\"n\":[]}]", "", NULL },
    { "{\"columns\":[\"a\",\"b\"],\"rows\":[[1,2],[3,4]]}", "/rows", "/columns" },
    { "{\"rows\":[[1,2]],\"columns\":[\"a\",\"b\"]}", "/rows", "/columns" },
    { "{\"header\":[\"a\"],\"values\":[[1],[2]]}", "/values", "/header" },
    { "{\"columns\":[\"a\",\"b\"],\"index\":[0,1],\"data\":[[1,2],[3,4]]}", "/data", "/columns" },
    { "{\"fields\":[{\"name\":\"a\"},{\"label\":\"b\"}],\"rows\":[[1,2],[3,4]]}", "/rows", "/fields" },
    { "{\"result\":{\"columns\":[\"a\"],\"rows\":[[1],[2]]}}", "/result/rows", "/result/columns" },
    { "{\"columns\":[\"a\",\"b\"],\"rows\":[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]}", "/rows", NULL },
    { "{\"columns\":[\"a\"],\"rows\":[[1,2],[3,4]]}", NULL, NULL },
    { "{\"columns\":[1,2],\"rows\":[[1,2],[3,4]]}", NULL, NULL },
    { "{\"columns\":[\"a\",\"b\"],\"rows\":[[1,2],[3]]}", NULL, NULL },
    { "{\"columns\":[\"a\",\"b\"],\"rows\":[[1,2],3]}", NULL, NULL },
    { "{\"columns\":[],\"rows\":[[],[]]}", NULL, NULL },
    { "{\"columns\":[\"a\"],\"rows\":[]}", NULL, NULL },
    { "[{\"a\":1}]", NULL, NULL },
    { "[{},{}]", NULL, NULL },
    { "[{\"a\":1},{\"b\":1},{\"c\":1}]", NULL, NULL },
    { "[{\"a\":1},2]", NULL, NULL },
    { "[[1],[2]]", NULL, NULL },
    { "{\"a\":{\"b\":1}}", NULL, NULL },
    { "\"text\"", NULL, NULL },
    { "[]", NULL, NULL },
    /* Too deep. */
    { "[[[[[[[[[{\"a\":1},{\"a\":2}]]]]]]]]]", "/0/0/0/0/0/0/0/0", NULL },
    { "[[[[[[[[[[{\"a\":1},{\"a\":2}]]]]]]]]]]", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) document = parse (cases[i].json);
      AppTableShape    shape = app_table_shape_find (mcp_json_document_get_root (document));
      g_autofree char *rows = mcp_json_value_dup_pointer (shape.rows);
      g_autofree char *columns = mcp_json_value_dup_pointer (shape.columns);

      g_test_message ("%s", cases[i].json);
      g_assert_cmpstr (mcp_json_value_exists (shape.rows) ? rows : NULL, ==, cases[i].rows);
      g_assert_cmpstr (mcp_json_value_exists (shape.columns) ? columns : NULL, ==,
                       cases[i].columns);
    }
}

static void
test_cells (void)
{
  g_autoptr (AppTable) table = load_text (
      "[{\"id\":1.10,\"name\":\"a\\nb\",\"x\":null},"
      "{\"id\":2,\"name\":\"12\",\"tags\":[1,\n {\"k\" : 2}]},"
      "{\"x\":true,\"id\":18446744073709551616,\"name\":\"\",\"name\":\"true\"}]");
  static const char *const cells[3][4] = {
    { "1.10", "a↵b", "null", "" },
    { "2", "\"12\"", "", "[1, {\"k\" : 2}]" },
    { "18446744073709551616", "\"true\"", "true", "" },
  };

  g_assert_cmpuint (app_table_get_n_rows (table), ==, 3);
  g_assert_cmpuint (app_table_get_n_columns (table), ==, 4);
  g_assert_cmpuint (app_table_get_n_more (table), ==, 0);
  g_assert_cmpstr (app_table_get_name (table, 3), ==, "tags");
  g_assert_true (app_table_is_numeric (table, 0));
  g_assert_false (app_table_is_numeric (table, 1));
  for (guint row = 0; row < 3; row++)
    for (guint column = 0; column < 4; column++)
      {
        g_autofree char *text = dup_cell (table, row, column);
        g_assert_cmpstr (text, ==, cells[row][column]);
      }
}

/* A long string is cut, what is shown of it is bounded, and so are the names. */
static void
test_bounds (void)
{
  g_autofree char *value = g_strnfill (100000, 'x');
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < 2; i++)
    g_string_append_printf (json, "{\"a\":\"%s\",\"n\\u0000\":1},", value);
  for (guint i = 0; i < 100; i++)
    g_string_append (json, "{\"a\":1},");
  g_string_append (json, "{\"z\":0");
  for (guint i = 0; i < 2 * APP_TABLE_MAX_COLUMNS; i++)
    g_string_append_printf (json, ",\"k%u\":1", i);
  g_string_append (json, "},7]");
  g_autoptr (AppTable) table = load_text (json->str);

  g_autofree char *text = dup_cell (table, 0, 0);
  g_assert_cmpint (g_utf8_strlen (text, -1), <=, APP_TABLE_CELL_CHARACTERS + 1);
  g_assert_true (g_str_has_suffix (text, "…"));
  g_assert_cmpuint (app_table_get_n_columns (table), ==, APP_TABLE_MAX_COLUMNS + 1);
  g_assert_cmpuint (app_table_get_n_more (table), ==, APP_TABLE_MAX_COLUMNS);
  /* What is no object has a column of its own. */
  g_assert_cmpstr (app_table_get_name (table, APP_TABLE_MAX_COLUMNS), ==, "Item");
  g_autofree char *item = dup_cell (table, 103, APP_TABLE_MAX_COLUMNS);
  g_assert_cmpstr (item, ==, "7");
}

/* As wide as any row needs, not as the first ones do; the last one counts, and there is a limit. */
static void
test_widths (void)
{
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (json, "%s{\"late\":\"%s\",\"last\":%s,\"long\":\"%*s\",\"few\":1}",
                            i > 0 ? "," : "", i < 5000 ? "a" : "a longer text",
                            i < 9999 ? "1" : "\"the last one\"", i < 5000 ? 1 : 500, "x");
  g_string_append_c (json, ']');
  g_autoptr (AppTable) table = load_text (json->str);

  g_assert_cmpuint (app_table_get_width (table, 0), ==, strlen ("a longer text"));
  g_assert_cmpuint (app_table_get_width (table, 1), ==, strlen ("the last one"));
  g_assert_false (app_table_is_numeric (table, 1));
  g_assert_cmpuint (app_table_get_width (table, 2), >, 20);
  g_assert_cmpuint (app_table_get_width (table, 2), <=, 40);
  g_assert_cmpuint (app_table_get_width (table, 3), ==, strlen ("few"));
}

static void
test_order (void)
{
  g_autoptr (AppTable) table = load_text (
      "[{\"n\":10,\"s\":\"b\"},{\"n\":9007199254740993,\"s\":\"a\"},{\"s\":\"c\"},"
      "{\"n\":9007199254740992.5,\"s\":\"b\"},{\"n\":null,\"s\":1},{\"n\":\"x\",\"s\":\"\"},"
      "{\"n\":-1e400},{\"n\":1.0e1}]");

  sort (table, 0, FALSE);
  assert_order (table, "6 0 7 3 1 5 4 2");
  sort (table, 0, TRUE);
  assert_order (table, "5 1 3 0 7 6 4 2");
  sort (table, 1, FALSE);
  assert_order (table, "4 5 1 0 3 2 6 7");
  sort (table, APP_TABLE_ORDER_INDEX, TRUE);
  assert_order (table, "7 6 5 4 3 2 1 0");

  /* A place in the text is found wherever its row is. */
  McpJsonValue cell = app_table_get_cell (table, 2, 1);
  g_assert_cmpuint (app_table_find_position (table, mcp_json_value_get_start (cell)), ==, 5);
  g_assert_cmpuint (app_table_find_position (table, 0), ==, G_MAXUINT);
  app_table_set_order (table, NULL);
  assert_order (table, "0 1 2 3 4 5 6 7");
}

static char *
save (AppTable *table, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  app_table_csv_save_async (table, file, NULL, on_result, &result);
  app_table_csv_save_finish (wait_for (&result), &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_csv (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  g_autoptr (AppTable) table =
      load_text ("[{\"a,b\":1.10,\"t\":\"say \\\"hi\\\"\\nyou\"},"
                 "{\"a,b\":\"=1+1\",\"t\":[1, {\"x\": \"y\"}]},{\"a,b\":null},"
                 "{\"a,b\":true,\"t\":\" s\"}]");
  g_autofree char *text = save (table, path);

  g_assert_cmpstr (text, ==,
                   "\"a,b\",t\r\n"
                   "1.10,\"say \"\"hi\"\"\nyou\"\r\n"
                   "=1+1,\"[1,{\"\"x\"\":\"\"y\"\"}]\"\r\n"
                   ",\r\n"
                   "true,\" s\"\r\n");
  sort (table, APP_TABLE_ORDER_INDEX, TRUE);
  g_autofree char *turned = save (table, path);
  g_assert_true (g_str_has_prefix (turned, "\"a,b\",t\r\ntrue,"));

  /* A folder that is not there */
  g_autoptr (GFile) nowhere = g_file_new_for_path ("/nonexistent/folder/a.csv");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  app_table_csv_save_async (table, nowhere, NULL, on_result, &result);
  g_assert_false (app_table_csv_save_finish (wait_for (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_no_errno (g_unlink (path));
  g_assert_no_errno (g_rmdir (folder));
}

static void
test_large (void)
{
  const guint n = 100000;
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (json, "%s{\"id\":%u,\"price\":%u.%02u,\"name\":\"name %u\"}",
                            i > 0 ? "," : "", i, (i * 7919u) % n, i % 100, (i * 31u) % n);
  g_string_append_c (json, ']');
  g_autoptr (McpJsonDocument) document = parse (json->str);
  g_autoptr (AppTable) table = load (mcp_json_document_get_root (document));
  g_assert_cmpuint (app_table_get_n_rows (table), ==, n);
  sort (table, 1, FALSE);
  for (guint i = 1; i < n; i++)
    {
      McpJsonValue before = app_table_get_cell (table, get_row_at (table, i - 1), 1);
      McpJsonValue value = app_table_get_cell (table, get_row_at (table, i), 1);

      g_assert_cmpfloat (mcp_json_value_get_double (before, 0), <=,
                         mcp_json_value_get_double (value, 0));
    }
  /* What was cancelled ends, too. */
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  app_table_order_find_async (table, 2, FALSE, cancellable, on_result, &result);
  g_cancellable_cancel (cancellable);
  g_assert_null (app_table_order_find_finish (wait_for (&result), NULL));
}

void
add_table_tests (void)
{
  g_test_add_func ("/table/find-bounds", test_find_bounds);
  g_test_add_func ("/table/lists", test_lists);
  g_test_add_func ("/table/find", test_find);
  g_test_add_func ("/table/cells", test_cells);
  g_test_add_func ("/table/bounds", test_bounds);
  g_test_add_func ("/table/order", test_order);
  g_test_add_func ("/app/table/widths", test_widths);
  g_test_add_func ("/table/csv", test_csv);
  g_test_add_func ("/table/large", test_large);
}
