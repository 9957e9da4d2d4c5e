/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelModels: who is asked: the providers that the person added, the models that one of them
 * offers, and the scripted model. The page has the action bench.providers, which changes them.
 */

#pragma once

#include "app-model-choice.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_MODELS (ui_model_models_get_type ())
G_DECLARE_FINAL_TYPE (UiModelModels, ui_model_models, UI, MODEL_MODELS, GtkPopover)

void ui_model_models_set_choice (UiModelModels *self, AppModelChoice *choice);
