/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several lookups at once. */

#include "store-secret-vault.h"

typedef struct
{
  GHashTable *found;
  guint       pending;
} Collection;

typedef struct
{
  GTask *task;
  char  *reference;
} Part;

static void
collection_free (Collection *collection)
{
  g_clear_pointer (&collection->found, g_hash_table_unref);
  g_free (collection);
}

static void
finish_part (GTask *task)
{
  Collection *collection = g_task_get_task_data (task);

  if (--collection->pending > 0)
    return;
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&collection->found),
                           (GDestroyNotify)g_hash_table_unref);
}

static void
on_part (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Part *part = data;
  g_autoptr (GTask) task = part->task;
  Collection *collection = g_task_get_task_data (task);
  char       *secret = store_secret_vault_lookup_finish (STORE_SECRET_VAULT (source), result, NULL);

  if (secret != NULL)
    g_hash_table_insert (collection->found, part->reference, secret);
  else
    g_free (part->reference);
  finish_part (task);
}

void
store_secret_vault_lookup_many_async (StoreSecretVault   *self,
                                      const char *const  *references,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  Collection *collection = g_new0 (Collection, 1);

  g_return_if_fail (STORE_IS_SECRET_VAULT (self) && references != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, store_secret_vault_lookup_many_async);
  collection->found =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)store_secret_free);
  collection->pending = 1;
  g_task_set_task_data (task, collection, (GDestroyNotify)collection_free);
  for (guint i = 0; references[i] != NULL; i++)
    {
      Part *part = g_new0 (Part, 1);

      part->task = g_object_ref (task);
      part->reference = g_strdup (references[i]);
      collection->pending++;
      store_secret_vault_lookup_async (self, references[i], cancellable, on_part, part);
    }
  finish_part (task);
}

GHashTable *
store_secret_vault_lookup_many_finish (StoreSecretVault *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
