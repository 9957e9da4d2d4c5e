/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A value as a table: its rows and columns, sorted by titles and by the menu, copied, searched. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-page.h"
#include "ui-find-bin.h"
#include "ui-table-cell.h"
#include "ui-table-view.h"

typedef struct
{
  GtkWindow   *window;
  UiTableView *view;
} Fixture;

static void
set_up (Fixture *self, const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  self->view = g_object_new (UI_TYPE_TABLE_VIEW, NULL);
  self->window = ui_fixture_show (GTK_WIDGET (self->view), 700, 400);
  AppTableShape shape = app_table_shape_find (mcp_json_document_get_root (document));
  ui_table_view_set_shape (self->view, &shape);
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (self->view), UI_TYPE_TABLE_CELL) != NULL);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (GTK_WIDGET (self->view));
  ui_fixture_assert_ends (self->window, GTK_WIDGET (self->view));
}

static GtkColumnView *
get_columns (Fixture *self)
{
  return GTK_COLUMN_VIEW (ui_fixture_find (GTK_WIDGET (self->view), GTK_TYPE_COLUMN_VIEW));
}

static GtkSingleSelection *
get_rows (Fixture *self)
{
  return GTK_SINGLE_SELECTION (gtk_column_view_get_model (get_columns (self)));
}

static guint
get_index_at (Fixture *self, guint position)
{
  g_autoptr (AppTableRow) row =
      g_list_model_get_item (G_LIST_MODEL (get_rows (self)), position);

  return app_table_row_get_index (row);
}

static const char small[] =
    "{\"total\":3,\"items\":[{\"id\":3,\"na_me\":\"<b>\"},{\"id\":20,\"na_me\":\"a\"},"
    "{\"id\":1.0,\"na_me\":null}]}";

static void
test_rows (void)
{
  Fixture self;

  set_up (&self, small);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 3);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.view), "/items · 3 rows · 2 columns"));
  g_assert_nonnull (ui_fixture_find_named (GTK_WIDGET (self.view), "id: 1.0"));
  g_assert_nonnull (ui_fixture_find_named (GTK_WIDGET (self.view), "na_me: <b>"));
  g_assert_nonnull (ui_fixture_find_named (GTK_WIDGET (self.view), "2, 1.0, null"));
  tear_down (&self);
}

static void
test_sort (void)
{
  Fixture self;

  set_up (&self, small);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "table.sort", "u", 0u);
  ui_fixture_wait (get_index_at (&self, 0) == 2);
  g_assert_cmpuint (get_index_at (&self, 2), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "table.sort", "u", 0u);
  ui_fixture_wait (get_index_at (&self, 0) == 1);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "table.sort", "u", 1u);
  ui_fixture_wait (get_index_at (&self, 0) == 0);
  g_assert_cmpuint (get_index_at (&self, 2), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "table.sort", "u", G_MAXUINT);
  ui_fixture_wait (get_index_at (&self, 1) == 1);

  /* As a click on the title of "id" does. */
  g_autoptr (GtkColumnViewColumn) column =
      g_list_model_get_item (gtk_column_view_get_columns (get_columns (&self)), 1);
  gtk_column_view_sort_by_column (get_columns (&self), column, GTK_SORT_DESCENDING);
  ui_fixture_wait (get_index_at (&self, 0) == 1);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

static guint
count_items (GMenuModel *menu, const char *action)
{
  guint n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *found = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &found);
      n += g_strcmp0 (found, action) == 0;
      n += section != NULL ? count_items (section, action) : 0;
      n += submenu != NULL ? count_items (submenu, action) : 0;
    }
  return n;
}

/* What is done with the whole table is in the menu of its cells, and takes no room. */
static void
test_menu (void)
{
  Fixture self;

  set_up (&self, small);
  GtkWidget  *popover = ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_POPOVER_MENU);
  GMenuModel *menu = gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (popover));
  g_assert_cmpuint (count_items (menu, "table.copy-row"), ==, 1);
  g_assert_cmpuint (count_items (menu, "table.sort"), ==, 3);
  g_assert_cmpuint (count_items (menu, "table.save"), ==, 1);
  g_assert_true (ui_table_view_can_save (self.view));
  g_assert_null (ui_fixture_find (gtk_widget_get_first_child (GTK_WIDGET (self.view)),
                                  GTK_TYPE_MENU_BUTTON));
  tear_down (&self);
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

static void
test_copy (void)
{
  Fixture self;
  Read    read = { NULL, FALSE };

  set_up (&self, small);
  gtk_single_selection_set_selected (get_rows (&self), 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self.view), "table.copy-row", NULL));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self.view)), NULL, on_read,
                                 &read);
  ui_fixture_wait (read.ended);
  g_assert_cmpstr (read.text, ==, "{\"id\":1.0,\"na_me\":null}");
  g_free (read.text);
  tear_down (&self);
}

/* A hundred thousand rows: those that are seen exist; sorted; found by what is in them. */
static void
test_large (void)
{
  const guint n = 100000;
  Fixture     self;
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (json, "%s{\"id\":%u", i > 0 ? "," : "", n - i);
      for (guint column = 0; column < 9; column++)
        g_string_append_printf (json, ",\"c%u\":\"v %u %u\"", column, i, column);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
  set_up (&self, json->str);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, n);
  gtk_widget_activate_action (GTK_WIDGET (self.view), "table.sort", "u", 0u);
  ui_fixture_wait (get_index_at (&self, 0) == n - 1);

  g_assert_true (
      ui_page_search (ui_fixture_find (GTK_WIDGET (self.view), UI_TYPE_FIND_BIN)));
  GtkWidget *entry = ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_EDITABLE);
  gtk_editable_set_text (GTK_EDITABLE (entry), "v 10 4");
  ui_fixture_wait (gtk_single_selection_get_selected (get_rows (&self)) == n - 1 - 10);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

void
add_result_table_tests (void)
{
  g_test_add_func ("/result-table/rows", test_rows);
  g_test_add_func ("/result-table/sort", test_sort);
  g_test_add_func ("/result-table/menu", test_menu);
  g_test_add_func ("/result-table/copy", test_copy);
  g_test_add_func ("/result-table/large", test_large);
}
