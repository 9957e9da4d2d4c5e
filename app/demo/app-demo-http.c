/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-auth.h"
#include "app-demo-icons.h"
#include "app-demo-listener.h"
#include "app-demo-modern.h"
#include "app-demo-session.h"
#include "app-demo-server.h"
#include "mcp-json-value.h"
#include "app-demo-registry.h"
#include "app-demo-channel.h"
#include "app-demo-options.h"

#include <glib/gstdio.h>
#include <string.h>
#include <libsoup/soup.h>
#include <unistd.h>

/* AppDemoStream: what goes back to the client for one POST, or what a GET listens to. A POST whose
 * only answer comes first is answered as JSON; anything else becomes a stream of server-sent events
 * that can be resumed after a lost connection. Emits “left” when the client closes the connection
 * of a stream that cannot be resumed. Source: MCP 2025-11-25, basic/transports; WHATWG
 * HTML §9.2 (server-sent events). */

#define APP_TYPE_DEMO_STREAM (app_demo_stream_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoStream, app_demo_stream, APP, DEMO_STREAM, GObject)

/* What is kept for a client that comes back: enough for any conversation, not for a flood. */
#define MAX_KEPT_EVENTS 1000
#define MAX_KEPT_BYTES (16 * 1024 * 1024)

typedef enum {
  UNDECIDED, /* nothing sent yet */
  JSON,      /* answered as JSON, or accepted: done */
  EVENTS,
} Mode;

struct _AppDemoStream
{
  GObject parent_instance;

  const AppDemoOptions *options;
  guint                 number;
  SoupServerMessage    *message; /* (nullable): the connection, if there is one */
  gulong                finished_handler;
  GSource              *watch; /* (nullable): of the connection, for when the client closes it */
  Mode                  mode;
  gboolean              priming;
  gboolean              plain;
  gboolean              cut;
  gboolean              listens;
  gboolean              closed;
  guint                 status; /* of an answer that is not an event; 0: 200 */
  guint                 expected;
  GPtrArray            *events; /* GBytes; an event that was too large to keep is empty */
  gsize                 kept;
};

enum {
  SIGNAL_LEFT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void app_demo_stream_channel_init (AppDemoChannelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppDemoStream,
                               app_demo_stream,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_DEMO_CHANNEL,
                                                      app_demo_stream_channel_init))

static void
detach (AppDemoStream *self)
{
  if (self->watch != NULL)
    g_source_destroy (self->watch);
  g_clear_pointer (&self->watch, g_source_unref);
  if (self->message == NULL)
    return;

  g_clear_signal_handler (&self->finished_handler, self->message);
  g_clear_object (&self->message);
}

static void complete (AppDemoStream *self);

static void
on_hangup (gpointer user_data)
{
  AppDemoStream *self = user_data;

  g_object_ref (self);
  if (self->plain)
    g_signal_emit (self, signals[SIGNAL_LEFT], 0);
  else
    complete (self); /* to be resumed */
  g_object_unref (self);
}

static void
on_message_finished (AppDemoStream *self)
{
  g_object_ref (self);
  detach (self);
  if (self->plain && !self->closed)
    {
      self->closed = TRUE;
      g_signal_emit (self, signals[SIGNAL_LEFT], 0);
    }
  g_object_unref (self);
}

static void
attach (AppDemoStream *self, SoupServerMessage *message)
{
  self->message = g_object_ref (message);
  self->finished_handler =
      g_signal_connect_swapped (message, "finished", G_CALLBACK (on_message_finished), self);
  soup_server_message_pause (message);
}

static void
app_demo_stream_dispose (GObject *object)
{
  AppDemoStream *self = APP_DEMO_STREAM (object);

  detach (self);
  g_clear_pointer (&self->events, g_ptr_array_unref);

  G_OBJECT_CLASS (app_demo_stream_parent_class)->dispose (object);
}

static void
app_demo_stream_class_init (AppDemoStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_stream_dispose;

  signals[SIGNAL_LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
app_demo_stream_init (AppDemoStream *self)
{
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
}

/* @number: tells the streams of a session apart in event ids
 * @message: (transfer none): the request to answer; it is paused */
static AppDemoStream *
app_demo_stream_new (const AppDemoOptions *options, guint number, SoupServerMessage *message)
{
  AppDemoStream *self = g_object_new (APP_TYPE_DEMO_STREAM, NULL);

  self->options = options;
  self->number = number;
  attach (self, message);
  return self;
}

/* Sends an event without data first, so that a client can resume from the beginning. */
static void
app_demo_stream_set_priming (AppDemoStream *self, gboolean priming)
{
  self->priming = priming;
}

/* Makes the stream one of MCP 2026-07-28: no event ids, and over when the client closes it. */
static void
app_demo_stream_set_plain (AppDemoStream *self, gboolean plain)
{
  self->plain = plain;
  if (plain && self->message != NULL && self->watch == NULL)
    self->watch = app_demo_hangup_watch (self->message, on_hangup, self);
}

/* Spoils the stream: it is cut in the middle of its first event. */
static void
app_demo_stream_set_cut (AppDemoStream *self, gboolean cut)
{
  self->cut = cut;
}

/* Ends this connection's response; the stream may live on. */
static void
complete (AppDemoStream *self)
{
  SoupServerMessage *message = self->message;

  if (message == NULL)
    return;

  g_object_ref (message);
  detach (self);
  soup_message_body_complete (soup_server_message_get_response_body (message));
  soup_server_message_unpause (message);
  g_object_unref (message);
}

static void
write_text (AppDemoStream *self, const char *text, gssize size)
{
  if (self->message == NULL)
    return;

  soup_message_body_append (soup_server_message_get_response_body (self->message), SOUP_MEMORY_COPY,
                            text, size < 0 ? strlen (text) : (gsize)size);
  soup_server_message_unpause (self->message);
}

static void
break_connection (SoupServerMessage *message, gpointer user_data)
{
  GSocket *socket = soup_server_message_get_socket (message);

  if (socket != NULL)
    g_socket_shutdown (socket, TRUE, TRUE, NULL);
}

static void
write_event (AppDemoStream *self, guint number, GBytes *event)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize       size;
  const char *data = g_bytes_get_data (event, &size);
  const char *end = data + size;

  if (self->message == NULL)
    return;

  if (!self->plain)
    g_string_append_printf (text, "id: %u-%u\n", self->number, number);
  g_string_append (text, "data: ");
  if (self->cut)
    {
      g_string_append_len (text, data, size / 2);
      g_signal_connect (self->message, "wrote-chunk", G_CALLBACK (break_connection), NULL);
      write_text (self, text->str, text->len);
      return;
    }
  /* A message that came by HTTP may hold line breaks, and so may what repeats parts of it. */
  while (data < end)
    {
      const char *stop = memchr (data, '\n', end - data);

      g_string_append_len (text, data, (stop != NULL ? stop : end) - data);
      if (stop != NULL)
        g_string_append (text, "\ndata: ");
      data = stop != NULL ? stop + 1 : end;
    }
  g_string_append (text, "\n\n");
  write_text (self, text->str, text->len);
}

static void
begin_events (AppDemoStream *self)
{
  SoupMessageHeaders *headers;

  self->mode = EVENTS;
  if (self->message == NULL)
    return;

  headers = soup_server_message_get_response_headers (self->message);
  soup_server_message_set_status (self->message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_replace (headers, "Cache-Control", "no-cache");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (self->message), FALSE);
  soup_server_message_unpause (self->message);
}

static void
write_priming (AppDemoStream *self)
{
  g_autofree char *text =
      g_strdup_printf ("id: %u-0\nretry: %d\ndata: \n\n", self->number, self->options->retry);

  if (self->priming)
    write_text (self, text, -1);
}

static void
answer_as_json (AppDemoStream *self, GBytes *answer)
{
  gboolean wrong_type = app_demo_options_has_fault (self->options, APP_DEMO_FAULT_HTML, NULL);

  self->mode = JSON;
  if (self->message == NULL)
    return;

  soup_server_message_set_status (self->message, self->status > 0 ? self->status : SOUP_STATUS_OK,
                                  NULL);
  soup_message_headers_set_content_type (soup_server_message_get_response_headers (self->message),
                                         wrong_type ? "text/html" : "application/json", NULL);
  soup_message_body_append_bytes (soup_server_message_get_response_body (self->message), answer);
  complete (self);
}

static void
app_demo_stream_expect (AppDemoChannel *channel)
{
  APP_DEMO_STREAM (channel)->expected++;
}

static void
keep_event (AppDemoStream *self, GBytes *event)
{
  gsize    size = g_bytes_get_size (event);
  gboolean fits = self->kept + size <= MAX_KEPT_BYTES && self->events->len < MAX_KEPT_EVENTS;

  g_ptr_array_add (self->events, fits ? g_bytes_ref (event) : g_bytes_new_static ("", 0));
  if (fits)
    self->kept += size;
}

static void
finish_if_answered (AppDemoStream *self)
{
  if (self->expected == 0 && !self->listens)
    {
      self->closed = TRUE;
      if (!self->cut)
        complete (self);
    }
}

static void
app_demo_stream_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (self->closed || (self->options->json_only && !is_answer))
    return;

  if (self->mode == UNDECIDED && is_answer && self->expected == 1 && !self->cut)
    {
      self->expected = 0;
      self->closed = TRUE;
      answer_as_json (self, message);
      return;
    }
  if (self->mode == UNDECIDED)
    {
      begin_events (self);
      write_priming (self);
    }

  if (!self->plain)
    keep_event (self, message);
  write_event (self, self->events->len, message);
  if (is_answer && self->expected > 0)
    self->expected--;
  if (is_answer)
    finish_if_answered (self);
}

static void
app_demo_stream_drop (AppDemoChannel *channel)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (self->expected > 0)
    self->expected--;
  if (self->mode == UNDECIDED)
    begin_events (self);
  finish_if_answered (self);
}

static void
app_demo_stream_suspend (AppDemoChannel *channel)
{
  AppDemoStream   *self = APP_DEMO_STREAM (channel);
  g_autofree char *text = g_strdup_printf ("id: %u-%u\nretry: %d\ndata: \n\n", self->number,
                                           self->events->len, self->options->retry);

  if (self->plain)
    return;
  if (self->mode == UNDECIDED)
    begin_events (self);
  write_text (self, text, -1);
  complete (self);
}

static void
app_demo_stream_set_status (AppDemoChannel *channel, guint status)
{
  APP_DEMO_STREAM (channel)->status = status;
}

static void
app_demo_stream_keep_alive (AppDemoChannel *channel)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (self->mode == EVENTS && !self->closed)
    write_text (self, ": keep-alive\n\n", -1);
}

static void
end_process (SoupServerMessage *message, gpointer user_data)
{
  _exit (GPOINTER_TO_INT (user_data));
}

static void
app_demo_stream_die (AppDemoChannel *channel, GBytes *message, gsize size, int status)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (self->message == NULL)
    _exit (status);
  if (self->mode == UNDECIDED)
    begin_events (self);
  g_signal_connect (self->message, "wrote-chunk", G_CALLBACK (end_process),
                    GINT_TO_POINTER (status));
  if (size == g_bytes_get_size (message))
    write_event (self, self->events->len + 1, message);
  else
    {
      g_autoptr (GString) half = g_string_new ("data: ");

      g_string_append_len (half, g_bytes_get_data (message, NULL), size);
      write_text (self, half->str, half->len);
    }
}

static void
app_demo_stream_channel_init (AppDemoChannelInterface *iface)
{
  iface->die = app_demo_stream_die;
  iface->set_status = app_demo_stream_set_status;
  iface->keep_alive = app_demo_stream_keep_alive;
  iface->expect = app_demo_stream_expect;
  iface->send = app_demo_stream_send;
  iface->drop = app_demo_stream_drop;
  iface->suspend = app_demo_stream_suspend;
}

/* Begins to send events, as the answer to a GET. */
static void
app_demo_stream_listen (AppDemoStream *self)
{
  self->listens = TRUE;
  if (self->message != NULL && self->watch == NULL)
    self->watch = app_demo_hangup_watch (self->message, on_hangup, self);
  begin_events (self);
  write_priming (self);
}

/* Goes on over another connection, with the events after number @last. */
static void
app_demo_stream_resume (AppDemoStream *self, SoupServerMessage *message, guint last)
{
  detach (self);
  attach (self, message);
  begin_events (self);
  for (guint i = last; i < self->events->len; i++)
    {
      GBytes *event = g_ptr_array_index (self->events, i);

      if (g_bytes_get_size (event) > 0)
        write_event (self, i + 1, event);
    }
  if (self->closed)
    complete (self);
}

/* Answers 202 where the POST held no request that was or will be answered. */
static void
app_demo_stream_accept (AppDemoStream *self)
{
  if (self->mode != UNDECIDED || self->expected > 0)
    return;

  self->mode = JSON;
  self->closed = TRUE;
  if (self->message == NULL)
    return;

  soup_server_message_set_status (self->message, SOUP_STATUS_ACCEPTED, NULL);
  complete (self);
}

/* Ends the stream and its connection. */
static void
app_demo_stream_close (AppDemoStream *self)
{
  if (self->closed)
    return;

  self->closed = TRUE;
  if (self->mode == UNDECIDED)
    begin_events (self);
  complete (self);
}

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
      g_autofree char *expected = NULL;

      if (strcmp (named[i].method, method) != 0)
        continue;
      expected = mcp_json_value_dup_member_string (params, named[i].parameter);
      return expected != NULL ? check_header (message, "Mcp-Name", expected) : NULL;
    }
  return NULL;
}

/* How an argument is written in a header; NULL for what has no header. */
static char *
write_argument (McpJsonValue value)
{
  gint64 number;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      return mcp_json_value_dup_string (value, NULL);
    case MCP_JSON_BOOLEAN:
      return g_strdup (mcp_json_value_get_boolean (value, FALSE) ? "true" : "false");
    case MCP_JSON_NUMBER:
      if (mcp_json_value_get_int64 (value, &number))
        return g_strdup_printf ("%" G_GINT64_FORMAT, number);
      return NULL;
    default:
      return NULL;
    }
}

static char *
check_property (SoupServerMessage *message, McpJsonValue property, McpJsonValue value)
{
  g_autofree char *annotation = mcp_json_value_dup_member_string (property, "x-mcp-header");
  g_autofree char *name = NULL;
  g_autofree char *expected = NULL;

  if (annotation == NULL)
    return NULL;

  name = g_strconcat ("Mcp-Param-", annotation, NULL);
  expected = write_argument (value);
  if (expected != NULL)
    return check_header (message, name, expected);
  if (get_header (message, name) != NULL)
    return g_strdup_printf ("Header mismatch: the message has no argument for %s", name);
  return NULL;
}

static char *
check_arguments (SoupServerMessage *message, McpJsonValue schema, McpJsonValue arguments)
{
  McpJsonValue name, property;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "properties"));
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      McpJsonValue     value = mcp_json_value_get_member (arguments, key);
      char            *problem = check_property (message, property, value);

      if (problem == NULL)
        problem = check_arguments (message, property, value);
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

/* AppDemoHttp: the streamable HTTP transport of the demo server on the loopback interface: POST,
 * GET and DELETE on /mcp, session ids, answers as JSON or as an event stream, resumption, and the
 * checks of Host and Origin that keep web pages out. Source: MCP 2025-11-25, basic/transports. */

#define APP_TYPE_DEMO_HTTP (app_demo_http_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoHttp, app_demo_http, APP, DEMO_HTTP, GObject)

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
  AppDemoAuth          *auth;   /* (nullable) */
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
  g_clear_pointer (&self->auth, app_demo_auth_free);
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
  const char    *version = client->session->version;

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
  g_autoptr (AppDemoHttp) self = g_object_new (APP_TYPE_DEMO_HTTP, NULL);
  g_autofree char *origin = NULL;

  self->server = g_object_ref (server);
  self->options = server->options;
  self->modern = app_demo_session_new (server);
  self->modern->modern = TRUE;
  self->soup = app_demo_listener_new (self->options, self->options->port, path, &origin, error);
  if (self->soup == NULL)
    return NULL;

  soup_server_add_handler (self->soup, NULL, handle, self, NULL);
  self->url = g_strconcat (origin, path != NULL ? ":" PATH : PATH, NULL);
  self->path = g_strdup (path);
  if (path == NULL && self->options->auth)
    self->auth = app_demo_auth_new (self->soup, origin, self->url);
  if (path == NULL)
    app_demo_icons_serve (self->server, self->soup, origin);
  *url = g_strdup (self->url);
  return G_OBJECT (g_steal_pointer (&self));
}
