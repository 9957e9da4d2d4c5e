/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A model's response comes out the same however its bytes were cut, its events tell what the turn
 * has, and what goes back to the provider is JSON. The first byte says how it is cut, the second
 * which switches the provider has. */

#pragma once

#include "mcp-model-stream.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* What the events told of one block */
typedef struct
{
  GString *text;
  gboolean is_call;
  gboolean closed;
} FuzzModelBlock;

static inline void
fuzz_model_block_free (gpointer data)
{
  FuzzModelBlock *block = data;

  g_string_free (block->text, TRUE);
  g_free (block);
}

static inline void
fuzz_model_on_event (const McpModelEvent *event, gpointer user_data)
{
  GPtrArray      *told = user_data;
  FuzzModelBlock *block;

  if (event->kind == MCP_MODEL_EVENT_USAGE)
    return;
  if (event->kind == MCP_MODEL_EVENT_RESTARTED)
    {
      g_ptr_array_set_size (told, 0);
      return;
    }
  while (told->len <= event->block)
    {
      block = g_new0 (FuzzModelBlock, 1);
      block->text = g_string_new (NULL);
      g_ptr_array_add (told, block);
    }
  block = told->pdata[event->block];
  block->is_call = event->block_kind == MCP_MODEL_CALL;
  if (event->kind == MCP_MODEL_EVENT_CLOSED)
    {
      block->closed = TRUE;
      return;
    }
  if (event->kind == MCP_MODEL_EVENT_REPLACED)
    g_string_truncate (block->text, 0);
  if (event->text != NULL)
    g_string_append_len (block->text, event->text, (gssize)event->length);
}

static inline void
fuzz_model_check_told (GPtrArray *told, McpModelTurn *turn)
{
  guint n = 0;

  for (guint i = 0; i < told->len; i++)
    {
      const FuzzModelBlock *block = told->pdata[i];

      if (block->is_call && !block->closed)
        continue;
      if (n >= turn->blocks->len ||
          !g_str_equal (mcp_model_block_get_text (turn->blocks->pdata[n]), block->text->str))
        fuzz_fail ("a block is not what was told of it");
      n++;
    }
}

/* The turn goes back in a request. */
static inline void
fuzz_model_check_request (McpModelProvider *provider, McpModelTurn *turn)
{
  g_autoptr (GPtrArray) turns = g_ptr_array_new ();
  g_autoptr (GBytes) body = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpModelRequest request = { .provider = provider, .model = "m", .turns = turns, .parallel = -1 };

  g_ptr_array_add (turns, turn);
  for (guint i = 0; i < 2; i++)
    {
      /* Verbatim, and as another model's */
      g_clear_pointer (&turn->asked, g_free);
      turn->asked = g_strdup (i == 0 ? "m" : "n");
      g_clear_pointer (&body, g_bytes_unref);
      g_clear_pointer (&document, mcp_json_document_unref);
      body = mcp_model_request_build (&request);
      document = mcp_json_document_parse (body, NULL, NULL, NULL);
      if (document == NULL)
        fuzz_fail ("a request that is no JSON");
    }
}

/* Returns: (transfer full): what came of it */
static inline GString *
fuzz_model_read (McpModelProvider *provider, const uint8_t *data, size_t size, size_t step)
{
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (fuzz_model_block_free);
  g_autoptr (McpModelStream) stream =
      mcp_model_stream_new (provider, NULL, fuzz_model_on_event, told);
  g_autoptr (McpModelTurn) turn = NULL;
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) error = NULL;
  GString *log = g_string_new (NULL);

  for (size_t at = 0; at < size; at += step)
    if (!mcp_model_stream_push (stream, data + at, MIN (step, size - at)))
      break;
  turn = mcp_model_stream_finish (stream, FALSE, &failure, &error);
  fuzz_model_check_told (told, turn);
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];
      gboolean       is_call = mcp_model_block_get_kind (block) == MCP_MODEL_CALL;

      if (!g_utf8_validate (mcp_model_block_get_text (block), -1, NULL))
        fuzz_fail ("a text that is not UTF-8");
      if (is_call && (mcp_model_block_get_id (block) == NULL || *mcp_model_block_get_id (block) == '\0'))
        fuzz_fail ("a call without an id");
      g_string_append_printf (log, "%d %s %s %s\n", mcp_model_block_get_kind (block),
                              is_call ? mcp_model_block_get_id (block) : "",
                              is_call ? mcp_model_block_get_name (block) : "",
                              mcp_model_block_get_text (block));
    }
  g_string_append_printf (log, "%d %s %s %s", turn->stop, turn->stop_text != NULL ? turn->stop_text : "",
                          failure != NULL ? failure->message : "", error != NULL ? error->message : "");
  if (turn->echo != NULL)
    g_string_append_len (log, g_bytes_get_data (turn->echo, NULL),
                         (gssize)g_bytes_get_size (turn->echo));
  fuzz_model_check_request (provider, turn);
  return log;
}

static inline void
fuzz_model (const McpModelDialect *dialect, const uint8_t *data, size_t size)
{
  g_autoptr (McpModelProvider) provider = NULL;

  if (size < 3)
    return;
  provider = mcp_model_provider_new ("fuzz", dialect, "http://127.0.0.1:1");
  provider->switches = data[1] & 0x3f;

  g_autoptr (GString) whole = fuzz_model_read (provider, data + 2, size - 2, size - 2);
  g_autoptr (GString) cut = fuzz_model_read (provider, data + 2, size - 2, 1 + data[0] % 32);
  if (!g_string_equal (whole, cut))
    fuzz_fail ("cuts change the turn:\n%s\n--\n%s", whole->str, cut->str);
}
