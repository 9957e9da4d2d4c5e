/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRowHead: who says what follows, when and how much, which of several ways of saying it this
 * is, and what can be done with it.
 */

#pragma once

#include "ui-model-row.h"

#define UI_TYPE_MODEL_ROW_HEAD (ui_model_row_head_get_type ())
G_DECLARE_FINAL_TYPE (UiModelRowHead, ui_model_row_head, UI, MODEL_ROW_HEAD, UiModelRow)

/** Moves the focus to what goes on in the direction of @step, or back where that is the end. */
void ui_model_row_head_focus_fork (UiModelRowHead *self, int step);
