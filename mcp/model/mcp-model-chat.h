/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The two halves of the dialect Chat Completions, as OpenAI and all servers that call themselves
 * compatible speak it: what is written and what is read.
 *
 * Sources: OpenAI's API reference (chat/completions), the recorded streams of its relatives, and
 * where those differ, the comments at the place
 */

#pragma once

#include "mcp-model-dialect.h"

/** Returns: (transfer full) */
McpModelReader *
mcp_model_chat_reader_new (McpModelDraft *draft, const McpModelProvider *provider);
/** Writes the body of @request, from its first bracket to its last. */
void mcp_model_chat_write (const McpModelRequest *request, McpJsonWriter *writer);
