/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of what was sent and received: listed, searched, shown, made again, cleared; and a
 * session in which nothing is recorded. */

#include "ui-tests.h"
#include "ui-comparison-dialog.h"
#include "ui-composer-page.h"
#include "ui-fixture.h"
#include "ui-history-page.h"
#include "ui-history-view.h"
#include "ui-sidebar.h"
#include "ui-window.h"

#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-recorder.h"
#include "app-user.h"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  UiWindow     *window;
  GtkWidget    *page;
} Fixture;

static void
set_up (Fixture *self)
{
  static guint count;
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autofree char *name = g_strdup_printf ("demo %u", count++);

  self->workspace = app_user_open_workspace (settings, NULL);
  self->session = ui_fixture_add_demo (self->workspace, name);
  self->window = ui_window_new (NULL, self->workspace);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 700);
  gtk_window_present (GTK_WINDOW (self->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (self->window));
  ui_window_show_place (self->window, NULL, UI_PLACE_ACTIVITY);
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_HISTORY_PAGE) != NULL);
  self->page = ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_HISTORY_PAGE);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_ends (GTK_WINDOW (self->window), GTK_WIDGET (self->window));
  ui_fixture_close (self->workspace);
}

static AppDraft *
open_draft (Fixture *self, const char *tool)
{
  McpTool *found = app_catalogue_find_tool (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), tool);

  g_assert_nonnull (found);
  return app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS),
                          MCP_DEFINITION (found));
}

static void
call_echo (Fixture *self, const char *arguments)
{
  AppDraft *draft = open_draft (self, "echo");

  app_form_set_json (app_draft_get_form (draft), arguments);
  app_draft_send (draft);
  g_autoptr (AppCall) call = g_list_model_get_item (app_session_get_calls (self->session), 0);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_DONE);
}

static GListModel *
get_rows (Fixture *self)
{
  return G_LIST_MODEL (gtk_list_view_get_model (
      GTK_LIST_VIEW (ui_fixture_find_named (self->page, "History"))));
}

static const char *
name_at (Fixture *self, guint position)
{
  g_autoptr (AppPastEntry) entry = g_list_model_get_item (get_rows (self), position);

  return entry != NULL ? app_past_entry_get_exchange (entry)->name : NULL;
}

/* Once it is read. */
static void
repeat (Fixture *self)
{
  GtkWidget *label = ui_fixture_find_label (self->page, "Repeat…");

  ui_fixture_wait (gtk_widget_get_mapped (label) && gtk_widget_is_sensitive (label));
  ui_fixture_click (self->page, "Repeat…");
}

/* That of this server: the file has those of the tests before. */
static gboolean
lists_tools_first (Fixture *self)
{
  g_autoptr (AppPastEntry) entry = g_list_model_get_item (get_rows (self), 0);
  const StoreExchange *exchange = entry != NULL ? app_past_entry_get_exchange (entry) : NULL;
  StoreProfile        *profile = app_session_get_profile (self->session);

  return exchange != NULL && g_str_equal (exchange->method, "tools/list") &&
         g_strcmp0 (exchange->server_id, store_profile_get_id (profile)) == 0;
}

static void
search (Fixture *self, const char *text)
{
  gtk_editable_set_text (
      GTK_EDITABLE (ui_fixture_find_named (self->page, "Search the history")), text);
}

static void
test_page (void)
{
  Fixture self;

  set_up (&self);
  ui_fixture_wait (ui_fixture_find_label (self.page, "No History Yet") != NULL);
  ui_fixture_connect (self.session);
  call_echo (&self, "{\"message\":\"<b>needle</b>\"}");
  ui_fixture_wait (g_strcmp0 (name_at (&self, 0), "echo") == 0);
  ui_fixture_assert_named (self.page);

  search (&self, "needle");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);
  GtkWidget *source = ui_fixture_find_named (self.page, "Message");
  g_assert_nonnull (source);
  g_assert_nonnull (ui_fixture_find_label (self.page, "tools/call echo"));
  search (&self, "no such text");
  ui_fixture_wait (ui_fixture_find_label (self.page, "No entry matches.") != NULL);
  search (&self, "");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) > 1);
  search (&self, "needle");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);

  /* Whoever changes the form, and then repeats, gets what was sent. */
  AppForm *form = app_draft_get_form (open_draft (&self, "echo"));
  app_form_set_json (form, "{\"message\":\"other\"}");
  repeat (&self);
  g_autofree char *json = app_form_dup_json (form);
  g_assert_nonnull (strstr (json, "needle"));
  tear_down (&self);
}

static void
test_compose (void)
{
  Fixture self;

  set_up (&self);
  ui_fixture_connect (self.session);
  search (&self, "tools/list");
  ui_fixture_wait (lists_tools_first (&self));
  /* What came in later does not take the place of what is shown. */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (&self)), 0);
  repeat (&self);
  GtkWidget *composer = ui_fixture_find (GTK_WIDGET (self.window), UI_TYPE_COMPOSER_PAGE);
  g_assert_nonnull (composer);
  AppComposer *written = ui_composer_page_get_composer (UI_COMPOSER_PAGE (composer));
  g_assert_nonnull (strstr (app_composer_get_text (written), "tools/list"));
  g_assert_true (app_composer_get_session (written) == self.session);
  tear_down (&self);
}

static void
test_private (void)
{
  Fixture  self;
  gboolean is_private = FALSE;

  set_up (&self);
  ui_fixture_connect (self.session);
  call_echo (&self, "{\"message\":\"public words\"}");
  search (&self, "public words");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);

  g_action_group_activate_action (G_ACTION_GROUP (self.window), "private", NULL);
  g_object_get (app_workspace_get_recorder (self.workspace), "private", &is_private, NULL);
  g_assert_true (is_private);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.window), "Private Session"));
  call_echo (&self, "{\"message\":\"private words\"}");
  ui_fixture_click (self.page, "Record Again");
  call_echo (&self, "{\"message\":\"later words\"}");
  search (&self, "later words");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1 &&
                   g_strcmp0 (name_at (&self, 0), "echo") == 0);
  search (&self, "private words");
  ui_fixture_wait (ui_fixture_find_label (self.page, "No entry matches.") != NULL);

  g_assert_true (gtk_widget_activate_action (self.page, "history.clear", NULL));
  GListModel *windows = gtk_window_get_toplevels ();
  for (guint i = g_list_model_get_n_items (windows); i > 0; i--)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i - 1);

      if (ADW_IS_MESSAGE_DIALOG (window))
        adw_message_dialog_response (ADW_MESSAGE_DIALOG (window), "clear");
    }
  search (&self, "");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 0);
  tear_down (&self);
}

static GtkWidget *
find_comparison (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (UI_IS_COMPARISON_DIALOG (window))
        return window;
    }
  return NULL;
}

/* Two calls that differ: what was sent and what came back, the earlier one first; not what each
 * message has for itself. */
static void
test_compare (void)
{
  Fixture self;

  set_up (&self);
  ui_fixture_connect (self.session);
  search (&self, "thread");
  call_echo (&self, "{\"message\":\"thread one\"}");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);
  call_echo (&self, "{\"message\":\"thread two\"}");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 2);
  g_assert_true (gtk_widget_activate_action (self.page, "row.compare", NULL));
  ui_fixture_wait (find_comparison () != NULL);
  GtkWidget *dialog = find_comparison ();
  g_signal_emit_by_name (ui_fixture_find_named (dialog, "Compare with"), "activate", 0);
  ui_fixture_wait (ui_fixture_find_named (dialog, "Changed, Request · params.arguments.message: "
                                                  "\"thread one\", now \"thread two\"") != NULL);
  g_assert_nonnull (ui_fixture_find_label (dialog, "− tools/call echo"));
  g_assert_null (ui_fixture_find_label (dialog, "Request · id"));
  ui_fixture_assert_named (dialog);
  gtk_window_close (GTK_WINDOW (dialog));
  ui_fixture_wait (find_comparison () == NULL);

  /* Its row is asked to be repeated before or after it is read: the form has it. */
  g_assert_true (gtk_widget_activate_action (self.page, "row.repeat", NULL));
  AppForm         *form = app_draft_get_form (open_draft (&self, "echo"));
  g_autofree char *json = app_form_dup_json (form);
  g_assert_nonnull (strstr (json, "thread"));
  tear_down (&self);
}

void
add_history_tests (void)
{
  g_test_add_func ("/ui/history/compare", test_compare);
  g_test_add_func ("/ui/history/page", test_page);
  g_test_add_func ("/ui/history/compose", test_compose);
  g_test_add_func ("/ui/history/private", test_private);
}
