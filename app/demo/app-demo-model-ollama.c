/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ollama's own API: a line of JSON for each piece; calls come whole. */

#include "app-demo-model-dialect.h"

/* ns that a token takes, as the counts at the end tell */
#define TOKEN_NS 5000000

static void
read_message (AppDemoModelAsk *ask, McpJsonValue message)
{
  McpJsonValue role = mcp_json_value_get_member (message, "role");
  McpJsonIter  iter;
  McpJsonValue call;

  if (mcp_json_value_string_equals (role, "assistant"))
    app_demo_model_ask_add_model (ask);
  else if (mcp_json_value_string_equals (role, "tool"))
    app_demo_model_ask_add_result (ask, mcp_json_value_get_member (message, "tool_call_id"),
                                   mcp_json_value_get_member (message, "tool_name"));
  /* Images of results may follow them as a message of the user. */
  else if (mcp_json_value_string_equals (role, "user") &&
           (ask->after == NULL ||
            !mcp_json_value_exists (mcp_json_value_get_member (message, "images"))))
    app_demo_model_ask_add_user (ask, app_demo_model_ask_dup_text (
                                          mcp_json_value_get_member (message, "content")));
  mcp_json_iter_init (&iter, mcp_json_value_get_member (message, "tool_calls"));
  while (mcp_json_iter_next (&iter, NULL, &call))
    app_demo_model_ask_add_call (
        ask, mcp_json_value_get_member (call, "id"),
        mcp_json_value_get_member (mcp_json_value_get_member (call, "function"), "name"));
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
  /* A stream is the rule here. */
  ask->is_streamed = mcp_json_value_get_member_boolean (ask->body, "stream", TRUE);
}

static McpJsonWriter *
begin (const AppDemoModelReply *reply)
{
  McpJsonWriter *writer = mcp_json_writer_new ();
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_utc (reply->created);
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.000000000Z");

  mcp_json_writer_add (writer,
                       "{'model': %s, 'created_at': %s, 'message': {'role': 'assistant', "
                       "'content': ",
                       reply->model, time);
  return writer;
}

static void
write_call (McpJsonWriter *writer, const AppDemoModelReply *reply, guint index)
{
  const AppDemoModelCall *call = reply->calls->pdata[index];

  mcp_json_writer_add (
      writer, "{'id': %s, 'function': {'index': %i, 'name': %s, 'arguments': %r}}", call->id,
      (int)index, call->name, call->object);
}

/* Returns: (nullable): the first call whose arguments are no object; the server breaks off then */
static const AppDemoModelCall *
find_malformed (const AppDemoModelReply *reply)
{
  for (guint i = 0; i < reply->calls->len; i++)
    if (((const AppDemoModelCall *)reply->calls->pdata[i])->object == NULL)
      return reply->calls->pdata[i];
  return NULL;
}

static char *
write_malformed (const AppDemoModelCall *call)
{
  g_autofree char *text =
      g_strdup_printf ("error parsing tool call: raw='%s', err=invalid JSON", call->arguments);

  return mcp_json_build ("{'error': %s}", text);
}

static const char *
get_reason (const AppDemoModelReply *reply)
{
  return reply->stop == MCP_MODEL_STOP_LENGTH || reply->stop == MCP_MODEL_STOP_CONTEXT ? "length"
                                                                                       : "stop";
}

/* Behind the message */
static void
write_end (McpJsonWriter *writer, const AppDemoModelReply *reply)
{
  const McpModelUsage *usage = &reply->usage;

  mcp_json_writer_add (
      writer, "}, 'done': true, 'done_reason': %s, 'total_duration': %x, 'load_duration': 1000000,",
      get_reason (reply), (usage->input + usage->output) * TOKEN_NS + 1000000);
  /* What is 0 is left out. */
  mcp_json_writer_add (writer,
                       "'prompt_eval_count': ?%x, 'prompt_eval_duration': %x, 'eval_count': ?%x, "
                       "'eval_duration': %x}",
                       usage->input > 0 ? usage->input : (gint64)-1, usage->input * TOKEN_NS,
                       usage->output > 0 ? usage->output : (gint64)-1, usage->output * TOKEN_NS);
}

static void
add_text (const AppDemoModelReply *reply,
          AppDemoModelFrames      *frames,
          const char              *text,
          gboolean                 is_thought)
{
  g_auto (GStrv) pieces = app_demo_model_split (text != NULL ? text : "");

  for (guint i = 0; pieces[i] != NULL; i++)
    {
      g_autoptr (McpJsonWriter) writer = begin (reply);

      mcp_json_writer_add (writer, "%s, 'thinking': ?%s}, 'done': false}",
                           is_thought ? "" : pieces[i], is_thought ? pieces[i] : NULL);
      app_demo_model_frames_add (frames, TRUE, NULL, mcp_json_writer_finish_text (writer));
    }
}

static void
stream_chat (const AppDemoModelReply *reply, AppDemoModelFrames *frames)
{
  g_autoptr (McpJsonWriter) last = NULL;
  const AppDemoModelCall *malformed = find_malformed (reply);

  add_text (reply, frames, reply->think, TRUE);
  add_text (reply, frames, reply->say, FALSE);
  if (malformed != NULL)
    {
      app_demo_model_frames_add (frames, TRUE, NULL, write_malformed (malformed));
      return;
    }
  for (guint i = 0; i < reply->calls->len; i++)
    {
      g_autoptr (McpJsonWriter) writer = begin (reply);

      mcp_json_writer_add (writer, "'', 'tool_calls': [");
      write_call (writer, reply, i);
      mcp_json_writer_add (writer, "]}, 'done': false}");
      app_demo_model_frames_add (frames, TRUE, NULL, mcp_json_writer_finish_text (writer));
    }
  last = begin (reply);
  mcp_json_writer_add (last, "''");
  write_end (last, reply);
  app_demo_model_frames_add (frames, FALSE, NULL, mcp_json_writer_finish_text (last));
}

static char *
write_whole (const AppDemoModelReply *reply)
{
  g_autoptr (McpJsonWriter) writer = NULL;
  const AppDemoModelCall *malformed = find_malformed (reply);

  if (malformed != NULL)
    return write_malformed (malformed);
  writer = begin (reply);
  mcp_json_writer_add (writer, "%s, 'thinking': ?%s", reply->say, reply->think);
  if (reply->calls->len > 0)
    {
      mcp_json_writer_add (writer, "'tool_calls': [");
      for (guint i = 0; i < reply->calls->len; i++)
        write_call (writer, reply, i);
      mcp_json_writer_end_array (writer);
    }
  write_end (writer, reply);
  return mcp_json_writer_finish_text (writer);
}

static char *
write_error (const AppDemoModelError *error)
{
  return mcp_json_build ("{'error': %s}", error->message);
}

static void
stream_error (const AppDemoModelReply *reply,
              const AppDemoModelError *error,
              AppDemoModelFrames      *frames)
{
  app_demo_model_frames_add (frames, FALSE, NULL, write_error (error));
}

const AppDemoModelDialect app_demo_model_ollama = {
  .content_type = "application/x-ndjson",
  .framing = APP_DEMO_MODEL_LINES,
  .read = read_chat,
  .stream = stream_chat,
  .whole = write_whole,
  .fail = write_error,
  .stream_failure = stream_error,
};
