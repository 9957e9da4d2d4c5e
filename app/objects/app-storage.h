/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppStorage: what a person decides about where results go, and how much of the history is kept.
 * Redis has its password in the keyring, never in the address.
 *
 * Properties (notify, writable)
 *   store (string): where new results go: "sqlite", "redis" or "memory"
 *   redis-url (string): "" for none; a password in it is moved to the keyring
 *   lifetime (uint): minutes that new results are kept in Redis and in memory; 0: for good
 *
 * Property (notifies)
 *   status (string, nullable): how things stand with Redis; %NULL without one
 *
 * Main thread only.
 */

#pragma once

#include "app-object-cache.h"
#include "store-secret-vault.h"

#define APP_TYPE_STORAGE (app_storage_get_type ())
G_DECLARE_FINAL_TYPE (AppStorage, app_storage, APP, STORAGE, GObject)

/** @objects: (nullable): with the history. All are held. Returns: (transfer full) */
AppStorage *
app_storage_new (AppObjectCache *object_cache, AppObjects *objects, StoreSecretVault *vault);

/** Returns: (transfer none): "sqlite", "redis" or "memory" */
const char *app_storage_get_store (AppStorage *self);
/** Returns: (transfer none) */
const char *app_storage_get_redis_url (AppStorage *self);

/** Keeps the password of the Redis server in the keyring, and connects with it; "" forgets it. */
void app_storage_set_password_async (AppStorage         *self,
                                     const char         *password,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean
app_storage_set_password_finish (AppStorage *self, GAsyncResult *result, GError **error);
/** Tries the Redis server on a connection of its own, and says what keeps it from being used. */
void     app_storage_test_async (AppStorage         *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
gboolean app_storage_test_finish (AppStorage *self, GAsyncResult *result, GError **error);

/** How many results are kept in other stores than the one that new ones go to. */
guint app_storage_count_elsewhere (AppStorage *self);
/** Moves them there, one after the other. What cannot be moved stays where it is. */
void app_storage_move_async (AppStorage         *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/** @moved: (out): also where it was broken off */
gboolean
app_storage_move_finish (AppStorage *self, GAsyncResult *result, guint *moved, GError **error);
/** Deletes all results, the pinned ones too. */
void app_storage_delete_all (AppStorage *self);

/** How many results are kept in the file, and bytes of them, by all programs that use it; the
 * oldest that are not pinned go first. 0: no limit */
void app_storage_set_result_limits (AppStorage *self, guint count, guint64 bytes);
/** As the list of the file says it. @count, @bytes: (out) */
void app_storage_get_result_limits (AppStorage *self, guint *count, guint64 *bytes);

typedef struct
{
  guint64 n;
  guint64 bytes;
  guint   max_days;  /* 0: for good */
  guint64 max_bytes; /* 0: no limit */
} AppHistorySize;

void app_storage_measure_async (AppStorage         *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** @size: (out): of the history. Returns: %FALSE with STORE_ERROR */
gboolean app_storage_measure_finish (AppStorage     *self,
                                     GAsyncResult   *result,
                                     AppHistorySize *size,
                                     GError        **error);
/** How much of the history is kept, by all programs that use its file. What is beyond is deleted.
 * @days: 0: for good; @bytes: 0: no limit */
void app_storage_set_history_limits (AppStorage *self, guint days, guint64 bytes);
