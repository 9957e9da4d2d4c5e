/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAdaptiveBox: two widgets, side by side where there is room for both, else the second one below
 * the first. So a row looks like one of GNOME's settings when the window is wide, and nothing is
 * squeezed when it is narrow. Its children are given in a template; those that are not visible take
 * no room.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_ADAPTIVE_BOX (ui_adaptive_box_get_type ())
G_DECLARE_FINAL_TYPE (UiAdaptiveBox, ui_adaptive_box, UI, ADAPTIVE_BOX, GtkWidget)
