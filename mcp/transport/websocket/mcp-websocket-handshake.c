/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-handshake.h"

#include "mcp-http-headers.h"
#include "mcp-limits.h"

#include <libsoup/soup.h>
#include <string.h>

/* RFC 6455 §1.3 */
#define MAGIC "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
#define SUBPROTOCOL "mcp"

/* RFC 9110 §15.5.22 */
#define STATUS_UPGRADE_REQUIRED 426

struct _McpWebsocketHandshake
{
  SoupMessage *message; /* the request; never sent by a session */
  char        *accept;  /* what the server must answer */
};

static char *
make_accept (const char *key)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 digest[20];
  gsize  size = sizeof digest;

  g_checksum_update (checksum, (const guchar *)key, -1);
  g_checksum_update (checksum, (const guchar *)MAGIC, -1);
  g_checksum_get_digest (checksum, digest, &size);
  return g_base64_encode (digest, size);
}

static char *
make_host (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  gboolean    is_v6 = strchr (host, ':') != NULL;
  int         port = g_uri_get_port (uri);
  int         usual = g_str_equal (g_uri_get_scheme (uri), "https") ? 443 : 80;

  if (port <= 0 || port == usual)
    return g_strdup_printf (is_v6 ? "[%s]" : "%s", host);
  return g_strdup_printf (is_v6 ? "[%s]:%d" : "%s:%d", host, port);
}

McpWebsocketHandshake *
mcp_websocket_handshake_new (GUri *uri, const char *const *headers)
{
  McpWebsocketHandshake *self = g_new0 (McpWebsocketHandshake, 1);
  g_autofree char       *host = make_host (uri);

  self->message = soup_message_new_from_uri (SOUP_METHOD_GET, uri);
  SoupMessageHeaders *all = soup_message_get_request_headers (self->message);
  soup_message_headers_append (all, "Host", host);
  soup_message_headers_append (all, "User-Agent", "Spyglass");
  soup_message_headers_append (all, "Sec-WebSocket-Protocol", SUBPROTOCOL);
  mcp_http_headers_apply (headers, all);
  soup_websocket_client_prepare_handshake (self->message, NULL, NULL, NULL);
  self->accept = make_accept (soup_message_headers_get_one (all, "Sec-WebSocket-Key"));
  return self;
}

void
mcp_websocket_handshake_free (McpWebsocketHandshake *self)
{
  g_object_unref (self->message);
  g_free (self->accept);
  g_free (self);
}

GBytes *
mcp_websocket_handshake_write (McpWebsocketHandshake *self)
{
  GUri                  *uri = soup_message_get_uri (self->message);
  const char            *path = g_uri_get_path (uri);
  const char            *query = g_uri_get_query (uri);
  GString               *text = g_string_new (NULL);
  SoupMessageHeadersIter iter;
  const char            *name;
  const char            *value;

  g_string_append_printf (text, "GET %s%s%s HTTP/1.1\r\n", *path != '\0' ? path : "/",
                          query != NULL ? "?" : "", query != NULL ? query : "");
  soup_message_headers_iter_init (&iter, soup_message_get_request_headers (self->message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    g_string_append_printf (text, "%s: %s\r\n", name, value);
  g_string_append (text, "\r\n");
  return g_string_free_to_bytes (text);
}

char **
mcp_websocket_handshake_list_headers (McpWebsocketHandshake *self)
{
  return mcp_http_headers_list (soup_message_get_request_headers (self->message));
}

/* Judging the response */

static gboolean
has_token (SoupMessageHeaders *headers, const char *name, const char *token)
{
  return soup_message_headers_header_contains (headers, name, token);
}

static GError *
new_status_error (McpWebsocketHandshake *self,
                  guint                  status,
                  const char            *reason,
                  SoupMessageHeaders    *headers)
{
  const char *challenge = soup_message_headers_get_list (headers, "WWW-Authenticate");
  const char *location = soup_message_headers_get_one (headers, "Location");
  GError     *error;

  if (status == SOUP_STATUS_UNAUTHORIZED || (status == SOUP_STATUS_FORBIDDEN && challenge != NULL))
    error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED, "The server wants an authorization");
  else if (SOUP_STATUS_IS_REDIRECTION (status) && location != NULL)
    error = mcp_error_new (MCP_ERROR_REDIRECTED,
                           "The server says that its WebSocket is elsewhere: %s", location);
  else if (SOUP_STATUS_IS_SUCCESSFUL (status) || status == STATUS_UPGRADE_REQUIRED ||
           status == SOUP_STATUS_NOT_FOUND || status == SOUP_STATUS_METHOD_NOT_ALLOWED)
    error = mcp_error_new (MCP_ERROR_HTTP_STATUS,
                           "There is no WebSocket at this address: the server answered %u %s",
                           status, reason);
  else
    error = mcp_error_new (MCP_ERROR_HTTP_STATUS,
                           "The server did not open a WebSocket: it answered %u %s", status,
                           reason);
  McpErrorDetails *details = mcp_error_get_details (error);
  details->http_status = status;
  g_autofree char *url = g_uri_to_string (soup_message_get_uri (self->message));
  details->url = g_strconcat ("ws", url + strlen ("http"), NULL);
  details->challenge = challenge != NULL ? g_utf8_make_valid (challenge, -1) : NULL;
  return error;
}

/* Returns: why this is no opened WebSocket, or %NULL. @note: what is let pass */
static const char *
judge (McpWebsocketHandshake *self, SoupMessageHeaders *headers, char **note)
{
  const char *accept = soup_message_headers_get_one (headers, "Sec-WebSocket-Accept");
  const char *protocol = soup_message_headers_get_one (headers, "Sec-WebSocket-Protocol");
  const char *offered = soup_message_headers_get_one (
      soup_message_get_request_headers (self->message), "Sec-WebSocket-Protocol");

  if (!has_token (headers, "Upgrade", "websocket") || !has_token (headers, "Connection", "Upgrade"))
    return "its answer does not say “Upgrade: websocket”";
  if (accept == NULL || g_strcmp0 (accept, self->accept) != 0)
    return "its Sec-WebSocket-Accept does not fit our key";
  if (soup_message_headers_get_list (headers, "Sec-WebSocket-Extensions") != NULL)
    return "it uses an extension that was not offered";
  if (protocol == NULL)
    *note = g_strdup_printf ("The server did not choose the subprotocol “%s” that was offered "
                             "(RFC 6455 §4.2.2); it is spoken all the same",
                             offered);
  else if (g_strcmp0 (protocol, offered) != 0)
    *note = g_strdup_printf ("The server chose the subprotocol “%s”, not “%s” that was offered "
                             "(RFC 6455 §4.2.2); it is spoken all the same",
                             protocol, offered);
  return NULL;
}

static void
keep_evidence (GError *error, const char *data, gsize size)
{
  McpErrorDetails *details = mcp_error_get_details (error);

  if (size > 0)
    details->evidence = g_utf8_make_valid (data, (gssize)MIN (size, MCP_EVIDENCE_LIMIT));
}

static GError *
new_broken_error (const char *data, gsize size, const char *why)
{
  GError *error =
      mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "What answers there speaks no WebSocket: %s", why);

  keep_evidence (error, data, size);
  return error;
}

McpWebsocketHandshakeState
mcp_websocket_handshake_read (McpWebsocketHandshake *self,
                              const char            *data,
                              gsize                  size,
                              McpWebsocketResponse  *response)
{
  static const char http[] = "HTTP/1.";
  const char       *end = memmem (data, size, "\r\n\r\n", 4);
  g_autofree char  *reason = NULL;

  *response = (McpWebsocketResponse){ 0 };
  if (memcmp (data, http, MIN (size, strlen (http))) != 0)
    {
      response->error = new_broken_error (data, size, "its answer is not HTTP");
      return MCP_WEBSOCKET_HANDSHAKE_FAILED;
    }
  if (end == NULL && size < MCP_WEBSOCKET_HEAD_LIMIT)
    return MCP_WEBSOCKET_HANDSHAKE_MORE;
  g_autoptr (SoupMessageHeaders) headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  /* With the end of the last line, without the empty one. */
  if (end == NULL || !soup_headers_parse_response (data, (int)(end + 2 - data), headers, NULL,
                                                   &response->status, &reason))
    {
      response->error = new_broken_error (data, size,
                                          end == NULL ? "the head of its answer has no end"
                                                      : "the head of its answer is broken");
      return MCP_WEBSOCKET_HANDSHAKE_FAILED;
    }
  response->head = (gsize)(end + 4 - data);
  response->headers = mcp_http_headers_list (headers);
  if (response->status != SOUP_STATUS_SWITCHING_PROTOCOLS)
    {
      response->error = new_status_error (self, response->status, reason, headers);
      keep_evidence (response->error, data + response->head, size - response->head);
      return MCP_WEBSOCKET_HANDSHAKE_FAILED;
    }
  const char *problem = judge (self, headers, &response->note);
  if (problem == NULL)
    return MCP_WEBSOCKET_HANDSHAKE_DONE;
  response->error = new_broken_error (data, response->head, problem);
  return MCP_WEBSOCKET_HANDSHAKE_FAILED;
}

void
mcp_websocket_response_clear (McpWebsocketResponse *response)
{
  g_strfreev (response->headers);
  g_clear_error (&response->error);
  g_free (response->note);
  *response = (McpWebsocketResponse){ 0 };
}
