/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientHistory: what was written into other applications' files, the newest first, and what
 * became of it since. It follows the list of changes, which other programs add to as well.
 *
 * Signals: "changed": it was read
 */

#pragma once

#include "app-client-history-item.h"
#include "app-problem.h"

#define APP_TYPE_CLIENT_HISTORY (app_client_history_get_type ())
G_DECLARE_FINAL_TYPE (AppClientHistory, app_client_history, APP, CLIENT_HISTORY, GObject)

/** Returns: (transfer full): already reading */
AppClientHistory *app_client_history_new (void);
/** Returns: (transfer none): of AppClientHistoryItem */
GListModel *app_client_history_get_items (AppClientHistory *self);
/** Why it cannot be read. Returns: (transfer none) (nullable) */
AppProblem *app_client_history_get_problem (AppClientHistory *self);
/** Reads the list, and the files that it is about, again. */
void app_client_history_refresh (AppClientHistory *self);

/** The same at once, for a program without a window. Blocking.
 * Returns: (transfer full) (nullable) (element-type AppClientHistoryItem) */
GPtrArray *app_client_history_read (GError **error);
/** @id: 0 for the last change that was not taken back. Blocking.
 * Returns: (transfer full) (nullable): errors as of store_client_journal_find() */
AppClientHistoryItem *app_client_history_find (gint64 id, GError **error);
