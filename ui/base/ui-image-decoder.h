/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiImageDecoder: makes images of bytes that a server sent, in a process of their own
 * (UiImageProcess) and under limits of pixels, memory and work: a few bytes can stand for gigabytes
 * of pixels and for years of drawing. Nothing else decodes such bytes.
 */

#pragma once

#include <gdk/gdk.h>

#define UI_TYPE_IMAGE_DECODER (ui_image_decoder_get_type ())
G_DECLARE_FINAL_TYPE (UiImageDecoder, ui_image_decoder, UI, IMAGE_DECODER, GObject)

/** The one of this program, which uses the spyglass-image that was built with it and lives as long.
 * Returns: (transfer none) */
UiImageDecoder *ui_image_decoder_get_default (void);

/** In the order of the calls, but icons last; what takes long is overtaken.
 * @pixels: how large the longer side is to be where the image is a drawing that has no size of its
 * own (SVG); 0 for the size that it says. With a size it is an icon, and is given less work.
 * Ends with G_IO_ERROR_NO_SPACE for too many pixels, G_IO_ERROR_TIMED_OUT for too much work,
 * G_IO_ERROR_NOT_FOUND where the process cannot be started, or with what the decoder has against
 * it. */
void ui_image_decoder_decode_async (UiImageDecoder     *self,
                                    GBytes             *bytes,
                                    int                 pixels,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** Returns: (transfer full) (nullable) */
GdkTexture *
ui_image_decoder_decode_finish (UiImageDecoder *self, GAsyncResult *result, GError **error);
