/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreObjectBackend: where a StoreObjectStore keeps its objects. Every operation is asynchronous
 * and ends on the thread that began it; a backend that needs none of that ends at the next turn of
 * the main loop. Values are kept whole.
 */

#pragma once

#include <gio/gio.h>

#include "store-object.h"

G_BEGIN_DECLS

#define STORE_TYPE_OBJECT_BACKEND (store_object_backend_get_type ())
G_DECLARE_INTERFACE (StoreObjectBackend, store_object_backend, STORE, OBJECT_BACKEND, GObject)

struct _StoreObjectBackendInterface
{
  GTypeInterface parent;

  void (*put_async) (StoreObjectBackend *self,
                     StoreObject        *object,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data);
  gboolean (*put_finish) (StoreObjectBackend *self, GAsyncResult *result, GError **error);
  void (*remove_async) (StoreObjectBackend *self,
                        const char         *id,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data);
  gboolean (*remove_finish) (StoreObjectBackend *self, GAsyncResult *result, GError **error);
  void (*load_async) (StoreObjectBackend *self,
                      const char         *id,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  StoreObject *(*load_finish) (StoreObjectBackend *self, GAsyncResult *result, GError **error);
};

/** Keeps @object, which has its id. Done means kept as safely as this backend can. */
void     store_object_backend_put_async (StoreObjectBackend *self,
                                         StoreObject        *object,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean store_object_backend_put_finish (StoreObjectBackend *self,
                                          GAsyncResult       *result,
                                          GError            **error);
/** Forgets an object; one that is not there is no error. */
void     store_object_backend_remove_async (StoreObjectBackend *self,
                                            const char         *id,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
gboolean store_object_backend_remove_finish (StoreObjectBackend *self,
                                             GAsyncResult       *result,
                                             GError            **error);
/** Ends with the object, or with STORE_ERROR_NOT_FOUND. */
void store_object_backend_load_async (StoreObjectBackend *self,
                                      const char         *id,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
/** Returns: (transfer full) (nullable) */
StoreObject *store_object_backend_load_finish (StoreObjectBackend *self,
                                               GAsyncResult       *result,
                                               GError            **error);

G_END_DECLS
