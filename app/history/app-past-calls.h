/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPastCalls: what was called before the program was started, or by another one: calls of the
 * history that have ended, with their results, as a session's own calls have them. Where a result
 * was kept as an object, it is that object. One feature of all sessions of a workspace.
 *
 * Main thread only.
 */

#pragma once

#include "app-past-entry.h"
#include "app-object-cache.h"

/* More than a person looks back at; and what may be read for it, unless the newest alone is larger:
 * a large result takes a while. */
#define APP_PAST_CALLS_MAX 20
#define APP_PAST_CALLS_MAX_BYTES (16 * 1024 * 1024)

#define APP_TYPE_PAST_CALLS (app_past_calls_get_type ())
G_DECLARE_FINAL_TYPE (AppPastCalls, app_past_calls, APP, PAST_CALLS, GObject)

/** Makes a recorded call again as it ended, without sending it.
 * @session: (nullable): of its server, while that is in the list */
void app_past_call_recall_async (AppObjectCache      *object_cache,
                                 AppSession          *session,
                                 const StoreExchange *exchange,
                                 GBytes              *request,
                                 GBytes              *response,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data);
/** Returns: (transfer full) (nullable): %NULL where it is no call, or has no response */
AppCall *app_past_call_recall_finish (GAsyncResult *result);

/** Both are held. Returns: (transfer full) */
AppPastCalls *app_past_calls_new (AppObjects *objects, AppObjectCache *object_cache);

/** The last calls of @session's server. @target: the name of a tool or prompt, or a URI */
void app_past_calls_read_async (AppPastCalls       *self,
                                AppSession         *session,
                                AppCallKind         kind,
                                const char         *target,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: (transfer full) (nullable) (element-type AppCall): the newest first */
GPtrArray *app_past_calls_read_finish (AppPastCalls *self, GAsyncResult *result, GError **error);
