/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tests.h"
#include "ui-lines-view.h"
#include "ui-objects-page.h"
#include "ui-tree-view.h"
#include "ui-fixture.h"

#include "store-object.h"
#include <string.h>

typedef struct
{
  GListStore  *objects;
  AppSettings *settings;
  GtkWindow   *window;
  GtkWidget   *page;
} Fixture;

static void
add (Fixture *self, StoreObject *object, const char *id)
{
  store_object_set_id (object, id);
  g_list_store_append (self->objects, object);
  g_object_unref (object);
}

static void
add_json (Fixture *self, const char *text, const char *id)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  add (self, store_object_new_json (mcp_json_document_get_root (document), "<b>&", "list"), id);
}

static void
set_up (Fixture *self)
{
  self->objects = g_list_store_new (STORE_TYPE_OBJECT);
  self->settings = app_settings_new ();
  self->page = ui_objects_page_new (G_LIST_MODEL (self->objects), self->settings);
  self->window = ui_fixture_show (self->page, 1000, 600);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (self->page);
  ui_fixture_assert_ends (self->window, self->page);
  g_assert_finalize_object (self->objects);
  g_assert_finalize_object (self->settings);
}

static GtkSelectionModel *
get_rows (Fixture *self)
{
  return ui_fixture_get_rows (ui_fixture_find (self->page, UI_TYPE_TREE_VIEW));
}

static GtkWidget *
get_lines (Fixture *self)
{
  return ui_fixture_find (self->page, UI_TYPE_LINES_VIEW);
}

static void
test_json (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "{\"a\":{\"b\":1},\"c\":[1,2,3]}", "obj_001");
  ui_fixture_settle (50);
  g_assert_nonnull (ui_fixture_find_label (self.page, "Result 1 · object · 2 · 25 bytes"));
  g_assert_nonnull (ui_fixture_find_label (self.page, "<b>& · list"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 7);
  /* It has the page to itself. */
  ui_fixture_wait (gtk_widget_get_height (ui_fixture_find (self.page, UI_TYPE_TREE_VIEW)) > 450);

  /* What a person closed stays closed when another result comes. */
  ui_fixture_activate (ui_fixture_find (self.page, UI_TYPE_TREE_VIEW), 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 6);
  add_json (&self, "[]", "obj_002");
  ui_fixture_settle (50);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 6);
  tear_down (&self);
}

/* The preferences hold for the next object that is shown. */
static void
test_limits (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "[[1,2,3],[4,5,6],[7,8,9],10]", "obj_001");
  ui_fixture_settle (50);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 14);

  /* The root, two lists with two items and "1 more" each, and "2 more". */
  g_object_set (self.settings, "view-items", 2u, "view-depth", 2u, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 14);
  g_list_store_remove_all (self.objects);
  add_json (&self, "[[1,2,3],[4,5,6],[7,8,9],10]", "obj_002");
  ui_fixture_settle (50);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 10);
  tear_down (&self);
}

static void
press (GtkWidget *page, const char *label)
{
  GtkWidget *button = gtk_widget_get_ancestor (ui_fixture_find_label (page, label),
                                               GTK_TYPE_TOGGLE_BUTTON);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  ui_fixture_settle (50);
}

/* The first line of the text that is shown. */
static gboolean
shows_line (Fixture *self, const char *text)
{
  g_autofree char *line = ui_fixture_dup_line (self->page);
  return g_strcmp0 (line, text) == 0;
}

static void
test_raw (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "{\"a\" : 1.10}", "obj_001");
  ui_fixture_settle (50);
  g_assert_false (gtk_widget_get_mapped (get_lines (&self)));
  press (self.page, "Raw");
  ui_fixture_wait (gtk_widget_get_mapped (get_lines (&self)));
  ui_fixture_wait (shows_line (&self, "{\"a\" : 1.10}"));
  press (self.page, "Tree");
  g_assert_false (gtk_widget_get_mapped (get_lines (&self)));
  tear_down (&self);
}

static void
test_text (void)
{
  Fixture self;
  g_autoptr (GBytes) text = g_bytes_new_static ("one\ntwo", 7);
  g_autoptr (GBytes) data = g_bytes_new_static ("\xff\0\xfe", 3);

  set_up (&self);
  add (&self, store_object_new_text (text, NULL, NULL), "obj_001");
  ui_fixture_settle (50);
  ui_fixture_wait (gtk_widget_get_mapped (get_lines (&self)));
  ui_fixture_wait (shows_line (&self, "one"));
  g_assert_false (gtk_widget_get_mapped (ui_fixture_find_label (self.page, "Raw")));
  g_list_store_remove_all (self.objects);
  add (&self, store_object_new_blob (data, NULL, NULL), "obj_002");
  ui_fixture_settle (50);
  ui_fixture_wait (gtk_widget_get_mapped (get_lines (&self)));
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

  set_up (&self);
  add_json (&self, "{\"a\" : 1.10}", "obj_001");
  ui_fixture_settle (50);
  g_assert_true (gtk_widget_activate_action (self.page, "object.copy", NULL));
  ui_fixture_settle (50);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (self.page), NULL, on_read, &read);
  ui_fixture_wait (read.ended);
  g_assert_cmpstr (read.text, ==, "{\"a\" : 1.10}");
  g_free (read.text);
  tear_down (&self);
}

void
add_result_objects_tests (void)
{
  g_test_add_func ("/result-objects/json", test_json);
  g_test_add_func ("/result-objects/limits", test_limits);
  g_test_add_func ("/result-objects/raw", test_raw);
  g_test_add_func ("/result-objects/text", test_text);
  g_test_add_func ("/result-objects/copy", test_copy);
}
