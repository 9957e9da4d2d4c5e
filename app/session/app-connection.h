/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppConnection: what is to be said of a session's connection: how the server is spoken with, how
 * long it took to answer, and whether the profile has been changed since. A feature of the session.
 *
 * It remembers that a server opens with initialize, so that it is not asked server/discover each
 * time: some do not survive the question, and others say nothing to it for as long as that is
 * waited for. What is remembered of a saved server is shared by window and command line; of others
 * it is known for this run. It holds as long as the server has the same command, URL and
 * environment and reports the same version, and the session opens.
 *
 * Properties (notify): latency (uint, ms of the handshake; 0 unknown), step (string, translated):
 * what connecting waits for
 */

#pragma once

#include "app-session-feature.h"
#include "store-profile-list.h"
#include "store-variables.h"

#define APP_TYPE_CONNECTION (app_connection_get_type ())
G_DECLARE_FINAL_TYPE (AppConnection, app_connection, APP, CONNECTION, GObject)

/** Returns: (transfer none) */
const char *app_connection_get_step (AppConnection *self);
/** How it speaks, and how that was found out; %NULL while not connected.
 * Returns: (transfer none) (nullable): a translated sentence without a full stop */
const char *app_connection_get_era_name (AppConnection *self);
/** Returns: (transfer none) (nullable): translated; %NULL while not connected */
const char *app_connection_get_transport_name (AppConnection *self);
/** Extensions of the protocol: their names, and their settings as JSON text. @ours: those that the
 * server is told that we have, else those that it said that it has.
 * Returns: (transfer full): empty while not connected */
StoreVariables *app_connection_dup_extensions (AppConnection *self, gboolean ours);
/** Whether the profile was changed in what only another connection will heed. It may change with
 * the state, and with any property of the profile. */
gboolean app_connection_is_outdated (AppConnection *self);
/** @list: (nullable): of saved servers, where it is remembered how they open; held. Without it,
 * that is known for this run */
void app_connection_remember_in (AppConnection *self, StoreProfileList *list);
