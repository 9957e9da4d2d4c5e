/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "websocket.h"

#include "app-demo-listener.h"
#include "app-demo-session.h"

#define PATH "/mcp"
#define MAX_FRAME (64 * 1024 * 1024)

/* One client: one JSON-RPC message a text frame, with the subprotocol “mcp”. No revision of MCP has
 * this transport; several SDKs do. Source: RFC 6455; the TypeScript and Python SDKs 1.x. */

#define TYPE_WEBSOCKET (websocket_get_type ())
G_DECLARE_FINAL_TYPE (Websocket, websocket, TEST, WEBSOCKET, AppDemoChannel)

struct _Websocket
{
  AppDemoChannel parent_instance;

  gboolean                 binary;
  SoupWebsocketConnection *connection;
};

G_DEFINE_FINAL_TYPE (Websocket, websocket, APP_TYPE_DEMO_CHANNEL)

static void
websocket_finalize (GObject *object)
{
  Websocket *self = TEST_WEBSOCKET (object);

  g_clear_object (&self->connection);

  G_OBJECT_CLASS (websocket_parent_class)->finalize (object);
}

static void
websocket_init (Websocket *self)
{
}

static void
websocket_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  Websocket *self = TEST_WEBSOCKET (channel);
  gboolean   valid = g_utf8_validate (g_bytes_get_data (message, NULL),
                                      g_bytes_get_size (message), NULL);

  if (soup_websocket_connection_get_state (self->connection) != SOUP_WEBSOCKET_STATE_OPEN)
    return;
  /* A text frame that is no UTF-8 would end the connection here already. */
  soup_websocket_connection_send_message (
      self->connection,
      valid && !self->binary ? SOUP_WEBSOCKET_DATA_TEXT : SOUP_WEBSOCKET_DATA_BINARY,
      message);
}

static void
websocket_leave (AppDemoChannel *channel)
{
  g_signal_handlers_disconnect_by_data (TEST_WEBSOCKET (channel)->connection, channel);
}

static void
websocket_class_init (WebsocketClass *klass)
{
  AppDemoChannelClass *channel_class = (AppDemoChannelClass *)klass;

  G_OBJECT_CLASS (klass)->finalize = websocket_finalize;
  channel_class->send = websocket_send;
  channel_class->leave = websocket_leave;
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

typedef struct
{
  AppDemoListener *listener; /* not owned: it has the server that has the handler */
  gboolean         binary;
} Serving;

static void
on_opened (SoupServer              *soup,
           SoupServerMessage       *message,
           const char              *path,
           SoupWebsocketConnection *connection,
           gpointer                 user_data)
{
  Serving         *serving = user_data;
  AppDemoListener *listener = serving->listener;
  g_autoptr (Websocket) client = g_object_new (TYPE_WEBSOCKET, NULL);

  client->binary = serving->binary;
  client->connection = g_object_ref (connection);
  soup_websocket_connection_set_max_incoming_payload_size (connection, MAX_FRAME);
  app_demo_channel_enter (APP_DEMO_CHANNEL (client), app_demo_session_new (listener->server),
                          listener->clients);
  g_signal_connect (connection, "message", G_CALLBACK (on_message), client);
  g_signal_connect_swapped (connection, "closed", G_CALLBACK (app_demo_channel_leave), client);
}

GObject *
websocket_new (
    AppDemoServer *server, int port, gboolean binary, gboolean silent, char **url, GError **error)
{
  g_autoptr (AppDemoListener) self = app_demo_listener_create (APP_TYPE_DEMO_LISTENER, server);
  char    *protocols[] = { (char *)"mcp", NULL };
  Serving *serving;

  if (!app_demo_listener_serve (self, port, NULL, PATH, NULL, error))
    return NULL;
  serving = g_new (Serving, 1);
  serving->listener = self;
  serving->binary = binary;
  soup_server_add_websocket_handler (self->soup, PATH, NULL, silent ? NULL : protocols, on_opened,
                                     serving, g_free);
  /* http:// → ws://, https:// → wss:// */
  *url = g_strconcat ("ws", self->url + 4, NULL);
  return G_OBJECT (g_steal_pointer (&self));
}
