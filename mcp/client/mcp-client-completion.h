/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Completion: what a server proposes for an argument of a prompt or of a resource template. Pausing
 * between keystrokes and keeping answers is the caller's.
 *
 * Source: MCP 2025-11-25, "Completion".
 */

#pragma once

#include "mcp-client.h"
#include "mcp-result.h"

typedef enum {
  MCP_COMPLETE_PROMPT,   /* ref/prompt: by name */
  MCP_COMPLETE_RESOURCE, /* ref/resource: by URI or URI template */
} McpCompletionTarget;

/** Whether the server offers it; revision 2024-11-05 had no word for that, so it is tried. */
gboolean mcp_client_offers_completion (McpClient *self);

/**
 * @name: of the prompt, or the URI template
 * @argument: the argument that is being typed, @value: what was typed so far
 * @context: (nullable): JSON text of an object: the other arguments, as strings; left out before
 *   2025-06-18
 * Errors: those of a request; NOT_OFFERED without asking, or where the server answers -32601
 */
void mcp_client_complete_async (McpClient          *self,
                                McpCompletionTarget target,
                                const char         *name,
                                const char         *argument,
                                const char         *value,
                                GBytes             *context,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: (transfer full) (nullable) */
McpResult *mcp_client_complete_finish (McpClient *self, GAsyncResult *result, GError **error);
