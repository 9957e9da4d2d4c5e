/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A turn as JSON, all of it: what a conversation that is kept consists of. What was read from it is
 * the turn that was written, the provider's own JSON to the last number and string:
 *
 *   { "role": "assistant",
 *     "blocks": [{ "kind": "text", "text": "…" },
 *                { "kind": "image", "mime_type": "image/png", "data": "base64" },
 *                { "kind": "call", "id": "…", "name": "…", "text": "arguments" },
 *                { "kind": "result", "id": "…", "name": "…", "text": "…", "is_error": true,
 *                  "images": [ … ] }],
 *     "dialect": "anthropic", "provider": "…", "asked": "…", "model": "…", "response": "…",
 *     "stop": "calls", "stop_text": "…", "usage": { "input": 1, … }, "usage_text": "{…}",
 *     "echo": … }
 */

#pragma once

#include "mcp-json-writer.h"
#include "mcp-model-turn.h"

/** Writes the object, on one line. */
void mcp_model_turn_write (McpModelTurn *self, McpJsonWriter *writer);
/** Members that it does not know are left out.
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_MESSAGE where it is no turn */
McpModelTurn *mcp_model_turn_new_from_json (McpJsonValue value, GError **error);
