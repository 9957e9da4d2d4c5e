/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelProvider: where a model is asked and in which dialect: data that a person can edit. No
 * key is in here. Whoever makes one fills its fields; it is read only once it was handed on.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

typedef struct _McpModelDialect McpModelDialect;

typedef enum {
  MCP_MODEL_KEY_NONE,
  MCP_MODEL_KEY_BEARER,    /* Authorization: Bearer */
  MCP_MODEL_KEY_X_API,     /* x-api-key */
  MCP_MODEL_KEY_X_GOOG_API /* x-goog-api-key */
} McpModelKeyPlace;

/** Where servers of one dialect differ; bits. */
typedef enum {
  MCP_MODEL_REGULAR = 0,
  MCP_MODEL_MAX_COMPLETION_TOKENS = 1 << 0, /* Chat Completions: in place of max_tokens */
  MCP_MODEL_NO_TOOL_CHOICE = 1 << 1,        /* it is ignored or refused */
  MCP_MODEL_ECHO_REASONING = 1 << 2,        /* reasoning_content on each assistant message */
  MCP_MODEL_NO_STREAM_USAGE = 1 << 3,       /* stream_options are refused */
  MCP_MODEL_THINK_TAGS = 1 << 4,            /* <think> in the text is reasoning */
} McpModelSwitches;

typedef struct
{
  gatomicrefcount        ref_count;
  char                  *id;    /* of the entry: "openai" */
  char                  *title; /* for people */
  const McpModelDialect *dialect;
  char                  *base; /* a URL without a slash at its end */
  McpModelKeyPlace       key_place;
  char                 **headers; /* "Name: value", sent beside ours; no secrets */
  McpModelSwitches       switches;
  gint64                 context;    /* tokens; 0 where it is not known */
  gint64                 max_tokens; /* of a response, where the dialect demands one */
} McpModelProvider;

/** Returns: (transfer full): with the dialect's usual values. @id, @base: copied; a slash at the end
 * of @base goes */
McpModelProvider *
mcp_model_provider_new (const char *id, const McpModelDialect *dialect, const char *base);
McpModelProvider *mcp_model_provider_ref (McpModelProvider *self);
void              mcp_model_provider_unref (McpModelProvider *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelProvider, mcp_model_provider_unref)

/** The templates that a new entry begins with: OpenAI, Anthropic, Gemini, Ollama, llama.cpp, LM
 * Studio, vLLM, and any compatible server. @index: from 0
 * Returns: (transfer full) (nullable): %NULL behind the last */
McpModelProvider *mcp_model_provider_new_template (guint index);

G_END_DECLS
