/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-result-cache.h"

#include <string.h>

typedef struct
{
  char        *method;
  GBytes      *params; /* (nullable) */
  McpAnswer   *answer;
  McpFreshness freshness;
} Entry;

struct _McpResultCache
{
  GHashTable *entries; /* Entry → its GList in order */
  GQueue      order;   /* Entry, oldest first */
  gsize       bytes;
};

/* The results that say how long they last. */
static const char *const METHODS[] = {
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  NULL,
};

static guint
entry_hash (gconstpointer data)
{
  const Entry *entry = data;

  return g_str_hash (entry->method) ^ (entry->params != NULL ? g_bytes_hash (entry->params) : 0);
}

static gboolean
entry_equal (gconstpointer a, gconstpointer b)
{
  const Entry *one = a;
  const Entry *other = b;

  if (!g_str_equal (one->method, other->method))
    return FALSE;
  if (one->params == NULL || other->params == NULL)
    return one->params == other->params;
  return g_bytes_equal (one->params, other->params);
}

static void
entry_free (Entry *entry)
{
  g_free (entry->method);
  g_clear_pointer (&entry->params, g_bytes_unref);
  mcp_answer_unref (entry->answer);
  g_free (entry);
}

McpResultCache *
mcp_result_cache_new (void)
{
  McpResultCache *self = g_new0 (McpResultCache, 1);

  self->entries = g_hash_table_new (entry_hash, entry_equal);
  return self;
}

void
mcp_result_cache_free (McpResultCache *self)
{
  g_hash_table_unref (self->entries);
  g_queue_clear_full (&self->order, (GDestroyNotify)entry_free);
  g_free (self);
}

static void
cache_drop (McpResultCache *self, Entry *entry)
{
  GList *link = g_hash_table_lookup (self->entries, entry);

  self->bytes -= mcp_answer_get_size (entry->answer);
  g_hash_table_remove (self->entries, entry);
  g_queue_delete_link (&self->order, link);
  entry_free (entry);
}

static Entry *
cache_find (McpResultCache *self, const char *method, GBytes *params)
{
  Entry  wanted = { (char *)method, params, NULL, { 0 } };
  GList *link = g_hash_table_lookup (self->entries, &wanted);

  return link != NULL ? link->data : NULL;
}

McpAnswer *
mcp_result_cache_lookup (McpResultCache *self, const char *method, GBytes *params)
{
  Entry *entry = cache_find (self, method, params);

  if (entry == NULL)
    return NULL;
  if (mcp_freshness_get_left (&entry->freshness, g_get_monotonic_time ()) > 0)
    return mcp_answer_ref (entry->answer);
  cache_drop (self, entry);
  return NULL;
}

/** What came of an answer of ours to what the server asked is for that once only. */
static gboolean
is_of_a_round (GBytes *params)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root;

  if (params == NULL)
    return FALSE;
  document = mcp_json_document_parse (params, NULL, NULL, NULL);
  if (document == NULL)
    return TRUE;
  root = mcp_json_document_get_root (document);
  return mcp_json_value_exists (mcp_json_value_get_member (root, "inputResponses")) ||
         mcp_json_value_exists (mcp_json_value_get_member (root, "requestState"));
}

static gboolean
is_complete (McpAnswer *answer)
{
  McpJsonValue type = mcp_json_value_get_member (mcp_answer_get_result (answer), "resultType");

  return !mcp_answer_is_error (answer) &&
         (!mcp_json_value_exists (type) || mcp_json_value_string_equals (type, "complete"));
}

void
mcp_result_cache_store (McpResultCache *self, const char *method, GBytes *params, McpAnswer *answer)
{
  Entry       *entry;
  McpFreshness freshness;

  if (!g_strv_contains (METHODS, method) || !is_complete (answer) || is_of_a_round (params))
    return;
  entry = cache_find (self, method, params);
  if (entry != NULL)
    cache_drop (self, entry);
  mcp_freshness_read (&freshness, answer);
  if (freshness.ttl_ms <= 0 || mcp_answer_get_size (answer) > MCP_RESULT_CACHE_MAX_BYTES / 4)
    return;

  entry = g_new0 (Entry, 1);
  entry->method = g_strdup (method);
  entry->params = params != NULL ? g_bytes_ref (params) : NULL;
  entry->answer = mcp_answer_ref (answer);
  entry->freshness = freshness;
  g_queue_push_tail (&self->order, entry);
  g_hash_table_insert (self->entries, entry, self->order.tail);
  self->bytes += mcp_answer_get_size (answer);
  while (self->order.length > MCP_RESULT_CACHE_MAX_ANSWERS ||
         self->bytes > MCP_RESULT_CACHE_MAX_BYTES)
    cache_drop (self, self->order.head->data);
}

void
mcp_result_cache_forget (McpResultCache *self, const char *method)
{
  GList *link = self->order.head;

  while (link != NULL)
    {
      Entry *entry = link->data;

      link = link->next;
      if (method == NULL || g_str_equal (entry->method, method))
        cache_drop (self, entry);
    }
}

guint
mcp_result_cache_get_size (McpResultCache *self)
{
  return self->order.length;
}
