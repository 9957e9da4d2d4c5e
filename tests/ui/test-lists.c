/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding things: in the lists of a server and in the log. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-linter.h"
#include "ui-definition-list.h"
#include "ui-log-columns.h"
#include "ui-log-detail.h"
#include "ui-log-pane.h"
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
  ui_definition_list_set_filter (list, "  ");
  g_assert_cmpuint (n_of (shown), ==, n_of (all));

  ui_definition_list_set_sorted (list, TRUE);
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
  ui_definition_list_set_sorted (list, FALSE);
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
        ui_fixture_settle (50);
      g_assert_true (gtk_widget_get_visible (icon) == (i < 2));
    }
  /* Why they are not there is said where what is off about the server is said. */
  g_autoptr (GPtrArray) findings = app_findings_of_server (session);
  g_assert_true (mcp_finding_list_has (findings, "icon-refused"));
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

  g_assert_cmpuint (n_of (shown), ==, 0);
  ui_fixture_connect (session);
  ui_fixture_settle (100);
  guint all = n_of (shown);
  g_assert_cmpuint (all, >, 3);
  g_assert_cmpuint (n_of (G_LIST_MODEL (ui_fixture_get_rows (other))), ==, 0);

  set_search (pane, "TOOLS/list");
  g_assert_cmpuint (n_of (shown), ==, 1);
  g_autoptr (AppLogEntry) entry = g_list_model_get_item (shown, 0);
  g_assert_cmpstr (app_log_entry_get_row (entry)->method, ==, "tools/list");
  GtkWidget *detail = ui_fixture_find (pane, UI_TYPE_LOG_DETAIL);
  ui_log_detail_set_entry (UI_LOG_DETAIL (detail), entry);
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
  g_clear_object (&entry);
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
  ui_fixture_settle (200);
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
  GtkDropDown *level = GTK_DROP_DOWN (ui_fixture_find (pane, GTK_TYPE_DROP_DOWN));
  GListModel  *shown = G_LIST_MODEL (ui_fixture_get_rows (pane));

  ui_fixture_connect (session);
  g_assert_true (
      app_server_logging_is_offered (app_session_get_feature (session, APP_TYPE_SERVER_LOGGING)));
  app_server_logging_set_level (app_session_get_feature (session, APP_TYPE_SERVER_LOGGING),
                                STORE_LOG_LEVEL_WARNING);
  ui_fixture_settle (100);
  call_logger (session);
  gtk_drop_down_set_selected (level, 2);
  guint warnings = n_of (shown);
  g_assert_cmpuint (warnings, >, 0);
  for (guint i = 0; i < warnings; i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (shown, i);
      g_assert_cmpint (app_log_entry_get_row (entry)->level, >=, 3);
      g_assert_nonnull (strstr (app_log_entry_get_row (entry)->name, "warehouse: "));
    }
  app_server_logging_set_level (app_session_get_feature (session, APP_TYPE_SERVER_LOGGING),
                                STORE_LOG_LEVEL_DEBUG);
  ui_fixture_settle (100);
  call_logger (session);
  g_assert_cmpuint (n_of (shown), >, 2 * warnings);
  guint all = n_of (shown);
  gtk_drop_down_set_selected (level, 5);
  g_assert_cmpuint (n_of (shown), ==, 2 * warnings);
  g_autoptr (AppLogEntry) grave = find_logged (shown, 4);
  if (grave != NULL)
    {
      g_autofree char *line = ui_log_columns_dup_line (grave);
      g_assert_nonnull (strstr (line, "✕"));
    }
  gtk_drop_down_set_selected (level, 0);
  g_assert_cmpuint (n_of (shown), >, all);
  ui_fixture_assert_named (GTK_WIDGET (window));

  /* The level is kept, and asked for by the next connection. */
  g_assert_cmpint (store_profile_get_conversation (app_session_get_profile (session))->log_level,
                   ==, STORE_LOG_LEVEL_DEBUG);
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
  GtkDropDown *choice = GTK_DROP_DOWN (ui_fixture_find (pane, GTK_TYPE_DROP_DOWN));
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
  ui_fixture_settle (100);
  g_autoptr (AppLogEntry) probe = find_method (shown, "server/discover");
  g_autofree char *line = ui_log_columns_dup_label (probe);
  g_assert_nonnull (strstr (line, "legacy"));
  g_assert_null (strstr (line, "error"));
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    g_assert_null (ui_log_columns_get_colour (probe, i));

  g_autofree char *marked = ui_log_columns_dup_label (listed);
  g_assert_nonnull (strstr (marked, " findings"));
  GtkWidget *detail = ui_fixture_find (pane, UI_TYPE_LOG_DETAIL);
  ui_log_detail_set_entry (UI_LOG_DETAIL (detail), listed);
  gtk_widget_set_visible (detail, TRUE);
  GtkWidget *list = ui_fixture_find (detail, GTK_TYPE_LIST_BOX);
  g_assert_nonnull (ui_fixture_find (list, GTK_TYPE_LIST_BOX_ROW));
  ui_fixture_settle (100);
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
  g_test_add_func ("/ui/lists/icons", test_icons);
  g_test_add_func ("/ui/lists/log", test_log);
  g_test_add_func ("/ui/lists/log-findings", test_log_findings);
  g_test_add_data_func ("/ui/lists/levels/legacy", "legacy", test_levels);
  g_test_add_data_func ("/ui/lists/levels/modern", "modern", test_levels);
}
