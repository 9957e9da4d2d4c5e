/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A response of a model, one event a line, is read and goes back: what is echoed is JSON, and so is
 * each request that has it. The first byte says whether it came whole (1), and was cut (2).
 */

#pragma once

#include "mcp-model-dialect.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static inline void
fuzz_model_check_json (GBytes *bytes, const char *what)
{
  g_autoptr (McpJsonDocument) document =
      bytes != NULL ? mcp_json_document_parse (bytes, NULL, NULL, NULL) : NULL;

  if (bytes != NULL && document == NULL)
    fuzz_fail ("%s", what);
}

/* To the model that said it, and to another one */
static inline void
fuzz_model_answer (McpModelProvider *provider, McpModelTurn *turn)
{
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  McpModelTurn   *results = mcp_model_turn_new (MCP_MODEL_TOOLS);
  McpModelRequest request = { .provider = provider, .turns = turns, .parallel = -1 };

  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
        mcp_model_turn_take_block (results,
                                   mcp_model_block_new_result (mcp_model_block_get_id (block),
                                                               mcp_model_block_get_name (block),
                                                               "done", FALSE, NULL));
    }
  g_ptr_array_add (turns, mcp_model_turn_ref (turn));
  g_ptr_array_add (turns, results);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) body = NULL;

      request.model = i == 0 ? turn->asked : "gemini-3";
      body = mcp_model_request_build (&request);
      fuzz_model_check_json (body, "a request that is no JSON");
    }
}

static inline void
fuzz_model_feed (McpModelReader *reader, const char *line, gsize length, gboolean whole)
{
  static const McpJsonLimits limits = { 1 << 20, 64 };
  g_autoptr (GBytes) bytes = g_bytes_new (line, length);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, &limits, NULL, NULL);
  McpJsonValue values[MCP_MODEL_READER_NAMES];
  McpJsonValue root;

  if (document == NULL)
    return;
  root = mcp_json_document_get_root (document);
  if (whole)
    {
      reader->klass->whole (reader, root);
      return;
    }
  mcp_model_pick (root, reader->klass->names, reader->klass->n_names, values);
  reader->klass->event (reader, root, values);
}

static inline int
fuzz_model_events (const McpModelDialect *dialect, const uint8_t *data, size_t size)
{
  g_autoptr (McpModelProvider) provider = mcp_model_provider_new ("p", dialect, "http://[::1]");
  g_autoptr (McpModelDraft) draft = mcp_model_draft_new (NULL, NULL);
  McpModelReader *reader = dialect->reader_new (draft, provider);
  gboolean        whole = size > 0 && (*data & 1) != 0;
  gboolean        cut = size > 0 && (*data & 2) != 0;
  g_autoptr (McpModelTurn) turn = NULL;

  for (size_t at = 1; at < size && reader->failure == NULL;)
    {
      const uint8_t *end = memchr (data + at, '\n', size - at);
      size_t         length = end != NULL && !whole ? (size_t)(end - data) - at : size - at;

      fuzz_model_feed (reader, (const char *)data + at, length, whole);
      at += length + 1;
    }
  reader->klass->finish (reader, cut);
  g_clear_pointer (&reader->failure, mcp_model_failure_unref);
  reader->klass->free (reader);
  turn = mcp_model_draft_finish (draft, cut);
  turn->dialect = dialect->id;
  turn->provider = g_strdup ("p");
  turn->asked = g_strdup ("m");
  fuzz_model_check_json (turn->echo, "an echo that is no JSON");
  fuzz_model_answer (provider, turn);
  return 0;
}
