/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What was written into other applications' files, and where it can be taken back. */

#pragma once

#include "app-client-target.h"
#include "store-client-backup.h"
#include "store-client-journal.h"

/** Returns: (transfer full) (nullable) (element-type StoreClientRecord): the newest first */
GPtrArray *app_client_journal_list (GError **error);
/** @record: (inout): 0 for the last change; which that is. Returns: (transfer full) (nullable): the
 * file that taking it back changes. Errors: as of store_client_plan_new_undo() */
AppClientTarget *app_client_journal_find_record (gint64 *record, GError **error);
/** @backup: an absolute path. Whose it is, by what was written before, or by where applications
 * have their files.
 * @path: (out) (transfer full) (nullable): of the file; %NULL where @backup is none
 * Returns: (transfer full) (nullable): %NULL where no application has that file */
AppClientTarget *app_client_journal_find_backup (const char *backup, const char *home, char **path);
/** Returns: (transfer full) (element-type StoreClientBackup) */
GPtrArray *app_client_journal_list_backups (AppClientTarget *target);
