/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Restarting a server: when its files change, for who is at work on it, and by hand. What is shown
 * of it stays where it is meanwhile. */

#include "app-session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-client-logging.h"

static void
on_connected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* The state says what came of it. */
  app_session_connect_finish (APP_SESSION (source), result, NULL);
}

static void
on_closed_to_restart (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppSession) self = user_data;

  mcp_client_close_finish (MCP_CLIENT (source), result, NULL);
  if (!self->restarting)
    return;
  self->restarting = FALSE;
  app_session_let_go_of_client (self);
  app_session_connect_async (self, NULL, on_connected, NULL);
}

void
app_session_restart (AppSession *self)
{
  g_return_if_fail (APP_IS_SESSION (self));

  if (self->connecting != NULL || self->restarting)
    return;
  if (self->client == NULL)
    {
      app_session_connect_async (self, NULL, on_connected, NULL);
      return;
    }
  if (self->state != APP_SESSION_READY)
    return;
  self->restarting = TRUE;
  app_session_ignore_loss (self);
  app_session_set_state (self, APP_SESSION_CONNECTING, NULL);
  mcp_client_close_async (self->client, NULL, on_closed_to_restart, g_object_ref (self));
}

static void
on_files_changed (AppSession *self, const char *name)
{
  switch (self->state)
    {
    case APP_SESSION_READY:
    case APP_SESSION_LOST:
    case APP_SESSION_FAILED:
    case APP_SESSION_RECONNECTING:
      app_session_restart (self);
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

static gboolean
has_program (AppSession *self)
{
  return store_profile_get_transport (self->profile) == STORE_TRANSPORT_STDIO;
}

gboolean
app_session_can_watch (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), FALSE);
  return has_program (self);
}

gboolean
app_session_get_watching (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), FALSE);
  return self->watch != NULL;
}

static void
start (AppSession *self)
{
  const char *const *paths = store_profile_get_watch (self->profile);

  if (self->watch != NULL || paths[0] == NULL || !has_program (self))
    return;
  self->watch =
      app_file_watch_new (paths, store_profile_get_working_directory (self->profile));
  g_signal_connect_object (self->watch, "changed", G_CALLBACK (on_files_changed), self,
                           G_CONNECT_SWAPPED);
  g_object_notify (G_OBJECT (self), "watching");
}

static void
stop (AppSession *self)
{
  if (self->watch == NULL)
    return;
  g_clear_object (&self->watch);
  g_object_notify (G_OBJECT (self), "watching");
}

void
app_session_update_watch (AppSession *self)
{
  if (self->state == APP_SESSION_IDLE)
    stop (self);
  else if (self->state == APP_SESSION_READY && !self->unwatched)
    start (self);
}

/* Its files are others now. */
void
app_session_rewatch (AppSession *self)
{
  stop (self);
  app_session_update_watch (self);
}

/* The scripts that the command names: what a person who switches it on means. */
static GStrv
find_scripts (AppSession *self)
{
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  const char        *folder = store_profile_get_working_directory (self->profile);
  const char        *command = store_profile_get_command (self->profile);
  const char *const *arguments = store_profile_get_arguments (self->profile);

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
app_session_set_watching (AppSession *self, gboolean watching)
{
  g_return_if_fail (APP_IS_SESSION (self));

  self->unwatched = !watching;
  if (!watching)
    {
      stop (self);
      return;
    }
  if (store_profile_get_watch (self->profile)[0] == NULL && has_program (self))
    {
      g_autoptr (StoreProfile) changed = store_profile_copy (self->profile);
      g_auto (GStrv) scripts = find_scripts (self);

      store_profile_set_watch (changed, (const char *const *)scripts);
      app_session_keep_profile (self, changed);
    }
  start (self);
  g_object_notify (G_OBJECT (self), "watching");
}

static void
on_stream_changed (AppSession *self)
{
  g_object_notify (G_OBJECT (self), "stream-name");
}

McpSubscription *
app_session_get_subscription (AppSession *self)
{
  if (self->subscription != NULL)
    return self->subscription;
  self->subscription = mcp_subscription_new ();
  mcp_subscription_set_listening (self->subscription, store_profile_get_listen (self->profile));
  g_signal_connect_object (self->subscription, "notify::state", G_CALLBACK (on_stream_changed),
                           self, G_CONNECT_SWAPPED);
  return self->subscription;
}

AppSubscriptionList *
app_session_get_subscriptions (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  if (self->subscriptions == NULL)
    self->subscriptions = app_subscription_list_new (app_session_get_subscription (self));
  return self->subscriptions;
}

void
app_session_subscribe (AppSession *self, McpClient *client)
{
  /* Who fetches no lists has no use for what the server says of them. */
  mcp_subscription_set_listening (app_session_get_subscription (self),
                                  store_profile_get_listen (self->profile) && !self->no_list);
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (self->subscription));
}

static void
on_log_level_set (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  /* The log has the exchange; without it the server sends what it sends. */
  if (!mcp_client_set_log_level_finish (MCP_CLIENT (source), result, &error))
    g_info ("The server's log was not set: %s", error->message);
}

void
app_session_ask_for_log (AppSession *self)
{
  const char *level =
      store_log_level_to_text (store_profile_get_log_level (self->profile));

  /* Who fetches no lists reads no log either. */
  if (store_profile_get_log_level (self->profile) != STORE_LOG_LEVEL_SERVER && !self->no_list &&
      mcp_client_offers_logging (self->client))
    mcp_client_set_log_level_async (self->client, mcp_log_level_from_name (level), NULL,
                                    on_log_level_set, NULL);
}

void
app_session_set_listening (AppSession *self, gboolean listening)
{
  g_autoptr (StoreProfile) changed = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  if (store_profile_get_listen (self->profile) == listening)
    return;
  changed = store_profile_copy (self->profile);
  store_profile_set_listen (changed, listening);
  app_session_keep_profile (self, changed);
  if (self->subscription != NULL)
    mcp_subscription_set_listening (self->subscription, listening);
}

const char *
app_session_get_stream_name (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  if (!store_profile_get_listen (self->profile))
    return C_ ("stream", "switched off");
  switch (self->subscription != NULL ? mcp_subscription_get_state (self->subscription)
                                     : MCP_SUBSCRIPTION_OFF)
    {
    case MCP_SUBSCRIPTION_OPENING:
      return C_ ("stream", "being opened");
    case MCP_SUBSCRIPTION_ACTIVE:
      return C_ ("stream", "open");
    case MCP_SUBSCRIPTION_WAITING:
      return C_ ("stream", "broken, opened again in a moment");
    case MCP_SUBSCRIPTION_ENDED:
      return C_ ("stream", "ended by the server");
    case MCP_SUBSCRIPTION_REFUSED:
      return C_ ("stream", "refused by the server");
    case MCP_SUBSCRIPTION_OFF:
    default:
      return C_ ("stream", "not open");
    }
}

void
app_session_set_reconnects (AppSession *self, gboolean reconnects)
{
  g_autoptr (StoreProfile) changed = NULL;
  StoreReconnect wanted = reconnects ? STORE_RECONNECT_AUTO : STORE_RECONNECT_NEVER;

  g_return_if_fail (APP_IS_SESSION (self));

  if (store_profile_get_reconnect (self->profile) == wanted)
    return;
  changed = store_profile_copy (self->profile);
  store_profile_set_reconnect (changed, wanted);
  app_session_keep_profile (self, changed);
}
