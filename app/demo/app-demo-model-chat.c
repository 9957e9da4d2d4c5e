/* SPDX-License-Identifier: GPL-3.0-or-later */

/* OpenAI's Chat Completions, as compatible servers have it too: what is thought is
 * “reasoning_content”. */

#include "app-demo-model-dialect.h"

static void
read_calls (AppDemoModelAsk *ask, McpJsonValue calls)
{
  McpJsonIter  iter;
  McpJsonValue call;

  mcp_json_iter_init (&iter, calls);
  while (mcp_json_iter_next (&iter, NULL, &call))
    app_demo_model_ask_add_call (
        ask, mcp_json_value_get_member (call, "id"),
        mcp_json_value_get_member (mcp_json_value_get_member (call, "function"), "name"));
}

static void
read_message (AppDemoModelAsk *ask, McpJsonValue message)
{
  McpJsonValue role = mcp_json_value_get_member (message, "role");
  McpJsonValue content = mcp_json_value_get_member (message, "content");

  if (mcp_json_value_string_equals (role, "assistant"))
    {
      app_demo_model_ask_add_model (ask);
      read_calls (ask, mcp_json_value_get_member (message, "tool_calls"));
    }
  else if (mcp_json_value_string_equals (role, "tool"))
    app_demo_model_ask_add_result (ask, mcp_json_value_get_member (message, "tool_call_id"),
                                   MCP_JSON_NO_VALUE);
  /* Images of results follow them as a message of the user. */
  else if (mcp_json_value_string_equals (role, "user") &&
           (ask->after == NULL || !app_demo_model_ask_has_part (content, "image_url", NULL)))
    app_demo_model_ask_add_user (ask, app_demo_model_ask_dup_text (content));
}

static void
read_chat (AppDemoModelAsk *ask)
{
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (ask->body, "messages"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    read_message (ask, item);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (ask->body, "tools"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    app_demo_model_ask_add_tool (
        ask, mcp_json_value_get_member (mcp_json_value_get_member (item, "function"), "name"));
  ask->may_not_call = mcp_json_value_string_equals (
      mcp_json_value_get_member (ask->body, "tool_choice"), "none");
  ask->wants_usage = mcp_json_value_get_member_boolean (
      mcp_json_value_get_member (ask->body, "stream_options"), "include_usage", FALSE);
}

static const char *
get_reason (const AppDemoModelReply *reply)
{
  switch (reply->stop)
    {
    case MCP_MODEL_STOP_CALLS:
      return "tool_calls";
    case MCP_MODEL_STOP_LENGTH:
    case MCP_MODEL_STOP_CONTEXT:
      return "length";
    case MCP_MODEL_STOP_FILTER:
      return "content_filter";
    default:
      return "stop";
    }
}

static void
write_usage (McpJsonWriter *writer, const McpModelUsage *usage)
{
  mcp_json_writer_add (
      writer,
      "{'prompt_tokens': %x, 'completion_tokens': %x, 'total_tokens': %x, "
      "'prompt_tokens_details': {'cached_tokens': %x, 'audio_tokens': 0}, "
      "'completion_tokens_details': {'reasoning_tokens': %x, 'audio_tokens': 0, "
      "'accepted_prediction_tokens': 0, 'rejected_prediction_tokens': 0}}",
      usage->input, usage->output, usage->input + usage->output, usage->cached, usage->reasoning);
}

static McpJsonWriter *
begin (const AppDemoModelReply *reply, const char *object)
{
  McpJsonWriter   *writer = mcp_json_writer_new ();
  g_autofree char *id = g_strconcat ("chatcmpl-", reply->id, NULL);

  mcp_json_writer_add (writer,
                       "{'id': %s, 'object': %s, 'created': %x, 'model': %s, 'service_tier': "
                       "'default', 'system_fingerprint': 'fp_demo', 'choices': [",
                       id, object, reply->created, reply->model);
  return writer;
}

static void
add_chunk (const AppDemoModelReply *reply,
           AppDemoModelFrames      *frames,
           gboolean                 is_piece,
           const char              *delta,
           const char              *reason)
{
  g_autoptr (McpJsonWriter) writer = begin (reply, "chat.completion.chunk");

  mcp_json_writer_add (
      writer, "{'index': 0, 'delta': %r, 'logprobs': null, 'finish_reason': %s}]", delta, reason);
  if (reply->ask->wants_usage)
    mcp_json_writer_add (writer, "'usage': null");
  mcp_json_writer_end_object (writer);
  app_demo_model_frames_add (frames, is_piece, NULL, mcp_json_writer_finish_text (writer));
}

static void
add_text (const AppDemoModelReply *reply,
          AppDemoModelFrames      *frames,
          const char              *member,
          const char              *text)
{
  g_auto (GStrv) pieces = app_demo_model_split (text != NULL ? text : "");

  for (guint i = 0; pieces[i] != NULL; i++)
    {
      g_autofree char *delta = mcp_json_build ("{%s: %s}", member, pieces[i]);

      add_chunk (reply, frames, TRUE, delta, NULL);
    }
}

static void
add_call (const AppDemoModelReply *reply, AppDemoModelFrames *frames, guint index)
{
  const AppDemoModelCall *call = reply->calls->pdata[index];
  g_auto (GStrv) pieces = app_demo_model_split (call->arguments);
  g_autofree char *first = mcp_json_build (
      "{'tool_calls': [{'index': %i, 'id': %s, 'type': 'function', 'function': {'name': %s, "
      "'arguments': ''}}]}",
      (int)index, call->id, call->name);

  add_chunk (reply, frames, TRUE, first, NULL);
  for (guint i = 0; pieces[i] != NULL; i++)
    {
      g_autofree char *delta = mcp_json_build (
          "{'tool_calls': [{'index': %i, 'function': {'arguments': %s}}]}", (int)index, pieces[i]);

      add_chunk (reply, frames, TRUE, delta, NULL);
    }
}

/* What a refusing model says is in a member of its own. */
static const char *
get_text_member (const AppDemoModelReply *reply)
{
  return reply->stop == MCP_MODEL_STOP_REFUSAL ? "refusal" : "content";
}

static void
stream_chat (const AppDemoModelReply *reply, AppDemoModelFrames *frames)
{
  add_chunk (reply, frames, FALSE, "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}",
             NULL);
  add_text (reply, frames, "reasoning_content", reply->think);
  add_text (reply, frames, get_text_member (reply), reply->say);
  for (guint i = 0; i < reply->calls->len; i++)
    add_call (reply, frames, i);
  add_chunk (reply, frames, FALSE, "{}", get_reason (reply));
  if (reply->ask->wants_usage)
    {
      g_autoptr (McpJsonWriter) writer = begin (reply, "chat.completion.chunk");

      mcp_json_writer_add (writer, "], 'usage':");
      write_usage (writer, &reply->usage);
      mcp_json_writer_end_object (writer);
      app_demo_model_frames_add (frames, FALSE, NULL, mcp_json_writer_finish_text (writer));
    }
  app_demo_model_frames_add_raw (frames, "data: [DONE]\n\n");
}

static void
write_calls (McpJsonWriter *writer, const AppDemoModelReply *reply)
{
  mcp_json_writer_add (writer, "'tool_calls': [");
  for (guint i = 0; i < reply->calls->len; i++)
    {
      const AppDemoModelCall *call = reply->calls->pdata[i];

      mcp_json_writer_add (writer,
                           "{'id': %s, 'type': 'function', 'function': {'name': %s, 'arguments': "
                           "%s}}",
                           call->id, call->name, call->arguments);
    }
  mcp_json_writer_end_array (writer);
}

static char *
write_whole (const AppDemoModelReply *reply)
{
  g_autoptr (McpJsonWriter) writer = begin (reply, "chat.completion");
  gboolean    refused = reply->stop == MCP_MODEL_STOP_REFUSAL;
  const char *text = *reply->say != '\0' ? reply->say : NULL;

  mcp_json_writer_add (writer,
                       "{'index': 0, 'message': {'role': 'assistant', 'content': %s, 'refusal': "
                       "%s, 'reasoning_content': ?%s, 'annotations': []",
                       refused ? NULL : text, refused ? text : NULL, reply->think);
  if (reply->calls->len > 0)
    write_calls (writer, reply);
  mcp_json_writer_add (writer, "}, 'logprobs': null, 'finish_reason': %s}], 'usage':",
                       get_reason (reply));
  write_usage (writer, &reply->usage);
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
    case 429:
      return "rate_limit_error";
    default:
      return error->status < 500 ? "invalid_request_error" : "server_error";
    }
}

static char *
write_error (const AppDemoModelError *error)
{
  return mcp_json_build (
      "{'error': {'message': %s, 'type': %s, 'param': null, 'code': %s}}", error->message,
      get_type (error),
      error->type != NULL    ? error->type
      : error->status == 401 ? "invalid_api_key"
      : error->status == 429 ? "rate_limit_exceeded"
                             : NULL);
}

static void
stream_error (const AppDemoModelReply *reply,
              const AppDemoModelError *error,
              AppDemoModelFrames      *frames)
{
  app_demo_model_frames_add (frames, FALSE, NULL, write_error (error));
}

/* Of local servers: OpenAI has no such path. */
static char *
count (const AppDemoModelAsk *ask)
{
  return mcp_json_build ("{'input_tokens': %x}", ask->size);
}

const AppDemoModelDialect app_demo_model_chat = {
  .content_type = "text/event-stream; charset=utf-8",
  .framing = APP_DEMO_MODEL_EVENTS,
  .demands_results = TRUE,
  .read = read_chat,
  .stream = stream_chat,
  .whole = write_whole,
  .fail = write_error,
  .stream_failure = stream_error,
  .count = count,
};
