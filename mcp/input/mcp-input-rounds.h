/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * One call that may take several rounds: as long as its result says that input is required, the
 * server's requests go through the client's gate, and the call is repeated with what was answered.
 * It is bounded in rounds and in time, may be cancelled in each, and every message of it passes the
 * tap.
 *
 * Source: MCP 2026-07-28, "Multi round-trip requests".
 */

#pragma once

#include "mcp-client.h"

G_BEGIN_DECLS

/* Times that a call is repeated: as other clients have it, and more than any dialogue needs. */
#define MCP_INPUT_ROUNDS_MAX 10
/* Before a repetition that nobody had to answer: a server whose state is with us is polled so. */
#define MCP_INPUT_ROUNDS_PACE_MS 250

/** Whether the specification lets results of @method require input. */
gboolean mcp_input_rounds_apply (const char *method);

/** As mcp_client_request_async(). The deadline of @options is one of each round, the total is one
 * of all. @params: (nullable)
 * Errors: those of a request; CANCELLED where the person gave no answer that can be sent,
 * INVALID_MESSAGE where the server asks what it may not, or never ends. */
void mcp_input_rounds_run_async (McpClient               *client,
                                 const char              *method,
                                 GBytes                  *params,
                                 const McpRequestOptions *options,
                                 GCancellable            *cancellable,
                                 GAsyncReadyCallback      callback,
                                 gpointer                 user_data);
/** Returns: (transfer full) (nullable): the answer of the last round */
McpAnswer *mcp_input_rounds_run_finish (McpClient *client, GAsyncResult *result, GError **error);

G_END_DECLS
