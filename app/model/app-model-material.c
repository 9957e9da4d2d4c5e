/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-material.h"

#include <string.h>

#include "app-model-result.h"
#include "mcp-error.h"

/* Bytes, of what is not cut apart. */
#define MAX_WORD 4096

static McpModelBlock *
new_text (const char *format, ...) G_GNUC_PRINTF (1, 2);

static McpModelBlock *
new_text (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return mcp_model_block_new (MCP_MODEL_TEXT, text, -1);
}

/* @type: (nullable). Returns: (transfer full) (nullable): %NULL where it is no image that a model
 * takes: with another one the whole request would be refused */
static McpModelBlock *
read_image (const char *type, McpJsonValue data)
{
  if (!app_model_result_takes_image (type, mcp_content_measure_base64 (data)))
    return NULL;
  g_autoptr (GBytes) bytes = mcp_content_decode_base64 (data, NULL);
  return bytes != NULL ? mcp_model_block_new_image (type, bytes) : NULL;
}

/* Where a text that is too long ends: at white space, if there is any near, since of half a secret
 * nobody would know that it is one. */
static char *
find_end (char *text)
{
  char *end = g_utf8_offset_to_pointer (text, APP_MODEL_MATERIAL_CHARACTERS);

  for (char *at = end; at > text && end - at < MAX_WORD; at--)
    if (g_ascii_isspace (*at))
      return at;
  return end;
}

/* Its address goes before it: that is what the rest of the conversation calls it. */
static McpModelBlock *
read_contents (const McpResourceContents *contents, const char *uri, AppModelMaterialLoss *loss)
{
  const char      *name = contents->uri != NULL ? contents->uri : uri;
  g_autofree char *text = mcp_json_value_dup_string (contents->text, NULL);
  McpModelBlock   *image;

  if (text == NULL)
    {
      image = read_image (contents->mime_type, contents->blob);
      if (image != NULL)
        return image;
      *loss |= APP_MODEL_MATERIAL_NAMED;
      return new_text ("[Resource %s: %s, %" G_GSIZE_FORMAT " bytes, not shown]",
                       name != NULL ? name : "",
                       contents->mime_type != NULL ? contents->mime_type : "binary",
                       mcp_content_measure_base64 (contents->blob));
    }
  glong length = g_utf8_strlen (text, -1);
  if (length > (glong)APP_MODEL_MATERIAL_CHARACTERS)
    {
      *loss |= APP_MODEL_MATERIAL_CUT;
      *find_end (text) = '\0';
      return new_text ("Resource %s:\n%s\n[%ld more characters are not shown]",
                       name != NULL ? name : "", text, length - g_utf8_strlen (text, -1));
    }
  return new_text ("Resource %s:\n%s", name != NULL ? name : "", text);
}

static McpModelBlock *
read_content (McpContent *content, AppModelMaterialLoss *loss)
{
  g_autofree char *text = NULL;

  switch (content->kind)
    {
    case MCP_CONTENT_TEXT:
      text = mcp_json_value_dup_string (content->text, NULL);
      return text != NULL ? mcp_model_block_new (MCP_MODEL_TEXT, text, -1) : NULL;
    case MCP_CONTENT_IMAGE:
      return read_image (content->mime_type, content->data);
    case MCP_CONTENT_RESOURCE:
      if (content->resource == NULL)
        return NULL;
      return read_contents (content->resource, content->uri, loss);
    case MCP_CONTENT_RESOURCE_LINK:
      return new_text ("[Resource %s: %s]", content->uri != NULL ? content->uri : "",
                       content->display_name != NULL ? content->display_name : "");
    case MCP_CONTENT_AUDIO:
    case MCP_CONTENT_UNKNOWN:
    default:
      return NULL;
    }
}

McpModelBlock *
app_model_material_read_content (McpContent *content)
{
  AppModelMaterialLoss loss = APP_MODEL_MATERIAL_WHOLE;

  return read_content (content, &loss);
}

static McpModelRole
read_role (const McpPromptMessage *message)
{
  return g_strcmp0 (message->role, "assistant") == 0 ? MCP_MODEL_ASSISTANT : MCP_MODEL_USER;
}

static McpModelTurn *
read_message (const McpPromptMessage *message, AppModelMaterialLoss *loss)
{
  McpModelTurn *turn = mcp_model_turn_new (read_role (message));

  for (guint i = 0; i < message->contents->len; i++)
    {
      McpContent    *content = message->contents->pdata[i];
      McpModelBlock *block = read_content (content, loss);

      if (block == NULL)
        *loss |= APP_MODEL_MATERIAL_NAMED;
      mcp_model_turn_take_block (
          turn, block != NULL ? block : new_text ("[%s, not shown]", content->type_name));
    }
  return turn;
}

static McpModelTurn *
read_resource (const McpResult *result, const char *uri, AppModelMaterialLoss *loss)
{
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);

  for (guint i = 0; i < result->parts->len; i++)
    mcp_model_turn_take_block (turn, read_contents (result->parts->pdata[i], uri, loss));
  if (turn->blocks->len == 0)
    mcp_model_turn_take_block (turn, new_text ("[Resource %s: empty]", uri));
  return turn;
}

GPtrArray *
app_model_material_read (const McpResult *result, const char *target, AppModelMaterialLoss *loss)
{
  AppModelMaterialLoss lost = APP_MODEL_MATERIAL_WHOLE;
  GPtrArray           *turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);

  if (result->kind == MCP_RESULT_RESOURCE)
    g_ptr_array_add (turns, read_resource (result, target, &lost));
  for (guint i = 0; result->kind == MCP_RESULT_PROMPT && i < result->parts->len; i++)
    {
      McpModelTurn *turn = read_message (result->parts->pdata[i], &lost);

      if (turn->blocks->len > 0)
        g_ptr_array_add (turns, turn);
      else
        mcp_model_turn_unref (turn);
    }
  if (loss != NULL)
    *loss = lost;
  return turns;
}

GPtrArray *
app_model_material_read_call (AppCall *call, GError **error)
{
  McpResultKind kind =
      app_call_get_kind (call) == APP_CALL_PROMPT ? MCP_RESULT_PROMPT : MCP_RESULT_RESOURCE;
  McpJsonValue value = app_call_get_result (call);
  g_autoptr (McpResult) result = NULL;
  g_autofree char *message = NULL;

  if (mcp_json_value_exists (value))
    {
      result = mcp_result_new_for_value (kind, value);
      return app_model_material_read (result, app_call_get_target (call), NULL);
    }
  message = mcp_json_value_dup_member_string (app_call_get_error (call), "message");
  g_propagate_error (error,
                     mcp_error_new (MCP_ERROR_RESPONSE, "%s: %s", app_call_get_target (call),
                                    message != NULL ? message : ""));
  return NULL;
}
