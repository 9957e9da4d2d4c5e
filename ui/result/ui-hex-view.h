/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiHexView: bytes as rows of an offset, hexadecimal digits and ASCII: 16 bytes a row, 8 where
 * there is little room. Only the rows that are seen exist. Ctrl+C copies those that are selected.
 *
 * Actions: hex.copy, hex.menu
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_HEX_VIEW (ui_hex_view_get_type ())
G_DECLARE_FINAL_TYPE (UiHexView, ui_hex_view, UI, HEX_VIEW, GtkWidget)

/** @bytes: (nullable): held */
void ui_hex_view_set_bytes (UiHexView *self, GBytes *bytes);
