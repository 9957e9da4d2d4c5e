/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTrialRow: whether an application would reach the server by what is written for it: a button
 * that tries it, and what came of it.
 */

#pragma once

#include "app-client-change.h"

#include <adwaita.h>

#define UI_TYPE_TRIAL_ROW (ui_trial_row_get_type ())
G_DECLARE_FINAL_TYPE (UiTrialRow, ui_trial_row, UI, TRIAL_ROW, AdwActionRow)

/** To be called once. */
void ui_trial_row_set_change (UiTrialRow *self, AppClientChange *change);
