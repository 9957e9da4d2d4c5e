/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-listener.h"
#include "app-demo-session.h"

#include <string.h>

#define PATH "/sse"
#define MESSAGES "/messages"

/* One client: its event stream */

#define APP_TYPE_DEMO_EVENTS (app_demo_events_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoEvents, app_demo_events, APP, DEMO_EVENTS, GObject)

struct _AppDemoEvents
{
  GObject parent_instance;

  SoupServerMessage *message; /* (nullable) */
  gulong             finished_handler;
  GSource           *watch; /* (nullable) */
  AppDemoSession    *session;
  char              *id;
};

/* AppDemoSse: the HTTP transport of MCP 2024-11-05: a GET on /sse stays open and says first where
 * messages are to be posted; answers come as events. Source: MCP 2024-11-05, basic/transports. */

#define APP_TYPE_DEMO_SSE (app_demo_sse_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoSse, app_demo_sse, APP, DEMO_SSE, GObject)

struct _AppDemoSse
{
  GObject parent_instance;

  AppDemoServer        *server;
  const AppDemoOptions *options;
  SoupServer           *soup;
  GHashTable           *clients; /* session id → AppDemoEvents */
  char                 *origin;
  char                 *url;
};

static void app_demo_events_channel_init (AppDemoChannelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppDemoEvents,
                               app_demo_events,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_DEMO_CHANNEL,
                                                      app_demo_events_channel_init))
G_DEFINE_FINAL_TYPE (AppDemoSse, app_demo_sse, G_TYPE_OBJECT)

static void
detach (AppDemoEvents *self)
{
  if (self->watch != NULL)
    g_source_destroy (self->watch);
  g_clear_pointer (&self->watch, g_source_unref);
  if (self->message != NULL)
    g_clear_signal_handler (&self->finished_handler, self->message);
  g_clear_object (&self->message);
}

static void
app_demo_events_finalize (GObject *object)
{
  AppDemoEvents *self = APP_DEMO_EVENTS (object);

  detach (self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->id, g_free);

  G_OBJECT_CLASS (app_demo_events_parent_class)->finalize (object);
}

static void
app_demo_events_class_init (AppDemoEventsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_demo_events_finalize;
}

static void
app_demo_events_init (AppDemoEvents *self)
{
  self->id = g_uuid_string_random ();
}

static void
write_event (AppDemoEvents *self, const char *type, const char *data, gsize size)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->message == NULL)
    return;

  g_string_append_printf (text, "event: %s\ndata: ", type);
  g_string_append_len (text, data, size);
  g_string_append (text, "\n\n");
  soup_message_body_append (soup_server_message_get_response_body (self->message),
                            SOUP_MEMORY_COPY, text->str, text->len);
  soup_server_message_unpause (self->message);
}

static void
app_demo_events_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  gsize       size;
  const char *data = g_bytes_get_data (message, &size);

  write_event (APP_DEMO_EVENTS (channel), "message", data, size);
}

static void
app_demo_events_channel_init (AppDemoChannelInterface *iface)
{
  iface->send = app_demo_events_send;
}

static void
end (AppDemoEvents *self)
{
  SoupServerMessage *message = self->message != NULL ? g_object_ref (self->message) : NULL;

  app_demo_session_close (self->session);
  app_demo_session_set_channel (self->session, NULL);
  detach (self);
  if (message != NULL)
    {
      soup_message_body_complete (soup_server_message_get_response_body (message));
      soup_server_message_unpause (message);
    }
  g_clear_object (&message);
}

static void
on_left (AppDemoEvents *client)
{
  AppDemoSse *self = g_object_get_data (G_OBJECT (client), "sse");

  detach (client);
  g_object_ref (client);
  end (client);
  g_hash_table_remove (self->clients, client->id);
  g_object_unref (client);
}

static void
on_hangup (gpointer user_data)
{
  AppDemoEvents *client = user_data;
  g_autoptr (SoupServerMessage) message = g_object_ref (client->message);

  on_left (client);
  soup_message_body_complete (soup_server_message_get_response_body (message));
  soup_server_message_unpause (message);
}

static void
begin_events (AppDemoSse *self, AppDemoEvents *client)
{
  const AppDemoFaults *faults = self->options->faults;
  char                *text = NULL;

  if (faults->begin_events != NULL)
    text = faults->begin_events (self->origin, client->id);
  if (text == NULL)
    text = g_strdup_printf ("event: endpoint\ndata: " MESSAGES "?sessionId=%s\n\n", client->id);
  soup_message_body_append (soup_server_message_get_response_body (client->message),
                            SOUP_MEMORY_TAKE, text, strlen (text));
  soup_server_message_unpause (client->message);
}

static void
open_stream (AppDemoSse *self, SoupServerMessage *message)
{
  AppDemoEvents      *client = g_object_new (APP_TYPE_DEMO_EVENTS, NULL);
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  g_object_set_data (G_OBJECT (client), "sse", self);
  client->message = g_object_ref (message);
  client->finished_handler = g_signal_connect_swapped (message, "finished", G_CALLBACK (on_left),
                                                       client);
  client->session = app_demo_session_new (self->server);
  app_demo_session_set_channel (client->session, APP_DEMO_CHANNEL (client));
  g_hash_table_insert (self->clients, client->id, client);

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_replace (headers, "Cache-Control", "no-cache");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  soup_server_message_pause (message);
  client->watch = app_demo_hangup_watch (message, on_hangup, client);
  begin_events (self, client);
}

static void
receive (AppDemoSse *self, AppDemoEvents *client, SoupServerMessage *message)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);

  if (document == NULL)
    {
      soup_server_message_set_status (message, SOUP_STATUS_BAD_REQUEST, NULL);
      soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, "Invalid",
                                        strlen ("Invalid"));
      return;
    }
  soup_server_message_set_status (message, SOUP_STATUS_ACCEPTED, NULL);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, "Accepted",
                                    strlen ("Accepted"));
  app_demo_session_receive (client->session, document, APP_DEMO_CHANNEL (client));
}

static gboolean
takes_messages (const char *path)
{
  return strcmp (path, MESSAGES) == 0 || strcmp (path, PATH) == 0 ||
         strcmp (path, PATH "/message") == 0;
}

static void
handle (SoupServer        *soup,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  AppDemoSse    *self = user_data;
  const char    *method = soup_server_message_get_method (message);
  const char    *id = query != NULL ? g_hash_table_lookup (query, "sessionId") : NULL;
  AppDemoEvents *client = id != NULL ? g_hash_table_lookup (self->clients, id) : NULL;
  gboolean       posts = strcmp (method, SOUP_METHOD_POST) == 0;

  if (!app_demo_http_checks_pass (self->options, self->url, message))
    return;
  if (strcmp (method, SOUP_METHOD_GET) == 0 && strcmp (path, PATH) == 0)
    open_stream (self, message);
  else if (posts && client != NULL && takes_messages (path))
    receive (self, client, message);
  else
    {
      static const char page[] = "<!DOCTYPE html><html><body>Cannot be found</body></html>";

      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      soup_server_message_set_response (message, "text/html", SOUP_MEMORY_STATIC, page,
                                        strlen (page));
    }
}

static void
app_demo_sse_dispose (GObject *object)
{
  AppDemoSse    *self = APP_DEMO_SSE (object);
  GHashTableIter iter;
  gpointer       client;

  if (self->clients != NULL)
    {
      g_hash_table_iter_init (&iter, self->clients);
      while (g_hash_table_iter_next (&iter, NULL, &client))
        end (client);
    }
  g_clear_pointer (&self->clients, g_hash_table_unref);
  if (self->soup != NULL)
    soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
  g_clear_object (&self->server);
  g_clear_pointer (&self->origin, g_free);
  g_clear_pointer (&self->url, g_free);

  G_OBJECT_CLASS (app_demo_sse_parent_class)->dispose (object);
}

static void
app_demo_sse_class_init (AppDemoSseClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_sse_dispose;
}

static void
app_demo_sse_init (AppDemoSse *self)
{
  self->clients = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
}

GObject *
app_demo_sse_new (AppDemoServer *server, char **url, GError **error)
{
  g_autoptr (AppDemoSse) self = g_object_new (APP_TYPE_DEMO_SSE, NULL);

  self->server = g_object_ref (server);
  self->options = server->options;
  self->soup = app_demo_listener_new (self->options, self->options->port, NULL, &self->origin,
                                      error);
  if (self->soup == NULL)
    return NULL;
  soup_server_add_handler (self->soup, NULL, handle, self, NULL);
  self->url = g_strconcat (self->origin, PATH, NULL);
  *url = g_strdup (self->url);
  return G_OBJECT (g_steal_pointer (&self));
}
