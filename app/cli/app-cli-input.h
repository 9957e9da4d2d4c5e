/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the command line reads: files and standard input, whole; a yes or a no; and lines that a
 * person types while the main loop goes on: the connection lives, and what is asked may be taken
 * back.
 */

#pragma once

#include <glib.h>

/** @file: "-" is standard input. @max: bytes that standard input may have. @length: (out).
 * Returns: (transfer full) (nullable): NUL-terminated behind its length; %NULL with
 * APP_ERROR_INVALID_INPUT, or what reading gives */
char *app_cli_input_read (const char *file, gsize max, gsize *length, GError **error);

/** Whether somebody can be asked: there is a terminal for the question and for the answer. */
gboolean app_cli_input_can_ask (void);
/** Asks; without a terminal, and without an answer, it is no. */
gboolean app_cli_input_ask (const char *question);

/* What a terminal takes in one line, and more. */
#define APP_CLI_INPUT_MAX_LINE 65536u

/** Whether to go on waiting for the person. */
typedef gboolean (*AppCliWaitFunc) (gpointer user_data);

/** Asks for a line. @prompt: plain, on standard error. @hidden: it is not shown as it is typed.
 * @wait: (nullable)
 * Returns: (transfer full) (nullable): without its end; %NULL where the input ended, a signal came
 * or @wait said no */
char *app_cli_input_read_line (const char    *prompt,
                               gboolean       hidden,
                               AppCliWaitFunc wait,
                               gpointer       user_data);
