/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What GTK 4.8 tells assistive technology of its own widgets, put right for all windows.
 *
 * It goes on presenting the pages of a stack, a folded leaflet or a closed revealer, so that a
 * screen reader walks through every page that is not on top; and it presents the button inside of a
 * menu button or a drop-down without the name that the outer widget has. A button with a mnemonic
 * says its name twice.
 */

#pragma once

#include <gtk/gtk.h>

/** From now on, for every widget that is mapped. More calls change nothing. */
void ui_accessible_tree_mend (void);
