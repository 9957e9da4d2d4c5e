/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-decoder.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gi18n.h>

/* Fed in pieces, so that a cancelled one stops. */
#define PIECE_BYTES (64u * 1024u)

static void
on_size_prepared (GdkPixbufLoader *loader, int width, int height, gboolean *too_large)
{
  if (width <= 0 || height <= 0 || (guint64)width * (guint64)height > UI_IMAGE_DECODER_PIXELS)
    {
      *too_large = TRUE;
      /* Makes the decoder give up before it takes memory for the pixels. */
      gdk_pixbuf_loader_set_size (loader, 0, 0);
    }
}

/* A decoder takes what is there: whether all of it came is seen by how far down it went. */
static void
on_area_updated (GdkPixbufLoader *loader, int x, int y, int width, int height, int *bottom)
{
  *bottom = MAX (*bottom, y + height);
}

static gboolean
feed (GdkPixbufLoader *loader,
      GBytes          *bytes,
      gboolean        *too_large,
      GCancellable    *cancellable,
      GError         **error)
{
  gsize         length;
  const guchar *data = g_bytes_get_data (bytes, &length);

  for (gsize at = 0; at < length; at += PIECE_BYTES)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!gdk_pixbuf_loader_write (loader, data + at, MIN (PIECE_BYTES, length - at), error))
        return FALSE;
      if (*too_large)
        return FALSE;
    }
  return TRUE;
}

static void
decode_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new ();
  g_autoptr (GError) error = NULL;
  gboolean too_large = FALSE;
  int      bottom = 0;

  g_signal_connect (loader, "size-prepared", G_CALLBACK (on_size_prepared), &too_large);
  g_signal_connect (loader, "area-updated", G_CALLBACK (on_area_updated), &bottom);
  gboolean   fed = feed (loader, data, &too_large, cancellable, &error);
  gboolean   closed = gdk_pixbuf_loader_close (loader, error == NULL ? &error : NULL);
  GdkPixbuf *pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);

  if (too_large)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                             _ ("It has more pixels than are shown here."));
  else if (!fed || !closed || pixbuf == NULL)
    {
      if (error == NULL)
        g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                             _ ("The data is no image that is known here."));
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
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (bytes != NULL);

  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, ui_image_decoder_decode_async);
  g_task_set_task_data (task, g_bytes_ref (bytes), (GDestroyNotify)g_bytes_unref);
  g_task_run_in_thread (task, decode_in_worker);
}

GdkTexture *
ui_image_decoder_decode_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
