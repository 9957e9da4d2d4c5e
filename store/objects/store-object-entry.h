/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreObjectEntry: what a backend knows of one object without reading its value. Its facts change
 * when the object is renamed, pinned or given another time to live; then "facts" is notified.
 */

#pragma once

#include "store-object.h"

typedef struct
{
  char           *id;    /* such as "obj_001" */
  const char     *store; /* the name of the backend, static; %NULL where none has it */
  StoreObjectKind kind;
  char           *type_name; /* as store_object_get_type_name() */
  gint64          length;    /* as store_object_get_length(); -1 also where it is not known */
  guint64         size;      /* bytes */
  gint64          time;      /* when it was made: µs since the epoch; 0: not known */
  gint64          expires;   /* µs since the epoch; 0: never */
  gboolean        pinned;
  char           *name;   /* (nullable): what the person calls it */
  char           *server; /* (nullable) */
  char           *tool;   /* (nullable) */
} StoreObjectFacts;

/** All but id and times, of @object. Returns: (transfer full) */
StoreObjectFacts *store_object_facts_new (StoreObject *object, const char *id);
/** Returns: (transfer full) */
StoreObjectFacts *store_object_facts_copy (const StoreObjectFacts *facts);
void              store_object_facts_free (StoreObjectFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreObjectFacts, store_object_facts_free)
/** Whether it ends at @expires as far as can be told: Redis says how long a key has left, and each
 * look comes to another microsecond. */
gboolean store_object_facts_ends_at (const StoreObjectFacts *facts, gint64 expires);

#define STORE_TYPE_OBJECT_ENTRY (store_object_entry_get_type ())
G_DECLARE_FINAL_TYPE (StoreObjectEntry, store_object_entry, STORE, OBJECT_ENTRY, GObject)

/** @facts: (transfer full). Returns: (transfer full) */
StoreObjectEntry *store_object_entry_new (StoreObjectFacts *facts);
/** Returns: (transfer none): valid until they change; the id is valid as long as the entry */
const StoreObjectFacts *store_object_entry_get_facts (StoreObjectEntry *self);
/** For backends. @facts: (transfer full): of the same object */
void store_object_entry_take_facts (StoreObjectEntry *self, StoreObjectFacts *facts);
