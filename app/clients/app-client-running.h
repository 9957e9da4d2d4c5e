/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Whether an application runs now, so that a person is told whether it has to be restarted to see
 * a change. Looks at the names of the person's own processes.
 */

#pragma once

#include "store-client-format.h"

#include <gio/gio.h>

typedef enum {
  APP_CLIENT_RUNNING_UNKNOWN, /* nothing is known of its processes, or of any here */
  APP_CLIENT_RUNNING_NO,
  APP_CLIENT_RUNNING_YES,
} AppClientRunning;

/** Looks in a worker. finish never fails but by cancellation. */
void             app_client_running_find_async (const StoreClientFormat *format,
                                                GCancellable            *cancellable,
                                                GAsyncReadyCallback      callback,
                                                gpointer                 user_data);
AppClientRunning app_client_running_find_finish (GAsyncResult *result, GError **error);
/** "Cursor is running: restart it to apply the change." Returns: (transfer full): translated */
char *app_client_running_dup_text (const StoreClientFormat *format, AppClientRunning running);
