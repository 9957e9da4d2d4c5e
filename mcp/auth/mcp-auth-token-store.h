/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthTokenStore: where the record of one server is kept, so that several programs share it.
 * What keeps it is the business of a floor above.
 */

#pragma once

#include "mcp-auth-record.h"

#define MCP_TYPE_AUTH_TOKEN_STORE (mcp_auth_token_store_get_type ())
G_DECLARE_INTERFACE (McpAuthTokenStore, mcp_auth_token_store, MCP, AUTH_TOKEN_STORE, GObject)

struct _McpAuthTokenStoreInterface
{
  GTypeInterface parent_iface;

  /* Whether something may be kept: asks nobody. Where it is %FALSE nothing is loaded. */
  gboolean (*is_known) (McpAuthTokenStore *self);
  /* finish returns: (transfer full) (nullable): %NULL without an error where there is none */
  void (*load_async) (McpAuthTokenStore  *self,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  McpAuthRecord *(*load_finish) (McpAuthTokenStore *self, GAsyncResult *result, GError **error);
  /* @record: (nullable): %NULL takes it away. It is kept when this has ended. */
  void (*save_async) (McpAuthTokenStore  *self,
                      McpAuthRecord      *record,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  gboolean (*save_finish) (McpAuthTokenStore *self, GAsyncResult *result, GError **error);
  /* Nobody else, in whichever program, holds the lock until it is let go. finish: %FALSE with an
   * error where it could not be had in time */
  void (*lock_async) (McpAuthTokenStore  *self,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  gboolean (*lock_finish) (McpAuthTokenStore *self, GAsyncResult *result, GError **error);
  void (*unlock) (McpAuthTokenStore *self);
};

gboolean mcp_auth_token_store_is_known (McpAuthTokenStore *self);
void     mcp_auth_token_store_load_async (McpAuthTokenStore  *self,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
/** Returns: (transfer full) (nullable): as the function of the interface */
McpAuthRecord *mcp_auth_token_store_load_finish (McpAuthTokenStore *self,
                                                 GAsyncResult      *result,
                                                 GError           **error);
void           mcp_auth_token_store_save_async (McpAuthTokenStore  *self,
                                                McpAuthRecord      *record,
                                                GCancellable       *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer            user_data);

gboolean mcp_auth_token_store_save_finish (McpAuthTokenStore *self,
                                           GAsyncResult      *result,
                                           GError           **error);

void mcp_auth_token_store_lock_async (McpAuthTokenStore  *self,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);

gboolean mcp_auth_token_store_lock_finish (McpAuthTokenStore *self,
                                           GAsyncResult      *result,
                                           GError           **error);

void mcp_auth_token_store_unlock (McpAuthTokenStore *self);
