/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientBackup: what another application's file was before it was changed, in a file beside
 * it: `FILE.2026-07-29T12-30-00.bak`, with -2, -3, … in front of the end where one second has
 * several. Of a project's file it is in the folder for state, below backups/ and the file's own
 * path, as a project is shared and a backup may hold secrets; older ones are beside it. Names are
 * in the order in which they were made: where clock or time zone went back, the newest one's time
 * goes on. Only their owner can read them. A few are kept of each file.
 */

#pragma once

#include "store-client-place.h"
#include "store-file.h"

/* What a person may still want to go back to; each may hold secrets. */
#define STORE_CLIENT_MAX_BACKUPS 10

typedef struct
{
  char  *path;
  gint64 time; /* seconds since 1970 */
  gint64 size; /* bytes */
} StoreClientBackup;

/** @place: where @file was found. Returns: (transfer full) (nullable): the path of a new backup */
char *store_client_backup_write (StoreFile *file, StoreClientPlace *place, GError **error);
/** The backups of one file, wherever they are. Blocking. @path: the file, links are followed.
 * Returns: (transfer full) (element-type StoreClientBackup): the newest first */
GPtrArray *store_client_backup_list (const char *path);
/** Removes those that are too many. @path: the file, links followed */
void store_client_backup_sweep (const char *path);
/** Returns: (transfer full) (nullable): the file that @backup is one of, by its path */
char *store_client_backup_dup_path (const char *backup);
