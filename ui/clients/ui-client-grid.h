/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientGrid: servers by applications: names that stay where they are, and beside them a column
 * for each application that was found, which scroll where there is no room for all. Arrows go from
 * cell to cell.
 */

#pragma once

#include "app-client-list.h"
#include "app-client-matrix.h"

#include <gtk/gtk.h>

#define UI_TYPE_CLIENT_GRID (ui_client_grid_get_type ())
G_DECLARE_FINAL_TYPE (UiClientGrid, ui_client_grid, UI, CLIENT_GRID, GtkWidget)

/** To be called once. */
void ui_client_grid_set (UiClientGrid *self, AppClientMatrix *matrix, AppClientList *clients);
/** How wide it is with room for everything. */
int ui_client_grid_get_full_width (UiClientGrid *self);
