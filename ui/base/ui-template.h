/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The end of a widget that was made from a template and derives from GtkWidget itself: GTK lets go
 * of the children that have a field, but not of the rest, which nobody else unparents.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** For dispose: clears the fields of @type's template and unparents every child of @widget. */
void ui_template_dispose (GtkWidget *widget, GType type);

G_END_DECLS
