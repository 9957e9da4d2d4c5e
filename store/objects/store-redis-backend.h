/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreRedisBackend: objects in a Redis server, as the object-store servers keep them: the key is
 * the object's id, "obj_" and a UUID, the value is JSON. Programs of both kinds see each other's
 * objects. What JSON does not say (name, server, tool, whether it is text or data) lies beside the
 * object in a hash "spyglass:ID" that expires with it; text is kept as a JSON string, data as one
 * in Base64. Keys that are no such objects are left alone, and nothing is ever evicted.
 *
 * Objects live ten minutes unless told otherwise. The list is read again every few seconds.
 *
 * Source: deepset-mcp-server's RedisBackend; `SETEX key ttl value`.
 */

#pragma once

#include "store-backend.h"

#define STORE_TYPE_REDIS_BACKEND (store_redis_backend_get_type ())
G_DECLARE_FINAL_TYPE (StoreRedisBackend, store_redis_backend, STORE, REDIS_BACKEND, StoreBackend)

/** Connects at once; "state" tells how that went, and it is tried again for as long as it lives.
 * @address: as of store_redis_new(). @password: (nullable)
 * Returns: (transfer full) (nullable): STORE_ERROR_INVALID, STORE_ERROR_UNSUPPORTED */
StoreBackend *
store_redis_backend_new (const char *address, const char *password, GError **error);

/** @seconds: how long the server may be silent, and between two looks at the list; 0: as usual */
void store_redis_backend_set_times (StoreRedisBackend *self, guint timeout, guint interval);
