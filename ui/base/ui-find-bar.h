/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFindBar: the bar above a text that is looked through: the entry with "3 of 812", the match
 * before and the next. What it is above installs the actions find.next, find.previous and
 * find.close, which the bar activates: by its buttons, Enter, Shift+Enter and Escape.
 *
 * Signal: changed (): another text is looked for
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_FIND_BAR (ui_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (UiFindBar, ui_find_bar, UI, FIND_BAR, GtkWidget)

/** Shows the bar, with the focus in it. */
void ui_find_bar_open (UiFindBar *self);
/** Shows the bar with @needle in it, where the focus stays. @needle: (nullable): none closes it */
void ui_find_bar_show (UiFindBar *self, const char *needle);
void ui_find_bar_close (UiFindBar *self);
/** Returns: (transfer none): what is looked for; "" while it is closed */
const char *ui_find_bar_get_needle (UiFindBar *self);
/** Which match is shown, of how many.
 * @status: (nullable) */
void ui_find_bar_set_status (UiFindBar *self, const char *status);

/** Installs F3 and Shift+F3. */
void ui_find_bar_add_bindings (GtkWidgetClass *widget_class);
