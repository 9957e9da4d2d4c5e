/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelOptions: what is chosen for a conversation beside its model and tools; each question goes
 * out with what it says then.
 */

#pragma once

#include "app-model-setup.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_OPTIONS (ui_model_options_get_type ())
G_DECLARE_FINAL_TYPE (UiModelOptions, ui_model_options, UI, MODEL_OPTIONS, GtkPopover)

void ui_model_options_set_setup (UiModelOptions *self, AppModelSetup *setup);
