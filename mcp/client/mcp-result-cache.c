/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-result-cache.h"

#include "mcp-client.h"
#include "mcp-freshness.h"
#include "mcp-object.h"

typedef struct
{
  char        *method;
  GBytes      *params; /* (nullable) */
  McpResponse *response;
  McpFreshness freshness;
} Entry;

struct _McpResultCache
{
  GObject     parent_instance;
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
  mcp_response_unref (entry->response);
  g_free (entry);
}

static void
cache_drop (McpResultCache *self, Entry *entry)
{
  GList *link = g_hash_table_lookup (self->entries, entry);

  self->bytes -= mcp_response_get_size (entry->response);
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

static void
cache_note_use (McpClient *client, const Entry *entry)
{
  gint64           now = g_get_monotonic_time ();
  g_autofree char *note = g_strdup_printf (
      "%s is not asked again: the server lets its answer of %.1f s ago be used for another %.1f s.",
      entry->method, mcp_freshness_get_age (&entry->freshness, now) / 1000.0,
      mcp_freshness_get_left (&entry->freshness, now) / 1000.0);

  mcp_client_note (client, note);
}

static McpResponse *
result_cache_recall (McpClientFeature *feature, McpClient *client, McpRequest *request)
{
  McpResultCache *self = MCP_RESULT_CACHE (feature);

  if (mcp_client_get_era (client) != MCP_ERA_MODERN ||
      !g_strv_contains (METHODS, mcp_request_get_method (request)))
    return NULL;
  g_autoptr (GBytes) params = mcp_request_write_params (request);
  Entry *entry = cache_find (self, mcp_request_get_method (request), params);
  if (entry == NULL)
    return NULL;
  if (mcp_freshness_get_left (&entry->freshness, g_get_monotonic_time ()) > 0)
    {
      cache_note_use (client, entry);
      return mcp_response_ref (entry->response);
    }
  cache_drop (self, entry);
  return NULL;
}

/** What came of a response of ours to what the server asked is for that once only. */
static gboolean
is_of_a_round (McpRequest *request)
{
  return mcp_json_value_exists (mcp_request_get_member (request, "inputResponses")) ||
         mcp_json_value_exists (mcp_request_get_member (request, "requestState"));
}

static gboolean
is_complete (McpResponse *response)
{
  McpJsonValue type = mcp_json_value_get_member (mcp_response_get_result (response), "resultType");

  return !mcp_response_is_error (response) &&
         (!mcp_json_value_exists (type) || mcp_json_value_string_equals (type, "complete"));
}

static void
cache_store (McpResultCache *self, McpRequest *request, McpResponse *response)
{
  const char *method = mcp_request_get_method (request);
  g_autoptr (GBytes) params = mcp_request_write_params (request);
  Entry       *entry = cache_find (self, method, params);
  McpFreshness freshness;

  if (entry != NULL)
    cache_drop (self, entry);
  mcp_freshness_read (&freshness, response);
  if (freshness.ttl_ms <= 0 || mcp_response_get_size (response) > MCP_RESULT_CACHE_MAX_BYTES / 4)
    return;

  entry = g_new0 (Entry, 1);
  entry->method = g_strdup (method);
  entry->params = g_steal_pointer (&params);
  entry->response = mcp_response_ref (response);
  entry->freshness = freshness;
  g_queue_push_tail (&self->order, entry);
  g_hash_table_insert (self->entries, entry, self->order.tail);
  self->bytes += mcp_response_get_size (response);
  while (self->order.length > MCP_RESULT_CACHE_MAX_RESPONSES ||
         self->bytes > MCP_RESULT_CACHE_MAX_BYTES)
    cache_drop (self, self->order.head->data);
}

static gboolean
result_cache_responded (McpClientFeature *feature,
                        McpClient        *client,
                        McpRequest       *request,
                        McpResponse      *response,
                        GTask            *task)
{
  if (mcp_client_get_era (client) == MCP_ERA_MODERN &&
      g_strv_contains (METHODS, mcp_request_get_method (request)) && is_complete (response) &&
      !is_of_a_round (request))
    cache_store (MCP_RESULT_CACHE (feature), request, response);
  return FALSE;
}

static void
result_cache_forget (McpClientFeature *feature, const char *method)
{
  McpResultCache *self = MCP_RESULT_CACHE (feature);
  GList          *link = self->order.head;

  while (link != NULL)
    {
      Entry *entry = link->data;

      link = link->next;
      if (method == NULL || g_str_equal (entry->method, method))
        cache_drop (self, entry);
    }
}

/* The object */

static void
result_cache_feature_init (McpClientFeatureInterface *iface)
{
  iface->recall = result_cache_recall;
  iface->responded = result_cache_responded;
  iface->forget = result_cache_forget;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpResultCache,
                               mcp_result_cache,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_CLIENT_FEATURE,
                                                      result_cache_feature_init))
MCP_DEFINE_CLASS_INIT (McpResultCache, mcp_result_cache)

MCP_DEFINE_FINALIZE (McpResultCache, mcp_result_cache)
{
  g_hash_table_unref (self->entries);
  g_queue_clear_full (&self->order, (GDestroyNotify)entry_free);
}

static void
mcp_result_cache_init (McpResultCache *self)
{
  self->entries = g_hash_table_new (entry_hash, entry_equal);
}

McpResultCache *
mcp_result_cache_new (void)
{
  return g_object_new (MCP_TYPE_RESULT_CACHE, NULL);
}
