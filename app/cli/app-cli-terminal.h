/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Lines that a person types while the main loop goes on: the connection lives, and what is asked
 * may be taken back.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a terminal takes in one line, and more. */
#define APP_CLI_TERMINAL_MAX_BYTES 65536u

/** Whether to go on waiting for the person. */
typedef gboolean (*AppCliWaitFunc) (gpointer user_data);

/** Asks for a line. @prompt: plain, on standard error. @hidden: it is not shown as it is typed.
 * Returns: (transfer full) (nullable): without its end; %NULL where the input ended, a signal came
 * or @wait said no */
char *app_cli_terminal_read_line (const char    *prompt,
                                  gboolean       hidden,
                                  AppCliWaitFunc wait,
                                  gpointer       user_data);

G_END_DECLS
