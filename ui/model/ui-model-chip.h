/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelChip: a prompt or a resource that goes with the next message: what it is, of which server,
 * how much, why it cannot be sent; and a button that takes it away again.
 *
 * Signal: remove
 */

#pragma once

#include "app-model-attachment.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_CHIP (ui_model_chip_get_type ())
G_DECLARE_FINAL_TYPE (UiModelChip, ui_model_chip, UI, MODEL_CHIP, GtkWidget)

/** Returns: (transfer floating) */
GtkWidget *ui_model_chip_new (AppModelAttachment *attachment);
/** Returns: (transfer none) */
AppModelAttachment *ui_model_chip_get_attachment (UiModelChip *self);
