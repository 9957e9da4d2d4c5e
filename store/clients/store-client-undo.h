/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientUndo: how a change that was made is taken back on the file as it is now. Where the
 * file is still what we wrote, it becomes what it was, to the last byte; where it was changed
 * since, only what we changed goes back.
 */

#pragma once

#include "store-client-record.h"
#include "store-file.h"

/** What became of a change since it was made. */
typedef enum {
  STORE_SINCE_AS_LEFT,       /* the file is as it was left */
  STORE_SINCE_ENTRY_AS_LEFT, /* the file was changed, the entry was not */
  STORE_SINCE_ENTRY_CHANGED,
  STORE_SINCE_ENTRY_GONE,
  STORE_SINCE_ENTRY_BACK,   /* what was taken out is in it again */
  STORE_SINCE_FILE_CHANGED, /* and the change was to the whole of it */
  STORE_SINCE_FILE_BROKEN,  /* it cannot be read, so that nothing is known of the entry */
  STORE_SINCE_FILE_GONE,
  STORE_SINCE_FILE_MOVED, /* the path leads to another file now */
} StoreClientSince;

typedef struct
{
  GBytes    *whole;   /* (nullable): what the file becomes; %NULL: see the edits */
  gboolean   removes; /* the file goes */
  GPtrArray *edits;   /* (element-type StoreClientEdit) */
} StoreClientUndo;

/** StoreClientSight: a file as it is now, for all of the changes that were made to it. */
typedef struct _StoreClientSight StoreClientSight;

/** @file: (nullable): %NULL where it cannot be read; is held */
StoreClientSight *store_client_sight_new (StoreFile *file, const StoreClientFormat *format);
void              store_client_sight_free (StoreClientSight *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientSight, store_client_sight_free)
/** @record: of this file and application */
StoreClientSince
store_client_sight_get_since (StoreClientSight *self, StoreClientRecord *record);
/** Whether @record, of which that is so, can be taken back, as far as can be told without working
 * it out: its backup may be gone. */
gboolean store_client_undo_is_possible (StoreClientRecord *record, StoreClientSince since);
/** "as-left", "entry-changed", … Returns: (transfer none) */
const char *store_client_undo_get_word (StoreClientSince since);

/** Returns: (transfer full) (nullable): what the file was, empty where there was none; from its
 * backup, as it was made. Errors: STORE_ERROR_NOT_FOUND */
GBytes *store_client_undo_read_before (StoreClientRecord *record, GError **error);
/**
 * store_client_undo_find:
 * @file: as it is now
 * @notes: (element-type StoreNote): gets what the person should know
 * Returns: (transfer full) (nullable): errors STORE_ERROR_NOT_FOUND where the backup is gone or is
 * another file, _UNSUPPORTED where the whole file was another one and it was changed since
 */
StoreClientUndo *store_client_undo_find (StoreClientRecord *record,
                                         StoreFile         *file,
                                         GPtrArray         *notes,
                                         GError           **error);
void             store_client_undo_free (StoreClientUndo *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientUndo, store_client_undo_free)
