/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the parts of the command "servers" share.
 */

#pragma once

#include "app-cli-connection.h"
#include "app-profile-draft.h"

G_BEGIN_DECLS

/** Prints the list. Plain values that are secret are masked, unless --with-secrets was given. */
AppCliStatus app_cli_servers_list (const AppCliInvocation *invocation, StoreProfileBook *book);

/** Adds what a file of another application, or standard input, lists. */
AppCliStatus app_cli_servers_import (const AppCliInvocation *invocation,
                                     AppCliConnection       *connection);

/** Has models told of the tools that the invocation names behind the server, or no more. */
AppCliStatus app_cli_servers_set_tools (const AppCliInvocation *invocation,
                                        AppCliConnection       *connection,
                                        StoreProfile           *profile,
                                        gboolean                enabled);

/** Sets what the invocation names behind the server, or prints what is set: pre-configured inputs,
 * or arguments that are pinned. */
AppCliStatus app_cli_servers_set_inputs (const AppCliInvocation *invocation,
                                         AppCliConnection       *connection,
                                         StoreProfile           *profile,
                                         gboolean                pins);

/** Saves a draft; takes it over. Where a new one cannot be kept whole, nothing of it stays.
 * Returns: the book's profile. (transfer full) (nullable) */
StoreProfile *app_cli_servers_save (const AppCliInvocation *invocation,
                                    AppCliConnection       *connection,
                                    AppProfileDraft        *draft,
                                    GError                **error);

G_END_DECLS
