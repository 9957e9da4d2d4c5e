/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthKeeper: where the record of one server is kept, so that several programs share it. What
 * keeps it is the business of a floor above.
 */

#pragma once

#include "mcp-auth-record.h"

G_BEGIN_DECLS

#define MCP_TYPE_AUTH_KEEPER (mcp_auth_keeper_get_type ())
G_DECLARE_INTERFACE (McpAuthKeeper, mcp_auth_keeper, MCP, AUTH_KEEPER, GObject)

struct _McpAuthKeeperInterface
{
  GTypeInterface parent_iface;

  /* Whether something may be kept: asks nobody. Where it is %FALSE nothing is loaded. */
  gboolean (*is_known) (McpAuthKeeper *self);
  /* finish returns: (transfer full) (nullable): %NULL without an error where there is none */
  void (*load_async) (McpAuthKeeper      *self,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  McpAuthRecord *(*load_finish) (McpAuthKeeper *self, GAsyncResult *result, GError **error);
  /* @record: (nullable): %NULL takes it away. It is kept when this has ended. */
  void (*save_async) (McpAuthKeeper      *self,
                      McpAuthRecord      *record,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  gboolean (*save_finish) (McpAuthKeeper *self, GAsyncResult *result, GError **error);
  /* Nobody else, in whichever program, holds the lock until it is let go. finish: %FALSE with an
   * error where it could not be had in time */
  void (*lock_async) (McpAuthKeeper      *self,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  gboolean (*lock_finish) (McpAuthKeeper *self, GAsyncResult *result, GError **error);
  void (*unlock) (McpAuthKeeper *self);
};

gboolean mcp_auth_keeper_is_known (McpAuthKeeper *self);
void     mcp_auth_keeper_load_async (McpAuthKeeper      *self,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** Returns: (transfer full) (nullable): as the function of the interface */
McpAuthRecord *mcp_auth_keeper_load_finish (McpAuthKeeper *self,
                                            GAsyncResult  *result,
                                            GError       **error);
void           mcp_auth_keeper_save_async (McpAuthKeeper      *self,
                                           McpAuthRecord      *record,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
gboolean
     mcp_auth_keeper_save_finish (McpAuthKeeper *self, GAsyncResult *result, GError **error);
void mcp_auth_keeper_lock_async (McpAuthKeeper      *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
gboolean
     mcp_auth_keeper_lock_finish (McpAuthKeeper *self, GAsyncResult *result, GError **error);
void mcp_auth_keeper_unlock (McpAuthKeeper *self);

G_END_DECLS
