/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppObjects: the objects that a person keeps, in all backends: the file in the user's data folder,
 * and a Redis server where one is named. An object is called "sqlite/obj_001", or "obj_001" where
 * only one backend has it; either may begin with "@".
 *
 * Main thread only.
 */

#pragma once

#include "store-backend.h"
#include "store-history.h"

#define APP_TYPE_OBJECTS (app_objects_get_type ())
G_DECLARE_FINAL_TYPE (AppObjects, app_objects, APP, OBJECTS, GObject)

/** Opens nothing before something is asked of it.
 * @folder: (nullable): %NULL for the user's. @redis: (nullable): an address
 * Returns: (transfer full) (nullable): STORE_ERROR_INVALID or _UNSUPPORTED for the address */
AppObjects *app_objects_new (const char *folder, const char *redis, GError **error);
/** Ends what is under way, and waits for what is being written. */
void app_objects_close (AppObjects *self);

/** Returns: (transfer none) (element-type StoreBackend): the default one first */
GPtrArray *app_objects_get_backends (AppObjects *self);
/** @name: (nullable): %NULL for the default one
 * Returns: (transfer none) (nullable): %NULL with STORE_ERROR_NOT_FOUND */
StoreBackend *app_objects_find_backend (AppObjects *self, const char *name, GError **error);

/** Returns: (transfer none): what was sent and received, in the same file */
StoreHistory *app_objects_get_history (AppObjects *self);

/** Reads all lists; app_objects_check_read() tells which could not be read. */
void app_objects_load_async (AppObjects         *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
void app_objects_load_finish (AppObjects *self, GAsyncResult *result);

/** Whether all lists could be read the last time: a store that could not be read does not say
 * that it is empty. */
gboolean app_objects_check_read (AppObjects *self, GError **error);
/** Finds an object among those of the lists.
 * @entry: (out) (transfer none)
 * Returns: (transfer none) (nullable): its backend; %NULL with STORE_ERROR_NOT_FOUND,
 * STORE_ERROR_DUPLICATE where several have it, or the problem of a store that may have it */
StoreBackend *app_objects_locate (AppObjects        *self,
                                  const char        *name,
                                  StoreObjectEntry **entry,
                                  GError           **error);

/** Ends store_backend_get_async(), and refuses what there is no memory to work on.
 * Returns: (transfer full) (nullable) */
StoreObject *app_objects_finish_get (StoreBackend *backend, GAsyncResult *result, GError **error);

/** What a type is called on screen: JSON's own words, or "data". Returns: (transfer none) */
const char *app_objects_get_type_name (const StoreObjectFacts *facts);
/** An object of what a person gives: JSON, text, or else data. Returns: (transfer full) */
StoreObject *app_objects_new_object (GBytes *bytes);
