/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHeaderRules: which arguments of a tool a client repeats in HTTP headers, as the tool's
 * inputSchema says by "x-mcp-header"; or why what it says cannot be followed, so that the tool must
 * not be called over HTTP. Immutable, atomically refcounted.
 *
 * Source: MCP 2026-07-28, "Transports", Streamable HTTP, custom headers from tool parameters.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct _McpHeaderRules McpHeaderRules;

/** @schema: an inputSchema, whatever its shape
 * Returns: (transfer full) (nullable): %NULL where it says nothing of headers */
McpHeaderRules *mcp_header_rules_new (McpJsonValue schema);
McpHeaderRules *mcp_header_rules_ref (McpHeaderRules *self);
void            mcp_header_rules_unref (McpHeaderRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHeaderRules, mcp_header_rules_unref)

/** Returns: (transfer none) (nullable): why the rules cannot be followed, a sentence for a person
 * that may quote the server; %NULL when they can */
const char *mcp_header_rules_get_fault (const McpHeaderRules *self);

/** Adds a header for each argument that is there and is a string, a number or a boolean.
 * @headers: (element-type utf8): "Name: value" */
void mcp_header_rules_apply (const McpHeaderRules *self,
                             McpJsonValue          arguments,
                             GPtrArray            *headers);

/** Text as a header has it. Returns: (transfer full) */
char *mcp_header_rules_encode_text (const char *text, gsize length);
/** A value as a header carries it: as it is, or in Base64 between =?base64? and ?= where a header
 * could not. @value: a string, a number or a boolean
 * Returns: (transfer full) (nullable): %NULL for anything else */
char *mcp_header_rules_encode (McpJsonValue value);
