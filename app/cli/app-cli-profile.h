/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * From words on a command line to a profile: a program behind "--", a URL, and the options that say
 * how to run or reach it.
 */

#pragma once

#include "app-cli.h"

gboolean app_cli_profile_looks_like_url (const char *text);
/** @words: the program and its arguments. Returns: (transfer full): called as a person would */
StoreProfile *app_cli_profile_new_for_program (char **words);
/** Returns: (transfer full) */
StoreProfile *app_cli_profile_new_for_url (const char *url);
/** Makes it a server at @url, over the transport that the URL says. */
void app_cli_profile_set_url (StoreProfile *profile, const char *url);
/** Applies --env, --header, --cwd, the credentials, and how it is reached and spoken to. */
gboolean app_cli_profile_apply (const AppCliInvocation *invocation,
                                StoreProfile           *profile,
                                GError                **error);
/** Applies the deadlines; those that are not given stay. */
void app_cli_profile_apply_deadlines (const AppCliInvocation *invocation, StoreProfile *profile);
/** For a profile that is kept or written elsewhere: a program and a folder that were given by a
 * relative path get their full ones, with a note on standard error. */
void app_cli_profile_make_absolute (const AppCliInvocation *invocation, StoreProfile *profile);
