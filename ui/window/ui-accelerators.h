/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The keys of the program's actions, in one table: the application sets them, the help overlay
 * shows them, a test compares both.
 */

#pragma once

#include <gtk/gtk.h>

void ui_accelerators_apply (GtkApplication *application);
