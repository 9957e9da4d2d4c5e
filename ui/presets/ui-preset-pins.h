/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPresetPins: the parameters of a tool that are pinned for its server, a line each: the name, the
 * value (masked where it is a secret), a button that unpins it. Not visible where there are none.
 * The buttons need the action form.unpin (s: key path) around them.
 */

#pragma once

#include "app-presets.h"

#include <adwaita.h>

#define UI_TYPE_PRESET_PINS (ui_preset_pins_get_type ())
G_DECLARE_FINAL_TYPE (UiPresetPins, ui_preset_pins, UI, PRESET_PINS, AdwBin)

/** @presets: (nullable): those among them that are pinned are shown */
void ui_preset_pins_set_presets (UiPresetPins *self, AppPresets *presets);
