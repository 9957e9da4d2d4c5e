/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Loads a whole list, page after page; each page is a request with its own deadline. Pages that are
 * large are read in a worker. For McpClient, whose mcp_client_list_async() this is.
 */

#pragma once

#include "mcp-client.h"

G_BEGIN_DECLS

void mcp_pager_load_async (McpClient            *client,
                           McpDefinitionKind     kind,
                           const McpListOptions *options,
                           McpPageFunc           page,
                           gpointer              page_data,
                           GCancellable         *cancellable,
                           GAsyncReadyCallback   callback,
                           gpointer              user_data);
/** Returns: (transfer full) (nullable) */
McpListing *mcp_pager_load_finish (McpClient *client, GAsyncResult *result, GError **error);

G_END_DECLS
