/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-handshake.h"

#include "mcp-http-headers.h"
#include "mcp-limits.h"

#include <libsoup/soup.h>
#include <string.h>
#include <sys/random.h>

/* RFC 6455 §1.3 */
#define MAGIC "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
#define SUBPROTOCOL "mcp"
#define KEY_BYTES 16
/* RFC 9110 §15.5.22 */
#define STATUS_UPGRADE_REQUIRED 426

struct _McpWebsocketHandshake
{
  char               *target; /* path and query */
  char               *url;
  char               *accept; /* what the server must answer */
  SoupMessageHeaders *headers;
};

static char *
make_key (void)
{
  guint8 bytes[KEY_BYTES];

  /* So few bytes come at once, and without fail once the system is up (getrandom(2)). */
  if (getrandom (bytes, sizeof bytes, 0) != sizeof bytes)
    g_error ("The system has no random numbers");
  return g_base64_encode (bytes, sizeof bytes);
}

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
  g_autofree char       *key = make_key ();
  g_autofree char       *host = make_host (uri);
  const char            *path = g_uri_get_path (uri);
  const char            *query = g_uri_get_query (uri);

  self->url = g_uri_to_string (uri);
  self->target = g_strconcat (*path != '\0' ? path : "/", query != NULL ? "?" : NULL, query, NULL);
  self->accept = make_accept (key);
  self->headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  soup_message_headers_append (self->headers, "Host", host);
  soup_message_headers_append (self->headers, "User-Agent", "Spyglass");
  soup_message_headers_append (self->headers, "Sec-WebSocket-Protocol", SUBPROTOCOL);
  mcp_http_headers_apply (headers, self->headers);
  soup_message_headers_replace (self->headers, "Upgrade", "websocket");
  soup_message_headers_replace (self->headers, "Connection", "Upgrade");
  soup_message_headers_replace (self->headers, "Sec-WebSocket-Version", "13");
  soup_message_headers_replace (self->headers, "Sec-WebSocket-Key", key);
  return self;
}

void
mcp_websocket_handshake_free (McpWebsocketHandshake *self)
{
  g_free (self->target);
  g_free (self->url);
  g_free (self->accept);
  soup_message_headers_unref (self->headers);
  g_free (self);
}

GBytes *
mcp_websocket_handshake_write (McpWebsocketHandshake *self)
{
  GString               *text = g_string_new (NULL);
  SoupMessageHeadersIter iter;
  const char            *name;
  const char            *value;

  g_string_append_printf (text, "GET %s HTTP/1.1\r\n", self->target);
  soup_message_headers_iter_init (&iter, self->headers);
  while (soup_message_headers_iter_next (&iter, &name, &value))
    g_string_append_printf (text, "%s: %s\r\n", name, value);
  g_string_append (text, "\r\n");
  return g_string_free_to_bytes (text);
}

char **
mcp_websocket_handshake_list_headers (McpWebsocketHandshake *self)
{
  return mcp_http_headers_list (self->headers);
}

/* Judging the answer */

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
  const char      *challenge = soup_message_headers_get_list (headers, "WWW-Authenticate");
  const char      *location = soup_message_headers_get_one (headers, "Location");
  McpErrorDetails *details;
  GError          *error;

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
  details = mcp_error_get_details (error);
  details->http_status = status;
  details->url = g_strdup (self->url);
  details->challenge = challenge != NULL ? g_utf8_make_valid (challenge, -1) : NULL;
  return error;
}

/* Returns: why this is no opened WebSocket, or %NULL. @note: what is let pass */
static const char *
judge (McpWebsocketHandshake *self, SoupMessageHeaders *headers, char **note)
{
  const char *accept = soup_message_headers_get_one (headers, "Sec-WebSocket-Accept");
  const char *protocol = soup_message_headers_get_one (headers, "Sec-WebSocket-Protocol");
  const char *offered = soup_message_headers_get_one (self->headers, "Sec-WebSocket-Protocol");

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
                              McpWebsocketAnswer    *answer)
{
  static const char http[] = "HTTP/1.";
  const char       *end = memmem (data, size, "\r\n\r\n", 4);
  g_autoptr (SoupMessageHeaders) headers = NULL;
  g_autofree char *reason = NULL;
  const char      *problem;

  *answer = (McpWebsocketAnswer){ 0 };
  if (memcmp (data, http, MIN (size, strlen (http))) != 0)
    {
      answer->error = new_broken_error (data, size, "its answer is not HTTP");
      return MCP_WEBSOCKET_HANDSHAKE_FAILED;
    }
  if (end == NULL && size < MCP_WEBSOCKET_HEAD_LIMIT)
    return MCP_WEBSOCKET_HANDSHAKE_MORE;
  headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  /* With the end of the last line, without the empty one. */
  if (end == NULL || !soup_headers_parse_response (data, (int)(end + 2 - data), headers, NULL,
                                                   &answer->status, &reason))
    {
      answer->error = new_broken_error (data, size,
                                        end == NULL ? "the head of its answer has no end"
                                                    : "the head of its answer is broken");
      return MCP_WEBSOCKET_HANDSHAKE_FAILED;
    }
  answer->head = (gsize)(end + 4 - data);
  answer->headers = mcp_http_headers_list (headers);
  if (answer->status != SOUP_STATUS_SWITCHING_PROTOCOLS)
    {
      answer->error = new_status_error (self, answer->status, reason, headers);
      keep_evidence (answer->error, data + answer->head, size - answer->head);
      return MCP_WEBSOCKET_HANDSHAKE_FAILED;
    }
  problem = judge (self, headers, &answer->note);
  if (problem == NULL)
    return MCP_WEBSOCKET_HANDSHAKE_DONE;
  answer->error = new_broken_error (data, answer->head, problem);
  return MCP_WEBSOCKET_HANDSHAKE_FAILED;
}

void
mcp_websocket_answer_clear (McpWebsocketAnswer *answer)
{
  g_strfreev (answer->headers);
  g_clear_error (&answer->error);
  g_free (answer->note);
  *answer = (McpWebsocketAnswer){ 0 };
}
