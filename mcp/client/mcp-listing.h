/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpListing: one list of a server, all its pages put together. What came before a page failed is
 * kept. Immutable once handed out, atomically refcounted.
 */

#pragma once

#include "mcp-error.h"
#include "mcp-response.h"
#include "mcp-definition.h"
#include "mcp-freshness.h"

typedef enum {
  MCP_LISTING_COMPLETE = 0,
  MCP_LISTING_CURSOR_LOOPED = 1 << 0, /* the server gave a cursor that it had given before */
  MCP_LISTING_TOO_MANY_PAGES = 1 << 1,
  MCP_LISTING_TOO_MANY_ITEMS = 1 << 2,
  MCP_LISTING_PAGE_REFUSED = 1 << 3, /* a page was answered by a JSON-RPC error */
} McpListingFlags;

typedef struct
{
  McpDefinitionKind kind;
  GPtrArray        *definitions; /* (element-type McpDefinition): in the server's order */
  guint             n_pages;
  McpListingFlags   flags;
  McpResponse      *first;       /* (nullable): the first page, which may be the only one */
  McpResponse      *refusal;     /* (nullable): the JSON-RPC error that ended it */
  GPtrArray        *findings;    /* (nullable) (element-type McpFinding): of the list */
  char             *next_cursor; /* (nullable): where the next page begins, as JSON text */

  /* For how long the server lets the list be used again: all its pages together */
  gboolean     has_freshness; /* it said something of it */
  McpFreshness freshness;

  /* While it is loaded */
  GHashTable *keys;    /* of what is in definitions; owned by them */
  GHashTable *cursors; /* char*, as JSON text */
} McpListing;

/** Returns: (transfer full): to be filled page by page */
McpListing *mcp_listing_new (McpDefinitionKind kind);
McpListing *mcp_listing_ref (McpListing *self);
void        mcp_listing_unref (McpListing *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpListing, mcp_listing_unref)

/** Reads one page: adds its entries, marks entries whose key was there before. Safe in a worker as
 * long as nobody else has the listing.
 * Returns: whether to go on, with the cursor that is next */
gboolean mcp_listing_add_page (McpListing *self, McpResponse *response);
/** Returns: (transfer none) (nullable): the response of a list that came as one page, whole; %NULL
 * where there were more, or none */
McpResponse *mcp_listing_get_only_response (const McpListing *self);
/** Whether a finding of a listing says that a page could not be read at all. */
gboolean mcp_listing_failed_by (const McpFinding *finding);
/** Whether a finding of a listing says that it has a next page or entry, which is left out.
 * @code: (out): the McpError that this is */
gboolean mcp_listing_was_cut_by (const McpFinding *finding, McpError *code);
