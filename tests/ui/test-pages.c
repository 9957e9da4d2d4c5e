/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A call that the server does only after pages were visited: shown whole, opened by the person,
 * and made again. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-inbox-policy.h"
#include "app-inbox.h"
#include "app-required-page.h"
#include "app-call-walk.h"
#include "ui-detail-page.h"
#include "ui-required-page-row.h"
#include "ui-required-pages.h"
#include "ui-result-view.h"
#include "app-catalogue.h"

#include <string.h>

typedef struct
{
  AppWorkspace  *workspace;
  AppSession    *session;
  McpDefinition *tool;
  GtkWidget     *page;
  GtkWindow     *window;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  const char *arguments[] = { "--era=legacy", NULL };
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "arguments", arguments, NULL);
  g_autoptr (AppInboxPolicy) person = app_inbox_policy_new_person ();
  self->workspace = ui_fixture_new_workspace ();
  app_inbox_set_policy (app_workspace_get_inbox (self->workspace), person);
  self->session = ui_fixture_add (self->workspace, profile);
  ui_fixture_connect (self->session);
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);
  for (guint i = 0; i < g_list_model_get_n_items (tools) && self->tool == NULL; i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
      if (g_str_equal (mcp_definition_get_key (tool), "read_ledger"))
        self->tool = g_steal_pointer (&tool);
    }
  g_assert_nonnull (self->tool);
  self->page = ui_detail_page_new (self->session);
  self->window = ui_fixture_show (self->page, 900, 600);
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), self->tool);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ui_fixture_assert_ends (self->window, self->page);
  g_clear_object (&self->tool);
  ui_fixture_close (self->workspace);
}

static AppCall *
get_call (Fixture *self)
{
  GtkWidget *view = ui_fixture_find (self->page, UI_TYPE_RESULT_VIEW);
  AppCall   *call = ui_fixture_get_call (view);

  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  ui_fixture_wait (!app_call_is_running (call));
  return call;
}

static void
visit_button (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_BUTTON (widget))
    g_ptr_array_add (data, widget);
}

static GtkButton *
find_button (GtkWidget *within, const char *label)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  ui_fixture_walk (within, visit_button, found);
  for (guint i = 0; i < found->len; i++)
    if (g_strcmp0 (gtk_button_get_label (found->pdata[i]), label) == 0)
      return found->pdata[i];
  g_error ("there is no button “%s”", label);
}

static GListModel *
get_pages (AppCall *call)
{
  g_autoptr (AppSession) session = app_call_dup_session (call);

  return app_required_pages_get (app_session_get_feature (session, APP_TYPE_REQUIRED_PAGES), call);
}

static void
test_visit_and_retry (Fixture *self, gconstpointer data)
{
  GtkWidget *pages = ui_fixture_find (self->page, UI_TYPE_REQUIRED_PAGES);

  g_assert_false (gtk_widget_get_visible (pages));
  ui_detail_page_submit (UI_DETAIL_PAGE (self->page));
  AppCall *first = get_call (self);
  g_assert_cmpint (app_call_get_state (first), ==, APP_CALL_FAILED);
  GListModel *required = get_pages (first);
  g_assert_cmpuint (g_list_model_get_n_items (required), ==, 1);
  g_assert_true (gtk_widget_get_visible (pages));
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (GTK_WIDGET (self->window));

  GtkWidget *row = ui_fixture_find (pages, UI_TYPE_REQUIRED_PAGE_ROW);
  g_assert_nonnull (ui_fixture_find_label (row, "example.com"));
  g_assert_nonnull (ui_fixture_find_label (row, "https://example.com/spyglass-demo/confirm"));
  g_assert_nonnull (ui_fixture_find_label (pages, "demo requires you to open a page"));

  /* There is no browser here: it is said, and can be done by hand. */
  g_signal_emit_by_name (find_button (row, "Open in Browser"), "clicked");
  g_autoptr (AppRequiredPage) page = g_list_model_get_item (required, 0);
  ui_fixture_wait (app_required_page_is_opened (page));
  /* The server tells when it was visited. */
  ui_fixture_wait (app_required_page_is_visited (page));
  g_assert_nonnull (ui_fixture_find_label (row, "The server reports completion."));

  g_signal_emit_by_name (find_button (pages, "Try Again"), "clicked");
  AppCall *second = get_call (self);
  g_assert_true (second != first);
  g_assert_cmpint (app_call_get_state (second), ==, APP_CALL_DONE);
  g_assert_false (app_call_is_error (second));
  g_assert_false (gtk_widget_get_visible (pages));
}

/* What is tried again is the call that failed, not what the form says by then. */
static void
test_same_call (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = app_session_new_call (self->session, APP_CALL_TOOL, "read_ledger",
                                                   "{\"url\":\"https://xn--pple-43d.com/a?b=1\"}");
  GtkWidget *pages = g_object_new (UI_TYPE_REQUIRED_PAGES, NULL);
  GtkWindow *window = ui_fixture_show (pages, 420, 400);

  app_call_set_meta (call, "{\"com.example/a\":1}");
  app_call_run_async (call, NULL, NULL, NULL);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  ui_fixture_wait (!app_call_is_running (call));
  ui_required_pages_set_call (UI_REQUIRED_PAGES (pages), call);
  g_assert_true (gtk_widget_get_visible (pages));
  g_assert_nonnull (ui_fixture_find_label (pages, "xn--pple-43d.com"));
  g_assert_nonnull (ui_fixture_find_label (pages, "https://xn--pple-43d.com/a?b=1"));
  ui_fixture_finish_drawing ();

  g_autoptr (AppCall) again = app_required_pages_repeat_call (call);
  g_assert_cmpstr (app_call_get_target (again), ==, "read_ledger");
  g_assert_cmpstr (app_call_get_arguments (again), ==, app_call_get_arguments (call));
  g_assert_cmpstr (app_call_get_meta (again), ==, "{\"com.example/a\":1}");

  g_signal_emit_by_name (find_button (pages, "Cancel"), "clicked");
  g_assert_false (gtk_widget_get_visible (pages));
  ui_fixture_assert_ends (window, pages);
}

/* Neither a script nor half an address is ever opened. */
static void
test_bad_addresses (Fixture *self, gconstpointer data)
{
  const char *bad[] = { "javascript:alert(1)", "file:///etc/passwd", "//example.com/x", "" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *error = g_strdup_printf (
          "{\"code\":-32042,\"data\":{\"elicitations\":[{\"mode\":\"url\",\"url\":\"%s\"}]}}", bad[i]);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (error, -1, NULL);
      g_autoptr (AppCall) call =
          app_session_new_call (self->session, APP_CALL_TOOL, "read_ledger", "{}");
      app_call_refuse (call, mcp_json_document_get_root (document));
      g_autoptr (AppRequiredPage) page = g_list_model_get_item (
          app_required_pages_get (
              app_session_get_feature (self->session, APP_TYPE_REQUIRED_PAGES), call),
          0);
      GtkWidget *row = ui_required_page_row_new (page);
      GtkWidget *scroller = gtk_scrolled_window_new ();
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), row);
      GtkWindow *window = ui_fixture_show (scroller, 400, 300);
      GtkButton *open = find_button (row, "Open in Browser");

      g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (open)));
      g_signal_emit_by_name (open, "clicked");
      ui_fixture_finish_drawing ();
      g_assert_false (app_required_page_is_opened (page));
      ui_fixture_assert_ends (window, scroller);
    }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

void
add_pages_tests (void)
{
  ADD ("/ui/pages/visit-and-retry", test_visit_and_retry);
  ADD ("/ui/pages/same-call", test_same_call);
  ADD ("/ui/pages/bad-addresses", test_bad_addresses);
}
