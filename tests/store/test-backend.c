/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One contract for all backends: memory, SQLite, and a real Redis where one is installed. */

#include "store-tests.h"
#include "database-fixture.h"
#include "redis-fixture.h"
#include "store-error.h"
#include "store-memory-backend.h"
#include "store-redis-backend.h"
#include "store-redis.h"
#include "store-sqlite-backend.h"

#include <glib/gstdio.h>
#include <string.h>

static gboolean
is_settled (gpointer backend)
{
  return store_backend_get_state (backend) != STORE_BACKEND_CONNECTING;
}

static StoreObjectEntry *
put_for (StoreBackend *backend, StoreObject *object, const char *name, gint64 ttl, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_backend_put_async (backend, object, name, ttl, NULL, database_fixture_on_done, &result);
  return store_backend_put_finish (backend, database_fixture_wait_for (&result), error);
}

static StoreObjectEntry *
put (StoreBackend *backend, StoreObject *object)
{
  g_autoptr (GError) error = NULL;
  StoreObjectEntry *entry = put_for (backend, object, NULL, STORE_BACKEND_DEFAULT_TTL, &error);

  g_assert_no_error (error);
  return entry;
}

static void
remove_one (StoreBackend *backend, const char *id)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_backend_remove_async (backend, ids, NULL, database_fixture_on_done, &result);
  g_assert_true (store_backend_remove_finish (backend, database_fixture_wait_for (&result), &error));
  g_assert_no_error (error);
}

static void
change (StoreBackend *backend, const char *id, StoreObjectChange what)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_backend_change_async (backend, id, &what, NULL, database_fixture_on_done, &result);
  g_assert_true (store_backend_change_finish (backend, database_fixture_wait_for (&result), &error));
  g_assert_no_error (error);
}

static const StoreObjectFacts *
facts_of (StoreBackend *backend, const char *id)
{
  StoreObjectEntry *entry = store_entry_list_find (store_backend_get_entries (backend), id);

  return entry != NULL ? store_object_entry_get_facts (entry) : NULL;
}

static guint
count (StoreBackend *backend)
{
  return g_list_model_get_n_items (G_LIST_MODEL (store_backend_get_entries (backend)));
}

/* Objects */

static StoreObject *
json (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return store_object_new_json (mcp_json_document_get_root (document), "demo", "list");
}

static StoreObject *
text_of (const char *data, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);

  return store_object_new_text (bytes, "demo", "cat");
}

static StoreObject *
blob_of (const char *data, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);

  return store_object_new_blob (bytes, NULL, NULL);
}

/* Fixtures */

typedef struct
{
  char          *folder;
  StoreDatabase *database;
  GSubprocess   *redis;
  char          *address;
  StoreBackend  *backend;
} Fixture;

static gboolean
start_redis (Fixture *fixture, const char *password)
{
  fixture->redis = redis_fixture_start (fixture->folder, password, &fixture->address);
  return fixture->redis != NULL;
}

static StoreBackend *
make_sqlite (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, "objects.db", NULL);

  fixture->database = store_database_new (path);
  return store_sqlite_backend_new (fixture->database);
}

static void
set_up (Fixture *fixture, const char *kind)
{
  g_autoptr (GError) error = NULL;

  *fixture = (Fixture){ .folder = g_dir_make_tmp ("spyglass-backend-XXXXXX", NULL) };
  if (g_str_equal (kind, "memory"))
    fixture->backend = store_memory_backend_new ();
  else if (g_str_equal (kind, "sqlite"))
    fixture->backend = make_sqlite (fixture);
  else if (start_redis (fixture, ""))
    fixture->backend = store_redis_backend_new (fixture->address, NULL, &error);
  else
    g_test_skip ("redis-server is not installed");
  g_assert_no_error (error);
  if (fixture->backend != NULL)
    database_fixture_wait_until (is_settled, fixture->backend);
}

static void
tear_down (Fixture *fixture)
{
  g_autofree char *command = g_strdup_printf ("rm -rf %s", fixture->folder);

  g_clear_object (&fixture->backend);
  if (fixture->database != NULL)
    store_database_close (fixture->database);
  g_clear_object (&fixture->database);
  if (fixture->redis != NULL)
    redis_fixture_stop (fixture->redis);
  g_clear_object (&fixture->redis);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->folder);
  g_free (fixture->address);
}

/* The contract */

static void
check_round_trip (StoreBackend *backend, StoreObject *object, const char *expected)
{
  g_autoptr (StoreObjectEntry) entry = put (backend, object);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObject) back =
      database_fixture_get_object (backend, store_object_entry_get_facts (entry)->id, &error);
  g_autoptr (GBytes) bytes = NULL, original = store_object_dup_bytes (object);
  /* They may have been read again meanwhile. */
  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);

  g_assert_no_error (error);
  bytes = store_object_dup_bytes (back);
  if (expected != NULL)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected,
                     strlen (expected));
  else
    g_assert_true (g_bytes_equal (bytes, original));
  g_assert_cmpint (store_object_get_kind (back), ==, store_object_get_kind (object));
  g_assert_cmpstr (store_object_get_server (back), ==, store_object_get_server (object));
  g_assert_cmpstr (store_object_get_tool (back), ==, store_object_get_tool (object));
  g_assert_cmpint (store_object_get_time (back), ==, store_object_get_time (object));
  g_assert_cmpstr (facts->type_name, ==, store_object_get_type_name (object));
  g_assert_cmpint (facts->length, ==, store_object_get_length (object));
  g_assert_true (g_str_has_prefix (facts->id, "obj_"));
  g_assert_true (facts_of (backend, facts->id) == store_object_entry_get_facts (entry));
}

static void
test_values (StoreBackend *backend)
{
  g_autoptr (StoreObject) object = json ("{\"a\":1.10,\"b\":[18446744073709551615,\"\\u0000\"]}");
  g_autoptr (StoreObject) number = json ("-0.0e5");
  g_autoptr (StoreObject) nothing = json ("null");
  g_autoptr (StoreObject) string = json ("\"\"");
  g_autoptr (StoreObject) text = text_of ("caf\xc3\xa9 \"quoted\"\n\x01", 16);
  g_autoptr (StoreObject) empty = text_of ("", 0);
  g_autoptr (StoreObject) blob = blob_of ("\x00\xff\xfe\r\n*3\r\n$", 10);

  check_round_trip (backend, object, NULL);
  check_round_trip (backend, number, NULL);
  check_round_trip (backend, nothing, NULL);
  check_round_trip (backend, string, NULL);
  check_round_trip (backend, text, NULL);
  check_round_trip (backend, empty, NULL);
  check_round_trip (backend, blob, NULL);
  g_assert_cmpuint (count (backend), ==, 7);
}

/* More than one piece of a blob, more than one read of a socket. */
static void
test_large (StoreBackend *backend)
{
  const gsize      size = 5 * 1024 * 1024 + 17;
  g_autofree char *data = g_malloc (size);
  g_autoptr (StoreObject) text = NULL;

  for (gsize i = 0; i < size; i++)
    data[i] = (char)('a' + i % 23);
  text = text_of (data, size);
  check_round_trip (backend, text, NULL);
}

static void
test_unknown (StoreBackend *backend)
{
  static const char *const ids[] = { "obj_999", "obj_", "", "@obj_000", "nothing", "obj_1x" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (database_fixture_get_object (backend, ids[i], &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
    }
  remove_one (backend, "obj_999");
}

static void
test_remove (StoreBackend *backend)
{
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (StoreObjectEntry) first = put (backend, object);
  g_autoptr (StoreObjectEntry) second = put (backend, object);
  g_autofree char *id = g_strdup (store_object_entry_get_facts (first)->id);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObject) rest = NULL;

  g_assert_cmpstr (id, !=, store_object_entry_get_facts (second)->id);
  remove_one (backend, id);
  g_assert_null (facts_of (backend, id));
  g_assert_null (database_fixture_get_object (backend, id, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  /* The other one has the same bytes, and keeps them. */
  rest = database_fixture_get_object (backend, store_object_entry_get_facts (second)->id, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count (backend), ==, 1);
}

static void
test_change (StoreBackend *backend)
{
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry = put_for (backend, object, "first", 600, &error);
  const char *id = store_object_entry_get_facts (entry)->id;
  gint64      expires;

  g_assert_no_error (error);
  g_assert_cmpstr (facts_of (backend, id)->name, ==, "first");
  expires = facts_of (backend, id)->expires;
  g_assert_cmpint (expires, >, g_get_real_time () + 500 * G_USEC_PER_SEC);
  change (backend, id, (StoreObjectChange){ .name = "caf\xc3\xa9 \"x\"", .pin = TRUE });
  database_fixture_refresh (backend);
  g_assert_cmpstr (facts_of (backend, id)->name, ==, "caf\xc3\xa9 \"x\"");
  g_assert_true (facts_of (backend, id)->pinned);
  g_assert_cmpint (facts_of (backend, id)->expires, ==, 0);
  g_assert_true (store_entry_list_find (store_backend_get_entries (backend), id) == entry);
  change (backend, id, (StoreObjectChange){ .name = "", .unpin = TRUE });
  database_fixture_refresh (backend);
  g_assert_null (facts_of (backend, id)->name);
  g_assert_false (facts_of (backend, id)->pinned);
}

static gboolean
is_empty (gpointer backend)
{
  return count (backend) == 0;
}

static void
test_expiry (StoreBackend *backend)
{
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry = put_for (backend, object, NULL, 1, &error);
  g_autofree char *id = g_strdup (store_object_entry_get_facts (entry)->id);
  g_autoptr (StoreObject) now = database_fixture_get_object (backend, id, &error);

  /* Unless this machine took that long for it. */
  if (g_get_real_time () < store_object_get_time (object) + G_USEC_PER_SEC)
    g_assert_no_error (error);
  g_clear_error (&error);
  /* Swept without being asked for. */
  database_fixture_wait_until (is_empty, backend);
  g_assert_null (database_fixture_get_object (backend, id, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

/* A list that was asked for before something was written says nothing of it, and comes later. */
static void
test_race (StoreBackend *backend)
{
  g_autoptr (StoreObject) object = json ("[1]");

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GAsyncResult) first = NULL;
      g_autoptr (GAsyncResult) second = NULL;
      g_autoptr (StoreObjectEntry) entry = NULL;
      const char *id;

      store_backend_refresh_async (backend, NULL, database_fixture_on_done, &first);
      entry = put (backend, object);
      id = store_object_entry_get_facts (entry)->id;
      g_assert_true (store_backend_refresh_finish (backend, database_fixture_wait_for (&first), NULL));
      g_assert_nonnull (facts_of (backend, id));
      store_backend_refresh_async (backend, NULL, database_fixture_on_done, &second);
      remove_one (backend, id);
      g_assert_true (store_backend_refresh_finish (backend, database_fixture_wait_for (&second), NULL));
      g_assert_null (facts_of (backend, id));
    }
}

static const struct
{
  const char *name;
  void (*run) (StoreBackend *backend);
} cases[] = {
  { "values", test_values },
  { "large", test_large },
  { "unknown", test_unknown },
  { "remove", test_remove },
  { "change", test_change },
  { "expiry", test_expiry },
  { "race", test_race },
};

static void
run_case (gconstpointer data)
{
  g_auto (GStrv) words = g_strsplit (data, "/", 2);
  Fixture fixture;

  set_up (&fixture, words[0]);
  for (guint i = 0; i < G_N_ELEMENTS (cases) && fixture.backend != NULL; i++)
    if (g_str_equal (cases[i].name, words[1]))
      cases[i].run (fixture.backend);
  tear_down (&fixture);
}

/* Eviction */

static void
on_evicted (StoreBackend *backend, guint n, guint *sum)
{
  *sum += n;
}

static gboolean
has_two (gpointer backend)
{
  return count (backend) == 2;
}

static gboolean
is_three (gpointer backend)
{
  return count (backend) == 3;
}

static void
test_eviction (gconstpointer kind)
{
  Fixture fixture;
  g_autoptr (StoreObject) object = json ("[1]");
  g_autofree char *pinned = NULL;
  guint            evicted = 0;

  set_up (&fixture, kind);
  g_signal_connect (fixture.backend, "evicted", G_CALLBACK (on_evicted), &evicted);
  store_backend_set_limits (fixture.backend, 3, 0);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (StoreObjectEntry) entry = put (fixture.backend, object);

      if (i == 0)
        {
          pinned = g_strdup (store_object_entry_get_facts (entry)->id);
          change (fixture.backend, pinned, (StoreObjectChange){ .pin = TRUE });
        }
    }
  database_fixture_wait_until (is_three, fixture.backend);
  g_assert_nonnull (facts_of (fixture.backend, pinned));
  g_assert_cmpuint (evicted, ==, 3);
  store_backend_set_limits (fixture.backend, 0, 4);
  database_fixture_wait_until (has_two, fixture.backend);
  tear_down (&fixture);
}

/* SQLite */

static StoreBackend *
open_again (Fixture *fixture)
{
  StoreBackend *backend;

  g_clear_object (&fixture->backend);
  store_database_close (fixture->database);
  g_clear_object (&fixture->database);
  backend = fixture->backend = make_sqlite (fixture);
  database_fixture_wait_until (is_settled, backend);
  return backend;
}

static gboolean
has_one (gpointer backend)
{
  return count (backend) == 1;
}

static void
test_restart (void)
{
  Fixture fixture;
  g_autoptr (StoreObject) object = json ("{\"a\": [1,  2]}");
  g_autoptr (StoreObject) back = NULL, other = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, "sqlite");
  g_object_unref (put (fixture.backend, object));
  g_object_unref (put (fixture.backend, object));
  change (fixture.backend, "obj_002", (StoreObjectChange){ .name = "mine", .pin = TRUE });
  open_again (&fixture);
  database_fixture_wait_until (has_two, fixture.backend);
  g_assert_cmpstr (facts_of (fixture.backend, "obj_002")->name, ==, "mine");
  g_assert_true (facts_of (fixture.backend, "obj_002")->pinned);
  back = database_fixture_get_object (fixture.backend, "@obj_001", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (store_object_get_id (back), ==, "obj_001");
  g_assert_cmpuint (store_object_get_size (back), ==, strlen ("{\"a\": [1,  2]}"));
  /* A number is never used twice. */
  remove_one (fixture.backend, "obj_002");
  open_again (&fixture);
  g_object_unref (put (fixture.backend, object));
  other = database_fixture_get_object (fixture.backend, "obj_003", &error);
  g_assert_no_error (error);
  tear_down (&fixture);
}

/* The limits are the file's: another program keeps to them, and says what went. */
static void
test_limits_kept (void)
{
  Fixture fixture;
  g_autoptr (StoreObject) object = json ("[1]");
  guint   evicted = 0;
  guint   max_count;
  guint64 max_bytes;

  set_up (&fixture, "sqlite");
  g_object_unref (put (fixture.backend, object));
  database_fixture_wait_until (has_one, fixture.backend);
  store_backend_get_limits (fixture.backend, &max_count, &max_bytes);
  store_backend_set_limits (fixture.backend, 2, 1000000);
  open_again (&fixture);
  database_fixture_wait_until (has_one, fixture.backend);
  store_backend_get_limits (fixture.backend, &max_count, &max_bytes);
  g_assert_cmpuint (max_count, ==, 2);
  g_assert_cmpuint (max_bytes, ==, 1000000);
  g_signal_connect (fixture.backend, "evicted", G_CALLBACK (on_evicted), &evicted);
  for (guint i = 0; i < 4; i++)
    g_object_unref (put (fixture.backend, object));
  database_fixture_wait_until (has_two, fixture.backend);
  g_assert_cmpuint (evicted, ==, 3);
  g_assert_nonnull (facts_of (fixture.backend, "obj_005"));

  /* One that alone is over the limit stays until the next one comes. */
  store_backend_set_limits (fixture.backend, 0, 1);
  database_fixture_wait_until (has_one, fixture.backend);
  g_assert_nonnull (facts_of (fixture.backend, "obj_005"));
  store_backend_set_limits (fixture.backend, 0, 0);
  for (guint i = 0; i < 3; i++)
    g_object_unref (put (fixture.backend, object));
  g_assert_cmpuint (count (fixture.backend), ==, 4);
  tear_down (&fixture);
}

/* Two programs on one file. */
static void
test_two_programs (void)
{
  Fixture fixture;
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (StoreBackend) second = NULL;
  g_autofree char *path = NULL;

  set_up (&fixture, "sqlite");
  path = g_build_filename (fixture.folder, "objects.db", NULL);
  g_autoptr (StoreDatabase) database = store_database_new (path);
  second = store_sqlite_backend_new (database);
  database_fixture_wait_until (is_settled, second);
  g_object_unref (put (fixture.backend, object));
  database_fixture_wait_until (has_one, second);
  g_object_unref (put (second, object));
  database_fixture_wait_until (has_two, fixture.backend);
  remove_one (second, "obj_001");
  database_fixture_wait_until (has_one, fixture.backend);
  store_database_close (database);
  tear_down (&fixture);
}

static void
check_refuses (StoreBackend *backend, int code)
{
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (GError) error = NULL;

  g_assert_null (put_for (backend, object, NULL, 0, &error));
  g_assert_error (error, STORE_ERROR, code);
  g_assert_error (store_backend_get_problem (backend), STORE_ERROR, code);
}

static void
run_sql (Fixture *fixture, const char *sql)
{
  g_autofree char *path = g_build_filename (fixture->folder, "objects.db", NULL);
  sqlite3         *connection = NULL;

  g_assert_cmpint (sqlite3_open (path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (connection, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (connection);
}

static void
test_newer (void)
{
  Fixture fixture;
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (StoreObject) back = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, "sqlite");
  g_object_unref (put (fixture.backend, object));
  run_sql (&fixture, "PRAGMA user_version = 1000");
  open_again (&fixture);
  g_assert_cmpint (store_backend_get_state (fixture.backend), ==, STORE_BACKEND_READ_ONLY);
  check_refuses (fixture.backend, STORE_ERROR_NEWER);
  database_fixture_wait_until (has_one, fixture.backend);
  back = database_fixture_get_object (fixture.backend, "obj_001", &error);
  g_assert_no_error (error);
  tear_down (&fixture);
}

/* What is no database, and one that was cut short, are left as they are. */
static void
test_damaged (void)
{
  Fixture fixture;
  g_autoptr (StoreObject) object = json ("[\"a value of some length, so that there are pages\"]");
  g_autofree char *path = NULL, *before = NULL, *after = NULL;
  gsize            before_length, after_length;

  set_up (&fixture, "sqlite");
  path = g_build_filename (fixture.folder, "objects.db", NULL);
  for (guint i = 0; i < 50; i++)
    g_object_unref (put (fixture.backend, object));
  g_clear_object (&fixture.backend);
  store_database_close (fixture.database);
  g_clear_object (&fixture.database);

  for (guint round = 0; round < 2; round++)
    {
      if (round == 0)
        g_assert_true (g_file_get_contents (path, &before, &before_length, NULL));
      else
        memcpy (before, "This is a text, and no database.", 32);
      g_assert_true (g_file_set_contents (path, before, round == 0 ? 6000 : 8000, NULL));
      fixture.backend = make_sqlite (&fixture);
      database_fixture_wait_until (is_settled, fixture.backend);
      g_assert_cmpint (store_backend_get_state (fixture.backend), ==, STORE_BACKEND_UNAVAILABLE);
      check_refuses (fixture.backend, STORE_ERROR_SYNTAX);
      g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
      g_assert_cmpmem (after, after_length, before, (gsize)(round == 0 ? 6000 : 8000));
      g_clear_pointer (&after, g_free);
      g_clear_object (&fixture.backend);
      store_database_close (fixture.database);
      g_clear_object (&fixture.database);
    }
  tear_down (&fixture);
}

static void
test_no_folder (void)
{
  g_autoptr (StoreDatabase) database = store_database_new ("/dev/null/folder/objects.db");
  g_autoptr (StoreBackend) backend = store_sqlite_backend_new (database);

  database_fixture_wait_until (is_settled, backend);
  g_assert_cmpint (store_backend_get_state (backend), ==, STORE_BACKEND_UNAVAILABLE);
  check_refuses (backend, STORE_ERROR_NOT_WRITABLE);
  store_database_close (database);
}

static void
test_private (void)
{
  static const char *const names[] = { "objects.db", "objects.db-wal", "objects.db-shm" };
  Fixture                  fixture;
  g_autoptr (StoreObject) object = json ("[1]");

  set_up (&fixture, "sqlite");
  g_object_unref (put (fixture.backend, object));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture.folder, names[i], NULL);
      GStatBuf         status;

      g_assert_cmpint (g_stat (path, &status), ==, 0);
      g_assert_cmpint (status.st_mode & 0777, ==, 0600);
    }
  tear_down (&fixture);
}

/* Redis */

static GPtrArray *
send (StoreRedis *redis, StoreRedisBatch *batch, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_redis_send_async (redis, batch, NULL, database_fixture_on_done, &result);
  return store_redis_send_finish (redis, database_fixture_wait_for (&result), error);
}

static GPtrArray *
say (StoreRedis *redis, const char *command, const char *key, const char *value)
{
  StoreRedisBatch *batch = store_redis_batch_new ();
  g_autoptr (GError) error = NULL;
  GPtrArray *replies;

  store_redis_batch_add (batch, command, key, value, NULL);
  replies = send (redis, batch, &error);
  g_assert_no_error (error);
  return replies;
}

/* As a deepset server writes and reads: SETEX id seconds json, GET id. */
static void
test_interoperability (void)
{
  static const char id[] = "obj_3f2b8c1e-7d44-4a5b-9c0e-1a2b3c4d5e6f";
  Fixture           fixture;
  g_autoptr (StoreRedis) redis = NULL;
  g_autoptr (StoreObject) object = json ("{ \"a\" : [ 1.10 , \"\xc3\xa9\" ] }");
  g_autoptr (StoreObject) theirs = NULL;
  g_autoptr (StoreObjectEntry) entry = NULL;
  g_autoptr (StoreRedisBatch) batch = store_redis_batch_new ();
  g_autoptr (GPtrArray) set = NULL, got = NULL, list = NULL, other = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, "redis");
  if (fixture.backend == NULL)
    {
      tear_down (&fixture);
      return;
    }
  redis = store_redis_new (fixture.address, NULL, &error);
  g_assert_no_error (error);
  store_redis_batch_add (batch, "SETEX", id, "600", "{\"x\":[1,2,3]}", NULL);
  set = send (redis, g_steal_pointer (&batch), &error);
  g_assert_no_error (error);
  /* Other people's keys, one of them with a name like ours. */
  other = say (redis, "SET", "somebody", "else");
  list = say (redis, "LPUSH", "obj_list", "1");
  database_fixture_refresh (fixture.backend);
  g_assert_cmpuint (count (fixture.backend), ==, 1);
  g_assert_cmpstr (facts_of (fixture.backend, id)->type_name, ==, "dict");
  g_assert_cmpint (facts_of (fixture.backend, id)->expires, >, g_get_real_time ());
  theirs = database_fixture_get_object (fixture.backend, id, &error);
  g_assert_no_error (error);
  bytes = store_object_dup_bytes (theirs);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "{\"x\":[1,2,3]}", 13);

  entry = put (fixture.backend, object);
  got = say (redis, "GET", store_object_entry_get_facts (entry)->id, NULL);
  g_assert_cmpstr (((redisReply *)got->pdata[0])->str, ==, "{\"a\":[1.10,\"\xc3\xa9\"]}");
  /* Somebody else's list is no object, however it is asked for. */
  g_assert_null (database_fixture_get_object (fixture.backend, "obj_list", &error));
  g_assert_nonnull (error);
  store_redis_close (redis);
  tear_down (&fixture);
}

static void
count_notifications (guint *notified)
{
  (*notified)++;
}

static void
test_two_stores (void)
{
  Fixture fixture;
  guint   notified = 0;
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (StoreBackend) second = NULL;
  g_autoptr (StoreObjectEntry) entry = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, "redis");
  if (fixture.backend != NULL)
    {
      second = store_redis_backend_new (fixture.address, NULL, &error);
      g_assert_no_error (error);
      store_redis_backend_set_times (STORE_REDIS_BACKEND (second), 5, 1);
      database_fixture_wait_until (is_settled, second);
      entry = put (fixture.backend, object);
      database_fixture_wait_until (has_one, second);
      /* Looking again changes nothing, though the time that is left is another each time. */
      g_autoptr (StoreObjectEntry) seen =
          g_list_model_get_item (G_LIST_MODEL (store_backend_get_entries (second)), 0);
      g_signal_connect_swapped (seen, "notify::facts", G_CALLBACK (count_notifications), &notified);
      for (guint i = 0; i < 3; i++)
        database_fixture_refresh (second);
      g_assert_cmpuint (notified, ==, 0);
      remove_one (fixture.backend, store_object_entry_get_facts (entry)->id);
      database_fixture_wait_until (is_empty, second);
    }
  tear_down (&fixture);
}

static void
put_several (StoreBackend *backend, guint n)
{
  g_autoptr (StoreObject) object = json ("[1]");

  for (guint i = 0; i < n; i++)
    g_object_unref (put (backend, object));
}

static char *
dup_first_id (StoreBackend *backend)
{
  g_autoptr (StoreObjectEntry) entry =
      g_list_model_get_item (G_LIST_MODEL (store_backend_get_entries (backend)), 0);

  return g_strdup (store_object_entry_get_facts (entry)->id);
}

static void
check_commands (StoreRedis *redis, const char *command, guint n)
{
  g_autoptr (GPtrArray) replies = say (redis, "INFO", "commandstats", NULL);
  g_autofree char *key = g_strdup_printf ("cmdstat_%s:calls=", command);
  const char      *found = strstr (((redisReply *)replies->pdata[0])->str, key);

  g_assert_cmpint (found != NULL ? atoi (found + strlen (key)) : 0, ==, n);
}

/* Looking again asks for the time that is left, and for more only of what is new or changed. */
static void
test_asks_little (void)
{
  Fixture fixture;
  g_autoptr (StoreBackend) second = NULL;
  g_autoptr (StoreRedis) redis = NULL;
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) reset = NULL, expire = NULL, gone = NULL;
  g_autofree char *id = NULL;
  g_autoptr (StoreObjectEntry) entry = NULL;

  set_up (&fixture, "redis");
  if (fixture.backend == NULL)
    {
      tear_down (&fixture);
      return;
    }
  /* Neither looks again by itself while what that asks for is counted. */
  store_redis_backend_set_times (STORE_REDIS_BACKEND (fixture.backend), 20, 3600);
  put_several (fixture.backend, 2500);
  redis = store_redis_new (fixture.address, NULL, &error);
  second = store_redis_backend_new (fixture.address, NULL, &error);
  store_redis_backend_set_times (STORE_REDIS_BACKEND (second), 20, 3600);
  database_fixture_refresh (second);
  g_assert_cmpuint (count (second), ==, 2500);
  entry = g_list_model_get_item (G_LIST_MODEL (store_backend_get_entries (second)), 7);
  id = g_strdup (store_object_entry_get_facts (entry)->id);

  reset = say (redis, "CONFIG", "RESETSTAT", NULL);
  put_several (fixture.backend, 3);
  expire = say (redis, "EXPIRE", id, "5000");
  database_fixture_refresh (second);
  g_assert_cmpuint (count (second), ==, 2503);
  g_assert_cmpint (facts_of (second, id)->expires, >, g_get_real_time () + 3600 * G_TIME_SPAN_SECOND);
  check_commands (redis, "pttl", 2503);
  check_commands (redis, "strlen", 3);
  check_commands (redis, "hgetall", 3);
  /* What another program named is seen. */
  change (fixture.backend, id, (StoreObjectChange){ .name = "mine" });
  database_fixture_refresh (second);
  g_assert_cmpstr (facts_of (second, id)->name, ==, "mine");
  g_assert_true (store_entry_list_find (store_backend_get_entries (second), id) == entry);
  check_commands (redis, "strlen", 2506);
  gone = say (redis, "DEL", id, NULL);
  database_fixture_refresh (second);
  g_assert_null (facts_of (second, id));
  g_assert_cmpuint (count (second), ==, 2502);
  check_commands (redis, "strlen", 2506);
  store_redis_close (redis);
  tear_down (&fixture);
}

static void
check_no_change (StoreBackend *backend, const char *id)
{
  const StoreObjectChange what = { .name = "mine" };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_backend_change_async (backend, id, &what, NULL, database_fixture_on_done, &result);
  g_assert_false (store_backend_change_finish (backend, database_fixture_wait_for (&result), &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
}

/* Between the list and the reading of one, a key may go, or become somebody else's. */
static void
test_key_lost (void)
{
  Fixture fixture;
  g_autoptr (StoreRedis) redis = NULL;
  g_autoptr (GPtrArray) gone = NULL, other = NULL, text = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  set_up (&fixture, "redis");
  if (fixture.backend != NULL)
    {
      redis = store_redis_new (fixture.address, NULL, &error);
      put_several (fixture.backend, 1);
      id = dup_first_id (fixture.backend);
      gone = say (redis, "DEL", id, NULL);
      g_assert_null (database_fixture_get_object (fixture.backend, id, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
      g_clear_error (&error);
      check_no_change (fixture.backend, id);
      other = say (redis, "LPUSH", id, "1");
      g_assert_null (database_fixture_get_object (fixture.backend, id, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
      text = say (redis, "SET", "obj_text", "no JSON at all");
      g_assert_null (database_fixture_get_object (fixture.backend, "obj_text", &error));
      g_assert_nonnull (strstr (error->message, "no JSON"));
      database_fixture_refresh (fixture.backend);
      g_assert_cmpint (store_backend_get_state (fixture.backend), ==, STORE_BACKEND_READY);
      store_redis_close (redis);
    }
  tear_down (&fixture);
}

static void
test_addresses (void)
{
  static const struct
  {
    const char *address;
    int         code;
  } rows[] = {
    { "redis://a:1,b:2", STORE_ERROR_UNSUPPORTED },
    { "http://localhost", STORE_ERROR_INVALID },
    { "", STORE_ERROR_INVALID },
    { "redis://", STORE_ERROR_INVALID },
    { "redis://localhost/x", STORE_ERROR_INVALID },
    { "localhost:6379", STORE_ERROR_INVALID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (store_redis_new (rows[i].address, NULL, &error));
      g_assert_error (error, STORE_ERROR, rows[i].code);
    }
}

static void
test_passwords (void)
{
  static const struct
  {
    const char *user; /* before the @ */
    const char *password;
    gboolean    right;
  } rows[] = {
    { ":secret%21@", NULL, TRUE },
    { "default:secret%21@", NULL, TRUE },
    { "default@", "secret!", TRUE },
    { "", "secret!", TRUE },
    { ":wrong@", NULL, FALSE },
    { "", NULL, FALSE },
    { "nobody:secret%21@", NULL, FALSE },
  };
  Fixture fixture = { .folder = g_dir_make_tmp ("spyglass-backend-XXXXXX", NULL) };

  if (!start_redis (&fixture, "secret!"))
    g_test_skip ("redis-server is not installed");
  for (guint i = 0; i < G_N_ELEMENTS (rows) && fixture.redis != NULL; i++)
    {
      g_autofree char *address = g_strdup_printf ("redis://%s%s/3", rows[i].user,
                                                  fixture.address + strlen ("redis://"));
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreBackend) backend =
          store_redis_backend_new (address, rows[i].password, &error);

      g_assert_no_error (error);
      database_fixture_wait_until (is_settled, backend);
      if (rows[i].right)
        g_assert_cmpint (store_backend_get_state (backend), ==, STORE_BACKEND_READY);
      else
        {
          const GError *problem = store_backend_get_problem (backend);

          g_assert_error (problem, STORE_ERROR, STORE_ERROR_NOT_READABLE);
          g_assert_null (strstr (problem->message, "secret"));
        }
    }
  tear_down (&fixture);
}

/* A server that is none: it says something else, nothing at all, or goes away. */

static gpointer
serve_once (gpointer data)
{
  gpointer *arguments = data;
  g_autoptr (GSocketConnection) connection =
      g_socket_listener_accept (arguments[0], NULL, NULL, NULL);
  const char *text = arguments[1];

  if (connection == NULL)
    return NULL;
  if (text != NULL)
    g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), text,
                               strlen (text), NULL, NULL, NULL);
  else
    /* Until the other side is tired of it */
    while (g_input_stream_skip (g_io_stream_get_input_stream (G_IO_STREAM (connection)), 1024, NULL,
                                NULL) > 0)
      ;
  g_atomic_pointer_set (&arguments[2], connection);
  return NULL;
}

static gboolean
is_over (gpointer served)
{
  return g_atomic_pointer_get ((gpointer *)served) != NULL;
}

static void
test_no_redis (void)
{
  static const char *const texts[] = {
    "HTTP/1.1 400 Bad Request\r\n\r\n",
    "",
    NULL,
    "$-5\r\n",

    "*99999999999\r\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GSocketListener) listener = g_socket_listener_new ();
      guint16          port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
      gpointer         arguments[] = { listener, (gpointer)texts[i], NULL };
      GThread         *thread = g_thread_new ("server", serve_once, arguments);
      g_autofree char *address = g_strdup_printf ("redis://127.0.0.1:%u", port);
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreRedis) redis = store_redis_new (address, NULL, &error);
      StoreRedisBatch *batch = store_redis_batch_new ();

      g_assert_no_error (error);
      store_redis_set_timeout (redis, 1);
      store_redis_batch_add (batch, "GET", "obj_1", NULL);
      g_assert_null (send (redis, batch, &error));
      g_assert_nonnull (error);
      store_redis_close (redis);
      database_fixture_wait_until (is_over, &arguments[2]);
      g_thread_join (thread);
    }
}

static gboolean
is_ready (gpointer backend)
{
  return store_backend_get_state (backend) == STORE_BACKEND_READY;
}

static gboolean
is_unavailable (gpointer backend)
{
  return store_backend_get_state (backend) == STORE_BACKEND_UNAVAILABLE;
}

/* A server that dies and comes back under its port. */
static void
test_lost (void)
{
  Fixture fixture;
  g_autoptr (StoreObject) object = json ("[1]");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) again = NULL;

  set_up (&fixture, "redis");
  if (fixture.backend != NULL)
    {
      store_redis_backend_set_times (STORE_REDIS_BACKEND (fixture.backend), 1, 1);
      g_object_unref (put (fixture.backend, object));
      g_subprocess_force_exit (fixture.redis);
      g_subprocess_wait (fixture.redis, NULL, NULL);
      database_fixture_wait_until (is_unavailable, fixture.backend);
      g_assert_null (put_for (fixture.backend, object, NULL, 0, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
      again = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, "redis-server", "--port",
                                strrchr (fixture.address, ':') + 1, "--bind", "127.0.0.1", "--save",
                                "", "--dir", fixture.folder, NULL);
      g_assert_no_error (error);
      database_fixture_wait_until (is_ready, fixture.backend);
      database_fixture_wait_until (is_empty, fixture.backend);
      g_object_unref (put (fixture.backend, object));
      g_subprocess_force_exit (again);
    }
  tear_down (&fixture);
}

/* A server that has no memory left says so. */
static void
test_full (void)
{
  Fixture fixture;
  g_autoptr (StoreRedis) redis = NULL;
  g_autoptr (StoreRedisBatch) batch = store_redis_batch_new ();
  g_autoptr (GPtrArray) replies = NULL;
  g_autofree char *data = g_strnfill (4 * 1024 * 1024, 'x');
  g_autoptr (StoreObject) text = text_of (data, 4 * 1024 * 1024);
  g_autoptr (GError) error = NULL;

  set_up (&fixture, "redis");
  if (fixture.backend != NULL)
    {
      redis = store_redis_new (fixture.address, NULL, &error);
      store_redis_batch_add (batch, "CONFIG", "SET", "maxmemory", "2mb", NULL);
      replies = send (redis, g_steal_pointer (&batch), &error);
      g_assert_no_error (error);
      g_assert_null (put_for (fixture.backend, text, NULL, 0, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_NO_SPACE);
      store_redis_close (redis);
    }
  tear_down (&fixture);
}

void
add_backend_tests (void)
{
  static const char *const kinds[] = { "memory", "sqlite", "redis" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
      {
        g_autofree char *path = g_strdup_printf ("/backend/%s/%s", kinds[i], cases[k].name);
        char            *data = g_strdup_printf ("%s/%s", kinds[i], cases[k].name);

        g_test_add_data_func_full (path, data, run_case, g_free);
      }
  g_test_add_data_func ("/backend/memory/eviction", "memory", test_eviction);
  g_test_add_data_func ("/backend/sqlite/eviction", "sqlite", test_eviction);
  g_test_add_func ("/backend/sqlite/restart", test_restart);
  g_test_add_func ("/backend/sqlite/limits-kept", test_limits_kept);
  g_test_add_func ("/backend/sqlite/two-programs", test_two_programs);
  g_test_add_func ("/backend/sqlite/newer", test_newer);
  g_test_add_func ("/backend/sqlite/damaged", test_damaged);
  g_test_add_func ("/backend/sqlite/no-folder", test_no_folder);
  g_test_add_func ("/backend/sqlite/private", test_private);
  g_test_add_func ("/backend/redis/asks-little", test_asks_little);
  g_test_add_func ("/backend/redis/interoperability", test_interoperability);
  g_test_add_func ("/backend/redis/two-stores", test_two_stores);
  g_test_add_func ("/backend/redis/key-lost", test_key_lost);
  g_test_add_func ("/backend/redis/addresses", test_addresses);
  g_test_add_func ("/backend/redis/passwords", test_passwords);
  g_test_add_func ("/backend/redis/no-redis", test_no_redis);
  g_test_add_func ("/backend/redis/lost", test_lost);
  g_test_add_func ("/backend/redis/full", test_full);
}
