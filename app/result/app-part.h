/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPart: a part of an object as an object of its own: what a path leads to, and of a string, a
 * list or bytes what lies between two positions. Numbers and strings stay as they were written.
 * Functions without state.
 */

#pragma once

#include "store-object.h"

#include <gio/gio.h>

/** In a thread, since the object may be large.
 * @path: a JSON Pointer where it begins with "/", else as a person writes it (see StorePath); ""
 * for the whole. A text that is JSON is gone into as JSON.
 * @from, @to: as in Python: a whole number, negative counts from the end, "" is the beginning and
 * the end */
void app_part_take_async (StoreObject        *object,
                          const char         *path,
                          const char         *from,
                          const char         *to,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data);
/** Returns: (transfer full) (nullable): an object that no store has; APP_ERROR_INVALID_INPUT,
 * APP_ERROR_NOT_FOUND where the path leads nowhere */
StoreObject *app_part_take_finish (StoreObject *object, GAsyncResult *result, GError **error);

/** The beginning of a value, and how much is hidden at each place (see StoreWindowLimits).
 * @items, @depth, @characters: 0 for what is usual. Returns: (transfer full): UTF-8 */
char *app_part_print_window (McpJsonValue value, guint items, guint depth, guint characters);
