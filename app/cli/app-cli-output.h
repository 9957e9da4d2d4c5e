/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * --output: what goes to standard output goes to a file instead. A file of that name is replaced
 * at the end, and only where something came of it.
 */

#pragma once

#include <glib.h>

/** @path: (nullable): %NULL leaves standard output as it is. Returns: %FALSE with G_FILE_ERROR */
gboolean app_cli_output_begin (const char *path, GError **error);
/** What was written is worth keeping, whatever the status will be: a report of what failed, say. */
void app_cli_output_keep (void);
/** @keep: whether the file takes its place */
void app_cli_output_end (gboolean keep);
