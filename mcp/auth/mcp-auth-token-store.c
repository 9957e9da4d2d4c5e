/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-token-store.h"

G_DEFINE_INTERFACE (McpAuthTokenStore, mcp_auth_token_store, G_TYPE_OBJECT)

static void
mcp_auth_token_store_default_init (McpAuthTokenStoreInterface *iface)
{
}

gboolean
mcp_auth_token_store_is_known (McpAuthTokenStore *self)
{
  return MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->is_known (self);
}

void
mcp_auth_token_store_load_async (McpAuthTokenStore  *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->load_async (self, cancellable, callback, user_data);
}

McpAuthRecord *
mcp_auth_token_store_load_finish (McpAuthTokenStore *self, GAsyncResult *result, GError **error)
{
  return MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->load_finish (self, result, error);
}

void
mcp_auth_token_store_save_async (McpAuthTokenStore  *self,
                                 McpAuthRecord      *record,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->save_async (self, record, cancellable, callback,
                                                     user_data);
}

gboolean
mcp_auth_token_store_save_finish (McpAuthTokenStore *self, GAsyncResult *result, GError **error)
{
  return MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->save_finish (self, result, error);
}

void
mcp_auth_token_store_lock_async (McpAuthTokenStore  *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->lock_async (self, cancellable, callback, user_data);
}

gboolean
mcp_auth_token_store_lock_finish (McpAuthTokenStore *self, GAsyncResult *result, GError **error)
{
  return MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->lock_finish (self, result, error);
}

void
mcp_auth_token_store_unlock (McpAuthTokenStore *self)
{
  MCP_AUTH_TOKEN_STORE_GET_IFACE (self)->unlock (self);
}
