/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The command palette: what it finds, in which order, and where that leads. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-list-page.h"
#include "ui-palette.h"
#include "ui-palette-item.h"
#include "ui-preferences-window.h"
#include "ui-sidebar.h"
#include "ui-window.h"
#include "app-object-cache.h"
#include "app-past-entry.h"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  UiWindow     *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->workspace = ui_fixture_new_workspace ();
  fixture->session = ui_fixture_add_demo (fixture->workspace, "demo");
  fixture->window = ui_window_new (NULL, fixture->workspace);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  ui_window_show_place (fixture->window, fixture->session, UI_PLACE_SERVER);
  ui_fixture_connect (fixture->session);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ui_fixture_assert_ends (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->window));
  ui_fixture_close (fixture->workspace);
}

static UiPalette *
find_palette (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      if (UI_IS_PALETTE (window))
        return UI_PALETTE (window);
    }
  return NULL;
}

static UiPalette *
open_palette (Fixture *fixture, const char *text)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.palette", NULL));
  UiPalette *palette = find_palette ();
  g_assert_nonnull (palette);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (palette));
  GtkWidget *search = ui_fixture_find (GTK_WIDGET (palette), GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (palette));
  g_assert_true (gtk_widget_is_ancestor (focus, search));
  gtk_editable_set_text (GTK_EDITABLE (search), text);
  ui_fixture_finish_drawing ();
  return palette;
}

static void
choose (UiPalette *palette)
{
  g_signal_emit_by_name (ui_fixture_find (GTK_WIDGET (palette), GTK_TYPE_SEARCH_ENTRY),
                         "activate");
  g_assert_null (find_palette ());
}

static UiPlace *
place_of (Fixture *fixture)
{
  GtkWidget *sidebar = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_SIDEBAR);
  return ui_sidebar_get_place (UI_SIDEBAR (sidebar));
}

static const char *
selected_tool (Fixture *fixture)
{
  GtkWidget     *page = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LIST_PAGE);
  McpDefinition *selected = page != NULL ? ui_list_page_get_selected (UI_LIST_PAGE (page)) : NULL;

  return selected != NULL ? mcp_definition_get_key (selected) : NULL;
}

/* A few letters lead to a tool, and the focus is on its row. */
static void
test_tool (Fixture *fixture, gconstpointer data)
{
  UiPalette *palette = open_palette (fixture, "ech");

  ui_fixture_assert_named (GTK_WIDGET (palette));
  choose (palette);
  ui_fixture_wait (g_strcmp0 (selected_tool (fixture), "echo") == 0);
  g_assert_cmpint (ui_place_get_kind (place_of (fixture)), ==, UI_PLACE_TOOLS);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_nonnull (gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_VIEW));
}

/* An application is on the page of all of them. */
static void
test_application (Fixture *fixture, gconstpointer data)
{
  choose (open_palette (fixture, "claude desk"));
  ui_fixture_wait (ui_place_get_kind (place_of (fixture)) == UI_PLACE_APPLICATIONS);
}

/* ">" has actions alone, "@" results, "#" the log. */
static void
test_prefixes (Fixture *fixture, gconstpointer data)
{
  UiPalette *palette = open_palette (fixture, ">results");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (palette), "No Matches"));
  gtk_window_destroy (GTK_WINDOW (palette));

  palette = open_palette (fixture, ">disconn");
  choose (palette);
  ui_fixture_wait (app_session_get_state (fixture->session) == APP_SESSION_IDLE);

  palette = open_palette (fixture, "@");
  g_assert_cmpuint (
      g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (GTK_WIDGET (palette)))), ==, 0);
  gtk_window_destroy (GTK_WINDOW (palette));

  palette = open_palette (fixture, "#tools/list");
  g_assert_cmpuint (
      g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (GTK_WIDGET (palette)))), >, 0);
  choose (palette);
}

static AppCall *
selected_call (Fixture *fixture)
{
  GtkListView *rows =
      GTK_LIST_VIEW (ui_fixture_find_named (GTK_WIDGET (fixture->window), "Activity"));
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_list_view_get_model (rows));
  AppPastEntry       *entry = gtk_single_selection_get_selected_item (selection);

  return entry != NULL ? app_past_entry_get_call (entry) : NULL;
}

/* A tool that was called is called again from wherever one is, and its result is found with the call
 * that made it. */
static void
test_again (Fixture *fixture, gconstpointer data)
{
  GListModel     *calls = app_session_get_calls (fixture->session);
  AppObjectCache *object_cache = app_workspace_get_object_cache (fixture->workspace);
  g_autoptr (AppCall) call =
      app_session_new_call (fixture->session, APP_CALL_TOOL, "show_text", NULL);

  app_call_run_async (call, NULL, NULL, NULL);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_DONE);
  ui_fixture_wait (app_object_cache_get_n (object_cache) == 1);
  ui_window_show_place (fixture->window, NULL, UI_PLACE_HOME);
  choose (open_palette (fixture, "again"));
  ui_fixture_wait (g_list_model_get_n_items (calls) == 2);
  ui_fixture_wait (g_strcmp0 (selected_tool (fixture), "show_text") == 0);
  ui_fixture_wait (app_object_cache_get_n (object_cache) == 2);
  choose (open_palette (fixture, "@show"));
  g_assert_cmpint (ui_place_get_kind (place_of (fixture)), ==, UI_PLACE_ACTIVITY);
  g_autoptr (AppCall) last = g_list_model_get_item (calls, 0);
  ui_fixture_wait (selected_call (fixture) == last);
  /* The way back is the way there. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.back", NULL));
  g_assert_cmpint (ui_place_get_kind (place_of (fixture)), ==, UI_PLACE_TOOLS);
}

static const char *
get_nth_title (UiPalette *palette, guint n)
{
  g_autoptr (UiPaletteItem) item = g_list_model_get_item (
      G_LIST_MODEL (ui_fixture_get_rows (GTK_WIDGET (palette))), n);

  return item != NULL ? ui_palette_item_get_title (item) : NULL;
}

/* What a person means by a few letters is the first entry: a tool before what was made of it, by its
 * name as by its title, and every action by what it does. */
static void
test_first (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *titles[3];
  } rows[] = {
    { "make_table", { "Make a table", "Call make_table Again", "make_table · rows 4" } },
    { "Make a table", { "Make a table" } },
    { "make_tab", { "Make a table", "Call make_table Again", "make_table · rows 4" } },
    { "again", { "Call make_table Again" } },
    { "@make", { "make_table · rows 4" } },
    { "demo", { "demo" } },
    { "save call", { "Save Call…" } },
    { "share", { "Share Server…" } },
    { "undo", { "History of Changes…" } },
    { "history of", { "History of Changes…" } },
    { "add to app", { "Add to Applications…" } },
    { "sampling", { "Sampling and Roots…" } },
    { ">roots", { "Sampling and Roots…" } },
    { "export", { "Export" } },
    { "checks", { "Checks" } },
    { "findings", { "Checks" } },
    { "raw mess", { "Raw Message" } },
    { "restart", { "Reconnect" } },
    { "disc", { "Disconnect" } },
    { "playground", { "Playground" } },
    { "private", { "Private Session" } },
    { "shortcuts", { "Keyboard Shortcuts" } },
    { "help", { "Help" } },
    { "documentation", { "Help" } },
  };
  AppObjectCache *object_cache = app_workspace_get_object_cache (fixture->workspace);
  g_autoptr (AppCall) call =
      app_session_new_call (fixture->session, APP_CALL_TOOL, "make_table", "{\"rows\":4}");

  app_call_run_async (call, NULL, NULL, NULL);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_DONE);
  ui_fixture_wait (app_object_cache_get_n (object_cache) == 1);
  ui_window_show_place (fixture->window, fixture->session, UI_PLACE_TOOLS);
  ui_fixture_wait (selected_tool (fixture) != NULL);
  UiPalette *palette = open_palette (fixture, "");
  GtkWidget *search = ui_fixture_find (GTK_WIDGET (palette), GTK_TYPE_SEARCH_ENTRY);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gtk_editable_set_text (GTK_EDITABLE (search), rows[i].text);
      for (guint n = 0; n < G_N_ELEMENTS (rows[i].titles) && rows[i].titles[n] != NULL; n++)
        {
          const char *title = get_nth_title (palette, n);
          if (g_strcmp0 (title, rows[i].titles[n]) != 0)
            g_error ("“%s” has “%s” in place %u, not “%s”", rows[i].text, title, n,
                     rows[i].titles[n]);
        }
    }
  gtk_window_destroy (GTK_WINDOW (palette));
}

/* What the server or the page cannot do is not offered, and what a page does is done there. */
static void
test_offered (Fixture *fixture, gconstpointer data)
{
  UiPalette *palette = open_palette (fixture, ">connect");
  g_assert_cmpstr (get_nth_title (palette, 0), !=, "Connect");
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (palette)), ==,
                   GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_window_destroy (GTK_WINDOW (palette));
  ui_window_show_place (fixture->window, NULL, UI_PLACE_HOME);
  palette = open_palette (fixture, ">save call");
  g_assert_cmpstr (get_nth_title (palette, 0), !=, "Save Call…");
  gtk_window_destroy (GTK_WINDOW (palette));
}

#define ADD(name, function) \
  g_test_add ("/ui/palette/" name, Fixture, NULL, set_up, function, tear_down)

void
add_palette_tests (void)
{
  ADD ("tool", test_tool);
  ADD ("application", test_application);
  ADD ("prefixes", test_prefixes);
  ADD ("again", test_again);
  ADD ("first", test_first);
  ADD ("offered", test_offered);
}
