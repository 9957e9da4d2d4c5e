/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpIconFetcher: fetches the icons of one server under the rules: from the server's own origin
 * unless other hosts are allowed, without cookies, credentials or anything that tells who asks,
 * never along a redirect to another origin, bounded in bytes and time. What was fetched, and what
 * could not be, is remembered as long as the object lives.
 *
 * Source: MCP 2025-11-25, "Icons", security considerations.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-icon.h"

/* An icon is an ornament: nothing waits long for it. */
#define MCP_ICON_FETCHER_DEADLINE_MS 10000
#define MCP_ICON_FETCHER_MAX_REDIRECTS 3
/* At the same time; the others wait. */
#define MCP_ICON_FETCHER_CONNECTIONS 4
/* What is remembered; beyond it the fetcher forgets all and begins again. */
#define MCP_ICON_FETCHER_MAX_REMEMBERED 256

#define MCP_TYPE_ICON_FETCHER (mcp_icon_fetcher_get_type ())
G_DECLARE_FINAL_TYPE (McpIconFetcher, mcp_icon_fetcher, MCP, ICON_FETCHER, GObject)

/** @server: (nullable): the server's address, where it is an HTTP server
 * Returns: (transfer full) */
McpIconFetcher *mcp_icon_fetcher_new (const char *server);

/** Whether https: addresses of other hosts are asked too; they are not at first, since asking tells
 * them that somebody looks. */
void mcp_icon_fetcher_set_other_hosts (McpIconFetcher *self, gboolean other_hosts);

/** A data: URI is decoded without asking anybody. */
void mcp_icon_fetcher_fetch_async (McpIconFetcher     *self,
                                   McpIcon            *icon,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** Returns: (transfer full) (nullable): bytes that passed mcp_icon_check_bytes(); else MCP_ERROR */
GBytes *mcp_icon_fetcher_fetch_finish (McpIconFetcher *self, GAsyncResult *result, GError **error);
