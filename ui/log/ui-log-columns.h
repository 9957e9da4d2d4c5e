/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The columns of the log: time, direction, server, method, id, name, duration, state, size; what
 * each says of an entry and how wide it is.
 */

#pragma once

#include "app-log-entry.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Gives @view its columns. @server: whether rows say which server they belong to; @wide: whether
 * there is room for all of them */
void ui_log_columns_set (GtkColumnView *view, gboolean server, gboolean wide);
/** One line with what a row says, for a screen reader and for searching.
 * Returns: (transfer full) */
char *ui_log_columns_dup_line (AppLogEntry *entry);

G_END_DECLS
