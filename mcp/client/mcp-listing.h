/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpListing: one list of a server, all its pages put together. What came before a page failed is
 * kept. Immutable once handed out, atomically refcounted.
 */

#pragma once

#include "mcp-response.h"
#include "mcp-definition.h"
#include "mcp-freshness.h"

G_BEGIN_DECLS

typedef enum {
  MCP_LISTING_COMPLETE = 0,
  MCP_LISTING_CURSOR_LOOPED = 1 << 0, /* the server gave a cursor that it had given before */
  MCP_LISTING_TOO_MANY_PAGES = 1 << 1,
  MCP_LISTING_TOO_MANY_ITEMS = 1 << 2,
  MCP_LISTING_PAGE_REFUSED = 1 << 3, /* a page was answered by a JSON-RPC error */
} McpListingFlags;

typedef struct _McpListing McpListing;

#define MCP_TYPE_LISTING (mcp_listing_get_type ())
GType mcp_listing_get_type (void);

McpListing *mcp_listing_ref (McpListing *self);
void        mcp_listing_unref (McpListing *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpListing, mcp_listing_unref)

McpDefinitionKind mcp_listing_get_kind (const McpListing *self);
/** Returns: (transfer none) (element-type McpDefinition): never %NULL, in the server's order */
GPtrArray      *mcp_listing_get_definitions (const McpListing *self);
guint           mcp_listing_get_n_pages (const McpListing *self);
McpListingFlags mcp_listing_get_flags (const McpListing *self);
/** Returns: (transfer none) (nullable): the JSON-RPC error that ended it */
McpResponse *mcp_listing_get_refusal (const McpListing *self);
/** Returns: (transfer none) (nullable): the response of a list that came as one page, whole; %NULL
 * where there were more, or none */
McpResponse *mcp_listing_get_only_response (const McpListing *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding): on the list, not its entries */
GPtrArray *mcp_listing_get_findings (const McpListing *self);

/** Returns: (transfer none) (nullable): where the page after the last one begins, as JSON text;
 * %NULL at the end */
const char *mcp_listing_get_next_cursor (const McpListing *self);

/** For how long the server lets the list be used again: all its pages together.
 * Returns: %FALSE where it said nothing of it */
gboolean mcp_listing_get_freshness (const McpListing *self, McpFreshness *freshness);

/* For what loads lists. Returns: (transfer full) */
McpListing *mcp_listing_new (McpDefinitionKind kind);
/** Reads one page: adds its entries, marks entries whose key was there before. Safe in a worker as
 * long as nobody else has the listing.
 * @cursor: (out) (transfer full) (nullable): the next cursor as JSON text; %NULL at the end
 * Returns: whether to go on */
gboolean mcp_listing_add_page (McpListing *self, McpResponse *response, char **cursor);

G_END_DECLS
