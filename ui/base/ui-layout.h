/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLayout: how list, form and result share the window. One for the program, so that it is the same
 * on every page, and remembered in its settings.
 *
 * Properties (notify): preset (string): one of those below; result-only (boolean): whether that is
 * the preset, set to %FALSE it goes back to the one before; list-visible (boolean); fold-form
 * (boolean): whether a form that is above its result folds to a line when it is sent
 */

#pragma once

#include <gtk/gtk.h>

/* The form beside the result, where there is room for both; otherwise above it. */
#define UI_LAYOUT_BESIDE "side-by-side"
#define UI_LAYOUT_STACKED "stacked"
#define UI_LAYOUT_RESULT "result"

#define UI_TYPE_LAYOUT (ui_layout_get_type ())
G_DECLARE_FINAL_TYPE (UiLayout, ui_layout, UI, LAYOUT, GObject)

/** Returns: (transfer none) */
UiLayout   *ui_layout_get_default (void);
const char *ui_layout_get_preset (UiLayout *self);
gboolean    ui_layout_get_fold_form (UiLayout *self);
/** The actions layout.preset, layout.result-only, layout.list and layout.fold-form of a window. */
void ui_layout_add_actions (GtkWidget *window);
