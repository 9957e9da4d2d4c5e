/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-bench-row-code.h"
#include "ui-code-text.h"

struct _UiBenchRowCode
{
  UiBenchRow parent_instance;

  UiCodeText *code; /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiBenchRowCode, ui_bench_row_code, UI_TYPE_BENCH_ROW)

static void
ui_bench_row_code_show (UiBenchRow *row, AppBenchBlock *block)
{
  ui_code_text_set (UI_BENCH_ROW_CODE (row)->code, app_bench_block_get_language (block),
                    app_bench_block_get_text (block), app_bench_block_is_open (block));
}

static void
ui_bench_row_code_class_init (UiBenchRowCodeClass *klass)
{
  UI_BENCH_ROW_CLASS (klass)->show = ui_bench_row_code_show;
}

static void
ui_bench_row_code_init (UiBenchRowCode *self)
{
  self->code = g_object_new (UI_TYPE_CODE_TEXT, NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), GTK_WIDGET (self->code));
}
