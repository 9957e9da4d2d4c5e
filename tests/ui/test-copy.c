/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tests.h"
#include "ui-copy.h"
#include "ui-fixture.h"

#include <adwaita.h>

static void
on_read (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  char **text = data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  g_assert_nonnull (*text);
}

static void
assert_clipboard (GtkWidget *widget, const char *expected)
{
  g_autofree char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_read, &text);
  ui_fixture_wait (text != NULL);
  g_assert_cmpstr (text, ==, expected);
}

/* Whole, or not at all. */
static void
test_large (void)
{
  GtkWidget       *overlay = adw_toast_overlay_new ();
  GtkWidget       *widget = gtk_label_new ("Result");
  g_autofree char *large = g_strnfill (UI_COPY_MAX_BYTES + 1, 'x');

  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (overlay), widget);
  GtkWindow *window = ui_fixture_show (overlay, 500, 300);
  ui_copy_text (widget, "one\xff and more", 4);
  assert_clipboard (widget, "one\xef\xbf\xbd");
  g_assert_null (
      ui_fixture_find_label (overlay, "Too large for the clipboard. Save it to a file instead."));
  ui_copy_text (widget, large, UI_COPY_MAX_BYTES + 1);
  g_assert_nonnull (
      ui_fixture_find_label (overlay, "Too large for the clipboard. Save it to a file instead."));
  assert_clipboard (widget, "one\xef\xbf\xbd");
  ui_copy_text (widget, NULL, 0);
  assert_clipboard (widget, "one\xef\xbf\xbd");
  ui_fixture_assert_ends (window, overlay);
}

void
add_copy_tests (void)
{
  g_test_add_func ("/copy/large", test_large);
}
