/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Trees and lines of values of any size: what is shown, what is said to be hidden, and that all of
 * it can be reached. */

#include "app-tests.h"
#include "app-find.h"
#include "app-settings.h"
#include "app-text-lines.h"
#include "app-tree-node.h"
#include "test-clock.h"

#include <string.h>

static AppTreeNode *
make_root (const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &error);

  g_assert_no_error (error);
  return app_tree_node_new_root (mcp_json_document_get_root (document), NULL, NULL);
}

static AppTreeNode *
make_list (guint n_items)
{
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < n_items; i++)
    g_string_append_printf (json, "%s%u", i ? "," : "", i);
  g_string_append_c (json, ']');
  return make_root (json->str);
}

static AppTreeNode *
get (GListModel *list, guint position)
{
  g_autoptr (AppTreeNode) node = g_list_model_get_item (list, position);

  g_assert_nonnull (node);
  return node;
}

static void
assert_expandable (AppTreeNode *node, gboolean expandable)
{
  g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (node));

  g_assert_cmpint (rows != NULL, ==, expandable);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(char **)user_data = app_tree_node_load_value_finish (result, NULL);
}

static char *
copy_value (AppTreeNode *node)
{
  char *text = NULL;

  app_tree_node_load_value_async (node, NULL, on_loaded, &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  return text;
}

static void
test_rows (void)
{
  g_autoptr (AppTreeNode) root = make_root (
      "{\"n\":1.10,\"s\":\"a\\u0000<b>\\n\xe2\x80\xae\",\"t\":true,\"z\":null,\"o\":{\"x\":[1],\"y\":{}"
      "},\"l\":[1,2,3,4,5],\"e\":{},\"\\u0000k\":-0}");
  g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (root));
  static const struct
  {
    const char *name;
    const char *preview;
    const char *note;
    AppTreeKind kind;
    gboolean    expandable;
  } cases[] = {
    { "n", "1.10", "", APP_TREE_NUMBER, FALSE },
    { "s", "\"a\\u0000<b>\\n⟨U+202E⟩\"", "", APP_TREE_STRING, FALSE },
    { "t", "true", "", APP_TREE_BOOLEAN, FALSE },
    { "z", "null", "", APP_TREE_NULL, FALSE },
    { "o", "{\"x\": […], \"y\": {}}", "object · 2", APP_TREE_OBJECT, TRUE },
    { "l", "[1, 2, 3, 4, …]", "array · 5", APP_TREE_ARRAY, TRUE },
    { "e", "{}", "object · 0", APP_TREE_OBJECT, FALSE },
    { "␀k", "-0", "", APP_TREE_NUMBER, FALSE },
  };

  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AppTreeNode *row = get (rows, i);

      g_assert_cmpstr (app_tree_item_get_name (APP_TREE_ITEM (row)), ==, cases[i].name);
      g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (row)), ==, cases[i].preview);
      g_assert_cmpstr (app_tree_item_get_note (APP_TREE_ITEM (row)), ==, cases[i].note);
      g_assert_cmpint (app_tree_item_get_kind (APP_TREE_ITEM (row)), ==, cases[i].kind);
      assert_expandable (row, cases[i].expandable);
    }
}

static void
test_more (void)
{
  for (guint n = 24; n <= 26; n++)
    {
      g_autoptr (AppTreeNode) root = make_list (n);
      g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (root));

      g_assert_cmpuint (g_list_model_get_n_items (rows), ==, n);
      g_assert_cmpint (app_tree_item_get_kind (APP_TREE_ITEM (get (rows, n - 1))),
                       ==,
                       n == 26 ? APP_TREE_MORE : APP_TREE_NUMBER);
      if (n == 26)
        g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (get (rows, 25))), ==, "… 1 more");
    }
  {
    g_autoptr (AppTreeNode) root = make_list (120);
    g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (root));
    AppTreeNode *more = get (rows, 25);

    g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (more)), ==, "… 95 more");
    assert_expandable (more, FALSE);
    app_tree_item_reveal (APP_TREE_ITEM (get (rows, 3)));
    app_tree_item_reveal (APP_TREE_ITEM (more));
    g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 120);
    for (guint i = 0; i < 120; i++)
      {
        g_autofree char *expected = g_strdup_printf ("%u", i);

        g_assert_cmpstr (app_tree_item_get_name (APP_TREE_ITEM (get (rows, i))), ==, expected);
        g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (get (rows, i))), ==, expected);
      }
  }
}

/* Every item is a row somewhere, once and in order; no list is longer than the limit. */
static guint
count_rows (GListModel *rows, guint next)
{
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (AppTreeNode) row = g_list_model_get_item (rows, i);

      if (app_tree_item_get_kind (APP_TREE_ITEM (row)) == APP_TREE_MORE)
        {
          app_tree_item_reveal (APP_TREE_ITEM (row));
          i--;
        }
      else if (app_tree_item_get_kind (APP_TREE_ITEM (row)) == APP_TREE_RANGE)
        {
          g_autoptr (GListModel) inside = app_tree_item_create_children (APP_TREE_ITEM (row));

          g_assert_cmpuint (g_list_model_get_n_items (inside), <=, APP_TREE_MAX_CHILDREN);
          next = count_rows (inside, next);
        }
      else
        {
          gint64 number = -1;

          g_assert_true (mcp_json_value_get_int64 (app_tree_node_get_value (row), &number));
          g_assert_cmpint (number, ==, next);
          next++;
        }
    }
  return next;
}

static void
test_ranges (void)
{
  static const guint sizes[] = { 999, 1000, 1001, 1024, 1025, 1026, 5000, 1234567 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (AppTreeNode) root = make_list (sizes[i]);
      g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (root));

      g_assert_cmpuint (count_rows (rows, 0), ==, sizes[i]);
      g_assert_cmpuint (g_list_model_get_n_items (rows), <=, 25 + APP_TREE_MAX_CHILDREN);
    }
  {
    g_autoptr (AppTreeNode) root = make_list (5000);
    g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (root));

    app_tree_item_reveal (APP_TREE_ITEM (get (rows, 25)));
    g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (get (rows, 25))), ==, "[25 … 999]");
    g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (get (rows, 29))), ==, "[4000 … 4999]");
  }
}

static void
test_strings (void)
{
  for (guint n = 299; n <= 301; n++)
    {
      g_autofree char *inside = g_strnfill (n, 'x');
      g_autofree char *json = g_strdup_printf ("\"%s\"", inside);
      g_autoptr (AppTreeNode) root = make_root (json);

      assert_expandable (root, n > 300);
      g_assert_cmpstr (app_tree_item_get_note (APP_TREE_ITEM (root)), ==, n > 300 ? "+ 1 character" : "");
      g_assert_cmpuint (strlen (app_tree_item_get_preview (APP_TREE_ITEM (root))),
                        ==,
                        n > 300 ? 302 + strlen ("…") : n + 2);
    }
}

/* The pieces of a long string, put together, are what the row did not show. */
static void
test_pieces (void)
{
  g_autoptr (GString) json = g_string_new ("\"");
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (AppTreeNode) root = NULL;
  g_autoptr (GListModel) rows = NULL;
  g_autofree char *whole = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append (json, i % 7 == 0 ? "\\n" : i % 5 == 0 ? "\\u00e9"
                                                           : "🚀x");
  g_string_append_c (json, '"');
  root = make_root (json->str);
  rows = app_tree_item_create_children (APP_TREE_ITEM (root));
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      AppTreeNode *row = get (rows, i);

      if (app_tree_item_get_kind (APP_TREE_ITEM (row)) == APP_TREE_MORE)
        {
          g_assert_true (g_str_has_prefix (app_tree_item_get_preview (APP_TREE_ITEM (row)), "+ "));
          app_tree_item_reveal (APP_TREE_ITEM (row));
          row = get (rows, i);
        }
      g_assert_cmpint (app_tree_item_get_kind (APP_TREE_ITEM (row)), ==, APP_TREE_PIECE);
      g_string_append (seen, app_tree_item_get_preview (APP_TREE_ITEM (row)));
    }
  whole = copy_value (root);
  g_assert_cmpstr (seen->str, ==, whole);
}

static AppTreeNode *
find (AppTreeNode *node, const char *name)
{
  g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (node));

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (AppTreeNode) row = g_list_model_get_item (rows, i);

      if (strcmp (app_tree_item_get_name (APP_TREE_ITEM (row)), name) == 0)
        return g_steal_pointer (&row);
    }
  g_assert_not_reached ();
}

static void
test_copy (void)
{
  g_autoptr (AppTreeNode) root = make_root ("{\"a\":{\"b c\":[{\"k\":\"v\\n\\u00e9\"}, 1.10 ]}}");
  g_autoptr (AppTreeNode) a = find (root, "a");
  g_autoptr (AppTreeNode) b = find (a, "b c");
  g_autoptr (AppTreeNode) first = find (b, "0");
  g_autoptr (AppTreeNode) k = find (first, "k");
  g_autofree char *path = app_tree_item_dup_path (APP_TREE_ITEM (k));
  g_autofree char *value = copy_value (k);
  g_autofree char *list = copy_value (b);
  g_autofree char *root_path = app_tree_item_dup_path (APP_TREE_ITEM (root));

  g_assert_cmpstr (path, ==, "a[\"b c\"][0].k");
  g_assert_cmpstr (value, ==, "v\né");
  g_assert_cmpstr (list, ==, "[{\"k\":\"v\\n\\u00e9\"}, 1.10 ]");
  g_assert_cmpstr (root_path, ==, "");
}

/* A tree may begin in the middle of a document; paths count from there. */
static void
test_inner_root (void)
{
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text ("{\"result\":{\"x\":[[7]]}}", -1, NULL);
  McpJsonValue value =
      mcp_json_value_get_member (mcp_json_document_get_root (document), "result");
  g_autoptr (AppTreeNode) root = app_tree_node_new_root (value, "structured", NULL);
  g_autoptr (AppTreeNode) x = find (root, "x");
  g_autoptr (AppTreeNode) inner = find (x, "0");
  g_autofree char *path = app_tree_item_dup_path (APP_TREE_ITEM (inner));

  g_assert_cmpstr (app_tree_item_get_name (APP_TREE_ITEM (root)), ==, "structured");
  g_assert_cmpstr (path, ==, "x[0]");
}

static void
check_lines (const char *text, gsize length, guint n_rows, guint n_lines)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (AppTextLines) lines = app_text_lines_new (bytes);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (lines)), ==, n_rows);
  g_assert_cmpuint (app_text_lines_get_n_lines (lines), ==, n_lines);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (lines), n_rows));
}

static void
test_line_counts (void)
{
  g_autofree char *wide = g_strnfill (3 * APP_TEXT_LINE_BYTES, 'x');

  check_lines ("", 0, 0, 0);
  check_lines ("a", 1, 1, 1);
  check_lines ("a\n", 2, 1, 1);
  check_lines ("a\n\n", 3, 2, 2);
  check_lines ("\n", 1, 1, 1);
  check_lines ("a\nb", 3, 2, 2);
  check_lines (wide, APP_TEXT_LINE_BYTES - 1, 1, 1);
  check_lines (wide, APP_TEXT_LINE_BYTES, 1, 1);
  check_lines (wide, APP_TEXT_LINE_BYTES + 1, 2, 1);
  wide[APP_TEXT_LINE_BYTES] = '\n';
  check_lines (wide, APP_TEXT_LINE_BYTES + 1, 1, 1);
  check_lines (wide, APP_TEXT_LINE_BYTES + 2, 2, 2);
}

/* Rows put together are the text, wherever it is cut; asked for in any order. */
static void
test_lines_whole (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (AppTextLines) lines = NULL;
  GRand *rand = g_rand_new_with_seed (7);
  guint  n_rows;
  guint  last = 0;

  for (guint i = 0; i < 3000; i++)
    {
      guint length = g_rand_int_range (rand, 0, i % 100 == 0 ? 9000 : 40);

      for (guint k = 0; k < length; k++)
        g_string_append (text, k % 3 == 0 ? "é" : k % 3 == 1 ? "🚀"
                                                             : "z");
      g_string_append_c (text, '\n');
    }
  g_rand_free (rand);
  bytes = g_bytes_new (text->str, text->len);
  lines = app_text_lines_new (bytes);
  n_rows = g_list_model_get_n_items (G_LIST_MODEL (lines));
  g_assert_cmpuint (app_text_lines_get_n_lines (lines), ==, 3000);
  for (guint i = 0; i < n_rows; i++)
    {
      g_autoptr (AppTextLine) row = g_list_model_get_item (G_LIST_MODEL (lines), i);

      g_assert_cmpuint (strlen (app_text_line_get_text (row)), <=, APP_TEXT_LINE_BYTES);
      if (app_text_line_is_continued (row))
        g_assert_cmpuint (app_text_line_get_number (row), ==, last);
      else
        {
          g_assert_cmpuint (app_text_line_get_number (row), ==, last + 1);
          if (i > 0)
            g_string_append_c (seen, '\n');
        }
      last = app_text_line_get_number (row);
      g_string_append (seen, app_text_line_get_text (row));
    }
  g_string_append_c (seen, '\n');
  g_assert_cmpstr (seen->str, ==, text->str);
}

static void
test_lines_hostile (void)
{
  g_autofree char *text = g_malloc (20000);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (AppTextLines) lines = NULL;

  memset (text, 0x80, 20000);
  text[5] = '\0';
  bytes = g_bytes_new (text, 20000);
  lines = app_text_lines_new (bytes);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lines)); i++)
    {
      g_autoptr (AppTextLine) row = g_list_model_get_item (G_LIST_MODEL (lines), i);

      g_assert_true (g_utf8_validate (app_text_line_get_text (row), -1, NULL));
    }
}

static void
assert_status (AppFind *find, const char *expected)
{
  g_autofree char *status = app_find_dup_status (find);

  g_assert_cmpstr (status, ==, expected);
}

/* In names and values, as they are read; from any row that hides it a match can be reached. */
static void
test_find_value (void)
{
  g_autoptr (GString) text = g_string_new ("{\"Caf\\u00e9\":1,\"rows\":[");
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (AppTreeNode) root = NULL;
  g_autoptr (AppFind) find = NULL;
  gsize offset = 0;
  guint n = 0;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s{\"n\":%u,\"of\":\"item %u\"}", i > 0 ? "," : "", i, i);
  g_string_append (text, "],\"CAF\xc3\x89\":[true,null]}");
  document = mcp_json_document_parse_text (text->str, -1, NULL);
  find = app_find_new_for_value (mcp_json_document_get_root (document));
  app_find_set_needle (find, "caf\xc3\xa9");
  assert_status (find, "1 of 2");
  app_find_set_needle (find, "TRUE");
  assert_status (find, "1 of 1");
  app_find_set_needle (find, "em 4321");
  assert_status (find, "1 of 1");
  g_assert_true (app_find_get_current (find, &offset));

  root = app_tree_node_new_root (mcp_json_document_get_root (document), NULL, NULL);
  while (root != NULL && !app_tree_node_is_at (root, offset))
    {
      g_autoptr (GListModel) rows = app_tree_item_create_children (APP_TREE_ITEM (root));
      g_autoptr (AppTreeNode) row = NULL;

      g_assert_nonnull (rows);
      g_assert_cmpuint (n++, <, 10);
      row = g_list_model_get_item (rows, app_tree_node_find (rows, offset));
      if (app_tree_item_get_kind (APP_TREE_ITEM (row)) == APP_TREE_MORE)
        {
          app_tree_item_reveal (APP_TREE_ITEM (row));
          g_clear_object (&row);
          row = g_list_model_get_item (rows, app_tree_node_find (rows, offset));
        }
      g_set_object (&root, row);
    }
  g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (root)), ==, "\"item 4321\"");

  /* What is large is searched beside the loop. */
  for (guint i = 0; i < 16; i++)
    g_string_append_len (text, text->str, 20000);
  g_clear_object (&find);
  g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);
  find = app_find_new_for_text (bytes);
  app_find_set_needle (find, "\"n\":");
  assert_status (find, "Searching…");
  while (!app_find_get_current (find, &offset))
    g_main_context_iteration (NULL, TRUE);
}

static void
test_lines_find (void)
{
  g_autoptr (AppFind) find = NULL;
  gsize offset = 0;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (AppTextLines) lines = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "line %u%s\n", i, i == 777 ? " NeedLE" : "");
  bytes = g_bytes_new (text->str, text->len);
  lines = app_text_lines_new (bytes);
  find = app_find_new_for_text (bytes);
  g_assert_false (app_find_get_current (find, &offset));
  app_find_set_needle (find, "needle");
  g_assert_true (app_find_get_current (find, &offset));
  g_assert_cmpuint (app_text_lines_find_row (lines, offset), ==, 777);
  g_assert_cmpint (memcmp (text->str + offset, "NeedLE", 6), ==, 0);
  assert_status (find, "1 of 1");
  app_find_step (find, TRUE);
  assert_status (find, "1 of 1");
  app_find_set_needle (find, "line 99");
  assert_status (find, "2 of 11");
  app_find_step (find, FALSE);
  app_find_step (find, FALSE);
  assert_status (find, "11 of 11");
  /* Whoever goes on typing stays where the match is. */
  app_find_set_needle (find, "line 999");
  app_find_set_needle (find, "line 9");
  app_find_get_current (find, &offset);
  g_assert_cmpuint (app_text_lines_find_row (lines, offset), ==, 999);
  app_find_set_needle (find, "nowhere");
  assert_status (find, "No matches");
  app_find_set_needle (find, "");
  assert_status (find, "");
}

typedef struct
{
  AppTextLines *lines;
  gboolean      done;
} Wait;

static void
indexed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Wait *wait = user_data;

  wait->lines = app_text_lines_new_finish (result, NULL);
  wait->done = TRUE;
}

/* 100 MB: the main loop goes on, and any row comes at once. */
static void
test_lines_large (void)
{
  gsize length = 100 * 1000 * 1000;
  char *text = g_malloc (length);
  g_autoptr (GBytes) bytes = NULL;
  Wait   wait = { 0 };
  gint64 deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  gint64 start;

  memset (text, 'x', length);
  for (gsize i = 50; i < length / 2; i += 51)
    text[i] = '\n';
  bytes = g_bytes_new_take (text, length);
  start = test_clock_get_computed ();
  app_text_lines_new_async (bytes, NULL, indexed, &wait);
  g_assert_cmpint (test_clock_get_computed () - start, <, 200000);
  while (!wait.done && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (wait.lines);

  start = test_clock_get_computed ();
  for (guint i = 0; i < 1000; i++)
    {
      guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (wait.lines));
      g_autoptr (AppTextLine) row =
          g_list_model_get_item (G_LIST_MODEL (wait.lines), (guint64)n_rows * i / 1000);

      g_assert_nonnull (row);
    }
  g_assert_cmpint (test_clock_get_computed () - start, <, G_USEC_PER_SEC);
  g_object_unref (wait.lines);
}

/* What the settings say is what the tree shows. */
static void
test_settings (void)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  AppTreeLimits limits = app_settings_get_tree_limits (settings);
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text ("[\"abcdefghijklm\", [[]], 3, 4]", -1, NULL);
  g_autoptr (AppTreeNode) root = NULL;
  g_autoptr (GListModel) rows = NULL;
  g_autoptr (GListModel) inner = NULL;

  g_assert_cmpuint (limits.items, ==, 25);
  g_assert_cmpuint (limits.characters, ==, 300);
  g_assert_cmpuint (limits.levels, ==, 4);
  g_object_set (settings, "view-items", 2u, "view-characters", 10u, "view-depth", 2u, NULL);
  limits = app_settings_get_tree_limits (settings);
  root = app_tree_node_new_root (mcp_json_document_get_root (document), NULL, &limits);
  rows = app_tree_item_create_children (APP_TREE_ITEM (root));

  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 3);
  g_assert_cmpstr (app_tree_item_get_preview (APP_TREE_ITEM (get (rows, 2))), ==, "… 2 more");
  g_assert_cmpstr (app_tree_item_get_note (APP_TREE_ITEM (get (rows, 0))), ==, "+ 3 characters");
  g_assert_true (app_tree_item_starts_unfolded (APP_TREE_ITEM (root)));
  g_assert_false (app_tree_item_starts_unfolded (APP_TREE_ITEM (get (rows, 0))));
  g_assert_true (app_tree_item_starts_unfolded (APP_TREE_ITEM (get (rows, 1))));
  g_assert_false (app_tree_item_starts_unfolded (APP_TREE_ITEM (get (rows, 2))));
  inner = app_tree_item_create_children (APP_TREE_ITEM (get (rows, 1)));
  g_assert_false (app_tree_item_starts_unfolded (APP_TREE_ITEM (get (inner, 0))));
}

void
add_tree_tests (void)
{
  g_test_add_func ("/tree/rows", test_rows);
  g_test_add_func ("/tree/more", test_more);
  g_test_add_func ("/tree/ranges", test_ranges);
  g_test_add_func ("/tree/strings", test_strings);
  g_test_add_func ("/tree/pieces", test_pieces);
  g_test_add_func ("/tree/copy", test_copy);
  g_test_add_func ("/tree/inner-root", test_inner_root);
  g_test_add_func ("/tree/settings", test_settings);
  g_test_add_func ("/tree/lines/counts", test_line_counts);
  g_test_add_func ("/tree/lines/whole", test_lines_whole);
  g_test_add_func ("/tree/lines/hostile", test_lines_hostile);
  g_test_add_func ("/tree/lines/find", test_lines_find);
  g_test_add_func ("/tree/find", test_find_value);
  g_test_add_func ("/tree/lines/large", test_lines_large);
}
