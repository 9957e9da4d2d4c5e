/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A server's tools as a whole: what is better changed in them, and what models are told. */

#include "ui-tests.h"
#include "changing-fixture.h"
#include "form-fixture.h"
#include "ui-fixture.h"
#include "ui-definition-row.h"
#include "ui-export-page.h"
#include "ui-export-row.h"
#include "ui-form-view.h"
#include "ui-lint-page.h"
#include "ui-lint-row.h"
#include "ui-list-page.h"
#include "ui-memory-bar.h"
#include "ui-place.h"
#include "ui-tool-menu.h"
#include "ui-detail-header.h"
#include "ui-schema-view.h"
#include "ui-source-view.h"
#include "ui-page.h"
#include "app-export-format.h"
#include "app-linter.h"
#include "app-approvals.h"

#include <string.h>

#define TOOL(name, description)                           \
  "{\"name\":\"" name "\",\"description\":\"" description \
  "\",\"inputSchema\":{\"type\":\"object\"}}"
#define GOOD                                                                              \
  "{\"name\":\"good\",\"description\":\"Says nothing but good things\",\"annotations\":{" \
  "\"readOnlyHint\":true},\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}"

static void
set_up (ChangingFixture *self, gconstpointer data)
{
  changing_fixture_set_up (self, TOOL ("a.b", "Adds\\u202e it") "," GOOD "," TOOL ("c", ""));
}

static void
on_show (GtkWidget *page, McpDefinition *definition, char **key)
{
  g_free (*key);
  *key = g_strdup (mcp_definition_get_key (definition));
}

/* The toggle button whose label begins so. */
typedef struct
{
  const char *words;
  GtkWidget  *found;
} Wanted;

static void
look_for_toggle (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  if (GTK_IS_TOGGLE_BUTTON (widget) && ui_fixture_find_label (widget, wanted->words) != NULL)
    wanted->found = widget;
}

static GtkWidget *
find_toggle (GtkWidget *page, const char *words)
{
  Wanted wanted = { words, NULL };

  ui_fixture_walk (page, look_for_toggle, &wanted);
  g_assert_nonnull (wanted.found);
  return wanted.found;
}

static void
test_checks (ChangingFixture *self, gconstpointer data)
{
  GtkWidget       *page = ui_lint_page_new (self->session);
  GtkWindow       *window = ui_fixture_show (page, 900, 600);
  GtkWidget       *search = ui_fixture_find (page, GTK_TYPE_SEARCH_ENTRY);
  g_autofree char *shown = NULL;

  g_signal_connect (page, "show-definition", G_CALLBACK (on_show), &shown);
  ui_fixture_wait (app_linter_get_lint (app_session_get_feature (self->session, APP_TYPE_LINTER)) !=
                   NULL);
  ui_fixture_wait (ui_fixture_find_label (page, "text-direction") != NULL);
  /* One error, and warnings: a name for models, a description that is not there. */
  AppLint *lint = app_linter_get_lint (app_session_get_feature (self->session, APP_TYPE_LINTER));
  g_assert_cmpuint (app_lint_count (lint, MCP_FINDING_ERROR), ==, 1);
  g_assert_cmpuint (app_lint_count (lint, MCP_FINDING_WARNING), ==, 2);
  g_assert_nonnull (ui_fixture_find_label (page, "description-missing"));
  g_assert_null (ui_fixture_find_label (page, "hints-missing"));
  g_assert_null (ui_fixture_find_label (page, "good"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (page, "3 notes")), TRUE);
  ui_fixture_wait (ui_fixture_find_label (page, "hints-missing") != NULL);
  /* All is shown: what is clean as well, with what it costs. */
  g_assert_nonnull (ui_fixture_find_label (page, "good"));
  g_assert_nonnull (ui_fixture_find_label (page, "nothing found"));
  ui_fixture_assert_named (GTK_WIDGET (window));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (page, "By Rule")), TRUE);
  ui_fixture_wait (ui_fixture_find_label (page, "good") == NULL);
  g_assert_nonnull (ui_fixture_find_label (page, "a.b  /description"));
  ui_fixture_assert_named (GTK_WIDGET (window));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (page, "By Rule")), FALSE);
  ui_fixture_wait (ui_fixture_find_label (page, "good") != NULL);

  gtk_editable_set_text (GTK_EDITABLE (search), "direction");
  ui_fixture_wait (ui_fixture_find_label (page, "description-missing") == NULL);
  g_assert_nonnull (ui_fixture_find_label (page, "text-direction"));
  gtk_widget_activate_action (ui_fixture_find (page, GTK_TYPE_LIST_VIEW), "list.activate-item", "u",
                              1u);
  g_assert_cmpstr (shown, ==, "a.b");
  gtk_editable_set_text (GTK_EDITABLE (search), "zebra");
  ui_fixture_wait (ui_fixture_find_label (page, "No Matches") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "");

  changing_fixture_write (self, GOOD);
  changing_fixture_refresh (self);
  ui_fixture_wait (app_lint_count (app_linter_get_lint (app_session_get_feature (
                                       self->session, APP_TYPE_LINTER)),
                                   MCP_FINDING_ERROR) == 0);
  ui_fixture_wait (ui_fixture_find_label (page, "text-direction") == NULL);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (page, "0 notes")), FALSE);
  ui_fixture_wait (ui_fixture_find_label (page, "No Issues of This Severity") != NULL);
  changing_fixture_write (self, "");
  changing_fixture_refresh (self);
  ui_fixture_wait (ui_fixture_find_label (page, "No Issues") != NULL);
  gtk_window_set_default_size (window, 360, 400);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, page);
}

static gboolean
shows (GtkWidget *source, const char *part)
{
  g_autofree char *text = ui_fixture_dup_text (source);

  return text != NULL && strstr (text, part) != NULL;
}

static void
look_for_button (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  if (GTK_IS_BUTTON (widget) &&
      g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), wanted->words) == 0)
    wanted->found = widget;
}

static void
press (GtkWidget *page, const char *label)
{
  Wanted wanted = { label, NULL };

  ui_fixture_walk (page, look_for_button, &wanted);
  g_assert_nonnull (wanted.found);
  g_signal_emit_by_name (wanted.found, "clicked");
}

static void
look_for_choice (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  if (UI_IS_EXPORT_ROW (widget) && ui_fixture_find_label (widget, wanted->words) != NULL)
    wanted->found = ui_fixture_find (widget, GTK_TYPE_CHECK_BUTTON);
}

static void
test_export (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *page = ui_export_page_new (self->session);
  GtkWindow *window = ui_fixture_show (page, 900, 600);
  GtkWidget *source = ui_fixture_find (page, UI_TYPE_SOURCE_VIEW);
  GtkWidget *format = ui_fixture_find (page, GTK_TYPE_DROP_DOWN);
  GtkWidget *search = ui_fixture_find (page, GTK_TYPE_SEARCH_ENTRY);
  Wanted     wanted = { "good", NULL };

  ui_fixture_wait (shows (source, "\"a_b\"") && shows (source, "\"good\""));
  ui_fixture_assert_named (GTK_WIDGET (window));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (format), APP_EXPORT_ANTHROPIC);
  ui_fixture_wait (shows (source, "input_schema"));
  /* A tool that is disabled is dimmed and left out, and comes back. */
  app_approvals_set_tool_enabled (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                                  "good", FALSE);
  ui_fixture_wait (!shows (source, "\"good\""));
  ui_fixture_walk (page, look_for_choice, &wanted);
  g_assert_nonnull (wanted.found);
  g_assert_false (gtk_widget_get_sensitive (wanted.found));
  g_assert_nonnull (ui_fixture_find_label (page, "disabled"));
  app_approvals_set_tool_enabled (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                                  "good", TRUE);
  ui_fixture_wait (shows (source, "\"good\""));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (wanted.found), FALSE);
  ui_fixture_wait (!shows (source, "\"good\"") && shows (source, "\"a_b\""));
  press (page, "None");
  ui_fixture_wait (shows (source, "No tools selected"));
  /* Only what the filter shows. */
  gtk_editable_set_text (GTK_EDITABLE (search), "goo");
  press (page, "All");
  ui_fixture_wait (shows (source, "\"good\""));
  g_assert_false (shows (source, "\"a_b\""));
  /* What was chosen survives another list. */
  changing_fixture_write (self, TOOL ("a.b", "Adds it") "," GOOD "," TOOL ("new", "Is new here"));
  changing_fixture_refresh (self);
  ui_fixture_wait (shows (source, "\"new\""));
  g_assert_false (shows (source, "\"a_b\""));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (format), APP_EXPORT_OPENAI_STRICT);
  ui_fixture_wait (shows (source, "\"strict\": true"));
  changing_fixture_write (self, "");
  changing_fixture_refresh (self);
  ui_fixture_wait (ui_fixture_find_label (page, "No Tools") != NULL);
  gtk_window_set_default_size (window, 360, 400);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, page);
}

/* In the tool's own menu, and in the list. */
static void
test_enabling (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *page = ui_list_page_new (self->session, UI_PLACE_TOOLS);
  GtkWindow *window = ui_fixture_show (page, 900, 600);

  ui_fixture_wait (ui_list_page_open (UI_LIST_PAGE (page), "good"));
  GtkWidget *menu = ui_fixture_find (page, UI_TYPE_TOOL_MENU);
  g_assert_null (ui_fixture_find_label (page, "disabled"));
  gtk_widget_activate_action (ui_fixture_find (menu, GTK_TYPE_MENU_BUTTON), "tool-menu.exported", NULL);
  g_assert_false (app_approvals_is_tool_enabled (
      app_session_get_feature (self->session, APP_TYPE_APPROVALS), "good"));
  GtkWidget *list = GTK_WIDGET (
      gtk_widget_get_template_child (page, UI_TYPE_LIST_PAGE, "list"));
  ui_fixture_wait (ui_fixture_find_label (list, "disabled") != NULL);
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (menu, "disabled")));
  /* A person may call it all the same. */
  g_autoptr (AppCall) call = app_session_new_call (self->session, APP_CALL_TOOL, "good", "{}");
  g_autoptr (GAsyncResult) result = NULL;
  app_call_run_async (call, NULL, changing_fixture_on_done, &result);
  ui_fixture_wait (result != NULL);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_DONE);
  gtk_widget_activate_action (ui_fixture_find (menu, GTK_TYPE_MENU_BUTTON), "tool-menu.exported", NULL);
  g_assert_true (app_approvals_is_tool_enabled (
      app_session_get_feature (self->session, APP_TYPE_APPROVALS), "good"));
  ui_fixture_wait (ui_fixture_find_label (list, "disabled") == NULL);
  ui_fixture_assert_ends (window, page);
}

static void
write_names (ChangingFixture *self, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; list[i] != NULL; i++)
    g_string_append_printf (text,
                            "%s{\"name\":\"%s\",\"description\":\"Does it\","
                            "\"inputSchema\":{\"type\":\"object\"}}",
                            i > 0 ? "," : "", list[i]);
  changing_fixture_write (self, text->str);
  g_string_free (text, TRUE);
}

static const char *
get_key (GtkWidget *page, guint position)
{
  GtkWidget *row = ui_fixture_find (page, UI_TYPE_DEFINITION_ROW);
  GtkWidget *list = gtk_widget_get_ancestor (row, GTK_TYPE_LIST_VIEW);
  g_autoptr (McpDefinition) definition = g_list_model_get_item (
      G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))), position);

  return definition != NULL ? mcp_definition_get_key (definition) : NULL;
}

/* Headings stand above the first rows of groups, as long as nothing is searched for. */
static void
test_groups (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *page = ui_list_page_new (self->session, UI_PLACE_TOOLS);
  GtkWindow *window = ui_fixture_show (page, 900, 600);
  GtkWidget *search = ui_fixture_find_named (page, "Filter the list");

  g_object_set (page, "sorted", FALSE, "grouped", TRUE, NULL);
  write_names (self, "echo get_issue list_pipes list_issues get_pipe edit_issue get_user "
                     "list_users");
  changing_fixture_refresh (self);
  ui_fixture_wait (ui_fixture_find_label (page, "Issue · 3") != NULL);
  g_assert_cmpstr (get_key (page, 0), ==, "get_issue");
  g_assert_cmpstr (get_key (page, 7), ==, "echo");
  g_assert_nonnull (ui_fixture_find_label (page, "Other · 1"));
  g_assert_nonnull (ui_fixture_find_named (page, "Issue, group of 3, get_issue, new"));
  ui_fixture_assert_named (GTK_WIDGET (window));

  gtk_editable_set_text (GTK_EDITABLE (search), "pipe");
  ui_fixture_wait (get_key (page, 2) == NULL);
  g_assert_null (ui_fixture_find_named (page, "Pipe, group of 2, list_pipes, new"));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  ui_fixture_wait (ui_fixture_find_named (page, "Pipe, group of 2, list_pipes, new") != NULL);

  /* A row that was in the middle of its group is the first one now. */
  g_object_set (page, "sorted", TRUE, NULL);
  ui_fixture_wait (ui_fixture_find_named (page, "Issue, group of 3, edit_issue, new") != NULL);
  g_assert_nonnull (ui_fixture_find_named (page, "get_issue, new"));
  g_object_set (page, "grouped", FALSE, NULL);
  ui_fixture_wait (ui_fixture_find_named (page, "edit_issue, new") != NULL);
  g_assert_cmpstr (get_key (page, 0), ==, "echo");
  g_object_set (page, "sorted", FALSE, "grouped", TRUE, NULL);
  ui_fixture_assert_ends (window, page);
}

static void
on_search_changed (GtkEditable *search, gboolean *changed)
{
  /* A new text is an empty one first. */
  *changed = gtk_editable_get_text (search)[0] != '\0';
}

static void
on_search_on_server (GtkWidget *page, const char *tool, const char *argument, const char *text)
{
  ui_list_page_fill (UI_LIST_PAGE (page), tool, argument, text);
}

/* A filter that finds nothing points to the server's own search. */
static void
test_server_search (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *page = ui_list_page_new (self->session, UI_PLACE_TOOLS);
  GtkWindow *window = ui_fixture_show (page, 900, 600);
  GtkWidget *search = ui_fixture_find_named (page, "Filter the list");
  gboolean   changed = FALSE;

  gtk_editable_set_text (GTK_EDITABLE (search), "zebra");
  ui_fixture_wait (ui_fixture_find_label (page, "No Matches") != NULL);
  g_assert_null (ui_fixture_find_named (page, "Search on the Server with search-tools"));
  changing_fixture_write (self, GOOD ",{\"name\":\"search-tools\",\"inputSchema\":{\"type\":\"object\","
                                     "\"properties\":{\"query\":{\"type\":\"string\"}}}}");
  changing_fixture_refresh (self);
  ui_fixture_wait (ui_fixture_find_named (page, "Search on the Server with search-tools") != NULL);
  GtkWidget *button = ui_fixture_find_named (page, "Search on the Server with search-tools");
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_signal_connect (page, "search-on-server", G_CALLBACK (on_search_on_server), NULL);
  g_signal_connect (search, "search-changed", G_CALLBACK (on_search_changed), &changed);
  gtk_editable_set_text (GTK_EDITABLE (search), " zebra crossing ");
  ui_fixture_wait (changed);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  g_assert_cmpstr (mcp_definition_get_key (ui_list_page_get_selected (UI_LIST_PAGE (page))), ==,
                   "search-tools");
  GtkWidget *view = ui_fixture_find (page, UI_TYPE_FORM_VIEW);
  AppField  *field = app_form_find_field (form_fixture_form_of (view), "/query");
  g_assert_cmpstr (app_field_get_text (field), ==, "zebra crossing");
  ui_fixture_assert_ends (window, page);
}

#define IN_WORKSPACE(name)                                                                      \
  "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"workspace\":{" \
  "\"type\":\"string\"}},\"required\":[\"workspace\"]},\"annotations\":{\"readOnlyHint\":true}}"
#define LISTER "{\"name\":\"list_workspaces\",\"inputSchema\":{\"type\":\"object\"}}"

static void
call_in (ChangingFixture *self, GtkWidget *page, const char *tool, const char *workspace)
{
  GListModel *calls = app_session_get_calls (self->session);
  guint       n = g_list_model_get_n_items (calls);

  g_assert_true (ui_list_page_open (UI_LIST_PAGE (page), tool));
  GtkWidget *view = ui_fixture_find (page, UI_TYPE_FORM_VIEW);
  AppField  *field = app_form_find_field (form_fixture_form_of (view), "/workspace");
  app_field_set_text (field, workspace);
  ui_page_submit (page);
  ui_fixture_wait (g_list_model_get_n_items (calls) > n);
  g_autoptr (AppCall) call = g_list_model_get_item (calls, 0);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_DONE);
}

/* A workspace that was used in one tool is there in the next one, and said to be. */
static void
test_memory (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *page = ui_list_page_new (self->session, UI_PLACE_TOOLS);
  GtkWindow *window = ui_fixture_show (page, 900, 600);

  changing_fixture_write (self, IN_WORKSPACE ("one") "," IN_WORKSPACE ("two") "," IN_WORKSPACE (
                                    "three") "," LISTER "," GOOD);
  changing_fixture_refresh (self);
  g_assert_true (ui_list_page_open (UI_LIST_PAGE (page), "good"));
  GtkWidget *bar = ui_fixture_find (page, UI_TYPE_MEMORY_BAR);
  g_assert_false (gtk_widget_get_visible (bar));
  g_assert_true (ui_list_page_open (UI_LIST_PAGE (page), "one"));
  g_assert_true (gtk_widget_get_visible (bar));
  g_assert_nonnull (ui_fixture_find_label (bar, "Shared argument"));
  g_assert_nonnull (ui_fixture_find_label (bar, "Call list_workspaces"));
  ui_fixture_assert_named (GTK_WIDGET (window));
  call_in (self, page, "one", "production");
  ui_fixture_wait (ui_fixture_find_label (bar, "Reused from last call") != NULL);

  g_assert_true (ui_list_page_open (UI_LIST_PAGE (page), "two"));
  g_assert_nonnull (ui_fixture_find_label (bar, "Reused from last call"));
  GtkWidget       *view = ui_fixture_find (page, UI_TYPE_FORM_VIEW);
  AppForm         *form = form_fixture_form_of (view);
  g_autofree char *arguments = app_form_dup_arguments (form);
  g_assert_cmpstr (arguments, ==, "{\"workspace\":\"production\"}");
  g_assert_false (app_form_undo (form));
  app_field_set_text (app_form_find_field (form, "/workspace"), "staging");
  g_assert_nonnull (ui_fixture_find_label (bar, "Last call: production"));
  ui_fixture_assert_ends (window, page);
}

static gboolean
find_row (GtkWidget *view, const char *name)
{
  return ui_fixture_find_label (view, name) != NULL;
}

static void
test_schema (ChangingFixture *self, gconstpointer data)
{
  GtkWidget *view = g_object_new (UI_TYPE_SCHEMA_VIEW, NULL);
  GtkWindow *window = ui_fixture_show (view, 460, 420);
  GtkWidget *search = ui_fixture_find (view, GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *source = ui_fixture_find (view, UI_TYPE_SOURCE_VIEW);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      "{\"properties\":{\"name\":{\"type\":\"string\",\"maxLength\":9},\"child\":{\"$ref\":\"#\"}},"
      "\"required\":[\"name\"]}",
      -1, NULL);

  ui_schema_view_set_schema (UI_SCHEMA_VIEW (view), mcp_json_document_get_root (document));
  ui_fixture_wait (find_row (view, "maxLength 9") && find_row (view, "required"));
  ui_fixture_assert_named (GTK_WIDGET (window));
  /* A schema in itself opens as far as somebody goes. */
  GtkWidget  *list = ui_fixture_find (view, GTK_TYPE_LIST_VIEW);
  GListModel *rows = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  for (guint i = 1; i < 8; i++)
    {
      gtk_widget_activate_action (list, "list.activate-item", "u", 2 * i - 1);
      g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 2 * i + 2);
    }
  gtk_editable_set_text (GTK_EDITABLE (search), "string");
  ui_fixture_wait (g_list_model_get_n_items (rows) == 1);
  gtk_editable_set_text (GTK_EDITABLE (search), "zebra");
  ui_fixture_wait (g_list_model_get_n_items (rows) == 0);
  g_assert_true (shows (source, "\"maxLength\": 9"));
  ui_schema_view_set_schema (UI_SCHEMA_VIEW (view), MCP_JSON_NO_VALUE);
  g_assert_true (shows (source, "The server gives none."));
  ui_fixture_assert_ends (window, view);
}

static int
get_height (GtkWidget *view, int width)
{
  int natural;

  gtk_widget_measure (view, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

static void
find_triangle (GtkWidget *widget, gpointer data)
{
  GtkWidget **found = data;

  if (*found == NULL && g_str_equal (gtk_widget_get_css_name (widget), "expander"))
    *found = widget;
}

/* It is as high as what it shows, up to a bound, and the triangle stands beside the name. */
static void
test_schema_size (ChangingFixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"properties\":{\"a\":{\"description\":\"What\","
                                           "\"minProperties\":1,\"properties\":{\"b\":{}}}");
  GtkWidget *view = g_object_new (UI_TYPE_SCHEMA_VIEW, NULL);
  GtkWidget *triangle = NULL;
  GtkWindow *window = ui_fixture_show (view, 460, 800);
  g_autoptr (McpJsonDocument) small = mcp_json_document_parse_text ("{\"properties\":{\"a\":{}}}",
                                                                    -1, NULL);
  graphene_point_t middle;

  for (guint i = 0; i < 50; i++)
    g_string_append_printf (text, ",\"name%u\":{\"type\":\"string\"}", i);
  g_string_append (text, "}}");
  g_autoptr (McpJsonDocument) large = mcp_json_document_parse_text (text->str, -1, NULL);
  int least;
  ui_schema_view_set_max_height (UI_SCHEMA_VIEW (view), 300);
  ui_schema_view_set_schema (UI_SCHEMA_VIEW (view), mcp_json_document_get_root (small));
  ui_fixture_finish_drawing ();
  g_assert_cmpint (get_height (view, 460), <, 140);
  gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 312);
  ui_schema_view_set_schema (UI_SCHEMA_VIEW (view), mcp_json_document_get_root (large));
  ui_fixture_finish_drawing ();
  g_assert_cmpint (get_height (view, 460), >, 300);
  g_assert_cmpint (get_height (view, 460), <, 380);
  ui_fixture_walk (view, find_triangle, &triangle);
  GtkWidget *name = ui_fixture_find_label (view, "a");
  g_assert_true (gtk_widget_compute_point (
      triangle, name, &GRAPHENE_POINT_INIT (0, (float)gtk_widget_get_height (triangle) / 2),
      &middle));
  g_assert_cmpfloat_with_epsilon (middle.y, gtk_widget_get_height (name) / 2.0, 3);
  ui_fixture_show_page (view, "source");
  ui_fixture_finish_drawing ();
  g_assert_cmpint (get_height (view, 460), <, 380);
  ui_fixture_assert_ends (window, view);
}

/* A description that is cut has "More" beside it, and loses it where a wider window shows it whole. */
static void
test_more (ChangingFixture *self, gconstpointer data)
{
  g_autoptr (McpJsonDocument) tool = mcp_json_document_parse_text (
      "{\"name\":\"plan\",\"description\":\"Plans the launch of next season's catalogue\"}", -1, NULL);
  g_autoptr (McpDefinition) definition =
      mcp_definition_new (MCP_DEFINITION_PROMPT, mcp_json_document_get_root (tool));
  GtkWidget *header = g_object_new (UI_TYPE_DETAIL_HEADER, NULL);
  GtkWindow *window = ui_fixture_show (header, 300, 300);

  ui_detail_header_set_definition (UI_DETAIL_HEADER (header), NULL, definition);
  ui_fixture_finish_drawing ();
  GtkWidget *more = ui_fixture_find_label (header, "More");
  g_assert_nonnull (more);
  g_assert_true (gtk_widget_get_mapped (more));
  /* Wider, and no other form of the header. */
  gtk_window_set_default_size (window, 460, 300);
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_get_mapped (more));
  ui_fixture_assert_ends (window, header);
}

#define ADD(name, function)                                                \
  g_test_add ("/catalogue/" name, ChangingFixture, NULL, set_up, function, \
              changing_fixture_tear_down)

void
add_catalogue_tests (void)
{
  ADD ("export", test_export);
  ADD ("enabling", test_enabling);
  ADD ("groups", test_groups);
  ADD ("server-search", test_server_search);
  ADD ("memory", test_memory);
  ADD ("schema", test_schema);
  ADD ("schema-size", test_schema_size);
  ADD ("more", test_more);
  ADD ("checks", test_checks);
}
