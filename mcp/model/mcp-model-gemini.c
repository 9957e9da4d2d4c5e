/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-gemini.h"

#include "mcp-model-arguments.h"

#include <string.h>

/* What the API takes in place of the signature of a call that another model made */
#define NO_SIGNATURE "skip_thought_signature_validator"

static const char *
skip_models (const char *model)
{
  return g_str_has_prefix (model, "models/") ? model + strlen ("models/") : model;
}

static char *
dup_path (const McpModelRequest *request)
{
  g_autofree char *model = g_uri_escape_string (skip_models (request->model), "/", FALSE);

  /* Tuned models have a path of their own. */
  return g_strdup_printf ("%s%s:%s", strchr (model, '/') != NULL ? "/" : "/models/", model,
                          request->whole ? "generateContent" : "streamGenerateContent?alt=sse");
}

/* From the third generation on calls have signatures, and results images. */
static gboolean
is_newer (const char *model)
{
  const char *slash = strrchr (model, '/');
  const char *name = slash != NULL ? slash + 1 : model;

  return g_str_has_prefix (name, "gemini-") &&
         g_ascii_strtoull (name + strlen ("gemini-"), NULL, 10) >= 3;
}

static void
write_text (McpJsonWriter *writer, const char *text)
{
  if (*text != '\0')
    mcp_json_writer_add (writer, "{'text': %s}", text);
}

static void
write_image (McpJsonWriter *writer, McpModelBlock *image)
{
  g_autofree char *base64 = mcp_model_block_dup_base64 (image);

  mcp_json_writer_add (writer, "{'inlineData': {'mimeType': %s, 'data': %s}}",
                       mcp_model_block_get_mime_type (image), base64);
}

static gboolean
is_sent (McpModelBlock *block)
{
  switch (mcp_model_block_get_kind (block))
    {
    case MCP_MODEL_TEXT:
    case MCP_MODEL_REFUSAL:
      return *mcp_model_block_get_text (block) != '\0';
    case MCP_MODEL_IMAGE:
    case MCP_MODEL_CALL:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
write_call (McpJsonWriter *writer, McpModelBlock *call, gboolean with_signature)
{
  mcp_json_writer_add (writer, "{'functionCall': {'name': %s, 'args':",
                       mcp_model_block_get_name (call));
  mcp_model_arguments_write (writer, mcp_model_block_get_text (call));
  mcp_json_writer_add (writer, "}, 'thoughtSignature': ?%s}",
                       with_signature ? NO_SIGNATURE : NULL);
}

/* Writes what anybody said, without what only its own API can read. */
static void
write_blocks (McpJsonWriter *writer, McpModelTurn *turn, const char *model)
{
  gboolean with_signature = is_newer (model);
  guint    n = 0;

  for (guint i = 0; i < turn->blocks->len; i++)
    n += is_sent (turn->blocks->pdata[i]) ? 1 : 0;
  if (n == 0)
    return;
  mcp_json_writer_add (writer, "{'role': %s, 'parts': [",
                       turn->role == MCP_MODEL_ASSISTANT ? "model" : "user");
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      if (!is_sent (block))
        continue;
      if (mcp_model_block_get_kind (block) == MCP_MODEL_IMAGE)
        write_image (writer, block);
      else if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
        {
          /* Of calls that were made together only the first has a signature. */
          write_call (writer, block, with_signature);
          with_signature = FALSE;
        }
      else
        write_text (writer, mcp_model_block_get_text (block));
    }
  mcp_json_writer_add (writer, "]}");
}

/* Returns: whether a call in @echo has this id: one that we gave it says nothing to the API */
static gboolean
has_id (McpJsonValue echo, const char *id)
{
  for (McpJsonWalk part = mcp_json_walk (mcp_json_value_get_member (echo, "parts"));
       id != NULL && mcp_json_walk_next (&part);)
    {
      McpJsonValue call = mcp_json_value_get_member (part.value, "functionCall");

      if (mcp_json_value_string_equals (mcp_json_value_get_member (call, "id"), id))
        return TRUE;
    }
  return FALSE;
}

static void
write_images (McpJsonWriter *writer, McpModelBlock *result)
{
  GPtrArray *images = mcp_model_block_get_images (result);

  for (guint i = 0; images != NULL && i < images->len; i++)
    write_image (writer, images->pdata[i]);
}

static void
write_result (McpJsonWriter *writer, McpModelBlock *result, McpJsonValue echo, gboolean with_images)
{
  const char *id = mcp_model_block_get_id (result);

  mcp_json_writer_add (writer,
                       "{'functionResponse': {'id': ?%s, 'name': %s, 'response': {%s: %s}",
                       has_id (echo, id) ? id : NULL, mcp_model_block_get_name (result),
                       mcp_model_block_is_error (result) ? "error" : "output",
                       mcp_model_block_get_text (result));
  if (with_images && mcp_model_block_get_images (result) != NULL)
    {
      mcp_json_writer_add (writer, "'parts': [");
      write_images (writer, result);
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_add (writer, "}}");
}

/* The API wants as many parts as there were calls, and nothing beside them: where results have no
 * images of their own these follow. */
static void
write_loose_images (McpJsonWriter *writer, GPtrArray *results)
{
  gboolean any = FALSE;

  for (guint i = 0; i < results->len; i++)
    any |= mcp_model_block_get_images (results->pdata[i]) != NULL;
  if (!any)
    return;
  mcp_json_writer_add (writer, "{'role': 'user', 'parts': [");
  for (guint i = 0; i < results->len; i++)
    {
      McpModelBlock *result = results->pdata[i];

      if (mcp_model_block_get_images (result) == NULL)
        continue;
      g_autofree char *text = mcp_model_request_dup_images_text (result);
      write_text (writer, text);
      write_images (writer, result);
    }
  mcp_json_writer_add (writer, "]}");
}

static void
write_results (McpJsonWriter *writer, GPtrArray *results, McpJsonValue echo, const char *model)
{
  gboolean with_images = is_newer (model);

  if (results->len == 0)
    return;
  mcp_json_writer_add (writer, "{'role': 'user', 'parts': [");
  for (guint i = 0; i < results->len; i++)
    write_result (writer, results->pdata[i], echo, with_images);
  mcp_json_writer_add (writer, "]}");
  if (!with_images)
    write_loose_images (writer, results);
}

/* A turn of a model, and what came of its calls */
static void
write_exchange (McpJsonWriter *writer, const McpModelRequest *request, guint number)
{
  McpModelTurn *turn = request->turns->pdata[number];
  g_autoptr (GPtrArray) results = mcp_model_request_dup_results (request, number);
  g_autoptr (McpJsonDocument) echo = mcp_model_request_parse_echo (request, turn);
  McpJsonValue root = mcp_json_document_get_root (echo);

  if (echo != NULL)
    mcp_json_writer_value (writer, root);
  else
    write_blocks (writer, turn, request->model);
  write_results (writer, results, root, request->model);
}

static void
write_contents (McpJsonWriter *writer, const McpModelRequest *request)
{
  mcp_json_writer_add (writer, "'contents': [");
  for (guint i = 0; i < request->turns->len; i++)
    {
      McpModelTurn *turn = request->turns->pdata[i];

      if (turn->role == MCP_MODEL_ASSISTANT)
        write_exchange (writer, request, i);
      else if (turn->role == MCP_MODEL_USER)
        write_blocks (writer, turn, request->model);
    }
  mcp_json_writer_end_array (writer);
}

static void
write_tools (McpJsonWriter *writer, const McpModelRequest *request)
{
  static const char *const modes[] = { "AUTO", "NONE", "ANY", "ANY" };

  if (request->tools == NULL)
    return;
  mcp_json_writer_add (writer, "'tools': %r", request->tools);
  if (request->choice == MCP_MODEL_CHOICE_AUTO)
    return;
  mcp_json_writer_add (writer, "'toolConfig': {'functionCallingConfig': {'mode': %s",
                       modes[request->choice]);
  if (request->choice == MCP_MODEL_CHOICE_NAMED)
    mcp_json_writer_add (writer, "'allowedFunctionNames': [%s]", request->choice_name);
  mcp_json_writer_add (writer, "}}");
}

/* Whether calls may be made together cannot be said in this API. */
static void
write_body (const McpModelRequest *request, McpJsonWriter *writer)
{
  mcp_json_writer_begin_object (writer);
  if (request->system != NULL && *request->system != '\0')
    mcp_json_writer_add (writer, "'systemInstruction': {'parts': [{'text': %s}]}",
                         request->system);
  write_contents (writer, request);
  write_tools (writer, request);
  if (request->max_tokens > 0)
    mcp_json_writer_add (writer, "'generationConfig': {'maxOutputTokens': %x}",
                         request->max_tokens);
  mcp_json_writer_end_object (writer);
}

const McpModelDialect mcp_model_gemini_dialect = {
  .id = "gemini",
  .title = "Gemini generateContent",
  .framing = MCP_MODEL_FRAMING_EVENTS,
  /* There is no mark, but a response that says no reason for its end has not come to it. */
  .has_end_mark = TRUE,
  .key_place = MCP_MODEL_KEY_X_GOOG_API,
  .path = "/models/",
  .version = "/v1beta",
  .dup_path = dup_path,
  .write = write_body,
  .reader_new = mcp_model_gemini_reader_new,
};
