/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row-code.h"
#include "ui-code-text.h"

struct _UiModelRowCode
{
  UiModelRow parent_instance;

  UiCodeText *code; /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiModelRowCode, ui_model_row_code, UI_TYPE_MODEL_ROW)

static void
ui_model_row_code_show (UiModelRow *row, AppModelBlock *block)
{
  ui_code_text_set (UI_MODEL_ROW_CODE (row)->code, app_model_block_get_language (block),
                    app_model_block_get_text (block), app_model_block_is_open (block));
}

static void
ui_model_row_code_class_init (UiModelRowCodeClass *klass)
{
  UI_MODEL_ROW_CLASS (klass)->show = ui_model_row_code_show;
}

static void
ui_model_row_code_init (UiModelRowCode *self)
{
  self->code = g_object_new (UI_TYPE_CODE_TEXT, NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), GTK_WIDGET (self->code));
}
