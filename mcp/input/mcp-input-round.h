/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInputRound: a result that says "input_required": what the server asks, and its state, which
 * goes back byte for byte as it came and is never decoded. Belongs to one repetition of one call.
 *
 * Source: MCP 2026-07-28, InputRequiredResult, "Multi round-trip requests".
 */

#pragma once

#include "mcp-request.h"

G_BEGIN_DECLS

/* What one result may ask; a person answers one at a time. */
#define MCP_INPUT_ROUND_MAX_REQUESTS 64

typedef struct _McpInputRound McpInputRound;

/** Whether @result says that input is required. */
gboolean mcp_input_round_is_asked (McpJsonValue result);

/** Reads @result. Errors: MCP_ERROR_INVALID_MESSAGE: nothing is asked and there is no state, too
 * much is asked, or something that is no request. Returns: (transfer full) (nullable) */
McpInputRound *mcp_input_round_new (McpJsonValue result, GError **error);
void           mcp_input_round_free (McpInputRound *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpInputRound, mcp_input_round_free)

/** 0 where there is a state only. */
guint mcp_input_round_get_n_requests (McpInputRound *self);
/** Returns: the key, a string as it was written */
McpJsonValue mcp_input_round_get_key (McpInputRound *self, guint index);
/** Returns: (transfer none) */
const char *mcp_input_round_get_method (McpInputRound *self, guint index);
/** Returns: as they came; none where absent */
McpJsonValue mcp_input_round_get_params (McpInputRound *self, guint index);

/** Says in @request, a call that is repeated, what was answered: inputResponses and requestState,
 * each only where the server sent its counterpart.
 * @results: (element-type GBytes): JSON text for each request, in order */
void mcp_input_round_fill (McpInputRound *self, McpRequest *request, GPtrArray *results);

G_END_DECLS
