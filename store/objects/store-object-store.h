/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreObjectStore: the objects that results became: a GListModel of StoreObject, oldest first,
 * numbered obj_001, obj_002, … in the order they came; a number is never used twice. Bounded by
 * count and bytes: beyond that the oldest go; the newest always stays.
 */

#pragma once

#include <gio/gio.h>

#include "store-object.h"

G_BEGIN_DECLS

#define STORE_TYPE_OBJECT_STORE (store_object_store_get_type ())
G_DECLARE_FINAL_TYPE (StoreObjectStore, store_object_store, STORE, OBJECT_STORE, GObject)

/** Returns: (transfer full) */
StoreObjectStore *store_object_store_new (void);

/** Gives @object its id and keeps it. @object must not be in a store yet.
 * Returns: (transfer none): @object */
StoreObject *store_object_store_add (StoreObjectStore *self, StoreObject *object);
/** @id: with or without a leading "@". Returns: (transfer none) (nullable) */
StoreObject *store_object_store_find (StoreObjectStore *self, const char *id);
void         store_object_store_remove (StoreObjectStore *self, const char *id);
/** @objects, @bytes: 0 for the default (STORE_MEMORY_OBJECTS, STORE_MEMORY_BYTES) */
void store_object_store_set_limits (StoreObjectStore *self, guint objects, guint64 bytes);

G_END_DECLS
