/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-route.h"

#include "mcp-http-address.h"
#include "mcp-uri.h"
#include "mcp-http-proxy.h"
#include "mcp-limits.h"
#include "mcp-source.h"

#include <gio/gunixsocketaddress.h>
#include <string.h>
#include <sys/un.h>

/* ms until a connection that nobody uses is looked at: its own timer has run out by then. */
#define REAP_AFTER (MCP_HTTP_IDLE_SECONDS * 1000 + 200)

struct _McpHttpRoute
{
  gatomicrefcount ref_count;
  SoupSession    *session;
  GMainContext   *context;
  GMainContext   *idle;        /* where its connections wait for their end */
  GSource        *reaper;      /* (nullable) */
  gint64          last_unused; /* µs: when a connection was last done with */
  gboolean        closed;
  gboolean        heard; /* a server answered */
  McpHttpTrust   *trust;
  char           *proxy;  /* (nullable): its place, for a person; "" for none */
  char           *socket; /* (nullable): its path */
};

/* Making */

static void
set_proxy (McpHttpRoute *self, GUri *uri, McpHttpOptions *options)
{
  const char *proxy = options != NULL ? mcp_http_options_get_proxy (options) : NULL;

  mcp_http_proxy_watch (self->session);
  if (proxy == NULL)
    {
      if (mcp_uri_is_loopback (uri))
        soup_session_set_proxy_resolver (self->session, NULL);
    }
  else if (g_str_equal (proxy, "none"))
    {
      soup_session_set_proxy_resolver (self->session, NULL);
      self->proxy = g_strdup ("");
    }
  else
    {
      mcp_http_proxy_set (self->session, proxy);
      self->proxy = mcp_http_proxy_dup_place (proxy);
    }
}

static gboolean
check_socket (const char *path, GError **error)
{
  if (path == NULL || (g_path_is_absolute (path) &&
                       strlen (path) < sizeof (((struct sockaddr_un *)NULL)->sun_path)))
    return TRUE;
  g_autofree char *name = g_filename_display_name (path);
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                           "“%s” is no path of a socket: it must begin with “/” "
                                           "and have fewer than %u bytes",
                                           name,
                                           (guint)sizeof (((struct sockaddr_un *)NULL)->sun_path)));
  return FALSE;
}

/* libsoup closes a connection whose time has come even when a message was put on it in the same
 * turn of the loop, or in the one before; that message then never ends, cancelled or not. A turn
 * that comes late, after a long one or a stopped process, makes this certain. So the timers of its
 * connections live in a context of their own, which takes its turn when we say so. */
static SoupSession *
new_session (McpHttpRoute *self)
{
  g_autoptr (GSocketAddress) address =
      self->socket != NULL ? g_unix_socket_address_new (self->socket) : NULL;

  g_main_context_push_thread_default (self->idle);
  SoupSession *session = g_object_new (
      SOUP_TYPE_SESSION,
      "max-conns", (int)MCP_HTTP_MAX_CONNECTIONS,
      "max-conns-per-host", (int)MCP_HTTP_MAX_CONNECTIONS,
      "timeout", 0u, /* a quiet stream is no dead one: deadlines are the requests' */
      "idle-timeout", MCP_HTTP_IDLE_SECONDS,
      "remote-connectable", address,
      "user-agent", "Spyglass",
      NULL);
  g_main_context_pop_thread_default (self->idle);
  /* Else libsoup asks for the system's, and loads TLS. */
  soup_session_set_tls_database (session, NULL);
  return session;
}

McpHttpRoute *
mcp_http_route_new (GUri *uri, McpHttpOptions *options, GError **error)
{
  const char *socket = options != NULL ? mcp_http_options_get_socket_path (options) : NULL;

  if (!check_socket (socket, error))
    return NULL;
  g_autoptr (McpHttpTrust) trust = mcp_http_trust_new (options, error);
  if (trust == NULL)
    return NULL;
  McpHttpRoute *self = g_new0 (McpHttpRoute, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->trust = g_steal_pointer (&trust);
  self->socket = g_strdup (socket);
  self->context = g_main_context_ref_thread_default ();
  self->idle = g_main_context_new ();
  self->session = new_session (self);
  if (self->socket != NULL)
    soup_session_set_proxy_resolver (self->session, NULL);
  else
    set_proxy (self, uri, options);
  return self;
}

McpHttpRoute *
mcp_http_route_ref (McpHttpRoute *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_http_route_unref (McpHttpRoute *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  mcp_source_clear (&self->reaper);
  g_object_unref (self->session);
  g_main_context_unref (self->idle);
  g_main_context_unref (self->context);
  mcp_http_trust_unref (self->trust);
  g_free (self->proxy);
  g_free (self->socket);
  g_free (self);
}

void
mcp_http_route_close (McpHttpRoute *self)
{
  self->closed = TRUE;
  mcp_source_clear (&self->reaper);
  soup_session_abort (self->session);
  mcp_http_route_unref (self);
}

/* Connections that nobody uses */

static gboolean on_reap (gpointer data);

/* Closes those that nobody used for long. */
static void
reap (McpHttpRoute *self)
{
  while (g_main_context_iteration (self->idle, FALSE))
    ;
}

static void
arm_reaper (McpHttpRoute *self, gint64 now)
{
  gint64 left = self->last_unused + REAP_AFTER * G_GINT64_CONSTANT (1000) - now;

  if (self->reaper != NULL || self->closed || left <= 0)
    return;
  self->reaper = g_timeout_source_new ((guint)(left / 1000) + 1);
  g_source_set_callback (self->reaper, on_reap, self, NULL);
  g_source_set_static_name (self->reaper, "idle connections");
  g_source_attach (self->reaper, self->context);
}

static gboolean
on_reap (gpointer data)
{
  McpHttpRoute *self = data;

  reap (self);
  g_clear_pointer (&self->reaper, g_source_unref);
  arm_reaper (self, g_get_monotonic_time ());
  return G_SOURCE_REMOVE;
}

/* Its connection is free now, or gone. */
static void
on_finished (SoupMessage *message, gpointer data)
{
  McpHttpRoute *self = data;

  self->last_unused = g_get_monotonic_time ();
  arm_reaper (self, self->last_unused);
}

static void
drop_route (gpointer data, GClosure *closure)
{
  mcp_http_route_unref (data);
}

/* Sending */

/* On a message: how often an answer was announced. */
#define ANNOUNCED "spyglass-announced"

/* libsoup reads on and on as long as these come, and nothing else gets its turn. */
static void
on_informational (SoupMessage *message, gpointer cancellable)
{
  guint n = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (message), ANNOUNCED)) + 1;

  g_object_set_data (G_OBJECT (message), ANNOUNCED, GUINT_TO_POINTER (n));
  if (n > MCP_HTTP_MAX_INFORMATIONAL)
    g_cancellable_cancel (cancellable);
}

static gboolean
has_negative_length (SoupMessage *message)
{
  const char *length =
      soup_message_headers_get_one (soup_message_get_response_headers (message), "Content-Length");

  return length != NULL && *length == '-';
}

static void
drop_warning (const char *domain, GLogLevelFlags level, const char *text, gpointer data)
{
}

static void
on_unwarned (SoupMessage *message, gpointer handler)
{
  g_log_remove_handler ("GLib-GObject", GPOINTER_TO_UINT (handler));
}

static void
on_heard (SoupMessage *message, gpointer data)
{
  ((McpHttpRoute *)data)->heard = TRUE;
}

gboolean
mcp_http_route_is_doubtful (McpHttpRoute *self)
{
  return !self->heard && self->proxy == NULL && self->socket == NULL;
}

gboolean
mcp_http_route_is_direct (McpHttpRoute *self)
{
  return (self->proxy == NULL || *self->proxy == '\0') && self->socket == NULL;
}

/* libsoup goes on with the negative number whatever is done here, and prints a warning of GObject
 * where the person has our error. */
static void
on_headers (SoupMessage *message, gpointer cancellable)
{
  if (!has_negative_length (message))
    return;
  guint handler = g_log_set_handler ("GLib-GObject", G_LOG_LEVEL_WARNING, drop_warning, NULL);
  g_signal_connect (message, "finished", G_CALLBACK (on_unwarned), GUINT_TO_POINTER (handler));
  g_cancellable_cancel (cancellable);
}

void
mcp_http_route_send_async (McpHttpRoute       *self,
                           SoupMessage        *message,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  if (g_str_equal (g_uri_get_scheme (soup_message_get_uri (message)), "https"))
    soup_session_set_tls_database (self->session, mcp_http_trust_get_authorities (self->trust));
  /* Where something else answers, the caller of "redirected" decides. Without the third flag
   * libsoup makes a new connection for every POST, and looks at all the old ones each time; a POST
   * is not sent again because of it, that goes by the method alone. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS |
                                       SOUP_MESSAGE_IDEMPOTENT);
  /* It would answer challenges behind our back. A session without it would collect the whole body
   * of a 401, however long that is. */
  soup_message_disable_feature (message, SOUP_TYPE_AUTH_MANAGER);
  mcp_http_trust_watch (self->trust, message, cancellable);
  g_signal_connect_object (message, "got-informational", G_CALLBACK (on_informational),
                           cancellable, 0);
  g_signal_connect_object (message, "got-headers", G_CALLBACK (on_headers), cancellable, 0);
  if (!self->heard)
    g_signal_connect_data (message, "got-headers", G_CALLBACK (on_heard), mcp_http_route_ref (self),
                           drop_route, 0);
  g_signal_connect_data (message, "finished", G_CALLBACK (on_finished), mcp_http_route_ref (self),
                         drop_route, 0);
  reap (self);
  soup_session_send_async (self->session, message, G_PRIORITY_DEFAULT, cancellable, callback,
                           user_data);
}

GInputStream *
mcp_http_route_send_finish (GObject *source, GAsyncResult *result, GError **error)
{
  return soup_session_send_finish (SOUP_SESSION (source), result, error);
}

/* Why nobody answers */

static char *
describe_failure (McpHttpRoute *self,
                  GUri         *uri,
                  const char   *place,
                  gboolean      connected,
                  const GError *error)
{
  if (self->socket != NULL &&
      (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED) ||
       g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)))
    return g_strdup_printf ("Connection refused at the socket %s. Is the server running?",
                            self->socket);
  char *text = mcp_http_proxy_explain (uri, place, self->proxy, error);
  if (text != NULL)
    return text;
  if (error->domain == SOUP_SESSION_ERROR)
    return g_strdup_printf (
        "What answers at %s does not speak HTTP, or ended in the middle of it: is "
        "it the right port? (%s)",
        place, error->message);
  if (error->domain == G_TLS_ERROR)
    return g_strdup_printf ("No secure connection to %s is possible; perhaps it speaks http, not "
                            "https (%s)",
                            place, error->message);
  if (connected)
    return g_strdup_printf ("The connection to %s broke before the answer was complete (%s)", place,
                            error->message);
  return g_strdup_printf ("%s cannot be reached: %s", place, error->message);
}

/* libsoup says it in its own name and the decoder's; a broken gzip it hands on as it is. */
static gboolean
is_about_encoding (const GError *error)
{
  return error->domain == G_IO_ERROR && strstr (error->message, "Decompressor") != NULL;
}

GError *
mcp_http_route_explain (McpHttpRoute *self,
                        SoupMessage  *message,
                        gboolean      connected,
                        const GError *error)
{
  GUri            *uri = soup_message_get_uri (message);
  g_autofree char *place = mcp_http_address_dup_place (uri);
  g_autofree char *text = NULL;
  GError          *explained = mcp_http_trust_explain (message, place);
  guint            announced = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (message), ANNOUNCED));

  if (explained == NULL && announced > MCP_HTTP_MAX_INFORMATIONAL)
    explained = mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                               "The server announces an answer (1xx) again and again, and sends "
                               "none");
  if (explained == NULL && has_negative_length (message))
    explained = mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                               "The length that the server announces (Content-Length) is negative");
  if (explained == NULL && is_about_encoding (error))
    explained = mcp_error_new (
        MCP_ERROR_INVALID_MESSAGE,
        "The body of the response is not compressed as its header says: Content-Encoding: %.40s",
        soup_message_headers_get_one (soup_message_get_response_headers (message),
                                      "Content-Encoding"));
  if (explained == NULL)
    {
      text = describe_failure (self, uri, place, connected, error);
      /* From TLS 1.3 on a server tells that only when the connection stands. */
      if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_CERTIFICATE_REQUIRED))
        connected = FALSE;
      explained = mcp_error_new (connected ? MCP_ERROR_CONNECTION_LOST
                                           : MCP_ERROR_CONNECTION_FAILED,
                                 "%s", text);
    }
  mcp_error_get_details (explained)->url = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO);
  return explained;
}

GError *
mcp_http_route_explain_proxy (McpHttpRoute *self, SoupMessage *message)
{
  g_autofree char *place = mcp_http_address_dup_place (soup_message_get_uri (message));
  const char      *phrase = soup_message_get_reason_phrase (message);
  g_autofree char *valid = g_utf8_make_valid (phrase != NULL ? phrase : "", -1);
  g_autofree char *status =
      soup_message_get_status (message) == SOUP_STATUS_PROXY_AUTHENTICATION_REQUIRED
          ? g_strdup (MCP_HTTP_PROXY_WANTS_NAME)
          : g_strdup_printf ("it answered “%u %s”", soup_message_get_status (message), valid);
  g_autofree char *text =
      g_strdup_printf ("The proxy %s does not lead to %s: %s",
                       self->proxy != NULL ? self->proxy : "of the system", place, status);
  GError *error = mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "%s", text);

  mcp_error_get_details (error)->http_status = soup_message_get_status (message);
  return error;
}
