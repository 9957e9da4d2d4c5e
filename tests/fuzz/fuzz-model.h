/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A model's response comes out the same however its bytes were cut, its events tell what the turn
 * has, and what goes back to the provider is JSON. The first byte says how it is cut, the second
 * which switches the provider has. */

#pragma once

#include "mcp-model-stream.h"
/**
 * A response of a model, one event a line, is read and goes back: what is echoed is JSON, and so is
 * each request that has it. The first byte says whether it came whole (1), and was cut (2).
 */
#include "mcp-model-dialect.h"
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
static void
fuzz_model_check_json (GBytes *bytes, const char *what)
  g_autoptr (McpJsonDocument) document =
      bytes != NULL ? mcp_json_document_parse (bytes, NULL, NULL, NULL) : NULL;
  if (bytes != NULL && document == NULL)
    fuzz_fail ("%s", what);
/* To the model that said it, and to another one */
static void
fuzz_model_answer (McpModelProvider *provider, McpModelTurn *turn)
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  McpModelTurn   *results = mcp_model_turn_new (MCP_MODEL_TOOLS);
  McpModelRequest request = { .provider = provider, .turns = turns, .parallel = -1 };
      if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
        mcp_model_turn_take_block (results,
                                   mcp_model_block_new_result (mcp_model_block_get_id (block),
                                                               mcp_model_block_get_name (block),
                                                               "done", FALSE, NULL));
  g_ptr_array_add (turns, mcp_model_turn_ref (turn));
  g_ptr_array_add (turns, results);
      g_autoptr (GBytes) body = NULL;
      request.model = i == 0 ? turn->asked : "gemini-3";
      fuzz_model_check_json (body, "a request that is no JSON");
static void
fuzz_model_feed (McpModelReader *reader, const char *line, gsize length, gboolean whole)
  static const McpJsonLimits limits = { 1 << 20, 64 };
  g_autoptr (GBytes) bytes = g_bytes_new (line, length);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, &limits, NULL, NULL);
  if (document == NULL)
  if (whole)
    reader->klass->whole (reader, mcp_json_document_get_root (document));
  else
    reader->klass->event (reader, mcp_json_document_get_root (document));
static int
  g_autoptr (McpModelProvider) provider = mcp_model_provider_new ("p", dialect, "http://[::1]");
  g_autoptr (McpModelDraft) draft = mcp_model_draft_new (NULL, NULL);
  McpModelReader *reader = dialect->reader_new (draft, provider);
  gboolean        whole = size > 0 && (*data & 1) != 0;
  gboolean        cut = size > 0 && (*data & 2) != 0;
  for (size_t at = 1; at < size && reader->failure == NULL;)
      const uint8_t *end = memchr (data + at, '\n', size - at);
      size_t         length = end != NULL && !whole ? (size_t)(end - data) - at : size - at;
      fuzz_model_feed (reader, (const char *)data + at, length, whole);
      at += length + 1;
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
