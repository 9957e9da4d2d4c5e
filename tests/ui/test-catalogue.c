/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A server's tools as a whole: what is better changed in them. */

#include "ui-fixture.h"
#include "ui-lint-page.h"
#include "ui-lint-row.h"
#include "ui-place.h"
#include "ui-server-page.h"
#include "app-linter.h"

#include <glib/gstdio.h>
#include <string.h>

#define TOOL(name, description) \
  "{\"name\":\"" name "\",\"description\":\"" description "\",\"inputSchema\":{\"type\":\"object\"}}"
#define GOOD                                                                              \
  "{\"name\":\"good\",\"description\":\"Says nothing but good things\",\"annotations\":{" \
  "\"readOnlyHint\":true},\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  char         *tools;
} Fixture;

static void
write_tools (Fixture *self, const char *text)
{
  g_autofree char *list = g_strdup_printf ("[%s]", text);

  g_assert_true (g_file_set_contents (self->tools, list, -1, NULL));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "app", "changing-server.py", NULL);
  g_autofree char *folder = g_dir_make_tmp ("spyglass-ui-catalogue-XXXXXX", NULL);
  g_autoptr (StoreProfile) profile = store_profile_new ("changing");

  self->tools = g_build_filename (folder, "tools.json", NULL);
  write_tools (self, TOOL ("a.b", "Adds\\u202e it") "," GOOD "," TOOL ("c", ""));
  const char *arguments[] = { script, self->tools, NULL };
  store_profile_set_command (profile, "python3");
  store_profile_set_arguments (profile, arguments);
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add (self->workspace, profile);
  ui_fixture_connect (self->session);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (self->tools);

  ui_fixture_close (self->workspace);
  g_unlink (self->tools);
  g_rmdir (folder);
  g_free (self->tools);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_set_object ((GAsyncResult **)data, result);
}

static void
refresh (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_refresh_async (self->session, APP_LIST_TOOLS, NULL, on_done, &result);
  ui_fixture_wait (result != NULL);
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
test_checks (Fixture *self, gconstpointer data)
{
  GtkWidget *page = ui_lint_page_new (self->session);
  GtkWindow *window = ui_fixture_show (page, 900, 600);
  GtkWidget *search = ui_fixture_find (page, GTK_TYPE_SEARCH_ENTRY);
  g_autoptr (UiPlace) place = ui_place_new (self->session, UI_PLACE_CHECKS);
  g_autofree char *shown = NULL;

  g_signal_connect (page, "show-definition", G_CALLBACK (on_show), &shown);
  ui_fixture_wait (app_linter_get_lint (app_linter_of (self->session)) != NULL);
  ui_fixture_wait (ui_fixture_find_label (page, "text-direction") != NULL);
  /* One error, and warnings: a name for models, a description that is not there. */
  g_assert_cmpuint (ui_place_get_count (place), ==, 3);
  g_assert_nonnull (ui_fixture_find_label (page, "description-missing"));
  g_assert_null (ui_fixture_find_label (page, "hints-missing"));
  g_assert_null (ui_fixture_find_label (page, "good"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (page, "3 notes")), TRUE);
  ui_fixture_wait (ui_fixture_find_label (page, "hints-missing") != NULL);
  /* All is shown: what is clean as well, with what it costs. */
  g_assert_nonnull (ui_fixture_find_label (page, "good"));
  g_assert_nonnull (ui_fixture_find_label (page, "nothing found"));
  ui_fixture_assert_named (GTK_WIDGET (window));

  gtk_editable_set_text (GTK_EDITABLE (search), "direction");
  ui_fixture_wait (ui_fixture_find_label (page, "description-missing") == NULL);
  g_assert_nonnull (ui_fixture_find_label (page, "text-direction"));
  gtk_widget_activate_action (ui_fixture_find (page, GTK_TYPE_LIST_VIEW), "list.activate-item", "u",
                              1u);
  g_assert_cmpstr (shown, ==, "a.b");
  gtk_editable_set_text (GTK_EDITABLE (search), "zebra");
  ui_fixture_wait (ui_fixture_find_label (page, "No Matches") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "");

  write_tools (self, GOOD);
  refresh (self);
  ui_fixture_wait (ui_place_get_count (place) == 0);
  ui_fixture_wait (ui_fixture_find_label (page, "text-direction") == NULL);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (page, "0 notes")), FALSE);
  ui_fixture_wait (ui_fixture_find_label (page, "Nothing as Grave as Chosen") != NULL);
  write_tools (self, "");
  refresh (self);
  ui_fixture_wait (ui_fixture_find_label (page, "Nothing Found") != NULL);
  gtk_window_set_default_size (window, 360, 400);
  ui_fixture_settle (100);
  ui_fixture_assert_ends (window, page);
}

int
main (int argc, char **argv)
{
  ui_fixture_init (&argc, &argv);
  g_test_add ("/catalogue/checks", Fixture, NULL, set_up, test_checks, tear_down);
  return g_test_run ();
}
