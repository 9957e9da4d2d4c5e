/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-posted.h"

struct _McpPostedTable
{
  GQueue list; /* of McpPosted, the newest first */
};

static void
posted_free (McpPosted *self)
{
  g_clear_pointer (&self->id, mcp_request_id_unref);
  g_clear_pointer (&self->token, mcp_request_id_unref);
  g_bytes_unref (self->text);
  g_free (self);
}

McpPostedTable *
mcp_posted_table_new (void)
{
  McpPostedTable *self = g_new0 (McpPostedTable, 1);

  g_queue_init (&self->list);
  return self;
}

void
mcp_posted_table_free (McpPostedTable *self)
{
  g_queue_clear_full (&self->list, (GDestroyNotify)posted_free);
  g_free (self);
}

McpPosted *
mcp_posted_table_add (McpPostedTable *self, McpMessage *message)
{
  McpMessageKind kind = mcp_message_get_kind (message);
  McpRequestId  *id = mcp_message_get_id (message);
  McpPosted     *posted = g_new0 (McpPosted, 1);
  McpJsonValue   token = mcp_json_value_resolve_pointer (mcp_message_get_params (message),
                                                         "/_meta/progressToken");

  posted->text = g_bytes_ref (mcp_message_get_text (message));
  posted->started = g_get_monotonic_time ();
  posted->method = g_intern_string (mcp_message_get_method (message));
  posted->token = mcp_request_id_new_from_value (token);
  /* A server may well answer what is no message at all. */
  posted->wants_answer = kind == MCP_MESSAGE_REQUEST || kind == MCP_MESSAGE_INVALID;
  if (kind == MCP_MESSAGE_REQUEST && id != NULL)
    posted->id = mcp_request_id_ref (id);
  g_queue_push_head (&self->list, posted);
  if (g_queue_get_length (&self->list) > MCP_POSTED_REMEMBERED)
    posted_free (g_queue_pop_tail (&self->list));
  return posted;
}

static gboolean
posted_fits (McpPosted *self, McpRequestId *id, guint64 exchange)
{
  if (id != NULL && self->id != NULL)
    return mcp_request_id_equal (self->id, id);
  if (exchange != 0)
    return self->exchange == exchange && self->wants_answer;
  return id == NULL && self->wants_answer && self->id == NULL && !self->answered;
}

McpPosted *
mcp_posted_table_find (McpPostedTable *self, McpRequestId *id, guint64 exchange)
{
  for (GList *item = self->list.head; item != NULL; item = item->next)
    if (posted_fits (item->data, id, exchange))
      return item->data;
  return NULL;
}

McpPosted *
mcp_posted_table_find_by_token (McpPostedTable *self, McpRequestId *token)
{
  for (GList *item = self->list.head; token != NULL && item != NULL; item = item->next)
    {
      McpPosted *posted = item->data;

      if (posted->token != NULL && mcp_request_id_equal (posted->token, token))
        return posted;
    }
  return NULL;
}

McpPosted *
mcp_posted_table_find_by_text (McpPostedTable *self, GBytes *text)
{
  for (GList *item = self->list.head; text != NULL && item != NULL; item = item->next)
    {
      McpPosted *posted = item->data;

      if (posted->text == text)
        return posted;
    }
  return NULL;
}
