/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelRow: one row of a conversation with a model, which shows one block. What a row is called
 * by assistive technology is the block's name for it, and never changes with a piece of text.
 *
 * All but the head of a turn is shown by one widget in it. A class of other rows shows its block
 * in show(), which is called at first and whenever the block's text or summary changed, or it was
 * closed. What a row does is an action of the view that it is
 * in, see ui-model-view.h.
 *
 * Property: block (AppModelBlock, construct only)
 */

#pragma once

#include "app-model-block.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_ROW (ui_model_row_get_type ())
G_DECLARE_DERIVABLE_TYPE (UiModelRow, ui_model_row, UI, MODEL_ROW, GtkListBoxRow)

struct _UiModelRowClass
{
  GtkListBoxRowClass parent_class;

  void (*show) (UiModelRow *self, AppModelBlock *block);
};

/** Of the class that shows blocks of its kind. Returns: (transfer floating) */
GtkWidget *ui_model_row_new (AppModelBlock *block);
/** Returns: (transfer none) */
AppModelBlock *ui_model_row_get_block (UiModelRow *self);
/** Before a row becomes higher because the person opens something: the view stays where it is,
 * and does not follow the end. @widget: in a row */
void ui_model_row_stay (gpointer widget);
