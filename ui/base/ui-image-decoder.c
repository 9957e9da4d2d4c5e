/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-decoder.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gi18n.h>

/* Fed in pieces, so that a cancelled one stops. */
#define PIECE_BYTES (64u * 1024u)

typedef struct
{
  GBytes  *bytes;
  int      pixels;
  gboolean too_large;
} Decoding;

static void
decoding_free (Decoding *self)
{
  g_bytes_unref (self->bytes);
  g_free (self);
}

static gboolean
is_drawing (GdkPixbufLoader *loader)
{
  GdkPixbufFormat *format = gdk_pixbuf_loader_get_format (loader);

  return format != NULL && gdk_pixbuf_format_is_scalable (format);
}

static void
on_size_prepared (GdkPixbufLoader *loader, int width, int height, Decoding *self)
{
  if (width <= 0 || height <= 0 || MAX (width, height) > UI_IMAGE_DECODER_SIDE ||
      (guint64)width * (guint64)height > UI_IMAGE_DECODER_PIXELS)
    {
      self->too_large = TRUE;
      /* Makes the decoder give up before it takes memory for the pixels. */
      gdk_pixbuf_loader_set_size (loader, 0, 0);
    }
  else if (self->pixels > 0 && is_drawing (loader))
    {
      double scale = (double)self->pixels / MAX (width, height);

      gdk_pixbuf_loader_set_size (loader, MAX ((int)(width * scale), 1),
                                  MAX ((int)(height * scale), 1));
    }
}

/* A decoder takes what is there: whether all of it came is seen by how far down it went. */
static void
on_area_updated (GdkPixbufLoader *loader, int x, int y, int width, int height, int *bottom)
{
  *bottom = MAX (*bottom, y + height);
}

static gboolean
feed (GdkPixbufLoader *loader, Decoding *self, GCancellable *cancellable, GError **error)
{
  gsize         length;
  const guchar *data = g_bytes_get_data (self->bytes, &length);

  for (gsize at = 0; at < length; at += PIECE_BYTES)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!gdk_pixbuf_loader_write (loader, data + at, MIN (PIECE_BYTES, length - at), error))
        return FALSE;
      if (self->too_large)
        return FALSE;
    }
  return TRUE;
}

static void
decode_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new ();
  g_autoptr (GError) error = NULL;
  Decoding *self = data;
  int       bottom = 0;

  g_signal_connect (loader, "size-prepared", G_CALLBACK (on_size_prepared), self);
  g_signal_connect (loader, "area-updated", G_CALLBACK (on_area_updated), &bottom);
  gboolean   fed = feed (loader, self, cancellable, &error);
  gboolean   closed = gdk_pixbuf_loader_close (loader, error == NULL ? &error : NULL);
  GdkPixbuf *pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);

  if (self->too_large)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                             _ ("The image has too many pixels."));
  else if (!fed || !closed || pixbuf == NULL)
    {
      if (error == NULL)
        g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                             _ ("The image format is not supported."));
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else if (bottom < gdk_pixbuf_get_height (pixbuf))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                             _ ("The data ends before the image does."));
  else
    g_task_return_pointer (task, gdk_texture_new_for_pixbuf (pixbuf), g_object_unref);
}

void
ui_image_decoder_decode_async (GBytes             *bytes,
                               int                 pixels,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (bytes != NULL);

  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, ui_image_decoder_decode_async);
  Decoding *self = g_new0 (Decoding, 1);
  self->bytes = g_bytes_ref (bytes);
  self->pixels = pixels;
  g_task_set_task_data (task, self, (GDestroyNotify)decoding_free);
  g_task_run_in_thread (task, decode_in_worker);
}

GdkTexture *
ui_image_decoder_decode_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
