/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiNaturalLayout: of a widget with one child, which is never lower than it wants to be at its
 * width. GtkListBox gives its rows the least height that they can have: of a view that scrolls that
 * is a few pixels.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_NATURAL_LAYOUT (ui_natural_layout_get_type ())
G_DECLARE_FINAL_TYPE (UiNaturalLayout, ui_natural_layout, UI, NATURAL_LAYOUT, GtkLayoutManager)

/** Returns: (transfer full) */
GtkLayoutManager *ui_natural_layout_new (void);

G_END_DECLS
