/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInputRound: a result that says "input_required": what the server asks, and its state, which
 * goes back byte for byte as it came and is never decoded. Belongs to one repetition of one call.
 *
 * Source: MCP 2026-07-28, InputRequiredResult, "Multi round-trip requests".
 */

#pragma once

#include "mcp-json-value.h"

/* What one result may ask; a person answers one at a time. */
#define MCP_INPUT_ROUND_MAX_REQUESTS 64

/** One thing that is asked. */
typedef struct
{
  McpJsonValue key; /* a string as it was written */
  char        *method;
  McpJsonValue params; /* as they came; none where absent */
} McpInputRoundRequest;

typedef struct
{
  McpJsonSlot  result;
  McpJsonValue state;        /* none where absent */
  GArray      *requests;     /* (element-type McpInputRoundRequest): empty with a state alone */
  gboolean     has_requests; /* the server sent the member, though perhaps with none in it */
} McpInputRound;

/** Reads @result. Errors: MCP_ERROR_INVALID_MESSAGE: nothing is asked and there is no state, too
 * much is asked, or something that is no request. Returns: (transfer full) (nullable) */
McpInputRound *mcp_input_round_new (McpJsonValue result, GError **error);
void           mcp_input_round_free (McpInputRound *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpInputRound, mcp_input_round_free)
