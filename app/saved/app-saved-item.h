/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSavedItem: one saved call of the person's list, and what came of it the last time it ran.
 *
 * Properties (notify): state (AppSavedState); changed with it: the failure and the duration
 * Signal: changed (): the call itself says something else
 */

#pragma once

#include "app-saved-run.h"

typedef enum {
  APP_SAVED_NOT_RUN,
  APP_SAVED_WAITING, /* for the calls before it */
  APP_SAVED_RUNNING,
  APP_SAVED_PASSED,
  APP_SAVED_FAILED,
} AppSavedState;

#define APP_TYPE_SAVED_ITEM (app_saved_item_get_type ())
G_DECLARE_FINAL_TYPE (AppSavedItem, app_saved_item, APP, SAVED_ITEM, GObject)

/** @position: of its call in @collection. Returns: (transfer full) */
AppSavedItem *app_saved_item_new (AppCollection *collection, guint position);
/** It says from now on what the first call of @collection says. */
void app_saved_item_set_collection (AppSavedItem *self, AppCollection *collection);

/** Returns: (transfer none): valid until it says something else */
const AppSavedCall *app_saved_item_get_call (AppSavedItem *self);
AppSavedState       app_saved_item_get_state (AppSavedItem *self);
/** Returns: (transfer none): a translated word */
const char *app_saved_item_get_state_name (AppSavedItem *self);
/** Returns: (transfer none) (nullable): a sentence */
const char *app_saved_item_get_failure (AppSavedItem *self);
/** µs; of a call that ended */
gint64 app_saved_item_get_duration (AppSavedItem *self);

/** @outcome: (nullable): where it has ended */
void app_saved_item_set_state (AppSavedItem          *self,
                               AppSavedState          state,
                               const AppSavedOutcome *outcome);
