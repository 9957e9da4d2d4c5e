/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tests.h"
#include "ui-find-bin.h"
#include "ui-page.h"
#include "ui-tree-view.h"
#include "ui-fixture.h"
#include "test-clock.h"

#include <string.h>

typedef struct
{
  GtkWindow  *window;
  UiTreeView *view;
} Fixture;

static AppTreeNode *
new_root (const char *text, const AppTreeLimits *limits)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, &error);

  g_assert_no_error (error);
  return app_tree_node_new_root (mcp_json_document_get_root (document), NULL, limits);
}

static void
set_up (Fixture *self, const char *text)
{
  g_autoptr (AppTreeNode) root = new_root (text, NULL);

  self->view = UI_TREE_VIEW (g_object_new (UI_TYPE_TREE_VIEW, NULL));
  ui_tree_view_set_root (self->view, root);
  self->window = ui_fixture_show (GTK_WIDGET (self->view), 500, 400);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (GTK_WIDGET (self->view));
  ui_fixture_assert_ends (self->window, GTK_WIDGET (self->view));
}

static guint
count (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (self->view)));
}

static AppTreeNode *
dup_node (Fixture *self, guint position)
{
  g_autoptr (GtkTreeListRow) row =
      g_list_model_get_item (G_LIST_MODEL (ui_fixture_get_rows (self->view)), position);
  return gtk_tree_list_row_get_item (row);
}

static void
assert_row (Fixture *self, guint position, AppTreeKind kind, const char *text)
{
  g_autoptr (AppTreeNode) node = dup_node (self, position);
  g_autofree char *shown = app_tree_item_dup_text (APP_TREE_ITEM (node));

  g_assert_cmpint (app_tree_item_get_kind (APP_TREE_ITEM (node)), ==, kind);
  if (text != NULL)
    g_assert_cmpstr (shown, ==, text);
}

static void
select_row (Fixture *self, guint position)
{
  gtk_single_selection_set_selected (
      GTK_SINGLE_SELECTION (ui_fixture_get_rows (self->view)), position);
}

static GString *
new_list (guint n)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "," : "", i);
  return g_string_append_c (text, ']');
}

typedef struct
{
  char    *text;
  gboolean ended;
} Read;

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  Read *read = data;

  read->text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
  read->ended = TRUE;
}

static char *
dup_clipboard (Fixture *self)
{
  Read read = { NULL, FALSE };

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self->view)), NULL, on_read,
                                 &read);
  ui_fixture_wait (read.ended);
  return read.text;
}

static void
assert_copies (Fixture *self, const char *action, const char *expected)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self->view)), "nothing");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->view), action, NULL));
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *now = dup_clipboard (self);
      if (g_strcmp0 (now, "nothing") != 0)
        {
          g_assert_cmpstr (now, ==, expected);
          return;
        }
      ui_fixture_finish_drawing ();
    }
  g_assert_not_reached ();
}

static void
test_rows (void)
{
  Fixture self;

  set_up (&self, "{\"name\":\"alice\",\"n\":18446744073709551616,\"list\":[1.10,null],\"e\":{}}");
  g_assert_cmpuint (count (&self), ==, 5);
  assert_row (&self, 1, APP_TREE_STRING, "name: \"alice\"");
  assert_row (&self, 2, APP_TREE_NUMBER, "n: 18446744073709551616");
  assert_row (&self, 3, APP_TREE_ARRAY, "list: array · 2 [1.10, null]");

  ui_fixture_activate (self.view, 3);
  g_assert_cmpuint (count (&self), ==, 7);
  assert_row (&self, 4, APP_TREE_NUMBER, "0: 1.10");
  ui_fixture_activate (self.view, 3);
  g_assert_cmpuint (count (&self), ==, 5);
  ui_fixture_activate (self.view, 4); /* nothing in it */
  ui_fixture_activate (self.view, 99);
  g_assert_cmpuint (count (&self), ==, 5);
  tear_down (&self);
}

static void
test_more (void)
{
  Fixture self;
  g_autoptr (GString) text = new_list (120);

  set_up (&self, text->str);
  g_assert_cmpuint (count (&self), ==, 27);
  assert_row (&self, 26, APP_TREE_MORE, "… 95 more");
  select_row (&self, 26);
  ui_fixture_activate (self.view, 26);
  g_assert_cmpuint (count (&self), ==, 121);
  assert_row (&self, 26, APP_TREE_NUMBER, "25: 25");
  assert_row (&self, 120, APP_TREE_NUMBER, "119: 119");
  /* What came is where the person is. */
  g_assert_cmpuint (gtk_single_selection_get_selected (
                        GTK_SINGLE_SELECTION (ui_fixture_get_rows (self.view))),
                    ==, 26);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

static void
test_ranges (void)
{
  Fixture self;
  g_autoptr (GString) text = new_list (5000);

  set_up (&self, text->str);
  ui_fixture_activate (self.view, 26);
  assert_row (&self, 26, APP_TREE_RANGE, "[25 … 999]");
  assert_row (&self, 27, APP_TREE_RANGE, "[1000 … 1999]");
  g_assert_cmpuint (count (&self), ==, 31);
  ui_fixture_activate (self.view, 27);
  g_assert_cmpuint (count (&self), ==, 1031);
  assert_row (&self, 28, APP_TREE_NUMBER, "1000: 1000");
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

static void
test_long_string (void)
{
  Fixture self;
  g_autoptr (GString) text = g_string_new ("{\"text\":\"");

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "word\\n");
  g_string_append (text, "\"}");
  set_up (&self, text->str);
  g_assert_cmpuint (count (&self), ==, 2);
  ui_fixture_activate (self.view, 1);
  g_assert_cmpuint (count (&self), ==, 13);
  assert_row (&self, 2, APP_TREE_PIECE, NULL);
  assert_row (&self, 12, APP_TREE_MORE, NULL);
  ui_fixture_finish_drawing ();
  ui_fixture_activate (self.view, 12);
  g_assert_cmpuint (count (&self), ==, 23);
  assert_row (&self, 12, APP_TREE_PIECE, NULL);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

/* Data without a break is the worst for wrapping: it must not hold the window up. */
static void
test_unbroken (void)
{
  Fixture          self;
  g_autofree char *word = g_strnfill (8000, 'x');
  g_autofree char *text = g_strdup_printf ("[\"%s\"]", word);

  set_up (&self, text);
  gint64 start = test_clock_get_computed ();
  ui_fixture_activate (self.view, 1);
  ui_fixture_finish_drawing ();
  g_test_message ("%" G_GINT64_FORMAT " ms", (test_clock_get_computed () - start) / 1000);
  g_assert_cmpuint (count (&self), ==, 4);
  /* A bound for a busy machine and sanitizers. */
  g_assert_cmpint (test_clock_get_computed () - start, <, 3 * G_USEC_PER_SEC);
  tear_down (&self);
}

static void
test_hostile (void)
{
  Fixture self;

  set_up (&self, "{\"<b>a</b> & \\u202e\":\"<span size='99999'>&amp;%s%n\\u0000\\u202e\\ud800\","
                 "\"\":\"\",\"same\":1,\"same\":2}");
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (count (&self), ==, 5);
  g_autoptr (AppTreeNode) node = dup_node (&self, 1);
  const char *name = app_tree_item_get_name (APP_TREE_ITEM (node));
  g_assert_true (g_str_has_prefix (name, "<b>a</b> & "));
  g_assert_null (strstr (name, "\u202e"));
  g_assert_null (strstr (app_tree_item_get_preview (APP_TREE_ITEM (node)), "\u202e"));
  GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (self.view), name);
  g_assert_nonnull (label);
  g_assert_false (gtk_label_get_use_markup (GTK_LABEL (label)));
  assert_row (&self, 3, APP_TREE_NUMBER, "same: 1");
  assert_row (&self, 4, APP_TREE_NUMBER, "same: 2");
  tear_down (&self);
}

static guint
get_selected (Fixture *self)
{
  return gtk_single_selection_get_selected (
      GTK_SINGLE_SELECTION (ui_fixture_get_rows (self->view)));
}

/* A value far below rows that are closed, and behind a row that hides it. */
static void
test_find (void)
{
  Fixture self;
  g_autoptr (GString) text = g_string_new ("{\"a\":{\"rows\":[");

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s{\"n\":\"item %u\"}", i > 0 ? "," : "", i);
  g_string_append (text, "]},\"item 4321\":[]}");
  set_up (&self, text->str);
  ui_page_search (ui_fixture_find (GTK_WIDGET (self.view), UI_TYPE_FIND_BIN));
  gtk_editable_set_text (
      GTK_EDITABLE (ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_SEARCH_ENTRY)), "M 4321");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "1 of 2"));
  assert_row (&self, get_selected (&self), APP_TREE_STRING, "n: \"item 4321\"");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (ui_fixture_find (
                                                 GTK_WIDGET (self.view), UI_TYPE_FIND_BIN)),
                                             "find.next", NULL));
  assert_row (&self, get_selected (&self), APP_TREE_ARRAY, "item 4321: array · 0 []");
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

/* Objects are unfolded from the top on, until there is more than a screen of rows: each row costs
 * time and memory before anybody sees it. */
static void
test_unfolded (void)
{
  Fixture       self;
  AppTreeLimits limits = { 25, 300, 3 };
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (AppTreeNode) root = NULL;

  for (guint i = 0; i < 25; i++)
    g_string_append_printf (text, "%s{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6}",
                            i > 0 ? "," : "");
  g_string_append (text, "]");
  root = new_root (text->str, &limits);
  self.view = UI_TREE_VIEW (g_object_new (UI_TYPE_TREE_VIEW, NULL));
  ui_tree_view_set_root (self.view, root);
  self.window = ui_fixture_show (GTK_WIDGET (self.view), 500, 400);
  assert_row (&self, 2, APP_TREE_NUMBER, "a: 1");
  assert_row (&self, 9, APP_TREE_NUMBER, "a: 1");
  g_assert_cmpuint (count (&self), >, 40);
  g_assert_cmpuint (count (&self), <, 50);
  tear_down (&self);
}

static void
test_deep (void)
{
  Fixture self;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < 200; i++)
    g_string_append_c (text, ']');
  set_up (&self, text->str);
  for (guint i = 1; i < 199; i++)
    ui_fixture_activate (self.view, i);
  g_assert_cmpuint (count (&self), ==, 200);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

static void
test_copy (void)
{
  Fixture self;
  g_autoptr (GString) large = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new ("{\"a\":{\"b\":[1.10,\"x\\ny\"]},\"long\":\"");

  for (guint i = 0; i < 100000; i++)
    g_string_append (large, "0123456789");
  g_string_append_printf (text, "%s\"}", large->str);
  set_up (&self, text->str);

  select_row (&self, 1);
  assert_copies (&self, "tree.copy-value", "{\"b\":[1.10,\"x\\ny\"]}");
  assert_copies (&self, "tree.copy-yaml", "b:\n  - 1.10\n  - |-\n    x\n    y\n");
  assert_copies (&self, "tree.copy-path", "a");
  ui_fixture_activate (self.view, 1);
  ui_fixture_activate (self.view, 2);
  assert_copies (&self, "tree.copy-shown",
                 "a: object · 1 {\"b\": […]}\n  b: array · 2 [1.10, \"x\\ny\"]\n    0: 1.10\n"
                 "    1: \"x\\ny\"");
  select_row (&self, 4);
  assert_copies (&self, "tree.copy-value", "x\ny");
  assert_copies (&self, "tree.copy-path", "a.b[1]");
  /* Whole, whatever the row shows of it. */
  select_row (&self, 5);
  assert_copies (&self, "tree.copy-value", large->str);
  tear_down (&self);
}

static void
test_copy_outlived (void)
{
  Fixture          self;
  g_autofree char *large = g_strnfill (4 * 1024 * 1024, 'x');
  g_autofree char *text = g_strdup_printf ("[\"%s\"]", large);

  set_up (&self, text);
  select_row (&self, 1);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "tree.copy-value", NULL);
  tear_down (&self);
}

static void
test_replace (void)
{
  Fixture self;
  g_autoptr (AppTreeNode) other = NULL;

  set_up (&self, "[1,2,3]");
  other = new_root ("{\"a\":1}", NULL);
  ui_tree_view_set_root (self.view, other);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (count (&self), ==, 2);
  assert_row (&self, 1, APP_TREE_NUMBER, "a: 1");
  ui_tree_view_set_root (self.view, NULL);
  g_assert_cmpuint (count (&self), ==, 0);
  g_assert_nonnull (ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_LIST_VIEW));
  /* Nothing is selected: nothing to be copied. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self.view), "tree.copy-shown", NULL) ||
                 TRUE);
  tear_down (&self);
  /* The view holds its root and nothing else does. */
  g_assert_finalize_object (g_steal_pointer (&other));
}

static void
press (Fixture *self, guint key)
{
  GtkWidget *list = ui_fixture_find (GTK_WIDGET (self->view), GTK_TYPE_LIST_VIEW);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (list);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
  g_assert_true (handled);
  ui_fixture_finish_drawing ();
}

static void
test_keys (void)
{
  Fixture self;
  g_autoptr (GString) list = new_list (30);
  g_autofree char *text = g_strdup_printf ("{\"a\":{\"b\":1},\"list\":%s}", list->str);

  set_up (&self, text);
  select_row (&self, 1);
  press (&self, GDK_KEY_Right); /* opens */
  g_assert_cmpuint (count (&self), ==, 4);
  press (&self, GDK_KEY_Right); /* goes in */
  g_assert_cmpuint (get_selected (&self), ==, 2);
  press (&self, GDK_KEY_Right); /* nothing in it */
  g_assert_cmpuint (get_selected (&self), ==, 2);
  press (&self, GDK_KEY_Left); /* goes out */
  g_assert_cmpuint (get_selected (&self), ==, 1);
  press (&self, GDK_KEY_Left); /* closes */
  g_assert_cmpuint (count (&self), ==, 3);
  select_row (&self, 2);
  press (&self, GDK_KEY_space);
  g_assert_cmpuint (count (&self), ==, 29);
  select_row (&self, 28);
  press (&self, GDK_KEY_space); /* "… 5 more" */
  g_assert_cmpuint (count (&self), ==, 33);
  g_assert_cmpuint (get_selected (&self), ==, 28);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "tree.menu", NULL);
  ui_fixture_finish_drawing ();
  GtkWidget *popover = ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_POPOVER_MENU);
  g_assert_true (gtk_widget_get_visible (popover));
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

static void
test_names (void)
{
  Fixture self;

  set_up (&self, "{\"name\":\"alice\"}");
  ui_tree_view_set_label (self.view, "Structured content");
  GtkWidget *list = ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_LIST_VIEW);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Structured content");
  GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (self.view), "name");
  GtkWidget *row = gtk_widget_get_ancestor (label, g_type_from_name ("UiTreeRow"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "name: \"alice\"");
  /* Dense, and large enough to be hit. */
  g_assert_cmpint (gtk_widget_get_height (gtk_widget_get_parent (row)), >=, 30);
  g_assert_cmpint (gtk_widget_get_height (gtk_widget_get_parent (row)), <=, 34);
  tear_down (&self);
}

void
add_result_tree_tests (void)
{
  g_test_add_func ("/result-tree/rows", test_rows);
  g_test_add_func ("/result-tree/more", test_more);
  g_test_add_func ("/result-tree/ranges", test_ranges);
  g_test_add_func ("/result-tree/long-string", test_long_string);
  g_test_add_func ("/result-tree/unbroken", test_unbroken);
  g_test_add_func ("/result-tree/hostile", test_hostile);
  g_test_add_func ("/result-tree/find", test_find);
  g_test_add_func ("/result-tree/deep", test_deep);
  g_test_add_func ("/result-tree/unfolded", test_unfolded);
  g_test_add_func ("/result-tree/copy", test_copy);
  g_test_add_func ("/result-tree/copy-outlived", test_copy_outlived);
  g_test_add_func ("/result-tree/replace", test_replace);
  g_test_add_func ("/result-tree/keys", test_keys);
  g_test_add_func ("/result-tree/names", test_names);
}
