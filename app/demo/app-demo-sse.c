/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-listener.h"
#include "app-demo-session.h"
#include "app-demo-stream.h"

#include <string.h>

#define PATH "/sse"
#define MESSAGES "/messages"

/* The HTTP transport of MCP 2024-11-05: a GET on /sse stays open and says first where messages are
 * to be posted; answers come as events. Source: MCP 2024-11-05, basic/transports. */

static void
open_stream (AppDemoListener *self, SoupServerMessage *message)
{
  g_autoptr (AppDemoStream) stream =
      app_demo_stream_new (self->options, APP_DEMO_STREAM_NAMED, message);
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *text = NULL;

  text = app_demo_options_call (self->options, begin_events, NULL, self->origin, id);
  if (text == NULL)
    text = g_strdup_printf ("event: endpoint\ndata: " MESSAGES "?sessionId=%s\n\n", id);
  g_object_set_data_full (G_OBJECT (stream), "id", g_steal_pointer (&id), g_free);
  g_signal_connect (stream, "left", G_CALLBACK (app_demo_channel_leave), NULL);
  app_demo_channel_enter (APP_DEMO_CHANNEL (stream), app_demo_session_new (self->server),
                          self->clients);
  app_demo_stream_listen (stream, text);
}

static void
set_text (SoupServerMessage *message, guint status, const char *type, const char *text)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_STATIC, text, strlen (text));
}

static void
receive (AppDemoChannel *client, SoupServerMessage *message)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);

  if (document == NULL)
    {
      set_text (message, SOUP_STATUS_BAD_REQUEST, "text/plain", "Invalid");
      return;
    }
  set_text (message, SOUP_STATUS_ACCEPTED, "text/plain", "Accepted");
  app_demo_session_receive (client->session, document, client);
}

static gboolean
takes_messages (const char *path)
{
  return strcmp (path, MESSAGES) == 0 || strcmp (path, PATH) == 0 ||
         strcmp (path, PATH "/message") == 0;
}

static AppDemoChannel *
find_client (AppDemoListener *self, const char *id)
{
  for (guint i = 0; id != NULL && i < self->clients->len; i++)
    if (g_strcmp0 (g_object_get_data (g_ptr_array_index (self->clients, i), "id"), id) == 0)
      return g_ptr_array_index (self->clients, i);
  return NULL;
}

static void
handle (SoupServer        *soup,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  AppDemoListener *self = user_data;
  const char      *method = soup_server_message_get_method (message);
  const char      *id = query != NULL ? g_hash_table_lookup (query, "sessionId") : NULL;
  AppDemoChannel  *client = find_client (self, id);

  if (!app_demo_http_checks_pass (self->options, self->url, message))
    return;
  if (strcmp (method, SOUP_METHOD_GET) == 0 && strcmp (path, PATH) == 0)
    open_stream (self, message);
  else if (strcmp (method, SOUP_METHOD_POST) == 0 && client != NULL && takes_messages (path))
    receive (client, message);
  else
    set_text (message, SOUP_STATUS_NOT_FOUND, "text/html",
              "<!DOCTYPE html><html><body>Cannot be found</body></html>");
}

GObject *
app_demo_sse_new (AppDemoServer *server, char **url, GError **error)
{
  g_autoptr (AppDemoListener) self = app_demo_listener_create (APP_TYPE_DEMO_LISTENER, server);

  if (!app_demo_listener_serve (self, self->options->port, NULL, PATH, handle, error))
    return NULL;
  *url = g_strdup (self->url);
  return G_OBJECT (g_steal_pointer (&self));
}
