/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-script-writer.h"

#include "mcp-json-writer.h"

static void
write_call (McpJsonWriter *writer, McpModelBlock *block)
{
  const char *arguments = mcp_model_block_get_text (block);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);

  mcp_json_writer_add (writer, "{'tool': %s, 'id': ?%s", mcp_model_block_get_name (block),
                       mcp_model_block_get_id (block));
  if (mcp_json_value_get_kind (root) == MCP_JSON_OBJECT)
    mcp_json_writer_add (writer, "'arguments': %v}", root);
  else
    mcp_json_writer_add (writer, "'arguments_text': %s}", arguments);
}

static void
write_calls (McpJsonWriter *writer, McpModelTurn *turn)
{
  mcp_json_writer_add (writer, "'call': [");
  for (guint i = 0; i < turn->blocks->len; i++)
    if (mcp_model_block_get_kind (turn->blocks->pdata[i]) == MCP_MODEL_CALL)
      write_call (writer, turn->blocks->pdata[i]);
  mcp_json_writer_end_array (writer);
}

static void
write_image (McpJsonWriter *writer, McpModelTurn *turn)
{
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      if (mcp_model_block_get_kind (block) != MCP_MODEL_IMAGE)
        continue;
      g_autofree char *data = mcp_model_block_dup_base64 (block);
      mcp_json_writer_add (writer, "'image': {'mime_type': %s, 'data': %s}",
                           mcp_model_block_get_mime_type (block), data);
      /* A step shows one. */
      return;
    }
}

static void
write_member (McpJsonWriter *writer, const char *name, McpModelTurn *turn, McpModelBlockKind kind)
{
  g_autofree char *text = mcp_model_turn_dup_text (turn, kind);

  if (*text != '\0')
    mcp_json_writer_add (writer, "%s: %s", name, text);
}

static void
write_step (McpJsonWriter *writer, McpModelTurn *turn, gint64 number)
{
  const McpModelUsage *usage = &turn->usage;
  gboolean             refused = mcp_model_turn_count (turn, MCP_MODEL_REFUSAL) > 0;

  mcp_json_writer_add (writer, "{'when': {'turn': %x}", number);
  write_member (writer, "think", turn, MCP_MODEL_REASONING);
  write_member (writer, "say", turn, refused ? MCP_MODEL_REFUSAL : MCP_MODEL_TEXT);
  if (mcp_model_turn_count (turn, MCP_MODEL_CALL) > 0)
    write_calls (writer, turn);
  write_image (writer, turn);
  if (refused || turn->stop != MCP_MODEL_STOP_NONE)
    mcp_json_writer_member_string (
        writer, "stop", mcp_model_stop_to_text (refused ? MCP_MODEL_STOP_REFUSAL : turn->stop));
  if (mcp_model_usage_is_known (usage))
    mcp_json_writer_add (writer,
                         "'usage': {'input': ?%x, 'cached': ?%x, 'cache_write': ?%x, 'output': "
                         "?%x, 'reasoning': ?%x}",
                         usage->input, usage->cached, usage->cache_write, usage->output,
                         usage->reasoning);
  mcp_json_writer_end_object (writer);
}

char *
mcp_model_script_write (GPtrArray *turns, const char *model)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gint64 number = 0;

  mcp_json_writer_add (writer, "{'model': ?%s, 'steps': [", model);
  for (guint i = 0; i < turns->len; i++)
    {
      McpModelTurn *turn = turns->pdata[i];

      if (turn->role == MCP_MODEL_ASSISTANT)
        write_step (writer, turn, ++number);
    }
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish_pretty (writer, 2);
}
