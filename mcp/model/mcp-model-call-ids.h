/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelCallIds: the ids of the calls of a conversation, each another one, in letters that every
 * API takes. Models of other providers may have made the calls: some name none of them, so that the
 * calls of two turns have the same.
 */

#pragma once

#include "mcp-model-turn.h"

typedef struct _McpModelCallIds McpModelCallIds;

McpModelCallIds *mcp_model_call_ids_new (void);
void             mcp_model_call_ids_free (McpModelCallIds *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelCallIds, mcp_model_call_ids_free)

/** A model's turn begins: the calls to come are its. */
void mcp_model_call_ids_begin (McpModelCallIds *self);
/** The next call of the turn. @id: (nullable). Returns: (transfer none): what it is called in the
 * request */
const char *mcp_model_call_ids_add (McpModelCallIds *self, const char *id);
/** The next turn, all of it: it goes back verbatim, so that its ids stay as they are. */
void mcp_model_call_ids_keep (McpModelCallIds *self, McpModelTurn *turn);
/** @number: of a call of this turn, from 0; for its result, since two calls may have the same id
 * Returns: (transfer none): what the call is called in the request */
const char *mcp_model_call_ids_get (McpModelCallIds *self, guint number);
