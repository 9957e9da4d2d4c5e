/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTaskRow: one task: of which tool, in what state, how far, since when; and what can be done:
 * cancel it, answer what it asks.
 */

#pragma once

#include "app-task-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_TASK_ROW (ui_task_row_get_type ())
G_DECLARE_FINAL_TYPE (UiTaskRow, ui_task_row, UI, TASK_ROW, GtkListBoxRow)

GtkWidget *ui_task_row_new (AppTask *task);
/** Returns: (transfer none) */
AppTask *ui_task_row_get_task (UiTaskRow *self);
/** The clock goes on. */
void ui_task_row_update (UiTaskRow *self);

G_END_DECLS
