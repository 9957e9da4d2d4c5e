/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientCell: where a server and another application's file meet: a button that says in an icon
 * and a word whether the one is in the other, with a menu of what can be done. Follows the file.
 *
 * Actions: "cell.open" and the others of the menu; "cell.menu" opens it.
 */

#pragma once

#include "app-client-list.h"
#include "app-client-matrix.h"

#include <gtk/gtk.h>

/** What can be done with a server and a file. */
typedef enum {
  UI_CLIENT_OPEN, /* what is usual: add, update, look at it */
  UI_CLIENT_REMOVE,
  UI_CLIENT_ENABLE,
  UI_CLIENT_DISABLE,
  UI_CLIENT_COMPARE,
  UI_CLIENT_COPY, /* from another application's file */
} UiClientVerb;

#define UI_TYPE_CLIENT_CELL (ui_client_cell_get_type ())
G_DECLARE_FINAL_TYPE (UiClientCell, ui_client_cell, UI, CLIENT_CELL, GtkButton)

/** @clients: from whose other files a server can be copied */
GtkWidget *
ui_client_cell_new (AppClientTarget *target, AppClientMatrixRow *row, AppClientList *clients);
/** Whether the word stands below the icon, in a narrow column. */
void ui_client_cell_set_brief (UiClientCell *self, gboolean brief);
