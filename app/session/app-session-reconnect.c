/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a session that lost its connection comes back. */

#include "app-session-private.h"

#include "store-profile.h"

static void
on_reconnected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* The state says what came of it. */
  app_session_connect_finish (APP_SESSION (source), result, NULL);
}

static void
on_due (AppSession *self)
{
  if (self->state == APP_SESSION_RECONNECTING)
    app_session_connect_async (self, NULL, on_reconnected, NULL);
}

static void
on_seconds_left (AppSession *self)
{
  if (self->state == APP_SESSION_RECONNECTING)
    g_object_notify (G_OBJECT (self), "state-name");
}

/* Only servers that are kept come back by themselves: a command line ends with its connection. */
static gboolean
comes_back (AppSession *self)
{
  return self->book != NULL && app_settings_get_reconnect (self->settings) &&
         store_profile_get_reconnect (self->profile) == STORE_RECONNECT_AUTO;
}

AppReconnector *
app_session_get_reconnector (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  if (self->reconnector != NULL)
    return self->reconnector;
  self->reconnector = app_reconnector_new ();
  g_signal_connect_object (self->reconnector, "due", G_CALLBACK (on_due), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->reconnector, "notify::seconds-left",
                           G_CALLBACK (on_seconds_left), self, G_CONNECT_SWAPPED);
  return self->reconnector;
}

static AppSessionState
state_for_error (const GError *error, AppSessionState otherwise)
{
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED))
    return APP_SESSION_AUTHORIZATION_REQUIRED;
  if (g_error_matches (error, APP_ERROR, APP_ERROR_UNCONFIRMED))
    return APP_SESSION_UNCONFIRMED;
  return otherwise;
}

void
app_session_fail (AppSession *self, AppSessionState otherwise, const GError *error)
{
  AppSessionState state = state_for_error (error, otherwise);

  if (state != otherwise || !comes_back (self))
    app_reconnector_stop (app_session_get_reconnector (self));
  else if (app_reconnector_take (app_session_get_reconnector (self), error))
    state = APP_SESSION_RECONNECTING;
  app_session_set_state (self, state, error);
}

/* What a list holds belongs to the server as the profile has it now. */
gboolean
app_session_take_target (AppSession *self)
{
  g_autofree char *fingerprint = store_profile_dup_fingerprint (self->profile);
  const char      *url = store_profile_get_url (self->profile);
  char            *target = g_strdup_printf ("%s %s", fingerprint, url != NULL ? url : "");
  gboolean         same = g_strcmp0 (target, self->target) == 0;

  g_free (self->target);
  self->target = target;
  if (!same)
    app_change_list_forget (app_session_get_changes (self));
  return same;
}
