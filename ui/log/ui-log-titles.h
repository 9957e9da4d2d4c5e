/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogTitles: the titles above the lines of an UiLogView: a press sorts by the column, and the
 * borders between them can be dragged. What it is for is in the filters' popover, too, for whoever
 * has no mouse.
 */

#pragma once

#include "ui-log-sorter.h"

#define UI_TYPE_LOG_TITLES (ui_log_titles_get_type ())
G_DECLARE_FINAL_TYPE (UiLogTitles, ui_log_titles, UI, LOG_TITLES, GtkWidget)

/** Shows by what @sorter sorts, and changes it. @sorter: borrowed for ever */
void ui_log_titles_follow (UiLogTitles *self, UiLogSorter *sorter);
/** @text: (nullable): what stands at the end of the column Timeline */
void ui_log_titles_set_length (UiLogTitles *self, const char *text);
