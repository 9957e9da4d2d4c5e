/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-listener.h"

#include "mcp-error.h"
#include "mcp-object.h"

#include <libsoup/soup.h>
#include <string.h>

/* A query that is longer is no callback. */
#define MAX_QUERY (16u * 1024u)

#define PAGE                                                                         \
  "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Spyglass</title>" \
  "<h1>%s</h1><p>%s</p></html>\n"

struct _McpAuthListener
{
  GObject parent_instance;

  SoupServer *server;
  char       *path;
  char       *uri;
  guint       port;
  char       *accepted; /* (nullable): the query that was taken: a browser may fetch it twice */
};

enum {
  CALLED,
  LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

MCP_DEFINE_ZEROED_TYPE (McpAuthListener, mcp_auth_listener, G_TYPE_OBJECT)

MCP_DEFINE_DISPOSE (McpAuthListener, mcp_auth_listener)
{
  if (self->server != NULL)
    {
      soup_server_remove_handler (self->server, NULL);
      soup_server_disconnect (self->server);
    }
  g_clear_object (&self->server);
}

MCP_DEFINE_FINALIZE (McpAuthListener, mcp_auth_listener)
{
  g_free (self->path);
  g_free (self->uri);
  g_free (self->accepted);
}

MCP_DEFINE_CLASS (McpAuthListener, mcp_auth_listener)
{
  object_class->dispose = mcp_auth_listener_dispose;
  object_class->finalize = mcp_auth_listener_finalize;
  signals[CALLED] = g_signal_new ("called", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
                                  G_TYPE_STRING);
  signals[LEFT] = mcp_signal_new (klass, "left", 0);
}

/* Nothing of the request is in a page, so that nothing can be put there. */
static void
respond (SoupServerMessage *message, guint status, const char *title, const char *text)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char    *page = g_strdup_printf (PAGE, title, text);

  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_replace (headers, "Referrer-Policy", "no-referrer");
  soup_message_headers_replace (headers, "Content-Security-Policy", "default-src 'none'");
  soup_message_headers_replace (headers, "X-Content-Type-Options", "nosniff");
  soup_message_headers_replace (headers, "Connection", "close");
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/html; charset=utf-8", SOUP_MEMORY_COPY, page,
                                    strlen (page));
}

/* The code leaves the address bar. */
static void
lead_away (SoupServerMessage *message)
{
  respond (message, SOUP_STATUS_SEE_OTHER, "Spyglass", "");
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Location",
                                "/done");
}

static void
on_last_page_sent (SoupServerMessage *message, McpAuthListener *self)
{
  g_signal_emit (self, signals[LEFT], 0);
}

static void
send_last_page (McpAuthListener *self, SoupServerMessage *message)
{
  respond (message, SOUP_STATUS_OK, "Back to Spyglass",
           "You can close this page. Spyglass goes on by itself, and says how it ended.");
  g_signal_connect_object (message, "finished", G_CALLBACK (on_last_page_sent), self, 0);
}

/* Another name that leads here is somebody's trick (DNS rebinding). */
static gboolean
is_our_host (McpAuthListener *self, SoupServerMessage *message)
{
  static const char *const hosts[] = { "127.0.0.1", "localhost", "[::1]" };
  const char              *host = soup_message_headers_get_one (
                   soup_server_message_get_request_headers (message), "Host");

  for (guint i = 0; host != NULL && i < G_N_ELEMENTS (hosts); i++)
    {
      g_autofree char *ours = g_strdup_printf ("%s:%u", hosts[i], self->port);

      if (g_ascii_strcasecmp (host, ours) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
on_request (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  /* Whoever is called may end the sign-in, and us. */
  g_autoptr (McpAuthListener) self = g_object_ref (user_data);
  const char *text = g_uri_get_query (soup_server_message_get_uri (message));
  gboolean    taken = FALSE;

  if (!g_str_equal (soup_server_message_get_method (message), SOUP_METHOD_GET))
    respond (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "Not here", "");
  else if (!is_our_host (self, message))
    respond (message, SOUP_STATUS_BAD_REQUEST, "Not here", "");
  else if (g_str_equal (path, "/done"))
    send_last_page (self, message);
  else if (!g_str_equal (path, self->path))
    respond (message, SOUP_STATUS_NOT_FOUND, "Not here", "");
  else if (text == NULL || strlen (text) > MAX_QUERY)
    respond (message, SOUP_STATUS_BAD_REQUEST, "This is no response to a sign-in", "");
  else if (g_strcmp0 (text, self->accepted) == 0)
    lead_away (message);
  else
    {
      g_signal_emit (self, signals[CALLED], 0, text, &taken);
      if (!taken)
        {
          respond (message, SOUP_STATUS_BAD_REQUEST, "This page belongs to another sign-in",
                   "Spyglass did not use it. Go back there and open the page again.");
          return;
        }
      g_free (self->accepted);
      self->accepted = g_strdup (text);
      lead_away (message);
    }
}

static guint
find_port (SoupServer *server)
{
  GSList *uris = soup_server_get_uris (server);
  guint   port = (guint)g_uri_get_port (uris->data);

  g_slist_free_full (uris, (GDestroyNotify)g_uri_unref);
  return port;
}

McpAuthListener *
mcp_auth_listener_new (const char *host, guint port, const char *path, GError **error)
{
  g_autoptr (McpAuthListener) self = g_object_new (MCP_TYPE_AUTH_LISTENER, NULL);
  g_autoptr (GError) problem = NULL;

  self->path = g_strdup (path);
  self->server = soup_server_new ("server-header", "", NULL);
  soup_server_add_handler (self->server, NULL, on_request, self, NULL);
  /* Both families: a browser goes where the name leads it. */
  if (!soup_server_listen_local (self->server, port, 0, &problem) &&
      !soup_server_listen_local (self->server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                                               "The browser could not come back: port %u on this "
                                               "machine cannot be listened on (%s).",
                                               port, problem->message));
      return NULL;
    }
  self->port = find_port (self->server);
  self->uri = g_strdup_printf ("http://%s:%u%s", host, self->port, path);
  return g_steal_pointer (&self);
}

MCP_DEFINE_GETTER (const char *, McpAuthListener, mcp_auth_listener, uri)
