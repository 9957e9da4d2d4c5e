/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliConnection: what a command needs to speak with a server: the workspace, and the session
 * that the command line names. Its calls block, by running the main loop until they are done.
 */

#pragma once

#include "app-cli-invocation.h"
#include "app-workspace.h"

G_BEGIN_DECLS

typedef struct _AppCliConnection AppCliConnection;

/** Reads the settings and, where a profile is named or @with_book, the list of servers.
 * Returns: (transfer full) (nullable) */
AppCliConnection *app_cli_connection_new (const AppCliInvocation *invocation,
                                          gboolean                with_book,
                                          GError                **error);
void              app_cli_connection_free (AppCliConnection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliConnection, app_cli_connection_free)

/** Returns: (transfer none) */
AppWorkspace *app_cli_connection_get_workspace (AppCliConnection *self);
/** Returns: (transfer full) (nullable): the profile that the command line names: one of the list, a
 * URL, or the program behind "--" */
StoreProfile *app_cli_connection_dup_profile (AppCliConnection *self, GError **error);
/** The same, to be run: confirmed where it needs that, with the deadlines of the command line.
 * Returns: (transfer full) (nullable) */
StoreProfile *app_cli_connection_dup_profile_to_run (AppCliConnection *self, GError **error);
/** The person saw the command of @profile, which is in the list, and agrees. */
gboolean app_cli_connection_keep_confirmation (AppCliConnection *self,
                                               StoreProfile     *profile,
                                               GError          **error);
/** Connects to it; from here on signals cancel what is under way. A command that nobody confirmed
 * is shown and asked about first. Returns: (transfer none) (nullable) */
AppSession *app_cli_connection_open (AppCliConnection *self, GError **error);
/** Fetches a list of the session that is open. */
gboolean app_cli_connection_load (AppCliConnection *self, AppListKind kind, GError **error);

/** Runs the main loop until app_cli_connection_done() was called with the result.
 * Returns: (transfer full) (nullable): %NULL where a signal came and nothing ends */
GAsyncResult *app_cli_connection_wait (AppCliConnection *self);
/** The callback to give to what is waited for; its user data is the connection. */
void app_cli_connection_done (GObject *source, GAsyncResult *result, gpointer connection);

/** Prints an error, the secrets of the session masked. @self: (nullable).
 * Returns: the status to exit with */
AppCliStatus app_cli_connection_fail (AppCliConnection       *self,
                                      const AppCliInvocation *invocation,
                                      const GError           *error);

/** The secrets of @profile, for writing them elsewhere. Returns: (transfer full) (nullable) */
GHashTable *app_cli_connection_dup_secrets (AppCliConnection *self,
                                            StoreProfile     *profile,
                                            GError          **error);

G_END_DECLS
