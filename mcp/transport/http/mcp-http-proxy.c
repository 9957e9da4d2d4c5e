/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-proxy.h"

#include "mcp-uri.h"

#include <string.h>

#define PROXY_URI_FLAGS G_URI_FLAGS_HAS_PASSWORD

char *
mcp_http_proxy_dup_place (const char *proxy)
{
  g_autoptr (GUri) uri = g_uri_parse (proxy, PROXY_URI_FLAGS, NULL);

  return uri != NULL ? g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO) : NULL;
}

/* Asks the system (the environment, the desktop's settings) for the proxy to @uri; it may take as
 * long as such a script runs. Returns: (transfer full) (nullable): its URL; NULL for none */
static char *
lookup (GUri *uri)
{
  g_autofree char *text = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO | G_URI_HIDE_QUERY);
  g_auto (GStrv) found = NULL;

  if (mcp_uri_is_loopback (uri))
    return NULL;
  found = g_proxy_resolver_lookup (g_proxy_resolver_get_default (), text, NULL, NULL);
  if (found == NULL || found[0] == NULL || g_str_has_prefix (found[0], "direct"))
    return NULL;
  return g_strdup (found[0]);
}

/* Returns: (transfer full) (nullable): its place, where the system's proxy was used */
static char *
dup_used_place (GUri *uri, const char *proxy)
{
  g_autofree char *system = proxy == NULL ? lookup (uri) : NULL;

  if (system != NULL)
    return mcp_http_proxy_dup_place (system);
  return proxy != NULL && *proxy != '\0' ? g_strdup (proxy) : NULL;
}

/* Returns: (transfer full) (nullable): the header's value, for an HTTP proxy that has a name */
static char *
make_authorization (GUri *uri)
{
  const char *user = g_uri_get_user (uri);
  const char *password = g_uri_get_password (uri);

  if (user == NULL || !g_str_equal (g_uri_get_scheme (uri), "http"))
    return NULL;
  g_autofree char *pair = g_strconcat (user, ":", password != NULL ? password : "", NULL);
  g_autofree char *coded = g_base64_encode ((const guchar *)pair, strlen (pair));
  return g_strconcat ("Basic ", coded, NULL);
}

/* The proxy reads requests without TLS, and those that ask it for a tunnel; what goes through the
 * tunnel is the server's. */
static void
on_request_queued (SoupSession *session, SoupMessage *message, gpointer authorization)
{
  gboolean tunnels = soup_message_get_method (message) == SOUP_METHOD_CONNECT;
  gboolean tls = g_str_equal (g_uri_get_scheme (soup_message_get_uri (message)), "https");

  if (tunnels || !tls)
    soup_message_headers_replace (soup_message_get_request_headers (message),
                                  "Proxy-Authorization", authorization);
}

/* libsoup's own way with 407 waits for a name and a password that nobody gives, and does not end.
 * The message that asks for a tunnel is its own, so that no flag of ours can keep it out. */
static void
on_tunnel_queued (SoupSession *session, SoupMessage *message, gpointer data)
{
  SoupSessionFeature *manager = soup_session_get_feature (session, SOUP_TYPE_AUTH_MANAGER);

  if (manager != NULL && soup_message_get_method (message) == SOUP_METHOD_CONNECT)
    g_signal_handlers_disconnect_by_data (message, manager);
}

static void
free_authorization (gpointer authorization, GClosure *closure)
{
  g_free (authorization);
}

void
mcp_http_proxy_watch (SoupSession *session)
{
  g_signal_connect (session, "request-queued", G_CALLBACK (on_tunnel_queued), NULL);
}

void
mcp_http_proxy_set (SoupSession *session, const char *proxy)
{
  g_autoptr (GUri) uri = g_uri_parse (proxy, PROXY_URI_FLAGS, NULL);
  g_autoptr (GProxyResolver) resolver = g_simple_proxy_resolver_new (proxy, NULL);
  char *authorization = uri != NULL ? make_authorization (uri) : NULL;

  soup_session_set_proxy_resolver (session, resolver);
  if (authorization != NULL)
    g_signal_connect_data (session, "request-queued", G_CALLBACK (on_request_queued),
                           authorization, free_authorization, 0);
}

static gboolean
is_about_proxy (const GError *error)
{
  return error->domain == G_IO_ERROR &&
         (error->code == G_IO_ERROR_PROXY_FAILED || error->code == G_IO_ERROR_PROXY_AUTH_FAILED ||
          error->code == G_IO_ERROR_PROXY_NEED_AUTH || error->code == G_IO_ERROR_PROXY_NOT_ALLOWED);
}

char *
mcp_http_proxy_explain (GUri *uri, const char *place, const char *given, const GError *error)
{
  const char *host = g_uri_get_host (uri);

  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_CERTIFICATE_REQUIRED))
    return g_strdup_printf ("%s asks for a client certificate.", place);
  if (error->domain != G_RESOLVER_ERROR && !is_about_proxy (error) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return NULL;
  g_autofree char *proxy = dup_used_place (uri, given);
  if (error->domain == G_RESOLVER_ERROR && proxy != NULL)
    return g_strdup_printf ("Neither the host “%s” nor the proxy %s may be known here: check "
                            "both names and the network.",
                            host, proxy);
  if (error->domain == G_RESOLVER_ERROR)
    return g_strdup_printf ("There is no host “%s”: check the address and the network.", host);
  if (is_about_proxy (error))
    return g_strdup_printf ("The proxy %s does not lead to %s: %s",
                            proxy != NULL ? proxy : "of the system", place, error->message);
  if (proxy != NULL)
    return g_strdup_printf ("Connection refused: nothing listens at the proxy %s, or it does not "
                            "reach %s.",
                            proxy, place);
  return g_strdup_printf ("Connection refused at %s. Is the server running?", place);
}

void
mcp_http_proxy_set_for_client (GSocketClient *client, const char *proxy)
{
  g_autoptr (GProxyResolver) resolver = g_simple_proxy_resolver_new (proxy, NULL);

  g_socket_client_set_proxy_resolver (client, resolver);
}
