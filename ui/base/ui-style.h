/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What all widgets look like: the program's own icons and the style sheet. An application loads
 * both by itself from its resources; tests, which have no application, ask for them here.
 */

#pragma once

#include "app-session.h"

#include <gtksourceview/gtksource.h>

/** The icon that stands beside the state's word. Returns: (transfer none) */
const char *ui_style_get_state_icon (AppSessionState state);
/** The style class that colours it; colour is never the only sign. Returns: (transfer none) */
const char *ui_style_get_state_class (AppSessionState state);
/** Gives the buffer the colours of the light or the dark theme, now and when that changes. */
void ui_style_follow_dark (GtkSourceBuffer *buffer);
/** Exchanges one class of a set for another. @class_name: (nullable) */
void ui_style_swap_class (GtkWidget *widget, const char *const *all, const char *class_name);
