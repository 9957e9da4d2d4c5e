/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-listener.h"
#include "app-demo-session.h"

#define PATH "/mcp"
#define MAX_FRAME (64 * 1024 * 1024)

/* One client */

#define APP_TYPE_DEMO_FRAMES (app_demo_frames_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoFrames, app_demo_frames, APP, DEMO_FRAMES, GObject)

struct _AppDemoFrames
{
  GObject parent_instance;

  AppDemoServer           *server;
  SoupWebsocketConnection *connection;
  AppDemoSession          *session;
};

/* AppDemoWebsocket: one JSON-RPC message a text frame, with the subprotocol “mcp”. No revision of
 * MCP has this transport; several SDKs do. Source: RFC 6455; the TypeScript and Python SDKs 1.x. */

#define APP_TYPE_DEMO_WEBSOCKET (app_demo_websocket_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoWebsocket, app_demo_websocket, APP, DEMO_WEBSOCKET, GObject)

struct _AppDemoWebsocket
{
  GObject parent_instance;

  AppDemoServer *server;
  SoupServer    *soup;
  GPtrArray     *clients;
};

static void app_demo_frames_channel_init (AppDemoChannelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppDemoFrames,
                               app_demo_frames,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_DEMO_CHANNEL,
                                                      app_demo_frames_channel_init))
G_DEFINE_FINAL_TYPE (AppDemoWebsocket, app_demo_websocket, G_TYPE_OBJECT)

static void
app_demo_frames_finalize (GObject *object)
{
  AppDemoFrames *self = APP_DEMO_FRAMES (object);

  g_clear_object (&self->session);
  g_clear_object (&self->connection);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (app_demo_frames_parent_class)->finalize (object);
}

static void
app_demo_frames_class_init (AppDemoFramesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_demo_frames_finalize;
}

static void
app_demo_frames_init (AppDemoFrames *self)
{
}

static void
app_demo_frames_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoFrames        *self = APP_DEMO_FRAMES (channel);
  const AppDemoOptions *options = self->server->options;
  gboolean              valid = g_utf8_validate (g_bytes_get_data (message, NULL),
                                                 g_bytes_get_size (message), NULL);

  if (soup_websocket_connection_get_state (self->connection) != SOUP_WEBSOCKET_STATE_OPEN)
    return;
  /* A text frame that is no UTF-8 would end the connection here already. */
  soup_websocket_connection_send_message (
      self->connection,
      valid && !app_demo_options_has_fault (options, APP_DEMO_FAULT_BINARY, NULL)
          ? SOUP_WEBSOCKET_DATA_TEXT
          : SOUP_WEBSOCKET_DATA_BINARY,
      message);
}

static void
app_demo_frames_channel_init (AppDemoChannelInterface *iface)
{
  iface->send = app_demo_frames_send;
}

static void
on_message (SoupWebsocketConnection *connection, int type, GBytes *message, gpointer user_data)
{
  AppDemoFrames *self = user_data;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  if (type != SOUP_WEBSOCKET_DATA_TEXT)
    {
      soup_websocket_connection_close (connection, SOUP_WEBSOCKET_CLOSE_UNSUPPORTED_DATA,
                                       "Text frames only");
      return;
    }
  document = mcp_json_document_parse (message, NULL, NULL, &error);
  if (document != NULL)
    app_demo_session_receive (self->session, document, APP_DEMO_CHANNEL (self));
  else
    app_demo_session_receive_broken (self->session, error->message, APP_DEMO_CHANNEL (self));
}

static void
end (AppDemoFrames *self)
{
  app_demo_session_close (self->session);
  app_demo_session_set_channel (self->session, NULL);
}

/* All of them */

static void
on_closed (SoupWebsocketConnection *connection, gpointer user_data)
{
  AppDemoWebsocket *self = user_data;

  for (guint i = 0; i < self->clients->len; i++)
    {
      AppDemoFrames *client = g_ptr_array_index (self->clients, i);

      if (client->connection != connection)
        continue;
      g_signal_handlers_disconnect_by_data (connection, client);
      end (client);
      g_ptr_array_remove_index (self->clients, i);
      return;
    }
}

static void
on_opened (SoupServer              *soup,
           SoupServerMessage       *message,
           const char              *path,
           SoupWebsocketConnection *connection,
           gpointer                 user_data)
{
  AppDemoWebsocket *self = user_data;
  AppDemoFrames    *client = g_object_new (APP_TYPE_DEMO_FRAMES, NULL);

  client->server = g_object_ref (self->server);
  client->connection = g_object_ref (connection);
  client->session = app_demo_session_new (self->server);
  app_demo_session_set_channel (client->session, APP_DEMO_CHANNEL (client));
  soup_websocket_connection_set_max_incoming_payload_size (connection, MAX_FRAME);
  g_ptr_array_add (self->clients, client);
  g_signal_connect (connection, "message", G_CALLBACK (on_message), client);
  g_signal_connect (connection, "closed", G_CALLBACK (on_closed), self);
}

static void
app_demo_websocket_dispose (GObject *object)
{
  AppDemoWebsocket *self = APP_DEMO_WEBSOCKET (object);

  for (guint i = 0; self->clients != NULL && i < self->clients->len; i++)
    {
      AppDemoFrames *client = g_ptr_array_index (self->clients, i);

      g_signal_handlers_disconnect_by_data (client->connection, client);
      g_signal_handlers_disconnect_by_data (client->connection, self);
      end (client);
    }
  g_clear_pointer (&self->clients, g_ptr_array_unref);
  if (self->soup != NULL)
    soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (app_demo_websocket_parent_class)->dispose (object);
}

static void
app_demo_websocket_class_init (AppDemoWebsocketClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_websocket_dispose;
}

static void
app_demo_websocket_init (AppDemoWebsocket *self)
{
  self->clients = g_ptr_array_new_with_free_func (g_object_unref);
}

GObject *
app_demo_websocket_new (AppDemoServer *server, char **url, GError **error)
{
  g_autoptr (AppDemoWebsocket) self = g_object_new (APP_TYPE_DEMO_WEBSOCKET, NULL);
  const AppDemoOptions *options = server->options;
  char                 *protocols[] = { (char *)"mcp", NULL };
  g_autofree char      *origin = NULL;
  gboolean              silent = app_demo_options_has_fault (options, APP_DEMO_FAULT_NO_SUBPROTOCOL,
                                                             NULL);

  self->server = g_object_ref (server);
  self->soup = app_demo_listener_new (options, MAX (options->websocket, 0), NULL, &origin, error);
  if (self->soup == NULL)
    return NULL;
  soup_server_add_websocket_handler (self->soup, PATH, NULL, silent ? NULL : protocols, on_opened,
                                     self, NULL);
  /* http:// → ws://, https:// → wss:// */
  *url = g_strconcat ("ws", origin + 4, PATH, NULL);
  return G_OBJECT (g_steal_pointer (&self));
}
