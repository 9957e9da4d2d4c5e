/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFormScroll: a form that gets shorter, because something below it grows, keeps the row in sight
 * that has the focus. The toolkit scrolls only when the focus moves. Where a person scrolled away
 * from the focus, nothing moves.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** @inside: in the scrolled window that holds the form. */
void ui_form_scroll_follow_focus (GtkWidget *inside);

G_END_DECLS
