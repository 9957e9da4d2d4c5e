/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The command of a profile as a person reads it before it runs: whole: the command line
 * as a shell would take it, and in lines below it the folder and the environment, so that
 * everything is there that decides what runs; then the variables that it takes from our
 * environment. Values that are kept in the keyring are not in it, and what looks like a secret is
 * masked wherever it stands.
 */

#pragma once

#include "store-profile.h"

/** Returns: (transfer full): the text, or the URL; it may hold what others wrote: make it visible
 * before showing it */
char *app_command_text_for_profile (StoreProfile *profile);
/** Whether it may run, here or where it is written to: what was imported and not confirmed runs
 * nowhere. Returns: %FALSE with APP_ERROR_UNCONFIRMED */
gboolean app_command_text_check_confirmed (StoreProfile *profile, GError **error);
