/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSamplingBanner: says that a language model replies to a server by itself, and how much of what
 * it may spend is used, with a button that turns it off.
 */

#pragma once

#include "app-sampling-rule.h"

#include <adwaita.h>

#define UI_TYPE_SAMPLING_BANNER (ui_sampling_banner_get_type ())
G_DECLARE_FINAL_TYPE (UiSamplingBanner, ui_sampling_banner, UI, SAMPLING_BANNER, AdwBin)

/** Once. @rule: held */
void ui_sampling_banner_set_rule (UiSamplingBanner *self, AppSamplingRule *rule);
