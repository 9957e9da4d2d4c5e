/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliTrace: a feature of the session that prints on standard error what passes between us and
 * the server: with --trace every message both ways, from the first one on, one line each, with the
 * secrets of the session masked; with --timing, at the end, when each request was sent and how long
 * its response took; on a terminal the progress of the call that runs.
 */

#pragma once

#include "app-cli-invocation.h"
#include "app-session.h"

#define APP_TYPE_CLI_TRACE (app_cli_trace_get_type ())
G_DECLARE_FINAL_TYPE (AppCliTrace, app_cli_trace, APP, CLI_TRACE, GObject)

/** Returns: (transfer full) */
AppCliTrace *app_cli_trace_new (const AppCliInvocation *invocation);
/** Nothing of the progress of @call is shown any more. */
void app_cli_trace_end_progress (AppCall *call);
/** Prints the times, once. */
void app_cli_trace_print_times (AppCliTrace *self);
