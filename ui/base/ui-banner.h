/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBanner: one line across a page about the state of what it shows, with at most two buttons;
 * stays until its cause is gone. Emits "button-clicked" and "other-clicked".
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_BANNER (ui_banner_get_type ())
G_DECLARE_FINAL_TYPE (UiBanner, ui_banner, UI, BANNER, GtkWidget)

/** @title: plain text, never markup */
void ui_banner_set_title (UiBanner *self, const char *title);
/** @label: (nullable): %NULL for no button */
void ui_banner_set_button_label (UiBanner *self, const char *label);
/** The button before it. @label: (nullable): %NULL for none */
void ui_banner_set_other_label (UiBanner *self, const char *label);
void ui_banner_set_revealed (UiBanner *self, gboolean revealed);
