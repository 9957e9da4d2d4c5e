/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreHistory: requests and their responses, in the file of a StoreDatabase. Equal texts are kept
 * once, objects included. What was added survives a kill, and other programs that use the file see
 * it at once.
 *
 * Secrets are masked by whoever adds: what comes here is on the disk as it is.
 *
 * Signal: changed (), once this or another program has written to the file, after things settled
 *
 * Main thread only. Errors are those of StoreDatabase.
 */

#pragma once

#include "store-history-page.h"

#include <gio/gio.h>

#define STORE_TYPE_HISTORY (store_history_get_type ())
G_DECLARE_FINAL_TYPE (StoreHistory, store_history, STORE, HISTORY, GObject)

/** Returns: (transfer full) */
StoreHistory *store_history_new (StoreDatabase *database);

/** What is left to do in the thread that writes, before it writes: masking what is large takes a
 * while. It may change all of it, and replace the texts. Returns: whether to keep it at all */
typedef gboolean (*StoreHistoryPrepareFunc) (StoreExchange *exchange,
                                             GBytes       **request,
                                             GBytes       **response,
                                             gpointer       data);

typedef struct
{
  StoreHistoryPrepareFunc func;
  gpointer                data; /* (transfer full) */
  GDestroyNotify          free_data;
} StoreHistoryPreparation;

/** Its id and sizes are not read. @request, @response: (nullable): where there is none
 * @preparation: (nullable) */
void store_history_add_async (StoreHistory                  *self,
                              const StoreExchange           *exchange,
                              GBytes                        *request,
                              GBytes                        *response,
                              const StoreHistoryPreparation *preparation,
                              GCancellable                  *cancellable,
                              GAsyncReadyCallback            callback,
                              gpointer                       user_data);
/** Returns: its id; 0 with @error, or where @preparation did not keep it */
gint64 store_history_add_finish (StoreHistory *self, GAsyncResult *result, GError **error);

/** @before: (nullable): the key of the page before */
void store_history_query_async (StoreHistory             *self,
                                const StoreHistoryFilter *filter,
                                const StoreHistoryKey    *before,
                                guint                     limit,
                                GCancellable             *cancellable,
                                GAsyncReadyCallback       callback,
                                gpointer                  user_data);
/** Returns: (transfer full) (nullable) */
StoreHistoryPage *
store_history_query_finish (StoreHistory *self, GAsyncResult *result, GError **error);

void store_history_get_async (StoreHistory       *self,
                              gint64              id,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
/** @request, @response: (out) (transfer full) (nullable)
 * Returns: (transfer full) (nullable): STORE_ERROR_NOT_FOUND */
StoreExchange *store_history_get_finish (StoreHistory *self,
                                         GAsyncResult *result,
                                         GBytes      **request,
                                         GBytes      **response,
                                         GError      **error);

/** Deletes what is older than @before (µs since the epoch; G_MAXINT64: everything), and then the
 * oldest until @max_bytes are left (G_MAXUINT64: as many as there are). In small steps, so that
 * what others write does not wait for it; then the file's space is given back. */
void store_history_clear_async (StoreHistory       *self,
                                gint64              before,
                                guint64             max_bytes,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: how many were deleted; -1 with @error */
gint64 store_history_clear_finish (StoreHistory *self, GAsyncResult *result, GError **error);

/** How much is kept: that of all programs that use the file. 0 holds for all. */
typedef struct
{
  guint   days;
  guint64 bytes;
} StoreHistoryLimits;

void     store_history_set_limits_async (StoreHistory             *self,
                                         const StoreHistoryLimits *limits,
                                         GCancellable             *cancellable,
                                         GAsyncReadyCallback       callback,
                                         gpointer                  user_data);
gboolean store_history_set_limits_finish (StoreHistory *self, GAsyncResult *result, GError **error);
/** Deletes what is beyond the limits, unless a program did so within the last hour. The days are
 * not held against what was imported. */
void store_history_sweep_async (StoreHistory       *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: how many were deleted; -1 with @error */
gint64 store_history_sweep_finish (StoreHistory *self, GAsyncResult *result, GError **error);

typedef struct
{
  guint64            n;
  guint64            bytes;      /* of both texts; what is kept once may be counted twice */
  guint64            file_bytes; /* of the file, with the objects that are in it */
  StoreHistoryLimits limits;
} StoreHistorySize;

void     store_history_measure_async (StoreHistory       *self,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean store_history_measure_finish (StoreHistory     *self,
                                       GAsyncResult     *result,
                                       StoreHistorySize *size,
                                       GError          **error);
