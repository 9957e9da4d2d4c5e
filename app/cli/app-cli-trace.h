/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliTrace: --trace: a feature of the session that prints every message both ways on standard
 * error, from the first one on, one line each, with the secrets of the session masked.
 */

#pragma once

#include "app-session.h"

#define APP_TYPE_CLI_TRACE (app_cli_trace_get_type ())
G_DECLARE_FINAL_TYPE (AppCliTrace, app_cli_trace, APP, CLI_TRACE, GObject)

/** Returns: (transfer full) */
AppCliTrace *app_cli_trace_new (void);
