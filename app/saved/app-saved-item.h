/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSavedItem: one saved call of the person's list, and how it ended the last time it ran.
 *
 * Properties (notify): state (AppSavedState); changed with it: the failure and the duration
 * Signal: changed (): the call itself says something else
 */

#pragma once

#include "app-expectation-list.h"
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
/** It says from now on what the first call of @collection says. Where that sends the same as
 * before, its last result is checked again. */
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
/** Returns: (transfer none) (nullable): what was sent the last time, from its approval on */
AppCall *app_saved_item_get_last_call (AppSavedItem *self);
void     app_saved_item_set_last_call (AppSavedItem *self, AppCall *call);
/** Returns: whether its last call has a result; @slot is its value */
gboolean app_saved_item_get_outcome (AppSavedItem *self, McpJsonSlot *slot, AppOutcome *outcome);
/** Adds the values of its last result, and what a placeholder calls the object that the server
 * stored; without a result, @name alone. @name: of the call, before each path; empty for no name */
void app_saved_item_add_values (AppSavedItem       *self,
                                AppExpectationList *values,
                                const char         *name);
/** Returns: (transfer full): the call as JSON text, what was typed and cannot be kept included */
char *app_saved_item_dup_text (AppSavedItem *self);
/** @draft: (nullable): what was typed and cannot be kept */
void app_saved_item_set_draft (AppSavedItem *self, const char *draft);

/** @outcome: (nullable): where it has ended */
void app_saved_item_set_state (AppSavedItem          *self,
                               AppSavedState          state,
                               const AppSavedOutcome *outcome);
