/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRowCall: a call of a tool, as a card.
 */

#pragma once

#include "ui-model-row.h"

G_BEGIN_DECLS

#define UI_TYPE_MODEL_ROW_CALL (ui_model_row_call_get_type ())
G_DECLARE_FINAL_TYPE (UiModelRowCall, ui_model_row_call, UI, MODEL_ROW_CALL, UiModelRow)

G_END_DECLS
