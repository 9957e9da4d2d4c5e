/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInputGate: a feature of a client: through it comes everything that a server asks of the
 * person, as requests up to 2025-11-25, in the results of calls from 2026-07-28 on. It holds each
 * request against what this client declared and against the specification's rules, answers roots
 * from a list, keeps a flood away from the person, and refuses what nobody takes. A call whose
 * result requires input is kept until that is there and then sent again.
 *
 * Signals
 *   request (McpInputRequest *request) → gboolean
 *     Something to answer. Return %TRUE to answer it, now or later.
 *   refused (McpInputRequest *request)
 *     One was refused without asking: its findings say why. Of a flood only the first each second.
 *
 * Source: MCP 2025-11-25, "Sampling", "Elicitation"; the reference's points 65 to 73.
 */

#pragma once

#include "mcp-input-request.h"
#include "mcp-roots.h"

/* What may wait for a person, who answers one at a time. */
#define MCP_INPUT_MAX_WAITING 64
/* What may come at once, and how many a second in the long run: an application that answers by
 * itself keeps up with these, and a server that asks more often is broken or hostile. */
#define MCP_INPUT_BURST 100
#define MCP_INPUT_PER_SECOND 20

/* Times that a call is repeated: as other clients have it, and more than any dialogue needs. */
#define MCP_INPUT_ROUNDS_MAX 10
/* Before a repetition that nobody had to answer: a server whose state is with us is polled so. */
#define MCP_INPUT_ROUNDS_PACE_MS 250

/* Pages of which the server may still say that they were visited. */
#define MCP_INPUT_MAX_PAGES 64

#define MCP_TYPE_INPUT_GATE (mcp_input_gate_get_type ())
G_DECLARE_FINAL_TYPE (McpInputGate, mcp_input_gate, MCP, INPUT_GATE, GObject)

/** Returns: (transfer full) */
McpInputGate *mcp_input_gate_new (void);
/** The folders that the server is told when it asks for roots, without asking anybody else; up to
 * 2025-11-25 it is told of changes too. @roots: (nullable): may serve several gates */
void mcp_input_gate_set_roots (McpInputGate *self, McpRoots *roots);

/** Lets a new request in, or refuses it; it may be answered when this returns. */
void mcp_input_gate_admit (McpInputGate *self, McpInputRequest *request);
