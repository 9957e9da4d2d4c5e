/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Working out, in a worker, what another application's file would become, and taking back what was
 * made of it. */

#pragma once

#include "app-client-change.h"
#include "store-client-plan.h"

G_BEGIN_DECLS

/* What is wished for; owns what it points to. */
typedef struct
{
  StoreClientPlace *place;
  char             *name; /* of the entry */
  AppChangeAim      aim;
  StoreProfile     *profile; /* a copy that nobody else has */
  GHashTable       *secrets; /* (nullable): see StoreClientEntryOptions */
  StoreSecretMode   secret_mode;
  char             *wrapper; /* (nullable): spyglass-cli */
  gboolean          full_path;
  char             *program; /* (nullable): where the command was found */
} AppClientWish;

/* What comes of it. */
typedef struct
{
  StoreClientPlan *plan;    /* (nullable): %NULL where there is an error */
  char            *snippet; /* (nullable): the entry alone, without secrets of the file */
  char            *json;    /* (nullable): the same, its object */
  GPtrArray       *notes;   /* (element-type AppClientNote) */
  GError          *error;   /* (nullable) */
  GBytes          *text;    /* (nullable): the file as it is, where it is refused */
  gboolean         can_repair;
} AppClientOutcome;

/** Returns: (transfer full) */
AppClientWish *app_client_wish_new (void);
void           app_client_outcome_free (AppClientOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppClientOutcome, app_client_outcome_free)

/** @wish: (transfer full). finish returns: (transfer full) (nullable): fails only when cancelled */
void              app_client_planner_run_async (AppClientWish      *wish,
                                                GCancellable       *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer            user_data);
AppClientOutcome *app_client_planner_run_finish (GAsyncResult *result, GError **error);
/** Takes what @plan did back: the file becomes what it was, or loses what the plan gave it where it
 * was changed since. */
void     app_client_planner_undo_async (StoreClientPlan    *plan,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean app_client_planner_undo_finish (GAsyncResult *result, GError **error);

G_END_DECLS
