/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tests.h"
#include "ui-lines-view.h"
#include "ui-fixture.h"
#include "ui-find-bin.h"
#include "ui-page.h"
#include "test-clock.h"

#include <string.h>

typedef struct
{
  GtkWindow   *window;
  UiLinesView *view;
} Fixture;

static void
set_up (Fixture *self, const char *text, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (AppTextLines) lines = app_text_lines_new (bytes);

  self->view = UI_LINES_VIEW (ui_lines_view_new ());
  ui_lines_view_set_lines (self->view, lines);
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
assert_copies (Fixture *self, const char *action, const char *expected)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->view));

  gdk_clipboard_set_text (clipboard, "nothing");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->view), action, NULL));
  for (guint i = 0; i < 400; i++)
    {
      Read read = { NULL, FALSE };
      gdk_clipboard_read_text_async (clipboard, NULL, on_read, &read);
      ui_fixture_wait (read.ended);
      g_autofree char *now = read.text;
      if (g_strcmp0 (now, "nothing") == 0)
        {
          ui_fixture_finish_drawing ();
          continue;
        }
      g_assert_cmpstr (now, ==, expected);
      return;
    }
  g_assert_not_reached ();
}

typedef struct
{
  const char *text;
  GtkWidget  *found;
} Search;

static void
visit_row (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  g_autofree char *text = NULL;

  if (G_OBJECT_TYPE (widget) == g_type_from_name ("UiLineRow"))
    text = ui_fixture_dup_line (widget);
  if (text != NULL && g_str_equal (text, search->text))
    search->found = widget;
}

static GtkWidget *
find_row (Fixture *self, const char *text)
{
  Search search = { text, NULL };
  ui_fixture_walk (GTK_WIDGET (self->view), visit_row, &search);
  return search.found;
}

static void
test_rows (void)
{
  const char *text = "one\n\tthree\n\n<b>&\xe2\x80\xae%s";
  Fixture     self;

  set_up (&self, text, strlen (text));
  g_assert_cmpuint (count (&self), ==, 4);
  GtkWidget *line = find_row (&self, "one");
  g_assert_nonnull (line);
  GtkWidget *row = gtk_widget_get_parent (line);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, "one");
  g_autoptr (AppTextLine) last =
      g_list_model_get_item (G_LIST_MODEL (ui_fixture_get_rows (self.view)), 3);
  line = find_row (&self, app_text_line_get_text (last));
  g_assert_nonnull (line);
  g_autofree char *shown = ui_fixture_dup_line (line);
  g_assert_true (g_str_has_prefix (shown, "<b>&"));
  g_assert_null (strstr (shown, "\xe2\x80\xae"));
  tear_down (&self);
}

static void
test_copy (void)
{
  const char        *text = "one\ntwo\nthree\nfour\n";
  Fixture            self;
  GtkSelectionModel *rows;

  set_up (&self, text, strlen (text));
  rows = ui_fixture_get_rows (self.view);
  gtk_selection_model_select_item (rows, 1, TRUE);
  assert_copies (&self, "lines.copy", "two");
  gtk_selection_model_select_range (rows, 1, 2, TRUE);
  assert_copies (&self, "lines.copy", "two\nthree");
  gtk_selection_model_select_item (rows, 0, TRUE);
  gtk_selection_model_select_item (rows, 3, FALSE);
  assert_copies (&self, "lines.copy", "one\nfour");
  gtk_selection_model_unselect_item (rows, 0);
  assert_copies (&self, "lines.copy", "four");
  assert_copies (&self, "lines.copy-all", text);
  gtk_selection_model_select_all (rows);
  assert_copies (&self, "lines.copy", "one\ntwo\nthree\nfour");
  gtk_selection_model_unselect_all (rows);
  g_assert_false (gtk_selection_model_is_selected (rows, 0));
  tear_down (&self);
}

/* A line that comes in segments is one line where it is copied. */
static void
test_long_line (void)
{
  Fixture          self;
  g_autofree char *text = g_strnfill (3 * APP_TEXT_LINE_BYTES, 'x');

  set_up (&self, text, strlen (text));
  g_assert_cmpuint (count (&self), ==, 3);
  gtk_selection_model_select_all (ui_fixture_get_rows (self.view));
  assert_copies (&self, "lines.copy", text);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

/* Data without a break is the worst for wrapping: it must not hold the window up. */
static void
test_unbroken (void)
{
  Fixture          self;
  g_autofree char *text = g_strnfill (400 * APP_TEXT_LINE_BYTES, 'x');
  gint64           start = test_clock_get_computed ();

  set_up (&self, text, strlen (text));
  g_assert_cmpuint (count (&self), ==, 400);
  ui_fixture_finish_drawing ();
  g_test_message ("%" G_GINT64_FORMAT " ms", (test_clock_get_computed () - start) / 1000);
  /* A bound for a busy machine and sanitizers: it was a minute. */
  g_assert_cmpint (test_clock_get_computed () - start, <, 15 * G_USEC_PER_SEC);
  tear_down (&self);
}

static void
test_large (void)
{
  Fixture self;
  g_autoptr (GString) text = g_string_new (NULL);
  GtkSelectionModel *rows;

  for (guint i = 0; i < 400000; i++)
    g_string_append_printf (text, "line %u\n", i);
  set_up (&self, text->str, text->len);
  rows = ui_fixture_get_rows (self.view);
  g_assert_cmpuint (count (&self), ==, 400000);
  gint64 start = test_clock_get_computed ();
  gtk_selection_model_select_all (rows);
  ui_fixture_finish_drawing ();
  g_assert_cmpint (test_clock_get_computed () - start, <, 2 * G_USEC_PER_SEC);
  g_assert_true (gtk_selection_model_is_selected (rows, 399999));
  assert_copies (&self, "lines.copy-all", text->str);
  /* Only what is seen has widgets. */
  g_assert_nonnull (find_row (&self, "line 0"));
  g_assert_null (find_row (&self, "line 399999"));
  tear_down (&self);
}

static void
on_freed (gpointer data)
{
  g_atomic_int_inc ((int *)data);
}

/* Its lines are found beside the window, and nobody may wait for them any more. */
static void
test_text (void)
{
  Fixture          self;
  int              n_freed = 0;
  g_autofree char *text = g_strnfill (2 * APP_TEXT_IN_PLACE, '\n');
  GBytes          *bytes = g_bytes_new_with_free_func (text, 2 * APP_TEXT_IN_PLACE, on_freed, &n_freed);
  g_autoptr (GBytes) small = g_bytes_new_static ("a\nb", 3);

  set_up (&self, "", 0);
  ui_lines_view_set_text (self.view, bytes);
  ui_fixture_wait (count (&self) == 2 * APP_TEXT_IN_PLACE);
  ui_lines_view_set_text (self.view, bytes);
  g_bytes_unref (bytes);
  ui_lines_view_set_text (self.view, small);
  g_assert_cmpuint (count (&self), ==, 2);
  ui_fixture_wait (g_atomic_int_get (&n_freed) == 1);
  g_assert_cmpuint (count (&self), ==, 2);
  bytes = g_bytes_new_with_free_func (text, 2 * APP_TEXT_IN_PLACE, on_freed, &n_freed);
  ui_lines_view_set_text (self.view, bytes);
  g_bytes_unref (bytes);
  tear_down (&self);
  ui_fixture_wait (g_atomic_int_get (&n_freed) == 2);
}

static void
test_bytes (void)
{
  const char text[] = "a\0b\n\xff\xfe\nc";
  Fixture    self;

  set_up (&self, text, sizeof (text) - 1);
  g_assert_cmpuint (count (&self), ==, 3);
  ui_fixture_finish_drawing ();
  assert_copies (&self, "lines.copy-all", "a\xef\xbf\xbd"
                                          "b\n\xef\xbf\xbd\xef\xbf\xbd\nc");
  tear_down (&self);
}

static void
test_none (void)
{
  Fixture self;

  set_up (&self, "", 0);
  g_assert_cmpuint (count (&self), ==, 0);
  ui_lines_view_set_lines (self.view, NULL);
  g_assert_cmpuint (count (&self), ==, 0);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

static void
assert_found (Fixture *self, const char *status)
{
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self->view), status));
}

/* From one line that has it to the next, and around. */
static void
test_find (void)
{
  static const char text[] = "one\ntwo\nA Needle\nfour\nneedle and needle\nsix";
  Fixture           self;

  set_up (&self, text, strlen (text));
  ui_page_search (ui_fixture_find (GTK_WIDGET (self.view), UI_TYPE_FIND_BIN));
  GtkWidget *entry = ui_fixture_find (GTK_WIDGET (self.view), GTK_TYPE_SEARCH_ENTRY);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (self.window), entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), "needle");
  assert_found (&self, "1 of 3");
  g_signal_emit_by_name (entry, "activate");
  assert_found (&self, "2 of 3");
  g_signal_emit_by_name (entry, "next-match");
  g_assert_true (gtk_widget_activate_action (entry, "find.next", NULL));
  assert_found (&self, "1 of 3");
  g_signal_emit_by_name (entry, "previous-match");
  assert_found (&self, "3 of 3");
  gtk_editable_set_text (GTK_EDITABLE (entry), "no such text");
  assert_found (&self, "No matches");
  g_signal_emit_by_name (entry, "stop-search");
  g_assert_false (gtk_revealer_get_reveal_child (
      GTK_REVEALER (gtk_widget_get_ancestor (entry, GTK_TYPE_REVEALER))));
  tear_down (&self);
}

void
add_result_lines_tests (void)
{
  g_test_add_func ("/result-lines/rows", test_rows);
  g_test_add_func ("/result-lines/copy", test_copy);
  g_test_add_func ("/result-lines/long-line", test_long_line);
  g_test_add_func ("/result-lines/unbroken", test_unbroken);
  g_test_add_func ("/result-lines/large", test_large);
  g_test_add_func ("/result-lines/text", test_text);
  g_test_add_func ("/result-lines/bytes", test_bytes);
  g_test_add_func ("/result-lines/none", test_none);
  g_test_add_func ("/result-lines/find", test_find);
}
