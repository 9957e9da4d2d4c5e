/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelKept: the conversations that are kept: to open, rename and delete them, and whether they
 * are kept at all.
 */

#pragma once

#include "app-model-controller.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_KEPT (ui_model_kept_get_type ())
G_DECLARE_FINAL_TYPE (UiModelKept, ui_model_kept, UI, MODEL_KEPT, GtkPopover)

void ui_model_kept_set_controller (UiModelKept *self, AppModelController *controller);
/** Asks for another title. @id: of a conversation that is kept */
void ui_model_kept_rename (UiModelKept *self, const char *id);
