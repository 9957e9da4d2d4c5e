/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-anthropic.h"

#include "mcp-json-writer.h"
#include "mcp-model-arguments.h"
#include "mcp-model-dialect.h"
#include "mcp-model-members.h"

#include <string.h>

/* One block of the content. What goes back is @start with what came behind it. */
typedef struct
{
  gint64           index;
  guint            block; /* of the draft */
  char            *type;
  McpJsonSlot      start;
  McpModelMembers *fields;        /* that grow: text, thinking, signature, what may come */
  GString         *input;         /* of a tool: JSON in pieces */
  GString         *citations;     /* items of an array */
  gboolean         has_signature; /* an empty one is in no field */
  gboolean         stopped;
  gboolean         dropped;
} Part;

typedef struct
{
  McpModelReader parent;
  GPtrArray     *parts; /* (element-type Part) */
  gboolean       begun;
  gint64         n_input; /* tokens beside the cache; -1: not told */
} AnthropicReader;

/* Members of an event */
enum {
  OF_EVENT_ERROR,
  OF_EVENT_TYPE,
  OF_EVENT_INDEX,
  OF_EVENT_DELTA,
  N_OF_EVENT
};

static const McpModelName of_event[] = {
  [OF_EVENT_ERROR] = MCP_MODEL_NAME ("error"),
  [OF_EVENT_TYPE] = MCP_MODEL_NAME ("type"),
  [OF_EVENT_INDEX] = MCP_MODEL_NAME ("index"),
  [OF_EVENT_DELTA] = MCP_MODEL_NAME ("delta"),
};

static void
part_free (gpointer data)
{
  Part *part = data;

  g_free (part->type);
  mcp_json_slot_clear (&part->start);
  mcp_model_members_free (part->fields);
  g_string_free (part->input, TRUE);
  g_string_free (part->citations, TRUE);
  g_free (part);
}

static gboolean
is_call (const Part *part)
{
  return strcmp (part->type, "tool_use") == 0;
}

static void
append_field (Part *part, McpJsonValue name, McpJsonValue piece)
{
  g_autofree char *called = mcp_json_value_dup_string (name, NULL);

  if (!mcp_model_members_has (part->fields, called))
    mcp_model_members_add (part->fields, name,
                           mcp_json_value_get_member (part->start.value, called));
  part->has_signature |= strcmp (called, "signature") == 0;
  mcp_model_members_add (part->fields, name, piece);
}

/* Returns: (transfer full): what is said of a block that has no place in a turn of ours */
static char *
dup_notice (McpJsonValue start, const char *type)
{
  g_autofree char *from =
      mcp_json_value_dup_member_string (mcp_json_value_get_member (start, "from"), "model");
  g_autofree char *to =
      mcp_json_value_dup_member_string (mcp_json_value_get_member (start, "to"), "model");
  g_autofree char *name = mcp_json_value_dup_member_string (start, "name");

  if (strcmp (type, "fallback") == 0 && from != NULL && to != NULL)
    return g_strdup_printf ("%s answers in place of %s", to, from);
  return name != NULL ? g_strdup_printf ("%s: %s", type, name) : g_strdup (type);
}

/* Returns: the number of a new block of the draft */
static guint
open_block (AnthropicReader *self, Part *part)
{
  McpModelDraft   *draft = self->parent.draft;
  McpJsonValue     start = part->start.value;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  guint            block;

  if (is_call (part))
    {
      text = mcp_json_value_dup_member_string (start, "id");
      name = mcp_json_value_dup_member_string (start, "name");
      return mcp_model_draft_open_call (draft, text, name);
    }
  if (strcmp (part->type, "text") == 0 || strcmp (part->type, "thinking") == 0)
    {
      block = mcp_model_draft_open (
          draft, strcmp (part->type, "text") == 0 ? MCP_MODEL_TEXT : MCP_MODEL_REASONING);
      mcp_model_draft_append_value (draft, block, mcp_json_value_get_member (start, part->type));
      return block;
    }
  if (strcmp (part->type, "redacted_thinking") == 0)
    return mcp_model_draft_open (draft, MCP_MODEL_REASONING);
  text = dup_notice (start, part->type);
  block = mcp_model_draft_open (draft, MCP_MODEL_NOTICE);
  mcp_model_draft_append (draft, block, text, -1);
  return block;
}

static void
start_part (AnthropicReader *self, gint64 index, McpJsonValue start)
{
  McpJsonValue to = mcp_json_value_get_member (start, "to");
  char        *type = mcp_json_value_dup_member_string (start, "type");

  /* Beyond the draft's limit nothing is kept here either. */
  if (type == NULL || mcp_model_draft_get_error (self->parent.draft) != NULL)
    {
      g_free (type);
      return;
    }
  Part *part = g_new0 (Part, 1);
  part->index = index;
  part->type = type;
  mcp_json_slot_set (&part->start, start);
  part->fields = mcp_model_members_new ();
  part->input = g_string_new (NULL);
  part->citations = g_string_new (NULL);
  part->block = open_block (self, part);
  g_ptr_array_add (self->parts, part);
  if (strcmp (type, "fallback") == 0)
    mcp_model_draft_take_names (self->parent.draft, mcp_json_value_get_member (to, "model"),
                                MCP_JSON_NO_VALUE);
}

/* Returns: (nullable): the block that was begun last under this index */
static Part *
find_part (AnthropicReader *self, McpJsonValue number)
{
  gint64 index;

  if (!mcp_json_value_get_int64 (number, &index))
    index = -1;
  for (guint i = self->parts->len; i-- > 0;)
    {
      Part *part = self->parts->pdata[i];

      if (part->index == index)
        return part->stopped ? NULL : part;
    }
  return NULL;
}

static void
read_input (AnthropicReader *self, Part *part, McpJsonValue delta)
{
  g_autofree char *piece = mcp_json_value_dup_member_string (delta, "partial_json");

  if (piece == NULL)
    return;
  g_string_append (part->input, piece);
  if (is_call (part))
    mcp_model_draft_append (self->parent.draft, part->block, piece, -1);
}

static void
read_citation (Part *part, McpJsonValue citation)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (citation, &length);

  if (!mcp_json_value_exists (citation))
    return;
  if (part->citations->len > 0)
    g_string_append_c (part->citations, ',');
  g_string_append_len (part->citations, text, (gssize)length);
}

/* A delta calls its text by the name of the member that it makes longer. */
static void
read_texts (AnthropicReader *self, Part *part, McpJsonValue delta)
{
  for (McpJsonWalk each = mcp_json_walk (delta); mcp_json_walk_next (&each);)
    {
      if (mcp_json_value_get_kind (each.value) != MCP_JSON_STRING ||
          mcp_json_value_string_equals (each.name, "type") ||
          mcp_json_value_string_equals (each.name, "id") ||
          mcp_json_value_string_equals (each.name, "name"))
        continue;
      append_field (part, each.name, each.value);
      if (mcp_json_value_string_equals (each.name, part->type))
        mcp_model_draft_append_value (self->parent.draft, part->block, each.value);
    }
}

static void
read_delta (AnthropicReader *self, McpJsonValue index, McpJsonValue delta)
{
  static const McpModelName name = MCP_MODEL_NAME ("type");
  McpJsonValue              type;
  Part                     *part = find_part (self, index);

  mcp_model_pick (delta, &name, 1, &type);
  if (part == NULL || mcp_json_value_get_kind (type) != MCP_JSON_STRING)
    return;
  if (mcp_json_value_string_equals (type, "input_json_delta"))
    read_input (self, part, delta);
  else if (mcp_json_value_string_equals (type, "citations_delta"))
    read_citation (part, mcp_json_value_get_member (delta, "citation"));
  else
    read_texts (self, part, delta);
}

static void
stop_part (AnthropicReader *self, Part *part)
{
  McpJsonValue     start = mcp_json_value_get_member (part->start.value, "input");
  g_autofree char *input = NULL;

  part->stopped = TRUE;
  if (is_call (part) && part->input->len == 0)
    {
      if (mcp_json_value_get_kind (start) == MCP_JSON_OBJECT)
        input = mcp_json_value_dup_text (start);
      mcp_model_draft_append (self->parent.draft, part->block, input != NULL ? input : "{}", -1);
    }
  mcp_model_draft_close (self->parent.draft, part->block);
}

/* Returns: (transfer full) (nullable): @raw, with what was told before and is not told again: for
 * how long the cache was written stands at the beginning alone, and costs more */
static McpJsonDocument *
complete_usage (AnthropicReader *self, McpJsonValue raw)
{
  const char *before = mcp_model_draft_get_turn (self->parent.draft)->usage_text;
  g_autoptr (McpJsonDocument) document =
      before != NULL ? mcp_json_document_parse_text (before, -1, NULL) : NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (document == NULL)
    return NULL;
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (mcp_json_value_exists (mcp_json_value_get_member (raw, key)))
        continue;
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
    }
  for (McpJsonWalk member = mcp_json_walk (raw); mcp_json_walk_next (&member);)
    mcp_json_writer_add (writer, "%v: %v", member.name, member.value);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (text, -1, NULL);
}

/* What is cached stands beside the count of the input. */
static void
read_usage (AnthropicReader *self, McpJsonValue data)
{
  McpJsonValue  raw = mcp_json_value_get_member (data, "usage");
  McpModelUsage usage = MCP_MODEL_USAGE_NONE;
  McpModelUsage known = mcp_model_draft_get_turn (self->parent.draft)->usage;
  McpJsonValue  details = mcp_json_value_get_member (raw, "output_tokens_details");

  if (mcp_json_value_get_kind (raw) != MCP_JSON_OBJECT)
    return;
  mcp_model_usage_read (mcp_json_value_get_member (raw, "input_tokens"), &self->n_input);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "cache_read_input_tokens"), &usage.cached);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "cache_creation_input_tokens"),
                        &usage.cache_write);
  mcp_model_usage_read (mcp_json_value_get_member (raw, "output_tokens"), &usage.output);
  mcp_model_usage_read (mcp_json_value_get_member (details, "thinking_tokens"), &usage.reasoning);
  mcp_model_usage_update (&known, &usage);
  if (self->n_input >= 0)
    usage.input = mcp_model_usage_sum (self->n_input,
                                       mcp_model_usage_sum (known.cached, known.cache_write));
  g_autoptr (McpJsonDocument) complete = complete_usage (self, raw);
  mcp_model_draft_update_usage (self->parent.draft, &usage,
                                complete != NULL ? mcp_json_document_get_root (complete) : raw);
}

/* Returns: (transfer full): the word, and what is said of it */
static char *
dup_stop_text (const char *word, McpJsonValue data)
{
  McpJsonValue     details = mcp_json_value_get_member (data, "stop_details");
  g_autofree char *category = mcp_json_value_dup_member_string (details, "category");
  g_autofree char *explanation = mcp_json_value_dup_member_string (details, "explanation");
  g_autofree char *sequence = mcp_json_value_dup_member_string (data, "stop_sequence");
  GString         *text = g_string_new (word);
  const char      *more[] = { category, explanation, sequence };

  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    if (more[i] != NULL)
      g_string_append_printf (text, ": %s", more[i]);
  return g_string_free (text, FALSE);
}

static void
read_stop (AnthropicReader *self, McpJsonValue data)
{
  g_autofree char *word = mcp_json_value_dup_member_string (data, "stop_reason");

  if (word == NULL)
    return;
  mcp_model_turn_take_stop (mcp_model_draft_get_turn (self->parent.draft),
                            mcp_model_dialect_find_stop (word), dup_stop_text (word, data));
}

/* A second beginning voids the first: a gateway asked again. */
static void
begin (AnthropicReader *self, McpJsonValue message)
{
  McpModelTurn *turn = mcp_model_draft_get_turn (self->parent.draft);

  if (self->begun)
    {
      g_ptr_array_set_size (self->parts, 0);
      mcp_model_draft_restart (self->parent.draft);
      turn->usage = MCP_MODEL_USAGE_NONE;
      mcp_model_turn_take_stop (turn, MCP_MODEL_STOP_NONE, NULL);
      self->n_input = -1;
    }
  self->begun = TRUE;
  g_free (turn->model);
  turn->model = mcp_json_value_dup_member_string (message, "model");
  g_free (turn->response);
  turn->response = mcp_json_value_dup_member_string (message, "id");
  read_usage (self, message);
}

static void
event (McpModelReader *reader, McpJsonValue data, const McpJsonValue *values)
{
  AnthropicReader *self = (AnthropicReader *)reader;
  McpJsonValue     type = values[OF_EVENT_TYPE];
  Part            *part;

  if (mcp_json_value_string_equals (type, "content_block_delta"))
    read_delta (self, values[OF_EVENT_INDEX], values[OF_EVENT_DELTA]);
  else if (mcp_json_value_string_equals (type, "message_start"))
    begin (self, mcp_json_value_get_member (data, "message"));
  else if (mcp_json_value_string_equals (type, "content_block_start"))
    start_part (self, mcp_json_value_get_member_int64 (data, "index", -1),
                mcp_json_value_get_member (data, "content_block"));
  else if (mcp_json_value_string_equals (type, "content_block_stop"))
    {
      part = find_part (self, values[OF_EVENT_INDEX]);
      if (part != NULL)
        stop_part (self, part);
    }
  else if (mcp_json_value_string_equals (type, "message_delta"))
    {
      read_stop (self, values[OF_EVENT_DELTA]);
      read_usage (self, data);
    }
  else if (mcp_json_value_string_equals (type, "message_stop"))
    reader->ended = TRUE;
  else if (mcp_json_value_string_equals (type, "error") ||
           (mcp_json_value_get_kind (type) != MCP_JSON_STRING &&
            mcp_json_value_exists (values[OF_EVENT_ERROR])))
    mcp_model_reader_fail (reader, data);
}

static void
whole (McpModelReader *reader, McpJsonValue data)
{
  AnthropicReader *self = (AnthropicReader *)reader;

  reader->ended = TRUE;
  if (mcp_json_value_string_equals (mcp_json_value_get_member (data, "type"), "error") ||
      mcp_json_value_get_kind (mcp_json_value_get_member (data, "error")) > MCP_JSON_NULL)
    {
      mcp_model_reader_fail (reader, data);
      return;
    }
  begin (self, data);
  for (McpJsonWalk item = mcp_json_walk (mcp_json_value_get_member (data, "content"));
       mcp_json_walk_next (&item);)
    {
      guint n = self->parts->len;

      start_part (self, n, item.value);
      if (self->parts->len > n)
        stop_part (self, self->parts->pdata[n]);
    }
  read_stop (self, data);
}

/* Decides on a block that nobody ended. */
static void
settle (AnthropicReader *self, Part *part, gboolean cut)
{
  McpModelStop stop = mcp_model_draft_get_turn (self->parent.draft)->stop;

  if (part->stopped || cut)
    return;
  if (!is_call (part))
    {
      /* Without its signature a thought is refused. */
      if (strcmp (part->type, "thinking") != 0 || part->has_signature)
        stop_part (self, part);
    }
  else if (stop == MCP_MODEL_STOP_LENGTH || stop == MCP_MODEL_STOP_CONTEXT)
    {
      part->dropped = TRUE;
      mcp_model_draft_drop (self->parent.draft, part->block);
    }
  else
    stop_part (self, part);
}

/* A text is whole at every moment; the API refuses one of white space only. */
static gboolean
is_echoed (AnthropicReader *self, const Part *part)
{
  const char *text = mcp_model_draft_get_text (self->parent.draft, part->block);

  if (strcmp (part->type, "text") != 0)
    return part->stopped && !part->dropped;
  while (g_ascii_isspace (*text))
    text++;
  return *text != '\0';
}

/* Returns: whether @name was written with what came behind the start */
static gboolean
write_grown (McpJsonWriter *writer, const Part *part, const char *name)
{
  if (mcp_model_members_write_one (part->fields, name, writer))
    return TRUE;
  if (strcmp (name, "input") == 0 && part->input->len > 0)
    {
      mcp_json_writer_name (writer, name);
      mcp_model_arguments_write (writer, part->input->str);
      return TRUE;
    }
  if (strcmp (name, "citations") == 0 && part->citations->len > 0)
    {
      mcp_json_writer_add (writer, "'citations': [%r]", part->citations->str);
      return TRUE;
    }
  return FALSE;
}

static void
write_part (McpJsonWriter *writer, const Part *part)
{
  McpJsonValue start = part->start.value;
  const char  *grown;

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (start); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);

      if (write_grown (writer, part, text))
        continue;
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
    }
  for (guint i = 0; (grown = mcp_model_members_get_name (part->fields, i)) != NULL; i++)
    if (!mcp_json_value_exists (mcp_json_value_get_member (start, grown)))
      write_grown (writer, part, grown);
  if (!mcp_json_value_exists (mcp_json_value_get_member (start, "input")))
    {
      if (is_call (part) && part->input->len == 0)
        mcp_json_writer_add (writer, "'input': {}");
      else
        write_grown (writer, part, "input");
    }
  if (!mcp_json_value_exists (mcp_json_value_get_member (start, "citations")))
    write_grown (writer, part, "citations");
  mcp_json_writer_end_object (writer);
}

static void
finish (McpModelReader *reader, gboolean cut)
{
  AnthropicReader *self = (AnthropicReader *)reader;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean says = FALSE;

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      settle (self, part, cut);
      if (!is_echoed (self, part))
        continue;
      write_part (writer, part);
      says |= !g_str_has_suffix (part->type, "thinking");
    }
  mcp_json_writer_end_array (writer);
  /* A message may not end with thoughts, much less have nothing else. */
  if (says)
    mcp_model_draft_get_turn (reader->draft)->echo = mcp_json_writer_finish (writer);
}

static void
reader_free (McpModelReader *reader)
{
  AnthropicReader *self = (AnthropicReader *)reader;

  g_ptr_array_unref (self->parts);
  g_free (self);
}

McpModelReader *
mcp_model_anthropic_reader_new (McpModelDraft *draft, const McpModelProvider *provider)
{
  static const McpModelReaderClass klass = { of_event, N_OF_EVENT, event,
                                             whole, finish, reader_free };
  AnthropicReader                 *self = g_new0 (AnthropicReader, 1);

  self->parent.klass = &klass;
  self->parent.draft = draft;
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->n_input = -1;
  return &self->parent;
}
