/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelView: a conversation with a model, as rows. The end is followed while the person is at
 * the end, and left alone while they read elsewhere. The last rows are made at once, those before
 * them when nothing else is to be done or one scrolls there; rows far above are let go of again.
 *
 * A list box and not a list view, which binds 205 rows of some 500 characters to guess its heights:
 * of 5 000 blocks the first frame takes 0.2 s here and 1.2 s there, and an answer of 2 000 tokens
 * in ten seconds 1.1 s of CPU and 2.8 s (GTK 4.8, cairo, 900 pixels wide, the end followed).
 *
 * Properties
 *   controller (AppModelController, nullable): what is shown, and what the actions work on
 *   blocks (GListModel of AppModelBlock, nullable, write only): the controller's; without one,
 * anybody's
 *
 * Signals
 *   edit (turn: uint, said: string): the person wants to say it otherwise: whoever has the entry
 *     takes it, and calls app_model_controller_edit()
 *
 * Actions, of which keys in brackets work in the whole window while it is shown
 *   bench.next-turn, bench.previous-turn (Alt+Down, Alt+Up)
 *   bench.end (Ctrl+End): to the end; the focus goes to the call that asks, or to the last row
 *   bench.copy (Ctrl+Shift+C): what the row with the focus says, as Markdown
 *   bench.copy-turn (u), bench.copy-turn-text (u), bench.copy-turn-json (u), bench.edit (u),
 *     bench.ask-again (u), bench.raw (u): of a turn
 *   bench.show-plain (u): a message as it was written, or formatted again
 *   bench.show-other (ui: turn, step): see app_model_controller_show_other()
 *   bench.stop (Escape): while it answers
 *   bench.stay: see ui_model_row_stay()
 */

#pragma once

#include "app-model-controller.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_VIEW (ui_model_view_get_type ())
G_DECLARE_FINAL_TYPE (UiModelView, ui_model_view, UI, MODEL_VIEW, GtkWidget)

/** @controller: (nullable) */
/** Answers the call that asks, see ui_model_call_card_answer(). Returns: whether one does */
gboolean ui_model_view_answer (UiModelView *self, gboolean agreed);
void     ui_model_view_set_controller (UiModelView *self, AppModelController *controller);
