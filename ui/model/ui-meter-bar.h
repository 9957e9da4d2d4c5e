/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiMeterBar: a bar of parts, drawn to their shares; words beside it say the same.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_METER_BAR (ui_meter_bar_get_type ())
G_DECLARE_FINAL_TYPE (UiMeterBar, ui_meter_bar, UI, METER_BAR, GtkWidget)

/** Empties it. */
void ui_meter_bar_clear (UiMeterBar *self);
/** @shade: which colour, from 0; a negative one is free. @share: of the bar's width */
void ui_meter_bar_add (UiMeterBar *self, int shade, double share);
/** What a part's mark in a list has. Returns: (transfer floating) */
GtkWidget *ui_meter_bar_new_mark (int shade);
