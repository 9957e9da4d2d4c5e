/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-authorizer.h"

G_DEFINE_INTERFACE (McpHttpAuthorizer, mcp_http_authorizer, G_TYPE_OBJECT)

static void
mcp_http_authorizer_default_init (McpHttpAuthorizerInterface *iface)
{
}

gboolean
mcp_http_authorizer_is_ready (McpHttpAuthorizer *self)
{
  return MCP_HTTP_AUTHORIZER_GET_IFACE (self)->is_ready (self);
}

void
mcp_http_authorizer_prepare_async (McpHttpAuthorizer  *self,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  MCP_HTTP_AUTHORIZER_GET_IFACE (self)->prepare_async (self, cancellable, callback, user_data);
}

gboolean
mcp_http_authorizer_prepare_finish (McpHttpAuthorizer *self, GAsyncResult *result, GError **error)
{
  return MCP_HTTP_AUTHORIZER_GET_IFACE (self)->prepare_finish (self, result, error);
}

void
mcp_http_authorizer_sign (McpHttpAuthorizer  *self,
                          const char         *method,
                          GUri               *uri,
                          SoupMessageHeaders *headers)
{
  MCP_HTTP_AUTHORIZER_GET_IFACE (self)->sign (self, method, uri, headers);
}

void
mcp_http_authorizer_refused_async (McpHttpAuthorizer  *self,
                                   guint               attempt,
                                   guint               status,
                                   SoupMessageHeaders *headers,
                                   const char         *sent,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  MCP_HTTP_AUTHORIZER_GET_IFACE (self)
      ->refused_async (self, attempt, status, headers, sent, cancellable, callback, user_data);
}

gboolean
mcp_http_authorizer_refused_finish (McpHttpAuthorizer *self, GAsyncResult *result, GError **error)
{
  return MCP_HTTP_AUTHORIZER_GET_IFACE (self)->refused_finish (self, result, error);
}

void
mcp_http_authorizer_answered (McpHttpAuthorizer  *self,
                              guint               status,
                              SoupMessageHeaders *headers)
{
  McpHttpAuthorizerInterface *iface = MCP_HTTP_AUTHORIZER_GET_IFACE (self);

  if (iface->answered != NULL)
    iface->answered (self, status, headers);
}
