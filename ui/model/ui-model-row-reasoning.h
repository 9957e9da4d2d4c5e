/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRowReasoning: what a model thought, folded to one line.
 */

#pragma once

#include "ui-model-row.h"

#define UI_TYPE_MODEL_ROW_REASONING (ui_model_row_reasoning_get_type ())
G_DECLARE_FINAL_TYPE (
    UiModelRowReasoning, ui_model_row_reasoning, UI, MODEL_ROW_REASONING, UiModelRow)
