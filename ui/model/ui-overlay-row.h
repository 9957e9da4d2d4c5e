/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiOverlayRow: one thing that a model is told of a tool, to be worded otherwise: what it is told,
 * under it what the server says where that is another, and a button that takes that again.
 */

#pragma once

#include "app-overlay-field.h"

#include <adwaita.h>

#define UI_TYPE_OVERLAY_ROW (ui_overlay_row_get_type ())
G_DECLARE_FINAL_TYPE (UiOverlayRow, ui_overlay_row, UI, OVERLAY_ROW, AdwPreferencesRow)

/** @field: held. Returns: (transfer floating) */
GtkWidget *ui_overlay_row_new (AppOverlayField *field);
