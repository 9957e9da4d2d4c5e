/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDifferenceRow: one difference of two things, in a list: its sign, where it is, and the
 * beginning of both values beside each other.
 */

#pragma once

#include "app-difference.h"

#include <adwaita.h>

#define UI_TYPE_DIFFERENCE_ROW (ui_difference_row_get_type ())
G_DECLARE_FINAL_TYPE (UiDifferenceRow, ui_difference_row, UI, DIFFERENCE_ROW, AdwBin)

GtkWidget *ui_difference_row_new (void);

void ui_difference_row_set (UiDifferenceRow *self, AppDifference *difference);
