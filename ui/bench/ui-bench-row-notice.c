/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-bench-row-notice.h"
#include "app-visible-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <glib/gi18n.h>

#define SHOWN_CHARACTERS 2000u

struct _UiBenchRowNotice
{
  UiBenchRow parent_instance;

  GtkWidget *box;
  GtkImage  *icon;
  GtkLabel  *text;
  GtkLabel  *advice;
};

UI_DEFINE_TEMPLATE (UiBenchRowNotice, ui_bench_row_notice, UI_TYPE_BENCH_ROW)

static void
show_level (UiBenchRowNotice *self, AppBenchNotice level)
{
  gtk_image_set_from_icon_name (self->icon, level == APP_BENCH_NOTICE_ERROR
                                                ? "dialog-error-symbolic"
                                            : level == APP_BENCH_NOTICE_WARNING
                                                ? "dialog-warning-symbolic"
                                                : "dialog-information-symbolic");
  ui_widget_name (self->icon, level == APP_BENCH_NOTICE_ERROR     ? _ ("Error")
                              : level == APP_BENCH_NOTICE_WARNING ? _ ("Warning")
                                                                  : _ ("Note"));
  ui_widget_set_class (self->icon, "state-failed", level == APP_BENCH_NOTICE_ERROR);
  ui_widget_set_class (self->icon, "state-waiting", level == APP_BENCH_NOTICE_WARNING);
  ui_widget_set_class (self->box, "card", level == APP_BENCH_NOTICE_ERROR);
  ui_widget_set_class (self->box, "note-card", level == APP_BENCH_NOTICE_ERROR);
  ui_widget_set_class (self->text, "secondary", level == APP_BENCH_NOTICE_PLAIN);
}

static void
ui_bench_row_notice_show (UiBenchRow *row, AppBenchBlock *block)
{
  UiBenchRowNotice *self = UI_BENCH_ROW_NOTICE (row);
  gboolean          refused = app_bench_block_get_kind (block) == APP_BENCH_BLOCK_REFUSAL;
  g_autofree char  *visible =
      app_visible_text_block (app_bench_block_get_text (block), SHOWN_CHARACTERS);
  g_autofree char *advice =
      app_visible_text_block (app_bench_block_get_advice (block), SHOWN_CHARACTERS);
  /* Translators: %s is what a model said in place of an answer */
  g_autofree char *refusal = g_strdup_printf (_ ("The model refused: %s"), visible);

  show_level (self, refused ? APP_BENCH_NOTICE_WARNING : app_bench_block_get_level (block));
  gtk_label_set_wrap_mode (self->text, ui_wrap_choose (visible));
  gtk_label_set_text (self->text, refused ? refusal : visible);
  ui_widget_show_text (self->advice, advice);
}

static void
ui_bench_row_notice_class_init (UiBenchRowNoticeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  UI_BENCH_ROW_CLASS (klass)->show = ui_bench_row_notice_show;
  ui_template_set (widget_class, "ui/bench/ui-bench-row-notice.ui");
  ui_template_bind_children (widget_class, UiBenchRowNotice, box, icon, text, advice);
}
