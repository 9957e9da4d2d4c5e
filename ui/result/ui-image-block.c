/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-block.h"
#include "app-visible-text.h"
#include "ui-image-decoder.h"
#include "ui-image-window.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

struct _UiImageBlock
{
  AdwBin parent_instance;

  GCancellable *loading; /* (nullable) */
  int           height;

  /* borrowed */
  AdwClamp   *clamp;
  GtkWidget  *button;
  GtkPicture *picture;
  GtkLabel   *note;
  GtkSpinner *spinner;
};

G_DEFINE_FINAL_TYPE (UiImageBlock, ui_image_block, ADW_TYPE_BIN)

static void
end_waiting (UiImageBlock *self)
{
  g_clear_object (&self->loading);
  gtk_spinner_set_spinning (self->spinner, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), FALSE);
}

static void
show_image_error (UiImageBlock *self, const GError *error)
{
  g_autofree char *reason = app_visible_text_line (error->message, 300);
  /* That one is a whole sentence about it. */
  g_autofree char *text = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT)
                              ? g_strdup (reason)
                              : g_strdup_printf (_ ("This image cannot be shown. %s"), reason);

  gtk_label_set_text (self->note, text);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "block-broken");
  gtk_widget_set_visible (self->button, FALSE);
}

GdkTexture *
ui_image_block_get_texture (UiImageBlock *self)
{
  g_return_val_if_fail (UI_IS_IMAGE_BLOCK (self), NULL);

  GdkPaintable *paintable = gtk_picture_get_paintable (self->picture);
  return paintable != NULL ? GDK_TEXTURE (paintable) : NULL;
}

static void
show_texture (UiImageBlock *self, GdkTexture *texture)
{
  int              width = gdk_texture_get_width (texture);
  int              height = gdk_texture_get_height (texture);
  g_autofree char *size = g_strdup_printf (_ ("%d × %d pixels"), width, height);

  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
  gtk_label_set_text (self->note, size);
  if (self->height > 0 && height > self->height)
    {
      width = MAX (1, (gint64)width * self->height / height);
      height = self->height;
    }
  /* A picture would ask for the height that it had as wide as the page. */
  adw_clamp_set_maximum_size (self->clamp, width);
  adw_clamp_set_tightening_threshold (self->clamp, width);
  if (self->height > 0)
    gtk_widget_set_size_request (GTK_WIDGET (self->picture), -1, height);
  gtk_widget_set_visible (self->button, TRUE);
  g_signal_emit_by_name (self, "shown");
}

static void
open_window (UiImageBlock *self)
{
  ui_image_window_present (GTK_WIDGET (self), ui_image_block_get_texture (self),
                           gtk_picture_get_alternative_text (self->picture));
}

static void
on_decoded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiImageBlock) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture =
      ui_image_decoder_decode_finish (UI_IMAGE_DECODER (object), result, &error);

  if (self->loading == NULL)
    return;
  end_waiting (self);
  if (texture != NULL)
    show_texture (self, texture);
  else
    show_image_error (self, error);
}

static void
decode (UiImageBlock *self, GBytes *bytes)
{
  ui_image_decoder_decode_async (ui_image_decoder_get_default (), bytes, 0, self->loading,
                                 on_decoded, g_object_ref (self));
}

static void
on_image_data (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiImageBlock) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = app_block_load_data_finish (APP_BLOCK (object), result, &error);

  if (self->loading == NULL)
    return;
  if (bytes != NULL)
    {
      decode (self, bytes);
      return;
    }
  end_waiting (self);
  show_image_error (self, error);
}

MCP_DEFINE_DISPOSE (UiImageBlock, ui_image_block)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

static void
ui_image_block_class_init (UiImageBlockClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_image_block_dispose;
  mcp_signal_new (klass, "shown", 0);
}

static void
ui_image_block_init (UiImageBlock *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *picture = gtk_picture_new ();
  GtkWidget *note = gtk_label_new (NULL);
  GtkWidget *spinner = gtk_spinner_new ();
  GtkWidget *button = gtk_button_new ();
  GtkWidget *clamp = adw_clamp_new ();

  self->clamp = ADW_CLAMP (clamp);
  self->button = button;
  self->picture = GTK_PICTURE (picture);
  self->note = GTK_LABEL (note);
  self->spinner = GTK_SPINNER (spinner);
  gtk_picture_set_can_shrink (self->picture, TRUE);
  gtk_picture_set_content_fit (self->picture, GTK_CONTENT_FIT_SCALE_DOWN);
  gtk_widget_set_size_request (spinner, 24, 24);
  gtk_spinner_set_spinning (self->spinner, TRUE);
  gtk_label_set_wrap (self->note, TRUE);
  gtk_widget_add_css_class (note, "field-note");
  gtk_widget_add_css_class (box, "block-image");
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_button_set_child (GTK_BUTTON (button), picture);
  adw_clamp_set_child (self->clamp, button);
  gtk_widget_set_halign (clamp, GTK_ALIGN_START);
  gtk_widget_set_visible (button, FALSE);
  gtk_widget_set_tooltip_text (button, _ ("Open in a Window"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "image-block");
  ui_connect (button, "clicked", open_window, self);
  gtk_widget_set_halign (spinner, GTK_ALIGN_START);
  gtk_label_set_xalign (self->note, 0);
  gtk_box_append (GTK_BOX (box), clamp);
  gtk_box_append (GTK_BOX (box), note);
  adw_bin_set_child (ADW_BIN (self), box);
}

static UiImageBlock *
create (const char *title, int height)
{
  UiImageBlock    *self = g_object_new (UI_TYPE_IMAGE_BLOCK, NULL);
  g_autofree char *visible = app_visible_text_line (title, 100);
  g_autofree char *action = g_strdup_printf (_ ("Open %s in a window"), visible);

  self->height = height;
  self->loading = g_cancellable_new ();
  ui_widget_name (self->button, action);
  gtk_picture_set_alternative_text (self->picture, visible);
  return self;
}

GtkWidget *
ui_image_block_new (AppBlock *block, int height)
{
  UiImageBlock *self = create (app_block_get_title (block), height);

  app_block_load_data_async (block, APP_BLOCK_MAX_SHOWN, self->loading, on_image_data,
                             g_object_ref (self));
  return GTK_WIDGET (self);
}

GtkWidget *
ui_image_block_new_for_data (GBytes *data, const char *title, int height)
{
  g_return_val_if_fail (data != NULL, NULL);

  UiImageBlock *self = create (title, height);

  decode (self, data);
  return GTK_WIDGET (self);
}
