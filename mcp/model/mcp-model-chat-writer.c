/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-chat.h"

#include <string.h>

/* What the chat templates of Mistral's models demand of a call's id */
#define ID_LENGTH 9

static gboolean
is_plain_id (const char *id)
{
  gsize length = strlen (id);

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (id[i]))
      return FALSE;
  return length == ID_LENGTH;
}

/* Where a call was made elsewhere its id need not be one that this server takes: every server takes
 * nine letters and digits. @block: a call of @turn, or its result. Returns: (transfer full) */
static char *
dup_id (const McpModelRequest *request, McpModelTurn *turn, McpModelBlock *block)
{
  const char *id = mcp_model_block_get_id (block);

  if (mcp_model_request_echoes (request, turn) || is_plain_id (id))
    return g_strdup (id);
  char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, id, -1);
  digest[ID_LENGTH] = '\0';
  return digest;
}

static void
write_text_part (McpJsonWriter *writer, const char *text)
{
  mcp_json_writer_add (writer, "{'type': 'text', 'text': %s}", text);
}

static void
write_image_part (McpJsonWriter *writer, McpModelBlock *image)
{
  g_autofree char *url = mcp_model_block_dup_data_url (image);

  mcp_json_writer_add (writer, "{'type': 'image_url', 'image_url': {'url': %s}}", url);
}

static void
write_user (McpJsonWriter *writer, McpModelTurn *turn)
{
  if (turn->blocks->len == 1 && mcp_model_turn_count (turn, MCP_MODEL_TEXT) == 1)
    {
      mcp_json_writer_add (writer, "{'role': 'user', 'content': %s}",
                           mcp_model_block_get_text (turn->blocks->pdata[0]));
      return;
    }
  mcp_json_writer_add (writer, "{'role': 'user', 'content': [");
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      if (mcp_model_block_get_kind (block) == MCP_MODEL_TEXT)
        write_text_part (writer, mcp_model_block_get_text (block));
      else if (mcp_model_block_get_kind (block) == MCP_MODEL_IMAGE)
        write_image_part (writer, block);
    }
  mcp_json_writer_add (writer, "]}");
}

/* The message as it came, with what was thought where that must come back */
static void
write_echo (const McpModelRequest *request, McpJsonWriter *writer, McpModelTurn *turn)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (turn->echo, NULL, NULL, NULL);

  if (document == NULL || !(request->provider->switches & MCP_MODEL_ECHO_REASONING))
    {
      gsize       size;
      const char *echo = g_bytes_get_data (turn->echo, &size);

      mcp_json_writer_raw (writer, echo, (gssize)size);
      return;
    }
  g_autofree char *reasoning = mcp_model_turn_dup_text (turn, MCP_MODEL_REASONING);
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
      if (mcp_json_value_string_equals (each.name, "content"))
        mcp_json_writer_member_string (writer, "reasoning_content", reasoning);
    }
  mcp_json_writer_end_object (writer);
}

static void
write_call (const McpModelRequest *request,
            McpJsonWriter         *writer,
            McpModelTurn          *turn,
            McpModelBlock         *call)
{
  const char      *arguments = mcp_model_block_get_text (call);
  g_autofree char *id = dup_id (request, turn, call);

  mcp_json_writer_add (
      writer, "{'id': %s, 'type': 'function', 'function': {'name': %s, 'arguments': %s}}", id,
      mcp_model_block_get_name (call), *arguments != '\0' ? arguments : "{}");
}

/* What another model wrote: what it thought is not for this one. */
static void
write_assistant (const McpModelRequest *request, McpJsonWriter *writer, McpModelTurn *turn)
{
  g_autofree char *text = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);
  g_autofree char *refusal = mcp_model_turn_dup_text (turn, MCP_MODEL_REFUSAL);
  guint            n_calls = mcp_model_turn_count (turn, MCP_MODEL_CALL);
  const char      *content = *text != '\0' ? text : refusal;

  if (*content == '\0' && n_calls == 0)
    return;
  mcp_json_writer_add (writer, "{'role': 'assistant', 'content': %s",
                       *content != '\0' ? content : NULL);
  if (request->provider->switches & MCP_MODEL_ECHO_REASONING)
    mcp_json_writer_member_string (writer, "reasoning_content", "");
  if (n_calls > 0)
    {
      mcp_json_writer_add (writer, "'tool_calls': [");
      for (guint i = 0; i < turn->blocks->len; i++)
        if (mcp_model_block_get_kind (turn->blocks->pdata[i]) == MCP_MODEL_CALL)
          write_call (request, writer, turn, turn->blocks->pdata[i]);
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_end_object (writer);
}

/* A message of a tool takes text only: the images of all results follow as a person's message,
 * behind the last result, since nothing may come between the results. */
static void
write_images (McpJsonWriter *writer, GPtrArray *results)
{
  gboolean begun = FALSE;

  for (guint i = 0; i < results->len; i++)
    {
      McpModelBlock *result = results->pdata[i];
      GPtrArray     *images = mcp_model_block_get_images (result);

      if (images == NULL)
        continue;
      if (!begun)
        mcp_json_writer_add (writer, "{'role': 'user', 'content': [");
      begun = TRUE;
      g_autofree char *text = mcp_model_request_dup_images_text (result);
      write_text_part (writer, text);
      for (guint j = 0; j < images->len; j++)
        write_image_part (writer, images->pdata[j]);
    }
  if (begun)
    mcp_json_writer_add (writer, "]}");
}

static void
write_results (const McpModelRequest *request, McpJsonWriter *writer, guint number)
{
  g_autoptr (GPtrArray) results = mcp_model_request_dup_results (request, number);

  for (guint i = 0; i < results->len; i++)
    {
      g_autofree char *id = dup_id (request, request->turns->pdata[number], results->pdata[i]);
      g_autofree char *text = mcp_model_request_dup_result_text (results->pdata[i]);

      mcp_json_writer_add (writer, "{'role': 'tool', 'tool_call_id': %s, 'content': %s}", id, text);
    }
  write_images (writer, results);
}

static void
write_messages (const McpModelRequest *request, McpJsonWriter *writer)
{
  mcp_json_writer_add (writer, "'messages': [");
  if (request->system != NULL && *request->system != '\0')
    mcp_json_writer_add (writer, "{'role': 'system', 'content': %s}", request->system);
  for (guint i = 0; i < request->turns->len; i++)
    {
      McpModelTurn *turn = request->turns->pdata[i];

      if (turn->role == MCP_MODEL_USER)
        write_user (writer, turn);
      if (turn->role != MCP_MODEL_ASSISTANT)
        continue;
      if (mcp_model_request_echoes (request, turn))
        write_echo (request, writer, turn);
      else
        write_assistant (request, writer, turn);
      write_results (request, writer, i);
    }
  mcp_json_writer_end_array (writer);
}

static void
write_choice (const McpModelRequest *request, McpJsonWriter *writer)
{
  if (request->provider->switches & MCP_MODEL_NO_TOOL_CHOICE)
    return;
  switch (request->choice)
    {
    case MCP_MODEL_CHOICE_AUTO:
      break;
    case MCP_MODEL_CHOICE_NONE:
      mcp_json_writer_member_string (writer, "tool_choice", "none");
      break;
    case MCP_MODEL_CHOICE_REQUIRED:
      mcp_json_writer_member_string (writer, "tool_choice", "required");
      break;
    case MCP_MODEL_CHOICE_NAMED:
      mcp_json_writer_add (writer, "'tool_choice': {'type': 'function', 'function': {'name': %s}}",
                           request->choice_name);
      break;
    }
}

static void
write_tools (const McpModelRequest *request, McpJsonWriter *writer)
{
  /* Where a choice is not known, no tools are the way to have none chosen. An empty list is refused
   * by some. */
  if (request->tools == NULL || g_str_equal (request->tools, "[]") ||
      (request->choice == MCP_MODEL_CHOICE_NONE &&
       (request->provider->switches & MCP_MODEL_NO_TOOL_CHOICE)))
    return;
  mcp_json_writer_add (writer, "'tools': %r", request->tools);
  write_choice (request, writer);
  if (request->parallel >= 0)
    mcp_json_writer_member_boolean (writer, "parallel_tool_calls", request->parallel > 0);
}

void
mcp_model_chat_write (const McpModelRequest *request, McpJsonWriter *writer)
{
  const McpModelProvider *provider = request->provider;
  gint64                  max_tokens =
      request->max_tokens > 0 ? request->max_tokens : provider->max_tokens;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "model", request->model);
  write_messages (request, writer);
  write_tools (request, writer);
  if (max_tokens > 0)
    mcp_json_writer_member_int64 (writer,
                                  provider->switches & MCP_MODEL_MAX_COMPLETION_TOKENS
                                      ? "max_completion_tokens"
                                      : "max_tokens",
                                  max_tokens);
  mcp_json_writer_member_boolean (writer, "stream", !request->whole);
  if (!request->whole && !(provider->switches & MCP_MODEL_NO_STREAM_USAGE))
    mcp_json_writer_add (writer, "'stream_options': {'include_usage': true}");
  mcp_json_writer_end_object (writer);
}
