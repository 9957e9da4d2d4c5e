/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-dialect.h"

static const McpModelDialect *const dialects[] = {
  &mcp_model_chat_dialect,
  &mcp_model_responses_dialect,
  &mcp_model_anthropic_dialect,
  &mcp_model_gemini_dialect,
  &mcp_model_ollama_dialect,
};

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
