/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDoctorRow: one step of the doctor, as it goes: its state as an icon and a word, what was found,
 * and folded away the evidence and what to do. Opens by itself where the step failed.
 */

#pragma once

#include "app-doctor-step.h"

#include <adwaita.h>

#define UI_TYPE_DOCTOR_ROW (ui_doctor_row_get_type ())
G_DECLARE_FINAL_TYPE (UiDoctorRow, ui_doctor_row, UI, DOCTOR_ROW, AdwExpanderRow)

/** Returns: (transfer floating) */
GtkWidget *ui_doctor_row_new (AppDoctorStep *step);
