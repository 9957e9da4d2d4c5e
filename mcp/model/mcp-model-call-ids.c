/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-call-ids.h"

/* APIs take 64 characters; room for a number is left. */
#define MAX_LENGTH 52

struct _McpModelCallIds
{
  GHashTable *used; /* (element-type utf8): set */
  GPtrArray  *turn; /* (element-type utf8): of the calls of the last turn; held by the set */
  guint       last; /* the last number that was put behind an id */
};

McpModelCallIds *
mcp_model_call_ids_new (void)
{
  McpModelCallIds *self = g_new0 (McpModelCallIds, 1);

  self->used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->turn = g_ptr_array_new ();
  return self;
}

void
mcp_model_call_ids_free (McpModelCallIds *self)
{
  g_ptr_array_unref (self->turn);
  g_hash_table_unref (self->used);
  g_free (self);
}

/* @id: (transfer full). Returns: (transfer none) */
static const char *
take (McpModelCallIds *self, char *id)
{
  gpointer known;

  if (g_hash_table_lookup_extended (self->used, id, &known, NULL))
    {
      g_free (id);
      id = known;
    }
  else
    g_hash_table_add (self->used, id);
  g_ptr_array_add (self->turn, id);
  return id;
}

void
mcp_model_call_ids_begin (McpModelCallIds *self)
{
  g_ptr_array_set_size (self->turn, 0);
}

const char *
mcp_model_call_ids_add (McpModelCallIds *self, const char *id)
{
  g_autofree char *plain = g_strndup (id != NULL && *id != '\0' ? id : "call", MAX_LENGTH);

  g_strcanon (plain, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-", '_');
  char *written = g_strdup (plain);
  while (g_hash_table_contains (self->used, written))
    {
      g_free (written);
      written = g_strdup_printf ("%s_%u", plain, ++self->last);
    }
  return take (self, written);
}

void
mcp_model_call_ids_keep (McpModelCallIds *self, McpModelTurn *turn)
{
  mcp_model_call_ids_begin (self);
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];
      const char    *id = mcp_model_block_get_id (block);

      if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
        take (self, g_strdup (id != NULL ? id : ""));
    }
}

const char *
mcp_model_call_ids_get (McpModelCallIds *self, guint number)
{
  return self->turn->pdata[number];
}
