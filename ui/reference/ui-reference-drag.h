/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * References on their way from where an object is shown to a field: dragged, copied as text, or by
 * the window's question which argument of which tool is meant.
 */

#pragma once

#include "app-reference.h"

#include <gtk/gtk.h>

/** What is at a place of @widget, in its coordinates. Returns: (transfer full) (nullable) */
typedef AppReference *(*UiReferenceDragFunc) (GtkWidget *widget, double x, double y);

/** Lets what @func finds be dragged to a field. @controlled: where the gesture is, @widget or a
 * part of it; @x and @y are of that */
void ui_reference_drag_attach (GtkWidget *widget, GtkWidget *controlled, UiReferenceDragFunc func);
/** @reference: (nullable) */
void ui_reference_drag_copy (GtkWidget *widget, AppReference *reference);
/** Asks the window for the argument that gets it. @reference: (nullable) */
void ui_reference_drag_use (GtkWidget *widget, AppReference *reference);
