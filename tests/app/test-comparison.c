/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A tool's definition held against another's, of the same server or of another one. */

#include "app-tests.h"
#include "workspace-fixture.h"
#include "app-catalogue.h"
#include "app-diff-line.h"
#include "app-tool-comparison.h"
#include "find-session.h"

#include <string.h>

#define ADD "{\"name\":\"add\",\"description\":\"Adds\",\"inputSchema\":{\"type\":\"object\"}}"
/* The same in another order and spelling */
#define ADD_AGAIN \
  "{\"inputSchema\":{\"type\":\"object\"},\"description\":\"\\u0041dds\",\"name\":\"add\"}"
#define ECHO "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}"

static const char *const names[] = { "one", "two", "three" };

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
} Fixture;

static void
write_tools (Fixture *self, const char *server, const char *text)
{
  g_autofree char *name = g_strconcat (server, ".json", NULL);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *list = g_strdup_printf ("[%s]", text);

  g_assert_true (g_file_set_contents (path, list, -1, NULL));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "servers", "changing-server.py", NULL);
  g_autoptr (GString) servers = g_string_new ("servers:\n");

  self->folder = workspace_fixture_make_folder ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (servers,
                            "  %s:\n    command: python3\n    args: ['%s', '%s/%s.json']\n",
                            names[i], script, self->folder, names[i]);
  self->workspace = workspace_fixture_open (self->folder, servers->str);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

/* Connects to a server that lists these tools. */
static AppSession *
connect_to (Fixture *self, const char *server, const char *tools)
{
  AppSession   *session = find_session (self->workspace, server);
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);

  write_tools (self, server, tools);
  app_session_connect_async (session, NULL, NULL, NULL);
  WAIT_UNTIL (app_session_get_state (session) == APP_SESSION_READY &&
              !app_catalogue_is_loading (catalogue));
  return session;
}

static GPtrArray *
list (Fixture *self, AppSession *session, const char *tool)
{
  return app_tool_comparison_list (
      G_LIST_MODEL (self->workspace), session,
      app_catalogue_find_tool (app_session_get_feature (session, APP_TYPE_CATALOGUE), tool));
}

/* Returns: (transfer full): the others, as "tool@server tool@server" */
static char *
join (GPtrArray *comparisons)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < comparisons->len; i++)
    g_string_append_printf (
        text, "%s%s@%s", i > 0 ? " " : "",
        mcp_definition_get_name (
            MCP_DEFINITION (app_tool_comparison_get_other (comparisons->pdata[i]))),
        app_session_get_name (app_tool_comparison_get_session (comparisons->pdata[i])));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns: (transfer full): the lines that differ */
static char *
print (GListModel *lines)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (AppDiffLine) line = g_list_model_get_item (lines, i);
      AppDiffKind      kind = app_diff_line_get_kind (line);
      g_autofree char *shown = app_diff_line_dup_visible (line, NULL, NULL);

      if (kind == APP_DIFF_ADDED || kind == APP_DIFF_REMOVED)
        g_string_append_printf (text, "%c%s\n", kind == APP_DIFF_ADDED ? '+' : '-', shown);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_order (Fixture *self, gconstpointer data)
{
  AppSession *one = connect_to (self, "one", ECHO "," ADD);
  g_autoptr (GPtrArray) alone = list (self, one, "add");
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autofree char *before = join (alone);
  g_autofree char *after = NULL;
  g_autofree char *searched = NULL;

  /* Servers that were never connected have nothing to compare with. */
  g_assert_cmpstr (before, ==, "echo@one");

  connect_to (self, "two", ECHO "," ADD);
  connect_to (self, "three", ADD_AGAIN);
  all = list (self, one, "add");
  after = join (all);
  g_assert_cmpstr (after, ==, "add@two add@three echo@two echo@one");
  g_assert_true (app_tool_comparison_is_namesake (all->pdata[1]));
  g_assert_false (app_tool_comparison_is_namesake (all->pdata[2]));

  found = app_tool_comparison_search (all, "two");
  searched = join (found);
  g_assert_cmpstr (searched, ==, "add@two echo@two");
}

static void
test_search_ranks (Fixture *self, gconstpointer data)
{
  AppSession *one = connect_to (self, "one",
                                "{\"name\":\"thread\"},{\"name\":\"read\"},{\"name\":\"x\"}");
  g_autoptr (GPtrArray) all = list (self, one, "x");
  g_autoptr (GPtrArray) found = app_tool_comparison_search (all, "read");
  g_autofree char *text = join (found);

  g_assert_cmpstr (text, ==, "read@one thread@one");
}

static void
test_alike (Fixture *self, gconstpointer data)
{
  AppSession *one = connect_to (self, "one", ADD);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GListModel) lines = NULL;

  connect_to (self, "two", ADD_AGAIN);
  all = list (self, one, "add");
  lines = app_tool_comparison_create_diff (all->pdata[0]);
  g_assert_cmpuint (g_list_model_get_n_items (lines), ==, 0);
}

/* Where something differs, the order and the spelling of the rest make no lines. */
static void
test_differs (Fixture *self, gconstpointer data)
{
  AppSession *one = connect_to (self, "one", ADD);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GListModel) lines = NULL;
  g_autofree char *text = NULL;

  connect_to (self, "two",
              "{\"inputSchema\":{\"required\":[\"a\"],\"type\":\"object\"},"
              "\"description\":\"\\u0041dds\",\"name\":\"add\"}");
  all = list (self, one, "add");
  lines = app_tool_comparison_create_diff (all->pdata[0]);
  text = print (lines);
  g_assert_cmpstr (text, ==,
                   "+    \"required\": [\n"
                   "+      \"a\"\n"
                   "+    ],\n");
}

static void
assert_lines (const char *before, const char *after, const char *expected)
{
  g_autoptr (GListModel) lines = app_diff_line_list_json (before, after);
  g_autofree char *text = print (lines);

  g_assert_cmpstr (text, ==, expected);
}

/* Of a long string only what differs is shown, however far behind it is. */
static void
test_long_strings (void)
{
  g_autofree char *filler = g_strnfill (3000, 'x');
  g_autofree char *before = g_strdup_printf ("  \"%s end\"", filler);
  g_autofree char *after = g_strdup_printf ("  \"%s End\"", filler);
  g_autoptr (GString) words = g_string_new ("  \"");
  g_autofree char *more = NULL;

  assert_lines ("\"a\\nb\\nc\"", "\"a\\nB\\nc\"", "-    b\\n\n+    B\\n\n");
  /* A backslash before an n is no line end. */
  assert_lines ("\"a\\\\nb\"", "\"A\\\\nb\"", "-\"a\\\\nb\"\n+\"A\\\\nb\"\n");
  assert_lines ("\"a\\n\"", "\"b\\n\"", "-\"a\\n\"\n+\"b\\n\"\n");
  assert_lines (before, after, "-      end\"\n+      End\"\n");
  for (guint i = 0; i < 600; i++)
    g_string_append (words, "käse ");
  more = g_strconcat (words->str, "and more\"", NULL);
  g_string_append (words, "\"");
  {
    g_autoptr (GListModel) lines = app_diff_line_list_json (words->str, more);

    for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
      {
        g_autoptr (AppDiffLine) line = g_list_model_get_item (lines, i);
        g_autofree char *shown = app_diff_line_dup_visible (line, NULL, NULL);

        g_assert_cmpuint (strlen (shown), <, 200);
        g_assert_true (g_utf8_validate (shown, -1, NULL));
      }
    g_assert_cmpuint (g_list_model_get_n_items (lines), <, 8);
  }
  assert_lines ("", "", "");
  assert_lines ("\"\\", "\"\\", "");
}

#define ADD_CASE(name, function) \
  g_test_add ("/comparison/" name, Fixture, NULL, set_up, function, tear_down)

void
add_comparison_tests (void)
{
  ADD_CASE ("order", test_order);
  ADD_CASE ("search-ranks", test_search_ranks);
  ADD_CASE ("alike", test_alike);
  ADD_CASE ("differs", test_differs);
  g_test_add_func ("/comparison/long-strings", test_long_strings);
}
