/* SPDX-License-Identifier: GPL-3.0-or-later */

/* OpenAI's Responses */

#include "app-demo-model-dialect.h"

static void
read_item (AppDemoModelAsk *ask, McpJsonValue item)
{
  McpJsonValue type = mcp_json_value_get_member (item, "type");
  McpJsonValue role = mcp_json_value_get_member (item, "role");

  if (mcp_json_value_string_equals (type, "function_call_output"))
    app_demo_model_ask_add_result (ask, mcp_json_value_get_member (item, "call_id"),
                                   MCP_JSON_NO_VALUE);
  else if (mcp_json_value_string_equals (role, "user"))
    app_demo_model_ask_add_user (
        ask, app_demo_model_ask_dup_text (mcp_json_value_get_member (item, "content")));
  else if (mcp_json_value_string_equals (role, "assistant") ||
           mcp_json_value_string_equals (type, "reasoning") ||
           mcp_json_value_string_equals (type, "function_call"))
    {
      app_demo_model_ask_add_model (ask);
      app_demo_model_ask_add_call (ask, mcp_json_value_get_member (item, "call_id"),
                                   mcp_json_value_get_member (item, "name"));
      if (mcp_json_value_string_equals (type, "reasoning"))
        {
          g_autofree char *thought =
              app_demo_model_ask_dup_text (mcp_json_value_get_member (item, "summary"));

          app_demo_model_ask_check_seal (ask, thought,
                                         mcp_json_value_get_member (item, "encrypted_content"));
        }
    }
}

static void
read_responses (AppDemoModelAsk *ask)
{
  McpJsonValue input = mcp_json_value_get_member (ask->body, "input");
  McpJsonIter  iter;
  McpJsonValue item;

  if (mcp_json_value_get_kind (input) == MCP_JSON_STRING)
    app_demo_model_ask_add_user (ask, app_demo_model_ask_dup_text (input));
  mcp_json_iter_init (&iter, input);
  while (mcp_json_iter_next (&iter, NULL, &item))
    read_item (ask, item);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (ask->body, "tools"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    app_demo_model_ask_add_tool (ask, mcp_json_value_get_member (item, "name"));
  mcp_json_iter_init (&iter, mcp_json_value_get_member (ask->body, "include"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    ask->wants_sealed |= mcp_json_value_string_equals (item, "reasoning.encrypted_content");
  ask->may_not_call = mcp_json_value_string_equals (
      mcp_json_value_get_member (ask->body, "tool_choice"), "none");
}

/* One item of the output, empty as it begins or whole */

static void
write_reasoning (McpJsonWriter *writer, const AppDemoModelReply *reply, gboolean is_whole)
{
  g_autofree char *id = g_strconcat ("rs_", reply->id, NULL);
  g_autofree char *sealed = NULL;

  mcp_json_writer_add (writer, "{'id': %s, 'type': 'reasoning', 'summary': [", id);
  if (is_whole)
    mcp_json_writer_add (writer, "{'type': 'summary_text', 'text': %s}", reply->think);
  mcp_json_writer_end_array (writer);
  if (reply->ask->wants_sealed && is_whole)
    {
      sealed = app_demo_model_ask_make_seal (reply->think);
      mcp_json_writer_member_string (writer, "encrypted_content", sealed);
    }
  mcp_json_writer_end_object (writer);
}

static void
write_part (McpJsonWriter *writer, const AppDemoModelReply *reply, const char *text)
{
  if (reply->stop == MCP_MODEL_STOP_REFUSAL)
    mcp_json_writer_add (writer, "{'type': 'refusal', 'refusal': %s}", text);
  else
    mcp_json_writer_add (
        writer, "{'type': 'output_text', 'annotations': [], 'logprobs': [], 'text': %s}", text);
}

static void
write_message (McpJsonWriter *writer, const AppDemoModelReply *reply, gboolean is_whole)
{
  g_autofree char *id = g_strconcat ("msg_", reply->id, NULL);

  mcp_json_writer_add (
      writer, "{'id': %s, 'type': 'message', 'status': %s, 'role': 'assistant', 'content': [", id,
      is_whole ? "completed" : "in_progress");
  if (is_whole)
    write_part (writer, reply, reply->say);
  mcp_json_writer_add (writer, "]}");
}

static void
write_call (McpJsonWriter           *writer,
            const AppDemoModelReply *reply,
            guint                    index,
            gboolean                 is_whole)
{
  const AppDemoModelCall *call = reply->calls->pdata[index];
  g_autofree char        *id = g_strdup_printf ("fc_%s%u", reply->id, index);

  mcp_json_writer_add (writer,
                       "{'id': %s, 'type': 'function_call', 'status': %s, 'arguments': %s, "
                       "'call_id': %s, 'name': %s}",
                       id, is_whole ? "completed" : "in_progress", is_whole ? call->arguments : "",
                       call->id, call->name);
}

static void
write_image (McpJsonWriter *writer, const AppDemoModelReply *reply)
{
  g_autofree char *id = g_strconcat ("ig_", reply->id, NULL);
  g_autofree char *data = g_base64_encode (g_bytes_get_data (reply->step->image, NULL),
                                           g_bytes_get_size (reply->step->image));

  mcp_json_writer_add (writer,
                       "{'id': %s, 'type': 'image_generation_call', 'status': 'completed', "
                       "'result': %s}",
                       id, data);
}

static void
write_output (McpJsonWriter *writer, const AppDemoModelReply *reply)
{
  if (reply->think != NULL)
    write_reasoning (writer, reply, TRUE);
  if (*reply->say != '\0')
    write_message (writer, reply, TRUE);
  if (reply->step->image != NULL)
    write_image (writer, reply);
  for (guint i = 0; i < reply->calls->len; i++)
    write_call (writer, reply, i, TRUE);
}

static const char *
get_status (const AppDemoModelReply *reply)
{
  return reply->stop == MCP_MODEL_STOP_LENGTH || reply->stop == MCP_MODEL_STOP_FILTER
             ? "incomplete"
             : "completed";
}

/* @status: "in_progress", "completed", "incomplete" or "failed"; @error: (nullable) */
static void
write_response (McpJsonWriter           *writer,
                const AppDemoModelReply *reply,
                const char              *status,
                const AppDemoModelError *error)
{
  const McpModelUsage *usage = &reply->usage;

  gboolean         is_whole = !g_str_equal (status, "in_progress") && error == NULL;
  g_autofree char *id = g_strconcat ("resp_", reply->id, NULL);

  mcp_json_writer_add (writer,
                       "{'id': %s, 'object': 'response', 'created_at': %x, 'status': %s, "
                       "'background': false, 'error': ",
                       id, reply->created, status);
  if (error != NULL)
    mcp_json_writer_add (writer, "{'code': %s, 'message': %s}",
                         error->type != NULL ? error->type : "server_error", error->message);
  else
    mcp_json_writer_null (writer);
  mcp_json_writer_add (writer, "'incomplete_details': ");
  if (g_str_equal (status, "incomplete"))
    mcp_json_writer_add (writer, "{'reason': %s}",
                         reply->stop == MCP_MODEL_STOP_FILTER ? "content_filter"
                                                              : "max_output_tokens");
  else
    mcp_json_writer_null (writer);
  mcp_json_writer_add (writer,
                       "'instructions': null, 'model': %s, 'parallel_tool_calls': true, "
                       "'previous_response_id': null, 'store': false, 'tool_choice': 'auto', "
                       "'tools': [], 'metadata': {}, 'output': [",
                       reply->model);
  if (is_whole)
    write_output (writer, reply);
  mcp_json_writer_add (writer, "], 'usage': ");
  if (is_whole)
    mcp_json_writer_add (writer,
                         "{'input_tokens': %x, 'input_tokens_details': {'cached_tokens': %x, "
                         "'cache_write_tokens': %x}, 'output_tokens': %x, "
                         "'output_tokens_details': {'reasoning_tokens': %x}, 'total_tokens': %x}}",
                         usage->input, usage->cached, usage->cache_write, usage->output,
                         usage->reasoning, usage->input + usage->output);
  else
    mcp_json_writer_add (writer, "null}");
}

/* A stream */

typedef struct
{
  const AppDemoModelReply *reply;
  AppDemoModelFrames      *frames;
  gint64                   sequence;
  int                      output; /* index of the item */
  char                    *item;   /* its id */
} Stream;

/* Begins an event. Returns: (transfer full) */
static McpJsonWriter *
begin (Stream *self, const char *type)
{
  McpJsonWriter *writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'type': %s, 'sequence_number': %x", type, self->sequence++);
  return writer;
}

static void
end (Stream *self, const char *type, gboolean is_piece, McpJsonWriter *writer)
{
  mcp_json_writer_end_object (writer);
  app_demo_model_frames_add (self->frames, is_piece, type, mcp_json_writer_finish_text (writer));
  mcp_json_writer_free (writer);
}

static void
add_response (Stream                  *self,
              const char              *type,
              const char              *status,
              const AppDemoModelError *error)
{
  McpJsonWriter *writer = begin (self, type);

  mcp_json_writer_name (writer, "response");
  write_response (writer, self->reply, status, error);
  end (self, type, FALSE, writer);
}

typedef void (*WriteItem) (McpJsonWriter           *writer,
                           const AppDemoModelReply *reply,
                           gboolean                 is_whole);

static void
add_item (Stream *self, gboolean is_whole, WriteItem write)
{
  const char    *type = is_whole ? "response.output_item.done" : "response.output_item.added";
  McpJsonWriter *writer = begin (self, type);

  mcp_json_writer_add (writer, "'output_index': %i, 'item': ", self->output);
  write (writer, self->reply, is_whole);
  end (self, type, FALSE, writer);
}

/* An event within an item. @index: the name of the member that counts parts
 * @member, @text: (nullable): what it tells */
static void
add_event (Stream     *self,
           const char *type,
           const char *index,
           const char *member,
           const char *text,
           gboolean    is_piece)
{
  McpJsonWriter *writer = begin (self, type);

  mcp_json_writer_add (writer, "'item_id': %s, 'output_index': %i", self->item, self->output);
  if (index != NULL)
    mcp_json_writer_member_int64 (writer, index, 0);
  mcp_json_writer_member_string (writer, member, text);
  if (g_str_has_prefix (type, "response.output_text"))
    mcp_json_writer_add (writer, "'logprobs': []");
  end (self, type, is_piece, writer);
}

static void
add_deltas (Stream *self, const char *type, const char *index, const char *text)
{
  g_auto (GStrv) pieces = app_demo_model_split (text);

  for (guint i = 0; pieces[i] != NULL; i++)
    add_event (self, type, index, "delta", pieces[i], TRUE);
}

static void
add_part (Stream *self, const char *type, const char *index, const char *text)
{
  McpJsonWriter *writer = begin (self, type);

  mcp_json_writer_add (writer, "'item_id': %s, 'output_index': %i, %s: 0, 'part': ", self->item,
                       self->output, index);
  if (g_str_equal (index, "summary_index"))
    mcp_json_writer_add (writer, "{'type': 'summary_text', 'text': %s}", text);
  else
    write_part (writer, self->reply, text);
  end (self, type, FALSE, writer);
}

static void
begin_item (Stream *self, const char *prefix, const char *suffix)
{
  g_free (self->item);
  self->item = g_strconcat (prefix, self->reply->id, suffix, NULL);
}

static void
stream_reasoning (Stream *self)
{
  const char *text = self->reply->think;

  begin_item (self, "rs_", NULL);
  add_item (self, FALSE, write_reasoning);
  add_part (self, "response.reasoning_summary_part.added", "summary_index", "");
  add_deltas (self, "response.reasoning_summary_text.delta", "summary_index", text);
  add_event (self, "response.reasoning_summary_text.done", "summary_index", "text", text, FALSE);
  add_part (self, "response.reasoning_summary_part.done", "summary_index", text);
  add_item (self, TRUE, write_reasoning);
  self->output++;
}

static void
stream_message (Stream *self)
{
  const char *text = self->reply->say;
  gboolean    refused = self->reply->stop == MCP_MODEL_STOP_REFUSAL;

  begin_item (self, "msg_", NULL);
  add_item (self, FALSE, write_message);
  add_part (self, "response.content_part.added", "content_index", "");
  add_deltas (self, refused ? "response.refusal.delta" : "response.output_text.delta",
              "content_index", text);
  add_event (self, refused ? "response.refusal.done" : "response.output_text.done", "content_index",
             refused ? "refusal" : "text", text, FALSE);
  add_part (self, "response.content_part.done", "content_index", text);
  add_item (self, TRUE, write_message);
  self->output++;
}

static void
stream_call (Stream *self, guint index)
{
  const AppDemoModelCall *call = self->reply->calls->pdata[index];
  g_autofree char        *suffix = g_strdup_printf ("%u", index);

  begin_item (self, "fc_", suffix);
  for (gboolean is_whole = FALSE; is_whole <= TRUE; is_whole++)
    {
      const char    *type = is_whole ? "response.output_item.done" : "response.output_item.added";
      McpJsonWriter *writer;

      if (is_whole)
        {
          add_deltas (self, "response.function_call_arguments.delta", NULL, call->arguments);
          add_event (self, "response.function_call_arguments.done", NULL, "arguments",
                     call->arguments, FALSE);
        }
      writer = begin (self, type);
      mcp_json_writer_add (writer, "'output_index': %i, 'item': ", self->output);
      write_call (writer, self->reply, index, is_whole);
      end (self, type, FALSE, writer);
    }
  self->output++;
}

static void
add_image (McpJsonWriter *writer, const AppDemoModelReply *reply, gboolean is_whole)
{
  write_image (writer, reply);
}

static void
stream_responses (const AppDemoModelReply *reply, AppDemoModelFrames *frames)
{
  Stream      stream = { reply, frames };
  const char *status = get_status (reply);

  add_response (&stream, "response.created", "in_progress", NULL);
  add_response (&stream, "response.in_progress", "in_progress", NULL);
  if (reply->think != NULL)
    stream_reasoning (&stream);
  if (*reply->say != '\0')
    stream_message (&stream);
  if (reply->step->image != NULL)
    {
      add_item (&stream, FALSE, add_image);
      add_item (&stream, TRUE, add_image);
      stream.output++;
    }
  for (guint i = 0; i < reply->calls->len; i++)
    stream_call (&stream, i);
  add_response (&stream,
                *status == 'i' ? "response.incomplete" : "response.completed", status, NULL);
  g_free (stream.item);
}

static char *
write_whole (const AppDemoModelReply *reply)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  write_response (writer, reply, get_status (reply), NULL);
  return mcp_json_writer_finish_text (writer);
}

/* As it was seen: the error is an object within the event. */
static void
stream_error (const AppDemoModelReply *reply,
              const AppDemoModelError *error,
              AppDemoModelFrames      *frames)
{
  Stream         stream = { reply, frames, .sequence = frames->list->len };
  McpJsonWriter *writer = begin (&stream, "error");

  mcp_json_writer_add (writer,
                       "'error': {'type': %s, 'code': %s, 'message': %s, 'param': null}",
                       error->status == 429 ? "rate_limit_error" : "server_error",
                       error->type, error->message);
  end (&stream, "error", FALSE, writer);
  add_response (&stream, "response.failed", "failed", error);
}

static char *
write_error (const AppDemoModelError *error)
{
  return app_demo_model_chat.fail (error);
}

static char *
count (const AppDemoModelAsk *ask)
{
  return mcp_json_build ("{'object': 'response.input_tokens', 'input_tokens': %x}", ask->size);
}

const AppDemoModelDialect app_demo_model_responses = {
  .content_type = "text/event-stream; charset=utf-8",
  .framing = APP_DEMO_MODEL_NAMED_EVENTS,
  .demands_results = TRUE,
  .read = read_responses,
  .stream = stream_responses,
  .whole = write_whole,
  .fail = write_error,
  .stream_failure = stream_error,
  .count = count,
};
