/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpDefinitionList: a GListModel of what a server offers of one kind. It loads from a client, and
 * again when the server says that the list changed. Entries that did not change keep their
 * identity, position by position, so that a selection survives; it outlives connections.
 *
 * Properties (notify)
 *   loading (boolean)
 *
 * Signals
 *   reloaded ()
 *     A loading has ended, well or not.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-listing.h"

#define MCP_TYPE_DEFINITION_LIST (mcp_definition_list_get_type ())
G_DECLARE_FINAL_TYPE (McpDefinitionList, mcp_definition_list, MCP, DEFINITION_LIST, GObject)

McpDefinitionList *mcp_definition_list_new (McpDefinitionKind kind);
McpDefinitionKind  mcp_definition_list_get_kind (McpDefinitionList *self);

/** Loads from @client from now on; loads nothing yet. @client: (nullable): %NULL keeps the entries;
 * empty the list with mcp_definition_list_clear() */
void mcp_definition_list_set_client (McpDefinitionList *self, McpClient *client);

/** Loads (again). A loading that is under way is joined, and another one follows it. */
void     mcp_definition_list_load_async (McpDefinitionList  *self,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean mcp_definition_list_load_finish (McpDefinitionList *self,
                                          GAsyncResult      *result,
                                          GError           **error);
gboolean mcp_definition_list_is_loading (McpDefinitionList *self);
/** Returns: (transfer none) (nullable) */
const GError *mcp_definition_list_get_error (McpDefinitionList *self);
/** Returns: (transfer none) (nullable): the last loading, with its flags and findings */
McpListing *mcp_definition_list_get_listing (McpDefinitionList *self);

/** Members of our own for every request of this list, beyond what the specification knows: some
 * servers filter by them. For the next loading. @params: (nullable): JSON text of an object */
void mcp_definition_list_set_params (McpDefinitionList *self, GBytes *params);
/** Returns: (transfer none) (nullable) */
GBytes *mcp_definition_list_get_params (McpDefinitionList *self);
/** Whether a loading brings one page only, and mcp_definition_list_load_more_async() the next. */
void mcp_definition_list_set_page_by_page (McpDefinitionList *self, gboolean page_by_page);
/** Whether the server has a page that was not asked for. */
gboolean mcp_definition_list_has_more (McpDefinitionList *self);
/** Whether it is asked for in a way that may bring less than there is. */
gboolean mcp_definition_list_is_partial (McpDefinitionList *self);
/** Loads the next page and adds it; ends as mcp_definition_list_load_async() does. */
void mcp_definition_list_load_more_async (McpDefinitionList  *self,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);

void mcp_definition_list_clear (McpDefinitionList *self);
/** Returns: (transfer none) (nullable): the first entry with @key */
McpDefinition *mcp_definition_list_find (McpDefinitionList *self, const char *key);
