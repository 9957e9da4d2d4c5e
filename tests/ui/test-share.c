/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server is handed on by, in its dialog. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-note-list.h"
#include "ui-share-dialog.h"
#include "ui-source-view.h"

#include <string.h>

static UiShareDialog *
show (const char *command)
{
  static const char *const arguments[] = { "deepset-mcp", NULL };
  g_autoptr (StoreProfile) profile = store_profile_new ("deepset");
  g_autoptr (StoreVariables) environment = store_variables_new ();
  UiShareDialog *dialog;

  store_variables_set (environment, "API_KEY", "sk-very-secret");
  g_object_set (profile, "command", command, "arguments", arguments, "environment", environment,
                NULL);
  dialog = ui_share_dialog_new (NULL, profile, NULL);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  ui_fixture_assert_named (GTK_WIDGET (dialog));
  return dialog;
}

static GObject *
get_child (UiShareDialog *dialog, const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (dialog), UI_TYPE_SHARE_DIALOG, id);
}

static void
choose (UiShareDialog *dialog, const char *id)
{
  GtkListBox *list = GTK_LIST_BOX (get_child (dialog, "list"));

  for (int i = 0;; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, i);

      g_assert_nonnull (row);
      if (g_str_equal (app_share_get_kinds ()[i]->id, id))
        {
          gtk_list_box_select_row (list, row);
          g_signal_emit_by_name (list, "row-activated", row);
          break;
        }
    }
  ui_fixture_finish_drawing ();
}

static char *
dup_shown (UiShareDialog *dialog)
{
  GtkWidget     *view = ui_fixture_find (GTK_WIDGET (get_child (dialog, "source")), GTK_TYPE_TEXT_VIEW);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter    start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static const char *
get_page (UiShareDialog *dialog)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (get_child (dialog, "stack")));
}

static void
end (UiShareDialog *dialog)
{
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
}

static void
test_every_kind (void)
{
  UiShareDialog *dialog = show ("uvx");

  for (const AppShareKind *const *kinds = app_share_get_kinds (); *kinds != NULL; kinds++)
    {
      g_autofree char *text = NULL;

      choose (dialog, (*kinds)->id);
      g_assert_cmpstr (get_page (dialog), ==, (*kinds)->needs_tools ? "failure" : "text");
      if ((*kinds)->needs_tools)
        continue;
      text = dup_shown (dialog);
      g_assert_cmpint (g_utf8_strlen (text, -1), >, 20);
      g_assert_null (strstr (text, "sk-very-secret"));
      g_assert_true (gtk_widget_get_visible (GTK_WIDGET (get_child (dialog, "note_list"))));
    }
  end (dialog);
}

static void
on_text (GObject *object, GAsyncResult *result, gpointer data)
{
  *(char **)data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
}

static void
test_copy (void)
{
  UiShareDialog   *dialog = show ("uvx");
  g_autofree char *shown = NULL;
  char            *copied = NULL;

  choose (dialog, "haystack");
  shown = dup_shown (dialog);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "share.copy", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (dialog)), NULL, on_text,
                                 &copied);
  ui_fixture_wait (copied != NULL);
  g_assert_cmpstr (copied, ==, shown);
  g_free (copied);
  end (dialog);
}

static void
test_refused (void)
{
  UiShareDialog *dialog = show ("node");
  AdwStatusPage *failure = ADW_STATUS_PAGE (get_child (dialog, "failure"));

  choose (dialog, "server-json");
  g_assert_cmpstr (get_page (dialog), ==, "failure");
  g_assert_nonnull (strstr (adw_status_page_get_description (failure), "node"));
  choose (dialog, "mcp-json");
  g_assert_cmpstr (get_page (dialog), ==, "text");
  end (dialog);
}

void
add_share_tests (void)
{
  g_test_add_func ("/share/every-kind", test_every_kind);
  g_test_add_func ("/share/copy", test_copy);
  g_test_add_func ("/share/refused", test_refused);
}
