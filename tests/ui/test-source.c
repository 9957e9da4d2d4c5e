/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a text view is given is bounded, whole characters, and honest about what is missing. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-markdown-view.h"
#include "ui-page.h"
#include "ui-source-text.h"
#include "ui-source-view.h"
#include "ui-text-area.h"

#include <string.h>

static void
test_line_limit (void)
{
  const gsize limit = 100;

  for (gsize length = limit - 1; length <= limit + 1; length++)
    {
      g_autofree char *line = g_strnfill (length, 'a');
      g_autofree char *text = g_strconcat ("x\n", line, "\ny", NULL);
      g_autoptr (UiSourceText) source = ui_source_text_new (text, strlen (text), 10000, limit);
      g_assert_cmpuint (source->cut_lines, ==, length > limit ? 1 : 0);
      g_assert_cmpuint (source->cut_bytes, ==, length > limit ? length - limit : 0);
      g_assert_cmpuint (source->hidden_bytes, ==, 0);
      g_assert_true (g_str_has_prefix (source->text, "x\naaa"));
      g_assert_true (g_str_has_suffix (source->text, "\ny"));
    }
}

static void
test_page_limit (void)
{
  g_autofree char *text = g_strnfill (1001, 'a');

  for (gsize limit = 1000; limit <= 1002; limit++)
    {
      g_autoptr (UiSourceText) source = ui_source_text_new (text, 1001, limit, 5000);
      g_assert_cmpuint (source->shown_bytes, ==, MIN (limit, 1001));
      g_assert_cmpuint (source->hidden_bytes, ==, 1001 - MIN (limit, 1001));
      g_assert_cmpuint (strlen (source->text), ==, MIN (limit, 1001));
    }
}

/* Cuts at every place of a text with characters of all lengths. */
static void
test_whole_characters (void)
{
  const char *text = "aé€😀\xff\xfe\x80\x80\x80\x80\x80\x80z";

  for (gsize limit = 0; limit <= strlen (text); limit++)
    {
      g_autoptr (UiSourceText) page = ui_source_text_new (text, strlen (text), limit, 1000);
      g_assert_true (g_utf8_validate (page->text, -1, NULL));
      g_assert_cmpuint (page->shown_bytes + page->hidden_bytes, ==, strlen (text));
      g_autoptr (UiSourceText) line = ui_source_text_new (text, strlen (text), 1000, limit);
      g_assert_true (g_utf8_validate (line->text, -1, NULL));
    }
  g_autoptr (UiSourceText) cut = ui_source_text_new ("aé", 3, 2, 1000);
  g_assert_cmpstr (cut->text, ==, "a");
}

static void
test_nul (void)
{
  g_autoptr (UiSourceText) source = ui_source_text_new ("a\0b\n\0", 5, 1000, 1000);
  g_assert_cmpstr (source->text, ==, "a\xe2\x90\x80"
                                     "b\n\xe2\x90\x80");
  g_autoptr (UiSourceText) empty = ui_source_text_new ("", 0, 1000, 1000);
  g_assert_cmpstr (empty->text, ==, "");
}

static double
time_view (const char *text, gsize length, UiSourceMode mode)
{
  GtkWidget *view = g_object_new (UI_TYPE_SOURCE_VIEW, NULL);
  GtkWindow *window = ui_fixture_show (view, 600, 400);
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  gint64 start = g_get_monotonic_time ();

  ui_source_view_set_bytes (UI_SOURCE_VIEW (view), bytes, mode);
  gtk_widget_queue_draw (view);
  gtk_test_widget_wait_for_draw (view);
  ui_fixture_finish_drawing ();
  double seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  ui_fixture_assert_ends (window, view);
  return seconds;
}

/* One line of 1 MiB: a plain GtkSourceView takes 50 s for a quarter of that, and the square for the
 * whole; the bound leaves room for sanitizers. */
#define LONG_LINE_SECONDS 60

static void
test_long_line (void)
{
  const gsize      length = 1024 * 1024;
  g_autofree char *text = g_strnfill (length, 'A');

  memcpy (text, "{\"data\": \"", 10);
  memcpy (text + length - 2, "\"}", 2);
  g_assert_cmpfloat (time_view (text, length, UI_SOURCE_RAW), <, LONG_LINE_SECONDS);
  g_assert_cmpfloat (time_view (text, length, UI_SOURCE_PRETTY), <, LONG_LINE_SECONDS);
  for (gsize i = 0; i + 8 < length; i += 8)
    memcpy (text + i, "{\"a\":1},", 8);
  g_assert_cmpfloat (time_view (text, length, UI_SOURCE_RAW), <, LONG_LINE_SECONDS);
}

/* What is hidden appears on demand. */
static void
test_more (void)
{
  GtkWidget       *view = g_object_new (UI_TYPE_SOURCE_VIEW, NULL);
  g_autofree char *text = g_strnfill (3 * UI_SOURCE_PAGE_BYTES, 'a');
  for (gsize i = 80; i < 3 * UI_SOURCE_PAGE_BYTES; i += 80)
    text[i] = '\n';

  g_object_ref_sink (view);
  ui_source_view_set_text (UI_SOURCE_VIEW (view), text, UI_SOURCE_PLAIN);
  g_autofree char *first = ui_fixture_dup_text (view);
  g_assert_cmpuint (strlen (first), ==, UI_SOURCE_PAGE_BYTES);
  g_assert_true (gtk_widget_activate_action (view, "source.more", NULL));
  g_autofree char *all = ui_fixture_dup_text (view);
  g_assert_cmpstr (all, ==, text);
  g_assert_finalize_object (view);
}

static void
test_pretty (void)
{
  GtkWidget *view = g_object_new (UI_TYPE_SOURCE_VIEW, NULL);

  g_object_ref_sink (view);
  ui_source_view_set_text (UI_SOURCE_VIEW (view), "{\"a\":1.10}", UI_SOURCE_PRETTY);
  g_autofree char *pretty = ui_fixture_dup_text (view);
  g_assert_cmpstr (pretty, ==, "{\n  \"a\": 1.10\n}");
  ui_source_view_set_text (UI_SOURCE_VIEW (view), "no json", UI_SOURCE_PRETTY);
  g_autofree char *plain = ui_fixture_dup_text (view);
  g_assert_cmpstr (plain, ==, "no json");
  ui_source_view_set_text (UI_SOURCE_VIEW (view), NULL, UI_SOURCE_PRETTY);
  g_autofree char *none = ui_fixture_dup_text (view);
  g_assert_cmpstr (none, ==, "");
  g_assert_finalize_object (view);
}

static guint32
get_pixel (GdkTexture *texture, int x, int y)
{
  gsize              stride = 4 * (gsize)gdk_texture_get_width (texture);
  g_autofree guint8 *pixels = g_malloc (stride * (gsize)gdk_texture_get_height (texture));
  guint32            pixel;

  gdk_texture_download (texture, pixels, stride);
  memcpy (&pixel, pixels + (gsize)y * stride + 4 * (gsize)x, 4);
  return pixel;
}

static GdkTexture *
draw (GtkWindow *window)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (GTK_WIDGET (window)),
                          gtk_widget_get_height (GTK_WIDGET (window)));
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  return gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node, NULL);
}

/* What is read lies on the page's own background. */
static void
test_background (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *view = g_object_new (UI_TYPE_SOURCE_VIEW, NULL);
  GtkWidget *beside = gtk_label_new (NULL);
  double     x, y;

  gtk_widget_set_size_request (beside, -1, 100);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), beside);
  ui_source_view_set_text (UI_SOURCE_VIEW (view), "{}", UI_SOURCE_PRETTY);
  for (guint dark = 0; dark < 2; dark++)
    {
      adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                          dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                               : ADW_COLOR_SCHEME_FORCE_LIGHT);
      GtkWindow *window = gtk_widget_get_root (box) != NULL
                              ? GTK_WINDOW (gtk_widget_get_root (box))
                              : ui_fixture_show (box, 300, 300);
      ui_fixture_finish_drawing ();
      g_autoptr (GdkTexture) texture = draw (window);
      g_assert_true (gtk_widget_translate_coordinates (view, GTK_WIDGET (window), 100, 80, &x, &y));
      guint32 inside = get_pixel (texture, (int)x, (int)y);
      g_assert_true (gtk_widget_translate_coordinates (beside, GTK_WIDGET (window), 100, 50, &x,
                                                       &y));
      g_assert_cmphex (inside, ==, get_pixel (texture, (int)x, (int)y));
    }
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  ui_fixture_assert_ends (GTK_WINDOW (gtk_widget_get_root (box)), box);
}

static gboolean
says (GtkWidget *view, const char *status)
{
  return ui_fixture_find_label (view, status) != NULL;
}

static char *
dup_selected (GtkWidget *view)
{
  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (ui_fixture_find (view, GTK_TYPE_TEXT_VIEW)));
  GtkTextIter start, end;

  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* Finding in a source is like finding in a result. */
static void
test_find (void)
{
  GtkWidget   *view = g_object_new (UI_TYPE_SOURCE_VIEW, NULL);
  GtkWindow   *window = ui_fixture_show (view, 600, 400);
  GtkWidget   *needle = ui_fixture_find (view, GTK_TYPE_SEARCH_ENTRY);
  GtkRevealer *bar = GTK_REVEALER (ui_fixture_find (view, GTK_TYPE_REVEALER));

  ui_source_view_set_text (UI_SOURCE_VIEW (view), "[\"one\",\"Two\",\"two\"]", UI_SOURCE_PRETTY);
  g_assert_false (gtk_revealer_get_reveal_child (bar));
  g_assert_true (ui_page_search (view));
  g_assert_true (gtk_revealer_get_reveal_child (bar));
  gtk_editable_set_text (GTK_EDITABLE (needle), "two");
  ui_fixture_wait (says (view, "1 of 2"));
  g_autofree char *first = dup_selected (view);
  g_assert_cmpstr (first, ==, "Two");
  gtk_widget_activate_action (view, "find.next", NULL);
  ui_fixture_wait (says (view, "2 of 2"));
  g_autofree char *second = dup_selected (view);
  g_assert_cmpstr (second, ==, "two");
  g_signal_emit_by_name (needle, "activate");
  ui_fixture_wait (says (view, "1 of 2"));
  gtk_widget_activate_action (view, "find.previous", NULL);
  ui_fixture_wait (says (view, "2 of 2"));
  gtk_editable_set_text (GTK_EDITABLE (needle), "three");
  ui_fixture_wait (says (view, "No matches"));
  /* Another text is looked through, too. */
  ui_source_view_set_text (UI_SOURCE_VIEW (view), "three", UI_SOURCE_PLAIN);
  ui_fixture_wait (says (view, "1 of 1"));
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_signal_emit_by_name (needle, "stop-search");
  g_assert_false (gtk_revealer_get_reveal_child (bar));
  gtk_window_destroy (window);
}

static gboolean
is_literal (const GtkTextIter *at)
{
  g_autoptr (GSList) tags = gtk_text_iter_get_tags (at);

  for (GSList *each = tags; each != NULL; each = each->next)
    {
      gboolean hyphens, set;

      g_object_get (each->data, "insert-hyphens", &hyphens, "insert-hyphens-set", &set, NULL);
      if (set && !hyphens)
        return TRUE;
    }
  return FALSE;
}

static void
assert_literal (GtkWidget *widget)
{
  GtkWidget     *view = ui_fixture_find (widget, GTK_TYPE_TEXT_VIEW);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter    at;

  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), >, 30);
  gtk_text_buffer_get_start_iter (buffer, &at);
  do
    g_assert_true (is_literal (&at) || gtk_text_iter_is_end (&at));
  while (gtk_text_iter_forward_char (&at));
  /* What is typed, or put in from elsewhere, is as literal. */
  for (int place = 0; place <= 20; place += 10)
    {
      gtk_text_buffer_get_iter_at_offset (buffer, &at, place);
      gtk_text_buffer_insert (buffer, &at, "\303\251\342\202\254", -1);
      for (int i = 0; i < 2; i++)
        {
          gtk_text_iter_backward_char (&at);
          g_assert_true (is_literal (&at));
        }
    }
}

/* A value that is broken at the margin gets no hyphen that is not in it. */
static void
test_hyphens (void)
{
  static const char text[] = "MjAyNi0wMC9zMjAyNi0wMC9zMjAyNi0wMC9zMjAyNi0wMC9z";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  GtkWidget *source = g_object_new (UI_TYPE_SOURCE_VIEW, "wrap", TRUE, NULL);
  GtkWidget *plain = ui_text_area_new (NULL);
  GtkWidget *json = ui_text_area_new ("json");
  GtkWidget *markdown = g_object_new (UI_TYPE_MARKDOWN_VIEW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *all[] = { source, plain, json, markdown };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (box), all[i]);
  GtkWindow *window = ui_fixture_show (box, 300, 400);
  for (guint times = 0; times < 2; times++)
    {
      ui_source_view_set_text (UI_SOURCE_VIEW (source), text, UI_SOURCE_PLAIN);
      ui_text_area_set_text (UI_TEXT_AREA (plain), text);
      ui_text_area_set_text (UI_TEXT_AREA (json), text);
      ui_markdown_view_set_text (UI_MARKDOWN_VIEW (markdown), bytes);
      ui_fixture_finish_drawing ();
      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        assert_literal (all[i]);
    }
  gtk_window_destroy (window);
}

void
add_source_tests (void)
{
  g_test_add_func ("/ui/source/hyphens", test_hyphens);
  g_test_add_func ("/ui/source/line-limit", test_line_limit);
  g_test_add_func ("/ui/source/page-limit", test_page_limit);
  g_test_add_func ("/ui/source/whole-characters", test_whole_characters);
  g_test_add_func ("/ui/source/nul", test_nul);
  g_test_add_func ("/ui/source/long-line", test_long_line);
  g_test_add_func ("/ui/source/more", test_more);
  g_test_add_func ("/ui/source/pretty", test_pretty);
  g_test_add_func ("/ui/source/background", test_background);
  g_test_add_func ("/ui/source/find", test_find);
}
