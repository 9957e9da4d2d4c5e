/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSamplingGroup: what happens where one server wants a language model to be asked: the person is
 * asked, a model drafts, or a model replies; and what it may spend.
 */

#pragma once

#include "app-sampling-rule.h"

#include <adwaita.h>

#define UI_TYPE_SAMPLING_GROUP (ui_sampling_group_get_type ())
G_DECLARE_FINAL_TYPE (UiSamplingGroup, ui_sampling_group, UI, SAMPLING_GROUP, AdwBin)

/** Once. @rule: held */
void ui_sampling_group_set_rule (UiSamplingGroup *self, AppSamplingRule *rule);
