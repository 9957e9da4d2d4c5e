/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBrief: text of a server in a few lines, and a button for the rest where there is more. Plain
 * text, wrapped; it can be selected.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BRIEF (ui_brief_get_type ())
G_DECLARE_FINAL_TYPE (UiBrief, ui_brief, UI, BRIEF, GtkWidget)

/** @text: plain, made fit to be shown. An empty one hides the widget. */
void ui_brief_set_text (UiBrief *self, const char *text);

G_END_DECLS
