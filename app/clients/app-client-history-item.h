/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientHistoryItem: one change that was made to another application's file: when, which
 * application, what was done to which entry, whether it was taken back, and what became of it
 * since. Immutable.
 */

#pragma once

#include "app-client-change.h"
#include "store-client-undo.h"

#define APP_TYPE_CLIENT_HISTORY_ITEM (app_client_history_item_get_type ())
G_DECLARE_FINAL_TYPE (
    AppClientHistoryItem, app_client_history_item, APP, CLIENT_HISTORY_ITEM, GObject)

/** Returns: (transfer full) */
AppClientHistoryItem *
app_client_history_item_new (StoreClientRecord *record, StoreClientSince since);

/** Returns: (transfer none) */
const StoreClientRecord *app_client_history_item_get_record (AppClientHistoryItem *self);
/** Its name. Returns: (transfer none) */
const char *app_client_history_item_get_application (AppClientHistoryItem *self);
/** "added", "switched off"… Returns: (transfer none): translated */
const char *app_client_history_item_get_action (AppClientHistoryItem *self);
/** What became of it, in a few words. Returns: (transfer full): translated */
char *app_client_history_item_dup_state (AppClientHistoryItem *self);
/** A word for programs. Returns: (transfer none) (nullable): %NULL where it was taken back */
const char *app_client_history_item_get_since (AppClientHistoryItem *self);
/** Whether it was not taken back, and can be. */
gboolean app_client_history_item_can_undo (AppClientHistoryItem *self);
/** Taking it back. Returns: (transfer full) (nullable): already looking; STORE_ERROR_UNSUPPORTED
 * where the application is not known */
AppClientChange *app_client_history_item_undo (AppClientHistoryItem *self, GError **error);
