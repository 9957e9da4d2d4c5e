/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Resources that are watched: on their page, in their row, in the overview, over reconnects. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-definition-row.h"
#include "ui-detail-page.h"
#include "ui-result-view.h"
#include "ui-settings.h"
#include "ui-watch-bar.h"
#include "ui-watch-group.h"
#include "app-catalogue.h"
#include "app-drafts.h"
#include "app-subscription-list.h"

#include <string.h>

typedef struct
{
  AppWorkspace        *workspace;
  AppSession          *session;
  AppSubscriptionList *list;
  McpDefinition       *product;
  GtkWidget           *page;
  GtkWindow           *window;
} Fixture;

static McpResourceSubscriptionState
get_state (AppSubscription *item)
{
  return app_subscription_get_info (item)->state;
}

static void
set_up (Fixture *self, gconstpointer era)
{
  g_autofree char *option = g_strdup_printf ("--era=%s", (const char *)era);
  const char      *arguments[] = { option, NULL };
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "arguments", arguments, NULL);
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add (self->workspace, profile);
  self->list = app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST);
  ui_fixture_connect (self->session);
  GListModel *resources = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_RESOURCE);
  for (guint i = 0; i < g_list_model_get_n_items (resources) && self->product == NULL; i++)
    {
      g_autoptr (McpDefinition) resource = g_list_model_get_item (resources, i);
      if (strstr (mcp_definition_get_key (resource), "headphones") != NULL)
        self->product = g_steal_pointer (&resource);
    }
  g_assert_nonnull (self->product);
  self->page = ui_detail_page_new (self->session);
  self->window = ui_fixture_show (self->page, 900, 600);
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), self->product);
}

/* Where the person wants it, a resource is read once it is selected, and only then. */
static void
test_read_when_selected (Fixture *self, gconstpointer data)
{
  AppDraft *draft = app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS),
                                     self->product);

  ui_fixture_finish_drawing ();
  g_assert_null (app_draft_get_call (draft));
  g_assert_true (g_settings_set_boolean (ui_settings_get (), "read-when-selected", TRUE));
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), NULL);
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), self->product);
  /* Passed on the way to another */
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), NULL);
  ui_fixture_finish_drawing ();
  g_assert_null (app_draft_get_call (draft));
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), self->product);
  ui_fixture_wait (app_draft_get_call (draft) != NULL);
  AppCall *call = app_draft_get_call (draft);
  ui_fixture_wait (!app_call_is_running (call));
  /* What was read is not read again. */
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), NULL);
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), self->product);
  ui_fixture_finish_drawing ();
  g_assert_true (app_draft_get_call (draft) == call);
  g_settings_reset (ui_settings_get (), "read-when-selected");
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ui_fixture_assert_ends (self->window, self->page);
  g_clear_object (&self->product);
  ui_fixture_close (self->workspace);
}

static void
on_done (GObject *object, GAsyncResult *result, gpointer data)
{
  *(gboolean *)data = TRUE;
}

/* Through a tool of the demo server's, as somebody else might. */
static void
change_product (Fixture *self)
{
  const char      *id = strrchr (mcp_definition_get_key (self->product), '/') + 1;
  g_autofree char *arguments = g_strdup_printf ("{\"id\":\"%s\",\"stock\":7}", id);
  g_autoptr (AppCall) call =
      app_session_new_call (self->session, APP_CALL_TOOL, "set_stock", arguments);
  gboolean ended = FALSE;

  app_call_run_async (call, NULL, on_done, &ended);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  ui_fixture_wait (ended);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_DONE);
  g_assert_false (app_call_is_error (call));
}

static guint
count_reads (Fixture *self)
{
  GListModel *calls = app_session_get_calls (self->session);
  guint       count = 0;

  for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);
      count += app_call_get_kind (call) == APP_CALL_READ &&
               app_call_get_state (call) == APP_CALL_DONE;
    }
  return count;
}

static GtkWidget *
find_button (GtkWidget *below, const char *label)
{
  GtkWidget *found = ui_fixture_find_label (below, label);

  return found != NULL ? gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON) : NULL;
}

static void
test_watch (Fixture *self, gconstpointer data)
{
  GtkWidget       *bar = ui_fixture_find (self->page, UI_TYPE_WATCH_BAR);
  GtkWidget       *watch = ui_fixture_find (bar, GTK_TYPE_TOGGLE_BUTTON);
  GtkWidget       *again = find_button (bar, "Read Again");
  GtkWidget       *rereads = ui_fixture_find (bar, GTK_TYPE_CHECK_BUTTON);
  GtkWidget       *row = ui_definition_row_new ();
  GtkWindow       *row_window = ui_fixture_show (row, 300, 60);
  GtkWidget       *group = ui_watch_group_new (self->session);
  GtkWindow       *group_window = ui_fixture_show (group, 600, 200);
  AppSubscription *item;

  ui_definition_row_set_definition (UI_DEFINITION_ROW (row), self->session, self->product, FALSE);
  g_assert_true (gtk_widget_get_visible (bar));
  g_assert_false (gtk_widget_get_visible (group));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (watch), TRUE);
  item = app_subscription_list_find (self->list, mcp_definition_get_key (self->product));
  g_assert_nonnull (item);
  ui_fixture_wait (get_state (item) == MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  ui_fixture_wait (ui_fixture_find_label (row, "watched") != NULL);
  g_assert_true (gtk_widget_get_visible (group));
  ui_fixture_assert_named (self->page);
  ui_fixture_assert_named (group);

  /* Before anything was read there is nothing to be out of date. */
  change_product (self);
  ui_fixture_wait (app_subscription_get_info (item)->n_updates == 1);
  ui_fixture_wait (ui_fixture_find_label (row, "updated") != NULL);
  g_assert_false (gtk_widget_get_visible (again));
  ui_detail_page_submit (UI_DETAIL_PAGE (self->page));
  ui_fixture_wait (count_reads (self) == 1);
  g_assert_false (app_subscription_get_stale (item));

  change_product (self);
  ui_fixture_wait (gtk_widget_get_visible (again));
  g_assert_cmpuint (app_subscription_get_info (item)->n_updates, ==, 2);
  g_signal_emit_by_name (again, "clicked");
  ui_fixture_wait (count_reads (self) == 2);
  ui_fixture_wait (!gtk_widget_get_visible (again));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (rereads), TRUE);
  change_product (self);
  ui_fixture_wait (count_reads (self) == 3);

  g_signal_emit_by_name (find_button (group, "Stop"), "clicked");
  g_assert_null (app_subscription_list_find (self->list, mcp_definition_get_key (self->product)));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (watch)));
  g_assert_false (gtk_widget_get_visible (group));
  ui_fixture_wait (ui_fixture_find_label (row, "watched") == NULL &&
                   ui_fixture_find_label (row, "updated") == NULL);
  ui_fixture_assert_ends (row_window, row);
  ui_fixture_assert_ends (group_window, group);
}

static void
test_reconnect (Fixture *self, gconstpointer data)
{
  GtkWidget *bar = ui_fixture_find (self->page, UI_TYPE_WATCH_BAR);
  GtkWidget *watch = ui_fixture_find (bar, GTK_TYPE_TOGGLE_BUTTON);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (watch), TRUE);
  AppSubscription *item =
      app_subscription_list_find (self->list, mcp_definition_get_key (self->product));
  ui_fixture_wait (get_state (item) == MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  app_session_restart (self->session);
  ui_fixture_wait (get_state (item) != MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  ui_fixture_wait (app_session_get_state (self->session) == APP_SESSION_READY);
  ui_fixture_wait (get_state (item) == MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  change_product (self);
  ui_fixture_wait (app_subscription_get_info (item)->n_updates == 1);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (watch)));
}

void
add_watch_tests (void)
{
  g_test_add ("/ui/watch/legacy", Fixture, "legacy", set_up, test_watch, tear_down);
  g_test_add ("/ui/watch/modern", Fixture, "modern", set_up, test_watch, tear_down);
  g_test_add ("/ui/watch/reconnect", Fixture, "dual", set_up, test_reconnect, tear_down);
  g_test_add ("/ui/watch/read-when-selected", Fixture, "dual", set_up, test_read_when_selected,
              tear_down);
}
