/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The keys of the program's actions, in one table: the application sets them, the help overlay
 * shows them, a test compares both.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ui_accelerators_apply (GtkApplication *application);

G_END_DECLS
