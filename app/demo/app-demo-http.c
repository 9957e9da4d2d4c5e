/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-auth.h"
#include "app-demo-icons.h"
#include "app-demo-listener.h"
#include "app-demo-modern.h"
#include "app-demo-session.h"
#include "app-demo-server.h"
#include "app-demo-stream.h"
#include "mcp-json-value.h"
#include "app-demo-registry.h"
#include "app-demo-channel.h"
#include "app-demo-options.h"
#include "mcp-object.h"

#include <string.h>

/* The headers by which MCP 2026-07-28 repeats parts of a message for machines on the way, and
 * whether they agree with it. Source: MCP 2026-07-28, basic/transports, "Standard Headers" and
 * "Custom Headers"; RFC 4648 §4. */

#define BASE64_HEAD "=?base64?"
#define BASE64_TAIL "?="

/* Methods whose Mcp-Name is required, and the parameter that it repeats. */
static const struct
{
  const char *method;
  const char *parameter;
} named[] = {
  { "tools/call", "name" },
  { "prompts/get", "name" },
  { "resources/read", "uri" },
  { "tasks/get", "taskId" },
  { "tasks/update", "taskId" },
  { "tasks/cancel", "taskId" },
};

static const char *
get_header (SoupServerMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

/* Returns: whether the headers or the message itself say that it is of MCP 2026-07-28 or later */
static gboolean
app_demo_headers_are_modern (const AppDemoOptions *options,
                             SoupServerMessage    *message,
                             McpJsonValue          root)
{
  const char *version = get_header (message, "MCP-Protocol-Version");

  if (options->era != APP_DEMO_ERA_DUAL)
    return options->era == APP_DEMO_ERA_MODERN;
  return app_demo_modern_claims (root) || g_strcmp0 (version, APP_DEMO_MODERN_VERSION) == 0;
}

/* Base64 as it is written without any freedom: the standard alphabet, padded. */
static char *
decode_base64 (const char *text, gsize length)
{
  g_autofree char   *base64 = g_strndup (text, length);
  gsize              size;
  g_autofree guchar *data = g_base64_decode (base64, &size);
  g_autofree char   *again = g_base64_encode (data, size);

  if (strcmp (again, base64) != 0 || !g_utf8_validate ((const char *)data, size, NULL))
    return NULL;
  return g_strndup ((const char *)data, size);
}

/* Returns: (transfer full) (nullable): what a header stands for; NULL where that is not valid */
static char *
decode (const char *value)
{
  gsize length = strlen (value);

  if (!g_str_has_prefix (value, BASE64_HEAD) || !g_str_has_suffix (value, BASE64_TAIL) ||
      length < strlen (BASE64_HEAD) + strlen (BASE64_TAIL))
    return g_strdup (value);
  return decode_base64 (value + strlen (BASE64_HEAD),
                        length - strlen (BASE64_HEAD) - strlen (BASE64_TAIL));
}

static char *
check_header (SoupServerMessage *message, const char *name, const char *expected)
{
  const char      *value = get_header (message, name);
  g_autofree char *decoded = value != NULL ? decode (value) : NULL;

  if (value == NULL)
    return g_strdup_printf ("Header mismatch: %s is missing", name);
  if (decoded == NULL)
    return g_strdup_printf ("Header mismatch: %s is not Base64 of UTF-8", name);
  if (strcmp (decoded, expected) != 0)
    return g_strdup_printf ("Header mismatch: %s is “%s”, the message has “%s”", name, decoded,
                            expected);
  return NULL;
}

static char *
check_name (SoupServerMessage *message, const char *method, McpJsonValue params)
{
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    {
      if (strcmp (named[i].method, method) != 0)
        continue;
      g_autofree char *expected = mcp_json_value_dup_member_string (params, named[i].parameter);
      return expected != NULL ? check_header (message, "Mcp-Name", expected) : NULL;
    }
  return NULL;
}

/* How an argument is written in a header; NULL for what has no header. */
static char *
write_argument (McpJsonValue value)
{
  gint64 number;

  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    return mcp_json_value_dup_string (value, NULL);
  if (mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN)
    return mcp_json_value_dup_text (value);
  return mcp_json_value_get_int64 (value, &number)
             ? g_strdup_printf ("%" G_GINT64_FORMAT, number)
             : NULL;
}

static char *
check_property (SoupServerMessage *message, McpJsonValue property, McpJsonValue value)
{
  g_autofree char *annotation = mcp_json_value_dup_member_string (property, "x-mcp-header");

  if (annotation == NULL)
    return NULL;

  g_autofree char *name = g_strconcat ("Mcp-Param-", annotation, NULL);
  g_autofree char *expected = write_argument (value);
  if (expected != NULL)
    return check_header (message, name, expected);
  if (get_header (message, name) != NULL)
    return g_strdup_printf ("Header mismatch: the message has no argument for %s", name);
  return NULL;
}

static char *
check_arguments (SoupServerMessage *message, McpJsonValue schema, McpJsonValue arguments)
{
  for (McpJsonWalk property = mcp_json_walk (mcp_json_value_get_member (schema, "properties"));
       mcp_json_walk_next (&property);)
    {
      g_autofree char *key = mcp_json_value_dup_string (property.name, NULL);
      McpJsonValue     value = mcp_json_value_get_member (arguments, key);
      char            *problem = check_property (message, property.value, value);

      if (problem == NULL)
        problem = check_arguments (message, property.value, value);
      if (problem != NULL)
        return problem;
    }
  return NULL;
}

/* Returns: (transfer full) (nullable): what does not agree; %NULL where all does */
static char *
app_demo_headers_check (AppDemoServer *server, SoupServerMessage *message, McpJsonValue root)
{
  McpJsonValue       params = mcp_json_value_get_member (root, "params");
  McpJsonValue       meta = mcp_json_value_get_member (params, "_meta");
  g_autofree char   *version = mcp_json_value_dup_member_string (meta, APP_DEMO_META_VERSION);
  g_autofree char   *method = mcp_json_value_dup_member_string (root, "method");
  g_autofree char   *tool = mcp_json_value_dup_member_string (params, "name");
  AppDemoRegistry   *registry = server->registry;
  const AppDemoItem *item = NULL;
  char              *problem = NULL;

  if (version != NULL)
    problem = check_header (message, "MCP-Protocol-Version", version);
  /* Another revision may have other headers: it is refused for being another one. */
  if (problem != NULL || (version != NULL && strcmp (version, APP_DEMO_MODERN_VERSION) != 0))
    return problem;

  problem = check_header (message, "Mcp-Method", method);
  if (problem == NULL)
    problem = check_name (message, method, params);
  if (problem == NULL && strcmp (method, "tools/call") == 0 && tool != NULL)
    item = app_demo_registry_find (registry, APP_DEMO_TOOLS, tool);
  if (item != NULL)
    problem = check_arguments (message, mcp_json_value_get_member (item->definition, "inputSchema"),
                               mcp_json_value_get_member (params, "arguments"));
  return problem;
}

#define PATH "/mcp"
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
  int             n_requests;
} Client;

/* AppDemoHttp: the streamable HTTP transport of the demo server on the loopback interface: POST,
 * GET and DELETE on /mcp, session ids, answers as JSON or as an event stream, resumption, and the
 * checks of Host and Origin that keep web pages out. Source: MCP 2025-11-25, basic/transports. */

#define APP_TYPE_DEMO_HTTP (app_demo_http_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoHttp, app_demo_http, APP, DEMO_HTTP, AppDemoListener)

struct _AppDemoHttp
{
  AppDemoListener base;

  GHashTable     *sessions;  /* id → Client */
  Client         *anonymous; /* (nullable): everybody, where no session ids are given out */
  AppDemoSession *modern;    /* requests in progress that have no session */
  AppDemoAuth    *auth;      /* (nullable) */
};

G_DEFINE_FINAL_TYPE (AppDemoHttp, app_demo_http, APP_TYPE_DEMO_LISTENER)

static Client *
client_new (AppDemoHttp *self)
{
  Client *client = g_new0 (Client, 1);

  client->id = g_uuid_string_random ();
  client->session = app_demo_session_new (self->base.server);
  client->streams = g_ptr_array_new_with_free_func (g_object_unref);
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
  g_free (client->id);
  g_free (client);
}

MCP_DEFINE_DISPOSE (AppDemoHttp, app_demo_http)
{
  g_clear_pointer (&self->sessions, g_hash_table_unref);
  g_clear_pointer (&self->anonymous, client_free);
  if (self->modern != NULL)
    app_demo_session_close (self->modern);
  g_clear_object (&self->modern);
}

/* The authorization server has handlers at libsoup's server, which goes before it. */
MCP_DEFINE_FINALIZE (AppDemoHttp, app_demo_http)
{
  g_clear_pointer (&self->auth, app_demo_auth_free);
}

static void
app_demo_http_class_init (AppDemoHttpClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_http_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_demo_http_finalize;
}

static void
app_demo_http_init (AppDemoHttp *self)
{
  self->sessions = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                          (GDestroyNotify)client_free);
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
  if (self->anonymous->session->version == NULL)
    app_demo_session_open (self->anonymous->session, version != NULL ? version : DEFAULT_VERSION,
                           MCP_JSON_NO_VALUE);
  return self->anonymous;
}

/* The client that a request's session id names, or an answer that says what is wrong. */
static Client *
find_client (AppDemoHttp *self, SoupServerMessage *message)
{
  const char *id = get_header (message, "Mcp-Session-Id");

  if (self->base.options->no_session)
    return get_anonymous (self, message);
  if (id == NULL)
    {
      app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, -32000,
                                   "Bad Request: Mcp-Session-Id header is required");
      return NULL;
    }
  Client *client = g_hash_table_lookup (self->sessions, id);
  if (client != NULL && app_demo_options_call (self->base.options, forgets_session, FALSE,
                                               ++client->n_requests))
    {
      g_hash_table_remove (self->sessions, id);
      client = NULL;
    }
  if (client == NULL &&
      app_demo_options_has_fault (self->base.options, APP_DEMO_FAULT_BAD_REQUEST, NULL))
    app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, -32000,
                                 "Bad Request: No valid session ID provided");
  else if (client == NULL)
    app_demo_http_checks_refuse (message, SOUP_STATUS_NOT_FOUND, -32001, "Session not found");
  return client;
}

static AppDemoStream *
add_stream (AppDemoHttp *self, Client *client, SoupServerMessage *message)
{
  gboolean       primed = g_strcmp0 (client->session->version, PRIMING_VERSION) >= 0;
  AppDemoStream *stream = app_demo_stream_new (
      self->base.options, primed ? APP_DEMO_STREAM_PRIMED : APP_DEMO_STREAM_RESUMABLE, message);

  g_ptr_array_add (client->streams, stream);
  /* Only the possibility to resume goes: who waits for an answer holds the stream. */
  if (client->streams->len > MAX_STREAMS)
    g_ptr_array_remove_index (client->streams, 0);
  return stream;
}

static void
cut_where_told (AppDemoHttp *self, AppDemoStream *stream, McpJsonDocument *document)
{
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *method = mcp_json_value_dup_member_string (root, "method");

  if (method != NULL && mcp_json_value_exists (mcp_json_value_get_member (root, "id")) &&
      app_demo_options_has_fault (self->base.options, APP_DEMO_FAULT_CUT, method))
    app_demo_stream_cut (stream);
}

static void
receive (AppDemoHttp       *self,
         Client            *client,
         SoupServerMessage *message,
         McpJsonDocument   *document)
{
  g_autoptr (AppDemoStream) stream = g_object_ref (add_stream (self, client, message));

  cut_where_told (self, stream, document);
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
    problem = app_demo_headers_check (self->base.server, message, root);
  if (problem != NULL)
    {
      g_autofree char *id_text = mcp_json_value_dup_text (id);

      app_demo_http_checks_refuse_request (message, SOUP_STATUS_BAD_REQUEST, id_text,
                                           APP_DEMO_HEADER_MISMATCH, problem);
      return;
    }

  stream = app_demo_stream_new (self->base.options, APP_DEMO_STREAM_PLAIN, message);
  mcp_signal_connect (stream, "left", app_demo_session_cancel_channel, self->modern);
  cut_where_told (self, stream, document);
  app_demo_session_receive (self->modern, document, APP_DEMO_CHANNEL (stream));
  app_demo_stream_accept (stream);
}

static Client *
begin_client (AppDemoHttp *self, SoupServerMessage *message)
{
  if (self->base.options->no_session)
    return get_anonymous (self, message);

  Client *client = client_new (self);
  g_hash_table_insert (self->sessions, client->id, client);
  soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                "Mcp-Session-Id", client->id);
  return client;
}

static gboolean
answers_otherwise (AppDemoHttp *self, SoupServerMessage *message, McpJsonValue root)
{
  return app_demo_options_call (self->base.options, answer_http, FALSE, message, self->base.url,
                                root);
}

static void
handle_post (AppDemoHttp *self, SoupServerMessage *message)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  const char *type = soup_message_headers_get_content_type (
      soup_server_message_get_request_headers (message), NULL);
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
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, &error);
  if (document == NULL)
    {
      g_autofree char *text = g_strdup_printf ("Parse error: %s", error->message);

      app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, APP_DEMO_PARSE_ERROR, text);
      return;
    }

  method = mcp_json_value_dup_member_string (mcp_json_document_get_root (document), "method");
  if (answers_otherwise (self, message, mcp_json_document_get_root (document)))
    return;
  if (app_demo_headers_are_modern (self->base.options, message,
                                   mcp_json_document_get_root (document)))
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
    receive (self, client, message, document);
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

  for (guint i = 0; i < client->streams->len; i++)
    if (app_demo_stream_resume (g_ptr_array_index (client->streams, i), message, number, last))
      return TRUE;
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
  return self->base.options->era == APP_DEMO_ERA_MODERN ||
         (self->base.options->era == APP_DEMO_ERA_DUAL &&
          g_strcmp0 (get_header (message, "MCP-Protocol-Version"), APP_DEMO_MODERN_VERSION) == 0);
}

static void
handle_get (AppDemoHttp *self, SoupServerMessage *message)
{
  const char *last_event = get_header (message, "Last-Event-ID");
  Client     *client;

  if (self->base.options->json_only)
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

  AppDemoStream *stream = add_stream (self, client, message);
  app_demo_session_set_channel (client->session, APP_DEMO_CHANNEL (stream));
  app_demo_stream_listen (stream, "");
}

static void
handle_delete (AppDemoHttp *self, SoupServerMessage *message)
{
  Client *client;

  if (!check_version (message) || (client = find_client (self, message)) == NULL)
    return;
  if (client != self->anonymous)
    g_hash_table_remove (self->sessions, client->id);
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

  if (!app_demo_http_checks_pass (self->base.options, self->base.url, message))
    return;

  if (strcmp (path, PATH) != 0)
    app_demo_http_checks_refuse (message, SOUP_STATUS_NOT_FOUND, -32000,
                                 "Not found: the endpoint is " PATH);
  else if (self->auth != NULL && !app_demo_auth_admit (self->auth, message))
    return;
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

GObject *
app_demo_http_new (AppDemoServer *server, const char *path, char **url, GError **error)
{
  g_autoptr (AppDemoHttp) self = app_demo_listener_create (APP_TYPE_DEMO_HTTP, server);
  AppDemoListener *base = &self->base;

  self->modern = app_demo_session_new (server);
  self->modern->modern = TRUE;
  if (!app_demo_listener_serve (base, base->options->port, path, PATH, handle, error))
    return NULL;
  if (path == NULL && base->options->auth)
    self->auth = app_demo_auth_new (base->soup, base->origin, base->url);
  if (path == NULL)
    app_demo_icons_serve (server, base->soup, base->origin);
  *url = g_strdup (base->url);
  return G_OBJECT (g_steal_pointer (&self));
}
