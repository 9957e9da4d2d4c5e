/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-gemini.h"

#include "mcp-model-dialect.h"
#include "mcp-model-gemini-arguments.h"

#include <string.h>

typedef struct
{
  McpModelReader parent;
  GString       *parts; /* of the content, as they came, commas between them */
  char          *role;  /* (nullable) */
  guint          n_calls;
  gboolean       has_sound;

  /* A call whose arguments come in pieces: */
  McpModelGeminiArguments *pieces;    /* (nullable) */
  McpJsonSlot              first;     /* the part that it began with */
  char                    *signature; /* (nullable): as spelled, of a later part */
  guint                    block;     /* of the draft */
} GeminiReader;

/* Members of an event */
enum {
  OF_EVENT_ERROR,
  OF_EVENT_CANDIDATES,
  OF_EVENT_PROMPT_FEEDBACK,
  OF_EVENT_USAGE,
  OF_EVENT_MODEL,
  OF_EVENT_RESPONSE,
  N_OF_EVENT
};

static const McpModelName of_event[] = {
  [OF_EVENT_ERROR] = MCP_MODEL_NAME ("error"),
  [OF_EVENT_CANDIDATES] = MCP_MODEL_NAME ("candidates"),
  [OF_EVENT_PROMPT_FEEDBACK] = MCP_MODEL_NAME ("promptFeedback"),
  [OF_EVENT_USAGE] = MCP_MODEL_NAME ("usageMetadata"),
  [OF_EVENT_MODEL] = MCP_MODEL_NAME ("modelVersion"),
  [OF_EVENT_RESPONSE] = MCP_MODEL_NAME ("responseId"),
};

/* Members of a candidate */
enum {
  OF_CANDIDATE_CONTENT,
  OF_CANDIDATE_REASON,
  OF_CANDIDATE_MESSAGE,
  OF_CANDIDATE_INDEX,
  N_OF_CANDIDATE
};

static const McpModelName of_candidate[] = {
  [OF_CANDIDATE_CONTENT] = MCP_MODEL_NAME ("content"),
  [OF_CANDIDATE_REASON] = MCP_MODEL_NAME ("finishReason"),
  [OF_CANDIDATE_MESSAGE] = MCP_MODEL_NAME ("finishMessage"),
  [OF_CANDIDATE_INDEX] = MCP_MODEL_NAME ("index"),
};

/* Members of a part */
enum {
  OF_PART_TEXT,
  OF_PART_THOUGHT,
  OF_PART_CALL,
  OF_PART_DATA,
  N_OF_PART
};

static const McpModelName of_part[] = {
  [OF_PART_TEXT] = MCP_MODEL_NAME ("text"),
  [OF_PART_THOUGHT] = MCP_MODEL_NAME ("thought"),
  [OF_PART_CALL] = MCP_MODEL_NAME ("functionCall"),
  [OF_PART_DATA] = MCP_MODEL_NAME ("inlineData"),
};

/* Counts of tokens */
enum {
  OF_USAGE_PROMPT,
  OF_USAGE_CANDIDATES,
  OF_USAGE_TOOLS,
  OF_USAGE_CACHED,
  OF_USAGE_THOUGHTS,
  N_OF_USAGE
};

static const McpModelName of_usage[] = {
  [OF_USAGE_PROMPT] = MCP_MODEL_NAME ("promptTokenCount"),
  [OF_USAGE_CANDIDATES] = MCP_MODEL_NAME ("candidatesTokenCount"),
  [OF_USAGE_TOOLS] = MCP_MODEL_NAME ("toolUsePromptTokenCount"),
  [OF_USAGE_CACHED] = MCP_MODEL_NAME ("cachedContentTokenCount"),
  [OF_USAGE_THOUGHTS] = MCP_MODEL_NAME ("thoughtsTokenCount"),
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
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (call); mcp_json_walk_next (&each);)
    {
      if (mcp_json_value_string_equals (each.name, "partialArgs") ||
          mcp_json_value_string_equals (each.name, "willContinue") ||
          mcp_json_value_string_equals (each.name, "args"))
        continue;
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
    }
  mcp_json_writer_add (writer, "'args': %r}", *arguments == '{' ? arguments : "{}");
}

static void
echo_call (GeminiReader *self, const char *arguments)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue first = self->first.value;

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (first); mcp_json_walk_next (&each);)
    {
      mcp_json_writer_name_value (writer, each.name);
      if (mcp_json_value_string_equals (each.name, "functionCall"))
        write_call (self, writer, each.value, arguments);
      else
        mcp_json_writer_value (writer, each.value);
    }
  if (!mcp_json_value_exists (mcp_json_value_get_member (first, "thoughtSignature")))
    mcp_json_writer_add (writer, "'thoughtSignature': ?%r", self->signature);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
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

  for (McpJsonWalk piece = mcp_json_walk (mcp_json_value_get_member (call, "partialArgs"));
       mcp_json_walk_next (&piece);)
    mcp_model_gemini_arguments_add (self->pieces, piece.value);
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
  guint block = mcp_model_draft_open_call (draft, id, name);
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

/* Sounds come in many pieces, and are noted once. */
static void
read_data (GeminiReader *self, McpJsonValue data)
{
  g_autofree char *type = mcp_json_value_dup_member_string (data, "mimeType");

  if (type == NULL || self->has_sound ||
      mcp_model_draft_add_base64 (self->parent.draft, type,
                                  mcp_json_value_get_member (data, "data")))
    return;
  mcp_model_draft_note (self->parent.draft, type, NULL);
  self->has_sound = TRUE;
}

/* A part that has no place in a turn of ours: code that the provider runs itself, say */
static void
note_part (GeminiReader *self, McpJsonValue part)
{
  McpJsonIter  iter;
  McpJsonValue name;

  mcp_json_iter_init (&iter, part);
  do
    if (!mcp_json_iter_next (&iter, &name, NULL))
      return;
  while (mcp_json_value_string_equals (name, "thought") ||
         mcp_json_value_string_equals (name, "thoughtSignature"));
  g_autofree char *text = mcp_json_value_dup_string (name, NULL);
  mcp_model_draft_note (self->parent.draft, text, NULL);
}

/* The API refuses an empty text that it sent itself, unless there is a signature beside it. */
static gboolean
is_empty (McpJsonValue part, McpJsonValue text)
{
  return mcp_json_value_get_n_items (part) == 1 && mcp_json_value_string_equals (text, "");
}

static void
read_part (GeminiReader *self, McpJsonValue part)
{
  McpJsonValue values[N_OF_PART];

  if (mcp_json_value_get_kind (part) != MCP_JSON_OBJECT)
    return;
  mcp_model_pick (part, of_part, N_OF_PART, values);
  if (mcp_json_value_exists (values[OF_PART_CALL]))
    {
      read_call (self, part, values[OF_PART_CALL]);
      return;
    }
  if (is_empty (part, values[OF_PART_TEXT]))
    return;
  if (mcp_json_value_exists (values[OF_PART_TEXT]))
    mcp_model_draft_add_value (self->parent.draft,
                               mcp_json_value_get_boolean (values[OF_PART_THOUGHT], FALSE)
                                   ? MCP_MODEL_REASONING
                                   : MCP_MODEL_TEXT,
                               values[OF_PART_TEXT]);
  else if (mcp_json_value_exists (values[OF_PART_DATA]))
    read_data (self, values[OF_PART_DATA]);
  else
    note_part (self, part);
  echo_part (self, part);
}

static void
set_stop (GeminiReader *self, McpModelStop stop, const char *word, const char *message)
{
  mcp_model_turn_take_stop (mcp_model_draft_get_turn (self->parent.draft), stop,
                            message != NULL ? g_strdup_printf ("%s: %s", word, message)
                                            : g_strdup (word));
}

static void
read_stop (GeminiReader *self, McpJsonValue reason, McpJsonValue detail)
{
  g_autofree char *word = mcp_json_value_dup_string (reason, NULL);
  g_autofree char *message = mcp_json_value_dup_string (detail, NULL);

  if (word == NULL || strcmp (word, "FINISH_REASON_UNSPECIFIED") == 0)
    return;
  McpModelStop stop = mcp_model_dialect_find_stop (word);
  if (stop == MCP_MODEL_STOP_END && self->n_calls > 0)
    stop = MCP_MODEL_STOP_CALLS;
  set_stop (self, stop, word, message);
}

/* The first of several answers, of which we ask for one only */
static void
read_candidate (GeminiReader *self, McpJsonValue candidate)
{
  McpJsonValue values[N_OF_CANDIDATE];
  gint64       index;

  mcp_model_pick (candidate, of_candidate, N_OF_CANDIDATE, values);
  if (mcp_json_value_get_int64 (values[OF_CANDIDATE_INDEX], &index) && index != 0)
    return;
  McpJsonValue content = values[OF_CANDIDATE_CONTENT];
  if (self->role == NULL)
    self->role = mcp_json_value_dup_member_string (content, "role");
  for (McpJsonWalk part = mcp_json_walk (mcp_json_value_get_member (content, "parts"));
       mcp_json_walk_next (&part);)
    read_part (self, part.value);
  read_stop (self, values[OF_CANDIDATE_REASON], values[OF_CANDIDATE_MESSAGE]);
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
  McpJsonValue  values[N_OF_USAGE];
  gint64        tools = -1;

  mcp_model_pick (raw, of_usage, N_OF_USAGE, values);
  mcp_model_usage_read (values[OF_USAGE_PROMPT], &usage.input);
  mcp_model_usage_read (values[OF_USAGE_TOOLS], &tools);
  mcp_model_usage_read (values[OF_USAGE_CACHED], &usage.cached);
  mcp_model_usage_read (values[OF_USAGE_CANDIDATES], &usage.output);
  mcp_model_usage_read (values[OF_USAGE_THOUGHTS], &usage.reasoning);
  usage.input = mcp_model_usage_sum (usage.input, tools);
  usage.output = mcp_model_usage_sum (usage.output, usage.reasoning);
  if (mcp_model_usage_is_known (&usage))
    mcp_model_draft_update_usage (self->parent.draft, &usage, raw);
}

static void
event (McpModelReader *reader, McpJsonValue data, const McpJsonValue *values)
{
  GeminiReader *self = (GeminiReader *)reader;

  if (mcp_json_value_get_kind (values[OF_EVENT_ERROR]) > MCP_JSON_NULL)
    {
      mcp_model_reader_fail (reader, data);
      return;
    }
  mcp_model_draft_take_names (reader->draft, values[OF_EVENT_MODEL], values[OF_EVENT_RESPONSE]);
  for (McpJsonWalk candidate = mcp_json_walk (values[OF_EVENT_CANDIDATES]);
       mcp_json_walk_next (&candidate);)
    read_candidate (self, candidate.value);
  read_feedback (self, values[OF_EVENT_PROMPT_FEEDBACK]);
  read_usage (self, values[OF_EVENT_USAGE]);
}

static void
pick_event (McpModelReader *reader, McpJsonValue data)
{
  McpJsonValue values[N_OF_EVENT];

  mcp_model_pick (data, of_event, N_OF_EVENT, values);
  event (reader, data, values);
}

/* Without "alt=sse" a stream is one array of its events. */
static void
whole (McpModelReader *reader, McpJsonValue data)
{
  if (mcp_json_value_get_kind (data) != MCP_JSON_ARRAY)
    {
      pick_event (reader, data);
      return;
    }
  for (McpJsonWalk item = mcp_json_walk (data); mcp_json_walk_next (&item);)
    pick_event (reader, item.value);
}

static void
finish (McpModelReader *reader, gboolean cut)
{
  GeminiReader *self = (GeminiReader *)reader;
  McpModelTurn *turn = mcp_model_draft_get_turn (reader->draft);

  if (self->pieces != NULL && !cut && turn->stop == MCP_MODEL_STOP_CALLS)
    end_pieces (self);
  else if (self->pieces != NULL)
    mcp_model_draft_drop (reader->draft, self->block);
  if (self->parts->len == 0)
    return;
  turn->echo =
      mcp_json_build_bytes ("{'role': %s, 'parts': [%r]}",
                            self->role != NULL ? self->role : "model", self->parts->str);
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
  static const McpModelReaderClass klass = { of_event, N_OF_EVENT, event,
                                             whole, finish, reader_free };
  GeminiReader                    *self = g_new0 (GeminiReader, 1);

  self->parent.klass = &klass;
  self->parent.draft = draft;
  self->parts = g_string_new (NULL);
  return &self->parent;
}
