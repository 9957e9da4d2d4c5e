/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSpinRow: a row with a number, which is called as the row is (AdwSpinRow of libadwaita 1.4).
 *
 * Properties
 *   value (double, writable, notifies)
 *   lower, upper, step (double, construct only)
 *   digits (uint, construct only): after the decimal point
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_SPIN_ROW (ui_spin_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSpinRow, ui_spin_row, UI, SPIN_ROW, AdwActionRow)

double ui_spin_row_get_value (UiSpinRow *self);
void   ui_spin_row_set_value (UiSpinRow *self, double value);
