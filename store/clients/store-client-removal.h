/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientRemoval: what goes with an entry that is taken out of another application's file: all
 * that came with it, as the journal and the backups know it, and nothing of the person's own.
 */

#pragma once

#include "store-client-journal.h"

#include "store-file.h"

/** The empty maps that were made for the entry, and what is asked for on its behalf alone.
 * @edits: (element-type StoreClientEdit): gets the steps behind the one that takes the entry out */
void store_client_removal_add_edits (StoreClientJournal *journal,
                                     StoreClientPlace   *place,
                                     StoreFile          *file,
                                     const char         *name,
                                     GPtrArray          *edits);
/**
 * store_client_removal_dup_former: the text that the file had when it said the same as @after, to
 * the last byte, where no other program changed it since.
 * @is_new: (out): there was no file then
 * Returns: (transfer full) (nullable)
 */
GBytes *store_client_removal_dup_former (StoreClientJournal *journal,
                                         StoreClientPlace   *place,
                                         StoreFile          *file,
                                         GBytes             *after,
                                         gboolean           *is_new);
