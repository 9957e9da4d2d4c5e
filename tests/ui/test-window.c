/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The window with real servers: what a person sees when they connect, choose, call and leave. */

#include "ui-confirm-page.h"
#include "ui-tests.h"
#include "form-fixture.h"
#include "ui-fixture.h"
#include "ui-detail-page.h"
#include "ui-form-view.h"
#include "ui-list-page.h"
#include "ui-console-view.h"
#include "ui-log-page.h"
#include "ui-log-pane.h"
#include "ui-problem-view.h"
#include "ui-result-view.h"
#include "ui-tool-menu.h"
#include "ui-server-page.h"
#include "ui-sidebar.h"
#include "ui-welcome-page.h"
#include "ui-window.h"
#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-object-cache.h"
#include "app-reconnector.h"
#include "app-server-logging.h"
#include "app-subscription-list.h"

#include <unistd.h>

typedef struct
{
  AppWorkspace *workspace;
  UiWindow     *window;
  GtkWidget    *sidebar;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->workspace = ui_fixture_new_workspace ();
  fixture->window = ui_window_new (NULL, fixture->workspace);
  fixture->sidebar = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_SIDEBAR);
  /* The window remembers the size that the case before left. */
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 800);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ui_fixture_assert_ends (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->window));
  ui_fixture_close (fixture->workspace);
}

static void
act (Fixture *fixture, const char *action, const char *format, ...)
{
  g_autoptr (GVariant) parameter = NULL;

  if (format != NULL)
    {
      va_list arguments;
      va_start (arguments, format);
      parameter = g_variant_ref_sink (g_variant_new_va (format, NULL, &arguments));
      va_end (arguments);
    }
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (fixture->window), action,
                                                     parameter));
}

static AppSessionState
state_of (AppSession *session)
{
  return app_session_get_state (session);
}

static UiPlaceKind
place_of (Fixture *fixture)
{
  return ui_place_get_kind (ui_sidebar_get_place (UI_SIDEBAR (fixture->sidebar)));
}

typedef struct
{
  const char *text;
  gboolean    shown;
} Search;

static void
visit_shown (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), search->text))
    search->shown = TRUE;
}

static gboolean
shows (Fixture *fixture, const char *text)
{
  Search search = { text, FALSE };

  ui_fixture_walk (GTK_WIDGET (fixture->window), visit_shown, &search);
  return search.shown;
}

static gboolean
is_focus_within (Fixture *fixture, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

static gboolean
is_focus_in_list (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  GtkWidget *list = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_VIEW) : NULL;

  return list != NULL && gtk_widget_has_css_class (list, "definitions");
}

static void
test_first_run (Fixture *fixture, gconstpointer data)
{
  ui_fixture_wait (shows (fixture, "Look Inside MCP Servers"));
  g_assert_cmpint (place_of (fixture), ==, UI_PLACE_HOME);
  /* Return is enough. */
  GtkWidget *demo = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_WELCOME_PAGE);
  ui_fixture_wait (is_focus_within (fixture, demo));
  act (fixture, "win.back", NULL);
  act (fixture, "win.next-pane", NULL);
  act (fixture, "win.search", NULL);
}

static void
test_try_demo (Fixture *fixture, gconstpointer data)
{
  /* The program beside this one, as the first-run page finds it. */
  g_autoptr (StoreProfile) demo = app_workspace_dup_demo_profile (fixture->workspace);
  if (demo == NULL)
    {
      g_test_skip ("the demo server is not beside this program");
      return;
    }
  act (fixture, "win.try-demo", NULL);
  ui_fixture_wait (g_list_model_get_n_items (G_LIST_MODEL (fixture->workspace)) == 1);
  g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (fixture->workspace), 0);
  ui_fixture_wait (state_of (session) == APP_SESSION_READY);
  ui_fixture_wait (place_of (fixture) == UI_PLACE_TOOLS);
  /* The focus is in the list, and the first tool is what Ctrl+Enter calls. */
  GtkWidget *page = NULL;
  ui_fixture_wait ((page = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LIST_PAGE)) !=
                   NULL);
  ui_fixture_wait (is_focus_in_list (fixture));
  ui_fixture_wait (ui_list_page_get_selected (UI_LIST_PAGE (page)) != NULL);
  /* Once more leads back to it. */
  ui_window_show_place (fixture->window, NULL, UI_PLACE_HOME);
  act (fixture, "win.try-demo", NULL);
  ui_fixture_wait (place_of (fixture) == UI_PLACE_TOOLS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->workspace)), ==, 1);
}

/* Servers are told apart by what they are, not by their names. */
static void
test_same_name (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");
  AppSession *first;
  AppSession *second;

  g_object_set (profile, "command", "/nonexistent/server", NULL);
  first = ui_fixture_add (fixture->workspace, profile);
  second = ui_fixture_add_demo (fixture->workspace, "demo");
  g_assert_true (first != second);
  ui_window_open_server (fixture->window, second);
  ui_fixture_wait (state_of (second) == APP_SESSION_READY);
  ui_fixture_wait (place_of (fixture) == UI_PLACE_TOOLS);
  g_assert_true (ui_place_get_session (ui_sidebar_get_place (UI_SIDEBAR (fixture->sidebar))) ==
                 second);
  g_assert_cmpint (state_of (first), ==, APP_SESSION_IDLE);
}

/* Returns: (transfer full): the titles of the rows that the sidebar shows, one a line; the selected
 * one is marked */
static char *
dup_rows (Fixture *fixture)
{
  static const char *const lists[] = { "Servers", "Across all servers" };
  GString                 *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      GtkListBox    *list = GTK_LIST_BOX (ui_fixture_find_named (fixture->sidebar, lists[i]));
      GtkListBoxRow *row;

      for (int n = 0; (row = gtk_list_box_get_row_at_index (list, n)) != NULL; n++)
        if (gtk_widget_get_visible (GTK_WIDGET (row)))
          g_string_append_printf (text, "%s%s\n", gtk_list_box_row_is_selected (row) ? "*" : "",
                                  gtk_label_get_text (GTK_LABEL (
                                      ui_fixture_find (GTK_WIDGET (row), GTK_TYPE_LABEL))));
    }
  return g_string_free (text, FALSE);
}

#define COMMON "Activity\nObjects\nSaved Calls\nPlayground\nApplications\n"

static void
assert_rows (Fixture *fixture, const char *expected)
{
  g_autofree char *rows = dup_rows (fixture);
  g_assert_cmpstr (rows, ==, expected);
}

static GtkListBoxRow *
get_server_row (Fixture *fixture, int i)
{
  return gtk_list_box_get_row_at_index (
      GTK_LIST_BOX (ui_fixture_find_named (fixture->sidebar, "Servers")), i);
}

/* Ten rows with one server, whose pages are there while one of its places is shown. A place without
 * a row is its server's. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  assert_rows (fixture, "*Home\n" COMMON);
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");
  AppSession *other = ui_fixture_add_demo (fixture->workspace, "other");

  assert_rows (fixture, "*demo\nother\n" COMMON);
  ui_fixture_connect (session);
  ui_window_show_place (fixture->window, session, UI_PLACE_TOOLS);
  assert_rows (fixture, "demo\n*Tools\nResources\nPrompts\nLog\nother\n" COMMON);
  /* No tooltip of the row lies on the pages below it. */
  GtkWidget *row = GTK_WIDGET (get_server_row (fixture, 0));
  g_assert_false (gtk_widget_get_has_tooltip (row));
  g_assert_true (gtk_widget_get_has_tooltip (ui_fixture_find (row, GTK_TYPE_IMAGE)));
  g_assert_true (gtk_widget_get_has_tooltip (GTK_WIDGET (get_server_row (fixture, 5))));
  static const UiPlaceKind without_row[] = { UI_PLACE_CHECKS, UI_PLACE_EXPORT, UI_PLACE_SERVER };
  for (guint i = 0; i < G_N_ELEMENTS (without_row); i++)
    {
      ui_window_show_place (fixture->window, session, without_row[i]);
      g_assert_cmpint (place_of (fixture), ==, without_row[i]);
      assert_rows (fixture, "*demo\nTools\nResources\nPrompts\nLog\nother\n" COMMON);
    }
  /* What is empty is there while it is looked at. */
  ui_window_show_place (fixture->window, session, UI_PLACE_INBOX);
  assert_rows (fixture, "demo\nTools\nResources\nPrompts\n*Inbox\nLog\nother\n" COMMON);
  ui_window_show_place (fixture->window, NULL, UI_PLACE_COMPOSER);
  assert_rows (fixture, "demo\nother\n" COMMON);
  ui_window_show_place (fixture->window, other, UI_PLACE_SERVER);
  assert_rows (fixture, "demo\n*other\n" COMMON);

  /* The selected row of a page without one leads to the server's own. */
  ui_window_show_place (fixture->window, session, UI_PLACE_CHECKS);
  g_signal_emit_by_name (get_server_row (fixture, 0), "activate");
  g_assert_cmpint (place_of (fixture), ==, UI_PLACE_SERVER);
}

/* Tab leads through the sidebar, and to no other page. */
static void
test_tab (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");

  ui_fixture_connect (session);
  for (guint i = 0; i < 2; i++)
    {
      ui_window_show_place (fixture->window, i == 0 ? session : NULL,
                            i == 0 ? UI_PLACE_PROMPTS : UI_PLACE_SAVED);
      UiPlaceKind shown = place_of (fixture);
      ui_fixture_finish_drawing ();
      g_assert_true (gtk_widget_child_focus (fixture->sidebar, GTK_DIR_TAB_FORWARD));
      GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      g_assert_true (gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (focus)));
      gtk_widget_child_focus (fixture->sidebar, GTK_DIR_TAB_FORWARD);
      gtk_widget_child_focus (fixture->sidebar, GTK_DIR_TAB_BACKWARD);
      gtk_widget_child_focus (fixture->sidebar, GTK_DIR_TAB_BACKWARD);
      g_assert_cmpint (place_of (fixture), ==, shown);
    }
}

/* Whoever comes to a server sees where that is in the sidebar, however many there are. */
static void
test_in_view (Fixture *fixture, gconstpointer data)
{
  AppSession *last = NULL;
  GtkListBox *list = GTK_LIST_BOX (ui_fixture_find_named (fixture->sidebar, "Servers"));

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("server %u", i);
      last = ui_fixture_add_demo (fixture->workspace, name);
    }
  ui_fixture_connect (last);
  ui_window_show_place (fixture->window, last, UI_PLACE_TOOLS);
  GtkAdjustment *adjustment = gtk_list_box_get_adjustment (list);
  ui_fixture_wait (gtk_adjustment_get_value (adjustment) > 0);
  ui_fixture_finish_drawing ();
  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (gtk_list_box_get_selected_row (list)),
                                            GTK_WIDGET (list), &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, gtk_adjustment_get_value (adjustment));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=,
                     gtk_adjustment_get_value (adjustment) +
                         gtk_adjustment_get_page_size (adjustment));
}

/* The menu of a row is about its server and leaves what is shown. */
static void
test_row_menu (Fixture *fixture, gconstpointer data)
{
  AppSession *first = ui_fixture_add_demo (fixture->workspace, "first");
  AppSession *second = ui_fixture_add_demo (fixture->workspace, "second");

  ui_window_show_place (fixture->window, second, UI_PLACE_SERVER);
  gtk_widget_grab_focus (GTK_WIDGET (get_server_row (fixture, 0)));
  g_assert_true (gtk_widget_activate_action (fixture->sidebar, "sidebar.menu", NULL));
  GtkWidget *popover = ui_fixture_find (fixture->sidebar, GTK_TYPE_POPOVER_MENU);
  g_assert_nonnull (popover);
  g_assert_true (gtk_widget_activate_action (popover, "server.connect", NULL));
  ui_fixture_wait (state_of (first) == APP_SESSION_READY);
  g_assert_cmpint (state_of (second), ==, APP_SESSION_IDLE);
  g_assert_true (ui_place_get_session (ui_sidebar_get_place (UI_SIDEBAR (fixture->sidebar))) ==
                 second);
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
test_walk (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");

  act (fixture, "win.server", "i", 1);
  ui_fixture_wait (shows (fixture, "Connect"));
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_READY);
  for (UiPlaceKind kind = UI_PLACE_SERVER; kind <= UI_PLACE_LOG; kind++)
    {
      /* The server's own place is its overview. */
      if (kind == UI_PLACE_OVERVIEW)
        continue;
      ui_window_show_place (fixture->window, session, kind);
      ui_fixture_finish_drawing ();
      g_assert_cmpint (place_of (fixture), ==, kind);
      act (fixture, "win.next-pane", NULL);
      act (fixture, "win.previous-pane", NULL);
      act (fixture, "win.search", NULL);
    }
  act (fixture, "win.show-log", NULL);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LOG_PANE));
  ui_window_show_place (fixture->window, NULL, UI_PLACE_OBJECTS);
  /* The form of the first tool is made by and by. */
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (GTK_WIDGET (fixture->window));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 360, 400);
  ui_fixture_finish_drawing ();
}

static gboolean
is_form_shown (Fixture *fixture)
{
  GtkWidget *form = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_FORM_VIEW);
  return form != NULL && gtk_widget_get_mapped (form);
}

static UiListPage *
open_tools (Fixture *fixture, AppSession *session)
{
  ui_window_show_place (fixture->window, session, UI_PLACE_TOOLS);
  GtkWidget *page = NULL;
  ui_fixture_wait ((page = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LIST_PAGE)) !=
                   NULL);
  ui_fixture_finish_drawing ();
  return UI_LIST_PAGE (page);
}

static void
test_call (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");
  GListModel *calls = app_session_get_calls (session);

  ui_fixture_connect (session);
  UiListPage *page = open_tools (fixture, session);
  g_autoptr (McpDefinition) first = g_list_model_get_item (
      app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                              MCP_DEFINITION_TOOL),
      0);
  g_assert_true (ui_list_page_open (page, mcp_definition_get_key (first)));
  g_assert_true (ui_list_page_get_selected (page) == first);

  ui_fixture_wait (is_form_shown (fixture));
  act (fixture, "win.submit", NULL);
  ui_fixture_wait (g_list_model_get_n_items (calls) == 1);
  g_autoptr (AppCall) call = g_list_model_get_item (calls, 0);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL ||
                   app_call_get_state (call) == APP_CALL_DONE);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_DONE);
  GtkWidget *result = ui_fixture_find (GTK_WIDGET (page), UI_TYPE_RESULT_VIEW);
  g_assert_true (ui_fixture_get_call (result) == call);
  ui_fixture_wait (app_object_cache_get_n (app_workspace_get_object_cache (fixture->workspace)) == 1);
}

/* What was typed stays while another tool is looked at, and while the server goes and comes. */
/* A tool's own rule is chosen beside it, kept with the profile, and holds for the next call. */
static void
test_rule (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");

  ui_fixture_connect (session);
  UiListPage *page = open_tools (fixture, session);
  g_autoptr (McpDefinition) first = g_list_model_get_item (
      app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                              MCP_DEFINITION_TOOL),
      0);
  g_autoptr (McpDefinition) second = g_list_model_get_item (
      app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                              MCP_DEFINITION_TOOL),
      1);
  const char *tool = mcp_definition_get_key (first);
  g_assert_true (ui_list_page_open (page, tool));
  GtkWidget *menu = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_TOOL_MENU);
  ui_fixture_wait (gtk_widget_get_mapped (menu));

  g_assert_true (gtk_widget_activate_action (menu, "tool-menu.rule", "s", "never"));
  g_assert_cmpstr (
      app_approvals_get_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), tool), ==,
      "never");
  ui_fixture_wait (shows (fixture, "blocked"));

  /* Whoever changes it; and each tool has its own. */
  app_approvals_set_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), tool, "ask");
  ui_fixture_wait (shows (fixture, "always asks"));
  g_assert_true (ui_list_page_open (page, mcp_definition_get_key (second)));
  ui_fixture_wait (!shows (fixture, "always asks"));
  g_assert_true (ui_list_page_open (page, tool));
  ui_fixture_wait (shows (fixture, "always asks"));
  g_assert_true (gtk_widget_activate_action (menu, "tool-menu.rule", "s", "server"));
  g_assert_null (
      app_approvals_get_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), tool));
  ui_fixture_wait (!shows (fixture, "always asks"));
}

/* What a person chooses elsewhere is what is shown, and called, however the list is arranged. Where it
 * is gone, nothing takes its place. The palette, Repeat, saved calls and notifications use win.open. */
static void
test_open (Fixture *fixture, gconstpointer data)
{
  static const char *const searches[] = { "", "no such tool", "echo", "make_table", "a" };
  static const char *const keys[] = { "describe_numbers", "echo", "gone" };
  AppSession              *session = ui_fixture_add_demo (fixture->workspace, "demo");
  GListModel              *calls = app_session_get_calls (session);

  ui_fixture_connect (session);
  const char *id = store_profile_get_id (app_session_get_profile (session));
  UiListPage *page = open_tools (fixture, session);
  GtkWidget  *search = ui_fixture_find (GTK_WIDGET (page), GTK_TYPE_SEARCH_ENTRY);
  for (guint i = 0; i < G_N_ELEMENTS (searches) * G_N_ELEMENTS (keys) * 4; i++)
    {
      const char *key = keys[i % G_N_ELEMENTS (keys)];
      gboolean    gone = g_str_equal (key, "gone");

      g_object_set (page, "sorted", (i / 15) % 2 == 1, "grouped", i / 30 == 1, NULL);
      g_assert_true (ui_list_page_open (page, "make_table"));
      gtk_editable_set_text (GTK_EDITABLE (search), searches[(i / 3) % 5]);
      g_signal_emit_by_name (search, "search-changed");
      act (fixture, "win.open", "(sss)", id, "tools", key);
      ui_fixture_finish_drawing ();
      McpDefinition *selected = ui_list_page_get_selected (page);
      g_assert_cmpstr (selected != NULL ? mcp_definition_get_key (selected) : NULL, ==,
                       gone ? NULL : key);
      if (gone)
        g_assert_true (shows (fixture, "The server no longer lists “gone”."));
    }

  act (fixture, "win.open", "(sss)", id, "tools", "gone");
  act (fixture, "win.submit", NULL);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (g_list_model_get_n_items (calls), ==, 0);
  gtk_editable_set_text (GTK_EDITABLE (search), "make");
  g_signal_emit_by_name (search, "search-changed");
  act (fixture, "win.call-again", "(ss)", id, "list_pipelines");
  g_assert_cmpuint (g_list_model_get_n_items (calls), ==, 1);
  g_autoptr (AppCall) call = g_list_model_get_item (calls, 0);
  g_assert_cmpstr (app_call_get_target (call), ==, "list_pipelines");
  g_assert_cmpstr (mcp_definition_get_key (ui_list_page_get_selected (page)), ==, "list_pipelines");
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_DONE);
}

static void
test_drafts (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");
  GListModel *tools = app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                              MCP_DEFINITION_TOOL);

  ui_fixture_connect (session);
  UiListPage *page = open_tools (fixture, session);
  g_autoptr (McpDefinition) first = g_list_model_get_item (tools, 0);
  g_autoptr (McpDefinition) second = g_list_model_get_item (tools, 1);
  g_assert_true (ui_list_page_open (page, mcp_definition_get_key (first)));
  UiFormView *view = UI_FORM_VIEW (ui_fixture_find (GTK_WIDGET (page), UI_TYPE_FORM_VIEW));
  AppForm    *form = form_fixture_form_of (view);
  g_assert_true (app_form_set_json (form, "{\"typed\": 1.10}"));

  g_assert_true (ui_list_page_open (page, mcp_definition_get_key (second)));
  g_assert_true (form_fixture_form_of (view) != form);
  g_assert_true (ui_list_page_open (page, mcp_definition_get_key (first)));
  g_assert_true (form_fixture_form_of (view) == form);

  act (fixture, "server.disconnect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_IDLE);
  g_assert_cmpint (place_of (fixture), ==, UI_PLACE_SERVER);
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_READY &&
                   g_list_model_get_n_items (tools) > 1);
  /* The person is taken back to where they were. */
  ui_fixture_wait (place_of (fixture) == UI_PLACE_TOOLS);
  g_assert_true (ui_list_page_open (page, mcp_definition_get_key (first)));
  g_autofree char *json = app_form_dup_json (form_fixture_form_of (view));
  g_assert_cmpstr (json, ==, "{\"typed\": 1.10}");
}

static void
test_failure (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("broken <b>&amp;");
  g_object_set (profile, "command", "/nonexistent/<i>server</i>", NULL);
  AppSession *session = ui_fixture_add (fixture->workspace, profile);

  ui_window_show_place (fixture->window, session, UI_PLACE_SERVER);
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_FAILED);
  ui_fixture_wait (shows (fixture, "Could Not Connect to broken <b>&amp;"));
  ui_fixture_wait (shows (fixture, app_problem_get_what (app_session_get_problem (session))));
  ui_fixture_assert_named (GTK_WIDGET (fixture->window));
}

/* What is broken anywhere gets no hyphens that are not its own. */
static void
count_literal (GtkWidget *widget, gpointer data)
{
  PangoAttrList *attributes;
  GSList        *found;
  guint         *count = data;

  if (!GTK_IS_LABEL (widget) || gtk_label_get_wrap_mode (GTK_LABEL (widget)) != PANGO_WRAP_CHAR)
    return;
  attributes = gtk_label_get_attributes (GTK_LABEL (widget));
  g_assert_nonnull (attributes);
  found = pango_attr_list_get_attributes (attributes);
  g_assert_cmpint (((PangoAttribute *)found->data)->klass->type, ==, PANGO_ATTR_INSERT_HYPHENS);
  g_assert_cmpint (((PangoAttrInt *)found->data)->value, ==, FALSE);
  g_slist_free_full (found, (GDestroyNotify)pango_attribute_destroy);
  (*count)++;
}

static void
test_confirm (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("pasted");
  const char *arguments[] = { "--a <b>", NULL };
  guint       n_literal = 0;
  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "arguments", arguments, "origin",
                STORE_ORIGIN_PASTED, NULL);
  AppSession *session = ui_fixture_add (fixture->workspace, profile);

  ui_window_show_place (fixture->window, session, UI_PLACE_SERVER);
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_UNCONFIRMED);
  ui_fixture_wait (shows (fixture, "Run This Command?"));
  ui_fixture_walk (ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_CONFIRM_PAGE),
                   count_literal, &n_literal);
  g_assert_cmpuint (n_literal, ==, 1);
  g_assert_cmpint (state_of (session), ==, APP_SESSION_UNCONFIRMED);
}

/* A server on the network that takes something shows what, and who gets it. */
static void
test_confirm_variables (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("remote");
  g_autoptr (StoreVariables) headers = store_variables_new ();
  const char *confirmed = "http://127.0.0.1:9/mcp\n\nIt gets these variables from your "
                          "environment:\nSOME_TOKEN: header Authorization, sent to 127.0.0.1";

  store_variables_set (headers, "Authorization", "Bearer ${SOME_TOKEN}");
  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", "http://127.0.0.1:9/mcp",
                "headers", headers, "origin", STORE_ORIGIN_IMPORTED, "source", "Cursor", NULL);
  AppSession *session = ui_fixture_add (fixture->workspace, profile);

  ui_window_show_place (fixture->window, session, UI_PLACE_SERVER);
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_UNCONFIRMED);
  ui_fixture_wait (shows (fixture, "Use This Server?"));
  g_assert_true (shows (fixture, confirmed));
  g_assert_true (shows (fixture, "Imported from Cursor. It takes values from your environment: "
                                 "review what is sent, and to which host, first."));
  act (fixture, "server.confirm", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_FAILED);
  /* What failed shows the address; the list is only where it is confirmed. */
  g_assert_true (shows (fixture, "http://127.0.0.1:9/mcp"));
  g_assert_false (shows (fixture, confirmed));
}

/* Returns: (transfer full): where the demo server is, and its process */
static char *
start_http (GSubprocess **process)
{
  const char *program = g_getenv ("SPYGLASS_DEMO");
  g_autoptr (GError) error = NULL;

  *process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, program, "--http", NULL);
  g_assert_no_error (error);
  g_autoptr (GDataInputStream) lines =
      g_data_input_stream_new (g_subprocess_get_stderr_pipe (*process));
  g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  const char *url = strstr (line, "http://");
  const char *path = strstr (url, "/mcp");
  g_assert_nonnull (path);
  return g_strndup (url, (gsize)(path - url));
}

/* An address that lacks its path: the suggested one leads where adding a server does. */
static void
test_try_address (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *url = start_http (&process);
  g_autoptr (StoreProfile) profile = store_profile_new ("remote");
  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", url, NULL);
  AppSession *session = ui_fixture_add (fixture->workspace, profile);

  ui_window_show_place (fixture->window, session, UI_PLACE_SERVER);
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (shows (fixture, "Try /mcp"));
  ui_fixture_click (GTK_WIDGET (fixture->window), "Try /mcp");
  ui_fixture_wait (state_of (session) == APP_SESSION_READY);
  g_assert_cmpint (ui_place_get_kind (ui_sidebar_get_place (UI_SIDEBAR (fixture->sidebar))), ==,
                   UI_PLACE_TOOLS);
  g_subprocess_force_exit (process);
}

static void
test_cancel_connecting (Fixture *fixture, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("silent");
  const char *arguments[] = { "3600", NULL };
  g_object_set (profile, "command", "/bin/sleep", "arguments", arguments, NULL);
  AppSession *session = ui_fixture_add (fixture->workspace, profile);

  ui_window_show_place (fixture->window, session, UI_PLACE_SERVER);
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_CONNECTING);
  ui_fixture_wait (shows (fixture, "Connecting…"));
  ui_fixture_wait (shows (fixture, "Waiting for the response to server/discover · 1 s"));
  act (fixture, "server.disconnect", NULL);
  ui_fixture_wait (state_of (session) != APP_SESSION_CONNECTING);
}

static void
test_lost (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");

  ui_fixture_connect (session);
  open_tools (fixture, session);
  /* The demo's own process is told to go away, as a crash would look from here. */
  g_autofree char *command = g_strdup_printf ("pkill -KILL -P %d", (int)getpid ());
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_RECONNECTING);
  g_assert_cmpint (place_of (fixture), ==, UI_PLACE_TOOLS);
  /* What comes back in a moment moves nothing. */
  g_assert_false (shows (fixture, "Now"));
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_READY);
  g_assert_cmpint (place_of (fixture), ==, UI_PLACE_TOOLS);
}

/* A lost connection is told over the page, which stays where it is, and nothing can be called. */
static void
test_lost_for_good (Fixture *fixture, gconstpointer data)
{
  AppSession     *session = ui_fixture_add_demo (fixture->workspace, "demo");
  graphene_rect_t before;
  graphene_rect_t after;

  ui_fixture_connect (session);
  app_reconnector_set_wanted (app_session_get_feature (session, APP_TYPE_RECONNECTOR), FALSE);
  open_tools (fixture, session);
  GtkWidget *form = NULL;
  ui_fixture_wait ((form = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_FORM_VIEW)) !=
                   NULL);
  ui_fixture_wait (is_form_shown (fixture));
  GtkWidget *submit = gtk_widget_get_ancestor (ui_fixture_find_label (form, "Call"),
                                               GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_is_sensitive (submit));
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_compute_bounds (form, GTK_WIDGET (fixture->window), &before));
  g_autofree char *command = g_strdup_printf ("pkill -KILL -P %d", (int)getpid ());
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_LOST);
  ui_fixture_wait (shows (fixture, "Reconnect"));
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_compute_bounds (form, GTK_WIDGET (fixture->window), &after));
  g_assert_cmpfloat (after.origin.y, ==, before.origin.y);
  g_assert_cmpfloat (after.size.height, ==, before.size.height);
  g_assert_false (gtk_widget_is_sensitive (submit));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (submit), ==, "Not connected");
  ui_form_view_submit (UI_FORM_VIEW (form));
  g_assert_nonnull (ui_fixture_find_label (form, "Not connected"));
  act (fixture, "server.connect", NULL);
  ui_fixture_wait (state_of (session) == APP_SESSION_READY);
  ui_fixture_wait (gtk_widget_is_sensitive (submit));
  g_assert_null (ui_fixture_find_label (form, "Not connected"));
}

/* The stream is switched from the server's menu too, and stays as it was left. */
static void
test_stream (Fixture *fixture, gconstpointer data)
{
  AppSession   *session = ui_fixture_add_demo (fixture->workspace, "demo");
  StoreProfile *profile = app_session_get_profile (session);

  ui_fixture_connect (session);
  ui_window_show_place (fixture->window, session, UI_PLACE_TOOLS);
  ui_fixture_finish_drawing ();
  act (fixture, "server.stop-listening", NULL);
  g_assert_false (store_profile_get_conversation (profile)->listen);
  act (fixture, "server.stop-listening", NULL);
  g_assert_false (store_profile_get_conversation (profile)->listen);
  act (fixture, "server.listen", NULL);
  g_assert_true (store_profile_get_conversation (profile)->listen);
  /* From elsewhere: the menu knows. */
  app_subscription_list_set_listening (
      app_session_get_feature (session, APP_TYPE_SUBSCRIPTION_LIST), FALSE);
  ui_fixture_finish_drawing ();
  act (fixture, "server.listen", NULL);
  g_assert_true (store_profile_get_conversation (profile)->listen);
}

static gboolean
says_outdated (Fixture *fixture)
{
  GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (fixture->window),
                                            "Reconnect to apply the changed settings");
  GtkWidget *revealer = gtk_widget_get_ancestor (label, GTK_TYPE_REVEALER);

  return gtk_revealer_get_reveal_child (GTK_REVEALER (revealer));
}

static void
on_replaced (GObject *book, GAsyncResult *result, gpointer done)
{
  g_assert_true (store_profile_list_replace_finish (STORE_PROFILE_LIST (book), result, NULL));
  *(gboolean *)done = TRUE;
}

/* As a dialog saves it. What is only set is gone once an earlier change has been written. */
static void
save (Fixture *fixture, StoreProfile *profile, const char *property, gconstpointer value)
{
  g_autoptr (StoreProfile) changed = store_profile_copy (profile);
  gboolean done = FALSE;

  g_object_set (changed, property, value, NULL);
  store_profile_list_replace_async (app_workspace_get_book (fixture->workspace), changed, NULL,
                                    on_replaced, &done);
  ui_fixture_wait (done);
}

/* What only another connection will heed is said until there is one; the rest holds at once. */
static void
test_outdated (Fixture *fixture, gconstpointer data)
{
  AppSession   *session = ui_fixture_add_demo (fixture->workspace, "demo");
  StoreProfile *profile = app_session_get_profile (session);
  g_autoptr (StoreVariables) meta = store_variables_new_from_object ("{\"a\":1}", NULL);
  const char *roots[] = { "/tmp", NULL };

  ui_fixture_connect (session);
  ui_window_show_place (fixture->window, session, UI_PLACE_OVERVIEW);
  ui_fixture_finish_drawing ();
  g_assert_false (says_outdated (fixture));
  app_reconnector_set_wanted (app_session_get_feature (session, APP_TYPE_RECONNECTOR), FALSE);
  app_server_logging_set_level (app_session_get_feature (session, APP_TYPE_SERVER_LOGGING),
                                STORE_LOG_LEVEL_ERROR);
  app_approvals_set_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), "echo", "auto");
  save (fixture, profile, "name", "another");
  g_assert_false (says_outdated (fixture));

  save (fixture, profile, "meta", meta);
  g_assert_true (says_outdated (fixture));
  save (fixture, profile, "meta", NULL);
  g_assert_false (says_outdated (fixture));
  save (fixture, profile, "roots", roots);
  g_assert_true (says_outdated (fixture));
  act (fixture, "server.reconnect", NULL);
  ui_fixture_wait (!says_outdated (fixture));
  ui_fixture_wait (state_of (session) == APP_SESSION_READY);
  g_assert_false (says_outdated (fixture));
}

/* What the process of the server that is looked at prints is below every page of it; whoever turned
 * to it finds it again after looking elsewhere. */
static void
test_console (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");
  g_autoptr (StoreProfile) remote = store_profile_new ("remote");

  g_object_set (remote, "url", "http://127.0.0.1:1/mcp", "transport", STORE_TRANSPORT_HTTP, NULL);
  AppSession *other = ui_fixture_add (fixture->workspace, remote);
  ui_fixture_connect (session);
  open_tools (fixture, session);
  /* It may be there from the test before. */
  GtkWidget *page = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LOG_PAGE);
  if (page == NULL || !gtk_widget_get_mapped (page))
    act (fixture, "win.show-log", NULL);
  ui_fixture_finish_drawing ();
  page = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LOG_PAGE);
  GtkWidget *console = ui_fixture_find (page, UI_TYPE_CONSOLE_VIEW);
  GtkWidget *messages = ui_fixture_find (page, UI_TYPE_LOG_PANE);
  g_assert_true (gtk_widget_get_mapped (messages));
  ui_fixture_show_page (page, "console");
  ui_fixture_wait (gtk_widget_get_mapped (console));
  g_assert_cmpuint (
      g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (console))), >, 0);
  ui_window_show_place (fixture->window, other, UI_PLACE_SERVER);
  ui_fixture_wait (gtk_widget_get_mapped (messages));
  g_assert_false (gtk_widget_get_mapped (ui_fixture_find (page, GTK_TYPE_STACK_SWITCHER)));
  ui_window_show_place (fixture->window, NULL, UI_PLACE_HOME);
  ui_window_show_place (fixture->window, session, UI_PLACE_TOOLS);
  ui_fixture_wait (gtk_widget_get_mapped (console));
  ui_fixture_assert_named (GTK_WIDGET (fixture->window));
  act (fixture, "win.show-log", NULL);
}

static void
test_close_in_flight (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");

  ui_fixture_connect (session);
  open_tools (fixture, session);
  g_autoptr (AppCall) call = app_session_new_call (session, APP_CALL_READ, "demo://nothing", NULL);
  app_call_run_async (call, NULL, NULL, NULL);
}

#define ADD(name, function) \
  g_test_add ("/ui/window/" name, Fixture, NULL, set_up, function, tear_down)

void
add_window_tests (void)
{
  ADD ("first-run", test_first_run);
  ADD ("try-demo", test_try_demo);
  ADD ("same-name", test_same_name);
  ADD ("rows", test_rows);
  ADD ("tab", test_tab);
  ADD ("in-view", test_in_view);
  ADD ("row-menu", test_row_menu);
  ADD ("walk", test_walk);
  ADD ("call", test_call);
  ADD ("rule", test_rule);
  ADD ("open", test_open);
  ADD ("drafts", test_drafts);
  ADD ("failure", test_failure);
  ADD ("confirm", test_confirm);
  ADD ("confirm-variables", test_confirm_variables);
  ADD ("cancel-connecting", test_cancel_connecting);
  ADD ("try-address", test_try_address);
  ADD ("lost", test_lost);
  ADD ("lost-for-good", test_lost_for_good);
  ADD ("stream", test_stream);
  ADD ("outdated", test_outdated);
  ADD ("console", test_console);
  ADD ("close-in-flight", test_close_in_flight);
}
