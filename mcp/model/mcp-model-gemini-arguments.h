/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelGeminiArguments: the arguments of a call that come in pieces, each for one place of the
 * object: Vertex AI sends them so.
 *
 * Source: PartialArg of the API; the paths of RFC 9535, names and indices only
 */

#pragma once

#include "mcp-json-writer.h"

typedef struct _McpModelGeminiArguments McpModelGeminiArguments;

McpModelGeminiArguments *mcp_model_gemini_arguments_new (void);
void                     mcp_model_gemini_arguments_free (McpModelGeminiArguments *self);

/** @piece: one item of "partialArgs" */
void mcp_model_gemini_arguments_add (McpModelGeminiArguments *self, McpJsonValue piece);
/** Returns: (transfer full): the object as JSON; where a piece was not understood a text that is
 * none, so that nobody takes it for the arguments */
char *mcp_model_gemini_arguments_dup_text (McpModelGeminiArguments *self);
