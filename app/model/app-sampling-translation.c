/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sampling-translation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "app-model-material.h"
#include "app-model-tools.h"
#include "mcp-json-writer.h"
#include "mcp-model-dialect.h"

/* How a dialect is told what goes beside the messages. */
typedef struct
{
  const char *dialect;
  const char *object;      /* (nullable): in which member of the body it stands */
  const char *temperature; /* (nullable): where none is taken by all models of today */
  const char *stop;        /* (nullable) */
  guint       max_stops;
} Words;

static const Words words[] = {
  { "openai-chat", NULL, "temperature", "stop", 4 },
  { "openai-responses", NULL, "temperature", NULL, 0 },
  { "anthropic", NULL, NULL, "stop_sequences", G_MAXUINT },
  { "gemini", "generationConfig", "temperature", "stopSequences", 5 },
  { "ollama", "options", "temperature", "stop", G_MAXUINT },
};

static const Words *
find_words (const McpModelDialect *dialect)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].dialect, dialect->id))
      return &words[i];
  return &words[0];
}

void
app_sampling_translation_free (AppSamplingTranslation *self)
{
  if (self == NULL)
    return;
  mcp_sampling_request_unref (self->request);
  g_ptr_array_unref (self->turns);
  g_free (self->system);
  g_clear_object (&self->export);
  g_free (self->tools);
  g_clear_pointer (&self->parameters, mcp_json_document_unref);
  g_strfreev (self->sequences);
  g_ptr_array_unref (self->left_out);
  g_free (self);
}

/* @text: (transfer full) */
static void
leave_out (AppSamplingTranslation *self, char *text)
{
  if (!g_ptr_array_find_with_equal_func (self->left_out, text, g_str_equal, NULL))
    g_ptr_array_add (self->left_out, text);
  else
    g_free (text);
}

/* Tools */

static McpModelChoice
read_choice (const char *mode)
{
  if (g_strcmp0 (mode, "required") == 0)
    return MCP_MODEL_CHOICE_REQUIRED;
  return g_strcmp0 (mode, "none") == 0 ? MCP_MODEL_CHOICE_NONE : MCP_MODEL_CHOICE_AUTO;
}

static void
read_tools (AppSamplingTranslation *self, const McpModelDialect *dialect, AppModelMask *mask)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);

  for (McpJsonWalk each = mcp_json_walk (self->request->tools); mcp_json_walk_next (&each);)
    if (mcp_json_value_get_kind (each.value) == MCP_JSON_OBJECT)
      g_ptr_array_add (tools, mcp_definition_new (MCP_DEFINITION_TOOL, each.value));
  if (tools->len == 0)
    return;
  self->export = app_tool_export_new (app_model_tools_find_format (dialect), tools, NULL);
  g_autofree char *text = app_tool_export_dup_text (self->export, 0);
  self->tools = app_model_mask_text (mask, text);
  self->choice = read_choice (self->request->tool_choice);
}

/* @name: the server's, or the model's where @to_server. Returns: (transfer none) (nullable) */
static AppExportedTool *
find_tool (AppSamplingTranslation *self, const char *name, gboolean to_server)
{
  guint n = self->export != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->export)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (self->export), i);
      McpDefinition *own = MCP_DEFINITION (app_exported_tool_get_tool (tool));

      if (g_strcmp0 (to_server ? app_exported_tool_get_model_name (tool)
                               : mcp_definition_get_key (own),
                     name) == 0)
        return tool; /* held by the export */
    }
  return NULL;
}

/* Messages */

/* Returns: (transfer full) (nullable): %NULL where it cannot be told */
static McpModelBlock *
translate_content (AppSamplingTranslation *self, McpContent *content)
{
  McpModelBlock *block = app_model_material_read_content (content);

  if (block != NULL)
    return block;
  /* Translators: %s is a kind of content, such as "audio" */
  leave_out (self, g_strdup_printf (_ ("Content of the type “%s” was not told to the model."),
                                    content->type_name));
  return NULL;
}

static McpModelBlock *
translate_use (AppSamplingTranslation *self, McpSamplingBlock *block)
{
  g_autofree char *id = mcp_json_value_dup_string (block->tool_use_id, NULL);
  const char      *name = block->tool_name != NULL ? block->tool_name : "";
  AppExportedTool *tool = find_tool (self, name, FALSE);
  g_autofree char *input = NULL;

  if (mcp_json_value_exists (block->input))
    input = app_export_names_dup_arguments (
        tool != NULL ? app_exported_tool_get_names (tool) : NULL, block->input, FALSE);
  return mcp_model_block_new_call (id != NULL ? id : "",
                                   tool != NULL ? app_exported_tool_get_model_name (tool) : name,
                                   input != NULL ? input : "{}");
}

/* Dialects name the tool in its result; MCP does not. */
static const char *
find_used (AppSamplingTranslation *self, const char *id)
{
  for (guint i = self->turns->len; i > 0; i--)
    {
      const McpModelTurn *turn = self->turns->pdata[i - 1];

      for (guint k = 0; k < turn->blocks->len; k++)
        if (mcp_model_block_get_kind (turn->blocks->pdata[k]) == MCP_MODEL_CALL &&
            g_strcmp0 (mcp_model_block_get_id (turn->blocks->pdata[k]), id) == 0)
          return mcp_model_block_get_name (turn->blocks->pdata[k]);
    }
  return "";
}

static McpModelBlock *
translate_result (AppSamplingTranslation *self, McpSamplingBlock *block)
{
  g_autofree char *id = mcp_json_value_dup_string (block->tool_use_id, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) images =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);

  for (guint i = 0; i < block->contents->len; i++)
    {
      g_autoptr (McpModelBlock) each = translate_content (self, block->contents->pdata[i]);

      if (each == NULL)
        continue;
      if (mcp_model_block_get_kind (each) == MCP_MODEL_IMAGE)
        g_ptr_array_add (images, g_steal_pointer (&each));
      else
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "",
                                mcp_model_block_get_text (each));
    }
  return mcp_model_block_new_result (id != NULL ? id : "", find_used (self, id), text->str,
                                     block->is_error, images);
}

static McpModelBlock *
translate_block (AppSamplingTranslation *self, McpSamplingBlock *block)
{
  switch (block->kind)
    {
    case MCP_SAMPLING_TOOL_USE:
      return translate_use (self, block);
    case MCP_SAMPLING_TOOL_RESULT:
      return translate_result (self, block);
    case MCP_SAMPLING_CONTENT:
    default:
      return block->content != NULL ? translate_content (self, block->content) : NULL;
    }
}

static McpModelRole
read_role (const McpSamplingMessage *message)
{
  const McpSamplingBlock *first = message->blocks->len > 0 ? message->blocks->pdata[0] : NULL;

  if (g_strcmp0 (message->role, "assistant") == 0)
    return MCP_MODEL_ASSISTANT;
  /* Results stand alone in their message, as the specification demands. */
  return first != NULL && first->kind == MCP_SAMPLING_TOOL_RESULT ? MCP_MODEL_TOOLS
                                                                  : MCP_MODEL_USER;
}

static void
read_messages (AppSamplingTranslation *self, AppModelMask *mask)
{
  for (guint i = 0; i < self->request->messages->len; i++)
    {
      const McpSamplingMessage *message = self->request->messages->pdata[i];
      g_autoptr (McpModelTurn) turn = mcp_model_turn_new (read_role (message));

      for (guint k = 0; k < message->blocks->len; k++)
        {
          McpModelBlock *block = translate_block (self, message->blocks->pdata[k]);

          if (block != NULL)
            mcp_model_turn_take_block (turn, block);
        }
      if (turn->blocks->len > 0)
        g_ptr_array_add (self->turns, app_model_mask_turn (mask, turn));
    }
}

/* What goes beside them */

static void
write_stops (AppSamplingTranslation *self, const Words *dialect, McpJsonWriter *writer)
{
  char **stops = self->request->stop_sequences;
  guint  n = stops != NULL ? g_strv_length (stops) : 0;
  guint  told = dialect->stop != NULL ? MIN (n, dialect->max_stops) : 0;

  if (told > 0)
    {
      mcp_json_writer_name (writer, dialect->stop);
      mcp_json_writer_begin_array (writer);
      for (guint i = 0; i < told; i++)
        mcp_json_writer_string (writer, stops[i]);
      mcp_json_writer_end_array (writer);
    }
  if (told == n)
    return;
  self->sequences = g_strdupv (stops + told);
  leave_out (self, g_strdup (_ ("The model cannot be told all texts that end an answer: its answer "
                                "is cut there.")));
}

static void
read_parameters (AppSamplingTranslation *self, const McpModelDialect *dialect)
{
  const Words *known = find_words (dialect);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  if (!isnan (self->request->temperature) && known->temperature != NULL)
    {
      mcp_json_writer_name (writer, known->temperature);
      mcp_json_writer_double (writer, self->request->temperature);
    }
  else if (!isnan (self->request->temperature))
    leave_out (self, g_strdup (_ ("The provider's models take no temperature.")));
  write_stops (self, known, writer);
  mcp_json_writer_end_object (writer);
  g_autofree char *inside = mcp_json_writer_finish_text (writer);
  if (g_str_equal (inside, "{}"))
    return;
  g_autofree char *text = known->object != NULL ? mcp_json_build ("{%s: %r}", known->object, inside)
                                                : g_strdup (inside);
  self->parameters = mcp_json_document_parse_text (text, -1, NULL);
}

AppSamplingTranslation *
app_sampling_translation_new (McpSamplingRequest    *request,
                              const McpModelDialect *dialect,
                              AppModelMask          *mask)
{
  AppSamplingTranslation *self = g_new0 (AppSamplingTranslation, 1);

  self->request = mcp_sampling_request_ref (request);
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  self->left_out = g_ptr_array_new_with_free_func (g_free);
  self->max_tokens = MAX (request->max_tokens, 0);
  if (request->system_prompt != NULL)
    self->system = app_model_mask_text (mask, request->system_prompt);
  read_tools (self, dialect, mask);
  read_messages (self, mask);
  read_parameters (self, dialect);
  return self;
}

/* The result */

/* Returns: whether @text was cut */
static gboolean
cut_at_sequence (AppSamplingTranslation *self, GString *text)
{
  const char *first = NULL;

  for (guint i = 0; self->sequences != NULL && self->sequences[i] != NULL; i++)
    {
      const char *found = *self->sequences[i] != '\0' ? strstr (text->str, self->sequences[i])
                                                      : NULL;

      if (found != NULL && (first == NULL || found < first))
        first = found;
    }
  if (first != NULL)
    g_string_truncate (text, (gsize)(first - text->str));
  return first != NULL;
}

static const char *
name_stop (McpModelTurn *turn, gboolean uses_tools, gboolean is_cut)
{
  if (is_cut || turn->stop == MCP_MODEL_STOP_SEQUENCE)
    return "stopSequence";
  if (uses_tools)
    return "toolUse";
  if (turn->stop == MCP_MODEL_STOP_LENGTH || turn->stop == MCP_MODEL_STOP_CONTEXT)
    return "maxTokens";
  if (turn->stop == MCP_MODEL_STOP_END || turn->stop == MCP_MODEL_STOP_NONE)
    return "endTurn";
  /* The specification takes any word. */
  return mcp_model_stop_to_text (turn->stop);
}

static void
write_use (AppSamplingTranslation *self, McpJsonWriter *writer, McpModelBlock *block)
{
  const char      *arguments = mcp_model_block_get_text (block);
  const char      *name = mcp_model_block_get_name (block);
  AppExportedTool *tool = find_tool (self, name, TRUE);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (arguments, -1, NULL);
  McpJsonValue     input = mcp_json_document_get_root (document);
  gboolean         is_object = mcp_json_value_get_kind (input) == MCP_JSON_OBJECT;
  g_autofree char *text =
      is_object ? app_export_names_dup_arguments (
                      tool != NULL ? app_exported_tool_get_names (tool) : NULL, input, TRUE)
                : g_strdup ("{}");

  if (!is_object && *arguments != '\0')
    leave_out (self, g_strdup (_ ("The model's arguments are not a JSON object: the server gets "
                                  "none.")));
  if (tool != NULL)
    name = mcp_definition_get_key (MCP_DEFINITION (app_exported_tool_get_tool (tool)));
  mcp_json_writer_add (writer, "{'type': 'tool_use', 'id': %s, 'name': %s, 'input': %r}",
                       mcp_model_block_get_id (block), name, text);
}

static void
write_image (McpJsonWriter *writer, McpModelBlock *block)
{
  GBytes          *data = mcp_model_block_get_data (block);
  g_autofree char *text = g_base64_encode (g_bytes_get_data (data, NULL), g_bytes_get_size (data));

  mcp_json_writer_add (writer, "{'type': 'image', 'mimeType': %s, 'data': %s}",
                       mcp_model_block_get_mime_type (block), text);
}

/* One block is no list: servers up to 2025-06-18 know no other form. */
static char *
write_content (AppSamplingTranslation *self, McpModelTurn *turn, const char *text, gboolean is_cut)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean has_more = !is_cut && (mcp_model_turn_count (turn, MCP_MODEL_CALL) > 0 ||
                                  mcp_model_turn_count (turn, MCP_MODEL_IMAGE) > 0);

  mcp_json_writer_begin_array (writer);
  if (*text != '\0' || !has_more)
    mcp_json_writer_add (writer, "{'type': 'text', 'text': %s}", text);
  for (guint i = 0; has_more && i < turn->blocks->len; i++)
    {
      McpModelBlock    *block = turn->blocks->pdata[i];
      McpModelBlockKind kind = mcp_model_block_get_kind (block);

      if (kind == MCP_MODEL_CALL)
        write_use (self, writer, block);
      else if (kind == MCP_MODEL_IMAGE)
        write_image (writer, block);
    }
  mcp_json_writer_end_array (writer);
  g_autofree char *list = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (list, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  return mcp_json_value_dup_text (
      mcp_json_value_get_n_items (root) == 1 ? mcp_json_value_get_item (root, 0) : root);
}

char *
app_sampling_translation_write_result (AppSamplingTranslation *self,
                                       McpModelTurn           *turn,
                                       char                  **text)
{
  g_autoptr (GString) said = g_string_new (NULL);
  g_autofree char *words_said = mcp_model_turn_dup_text (turn, MCP_MODEL_TEXT);
  g_autofree char *refusal = mcp_model_turn_dup_text (turn, MCP_MODEL_REFUSAL);

  g_string_append (said, words_said);
  g_string_append (said, refusal);
  gboolean         is_cut = cut_at_sequence (self, said);
  gboolean         uses_tools = !is_cut && mcp_model_turn_count (turn, MCP_MODEL_CALL) > 0;
  const char      *stop = name_stop (turn, uses_tools, is_cut);
  g_autofree char *content = write_content (self, turn, said->str, is_cut);
  *text = !uses_tools && g_str_equal (stop, "endTurn") &&
                  mcp_model_turn_count (turn, MCP_MODEL_IMAGE) == 0
              ? g_strdup (said->str)
              : NULL;
  return mcp_json_build ("{'role': 'assistant', 'content': %r, 'model': %s, 'stopReason': %s}",
                         content, turn->model != NULL ? turn->model : turn->asked, stop);
}
