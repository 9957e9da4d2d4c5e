/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRowText: a paragraph or a table: Markdown where a model wrote it, plain where a person
 * did. While it grows it is drawn as plain text.
 */

#pragma once

#include "ui-model-row.h"

G_BEGIN_DECLS

#define UI_TYPE_MODEL_ROW_TEXT (ui_model_row_text_get_type ())
G_DECLARE_FINAL_TYPE (UiModelRowText, ui_model_row_text, UI, MODEL_ROW_TEXT, UiModelRow)

G_END_DECLS
