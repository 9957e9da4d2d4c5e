/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpLegacyEra: the revisions that open with "initialize": 2024-11-05 to 2025-11-25.
 *
 * Source: MCP 2025-11-25, "Basic / Lifecycle".
 */

#pragma once

#include "mcp-era.h"

/* What we offer; a server may answer with an older one. */
#define MCP_LEGACY_LATEST_VERSION "2025-11-25"

#define MCP_TYPE_LEGACY_ERA (mcp_legacy_era_get_type ())
G_DECLARE_FINAL_TYPE (McpLegacyEra, mcp_legacy_era, MCP, LEGACY_ERA, McpEra)

/** @offered: (nullable): the revision to offer; %NULL for the latest. Returns: (transfer full) */
McpEra *mcp_legacy_era_new (const char *offered);
/** Before opening: no other era will be tried, so that a server of another one is told as that:
 * MCP_ERROR_OTHER_ERA. */
void mcp_legacy_era_insist (McpLegacyEra *self);
