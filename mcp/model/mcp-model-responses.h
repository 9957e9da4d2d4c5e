/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The two halves of the dialect of OpenAI's Responses API; private to it.
 *
 * A model may wrap several calls into one of a tool that nobody declared, "parallel". Its calls
 * are told apart here: each has the wrapper's id with an underscore and its number behind it, and
 * their results go back as the one output of the wrapper.
 */

#pragma once

#include "mcp-model-dialect.h"

/** Reads responses. The echo is the array of output items. Returns: (transfer full) */
McpModelReader *mcp_model_responses_reader_new (McpModelDraft          *draft,
                                                const McpModelProvider *provider);

/** Returns: whether a tool of this name wraps others, unless it was declared */
gboolean mcp_model_responses_is_wrapper (const char *name);
/** @id: of the wrapper. Returns: (transfer full): the id of a call within it */
char *mcp_model_responses_dup_inner_id (const char *id, guint number);
