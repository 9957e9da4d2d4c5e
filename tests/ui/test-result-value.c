/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ways in which a value can be read, as they are seen: each says the same value, and none of
 * them costs more than what is in sight. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-lines-view.h"
#include "ui-value-view.h"
#include "ui-view-choice.h"

#include <string.h>

typedef struct
{
  GtkWindow   *window;
  GtkWidget   *choice;
  UiValueView *view;
} Fixture;

static void
set_up (Fixture *self, StoreObject *object)
{
  GtkWidget    *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  AppTreeLimits limits = { APP_DEFAULT_VIEW_ITEMS, APP_DEFAULT_VIEW_CHARACTERS,
                           APP_DEFAULT_VIEW_DEPTH };

  self->choice = g_object_new (UI_TYPE_VIEW_CHOICE, NULL);
  self->view = g_object_new (UI_TYPE_VALUE_VIEW, NULL);
  g_object_bind_property (self->view, "kinds", self->choice, "kinds", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->view, "kind", self->choice, "kind",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  gtk_box_append (GTK_BOX (box), self->choice);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->view));
  self->window = ui_fixture_show (box, 500, 400);
  ui_value_view_set_object (self->view, object, limits);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (GTK_WIDGET (self->view));
  ui_fixture_assert_ends (self->window, gtk_window_get_child (self->window));
}

static void
set_kind (Fixture *self, AppViewKind kind)
{
  guint shown;

  g_object_set (self->view, "kind", kind, NULL);
  g_object_get (self->choice, "kind", &shown, NULL);
  g_assert_cmpuint (shown, ==, kind);
}

static StoreObject *
create_json (const char *json, gssize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (json, length < 0 ? strlen (json) : (gsize)length);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, &error);

  g_assert_no_error (error);
  return store_object_new_json (mcp_json_document_get_root (document), NULL, NULL);
}

static GtkSelectionModel *
get_rows (Fixture *self)
{
  GtkWidget *lines = ui_fixture_find (GTK_WIDGET (self->view), UI_TYPE_LINES_VIEW);

  return ui_fixture_get_rows (lines);
}

static guint
count_lines (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_rows (self)));
}

static char *
dup_line (Fixture *self, guint position)
{
  g_autoptr (AppTextLine) line =
      g_list_model_get_item (G_LIST_MODEL (get_rows (self)), position);

  return g_strdup (app_text_line_get_text (line));
}

static void
test_yaml (void)
{
  g_autoptr (StoreObject) object = create_json ("{\"a\":1.10,\"b\":[\"yes\",\"x\\ny\"]}", -1);
  Fixture self;

  set_up (&self, object);
  set_kind (&self, APP_VIEW_YAML);
  ui_fixture_wait (count_lines (&self) == 6);
  g_autofree char *first = dup_line (&self, 0);
  g_autofree char *third = dup_line (&self, 2);
  g_assert_cmpstr (first, ==, "a: 1.10");
  g_assert_cmpstr (third, ==, "  - \"yes\"");
  /* Another view that shares the list shows its own text. */
  set_kind (&self, APP_VIEW_RAW);
  ui_fixture_wait (count_lines (&self) == 1);
  set_kind (&self, APP_VIEW_YAML);
  ui_fixture_wait (count_lines (&self) == 6);
  tear_down (&self);
}

static GtkWidget *
find_more (Fixture *self)
{
  GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (self->view), "Show All");

  return gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON);
}

/* The beginning of a large value, and all of it on demand. */
static void
test_large_yaml (void)
{
  const guint n = 400000;
  g_autoptr (GString) json = g_string_new ("[0");
  Fixture self;

  for (guint i = 1; i < n; i++)
    g_string_append_printf (json, ",%u", i);
  g_string_append_c (json, ']');
  g_autoptr (StoreObject) object = create_json (json->str, (gssize)json->len);
  set_up (&self, object);
  set_kind (&self, APP_VIEW_YAML);
  ui_fixture_wait (count_lines (&self) > 0);
  g_assert_cmpuint (count_lines (&self), <, n / 2);
  ui_fixture_finish_drawing ();
  /* Whoever comes back is told again that this is not all. */
  set_kind (&self, APP_VIEW_TREE);
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_get_visible (find_more (&self)));
  set_kind (&self, APP_VIEW_YAML);
  ui_fixture_wait (gtk_widget_get_visible (find_more (&self)));
  ui_fixture_click (GTK_WIDGET (self.view), "Show All");
  ui_fixture_wait (count_lines (&self) == n);
  g_autofree char *last = dup_line (&self, n - 1);
  g_assert_cmpstr (last, ==, "- 399999");
  tear_down (&self);
}

void
add_result_value_tests (void)
{
  g_test_add_func ("/ui/result-value/yaml", test_yaml);
  g_test_add_func ("/ui/result-value/large-yaml", test_large_yaml);
}
