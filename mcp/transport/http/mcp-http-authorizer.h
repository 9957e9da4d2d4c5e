/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpAuthorizer: by whom the requests to one server get their credentials, and who is asked
 * when the server refuses them. What credentials are, and where they come from, it alone knows.
 */

#pragma once

#include "mcp-error.h"

#include <libsoup/soup.h>

/* A request that is refused more often stays refused. */
#define MCP_HTTP_MAX_REFUSALS 3u
/* ms: longer nobody waits for the rest of a refusal's body. */
#define MCP_HTTP_REFUSAL_BODY_TIMEOUT 2000u

#define MCP_TYPE_HTTP_AUTHORIZER (mcp_http_authorizer_get_type ())
G_DECLARE_INTERFACE (McpHttpAuthorizer, mcp_http_authorizer, MCP, HTTP_AUTHORIZER, GObject)

struct _McpHttpAuthorizerInterface
{
  GTypeInterface parent_iface;

  /* Whether sign can be called at once; else prepare comes first. Costs nothing. */
  gboolean (*is_ready) (McpHttpAuthorizer *self);
  /* Fetches credentials. Having none is no error: then the request is sent without. Ends soon when
   * it is cancelled. */
  void (*prepare_async) (McpHttpAuthorizer  *self,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data);
  gboolean (*prepare_finish) (McpHttpAuthorizer *self, GAsyncResult *result, GError **error);
  /* Adds to the headers of a request that is about to be sent. */
  void (*sign) (McpHttpAuthorizer  *self,
                const char         *method,
                GUri               *uri,
                SoupMessageHeaders *headers);
  /* The server refused a request with 401, or with 403 and a challenge. @attempt: 1 for the first
   * refusal of this request. @headers: of the response. @sent: (nullable): its Authorization. Both
   * are to be copied. Ends soon when it is cancelled.
   * finish: whether it is sent again; %FALSE without an error: the refusal stands */
  void (*refused_async) (McpHttpAuthorizer  *self,
                         guint               attempt,
                         guint               status,
                         SoupMessageHeaders *headers,
                         const char         *sent,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data);
  gboolean (*refused_finish) (McpHttpAuthorizer *self, GAsyncResult *result, GError **error);
  /* Any other response came. Optional. */
  void (*answered) (McpHttpAuthorizer *self, guint status, SoupMessageHeaders *headers);
};

gboolean mcp_http_authorizer_is_ready (McpHttpAuthorizer *self);
void     mcp_http_authorizer_prepare_async (McpHttpAuthorizer  *self,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
gboolean mcp_http_authorizer_prepare_finish (McpHttpAuthorizer *self,
                                             GAsyncResult      *result,
                                             GError           **error);
void     mcp_http_authorizer_sign (McpHttpAuthorizer  *self,
                                   const char         *method,
                                   GUri               *uri,
                                   SoupMessageHeaders *headers);
void     mcp_http_authorizer_refused_async (McpHttpAuthorizer  *self,
                                            guint               attempt,
                                            guint               status,
                                            SoupMessageHeaders *headers,
                                            const char         *sent,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
gboolean mcp_http_authorizer_refused_finish (McpHttpAuthorizer *self,
                                             GAsyncResult      *result,
                                             GError           **error);
void     mcp_http_authorizer_answered (McpHttpAuthorizer  *self,
                                       guint               status,
                                       SoupMessageHeaders *headers);
