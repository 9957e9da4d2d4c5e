/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The history: what was sent and received, in the file that has the objects too. */

#include "store-tests.h"
#include "database-fixture.h"
#include "store-database-schema.h"
#include "store-error.h"
#include "store-history.h"
#include "store-sqlite-backend.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char          *folder;
  char          *path;
  StoreDatabase *database;
  StoreHistory  *history;
} Fixture;

static void
open_file (Fixture *fixture)
{
  fixture->database = store_database_new (fixture->path);
  fixture->history = store_history_new (fixture->database);
}

static void
close_file (Fixture *fixture)
{
  g_clear_object (&fixture->history);
  store_database_close (fixture->database);
  g_clear_object (&fixture->database);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
set_up (Fixture *fixture)
{
  *fixture = (Fixture){ .folder = g_dir_make_tmp ("spyglass-history-XXXXXX", NULL) };
  fixture->path = g_build_filename (fixture->folder, "spyglass.db", NULL);
  open_file (fixture);
}

static void
tear_down (Fixture *fixture)
{
  g_autofree char *command = g_strdup_printf ("rm -rf %s", fixture->folder);

  if (fixture->database != NULL)
    close_file (fixture);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->folder);
  g_free (fixture->path);
}

static GBytes *
bytes_of (const char *text)
{
  return text != NULL ? g_bytes_new (text, strlen (text)) : NULL;
}

static gint64
add_for (StoreHistory        *history,
         const StoreExchange *exchange,
         const char          *request,
         const char          *response,
         GError             **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) sent = bytes_of (request);
  g_autoptr (GBytes) received = bytes_of (response);

  store_history_add_async (history, exchange, sent, received, NULL, NULL, database_fixture_on_done, &result);
  return store_history_add_finish (history, database_fixture_wait_for (&result), error);
}

static gint64
add (StoreHistory *history, StoreExchange exchange, const char *request, const char *response)
{
  g_autoptr (GError) error = NULL;
  gint64 id = add_for (history, &exchange, request, response, &error);

  g_assert_no_error (error);
  g_assert_cmpint (id, >, 0);
  return id;
}

/* An exchange of which only that is known; a request that goes unanswered. */
static gint64
add_ping (StoreHistory *history, const char *request)
{
  return add (history, (StoreExchange){ .method = (char *)"ping" }, request, NULL);
}

static StoreHistoryPage *
query_for (StoreHistory          *history,
           StoreHistoryFilter     filter,
           const StoreHistoryKey *before,
           guint                  limit,
           GError               **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_history_query_async (history, &filter, before, limit, NULL, database_fixture_on_done, &result);
  return store_history_query_finish (history, database_fixture_wait_for (&result), error);
}

/* The ids of all that are found, one digit each, page by page. */
static char *
list_ids (StoreHistory *history, StoreHistoryFilter filter, guint limit)
{
  GString        *ids = g_string_new ("");
  StoreHistoryKey next;
  gboolean        goes_on = FALSE;

  do
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreHistoryPage) page =
          query_for (history, filter, goes_on ? &next : NULL, limit, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (page->exchanges->len, <=, limit);
      for (guint i = 0; i < page->exchanges->len; i++)
        g_string_append_printf (ids, "%d",
                                (int)((StoreExchange *)page->exchanges->pdata[i])->id);
      goes_on = page->has_more;
      next = page->next;
    }
  while (goes_on);
  return g_string_free (ids, FALSE);
}

static void
check_ids (StoreHistory *history, StoreHistoryFilter filter, const char *expected)
{
  for (guint limit = 1; limit <= 100; limit *= 3)
    {
      g_autofree char *ids = list_ids (history, filter, limit);

      g_assert_cmpstr (ids, ==, expected);
    }
}

static StoreHistorySize
measure (StoreHistory *history)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  StoreHistorySize size = { 0 };

  store_history_measure_async (history, NULL, database_fixture_on_done, &result);
  g_assert_true (store_history_measure_finish (history, database_fixture_wait_for (&result), &size, &error));
  g_assert_no_error (error);
  return size;
}

static gint64
clear (StoreHistory *history, gint64 before, guint64 max_bytes)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 n;

  store_history_clear_async (history, before, max_bytes, NULL, database_fixture_on_done, &result);
  n = store_history_clear_finish (history, database_fixture_wait_for (&result), &error);
  g_assert_no_error (error);
  return n;
}

static StoreExchange *
get (StoreHistory *history, gint64 id, char **request, char **response, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) sent = NULL;
  g_autoptr (GBytes) received = NULL;
  StoreExchange *exchange;

  store_history_get_async (history, id, NULL, database_fixture_on_done, &result);
  exchange = store_history_get_finish (history, database_fixture_wait_for (&result), &sent, &received, error);
  *request = sent != NULL ? g_strndup (g_bytes_get_data (sent, NULL), g_bytes_get_size (sent))
                          : NULL;
  *response = received != NULL
                  ? g_strndup (g_bytes_get_data (received, NULL), g_bytes_get_size (received))
                  : NULL;
  return exchange;
}

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *connection = NULL;

  g_assert_cmpint (sqlite3_open (path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (connection, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (connection);
}

static int
count_rows (const char *path, const char *table)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s", table);
  sqlite3         *connection = NULL;
  sqlite3_stmt    *statement = NULL;
  int              n;

  g_assert_cmpint (sqlite3_open (path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (connection, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  n = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (connection);
  return n;
}

static void
test_round_trip (void)
{
  Fixture fixture;
  g_autoptr (StoreExchange) back = NULL;
  g_autoptr (StoreExchange) lost = NULL;
  g_autofree char *request = NULL, *response = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  g_assert_cmpint (add (fixture.history,
                        (StoreExchange){ 0, 5, (char *)"p1", (char *)"demo", (char *)"2025-06-18",
                                         (char *)"tools/call", (char *)"echo", STORE_OUTCOME_ERROR,
                                         -32602, 77, 0, 0, (char *)"s" },
                        "{\"a\": 1.0}", "[ ]"),
                   ==, 1);
  add (fixture.history, (StoreExchange){ .method = (char *)"ping", .duration = -1 }, NULL, NULL);
  close_file (&fixture);
  open_file (&fixture);
  back = get (fixture.history, 1, &request, &response, &error);
  g_assert_no_error (error);
  g_assert_cmpint (back->time, ==, 5);
  g_assert_cmpstr (back->server_id, ==, "p1");
  g_assert_cmpstr (back->server, ==, "demo");
  g_assert_cmpstr (back->protocol, ==, "2025-06-18");
  g_assert_cmpstr (back->method, ==, "tools/call");
  g_assert_cmpstr (back->name, ==, "echo");
  g_assert_cmpint (back->outcome, ==, STORE_OUTCOME_ERROR);
  g_assert_cmpint (back->error_code, ==, -32602);
  g_assert_cmpint (back->duration, ==, 77);
  g_assert_cmpuint (back->request_size, ==, 10);
  g_assert_cmpuint (back->response_size, ==, 3);
  g_assert_cmpstr (back->session, ==, "s");
  g_assert_cmpstr (request, ==, "{\"a\": 1.0}");
  g_assert_cmpstr (response, ==, "[ ]");
  g_clear_pointer (&request, g_free);
  g_clear_pointer (&response, g_free);
  lost = get (fixture.history, 2, &request, &response, &error);
  g_assert_no_error (error);
  g_assert_null (request);
  g_assert_null (response);
  g_assert_cmpint (lost->time, >, 5);
  g_assert_null (get (fixture.history, 3, &request, &response, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  tear_down (&fixture);
}

static StoreExchange
known (gint64 time, const char *server, const char *method, const char *name, StoreOutcome outcome)
{
  return (StoreExchange){ .time = time,
                          .server = (char *)server,
                          .method = (char *)method,
                          .name = (char *)name,
                          .outcome = outcome };
}

static void
test_filters (void)
{
  Fixture      fixture;
  StoreOutcome outcome;
  g_autoptr (GError) error = NULL;
  g_autofree char *large = g_strnfill (STORE_HISTORY_SEARCHED_BYTES, 'x');
  g_autofree char *hidden = g_strconcat (large, "needle", NULL);
  g_autofree char *too_long = g_strnfill (STORE_HISTORY_MAX_TEXT + 1, '%');

  set_up (&fixture);
  /* By their time: the fourth is older than all. */
  add (fixture.history,
       known (10, "a", "ping", NULL, STORE_OUTCOME_RESULT),
       "100%", NULL);
  add (fixture.history,
       known (20, "b", "tools/call", "a_b", STORE_OUTCOME_RESULT),
       "{}", "Needle");
  add (fixture.history,
       known (20, "a", "tools/call", "axb", STORE_OUTCOME_TOOL_ERROR),
       "back\\slash", "1000");
  add (fixture.history,
       known (5, "b", "tools/list", NULL, STORE_OUTCOME_CANCELLED),
       hidden, NULL);
  check_ids (fixture.history, (StoreHistoryFilter){ 0 }, "3214");
  check_ids (fixture.history, (StoreHistoryFilter){ .server = "a" }, "31");
  check_ids (fixture.history, (StoreHistoryFilter){ .server = "A" }, "");
  check_ids (fixture.history, (StoreHistoryFilter){ .method = "tools/call" }, "32");
  check_ids (fixture.history,
             (StoreHistoryFilter){ .outcomes = 1 << STORE_OUTCOME_CANCELLED |
                                               1 << STORE_OUTCOME_TOOL_ERROR },
             "34");
  check_ids (fixture.history, (StoreHistoryFilter){ .from = 10, .to = 20 }, "1");
  check_ids (fixture.history, (StoreHistoryFilter){ .server = "b", .from = 6 }, "2");
  check_ids (fixture.history, (StoreHistoryFilter){ .text = "needle" }, "2");
  check_ids (fixture.history, (StoreHistoryFilter){ .text = "TOOLS/" }, "324");
  check_ids (fixture.history, (StoreHistoryFilter){ .text = "a_b" }, "2");
  check_ids (fixture.history, (StoreHistoryFilter){ .text = "0%" }, "1");
  check_ids (fixture.history, (StoreHistoryFilter){ .text = "k\\s" }, "3");
  check_ids (fixture.history, (StoreHistoryFilter){ .text = "'; DROP TABLE exchange; --" }, "");
  g_assert_null (query_for (fixture.history,
                            (StoreHistoryFilter){ .text = too_long }, NULL, 9, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE);
  g_assert_true (store_outcome_from_name ("tool-error", &outcome));
  g_assert_cmpint (outcome, ==, STORE_OUTCOME_TOOL_ERROR);
  g_assert_false (store_outcome_from_name ("", &outcome));
  tear_down (&fixture);
}

/* A search that finds nothing gives way, and goes on where it was. */
static void
test_many (void)
{
  Fixture fixture;
  g_autoptr (StoreHistoryPage) page = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *ids = NULL;

  set_up (&fixture);
  add (fixture.history, (StoreExchange){ .time = 1, .method = (char *)"needle" }, "{}", NULL);
  run_sql (fixture.path,
           "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
           "INSERT INTO exchange (time, method, outcome, error_code, duration, request, "
           "request_size, response_size) SELECT i, 'ping', 0, 0, 1, 1, 2, 0 FROM n");
  page = query_for (fixture.history, (StoreHistoryFilter){ .text = "needle" }, NULL, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->exchanges->len, ==, 0);
  g_assert_true (page->has_more);
  ids = list_ids (fixture.history, (StoreHistoryFilter){ .text = "needle" }, 10);
  g_assert_cmpstr (ids, ==, "1");
  g_assert_cmpuint (measure (fixture.history).n, ==, 50000);
  g_assert_cmpint (clear (fixture.history, 40001, G_MAXUINT64), ==, 40000);
  g_assert_cmpint (clear (fixture.history, 0, 10), ==, 9995);
  g_assert_cmpuint (measure (fixture.history).bytes, ==, 10);
  g_assert_cmpint (count_rows (fixture.path, "blob"), ==, 1);
  g_assert_cmpint (clear (fixture.history, G_MAXINT64, G_MAXUINT64), ==, 5);
  g_assert_cmpint (clear (fixture.history, G_MAXINT64, 0), ==, 0);
  g_assert_cmpint (count_rows (fixture.path, "blob"), ==, 0);
  g_assert_cmpint (count_rows (fixture.path, "piece"), ==, 0);
  tear_down (&fixture);
}

static goffset
get_size (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return status.st_size;
}

static void
fill (const char *path)
{
  run_sql (path,
           "PRAGMA foreign_keys = OFF; BEGIN;"
           "WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 23000) "
           "INSERT INTO blob (id, hash, size) SELECT i, randomblob (32), 1000 FROM n;"
           "INSERT INTO piece SELECT id << 20, randomblob (1000) FROM blob WHERE id > 1000;"
           "INSERT INTO exchange (time, method, outcome, error_code, duration, request, response, "
           "request_size, response_size) SELECT id, 'ping', 0, 0, 1, id, 22999 - id % 7, 1000, 1000 "
           "FROM blob WHERE id > 1000; COMMIT");
}

/* The file gets smaller, also one that an older version made, and while other programs have it open;
 * one that reads what was there just keeps it large for as long as it does. */
static void
test_space (void)
{
  for (guint i = 0; i < 4; i++)
    {
      gboolean      old = i % 2 == 1, is_read = i >= 2;
      Fixture       fixture;
      sqlite3      *other = NULL;
      sqlite3_stmt *reading = NULL;
      goffset       full;

      set_up (&fixture);
      add (fixture.history, (StoreExchange){ .method = (char *)"ping" }, "kept", "gone");
      run_sql (fixture.path, "INSERT INTO object (blob, kind, type, length, time) "
                             "SELECT id, 'text', 'str', 4, 1 FROM blob WHERE id = 1");
      close_file (&fixture);
      if (old)
        run_sql (fixture.path, "PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM");
      fill (fixture.path);
      full = get_size (fixture.path);
      g_assert_cmpint (full, >, 25000000);
      open_file (&fixture);
      g_assert_cmpint (measure (fixture.history).file_bytes, ==, full);
      g_assert_cmpint (sqlite3_open (fixture.path, &other), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_exec (other, is_read ? "BEGIN" : "SELECT 1", NULL, NULL, NULL), ==,
                       SQLITE_OK);
      g_assert_cmpint (sqlite3_prepare_v2 (other, "SELECT max (id) FROM exchange", -1, &reading, NULL),
                       ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (reading), ==, SQLITE_ROW);
      sqlite3_reset (reading);
      g_assert_cmpint (clear (fixture.history, G_MAXINT64, G_MAXUINT64), ==, 22001);
      g_assert_cmpint (measure (fixture.history).n, ==, 0);
      g_assert_cmpint (measure (fixture.history).bytes, ==, 0);
      if (is_read)
        {
          g_assert_cmpint (get_size (fixture.path), ==, full);
          g_assert_cmpint (sqlite3_exec (other, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
          g_assert_cmpint (clear (fixture.history, G_MAXINT64, G_MAXUINT64), ==, 0);
        }
      g_assert_cmpint (get_size (fixture.path), <, 200000);
      g_assert_cmpint (measure (fixture.history).file_bytes, ==, get_size (fixture.path));
      sqlite3_finalize (reading);
      sqlite3_close (other);
      close_file (&fixture);
      g_assert_cmpint (count_rows (fixture.path, "object"), ==, 1);
      database_fixture_check_whole (fixture.path);
      tear_down (&fixture);
    }
}

/* What an exchange was is not what it says by now. */
static void
test_letter (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;
  g_autofree char *request = NULL, *response = NULL;

  set_up (&fixture);
  add (fixture.history, (StoreExchange){ .method = (char *)"ping" }, "{\"a\": 1}", "{}");
  run_sql (fixture.path, "UPDATE piece SET data = CAST ('{\"a\": 2}' AS BLOB) WHERE id >> 20 = 1");
  g_assert_null (get (fixture.history, 1, &request, &response, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "SHA-256"));
  tear_down (&fixture);
}

/* Bytes that an object and an exchange share go with the last of them. */
static void
test_shared (void)
{
  Fixture fixture;

  set_up (&fixture);
  for (guint round = 0; round < 2; round++)
    {
      add (fixture.history, (StoreExchange){ .method = (char *)"ping" }, "same", "same");
      add (fixture.history, (StoreExchange){ .method = (char *)"ping" }, "other", "same");
      g_assert_cmpint (count_rows (fixture.path, "blob"), ==, 2);
      run_sql (fixture.path,
               "INSERT INTO object (blob, kind, type, length, time) "
               "SELECT id, 'text', 'str', 4, 1 FROM blob WHERE size = 4");
      if (round == 0)
        {
          clear (fixture.history, G_MAXINT64, G_MAXUINT64);
          g_assert_cmpint (count_rows (fixture.path, "blob"), ==, 1);
          g_assert_cmpint (count_rows (fixture.path, "piece"), ==, 1);
          run_sql (fixture.path, "DELETE FROM object");
        }
      else
        {
          run_sql (fixture.path, "DELETE FROM object");
          g_assert_cmpint (count_rows (fixture.path, "blob"), ==, 2);
          clear (fixture.history, G_MAXINT64, G_MAXUINT64);
        }
      g_assert_cmpint (count_rows (fixture.path, "blob"), ==, 0);
      g_assert_cmpint (count_rows (fixture.path, "piece"), ==, 0);
    }
  tear_down (&fixture);
}

/* A file of the version before: as it was released, with two objects. */
static void
write_first_version (const char *path)
{
  run_sql (path, store_database_schema[0]);
  run_sql (path, "INSERT INTO blob VALUES (1, x'01', 3); INSERT INTO piece VALUES (1 << 20, '[1]');"
                 "INSERT INTO object (blob, kind, type, length, time) VALUES "
                 "(1, 'json', 'list', 1, 7), (1, 'json', 'list', 1, 8);"
                 "PRAGMA user_version = 1");
}

static void
test_migration (void)
{
  Fixture          fixture;
  g_autofree char *request = NULL, *response = NULL;

  set_up (&fixture);
  close_file (&fixture);
  g_assert_cmpint (g_unlink (fixture.path), ==, 0);
  write_first_version (fixture.path);
  open_file (&fixture);
  g_assert_cmpint (add_ping (fixture.history, "{}"), ==, 1);
  g_assert_cmpint (count_rows (fixture.path, "object"), ==, 2);
  g_assert_cmpint (count_rows (fixture.path, "piece"), ==, 2);
  run_sql (fixture.path, "DELETE FROM object WHERE id = 1");
  g_assert_cmpint (count_rows (fixture.path, "piece"), ==, 2);
  run_sql (fixture.path, "DELETE FROM object WHERE id = 2");
  g_assert_cmpint (count_rows (fixture.path, "piece"), ==, 1);
  tear_down (&fixture);
}

/* What the threads found out is told in the thread of the database, also where that is busy. */
static void
test_thread (void)
{
  Fixture  fixture;
  gboolean there = FALSE;

  set_up (&fixture);
  close_file (&fixture);
  open_file (&fixture);
  for (guint i = 0; i < 20 && !there; i++)
    {
      g_usleep (5000);
      there = store_database_get_state (fixture.database) != STORE_DATABASE_OPENING;
    }
  g_assert_false (there);
  add_ping (fixture.history, "{}");
  g_assert_cmpuint (store_database_get_state (fixture.database), ==, STORE_DATABASE_READY);
  tear_down (&fixture);
}

static void
check_refuses (Fixture *fixture, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (add_for (fixture->history, &(StoreExchange){ .method = (char *)"ping" },
                            "{}", NULL, &error),
                   ==, 0);
  g_assert_error (error, STORE_ERROR, code);
}

/* Of a newer version: read, and nothing else. */
static void
test_newer (void)
{
  Fixture fixture;

  set_up (&fixture);
  add_ping (fixture.history, "{}");
  close_file (&fixture);
  run_sql (fixture.path, "PRAGMA user_version = 1000");
  open_file (&fixture);
  check_ids (fixture.history, (StoreHistoryFilter){ 0 }, "1");
  check_refuses (&fixture, STORE_ERROR_NEWER);
  g_assert_cmpuint (measure (fixture.history).n, ==, 1);
  close_file (&fixture);
  /* One that has no history, for whatever reason, has an empty one. */
  g_assert_cmpint (g_unlink (fixture.path), ==, 0);
  write_first_version (fixture.path);
  run_sql (fixture.path, "PRAGMA user_version = 1000");
  open_file (&fixture);
  check_ids (fixture.history, (StoreHistoryFilter){ 0 }, "");
  g_assert_cmpuint (measure (fixture.history).n, ==, 0);
  tear_down (&fixture);
}

static void
test_damaged (void)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  close_file (&fixture);
  g_assert_true (g_file_set_contents (fixture.path, "This is a text, and no database.", -1, NULL));
  open_file (&fixture);
  check_refuses (&fixture, STORE_ERROR_SYNTAX);
  g_assert_null (query_for (fixture.history, (StoreHistoryFilter){ 0 }, NULL, 1, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  tear_down (&fixture);
}

/* Two programs on one file. */
static void
test_two_programs (void)
{
  Fixture fixture;

  set_up (&fixture);
  add_ping (fixture.history, "{}");
  g_autoptr (StoreDatabase) database = store_database_new (fixture.path);
  g_autoptr (StoreHistory) second = store_history_new (database);
  check_ids (second, (StoreHistoryFilter){ 0 }, "1");
  add_ping (second, "{}");
  check_ids (fixture.history, (StoreHistoryFilter){ 0 }, "21");
  clear (second, G_MAXINT64, G_MAXUINT64);
  check_ids (fixture.history, (StoreHistoryFilter){ 0 }, "");
  store_database_close (database);
  tear_down (&fixture);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  store_database_finish (STORE_DATABASE (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *)data = TRUE;
}

static gpointer
read_nothing (sqlite3 *connection, gpointer input, GError **error)
{
  return NULL;
}

/* Who asks lets go of the database before it has read: the last reference is that of the work, and
 * is not given up in the thread that does it. */
static void
test_let_go (void)
{
  Fixture fixture;

  set_up (&fixture);
  for (guint i = 0; i < 100; i++)
    {
      StoreDatabase *database = store_database_new (fixture.path);
      gboolean       done = FALSE;

      g_object_add_weak_pointer (G_OBJECT (database), (gpointer *)&database);
      store_database_work_async (database, STORE_DATABASE_READ, read_nothing, NULL, NULL, NULL, NULL, on_read, &done);
      g_object_unref (database);
      while (!done || database != NULL)
        g_main_context_iteration (NULL, TRUE);
    }
  tear_down (&fixture);
}

void
add_history_tests (void)
{
  g_test_add_func ("/history/thread", test_thread);
  g_test_add_func ("/history/round-trip", test_round_trip);
  g_test_add_func ("/history/filters", test_filters);
  g_test_add_func ("/history/many", test_many);
  g_test_add_func ("/history/space", test_space);
  g_test_add_func ("/history/letter", test_letter);
  g_test_add_func ("/history/shared", test_shared);
  g_test_add_func ("/history/migration", test_migration);
  g_test_add_func ("/history/newer", test_newer);
  g_test_add_func ("/history/damaged", test_damaged);
  g_test_add_func ("/history/two-programs", test_two_programs);
  g_test_add_func ("/history/let-go", test_let_go);
}
