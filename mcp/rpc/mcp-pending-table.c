/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-pending.h"

#include <string.h>

struct _McpPendingTable
{
  GHashTable *by_id;     /* McpRequestId → McpPending, waiting and ended */
  GQueue      waiting;   /* McpPending, oldest first */
  GQueue      ended;     /* McpPending, oldest first */
  guint       n_lasting; /* of those that wait */
};

McpPendingTable *
mcp_pending_table_new (void)
{
  McpPendingTable *self = g_new0 (McpPendingTable, 1);

  self->by_id = g_hash_table_new_full (mcp_request_id_hash, mcp_request_id_equal, NULL,
                                       (GDestroyNotify)mcp_pending_unref);
  return self;
}

void
mcp_pending_table_free (McpPendingTable *self)
{
  g_queue_clear (&self->waiting);
  g_queue_clear (&self->ended);
  g_hash_table_unref (self->by_id);
  g_free (self);
}

guint
mcp_pending_table_get_size (McpPendingTable *self)
{
  return self->waiting.length - self->n_lasting;
}

void
mcp_pending_table_add (McpPendingTable *self, McpPending *pending)
{
  g_hash_table_insert (self->by_id, pending->id, mcp_pending_ref (pending));
  g_queue_push_tail (&self->waiting, pending);
  self->n_lasting += pending->options.lasting != FALSE;
}

void
mcp_pending_table_retire (McpPendingTable *self, McpPending *pending)
{
  if (!g_queue_remove (&self->waiting, pending))
    return;
  self->n_lasting -= pending->options.lasting != FALSE;

  /* What was sent may be large and is of no use any more. */
  g_clear_pointer (&pending->text, g_bytes_unref);
  g_queue_push_tail (&self->ended, pending);
  if (self->ended.length > MCP_PENDING_REMEMBERED)
    {
      McpPending *oldest = g_queue_pop_head (&self->ended);

      g_hash_table_remove (self->by_id, oldest->id);
    }
}

McpPending *
mcp_pending_table_lookup (McpPendingTable *self, McpRequestId *id)
{
  return id != NULL ? g_hash_table_lookup (self->by_id, id) : NULL;
}

McpPending *
mcp_pending_table_find_by_exchange (McpPendingTable *self, guint64 exchange)
{
  for (GList *l = self->waiting.head; exchange != 0 && l != NULL; l = l->next)
    {
      McpPending *pending = l->data;

      if (pending->exchange == exchange)
        return pending;
    }

  /* One that waits on another exchange is not meant. */
  if (mcp_pending_table_get_size (self) != 1)
    return NULL;
  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    {
      McpPending *only = l->data;

      if (!only->options.lasting)
        return exchange == 0 || only->exchange == 0 ? only : NULL;
    }
  return NULL;
}

void
mcp_pending_table_blame_only (McpPendingTable *self, const char *fault)
{
  McpPending *only = mcp_pending_table_find_by_exchange (self, 0);

  if (only != NULL)
    mcp_pending_blame (only, fault);
}

McpPending *
mcp_pending_table_find_by_text (McpPendingTable *self, GBytes *text)
{
  for (GList *l = self->waiting.head; text != NULL && l != NULL; l = l->next)
    {
      McpPending *pending = l->data;

      if (pending->text == text)
        return pending;
    }
  return NULL;
}

/** Whether a piece of a message, cut anywhere, has "id": @id. */
static gboolean
piece_has_id (GBytes *piece, const char *id)
{
  static const char NAME[] = "\"id\"";
  gsize             size;
  const char       *data = piece != NULL ? g_bytes_get_data (piece, &size) : NULL;
  const char       *end = data != NULL ? data + size : NULL;
  gsize             length = strlen (id);

  while (data != NULL && (data = g_strstr_len (data, end - data, NAME)) != NULL)
    {
      data += strlen (NAME);
      while (data < end && (g_ascii_isspace (*data) || *data == ':'))
        data++;
      if ((gsize)(end - data) > length && memcmp (data, id, length) == 0 &&
          !g_ascii_isalnum (data[length]) && data[length] != '.')
        return TRUE;
    }
  return FALSE;
}

McpPending *
mcp_pending_table_guess (McpPendingTable *self, GBytes *head, GBytes *tail)
{
  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    {
      McpPending *pending = l->data;

      if (piece_has_id (head, mcp_request_id_get_text (pending->id)))
        return pending;
    }
  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    {
      McpPending *pending = l->data;

      if (piece_has_id (tail, mcp_request_id_get_text (pending->id)))
        return pending;
    }
  return self->waiting.length == 1 ? g_queue_peek_head (&self->waiting) : NULL;
}

GPtrArray *
mcp_pending_table_list (McpPendingTable *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_pending_unref);

  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    g_ptr_array_add (list, mcp_pending_ref (l->data));
  return list;
}
