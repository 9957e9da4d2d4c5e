/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResourceTemplate: a family of resources, named by a URI template of RFC 6570. Immutable. Its
 * key is the template.
 *
 * Source: MCP 2025-11-25, "Resources".
 */

#pragma once

#include "mcp-definition.h"

#define MCP_TYPE_RESOURCE_TEMPLATE (mcp_resource_template_get_type ())
G_DECLARE_FINAL_TYPE (McpResourceTemplate,
                      mcp_resource_template,
                      MCP,
                      RESOURCE_TEMPLATE,
                      McpDefinition)

/** Returns: (transfer none): empty where it is missing */
const char *mcp_resource_template_get_uri_template (McpResourceTemplate *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_resource_template_get_mime_type (McpResourceTemplate *self);
