/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Working out, in a worker, what another application's file would become. A secret that stands in
 * the file already stays there when the entry is replaced: taking it away would break what works.
 */

#pragma once

#include "store-client-plan.h"

G_BEGIN_DECLS

/** What is wished for; owns what it points to. */
typedef struct
{
  const StoreClientFormat *format;
  char                    *path;
  char                    *name;    /* of the entry */
  StoreProfile            *profile; /* (nullable): a copy that nobody else has; %NULL: remove */
  GHashTable              *secrets; /* (nullable): see StoreClientEntryOptions */
  gboolean                 full_path;
  char                    *program; /* (nullable): where the command was found */
} AppClientWish;

/** What comes of it. */
typedef struct
{
  StoreClientPlan *plan;    /* (nullable): %NULL where there is an error */
  char            *snippet; /* (nullable): the entry alone, without secrets of the file */
  GPtrArray       *notes;   /* (element-type AppClientNote) */
  GError          *error;   /* (nullable) */
  GBytes          *text;    /* (nullable): the file as it is, where it is refused */
} AppClientOutcome;

AppClientWish *app_client_wish_new (void);
void           app_client_wish_free (AppClientWish *self);
void           app_client_outcome_free (AppClientOutcome *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppClientWish, app_client_wish_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppClientOutcome, app_client_outcome_free)

/** @wish: (transfer full). finish fails only when cancelled. */
void app_client_planner_run_async (AppClientWish      *wish,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** Returns: (transfer full) (nullable) */
AppClientOutcome *app_client_planner_run_finish (GAsyncResult *result, GError **error);

/** Puts the file back as it was before @plan was applied; only where it still is what the plan made
 * of it: STORE_ERROR_CHANGED otherwise. In a worker. */
void     app_client_planner_undo_async (StoreClientPlan    *plan,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean app_client_planner_undo_finish (GAsyncResult *result, GError **error);

G_END_DECLS
