/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Ctrl+C and its kin (SIGINT, SIGTERM, SIGHUP) while a command speaks with a server: the first one
 * cancels what is under way, so that the server hears of it; the second one ends this program at
 * once, and so does time, whatever server, disk or database do. Signals that were ignored when it
 * started stay ignored.
 */

#pragma once

#include <gio/gio.h>

/** From now on signals cancel. Calling it twice does nothing more. */
void app_cli_interrupt_begin (void);
/** Signals end the program again. */
void app_cli_interrupt_end (void);

/** What is cancelled by a signal. Returns: (transfer none) */
GCancellable *app_cli_interrupt_get_cancellable (void);
/** Returns: the signal's number; 0 while there was none */
int app_cli_interrupt_get_signal (void);
/** Waits until @fd can be read, or a signal comes. Returns: %FALSE for the signal */
gboolean app_cli_interrupt_await_input (int fd);
/** Whether a signal came and what was cancelled did not end within a moment. */
gboolean app_cli_interrupt_is_overdue (void);

/** What is left to do may not take longer: then the program ends with @status, and prints @message.
 * @seconds: 0 takes the limit back. @message: (nullable): lives as long as the program */
void app_cli_interrupt_limit (guint seconds, int status, const char *message);
