/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-http.h"

#include "app-demo-headers.h"
#include "app-demo-icons.h"
#include "app-demo-listener.h"
#include "app-demo-modern.h"
#include "app-demo-session.h"
#include "app-demo-stream.h"

#include <glib/gstdio.h>
#include <string.h>

#define PATH "/mcp"
/* Requests before a session is forgotten, unless told otherwise. */
/* Streams of a session that can be resumed; older ones are forgotten. */
#define MAX_STREAMS 32
/* The first revision in which a stream begins with an event without data. */
#define PRIMING_VERSION "2025-11-25"
/* The revision of a client that does not say which. */
#define DEFAULT_VERSION "2025-03-26"

typedef struct
{
  char           *id;
  AppDemoSession *session;
  GPtrArray      *streams; /* AppDemoStream */
  GArray         *numbers; /* guint: theirs */
  int             n_requests;
} Client;

struct _AppDemoHttp
{
  GObject parent_instance;

  AppDemoServer        *server;
  const AppDemoOptions *options;
  SoupServer           *soup;
  GHashTable           *clients;   /* session id → Client */
  Client               *anonymous; /* (nullable): everybody, where no session ids are given out */
  char                 *url;
  char                 *path;   /* (nullable): of a unix socket */
  AppDemoSession       *modern; /* requests in progress that have no session */
  guint                 n_streams;
};

G_DEFINE_FINAL_TYPE (AppDemoHttp, app_demo_http, G_TYPE_OBJECT)

static Client *
client_new (AppDemoHttp *self)
{
  Client *client = g_new0 (Client, 1);

  client->id = g_uuid_string_random ();
  client->session = app_demo_session_new (self->server);
  client->streams = g_ptr_array_new_with_free_func (g_object_unref);
  client->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  return client;
}

static void
client_free (Client *client)
{
  app_demo_session_close (client->session);
  app_demo_session_set_channel (client->session, NULL);
  for (guint i = 0; i < client->streams->len; i++)
    app_demo_stream_close (g_ptr_array_index (client->streams, i));
  g_object_unref (client->session);
  g_ptr_array_unref (client->streams);
  g_array_unref (client->numbers);
  g_free (client->id);
  g_free (client);
}

static void
app_demo_http_dispose (GObject *object)
{
  AppDemoHttp *self = APP_DEMO_HTTP (object);

  g_clear_pointer (&self->clients, g_hash_table_unref);
  g_clear_pointer (&self->anonymous, client_free);
  if (self->modern != NULL)
    app_demo_session_close (self->modern);
  g_clear_object (&self->modern);
  if (self->soup != NULL)
    soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
  if (self->path != NULL)
    g_unlink (self->path);
  g_clear_pointer (&self->path, g_free);
  g_clear_object (&self->server);
  g_clear_pointer (&self->url, g_free);

  G_OBJECT_CLASS (app_demo_http_parent_class)->dispose (object);
}

static void
app_demo_http_class_init (AppDemoHttpClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_http_dispose;
}

static void
app_demo_http_init (AppDemoHttp *self)
{
  self->clients = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                         (GDestroyNotify)client_free);
}

static const char *
get_header (SoupServerMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

static gboolean
accepts (SoupServerMessage *message, const char *type)
{
  const char *accept = soup_message_headers_get_list (
      soup_server_message_get_request_headers (message), "Accept");

  return accept != NULL && (strstr (accept, type) != NULL || strstr (accept, "*/*") != NULL);
}

/* Refuses a header that names a revision that we do not speak; no header means an old client. */
static gboolean
check_version (SoupServerMessage *message)
{
  const char      *version = get_header (message, "MCP-Protocol-Version");
  g_autofree char *text = NULL;

  if (version == NULL || app_demo_session_version_is_known (version))
    return TRUE;
  text = g_strdup_printf ("Bad Request: Unsupported protocol version: %s", version);
  app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, -32000, text);
  return FALSE;
}

static Client *
get_anonymous (AppDemoHttp *self, SoupServerMessage *message)
{
  const char *version = get_header (message, "MCP-Protocol-Version");

  if (self->anonymous == NULL)
    self->anonymous = client_new (self);
  if (app_demo_session_get_version (self->anonymous->session) == NULL)
    app_demo_session_open (self->anonymous->session, version != NULL ? version : DEFAULT_VERSION,
                           MCP_JSON_NO_VALUE);
  return self->anonymous;
}

/* The client that a request's session id names, or an answer that says what is wrong. */
static Client *
find_client (AppDemoHttp *self, SoupServerMessage *message)
{
  const AppDemoFaults *faults = self->options->faults;
  const char          *id = get_header (message, "Mcp-Session-Id");
  Client              *client;

  if (self->options->no_session)
    return get_anonymous (self, message);
  if (id == NULL)
    {
      app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, -32000,
                                   "Bad Request: Mcp-Session-Id header is required");
      return NULL;
    }
  client = g_hash_table_lookup (self->clients, id);
  if (client != NULL && faults->forgets_session != NULL &&
      faults->forgets_session (++client->n_requests))
    {
      g_hash_table_remove (self->clients, id);
      client = NULL;
    }
  if (client == NULL &&
      app_demo_options_has_fault (self->options, APP_DEMO_FAULT_BAD_REQUEST, NULL))
    app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, -32000,
                                 "Bad Request: No valid session ID provided");
  else if (client == NULL)
    app_demo_http_checks_refuse (message, SOUP_STATUS_NOT_FOUND, -32001, "Session not found");
  return client;
}

static AppDemoStream *
add_stream (AppDemoHttp *self, Client *client, SoupServerMessage *message)
{
  guint          number = ++self->n_streams;
  AppDemoStream *stream = app_demo_stream_new (self->options, number, message);
  const char    *version = app_demo_session_get_version (client->session);

  app_demo_stream_set_priming (stream, g_strcmp0 (version, PRIMING_VERSION) >= 0);
  g_ptr_array_add (client->streams, stream);
  g_array_append_val (client->numbers, number);
  if (client->streams->len > MAX_STREAMS)
    {
      /* Only the possibility to resume goes: who waits for an answer holds the stream. */
      g_ptr_array_remove_index (client->streams, 0);
      g_array_remove_index (client->numbers, 0);
    }
  return stream;
}

static void
receive (AppDemoHttp       *self,
         Client            *client,
         SoupServerMessage *message,
         McpJsonDocument   *document,
         const char        *method)
{
  g_autoptr (AppDemoStream) stream = g_object_ref (add_stream (self, client, message));

  if (method != NULL && !g_str_has_prefix (method, "notifications/"))
    app_demo_stream_set_cut (stream, app_demo_options_has_fault (self->options, APP_DEMO_FAULT_CUT,
                                                                 method));
  if (method != NULL &&
      app_demo_options_has_fault (self->options, APP_DEMO_FAULT_SUSPENDED, method))
    app_demo_channel_suspend (APP_DEMO_CHANNEL (stream));
  app_demo_session_receive (client->session, document, APP_DEMO_CHANNEL (stream));
  app_demo_stream_accept (stream);
}

/* MCP 2026-07-28: every POST stands for itself. */
static void
receive_modern (AppDemoHttp       *self,
                SoupServerMessage *message,
                McpJsonDocument   *document,
                const char        *method)
{
  McpJsonValue root = mcp_json_document_get_root (document);
  McpJsonValue id = mcp_json_value_get_member (root, "id");
  g_autoptr (AppDemoStream) stream = NULL;
  g_autofree char *problem = NULL;

  if (method != NULL && mcp_json_value_exists (id))
    problem = app_demo_headers_check (self->server, message, root);
  if (problem != NULL)
    {
      g_autofree char *id_text = mcp_json_value_dup_text (id);

      app_demo_http_checks_refuse_request (message, SOUP_STATUS_BAD_REQUEST, id_text,
                                           APP_DEMO_HEADER_MISMATCH, problem);
      return;
    }

  stream = app_demo_stream_new (self->options, ++self->n_streams, message);
  app_demo_stream_set_plain (stream, TRUE);
  app_demo_stream_set_cut (stream,
                           method != NULL && mcp_json_value_exists (id) &&
                               app_demo_options_has_fault (self->options, APP_DEMO_FAULT_CUT,
                                                           method));
  g_signal_connect_object (stream, "left", G_CALLBACK (app_demo_session_cancel_channel),
                           self->modern, G_CONNECT_SWAPPED);
  app_demo_session_receive (self->modern, document, APP_DEMO_CHANNEL (stream));
  app_demo_stream_accept (stream);
}

static Client *
begin_client (AppDemoHttp *self, SoupServerMessage *message)
{
  Client *client;

  if (self->options->no_session)
    return get_anonymous (self, message);

  client = client_new (self);
  g_hash_table_insert (self->clients, client->id, client);
  soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                "Mcp-Session-Id", client->id);
  return client;
}

static gboolean
answers_otherwise (AppDemoHttp *self, SoupServerMessage *message, McpJsonValue root)
{
  const AppDemoFaults *faults = self->options->faults;

  return faults->answer_http != NULL && faults->answer_http (message, self->url, root);
}

static void
handle_post (AppDemoHttp *self, SoupServerMessage *message)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  const char *type = soup_message_headers_get_content_type (
      soup_server_message_get_request_headers (message), NULL);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *method = NULL;
  Client          *client;

  if (!accepts (message, "application/json") || !accepts (message, "text/event-stream"))
    {
      app_demo_http_checks_refuse (message, SOUP_STATUS_NOT_ACCEPTABLE, -32000,
                                   "Not Acceptable: Client must accept both application/json and "
                                   "text/event-stream");
      return;
    }
  if (g_strcmp0 (type, "application/json") != 0)
    {
      app_demo_http_checks_refuse (message, SOUP_STATUS_UNSUPPORTED_MEDIA_TYPE, -32000,
                                   "Unsupported Media Type: Content-Type must be application/json");
      return;
    }
  document = mcp_json_document_parse (body, NULL, NULL, &error);
  if (document == NULL)
    {
      g_autofree char *text = g_strdup_printf ("Parse error: %s", error->message);

      app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, APP_DEMO_PARSE_ERROR, text);
      return;
    }

  method = mcp_json_value_dup_member_string (mcp_json_document_get_root (document), "method");
  if (answers_otherwise (self, message, mcp_json_document_get_root (document)))
    return;
  if (app_demo_headers_are_modern (self->options, message, mcp_json_document_get_root (document)))
    {
      receive_modern (self, message, document, method);
      return;
    }
  if (g_strcmp0 (method, "initialize") == 0 && get_header (message, "Mcp-Session-Id") == NULL)
    client = begin_client (self, message);
  else if (check_version (message))
    client = find_client (self, message);
  else
    return;
  if (client != NULL)
    receive (self, client, message, document, method);
}

/* "3-12" is the twelfth event of the third stream. */
static gboolean
resume (AppDemoHttp *self, Client *client, SoupServerMessage *message, const char *last_event)
{
  g_auto (GStrv) parts = g_strsplit (last_event, "-", 2);
  guint64 number, last;

  if (g_strv_length (parts) != 2 ||
      !g_ascii_string_to_unsigned (parts[0], 10, 1, G_MAXUINT, &number, NULL) ||
      !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT, &last, NULL))
    return FALSE;

  for (guint i = 0; i < client->numbers->len; i++)
    if (g_array_index (client->numbers, guint, i) == number)
      {
        app_demo_stream_resume (g_ptr_array_index (client->streams, i), message, last);
        return TRUE;
      }
  return FALSE;
}

static void
refuse_method (SoupServerMessage *message, const char *allowed)
{
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                allowed);
  app_demo_http_checks_refuse (message, SOUP_STATUS_METHOD_NOT_ALLOWED, -32000,
                               "Method not allowed.");
}

/* A GET or DELETE of an era that has neither. */
static gboolean
is_of_modern_era (AppDemoHttp *self, SoupServerMessage *message)
{
  return self->options->era == APP_DEMO_ERA_MODERN ||
         (self->options->era == APP_DEMO_ERA_DUAL &&
          g_strcmp0 (get_header (message, "MCP-Protocol-Version"), APP_DEMO_MODERN_VERSION) == 0);
}

static void
handle_get (AppDemoHttp *self, SoupServerMessage *message)
{
  const char    *last_event = get_header (message, "Last-Event-ID");
  AppDemoStream *stream;
  Client        *client;

  if (self->options->json_only)
    {
      refuse_method (message, "POST, DELETE");
      return;
    }
  if (!accepts (message, "text/event-stream"))
    {
      app_demo_http_checks_refuse (message, SOUP_STATUS_NOT_ACCEPTABLE, -32000,
                                   "Not Acceptable: Client must accept text/event-stream");
      return;
    }
  if (!check_version (message) || (client = find_client (self, message)) == NULL)
    return;
  if (last_event != NULL)
    {
      if (!resume (self, client, message, last_event))
        app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, -32000,
                                     "Bad Request: no such event to resume after");
      return;
    }

  stream = add_stream (self, client, message);
  app_demo_session_set_channel (client->session, APP_DEMO_CHANNEL (stream));
  app_demo_stream_listen (stream);
}

static void
handle_delete (AppDemoHttp *self, SoupServerMessage *message)
{
  Client *client;

  if (!check_version (message) || (client = find_client (self, message)) == NULL)
    return;
  if (client != self->anonymous)
    g_hash_table_remove (self->clients, client->id);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
}

static void
handle (SoupServer        *soup,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  AppDemoHttp *self = user_data;
  const char  *method = soup_server_message_get_method (message);

  if (!app_demo_http_checks_pass (self->options, self->url, message))
    return;

  if (strcmp (path, PATH) != 0)
    app_demo_http_checks_refuse (message, SOUP_STATUS_NOT_FOUND, -32000,
                                 "Not found: the endpoint is " PATH);
  else if (strcmp (method, SOUP_METHOD_POST) == 0)
    handle_post (self, message);
  else if (answers_otherwise (self, message, MCP_JSON_NO_VALUE))
    return;
  else if (is_of_modern_era (self, message))
    refuse_method (message, "POST");
  else if (strcmp (method, SOUP_METHOD_GET) == 0)
    handle_get (self, message);
  else if (strcmp (method, SOUP_METHOD_DELETE) == 0)
    handle_delete (self, message);
  else
    refuse_method (message, "GET, POST, DELETE");
}

AppDemoHttp *
app_demo_http_new (AppDemoServer *server, const char *path, GError **error)
{
  g_autoptr (AppDemoHttp) self = g_object_new (APP_TYPE_DEMO_HTTP, NULL);
  g_autofree char *origin = NULL;

  self->server = g_object_ref (server);
  self->options = app_demo_server_get_options (server);
  self->modern = app_demo_session_new (server);
  app_demo_session_set_modern (self->modern, TRUE);
  self->soup = app_demo_listener_new (self->options, self->options->port, path, &origin, error);
  if (self->soup == NULL)
    return NULL;

  soup_server_add_handler (self->soup, NULL, handle, self, NULL);
  self->url = g_strconcat (origin, path != NULL ? ":" PATH : PATH, NULL);
  self->path = g_strdup (path);
  if (path == NULL)
    app_demo_icons_serve (self->server, self->soup, origin);
  return g_steal_pointer (&self);
}

const char *
app_demo_http_get_url (AppDemoHttp *self)
{
  return self->url;
}
