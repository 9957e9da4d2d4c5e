/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A popover that is taken away while it is open is closed. In GTK 4.8 all clicks would still go to
 * it, so that nothing else in the program could be pressed any more. While it is open, no tooltip
 * of what it was opened from covers it.
 */

#pragma once

#include <gtk/gtk.h>

/** From now on, for every popover. More calls change nothing. */
void ui_popover_grab_begin (void);
