/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The two halves of the dialect of Gemini's generateContent; private to it.
 */

#pragma once

#include "mcp-model-dialect.h"

/** Reads responses. The echo is the object "content". Returns: (transfer full) */
McpModelReader *mcp_model_gemini_reader_new (McpModelDraft          *draft,
                                             const McpModelProvider *provider);
