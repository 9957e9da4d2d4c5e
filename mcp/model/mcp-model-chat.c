/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-chat.h"

const McpModelDialect mcp_model_chat_dialect = {
  .id = "openai-chat",
  .title = "OpenAI Chat Completions",
  .framing = MCP_MODEL_FRAMING_EVENTS,
  .has_end_mark = TRUE,
  .key_place = MCP_MODEL_KEY_BEARER,
  .path = "/chat/completions",
  .version = "/v1",
  .write = mcp_model_chat_write,
  .reader_new = mcp_model_chat_reader_new,
};
