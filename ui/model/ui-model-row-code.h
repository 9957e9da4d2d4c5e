/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRowCode: code that a model wrote, as a row.
 */

#pragma once

#include "ui-model-row.h"

G_BEGIN_DECLS

#define UI_TYPE_MODEL_ROW_CODE (ui_model_row_code_get_type ())
G_DECLARE_FINAL_TYPE (UiModelRowCode, ui_model_row_code, UI, MODEL_ROW_CODE, UiModelRow)

G_END_DECLS
