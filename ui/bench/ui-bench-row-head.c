/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-bench-row-head.h"
#include "app-visible-text.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define NAME_CHARACTERS 100

struct _UiBenchRowHead
{
  UiBenchRow parent_instance;

  GtkLabel      *name;
  GtkLabel      *facts;
  GtkMenuButton *menu;
};

G_DEFINE_FINAL_TYPE (UiBenchRowHead, ui_bench_row_head, UI_TYPE_BENCH_ROW)

static void
append_item (GMenu *menu, const char *label, const char *action, guint turn)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "u", turn);
  g_menu_append_item (menu, item);
}

/* Made when it is opened: there are hundreds of rows, and few menus. */
static void
create_menu (GtkMenuButton *button, gpointer data)
{
  AppBenchBlock *block = ui_bench_row_get_block (data);
  guint          turn = app_bench_block_get_turn (block);
  g_autoptr (GMenu) menu = g_menu_new ();

  append_item (menu, _ ("_Copy as Markdown"), "bench.copy-turn", turn);
  if (app_bench_block_is_person (block))
    {
      append_item (menu, _ ("_Edit and Ask Again…"), "bench.edit", turn);
      append_item (menu, _ ("_Measure…"), "bench.measure", turn);
    }
  else
    {
      append_item (menu, _ ("_Ask Again"), "bench.ask-again", turn);
      append_item (menu, _ ("_Requests as Sent"), "bench.raw", turn);
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
ui_bench_row_head_show (UiBenchRow *row, AppBenchBlock *block)
{
  UiBenchRowHead  *self = UI_BENCH_ROW_HEAD (row);
  g_autofree char *name = app_visible_text_line (app_bench_block_get_text (block), NAME_CHARACTERS);

  if (!g_str_equal (gtk_label_get_text (self->name), name))
    {
      g_autofree char *menu = NULL;

      gtk_label_set_text (self->name, name);
      ui_tooltip_set (GTK_WIDGET (self->name), name);
      /* Translators: %s is who said it: "You", or the name of a model */
      menu = g_strdup_printf (_ ("Menu of %s"), name);
      ui_widget_name (self->menu, menu);
    }
  ui_widget_show_text (self->facts, app_bench_block_get_summary (block));
}

static void
ui_bench_row_head_class_init (UiBenchRowHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  UI_BENCH_ROW_CLASS (klass)->show = ui_bench_row_head_show;
  ui_template_set (widget_class, "ui/bench/ui-bench-row-head.ui");
  gtk_widget_class_bind_template_child (widget_class, UiBenchRowHead, name);
  gtk_widget_class_bind_template_child (widget_class, UiBenchRowHead, facts);
  gtk_widget_class_bind_template_child (widget_class, UiBenchRowHead, menu);
}

static void
ui_bench_row_head_init (UiBenchRowHead *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->menu, create_menu, self, NULL);
}
