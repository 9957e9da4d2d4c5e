/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The columns of the log: time, direction, server, method, id, name, duration, state, findings,
 * size; what each says of an entry and how wide it is.
 */

#pragma once

#include "app-log-entry.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_LOG_COLUMNS 10

typedef struct
{
  float    xalign;
  gboolean wide_only; /* left out where there is little room */
  gboolean dim;
} UiLogColumn;

typedef struct
{
  int x;
  int width; /* 0: not shown */
} UiLogSpan;

/** Returns: (transfer none) */
const UiLogColumn *ui_log_columns_get (guint column);
/** @entry: (nullable): %NULL for the column's title. Returns: (transfer full) */
char *ui_log_columns_dup_text (AppLogEntry *entry, guint column);
/** The name of the colour in which this place says that something is wrong. @entry: (nullable)
 * Returns: (transfer none) (nullable) */
const char *ui_log_columns_get_colour (AppLogEntry *entry, guint column);
/** Distributes @width. @server: whether rows say which server they belong to; @wide: whether there
 * is room for all columns; @scale: of the text, 1 is normal; @spans: (out caller-allocates) */
void ui_log_columns_lay_out (gboolean  server,
                             gboolean  wide,
                             double    scale,
                             int       width,
                             UiLogSpan spans[UI_LOG_COLUMNS]);
/** One line with what a row says, for searching; findings are not read for it.
 * Returns: (transfer full) */
char *ui_log_columns_dup_line (AppLogEntry *entry);
/** The same for a screen reader, with the findings that are known in words.
 * Returns: (transfer full) */
char *ui_log_columns_dup_label (AppLogEntry *entry);

G_END_DECLS
