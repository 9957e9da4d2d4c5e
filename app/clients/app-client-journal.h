/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What other applications' files were before something was written into them, and whose it is. */

#pragma once

#include "app-client-target.h"
#include "store-client-backup.h"

/** @backup: an absolute path. Whose it is, by what was written before, or by where applications
 * have their files.
 * @path: (out) (transfer full) (nullable): of the file; %NULL where @backup is none
 * Returns: (transfer full) (nullable): %NULL where no application has that file */
AppClientTarget *app_client_journal_find_backup (const char *backup, const char *home, char **path);
/** Returns: (transfer full) (element-type StoreClientBackup) */
GPtrArray *app_client_journal_list_backups (AppClientTarget *target);
