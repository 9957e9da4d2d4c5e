/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiResultView: what came of a call: one line with its state, duration and size, progress and
 * Cancel while it runs, the question whether it may run where the approval rule asks, and the
 * result. The result of the call before stays, dimmed, until this one ends.
 *
 * Properties: call (AppCall, nullable)
 */

#pragma once

#include "app-call.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_RESULT_VIEW (ui_result_view_get_type ())
G_DECLARE_FINAL_TYPE (UiResultView, ui_result_view, UI, RESULT_VIEW, GtkWidget)

GtkWidget *ui_result_view_new (void);
/** @call: (nullable) */
void ui_result_view_set_call (UiResultView *self, AppCall *call);
/** Returns: (transfer none) (nullable) */
AppCall *ui_result_view_get_call (UiResultView *self);

G_END_DECLS
