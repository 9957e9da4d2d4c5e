/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiImageBlock: an image of a result, decoded in another process; where it cannot be shown,
 * the reason. A click opens it in a window of its own.
 *
 * Signal: shown (): there is an image
 */

#pragma once

#include "app-block.h"

#include <adwaita.h>

#define UI_TYPE_IMAGE_BLOCK (ui_image_block_get_type ())
G_DECLARE_FINAL_TYPE (UiImageBlock, ui_image_block, UI, IMAGE_BLOCK, AdwBin)

/** @height: pixels at most, where it is one of several; 0 where it has its place for itself */
GtkWidget *ui_image_block_new (AppBlock *block, int height);
/** Of an image that is no block of a result. @data: held while it is decoded. @title: what it is
 * called */
GtkWidget *ui_image_block_new_for_data (GBytes *data, const char *title, int height);
/** Returns: (transfer none) (nullable): %NULL until it is decoded */
GdkTexture *ui_image_block_get_texture (UiImageBlock *self);
