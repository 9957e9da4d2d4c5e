/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row-head.h"
#include "app-visible-text.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define NAME_CHARACTERS 100

struct _UiModelRowHead
{
  UiModelRow parent_instance;

  GtkLabel      *name;
  GtkLabel      *facts;
  GtkWidget     *fork;
  GtkLabel      *version;
  GtkWidget     *previous;
  GtkWidget     *next;
  GtkMenuButton *menu;
};

G_DEFINE_FINAL_TYPE (UiModelRowHead, ui_model_row_head, UI_TYPE_MODEL_ROW)

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
  AppModelBlock *block = ui_model_row_get_block (data);
  guint          turn = app_model_block_get_turn (block);
  g_autoptr (GMenu) menu = g_menu_new ();

  append_item (menu, _ ("_Copy as Markdown"), "bench.copy-turn", turn);
  append_item (menu, _ ("Copy as _Text"), "bench.copy-turn-text", turn);
  append_item (menu, _ ("Copy as _JSON"), "bench.copy-turn-json", turn);
  if (app_model_block_is_person (block))
    {
      append_item (menu, _ ("_Edit and Ask Again…"), "bench.edit", turn);
      append_item (menu, _ ("_Measure…"), "bench.measure", turn);
    }
  else
    {
      append_item (menu,
                   app_model_block_is_plain (block) ? _ ("Show _Formatted")
                                                    : _ ("Show as _Written"),
                   "bench.show-plain", turn);
      append_item (menu, _ ("_Ask Again"), "bench.ask-again", turn);
      append_item (menu, _ ("_Requests as Sent"), "bench.raw", turn);
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* Which of several ways this is */
static void
show_fork (UiModelRowHead *self)
{
  const AppModelFork *fork =
      app_model_block_get_fork (ui_model_row_get_block (UI_MODEL_ROW (self)));

  gtk_widget_set_visible (self->fork, fork != NULL);
  if (fork == NULL)
    {
      ui_widget_describe (self, "");
      return;
    }
  /* Translators: which of several versions, and how many there are */
  g_autofree char *text = g_strdup_printf (_ ("%u of %u"), fork->position, fork->count);
  g_autofree char *spoken = g_strdup_printf (_ ("Version %u of %u"), fork->position, fork->count);
  gtk_label_set_text (self->version, text);
  ui_widget_name (self->version, spoken);
  ui_widget_describe (self, spoken);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->previous), "(ui)", fork->turn, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->next), "(ui)", fork->turn, 1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->previous), "bench.show-other");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->next), "bench.show-other");
}

void
ui_model_row_head_focus_fork (UiModelRowHead *self, int step)
{
  const AppModelFork *fork =
      app_model_block_get_fork (ui_model_row_get_block (UI_MODEL_ROW (self)));

  if (fork == NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  else
    gtk_widget_grab_focus (fork->position < fork->count && (step > 0 || fork->position == 1)
                               ? self->next
                               : self->previous);
}

static void
ui_model_row_head_constructed (GObject *object)
{
  UiModelRowHead *self = UI_MODEL_ROW_HEAD (object);

  G_OBJECT_CLASS (ui_model_row_head_parent_class)->constructed (object);
  ui_connect (ui_model_row_get_block (UI_MODEL_ROW (self)), "notify::versions", show_fork, self);
  show_fork (self);
}

static void
ui_model_row_head_show (UiModelRow *row, AppModelBlock *block)
{
  UiModelRowHead  *self = UI_MODEL_ROW_HEAD (row);
  g_autofree char *name = app_visible_text_line (app_model_block_get_text (block), NAME_CHARACTERS);

  if (!g_str_equal (gtk_label_get_text (self->name), name))
    {
      gtk_label_set_text (self->name, name);
      ui_tooltip_set (GTK_WIDGET (self->name), name);
      /* Translators: %s is who said it: "You", or the name of a model */
      g_autofree char *menu = g_strdup_printf (_ ("Menu of %s"), name);
      ui_widget_name (self->menu, menu);
    }
  ui_widget_show_text (self->facts, app_model_block_get_summary (block));
}

UI_DEFINE_CLASS (UiModelRowHead, ui_model_row_head)
{
  G_OBJECT_CLASS (klass)->constructed = ui_model_row_head_constructed;
  UI_MODEL_ROW_CLASS (klass)->show = ui_model_row_head_show;
  ui_template_set (widget_class, "ui/model/ui-model-row-head.ui");
  ui_template_bind_children (widget_class, UiModelRowHead, name, facts, fork, version, previous,
                             next, menu);
}

static void
ui_model_row_head_init (UiModelRowHead *self)
{
  ui_template_init (self);
  gtk_menu_button_set_create_popup_func (self->menu, create_menu, self, NULL);
}
