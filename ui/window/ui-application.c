/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-application.h"
#include "ui-accelerators.h"
#include "ui-call-notifier.h"
#include "ui-accessible-tree.h"
#include "ui-dialog-fit.h"
#include "ui-direction.h"
#include "ui-help-window.h"
#include "ui-limits.h"
#include "ui-open-servers.h"
#include "ui-popover-grab.h"
#include "ui-preferences-window.h"
#include "ui-search-provider.h"
#include "ui-settings.h"
#include "ui-tab-stop.h"
#include "ui-template.h"
#include "ui-window.h"
#include "app-block-file.h"
#include "app-user.h"
#include "spyglass-config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>
#include <signal.h>
#include <stdlib.h>

#define WEBSITE "https://github.com/spyglass-mcp/spyglass"

/* Every step of a server's shutdown has its own bound; this one holds when one of them fails. */
#define QUIT_SECONDS 10
/* Whoever waits so long for a call looks elsewhere. */
#define LONG_CALL_MS 10000
/* Each has a dialog of its own. */
#define MAX_OPENED 4
/* Without a window: the search of the desktop may ask again. */
#define IDLE_MS 60000

struct _UiApplication
{
  AdwApplication parent_instance;

  AppSettings    *settings;
  AppWorkspace   *workspace;
  AppProblem     *problem; /* why the profiles could not be read */
  UiOpenServers  *open;
  UiCallNotifier *notifier;
  GCancellable   *closing; /* while quitting */
  guint           patience;
  guint           search; /* of the desktop, exported */
  guint           signals[2];
};

G_DEFINE_FINAL_TYPE (UiApplication, ui_application, ADW_TYPE_APPLICATION)

static void
on_closed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiApplication) self = data;
  g_autoptr (GError) error = NULL;

  if (!app_workspace_close_finish (APP_WORKSPACE (object), result, &error))
    g_info ("Servers were not closed in good order: %s", error->message);
  g_clear_handle_id (&self->patience, g_source_remove);
  g_application_release (G_APPLICATION (self));
  g_application_quit (G_APPLICATION (self));
}

static gboolean
on_patience_ended (gpointer data)
{
  UiApplication *self = data;

  self->patience = 0;
  g_cancellable_cancel (self->closing);
  return G_SOURCE_REMOVE;
}

/* The windows go at once; the servers end behind them. */
static void
quit (UiApplication *self)
{
  if (self->closing != NULL || self->workspace == NULL)
    return;
  self->closing = g_cancellable_new ();
  ui_open_servers_end (self->open);
  self->patience = g_timeout_add_seconds (QUIT_SECONDS, on_patience_ended, self);
  g_application_hold (G_APPLICATION (self));
  g_autoptr (GList) windows =
      g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_destroy (l->data);
  app_workspace_close_async (self->workspace, self->closing, on_closed, g_object_ref (self));
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  quit (data);
}

static gboolean
on_signal (gpointer data)
{
  quit (data);
  return G_SOURCE_CONTINUE;
}

/* The last window takes the program with it. */
static gboolean
on_close_request (GtkWindow *window, UiApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (UI_IS_WINDOW (l->data) && l->data != window)
      return GDK_EVENT_PROPAGATE;
  quit (self);
  return GDK_EVENT_STOP;
}

/* Once: the preferences say how many there were. */
static void
on_evicted (UiWindow *window, AppObjectCache *object_cache)
{
  g_signal_handlers_disconnect_by_func (object_cache, on_evicted, window);
  ui_window_say (window, _ ("The oldest results are removed now, to keep within the limits of the "
                            "storage preferences"));
}

static UiWindow *
open_window (UiApplication *self)
{
  UiWindow *window = ui_window_new (GTK_APPLICATION (self), self->workspace);

  ui_connect (app_workspace_get_object_cache (self->workspace), "evicted", on_evicted, window);

  g_signal_connect_object (window, "close-request", G_CALLBACK (on_close_request), self, 0);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* What the first frame does not wait for. Drawing the icon takes a good part of the time to it, and
 * only some desktops show it. */
static void
on_painted (GdkFrameClock *clock, UiApplication *self)
{
  g_signal_handlers_disconnect_by_func (clock, on_painted, self);
  gtk_window_set_default_icon_name (SPYGLASS_APPLICATION_ID);
  if (self->closing == NULL)
    ui_open_servers_begin (self->open);
}

/* Raises the window, or opens the first one. Returns: (transfer none) (nullable): %NULL while the
 * program ends */
static UiWindow *
ensure_window (UiApplication *self)
{
  GtkWindow *window = NULL;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (window == NULL && UI_IS_WINDOW (l->data))
      window = l->data;
  if (self->closing != NULL)
    return NULL;
  if (window != NULL)
    {
      gtk_window_present (window);
      return UI_WINDOW (window);
    }
  window = GTK_WINDOW (open_window (self));
  g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                           G_CALLBACK (on_painted), self, 0);
  if (self->problem != NULL)
    ui_window_show_problem (UI_WINDOW (window), _ ("The List of Servers Could Not Be Read"),
                            self->problem);
  return UI_WINDOW (window);
}

static void
on_new_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiApplication *self = data;

  if (gtk_application_get_windows (data) == NULL)
    ensure_window (self);
  else if (self->closing == NULL)
    open_window (self);
}

/* What was chosen in a notification or in the search of the desktop, or is to be searched for in
 * the window. */
static void
on_show (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiWindow *window = ensure_window (data);
  gboolean  is_text = g_variant_is_of_type (parameter, G_VARIANT_TYPE_STRING);

  if (window != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (window), is_text ? "win.find" : "win.open",
                                        parameter);
}

/* From a notification: the window of a conversation, or any other where that one was closed. */
static void
on_show_bench (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_window_by_id (data, g_variant_get_uint32 (parameter));

  if (window == NULL)
    window = GTK_WINDOW (ensure_window (data));
  if (window == NULL)
    return;
  gtk_window_present (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open", "(sss)", "",
                              ui_place_kind_get_id (UI_PLACE_PLAYGROUND), "");
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const char *const developers[] = { "The Spyglass contributors", NULL };
  GtkWindow               *parent = gtk_application_get_active_window (data);

  adw_show_about_window (parent, "application-name", _ ("Spyglass"), "application-icon",
                         SPYGLASS_APPLICATION_ID, "version", SPYGLASS_VERSION, "developer-name",
                         _ ("The Spyglass contributors"), "developers", developers, "license-type",
                         GTK_LICENSE_GPL_3_0, "website", WEBSITE, "issue-url",
                         WEBSITE "/issues", "comments",
                         _ ("Inspects MCP servers and sets them up in the applications that use "
                            "them."),
                         NULL);
}

static void
on_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *parent = gtk_application_get_active_window (data);
  gtk_window_present (
      GTK_WINDOW (ui_preferences_window_new (parent, UI_APPLICATION (data)->workspace)));
}

/* About a dialog, or about the page that it was opened from. */
static gboolean
show_help (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  const char *chapter = NULL;

  if (UI_IS_HELP_WINDOW (widget))
    return GDK_EVENT_STOP;
  for (GtkWindow *at = GTK_WINDOW (widget); at != NULL && chapter == NULL;
       at = gtk_window_get_transient_for (at))
    chapter = ui_help_window_find_chapter (
        UI_IS_WINDOW (at) ? ui_window_get_page (UI_WINDOW (at)) : G_OBJECT_TYPE_NAME (at));
  ui_help_window_present (GTK_WINDOW (widget), chapter);
  return GDK_EVENT_STOP;
}

static void
on_help (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);
  if (window != NULL)
    show_help (GTK_WIDGET (window), NULL, NULL);
}

static const GActionEntry actions[] = {
  { .name = "quit", .activate = on_quit },
  { .name = "new-window", .activate = on_new_window },
  { .name = "show", .activate = on_show, .parameter_type = "(sss)" },
  { .name = "search", .activate = on_show, .parameter_type = "s" },
  { .name = "show-bench", .activate = on_show_bench, .parameter_type = "u" },
  { .name = "about", .activate = on_about },
  { .name = "preferences", .activate = on_preferences },
  { .name = "help", .activate = on_help },
};

static void
update_color_scheme (void)
{
  GSettings *settings = ui_settings_get ();

  /* The key's values are those of AdwColorScheme. */
  if (settings != NULL)
    adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                        g_settings_get_enum (settings, "color-scheme"));
}

static void
ui_application_startup (GApplication *application)
{
  UiApplication *self = UI_APPLICATION (application);

  G_APPLICATION_CLASS (ui_application_parent_class)->startup (application);
  app_block_file_sweep_async (NULL, NULL);

  gtk_source_init ();
  /* A label that the focus comes to is read; it need not be copied. */
  g_object_set (gtk_settings_get_default (), "gtk-label-select-on-focus", FALSE, NULL);
  ui_accessible_tree_mend ();
  ui_direction_mend ();
  ui_dialog_fit_begin ();
  ui_popover_grab_begin ();
  ui_tab_stop_begin ();
  /* Dialogs are no windows of the application, whose keys they do not have. */
  gtk_widget_class_add_binding (g_type_class_ref (ADW_TYPE_WINDOW), GDK_KEY_F1, 0, show_help, NULL);
  ui_accelerators_apply (GTK_APPLICATION (application));
  if (ui_settings_get () != NULL)
    g_signal_connect (ui_settings_get (), "changed::color-scheme",
                      G_CALLBACK (update_color_scheme), NULL);
  update_color_scheme ();

  self->settings = app_settings_new ();
  ui_limits_bind (self->settings);
  self->workspace = app_user_open_workspace (self->settings, &self->problem);
  ui_settings_bind ("object-store", app_workspace_get_storage (self->workspace), "store",
                    G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("redis-url", app_workspace_get_storage (self->workspace), "redis-url",
                    G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("result-lifetime", app_workspace_get_storage (self->workspace), "lifetime",
                    G_SETTINGS_BIND_DEFAULT);
  self->open = ui_open_servers_new (self->workspace);
  self->notifier =
      ui_call_notifier_new (GTK_APPLICATION (application), self->workspace, LONG_CALL_MS);
  self->signals[0] = g_unix_signal_add (SIGTERM, on_signal, self);
  self->signals[1] = g_unix_signal_add (SIGINT, on_signal, self);
}

static void
ui_application_activate (GApplication *application)
{
  ensure_window (UI_APPLICATION (application));
}

/* Files, and links that begin with spyglass: */
static void
ui_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  UiWindow *window = ensure_window (UI_APPLICATION (application));

  for (int i = 0; window != NULL && i < MIN (n_files, MAX_OPENED); i++)
    ui_window_take (window, files[i]);
}

static int
ui_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("Spyglass %s\n", SPYGLASS_VERSION);
      return EXIT_SUCCESS;
    }
  if (!g_variant_dict_contains (options, "new-window") ||
      !g_application_register (application, NULL, NULL) ||
      !g_application_get_is_remote (application))
    return -1;
  g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  return EXIT_SUCCESS;
}

/* Before startup: what the desktop asked waits for the name alone. */
static gboolean
ui_application_dbus_register (GApplication    *application,
                              GDBusConnection *connection,
                              const char      *path,
                              GError         **error)
{
  UiApplication *self = UI_APPLICATION (application);

  if (!G_APPLICATION_CLASS (ui_application_parent_class)
           ->dbus_register (application, connection, path, error))
    return FALSE;
  self->search = ui_search_provider_export (self, connection, path, error);
  return self->search != 0;
}

static void
ui_application_dbus_unregister (GApplication    *application,
                                GDBusConnection *connection,
                                const char      *path)
{
  if (UI_APPLICATION (application)->search != 0)
    g_dbus_connection_unregister_object (connection, UI_APPLICATION (application)->search);
  G_APPLICATION_CLASS (ui_application_parent_class)
      ->dbus_unregister (application, connection, path);
}

static void
ui_application_shutdown (GApplication *application)
{
  UiApplication *self = UI_APPLICATION (application);

  for (guint i = 0; i < G_N_ELEMENTS (self->signals); i++)
    g_clear_handle_id (&self->signals[i], g_source_remove);
  g_clear_handle_id (&self->patience, g_source_remove);
  G_APPLICATION_CLASS (ui_application_parent_class)->shutdown (application);
  if (ui_settings_get () != NULL)
    g_signal_handlers_disconnect_by_func (ui_settings_get (), update_color_scheme, NULL);
  g_settings_sync ();
  g_clear_object (&self->notifier);
  g_clear_object (&self->open);
  g_clear_object (&self->workspace);
  g_clear_object (&self->settings);
}

MCP_DEFINE_FINALIZE (UiApplication, ui_application)
{
  g_clear_object (&self->closing);
  g_clear_object (&self->problem);
}

static void
ui_application_class_init (UiApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ui_application_finalize;
  application_class->startup = ui_application_startup;
  application_class->activate = ui_application_activate;
  application_class->open = ui_application_open;
  application_class->handle_local_options = ui_application_handle_local_options;
  application_class->dbus_register = ui_application_dbus_register;
  application_class->dbus_unregister = ui_application_dbus_unregister;
  application_class->shutdown = ui_application_shutdown;
}

static void
ui_application_init (UiApplication *self)
{
  static const GOptionEntry options[] = {
    { "new-window", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Open another window"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Show the version"), NULL },
    { NULL },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE|LINK…]"));
  g_application_set_inactivity_timeout (G_APPLICATION (self), IDLE_MS);
}

UiApplication *
ui_application_new (void)
{
  GApplicationFlags flags = G_APPLICATION_HANDLES_OPEN;

  if (g_getenv ("SPYGLASS_NON_UNIQUE") != NULL)
    flags |= G_APPLICATION_NON_UNIQUE;
  return g_object_new (UI_TYPE_APPLICATION, "application-id", SPYGLASS_APPLICATION_ID, "flags",
                       flags, "resource-base-path", "/io/github/spyglass_mcp/Spyglass", NULL);
}

MCP_DEFINE_GETTER (AppWorkspace *, UiApplication, ui_application, workspace)
