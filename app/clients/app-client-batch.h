/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientBatch: several changes that are looked at together and made one after the other: a
 * server for several applications, or several servers for one. A GListModel of AppClientChange. One
 * that fails does not stop the others.
 *
 * Signals: "changed": something is to be said otherwise than before
 */

#pragma once

#include "app-client-change.h"

#define APP_TYPE_CLIENT_BATCH (app_client_batch_get_type ())
G_DECLARE_FINAL_TYPE (AppClientBatch, app_client_batch, APP, CLIENT_BATCH, GObject)

/** @vault: (nullable): where secrets are. Returns: (transfer full) */
AppClientBatch *app_client_batch_new (StoreSecretVault *vault);
/** Of one change, which was written. Returns: (transfer full) */
AppClientBatch *app_client_batch_new_written (AppClientChange *change);
void
app_client_batch_add (AppClientBatch *self, AppClientTarget *target, StoreProfile *profile);

/** Names of the secrets, each once. Returns: (transfer full) */
GStrv app_client_batch_dup_secret_names (AppClientBatch *self);
/** Whether one of them offers the mode. */
gboolean app_client_batch_offers (AppClientBatch *self, int mode);
/** For all; see app_client_change_set_secret_mode(). */
void app_client_batch_set_secret_mode (AppClientBatch *self, int mode);
/** For all: programs are written with their paths, or by their names. */
void app_client_batch_set_full_path (AppClientBatch *self, gboolean full_path);

/** What a person should know before: what is left out, and what needs attention, each once with the
 * applications that it is about. Returns: (transfer none): of AppClientNote */
GListModel *app_client_batch_get_notes (AppClientBatch *self);

guint app_client_batch_count (AppClientBatch *self, AppChangeStage stage);
/** Whether they are being made, or taken back. */
gboolean app_client_batch_is_busy (AppClientBatch *self);
/** Whether they were made, as far as they could be. */
gboolean app_client_batch_is_done (AppClientBatch *self);
/** Why nothing can be written now, in a sentence. Returns: (transfer full) (nullable): %NULL while
 * something can */
char *app_client_batch_dup_reason (AppClientBatch *self);
/** What became of it, and what to do next: "2 files changed. Restart Cursor to apply." Returns:
 * (transfer full) */
char *app_client_batch_dup_outcome (AppClientBatch *self);

/** Makes all that are needed. */
void app_client_batch_apply (AppClientBatch *self);
/** Takes all that were made back, the last one first. */
void app_client_batch_undo (AppClientBatch *self);
