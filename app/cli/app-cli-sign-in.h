/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How a person signs in, as the command line says it: settings by --set and --scopes, and secrets
 * from the environment or a file descriptor, so that they are on no command line.
 */

#pragma once

#include "app-auth-settings.h"
#include "app-cli-invocation.h"

/** Adds it to what @profile says; "NAME=" takes a setting away. */
gboolean app_cli_sign_in_apply (const AppCliInvocation *invocation,
                                StoreProfile           *profile,
                                GError                **error);
/** Whether the setting is one that is kept in the keyring. */
gboolean app_cli_sign_in_is_secret (const char *name);

/** A secret that another program wrote to a file descriptor. @option: for the error
 * Returns: (transfer full) (nullable): without a line end */
char *app_cli_sign_in_read_descriptor (const char *option, int fd, GError **error);
