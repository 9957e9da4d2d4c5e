/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelComposer: where a person writes what a model is told, or what takes the place of something
 * said before. Enter sends, Shift+Enter begins a line. While the model answers the button stops it;
 * what is written meanwhile stays. What is added goes with it; whoever holds the composer has the
 * actions bench.add-prompt and bench.add-resource.
 */

#pragma once

#include "app-model-controller.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_COMPOSER (ui_model_composer_get_type ())
G_DECLARE_FINAL_TYPE (UiModelComposer, ui_model_composer, UI, MODEL_COMPOSER, GtkWidget)

/** Once. @controller: held: who is told; what goes with a message is shown as chips */
void ui_model_composer_set_controller (UiModelComposer *self, AppModelController *controller);
/** @text: takes the place of what is there */
void ui_model_composer_set_text (UiModelComposer *self, const char *text);
/** What is written now takes the place of what was said in a turn. */
void ui_model_composer_edit (UiModelComposer *self, guint turn, const char *said);
/** What is written is a message of its own again. */
void ui_model_composer_stop_editing (UiModelComposer *self);
/** Leaves what was being changed as it was. Returns: whether anything was */
gboolean ui_model_composer_leave (UiModelComposer *self);
/** Sends what is written, where that is possible. */
gboolean ui_model_composer_send (UiModelComposer *self);
