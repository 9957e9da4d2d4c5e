/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row-text.h"
#include "app-visible-text.h"
#include "ui-markdown-text.h"
#include "ui-stream-text.h"
#include "ui-widget.h"
#include "ui-wrap.h"

struct _UiModelRowText
{
  UiModelRow parent_instance;
};

G_DEFINE_FINAL_TYPE (UiModelRowText, ui_model_row_text, UI_TYPE_MODEL_ROW)

static GtkWidget *
create_plain (const char *text)
{
  g_autofree char *visible = app_visible_text_block (text, 0);
  GtkWidget       *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), ui_wrap_choose (visible));
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  ui_wrap_literally (GTK_LABEL (label));
  return label;
}

/* Returns: (transfer none): the row's child, made where it is of another type */
static GtkWidget *
ensure_child (GtkListBoxRow *row, GType type)
{
  GtkWidget *child = gtk_list_box_row_get_child (row);

  if (child == NULL || !G_TYPE_CHECK_INSTANCE_TYPE (child, type))
    {
      child = g_object_new (type, NULL);
      gtk_list_box_row_set_child (row, child);
    }
  return child;
}

static void
ui_model_row_text_show (UiModelRow *row, AppModelBlock *block)
{
  const char    *text = app_model_block_get_text (block);
  GtkListBoxRow *self = GTK_LIST_BOX_ROW (row);

  ui_widget_set_class (self, "bench-said", app_model_block_is_person (block));
  if (app_model_block_is_open (block))
    ui_stream_text_set_text (UI_STREAM_TEXT (ensure_child (self, UI_TYPE_STREAM_TEXT)), text);
  else if (app_model_block_is_person (block) || app_model_block_is_plain (block))
    gtk_list_box_row_set_child (self, create_plain (text));
  else
    ui_markdown_text_set_text (UI_MARKDOWN_TEXT (ensure_child (self, UI_TYPE_MARKDOWN_TEXT)), text);
}

static void
ui_model_row_text_class_init (UiModelRowTextClass *klass)
{
  UI_MODEL_ROW_CLASS (klass)->show = ui_model_row_text_show;
}

static void
ui_model_row_text_init (UiModelRowText *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "bench-text");
}
