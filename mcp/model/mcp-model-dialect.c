/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-dialect.h"

static const McpModelDialect *const dialects[] = {
  &mcp_model_chat_dialect,
  &mcp_model_responses_dialect,
  &mcp_model_anthropic_dialect,
  &mcp_model_gemini_dialect,
  &mcp_model_ollama_dialect,
};

/* Of all dialects: what two of them say means the same in both. */
static const struct
{
  const char  *word;
  McpModelStop stop;
} stops[] = {
  { "stop", MCP_MODEL_STOP_END },
  { "eos", MCP_MODEL_STOP_END }, /* Together */
  { "tool_calls", MCP_MODEL_STOP_CALLS },
  { "function_call", MCP_MODEL_STOP_CALLS },
  { "length", MCP_MODEL_STOP_LENGTH },
  { "model_length", MCP_MODEL_STOP_CONTEXT }, /* Mistral */
  { "content_filter", MCP_MODEL_STOP_FILTER },
  /* Responses */
  { "max_output_tokens", MCP_MODEL_STOP_LENGTH },
  /* Anthropic */
  { "end_turn", MCP_MODEL_STOP_END },
  { "tool_use", MCP_MODEL_STOP_CALLS },
  { "max_tokens", MCP_MODEL_STOP_LENGTH },
  { "model_context_window_exceeded", MCP_MODEL_STOP_CONTEXT },
  { "stop_sequence", MCP_MODEL_STOP_SEQUENCE },
  { "refusal", MCP_MODEL_STOP_REFUSAL },
  { "pause_turn", MCP_MODEL_STOP_PAUSE },
  /* Gemini */
  { "STOP", MCP_MODEL_STOP_END },
  { "MAX_TOKENS", MCP_MODEL_STOP_LENGTH },
  { "SAFETY", MCP_MODEL_STOP_FILTER },
  { "RECITATION", MCP_MODEL_STOP_FILTER },
  { "LANGUAGE", MCP_MODEL_STOP_FILTER },
  { "BLOCKLIST", MCP_MODEL_STOP_FILTER },
  { "PROHIBITED_CONTENT", MCP_MODEL_STOP_FILTER },
  { "SPII", MCP_MODEL_STOP_FILTER },
  { "MODEL_ARMOR", MCP_MODEL_STOP_FILTER },
  { "IMAGE_SAFETY", MCP_MODEL_STOP_FILTER },
  { "IMAGE_PROHIBITED_CONTENT", MCP_MODEL_STOP_FILTER },
  { "IMAGE_RECITATION", MCP_MODEL_STOP_FILTER },
};

char *
mcp_model_dialect_dup_path (const McpModelRequest *request)
{
  const McpModelDialect *dialect = request->provider->dialect;

  return dialect->dup_path != NULL ? dialect->dup_path (request) : g_strdup (dialect->path);
}

McpModelStop
mcp_model_dialect_find_stop (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    if (g_strcmp0 (stops[i].word, word) == 0)
      return stops[i].stop;
  return MCP_MODEL_STOP_OTHER;
}

void
mcp_model_reader_fail (McpModelReader *self, McpJsonValue data)
{
  if (self->failure == NULL)
    self->failure = mcp_model_failure_new (0, NULL, data);
}

const McpModelDialect *
mcp_model_dialect_get (guint index)
{
  return index < G_N_ELEMENTS (dialects) ? dialects[index] : NULL;
}

const McpModelDialect *
mcp_model_dialect_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    if (g_strcmp0 (dialects[i]->id, id) == 0)
      return dialects[i];
  return NULL;
}
