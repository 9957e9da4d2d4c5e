/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiExpandableLabel: text of a server in a few lines, and a button for the rest where there is
 * more. Plain text, wrapped; it can be selected.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_EXPANDABLE_LABEL (ui_expandable_label_get_type ())
G_DECLARE_FINAL_TYPE (UiExpandableLabel, ui_expandable_label, UI, EXPANDABLE_LABEL, GtkWidget)

/** @text: plain, made fit to be shown. An empty one hides the widget. */
void ui_expandable_label_set_text (UiExpandableLabel *self, const char *text);
