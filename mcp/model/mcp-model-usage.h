/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelUsage: the tokens of one response, as the provider counts them, in one form: what is
 * cached or written to a cache is a part of @input, what was thought a part of @output. A plain
 * value; a count that nobody told is -1.
 *
 * Sources: "usage" of OpenAI's, Anthropic's and compatible APIs; Gemini's "usageMetadata"; Ollama's
 * "prompt_eval_count" and "eval_count"
 */

#pragma once

#include "mcp-json-value.h"

typedef struct
{
  gint64 input;       /* of the request, all of it */
  gint64 cached;      /* of these, read from a cache */
  gint64 cache_write; /* of these, written to one */
  gint64 output;      /* of the response, all of it */
  gint64 reasoning;   /* of these, thought */
} McpModelUsage;

#define MCP_MODEL_USAGE_NONE ((McpModelUsage){ -1, -1, -1, -1, -1 })

/** Reads a count: 0 and more; everything else is no count. Returns: whether @count was set */
gboolean mcp_model_usage_read (McpJsonValue value, gint64 *count);
/** Takes over each count that @other has: of counts that are told again the last one holds. */
void mcp_model_usage_update (McpModelUsage *self, const McpModelUsage *other);
/** The sum of two counts, of which either may be -1. What is beyond @G_MAXINT64 stays there:
 * whoever counts for us may say anything. */
gint64 mcp_model_usage_sum (gint64 count, gint64 other);
/** Adds each count that @other has. */
void     mcp_model_usage_add (McpModelUsage *self, const McpModelUsage *other);
gboolean mcp_model_usage_is_known (const McpModelUsage *self);
