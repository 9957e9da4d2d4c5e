/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-row-image.h"
#include "app-visible-text.h"
#include "ui-image-block.h"
#include "ui-widget.h"

/* Pixels at most; a click opens it in a window. */
#define HEIGHT 280

struct _UiModelRowImage
{
  UiModelRow parent_instance;

  GtkLabel *text;  /* borrowed */
  GBytes   *shown; /* (nullable): the data of the image that is there */
};

G_DEFINE_FINAL_TYPE (UiModelRowImage, ui_model_row_image, UI_TYPE_MODEL_ROW)

static void
ui_model_row_image_show (UiModelRow *row, AppModelBlock *block)
{
  UiModelRowImage *self = UI_MODEL_ROW_IMAGE (row);
  GBytes          *data = app_model_block_get_data (block);
  g_autofree char *text = app_visible_text_line (app_model_block_get_text (block), 200);

  gtk_label_set_text (self->text, text);
  if (data == NULL || data == self->shown)
    return;
  g_clear_pointer (&self->shown, g_bytes_unref);
  self->shown = g_bytes_ref (data);
  gtk_box_append (GTK_BOX (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self))),
                  ui_image_block_new_for_data (data, text, HEIGHT));
}

static void
ui_model_row_image_finalize (GObject *object)
{
  g_clear_pointer (&UI_MODEL_ROW_IMAGE (object)->shown, g_bytes_unref);
  G_OBJECT_CLASS (ui_model_row_image_parent_class)->finalize (object);
}

static void
ui_model_row_image_class_init (UiModelRowImageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ui_model_row_image_finalize;
  UI_MODEL_ROW_CLASS (klass)->show = ui_model_row_image_show;
}

static void
ui_model_row_image_init (UiModelRowImage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *text = gtk_label_new (NULL);

  self->text = GTK_LABEL (text);
  gtk_label_set_xalign (self->text, 0);
  gtk_label_set_ellipsize (self->text, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (text, "field-note");
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
}
