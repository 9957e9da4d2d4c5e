/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the first frame waits for: nothing that is not on it. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-confirm-page.h"
#include "ui-log-pane.h"
#include "ui-objects-page.h"
#include "ui-problem-view.h"
#include "ui-settings.h"
#include "ui-sidebar.h"
#include "ui-tooltip.h"
#include "ui-welcome-page.h"
#include "ui-window.h"
#include "find-session.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#define ICONS "/io/github/spyglass_mcp/Spyglass/icons/"
#define TEMPLATES "/io/github/spyglass_mcp/Spyglass/ui/"

typedef struct
{
  AppWorkspace *workspace;
  UiWindow     *window;
} Fixture;

static void
open_window (Fixture *fixture)
{
  fixture->window = ui_window_new (NULL, fixture->workspace);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->workspace = ui_fixture_new_workspace ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ui_fixture_assert_ends (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->window));
  ui_fixture_close (fixture->workspace);
}

static void
visit (GtkWidget *widget, gpointer data)
{
  guint *stacks = data;

  /* Reading styles and languages takes longer than an empty window's whole start. */
  g_assert_false (GTK_SOURCE_IS_VIEW (widget));
  g_assert_false (UI_IS_PROBLEM_VIEW (widget));
  g_assert_false (UI_IS_CONFIRM_PAGE (widget));
  g_assert_false (UI_IS_OBJECTS_PAGE (widget));
  /* Such a stack lays out all of its pages to show one; those in menus are GTK's. */
  if (!GTK_IS_STACK (widget) || gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) != NULL)
    return;
  g_assert_false (gtk_stack_get_hhomogeneous (GTK_STACK (widget)));
  g_assert_false (gtk_stack_get_vhomogeneous (GTK_STACK (widget)));
  (*stacks)++;
}

static void
assert_lean (Fixture *fixture)
{
  g_autofree char *maps = NULL;
  guint            stacks = 0;

  ui_fixture_walk (GTK_WIDGET (fixture->window), visit, &stacks);
  g_assert_cmpuint (stacks, >, 0);
  g_assert_null (gtk_application_window_get_help_overlay (
      GTK_APPLICATION_WINDOW (fixture->window)));
  /* The icons were drawn when the program was built. */
  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  if (gtk_widget_get_scale_factor (GTK_WIDGET (fixture->window)) == 1)
    g_assert_null (strstr (maps, "librsvg"));
}

static void
test_first_run (Fixture *fixture, gconstpointer data)
{
  open_window (fixture);
  assert_lean (fixture);
}

static void
test_server (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");

  ui_settings_set_string ("last-server", store_profile_get_id (app_session_get_profile (session)));
  ui_settings_set_string ("last-page", "tools");
  open_window (fixture);
  g_assert_nonnull (session);
  assert_lean (fixture);
  g_assert_null (ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_WELCOME_PAGE));
}

/* Every page that a version before had, by the id that it kept: it leads to where that is now. */
static void
test_former_pages (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *id;
    gboolean    of_server;
    UiPlaceKind place;
  } former[] = {
    { "server", TRUE, UI_PLACE_SERVER },
    { "overview", TRUE, UI_PLACE_SERVER },
    { "tools", TRUE, UI_PLACE_TOOLS },
    { "resources", TRUE, UI_PLACE_RESOURCES },
    { "prompts", TRUE, UI_PLACE_PROMPTS },
    { "tasks", TRUE, UI_PLACE_TASKS },
    { "inbox", TRUE, UI_PLACE_INBOX },
    { "checks", TRUE, UI_PLACE_CHECKS },
    { "export", TRUE, UI_PLACE_EXPORT },
    { "log", TRUE, UI_PLACE_LOG },
    { "unheard-of", TRUE, UI_PLACE_SERVER },
    /* There is a server: that is where to begin. */
    { "home", FALSE, UI_PLACE_SERVER },
    { "objects", FALSE, UI_PLACE_OBJECTS },
    { "history", FALSE, UI_PLACE_ACTIVITY },
    { "saved-calls", FALSE, UI_PLACE_SAVED },
    { "bench", FALSE, UI_PLACE_PLAYGROUND },
    { "composer", FALSE, UI_PLACE_COMPOSER },
    { "clients", FALSE, UI_PLACE_APPLICATIONS },
  };
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");
  const char *id = store_profile_get_id (app_session_get_profile (session));

  ui_fixture_connect (session);
  for (guint i = 0; i < G_N_ELEMENTS (former); i++)
    {
      if (i > 0)
        ui_fixture_assert_ends (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->window));
      ui_settings_set_string ("last-server", former[i].of_server ? id : "");
      ui_settings_set_string ("last-page", former[i].id);
      ui_settings_set_string ("folded-servers", id);
      open_window (fixture);
      GtkWidget *sidebar = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_SIDEBAR);
      UiPlace   *place = ui_sidebar_get_place (UI_SIDEBAR (sidebar));
      g_test_message ("%s", former[i].id);
      g_assert_cmpint (ui_place_get_kind (place), ==, former[i].place);
    }
  ui_settings_set_string ("folded-servers", "");
}

static void
on_setting_changed (GSettings *settings, const char *key, gpointer data)
{
  (*(guint *)data)++;
  g_test_message ("%s was written", key);
}

/* Where the settings are a file, every write waits for the disk. */
static void
test_settings (Fixture *fixture, gconstpointer data)
{
  guint written = 0;

  ui_fixture_add_demo (fixture->workspace, "demo");
  open_window (fixture);
  ui_window_show_place (fixture->window, find_session (fixture->workspace, "demo"),
                        UI_PLACE_SERVER);
  ui_fixture_assert_ends (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->window));

  gulong handler = g_signal_connect (ui_settings_get (), "changed",
                                     G_CALLBACK (on_setting_changed), &written);
  open_window (fixture);
  g_assert_cmpuint (written, ==, 0);
  g_signal_handler_disconnect (ui_settings_get (), handler);
}

static void
test_help (Fixture *fixture, gconstpointer data)
{
  open_window (fixture);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window),
                                                 "win.show-help-overlay", NULL));
      GtkShortcutsWindow *overlay = gtk_application_window_get_help_overlay (
          GTK_APPLICATION_WINDOW (fixture->window));
      g_assert_nonnull (overlay);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (overlay));
      g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (overlay)));
      gtk_window_close (GTK_WINDOW (overlay));
      ui_fixture_finish_drawing ();
    }
}

static void
count_widget (GtkWidget *widget, gpointer data)
{
  (*(guint *)data)++;
}

static void
on_called (GObject *object, GAsyncResult *result, gpointer data)
{
  app_call_run_finish (APP_CALL (object), result, NULL);
  *(gboolean *)data = TRUE;
}

/* GTK makes 200 rows before it shows the first: a row of the log is one widget in its line. */
static void
test_log (Fixture *fixture, gconstpointer data)
{
  AppSession *session = ui_fixture_add_demo (fixture->workspace, "demo");
  gboolean    ended = FALSE;
  guint       n = 0;

  /* Later revisions send no log that nobody asked for. */
  g_object_set (app_session_get_profile (session), "era", STORE_ERA_LEGACY, NULL);
  open_window (fixture);
  ui_fixture_connect (session);
  g_autoptr (AppCall) call =
      app_session_new_call (session, APP_CALL_TOOL, "write_log", "{\"count\": 1000}");
  app_call_run_async (call, NULL, on_called, &ended);
  ui_fixture_wait (ended);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-log", NULL));
  /* It is made once the window is laid out again. */
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LOG_PANE) != NULL);
  GtkWidget  *pane = ui_fixture_find (GTK_WIDGET (fixture->window), UI_TYPE_LOG_PANE);
  GListModel *shown = G_LIST_MODEL (ui_fixture_get_rows (pane));
  ui_fixture_wait (g_list_model_get_n_items (shown) > 1000);
  ui_fixture_finish_drawing ();
  ui_fixture_walk (pane, count_widget, &n);
  g_test_message ("%u widgets", n);
  g_assert_cmpuint (n, <, 800);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-log", NULL));
}

/* Who adds an icon adds it where it is drawn, too. */
static void
test_icons (void)
{
  static const char *const sizes[] = { "16x16", "128x128" };
  g_auto (GStrv) names = g_resources_enumerate_children (ICONS "scalable/actions", 0, NULL);

  g_assert_nonnull (names);
  for (guint i = 0; names[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        g_autofree char *stem = g_strndup (names[i], strlen (names[i]) - strlen (".svg"));
        g_autofree char *path =
            g_strdup_printf (ICONS "%s/actions/%s.symbolic.png", sizes[k], stem);
        g_autoptr (GdkTexture) texture = gdk_texture_new_from_resource (path);
        g_assert_cmpint (gdk_texture_get_width (texture), ==, atoi (sizes[k]));
      }
}

/* Of a template, which names it within a status page, or anywhere. */
static void
check_icons (const char *template)
{
  g_autoptr (GRegex) regex = g_regex_new (
      "(AdwStatusPage\"[^>]*>\\s*)?<property name=\"icon-name\">([^<]+)<", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());

  for (g_regex_match (regex, template, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *page = g_match_info_fetch (match, 1);
      g_autofree char *name = g_match_info_fetch (match, 2);
      g_autoptr (GtkIconPaintable) icon = NULL;
      g_autofree char *uri = NULL;

      if (!gtk_icon_theme_has_icon (theme, name))
        g_error ("No theme has the icon %s", name);
      if (page[0] == '\0')
        continue;
      icon = gtk_icon_theme_lookup_icon (theme, name, NULL, 128, 1, GTK_TEXT_DIR_LTR, 0);
      uri = g_file_get_uri (gtk_icon_paintable_get_file (icon));
      if (!g_str_has_suffix (uri, ".svg") && strstr (uri, "/128x128/") == NULL)
        g_error ("%s is a small picture made large: %s", name, uri);
    }
}

/* No icon is missing, and none of a page that says how things stand is a blur. */
static void
test_template_icons (void)
{
  g_auto (GStrv) rooms = g_resources_enumerate_children (TEMPLATES, 0, NULL);
  guint n = 0;

  for (guint i = 0; rooms[i] != NULL; i++)
    {
      g_autofree char *room = g_strconcat (TEMPLATES, rooms[i], NULL);
      g_auto (GStrv) names = g_resources_enumerate_children (room, 0, NULL);

      for (guint k = 0; names[k] != NULL; k++, n++)
        {
          g_autofree char *path = g_strconcat (room, names[k], NULL);
          g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);
          g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL),
                                             g_bytes_get_size (bytes));
          check_icons (text);
        }
    }
  g_assert_cmpuint (n, >, 50);
}

static void
test_tooltip (void)
{
  g_autoptr (GtkWidget) label = g_object_ref_sink (gtk_label_new ("short"));
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean shown = FALSE;

  ui_tooltip_set (label, "all of <b>it</b>");
  g_assert_true (gtk_widget_get_has_tooltip (label));
  g_assert_null (gtk_widget_get_tooltip_text (label));
  g_signal_emit_by_name (label, "query-tooltip", 0, 0, FALSE, tooltip, &shown);
  g_assert_true (shown);
  gtk_test_accessible_assert_property (label, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "all of <b>it</b>");
  ui_tooltip_set (label, "other");
  ui_tooltip_set (label, "");
  g_assert_false (gtk_widget_get_has_tooltip (label));
  g_signal_emit_by_name (label, "query-tooltip", 0, 0, FALSE, tooltip, &shown);
  g_assert_false (shown);
}

#define ADD(name, function) \
  g_test_add ("/ui/start/" name, Fixture, NULL, set_up, function, tear_down)

void
add_start_tests (void)
{
  ADD ("first-run", test_first_run);
  ADD ("server", test_server);
  ADD ("former-pages", test_former_pages);
  ADD ("settings", test_settings);
  ADD ("help", test_help);
  ADD ("log", test_log);
  g_test_add_func ("/ui/start/icons", test_icons);
  g_test_add_func ("/ui/start/template-icons", test_template_icons);
  g_test_add_func ("/ui/start/tooltip", test_tooltip);
}
