/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogView: lines of the log under titles by which they can be sorted, in columns that can be
 * dragged, with bars on a time axis that the lines in sight have in common.
 *
 * Properties: follows (boolean, writable: whether the end stays in sight while lines are added),
 * selected (AppLogEntry, nullable, notify)
 */

#pragma once

#include "ui-log-columns.h"
#include "ui-log-sorter.h"
#include "ui-log-timeline.h"

#define UI_TYPE_LOG_VIEW (ui_log_view_get_type ())
G_DECLARE_FINAL_TYPE (UiLogView, ui_log_view, UI, LOG_VIEW, GtkWidget)

/** @model: (nullable): of AppLogEntry; @server: whether lines say which server they belong to */
void ui_log_view_set_model (UiLogView *self, GListModel *model, gboolean server);
/** Returns: (transfer none) */
UiLogSorter *ui_log_view_get_sorter (UiLogView *self);
/** Returns: (transfer none) (nullable) */
AppLogEntry *ui_log_view_get_selected (UiLogView *self);
/** Where no filter hides it. */
void ui_log_view_select (UiLogView *self, AppLogEntry *entry);
void ui_log_view_unselect (UiLogView *self);

/* For the rows and the titles within it. */

/** Distributes @width pixels. @spans: (out caller-allocates) */
void ui_log_view_lay_out (UiLogView *self, int width, UiLogSpan spans[UI_LOG_COLUMNS]);
/** Moves the end of @column @by pixels. */
void ui_log_view_drag (UiLogView *self, UiLogColumn column, int by);
/** The person let go of it. */
void ui_log_view_end_drag (UiLogView *self);
/** Returns: (transfer none) (nullable): the axis of the lines in sight */
UiLogTimeline *ui_log_view_get_timeline (UiLogView *self);
