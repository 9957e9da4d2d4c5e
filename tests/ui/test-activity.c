/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The calls of now and of earlier: listed, searched, shown with their results, made again, cleared;
 * and a session in which nothing is recorded. */

#include "ui-tests.h"
#include "ui-activity-page.h"
#include "ui-comparison-dialog.h"
#include "ui-composer-page.h"
#include "ui-fixture.h"
#include "ui-result-view.h"
#include "ui-server-page.h"
#include "ui-sidebar.h"
#include "ui-window.h"

#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-past-list.h"
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
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_ACTIVITY_PAGE) != NULL);
  self->page = ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_ACTIVITY_PAGE);
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
      GTK_LIST_VIEW (ui_fixture_find_named (self->page, "Activity"))));
}

static const char *
name_at (Fixture *self, guint position)
{
  g_autoptr (AppPastEntry) entry = g_list_model_get_item (get_rows (self), position);

  return entry != NULL ? app_past_entry_get_exchange (entry)->name : NULL;
}

static gboolean
says (AppForm *form, const char *text)
{
  g_autofree char *json = app_form_dup_json (form);
  return strstr (json, text) != NULL;
}

/* It is done once the call is read. */
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

static gint64
id_at (Fixture *self, guint position)
{
  g_autoptr (AppPastEntry) entry = g_list_model_get_item (get_rows (self), position);

  return app_past_entry_get_exchange (entry)->id;
}

/* What of the calls is on the disk. */
static guint
count_recorded (Fixture *self, const char *text)
{
  g_autoptr (AppPastList) list =
      app_past_list_new (app_workspace_get_objects (self->workspace), NULL);

  app_past_list_set_filter (list, &(AppPastFilter){ .text = text });
  ui_fixture_wait (!app_past_list_is_loading (list));
  return g_list_model_get_n_items (G_LIST_MODEL (list));
}

static void
search (Fixture *self, const char *text)
{
  gtk_editable_set_text (
      GTK_EDITABLE (ui_fixture_find_named (self->page, "Search the activity")), text);
}

static void
test_page (void)
{
  Fixture self;

  set_up (&self);
  ui_fixture_wait (ui_fixture_find_label (self.page, "No Activity Yet") != NULL);
  ui_fixture_connect (self.session);
  call_echo (&self, "{\"message\":\"<b>needle</b>\"}");
  ui_fixture_wait (g_strcmp0 (name_at (&self, 0), "echo") == 0);
  ui_fixture_assert_named (self.page);

  search (&self, "needle");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);
  GtkWidget *source = ui_fixture_find_named (self.page, "Message");
  g_assert_nonnull (source);
  g_assert_nonnull (ui_fixture_find_label (self.page, "echo · message <b>needle</b>"));
  search (&self, "no such text");
  ui_fixture_wait (ui_fixture_find_label (self.page, "No matches") != NULL);
  search (&self, "");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) > 1);
  search (&self, "needle");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);

  /* Whoever changes the form, and then repeats, gets what was sent. */
  AppForm *form = app_draft_get_form (open_draft (&self, "echo"));
  app_form_set_json (form, "{\"message\":\"other\"}");
  repeat (&self);
  ui_fixture_wait (says (form, "needle"));
  tear_down (&self);
}

static void
test_compose (void)
{
  Fixture self;

  set_up (&self);
  ui_fixture_connect (self.session);
  g_assert_true (gtk_widget_activate_action (self.page, "filter.show", "s", "all"));
  search (&self, "tools/list");
  ui_fixture_wait (lists_tools_first (&self));
  /* What came in later does not take the place of what is shown. */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_rows (&self)), 0);
  repeat (&self);
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (self.window), UI_TYPE_COMPOSER_PAGE) != NULL);
  GtkWidget   *composer = ui_fixture_find (GTK_WIDGET (self.window), UI_TYPE_COMPOSER_PAGE);
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
  ui_fixture_click (self.page, "Resume Recording");
  call_echo (&self, "{\"message\":\"later words\"}");
  search (&self, "later words");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1 &&
                   g_strcmp0 (name_at (&self, 0), "echo") == 0);
  /* It is here, and nowhere else. */
  search (&self, "private words");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);
  g_assert_cmpint (id_at (&self, 0), ==, 0);
  ui_fixture_wait (count_recorded (&self, "later words") == 1);
  g_assert_cmpuint (count_recorded (&self, "private words"), ==, 0);

  g_assert_true (gtk_widget_activate_action (self.page, "history.clear", NULL));
  GListModel *windows = gtk_window_get_toplevels ();
  for (guint i = g_list_model_get_n_items (windows); i > 0; i--)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i - 1);

      if (ADW_IS_MESSAGE_DIALOG (window))
        adw_message_dialog_response (ADW_MESSAGE_DIALOG (window), "clear");
    }
  search (&self, "");
  ui_fixture_wait (count_recorded (&self, NULL) == 0);
  tear_down (&self);
}

static AppCall *
get_shown (Fixture *self)
{
  GtkWidget *view = ui_fixture_find (self->page, UI_TYPE_RESULT_VIEW);
  AppCall   *call = NULL;

  g_object_get (view, "call", &call, NULL);
  if (call != NULL)
    g_object_unref (call);
  return call;
}

/* One row from its first moment on: it runs, ends, and is recorded as long as a person waited. */
static void
test_live (void)
{
  Fixture self;

  set_up (&self);
  ui_fixture_connect (self.session);
  search (&self, "only once");
  call_echo (&self, "{\"message\":\"only once\"}");
  g_autoptr (AppCall) call = g_list_model_get_item (app_session_get_calls (self.session), 0);
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1);
  g_autoptr (AppPastEntry) entry = g_list_model_get_item (get_rows (&self), 0);
  g_assert_true (app_past_entry_get_call (entry) == call);
  g_assert_true (get_shown (&self) == call);
  ui_fixture_wait (id_at (&self, 0) != 0);
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (&self)), ==, 1);
  g_autoptr (AppPastEntry) recorded = g_list_model_get_item (get_rows (&self), 0);
  g_assert_true (recorded == entry);
  g_assert_cmpint (app_past_entry_get_exchange (entry)->duration, ==, app_call_get_elapsed (call));
  g_assert_true (get_shown (&self) == call);
  tear_down (&self);
}

/* What an earlier run called is shown with its result, and is found for its object. */
static void
test_earlier (void)
{
  Fixture self, next;

  set_up (&self);
  ui_fixture_connect (self.session);
  call_echo (&self, "{\"message\":\"long ago\"}");
  search (&self, "long ago");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&self)) == 1 && id_at (&self, 0) != 0);
  g_autoptr (AppCall) call = g_list_model_get_item (app_session_get_calls (self.session), 0);
  ui_fixture_wait (store_object_get_id (app_call_get_object (call)) != NULL);
  StoreObject     *object = app_call_get_object (call);
  g_autofree char *name =
      g_strdup_printf ("%s/%s", store_object_get_store (object), store_object_get_id (object));
  tear_down (&self);

  set_up (&next);
  search (&next, "long ago");
  ui_fixture_wait (g_list_model_get_n_items (get_rows (&next)) == 1);
  ui_fixture_wait (get_shown (&next) != NULL);
  g_assert_true (get_shown (&next) != call);
  g_assert_true (app_call_is_good (get_shown (&next)));
  g_assert_nonnull (ui_fixture_find_label (next.page, "echo · message long ago"));
  search (&next, "");
  gtk_widget_activate_action (next.page, "win.show-result", "s", name);
  ui_fixture_wait (get_shown (&next) != NULL &&
                   strstr (app_call_get_arguments (get_shown (&next)), "long ago") != NULL);
  /* Its server is not there, or not connected. */
  g_assert_true (gtk_widget_activate_action (next.page, "row.repeat", NULL));
  ui_fixture_wait (ui_fixture_find_label (next.page, "The server was removed") != NULL ||
                   ui_fixture_find_label (next.page, "Connect the server first") != NULL);
  tear_down (&next);
}

/* What was read, and what was asked for, is found by its repetition as a tool is: with what was
 * sent, however its list is searched. */
static void
repeat_first (Fixture *self, AppCallKind kind, McpDefinitionKind definition)
{
  GListModel *list =
      app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), definition);

  ui_fixture_wait (g_list_model_get_n_items (list) > 0);
  g_autoptr (McpDefinition) first = g_list_model_get_item (list, 0);
  const char *key = mcp_definition_get_key (first);
  AppCall    *call = app_session_new_call (self->session, kind, key, "{\"other\":\"sent before\"}");
  app_call_run_async (call, NULL, NULL, NULL);
  ui_fixture_wait (app_call_get_state (call) >= APP_CALL_DONE);
  g_object_unref (call);
  ui_window_show_place (self->window, NULL, UI_PLACE_ACTIVITY);
  search (self, key);
  ui_fixture_wait (g_list_model_get_n_items (get_rows (self)) == 1 && id_at (self, 0) != 0);
  g_assert_true (gtk_widget_activate_action (self->page, "row.repeat", NULL));
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_SERVER_PAGE) != NULL);
  GtkWidget *page = ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_SERVER_PAGE);
  ui_fixture_wait (g_strcmp0 (ui_server_page_get_selected_key (UI_SERVER_PAGE (page)), key) == 0);
  if (kind == APP_CALL_READ)
    return;
  AppForm *form = app_draft_get_form (
      app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS), first));
  g_autofree char *json = app_form_dup_json (form);
  g_assert_nonnull (strstr (json, "sent before"));
}

static void
test_repeat (void)
{
  Fixture self;

  set_up (&self);
  ui_fixture_connect (self.session);
  repeat_first (&self, APP_CALL_TOOL, MCP_DEFINITION_TOOL);
  repeat_first (&self, APP_CALL_READ, MCP_DEFINITION_RESOURCE);
  repeat_first (&self, APP_CALL_PROMPT, MCP_DEFINITION_PROMPT);
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
  g_assert_nonnull (ui_fixture_find_label (dialog, "− echo · message thread one"));
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
add_activity_tests (void)
{
  g_test_add_func ("/ui/activity/compare", test_compare);
  g_test_add_func ("/ui/activity/page", test_page);
  g_test_add_func ("/ui/activity/live", test_live);
  g_test_add_func ("/ui/activity/earlier", test_earlier);
  g_test_add_func ("/ui/activity/repeat", test_repeat);
  g_test_add_func ("/ui/activity/compose", test_compose);
  g_test_add_func ("/ui/activity/private", test_private);
}
