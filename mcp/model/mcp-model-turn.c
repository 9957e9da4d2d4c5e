/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-turn.h"

#include "mcp-object.h"

McpModelTurn *
mcp_model_turn_new (McpModelRole role)
{
  McpModelTurn *self = g_atomic_rc_box_new0 (McpModelTurn);

  self->role = role;
  self->blocks = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);
  self->usage = MCP_MODEL_USAGE_NONE;
  return self;
}

static void
mcp_model_turn_clear (McpModelTurn *self)
{
  g_ptr_array_unref (self->blocks);
  g_free (self->provider);
  g_free (self->asked);
  g_free (self->model);
  g_clear_pointer (&self->echo, g_bytes_unref);
  g_free (self->response);
  g_free (self->stop_text);
  g_free (self->usage_text);
}

MCP_DEFINE_SHARED (McpModelTurn, mcp_model_turn)

void
mcp_model_turn_take_block (McpModelTurn *self, McpModelBlock *block)
{
  g_ptr_array_add (self->blocks, block);
}

void
mcp_model_turn_take_stop (McpModelTurn *self, McpModelStop stop, char *text)
{
  self->stop = stop;
  g_free (self->stop_text);
  self->stop_text = text;
}

guint
mcp_model_turn_count (McpModelTurn *self, McpModelBlockKind kind)
{
  guint n = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    n += mcp_model_block_get_kind (self->blocks->pdata[i]) == kind;
  return n;
}

McpModelTurn *
mcp_model_turn_new_answers (McpModelTurn *turn, const char *text)
{
  if (mcp_model_turn_count (turn, MCP_MODEL_CALL) == 0)
    return NULL;
  McpModelTurn *self = mcp_model_turn_new (MCP_MODEL_TOOLS);
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
        mcp_model_turn_take_block (self,
                                   mcp_model_block_new_result (mcp_model_block_get_id (block),
                                                               mcp_model_block_get_name (block),
                                                               text, TRUE, NULL));
    }
  return self;
}

char *
mcp_model_turn_dup_text (McpModelTurn *self, McpModelBlockKind kind)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->blocks->len; i++)
    if (mcp_model_block_get_kind (self->blocks->pdata[i]) == kind)
      g_string_append (text, mcp_model_block_get_text (self->blocks->pdata[i]));
  return g_string_free (text, FALSE);
}

const char *
mcp_model_role_to_text (McpModelRole role)
{
  static const char *const texts[] = { "user", "assistant", "tools" };

  return texts[role];
}

const char *
mcp_model_stop_to_text (McpModelStop stop)
{
  static const char *const texts[] = { "none", "end", "calls", "length", "context", "sequence",
                                       "filter", "refusal", "pause", "cut", "other" };

  return texts[stop];
}
