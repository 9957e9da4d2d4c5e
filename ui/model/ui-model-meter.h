/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelMeter: what fills the model's context, as one line: a bar with its parts, how many tokens
 * that are, and what it cost. It opens to the parts one by one.
 *
 * Property: controller (AppModelController, nullable)
 */

#pragma once

#include "app-model-meter.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_METER (ui_model_meter_get_type ())
G_DECLARE_FINAL_TYPE (UiModelMeter, ui_model_meter, UI, MODEL_METER, GtkWidget)

/** Once. @meter: held */
void ui_model_meter_set_context_meter (UiModelMeter *self, AppModelMeter *context_meter);
