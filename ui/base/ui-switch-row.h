/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSwitchRow: a row with a switch, which is called as the row is (AdwSwitchRow of libadwaita 1.4).
 *
 * Property: active (boolean, writable, notifies)
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_SWITCH_ROW (ui_switch_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSwitchRow, ui_switch_row, UI, SWITCH_ROW, AdwActionRow)

gboolean ui_switch_row_is_active (UiSwitchRow *self);
void     ui_switch_row_set_active (UiSwitchRow *self, gboolean active);
