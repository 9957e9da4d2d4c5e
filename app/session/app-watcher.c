/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-watcher.h"

#include <string.h>

#include "app-file-watch.h"
#include "app-session.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppWatcher
{
  GObject parent_instance;

  AppSession   *session;   /* weak */
  AppFileWatch *watch;     /* (nullable) */
  gboolean      unwatched; /* the person switched it off */
};

enum {
  PROP_0,
  PROP_WATCHING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

APP_DEFINE_SESSION_FEATURE (AppWatcher, app_watcher)
MCP_DEFINE_INIT (AppWatcher, app_watcher)

MCP_DEFINE_DISPOSE (AppWatcher, app_watcher)
{
  g_clear_object (&self->watch);
  g_clear_weak_pointer (&self->session);
}

static void
app_watcher_class_init (AppWatcherClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_WATCHING] = { "watching", G_TYPE_BOOLEAN, G_CALLBACK (app_watcher_get_watching) },
  };

  G_OBJECT_CLASS (klass)->dispose = app_watcher_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
on_files_changed (AppWatcher *self, const char *name)
{
  switch (app_session_get_state (self->session))
    {
    case APP_SESSION_READY:
    case APP_SESSION_LOST:
    case APP_SESSION_FAILED:
    case APP_SESSION_RECONNECTING:
      app_session_restart (self->session);
      break;
    case APP_SESSION_CONNECTING:
    case APP_SESSION_DISCONNECTING:
      app_file_watch_again (self->watch);
      break;
    case APP_SESSION_IDLE:
    case APP_SESSION_UNCONFIRMED:
    case APP_SESSION_AUTHORIZATION_REQUIRED:
    default:
      break;
    }
}

gboolean
app_watcher_can_watch (AppWatcher *self)
{
  g_return_val_if_fail (APP_IS_WATCHER (self), FALSE);
  return self->session != NULL &&
         store_profile_get_endpoint (app_session_get_profile (self->session))->transport ==
             STORE_TRANSPORT_STDIO;
}

gboolean
app_watcher_get_watching (AppWatcher *self)
{
  g_return_val_if_fail (APP_IS_WATCHER (self), FALSE);
  return self->watch != NULL;
}

static void
start (AppWatcher *self)
{
  StoreProfile      *profile = app_session_get_profile (self->session);
  const char *const *paths = store_profile_get_endpoint (profile)->watch;

  if (self->watch != NULL || paths[0] == NULL || !app_watcher_can_watch (self))
    return;
  self->watch = app_file_watch_new (paths, store_profile_get_endpoint (profile)->working_directory);
  mcp_signal_connect (self->watch, "changed", on_files_changed, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WATCHING]);
}

static void
stop (AppWatcher *self)
{
  if (self->watch == NULL)
    return;
  g_clear_object (&self->watch);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WATCHING]);
}

static void
update (AppWatcher *self)
{
  AppSessionState state = app_session_get_state (self->session);

  if (state == APP_SESSION_IDLE)
    stop (self);
  else if (state == APP_SESSION_READY && !self->unwatched)
    start (self);
}

/* Its files are others now. */
static void
on_paths_changed (AppWatcher *self)
{
  stop (self);
  update (self);
}

static void
app_watcher_attach (AppSessionFeature *feature, AppSession *session)
{
  AppWatcher *self = APP_WATCHER (feature);

  g_set_weak_pointer (&self->session, session);
  mcp_signal_connect (session, "notify::state", update, self);
  mcp_signal_connect (app_session_get_profile (session), "notify::watch", on_paths_changed, self);
}

static void
app_watcher_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_watcher_attach;
}

/* The scripts that the command names: what a person who switches it on means. */
static GStrv
find_scripts (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);

  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  const char        *folder = endpoint->working_directory;
  const char        *command = endpoint->command;
  const char *const *arguments = endpoint->arguments;

  if (command != NULL && strchr (command, '/') != NULL)
    g_strv_builder_add (found, command);
  for (guint i = 0; arguments[i] != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (arguments[i], folder);

      if (arguments[i][0] != '-' && g_file_test (path, G_FILE_TEST_EXISTS))
        g_strv_builder_add (found, arguments[i]);
    }
  return g_strv_builder_end (found);
}

void
app_watcher_set_watching (AppWatcher *self, gboolean watching)
{
  g_return_if_fail (APP_IS_WATCHER (self));
  g_return_if_fail (self->session != NULL);

  self->unwatched = !watching;
  if (!watching)
    {
      stop (self);
      return;
    }
  StoreProfile *profile = app_session_get_profile (self->session);
  if (store_profile_get_endpoint (profile)->watch[0] == NULL && app_watcher_can_watch (self))
    {
      g_autoptr (StoreProfile) changed = store_profile_copy (profile);
      g_auto (GStrv) scripts = find_scripts (profile);

      g_object_set (changed, "watch", scripts, NULL);
      app_session_keep_profile (self->session, changed);
    }
  start (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WATCHING]);
}
