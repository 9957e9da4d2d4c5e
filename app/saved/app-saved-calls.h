/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSavedCalls: the calls that a person saved: a GListModel of AppSavedItem in the order in which
 * they run, kept in a collection (see AppCollection) beside the server profiles, which spyglass-cli
 * runs too. What others write into the file is taken over. A file that cannot be understood is
 * never written.
 *
 * Properties (notify)
 *   running (boolean): some of them run
 *   problem (string, nullable): a sentence, why the file cannot be read or written
 *
 * Main thread only; the file is read and written in a worker.
 */

#pragma once

#include "app-saved-item.h"
#include "app-workspace.h"

/* A file that is larger is something else. */
#define APP_SAVED_CALLS_MAX_BYTES (16u * 1024u * 1024u)

#define APP_TYPE_SAVED_CALLS (app_saved_calls_get_type ())
G_DECLARE_FINAL_TYPE (AppSavedCalls, app_saved_calls, APP, SAVED_CALLS, GObject)

/** Its file is in the folder of the workspace's profiles. Reading begins.
 * Returns: (transfer full) */
AppSavedCalls *app_saved_calls_new (AppWorkspace *workspace);

/** Puts a call at the end. Returns: (transfer none) (nullable): %NULL with MCP_JSON_ERROR,
 * APP_ERROR_INVALID_INPUT, or APP_ERROR_SECRET where @text has a secret of its server */
AppSavedItem *
app_saved_calls_add (AppSavedCalls *self, const AppSavedText *text, GError **error);
/** The call says something else from now on. What cannot be kept is its draft.
 * @json: as app_saved_item_dup_text() has it. Errors as above */
gboolean app_saved_calls_change (AppSavedCalls *self,
                                 AppSavedItem  *item,
                                 const char    *json,
                                 GError       **error);
/** Returns: where it stood, for app_saved_calls_insert() */
guint app_saved_calls_remove (AppSavedCalls *self, AppSavedItem *item);
/** Puts one that was removed back. */
void app_saved_calls_insert (AppSavedCalls *self, AppSavedItem *item, guint position);
/** @by: -1 for one up, 1 for one down; at an end nothing happens */
void app_saved_calls_move (AppSavedCalls *self, AppSavedItem *item, int by);

/** Returns: (transfer none) (nullable): the session of its server, while that is connected */
AppSession *app_saved_calls_find_session (AppSavedCalls *self, AppSavedItem *item);
/** The results that @item may use, as they were the last time: a row for each value of the calls
 * before it, whose path is that of a placeholder. Returns: (transfer full) */
AppExpectationList *app_saved_calls_list_earlier (AppSavedCalls *self, AppSavedItem *item);
/** What a person is to be asked about before app_saved_calls_run(). A call that is asked about by
 * itself, as of a destructive tool, waits for its answer when it is due: see
 * app_saved_item_get_last_call().
 * @items: (element-type AppSavedItem)
 * Returns: (transfer full): the names of the tools that one question asks about */
GStrv app_saved_calls_dup_asked (AppSavedCalls *self, GPtrArray *items);
/** Runs them in their order; what runs already goes on.
 * @items: (element-type AppSavedItem) */
void     app_saved_calls_run (AppSavedCalls *self, GPtrArray *items);
void     app_saved_calls_stop (AppSavedCalls *self);
gboolean app_saved_calls_is_running (AppSavedCalls *self);

/** Returns when everything is in the file. */
void app_saved_calls_flush (AppSavedCalls *self);
