/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The model that the command line means: its words go to an AppModelTarget, its keys come from the
 * keyring or a file descriptor, and the person is asked for consent.
 */

#pragma once

#include "app-cli.h"
#include "app-model-check.h"
#include "app-model-target.h"

typedef AppModelTarget AppCliProvider;

/** The list of providers, read. Returns: (transfer full) (nullable) */
AppModelProviders *app_cli_provider_read_list (AppCli *cli, GError **error);
/** What the command line says of a provider, beside its name. */
AppModelWords app_cli_provider_get_words (const AppCliInvocation *invocation);
/** Takes the key that the command line or the keyring has, if one is wanted. */
gboolean app_cli_provider_find_key (AppCli *cli, AppCliProvider *self, GError **error);
/** As app_model_target_choose(), with its key.
 * Returns: APP_CLI_DONE; else the status to exit with, with @error */
AppCliStatus app_cli_provider_choose (AppCli         *cli,
                                      const char     *provider,
                                      const char     *name,
                                      AppCliProvider *self,
                                      GError        **error);
/** The same for one text; see app_model_target_choose_text(). It is the name of a model where the
 * command line names the provider. */
AppCliStatus app_cli_provider_choose_text (AppCli         *cli,
                                           const char     *text,
                                           AppCliProvider *self,
                                           GError        **error);
/** Asking it failed: prints why, and what to do. @failure: (nullable): what it says itself
 * Returns: the status to exit with */
AppCliStatus app_cli_provider_fail (const AppCliInvocation *invocation,
                                    McpModelFailure        *failure,
                                    const GError           *error);
/** Makes sure that the person agrees that what the server of a session returns goes there.
 * Returns: APP_CLI_DONE; else the status to exit with, with @error */
AppCliStatus app_cli_provider_agree (AppCli         *cli,
                                     AppCliProvider *self,
                                     AppSession     *session,
                                     GError        **error);
