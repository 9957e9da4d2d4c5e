/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The help overlay and the table of keys say the same. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-accelerators.h"
#include "ui-page.h"
#include "ui-server-actions.h"
#include "ui-server-page.h"
#include "ui-window.h"

#include <string.h>

/* An application with the keys of the program. */
static GtkApplication *
new_application (char ***actions)
{
  GtkApplication *application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  ui_accelerators_apply (application);
  *actions = gtk_application_list_action_descriptions (application);
  g_assert_cmpuint (g_strv_length (*actions), >, 20);
  return application;
}

static gboolean
is_nth_server (const char *action)
{
  return g_str_has_prefix (action, "win.server(");
}

typedef struct
{
  const char *action;
  gboolean    found;
} Search;

static void
visit_shortcut (GtkWidget *widget, gpointer data)
{
  Search          *search = data;
  g_autofree char *action = NULL;

  if (!GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return;
  g_object_get (widget, "action-name", &action, NULL);
  if (g_strcmp0 (action, search->action) == 0)
    search->found = TRUE;
}

static GtkWidget *
build_overlay (void)
{
  GtkWidget *overlay = GTK_WIDGET (ui_accelerators_create_overlay ());
  g_assert_nonnull (overlay);
  return overlay;
}

static void
test_all_shown (void)
{
  g_auto (GStrv) actions = NULL;
  g_autoptr (GtkApplication) application = new_application (&actions);
  GtkWidget *overlay = build_overlay ();

  for (guint i = 0; actions[i] != NULL; i++)
    {
      Search search = { actions[i], FALSE };
      if (is_nth_server (actions[i]))
        continue;
      ui_fixture_walk (overlay, visit_shortcut, &search);
      if (!search.found)
        g_error ("%s has keys that the help overlay does not show", actions[i]);
    }
  gtk_window_destroy (GTK_WINDOW (overlay));
}

static void
visit_known (GtkWidget *widget, gpointer data)
{
  g_autofree char *action = NULL;
  g_autofree char *keys = NULL;

  if (!GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return;
  g_object_get (widget, "action-name", &action, "accelerator", &keys, NULL);
  g_assert_true (action != NULL || keys != NULL);
  if (action == NULL)
    return;
  if (!g_strv_contains ((const char *const *)data, action))
    g_error ("the help overlay shows %s, which has no keys", action);
}

static void
test_all_known (void)
{
  g_auto (GStrv) actions = NULL;
  g_autoptr (GtkApplication) application = new_application (&actions);
  GtkWidget *overlay = build_overlay ();
  ui_fixture_walk (overlay, visit_known, actions);
  gtk_window_destroy (GTK_WINDOW (overlay));
}

static void
test_keys_parse (void)
{
  g_auto (GStrv) actions = NULL;
  g_autoptr (GtkApplication) application = new_application (&actions);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, actions[i]);

      for (guint k = 0; keys[k] != NULL; k++)
        {
          guint           key;
          GdkModifierType modifiers;
          g_assert_true (gtk_accelerator_parse (keys[k], &key, &modifiers));
          g_assert_true (g_hash_table_add (seen, gtk_accelerator_name (key, modifiers)));
        }
    }
}

/* Every win.* and server.* action of the table is one that the window has. */
static void
test_actions_exist (void)
{
  g_auto (GStrv) actions = NULL;
  g_autoptr (GtkApplication) application = new_application (&actions);
  GtkWidgetClass *window = g_type_class_ref (UI_TYPE_WINDOW);
  g_autoptr (UiServerActions) server = g_object_new (UI_TYPE_SERVER_ACTIONS, NULL);

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      gboolean         found = FALSE;
      g_autoptr (GVariant) target = NULL;
      g_assert_true (g_action_parse_detailed_name (actions[i], &name, &target, NULL));
      if (!g_str_has_prefix (name, "win.") && !g_str_has_prefix (name, "server."))
        continue;
      /* These two are actions of an object: built when asked for, and a property of the log. */
      if (g_str_equal (name, "win.show-help-overlay") || g_str_equal (name, "win.show-log"))
        continue;
      if (g_str_has_prefix (name, "server."))
        found = g_action_group_has_action (G_ACTION_GROUP (server), name + strlen ("server."));
      GType               owner;
      const char         *action, *property;
      const GVariantType *parameter;
      for (guint k = 0; gtk_widget_class_query_action (window, k, &owner, &action, &parameter,
                                                       &property);
           k++)
        found = found || g_str_equal (action, name);
      if (!found)
        g_error ("%s is no action of the window", name);
    }
  g_type_class_unref (window);
}

static gboolean
has_failed (AppSession *session)
{
  return app_session_get_state (session) == APP_SESSION_FAILED;
}

/* A page that says what failed has the focus on what mends it: Return does so. */
static void
test_failure_focus (void)
{
  static const char *const commands[] = { "no-such-program-anywhere", "false" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      AppWorkspace *workspace = ui_fixture_new_workspace ();
      g_autoptr (StoreProfile) profile = store_profile_new ("broken");
      UiWindow  *window = ui_window_new (NULL, workspace);
      GtkWidget *focus = NULL;

      g_object_set (profile, "command", commands[i], NULL);
      AppSession *session = ui_fixture_add (workspace, profile);
      gtk_window_present (GTK_WINDOW (window));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      ui_window_open_server (window, session);
      ui_fixture_wait (has_failed (session));
      ui_fixture_wait ((focus = gtk_window_get_focus (GTK_WINDOW (window))) != NULL &&
                       gtk_widget_has_css_class (focus, "suggested-action"));
      /* A page that has the focus keeps it where it is, however often it is given to it. */
      ui_page_focus (ui_fixture_find (GTK_WIDGET (window), UI_TYPE_SERVER_PAGE));
      g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == focus);
      ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
      ui_fixture_close (workspace);
    }
}

void
add_keys_tests (void)
{
  g_test_add_func ("/ui/keys/failure-focus", test_failure_focus);
  g_test_add_func ("/ui/keys/all-shown", test_all_shown);
  g_test_add_func ("/ui/keys/all-known", test_all_known);
  g_test_add_func ("/ui/keys/parse", test_keys_parse);
  g_test_add_func ("/ui/keys/actions-exist", test_actions_exist);
}
