/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-listener.h"
#include "app-demo-session.h"

#define PATH "/mcp"
#define MAX_FRAME (64 * 1024 * 1024)

/* One client: one JSON-RPC message a text frame, with the subprotocol “mcp”. No revision of MCP has
 * this transport; several SDKs do. Source: RFC 6455; the TypeScript and Python SDKs 1.x. */

#define APP_TYPE_DEMO_WEBSOCKET (app_demo_websocket_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoWebsocket, app_demo_websocket, APP, DEMO_WEBSOCKET, AppDemoChannel)

struct _AppDemoWebsocket
{
  AppDemoChannel parent_instance;

  const AppDemoOptions    *options;
  SoupWebsocketConnection *connection;
};

G_DEFINE_FINAL_TYPE (AppDemoWebsocket, app_demo_websocket, APP_TYPE_DEMO_CHANNEL)

static void
app_demo_websocket_finalize (GObject *object)
{
  AppDemoWebsocket *self = APP_DEMO_WEBSOCKET (object);

  g_clear_object (&self->connection);

  G_OBJECT_CLASS (app_demo_websocket_parent_class)->finalize (object);
}

static void
app_demo_websocket_init (AppDemoWebsocket *self)
{
}

static void
app_demo_websocket_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoWebsocket *self = APP_DEMO_WEBSOCKET (channel);
  gboolean          valid = g_utf8_validate (g_bytes_get_data (message, NULL),
                                             g_bytes_get_size (message), NULL);

  if (soup_websocket_connection_get_state (self->connection) != SOUP_WEBSOCKET_STATE_OPEN)
    return;
  /* A text frame that is no UTF-8 would end the connection here already. */
  soup_websocket_connection_send_message (
      self->connection,
      valid && !app_demo_options_has_fault (self->options, APP_DEMO_FAULT_BINARY, NULL)
          ? SOUP_WEBSOCKET_DATA_TEXT
          : SOUP_WEBSOCKET_DATA_BINARY,
      message);
}

static void
app_demo_websocket_leave (AppDemoChannel *channel)
{
  g_signal_handlers_disconnect_by_data (APP_DEMO_WEBSOCKET (channel)->connection, channel);
}

static void
app_demo_websocket_class_init (AppDemoWebsocketClass *klass)
{
  AppDemoChannelClass *channel_class = (AppDemoChannelClass *)klass;

  G_OBJECT_CLASS (klass)->finalize = app_demo_websocket_finalize;
  channel_class->send = app_demo_websocket_send;
  channel_class->leave = app_demo_websocket_leave;
}

static void
on_message (SoupWebsocketConnection *connection, int type, GBytes *message, gpointer user_data)
{
  AppDemoChannel *self = user_data;

  if (type == SOUP_WEBSOCKET_DATA_TEXT)
    app_demo_session_receive_text (self->session, message, self);
  else
    soup_websocket_connection_close (connection, SOUP_WEBSOCKET_CLOSE_UNSUPPORTED_DATA,
                                     "Text frames only");
}

static void
on_opened (SoupServer              *soup,
           SoupServerMessage       *message,
           const char              *path,
           SoupWebsocketConnection *connection,
           gpointer                 user_data)
{
  AppDemoListener *self = user_data;
  g_autoptr (AppDemoWebsocket) client = g_object_new (APP_TYPE_DEMO_WEBSOCKET, NULL);

  client->options = self->options;
  client->connection = g_object_ref (connection);
  soup_websocket_connection_set_max_incoming_payload_size (connection, MAX_FRAME);
  app_demo_channel_enter (APP_DEMO_CHANNEL (client), app_demo_session_new (self->server),
                          self->clients);
  g_signal_connect (connection, "message", G_CALLBACK (on_message), client);
  g_signal_connect_swapped (connection, "closed", G_CALLBACK (app_demo_channel_leave), client);
}

GObject *
app_demo_websocket_new (AppDemoServer *server, char **url, GError **error)
{
  g_autoptr (AppDemoListener) self = app_demo_listener_create (APP_TYPE_DEMO_LISTENER, server);
  char    *protocols[] = { (char *)"mcp", NULL };
  gboolean silent = app_demo_options_has_fault (self->options, APP_DEMO_FAULT_NO_SUBPROTOCOL, NULL);

  if (!app_demo_listener_serve (self, MAX (self->options->websocket, 0), NULL, PATH, NULL, error))
    return NULL;
  soup_server_add_websocket_handler (self->soup, PATH, NULL, silent ? NULL : protocols, on_opened,
                                     self, NULL);
  /* http:// → ws://, https:// → wss:// */
  *url = g_strconcat ("ws", self->url + 4, NULL);
  return G_OBJECT (g_steal_pointer (&self));
}
