/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Loads a whole list of a server, page after page; each page is a request with its own deadline.
 * Pages that are large are read in a worker.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-listing.h"

/** Whether the server said that it has lists of this kind; see also mcp_server_info_offers(). */
gboolean mcp_client_offers (McpClient *self, McpDefinitionKind kind);

/** Called with each page as it comes. @definitions: (element-type McpDefinition): all so far, the
 * new ones from @first on */
typedef void (*McpPageFunc) (GPtrArray *definitions, guint first, gpointer user_data);

/** How a list is asked for. */
typedef struct
{
  GBytes     *params;    /* (nullable): JSON text of an object; its members go with every page */
  guint       max_pages; /* 0 for all */
  const char *cursor;    /* (nullable): where to begin, as JSON text */
} McpListOptions;

/** Loads a whole list, page by page. Asks even where the server did not say that it has any.
 * Errors: MCP_ERROR, of them NOT_OFFERED where the server answers -32601 to the first page.
 * @options: (nullable): copied; @page: (nullable) */
void mcp_client_list_async (McpClient            *self,
                            McpDefinitionKind     kind,
                            const McpListOptions *options,
                            McpPageFunc           page,
                            gpointer              page_data,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
/** Returns: (transfer full) (nullable) */
McpListing *mcp_client_list_finish (McpClient *self, GAsyncResult *result, GError **error);
