/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientUndo: how a change that was made is taken back on the file as it is now. Where the
 * file is still what we wrote, it becomes what it was, to the last byte; where it was changed
 * since, only what we changed goes back.
 */

#pragma once

#include "store-client-record.h"
#include "store-file.h"

typedef struct
{
  GBytes    *whole;   /* (nullable): what the file becomes; %NULL: see the edits */
  gboolean   removes; /* the file goes */
  GPtrArray *edits;   /* (element-type StoreClientEdit) */
} StoreClientUndo;

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
