/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiConsoleView: what a server's process prints on standard error, in its colours, with words about
 * its starts and exits; to be filtered, followed and cleared.
 */

#pragma once

#include "app-console.h"

#include <gtk/gtk.h>

#define UI_TYPE_CONSOLE_VIEW (ui_console_view_get_type ())
G_DECLARE_FINAL_TYPE (UiConsoleView, ui_console_view, UI, CONSOLE_VIEW, GtkWidget)

/** Shows another one from now on. @console: (nullable) */
void ui_console_view_set_console (UiConsoleView *self, AppConsole *console);
