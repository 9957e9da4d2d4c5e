/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A sound or an image of a result as a file, for another program to open. What it is, its data say,
 * not the server, so that nothing is opened by a program that would run it; drawings (SVG), which a
 * browser would, are not written. The file is the person's alone, and lies where files go when the
 * person logs out; a program that starts removes those of programs that have ended.
 */

#pragma once

#include "app-block.h"

void app_block_file_write_async (AppBlock           *block,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
/** Returns: (transfer full) (nullable): G_IO_ERROR_NOT_SUPPORTED for what is neither a sound nor an
 * image */
GFile *app_block_file_write_finish (AppBlock *block, GAsyncResult *result, GError **error);
/** Removes the files of programs that have ended. @callback: (nullable) */
void app_block_file_sweep_async (GAsyncReadyCallback callback, gpointer user_data);
