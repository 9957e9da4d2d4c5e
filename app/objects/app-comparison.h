/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppComparison: what differs between two things, by structure: JSON, a text that holds JSON, other
 * texts and data. They are compared in a thread; the order of members and the spelling of numbers
 * do not matter (see StoreValueDiff), and what is listed is bounded.
 *
 * Main thread only.
 */

#pragma once

#include "app-object-cache.h"

/* Differences of one part that are listed. */
#define APP_COMPARISON_MAX 1000u

#define APP_TYPE_COMPARISON (app_comparison_get_type ())
G_DECLARE_FINAL_TYPE (AppComparison, app_comparison, APP, COMPARISON, GObject)

/** Returns: (transfer full): without parts */
AppComparison *app_comparison_new (void);
/** Adds a JSON-RPC message of each; what tells messages apart, their ids and progress tokens, does
 * not count. @part: what it is called; static. @before, @after: (nullable): as received */
void app_comparison_add_messages (AppComparison *self,
                                  const char    *part,
                                  GBytes        *before,
                                  GBytes        *after);
/** Compares what was added, once. */
void     app_comparison_run_async (AppComparison      *self,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
gboolean app_comparison_run_finish (AppComparison *self, GAsyncResult *result, GError **error);

/** Reads two objects, and compares them. */
void app_comparison_of_objects_async (AppObjectCache     *object_cache,
                                      StoreObjectEntry   *before,
                                      StoreObjectEntry   *after,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
/** Returns: (transfer full) (nullable): why one of them cannot be read */
AppComparison *app_comparison_of_objects_finish (GAsyncResult *result, GError **error);

/** Returns: (transfer none): of AppDifference, in the order of the values; empty for equals */
GListModel *app_comparison_get_differences (AppComparison *self);
/** Whether there are more than were listed. */
gboolean app_comparison_has_more (AppComparison *self);
