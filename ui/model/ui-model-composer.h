/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelComposer: where a person writes what a model is told. Enter sends, Shift+Enter begins a
 * line. While the model answers the button stops it; what is written meanwhile stays. What is added
 * goes with it; whoever holds the composer has the actions bench.add-prompt and bench.add-resource.
 *
 * Signals
 *   send (text: string): it is cleared already; "" where what was added is enough
 *   stop
 *   left: what was being changed is left as it was
 */

#pragma once

#include "app-model-meter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_MODEL_COMPOSER (ui_model_composer_get_type ())
G_DECLARE_FINAL_TYPE (UiModelComposer, ui_model_composer, UI, MODEL_COMPOSER, GtkWidget)

/** @text: takes the place of what is there */
void ui_model_composer_set_text (UiModelComposer *self, const char *text);
/** Whether something can be sent. @answering: the button stops */
void ui_model_composer_set_state (UiModelComposer *self, gboolean ready, gboolean answering);
/** Whether what is written takes the place of something said before. @note: (nullable): what
 * happens to that; %NULL where it does not */
void ui_model_composer_set_editing (UiModelComposer *self, const char *note);
/** What goes with the message, as chips. Once. @attachments: held */
void ui_model_composer_set_attachments (UiModelComposer     *self,
                                        AppModelAttachments *attachments);
/** What counts the message while it is written. Once. */
void ui_model_composer_set_context_meter (UiModelComposer *self, AppModelMeter *context_meter);
/** Sends what is written, where that is possible. */
gboolean ui_model_composer_send (UiModelComposer *self);

G_END_DECLS
