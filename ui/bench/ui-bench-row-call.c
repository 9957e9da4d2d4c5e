/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-bench-row-call.h"
#include "ui-bench-call-card.h"

struct _UiBenchRowCall
{
  UiBenchRow parent_instance;
};

G_DEFINE_FINAL_TYPE (UiBenchRowCall, ui_bench_row_call, UI_TYPE_BENCH_ROW)

/* The card follows by itself. */
static void
ui_bench_row_call_show (UiBenchRow *row, AppBenchBlock *block)
{
  GtkListBoxRow *self = GTK_LIST_BOX_ROW (row);

  if (gtk_list_box_row_get_child (self) != NULL)
    return;
  GtkWidget *card = g_object_new (UI_TYPE_BENCH_CALL_CARD, NULL);
  ui_bench_call_card_set_card (UI_BENCH_CALL_CARD (card), app_bench_block_get_card (block));
  gtk_list_box_row_set_child (self, card);
}

static void
ui_bench_row_call_class_init (UiBenchRowCallClass *klass)
{
  UI_BENCH_ROW_CLASS (klass)->show = ui_bench_row_call_show;
}

static void
ui_bench_row_call_init (UiBenchRowCall *self)
{
}
