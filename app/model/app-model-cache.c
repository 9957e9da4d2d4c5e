/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-cache.h"

#include <string.h>

#include "mcp-json-writer.h"

struct _AppModelCache
{
  GHashTable *results; /* key → AppModelResult */
  GQueue      keys;    /* the oldest first */
  gsize       bytes;
};

AppModelCache *
app_model_cache_new (void)
{
  AppModelCache *self = g_new0 (AppModelCache, 1);

  self->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify)app_model_result_free);
  g_queue_init (&self->keys);
  return self;
}

void
app_model_cache_free (AppModelCache *self)
{
  if (self == NULL)
    return;
  g_queue_clear (&self->keys);
  g_hash_table_unref (self->results);
  g_free (self);
}

char *
app_model_cache_dup_key (gconstpointer session, const char *tool, McpJsonValue arguments)
{
  g_autofree char *canonical = mcp_json_value_print_canonical (arguments, 0);

  return g_strdup_printf ("%p\n%s\n%s", session, tool, canonical);
}

static gsize
measure (const char *key, const AppModelResult *result)
{
  gsize bytes = strlen (key) + strlen (result->text);

  for (guint i = 0; result->images != NULL && i < result->images->len; i++)
    bytes += g_bytes_get_size (mcp_model_block_get_data (result->images->pdata[i]));
  return bytes;
}

static void
drop_oldest (AppModelCache *self)
{
  const char *key = g_queue_pop_head (&self->keys);

  self->bytes -= measure (key, g_hash_table_lookup (self->results, key));
  g_hash_table_remove (self->results, key);
}

void
app_model_cache_add (AppModelCache *self, const char *key, const AppModelResult *result)
{
  if (result->is_error || g_hash_table_contains (self->results, key) ||
      measure (key, result) > APP_MODEL_CACHE_BYTES)
    return;
  char *kept = g_strdup (key);
  g_hash_table_insert (self->results, kept, app_model_result_copy (result));
  g_queue_push_tail (&self->keys, kept);
  self->bytes += measure (key, result);
  while (self->keys.length > APP_MODEL_CACHE_MAX || self->bytes > APP_MODEL_CACHE_BYTES)
    drop_oldest (self);
}

AppModelResult *
app_model_cache_find (AppModelCache *self, const char *key)
{
  const AppModelResult *result = g_hash_table_lookup (self->results, key);

  return result != NULL ? app_model_result_copy (result) : NULL;
}

gboolean
app_model_caching_from_text (const char *text, AppModelCaching *caching)
{
  if (!g_str_equal (text, "read-only") && !g_str_equal (text, "all"))
    return FALSE;
  *caching = g_str_equal (text, "all") ? APP_MODEL_CACHE_ALL : APP_MODEL_CACHE_READ_ONLY;
  return TRUE;
}
