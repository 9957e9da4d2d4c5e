/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Anthropic's Messages */

#include "app-demo-model-dialect.h"

static void
read_blocks (AppDemoModelAsk *ask, McpJsonValue content)
{
  McpJsonIter  iter;
  McpJsonValue block;

  if (mcp_json_value_get_kind (content) != MCP_JSON_ARRAY)
    return;
  mcp_json_iter_init (&iter, content);
  while (mcp_json_iter_next (&iter, NULL, &block))
    {
      McpJsonValue type = mcp_json_value_get_member (block, "type");

      if (mcp_json_value_string_equals (type, "tool_use"))
        app_demo_model_ask_add_call (ask, mcp_json_value_get_member (block, "id"),
                                     mcp_json_value_get_member (block, "name"));
      else if (mcp_json_value_string_equals (type, "tool_result"))
        app_demo_model_ask_add_result (ask, mcp_json_value_get_member (block, "tool_use_id"),
                                       MCP_JSON_NO_VALUE);
      else if (mcp_json_value_string_equals (type, "thinking"))
        {
          g_autofree char *thought = mcp_json_value_dup_member_string (block, "thinking");

          app_demo_model_ask_check_seal (ask, thought != NULL ? thought : "",
                                         mcp_json_value_get_member (block, "signature"));
        }
    }
}

static void
read_messages (AppDemoModelAsk *ask)
{
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (ask->body, "messages"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      McpJsonValue content = mcp_json_value_get_member (item, "content");
      McpJsonValue role = mcp_json_value_get_member (item, "role");

      if (mcp_json_value_string_equals (role, "assistant"))
        app_demo_model_ask_add_model (ask);
      else if (mcp_json_value_string_equals (role, "user") &&
               !app_demo_model_ask_has_part (content, "type", "tool_result"))
        app_demo_model_ask_add_user (ask, app_demo_model_ask_dup_text (content));
      read_blocks (ask, content);
    }
  mcp_json_iter_init (&iter, mcp_json_value_get_member (ask->body, "tools"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    app_demo_model_ask_add_tool (ask, mcp_json_value_get_member (item, "name"));
  ask->may_not_call = mcp_json_value_string_equals (
      mcp_json_value_get_member (mcp_json_value_get_member (ask->body, "tool_choice"), "type"),
      "none");
}

static const char *
get_reason (const AppDemoModelReply *reply)
{
  switch (reply->stop)
    {
    case MCP_MODEL_STOP_CALLS:
      return "tool_use";
    case MCP_MODEL_STOP_LENGTH:
      return "max_tokens";
    case MCP_MODEL_STOP_CONTEXT:
      return "model_context_window_exceeded";
    case MCP_MODEL_STOP_SEQUENCE:
      return "stop_sequence";
    case MCP_MODEL_STOP_FILTER:
    case MCP_MODEL_STOP_REFUSAL:
      return "refusal";
    case MCP_MODEL_STOP_PAUSE:
      return "pause_turn";
    default:
      return "end_turn";
    }
}

/* @output: tokens of the response so far */
static void
write_usage (McpJsonWriter *writer, const McpModelUsage *usage, gint64 output)
{
  mcp_json_writer_add (writer,
                       "{'input_tokens': %x, 'cache_creation_input_tokens': %x, "
                       "'cache_read_input_tokens': %x, 'output_tokens': %x, 'service_tier': "
                       "'standard', 'output_tokens_details': {'thinking_tokens': ?%x}}",
                       MAX (usage->input - usage->cached - usage->cache_write, 0),
                       usage->cache_write, usage->cached, output,
                       output == usage->output ? usage->reasoning : 0);
}

/* Up to the blocks. Returns: (transfer full) */
static McpJsonWriter *
begin_message (const AppDemoModelReply *reply, const char *before)
{
  McpJsonWriter   *writer = mcp_json_writer_new ();
  g_autofree char *id = g_strconcat ("msg_", reply->id, NULL);

  mcp_json_writer_add (writer, before);
  mcp_json_writer_add (writer, "{'id': %s, 'type': 'message', 'role': 'assistant', 'model': %s,",
                       id, reply->model);
  if (reply->cache_miss != NULL)
    mcp_json_writer_add (writer,
                         "'diagnostics': {'cache_miss_reason': {'type': %s, "
                         "'cache_missed_input_tokens': %x}},",
                         reply->cache_miss, reply->ask->size);
  else
    mcp_json_writer_add (writer, "'diagnostics': null,");
  mcp_json_writer_add (writer, "'content': [");
  return writer;
}

/* A stream */

typedef struct
{
  AppDemoModelFrames *frames;
  int                 index; /* of the block */
} Stream;

static void
begin_block (Stream *self, char *block)
{
  app_demo_model_frames_add (
      self->frames, FALSE, "content_block_start",
      mcp_json_build ("{'type': 'content_block_start', 'index': %i, 'content_block': %r}",
                      self->index, block));
  if (self->index == 0)
    app_demo_model_frames_add (self->frames, FALSE, "ping", g_strdup ("{\"type\": \"ping\"}"));
  g_free (block);
}

static void
add_delta (Stream *self, const char *type, const char *member, const char *text)
{
  app_demo_model_frames_add (
      self->frames, TRUE, "content_block_delta",
      mcp_json_build (
          "{'type': 'content_block_delta', 'index': %i, 'delta': {'type': %s, %s: %s}}",
          self->index, type, member, text));
}

static void
add_deltas (Stream *self, const char *type, const char *member, const char *text)
{
  g_auto (GStrv) pieces = app_demo_model_split (text);

  for (guint i = 0; pieces[i] != NULL; i++)
    add_delta (self, type, member, pieces[i]);
}

static void
end_block (Stream *self)
{
  app_demo_model_frames_add (
      self->frames, FALSE, "content_block_stop",
      mcp_json_build ("{'type': 'content_block_stop', 'index': %i}", self->index++));
}

static void
stream_blocks (Stream *self, const AppDemoModelReply *reply)
{
  if (reply->think != NULL)
    {
      g_autofree char *signature = app_demo_model_ask_make_seal (reply->think);

      begin_block (self, mcp_json_build ("{'type': 'thinking', 'thinking': '', 'signature': ''}"));
      add_deltas (self, "thinking_delta", "thinking", reply->think);
      add_delta (self, "signature_delta", "signature", signature);
      end_block (self);
    }
  if (*reply->say != '\0')
    {
      begin_block (self, mcp_json_build ("{'type': 'text', 'text': ''}"));
      add_deltas (self, "text_delta", "text", reply->say);
      end_block (self);
    }
  for (guint i = 0; i < reply->calls->len; i++)
    {
      const AppDemoModelCall *call = reply->calls->pdata[i];
      gboolean                is_empty = g_str_equal (call->arguments, "{}");

      begin_block (self, mcp_json_build ("{'type': 'tool_use', 'id': %s, 'name': %s, 'input': {}}",
                                         call->id, call->name));
      add_delta (self, "input_json_delta", "partial_json", "");
      /* Of a call without arguments there is nothing but this. */
      add_deltas (self, "input_json_delta", "partial_json", is_empty ? "" : call->arguments);
      end_block (self);
    }
}

static void
stream_messages (const AppDemoModelReply *reply, AppDemoModelFrames *frames)
{
  Stream stream = { frames };
  g_autoptr (McpJsonWriter) first = begin_message (reply, "{'type': 'message_start', 'message': ");
  g_autoptr (McpJsonWriter) last = mcp_json_writer_new ();

  mcp_json_writer_add (first, "], 'stop_reason': null, 'stop_sequence': null, 'usage': ");
  write_usage (first, &reply->usage, 1);
  mcp_json_writer_add (first, "}}");
  app_demo_model_frames_add (frames, FALSE, "message_start", mcp_json_writer_finish_text (first));
  stream_blocks (&stream, reply);
  mcp_json_writer_add (last,
                       "{'type': 'message_delta', 'delta': {'stop_reason': %s, 'stop_sequence': "
                       "null}, 'usage': ",
                       get_reason (reply));
  write_usage (last, &reply->usage, reply->usage.output);
  mcp_json_writer_end_object (last);
  app_demo_model_frames_add (frames, FALSE, "message_delta", mcp_json_writer_finish_text (last));
  app_demo_model_frames_add (frames, FALSE, "message_stop",
                             g_strdup ("{\"type\": \"message_stop\"}"));
}

static char *
write_whole (const AppDemoModelReply *reply)
{
  g_autoptr (McpJsonWriter) writer = begin_message (reply, "");

  if (reply->think != NULL)
    {
      g_autofree char *signature = app_demo_model_ask_make_seal (reply->think);

      mcp_json_writer_add (writer, "{'type': 'thinking', 'thinking': %s, 'signature': %s}",
                           reply->think, signature);
    }
  if (*reply->say != '\0')
    mcp_json_writer_add (writer, "{'type': 'text', 'text': %s}", reply->say);
  for (guint i = 0; i < reply->calls->len; i++)
    {
      const AppDemoModelCall *call = reply->calls->pdata[i];

      mcp_json_writer_add (writer, "{'type': 'tool_use', 'id': %s, 'name': %s, 'input': ",
                           call->id, call->name);
      if (call->object != NULL)
        mcp_json_writer_add (writer, "%r}", call->object);
      else
        mcp_json_writer_add (writer, "{'INVALID_JSON': %s}}", call->arguments);
    }
  mcp_json_writer_add (writer, "], 'stop_reason': %s, 'stop_sequence': null, 'usage': ",
                       get_reason (reply));
  write_usage (writer, &reply->usage, reply->usage.output);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static const char *
get_type (const AppDemoModelError *error)
{
  switch (error->status)
    {
    case 401:
      return "authentication_error";
    case 402:
      return "billing_error";
    case 403:
      return "permission_error";
    case 404:
      return "not_found_error";
    case 413:
      return "request_too_large";
    case 429:
      return "rate_limit_error";
    case 504:
      return "timeout_error";
    case 529:
      return "overloaded_error";
    default:
      return error->status < 500 ? "invalid_request_error" : "api_error";
    }
}

static char *
write_error (const AppDemoModelError *error)
{
  g_autofree char *id = g_strdup_printf ("req_%08x", error->number);

  return mcp_json_build (
      "{'type': 'error', 'error': {'type': %s, 'message': %s}, 'request_id': %s}",
      error->type != NULL ? error->type : get_type (error), error->message, id);
}

static void
stream_error (const AppDemoModelReply *reply,
              const AppDemoModelError *error,
              AppDemoModelFrames      *frames)
{
  app_demo_model_frames_add (frames, FALSE, "error", write_error (error));
}

static char *
count (const AppDemoModelAsk *ask)
{
  return mcp_json_build ("{'input_tokens': %x}", ask->size);
}

const AppDemoModelDialect app_demo_model_anthropic = {
  .content_type = "text/event-stream; charset=utf-8",
  .framing = APP_DEMO_MODEL_NAMED_EVENTS,
  .demands_results = TRUE,
  .read = read_messages,
  .stream = stream_messages,
  .whole = write_whole,
  .fail = write_error,
  .stream_failure = stream_error,
  .count = count,
};
