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
/** A new profile called @name from --url or the program behind "--", with the options applied.
 * Returns: (transfer full) (nullable) */
StoreProfile *app_cli_connection_dup_new (AppCliConnection *self, const char *name, GError **error);
/** Applies --env, --header, --cwd and the credentials to a profile. */
gboolean app_cli_connection_apply (AppCliConnection *self, StoreProfile *profile, GError **error);
/** Connects to it. Returns: (transfer none) (nullable) */
AppSession *app_cli_connection_open (AppCliConnection *self, GError **error);

/** Runs the main loop until app_cli_connection_done() was called with the result.
 * Returns: (transfer full) */
GAsyncResult *app_cli_connection_wait (AppCliConnection *self);
/** The callback to give to what is waited for; its user data is the connection. */
void app_cli_connection_done (GObject *source, GAsyncResult *result, gpointer connection);

/** The secrets of @profile, for writing them elsewhere. Returns: (transfer full) (nullable) */
GHashTable *app_cli_connection_dup_secrets (AppCliConnection *self,
                                            StoreProfile     *profile,
                                            GError          **error);

G_END_DECLS
