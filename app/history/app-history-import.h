/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Reading a session file (see app-history-export.h) into the history, to be looked at here. What
 * comes from a file is told from what was recorded, and does not grow old with it.
 */

#pragma once

#include "app-objects.h"

/* Bytes of one line: a request and its response, as large as messages may be. */
#define APP_HISTORY_MAX_LINE (1100u * 1024u * 1024u)

typedef struct
{
  guint n;         /* that were taken over */
  guint n_skipped; /* lines that are none of a session file */
} AppHistoryImported;

/** @stream: is read in a thread. @source: what the file is called */
void app_history_import_async (AppObjects         *objects,
                               GInputStream       *stream,
                               const char         *source,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
/** @imported: (out): also where it was broken off.
 * Returns: %FALSE with STORE_ERROR, G_IO_ERROR, or APP_ERROR_INVALID_INPUT where nothing in it is
 * of a session file */
gboolean
app_history_import_finish (GAsyncResult *result, AppHistoryImported *imported, GError **error);
