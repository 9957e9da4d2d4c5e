/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRowImage: an image from its data; nothing is fetched.
 */

#pragma once

#include "ui-model-row.h"

G_BEGIN_DECLS

#define UI_TYPE_MODEL_ROW_IMAGE (ui_model_row_image_get_type ())
G_DECLARE_FINAL_TYPE (UiModelRowImage, ui_model_row_image, UI, MODEL_ROW_IMAGE, UiModelRow)

G_END_DECLS
