/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResourceContents: what one resource holds: text, or binary data in Base64. Immutable, so it
 * may be read and decoded in any thread.
 *
 * Properties (read only, constant)
 *   uri (string, nullable), mime-type (string, nullable), is-text (boolean)
 *
 * Source: MCP 2025-11-25, TextResourceContents, BlobResourceContents.
 */

#pragma once

#include "mcp-finding.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define MCP_TYPE_RESOURCE_CONTENTS (mcp_resource_contents_get_type ())
G_DECLARE_FINAL_TYPE (McpResourceContents, mcp_resource_contents, MCP, RESOURCE_CONTENTS, GObject)

/** @value: the contents as they came. Returns: (transfer full) */
McpResourceContents *mcp_resource_contents_new (McpJsonValue value);

/** Returns: (transfer none) (nullable) */
const char *mcp_resource_contents_get_uri (McpResourceContents *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_resource_contents_get_mime_type (McpResourceContents *self);
/** Returns: the string value; none where it is binary. It may be long: decode as much as is
 * shown */
McpJsonValue mcp_resource_contents_get_text (McpResourceContents *self);
/** Returns: the Base64 string value; none where it is text */
McpJsonValue mcp_resource_contents_get_blob (McpResourceContents *self);
/** Returns: (transfer full) (nullable): the bytes, of text or binary alike; or
 * MCP_ERROR_INVALID_MESSAGE saying where the Base64 is broken */
GBytes *mcp_resource_contents_decode (McpResourceContents *self, GError **error);
/** Returns: the member _meta; none where absent */
McpJsonValue mcp_resource_contents_get_meta (McpResourceContents *self);
/** Returns: the whole as it came */
McpJsonValue mcp_resource_contents_get_value (McpResourceContents *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_resource_contents_get_findings (McpResourceContents *self);

G_END_DECLS
