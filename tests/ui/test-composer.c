/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The composer: typing, sending, what comes back, and the way from the log. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-composer-page.h"
#include "ui-json-text.h"
#include "ui-log-detail.h"
#include "ui-log-pane.h"
#include "ui-source-view.h"
#include "ui-window.h"
#include "ui-page.h"

#include <adwaita.h>
#include <string.h>

static gboolean
get_fresh_id (AppComposer *composer)
{
  gboolean fresh_id;

  g_object_get (composer, "fresh-id", &fresh_id, NULL);
  return fresh_id;
}

static void
type_text (GtkWidget *page, const char *text)
{
  GtkWidget *editor = ui_fixture_find (page, UI_TYPE_JSON_TEXT);
  GtkWidget *view = ui_json_text_get_view (UI_JSON_TEXT (editor));

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
}

static gboolean
shows (GtkWidget *page, const char *part)
{
  GtkWidget       *detail = ui_fixture_find (page, UI_TYPE_LOG_DETAIL);
  GtkWidget       *view = ui_fixture_find (detail, UI_TYPE_SOURCE_VIEW);
  g_autofree char *shown = ui_fixture_dup_text (view);

  return shown != NULL && strstr (shown, part) != NULL;
}

static void
test_page (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  g_autoptr (AppComposer) composer = app_composer_new (G_LIST_MODEL (workspace),
                                                       app_workspace_get_book (workspace));
  GtkWidget *page = ui_composer_page_new (composer, G_LIST_MODEL (workspace));
  GtkWindow *window = ui_fixture_show (page, 900, 700);

  /* It is named, and says what is missing. */
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_assert_true (app_composer_get_session (composer) == session);
  g_assert_nonnull (ui_fixture_find_label (page, "demo: not connected"));
  ui_fixture_connect (session);
  g_assert_nonnull (ui_fixture_find_label (page, "Empty message"));

  type_text (page, "{\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"method\":\"pong\"}");
  g_assert_nonnull (
      ui_fixture_find_label (page, "Unknown method “pong”: it is in no protocol version."));
  ui_page_submit (page);
  ui_fixture_wait (shows (page, "-32601"));
  g_assert_nonnull (ui_fixture_find_label (page, "pong  \"mine\" · Error"));

  type_text (page, "no JSON at all");
  ui_page_submit (page);
  ui_fixture_wait (shows (page, "-32700"));

  gtk_widget_activate_action (page, "composer.template", "s", "tools/call");
  g_assert_nonnull (strstr (app_composer_get_text (composer), "\"arguments\": {}"));
  g_assert_true (get_fresh_id (composer));

  gtk_window_set_default_size (window, 360, 500);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, page);
  g_clear_object (&composer);
  ui_fixture_close (workspace);
}

static guint
count_log (AppWorkspace *workspace, const char *method)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (workspace));
  guint       n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      n += g_strcmp0 (app_log_entry_get_row (entry)->method, method) == 0 ? 1 : 0;
    }
  return n;
}

static guint64
find_log (AppWorkspace *workspace, const char *method)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (workspace));

  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      if (g_strcmp0 (app_log_entry_get_row (entry)->method, method) == 0)
        return app_log_entry_get_row (entry)->sequence;
    }
  g_assert_not_reached ();
}

static void
test_replay (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  UiWindow     *window = ui_window_new (NULL, workspace);
  GtkWidget    *page;
  guint64       sequence;

  gtk_window_present (GTK_WINDOW (window));
  ui_fixture_connect (session);
  sequence = find_log (workspace, "prompts/list");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.replay", "(tb)", sequence, FALSE);
  ui_fixture_wait (count_log (workspace, "prompts/list") == 2);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.replay", "(tb)", sequence, TRUE);
  page = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_COMPOSER_PAGE);
  ui_fixture_wait (gtk_widget_get_mapped (page));
  g_assert_cmpuint (count_log (workspace, "prompts/list"), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.submit", NULL);
  ui_fixture_wait (count_log (workspace, "prompts/list") == 3);

  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_finish_drawing ();
  ui_fixture_close (workspace);
}

/* A call that may destroy something is sent when the person has seen it; once for the same. */
static void
test_question (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  g_autoptr (AppComposer) composer = app_composer_new (G_LIST_MODEL (workspace), app_workspace_get_book (workspace));
  g_autofree char *id = g_strnfill (3000, 'x');
  g_autofree char *text =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":"
                       "{\"name\":\"delete_product\",\"arguments\":{\"id\":\"%s\"}}}",
                       id);
  GtkWidget *page = ui_composer_page_new (composer, G_LIST_MODEL (workspace));
  GtkWindow *window;
  GtkWindow *dialog;

  window = ui_fixture_show (page, 900, 700);
  ui_fixture_connect (session);
  type_text (page, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":"
                   "{\"name\":\"delete_product\",\"arguments\":{\"id\":\"no <b>such</b>\"}}}");
  ui_page_submit (page);
  dialog = ui_fixture_find_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)),
                            "{\"id\":\"no <b>such</b>\"}"));
  g_assert_cmpstr (adw_message_dialog_get_heading (ADW_MESSAGE_DIALOG (dialog)), ==,
                   "Call the Tool of “demo”?");
  g_assert_null (strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)), "is shown"));
  ui_fixture_assert_named (GTK_WIDGET (dialog));
  ui_fixture_answer ("cancel");
  ui_page_submit (page);
  gtk_window_destroy (ui_fixture_find_window (ADW_TYPE_MESSAGE_DIALOG));
  g_assert_cmpuint (count_log (workspace, "tools/call"), ==, 0);
  ui_page_submit (page);
  ui_fixture_answer ("call");
  ui_fixture_wait (count_log (workspace, "tools/call") == 1);
  ui_page_submit (page);
  g_assert_null (ui_fixture_find_window (ADW_TYPE_MESSAGE_DIALOG));
  ui_fixture_wait (count_log (workspace, "tools/call") == 2);

  /* A message that is cut says so. */
  type_text (page, text);
  ui_page_submit (page);
  dialog = ui_fixture_find_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_true (g_str_has_suffix (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)),
                                   "Only the beginning of the message is shown; all of it is sent."));
  ui_fixture_answer ("cancel");
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, page);
  g_clear_object (&composer);
  ui_fixture_close (workspace);
}

void
add_composer_tests (void)
{
  g_test_add_func ("/composer/page", test_page);
  g_test_add_func ("/composer/replay", test_replay);
  g_test_add_func ("/composer/question", test_question);
}
