/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The two halves of the dialect of Anthropic's Messages API; private to it.
 */

#pragma once

#include "mcp-model-dialect.h"

/** Reads responses. The echo is the array "content". Returns: (transfer full) */
McpModelReader *mcp_model_anthropic_reader_new (McpModelDraft          *draft,
                                                const McpModelProvider *provider);
