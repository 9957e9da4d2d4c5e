/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRowNotice: what the program has to say beside the conversation, or that the model refused.
 */

#pragma once

#include "ui-model-row.h"

#define UI_TYPE_MODEL_ROW_NOTICE (ui_model_row_notice_get_type ())
G_DECLARE_FINAL_TYPE (UiModelRowNotice, ui_model_row_notice, UI, MODEL_ROW_NOTICE, UiModelRow)
