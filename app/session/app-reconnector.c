/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-reconnector.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "app-session.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Up to this share of a time is added or taken away. */
#define JITTER 0.2

struct _AppReconnector
{
  GObject parent_instance;

  AppSession *session; /* (nullable): weak */
  gboolean    hurried;
  gboolean    active; /* a connection was open, and nobody said that it should stay away */
  guint       tries;  /* since a connection held */
  gint64      opened; /* µs, monotonic; 0 while none is open */
  gint64      due;    /* µs, monotonic; 0 while nothing is due */
  guint       timer;
  guint       ticker;
  gulong      network;
  char       *text;
};

enum {
  PROP_0,
  PROP_SECONDS_LEFT,
  PROP_HURRIED,
  N_PROPS
};

enum {
  DUE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

APP_DEFINE_SESSION_FEATURE (AppReconnector, app_reconnector)
MCP_DEFINE_INIT (AppReconnector, app_reconnector)

static gint64
scale (AppReconnector *self, guint milliseconds)
{
  return (gint64)milliseconds * (self->hurried ? 1 : 1000);
}

static void
stop_time (AppReconnector *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_handle_id (&self->ticker, g_source_remove);
  if (self->network != 0)
    g_signal_handler_disconnect (g_network_monitor_get_default (), self->network);
  self->network = 0;
  if (self->due == 0)
    return;
  self->due = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SECONDS_LEFT]);
}

MCP_DEFINE_DISPOSE (AppReconnector, app_reconnector)
{
  stop_time (self);
  g_clear_weak_pointer (&self->session);
}

MCP_DEFINE_FINALIZE (AppReconnector, app_reconnector)
{
  g_free (self->text);
}

MCP_DEFINE_CLASS (AppReconnector, app_reconnector)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SECONDS_LEFT] = { "seconds-left", G_TYPE_UINT,
                            G_CALLBACK (app_reconnector_get_seconds_left) },
    [PROP_HURRIED] = { "hurried", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppReconnector, hurried),
                       .flags = G_PARAM_WRITABLE },
  };

  object_class->dispose = app_reconnector_dispose;
  object_class->finalize = app_reconnector_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[DUE] = mcp_signal_new (klass, "due", 0);
}

/* What another try may mend; the rest is for the person to mend. */
static gboolean
is_passing (AppReconnector *self, const GError *error)
{
  static const McpError passing[] = {
    MCP_ERROR_PROCESS_EXITED, MCP_ERROR_CONNECTION_FAILED, MCP_ERROR_CONNECTION_LOST,
    MCP_ERROR_HTTP_STATUS, MCP_ERROR_SESSION_EXPIRED, MCP_ERROR_TIMED_OUT,
    MCP_ERROR_COMMAND_NOT_FOUND, MCP_ERROR_COMMAND_NOT_EXECUTABLE
  };

  for (guint i = 0; i < G_N_ELEMENTS (passing); i++)
    if (g_error_matches (error, MCP_ERROR, (int)passing[i]))
      return TRUE;
  /* A connection that worked broke its own protocol (a WebSocket's frames): the next may work. A
   * server that answers the opening so will not do better. */
  return self->opened != 0 && g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
}

static gint64
choose_delay (AppReconnector *self, const GError *error)
{
  guint  milliseconds = APP_RECONNECT_FIRST_MS;
  double chance = g_random_double_range (1 - JITTER, 1 + JITTER);

  /* The server is there, and only forgot us. */
  if (self->tries == 1 && g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED))
    return 0;
  for (guint i = 1; i < self->tries && milliseconds < APP_RECONNECT_CAP_MS; i++)
    milliseconds *= 2;
  return (gint64)((double)scale (self, MIN (milliseconds, APP_RECONNECT_CAP_MS)) * chance);
}

static gboolean
on_due (gpointer data)
{
  AppReconnector *self = data;

  self->timer = 0;
  stop_time (self);
  g_signal_emit (self, signals[DUE], 0);
  return G_SOURCE_REMOVE;
}

static gboolean
on_tick (gpointer data)
{
  g_object_notify_by_pspec (G_OBJECT (data), properties[PROP_SECONDS_LEFT]);
  return G_SOURCE_CONTINUE;
}

static void
on_network_changed (GNetworkMonitor *monitor, gboolean available, AppReconnector *self)
{
  if (!available || self->timer == 0)
    return;
  g_clear_handle_id (&self->timer, g_source_remove);
  on_due (self);
}

/* No more tries until a connection is opened again. */
static void
give_up (AppReconnector *self)
{
  stop_time (self);
  self->active = FALSE;
  self->tries = 0;
  self->opened = 0;
}

/* A connection was lost, or could not be opened again. Returns: whether there will be another try:
 * then the time is running */
static gboolean
try_again (AppReconnector *self, const GError *error)
{
  gint64   now = g_get_monotonic_time ();
  gboolean passing = is_passing (self, error);

  stop_time (self);
  if (self->opened != 0 && now - self->opened >=
                               (gint64)APP_RECONNECT_STABLE_MS * (self->hurried ? 10 : 1000))
    self->tries = 0;
  self->opened = 0;
  if (!self->active || !passing || self->tries >= APP_RECONNECT_TRIES)
    {
      give_up (self);
      return FALSE;
    }
  self->tries++;
  gint64 delay = choose_delay (self, error);
  self->due = now + delay;
  self->timer = g_timeout_add ((guint)(delay / 1000), on_due, self);
  self->ticker = g_timeout_add_seconds (1, on_tick, self);
  self->network = g_signal_connect (g_network_monitor_get_default (), "network-changed",
                                    G_CALLBACK (on_network_changed), self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SECONDS_LEFT]);
  return TRUE;
}

guint
app_reconnector_get_seconds_left (AppReconnector *self)
{
  g_return_val_if_fail (APP_IS_RECONNECTOR (self), 0);

  if (self->due == 0)
    return 0;
  gint64 left = self->due - g_get_monotonic_time ();
  return (guint)MAX (1, (left + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC);
}

guint
app_reconnector_get_try (AppReconnector *self)
{
  g_return_val_if_fail (APP_IS_RECONNECTOR (self), 0);
  return self->tries;
}

static const char *
app_reconnector_get_text (AppReconnector *self)
{
  g_return_val_if_fail (APP_IS_RECONNECTOR (self), NULL);

  guint left = app_reconnector_get_seconds_left (self);
  g_free (self->text);
  /* Translators: a number of seconds */
  self->text = left > 0 ? g_strdup_printf (C_ ("session", "reconnecting in %u s"), left)
                        : g_strdup (C_ ("session", "reconnecting"));
  return self->text;
}

void
app_reconnector_set_wanted (AppReconnector *self, gboolean wanted)
{
  StoreReconnect reconnect = wanted ? STORE_RECONNECT_AUTO : STORE_RECONNECT_NEVER;

  g_return_if_fail (APP_IS_RECONNECTOR (self));
  g_return_if_fail (self->session != NULL);

  StoreProfile *profile = app_session_get_profile (self->session);
  if (store_profile_get_conversation (profile)->reconnect == reconnect)
    return;
  g_autoptr (StoreProfile) changed = store_profile_copy (profile);
  g_object_set (changed, "reconnect", reconnect, NULL);
  app_session_keep_profile (self->session, changed);
}

/* As a feature of a session */

static void
on_reconnected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* The state says what came of it. */
  app_session_connect_finish (APP_SESSION (source), result, NULL);
}

static void
connect_again (AppReconnector *self)
{
  if (self->session != NULL &&
      app_session_get_state (self->session) == APP_SESSION_RECONNECTING)
    app_session_connect_async (self->session, NULL, on_reconnected, NULL);
}

/* The seconds are part of the session's state in words. */
static void
count_down (AppReconnector *self)
{
  if (self->session != NULL &&
      app_session_get_state (self->session) == APP_SESSION_RECONNECTING)
    g_object_notify (G_OBJECT (self->session), "state-name");
}

static void
on_state (AppReconnector *self, GParamSpec *pspec, AppSession *session)
{
  AppSessionState state = app_session_get_state (session);

  if (state == APP_SESSION_CONNECTING)
    stop_time (self);
  else if (state == APP_SESSION_IDLE || state == APP_SESSION_DISCONNECTING)
    give_up (self);
}

static void
app_reconnector_attach (AppSessionFeature *feature, AppSession *session)
{
  AppReconnector *self = APP_RECONNECTOR (feature);

  g_set_weak_pointer (&self->session, session);
  mcp_signal_connect (session, "notify::state", on_state, self);
  g_signal_connect (self, "due", G_CALLBACK (connect_again), NULL);
  g_signal_connect (self, "notify::seconds-left", G_CALLBACK (count_down), NULL);
}

static void
app_reconnector_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppReconnector *self = APP_RECONNECTOR (feature);

  stop_time (self);
  self->active = TRUE;
  self->opened = g_get_monotonic_time ();
}

/* Only servers that are kept come back by themselves: a command line ends with its connection. */
static gboolean
app_reconnector_closed (AppSessionFeature *feature,
                        AppSession        *session,
                        McpClient         *client,
                        const GError      *error)
{
  AppReconnector *self = APP_RECONNECTOR (feature);

  if (error == NULL)
    return FALSE;
  if (app_session_get_book (session) != NULL &&
      app_settings_get_reconnect (app_session_get_settings (session)) &&
      store_profile_get_conversation (app_session_get_profile (session))->reconnect ==
          STORE_RECONNECT_AUTO)
    return try_again (self, error);
  give_up (self);
  return FALSE;
}

static const char *
app_reconnector_name_state (AppSessionFeature *feature, AppSession *session)
{
  return app_reconnector_get_text (APP_RECONNECTOR (feature));
}

static void
app_reconnector_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_reconnector_attach;
  iface->opened = app_reconnector_opened;
  iface->closed = app_reconnector_closed;
  iface->name_state = app_reconnector_name_state;
}
