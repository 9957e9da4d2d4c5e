/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-anthropic.h"

#include "mcp-model-arguments.h"
#include "mcp-model-call-ids.h"

/* The API demands a limit; this one every model takes. */
#define DEFAULT_MAX_TOKENS 4096

/* The API refuses a text of white space only. */
static gboolean
is_blank (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return *text == '\0';
}

static void
write_text (McpJsonWriter *writer, const char *text)
{
  mcp_json_writer_add (writer, "{'type': 'text', 'text': %s}", text);
}

static void
write_image (McpJsonWriter *writer, McpModelBlock *image)
{
  g_autofree char *base64 = mcp_model_block_dup_base64 (image);

  mcp_json_writer_add (writer,
                       "{'type': 'image', 'source': {'type': 'base64', 'media_type': %s,"
                       " 'data': %s}}",
                       mcp_model_block_get_mime_type (image), base64);
}

static void
write_result (McpJsonWriter *writer, McpModelBlock *result, const char *id)
{
  const char *text = mcp_model_block_get_text (result);
  GPtrArray  *images = mcp_model_block_get_images (result);

  mcp_json_writer_add (writer, "{'type': 'tool_result', 'tool_use_id': %s, 'content':", id);
  if (images == NULL)
    mcp_json_writer_string (writer, text);
  else
    {
      mcp_json_writer_begin_array (writer);
      if (!is_blank (text))
        write_text (writer, text);
      for (guint i = 0; i < images->len; i++)
        write_image (writer, images->pdata[i]);
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_add (writer, ", 'is_error': ?%b}", mcp_model_block_is_error (result));
}

/* Adds what is sent of a person's turn. */
static void
add_user_blocks (GPtrArray *blocks, McpModelTurn *turn)
{
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock    *block = turn->blocks->pdata[i];
      McpModelBlockKind kind = mcp_model_block_get_kind (block);

      if (kind == MCP_MODEL_IMAGE ||
          (kind == MCP_MODEL_TEXT && !is_blank (mcp_model_block_get_text (block))))
        g_ptr_array_add (blocks, mcp_model_block_ref (block));
    }
}

/* @blocks: the results of all calls of the turn @ids are at, and what a person said */
static void
write_user (McpJsonWriter *writer, GPtrArray *blocks, McpModelCallIds *ids)
{
  if (blocks->len == 0)
    return;
  mcp_json_writer_add (writer, "{'role': 'user', 'content':");
  if (blocks->len == 1 && mcp_model_block_get_kind (blocks->pdata[0]) == MCP_MODEL_TEXT)
    {
      mcp_json_writer_add (writer, "%s}", mcp_model_block_get_text (blocks->pdata[0]));
      return;
    }
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < blocks->len; i++)
    {
      McpModelBlock *block = blocks->pdata[i];

      if (mcp_model_block_get_kind (block) == MCP_MODEL_RESULT)
        write_result (writer, block, mcp_model_call_ids_get (ids, i));
      else if (mcp_model_block_get_kind (block) == MCP_MODEL_IMAGE)
        write_image (writer, block);
      else
        write_text (writer, mcp_model_block_get_text (block));
    }
  mcp_json_writer_add (writer, "]}");
}

static gboolean
is_sent_by_model (McpModelBlock *block)
{
  switch (mcp_model_block_get_kind (block))
    {
    case MCP_MODEL_TEXT:
    case MCP_MODEL_REFUSAL:
      return !is_blank (mcp_model_block_get_text (block));
    case MCP_MODEL_IMAGE:
    case MCP_MODEL_CALL:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
write_model_block (McpJsonWriter *writer, McpModelBlock *block, McpModelCallIds *ids)
{
  g_autofree char *text = NULL;

  switch (mcp_model_block_get_kind (block))
    {
    case MCP_MODEL_CALL:
      mcp_json_writer_add (writer, "{'type': 'tool_use', 'id': %s, 'name': %s, 'input':",
                           mcp_model_call_ids_add (ids, mcp_model_block_get_id (block)),
                           mcp_model_block_get_name (block));
      mcp_model_arguments_write (writer, mcp_model_block_get_text (block));
      mcp_json_writer_end_object (writer);
      break;
    case MCP_MODEL_IMAGE:
      /* A model's message takes no images. */
      text = g_strdup_printf ("[image %s]", mcp_model_block_get_mime_type (block));
      write_text (writer, text);
      break;
    default:
      write_text (writer, mcp_model_block_get_text (block));
    }
}

/* Writes what a model said, without what only its own API can read. */
static void
write_blocks (McpJsonWriter *writer, McpModelTurn *turn, McpModelCallIds *ids)
{
  guint n = 0;

  mcp_model_call_ids_begin (ids);
  for (guint i = 0; i < turn->blocks->len; i++)
    n += is_sent_by_model (turn->blocks->pdata[i]) ? 1 : 0;
  if (n == 0)
    return;
  mcp_json_writer_add (writer, "{'role': 'assistant', 'content': [");
  for (guint i = 0; i < turn->blocks->len; i++)
    if (is_sent_by_model (turn->blocks->pdata[i]))
      write_model_block (writer, turn->blocks->pdata[i], ids);
  mcp_json_writer_add (writer, "]}");
}

static void
write_model (McpJsonWriter         *writer,
             const McpModelRequest *request,
             McpModelTurn          *turn,
             McpModelCallIds       *ids)
{
  g_autoptr (McpJsonDocument) echo = mcp_model_request_parse_echo (request, turn);

  if (echo == NULL)
    {
      write_blocks (writer, turn, ids);
      return;
    }
  mcp_model_call_ids_keep (ids, turn);
  mcp_json_writer_add (writer, "{'role': 'assistant', 'content': %v}",
                       mcp_json_document_get_root (echo));
}

static gboolean
is_of_model (McpModelTurn *turn)
{
  return turn->role == MCP_MODEL_ASSISTANT;
}

static void
write_messages (McpJsonWriter *writer, const McpModelRequest *request)
{
  g_autoptr (McpModelCallIds) ids = mcp_model_call_ids_new ();
  GPtrArray *turns = request->turns;
  guint      i = 0;

  mcp_json_writer_add (writer, "'messages': [");
  while (i < turns->len)
    {
      /* The results of all calls stand in the message behind them, before anything else, and what a
       * person said behind those is in the same. */
      g_autoptr (GPtrArray) blocks = mcp_model_request_dup_results (request, i);

      if (is_of_model (turns->pdata[i]))
        write_model (writer, request, turns->pdata[i++], ids);
      for (; i < turns->len && !is_of_model (turns->pdata[i]); i++)
        add_user_blocks (blocks, turns->pdata[i]);
      write_user (writer, blocks, ids);
    }
  mcp_json_writer_end_array (writer);
}

static void
write_tools (McpJsonWriter *writer, const McpModelRequest *request)
{
  static const char *const types[] = { "auto", "none", "any", "tool" };

  if (request->tools == NULL)
    return;
  mcp_json_writer_add (writer, "'tools': %r", request->tools);
  if (request->choice == MCP_MODEL_CHOICE_AUTO && request->parallel < 0)
    return;
  mcp_json_writer_add (
      writer, "'tool_choice': {'type': %s, 'name': ?%s", types[request->choice],
      request->choice == MCP_MODEL_CHOICE_NAMED ? request->choice_name : NULL);
  if (request->parallel >= 0 && request->choice != MCP_MODEL_CHOICE_NONE)
    mcp_json_writer_member_boolean (writer, "disable_parallel_tool_use", request->parallel == 0);
  mcp_json_writer_end_object (writer);
}

static gint64
get_max_tokens (const McpModelRequest *request)
{
  if (request->max_tokens > 0)
    return request->max_tokens;
  return request->provider->max_tokens > 0 ? request->provider->max_tokens : DEFAULT_MAX_TOKENS;
}

static void
write_body (const McpModelRequest *request, McpJsonWriter *writer)
{
  mcp_json_writer_add (writer, "{'model': %s, 'max_tokens': %x, 'system': ?%s", request->model,
                       get_max_tokens (request),
                       request->system != NULL && !is_blank (request->system) ? request->system
                                                                              : NULL);
  write_messages (writer, request);
  write_tools (writer, request);
  mcp_json_writer_add (writer, "'stream': %b}", !request->whole);
}

const McpModelDialect mcp_model_anthropic_dialect = {
  .id = "anthropic",
  .title = "Anthropic Messages",
  .framing = MCP_MODEL_FRAMING_EVENTS,
  .has_end_mark = TRUE,
  .key_place = MCP_MODEL_KEY_X_API,
  .path = "/messages",
  .version = "/v1",
  .write = write_body,
  .reader_new = mcp_model_anthropic_reader_new,
};
