/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What --help prints: all commands, or one with the options that it takes. */

#pragma once

#include <glib.h>

/** @command: (nullable): one that there is
 * @folded: of the connection and of signing in, and not the rest. Returns: (transfer full) */
char *app_cli_help_dup_text (const char *command, gboolean folded);
