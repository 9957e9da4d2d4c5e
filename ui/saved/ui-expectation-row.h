/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiExpectationRow: one thing that is expected of a saved call: path, check, value, and below them
 * why it cannot be used or was not met.
 */

#pragma once

#include "app-expectation-list.h"

#include <gtk/gtk.h>

#define UI_TYPE_EXPECTATION_ROW (ui_expectation_row_get_type ())
G_DECLARE_FINAL_TYPE (UiExpectationRow, ui_expectation_row, UI, EXPECTATION_ROW, GtkListBoxRow)

/** @list: which has @row, held. Returns: (transfer floating) */
GtkWidget *ui_expectation_row_new (AppExpectationList *list, AppExpectationRow *row);
