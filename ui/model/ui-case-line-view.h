/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCaseLineView: what came of one variant: its rate as a bar and in numbers, what was called
 * instead, and its runs, each of which opens its conversation.
 */

#pragma once

#include "app-case-line.h"

#include <gtk/gtk.h>

#define UI_TYPE_CASE_LINE_VIEW (ui_case_line_view_get_type ())
G_DECLARE_FINAL_TYPE (UiCaseLineView, ui_case_line_view, UI, CASE_LINE_VIEW, GtkBox)

/** Returns: (transfer floating) */
GtkWidget *ui_case_line_view_new (AppCaseLine *line);
