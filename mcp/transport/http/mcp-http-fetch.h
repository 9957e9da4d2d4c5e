/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpFetch: requests beside the connections to MCP servers: each bounded in bytes, time and
 * redirects, without cookies and credentials, and within the rules of whoever asks, which are asked
 * before each hop. Any HTTP status is a result.
 *
 * Errors: MCP_ERROR_INVALID_TARGET, _CONNECTION_FAILED, _CONNECTION_LOST, _CERTIFICATE_REFUSED,
 * _REDIRECTED, _TIMED_OUT, _MESSAGE_TOO_LARGE, _INVALID_MESSAGE, _CANCELLED
 */

#pragma once

#include "mcp-http-options.h"

typedef struct
{
  const char        *method; /* static */
  const char        *url;
  const char *const *headers;       /* (nullable): "Name: value"; secrets keep to their origin */
  const char        *content_type;  /* (nullable) */
  GBytes            *body;          /* (nullable) */
  gsize              max_bytes;     /* of the response, decoded */
  guint              deadline_ms;   /* for all of it */
  guint              max_redirects; /* only a GET follows any; 0: a redirect is a result */
} McpHttpFetchRequest;

typedef struct _McpHttpFetched McpHttpFetched;

McpHttpFetched *mcp_http_fetched_ref (McpHttpFetched *self);
void            mcp_http_fetched_unref (McpHttpFetched *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpFetched, mcp_http_fetched_unref)

/** Returns: (transfer none): of the last hop */
const char *mcp_http_fetched_get_url (McpHttpFetched *self);
guint       mcp_http_fetched_get_status (McpHttpFetched *self);
/** Returns: (transfer none): the server's phrase, or the usual one */
const char *mcp_http_fetched_get_reason (McpHttpFetched *self);
/** Returns: (transfer none): "Name: value" */
const char *const *mcp_http_fetched_get_headers (McpHttpFetched *self);
/** Returns: (transfer none) (nullable): all of this name, joined by ", " */
const char *mcp_http_fetched_get_header (McpHttpFetched *self, const char *name);
/** Returns: (transfer none) (nullable): in lower case, without parameters */
const char *mcp_http_fetched_get_content_type (McpHttpFetched *self);
/** Returns: (transfer none) */
GBytes *mcp_http_fetched_get_body (McpHttpFetched *self);

#define MCP_TYPE_HTTP_FETCH (mcp_http_fetch_get_type ())
G_DECLARE_FINAL_TYPE (McpHttpFetch, mcp_http_fetch, MCP, HTTP_FETCH, GObject)

/** Whether a hop may be made. @from: (nullable): %NULL for the first
 * Returns: %FALSE with an error, which becomes that of the request */
typedef gboolean (*McpHttpFetchAllow) (GUri    *from,
                                       GUri    *to,
                                       gpointer user_data,
                                       GError **error);
/** The same for the address that was connected to, before anything is sent to it. Not asked where a
 * proxy or a socket is between. */
typedef gboolean (*McpHttpFetchAllowAddress) (GInetAddress *address,
                                              GUri         *to,
                                              gpointer      user_data,
                                              GError      **error);

/** @options: (nullable): how servers are reached. @allow_address: (nullable)
 * @user_data: for both; lives as long as the object
 * Returns: (transfer full) */
McpHttpFetch *mcp_http_fetch_new (McpHttpOptions          *options,
                                  McpHttpFetchAllow        allow,
                                  McpHttpFetchAllowAddress allow_address,
                                  gpointer                 user_data);

/** @request: copied */
void mcp_http_fetch_send_async (McpHttpFetch              *self,
                                const McpHttpFetchRequest *request,
                                GCancellable              *cancellable,
                                GAsyncReadyCallback        callback,
                                gpointer                   user_data);
/** Returns: (transfer full) (nullable) */
McpHttpFetched *
mcp_http_fetch_send_finish (McpHttpFetch *self, GAsyncResult *result, GError **error);
