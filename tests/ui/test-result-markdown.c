/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markdown as it is seen, and links that are asked about. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-markdown-view.h"

#include <string.h>

typedef struct
{
  GtkWindow      *window;
  UiMarkdownView *view;
} Fixture;

static void
set_up (Fixture *self, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  self->view = g_object_new (UI_TYPE_MARKDOWN_VIEW, NULL);
  self->window = ui_fixture_show (GTK_WIDGET (self->view), 500, 400);
  ui_markdown_view_set_text (self->view, bytes);
  ui_fixture_finish_drawing ();
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (GTK_WIDGET (self->view));
  ui_fixture_assert_ends (self->window, GTK_WIDGET (self->view));
}

static GtkTextView *
get_text_view (Fixture *self)
{
  return GTK_TEXT_VIEW (ui_fixture_find (GTK_WIDGET (self->view), GTK_TYPE_TEXT_VIEW));
}

static GtkWidget *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window))
        return window;
    }
  return NULL;
}

static void
test_text (void)
{
  Fixture self;

  set_up (&self, "# Title\n\nSome **bold** text\n\n- a\n- b\n");
  g_autofree char *text = ui_fixture_dup_text (get_text_view (&self));
  g_assert_cmpstr (text, ==, "Title\n\nSome bold text\n\n• a\n• b");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (get_text_view (&self));
  GtkTextIter    at;
  gtk_text_buffer_get_iter_at_offset (buffer, &at, 13);
  g_autoptr (GSList) tags = gtk_text_iter_get_tags (&at);
  gtk_text_buffer_get_iter_at_offset (buffer, &at, 8);
  g_autoptr (GSList) plain_tags = gtk_text_iter_get_tags (&at);
  /* All of it is broken without hyphens; what is bold is bold as well. */
  g_assert_cmpuint (g_slist_length (plain_tags), ==, 1);
  g_assert_cmpuint (g_slist_length (tags), ==, 2);
  ui_markdown_view_set_text (self.view, NULL);
  g_autofree char *empty = ui_fixture_dup_text (get_text_view (&self));
  g_assert_cmpstr (empty, ==, "");
  tear_down (&self);
}

static void
press_enter (Fixture *self, int offset)
{
  GtkTextView   *view = get_text_view (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (view));
  gboolean    taken;
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_offset (buffer, &at, offset);
  gtk_text_buffer_place_cursor (buffer, &at);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_Return, 0, 0, &taken);
    }
  ui_fixture_finish_drawing ();
}

/* A link never opens by itself, and what is no page of the web cannot be opened. */
static void
test_link (void)
{
  Fixture self;

  set_up (&self, "[good](https://example.org/a) [bad](file:///etc/passwd) text\n");
  press_enter (&self, 12);
  g_assert_null (find_dialog ());
  press_enter (&self, 1);
  GtkWidget *dialog = find_dialog ();
  g_assert_nonnull (dialog);
  g_assert_cmpstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)), ==,
                   "https://example.org/a\n\nHost: example.org");
  g_assert_true (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "open"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  press_enter (&self, 6);
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  g_assert_false (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "open"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  tear_down (&self);
}

void
add_result_markdown_tests (void)
{
  g_test_add_func ("/result-markdown/text", test_text);
  g_test_add_func ("/result-markdown/link", test_link);
}
