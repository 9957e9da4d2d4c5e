/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The menu of the rows of a list: with the secondary button, by a long press, with the Menu key and
 * Shift+F10. The row that it is of becomes the selected one.
 */

#pragma once

#include <gtk/gtk.h>

/** @list: a GtkListView or GtkListBox
 * @owner: what the list is in, and the menu's actions are looked up from; its template's dispose
 * lets go of the menu. Returns: (transfer none): the menu; shown when it opens */
GtkWidget *ui_row_menu_attach (GtkWidget *owner, GtkWidget *list, GMenuModel *menu);
