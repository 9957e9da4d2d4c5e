/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row-call.h"
#include "ui-model-call-card.h"

struct _UiModelRowCall
{
  UiModelRow parent_instance;
};

G_DEFINE_FINAL_TYPE (UiModelRowCall, ui_model_row_call, UI_TYPE_MODEL_ROW)

/* The card follows by itself. */
static void
ui_model_row_call_show (UiModelRow *row, AppModelBlock *block)
{
  GtkListBoxRow *self = GTK_LIST_BOX_ROW (row);

  if (gtk_list_box_row_get_child (self) != NULL)
    return;
  GtkWidget *card = g_object_new (UI_TYPE_MODEL_CALL_CARD, NULL);
  ui_model_call_card_set_card (UI_MODEL_CALL_CARD (card), app_model_block_get_card (block));
  gtk_list_box_row_set_child (self, card);
}

static void
ui_model_row_call_class_init (UiModelRowCallClass *klass)
{
  UI_MODEL_ROW_CLASS (klass)->show = ui_model_row_call_show;
}

static void
ui_model_row_call_init (UiModelRowCall *self)
{
}
