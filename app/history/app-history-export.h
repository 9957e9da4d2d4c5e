/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Writing the history to a file that goes elsewhere: a session file, one line of JSON for each
 * exchange (NDJSON), which app_history_import_async() reads again; or an HTTP archive of what went
 * over HTTP. What was masked stays masked. One exchange is held at a time.
 */

#pragma once

#include "app-objects.h"
#include "app-past-list.h"

typedef enum {
  APP_HISTORY_LINES,
  APP_HISTORY_ARCHIVE, /* HAR 1.2 */
} AppHistoryFormat;

/** Returns: what a file of this name is to hold: an archive where it ends with ".har" */
AppHistoryFormat app_history_format_of (const char *file_name);

typedef struct
{
  guint n;          /* that were written */
  guint n_left_out; /* that did not go over HTTP */
} AppHistoryExported;

/** The newest first. @filter: copied. @stream: is written in a thread, and closed: a
 * GFileOutputStream that replaces a file replaces it only where all went well */
void app_history_export_async (AppObjects          *objects,
                               const AppPastFilter *filter,
                               AppHistoryFormat     format,
                               GOutputStream       *stream,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data);
/** @exported: (out). Returns: %FALSE with STORE_ERROR or G_IO_ERROR; the file is then no good */
gboolean
app_history_export_finish (GAsyncResult *result, AppHistoryExported *exported, GError **error);
