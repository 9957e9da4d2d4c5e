/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-columns.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* What fits a cell many times over. */
#define MAX_CELL 200

typedef char *(*FormatFunc) (AppLogEntry *entry);

static char *
format_time (AppLogEntry *entry)
{
  gint64 time = app_log_entry_get_row (entry)->time;
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  if (local == NULL)
    return g_strdup ("");
  g_autofree char *clock = g_date_time_format (local, "%H:%M:%S");
  return g_strdup_printf ("%s.%03d", clock, (int)(time % G_USEC_PER_SEC / 1000));
}

static char *
format_direction (AppLogEntry *entry)
{
  const AppLogRow *row = app_log_entry_get_row (entry);

  switch (row->kind)
    {
    case APP_LOG_STDERR:
    case APP_LOG_PROCESS:
    case APP_LOG_NOTE:
      return g_strdup ("·");
    case APP_LOG_REQUEST:
    case APP_LOG_NOTIFICATION:
    case APP_LOG_UNMATCHED:
    case APP_LOG_MALFORMED:
    case APP_LOG_EXCHANGE:
    default:
      return g_strdup (row->outgoing ? "→" : "←");
    }
}

static char *
format_server (AppLogEntry *entry)
{
  return app_visible_text_line (app_log_entry_get_row (entry)->session, MAX_CELL);
}

static char *
format_method (AppLogEntry *entry)
{
  const AppLogRow *row = app_log_entry_get_row (entry);
  const char      *method = row->method;

  if (method != NULL)
    return app_visible_text_line (method, MAX_CELL);
  switch (row->kind)
    {
    case APP_LOG_STDERR:
      return g_strdup (_ ("printed"));
    case APP_LOG_PROCESS:
      return g_strdup (_ ("process"));
    case APP_LOG_NOTE:
      return g_strdup (_ ("note"));
    case APP_LOG_MALFORMED:
      return g_strdup (_ ("malformed"));
    case APP_LOG_UNMATCHED:
      return g_strdup (_ ("answer to nothing"));
    case APP_LOG_EXCHANGE:
      return g_strdup ("HTTP");
    case APP_LOG_REQUEST:
    case APP_LOG_NOTIFICATION:
    default:
      return g_strdup ("");
    }
}

static char *
format_id (AppLogEntry *entry)
{
  const char *id = app_log_entry_get_row (entry)->id;
  if (id == NULL || id[0] == '\0')
    return g_strdup ("");
  g_autofree char *visible = app_visible_text_line (id, MAX_CELL);
  return g_strdup_printf ("#%s", visible);
}

static char *
format_name (AppLogEntry *entry)
{
  const AppLogRow *row = app_log_entry_get_row (entry);
  const char      *name = row->name;
  /* Of a message without a name, method and detail say all; of the rest there is only the text. */
  if (((name == NULL || name[0] == '\0') && row->method == NULL) ||
      row->kind == APP_LOG_EXCHANGE ||
      row->state == APP_LOG_STATE_NOT_SPOKEN)
    name = row->summary;
  return app_visible_text_line (name, MAX_CELL);
}

static char *
format_duration (AppLogEntry *entry)
{
  return app_visible_text_duration (app_log_entry_get_row (entry)->duration);
}

/* From these levels of RFC 5424 on. */
#define LEVEL_WARNING 3
#define LEVEL_ERROR 4
#define LEVEL_UNKNOWN 8

static char *
format_level (AppLogEntry *entry)
{
  int         level = app_log_entry_get_row (entry)->level;
  const char *sign = level == LEVEL_UNKNOWN   ? "?"
                     : level >= LEVEL_ERROR   ? "✕"
                     : level >= LEVEL_WARNING ? "⚠"
                                              : "ℹ";

  return g_strdup_printf ("%s %s", sign, app_log_entry_get_level_name (entry));
}

static char *
format_state (AppLogEntry *entry)
{
  const AppLogRow *row = app_log_entry_get_row (entry);

  if (row->level >= 0)
    return format_level (entry);
  const char *word = app_log_entry_get_state_name (entry);

  switch (row->state)
    {
    case APP_LOG_STATE_OK:
      return g_strdup_printf ("✓ %s", word);
    case APP_LOG_STATE_TOOL_ERROR:
    case APP_LOG_STATE_ERROR:
      return g_strdup_printf ("✕ %s", word);
    case APP_LOG_STATE_PENDING:
      return g_strdup_printf ("… %s", word);
    case APP_LOG_STATE_NOT_SPOKEN:
      return g_strdup_printf ("– %s", word);
    case APP_LOG_STATE_CANCELLED:
    case APP_LOG_STATE_NONE:
    default:
      return g_strdup (word);
    }
}

static char *
format_findings (AppLogEntry *entry)
{
  static const char *const signs[] = { "ℹ", "⚠", "✕" };
  McpFindingLevel          worst;
  int                      n = app_log_entry_get_n_findings (entry, &worst);

  return n > 0 ? g_strdup_printf ("%s %d", signs[worst], n) : g_strdup ("");
}

static char *
format_size (AppLogEntry *entry)
{
  guint64 size = app_log_entry_get_size (entry);
  return size > 0 ? app_visible_text_size (size) : g_strdup ("");
}

typedef struct
{
  const char *title;
  int         width; /* pixels at the normal text size; 0 takes what is left */
  UiLogColumn kind;
  FormatFunc  format;
} Column;

static const Column columns[UI_LOG_COLUMNS] = {
  { N_ ("Time"), 96, { 0, FALSE, TRUE }, format_time },
  { N_ ("Way"), 42, { 0.5f, FALSE, FALSE }, format_direction },
  { N_ ("Server"), 110, { 0, TRUE, TRUE }, format_server },
  { N_ ("Method"), 170, { 0, FALSE, FALSE }, format_method },
  { N_ ("Id"), 44, { 0, TRUE, TRUE }, format_id },
  { N_ ("Name"), 0, { 0, FALSE, FALSE }, format_name },
  { N_ ("Took"), 68, { 1, FALSE, TRUE }, format_duration },
  { N_ ("State"), 98, { 0, FALSE, FALSE }, format_state },
  { "⚠", 42, { 0, FALSE, FALSE }, format_findings },
  { N_ ("Size"), 76, { 1, TRUE, TRUE }, format_size },
};

#define COLUMN_SERVER 2
#define COLUMN_STATE 7
#define COLUMN_FINDINGS 8
/* What is left for the name at least, before the others become narrower too. */
#define LEAST_WIDTH 80

const UiLogColumn *
ui_log_columns_get (guint column)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, NULL);
  return &columns[column].kind;
}

char *
ui_log_columns_dup_text (AppLogEntry *entry, guint column)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, NULL);
  return entry != NULL ? columns[column].format (entry) : g_strdup (_ (columns[column].title));
}

static const char *
get_colour_of_findings (AppLogEntry *entry)
{
  McpFindingLevel worst;

  if (app_log_entry_get_n_findings (entry, &worst) <= 0)
    return NULL;
  return worst == MCP_FINDING_ERROR     ? "error_color"
         : worst == MCP_FINDING_WARNING ? "warning_color"
                                        : NULL;
}

const char *
ui_log_columns_get_colour (AppLogEntry *entry, guint column)
{
  if (entry != NULL && column == COLUMN_FINDINGS)
    return get_colour_of_findings (entry);
  if (entry == NULL || column != COLUMN_STATE)
    return NULL;
  AppLogState state = app_log_entry_get_row (entry)->state;
  int         level = app_log_entry_get_row (entry)->level;
  gboolean    failed = (level >= LEVEL_ERROR && level < LEVEL_UNKNOWN) ||
                    state == APP_LOG_STATE_ERROR || state == APP_LOG_STATE_TOOL_ERROR;
  return failed ? "error_color" : NULL;
}

static gboolean
is_shown (guint column, gboolean server, gboolean wide)
{
  return (server || column != COLUMN_SERVER) && (wide || !columns[column].kind.wide_only);
}

void
ui_log_columns_lay_out (gboolean  server,
                        gboolean  wide,
                        double    scale,
                        int       width,
                        UiLogSpan spans[UI_LOG_COLUMNS])
{
  double fixed = 0;
  double x = 0;

  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    if (is_shown (i, server, wide))
      fixed += columns[i].width * scale;
  double least = LEAST_WIDTH * scale;
  double rest = MAX (width - fixed, least);
  double shrink = MIN (1.0, width / (fixed + least));
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    {
      double wanted = columns[i].width > 0 ? columns[i].width * scale : rest;
      double taken = is_shown (i, server, wide) ? wanted * shrink : 0;
      spans[i].x = (int)x;
      spans[i].width = (int)(x + taken) - (int)x;
      x += taken;
    }
}

static char *
dup_line (AppLogEntry *entry, gboolean in_words)
{
  g_autoptr (GString) line = g_string_new (NULL);
  int n = app_log_entry_get_n_findings (entry, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *text = i != COLUMN_FINDINGS ? columns[i].format (entry) : NULL;

      if (in_words && i == COLUMN_FINDINGS && n > 0)
        text = g_strdup_printf (ngettext ("%d finding", "%d findings", (gulong)n), n);
      if (text == NULL || text[0] == '\0')
        continue;
      if (line->len > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, text);
    }
  return g_string_free (g_steal_pointer (&line), FALSE);
}

char *
ui_log_columns_dup_line (AppLogEntry *entry)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (entry), NULL);
  return dup_line (entry, FALSE);
}

char *
ui_log_columns_dup_label (AppLogEntry *entry)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (entry), NULL);
  return dup_line (entry, TRUE);
}
