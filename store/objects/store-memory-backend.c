/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-memory-backend.h"

#include "store-error.h"

struct _StoreMemoryBackend
{
  GObject parent_instance;

  GHashTable *objects; /* id → StoreObject */
};

static void store_memory_backend_iface_init (StoreObjectBackendInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StoreMemoryBackend,
                               store_memory_backend,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (STORE_TYPE_OBJECT_BACKEND,
                                                      store_memory_backend_iface_init))

static void
store_memory_backend_put_async (StoreObjectBackend *backend,
                                StoreObject        *object,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  StoreMemoryBackend *self = STORE_MEMORY_BACKEND (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, store_memory_backend_put_async);
  g_hash_table_replace (self->objects,
                        g_strdup (store_object_get_id (object)),
                        g_object_ref (object));
  g_task_return_boolean (task, TRUE);
}

static void
store_memory_backend_remove_async (StoreObjectBackend *backend,
                                   const char         *id,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  StoreMemoryBackend *self = STORE_MEMORY_BACKEND (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, store_memory_backend_remove_async);
  g_hash_table_remove (self->objects, id);
  g_task_return_boolean (task, TRUE);
}

static gboolean
store_memory_backend_boolean_finish (StoreObjectBackend *backend,
                                     GAsyncResult       *result,
                                     GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, backend), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
store_memory_backend_load_async (StoreObjectBackend *backend,
                                 const char         *id,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  StoreMemoryBackend *self = STORE_MEMORY_BACKEND (backend);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  StoreObject *object = g_hash_table_lookup (self->objects, id);

  g_task_set_source_tag (task, store_memory_backend_load_async);
  if (object != NULL)
    g_task_return_pointer (task, g_object_ref (object), g_object_unref);
  else
    g_task_return_new_error (task,
                             STORE_ERROR,
                             STORE_ERROR_NOT_FOUND,
                             "There is no object “%s”",
                             id);
}

static StoreObject *
store_memory_backend_load_finish (StoreObjectBackend *backend, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, backend), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
store_memory_backend_iface_init (StoreObjectBackendInterface *iface)
{
  iface->put_async = store_memory_backend_put_async;
  iface->put_finish = store_memory_backend_boolean_finish;
  iface->remove_async = store_memory_backend_remove_async;
  iface->remove_finish = store_memory_backend_boolean_finish;
  iface->load_async = store_memory_backend_load_async;
  iface->load_finish = store_memory_backend_load_finish;
}

static void
store_memory_backend_finalize (GObject *object)
{
  StoreMemoryBackend *self = STORE_MEMORY_BACKEND (object);

  g_clear_pointer (&self->objects, g_hash_table_unref);
  G_OBJECT_CLASS (store_memory_backend_parent_class)->finalize (object);
}

static void
store_memory_backend_class_init (StoreMemoryBackendClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = store_memory_backend_finalize;
}

static void
store_memory_backend_init (StoreMemoryBackend *self)
{
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

StoreObjectBackend *
store_memory_backend_new (void)
{
  return g_object_new (STORE_TYPE_MEMORY_BACKEND, NULL);
}

guint
store_memory_backend_get_n_objects (StoreMemoryBackend *self)
{
  g_return_val_if_fail (STORE_IS_MEMORY_BACKEND (self), 0);
  return g_hash_table_size (self->objects);
}
