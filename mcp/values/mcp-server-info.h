/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpServerInfo: what a server said of itself when the session was opened. Immutable. Nothing of it
 * is proof of anything; it is for showing.
 *
 * Source: MCP 2025-11-25, InitializeResult, Implementation; MCP 2026-07-28, DiscoverResult.
 */

#pragma once

#include "mcp-response.h"
#include "mcp-finding.h"

#define MCP_TYPE_SERVER_INFO (mcp_server_info_get_type ())
G_DECLARE_FINAL_TYPE (McpServerInfo, mcp_server_info, MCP, SERVER_INFO, GObject)

/** @value: the result of initialize. Returns: (transfer full) */
McpServerInfo *mcp_server_info_new (McpJsonValue value);
/** @answer: to server/discover. @version: the revision that was chosen
 * Returns: (transfer full) */
McpServerInfo *mcp_server_info_new_discovered (McpResponse *response, const char *version);
/** For a server that does not answer server/discover: it may offer anything.
 * Returns: (transfer full) */
McpServerInfo *mcp_server_info_new_undiscovered (const char *version);

/** The title, else the name, else empty. Returns: (transfer none) */
const char *mcp_server_info_get_display_name (McpServerInfo *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_server_info_get_version (McpServerInfo *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_server_info_get_instructions (McpServerInfo *self);
/** Returns: (transfer none): the revision that is spoken; empty where the server did not say */
const char *mcp_server_info_get_protocol_version (McpServerInfo *self);
/** Returns: the capabilities as they came; none where absent */
McpJsonValue mcp_server_info_get_capabilities (McpServerInfo *self);
/** Returns: the icons of the server itself, as they came; none where absent. See McpIcon */
McpJsonValue mcp_server_info_get_icons (McpServerInfo *self);
/** @path: member names joined by "/", such as "tools" or "resources/subscribe"
 * Returns: whether it is there, and neither false nor null */
gboolean mcp_server_info_offers (McpServerInfo *self, const char *path);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_server_info_get_findings (McpServerInfo *self);
/** For who made it: what else is off. @findings: (nullable) (element-type McpFinding) */
void mcp_server_info_add_findings (McpServerInfo *self, GPtrArray *findings);
