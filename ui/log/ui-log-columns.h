/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The columns of the log: what each says of an entry, what it is sorted by and how wide it is.
 */

#pragma once

#include "app-log-entry.h"

#include <gtk/gtk.h>

typedef enum {
  UI_LOG_TIME,
  UI_LOG_DIRECTION,
  UI_LOG_SERVER,
  UI_LOG_METHOD,
  UI_LOG_NAME,
  UI_LOG_ID,
  UI_LOG_STATUS,
  UI_LOG_ISSUES,
  UI_LOG_DURATION,
  UI_LOG_SIZE,
  UI_LOG_TIMELINE, /* drawn by the row */
  UI_LOG_COLUMNS
} UiLogColumn;

/** What the widths depend on. */
typedef struct
{
  gboolean server; /* whether rows say which server they belong to */
  double   scale;  /* of the text, 1 is normal */
  int      width;
  int      dragged[UI_LOG_COLUMNS]; /* pixels at the normal text size that a person added */
} UiLogMeasures;

typedef struct
{
  int x;
  int width; /* 0: not shown */
} UiLogSpan;

/** Returns: (transfer none) */
const char *ui_log_columns_get_name (UiLogColumn column);
/** Returns: (transfer none): the name, or a sign for it where the column is narrow */
const char *ui_log_columns_get_title (UiLogColumn column);
float       ui_log_columns_get_xalign (UiLogColumn column);
gboolean    ui_log_columns_is_dim (UiLogColumn column);
/** Returns: as strcmp() does */
int ui_log_columns_compare (UiLogColumn column, AppLogEntry *a, AppLogEntry *b);
/** @with_name: the method has the name behind it, which has no column. Returns: (transfer full) */
char *ui_log_columns_dup_text (AppLogEntry *entry, UiLogColumn column, gboolean with_name);
/** The name of the colour in which this place says that something is wrong.
 * Returns: (transfer none) (nullable) */
const char *ui_log_columns_get_colour (AppLogEntry *entry, UiLogColumn column);
/** Distributes the width. @spans: (out caller-allocates) */
void ui_log_columns_lay_out (const UiLogMeasures *measures, UiLogSpan spans[UI_LOG_COLUMNS]);
/** Moves the end of @column @by pixels. */
void ui_log_columns_drag (UiLogMeasures *measures, UiLogColumn column, int by);
/** Remembers what a person added, for the next start. */
void ui_log_columns_save (const UiLogMeasures *measures);
void ui_log_columns_load (UiLogMeasures *measures);
/** One line with what a row says, for searching; findings are not read for it.
 * Returns: (transfer full) */
char *ui_log_columns_dup_line (AppLogEntry *entry);
/** The same for a screen reader, with the findings that are known in words.
 * Returns: (transfer full) */
char *ui_log_columns_dup_label (AppLogEntry *entry);
