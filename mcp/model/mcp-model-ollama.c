/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ollama's own API. Its compatible ones cut a conversation silently that is longer than the context
 * which was loaded, and have no way to set that.
 * Source: ollama, api/types.go (ChatRequest, ChatResponse) */

#include "mcp-model-dialect.h"

#include "mcp-model-arguments.h"
#include "mcp-model-members.h"
#include "mcp-model-think.h"

#include <string.h>

/* Writing */

static void
write_image (McpJsonWriter *writer, McpModelBlock *image)
{
  g_autofree char *base64 = mcp_model_block_dup_base64 (image);

  mcp_json_writer_string (writer, base64);
}

static void
write_user (McpJsonWriter *writer, McpModelTurn *turn)
{
  g_autofree char *text = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);

  mcp_json_writer_add (writer, "{'role': 'user', 'content': %s", text);
  if (mcp_model_turn_count (turn, MCP_MODEL_IMAGE) > 0)
    {
      mcp_json_writer_add (writer, "'images': [");
      for (guint i = 0; i < turn->blocks->len; i++)
        if (mcp_model_block_get_kind (turn->blocks->pdata[i]) == MCP_MODEL_IMAGE)
          write_image (writer, turn->blocks->pdata[i]);
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_end_object (writer);
}

static void
write_assistant (McpJsonWriter *writer, McpModelTurn *turn)
{
  g_autofree char *text = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);
  g_autofree char *refusal = mcp_model_turn_dup_text (turn, MCP_MODEL_REFUSAL);
  guint            n_calls = mcp_model_turn_count (turn, MCP_MODEL_CALL);
  const char      *content = *text != '\0' ? text : refusal;

  if (*content == '\0' && n_calls == 0)
    return;
  mcp_json_writer_add (writer, "{'role': 'assistant', 'content': %s", content);
  if (n_calls > 0)
    {
      mcp_json_writer_add (writer, "'tool_calls': [");
      for (guint i = 0; i < turn->blocks->len; i++)
        {
          McpModelBlock *call = turn->blocks->pdata[i];

          if (mcp_model_block_get_kind (call) != MCP_MODEL_CALL)
            continue;
          mcp_json_writer_add (writer, "{'id': %s, 'function': {'name': %s, 'arguments':",
                               mcp_model_block_get_id (call), mcp_model_block_get_name (call));
          mcp_model_arguments_write (writer, mcp_model_block_get_text (call));
          mcp_json_writer_add (writer, "}}");
        }
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_end_object (writer);
}

/* Templates show a person's images only, so that those of a result come as such. */
static void
write_images (McpJsonWriter *writer, McpModelBlock *result)
{
  GPtrArray *images = mcp_model_block_get_images (result);

  if (images == NULL)
    return;
  g_autofree char *text = mcp_model_request_dup_images_text (result);
  mcp_json_writer_add (writer, "{'role': 'user', 'content': %s, 'images': [", text);
  for (guint i = 0; i < images->len; i++)
    write_image (writer, images->pdata[i]);
  mcp_json_writer_add (writer, "]}");
}

static void
write_results (const McpModelRequest *request, McpJsonWriter *writer, guint number)
{
  g_autoptr (GPtrArray) results = mcp_model_request_dup_results (request, number);

  for (guint i = 0; i < results->len; i++)
    {
      McpModelBlock   *result = results->pdata[i];
      g_autofree char *text = mcp_model_request_dup_result_text (result);

      mcp_json_writer_add (
          writer, "{'role': 'tool', 'tool_name': %s, 'tool_call_id': %s, 'content': %s}",
          mcp_model_block_get_name (result), mcp_model_block_get_id (result), text);
    }
  for (guint i = 0; i < results->len; i++)
    write_images (writer, results->pdata[i]);
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
        mcp_json_writer_raw (writer, g_bytes_get_data (turn->echo, NULL),
                             (gssize)g_bytes_get_size (turn->echo));
      else
        write_assistant (writer, turn);
      write_results (request, writer, i);
    }
  mcp_json_writer_end_array (writer);
}

static void
ollama_write (const McpModelRequest *request, McpJsonWriter *writer)
{
  const McpModelProvider *provider = request->provider;
  gint64                  max_tokens =
      request->max_tokens > 0 ? request->max_tokens : provider->max_tokens;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "model", request->model);
  write_messages (request, writer);
  /* It has no choice of tools: none are the way to have none chosen. */
  if (request->tools != NULL && !g_str_equal (request->tools, "[]") &&
      request->choice != MCP_MODEL_CHOICE_NONE)
    mcp_json_writer_add (writer, "'tools': %r", request->tools);
  if (provider->context > 0 || max_tokens > 0)
    mcp_json_writer_add (writer, "'options': {'num_ctx': ?%x, 'num_predict': ?%x}",
                         provider->context > 0 ? provider->context : -1,
                         max_tokens > 0 ? max_tokens : -1);
  mcp_json_writer_member_boolean (writer, "truncate", FALSE);
  mcp_json_writer_member_boolean (writer, "shift", FALSE);
  mcp_json_writer_member_boolean (writer, "stream", !request->whole);
  mcp_json_writer_end_object (writer);
}

/* Reading */

/* Members of an event */
enum {
  OF_EVENT_ERROR,
  OF_EVENT_MODEL,
  OF_EVENT_MESSAGE,
  OF_EVENT_DONE,
  N_OF_EVENT
};

static const McpModelName of_event[] = {
  [OF_EVENT_ERROR] = MCP_MODEL_NAME ("error"),
  [OF_EVENT_MODEL] = MCP_MODEL_NAME ("model"),
  [OF_EVENT_MESSAGE] = MCP_MODEL_NAME ("message"),
  [OF_EVENT_DONE] = MCP_MODEL_NAME ("done"),
};

/* Members of a message */
enum {
  OF_MESSAGE_ROLE,
  OF_MESSAGE_CONTENT,
  OF_MESSAGE_THINKING,
  OF_MESSAGE_CALLS,
  N_OF_MESSAGE
};

static const McpModelName of_message[] = {
  [OF_MESSAGE_ROLE] = MCP_MODEL_NAME ("role"),
  [OF_MESSAGE_CONTENT] = MCP_MODEL_NAME ("content"),
  [OF_MESSAGE_THINKING] = MCP_MODEL_NAME ("thinking"),
  [OF_MESSAGE_CALLS] = MCP_MODEL_NAME ("tool_calls"),
};

typedef struct
{
  McpModelReader   base;
  gboolean         has_think_tags;
  McpModelThink    think;
  McpModelMembers *message; /* all of it, but the calls */
  GString         *calls;   /* as they came, a comma between two */
} Reader;

static void
read_calls (Reader *self, McpJsonValue calls)
{
  McpModelDraft *draft = self->base.draft;

  if (mcp_json_value_get_kind (calls) != MCP_JSON_ARRAY)
    return;
  for (McpJsonWalk call = mcp_json_walk (calls);
       mcp_json_walk_next (&call) && mcp_model_draft_get_error (draft) == NULL;)
    {
      McpJsonValue     function = mcp_json_value_get_member (call.value, "function");
      McpJsonValue     arguments = mcp_json_value_get_member (function, "arguments");
      g_autofree char *id = mcp_json_value_dup_member_string (call.value, "id");
      g_autofree char *name = mcp_json_value_dup_member_string (function, "name");
      g_autofree char *whole = mcp_json_value_print_compact (call.value);
      guint            block = mcp_model_draft_open_call (draft, id, name);

      if (mcp_json_value_get_kind (arguments) == MCP_JSON_OBJECT)
        {
          g_autofree char *text = mcp_json_value_print_compact (arguments);

          mcp_model_draft_append (draft, block, text, -1);
        }
      else
        mcp_model_draft_append_value (draft, block, arguments);
      mcp_model_draft_close (draft, block);
      if (self->calls->len > 0)
        g_string_append_c (self->calls, ',');
      g_string_append (self->calls, whole);
    }
}

static void
read_content (Reader *self, McpJsonValue content)
{
  g_autofree char *text = mcp_json_value_dup_string (content, NULL);

  if (text == NULL)
    return;
  if (self->has_think_tags)
    mcp_model_think_push (&self->think, self->base.draft, text, strlen (text));
  else
    mcp_model_draft_add (self->base.draft, MCP_MODEL_TEXT, text, -1);
}

static void
read_message (Reader *self, McpJsonValue message)
{
  McpJsonValue values[N_OF_MESSAGE];

  mcp_model_pick (message, of_message, N_OF_MESSAGE, values);
  mcp_model_draft_add_value (self->base.draft, MCP_MODEL_REASONING, values[OF_MESSAGE_THINKING]);
  read_content (self, values[OF_MESSAGE_CONTENT]);
  read_calls (self, values[OF_MESSAGE_CALLS]);
  for (McpJsonWalk each = mcp_json_walk (message); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, "role") &&
        !mcp_json_value_string_equals (each.name, "tool_calls"))
      mcp_model_members_add (self->message, each.name, each.value);
}

static void
read_end (Reader *self, McpJsonValue data)
{
  McpModelTurn *turn = mcp_model_draft_get_turn (self->base.draft);
  McpModelUsage usage = MCP_MODEL_USAGE_NONE;
  char         *reason = mcp_json_value_dup_member_string (data, "done_reason");

  self->base.ended = TRUE;
  mcp_model_turn_take_stop (
      turn, reason != NULL ? mcp_model_dialect_find_stop (reason) : MCP_MODEL_STOP_END, reason);
  mcp_model_usage_read (mcp_json_value_get_member (data, "prompt_eval_count"), &usage.input);
  mcp_model_usage_read (mcp_json_value_get_member (data, "eval_count"), &usage.output);
  if (mcp_model_usage_is_known (&usage))
    {
      /* The times beside the counts are part of what was told. */
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

      mcp_json_writer_begin_object (writer);
      for (McpJsonWalk each = mcp_json_walk (data); mcp_json_walk_next (&each);)
        if (mcp_json_value_get_kind (each.value) == MCP_JSON_NUMBER)
          mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
      mcp_json_writer_end_object (writer);
      g_autofree char *text = mcp_json_writer_finish_text (writer);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
      mcp_model_draft_update_usage (self->base.draft, &usage,
                                    mcp_json_document_get_root (document));
    }
}

static void
ollama_event (McpModelReader *reader, McpJsonValue data, const McpJsonValue *values)
{
  Reader       *self = (Reader *)reader;
  McpModelTurn *turn = mcp_model_draft_get_turn (reader->draft);

  if (turn->model == NULL)
    turn->model = mcp_json_value_dup_string (values[OF_EVENT_MODEL], NULL);
  read_message (self, values[OF_EVENT_MESSAGE]);
  if (mcp_json_value_get_boolean (values[OF_EVENT_DONE], FALSE))
    read_end (self, data);
}

static void
ollama_whole (McpModelReader *reader, McpJsonValue data)
{
  McpJsonValue values[N_OF_EVENT];

  mcp_model_pick (data, of_event, N_OF_EVENT, values);
  ollama_event (reader, data, values);
}

static void
ollama_finish (McpModelReader *reader, gboolean cut)
{
  Reader *self = (Reader *)reader;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  /* Half a mark is no text where the other half was cut off. */
  if (!cut)
    mcp_model_think_finish (&self->think, reader->draft);
  if (mcp_model_draft_get_error (reader->draft) != NULL ||
      mcp_model_draft_get_length (reader->draft) == 0)
    return;
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "role", "assistant");
  if (!mcp_model_members_has (self->message, "content"))
    mcp_json_writer_member_string (writer, "content", "");
  mcp_model_members_write (self->message, writer);
  if (self->calls->len > 0)
    mcp_json_writer_add (writer, "'tool_calls': [%r]", self->calls->str);
  mcp_json_writer_end_object (writer);
  mcp_model_draft_get_turn (reader->draft)->echo = mcp_json_writer_finish (writer);
}

static void
ollama_free (McpModelReader *reader)
{
  Reader *self = (Reader *)reader;

  mcp_model_members_free (self->message);
  g_string_free (self->calls, TRUE);
  g_free (self);
}

static McpModelReader *
ollama_reader_new (McpModelDraft *draft, const McpModelProvider *provider)
{
  static const McpModelReaderClass klass = { of_event, N_OF_EVENT, ollama_event,
                                             ollama_whole, ollama_finish, ollama_free };
  Reader                          *self = g_new0 (Reader, 1);

  self->base.klass = &klass;
  self->base.draft = draft;
  self->has_think_tags = (provider->switches & MCP_MODEL_THINK_TAGS) != 0;
  self->message = mcp_model_members_new ();
  self->calls = g_string_new (NULL);
  return &self->base;
}

const McpModelDialect mcp_model_ollama_dialect = {
  .id = "ollama",
  .title = "Ollama",
  .framing = MCP_MODEL_FRAMING_LINES,
  .has_end_mark = TRUE,
  .key_place = MCP_MODEL_KEY_NONE,
  .path = "/api/chat",
  .version = "",
  .write = ollama_write,
  .reader_new = ollama_reader_new,
};
