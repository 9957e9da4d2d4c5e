/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a stack, a leaflet or a revealer does not show is hidden from a screen reader as well.
 *
 * GTK 4.8 lays such children aside (gtk_widget_set_child_visible()) but goes on telling assistive
 * technology that they are visible, so that a reader walks through every page that is not on top.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** From now on, in all windows of this program. More calls change nothing. */
void ui_hidden_pages_follow (void);

G_END_DECLS
