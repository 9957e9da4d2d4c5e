/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Tab and Shift+Tab leave a list for what is after and before it, in one step; GTK 4.8 goes through
 * all of its rows. Arrows move within it, and Tab still enters what the row holds.
 *
 * Lists are every GtkListView and GtkColumnView, and every GtkListBox whose rows can be selected or
 * which has the style class "tab-stop"; the others are forms. A popover goes round in itself.
 */

#pragma once

#include <gtk/gtk.h>

/** From now on, for every list that is mapped. More calls change nothing. */
void ui_tab_stop_begin (void);
