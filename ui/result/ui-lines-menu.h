/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The menu of a list whose selected rows, one or many, it is about: shown where the secondary
 * button is pressed.
 */

#pragma once

#include <gtk/gtk.h>

/** @view: a widget that the list is in, and that unparents what it holds. Returns: (transfer
 * none) */
GtkPopover *ui_lines_menu_new (GtkWidget *view, GMenuModel *menu);
/** For the keyboard: beside the row of @list that has the focus. @list: a GtkWidget */
void ui_lines_menu_show (GtkPopover *self, gpointer list);
