/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientCell: where a server and another application's file meet: a button that says in an icon
 * and a word whether the one is in the other. Follows the file.
 *
 * Properties: wide (boolean): %FALSE also names the application, for where no column title does
 */

#pragma once

#include "app-client-target.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_CLIENT_CELL (ui_client_cell_get_type ())
G_DECLARE_FINAL_TYPE (UiClientCell, ui_client_cell, UI, CLIENT_CELL, GtkButton)

GtkWidget *ui_client_cell_new (AppClientTarget *target, StoreProfile *profile);
/** Whether it is one of many, and shows in a column its mark alone. */
void ui_client_cell_set_brief (UiClientCell *self, gboolean brief);

/** Returns: (transfer none) */
AppClientTarget *ui_client_cell_get_target (UiClientCell *self);
/** Returns: (transfer none) */
StoreProfile *ui_client_cell_get_profile (UiClientCell *self);

G_END_DECLS
