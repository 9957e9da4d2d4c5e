/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLintRow: a row of the checks: what findings are about with their number and what it costs to
 * tell a model of it, or one finding: how grave, what, where, by which rule, and why it matters.
 *
 * Signal: show (): the person wants to go where it is.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_LINT_ROW (ui_lint_row_get_type ())
G_DECLARE_FINAL_TYPE (UiLintRow, ui_lint_row, UI, LINT_ROW, GtkWidget)
