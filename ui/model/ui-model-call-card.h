/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelCallCard: a call that a model makes: which tool of which server, the arguments as the
 * model writes them, what was sent in their place, the question whether it may run, how it goes,
 * and, folded, what the model was told of its result; the whole result opens beside it as it does
 * everywhere.
 *
 * Actions: card.allow, card.always, card.decline, card.copy-arguments
 */

#pragma once

#include "app-model-card.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_CALL_CARD (ui_model_call_card_get_type ())
G_DECLARE_FINAL_TYPE (UiModelCallCard, ui_model_call_card, UI, MODEL_CALL_CARD, GtkWidget)

/** Once. @card: held */
void ui_model_call_card_set_card (UiModelCallCard *self, AppModelCard *card);
/** Moves the focus to the answers where it asks. Returns: whether it asks */
gboolean ui_model_call_card_is_asking (UiModelCallCard *self);
/** Answers, where it asks; what destroys is not allowed in passing: its question gets the focus.
 * Returns: whether it asks */
gboolean ui_model_call_card_answer (UiModelCallCard *self, gboolean agreed);
gboolean ui_model_call_card_focus_question (UiModelCallCard *self);
