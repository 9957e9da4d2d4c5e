/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelThink: tells reasoning from text where a model marks it with <think> and </think> in its
 * text, wherever the pieces of that text are cut. White space behind a mark belongs to neither.
 *
 * Source: the chat templates of DeepSeek-R1, Qwen and others, as servers hand them out unparsed
 */

#pragma once

#include "mcp-model-draft.h"

/** A plain value; all zero at the beginning. */
typedef struct
{
  gboolean inside; /* between the marks */
  gboolean fresh;  /* behind a mark: white space is dropped */
  guint    held;   /* first bytes of the next mark that are here and may become one */
} McpModelThink;

/** Puts a piece of text into the draft, but what may be the beginning of a mark. */
void mcp_model_think_push (McpModelThink *self,
                           McpModelDraft *draft,
                           const char    *text,
                           gsize          length);
/** Ends the text: what was held back is no mark. */
void mcp_model_think_finish (McpModelThink *self, McpModelDraft *draft);
