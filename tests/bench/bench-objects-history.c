/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of a history of a million exchanges. */

#include "bench-objects.h"

#include <stdio.h>
#include <stdlib.h>

#include "store-history.h"

#define N_ROWS 1000000
#define PAGE 100

/* Requests and responses of 1 kB, a thousand different ones; every hundredth row is of one server,
 * and one in a hundred thousand names what nothing else has. */
static const char fill_sql[] =
    "PRAGMA synchronous = OFF; BEGIN;"
    "INSERT INTO blob (id, hash, size) WITH RECURSIVE i (n) AS "
    "(SELECT 1 UNION ALL SELECT n + 1 FROM i LIMIT 1000) SELECT n, randomblob (32), 1000 FROM i;"
    "INSERT INTO piece (id, data) SELECT id << 20, CAST ('{\"jsonrpc\":\"2.0\",\"id\":' || id || "
    "',\"result\":{\"text\":\"' || substr (hex (randomblob (480)), 1, 950) || '\"}}' AS BLOB) "
    "FROM blob;"
    "INSERT INTO exchange (time, server, protocol, method, name, outcome, error_code, duration, "
    "request, response, request_size, response_size, session) WITH RECURSIVE i (n) AS "
    "(SELECT 1 UNION ALL SELECT n + 1 FROM i LIMIT 1000000) "
    "SELECT n * 1000000, CASE n % 100 WHEN 0 THEN 'rare' ELSE 'server ' || (n % 7) END, "
    "'2025-11-25', 'tools/call', "
    "CASE n % 100000 WHEN 5 THEN 'needle' ELSE 'tool ' || (n % 31) END, "
    "0, 0, 12000, n % 1000 + 1, n * 7 % 1000 + 1, 1000, 1000, 'one' FROM i;"
    "COMMIT";

/* Beside the database, which has made the tables. */
static void
fill (const char *path)
{
  sqlite3 *connection = NULL;
  int      code = sqlite3_open (path, &connection);

  if (code == SQLITE_OK)
    code = sqlite3_exec (connection, fill_sql, NULL, NULL, NULL);
  if (code != SQLITE_OK)
    {
      fprintf (stderr, "%s\n", sqlite3_errmsg (connection));
      exit (1);
    }
  sqlite3_close (connection);
}

typedef struct
{
  StoreHistory      *history;
  StoreHistoryFilter filter;
  StoreHistoryKey    before; /* 0: the first page */
  guint              wanted; /* exchanges, on as many pages as it takes */
} Query;

static StoreHistoryPage *
read_page (const Query *query, const StoreHistoryKey *before)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  StoreHistoryPage *page;

  store_history_query_async (query->history, &query->filter, before, PAGE, NULL, bench_on_done,
                             &result);
  page = store_history_query_finish (query->history, bench_wait_for (&result), &error);
  bench_check (error);
  return page;
}

static double
run (gpointer data)
{
  const Query    *query = data;
  StoreHistoryKey before = query->before;
  gint64          start = g_get_monotonic_time ();
  gboolean        has_more = TRUE;

  for (guint found = 0; found < query->wanted && has_more;)
    {
      g_autoptr (StoreHistoryPage) page = read_page (query, before.time != 0 ? &before : NULL);

      found += page->exchanges->len;
      before = page->next;
      has_more = page->has_more;
    }
  return (double)(g_get_monotonic_time () - start);
}

void
bench_history (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "history.db", NULL);
  g_autoptr (StoreDatabase) database = store_database_new (path);
  g_autoptr (StoreHistory) history = store_history_new (database);
  const StoreHistoryKey middle = { (gint64)N_ROWS / 2 * 1000000, 1 };
  gint64                start = g_get_monotonic_time ();

  while (store_database_get_state (database) == STORE_DATABASE_OPENING)
    g_main_context_iteration (NULL, TRUE);
  fill (path);
  printf ("history, %u rows written in %.1f s\n", N_ROWS,
          (double)(g_get_monotonic_time () - start) / 1e6);
  bench_measure ("history, first page of 100", run, &(Query){ history, .wanted = PAGE }, 0);
  bench_measure ("history, page in the middle", run,
                 &(Query){ history, .before = middle, .wanted = PAGE }, 0);
  bench_measure ("history, page of one server", run,
                 &(Query){ history, { .server = "rare" }, .wanted = PAGE }, 0);
  bench_measure ("history, page of one server, in the middle", run,
                 &(Query){ history, { .server = "rare" }, middle, PAGE }, 0);
  bench_measure ("history, page of a frequent text", run,
                 &(Query){ history, { .text = "tool 3" }, .wanted = PAGE }, 0);
  bench_measure ("history, a rare text, first", run,
                 &(Query){ history, { .text = "needle" }, .wanted = 1 }, 0);
  bench_measure ("history, a text that is nowhere, all of it", run,
                 &(Query){ history, { .text = "nowhere-at-all" }, .wanted = 1 }, 0);
  store_database_close (database);
}
