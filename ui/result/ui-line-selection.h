/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLineSelection: a GtkSelectionModel that knows positions only. GTK's own keeps every selected
 * item, which for "select all" of a large text would make all of its rows. The list below it must
 * not change.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_LINE_SELECTION (ui_line_selection_get_type ())
G_DECLARE_FINAL_TYPE (UiLineSelection, ui_line_selection, UI, LINE_SELECTION, GObject)

/** @model: (nullable): held. Returns: (transfer full) */
UiLineSelection *ui_line_selection_new (GListModel *model);
