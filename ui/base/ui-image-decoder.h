/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Makes an image of bytes that a server sent, in a worker and under a limit of pixels: a few
 * kilobytes can stand for gigabytes of them.
 */

#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* 160 MB of memory while it is decoded; twice what the best cameras make. */
#define UI_IMAGE_DECODER_PIXELS (40u * 1000u * 1000u)
/* Pixels of a side that graphics processors can be relied on to hold; Cairo has twice as many. What
 * is longer would be drawn as nothing. */
#define UI_IMAGE_DECODER_SIDE 16384

/** @pixels: how large the longer side is to be where the image is a drawing that has no size of its
 * own (SVG); 0 for the size that it says
 * Ends with G_IO_ERROR_NO_SPACE for too many pixels, or with what the decoder has against it. */
void ui_image_decoder_decode_async (GBytes             *bytes,
                                    int                 pixels,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** Returns: (transfer full) (nullable) */
GdkTexture *ui_image_decoder_decode_finish (GAsyncResult *result, GError **error);

G_END_DECLS
