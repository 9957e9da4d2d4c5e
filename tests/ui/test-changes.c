/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What changed in a server's lists, as the window tells it, and the switches of its life. */

#include "ui-tests.h"
#include "changing-fixture.h"
#include "ui-fixture.h"
#include "ui-approval-card.h"
#include "ui-change-group.h"
#include "ui-compare-dialog.h"
#include "ui-diff-view.h"
#include "ui-life-group.h"
#include "ui-detail-header.h"
#include "ui-server-page.h"
#include "app-change-list.h"
#include "app-reconnector.h"
#include "app-watcher.h"

#define TOOL(name, description)                           \
  "{\"name\":\"" name "\",\"description\":\"" description \
  "\",\"inputSchema\":{\"type\":\"object\"},"             \
  "\"annotations\":{\"destructiveHint\":true}}"

static void
set_up (ChangingFixture *self, gconstpointer data)
{
  changing_fixture_set_up (self, TOOL ("add", "Adds") "," TOOL ("drop", "Drops"));
}

static void
test_told (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *page = ui_server_page_new (self->workspace, self->session);
  GtkWindow *window = ui_fixture_show (page, 900, 600);

  ui_server_page_set_place (UI_SERVER_PAGE (page), UI_PLACE_TOOLS);
  ui_fixture_finish_drawing ();
  g_assert_null (ui_fixture_find_label (page, "new"));
  changing_fixture_write (self, TOOL ("add", "Adds more") "," TOOL ("echo", "Echoes"));
  changing_fixture_refresh (self);
  ui_fixture_wait (ui_fixture_find_label (page, "Lists changed: 1 added, 1 removed, "
                                                "1 changed (add, echo, drop)") != NULL);
  g_assert_nonnull (ui_fixture_find_label (page, "new"));
  g_assert_nonnull (ui_fixture_find_label (page, "changed"));
  ui_fixture_assert_named (GTK_WIDGET (window));

  ui_server_page_set_place (UI_SERVER_PAGE (page), UI_PLACE_OVERVIEW);
  /* The overview comes in parts. */
  GtkWidget *group = NULL;
  ui_fixture_wait ((group = ui_fixture_find (page, UI_TYPE_CHANGE_GROUP)) != NULL);
  ui_fixture_wait (gtk_widget_get_mapped (group));
  g_assert_nonnull (ui_fixture_find_label (group, "Tool, added"));
  GtkWidget *row = ui_fixture_find (group, ADW_TYPE_EXPANDER_ROW);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  g_assert_nonnull (ui_fixture_find (row, UI_TYPE_DIFF_VIEW));
  ui_fixture_assert_named (GTK_WIDGET (window));

  app_change_list_dismiss (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST));
  g_assert_false (gtk_widget_get_visible (group));
  ui_server_page_set_place (UI_SERVER_PAGE (page), UI_PLACE_TOOLS);
  g_assert_null (ui_fixture_find_label (page, "changed"));
  gtk_window_set_default_size (window, 360, 400);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, page);
}

static void
test_card (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *card = g_object_new (UI_TYPE_APPROVAL_CARD, NULL);
  GtkWindow *window = ui_fixture_show (card, 500, 500);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (AppCall) call = app_session_new_call (self->session, APP_CALL_TOOL, "add", "{}");
  g_autoptr (AppCall) again = NULL;

  app_call_run_async (call, NULL, changing_fixture_on_done, &first);
  ui_approval_card_set_call (UI_APPROVAL_CARD (card), call);
  GtkWidget *diff = ui_fixture_find (card, UI_TYPE_DIFF_VIEW);
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_get_mapped (diff));
  app_call_approve (call, TRUE);
  ui_fixture_wait (first != NULL);

  changing_fixture_write (self, TOOL ("add", "Adds, and tells me"));
  changing_fixture_refresh (self);
  again = app_session_new_call (self->session, APP_CALL_TOOL, "add", "{}");
  app_call_run_async (again, NULL, changing_fixture_on_done, &second);
  ui_approval_card_set_call (UI_APPROVAL_CARD (card), again);
  ui_fixture_wait (gtk_widget_get_mapped (diff));
  ui_fixture_assert_named (GTK_WIDGET (window));
  app_call_cancel (again);
  ui_fixture_wait (second != NULL);
  ui_fixture_assert_ends (window, card);
}

static GtkWidget *
find_compare_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (UI_IS_COMPARE_DIALOG (window))
        return window;
    }
  return NULL;
}

/* What Enter does in the search entry. */
static void
choose (GtkWidget *dialog, const char *words)
{
  GtkWidget *search = ui_fixture_find (dialog, GTK_TYPE_SEARCH_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (search), words);
  g_signal_emit_by_name (search, "activate");
  ui_fixture_finish_drawing ();
}

static void
test_compare (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *page = ui_server_page_new (self->workspace, self->session);
  GtkWindow *window = ui_fixture_show (page, 900, 600);
  GtkWidget *header;
  GtkWidget *dialog;
  GtkWidget *diff;
  GtkWidget *alike;

  ui_server_page_set_place (UI_SERVER_PAGE (page), UI_PLACE_TOOLS);
  ui_server_page_want (UI_SERVER_PAGE (page), "add");
  ui_fixture_finish_drawing ();
  header = ui_fixture_find (page, UI_TYPE_DETAIL_HEADER);
  gtk_widget_activate_action (header, "tool.compare", "s", "add");
  ui_fixture_wait (find_compare_dialog () != NULL);
  dialog = find_compare_dialog ();
  g_assert_nonnull (
      ui_fixture_find_label (dialog, "Connect another server to compare with its tools."));
  gtk_window_destroy (GTK_WINDOW (dialog));

  changing_fixture_write (self, TOOL ("add", "Adds <b>more</b>") "," TOOL ("drop", "Drops"));
  changing_fixture_add (self, "second");
  gtk_widget_activate_action (header, "tool.compare", "s", "add");
  dialog = find_compare_dialog ();
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (dialog, "add · changing"));
  g_assert_nonnull (ui_fixture_find_label (dialog, "same name"));
  g_assert_nonnull (ui_fixture_find_label (dialog, "second"));
  ui_fixture_assert_named (dialog);
  diff = ui_fixture_find (dialog, UI_TYPE_DIFF_VIEW);
  alike = ui_fixture_find_label (dialog, "The two definitions are the same.");

  /* Enter takes the first: the one of the same name. */
  choose (dialog, "");
  g_assert_true (gtk_widget_get_mapped (diff));
  g_assert_false (gtk_widget_get_visible (alike));
  g_assert_nonnull (ui_fixture_find_label (dialog, "− add · changing"));
  g_assert_nonnull (ui_fixture_find_label (dialog, "+ add · second"));
  g_assert_nonnull (ui_fixture_find_label (diff, "  \"description\": \"Adds <b>more</b>\","));
  ui_fixture_assert_named (dialog);
  gtk_widget_activate_action (dialog, "compare.back", NULL);
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_get_mapped (diff));
  choose (dialog, "zzz");
  g_assert_false (gtk_widget_get_mapped (diff));
  gtk_window_destroy (GTK_WINDOW (dialog));

  g_assert_true (gtk_widget_activate_action (header, "tool.compare", "s", "drop"));
  dialog = find_compare_dialog ();
  diff = ui_fixture_find (dialog, UI_TYPE_DIFF_VIEW);
  choose (dialog, "drop");
  g_assert_false (gtk_widget_get_visible (diff));
  g_assert_true (gtk_widget_get_mapped (
      ui_fixture_find_label (dialog, "The two definitions are the same.")));
  ui_fixture_assert_ends (GTK_WINDOW (dialog), dialog);
  ui_fixture_assert_ends (window, page);
}

static void
test_switches (ChangingFixture *self, gconstpointer data)
{
  GtkWidget    *group = ui_life_group_new (self->session);
  GtkWindow    *window = ui_fixture_show (group, 500, 400);
  StoreProfile *profile = app_session_get_profile (self->session);

  ui_fixture_assert_named (GTK_WIDGET (window));
  app_watcher_set_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER), TRUE);
  ui_fixture_finish_drawing ();
  g_autofree char *paths = g_strjoinv (", ", (GStrv)store_profile_get_endpoint (profile)->watch);
  g_assert_nonnull (ui_fixture_find_label (group, paths));
  /* The first is the one for coming back. */
  GtkWidget *button = ui_fixture_find (group, GTK_TYPE_SWITCH);
  gtk_switch_set_active (GTK_SWITCH (button), FALSE);
  g_assert_cmpint (store_profile_get_conversation (profile)->reconnect, ==, STORE_RECONNECT_NEVER);
  app_reconnector_set_wanted (app_session_get_feature (self->session, APP_TYPE_RECONNECTOR), TRUE);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (button)));
  ui_fixture_assert_ends (window, group);
}

#define ADD(name, function) \
  g_test_add ("/ui/changes/" name, ChangingFixture, NULL, set_up, function, changing_fixture_tear_down)

void
add_changes_tests (void)
{
  ADD ("told", test_told);
  ADD ("card", test_card);
  ADD ("compare", test_compare);
  ADD ("switches", test_switches);
}
