/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Working out, in a worker, what another application's file would become. */

#pragma once

#include "app-client-change.h"
#include "app-client-secrets.h"
#include "store-client-plan.h"

/* What is wished for; owns what it points to. */
typedef struct
{
  StoreClientPlace *place;
  char             *home; /* (nullable): see store_client_home_new() */
  int               aim;
  char             *name;    /* (nullable): of the entry */
  StoreProfile     *profile; /* (nullable) */
  GHashTable       *secrets; /* (nullable): see StoreClientEntryOptions */
  int               secret_mode;
  gboolean          insists;             /* see AppClientChangeOptions */
  gboolean          hides_plain_secrets; /* the same */
  StorePlatform     platform;
  char             *wrapper; /* (nullable): spyglass-cli */
  gboolean          full_path;
  char             *program; /* (nullable): where the command was found */
  gint64            record;  /* that is taken back */
  char             *backup;  /* (nullable): that is restored */
  StoreClientPlan  *renewed; /* (nullable): worked out before, on a file that has changed since */
} AppClientWish;

/* What comes of it. */
typedef struct
{
  StoreClientPlan  *plan;    /* (nullable): %NULL where there is an error */
  AppClientSecrets *secrets; /* (nullable): of a plan that changes something */
  char             *snippet; /* (nullable): the entry alone, without secrets of the file */
  char             *json;    /* (nullable): the same, its object */
  GPtrArray        *notes;   /* (element-type AppClientNote) */
  GError           *error;   /* (nullable) */
  GBytes           *text;    /* (nullable): the file as it is, where it is refused */
  gboolean          can_repair;
} AppClientOutcome;

/** Releases what it points to. */
void app_client_wish_clear (AppClientWish *self);
void app_client_outcome_free (AppClientOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppClientOutcome, app_client_outcome_free)

/** @wish: is copied, and its profile as well. finish returns: (transfer full) (nullable): fails
 * only when cancelled */
void              app_client_planner_run_async (const AppClientWish *wish,
                                                GCancellable        *cancellable,
                                                GAsyncReadyCallback  callback,
                                                gpointer             user_data);
AppClientOutcome *app_client_planner_run_finish (GAsyncResult *result, GError **error);
