/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInputRounds: a call that waits for input: its result says what the server asks, which goes
 * through the gate, and the call is sent again with what was answered. It is bounded in rounds and
 * in time, may be cancelled in each, and every message of it passes the tap. It ends by itself.
 *
 * Source: MCP 2026-07-28, "Multi round-trip requests".
 */

#pragma once

#include "mcp-client.h"
#include "mcp-input-gate.h"

G_BEGIN_DECLS

/* Times that a call is repeated: as other clients have it, and more than any dialogue needs. */
#define MCP_INPUT_ROUNDS_MAX 10
/* Before a repetition that nobody had to answer: a server whose state is with us is polled so. */
#define MCP_INPUT_ROUNDS_PACE_MS 250

typedef struct _McpInputRounds McpInputRounds;

/** Whether @answer requires input, and the specification lets it. */
gboolean mcp_input_rounds_are_needed (McpRequest *request, McpResponse *response);
/** Keeps @task until the input is there. The total of its options is one of all rounds.
 * @list: (element-type McpInputRounds): in which it is as long as it waits
 * Errors of the task: CANCELLED where the person gave no response that can be sent, INVALID_MESSAGE
 * where the server asks what it may not, or never ends, TIMED_OUT. */
void mcp_input_rounds_begin (McpInputGate *gate,
                             GPtrArray    *list,
                             McpClient    *client,
                             McpRequest   *request,
                             McpResponse  *response,
                             GTask        *task);
/** Ends it. @error: (transfer full) */
void mcp_input_rounds_fail (McpInputRounds *self, GError *error);

G_END_DECLS
