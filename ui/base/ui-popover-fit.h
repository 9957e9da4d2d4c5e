/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Popovers that are no wider than the window that they belong to, and lie in it: what stands out of
 * a window covers what lies beside it, and is cut at the edge of the screen.
 */

#pragma once

#include <gtk/gtk.h>

/** @popover: with its child. @least, @most: pixels that its child is wide where the window has room
 * for that */
void ui_popover_fit (GtkPopover *popover, int least, int most);
