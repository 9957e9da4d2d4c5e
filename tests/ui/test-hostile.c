/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names and descriptions as no server should send them: shown as they are, never as markup, never
 * at the price of the window. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-badges.h"
#include "ui-banner.h"
#include "ui-definition-row.h"
#include "ui-detail-header.h"
#include "ui-finding-button.h"
#include "ui-overview-page.h"
#include "ui-problem-view.h"
#include "ui-server-dialog.h"
#include "ui-server-page.h"
#include "ui-sidebar.h"
#include "ui-window.h"
#include "mcp-json-writer.h"
#include "test-clock.h"

#include <string.h>

static const struct
{
  const char *sent;
  const char *shown;
} names[] = {
  { "a & b <", "a & b <" },
  { "<b>x</b>", "<b>x</b>" },
  { "&lt;&#x41;", "&lt;&#x41;" },
  { "%s%n%d", "%s%n%d" },
  { "_mnemonic_", "_mnemonic_" },
  { "right\xe2\x80\xae"
    "left",
    "right⟨U+202E⟩left" },
  { "zero\xe2\x80\x8bwidth", "zero⟨U+200B⟩width" },
  { "bell\x07"
    "esc\x1b[31m",
    "bell\xe2\x90\x87"
    "esc\xe2\x90\x9b[31m" },
  { "two\nlines", "two↵lines" },
  { "\xe2\x98\xa0\xf0\x9f\x92\xa9", "\xe2\x98\xa0\xf0\x9f\x92\xa9" },
};

static McpDefinition *
new_tool (const char *name, const char *description)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "name", name);
  mcp_json_writer_member_string (writer, "description", description);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));
}

static void
visit_markup (GtkWidget *widget, gpointer data)
{
  const char *text = data;

  /* What shows the name must read neither markup nor a mnemonic in it; the warning of a broken one
   * is fatal here. */
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (widget)), text));
}

static GtkEditable *
target_of (UiServerDialog *dialog)
{
  return GTK_EDITABLE (
      gtk_widget_get_template_child (GTK_WIDGET (dialog), UI_TYPE_SERVER_DIALOG, "target"));
}

static GtkWidget *
new_header (gpointer definition)
{
  GtkWidget *header = g_object_new (UI_TYPE_DETAIL_HEADER, NULL);

  ui_detail_header_set_definition (UI_DETAIL_HEADER (header), NULL, MCP_DEFINITION (definition));
  return header;
}

static void
check_shown (GtkWidget *widget, const char *shown)
{
  GtkWindow *window = ui_fixture_show (widget, 500, 400);

  g_assert_nonnull (ui_fixture_find_label (widget, shown));
  ui_fixture_walk (GTK_WIDGET (window), visit_markup, (gpointer)shown);
  ui_fixture_assert_ends (window, widget);
}

static void
test_definitions (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (McpDefinition) tool = new_tool (names[i].sent, names[i].sent);
      GtkWidget *row = ui_definition_row_new ();

      ui_definition_row_set_definition (UI_DEFINITION_ROW (row), NULL, tool, TRUE);
      check_shown (row, names[i].shown);
      check_shown (new_header (tool),
                   names[i].shown);
    }
}

static void
test_profiles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AppWorkspace *workspace = ui_fixture_new_workspace ();
      g_autoptr (StoreProfile) profile = store_profile_new (names[i].sent);

      if (strpbrk (names[i].sent, "\n\x07\x1b") != NULL)
        {
          /* Such a name never gets into a profile's file. */
          g_object_unref (workspace);
          continue;
        }
      g_object_set (profile, "command", "/bin/<i>true</i> & false", NULL);
      AppSession *session = ui_fixture_add (workspace, profile);
      check_shown (g_object_new (UI_TYPE_SIDEBAR, "workspace", workspace, NULL), names[i].shown);
      check_shown (ui_overview_page_new (session), names[i].shown);
      check_shown (ui_server_page_new (workspace, session), names[i].shown);

      UiWindow *window = ui_window_new (NULL, workspace);
      gtk_window_present (GTK_WINDOW (window));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      ui_fixture_finish_drawing ();
      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (window), names[i].shown));
      ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
      ui_fixture_close (workspace);
    }
}

static void
test_problems (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (AppProblem) problem =
          app_problem_new (APP_CULPRIT_SERVER, names[i].sent, names[i].sent, names[i].sent);
      GtkWidget *view = g_object_new (UI_TYPE_PROBLEM_VIEW, NULL);

      ui_problem_view_set_problem (UI_PROBLEM_VIEW (view), problem);
      check_shown (view, strchr (names[i].sent, '\n') != NULL ? names[i].sent : names[i].shown);
      GtkWidget *banner = g_object_new (UI_TYPE_BANNER, NULL);
      ui_banner_set_title (UI_BANNER (banner), names[i].shown);
      ui_banner_set_revealed (UI_BANNER (banner), TRUE);
      check_shown (banner, names[i].shown);
    }
}

/* A megabyte in one name costs a row as much as a hundred characters. */
static void
test_long (void)
{
  g_autofree char *name = g_strnfill (1024 * 1024, 'n');
  g_autofree char *words = g_strnfill (1024 * 1024, ' ');
  for (gsize i = 0; i < 1024 * 1024; i += 2)
    words[i] = 'w';
  g_autoptr (McpDefinition) tool = new_tool (name, words);
  gint64     start = test_clock_get_computed ();
  GtkWidget *header = new_header (tool);
  GtkWidget *row = ui_definition_row_new ();

  ui_definition_row_set_definition (UI_DEFINITION_ROW (row), NULL, tool, FALSE);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (line), row);
  ui_fixture_assert_ends (ui_fixture_show (line, 400, 100), row);
  ui_fixture_assert_ends (ui_fixture_show (header, 600, 400), header);
  g_assert_cmpint (test_clock_get_computed () - start, <, 10 * G_USEC_PER_SEC);
}

static void
check_malformed_row (McpDefinition *definition, const char *title)
{
  GtkWidget *row = ui_definition_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (line), row);
  ui_definition_row_set_definition (UI_DEFINITION_ROW (row), NULL, definition, FALSE);
  GtkWindow *window = ui_fixture_show (line, 400, 100);
  g_assert_nonnull (ui_fixture_find_label (row, title[0] != '\0' ? title : "(no name)"));
  g_assert_nonnull (ui_fixture_find_label (row, "No description"));
  ui_fixture_assert_ends (window, row);
}

static void
check_malformed_header (McpDefinition *definition, const char *title, const char *finding)
{
  GtkWidget *header = new_header (definition);
  GtkWindow *window = ui_fixture_show (header, 400, 300);
  GtkWidget *findings = ui_fixture_find (header, UI_TYPE_FINDING_BUTTON);
  GObject   *label = gtk_widget_get_template_child (header, UI_TYPE_DETAIL_HEADER, "title");

  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, title);
  g_assert_nonnull (ui_fixture_find_label (header, "No description"));
  g_assert_true (gtk_widget_get_mapped (findings));
  gtk_menu_button_popup (GTK_MENU_BUTTON (ui_fixture_find (findings, GTK_TYPE_MENU_BUTTON)));
  ui_fixture_wait (ui_fixture_find_label (findings, finding) != NULL);
  ui_fixture_assert_named (GTK_WIDGET (window));
  ui_fixture_assert_ends (window, header);
}

/* What is no definition is shown as one that lacks what it lacks, and why is said. */
static void
test_malformed (void)
{
  static const struct
  {
    const char *sent;
    const char *title;
    const char *finding;
  } cases[] = {
    { "{}", "", "The entry has no name." },
    { "null", "", "Invalid entry: expected an object, got null." },
    { "[]", "", "Invalid entry: expected an object, got array." },
    { "{\"name\": 7, \"inputSchema\": []}", "", "Invalid “name”: expected a string, got number." },
    { "{\"name\": \"\", \"annotations\": 1}", "", "The annotations are not an object." },
    { "{\"name\": \"x\", \"title\": null, \"description\": {}}", "x",
      "Invalid “description”: expected a string, got object." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (McpDefinitionKind kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
      {
        g_autoptr (McpJsonDocument) document =
            mcp_json_document_parse_text (cases[i].sent, -1, NULL);
        g_autoptr (McpDefinition) definition =
            mcp_definition_new (kind, mcp_json_document_get_root (document));

        check_malformed_row (definition, cases[i].title);
        check_malformed_header (definition, cases[i].title, cases[i].finding);
      }
}

static void
test_pasted (void)
{
  static const char *const texts[] = {
    "{\"mcpServers\": {\"<b>a</b> & \": {\"command\": \"x\", \"args\": [\"<i>\"]}, \"b\": "
    "{\"url\": "
    "\"http://127.0.0.1/\"}}}",
    "{\"mcpServers\": ",
    "\"",
    "npx -y 'unclosed",
    "https://<b>",
    "rm -rf / & <b>",
  };
  AppWorkspace *workspace = ui_fixture_new_workspace ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
      UiServerDialog *dialog = ui_server_dialog_new (NULL, draft);
      gtk_window_present (GTK_WINDOW (dialog));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
      ui_fixture_paste (target_of (dialog), texts[i]);
      ui_fixture_finish_drawing ();
      StoreProfile *profile = app_profile_draft_get_profile (draft);
      if (i == 0)
        {
          g_assert_cmpstr (store_profile_get_endpoint (profile)->command, ==, "x");
          g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_PASTED);
        }
      gtk_editable_set_text (target_of (dialog), "");
      g_assert_false (store_profile_validate (profile, NULL));
      ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
    }
  ui_fixture_close (workspace);
}

void
add_hostile_tests (void)
{
  g_test_add_func ("/ui/hostile/definitions", test_definitions);
  g_test_add_func ("/ui/hostile/profiles", test_profiles);
  g_test_add_func ("/ui/hostile/problems", test_problems);
  g_test_add_func ("/ui/hostile/long", test_long);
  g_test_add_func ("/ui/hostile/malformed", test_malformed);
  g_test_add_func ("/ui/hostile/pasted", test_pasted);
}
