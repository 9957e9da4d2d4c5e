/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "database-fixture.h"

#include "store-blob.h"

#define PATIENCE_US (60 * G_TIME_SPAN_SECOND)

/* Waiting */

void
database_fixture_on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static gboolean
on_tick (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* What another thread brings about may wake nobody: that is what the tick is for. */
void
database_fixture_wait_until (gboolean (*is_so) (gpointer), gpointer data)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;
  guint  tick = g_timeout_add (10, on_tick, NULL);

  while (!is_so (data) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
  g_assert_true (is_so (data));
}

static gboolean
is_there (gpointer data)
{
  return *(gpointer *)data != NULL;
}

GAsyncResult *
database_fixture_wait_for (GAsyncResult **result)
{
  database_fixture_wait_until (is_there, result);
  return *result;
}

/* The file */

static gboolean
is_settled (gpointer backend)
{
  return store_backend_get_state (backend) != STORE_BACKEND_CONNECTING;
}

void
database_fixture_open (DatabaseFixture *fixture)
{
  fixture->database = store_database_new (fixture->path);
  fixture->backend = store_sqlite_backend_new (fixture->database);
  fixture->history = store_history_new (fixture->database);
  database_fixture_wait_until (is_settled, fixture->backend);
}

void
database_fixture_close (DatabaseFixture *fixture)
{
  g_clear_object (&fixture->backend);
  g_clear_object (&fixture->history);
  if (fixture->database != NULL)
    store_database_close (fixture->database);
  g_clear_object (&fixture->database);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

void
database_fixture_set_up (DatabaseFixture *fixture, const char *folder)
{
  *fixture = (DatabaseFixture){
    .folder = folder != NULL ? g_strdup (folder) : g_dir_make_tmp ("spyglass-file-XXXXXX", NULL)
  };
  fixture->path = g_build_filename (fixture->folder, "spyglass.db", NULL);
}

void
database_fixture_tear_down (DatabaseFixture *fixture)
{
  const char *const command[] = { "rm", "-rf", fixture->folder, NULL };

  database_fixture_close (fixture);
  g_assert_true (g_spawn_sync (NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* Work */

char *
database_fixture_put (DatabaseFixture *fixture, GBytes *text, GError **error)
{
  g_autoptr (StoreObject) object = store_object_new_text (text, "demo", "cat");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (StoreObjectEntry) entry = NULL;

  store_backend_put_async (fixture->backend, object, NULL, STORE_BACKEND_DEFAULT_TTL, NULL,
                           database_fixture_on_done, &result);
  entry =
      store_backend_put_finish (fixture->backend, database_fixture_wait_for (&result), error);
  return entry != NULL ? g_strdup (store_object_entry_get_facts (entry)->id) : NULL;
}

StoreObject *
database_fixture_get_object (StoreBackend *backend, const char *id, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_backend_get_async (backend, id, NULL, database_fixture_on_done, &result);
  return store_backend_get_finish (backend, database_fixture_wait_for (&result), error);
}

void
database_fixture_refresh (StoreBackend *backend)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_backend_refresh_async (backend, NULL, database_fixture_on_done, &result);
  g_assert_true (store_backend_refresh_finish (backend, database_fixture_wait_for (&result), &error));
  g_assert_no_error (error);
}

GBytes *
database_fixture_get (DatabaseFixture *fixture, const char *id, GError **error)
{
  g_autoptr (StoreObject) object = database_fixture_get_object (fixture->backend, id, error);

  return object != NULL ? store_object_dup_bytes (object) : NULL;
}

gboolean
database_fixture_remove (DatabaseFixture *fixture, const char *id, GError **error)
{
  const char *const ids[] = { id, NULL };
  g_autoptr (GAsyncResult) result = NULL;

  store_backend_remove_async (fixture->backend, ids, NULL, database_fixture_on_done, &result);
  return store_backend_remove_finish (fixture->backend, database_fixture_wait_for (&result),
                                      error);
}

gint64
database_fixture_add (DatabaseFixture *fixture, GBytes *request, GBytes *response, GError **error)
{
  const StoreExchange exchange = { .method = (char *)"tools/call", .name = (char *)"cat" };
  g_autoptr (GAsyncResult) result = NULL;

  store_history_add_async (fixture->history, &exchange, request, response, NULL, NULL,
                           database_fixture_on_done, &result);
  return store_history_add_finish (fixture->history, database_fixture_wait_for (&result), error);
}

guint
database_fixture_count (DatabaseFixture *fixture)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (store_backend_get_entries (fixture->backend)));
}

/* The file itself */

static sqlite3 *
open_beside (const char *path)
{
  sqlite3 *connection = NULL;

  g_assert_cmpint (sqlite3_open (path, &connection), ==, SQLITE_OK);
  sqlite3_busy_timeout (connection, 20000);
  return connection;
}

gint64
database_fixture_ask (const char *path, const char *sql)
{
  sqlite3      *connection = open_beside (path);
  sqlite3_stmt *statement = NULL;
  gint64        number = 0;
  int           code;

  g_assert_cmpint (sqlite3_prepare_v2 (connection, sql, -1, &statement, NULL), ==, SQLITE_OK);
  code = sqlite3_step (statement);
  g_assert_true (code == SQLITE_ROW || code == SQLITE_DONE);
  if (code == SQLITE_ROW)
    number = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (connection);
  return number;
}

/* The hash that it is kept under is that of its bytes. */
static void
check_blobs (sqlite3 *connection)
{
  g_autoptr (sqlite3_stmt) rows =
      store_database_prepare (connection, "SELECT id, hash FROM blob", NULL);
  int code;

  while ((code = sqlite3_step (rows)) == SQLITE_ROW)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = store_blob_get (connection, sqlite3_column_int64 (rows, 0), &error);
      g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
      guint8 digest[32];
      gsize  length = sizeof digest;

      g_assert_no_error (error);
      g_checksum_update (checksum, g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes));
      g_checksum_get_digest (checksum, digest, &length);
      g_assert_cmpmem (digest, length, sqlite3_column_blob (rows, 1), 32);
    }
  g_assert_cmpint (code, ==, SQLITE_DONE);
}

static void
check_integrity (sqlite3 *connection)
{
  g_autoptr (sqlite3_stmt) row =
      store_database_prepare (connection, "PRAGMA integrity_check", NULL);

  g_assert_cmpint (sqlite3_step (row), ==, SQLITE_ROW);
  g_assert_cmpstr ((const char *)sqlite3_column_text (row, 0), ==, "ok");
}

void
database_fixture_check_whole (const char *path)
{
  /* What each counts must not be there. */
  static const char *const counts[] = {
    "SELECT count (*) FROM pragma_foreign_key_check",
    "SELECT count (*) FROM piece WHERE id >> 20 NOT IN (SELECT id FROM blob)",
    "SELECT count (*) FROM blob WHERE id NOT IN (SELECT blob FROM object) AND NOT EXISTS "
    "(SELECT 1 FROM exchange WHERE request = blob.id OR response = blob.id)",
    "SELECT count (*) FROM exchange_total WHERE n != (SELECT count (*) FROM exchange) OR bytes != "
    "(SELECT total (request_size) + total (response_size) FROM exchange)",
  };
  sqlite3 *connection = open_beside (path);

  check_integrity (connection);
  check_blobs (connection);
  sqlite3_close (connection);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    g_assert_cmpint (database_fixture_ask (path, counts[i]), ==, 0);
}
