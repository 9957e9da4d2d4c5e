/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding things: in the lists of a server and in the log. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-linter.h"
#include "ui-definition-list.h"
#include "ui-list-page.h"
#include "ui-log-columns.h"
#include "ui-log-detail.h"
#include "ui-log-filter.h"
#include "ui-console-view.h"
#include "ui-log-page.h"
#include "ui-log-pane.h"
#include "ui-settings.h"
#include "ui-log-view.h"
#include "ui-page.h"
#include "ui-server-icon.h"
#include "ui-source-view.h"
#include "app-catalogue.h"
#include "app-server-logging.h"

#include <string.h>

static guint
n_of (GListModel *model)
{
  return g_list_model_get_n_items (model);
}

static void
test_definitions (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");

  ui_fixture_connect (session);
  UiDefinitionList *list = ui_definition_list_new (session, UI_PLACE_TOOLS);
  GListModel       *shown = ui_definition_list_get_shown (list);
  GListModel       *all = ui_definition_list_get_all (list);
  g_assert_cmpuint (n_of (all), >, 3);
  g_assert_cmpuint (n_of (shown), ==, n_of (all));

  g_autoptr (McpDefinition) third = g_list_model_get_item (all, 2);
  g_autofree char *upper = g_ascii_strup (mcp_definition_get_key (third), -1);
  ui_definition_list_set_filter (list, upper);
  g_assert_cmpuint (n_of (shown), >, 0);
  g_assert_cmpuint (n_of (shown), <, n_of (all));
  ui_definition_list_set_filter (list, "no such words anywhere");
  g_assert_cmpuint (n_of (shown), ==, 0);
  /* The whole name comes before names that have it, and these before descriptions. */
  ui_definition_list_set_filter (list, "echo");
  g_autoptr (McpDefinition) best = g_list_model_get_item (shown, 0);
  g_assert_cmpstr (mcp_definition_get_key (best), ==, "echo");
  ui_definition_list_set_order (list, TRUE, FALSE);
  g_autoptr (McpDefinition) same = g_list_model_get_item (shown, 0);
  g_assert_true (same == best);
  ui_definition_list_set_order (list, FALSE, FALSE);
  ui_definition_list_set_filter (list, "  ");
  g_assert_cmpuint (n_of (shown), ==, n_of (all));

  ui_definition_list_set_order (list, TRUE, FALSE);
  for (guint i = 1; i < n_of (shown); i++)
    {
      g_autoptr (McpDefinition) before = g_list_model_get_item (shown, i - 1);
      g_autoptr (McpDefinition) after = g_list_model_get_item (shown, i);
      g_autofree char *first =
          g_utf8_collate_key_for_filename (mcp_definition_get_display_name (before), -1);
      g_autofree char *second =
          g_utf8_collate_key_for_filename (mcp_definition_get_display_name (after), -1);
      g_assert_cmpint (strcmp (first, second), <=, 0);
    }
  ui_definition_list_set_order (list, FALSE, FALSE);
  g_autoptr (McpDefinition) still = g_list_model_get_item (shown, 2);
  g_assert_true (still == third);
  g_assert_finalize_object (list);

  UiDefinitionList *resources = ui_definition_list_new (session, UI_PLACE_RESOURCES);
  g_assert_cmpuint (
      n_of (ui_definition_list_get_all (resources)), ==,
      n_of (app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                    MCP_DEFINITION_RESOURCE)) +
          n_of (app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                        MCP_DEFINITION_RESOURCE_TEMPLATE)));
  g_assert_finalize_object (resources);
  ui_fixture_close (workspace);
}

static gboolean
press_key (GtkWidget *widget, guint keyval, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < n_of (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0u, state, &handled);
    }
  return handled;
}

/* What fits best is chosen and Enter opens it; Tab goes past the list instead of through it. */
static void
test_filter (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");

  ui_fixture_connect (session);
  GtkWidget  *page = ui_list_page_new (session, UI_PLACE_TOOLS);
  GtkWindow  *window = ui_fixture_show (page, 1000, 600);
  UiListPage *list_page = UI_LIST_PAGE (page);

  ui_fixture_wait (ui_list_page_get_selected (list_page) != NULL);
  ui_fixture_finish_drawing ();
  ui_page_search (page);
  GtkWidget *search =
      gtk_widget_get_ancestor (gtk_window_get_focus (window), GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *pane = gtk_widget_get_parent (gtk_widget_get_parent (search));
  GtkWidget *list = ui_fixture_find (pane, GTK_TYPE_LIST_VIEW);
  gtk_editable_set_text (GTK_EDITABLE (search), "echo");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpstr (mcp_definition_get_key (ui_list_page_get_selected (list_page)), ==, "echo");
  GtkWidget *focus = gtk_window_get_focus (window);
  g_assert_true (focus != NULL && !gtk_widget_is_ancestor (focus, search) &&
                 !gtk_widget_is_ancestor (focus, list));

  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_grab_focus (list));
  focus = gtk_window_get_focus (window);
  g_assert_true (focus == list || gtk_widget_is_ancestor (focus, list));
  g_assert_true (press_key (list, GDK_KEY_Tab, 0));
  focus = gtk_window_get_focus (window);
  g_assert_true (focus != NULL && !gtk_widget_is_ancestor (focus, list));
  gtk_widget_grab_focus (list);
  g_assert_true (press_key (list, GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK));
  focus = gtk_window_get_focus (window);
  g_assert_true (focus != NULL && !gtk_widget_is_ancestor (focus, list));
  g_assert_true (gtk_widget_get_can_focus (list));

  /* What was chosen stays when nothing is searched for any more, and no width changes. */
  int width = gtk_widget_get_width (list);
  gtk_editable_set_text (GTK_EDITABLE (search), "no such words anywhere");
  ui_fixture_wait (ui_fixture_find_label (page, "No Matches") != NULL);
  ui_fixture_finish_drawing ();
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  ui_fixture_wait (!gtk_widget_get_mapped (ui_fixture_find_label (page, "No Matches")));
  ui_fixture_finish_drawing ();
  g_assert_cmpint (gtk_widget_get_width (list), ==, width);
  g_assert_cmpstr (mcp_definition_get_key (ui_list_page_get_selected (list_page)), ==, "echo");
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

/* One red pixel; then what must not be drawn: SVG with a script, a file, bytes that are no image.
 */
static void
test_icons (void)
{
  static const char *const icons[] = {
    "data:image/"
    "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmM"
    "IQAAAABJRU5ErkJggg==",
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E%3Crect "
    "width='8' height='8'/%3E%3C/svg%3E",
    "data:image/svg+xml,%3Csvg%3E%3Cscript/%3E%3C/svg%3E",
    "file:///etc/passwd",
    "data:image/png;base64,iVBORw0KGgo=",
  };
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  GtkWidget    *icon = ui_server_icon_new (16);
  GtkWindow    *window = ui_fixture_show (icon, 200, 100);

  ui_fixture_connect (session);
  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    {
      g_autofree char *text = g_strdup_printf ("[{\"src\":\"%s\"}]", icons[i]);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

      g_assert_nonnull (document);
      ui_server_icon_show (UI_SERVER_ICON (icon), session, mcp_json_document_get_root (document));
      g_assert_false (gtk_widget_get_visible (icon));
      if (i < 2)
        ui_fixture_wait (gtk_widget_get_visible (icon));
      else
        ui_fixture_finish_drawing ();
      g_assert_true (gtk_widget_get_visible (icon) == (i < 2));
    }
  /* Why they are not there is said where what is off about the server is said. */
  g_autoptr (GPtrArray) findings = app_findings_of_server (session);
  g_assert_true (mcp_finding_list_has (findings, "icon-refused"));
  ui_server_icon_show (UI_SERVER_ICON (icon), NULL, MCP_JSON_NO_VALUE);
  ui_fixture_assert_ends (window, icon);
  ui_fixture_close (workspace);
}

#define DISC(colour)                                                                               \
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E%3Ccircle " \
  "cx='4' cy='4' r='3' fill='" colour "'/%3E%3C/svg%3E"

/* A drawing that the window's ground would swallow has a plate behind it, in either style. */
static void
test_icon_plate (void)
{
  static const struct
  {
    const char *icon;
    gboolean    light; /* has a plate in this style */
    gboolean    dark;
  } cases[] = {
    { DISC ("black"), FALSE, TRUE },
    { DISC ("white"), TRUE, FALSE },
    { DISC ("%23ff7800"), FALSE, FALSE },
    { DISC ("%234a6fa5"), FALSE, TRUE },
    /* It covers the whole of its place. */
    { "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E%3Crect "
      "width='8' height='8'/%3E%3C/svg%3E",
      FALSE, FALSE },
  };
  AdwStyleManager *style = adw_style_manager_get_default ();
  AppWorkspace    *workspace = ui_fixture_new_workspace ();
  AppSession      *session = ui_fixture_add_demo (workspace, "demo");
  GtkWidget       *icon = ui_server_icon_new (16);
  GtkWindow       *window = ui_fixture_show (icon, 200, 100);
  GtkWidget       *image = gtk_widget_get_first_child (icon);

  ui_fixture_connect (session);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("[{\"src\":\"%s\"}]", cases[i / 2].icon);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

      adw_style_manager_set_color_scheme (style, i % 2 ? ADW_COLOR_SCHEME_FORCE_DARK
                                                       : ADW_COLOR_SCHEME_FORCE_LIGHT);
      ui_server_icon_show (UI_SERVER_ICON (icon), session, mcp_json_document_get_root (document));
      ui_fixture_wait (gtk_widget_get_visible (icon));
      g_assert_cmpint (gtk_widget_has_css_class (image, "light-plate"), ==,
                       i % 2 && cases[i / 2].dark);
      g_assert_cmpint (gtk_widget_has_css_class (image, "dark-plate"), ==,
                       !(i % 2) && cases[i / 2].light);
    }
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  ui_server_icon_show (UI_SERVER_ICON (icon), NULL, MCP_JSON_NO_VALUE);
  ui_fixture_assert_ends (window, icon);
  ui_fixture_close (workspace);
}

static void
set_search (GtkWidget *pane, const char *text)
{
  GtkWidget *search = ui_fixture_find (pane, GTK_TYPE_SEARCH_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (search), text);
  g_signal_emit_by_name (search, "search-changed");
}

/* They come into the list in batches. */
static gboolean
has_all (GListModel *shown, AppLog *log)
{
  return n_of (shown) == n_of (G_LIST_MODEL (log));
}

static void
test_log (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppLog       *log = app_workspace_get_log (workspace);
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  GtkWidget    *pane = ui_log_pane_new (log, NULL);
  GtkWidget    *other = ui_log_pane_new (log, "another server");
  GtkWindow    *window = ui_fixture_show (pane, 1000, 300);
  GtkWindow    *other_window = ui_fixture_show (other, 500, 300);
  GListModel   *shown = G_LIST_MODEL (ui_fixture_get_rows (pane));
  gpointer      sorter =
      ui_log_view_get_sorter (UI_LOG_VIEW (ui_fixture_find (other, UI_TYPE_LOG_VIEW)));

  g_object_add_weak_pointer (sorter, &sorter);
  g_assert_cmpuint (n_of (shown), ==, 0);
  ui_fixture_connect (session);
  ui_fixture_wait (has_all (shown, log));
  guint all = n_of (shown);
  g_assert_cmpuint (all, >, 3);
  g_assert_cmpuint (n_of (G_LIST_MODEL (ui_fixture_get_rows (other))), ==, 0);

  set_search (pane, "TOOLS/list");
  g_assert_cmpuint (n_of (shown), ==, 1);
  g_autoptr (AppLogEntry) entry = g_list_model_get_item (shown, 0);
  g_assert_cmpstr (app_log_entry_get_row (entry)->method, ==, "tools/list");
  g_assert_null (ui_fixture_find (pane, UI_TYPE_LOG_DETAIL));
  ui_log_pane_select (UI_LOG_PANE (pane), entry);
  GtkWidget       *detail = ui_fixture_find (pane, UI_TYPE_LOG_DETAIL);
  GtkWidget       *source = ui_fixture_find (detail, UI_TYPE_SOURCE_VIEW);
  g_autofree char *text = ui_fixture_dup_text (source);
  g_assert_nonnull (strstr (text, "\"method\": \"tools/list\""));
  ui_fixture_assert_named (GTK_WIDGET (window));

  set_search (pane, "");
  g_assert_cmpuint (n_of (shown), ==, all);
  g_assert_true (gtk_widget_activate_action (pane, "log.clear", NULL));
  g_assert_cmpuint (n_of (shown), ==, 0);
  ui_fixture_assert_ends (window, pane);
  ui_fixture_assert_ends (other_window, other);
  ui_fixture_wait (sorter == NULL);
  g_clear_object (&entry);
  ui_fixture_close (workspace);
}

/* The first list of the popover, which is made when it is opened. */
static GtkDropDown *
open_filters (GtkWidget *pane)
{
  GtkWidget *button = ui_fixture_find (pane, GTK_TYPE_MENU_BUTTON);

  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (button));
  gtk_popover_popdown (popover);
  return GTK_DROP_DOWN (ui_fixture_find (GTK_WIDGET (popover), GTK_TYPE_DROP_DOWN));
}

static UiLogSpan spans[UI_LOG_COLUMNS];

static guint
count_shown (int width, gboolean server)
{
  const UiLogMeasures measures = { server, 1, width, { 0 } };
  guint               n = 0;
  int                 end = 0;

  ui_log_columns_lay_out (&measures, spans);
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    {
      n += spans[i].width > 0;
      g_assert_cmpint (spans[i].x, ==, end);
      end += spans[i].width;
    }
  g_assert_cmpint (end, <=, width);
  return n;
}

/* What has no room goes, and what is dragged comes out of the column beside it. */
static void
test_log_columns (void)
{
  UiLogMeasures measures = { FALSE, 1, 1000, { 0 } };
  UiLogSpan     before[UI_LOG_COLUMNS];

  g_assert_cmpuint (count_shown (340, TRUE), ==, 4);
  g_assert_cmpint (spans[UI_LOG_NAME].width, ==, 0);
  g_assert_cmpint (spans[UI_LOG_METHOD].width, >, 90);
  g_assert_cmpuint (count_shown (600, TRUE), ==, 6);
  g_assert_cmpuint (count_shown (800, FALSE), ==, 8);
  g_assert_cmpuint (count_shown (955, TRUE), ==, UI_LOG_COLUMNS - 1);
  g_assert_cmpint (spans[UI_LOG_NAME].width, >, 90);
  g_assert_cmpint (spans[UI_LOG_TIMELINE].width, >, 90);
  g_assert_cmpuint (count_shown (1200, TRUE), ==, UI_LOG_COLUMNS);

  ui_log_columns_lay_out (&measures, before);
  ui_log_columns_drag (&measures, UI_LOG_METHOD, 50);
  ui_log_columns_drag (&measures, UI_LOG_NAME, 20);
  ui_log_columns_drag (&measures, UI_LOG_STATUS, -5000);
  ui_log_columns_lay_out (&measures, spans);
  g_assert_cmpint (spans[UI_LOG_METHOD].width, ==, before[UI_LOG_METHOD].width + 50);
  g_assert_cmpint (spans[UI_LOG_ID].width, <, before[UI_LOG_ID].width);
  g_assert_cmpint (spans[UI_LOG_STATUS].width, >, 0);
  g_assert_cmpint (spans[UI_LOG_NAME].width, >, 0);
}

/* A person's pause does not make bars of dots. */
static void
test_log_timeline (void)
{
  g_autoptr (UiLogTimeline) timeline = ui_log_timeline_new ();
  g_autoptr (UiLogTimeline) other = ui_log_timeline_new ();
  const gint64 hour = 3600 * (gint64)G_USEC_PER_SEC;

  g_assert_cmpfloat (ui_log_timeline_place (timeline, 7), ==, 0);
  ui_log_timeline_add (timeline, hour, hour + 100000);
  ui_log_timeline_add (timeline, 50000, 60000);
  ui_log_timeline_add (timeline, 0, 100000);
  g_assert_cmpint (ui_log_timeline_get_length (timeline), ==, 220000);
  g_assert_cmpfloat (ui_log_timeline_place (timeline, -5), ==, 0);
  g_assert_cmpfloat_with_epsilon (ui_log_timeline_place (timeline, 50000), 50 / 220., 0.001);
  g_assert_cmpfloat_with_epsilon (ui_log_timeline_place (timeline, hour / 2), 100 / 220., 0.001);
  g_assert_cmpfloat_with_epsilon (ui_log_timeline_place (timeline, hour), 120 / 220., 0.001);
  g_assert_cmpfloat (ui_log_timeline_place (timeline, 2 * hour), ==, 1);
  ui_log_timeline_add (other, 0, 100000);
  g_assert_false (ui_log_timeline_equal (timeline, other));
  ui_log_timeline_add (other, hour, hour + 100000);
  g_assert_true (ui_log_timeline_equal (timeline, other));
}

static const AppLogRow *
row_at (GListModel *shown, guint position)
{
  g_autoptr (AppLogEntry) entry = g_list_model_get_item (shown, position);
  return entry != NULL ? app_log_entry_get_row (entry) : NULL;
}

/* Whether a list is still asked for. */
static gboolean
is_pending (GListModel *shown)
{
  for (guint i = 0; i < n_of (shown); i++)
    if (row_at (shown, i)->duration < 0 && row_at (shown, i)->method != NULL &&
        g_str_has_suffix (row_at (shown, i)->method, "/list"))
      return TRUE;
  return FALSE;
}

static int
compare_durations (const AppLogRow *a, const AppLogRow *b)
{
  return (a->duration < b->duration) - (a->duration > b->duration);
}

static int
compare_methods (const AppLogRow *a, const AppLogRow *b)
{
  return g_strcmp0 (a->method, b->method);
}

static int
compare_sequences (const AppLogRow *a, const AppLogRow *b)
{
  return (a->sequence > b->sequence) - (a->sequence < b->sequence);
}

static gboolean
is_sorted (GListModel *shown, int (*compare) (const AppLogRow *a, const AppLogRow *b))
{
  for (guint i = 1; i < n_of (shown); i++)
    if (compare (row_at (shown, i - 1), row_at (shown, i)) > 0)
      return FALSE;
  return TRUE;
}

/* Each filter leaves what it says, and columns sort. */
static void
test_log_filters (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  GtkWidget    *pane = ui_log_pane_new (app_workspace_get_log (workspace), NULL);
  GtkWindow    *window = ui_fixture_show (pane, 1200, 300);
  GListModel   *shown = G_LIST_MODEL (ui_fixture_get_rows (pane));
  UiLogSorter  *sorter = ui_log_view_get_sorter (UI_LOG_VIEW (ui_fixture_find (pane,
                                                                               UI_TYPE_LOG_VIEW)));

  ui_fixture_connect (session);
  ui_fixture_wait (has_all (shown, app_workspace_get_log (workspace)) && !is_pending (shown));
  guint all = n_of (shown);
  g_autoptr (UiLogFilter) filter = ui_log_filter_new (NULL);
  g_autoptr (GtkFilterListModel) filtered = gtk_filter_list_model_new (
      G_LIST_MODEL (g_object_ref (app_workspace_get_log (workspace))),
      GTK_FILTER (g_object_ref (filter)));

  g_assert_cmpuint (n_of (G_LIST_MODEL (filtered)), ==, all);
  ui_log_filter_set_direction (filter, UI_LOG_SENT);
  guint sent = n_of (G_LIST_MODEL (filtered));
  ui_log_filter_set_direction (filter, UI_LOG_RECEIVED);
  g_assert_cmpuint (sent + n_of (G_LIST_MODEL (filtered)), <, all);
  ui_log_filter_set_direction (filter, UI_LOG_ANY_DIRECTION);
  ui_log_filter_set_method (filter, "tools/list");
  g_assert_cmpuint (n_of (G_LIST_MODEL (filtered)), ==, 1);
  ui_log_filter_set_status (filter, UI_LOG_STATUS_FAILED);
  g_assert_cmpuint (n_of (G_LIST_MODEL (filtered)), ==, 0);
  ui_log_filter_set_status (filter, UI_LOG_STATUS_OK);
  ui_log_filter_set_server (filter, "demo");
  g_assert_cmpuint (n_of (G_LIST_MODEL (filtered)), ==, 1);
  g_assert_true (ui_log_filter_is_active (filter));

  ui_log_sorter_set (sorter, UI_LOG_DURATION, TRUE);
  ui_fixture_wait (is_sorted (shown, compare_durations));
  ui_log_sorter_set (sorter, UI_LOG_METHOD, FALSE);
  ui_fixture_wait (is_sorted (shown, compare_methods));
  ui_log_sorter_set (sorter, UI_LOG_TIME, FALSE);
  ui_fixture_wait (is_sorted (shown, compare_sequences));
  g_assert_cmpuint (n_of (shown), ==, all);

  /* A search without a match says so, and gives the way back. */
  set_search (pane, "no such text anywhere");
  g_assert_cmpuint (n_of (shown), ==, 0);
  g_assert_true (gtk_widget_activate_action (pane, "log.reset-filters", NULL));
  g_assert_cmpuint (n_of (shown), ==, all);
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_clear_object (&filtered);
  ui_fixture_assert_ends (window, pane);
  ui_fixture_close (workspace);
}

/* Whoever changes their mind before a slow filter is through has a list that is whole. */
static void
test_log_filter_hastily (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  AppLog       *log = app_workspace_get_log (workspace);
  GtkWidget    *pane = ui_log_pane_new (log, NULL);
  GtkWindow    *window = ui_fixture_show (pane, 1000, 300);
  GtkDropDown  *messages = open_filters (pane);
  GListModel   *shown = G_LIST_MODEL (ui_fixture_get_rows (pane));

  ui_fixture_connect (session);
  ui_fixture_wait (has_all (shown, log));
  for (guint i = 0; i < 3; i++)
    {
      gtk_drop_down_set_selected (messages, 1);
      gtk_drop_down_set_selected (messages, 0);
      ui_fixture_wait (has_all (shown, log));
      set_search (pane, "tools/list");
      ui_fixture_wait (n_of (shown) == 1);
      set_search (pane, "");
      ui_fixture_wait (has_all (shown, log));
    }
  ui_fixture_assert_ends (window, pane);
  ui_fixture_close (workspace);
}

/* The log works as narrow as a telephone, with a message opened, too. */
static void
test_log_narrow (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  GtkWidget    *pane = ui_log_pane_new (app_workspace_get_log (workspace), NULL);
  GtkWindow    *window = ui_fixture_show (pane, 360, 600);
  int           least;

  ui_fixture_connect (session);
  ui_fixture_wait (has_all (G_LIST_MODEL (ui_fixture_get_rows (pane)),
                            app_workspace_get_log (workspace)));
  ui_fixture_finish_drawing ();
  gtk_widget_measure (pane, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_assert_cmpint (gtk_widget_get_width (pane), <=, 360);
  GtkWidget *view = ui_fixture_find (pane, UI_TYPE_LOG_VIEW);
  GtkWidget *list = ui_fixture_find (view, GTK_TYPE_LIST_VIEW);
  gtk_selection_model_select_item (gtk_list_view_get_model (GTK_LIST_VIEW (list)), 1, TRUE);
  ui_fixture_finish_drawing ();
  GtkWidget *shown[] = { ui_fixture_find (pane, GTK_TYPE_SEARCH_ENTRY), view,
                         ui_fixture_find (pane, UI_TYPE_LOG_DETAIL) };
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      graphene_rect_t bounds;

      g_assert_true (gtk_widget_get_mapped (shown[i]));
      g_assert_true (gtk_widget_compute_bounds (shown[i], pane, &bounds));
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (pane));
    }
  ui_fixture_assert_ends (window, pane);
  ui_fixture_close (workspace);
}

static char *
dup_line_text (GListModel *lines, guint position)
{
  g_autoptr (AppConsoleLine) line = g_list_model_get_item (lines, position);
  return g_strdup (app_console_line_get_shown (line));
}

/* The widths that a person gave to columns are there at the next start; nonsense is not. */
static void
test_log_widths_kept (void)
{
  UiLogSpan  before[UI_LOG_COLUMNS], after[UI_LOG_COLUMNS];
  UiLogView *first = g_object_ref_sink (g_object_new (UI_TYPE_LOG_VIEW, NULL));

  ui_log_view_drag (first, UI_LOG_METHOD, 0);
  ui_log_view_lay_out (first, 1000, before);
  ui_log_view_drag (first, UI_LOG_METHOD, 40);
  ui_log_view_end_drag (first);
  UiLogView *second = g_object_ref_sink (g_object_new (UI_TYPE_LOG_VIEW, NULL));
  ui_log_view_lay_out (second, 1000, after);
  g_assert_cmpint (after[UI_LOG_METHOD].width, ==, before[UI_LOG_METHOD].width + 40);
  g_assert_cmpint (after[UI_LOG_STATUS].width, ==, before[UI_LOG_STATUS].width);

  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{si}"));
  g_variant_builder_add (&builder, "{si}", "method", G_MININT);
  g_variant_builder_add (&builder, "{si}", "no column", 5);
  g_settings_set_value (ui_settings_get (), "log-columns", g_variant_builder_end (&builder));
  UiLogView *third = g_object_ref_sink (g_object_new (UI_TYPE_LOG_VIEW, NULL));
  ui_log_view_lay_out (third, 1000, after);
  g_assert_cmpint (after[UI_LOG_METHOD].width, >=, 20);
  g_settings_reset (ui_settings_get (), "log-columns");
  g_assert_finalize_object (first);
  g_assert_finalize_object (second);
  g_assert_finalize_object (third);
}

/* What a server prints has its colours, and nothing else that it could do to a terminal. */
static void
test_console (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (StoreProfile) profile = store_profile_new ("coloured");
  const char *const arguments[] = {
    "-c", "printf '\\033[31mfailed\\033[0m:\\033[2J why\\n\\033]0;x\\007second\\n' >&2; exec \"$0\"",
    g_getenv ("SPYGLASS_DEMO"), NULL
  };

  g_object_set (profile, "command", "sh", "arguments", arguments, NULL);
  AppSession *session = ui_fixture_add (workspace, profile);
  GtkWidget  *page = ui_log_page_new (app_workspace_get_log (workspace), "coloured");
  ui_log_page_set_console (UI_LOG_PAGE (page), app_console_find (session));
  GtkWindow  *window = ui_fixture_show (page, 600, 300);
  GtkWidget  *view = ui_fixture_find (page, UI_TYPE_CONSOLE_VIEW);
  GListModel *shown = G_LIST_MODEL (ui_fixture_get_rows (view));

  ui_fixture_connect (session);
  ui_fixture_wait (n_of (shown) >= 3);
  g_autofree char *first = dup_line_text (shown, 1);
  g_autofree char *second = dup_line_text (shown, 2);
  g_assert_cmpstr (first, ==, "failed: why");
  g_assert_cmpstr (second, ==, "second");
  g_autoptr (AppConsoleLine) line = g_list_model_get_item (shown, 1);
  guint              n;
  const AppAnsiSpan *styled = app_console_line_get_spans (line, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (styled[0].length, ==, strlen ("failed"));

  set_search (view, "SECOND");
  g_assert_cmpuint (n_of (shown), ==, 1);
  set_search (view, "");
  g_assert_true (gtk_widget_activate_action (view, "console.clear", NULL));
  g_assert_cmpuint (n_of (shown), ==, 0);
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_clear_object (&line);
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

static AppLogEntry *
find_logged (GListModel *shown, int least)
{
  for (guint i = 0; i < n_of (shown); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (shown, i);

      if (app_log_entry_get_row (entry)->level >= least)
        return g_steal_pointer (&entry);
    }
  return NULL;
}

static void
on_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  *(gboolean *)data = TRUE;
}

/* One of each level: what the demo writes, and as many of them as warn or are worse. */
#define N_MESSAGES 8
#define N_WARNINGS 5

static void
call_logger (AppSession *session)
{
  g_autoptr (AppCall) call =
      app_session_new_call (session, APP_CALL_TOOL, "write_log", "{\"count\":8}");
  gboolean ended = FALSE;

  app_call_run_async (call, NULL, on_ended, &ended);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  ui_fixture_wait (ended);
}

/* What the server logs: asked for by level, on one line, and found by level. */
static void
test_levels (gconstpointer era)
{
  AppWorkspace    *workspace = ui_fixture_new_workspace ();
  g_autofree char *option = g_strdup_printf ("--era=%s", (const char *)era);
  const char      *arguments[] = { option, NULL };
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "arguments", arguments, NULL);
  AppSession  *session = ui_fixture_add (workspace, profile);
  GtkWidget   *pane = ui_log_pane_new (app_workspace_get_log (workspace), NULL);
  GtkWindow   *window = ui_fixture_show (pane, 1000, 300);
  GtkDropDown *level = open_filters (pane);
  GListModel  *shown = G_LIST_MODEL (ui_fixture_get_rows (pane));

  ui_fixture_connect (session);
  g_assert_true (
      app_server_logging_is_offered (app_session_get_feature (session, APP_TYPE_SERVER_LOGGING)));
  app_server_logging_set_level (app_session_get_feature (session, APP_TYPE_SERVER_LOGGING),
                                STORE_LOG_LEVEL_WARNING);
  call_logger (session);
  ui_fixture_wait (has_all (shown, app_workspace_get_log (workspace)));
  gtk_drop_down_set_selected (level, 2);
  g_assert_cmpuint (n_of (shown), ==, N_WARNINGS);
  for (guint i = 0; i < N_WARNINGS; i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (shown, i);
      g_assert_cmpint (app_log_entry_get_row (entry)->level, >=, 3);
      g_assert_nonnull (strstr (app_log_entry_get_row (entry)->name, "warehouse: "));
    }
  app_server_logging_set_level (app_session_get_feature (session, APP_TYPE_SERVER_LOGGING),
                                STORE_LOG_LEVEL_DEBUG);
  call_logger (session);
  ui_fixture_wait (n_of (shown) == N_WARNINGS + N_MESSAGES);
  gtk_drop_down_set_selected (level, 5);
  g_assert_cmpuint (n_of (shown), ==, 2 * N_WARNINGS);
  g_autoptr (AppLogEntry) grave = find_logged (shown, 4);
  g_assert_nonnull (grave);
  g_autofree char *line = ui_log_columns_dup_line (grave);
  g_assert_nonnull (strstr (line, "✕"));
  gtk_drop_down_set_selected (level, 0);
  g_assert_cmpuint (n_of (shown), >, N_WARNINGS + N_MESSAGES);
  ui_fixture_assert_named (GTK_WIDGET (window));

  /* The level is kept, and asked for by the next connection. */
  StoreProfile *kept = app_session_get_profile (session);
  ui_fixture_wait (store_profile_get_conversation (kept)->log_level == STORE_LOG_LEVEL_DEBUG);
  ui_fixture_assert_ends (window, pane);
  g_clear_object (&grave);
  ui_fixture_close (workspace);
}

static AppLogEntry *
find_method (GListModel *shown, const char *method)
{
  for (guint i = 0; i < n_of (shown); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (shown, i);

      if (g_strcmp0 (app_log_entry_get_row (entry)->method, method) == 0)
        return g_steal_pointer (&entry);
    }
  return NULL;
}

/* What something is off in is marked, found, and said beside the message; a server that speaks only
 * the earlier revisions has not failed. */
static void
test_log_findings (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  const char   *arguments[] = { "--era=legacy", "--hostile=schema-not-object", NULL };
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "arguments", arguments, NULL);
  AppSession  *session = ui_fixture_add (workspace, profile);
  GtkWidget   *pane = ui_log_pane_new (app_workspace_get_log (workspace), NULL);
  GtkWindow   *window = ui_fixture_show (pane, 1000, 400);
  GtkDropDown *choice = open_filters (pane);
  GListModel  *shown = G_LIST_MODEL (ui_fixture_get_rows (pane));

  gtk_drop_down_set_selected (choice, 1);
  ui_fixture_connect (session);
  /* The answer came after the line did, and brings it into the list. */
  ui_fixture_wait (n_of (shown) > 0);
  g_assert_null (find_method (shown, "server/discover"));
  g_assert_null (find_method (shown, "initialize"));
  g_autoptr (AppLogEntry) listed = find_method (shown, "tools/list");
  g_assert_nonnull (listed);
  gtk_drop_down_set_selected (choice, 0);
  g_autoptr (AppLogEntry) probe = NULL;
  ui_fixture_wait ((probe = find_method (shown, "server/discover")) != NULL);
  g_autofree char *line = ui_log_columns_dup_label (probe);
  g_assert_nonnull (strstr (line, "Legacy"));
  g_assert_null (strstr (line, "error"));
  for (int i = 0; i < UI_LOG_COLUMNS; i++)
    g_assert_null (ui_log_columns_get_colour (probe, (UiLogColumn)i));

  g_autofree char *marked = ui_log_columns_dup_label (listed);
  g_assert_nonnull (strstr (marked, " issues"));
  ui_log_pane_select (UI_LOG_PANE (pane), listed);
  GtkWidget *detail = ui_fixture_find (pane, UI_TYPE_LOG_DETAIL);
  GtkWidget *list = ui_fixture_find (detail, GTK_TYPE_LIST_BOX);
  g_assert_nonnull (ui_fixture_find (list, GTK_TYPE_LIST_BOX_ROW));
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_get_mapped (list));
  ui_fixture_assert_named (GTK_WIDGET (window));
  ui_log_detail_set_entry (UI_LOG_DETAIL (detail), probe);
  g_assert_null (ui_fixture_find (list, GTK_TYPE_LIST_BOX_ROW));
  ui_fixture_assert_ends (window, pane);
  g_clear_object (&probe);
  g_clear_object (&listed);
  ui_fixture_close (workspace);
}

void
add_lists_tests (void)
{
  g_test_add_func ("/ui/lists/definitions", test_definitions);
  g_test_add_func ("/ui/lists/filter", test_filter);
  g_test_add_func ("/ui/lists/icons", test_icons);
  g_test_add_func ("/ui/lists/icon-plate", test_icon_plate);
  g_test_add_func ("/ui/lists/log", test_log);
  g_test_add_func ("/ui/lists/log-columns", test_log_columns);
  g_test_add_func ("/ui/lists/log-timeline", test_log_timeline);
  g_test_add_func ("/ui/lists/log-filters", test_log_filters);
  g_test_add_func ("/ui/lists/log-filter-hastily", test_log_filter_hastily);
  g_test_add_func ("/ui/lists/log-narrow", test_log_narrow);
  g_test_add_func ("/ui/lists/console", test_console);
  g_test_add_func ("/ui/lists/log-widths-kept", test_log_widths_kept);
  g_test_add_func ("/ui/lists/log-findings", test_log_findings);
  g_test_add_data_func ("/ui/lists/levels/legacy", "legacy", test_levels);
  g_test_add_data_func ("/ui/lists/levels/modern", "modern", test_levels);
}
