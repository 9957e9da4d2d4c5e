/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Tooltips for what is made or changed by the hundred, such as rows of lists.
 * gtk_widget_set_tooltip_text() asks the display at once where the pointer is, three round trips
 * for each call, which is most of the time that filling a list takes; this answers when GTK asks.
 */

#pragma once

#include <gtk/gtk.h>

/** @text: (nullable): plain; %NULL or "" takes the tooltip away. What assistive technology reads as
 * the description follows, as with GTK's own. What a label shows already is its tooltip only while
 * the label is too narrow for it. */
void ui_tooltip_set (GtkWidget *widget, const char *text);
