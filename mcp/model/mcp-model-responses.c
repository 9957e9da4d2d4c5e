/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-responses.h"

#include "mcp-model-call-ids.h"

#include <string.h>

gboolean
mcp_model_responses_is_wrapper (const char *name)
{
  return g_strcmp0 (name, "parallel") == 0 || g_strcmp0 (name, "multi_tool_use.parallel") == 0;
}

char *
mcp_model_responses_dup_inner_id (const char *id, guint number)
{
  return g_strdup_printf ("%s_%u", id, number);
}

static void
write_text (McpJsonWriter *writer, const char *text)
{
  mcp_json_writer_add (writer, "{'type': 'input_text', 'text': %s}", text);
}

static void
write_image (McpJsonWriter *writer, McpModelBlock *image)
{
  g_autofree char *url = mcp_model_block_dup_data_url (image);

  mcp_json_writer_add (writer, "{'type': 'input_image', 'image_url': %s, 'detail': 'auto'}", url);
}

static void
write_user (McpJsonWriter *writer, McpModelTurn *turn)
{
  GPtrArray *blocks = turn->blocks;

  if (blocks->len == 0)
    return;
  mcp_json_writer_add (writer, "{'role': 'user', 'content':");
  if (blocks->len == 1 && mcp_model_block_get_kind (blocks->pdata[0]) == MCP_MODEL_TEXT)
    mcp_json_writer_string (writer, mcp_model_block_get_text (blocks->pdata[0]));
  else
    {
      mcp_json_writer_begin_array (writer);
      for (guint i = 0; i < blocks->len; i++)
        if (mcp_model_block_get_kind (blocks->pdata[i]) == MCP_MODEL_IMAGE)
          write_image (writer, blocks->pdata[i]);
        else
          write_text (writer, mcp_model_block_get_text (blocks->pdata[i]));
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_end_object (writer);
}

/* Writes what a model said, without what only its own API can read. */
static void
write_block (McpJsonWriter *writer, McpModelBlock *block, McpModelCallIds *ids)
{
  const char      *text = mcp_model_block_get_text (block);
  g_autofree char *said = NULL;

  switch (mcp_model_block_get_kind (block))
    {
    case MCP_MODEL_TEXT:
    case MCP_MODEL_REFUSAL:
      if (*text != '\0')
        mcp_json_writer_add (writer, "{'role': 'assistant', 'content': %s}", text);
      break;
    case MCP_MODEL_IMAGE:
      /* A model's message takes no images. */
      said = g_strdup_printf ("[image %s]", mcp_model_block_get_mime_type (block));
      mcp_json_writer_add (writer, "{'role': 'assistant', 'content': %s}", said);
      break;
    case MCP_MODEL_CALL:
      mcp_json_writer_add (writer,
                           "{'type': 'function_call', 'call_id': %s, 'name': %s, 'arguments': %s}",
                           mcp_model_call_ids_add (ids, mcp_model_block_get_id (block)),
                           mcp_model_block_get_name (block), *text != '\0' ? text : "{}");
      break;
    default:
      break;
    }
}

static gboolean
is_stored (const McpModelRequest *request)
{
  return mcp_json_value_get_member_boolean (request->parameters, "store", FALSE);
}

/* A thought that is only named by its id is looked for at the server, which keeps none of ours. */
static gboolean
is_readable (McpJsonValue item)
{
  return !mcp_json_value_string_equals (mcp_json_value_get_member (item, "type"), "reasoning") ||
         mcp_json_value_get_kind (mcp_json_value_get_member (item, "encrypted_content")) ==
             MCP_JSON_STRING ||
         mcp_json_value_get_n_items (mcp_json_value_get_member (item, "content")) > 0;
}

static void
write_model (McpJsonWriter         *writer,
             const McpModelRequest *request,
             McpModelTurn          *turn,
             McpJsonValue           echo,
             McpModelCallIds       *ids)
{
  if (mcp_json_value_exists (echo))
    {
      mcp_model_call_ids_keep (ids, turn);
      for (McpJsonWalk item = mcp_json_walk (echo); mcp_json_walk_next (&item);)
        if (is_stored (request) || is_readable (item.value))
          mcp_json_writer_value (writer, item.value);
      return;
    }
  mcp_model_call_ids_begin (ids);
  for (guint i = 0; i < turn->blocks->len; i++)
    write_block (writer, turn->blocks->pdata[i], ids);
}

/* Returns: whether @id is that of a call within the wrapper called @wrapper */
static gboolean
is_inner_id (const char *id, const char *wrapper)
{
  gsize length = strlen (wrapper);

  return g_str_has_prefix (id, wrapper) && id[length] == '_' && id[length + 1] != '\0' &&
         strspn (id + length + 1, "0123456789") == strlen (id + length + 1);
}

/* Returns: (transfer full) (nullable): the id of the wrapper in @echo that @result belongs to */
static char *
dup_wrapper (McpJsonValue echo, McpModelBlock *result)
{
  const char *id = mcp_model_block_get_id (result);

  for (McpJsonWalk item = mcp_json_walk (echo); id != NULL && mcp_json_walk_next (&item);)
    {
      g_autofree char *name = mcp_json_value_dup_member_string (item.value, "name");
      g_autofree char *wrapper = mcp_json_value_dup_member_string (item.value, "call_id");

      if (wrapper != NULL && mcp_model_responses_is_wrapper (name) && is_inner_id (id, wrapper))
        return g_steal_pointer (&wrapper);
    }
  return NULL;
}

static void
write_parts (McpJsonWriter *writer, McpModelBlock *result, gboolean named)
{
  GPtrArray       *images = mcp_model_block_get_images (result);
  g_autofree char *text = mcp_model_request_dup_result_text (result);
  g_autofree char *said =
      named ? g_strdup_printf ("%s: %s", mcp_model_block_get_name (result), text)
            : g_steal_pointer (&text);

  if (*said != '\0')
    write_text (writer, said);
  for (guint i = 0; images != NULL && i < images->len; i++)
    write_image (writer, images->pdata[i]);
}

static void
write_result (McpJsonWriter *writer, McpModelBlock *result, const char *id)
{
  g_autofree char *text = mcp_model_request_dup_result_text (result);

  mcp_json_writer_add (writer, "{'type': 'function_call_output', 'call_id': %s, 'output':", id);
  if (mcp_model_block_get_images (result) == NULL)
    mcp_json_writer_string (writer, text);
  else
    {
      mcp_json_writer_begin_array (writer);
      write_parts (writer, result, FALSE);
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_end_object (writer);
}

/* Writes the results of the calls that @wrapper held. Returns: the number behind the last */
static guint
write_wrapped (McpJsonWriter *writer, GPtrArray *results, guint from, const char *wrapper)
{
  guint i;

  mcp_json_writer_add (writer, "{'type': 'function_call_output', 'call_id': %s, 'output': [",
                       wrapper);
  for (i = from; i < results->len; i++)
    {
      const char *id = mcp_model_block_get_id (results->pdata[i]);

      if (id == NULL || !is_inner_id (id, wrapper))
        break;
      write_parts (writer, results->pdata[i], TRUE);
    }
  mcp_json_writer_add (writer, "]}");
  return i;
}

static void
write_results (McpJsonWriter *writer, GPtrArray *results, McpJsonValue echo, McpModelCallIds *ids)
{
  guint i = 0;

  while (i < results->len)
    {
      g_autofree char *wrapper = dup_wrapper (echo, results->pdata[i]);

      if (wrapper != NULL)
        i = write_wrapped (writer, results, i, wrapper);
      else
        {
          write_result (writer, results->pdata[i], mcp_model_call_ids_get (ids, i));
          i++;
        }
    }
}

/* A turn of a model, and what came of its calls */
static void
write_exchange (McpJsonWriter         *writer,
                const McpModelRequest *request,
                guint                  number,
                McpModelCallIds       *ids)
{
  McpModelTurn *turn = request->turns->pdata[number];
  g_autoptr (GPtrArray) results = mcp_model_request_dup_results (request, number);
  g_autoptr (McpJsonDocument) echo = mcp_model_request_parse_echo (request, turn);
  McpJsonValue items = mcp_json_document_get_root (echo);

  write_model (writer, request, turn, items, ids);
  write_results (writer, results, items, ids);
}

static void
write_input (McpJsonWriter *writer, const McpModelRequest *request)
{
  g_autoptr (McpModelCallIds) ids = mcp_model_call_ids_new ();

  mcp_json_writer_add (writer, "'input': [");
  for (guint i = 0; i < request->turns->len; i++)
    {
      McpModelTurn *turn = request->turns->pdata[i];

      if (turn->role == MCP_MODEL_USER)
        write_user (writer, turn);
      else if (turn->role == MCP_MODEL_ASSISTANT)
        write_exchange (writer, request, i, ids);
    }
  mcp_json_writer_end_array (writer);
}

static void
write_tools (McpJsonWriter *writer, const McpModelRequest *request)
{
  static const char *const words[] = { "auto", "none", "required" };

  if (request->tools == NULL)
    return;
  mcp_json_writer_add (writer, "'tools': %r", request->tools);
  if (request->choice == MCP_MODEL_CHOICE_NAMED)
    mcp_json_writer_add (writer, "'tool_choice': {'type': 'function', 'name': %s}",
                         request->choice_name);
  else if (request->choice != MCP_MODEL_CHOICE_AUTO)
    mcp_json_writer_add (writer, "'tool_choice': %s", words[request->choice]);
  if (request->parallel >= 0)
    mcp_json_writer_member_boolean (writer, "parallel_tool_calls", request->parallel != 0);
}

/* Models that do not think refuse to be asked for their thoughts. */
static gboolean
has_thoughts (const char *model)
{
  static const char *const others[] = { "gpt-3", "gpt-4", "chatgpt-", "gpt-5-chat" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_has_prefix (model, others[i]))
      return FALSE;
  return TRUE;
}

static void
write_body (const McpModelRequest *request, McpJsonWriter *writer)
{
  const char *system = request->system != NULL && *request->system != '\0' ? request->system : NULL;

  mcp_json_writer_add (writer, "{'model': %s, 'instructions': ?%s", request->model, system);
  write_input (writer, request);
  write_tools (writer, request);
  mcp_json_writer_add (writer, "'max_output_tokens': ?%x",
                       request->max_tokens > 0 ? request->max_tokens : (gint64)-1);
  /* Nothing stays with the provider: what it is told is all there, each time. */
  mcp_json_writer_add (writer, "'store': false");
  if (has_thoughts (request->model))
    mcp_json_writer_add (writer, "'include': ['reasoning.encrypted_content']");
  mcp_json_writer_add (writer, "'stream': %b}", !request->whole);
}

const McpModelDialect mcp_model_responses_dialect = {
  .id = "openai-responses",
  .title = "OpenAI Responses",
  .framing = MCP_MODEL_FRAMING_EVENTS,
  .has_end_mark = TRUE,
  .key_place = MCP_MODEL_KEY_BEARER,
  .path = "/responses",
  .version = "/v1",
  .write = write_body,
  .reader_new = mcp_model_responses_reader_new,
};
