/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-response.h"

#include "mcp-http-proxy.h"
#include "mcp-http-pending.h"
#include "mcp-limits.h"

#include <string.h>

static const char *
get_media_type (const McpHttpResponse *self)
{
  return soup_message_headers_get_content_type (self->headers, NULL);
}

McpHttpBodyKind
mcp_http_response_get_body_kind (const McpHttpResponse *self)
{
  const char *type = get_media_type (self);

  if (!SOUP_STATUS_IS_SUCCESSFUL (self->status))
    return MCP_HTTP_BODY_OTHER;
  if (self->answered_elsewhere)
    return MCP_HTTP_BODY_IGNORED;
  if (type != NULL && g_ascii_strcasecmp (type, "application/json") == 0)
    return MCP_HTTP_BODY_MESSAGE;
  if (type != NULL && g_ascii_strcasecmp (type, "text/event-stream") == 0)
    return MCP_HTTP_BODY_EVENTS;
  if (self->status != SOUP_STATUS_OK)
    return MCP_HTTP_BODY_IGNORED;
  return type == NULL ? MCP_HTTP_BODY_UNTYPED : MCP_HTTP_BODY_OTHER;
}

/* The beginning of a body, for a person. Returns: (transfer full) (nullable) */
static char *
dup_evidence (GBytes *body)
{
  gsize       size;
  const char *text = g_bytes_get_data (body, &size);

  if (size == 0)
    return NULL;
  return g_strstrip (g_utf8_make_valid (text, (gssize)MIN (size, MCP_EVIDENCE_LIMIT)));
}

static GError *
new_error (const McpHttpResponse *self, McpError code, GBytes *body, char *message)
{
  g_autofree char *owned = message;
  g_autofree char *valid = g_utf8_make_valid (owned, -1); /* it may quote a header */
  GError          *error = mcp_error_new (code, "%s", valid);
  McpErrorDetails *details = mcp_error_get_details (error);

  details->http_status = self->status;
  details->url = g_strdup (self->url);
  details->retry_after =
      g_strdup (soup_message_headers_get_one (self->headers, "Retry-After"));
  if (body != NULL)
    details->evidence = dup_evidence (body);
  return error;
}

static char *
describe_status (const McpHttpResponse *self)
{
  const char *reason = self->reason;

  if (reason == NULL || *reason == '\0')
    reason = soup_status_get_phrase (self->status);
  g_autofree char *valid = g_utf8_make_valid (reason, -1);
  return g_strdup_printf ("%u %s", self->status, valid);
}

static McpJsonDocument *
parse (GBytes *bytes)
{
  if (g_bytes_get_size (bytes) > MCP_HTTP_ERROR_BODY_LIMIT)
    return NULL;
  return mcp_json_document_parse (bytes, NULL, NULL, NULL);
}

static gboolean
is_rpc_response (McpJsonValue root)
{
  return mcp_json_value_string_equals (mcp_json_value_get_member (root, "jsonrpc"), "2.0") &&
         (mcp_json_value_exists (mcp_json_value_get_member (root, "error")) ||
          mcp_json_value_exists (mcp_json_value_get_member (root, "result")));
}

/* What an error of JSON-RPC says, for a person. Returns: (transfer full) (nullable) */
static char *
dup_error_text (McpJsonValue root)
{
  McpJsonValue     error = mcp_json_value_get_member (root, "error");
  g_autofree char *text = mcp_json_value_dup_member_string (error, "message");

  return text != NULL ? g_strdup_printf ("%.400s (%" G_GINT64_FORMAT ")", text,
                                         mcp_json_value_get_member_int64 (error, "code", 0))
                      : NULL;
}

static gboolean
speaks_of_session (McpJsonValue root)
{
  g_autofree char *message =
      mcp_json_value_dup_member_string (mcp_json_value_get_member (root, "error"), "message");
  g_autofree char *folded = message != NULL ? g_utf8_casefold (message, -1) : NULL;

  return folded != NULL && strstr (folded, "session") != NULL;
}

/* Whether an error is of JSON-RPC or of MCP itself: it is about what was asked, not about the
 * session. The SDKs take -32600 and the codes that are left to servers for that. */
static gboolean
is_about_request (McpJsonValue root)
{
  gint64 code =
      mcp_json_value_get_member_int64 (mcp_json_value_get_member (root, "error"), "code", 0);

  return code != -32600 && (code > -32000 || code < -32099);
}

/* The specification has 404 for a session that is gone, whatever the body; widely used servers say
 * 400. */
static gboolean
is_session_expired (const McpHttpResponse *self, McpHttpPending *pending, McpJsonValue root)
{
  if (!self->in_session)
    return FALSE;
  return self->status == SOUP_STATUS_NOT_FOUND ||
         (self->status == SOUP_STATUS_BAD_REQUEST && speaks_of_session (root) &&
          !(mcp_http_pending_has_id_of (pending, root) && is_about_request (root)));
}

static GError *
new_authorization_error (const McpHttpResponse *self, GBytes *body)
{
  g_autofree char *status = describe_status (self);
  const char      *challenge = soup_message_headers_get_list (self->headers, "WWW-Authenticate");
  GError          *error = new_error (self, MCP_ERROR_AUTHORIZATION_REQUIRED, body,
                                      g_strdup_printf ("The server asks for authorization (%s)",
                                                       status));

  if (challenge != NULL)
    mcp_error_get_details (error)->challenge = g_utf8_make_valid (challenge, -1);
  return error;
}

static gboolean
judge_failure (const McpHttpResponse *self, GBytes *body, gboolean *is_message, GError **error)
{
  g_autoptr (McpHttpPending) pending = mcp_http_pending_new (self->sent);
  g_autofree char *status = describe_status (self);
  McpJsonValue     root = MCP_JSON_NO_VALUE;

  if (self->status == SOUP_STATUS_UNAUTHORIZED ||
      (self->status == SOUP_STATUS_FORBIDDEN &&
       soup_message_headers_get_list (self->headers, "WWW-Authenticate") != NULL))
    {
      g_propagate_error (error, new_authorization_error (self, body));
      return FALSE;
    }

  if (self->status == SOUP_STATUS_PROXY_AUTHENTICATION_REQUIRED)
    {
      g_propagate_error (error, new_error (self, MCP_ERROR_CONNECTION_FAILED, body,
                                           g_strconcat ("The proxy lets nothing through: ",
                                                        MCP_HTTP_PROXY_WANTS_NAME, NULL)));
      return FALSE;
    }

  g_autoptr (McpJsonDocument) document = parse (body);
  if (document != NULL)
    root = mcp_json_document_get_root (document);
  if (is_session_expired (self, pending, root))
    {
      g_propagate_error (error,
                         new_error (self, MCP_ERROR_SESSION_EXPIRED, body,
                                    g_strdup_printf ("The server no longer knows this session (%s)",
                                                     status)));
      return FALSE;
    }
  /* Where no message was sent, none is answered. With the id of another one, the status says more
   * than that the ids differ. */
  if (is_rpc_response (root) && self->sent != NULL && !mcp_http_pending_excludes (pending, root))
    {
      *is_message = TRUE;
      return TRUE;
    }
  g_autofree char *said = is_rpc_response (root) ? dup_error_text (root) : NULL;
  g_propagate_error (error, new_error (self, MCP_ERROR_HTTP_STATUS, body,
                                       g_strdup_printf ("The server answered “%s”%s%s", status,
                                                        said != NULL ? ": " : "",
                                                        said != NULL ? said : "")));
  return FALSE;
}

static gboolean
is_blank (GBytes *body)
{
  gsize       size;
  const char *text = g_bytes_get_data (body, &size);

  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isspace (text[i]))
      return FALSE;
  return TRUE;
}

static gboolean
looks_like_json (GBytes *body)
{
  gsize       size;
  const char *text = g_bytes_get_data (body, &size);

  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isspace (text[i]))
      return text[i] == '{' || text[i] == '[';
  return FALSE;
}

/* Whether a body whose end only the connection's end told stops in the middle: libsoup takes an end
 * between two chunks for the end of them all. */
static gboolean
is_cut (const McpHttpResponse *self, GBytes *body)
{
  gsize       size;
  const char *text = g_bytes_get_data (body, &size);

  if (soup_message_headers_get_encoding (self->headers) == SOUP_ENCODING_CONTENT_LENGTH)
    return FALSE;
  while (size > 1 && g_ascii_isspace (text[size - 1]))
    size--;
  return (*text == '{' && text[size - 1] != '}') || (*text == '[' && text[size - 1] != ']');
}

gboolean
mcp_http_response_judge (const McpHttpResponse *self,
                         GBytes                *body,
                         gboolean              *is_message,
                         GError               **error)
{
  McpHttpBodyKind kind = mcp_http_response_get_body_kind (self);
  const char     *type = get_media_type (self);

  *is_message = FALSE;
  if (!SOUP_STATUS_IS_SUCCESSFUL (self->status))
    return judge_failure (self, body, is_message, error);
  if (self->listens)
    {
      g_propagate_error (error, new_error (self, MCP_ERROR_INVALID_MESSAGE, body,
                                           g_strdup_printf ("The server answered with “%s” instead "
                                                            "of a stream of events",
                                                            type != NULL ? type : "")));
      return FALSE;
    }
  if (self->sent == NULL || kind == MCP_HTTP_BODY_IGNORED || is_blank (body))
    return TRUE;
  if (kind == MCP_HTTP_BODY_MESSAGE && is_cut (self, body))
    {
      g_propagate_error (error, new_error (self, MCP_ERROR_CONNECTION_LOST, body,
                                           g_strdup ("The connection broke in the middle of the "
                                                     "answer")));
      return FALSE;
    }
  if (kind == MCP_HTTP_BODY_MESSAGE || (kind == MCP_HTTP_BODY_UNTYPED && looks_like_json (body)))
    {
      *is_message = TRUE;
      return TRUE;
    }
  g_autoptr (McpHttpPending) pending = mcp_http_pending_new (self->sent);
  if (!mcp_http_pending_expects_response (pending))
    return TRUE;
  g_propagate_error (
      error,
      new_error (self, MCP_ERROR_INVALID_MESSAGE, body,
                 type != NULL ? g_strdup_printf ("The server answered with “%s” instead of "
                                                 "JSON or events: is this the address of an "
                                                 "MCP server?",
                                                 type)
                              : g_strdup ("The server answered with something that is neither "
                                          "JSON nor events: is this the address of an MCP "
                                          "server?")));
  return FALSE;
}

GError *
mcp_http_response_new_redirect_error (const McpHttpResponse *self,
                                      const char            *target,
                                      guint                  followed)
{
  g_autofree char *status = describe_status (self);
  GError          *error;

  if (target == NULL)
    return new_error (
        self, MCP_ERROR_REDIRECTED, NULL,
        g_strdup_printf ("The server redirects (%s) without a usable address", status));
  if (followed >= MCP_HTTP_MAX_REDIRECTS)
    error = new_error (
        self, MCP_ERROR_REDIRECTED, NULL,
        g_strdup_printf ("The server redirected %u times, at last to %s", followed + 1, target));
  else
    error =
        new_error (self, MCP_ERROR_REDIRECTED, NULL,
                   g_strdup_printf ("The server redirects to %s (%s), which is not followed: what "
                                    "is sent would go elsewhere or be changed",
                                    target, status));
  g_free (mcp_error_get_details (error)->url);
  mcp_error_get_details (error)->url = g_strdup (target);
  return error;
}
