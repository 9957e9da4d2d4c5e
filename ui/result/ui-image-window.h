/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiImageWindow: an image of a result in a window of its own, as large as one wants it: fitted to
 * the window, at its own size, or zoomed by buttons, keys (+, -, 1, 0) and Ctrl with the wheel.
 */

#pragma once

#include <gtk/gtk.h>

/** @parent: a widget in the window that it belongs to */
void ui_image_window_present (GtkWidget *parent, GdkTexture *texture, const char *title);
