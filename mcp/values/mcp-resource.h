/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResource: a resource as the server described it. Immutable. Its key is the URI.
 *
 * Source: MCP 2025-11-25, "Resources".
 */

#pragma once

#include "mcp-definition.h"

#define MCP_TYPE_RESOURCE (mcp_resource_get_type ())
G_DECLARE_FINAL_TYPE (McpResource, mcp_resource, MCP, RESOURCE, McpDefinition)

/** Returns: (transfer none): empty where it is missing */
const char *mcp_resource_get_uri (McpResource *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_resource_get_mime_type (McpResource *self);
/** Returns: bytes, as the server says; -1 where it does not */
gint64 mcp_resource_get_size (McpResource *self);
