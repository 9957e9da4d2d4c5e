/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliBare: --no-session: a feature of the session that has nothing sent to open it, so that the
 * opening itself can be written by hand.
 */

#pragma once

#include "app-session.h"

#define APP_TYPE_CLI_BARE (app_cli_bare_get_type ())
G_DECLARE_FINAL_TYPE (AppCliBare, app_cli_bare, APP, CLI_BARE, GObject)

/** Returns: (transfer full) */
AppCliBare *app_cli_bare_new (void);
