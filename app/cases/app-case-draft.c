/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-draft.h"

#include <glib/gi18n-lib.h>

#include "app-case-file.h"
#include "app-error.h"
#include "mcp-model-turn-json.h"

#define WORDS(text) ((text) != NULL ? (text) : "")

/* Returns: (transfer container): the blocks that followed a turn, until the person said something
 * else */
static GPtrArray *
list_answer (GPtrArray *turns, guint turn)
{
  GPtrArray *blocks = g_ptr_array_new ();

  for (guint i = turn + 1; i < turns->len; i++)
    {
      McpModelTurn *each = turns->pdata[i];

      if (each->role == MCP_MODEL_USER)
        break;
      for (guint j = 0; j < each->blocks->len; j++)
        g_ptr_array_add (blocks, each->blocks->pdata[j]);
    }
  return blocks;
}

const char *
app_case_draft_find_tool (GPtrArray *turns, guint turn)
{
  g_autoptr (GPtrArray) blocks = list_answer (turns, turn);

  for (guint i = 0; i < blocks->len; i++)
    if (mcp_model_block_get_kind (blocks->pdata[i]) == MCP_MODEL_CALL)
      return mcp_model_block_get_name (blocks->pdata[i]);
  return NULL;
}

/* Calls and results */

/* Returns: (transfer full) (nullable): %NULL where the model wrote what is no object */
static McpJsonDocument *
read_arguments (McpModelBlock *call)
{
  const char      *text = mcp_model_block_get_text (call);
  McpJsonDocument *document =
      mcp_json_document_parse_text (*text != '\0' ? text : "{}", -1, NULL);

  if (document != NULL &&
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    g_clear_pointer (&document, mcp_json_document_unref);
  return document;
}

/* Writes that this call is expected as it was made.
 * Returns: %FALSE where nobody can tell with which arguments */
static gboolean
write_call (McpJsonWriter *writer, McpModelBlock *call)
{
  g_autoptr (McpJsonDocument) arguments = read_arguments (call);

  if (arguments != NULL)
    mcp_json_writer_add (writer, "{'tool': %s, 'arguments': {'$equals': %v}}",
                         mcp_model_block_get_name (call), mcp_json_document_get_root (arguments));
  return arguments != NULL;
}

static void
write_any_call (McpJsonWriter *writer, const char *tool)
{
  mcp_json_writer_add (writer, "{'tool': %s, 'match': 'ignore'}", tool);
}

/* Writes a result that belongs to a call. @calls: id → McpModelBlock; takes a call */
static void
write_recorded (McpJsonWriter *writer, GHashTable *calls, McpModelBlock *block)
{
  const char    *id = mcp_model_block_get_id (block);
  McpModelBlock *call = id != NULL ? g_hash_table_lookup (calls, id) : NULL;
  g_autoptr (McpJsonDocument) arguments = NULL;

  if (id != NULL && mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
    g_hash_table_insert (calls, (gpointer)id, block);
  else if (call != NULL && mcp_model_block_get_kind (block) == MCP_MODEL_RESULT)
    arguments = read_arguments (call);
  if (arguments != NULL)
    mcp_json_writer_add (writer, "{'tool': %s, 'arguments': %v, 'text': %s, 'is_error': ?%b}",
                         mcp_model_block_get_name (call), mcp_json_document_get_root (arguments),
                         mcp_model_block_get_text (block), mcp_model_block_is_error (block));
}

/* What was said once */

static void
write_expectation (McpJsonWriter *writer, GPtrArray *answer, const AppCaseChoices *choices)
{
  gboolean has_call = FALSE;

  if (*WORDS (choices->tool) == '\0')
    {
      mcp_json_writer_add (writer, "'expect': {'no_call': true},");
      return;
    }
  mcp_json_writer_add (writer, "'expect': {'calls': [");
  for (guint i = 0; choices->same_arguments && i < answer->len; i++)
    if (mcp_model_block_get_kind (answer->pdata[i]) == MCP_MODEL_CALL &&
        g_strcmp0 (mcp_model_block_get_name (answer->pdata[i]), choices->tool) == 0)
      has_call = write_call (writer, answer->pdata[i]) || has_call;
  if (!has_call)
    write_any_call (writer, choices->tool);
  mcp_json_writer_add (writer, "]},");
}

static void
write_before (McpJsonWriter *writer, GPtrArray *turns, guint turn)
{
  if (turn == 0 || turns->len == 0)
    return;
  mcp_json_writer_add (writer, "'before': [");
  for (guint i = 0; i < MIN (turn, turns->len); i++)
    mcp_model_turn_write (turns->pdata[i], writer);
  mcp_json_writer_add (writer, "],");
}

GBytes *
app_case_draft_write (GPtrArray            *turns,
                      guint                 turn,
                      const char           *system,
                      const AppCaseChoices *choices)
{
  AppCaseResults results = MIN (choices->results, APP_CASE_NO_RESULTS);
  g_autoptr (GPtrArray) answer = list_answer (turns, turn);
  g_autoptr (GHashTable) calls = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'title': %s, 'cases': [{'id': 'prompt',",
                       WORDS (choices->prompt));
  if (*WORDS (system) != '\0')
    mcp_json_writer_add (writer, "'system': %s,", system);
  write_before (writer, turns, turn);
  write_expectation (writer, answer, choices);
  if (results == APP_CASE_RECORDED)
    {
      mcp_json_writer_add (writer, "'recorded': [");
      for (guint i = 0; i < answer->len; i++)
        write_recorded (writer, calls, answer->pdata[i]);
      mcp_json_writer_add (writer, "],");
    }
  mcp_json_writer_add (writer, "'results': %s, 'repeat': %i, 'prompt': %s}]}",
                       app_case_results_words[results], (int)MAX (choices->repeat, 1),
                       WORDS (choices->prompt));
  return mcp_json_writer_finish (writer);
}

/* A conversation */

typedef struct
{
  McpJsonWriter *writer;
  McpJsonWriter *recorded;
  GHashTable    *calls;
  GString       *prompt; /* of a turn that has not begun; "" for none */
  guint          n_turns;
} Writing;

static void
end_turn (Writing *self)
{
  if (self->n_turns > 0)
    mcp_json_writer_add (self->writer, "], 'order': 'strict', 'max_extra': 0}}");
}

static void
begin_turn (Writing *self)
{
  if (self->prompt->len == 0)
    return;
  end_turn (self);
  mcp_json_writer_add (self->writer, "{'prompt': %s, 'expect': {'calls': [", self->prompt->str);
  g_string_truncate (self->prompt, 0);
  self->n_turns++;
}

/* What the person says begins a turn; several messages one after the other are one. */
static void
add_said (Writing *self, McpModelBlock *block)
{
  const char *text = mcp_model_block_get_text (block);

  if (mcp_model_block_get_kind (block) == MCP_MODEL_TEXT && *text != '\0')
    g_string_append_printf (self->prompt, "%s%s", self->prompt->len > 0 ? "\n\n" : "", text);
}

static void
add_answer (Writing *self, McpModelBlock *block)
{
  if (self->n_turns == 0)
    return;
  if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL && !write_call (self->writer, block))
    write_any_call (self->writer, mcp_model_block_get_name (block));
  write_recorded (self->recorded, self->calls, block);
}

GBytes *
app_case_draft_write_turns (GPtrArray  *turns,
                            const char *title,
                            const char *system,
                            GError    **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonWriter) recorded = mcp_json_writer_new ();
  g_autoptr (GHashTable) calls = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) prompt = g_string_new (NULL);
  Writing writing = { writer, recorded, calls, prompt, 0 };

  mcp_json_writer_add (recorded, "[");
  mcp_json_writer_add (writer,
                       "{'title': ?%s, 'cases': [{'id': 'conversation', 'title': ?%s, "
                       "'system': ?%s, 'turns': [",
                       title, title, system);
  for (guint i = 0; i < turns->len; i++)
    {
      const McpModelTurn *turn = turns->pdata[i];

      if (turn->role == MCP_MODEL_ASSISTANT)
        begin_turn (&writing);
      for (guint j = 0; j < turn->blocks->len; j++)
        if (turn->role == MCP_MODEL_USER)
          add_said (&writing, turn->blocks->pdata[j]);
        else
          add_answer (&writing, turn->blocks->pdata[j]);
    }
  begin_turn (&writing);
  end_turn (&writing);
  mcp_json_writer_add (recorded, "]");
  g_autofree char *results = mcp_json_writer_finish_text (recorded);
  mcp_json_writer_add (writer, "], 'results': 'recorded', 'recorded': %r}]}", results);
  if (writing.n_turns > 0)
    return mcp_json_writer_finish (writer);
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("Nothing was said by a person in the conversation."));
  return NULL;
}

GBytes *
app_case_draft_write_conversation (AppModelController *bench, GError **error)
{
  g_autoptr (GPtrArray) turns = app_model_controller_dup_records (bench);
  g_autofree char *title = NULL;

  g_object_get (bench, "title", &title, NULL);
  g_autoptr (AppCaseFile) file = app_case_file_new_conversation (turns, title, NULL, error);
  return file != NULL ? g_bytes_ref (file->text) : NULL;
}
