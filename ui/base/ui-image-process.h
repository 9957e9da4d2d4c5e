/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiImageProcess: a spyglass-image, which decodes one image after the other. It is started with the
 * first, ended when it takes too long, and started once more for the next, unless its sandbox
 * cannot be entered; it ends with this object and with the program.
 */

#pragma once

#include <gdk/gdk.h>

#define UI_TYPE_IMAGE_PROCESS (ui_image_process_get_type ())
G_DECLARE_FINAL_TYPE (UiImageProcess, ui_image_process, UI, IMAGE_PROCESS, GObject)

/** @program: its path */
UiImageProcess *ui_image_process_new (const char *program);

/** One at a time.
 * @pixels: as for ui_image_decoder_decode_async() */
void ui_image_process_decode_async (UiImageProcess     *self,
                                    GBytes             *bytes,
                                    int                 pixels,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** Returns: (transfer full) (nullable) */
GdkTexture *
ui_image_process_decode_finish (UiImageProcess *self, GAsyncResult *result, GError **error);

/** Until the next image. None may be under way. */
void ui_image_process_stop (UiImageProcess *self);
