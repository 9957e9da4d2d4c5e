/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gemini's generateContent: each event is a whole response, a call comes in one piece, and nothing
 * marks the end. */

#include "app-demo-model-dialect.h"

#include <string.h>

static void
read_parts (AppDemoModelAsk *ask, McpJsonValue parts)
{
  McpJsonIter  iter;
  McpJsonValue part;

  mcp_json_iter_init (&iter, parts);
  while (mcp_json_iter_next (&iter, NULL, &part))
    {
      McpJsonValue result = mcp_json_value_get_member (part, "functionResponse");

      if (mcp_json_value_exists (result))
        app_demo_model_ask_add_result (ask, mcp_json_value_get_member (result, "id"),
                                       mcp_json_value_get_member (result, "name"));
    }
}

static void
read_tools (AppDemoModelAsk *ask)
{
  McpJsonIter  groups, iter;
  McpJsonValue group, item;

  mcp_json_iter_init (&groups, mcp_json_value_get_member (ask->body, "tools"));
  while (mcp_json_iter_next (&groups, NULL, &group))
    {
      mcp_json_iter_init (&iter, mcp_json_value_get_member (group, "functionDeclarations"));
      while (mcp_json_iter_next (&iter, NULL, &item))
        app_demo_model_ask_add_tool (ask, mcp_json_value_get_member (item, "name"));
    }
}

static void
read_contents (AppDemoModelAsk *ask)
{
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (ask->body, "contents"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      McpJsonValue parts = mcp_json_value_get_member (item, "parts");

      if (mcp_json_value_string_equals (mcp_json_value_get_member (item, "role"), "model"))
        app_demo_model_ask_add_model (ask);
      else if (!app_demo_model_ask_has_part (parts, "functionResponse", NULL))
        app_demo_model_ask_add_user (ask, app_demo_model_ask_dup_text (parts));
      read_parts (ask, parts);
    }
  read_tools (ask);
  ask->may_not_call = mcp_json_value_string_equals (
      mcp_json_value_resolve_pointer (ask->body, "/toolConfig/functionCallingConfig/mode"), "NONE");
}

/* A call that is no JSON does not come through: the API says so in its place. */
static gboolean
is_malformed (const AppDemoModelReply *reply)
{
  for (guint i = 0; i < reply->calls->len; i++)
    if (((const AppDemoModelCall *)reply->calls->pdata[i])->object == NULL)
      return TRUE;
  return FALSE;
}

static const char *
get_reason (const AppDemoModelReply *reply)
{
  if (is_malformed (reply))
    return "MALFORMED_FUNCTION_CALL";
  switch (reply->stop)
    {
    case MCP_MODEL_STOP_LENGTH:
    case MCP_MODEL_STOP_CONTEXT:
      return "MAX_TOKENS";
    case MCP_MODEL_STOP_FILTER:
    case MCP_MODEL_STOP_REFUSAL:
      return "SAFETY";
    default:
      return "STOP";
    }
}

static char *
dup_signature (const AppDemoModelReply *reply)
{
  g_autofree char *text = g_strconcat (reply->id, reply->think, NULL);

  return g_base64_encode ((const guchar *)text, strlen (text));
}

static void
write_call (McpJsonWriter *writer, const AppDemoModelReply *reply, guint index)
{
  const AppDemoModelCall *call = reply->calls->pdata[index];
  g_autofree char        *signature = NULL;

  if (call->object == NULL)
    return;
  /* Of calls side by side the first one has it. */
  if (reply->think != NULL && index == 0)
    signature = dup_signature (reply);
  mcp_json_writer_add (
      writer, "{'functionCall': {'id': %s, 'name': %s, 'args': %r}, 'thoughtSignature': ?%s}",
      call->id, call->name, call->object, signature);
}

static void
write_image (McpJsonWriter *writer, const AppDemoModelReply *reply)
{
  g_autofree char *data = g_base64_encode (g_bytes_get_data (reply->step->image, NULL),
                                           g_bytes_get_size (reply->step->image));

  mcp_json_writer_add (writer, "{'inlineData': {'mimeType': %s, 'data': %s}}",
                       reply->step->image_type, data);
}

/* @n: what of the response came so far: of the whole, the last count holds */
static void
write_end (McpJsonWriter *writer, const AppDemoModelReply *reply, gboolean is_last)
{
  const McpModelUsage *usage = &reply->usage;
  gint64               said = MAX (usage->output - usage->reasoning, 0);

  mcp_json_writer_add (writer, "], 'role': 'model'}, 'finishReason': ?%s, 'index': 0}],",
                       is_last ? get_reason (reply) : NULL);
  mcp_json_writer_add (writer,
                       "'usageMetadata': {'promptTokenCount': %x, 'candidatesTokenCount': ?%x, "
                       "'totalTokenCount': %x, 'cachedContentTokenCount': ?%x, "
                       "'thoughtsTokenCount': ?%x}, 'modelVersion': %s, 'responseId': %s}",
                       usage->input, is_last ? said : (gint64)-1,
                       is_last ? usage->input + usage->output : usage->input,
                       usage->cached > 0 ? usage->cached : (gint64)-1,
                       is_last && usage->reasoning > 0 ? usage->reasoning : (gint64)-1,
                       reply->model, reply->id);
}

static McpJsonWriter *
begin (void)
{
  McpJsonWriter *writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'candidates': [{'content': {'parts': [");
  return writer;
}

static void
end (const AppDemoModelReply *reply,
     AppDemoModelFrames      *frames,
     McpJsonWriter           *writer,
     gboolean                 is_last)
{
  write_end (writer, reply, is_last);
  app_demo_model_frames_add (frames, !is_last, NULL, mcp_json_writer_finish_text (writer));
  mcp_json_writer_free (writer);
}

static void
stream_text (const AppDemoModelReply *reply,
             AppDemoModelFrames      *frames,
             const char              *text,
             gboolean                 is_thought)
{
  g_auto (GStrv) pieces = app_demo_model_split (text != NULL ? text : "");

  for (guint i = 0; pieces[i] != NULL; i++)
    {
      McpJsonWriter *writer = begin ();

      mcp_json_writer_add (writer, "{'text': %s, 'thought': ?%b}", pieces[i], is_thought);
      end (reply, frames, writer, FALSE);
    }
}

static void
stream_contents (const AppDemoModelReply *reply, AppDemoModelFrames *frames)
{
  McpJsonWriter *writer;

  if (reply->ask->is_array)
    frames->framing = APP_DEMO_MODEL_ARRAY;
  stream_text (reply, frames, reply->think, TRUE);
  stream_text (reply, frames, reply->say, FALSE);
  if (reply->step->image != NULL)
    {
      writer = begin ();
      write_image (writer, reply);
      end (reply, frames, writer, FALSE);
    }
  for (guint i = 0; i < reply->calls->len; i++)
    {
      writer = begin ();
      write_call (writer, reply, i);
      end (reply, frames, writer, FALSE);
    }
  writer = begin ();
  if (reply->think != NULL && reply->calls->len == 0)
    {
      g_autofree char *signature = dup_signature (reply);

      mcp_json_writer_add (writer, "{'text': '', 'thoughtSignature': %s}", signature);
    }
  else
    mcp_json_writer_add (writer, "{'text': ''}");
  end (reply, frames, writer, TRUE);
  if (reply->ask->is_array)
    app_demo_model_frames_add_raw (frames, "]");
}

static char *
write_whole (const AppDemoModelReply *reply)
{
  g_autoptr (McpJsonWriter) writer = begin ();

  if (reply->think != NULL)
    mcp_json_writer_add (writer, "{'text': %s, 'thought': true}", reply->think);
  if (*reply->say != '\0')
    mcp_json_writer_add (writer, "{'text': %s}", reply->say);
  if (reply->step->image != NULL)
    write_image (writer, reply);
  for (guint i = 0; i < reply->calls->len; i++)
    write_call (writer, reply, i);
  write_end (writer, reply, TRUE);
  return mcp_json_writer_finish_text (writer);
}

static const char *
get_status (const AppDemoModelError *error)
{
  switch (error->status)
    {
    case 400:
      return "INVALID_ARGUMENT";
    case 401:
      return "UNAUTHENTICATED";
    case 403:
      return "PERMISSION_DENIED";
    case 404:
      return "NOT_FOUND";
    case 429:
      return "RESOURCE_EXHAUSTED";
    case 503:
      return "UNAVAILABLE";
    default:
      return "INTERNAL";
    }
}

/* How long to wait is told in the body. */
static char *
write_error (const AppDemoModelError *error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'error': {'code': %i, 'message': %s, 'status': %s",
                       (int)error->status, error->message,
                       error->type != NULL ? error->type : get_status (error));
  if (error->wait >= 0)
    {
      g_autofree char *delay = g_strdup_printf ("%" G_GINT64_FORMAT ".%03ds", error->wait / 1000,
                                                (int)(error->wait % 1000));

      mcp_json_writer_add (writer,
                           "'details': [{'@type': 'type.googleapis.com/google.rpc.RetryInfo', "
                           "'retryDelay': %s}]",
                           delay);
    }
  mcp_json_writer_add (writer, "}}");
  return mcp_json_writer_finish_text (writer);
}

/* It comes as it is, between the events. */
static void
stream_error (const AppDemoModelReply *reply,
              const AppDemoModelError *error,
              AppDemoModelFrames      *frames)
{
  g_autofree char *json = write_error (error);
  g_autofree char *text = g_strconcat (json, "\n", NULL);

  app_demo_model_frames_add_raw (frames, text);
}

static char *
count (const AppDemoModelAsk *ask)
{
  return mcp_json_build ("{'totalTokens': %x}", ask->size);
}

const AppDemoModelDialect app_demo_model_gemini = {
  .content_type = "text/event-stream",
  .framing = APP_DEMO_MODEL_EVENTS,
  .read = read_contents,
  .stream = stream_contents,
  .whole = write_whole,
  .fail = write_error,
  .stream_failure = stream_error,
  .count = count,
};
