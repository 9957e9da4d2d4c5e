/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiWidthBin: one child, and a property "wide" that says whether there are at least "threshold"
 * pixels for it (at the normal text size; larger text moves the threshold along). What adapts binds
 * to "wide". The bin itself can always be made as narrow as its width request: without that, the
 * child's wide form would keep the window from ever becoming narrow.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_WIDTH_BIN (ui_width_bin_get_type ())
G_DECLARE_FINAL_TYPE (UiWidthBin, ui_width_bin, UI, WIDTH_BIN, GtkWidget)

gboolean ui_width_bin_get_wide (UiWidthBin *self);
