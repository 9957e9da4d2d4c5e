/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What machines write and read, such as JSON, code, addresses, commands and numbers, runs from left
 * to right in a window of every language. Widgets for it have the style class "monospace" or, where
 * they look like the text around them, "left-to-right"; nothing else sets a direction.
 *
 * A label of one line stays at the side where the window's own text begins.
 */

#pragma once

#include <gtk/gtk.h>

/** From now on, for every widget that is mapped. More calls change nothing. */
void ui_direction_mend (void);
