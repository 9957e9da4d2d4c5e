/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreObjectStore: the objects that results became: a GListModel of StoreObject, oldest first,
 * numbered obj_001, obj_002, … in the order they came; a number is never used twice. Bounded by
 * count and bytes: beyond that the oldest go and are counted; the newest always stays.
 *
 * Properties: n-dropped (uint64, notifies), size (uint64, bytes of all objects, notifies).
 */

#pragma once

#include "store-object-backend.h"

G_BEGIN_DECLS

#define STORE_TYPE_OBJECT_STORE (store_object_store_get_type ())
G_DECLARE_FINAL_TYPE (StoreObjectStore, store_object_store, STORE, OBJECT_STORE, GObject)

/** @backend: (nullable): %NULL for one in memory. Returns: (transfer full) */
StoreObjectStore *store_object_store_new (StoreObjectBackend *backend);

/** Gives @object its id and keeps it. @object must not be in a store yet.
 * Returns: (transfer none): @object */
StoreObject *store_object_store_add (StoreObjectStore *self, StoreObject *object);
/** @id: with or without a leading "@". Returns: (transfer none) (nullable) */
StoreObject *store_object_store_find (StoreObjectStore *self, const char *id);
void         store_object_store_remove (StoreObjectStore *self, const char *id);
void         store_object_store_clear (StoreObjectStore *self);
/** @objects, @bytes: 0 for the default (STORE_MEMORY_OBJECTS, STORE_MEMORY_BYTES) */
void    store_object_store_set_limits (StoreObjectStore *self, guint objects, guint64 bytes);
guint64 store_object_store_get_n_dropped (StoreObjectStore *self);
guint64 store_object_store_get_size (StoreObjectStore *self);
/** Finds the value that a reference "@obj_001.a.b[0]" or "obj_001" names.
 * @object: (out) (optional) (transfer none): set where the reference leads somewhere
 * Returns: the value, or none with @error set (STORE_ERROR_NOT_FOUND, STORE_ERROR_INVALID); also
 * none, without an error, for a whole object that is no JSON */
McpJsonValue store_object_store_resolve (StoreObjectStore *self,
                                         const char       *reference,
                                         StoreObject     **object,
                                         GError          **error);

G_END_DECLS
