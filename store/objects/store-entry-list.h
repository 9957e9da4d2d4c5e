/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreEntryList: the entries of a backend: a GListModel of StoreObjectEntry, oldest first. An
 * entry keeps its identity while its object is there.
 */

#pragma once

#include <gio/gio.h>

#include "store-object-entry.h"

#define STORE_TYPE_ENTRY_LIST (store_entry_list_get_type ())
G_DECLARE_FINAL_TYPE (StoreEntryList, store_entry_list, STORE, ENTRY_LIST, GObject)

/** Returns: (transfer full) */
StoreEntryList *store_entry_list_new (void);

/** Returns: (transfer none) (nullable) */
StoreObjectEntry *store_entry_list_find (StoreEntryList *self, const char *id);
/** Adds the object, or changes what is known of it. @facts: (transfer full)
 * Returns: (transfer none) */
StoreObjectEntry *store_entry_list_take (StoreEntryList *self, StoreObjectFacts *facts);
void              store_entry_list_remove (StoreEntryList *self, const char *const *ids);
/** Adds or changes what @facts say, and leaves the others. They are copied, and those that say what
 * is known already change nothing. @facts: (element-type StoreObjectFacts) */
void store_entry_list_merge (StoreEntryList *self, GPtrArray *facts);
/** Makes it what @facts say, with as few changes as there are differences.
 * @facts: (element-type StoreObjectFacts): oldest first; they are copied */
void store_entry_list_replace (StoreEntryList *self, GPtrArray *facts);

/** Bytes of all. */
guint64 store_entry_list_get_size (StoreEntryList *self);
/** @now: µs since the epoch. Returns: (transfer full): the ids of those that have expired */
GStrv store_entry_list_dup_expired (StoreEntryList *self, gint64 now);
/** Returns: when the next one expires, µs since the epoch; 0: none does */
gint64 store_entry_list_get_next_expiry (StoreEntryList *self);
/** The oldest that are beyond a limit, the pinned and the newest apart.
 * @count, @bytes: 0 for no limit. Returns: (transfer full): their ids */
GStrv store_entry_list_dup_surplus (StoreEntryList *self, guint count, guint64 bytes);
