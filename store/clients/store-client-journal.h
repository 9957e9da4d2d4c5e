/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientJournal: the list of what was written into other applications' files, so that it can
 * be taken back, and the entries that are switched off by being kept here instead. One file that
 * several programs share; every call reads it, and those that change it hold its lock. Blocking.
 * Immutable; reference counted.
 */

#pragma once

#include "store-client-record.h"

/* Nobody goes further back; the oldest are forgotten. */
#define STORE_CLIENT_MAX_RECORDS 200
/* Nothing of this is forgotten; more cannot be switched off. */
#define STORE_CLIENT_MAX_PARKED 200

typedef struct _StoreClientJournal StoreClientJournal;

/** @path: (nullable): %NULL for the user's own, in the folder for state */
StoreClientJournal *store_client_journal_new (const char *path);
StoreClientJournal *store_client_journal_ref (StoreClientJournal *self);
void                store_client_journal_unref (StoreClientJournal *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientJournal, store_client_journal_unref)

/** Returns: (transfer none): the file */
const char *store_client_journal_get_path (StoreClientJournal *self);
/** Returns: (transfer full) (nullable) (element-type StoreClientRecord): the newest first; errors
 * STORE_ERROR_SYNTAX, _NOT_READABLE, _NEWER */
GPtrArray *store_client_journal_list (StoreClientJournal *self, GError **error);
/** @id: 0 for the newest change that is no undoing and was not taken back.
 * Returns: (transfer full) (nullable): STORE_ERROR_NOT_FOUND, and as above */
StoreClientRecord *
store_client_journal_find (StoreClientJournal *self, gint64 id, GError **error);

/** Keeps @record, which gets its number and its time. To be called before the file is written.
 * @parked: (nullable): the JSON of the entry, which is about to leave the file */
gboolean store_client_journal_add (StoreClientJournal *self,
                                   StoreClientRecord  *record,
                                   const char         *parked,
                                   GError            **error);
/** Forgets what was not done after all. */
void store_client_journal_drop (StoreClientJournal *self, gint64 id);

/** The entry that was switched off by being kept here. @id: (out): the record of that
 * Returns: (transfer full) (nullable): its JSON */
char *store_client_journal_dup_parked (StoreClientJournal *self,
                                       StoreClientPlace   *place,
                                       const char         *name,
                                       gint64             *id);
/** Returns: (transfer full): the names of those of @place, in the order in which they left it */
GStrv store_client_journal_dup_parked_names (StoreClientJournal *self, StoreClientPlace *place);
/** Forgets it: the file has it again, or no one wants it. */
void store_client_journal_unpark (StoreClientJournal *self,
                                  StoreClientPlace   *place,
                                  const char         *name);
