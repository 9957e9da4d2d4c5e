/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFindBin: holds a view of a result, and above it a bar that looks for a text in it: the entry
 * with "3 of 812", the match before and the next. Ctrl+F opens it, Enter and F3 go on, Shift goes
 * back, Escape closes it. The view follows the AppFind that it gives here, and shows its matches.
 *
 * Properties: content (GtkWidget, write-only)
 * Actions: find.next, find.previous, find.close
 */

#pragma once

#include "app-find.h"

#include <adwaita.h>

#define UI_TYPE_FIND_BIN (ui_find_bin_get_type ())
G_DECLARE_FINAL_TYPE (UiFindBin, ui_find_bin, UI, FIND_BIN, AdwBin)

/** @find: (nullable): of what the content shows now */
void ui_find_bin_set_find (UiFindBin *self, AppFind *find);
/** Returns: (transfer none) (nullable) */
AppFind *ui_find_bin_get_find (UiFindBin *self);

/** Opens the bar of the first such bin below @widget that is shown and has something to look
 * through.
 * Returns: whether there is one */
gboolean ui_find_bin_search_within (GtkWidget *widget);

/** Marks the matches in @text for a layout or label of it.
 * @find: (nullable). @current: which of them is the current match, from 0; -1 for none */
void ui_find_bin_mark (AppFind *find, const char *text, int current, PangoAttrList *attributes);
