/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPresetView: a tool as a model sees it beside what the server has: of its schema and of the
 * arguments, before and after what is set in advance is put in, and what differs. Secrets are
 * masked. Not visible without a form.
 */

#pragma once

#include "app-form.h"
#include "app-presets.h"

#include <adwaita.h>

#define UI_TYPE_PRESET_VIEW (ui_preset_view_get_type ())
G_DECLARE_FINAL_TYPE (UiPresetView, ui_preset_view, UI, PRESET_VIEW, AdwBin)

/** @form, @presets: (nullable): of the same tool; held */
void ui_preset_view_show (UiPresetView *self, AppForm *form, AppPresets *presets);
/** Lets go of them; the view stays where it is, until it is shown another form. */
void ui_preset_view_forget (UiPresetView *self);
/** What is set changed. */
void ui_preset_view_refresh (UiPresetView *self);
