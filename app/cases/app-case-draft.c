/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-draft.h"

#include "app-case-file.h"
#include "mcp-json-writer.h"
#include "mcp-model-turn-json.h"

#define WORDS(text) ((text) != NULL ? (text) : "")

/* Called with each block of what followed a turn, until the person says something else.
 * Returns: whether to go on */
typedef gboolean (*BlockFunc) (McpModelTurn *turn, McpModelBlock *block, gpointer user_data);

static void
walk (GPtrArray *turns, guint turn, BlockFunc func, gpointer user_data)
{
  for (guint i = turn + 1; i < turns->len; i++)
    {
      McpModelTurn *each = turns->pdata[i];

      if (each->role == MCP_MODEL_USER)
        return;
      for (guint j = 0; j < each->blocks->len; j++)
        if (!func (each, each->blocks->pdata[j], user_data))
          return;
    }
}

static gboolean
find_call (McpModelTurn *turn, McpModelBlock *block, gpointer user_data)
{
  if (mcp_model_block_get_kind (block) != MCP_MODEL_CALL)
    return TRUE;
  *(McpModelBlock **)user_data = block;
  return FALSE;
}

const char *
app_case_draft_find_tool (GPtrArray *turns, guint turn)
{
  McpModelBlock *call = NULL;

  walk (turns, turn, find_call, &call);
  return call != NULL ? mcp_model_block_get_name (call) : NULL;
}

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

/* What is expected */

typedef struct
{
  McpJsonWriter *writer;
  const char    *tool;
  GHashTable    *calls; /* id → McpModelBlock */
  gboolean       has_call;
} Writing;

/* Each call of the tool as it was made. */
static gboolean
write_call (McpModelTurn *turn, McpModelBlock *block, gpointer user_data)
{
  Writing *writing = user_data;
  g_autoptr (McpJsonDocument) arguments = NULL;

  if (mcp_model_block_get_kind (block) != MCP_MODEL_CALL ||
      g_strcmp0 (mcp_model_block_get_name (block), writing->tool) != 0)
    return TRUE;
  arguments = read_arguments (block);
  if (arguments != NULL)
    {
      mcp_json_writer_add (writing->writer, "{'tool': %s, 'arguments': {'$equals': %v}}",
                           writing->tool, mcp_json_document_get_root (arguments));
      writing->has_call = TRUE;
    }
  return TRUE;
}

static void
write_expectation (McpJsonWriter        *writer,
                   GPtrArray            *turns,
                   guint                 turn,
                   const AppCaseChoices *choices)
{
  Writing writing = { writer, choices->tool, NULL, FALSE };

  if (*WORDS (choices->tool) == '\0')
    {
      mcp_json_writer_add (writer, "'expect': {'no_call': true},");
      return;
    }
  mcp_json_writer_add (writer, "'expect': {'calls': [");
  if (choices->same_arguments)
    walk (turns, turn, write_call, &writing);
  if (!writing.has_call)
    mcp_json_writer_add (writer, "{'tool': %s, 'match': 'ignore'}", choices->tool);
  mcp_json_writer_add (writer, "]},");
}

/* What was recorded */

static gboolean
write_result (McpModelTurn *turn, McpModelBlock *block, gpointer user_data)
{
  Writing       *writing = user_data;
  const char    *id = mcp_model_block_get_id (block);
  McpModelBlock *call;
  g_autoptr (McpJsonDocument) arguments = NULL;

  if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL && id != NULL)
    g_hash_table_insert (writing->calls, (gpointer)id, block);
  if (mcp_model_block_get_kind (block) != MCP_MODEL_RESULT || id == NULL)
    return TRUE;
  call = g_hash_table_lookup (writing->calls, id);
  arguments = call != NULL ? read_arguments (call) : NULL;
  if (arguments != NULL)
    mcp_json_writer_add (writing->writer,
                         "{'tool': %s, 'arguments': %v, 'text': %s, 'is_error': ?%b}",
                         mcp_model_block_get_name (call), mcp_json_document_get_root (arguments),
                         mcp_model_block_get_text (block), mcp_model_block_is_error (block));
  return TRUE;
}

static void
write_recorded (McpJsonWriter *writer, GPtrArray *turns, guint turn)
{
  g_autoptr (GHashTable) calls = g_hash_table_new (g_str_hash, g_str_equal);
  Writing writing = { writer, NULL, calls, FALSE };

  mcp_json_writer_add (writer, "'recorded': [");
  walk (turns, turn, write_result, &writing);
  mcp_json_writer_add (writer, "],");
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
  static const char *const results[] = { "live", "recorded", "none" };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'title': %s, 'cases': [{'id': 'prompt',",
                       WORDS (choices->prompt));
  if (*WORDS (system) != '\0')
    mcp_json_writer_add (writer, "'system': %s,", system);
  write_before (writer, turns, turn);
  write_expectation (writer, turns, turn, choices);
  if (choices->results == APP_CASE_RECORDED)
    write_recorded (writer, turns, turn);
  mcp_json_writer_add (writer, "'results': %s, 'repeat': %i, 'prompt': %s}]}",
                       results[MIN (choices->results, APP_CASE_NO_RESULTS)],
                       (int)MAX (choices->repeat, 1), WORDS (choices->prompt));
  return mcp_json_writer_finish (writer);
}

GBytes *
app_case_draft_write_conversation (AppModelController *bench, GError **error)
{
  g_autoptr (GPtrArray) turns = app_model_controller_dup_records (bench);
  g_autofree char *title = NULL;
  g_autoptr (AppCaseFile) file = NULL;

  g_object_get (bench, "title", &title, NULL);
  file = app_case_file_new_conversation (turns, title, NULL, error);
  return file != NULL ? g_bytes_ref (file->text) : NULL;
}
