/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-chat.h"

#include "mcp-model-arguments.h"
#include "mcp-model-chat-echo.h"
#include "mcp-model-dialect.h"
#include "mcp-model-think.h"

#include <string.h>

/* Kinds of parts that are noted; a stream that makes up more fills no conversation. */
#define MAX_NOTES 16u

typedef struct
{
  guint    block;
  gboolean has_index;
  gint64   index; /* as the server numbers it: it may begin anywhere */
  guint64  event; /* that brought its last piece */
} Call;

typedef struct
{
  McpModelReader    base;
  McpModelSwitches  switches;
  McpModelThink     think;
  GArray           *calls; /* (element-type Call) */
  guint64           event; /* its number */
  McpModelChatEcho *echo;
  GHashTable       *noted;    /* what has no other place: it may come in many pieces */
  gboolean          has_more; /* answers than the one that was asked for */
} Reader;

/* Members of an event */
enum {
  OF_EVENT_ERROR,
  OF_EVENT_ID,
  OF_EVENT_MODEL,
  OF_EVENT_CHOICES,
  OF_EVENT_USAGE,
  OF_EVENT_X_GROQ,
  OF_EVENT_TIMINGS,
  N_OF_EVENT
};

static const McpModelName of_event[] = {
  [OF_EVENT_ERROR] = MCP_MODEL_NAME ("error"),
  [OF_EVENT_ID] = MCP_MODEL_NAME ("id"),
  [OF_EVENT_MODEL] = MCP_MODEL_NAME ("model"),
  [OF_EVENT_CHOICES] = MCP_MODEL_NAME ("choices"),
  [OF_EVENT_USAGE] = MCP_MODEL_NAME ("usage"),
  [OF_EVENT_X_GROQ] = MCP_MODEL_NAME ("x_groq"),
  [OF_EVENT_TIMINGS] = MCP_MODEL_NAME ("timings"),
};

/* Members of a choice */
enum {
  OF_CHOICE_INDEX,
  OF_CHOICE_DELTA,
  OF_CHOICE_MESSAGE,
  OF_CHOICE_FINISH_REASON,
  OF_CHOICE_USAGE,
  N_OF_CHOICE
};

static const McpModelName of_choice[] = {
  [OF_CHOICE_INDEX] = MCP_MODEL_NAME ("index"),
  [OF_CHOICE_DELTA] = MCP_MODEL_NAME ("delta"),
  [OF_CHOICE_MESSAGE] = MCP_MODEL_NAME ("message"),
  [OF_CHOICE_FINISH_REASON] = MCP_MODEL_NAME ("finish_reason"),
  [OF_CHOICE_USAGE] = MCP_MODEL_NAME ("usage"),
};

/* Members of a message, or of a delta */
enum {
  OF_MESSAGE_ROLE,
  OF_MESSAGE_INDEX,
  OF_MESSAGE_CONTENT,
  OF_MESSAGE_REASONING_CONTENT,
  OF_MESSAGE_REASONING,
  OF_MESSAGE_REFUSAL,
  OF_MESSAGE_TOOL_CALLS,
  N_OF_MESSAGE
};

static const McpModelName of_message[] = {
  [OF_MESSAGE_ROLE] = MCP_MODEL_NAME ("role"),
  [OF_MESSAGE_INDEX] = MCP_MODEL_NAME ("index"),
  [OF_MESSAGE_CONTENT] = MCP_MODEL_NAME ("content"),
  [OF_MESSAGE_REASONING_CONTENT] = MCP_MODEL_NAME ("reasoning_content"),
  [OF_MESSAGE_REASONING] = MCP_MODEL_NAME ("reasoning"),
  [OF_MESSAGE_REFUSAL] = MCP_MODEL_NAME ("refusal"),
  [OF_MESSAGE_TOOL_CALLS] = MCP_MODEL_NAME ("tool_calls"),
};

/* One piece of a call */
typedef struct
{
  char        *id;        /* (nullable) */
  char        *name;      /* (nullable) */
  McpJsonValue arguments; /* a string, or an object */
  gboolean     has_index;
  gint64       index;
  guint        position; /* in its array */
  guint        n_pieces; /* of that array */
} Piece;

static char *
dup_text (McpJsonValue value)
{
  char *text = mcp_json_value_dup_string (value, NULL);

  if (text != NULL && *text == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

static void
fill_text (char **text, McpJsonValue value)
{
  if (*text == NULL)
    *text = dup_text (value);
}

/* Some servers give each call of a turn the number 0: another id and a name begin another call. */
static gboolean
is_another (Reader *self, const Call *call, const Piece *piece)
{
  const char *id = mcp_model_draft_get_id (self->base.draft, call->block);

  return piece->name != NULL && piece->id != NULL && id != NULL && !g_str_equal (id, piece->id);
}

/* Without numbers: a new id is a new call. So is a name, unless it is repeated with each piece. */
static Call *
find_unnumbered (Reader *self, const Piece *piece)
{
  McpModelDraft *draft = self->base.draft;

  for (guint i = self->calls->len; piece->id != NULL && i > 0; i--)
    {
      Call *call = &g_array_index (self->calls, Call, i - 1);

      if (g_strcmp0 (mcp_model_draft_get_id (draft, call->block), piece->id) == 0)
        return call;
    }
  if (piece->id != NULL || self->calls->len == 0)
    return NULL;
  if (piece->name == NULL && piece->n_pieces > 1)
    return piece->position < self->calls->len
               ? &g_array_index (self->calls, Call, piece->position)
               : NULL;
  Call *last = &g_array_index (self->calls, Call, self->calls->len - 1);
  if (piece->name == NULL)
    return last;
  return last->event != self->event &&
                 g_strcmp0 (mcp_model_draft_get_name (draft, last->block), piece->name) == 0 &&
                 !mcp_model_arguments_is_object (mcp_model_draft_get_text (draft, last->block))
             ? last
             : NULL;
}

/* Returns: (nullable): the call that the piece belongs to; none where it begins one */
static Call *
find_call (Reader *self, const Piece *piece)
{
  if (!piece->has_index)
    return find_unnumbered (self, piece);
  for (guint i = self->calls->len; i > 0; i--)
    {
      Call *call = &g_array_index (self->calls, Call, i - 1);

      if (call->has_index && call->index == piece->index)
        return is_another (self, call, piece) ? NULL : call;
    }
  return NULL;
}

static void
take_piece (Reader *self, const Piece *piece, McpJsonValue value)
{
  McpModelDraft *draft = self->base.draft;
  Call          *call = find_call (self, piece);

  if (call == NULL)
    {
      Call begun = { .has_index = piece->has_index, .index = piece->index };

      begun.block = mcp_model_draft_open_call (draft, piece->id, piece->name);
      if (mcp_model_draft_get_error (draft) != NULL)
        return;
      g_array_append_val (self->calls, begun);
      call = &g_array_index (self->calls, Call, self->calls->len - 1);
    }
  else
    mcp_model_draft_name_call (draft, call->block, piece->id, piece->name);
  call->event = self->event;
  if (mcp_json_value_get_kind (piece->arguments) == MCP_JSON_OBJECT)
    {
      g_autofree char *text = mcp_json_value_print_compact (piece->arguments);

      mcp_model_draft_replace (draft, call->block, text, -1);
    }
  else
    mcp_model_draft_append_value (draft, call->block, piece->arguments);
  mcp_model_chat_echo_add_call (self->echo, call->block, value);
}

static void
read_calls (Reader *self, McpJsonValue calls)
{
  guint position = 0;

  if (mcp_json_value_get_kind (calls) != MCP_JSON_ARRAY)
    return;
  for (McpJsonWalk each = mcp_json_walk (calls);
       mcp_model_draft_get_error (self->base.draft) == NULL && mcp_json_walk_next (&each);)
    {
      McpJsonValue     function = mcp_json_value_get_member (each.value, "function");
      McpJsonValue     custom = mcp_json_value_get_member (each.value, "custom");
      gboolean         is_custom = mcp_json_value_get_kind (custom) == MCP_JSON_OBJECT;
      g_autofree char *id = dup_text (mcp_json_value_get_member (each.value, "id"));
      g_autofree char *name =
          dup_text (mcp_json_value_get_member (is_custom ? custom : function, "name"));
      Piece piece = { id, name };

      /* A tool without a schema is called with free text. */
      piece.arguments = is_custom ? mcp_json_value_get_member (custom, "input")
                                  : mcp_json_value_get_member (function, "arguments");
      piece.has_index =
          mcp_json_value_get_int64 (mcp_json_value_get_member (each.value, "index"), &piece.index);
      piece.position = position++;
      piece.n_pieces = mcp_json_value_get_n_items (calls);
      if (mcp_json_value_get_kind (each.value) == MCP_JSON_OBJECT)
        take_piece (self, &piece, each.value);
    }
}

static void
read_text (Reader *self, McpJsonValue text)
{
  if (self->switches & MCP_MODEL_THINK_TAGS)
    {
      g_autofree char *piece = mcp_json_value_dup_string (text, NULL);

      if (piece != NULL)
        mcp_model_think_push (&self->think, self->base.draft, piece, strlen (piece));
    }
  else
    mcp_model_draft_add_value (self->base.draft, MCP_MODEL_TEXT, text);
}

/* @what: (transfer full) (nullable) */
static void
note (Reader *self, char *what, const char *name)
{
  if (what == NULL || g_hash_table_contains (self->noted, what) ||
      g_hash_table_size (self->noted) >= MAX_NOTES)
    {
      g_free (what);
      return;
    }
  mcp_model_draft_note (self->base.draft, what, name);
  g_hash_table_add (self->noted, what);
}

/* Returns: whether it is the image itself: what an address leads to is not fetched */
static gboolean
read_image (Reader *self, McpJsonValue part)
{
  g_autofree char *url = mcp_json_value_dup_member_string (
      mcp_json_value_get_member (part, "image_url"), "url");
  const char      *data = url != NULL ? strstr (url, ";base64,") : NULL;
  g_autofree char *type = NULL;
  gsize            length;

  if (data == NULL || !g_str_has_prefix (url, "data:image/"))
    return FALSE;
  type = g_strndup (url + strlen ("data:"), (gsize)(data - url) - strlen ("data:"));
  guchar *decoded = g_base64_decode (data + strlen (";base64,"), &length);
  g_autoptr (GBytes) bytes = g_bytes_new_take (decoded, length);
  mcp_model_draft_add_image (self->base.draft, type, bytes);
  return TRUE;
}

/* Mistral's "thinking" is a list of parts in its turn. */
static void
read_part (Reader *self, McpJsonValue part)
{
  McpJsonValue type = mcp_json_value_get_member (part, "type");
  McpJsonValue thinking = mcp_json_value_get_member (part, "thinking");

  if (mcp_json_value_string_equals (type, "text"))
    read_text (self, mcp_json_value_get_member (part, "text"));
  else if (mcp_json_value_string_equals (type, "refusal"))
    mcp_model_draft_add_value (self->base.draft, MCP_MODEL_REFUSAL,
                               mcp_json_value_get_member (part, "refusal"));
  else if (mcp_json_value_string_equals (type, "thinking"))
    {
      mcp_model_draft_add_value (self->base.draft, MCP_MODEL_REASONING, thinking);
      for (McpJsonWalk item = mcp_json_walk (thinking); mcp_json_walk_next (&item);)
        mcp_model_draft_add_value (self->base.draft, MCP_MODEL_REASONING,
                                   mcp_json_value_get_member (item.value, "text"));
    }
  else if (!read_image (self, part))
    note (self, mcp_json_value_dup_string (type, NULL), NULL);
}

static void
read_content (Reader *self, McpJsonValue content)
{
  if (mcp_json_value_get_kind (content) == MCP_JSON_STRING)
    {
      read_text (self, content);
      mcp_model_chat_echo_add_content (self->echo, content);
    }
  if (mcp_json_value_get_kind (content) != MCP_JSON_ARRAY)
    return;
  for (McpJsonWalk part = mcp_json_walk (content); mcp_json_walk_next (&part);)
    if (mcp_json_value_get_kind (part.value) == MCP_JSON_OBJECT)
      {
        read_part (self, part.value);
        mcp_model_chat_echo_add_content (self->echo, part.value);
      }
}

/* DeepSeek, xAI, llama.cpp and Moonshot say "reasoning_content", vLLM and Ollama "reasoning", some
 * both. */
static void
read_reasoning (Reader *self, McpJsonValue content, McpJsonValue reasoning)
{
  mcp_model_draft_add_value (
      self->base.draft, MCP_MODEL_REASONING,
      mcp_json_value_get_kind (content) == MCP_JSON_STRING ? content : reasoning);
}

/* Whether a member of a message has a place of its own in its echo, or none */
static gboolean
is_known (McpJsonValue name, McpJsonValue value)
{
  static const char *const names[] = { "role", "content", "tool_calls", "index" };

  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING &&
      (mcp_json_value_string_equals (name, "reasoning_content") ||
       mcp_json_value_string_equals (name, "reasoning")))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (mcp_json_value_string_equals (name, names[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_string_or_nothing (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  return kind == MCP_JSON_STRING || kind == MCP_JSON_NULL || kind == MCP_JSON_NONE;
}

/* A member that has no place of its own, but has something that the model said */
static void
read_member (Reader *self, McpJsonValue name, McpJsonValue value)
{
  g_autofree char *called = mcp_json_value_dup_member_string (value, "name");

  if (mcp_json_value_string_equals (name, "images")) /* OpenRouter */
    {
      for (McpJsonWalk part = mcp_json_walk (value); mcp_json_walk_next (&part);)
        read_part (self, part.value);
    }
  else if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT &&
           (mcp_json_value_string_equals (name, "audio") ||
            mcp_json_value_string_equals (name, "function_call")))
    {
      note (self, mcp_json_value_dup_string (name, NULL), called);
      mcp_model_draft_add_value (self->base.draft, MCP_MODEL_TEXT,
                                 mcp_json_value_get_member (value, "transcript"));
    }
}

/* What has no place of its own is echoed as it came. @n_known: members that are in @values */
static void
echo_rest (Reader *self, McpJsonValue message, const McpJsonValue *values, guint n_known)
{
  /* Nearly every delta: there is nothing else. */
  if (n_known == mcp_json_value_get_n_items (message) &&
      mcp_json_value_get_kind (values[OF_MESSAGE_REFUSAL]) <= MCP_JSON_NULL &&
      is_string_or_nothing (values[OF_MESSAGE_REASONING_CONTENT]) &&
      is_string_or_nothing (values[OF_MESSAGE_REASONING]))
    return;
  for (McpJsonWalk each = mcp_json_walk (message); mcp_json_walk_next (&each);)
    if (!is_known (each.name, each.value))
      {
        read_member (self, each.name, each.value);
        mcp_model_chat_echo_add_member (self->echo, each.name, each.value);
      }
}

/* @message: a delta, or all of it */
static void
read_message (Reader *self, McpJsonValue message)
{
  McpJsonValue values[N_OF_MESSAGE];
  guint        n_known = mcp_model_pick (message, of_message, N_OF_MESSAGE, values);

  read_reasoning (self, values[OF_MESSAGE_REASONING_CONTENT], values[OF_MESSAGE_REASONING]);
  read_content (self, values[OF_MESSAGE_CONTENT]);
  mcp_model_draft_add_value (self->base.draft, MCP_MODEL_REFUSAL, values[OF_MESSAGE_REFUSAL]);
  read_calls (self, values[OF_MESSAGE_TOOL_CALLS]);
  echo_rest (self, message, values, n_known);
}

static void
read_stop (Reader *self, McpJsonValue reason)
{
  char *text = dup_text (reason);

  if (text != NULL)
    mcp_model_turn_take_stop (mcp_model_draft_get_turn (self->base.draft),
                              mcp_model_dialect_find_stop (text), text);
}

static void
read_usage (Reader *self, McpJsonValue value)
{
  /* As Moonshot, DeepSeek and Mistral call them */
  static const char *const cached[] = { "cached_tokens", "prompt_cache_hit_tokens",
                                        "num_cached_tokens" };
  McpModelUsage            usage = MCP_MODEL_USAGE_NONE;
  gint64                   total = -1;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return;
  McpJsonValue input = mcp_json_value_get_member (value, "prompt_tokens_details");
  McpJsonValue output = mcp_json_value_get_member (value, "completion_tokens_details");
  mcp_model_usage_read (mcp_json_value_get_member (value, "prompt_tokens"), &usage.input);
  mcp_model_usage_read (mcp_json_value_get_member (value, "completion_tokens"), &usage.output);
  mcp_model_usage_read (mcp_json_value_get_member (value, "total_tokens"), &total);
  /* xAI counts what was thought in the total alone. */
  if (usage.input >= 0 && total >= usage.input)
    usage.output = MAX (usage.output, total - usage.input);
  for (guint i = 0; i < G_N_ELEMENTS (cached); i++)
    mcp_model_usage_read (mcp_json_value_get_member (value, cached[i]), &usage.cached);
  mcp_model_usage_read (mcp_json_value_get_member (input, "cached_tokens"), &usage.cached);
  mcp_model_usage_read (mcp_json_value_get_member (input, "cache_write_tokens"),
                        &usage.cache_write);
  mcp_model_usage_read (mcp_json_value_get_member (output, "reasoning_tokens"), &usage.reasoning);
  if (mcp_model_usage_is_known (&usage))
    mcp_model_draft_update_usage (self->base.draft, &usage, value);
}

/* llama.cpp tells these also where no usage was asked for. */
static void
read_timings (Reader *self, McpJsonValue value)
{
  McpModelUsage usage = MCP_MODEL_USAGE_NONE;

  if (!mcp_json_value_exists (value) ||
      mcp_model_usage_is_known (&mcp_model_draft_get_turn (self->base.draft)->usage) ||
      !mcp_model_usage_read (mcp_json_value_get_member (value, "prompt_n"), &usage.input))
    return;
  if (mcp_model_usage_read (mcp_json_value_get_member (value, "cache_n"), &usage.cached))
    usage.input += MIN (usage.cached, G_MAXINT64 - usage.input);
  mcp_model_usage_read (mcp_json_value_get_member (value, "predicted_n"), &usage.output);
  mcp_model_draft_update_usage (self->base.draft, &usage, value);
}

/* Picks what comes first of several answers, of which we ask for one only. */
static void
pick_choice (Reader *self, McpJsonValue choices, McpJsonValue values[N_OF_CHOICE])
{
  gint64 index;

  self->has_more = self->has_more || mcp_json_value_get_n_items (choices) > 1;
  for (McpJsonWalk choice = mcp_json_walk (choices); mcp_json_walk_next (&choice);)
    {
      mcp_model_pick (choice.value, of_choice, N_OF_CHOICE, values);
      if (!mcp_json_value_get_int64 (values[OF_CHOICE_INDEX], &index) || index == 0)
        return;
      self->has_more = TRUE;
    }
  mcp_model_pick (MCP_JSON_NO_VALUE, of_choice, N_OF_CHOICE, values);
}

static void
read_rest (Reader *self, const McpJsonValue *values, const McpJsonValue *choice)
{
  McpModelTurn *turn = mcp_model_draft_get_turn (self->base.draft);

  fill_text (&turn->model, values[OF_EVENT_MODEL]);
  fill_text (&turn->response, values[OF_EVENT_ID]);
  read_stop (self, choice[OF_CHOICE_FINISH_REASON]);
  read_usage (self, choice[OF_CHOICE_USAGE]); /* Moonshot */
  read_usage (self, mcp_json_value_get_member (values[OF_EVENT_X_GROQ], "usage"));
  read_usage (self, values[OF_EVENT_USAGE]);
  read_timings (self, values[OF_EVENT_TIMINGS]);
}

static void
chat_event (McpModelReader *reader, McpJsonValue data, const McpJsonValue *values)
{
  Reader      *self = (Reader *)reader;
  McpJsonValue choice[N_OF_CHOICE];

  self->event++;
  pick_choice (self, values[OF_EVENT_CHOICES], choice);
  McpJsonValue message = choice[OF_CHOICE_DELTA];
  /* Some servers answer with a stream of one event that is a whole response. */
  if (!mcp_json_value_exists (message) && mcp_model_draft_get_length (reader->draft) == 0)
    message = choice[OF_CHOICE_MESSAGE];
  read_message (self, message);
  read_rest (self, values, choice);
}

static void
chat_whole (McpModelReader *reader, McpJsonValue data)
{
  Reader      *self = (Reader *)reader;
  McpJsonValue values[N_OF_EVENT];
  McpJsonValue choice[N_OF_CHOICE];

  self->event++;
  mcp_model_pick (data, of_event, N_OF_EVENT, values);
  pick_choice (self, values[OF_EVENT_CHOICES], choice);
  read_message (self, choice[OF_CHOICE_MESSAGE]);
  read_rest (self, values, choice);
}

static void
chat_finish (McpModelReader *reader, gboolean cut)
{
  Reader *self = (Reader *)reader;

  /* Half a mark is no text where the other half was cut off. */
  if (!cut)
    mcp_model_think_finish (&self->think, reader->draft);
  if (self->has_more)
    note (self, g_strdup ("choices"), "more than one answer, of which this is the first");
  mcp_model_draft_fill_ids (reader->draft);
  for (guint i = 0; i < self->calls->len; i++)
    {
      guint block = g_array_index (self->calls, Call, i).block;

      if (!cut || mcp_model_arguments_is_object (mcp_model_draft_get_text (reader->draft, block)))
        mcp_model_draft_close (reader->draft, block);
    }
  /* Beyond a limit the pieces and the blocks are no longer the same. */
  if (mcp_model_draft_get_error (reader->draft) == NULL)
    mcp_model_draft_get_turn (reader->draft)->echo =
        mcp_model_chat_echo_build (self->echo, reader->draft, cut);
}

static void
chat_free (McpModelReader *reader)
{
  Reader *self = (Reader *)reader;

  g_array_unref (self->calls);
  mcp_model_chat_echo_free (self->echo);
  g_hash_table_unref (self->noted);
  g_free (self);
}

McpModelReader *
mcp_model_chat_reader_new (McpModelDraft *draft, const McpModelProvider *provider)
{
  static const McpModelReaderClass klass = { of_event, N_OF_EVENT, chat_event,
                                             chat_whole, chat_finish, chat_free };
  Reader                          *self = g_new0 (Reader, 1);

  self->base.klass = &klass;
  self->base.draft = draft;
  self->switches = provider->switches;
  self->calls = g_array_new (FALSE, TRUE, sizeof (Call));
  self->echo = mcp_model_chat_echo_new ();
  self->noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return &self->base;
}
