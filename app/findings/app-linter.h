/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLinter: what is better changed in what a session's server offers, kept up to date: each time
 * its lists have changed they are looked at again, in a worker. Main thread only. A feature
 * of the session.
 *
 * Property (read only, notifies): lint (AppLint, nullable): what was found the last time
 */

#pragma once

#include "app-lint.h"
#include "app-session.h"

/* A server with more definitions is looked at when the person asks for it: some tenths of a
 * millisecond each. */
#define APP_LINTER_MAX_UNASKED 2000u
/* After a change, for others that come with it. */
#define APP_LINTER_SETTLE_MS 150u

#define APP_TYPE_LINTER (app_linter_get_type ())
G_DECLARE_FINAL_TYPE (AppLinter, app_linter, APP, LINTER, GObject)

/** Returns: (transfer none) (nullable) */
AppLint *app_linter_get_lint (AppLinter *self);
/** The person looks: however many definitions there are. */
void app_linter_ask (AppLinter *self);

/** Problems of the lists themselves: the server declares one and does not know it, or answers it
 * with an error. Those that nobody asked for have none.
 * Returns: (transfer full) (element-type AppLintFinding) */
GPtrArray *app_linter_find_in_lists (AppSession *session);
/** Of what the server said of itself and of its lists; the findings of each entry are the entry's.
 * Returns: (transfer full) (nullable) (element-type McpFinding) */
GPtrArray *app_findings_of_server (AppSession *session);
