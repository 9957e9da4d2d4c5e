/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-object-backend.h"

G_DEFINE_INTERFACE (StoreObjectBackend, store_object_backend, G_TYPE_OBJECT)

static void
store_object_backend_default_init (StoreObjectBackendInterface *iface)
{
}

void
store_object_backend_put_async (StoreObjectBackend *self,
                                StoreObject        *object,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (STORE_IS_OBJECT_BACKEND (self));
  g_return_if_fail (STORE_IS_OBJECT (object) && store_object_get_id (object) != NULL);

  STORE_OBJECT_BACKEND_GET_IFACE (self)->put_async (self, object, cancellable, callback, user_data);
}

gboolean
store_object_backend_put_finish (StoreObjectBackend *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (STORE_IS_OBJECT_BACKEND (self), FALSE);
  return STORE_OBJECT_BACKEND_GET_IFACE (self)->put_finish (self, result, error);
}

void
store_object_backend_remove_async (StoreObjectBackend *self,
                                   const char         *id,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  g_return_if_fail (STORE_IS_OBJECT_BACKEND (self));
  g_return_if_fail (id != NULL);

  STORE_OBJECT_BACKEND_GET_IFACE (self)->remove_async (self, id, cancellable, callback, user_data);
}

gboolean
store_object_backend_remove_finish (StoreObjectBackend *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (STORE_IS_OBJECT_BACKEND (self), FALSE);
  return STORE_OBJECT_BACKEND_GET_IFACE (self)->remove_finish (self, result, error);
}

void
store_object_backend_load_async (StoreObjectBackend *self,
                                 const char         *id,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (STORE_IS_OBJECT_BACKEND (self));
  g_return_if_fail (id != NULL);

  STORE_OBJECT_BACKEND_GET_IFACE (self)->load_async (self, id, cancellable, callback, user_data);
}

StoreObject *
store_object_backend_load_finish (StoreObjectBackend *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (STORE_IS_OBJECT_BACKEND (self), NULL);
  return STORE_OBJECT_BACKEND_GET_IFACE (self)->load_finish (self, result, error);
}
