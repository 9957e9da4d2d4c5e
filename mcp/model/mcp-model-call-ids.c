/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-call-ids.h"

/* APIs take 64 characters; room for a number is left. */
#define MAX_LENGTH 52

struct _McpModelCallIds
{
  GHashTable *written; /* (element-type utf8 utf8): what the last call with an id is called */
  GHashTable *used;    /* (element-type utf8): set */
  guint       last;    /* the last number that was put behind an id */
};

McpModelCallIds *
mcp_model_call_ids_new (void)
{
  McpModelCallIds *self = g_new0 (McpModelCallIds, 1);

  self->written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
mcp_model_call_ids_free (McpModelCallIds *self)
{
  g_hash_table_unref (self->written);
  g_hash_table_unref (self->used);
  g_free (self);
}

/* @written: (transfer full). Returns: (transfer none) */
static const char *
take (McpModelCallIds *self, const char *id, char *written)
{
  g_hash_table_add (self->used, g_strdup (written));
  g_hash_table_replace (self->written, g_strdup (id), written);
  return written;
}

const char *
mcp_model_call_ids_add (McpModelCallIds *self, const char *id)
{
  const char      *known = id != NULL ? id : "";
  g_autofree char *plain = g_strndup (*known != '\0' ? known : "call", MAX_LENGTH);
  char            *written;

  g_strcanon (plain, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-", '_');
  written = g_strdup (plain);
  while (g_hash_table_contains (self->used, written))
    {
      g_free (written);
      written = g_strdup_printf ("%s_%u", plain, ++self->last);
    }
  return take (self, known, written);
}

void
mcp_model_call_ids_keep (McpModelCallIds *self, McpModelTurn *turn)
{
  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];
      const char    *id = mcp_model_block_get_id (block);

      if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL && id != NULL)
        take (self, id, g_strdup (id));
    }
}

const char *
mcp_model_call_ids_get (McpModelCallIds *self, const char *id)
{
  const char *known = id != NULL ? id : "";
  const char *written = g_hash_table_lookup (self->written, known);

  return written != NULL ? written : mcp_model_call_ids_add (self, id);
}
