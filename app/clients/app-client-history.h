/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What was written into other applications' files, and what became of it since. */

#pragma once

#include "app-client-history-item.h"

/** Blocking. Returns: (transfer full) (nullable) (element-type AppClientHistoryItem): the newest
 * first; errors as of store_client_journal_list() */
GPtrArray *app_client_history_read (GError **error);
/** @id: 0 for the last change that was not taken back. Blocking.
 * Returns: (transfer full) (nullable): errors as of store_client_journal_find() */
AppClientHistoryItem *app_client_history_find (gint64 id, GError **error);
