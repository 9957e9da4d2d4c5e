/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-columns.h"
#include "ui-settings.h"
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
      return g_strdup ("stderr");
    case APP_LOG_PROCESS:
      return g_strdup (_ ("process"));
    case APP_LOG_NOTE:
      return g_strdup (_ ("note"));
    case APP_LOG_MALFORMED:
      return g_strdup (_ ("invalid message"));
    case APP_LOG_UNMATCHED:
      return g_strdup (_ ("unmatched response"));
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

static char *
format_nothing (AppLogEntry *entry)
{
  return g_strdup ("");
}

/* What a column is sorted by: what is kept of a row, not the text that is made of it. */
typedef int (*CompareFunc) (AppLogEntry *a, AppLogEntry *b);

static int
compare_numbers (gint64 a, gint64 b)
{
  return a < b ? -1 : a > b;
}

static int
compare_time (AppLogEntry *a, AppLogEntry *b)
{
  return compare_numbers (app_log_entry_get_row (a)->time, app_log_entry_get_row (b)->time);
}

static int
compare_direction (AppLogEntry *a, AppLogEntry *b)
{
  return app_log_entry_get_row (a)->outgoing - app_log_entry_get_row (b)->outgoing;
}

static int
compare_server (AppLogEntry *a, AppLogEntry *b)
{
  return g_strcmp0 (app_log_entry_get_row (a)->session, app_log_entry_get_row (b)->session);
}

static int
compare_method (AppLogEntry *a, AppLogEntry *b)
{
  return g_strcmp0 (app_log_entry_get_row (a)->method, app_log_entry_get_row (b)->method);
}

static int
compare_name (AppLogEntry *a, AppLogEntry *b)
{
  return g_strcmp0 (app_log_entry_get_row (a)->name, app_log_entry_get_row (b)->name);
}

static int
compare_id (AppLogEntry *a, AppLogEntry *b)
{
  const char *id_a = app_log_entry_get_row (a)->id;
  const char *id_b = app_log_entry_get_row (b)->id;
  int         numbers = compare_numbers (g_ascii_strtoll (id_a != NULL ? id_a : "", NULL, 10),
                                         g_ascii_strtoll (id_b != NULL ? id_b : "", NULL, 10));
  return numbers != 0 ? numbers : g_strcmp0 (id_a, id_b);
}

static int
compare_status (AppLogEntry *a, AppLogEntry *b)
{
  const AppLogRow *row_a = app_log_entry_get_row (a);
  const AppLogRow *row_b = app_log_entry_get_row (b);
  int              states = (int)row_a->state - (int)row_b->state;

  return states != 0 ? states : row_a->level - row_b->level;
}

static int
compare_issues (AppLogEntry *a, AppLogEntry *b)
{
  return app_log_entry_get_n_findings (a, NULL) - app_log_entry_get_n_findings (b, NULL);
}

static int
compare_duration (AppLogEntry *a, AppLogEntry *b)
{
  return compare_numbers (app_log_entry_get_row (a)->duration, app_log_entry_get_row (b)->duration);
}

static int
compare_size (AppLogEntry *a, AppLogEntry *b)
{
  return compare_numbers ((gint64)app_log_entry_get_size (a), (gint64)app_log_entry_get_size (b));
}

typedef struct
{
  const char *id; /* in the settings */
  const char *name;
  const char *title; /* (nullable): where there is no room for the name */
  int         width; /* pixels at the normal text size */
  int         from;  /* is shown in rows of that many pixels and more */
  float       xalign;
  gboolean    dim;
  FormatFunc  format;
  CompareFunc compare;
} Column;

static const Column columns[UI_LOG_COLUMNS] = {
  [UI_LOG_TIME] = { "time", N_ ("Time"), NULL, 96, 300, 0, TRUE, format_time, compare_time },
  [UI_LOG_DIRECTION] = { "direction", N_ ("Direction"), "⇄", 34, 0, 0.5f, FALSE, format_direction,
                         compare_direction },
  [UI_LOG_SERVER] = { "server", N_ ("Server"), NULL, 110, 760, 0, TRUE, format_server,
                      compare_server },
  [UI_LOG_METHOD] = { "method", N_ ("Method"), NULL, 150, 0, 0, FALSE, format_method,
                      compare_method },
  [UI_LOG_NAME] = { "name", N_ ("Name"), NULL, 140, 640, 0, FALSE, format_name, compare_name },
  [UI_LOG_ID] = { "id", N_ ("ID"), NULL, 46, 900, 0, TRUE, format_id, compare_id },
  [UI_LOG_STATUS] = { "status", N_ ("Status"), NULL, 94, 0, 0, FALSE, format_state,
                      compare_status },
  [UI_LOG_ISSUES] = { "issues", N_ ("Issues"), "⚠", 44, 520, 0, FALSE, format_findings,
                      compare_issues },
  [UI_LOG_DURATION] = { "duration", N_ ("Duration"), NULL, 78, 520, 1, TRUE, format_duration,
                        compare_duration },
  [UI_LOG_SIZE] = { "size", N_ ("Size"), NULL, 84, 740, 1, TRUE, format_size, compare_size },
  [UI_LOG_TIMELINE] = { "timeline", N_ ("Timeline"), NULL, 160, 820, 0, TRUE, format_nothing,
                        compare_time },
};

/* Of a column, however it is dragged. */
#define LEAST_WIDTH 30
#define MOST_ADDED 1000
#define SETTING "log-columns"
/* The scroll bar lies over the end of the rows. */
#define END_MARGIN 12

const char *
ui_log_columns_get_name (UiLogColumn column)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, NULL);
  return _ (columns[column].name);
}

const char *
ui_log_columns_get_title (UiLogColumn column)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, NULL);
  return columns[column].title != NULL ? columns[column].title : _ (columns[column].name);
}

float
ui_log_columns_get_xalign (UiLogColumn column)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, 0);
  return columns[column].xalign;
}

gboolean
ui_log_columns_is_dim (UiLogColumn column)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, FALSE);
  return columns[column].dim;
}

int
ui_log_columns_compare (UiLogColumn column, AppLogEntry *a, AppLogEntry *b)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, 0);
  return columns[column].compare (a, b);
}

char *
ui_log_columns_dup_text (AppLogEntry *entry, UiLogColumn column, gboolean with_name)
{
  g_return_val_if_fail (column < UI_LOG_COLUMNS, NULL);
  g_return_val_if_fail (APP_IS_LOG_ENTRY (entry), NULL);

  g_autofree char *text = columns[column].format (entry);
  if (column != UI_LOG_METHOD)
    return g_steal_pointer (&text);
  g_autoptr (GString) line = g_string_new (NULL);
  for (guint depth = app_log_entry_get_row (entry)->depth; depth > 0; depth--)
    g_string_append (line, depth > 1 ? "   " : "└ ");
  g_string_append (line, text);
  if (with_name)
    {
      g_autofree char *name = format_name (entry);
      g_string_append_printf (line, " %s", name);
    }
  return g_string_free (g_steal_pointer (&line), FALSE);
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
ui_log_columns_get_colour (AppLogEntry *entry, UiLogColumn column)
{
  if (column == UI_LOG_ISSUES)
    return get_colour_of_findings (entry);
  if (column != UI_LOG_STATUS)
    return NULL;
  AppLogState state = app_log_entry_get_row (entry)->state;
  int         level = app_log_entry_get_row (entry)->level;
  gboolean    failed = (level >= LEVEL_ERROR && level < LEVEL_UNKNOWN) ||
                    state == APP_LOG_STATE_ERROR || state == APP_LOG_STATE_TOOL_ERROR;
  return failed ? "error_color" : NULL;
}

/* Where rows say their server, there is that much less for the rest. */
static gboolean
is_shown (UiLogColumn column, const UiLogMeasures *measures)
{
  const Column *server = &columns[UI_LOG_SERVER];
  double        width = measures->width / measures->scale;
  gboolean      has_server = measures->server && width >= server->from;

  if (column == UI_LOG_SERVER)
    return has_server;
  return width - (has_server ? server->width : 0) >= columns[column].from;
}

/* What is left goes to the names; where there is no room for these, to the methods, which have the
 * names behind them. */
static UiLogColumn
get_flexible (const UiLogMeasures *measures)
{
  return is_shown (UI_LOG_NAME, measures) ? UI_LOG_NAME : UI_LOG_METHOD;
}

static double
get_width (UiLogColumn column, const UiLogMeasures *measures)
{
  int dragged = measures->dragged[column];
  return MAX (columns[column].width + dragged, LEAST_WIDTH) * measures->scale;
}

void
ui_log_columns_lay_out (const UiLogMeasures *measures, UiLogSpan spans[UI_LOG_COLUMNS])
{
  UiLogColumn flexible = get_flexible (measures);
  double      width = MAX (measures->width - END_MARGIN, 0);
  double      fixed = 0;
  double      x = 0;

  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    if (is_shown (i, measures) && i != flexible)
      fixed += get_width (i, measures);
  double least = 2 * LEAST_WIDTH * measures->scale;
  double rest = MAX (width - fixed, least);
  double shrink = MIN (1.0, width / (fixed + least));
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    {
      double wanted = i == flexible ? rest : get_width (i, measures);
      double taken = is_shown (i, measures) ? wanted * shrink : 0;
      spans[i].x = (int)x;
      spans[i].width = (int)(x + taken) - (int)x;
      x += taken;
    }
}

/* The border between two columns moves; what the flexible one gains, the other loses. */
void
ui_log_columns_drag (UiLogMeasures *measures, UiLogColumn column, int by)
{
  UiLogColumn flexible = get_flexible (measures);
  guint       next = column + 1;

  while (next < UI_LOG_COLUMNS && !is_shown (next, measures))
    next++;
  UiLogSpan spans[UI_LOG_COLUMNS];
  ui_log_columns_lay_out (measures, spans);
  int room = (int)(spans[flexible].width / measures->scale) - 2 * LEAST_WIDTH;
  by = (int)(by / measures->scale);
  if (column < flexible)
    measures->dragged[column] += MIN (by, MAX (room, 0));
  else if (next < UI_LOG_COLUMNS)
    measures->dragged[next] += MIN (-by, MAX (room, 0));
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    measures->dragged[i] = CLAMP (measures->dragged[i], LEAST_WIDTH - columns[i].width,
                                  MOST_ADDED);
}

void
ui_log_columns_save (const UiLogMeasures *measures)
{
  g_autoptr (GVariantBuilder) builder = g_variant_builder_new (G_VARIANT_TYPE ("a{si}"));

  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    if (measures->dragged[i] != 0)
      g_variant_builder_add (builder, "{si}", columns[i].id, measures->dragged[i]);
  ui_settings_set_value (SETTING, g_variant_builder_end (builder));
}

void
ui_log_columns_load (UiLogMeasures *measures)
{
  g_autoptr (GVariant) value = ui_settings_dup_value (SETTING, "a{si}");

  for (guint i = 0; i < UI_LOG_COLUMNS && value != NULL; i++)
    {
      int added = 0;

      /* Whatever stands in the settings, each column can be seen and taken hold of. */
      if (g_variant_lookup (value, columns[i].id, "i", &added))
        measures->dragged[i] = CLAMP (added, LEAST_WIDTH - columns[i].width, MOST_ADDED);
    }
}

static char *
dup_line (AppLogEntry *entry, gboolean in_words)
{
  g_autoptr (GString) line = g_string_new (NULL);
  int n = app_log_entry_get_n_findings (entry, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *text = i != UI_LOG_ISSUES ? columns[i].format (entry) : NULL;

      if (in_words && i == UI_LOG_ISSUES && n > 0)
        text = g_strdup_printf (ngettext ("%d issue", "%d issues", (gulong)n), n);
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
