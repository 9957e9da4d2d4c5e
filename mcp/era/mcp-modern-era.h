/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModernEra: 2026-07-28 and later. There is no handshake: each request says the revision, who we
 * are and what we offer, and over HTTP the headers repeat it. To open is to ask server/discover, by
 * which the server says what it offers; it is also how to find out that it speaks this era at all.
 *
 * Source: MCP 2026-07-28, "Versioning", "Discovery", "Transports".
 */

#pragma once

#include "mcp-era.h"

#define MCP_MODERN_LATEST_VERSION "2026-07-28"
/* The extension by which a call may be answered with a task. */
#define MCP_EXTENSION_TASKS "io.modelcontextprotocol/tasks"

#define MCP_TYPE_MODERN_ERA (mcp_modern_era_get_type ())
G_DECLARE_FINAL_TYPE (McpModernEra, mcp_modern_era, MCP, MODERN_ERA, McpEra)

/** Returns: (transfer full) */
McpEra *mcp_modern_era_new (void);
/** Whether this client speaks the revision, and it is one of this era. */
gboolean mcp_modern_era_speaks (const char *version);
/** Before opening: how long to wait for the response to server/discover, ms; 0: as long as whoever
 * opens does */
void mcp_modern_era_set_deadline (McpModernEra *self, guint deadline_ms);
/** Before opening: no other era will be tried. A server that does not know server/discover may have
 * forgotten it and is spoken with all the same, unless its responses are those of an earlier
 * revision. */
void mcp_modern_era_insist (McpModernEra *self);
