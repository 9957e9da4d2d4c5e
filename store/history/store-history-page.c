/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-history-page.h"

#include "store-blob.h"
#include "store-error.h"

#include <string.h>

/* Rows that one page looks at, and the time that it takes: the one thread that reads is not kept
 * from others for longer. */
#define MAX_ROWS 20000
#define MAX_TIME_US (100 * G_TIME_SPAN_MILLISECOND)

/* The first piece of what was sent, as far as it is searched. */
#define TEXT_IN(blob)                                                           \
  "EXISTS (SELECT 1 FROM piece WHERE piece.id = " blob                          \
  " << " G_STRINGIFY (STORE_BLOB_PIECE_BITS) " AND CAST (substr (data, 1, ?9) " \
                                             "AS TEXT) LIKE ?8 ESCAPE '\\')"

#define REQUEST \
  "SELECT CAST (data AS TEXT) FROM piece WHERE id = ?1 << " G_STRINGIFY (STORE_BLOB_PIECE_BITS)

void
store_history_page_free (StoreHistoryPage *page)
{
  g_ptr_array_unref (page->exchanges);
  g_free (page);
}

static char *
dup_text (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *)sqlite3_column_text (statement, column);

  /* What a damaged file says is shown as well. */
  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

StoreExchange *
store_history_read_row (sqlite3_stmt *statement)
{
  StoreExchange *exchange = g_new0 (StoreExchange, 1);

  exchange->id = sqlite3_column_int64 (statement, 0);
  exchange->time = sqlite3_column_int64 (statement, 1);
  exchange->server_id = dup_text (statement, 2);
  exchange->server = dup_text (statement, 3);
  exchange->protocol = dup_text (statement, 4);
  exchange->method = dup_text (statement, 5);
  exchange->name = dup_text (statement, 6);
  exchange->outcome = (StoreOutcome)sqlite3_column_int (statement, 7);
  exchange->error_code = sqlite3_column_int64 (statement, 8);
  exchange->duration = sqlite3_column_int64 (statement, 9);
  exchange->request_size = (guint64)sqlite3_column_int64 (statement, 10);
  exchange->response_size = (guint64)sqlite3_column_int64 (statement, 11);
  exchange->session = dup_text (statement, 12);
  exchange->transport = dup_text (statement, 13);
  exchange->flags = (guint)sqlite3_column_int (statement, 14);
  exchange->source = dup_text (statement, 15);
  return exchange;
}

gboolean
store_history_exists (sqlite3 *connection, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = store_database_prepare (
      connection, "SELECT 1 FROM pragma_table_info ('exchange') WHERE name = 'source'", error);

  if (statement == NULL)
    return FALSE;
  int code = sqlite3_step (statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    store_database_set_error (connection, code, error);
  return code == SQLITE_ROW;
}

/* A pattern for LIKE that finds @text as it is. */
static char *
make_pattern (const char *text)
{
  GString *pattern = g_string_new ("%");

  for (const char *at = text; *at != '\0'; at++)
    {
      if (strchr ("%_\\", *at) != NULL)
        g_string_append_c (pattern, '\\');
      g_string_append_c (pattern, *at);
    }
  g_string_append_c (pattern, '%');
  return g_string_free (pattern, FALSE);
}

/* What an index has is in the WHERE; the rest is a column, so that the rows that do not match are
 * counted. */
static sqlite3_stmt *
prepare (sqlite3                  *connection,
         const StoreHistoryFilter *filter,
         const StoreHistoryKey    *before,
         GError                  **error)
{
  g_autoptr (GString) sql = g_string_new (
      "SELECT " STORE_HISTORY_COLUMNS ", "
      "(?6 IS NULL OR instr (?6, ',' || method || ',')) AND (?10 IS NULL OR name = ?10) AND "
      "(?7 = 0 OR (?7 >> outcome) & 1) AND "
      "(?8 IS NULL OR method LIKE ?8 ESCAPE '\\' OR name LIKE ?8 ESCAPE '\\' OR " TEXT_IN (
          "request") " OR " TEXT_IN ("response") "), request "
                                                 "FROM exchange WHERE source IS ");
  g_autofree char *pattern = filter->text != NULL ? make_pattern (filter->text) : NULL;
  g_autofree char *methods =
      filter->method != NULL ? g_strconcat (",", filter->method, ",", NULL) : NULL;

  g_string_append (sql, filter->imported ? "NOT NULL" : "NULL");
  if (filter->server != NULL)
    g_string_append (sql, " AND server = ?1");
  if (filter->from != 0)
    g_string_append (sql, " AND time >= ?2");
  if (filter->to != 0)
    g_string_append (sql, " AND time < ?3");
  if (before != NULL)
    g_string_append (sql, " AND (time, id) < (?4, ?5)");
  g_string_append (sql, " ORDER BY time DESC, id DESC");
  sqlite3_stmt *statement = store_database_prepare (connection, sql->str, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 1, filter->server, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 2, filter->from);
  sqlite3_bind_int64 (statement, 3, filter->to);
  if (before != NULL)
    {
      sqlite3_bind_int64 (statement, 4, before->time);
      sqlite3_bind_int64 (statement, 5, before->id);
    }
  sqlite3_bind_text (statement, 6, methods, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 7, filter->outcomes);
  sqlite3_bind_text (statement, 8, pattern, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int (statement, 9, STORE_HISTORY_SEARCHED_BYTES);
  sqlite3_bind_text (statement, 10, filter->name, -1, SQLITE_TRANSIENT);
  return statement;
}

/* Looked up for what matches alone. */
static void
add_exchange (StoreHistoryPage *page, sqlite3_stmt *row, sqlite3_stmt *requests)
{
  StoreExchange *exchange = store_history_read_row (row);

  g_ptr_array_add (page->exchanges, exchange);
  if (exchange->request_size > STORE_HISTORY_SHOWN_BYTES)
    return;
  sqlite3_bind_int64 (requests, 1, sqlite3_column_int64 (row, STORE_HISTORY_N_COLUMNS + 1));
  if (sqlite3_step (requests) == SQLITE_ROW)
    exchange->request = dup_text (requests, 0);
  sqlite3_reset (requests);
}

/* Returns: SQLITE_ROW where the page ended before the history did */
static int
fill (StoreHistoryPage *page, sqlite3_stmt *rows, sqlite3_stmt *requests, guint limit)
{
  gint64 end = g_get_monotonic_time () + MAX_TIME_US;
  guint  n = 0;
  int    code;

  while ((code = sqlite3_step (rows)) == SQLITE_ROW)
    {
      if (page->exchanges->len >= limit)
        break;
      page->next.id = sqlite3_column_int64 (rows, 0);
      page->next.time = sqlite3_column_int64 (rows, 1);
      if (sqlite3_column_int (rows, STORE_HISTORY_N_COLUMNS) != 0)
        add_exchange (page, rows, requests);
      if (++n >= MAX_ROWS || g_get_monotonic_time () >= end)
        break;
    }
  return code;
}

StoreHistoryPage *
store_history_page_read (sqlite3                  *connection,
                         const StoreHistoryFilter *filter,
                         const StoreHistoryKey    *before,
                         guint                     limit,
                         GError                  **error)
{
  g_autoptr (StoreHistoryPage) page = g_new0 (StoreHistoryPage, 1);
  g_autoptr (sqlite3_stmt) requests = NULL;
  g_autoptr (GError) problem = NULL;

  page->exchanges = g_ptr_array_new_with_free_func ((GDestroyNotify)store_exchange_free);
  if (filter->text != NULL && strlen (filter->text) > STORE_HISTORY_MAX_TEXT)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "A text to look for may be %d bytes long.", STORE_HISTORY_MAX_TEXT);
      return NULL;
    }
  if (!store_history_exists (connection, &problem))
    {
      if (problem == NULL)
        return g_steal_pointer (&page);
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  g_autoptr (sqlite3_stmt) rows = prepare (connection, filter, before, error);
  requests = rows != NULL ? store_database_prepare (connection, REQUEST, error) : NULL;
  if (requests == NULL)
    return NULL;
  int code = fill (page, rows, requests, limit);
  page->has_more = code == SQLITE_ROW;
  if (code == SQLITE_ROW || code == SQLITE_DONE)
    return g_steal_pointer (&page);
  store_database_set_error (connection, code, error);
  return NULL;
}
