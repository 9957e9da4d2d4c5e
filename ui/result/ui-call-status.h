/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCallStatus: one line about a call: icon, word, duration, size; while it runs also the progress
 * that the server tells, and Cancel.
 * Actions: call.cancel
 */

#pragma once

#include "app-call.h"

#include <adwaita.h>

#define UI_TYPE_CALL_STATUS (ui_call_status_get_type ())
G_DECLARE_FINAL_TYPE (UiCallStatus, ui_call_status, UI, CALL_STATUS, AdwBin)

/** @call: (nullable) */
void ui_call_status_set_call (UiCallStatus *self, AppCall *call);
