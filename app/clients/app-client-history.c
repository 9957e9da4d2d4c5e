/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-history.h"

#include "store-client-journal.h"

/* A file is read once for all of its changes. */
static StoreClientSight *
look (GHashTable *sights, StoreClientRecord *record)
{
  g_autofree char  *key = g_strconcat (record->client, " ", record->path, NULL);
  StoreClientSight *sight = g_hash_table_lookup (sights, key);

  if (sight == NULL)
    {
      g_autoptr (StoreFile) file = store_file_read (record->path, STORE_CLIENT_MAX_BYTES, NULL);

      sight = store_client_sight_new (file, store_client_format_find (record->client));
      g_hash_table_insert (sights, g_steal_pointer (&key), sight);
    }
  return sight;
}

static AppClientHistoryItem *
create_item (GHashTable *sights, StoreClientRecord *record)
{
  return app_client_history_item_new (
      record, store_client_sight_get_since (look (sights, record), record));
}

static GHashTable *
create_sights (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                (GDestroyNotify)store_client_sight_free);
}

GPtrArray *
app_client_history_read (GError **error)
{
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (GPtrArray) records = store_client_journal_list (journal, error);
  g_autoptr (GHashTable) sights = create_sights ();
  GPtrArray *items;

  if (records == NULL)
    return NULL;
  items = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < records->len; i++)
    g_ptr_array_add (items, create_item (sights, records->pdata[i]));
  return items;
}

AppClientHistoryItem *
app_client_history_find (gint64 id, GError **error)
{
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (StoreClientRecord) record = store_client_journal_find (journal, id, error);
  g_autoptr (GHashTable) sights = create_sights ();

  return record != NULL ? create_item (sights, record) : NULL;
}
