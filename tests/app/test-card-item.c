/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The preview of a server's object as rows of a tree: what they say, what they hide, and what takes
 * its place when the server responds. */

#include "app-tests.h"
#include "app-card-item.h"
#include "mcp-json-value.h"
#include "test-data.h"

#include <string.h>

#define BOTH (APP_CARD_TOOL_GET | APP_CARD_TOOL_SLICE)

static GListModel *
new_rows (const char *text, AppCardTools tools)
{
  g_autoptr (AppObjectCard) card = app_object_card_new_for_text (text, -1);

  g_assert_nonnull (card);
  return app_card_item_list_new (card, tools);
}

/* Returns: (transfer none): the list holds it */
static AppCardItem *
get_row (GListModel *rows, guint position)
{
  g_autoptr (AppCardItem) row = g_list_model_get_item (rows, position);

  g_assert_nonnull (row);
  return row;
}

static void
assert_row (GListModel *rows, guint position, AppTreeKind kind, const char *text)
{
  AppTreeItem     *row = APP_TREE_ITEM (get_row (rows, position));
  g_autofree char *shown = app_tree_item_dup_text (row);

  g_assert_cmpstr (shown, ==, text);
  g_assert_cmpint (app_tree_item_get_kind (row), ==, kind);
}

static GListModel *
new_children (GListModel *rows, guint position)
{
  GListModel *children =
      app_tree_item_create_children (APP_TREE_ITEM (get_row (rows, position)));

  g_assert_nonnull (children);
  return children;
}

static void
assert_path (GListModel *rows, guint position, const char *path)
{
  g_autofree char *own = app_tree_item_dup_path (APP_TREE_ITEM (get_row (rows, position)));

  g_assert_cmpstr (own, ==, path);
}

static const char *const pipelines =
    "@obj_007 → dict (length: 6)\n\n"
    "{\n"
    "    'rows': [\n"
    "            {\n"
    "                'id': 0,\n"
    "                'it\\'s \"so\"': 'ab\\'c\"de'+25\n"
    "            },\n"
    "            ... +2\n"
    "        ],\n"
    "    'deep': {...},\n"
    "    'not-reachable': {\n"
    "            'k': [...]\n"
    "        },\n"
    "    'empty': {},\n"
    "    'on': True,\n"
    "    'none': None\n"
    "}";

static void
test_values (void)
{
  g_autoptr (GListModel) rows = new_rows (pipelines, BOTH);
  g_autoptr (GListModel) items = new_children (rows, 0);
  g_autoptr (GListModel) members = new_children (items, 0);
  g_autoptr (GListModel) deep = new_children (rows, 1);

  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 6);
  assert_row (rows, 0, APP_TREE_ARRAY, "rows: array · 3 [{…}, …]");
  assert_row (rows, 1, APP_TREE_OBJECT, "deep: object {…}");
  assert_row (rows, 2, APP_TREE_OBJECT, "not-reachable: object · 1 {\"k\": […]}");
  assert_row (rows, 3, APP_TREE_OBJECT, "empty: object · 0 {}");
  assert_row (rows, 4, APP_TREE_BOOLEAN, "on: true");
  assert_row (rows, 5, APP_TREE_NULL, "none: null");
  assert_row (items, 0, APP_TREE_OBJECT,
              "0: object · 2 {\"id\": 0, \"it\\'s \"so\"\": \"ab'c\\\"de…\"}");
  assert_row (items, 1, APP_TREE_MORE, "… 2 more");
  assert_row (members, 0, APP_TREE_NUMBER, "id: 0");
  assert_row (members, 1, APP_TREE_STRING,
              "it\\'s \"so\": \"ab'c\\\"de…\" + 25 characters");
  assert_row (deep, 0, APP_TREE_MORE, "Open");
  assert_path (rows, 0, "rows");
  assert_path (items, 0, "rows[0]");
  assert_path (members, 0, "rows[0].id");
  assert_path (members, 1, NULL);
  assert_path (items, 1, NULL);
  g_assert_null (app_tree_item_create_children (APP_TREE_ITEM (get_row (rows, 3))));
  g_assert_null (app_tree_item_create_children (APP_TREE_ITEM (get_row (rows, 4))));
}

/* What nothing can bring says why. */
static void
test_reasons (void)
{
  g_autoptr (GListModel) rows = new_rows (pipelines, BOTH);
  g_autoptr (GListModel) without = new_rows (pipelines, APP_CARD_TOOL_GET);
  g_autoptr (GListModel) outer = new_children (rows, 2);
  g_autoptr (GListModel) inner = new_children (outer, 0);
  g_autoptr (GListModel) items = new_children (without, 0);
  g_autoptr (GListModel) alone = NULL;
  g_autoptr (GListModel) hidden = NULL;

  assert_row (inner, 0, APP_TREE_NOTE,
              "Open: out of reach. The server’s paths cannot contain 'not-reachable': a key must "
              "begin with a letter and have letters, digits and “_” only");
  assert_row (items, 1, APP_TREE_NOTE,
              "… 2 more: the server does not have the tool get_slice_from_object_store");
  alone = new_rows ("List slice [0:1] (showing 1 of 1 items):\n\n[{...}]", BOTH);
  hidden = new_children (alone, 0);
  assert_row (hidden, 0, APP_TREE_NOTE,
              "Open: the result does not say which object it is from");
}

static void
respond (GListModel *rows, guint position, const char *text)
{
  AppCardItem     *row = get_row (rows, position);
  g_autofree char *arguments = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (app_card_marker_get_call (app_card_item_get_marker (row), BOTH, &arguments));
  app_card_item_set_loading (row);
  g_assert_true (app_card_item_is_loading (row));
  app_card_item_set_response (row, text, &error);
  g_assert_no_error (error);
}

/* What came takes the place of the row that hid it. */
static void
test_splices (void)
{
  g_autoptr (GListModel) rows = new_rows (pipelines, BOTH);
  g_autoptr (GListModel) items = new_children (rows, 0);
  g_autoptr (GListModel) deep = new_children (rows, 1);
  g_autoptr (GListModel) again = NULL;

  respond (items, 1,
           "List slice [1:3] (showing 2 of 3 items):\n\n[{'id': 1, 'x': [...]}, {'id': 2}]");
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 3);
  assert_row (items, 1, APP_TREE_OBJECT, "1: object · 2 {\"id\": 1, \"x\": […]}");
  assert_row (items, 2, APP_TREE_OBJECT, "2: object · 1 {\"id\": 2}");
  assert_path (items, 2, "rows[2]");

  respond (deep, 0, "@obj_007.deep → dict (length: 1)\n\n{\n    'below': [\n            1\n        ]\n}");
  assert_row (deep, 0, APP_TREE_ARRAY, "below: array · 1 [1]");
  assert_path (deep, 0, "deep.below");
  /* It stays when the row is folded and unfolded. */
  again = new_children (rows, 1);
  g_assert_true (again == deep);
}

/* Of a dict the whole comes: what is shown already is not shown twice. */
static void
test_members (void)
{
  g_autoptr (GListModel) rows = new_rows (
      "@o → dict (length: 1)\n\n{\n    'd': {\n            'a': 1,\n            'b': 2,\n            "
      "... +2\n        }\n}",
      BOTH);
  g_autoptr (GListModel) members = new_children (rows, 0);

  assert_row (rows, 0, APP_TREE_OBJECT, "d: object · 4 {\"a\": 1, \"b\": 2, …}");
  respond (members, 2,
           "@o.d → dict (length: 4)\n\n{\n    'a': 1,\n    'b': 2,\n    'c': 3,\n    'e': [...]\n}");
  g_assert_cmpuint (g_list_model_get_n_items (members), ==, 4);
  assert_row (members, 2, APP_TREE_NUMBER, "c: 3");
  assert_path (members, 3, "d.e");
}

/* A long list, and a long string, go on a page at a time. */
static void
test_pages (void)
{
  g_autoptr (GListModel) rows = new_rows (
      "@o → dict (length: 2)\n\n{\n    'l': [\n            0,\n            ... +250\n        ],\n"
      "    's': 'abc'+40000\n}",
      BOTH);
  g_autoptr (GListModel) items = new_children (rows, 0);
  g_autoptr (GListModel) pieces = new_children (rows, 1);

  respond (items, 1, "List slice [1:101] (showing 100 of 251 items):\n\n[1, 2]");
  assert_row (items, 3, APP_TREE_MORE, "… 150 more");
  respond (items, 3, "List slice [101:201] (showing 100 of 251 items):\n\n[101]");
  assert_row (items, 3, APP_TREE_NUMBER, "101: 101");
  assert_row (items, 4, APP_TREE_MORE, "… 50 more");

  assert_row (pieces, 0, APP_TREE_MORE, "+ 40000 characters");
  /* A text comes from its beginning, as much of it as the server says, and is copied whole. */
  respond (pieces, 0, "String slice [0:20003] of length 20003:\n\nabcde\nf");
  assert_row (pieces, 0, APP_TREE_PIECE, "abcde\nf");
  assert_row (pieces, 1, APP_TREE_MORE, "+ 20000 characters");
  respond (pieces, 1, "String slice [20003:40003] of length 5000:\n\nmore");
  assert_row (pieces, 2, APP_TREE_MORE, "+ 15000 characters");
  g_autoptr (AppCardItem) text = g_list_model_get_item (rows, 1);
  g_autoptr (AppCardItem) piece = g_list_model_get_item (pieces, 1);
  g_autofree char *whole = app_card_item_dup_text (text);
  g_autofree char *same = app_card_item_dup_text (piece);
  g_assert_cmpstr (whole, ==, "abcde\nfmore");
  g_assert_cmpstr (same, ==, whole);
}

/* Nothing of what was not asked for is shown; why is said below, and goes with the next call. */
static void
test_problems (void)
{
  g_autoptr (GListModel) rows = new_rows (pipelines, BOTH);
  g_autoptr (GListModel) deep = new_children (rows, 1);
  AppCardItem *more = get_row (deep, 0);
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;

  app_card_marker_get_call (app_card_item_get_marker (more), BOTH, &arguments);
  app_card_item_set_loading (more);
  assert_row (deep, 0, APP_TREE_MORE, "Loading…");
  g_assert_false (
      app_card_item_set_response (more, "@obj_008.deep → dict (length: 1)\n\n{'x': 1}", &error));
  g_assert_nonnull (error);
  app_card_item_set_problem (more, error->message);
  assert_row (deep, 0, APP_TREE_MORE, "Open");
  assert_row (deep, 1, APP_TREE_PROBLEM,
              "The server responded with something else: @obj_008.deep → dict (length: 1) {'x': 1}");
  app_card_item_set_problem (more, "gone");
  g_assert_cmpuint (g_list_model_get_n_items (deep), ==, 2);
  assert_row (deep, 1, APP_TREE_PROBLEM, "gone");
  app_card_item_set_loading (more);
  g_assert_cmpuint (g_list_model_get_n_items (deep), ==, 1);
  app_card_item_set_problem (more, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (deep), ==, 1);
}

/* What is not a list or dict, and what cannot be told apart, is text. */
static void
test_text (void)
{
  g_autoptr (GListModel) number = new_rows ("@o.a → float\n\n0.5", BOTH);
  g_autoptr (GListModel) empty = new_rows ("@o → str (length: 0)\n\n", BOTH);
  g_autoptr (GListModel) list = new_rows ("@o → list (length: 0)\n\n[]", BOTH);
  g_autoptr (GListModel) broken = new_rows ("@o → dict (length: 2)\n\n{\n    'a': ]]\n}", BOTH);
  g_autoptr (GString) log = g_string_new ("@o → str (length: 9)\n\n");
  g_autoptr (GListModel) rows = NULL;
  guint n_rows;

  assert_row (number, 0, APP_TREE_PIECE, "0.5");
  assert_row (empty, 0, APP_TREE_NOTE, "Empty");
  assert_row (list, 0, APP_TREE_NOTE, "Empty");
  assert_row (broken, 0, APP_TREE_NOTE,
              "The preview is not in the form that the server’s objects have, so it is shown as "
              "text.");
  assert_row (broken, 1, APP_TREE_PIECE, "{\n    'a': ]]\n}");

  for (guint i = 0; i < 4000; i++)
    g_string_append (log, "<b>a line</b>\n");
  rows = new_rows (log->str, BOTH);
  n_rows = g_list_model_get_n_items (rows);
  g_assert_cmpuint (n_rows, ==, 11);
  assert_row (rows, n_rows - 1, APP_TREE_MORE, "+ 36.1\xc2\xa0"
                                               "kB");
  g_assert_true (app_tree_item_reveal (APP_TREE_ITEM (get_row (rows, n_rows - 1))));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 21);
}

/* A wide list is not made into rows at once. */
static void
test_wide (void)
{
  g_autoptr (GString) text = g_string_new ("@o → list (length: 2500)\n\n[\n");
  g_autoptr (GListModel) rows = NULL;

  for (guint i = 0; i < 2500; i++)
    g_string_append_printf (text, "    %u%s\n", i, i < 2499 ? "," : "");
  g_string_append_c (text, ']');
  rows = new_rows (text->str, BOTH);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1001);
  assert_row (rows, 1000, APP_TREE_MORE, "… 1500 more");
  g_assert_true (app_tree_item_reveal (APP_TREE_ITEM (get_row (rows, 1000))));
  g_assert_true (app_tree_item_reveal (APP_TREE_ITEM (get_row (rows, 2000))));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 2500);
  assert_row (rows, 2499, APP_TREE_NUMBER, "2499: 2499");
}

/* The outputs of the servers' own explorer: every scalar that the object has at the path of a row
 * is what the row says. */
static guint
check_rows (GListModel *rows, McpJsonValue value, guint depth)
{
  guint n_checked = 0;

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      AppTreeItem     *row = APP_TREE_ITEM (get_row (rows, i));
      const char      *name = app_tree_item_get_name (row);
      const char      *shown = app_tree_item_get_preview (row);
      g_autofree char *path = app_tree_item_dup_path (row);
      g_autoptr (GListModel) children = NULL;
      McpJsonValue own;

      if (path == NULL || app_tree_item_get_kind (row) > APP_TREE_NULL)
        continue;
      own = app_tree_item_is_member (row)
                ? mcp_json_value_get_member (value, name)
                : mcp_json_value_get_item (value, (guint)g_ascii_strtoull (name, NULL, 10));
      g_assert_true (mcp_json_value_exists (own));
      n_checked++;
      switch (mcp_json_value_get_kind (own))
        {
        case MCP_JSON_OBJECT:
          g_assert_cmpint (app_tree_item_get_kind (row), ==, APP_TREE_OBJECT);
          break;
        case MCP_JSON_ARRAY:
          g_assert_cmpint (app_tree_item_get_kind (row), ==, APP_TREE_ARRAY);
          break;
        case MCP_JSON_STRING:
          g_assert_cmpint (app_tree_item_get_kind (row), ==, APP_TREE_STRING);
          break;
        case MCP_JSON_BOOLEAN:
          g_assert_cmpstr (shown, ==, mcp_json_value_get_boolean (own, FALSE) ? "true" : "false");
          break;
        case MCP_JSON_NULL:
          g_assert_cmpstr (shown, ==, "null");
          break;
        case MCP_JSON_NUMBER:
          g_assert_cmpint (app_tree_item_get_kind (row), ==, APP_TREE_NUMBER);
          break;
        case MCP_JSON_NONE:
        default:
          g_assert_not_reached ();
        }
      children = depth < 20 ? app_tree_item_create_children (row) : NULL;
      if (children != NULL)
        n_checked += check_rows (children, own, depth + 1);
    }
  return n_checked;
}

static void
test_fixtures (void)
{
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/rich_explorer.json");
  McpJsonValue fixture;
  McpJsonIter  iter;
  guint        n_checked = 0;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document),
                                                 "fixtures"));
  while (mcp_json_iter_next (&iter, NULL, &fixture))
    {
      g_autofree char *text = mcp_json_value_dup_member_string (fixture, "expected_text");
      g_autofree char *operation = mcp_json_value_dup_member_string (fixture, "operation");
      g_autofree char *path = mcp_json_value_dup_member_string (fixture, "path");
      g_autoptr (AppObjectCard) card = app_object_card_new_for_text (text, -1);
      g_autoptr (GListModel) rows = NULL;

      if (card == NULL || strcmp (operation, "explore") != 0 || (path != NULL && path[0] != '\0'))
        continue;
      rows = app_card_item_list_new (card, BOTH);
      n_checked += check_rows (rows, mcp_json_value_get_member (fixture, "object"), 0);
    }
  g_test_message ("%u values", n_checked);
  g_assert_cmpuint (n_checked, >, 150);
}

void
add_card_item_tests (void)
{
  g_test_add_func ("/card-item/values", test_values);
  g_test_add_func ("/card-item/reasons", test_reasons);
  g_test_add_func ("/card-item/splices", test_splices);
  g_test_add_func ("/card-item/members", test_members);
  g_test_add_func ("/card-item/pages", test_pages);
  g_test_add_func ("/card-item/problems", test_problems);
  g_test_add_func ("/card-item/text", test_text);
  g_test_add_func ("/card-item/wide", test_wide);
  g_test_add_func ("/card-item/fixtures", test_fixtures);
}
