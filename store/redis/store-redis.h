/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreRedis: a connection to one Redis server: hiredis writes commands and reads replies, GIO
 * carries them, over TLS where the address says so. It connects when it is first used, and again
 * when it is used after the connection was lost; what was under way then fails, because nobody
 * knows whether it was done.
 *
 * An address is redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE], or the same with rediss:// for
 * TLS. Main thread only.
 *
 * Source: the RESP protocol specification (redis.io, "Redis serialization protocol"), version 2.
 */

#pragma once

#include <gio/gio.h>
#include <hiredis/hiredis.h>

/* Without a byte of what is under way, the server hangs. */
#define STORE_REDIS_TIMEOUT_S 10

#define STORE_TYPE_REDIS (store_redis_get_type ())
G_DECLARE_FINAL_TYPE (StoreRedis, store_redis, STORE, REDIS, GObject)

/** @password: (nullable): where the address has none
 * Returns: (transfer full) (nullable): STORE_ERROR_INVALID, or STORE_ERROR_UNSUPPORTED for the
 * addresses of a cluster */
StoreRedis *store_redis_new (const char *address, const char *password, GError **error);

/** Ends the connection; what is under way fails. It can be used again. */
void store_redis_close (StoreRedis *self);
/** For tests and for servers that are far away. @seconds: 0 for STORE_REDIS_TIMEOUT_S */
void store_redis_set_timeout (StoreRedis *self, guint seconds);

/* Commands that are sent together */

typedef struct _StoreRedisBatch StoreRedisBatch;

StoreRedisBatch *store_redis_batch_new (void);
void             store_redis_batch_free (StoreRedisBatch *batch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreRedisBatch, store_redis_batch_free)
/** Adds a command of text words; the last one is followed by %NULL. */
void store_redis_batch_add (StoreRedisBatch *batch, ...) G_GNUC_NULL_TERMINATED;
/** Adds "COMMAND KEY value", or "COMMAND KEY word value" where @word is not %NULL. */
void store_redis_batch_add_value (StoreRedisBatch *batch,
                                  const char      *command,
                                  const char      *key,
                                  const char      *word,
                                  GBytes          *value);

/** @batch: (transfer full): at least one command */
void store_redis_send_async (StoreRedis         *self,
                             StoreRedisBatch    *batch,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/** Returns: (transfer full) (nullable) (element-type redisReply): a reply for each command, errors
 * of the server among them; %NULL with STORE_ERROR_FAILED or an error of GIO where the server could
 * not be reached, refused the password, hung, or did not speak Redis */
GPtrArray *store_redis_send_finish (StoreRedis *self, GAsyncResult *result, GError **error);

/** Whether the server said that it could not do it. Sets @error to what that means. */
gboolean store_redis_reply_is_error (const redisReply *reply, GError **error);
