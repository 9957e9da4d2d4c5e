/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-keeper.h"

G_DEFINE_INTERFACE (McpAuthKeeper, mcp_auth_keeper, G_TYPE_OBJECT)

static void
mcp_auth_keeper_default_init (McpAuthKeeperInterface *iface)
{
}

gboolean
mcp_auth_keeper_is_known (McpAuthKeeper *self)
{
  return MCP_AUTH_KEEPER_GET_IFACE (self)->is_known (self);
}

void
mcp_auth_keeper_load_async (McpAuthKeeper      *self,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  MCP_AUTH_KEEPER_GET_IFACE (self)->load_async (self, cancellable, callback, user_data);
}

McpAuthRecord *
mcp_auth_keeper_load_finish (McpAuthKeeper *self, GAsyncResult *result, GError **error)
{
  return MCP_AUTH_KEEPER_GET_IFACE (self)->load_finish (self, result, error);
}

void
mcp_auth_keeper_save_async (McpAuthKeeper      *self,
                            McpAuthRecord      *record,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  MCP_AUTH_KEEPER_GET_IFACE (self)->save_async (self, record, cancellable, callback, user_data);
}

gboolean
mcp_auth_keeper_save_finish (McpAuthKeeper *self, GAsyncResult *result, GError **error)
{
  return MCP_AUTH_KEEPER_GET_IFACE (self)->save_finish (self, result, error);
}

void
mcp_auth_keeper_lock_async (McpAuthKeeper      *self,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  MCP_AUTH_KEEPER_GET_IFACE (self)->lock_async (self, cancellable, callback, user_data);
}

gboolean
mcp_auth_keeper_lock_finish (McpAuthKeeper *self, GAsyncResult *result, GError **error)
{
  return MCP_AUTH_KEEPER_GET_IFACE (self)->lock_finish (self, result, error);
}

void
mcp_auth_keeper_unlock (McpAuthKeeper *self)
{
  MCP_AUTH_KEEPER_GET_IFACE (self)->unlock (self);
}
