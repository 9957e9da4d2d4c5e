/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-gemini.h"

#include "mcp-model-gemini-arguments.h"

#include <string.h>

typedef struct
{
  McpModelReader parent;
  GString       *parts; /* of the content, as they came, commas between them */
  char          *role;  /* (nullable) */
  guint          n_calls;

  /* A call whose arguments come in pieces: */
  McpModelGeminiArguments *pieces;    /* (nullable) */
  McpJsonSlot              first;     /* the part that it began with */
  char                    *signature; /* (nullable): as spelled, of a later part */
  guint                    block;     /* of the draft */
} GeminiReader;

static const struct
{
  const char  *word;
  McpModelStop stop;
} stops[] = {
  { "STOP", MCP_MODEL_STOP_END },
  { "MAX_TOKENS", MCP_MODEL_STOP_LENGTH },
  { "SAFETY", MCP_MODEL_STOP_FILTER },
  { "RECITATION", MCP_MODEL_STOP_FILTER },
  { "LANGUAGE", MCP_MODEL_STOP_FILTER },
  { "BLOCKLIST", MCP_MODEL_STOP_FILTER },
  { "PROHIBITED_CONTENT", MCP_MODEL_STOP_FILTER },
  { "SPII", MCP_MODEL_STOP_FILTER },
  { "MODEL_ARMOR", MCP_MODEL_STOP_FILTER },
  { "IMAGE_SAFETY", MCP_MODEL_STOP_FILTER },
  { "IMAGE_PROHIBITED_CONTENT", MCP_MODEL_STOP_FILTER },
  { "IMAGE_RECITATION", MCP_MODEL_STOP_FILTER },
};

static void
echo_text (GeminiReader *self, const char *text, gsize length)
{
  if (self->parts->len > 0)
    g_string_append_c (self->parts, ',');
  g_string_append_len (self->parts, text, (gssize)length);
}

static void
echo_part (GeminiReader *self, McpJsonValue part)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (part, &length);

  echo_text (self, text, length);
}

/* The arguments replace the pieces: the API takes those from nobody. */
static void
write_call (GeminiReader *self, McpJsonWriter *writer, McpJsonValue call, const char *arguments)
{
  McpJsonIter  iter;
  McpJsonValue name;
  McpJsonValue value;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, call);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      if (mcp_json_value_string_equals (name, "partialArgs") ||
          mcp_json_value_string_equals (name, "willContinue") ||
          mcp_json_value_string_equals (name, "args"))
        continue;
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  mcp_json_writer_add (writer, "'args': %r}", *arguments == '{' ? arguments : "{}");
}

static void
echo_call (GeminiReader *self, const char *arguments)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  McpJsonValue     first = self->first.value;
  McpJsonIter      iter;
  McpJsonValue     name;
  McpJsonValue     value;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, first);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      mcp_json_writer_name_value (writer, name);
      if (mcp_json_value_string_equals (name, "functionCall"))
        write_call (self, writer, value, arguments);
      else
        mcp_json_writer_value (writer, value);
    }
  if (!mcp_json_value_exists (mcp_json_value_get_member (first, "thoughtSignature")))
    mcp_json_writer_add (writer, "'thoughtSignature': ?%r", self->signature);
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  echo_text (self, text, strlen (text));
}

static void
drop_pieces (GeminiReader *self)
{
  g_clear_pointer (&self->pieces, mcp_model_gemini_arguments_free);
  mcp_json_slot_clear (&self->first);
  g_clear_pointer (&self->signature, g_free);
}

static void
end_pieces (GeminiReader *self)
{
  g_autofree char *arguments = mcp_model_gemini_arguments_dup_text (self->pieces);

  mcp_model_draft_replace (self->parent.draft, self->block, arguments, -1);
  mcp_model_draft_close (self->parent.draft, self->block);
  echo_call (self, arguments);
  drop_pieces (self);
}

static void
read_pieces (GeminiReader *self, McpJsonValue part, McpJsonValue call)
{
  McpJsonValue signature = mcp_json_value_get_member (part, "thoughtSignature");
  McpJsonIter  iter;
  McpJsonValue piece;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (call, "partialArgs"));
  while (mcp_json_iter_next (&iter, NULL, &piece))
    mcp_model_gemini_arguments_add (self->pieces, piece);
  if (self->signature == NULL && mcp_json_value_get_kind (signature) == MCP_JSON_STRING)
    self->signature = mcp_json_value_dup_text (signature);
  if (!mcp_json_value_get_member_boolean (call, "willContinue", FALSE))
    end_pieces (self);
}

static void
read_call (GeminiReader *self, McpJsonValue part, McpJsonValue call)
{
  McpModelDraft   *draft = self->parent.draft;
  McpJsonValue     arguments = mcp_json_value_get_member (call, "args");
  g_autofree char *id = mcp_json_value_dup_member_string (call, "id");
  g_autofree char *name = mcp_json_value_dup_member_string (call, "name");
  g_autofree char *text = NULL;
  guint            block;

  if (name == NULL)
    {
      if (self->pieces != NULL)
        read_pieces (self, part, call);
      return;
    }
  if (self->pieces != NULL)
    end_pieces (self);
  self->n_calls++;
  /* The older models name none. */
  if (id == NULL)
    id = g_strdup_printf ("call_%u", self->n_calls);
  block = mcp_model_draft_open_call (draft, id, name);
  if (mcp_json_value_get_member_boolean (call, "willContinue", FALSE) ||
      mcp_json_value_exists (mcp_json_value_get_member (call, "partialArgs")))
    {
      self->pieces = mcp_model_gemini_arguments_new ();
      self->block = block;
      mcp_json_slot_set (&self->first, part);
      read_pieces (self, part, call);
      return;
    }
  if (mcp_json_value_get_kind (arguments) > MCP_JSON_NULL)
    text = mcp_json_value_dup_text (arguments);
  mcp_model_draft_append (draft, block, text != NULL ? text : "{}", -1);
  mcp_model_draft_close (draft, block);
  echo_part (self, part);
}

static void
read_data (GeminiReader *self, McpJsonValue data)
{
  g_autofree char *type = mcp_json_value_dup_member_string (data, "mimeType");
  g_autofree char *text = mcp_json_value_dup_member_string (data, "data");
  g_autoptr (GBytes) bytes = NULL;
  guchar *decoded;
  gsize   length;

  if (type == NULL || text == NULL || *text == '\0')
    return;
  decoded = g_base64_decode (text, &length);
  bytes = g_bytes_new_take (decoded, length);
  mcp_model_draft_add_image (self->parent.draft, type, bytes);
}

/* A part that has no place in a turn of ours: code that the provider runs itself, say */
static void
note_part (GeminiReader *self, McpJsonValue part)
{
  McpJsonIter  iter;
  McpJsonValue name;
  guint        block;

  mcp_json_iter_init (&iter, part);
  if (!mcp_json_iter_next (&iter, &name, NULL))
    return;
  block = mcp_model_draft_open (self->parent.draft, MCP_MODEL_NOTICE);
  mcp_model_draft_append_value (self->parent.draft, block, name);
  mcp_model_draft_close (self->parent.draft, block);
}

/* The API refuses an empty text that it sent itself, unless there is a signature beside it. */
static gboolean
is_empty (McpJsonValue part)
{
  return mcp_json_value_get_n_items (part) == 1 &&
         mcp_json_value_string_equals (mcp_json_value_get_member (part, "text"), "");
}

static void
read_part (GeminiReader *self, McpJsonValue part)
{
  McpJsonValue text = mcp_json_value_get_member (part, "text");
  McpJsonValue call = mcp_json_value_get_member (part, "functionCall");
  McpJsonValue data = mcp_json_value_get_member (part, "inlineData");

  if (mcp_json_value_get_kind (part) != MCP_JSON_OBJECT)
    return;
  if (mcp_json_value_exists (call))
    {
      read_call (self, part, call);
      return;
    }
  if (is_empty (part))
    return;
  if (mcp_json_value_exists (text))
    mcp_model_draft_add_value (self->parent.draft,
                               mcp_json_value_get_member_boolean (part, "thought", FALSE)
                                   ? MCP_MODEL_REASONING
                                   : MCP_MODEL_TEXT,
                               text);
  else if (mcp_json_value_exists (data))
    read_data (self, data);
  else if (!mcp_json_value_exists (mcp_json_value_get_member (part, "thoughtSignature")))
    note_part (self, part);
  echo_part (self, part);
}

static void
set_stop (GeminiReader *self, McpModelStop stop, const char *word, const char *message)
{
  McpModelTurn *turn = mcp_model_draft_get_turn (self->parent.draft);

  turn->stop = stop;
  g_free (turn->stop_text);
  turn->stop_text =
      message != NULL ? g_strdup_printf ("%s: %s", word, message) : g_strdup (word);
}

static void
read_stop (GeminiReader *self, McpJsonValue candidate)
{
  g_autofree char *word = mcp_json_value_dup_member_string (candidate, "finishReason");
  g_autofree char *message = mcp_json_value_dup_member_string (candidate, "finishMessage");
  McpModelStop     stop = MCP_MODEL_STOP_OTHER;

  if (word == NULL || strcmp (word, "FINISH_REASON_UNSPECIFIED") == 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    if (strcmp (stops[i].word, word) == 0)
      stop = stops[i].stop;
  if (stop == MCP_MODEL_STOP_END && self->n_calls > 0)
    stop = MCP_MODEL_STOP_CALLS;
  set_stop (self, stop, word, message);
}

static void
read_candidate (GeminiReader *self, McpJsonValue candidate)
{
  McpJsonValue content = mcp_json_value_get_member (candidate, "content");
  McpJsonIter  iter;
  McpJsonValue part;

  if (self->role == NULL)
    self->role = mcp_json_value_dup_member_string (content, "role");
  mcp_json_iter_init (&iter, mcp_json_value_get_member (content, "parts"));
  while (mcp_json_iter_next (&iter, NULL, &part))
    read_part (self, part);
  read_stop (self, candidate);
}

/* A prompt that is refused has no candidates. */
static void
read_feedback (GeminiReader *self, McpJsonValue feedback)
{
  g_autofree char *word = mcp_json_value_dup_member_string (feedback, "blockReason");
  g_autofree char *message = mcp_json_value_dup_member_string (feedback, "blockReasonMessage");

  if (word != NULL)
    set_stop (self, MCP_MODEL_STOP_FILTER, word, message);
}

/* Thoughts are not among the candidates' tokens, nor a tool's results among the prompt's. */
static void
read_usage (GeminiReader *self, McpJsonValue raw)
{
  McpModelUsage usage = MCP_MODEL_USAGE_NONE;
  gint64        tools = -1;

  mcp_model_usage_read (mcp_json_value_get_member (raw, "promptTokenCount"), &usage.input);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "toolUsePromptTokenCount"), &tools);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "cachedContentTokenCount"), &usage.cached);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "candidatesTokenCount"), &usage.output);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "thoughtsTokenCount"), &usage.reasoning);
  usage.input = mcp_model_usage_sum (usage.input, tools);
  usage.output = mcp_model_usage_sum (usage.output, usage.reasoning);
  if (mcp_model_usage_is_known (&usage))
    mcp_model_draft_update_usage (self->parent.draft, &usage, raw);
}

static void
take_member (char **field, McpJsonValue data, const char *name)
{
  char *text = mcp_json_value_dup_member_string (data, name);

  if (text == NULL)
    return;
  g_free (*field);
  *field = text;
}

static void
event (McpModelReader *reader, McpJsonValue data)
{
  GeminiReader *self = (GeminiReader *)reader;
  McpModelTurn *turn = mcp_model_draft_get_turn (reader->draft);
  McpJsonIter   iter;
  McpJsonValue  candidate;

  if (mcp_json_value_get_kind (mcp_json_value_get_member (data, "error")) > MCP_JSON_NULL)
    {
      if (reader->failure == NULL)
        reader->failure = mcp_model_failure_new (0, NULL, data);
      return;
    }
  take_member (&turn->model, data, "modelVersion");
  take_member (&turn->response, data, "responseId");
  mcp_json_iter_init (&iter, mcp_json_value_get_member (data, "candidates"));
  while (mcp_json_iter_next (&iter, NULL, &candidate))
    if (mcp_json_value_get_member_int64 (candidate, "index", 0) == 0)
      read_candidate (self, candidate);
  read_feedback (self, mcp_json_value_get_member (data, "promptFeedback"));
  read_usage (self, mcp_json_value_get_member (data, "usageMetadata"));
}

/* Without "alt=sse" a stream is one array of its events. */
static void
whole (McpModelReader *reader, McpJsonValue data)
{
  McpJsonIter  iter;
  McpJsonValue item;

  if (mcp_json_value_get_kind (data) != MCP_JSON_ARRAY)
    {
      event (reader, data);
      return;
    }
  mcp_json_iter_init (&iter, data);
  while (mcp_json_iter_next (&iter, NULL, &item))
    event (reader, item);
}

static void
finish (McpModelReader *reader, gboolean cut)
{
  GeminiReader    *self = (GeminiReader *)reader;
  McpModelTurn    *turn = mcp_model_draft_get_turn (reader->draft);
  g_autofree char *parts = NULL;

  if (self->pieces != NULL && !cut && turn->stop == MCP_MODEL_STOP_CALLS)
    end_pieces (self);
  else if (self->pieces != NULL)
    mcp_model_draft_drop (reader->draft, self->block);
  if (self->parts->len == 0)
    return;
  parts = g_strconcat ("[", self->parts->str, "]", NULL);
  turn->echo = mcp_json_build_bytes ("{'role': %s, 'parts': %r}",
                                     self->role != NULL ? self->role : "model", parts);
}

static void
reader_free (McpModelReader *reader)
{
  GeminiReader *self = (GeminiReader *)reader;

  drop_pieces (self);
  g_string_free (self->parts, TRUE);
  g_free (self->role);
  g_free (self);
}

McpModelReader *
mcp_model_gemini_reader_new (McpModelDraft *draft, const McpModelProvider *provider)
{
  static const McpModelReaderClass klass = { event, whole, finish, reader_free };
  GeminiReader                    *self = g_new0 (GeminiReader, 1);

  self->parent.klass = &klass;
  self->parent.draft = draft;
  self->parts = g_string_new (NULL);
  return &self->parent;
}
