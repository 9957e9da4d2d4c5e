/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppObjectCache: keeps what results become, and knows all objects: those of the file and of
 * Redis (AppObjects), and those in memory. One feature of all sessions of a workspace: when a call
 * has ended, its object is put into the default store, and gets its id once it is there. What that
 * store does not take is kept in memory, so that nothing is lost.
 *
 * Values are read when somebody asks for them; what is known without reading are the entries.
 *
 * Property (notifies): problem (string, nullable): why objects are in memory only.
 * Signals: changed, where objects came, went or have been read; altered, where what is known of one
 * was changed; failed (GError); evicted, where the oldest had to go for the limits of their store
 *
 * Main thread only.
 */

#pragma once

#include "app-objects.h"
#include "app-session-feature.h"

#define APP_TYPE_OBJECT_CACHE (app_object_cache_get_type ())
G_DECLARE_FINAL_TYPE (AppObjectCache, app_object_cache, APP, OBJECT_CACHE, GObject)

/** @objects: (nullable): held; without them there is memory alone. Returns: (transfer full) */
AppObjectCache *app_object_cache_new (AppObjects *objects);

/** Returns: (transfer none): a list of StoreEntryList, the default store's first */
GListModel *app_object_cache_get_lists (AppObjectCache *self);
/** How many objects there are. */
guint app_object_cache_get_n (AppObjectCache *self);
/** How many of them a person keeps, see app_object_is_kept(). */
guint app_object_cache_get_n_kept (AppObjectCache *self);
/** Returns: (transfer none) (nullable): see the property */
const char *app_object_cache_get_problem (AppObjectCache *self);
/** How many had to go for the limits of their store since the program began. */
guint app_object_cache_get_evicted (AppObjectCache *self);
/** Bytes of all. */
guint64 app_object_cache_get_size (AppObjectCache *self);
/** @store: (nullable): %NULL for the default one. Returns: (transfer none) (nullable) */
StoreBackend *app_object_cache_find_store (AppObjectCache *self, const char *store);
/** @id: with or without "@". Returns: (transfer none) (nullable) */
StoreObjectEntry *
app_object_cache_find (AppObjectCache *self, const char *store, const char *id);

/** @store: where new objects go: "sqlite", "redis" or "memory"; while it is not there, to the first
 * one */
void app_object_cache_set_default (AppObjectCache *self, const char *store);
/** Puts @redis in the place of the one before. @redis: (nullable): none */
void app_object_cache_set_redis (AppObjectCache *self, StoreBackend *redis);
/** @is_private: what is put from now on is kept in memory only */
void app_object_cache_set_private (AppObjectCache *self, gboolean is_private);
/** Keeps @object, which has no id yet, and gives it one. @name: (nullable) */
void app_object_cache_put_async (AppObjectCache     *self,
                                 StoreObject        *object,
                                 const char         *name,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
/** Returns: (transfer full) (nullable) */
StoreObjectEntry *
app_object_cache_put_finish (AppObjectCache *self, GAsyncResult *result, GError **error);

/** Where the result of @call, which was recalled, was kept, it is that object again. */
void app_object_cache_recognize (AppObjectCache *self, AppCall *call);

/** What cannot be changed, or removed, stays as it is, and "failed" (GError) says why. */
void app_object_cache_change (AppObjectCache          *self,
                              StoreObjectEntry        *entry,
                              const StoreObjectChange *change);
void app_object_cache_remove (AppObjectCache *self, StoreObjectEntry *entry);

/** Reads the whole value, unless it is at hand. */
void app_object_cache_get_async (AppObjectCache     *self,
                                 const char         *store,
                                 const char         *id,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
/** Returns: (transfer full) (nullable) */
StoreObject *
app_object_cache_get_finish (AppObjectCache *self, GAsyncResult *result, GError **error);
/** An object that is at hand; where it is not, it is read, and "changed" says when it is.
 * Returns: (transfer none) (nullable): %NULL with G_IO_ERROR_PENDING while it is being read,
 * APP_ERROR_NOT_FOUND, or why it could not be read */
StoreObject *app_object_cache_peek (AppObjectCache *self,
                                    const char     *store,
                                    const char     *id,
                                    GError        **error);
