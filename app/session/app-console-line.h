/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppConsoleLine: one line that a server's process printed on stderr, or a word about its life.
 * Properties: text (string), time (int64, µs since the epoch), ours (boolean: not the server's
 * words)
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_CONSOLE_LINE (app_console_line_get_type ())
G_DECLARE_FINAL_TYPE (AppConsoleLine, app_console_line, APP, CONSOLE_LINE, GObject)

/** Returns: (transfer full) */
AppConsoleLine *app_console_line_new (const char *text, gint64 time, gboolean ours);
/** Returns: (transfer none) */
const char *app_console_line_get_text (AppConsoleLine *self);
gint64      app_console_line_get_time (AppConsoleLine *self);
gboolean    app_console_line_get_ours (AppConsoleLine *self);

G_END_DECLS
