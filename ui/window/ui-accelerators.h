/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The keys of the program's actions, in one table: the application sets them, and the help
 * overlay is made of them.
 */

#pragma once

#include <gtk/gtk.h>

void ui_accelerators_apply (GtkApplication *application);
/** Returns: (transfer none): a window, which GTK owns until it is destroyed */
GtkShortcutsWindow *ui_accelerators_create_overlay (void);
