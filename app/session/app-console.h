/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppConsole: what a session's process printed on stderr, and words about its life, over all of its
 * connections; a GListModel of AppConsoleLine, bounded. A feature of the session.
 */

#pragma once

#include "app-session-feature.h"

G_BEGIN_DECLS

/** AppConsoleLine: one of its lines. Immutable. */
#define APP_TYPE_CONSOLE_LINE (app_console_line_get_type ())
G_DECLARE_FINAL_TYPE (AppConsoleLine, app_console_line, APP, CONSOLE_LINE, GObject)

/** Returns: (transfer none) */
const char *app_console_line_get_text (AppConsoleLine *self);
/** Whether it is a word about the process, and none of the server's. */
gboolean app_console_line_get_ours (AppConsoleLine *self);

#define APP_TYPE_CONSOLE (app_console_get_type ())
G_DECLARE_FINAL_TYPE (AppConsole, app_console, APP, CONSOLE, GObject)

/** Returns: (transfer none): of AppConsoleLine */
GListModel *app_console_get_lines (AppConsole *self);

G_END_DECLS
