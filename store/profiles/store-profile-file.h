/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreProfileFile: what StoreProfileList does with its file, in a worker: read it, or lock it,
 * read it, edit its text and write it. Takes values, returns a reading; knows nothing of the book.
 */

#pragma once

#include "store-profile-list.h"

/** StoreProfileReading: what the file says at one time. Belongs to one thread at a time. */
typedef struct
{
  GBytes    *bytes;    /* (nullable): the text, where it could be had */
  GError    *error;    /* (nullable): why it is broken or unreadable */
  GPtrArray *profiles; /* (nullable) (element-type StoreProfile): unless it is broken */
  GPtrArray *findings; /* (element-type StoreProfileFinding) */
  char      *id;       /* (nullable): the entry that was added */
} StoreProfileReading;

void store_profile_reading_free (StoreProfileReading *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreProfileReading, store_profile_reading_free)

/** Returns: (transfer full): never %NULL; troubles are its error */
StoreProfileReading *store_profile_file_read (const char *path);

/* The edits. Returns: (transfer full) (nullable): what the file says afterwards */

StoreProfileReading                      *
store_profile_file_add (const char *path, StoreProfile *profile, GError **error);
StoreProfileReading *store_profile_file_replace (const char   *path,
                                                 StoreProfile *base,
                                                 StoreProfile *profile,
                                                 GError      **error);
StoreProfileReading *store_profile_file_remove (const char *path, const char *id, GError **error);
