/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppConsole: what a session's process printed on stderr, and words about its life, over all of its
 * connections; a GListModel of AppConsoleLine, bounded. A feature of the session.
 */

#pragma once

#include "app-ansi-parser.h"
#include "app-session-feature.h"

/** AppConsoleLine: one of its lines. Immutable. */
#define APP_TYPE_CONSOLE_LINE (app_console_line_get_type ())
G_DECLARE_FINAL_TYPE (AppConsoleLine, app_console_line, APP, CONSOLE_LINE, GObject)

/** Returns: (transfer none): as it came, escape sequences included */
const char *app_console_line_get_text (AppConsoleLine *self);
/** Returns: (transfer none): fit to be shown, on one line, without escape sequences */
const char *app_console_line_get_shown (AppConsoleLine *self);
/** The parts of what is shown that are not plain. @n: (out). Returns: (transfer none) */
const AppAnsiSpan *app_console_line_get_spans (AppConsoleLine *self, guint *n);
/** Whether it is a word about the process, and none of the server's. */
gboolean app_console_line_get_ours (AppConsoleLine *self);

#define APP_TYPE_CONSOLE (app_console_get_type ())
G_DECLARE_FINAL_TYPE (AppConsole, app_console, APP, CONSOLE, GObject)

/** Returns: (transfer none) (nullable): of a @session whose server is a process of ours */
AppConsole *app_console_find (AppSession *session);
/** Returns: (transfer none): of AppConsoleLine */
GListModel *app_console_get_lines (AppConsole *self);
void        app_console_clear (AppConsole *self);
