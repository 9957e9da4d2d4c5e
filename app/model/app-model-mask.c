/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-mask.h"

#include <string.h>

/* The mask as JSON may spell it. */
#define ESCAPED_MASK "\\u2022\\u2022\\u2022\\u2022\\u2022\\u2022"

AppModelMask *
app_model_mask_new (GPtrArray *sessions)
{
  AppModelMask *self = g_new0 (AppModelMask, 1);

  self->sessions = g_ptr_array_ref (sessions);
  self->own = app_redactor_new ();
  return self;
}

void
app_model_mask_free (AppModelMask *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->sessions);
  g_object_unref (self->own);
  g_free (self);
}

static guint
count_masks (const char *text)
{
  guint n = 0;

  while ((text = strstr (text, APP_REDACTOR_MASK)) != NULL)
    {
      text += strlen (APP_REDACTOR_MASK);
      n++;
    }
  return n;
}

char *
app_model_mask_text (AppModelMask *self, const char *text)
{
  char *masked = app_redactor_redact_text (self->own, text);

  for (guint i = 0; i < self->sessions->len; i++)
    {
      char *before = masked;

      masked = app_redactor_redact_text (app_session_get_redactor (self->sessions->pdata[i]),
                                         before);
      g_free (before);
    }
  self->n_masked += MAX (count_masks (masked), count_masks (text)) - count_masks (text);
  return masked;
}

/* Returns: (transfer full) (nullable) */
static char *
mask_optional (AppModelMask *self, const char *text)
{
  return text != NULL ? app_model_mask_text (self, text) : NULL;
}

/* Returns: (transfer full) */
static McpModelBlock *
mask_block (AppModelMask *self, McpModelBlock *block)
{
  McpModelBlockKind kind = mcp_model_block_get_kind (block);
  g_autofree char  *text = app_model_mask_text (self, mcp_model_block_get_text (block));
  g_autofree char  *id = mask_optional (self, mcp_model_block_get_id (block));
  const char       *name = mcp_model_block_get_name (block);

  switch (kind)
    {
    case MCP_MODEL_IMAGE:
      return mcp_model_block_ref (block);
    case MCP_MODEL_CALL:
      return mcp_model_block_new_call (id, name, text);
    case MCP_MODEL_RESULT:
      return mcp_model_block_new_result (id, name, text, mcp_model_block_is_error (block),
                                         mcp_model_block_get_images (block));
    default:
      return mcp_model_block_new (kind, text, -1);
    }
}

McpModelTurn *
app_model_mask_turn (AppModelMask *self, McpModelTurn *turn)
{
  McpModelTurn *masked = mcp_model_turn_new (turn->role);

  for (guint i = 0; i < turn->blocks->len; i++)
    mcp_model_turn_take_block (masked, mask_block (self, turn->blocks->pdata[i]));
  masked->provider = g_strdup (turn->provider);
  masked->asked = g_strdup (turn->asked);
  masked->model = mask_optional (self, turn->model);
  masked->response = mask_optional (self, turn->response);
  masked->stop = turn->stop;
  masked->stop_text = mask_optional (self, turn->stop_text);
  masked->usage = turn->usage;
  masked->usage_text = mask_optional (self, turn->usage_text);
  if (turn->echo != NULL)
    {
      gsize            length;
      const char      *bytes = g_bytes_get_data (turn->echo, &length);
      g_autofree char *echo = g_strndup (bytes, length);
      g_autofree char *clean = app_model_mask_text (self, echo);

      if (g_str_equal (echo, clean))
        {
          masked->dialect = turn->dialect;
          masked->echo = g_bytes_ref (turn->echo);
        }
    }
  return masked;
}

gboolean
app_model_mask_is_in (const char *text)
{
  return strstr (text, APP_REDACTOR_MASK) != NULL || strcasestr (text, ESCAPED_MASK) != NULL;
}
