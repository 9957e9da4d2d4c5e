/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where results go: a real Redis with a password that is in the keyring (here: kept in memory),
 * moving from store to store, and the limits of the history. */

#include "app-tests.h"
#include "app-storage.h"
#include "workspace-fixture.h"

#include <string.h>

#define SECRET "geheim-77"

typedef struct
{
  char             *folder;
  AppObjects       *objects;
  AppObjectCache   *object_cache;
  StoreSecretVault *vault;
  AppStorage       *storage;
  GSubprocess      *redis; /* (nullable) */
  char             *url;
} Fixture;

static void
set_up (Fixture *self)
{
  g_autofree char *fallback = NULL;

  *self = (Fixture){ .folder = workspace_fixture_make_folder () };
  fallback = g_build_filename (self->folder, "secrets.json", NULL);
  self->objects = app_objects_new (self->folder, NULL, NULL);
  self->object_cache = app_object_cache_new (self->objects);
  self->vault = store_secret_vault_new (fallback);
  store_secret_vault_set_fallback (self->vault, STORE_VAULT_FALLBACK_MEMORY);
  self->storage = app_storage_new (self->object_cache, self->objects, self->vault);
}

static void
tear_down (Fixture *self)
{
  g_object_set (self->storage, "redis-url", "", NULL);
  app_objects_close (self->objects);
  if (self->redis != NULL)
    {
      g_subprocess_force_exit (self->redis);
      g_subprocess_wait (self->redis, NULL, NULL);
    }
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (self->storage);
  g_clear_object (&self->object_cache);
  g_clear_object (&self->vault);
  g_clear_object (&self->objects);
  g_clear_object (&self->redis);
  g_free (self->url);
  workspace_fixture_remove_folder (self->folder);
}

static gboolean
start_redis (Fixture *self)
{
  g_autofree char *program = g_find_program_in_path ("redis-server");
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint            number = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *port = g_strdup_printf ("%u", number);
  g_autofree char *host = g_strdup_printf ("127.0.0.1:%s", port);

  g_socket_listener_close (listener);
  if (program == NULL)
    {
      g_test_skip ("redis-server is not installed");
      return FALSE;
    }
  self->redis = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL, program, "--port", port,
                                  "--bind", "127.0.0.1", "--save", "", "--dir", self->folder,
                                  "--requirepass", SECRET, NULL);
  self->url = g_strdup_printf ("redis://%s", host);
  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (GSocketClient) client = g_socket_client_new ();
      g_autoptr (GSocketConnection) connection =
          g_socket_client_connect_to_host (client, host, 0, NULL, NULL);

      if (connection != NULL)
        return TRUE;
      g_usleep (10000);
    }
  g_assert_not_reached ();
}

static char *
dup_status (Fixture *self)
{
  char *status;

  g_object_get (self->storage, "status", &status, NULL);
  return status;
}

static gboolean
has_problem (Fixture *self)
{
  g_autofree char *status = dup_status (self);

  return status != NULL && !g_str_has_prefix (status, "Connect");
}

static gboolean
is_connected (Fixture *self)
{
  g_autofree char *status = dup_status (self);

  return g_strcmp0 (status, "Connected") == 0;
}

/* Returns: (transfer full): where it went */
static StoreObjectEntry *
put (Fixture *self, const char *text, const char *name)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (StoreObject) object = app_objects_new_object (bytes);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  StoreObjectEntry *entry;

  app_object_cache_put_async (self->object_cache, object, name, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  entry = app_object_cache_put_finish (self->object_cache, result, &error);
  g_assert_no_error (error);
  return entry;
}

static const char *
store_of (StoreObjectEntry *entry)
{
  return store_object_entry_get_facts (entry)->store;
}

static gboolean
test_server (Fixture *self, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_storage_test_async (self->storage, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  return app_storage_test_finish (self->storage, result, error);
}

static void
assert_lives (StoreObjectEntry *entry, gint64 seconds)
{
  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);

  g_assert_cmpint (ABS (facts->expires - facts->time - seconds * G_USEC_PER_SEC), <,
                   5 * G_USEC_PER_SEC);
}

static void
test_redis (void)
{
  Fixture self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) moved_result = NULL;
  guint moved = 0;

  set_up (&self);
  if (start_redis (&self))
    {
      g_autoptr (StoreObjectEntry) first = put (&self, "{\"a\":1.10}", "first");
      g_autofree char *typed = g_strdup_printf ("redis://:%s@%s/0", SECRET, self.url + 8);

      g_assert_cmpstr (store_of (first), ==, "sqlite");
      app_object_cache_change (self.object_cache, first, &(StoreObjectChange){ .pin = TRUE });
      /* Without its password. */
      g_object_set (self.storage, "redis-url", self.url, NULL);
      WAIT_UNTIL (has_problem (&self));
      g_assert_false (test_server (&self, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);

      /* A password that somebody types into the address does not stay there. */
      g_object_set (self.storage, "redis-url", typed, NULL);
      g_assert_null (strstr (app_storage_get_redis_url (self.storage), SECRET));
      WAIT_UNTIL (is_connected (&self));
      g_assert_true (test_server (&self, &error));
      g_assert_no_error (error);

      g_object_set (self.storage, "store", "redis", NULL);
      g_object_set (self.storage, "lifetime", 120, NULL);
      g_autoptr (StoreObjectEntry) second = put (&self, "[1,2]", NULL);
      g_assert_cmpstr (store_of (second), ==, "redis");
      assert_lives (second, 120 * 60);
      g_assert_cmpuint (app_storage_count_elsewhere (self.storage), ==, 1);
      app_storage_move_async (self.storage, NULL, workspace_fixture_take_result, &moved_result);
      WAIT_UNTIL (moved_result != NULL);
      g_assert_true (app_storage_move_finish (self.storage, moved_result, &moved, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (moved, ==, 1);
      WAIT_UNTIL (app_storage_count_elsewhere (self.storage) == 0);
      g_assert_cmpuint (app_object_cache_get_n (self.object_cache), ==, 2);

      /* A wrong one is taken, and said to be wrong. */
      app_storage_set_password_async (self.storage, "wrong", NULL, workspace_fixture_take_result,
                                      &result);
      WAIT_UNTIL (result != NULL);
      g_assert_true (app_storage_set_password_finish (self.storage, result, &error));
      WAIT_UNTIL (has_problem (&self));
      g_assert_false (test_server (&self, NULL));

      app_storage_delete_all (self.storage);
      /* They hold what is to go. */
      g_clear_object (&result);
      g_clear_object (&moved_result);
    }
  tear_down (&self);
}

static void
test_choice (void)
{
  Fixture          self;
  g_autofree char *status = NULL;

  set_up (&self);
  g_object_set (self.storage, "store", "memory", NULL);
  g_autoptr (StoreObjectEntry) first = put (&self, "1", NULL);
  g_assert_cmpstr (store_of (first), ==, "memory");
  assert_lives (first, 10 * 60);
  g_object_set (self.storage, "lifetime", 0, NULL);
  g_autoptr (StoreObjectEntry) lasting = put (&self, "0", NULL);
  g_assert_cmpint (store_object_entry_get_facts (lasting)->expires, ==, 0);
  g_object_set (self.storage, "store", "nonsense", NULL);
  g_assert_cmpstr (app_storage_get_store (self.storage), ==, "sqlite");
  g_autoptr (StoreObjectEntry) second = put (&self, "2", NULL);
  g_assert_cmpstr (store_of (second), ==, "sqlite");
  app_object_cache_set_private (self.object_cache, TRUE);
  g_autoptr (StoreObjectEntry) third = put (&self, "3", NULL);
  g_assert_cmpstr (store_of (third), ==, "memory");
  app_object_cache_set_private (self.object_cache, FALSE);
  /* Redis, where there is none: nothing is lost. */
  g_object_set (self.storage, "store", "redis", NULL);
  g_autoptr (StoreObjectEntry) fourth = put (&self, "4", NULL);
  g_assert_cmpstr (store_of (fourth), ==, "sqlite");
  g_object_set (self.storage, "redis-url", "redis://a:1,b:2", NULL);
  WAIT_UNTIL (has_problem (&self));
  status = dup_status (&self);
  g_assert_nonnull (strstr (status, "cluster"));
  g_assert_false (test_server (&self, NULL));
  app_storage_delete_all (self.storage);
  WAIT_UNTIL (app_object_cache_get_n (self.object_cache) == 0);
  tear_down (&self);
}

static void
on_evicted (AppObjectCache *object_cache, guint *times)
{
  (*times)++;
}

/* What had to go is told, and what is pinned stays. */
static void
test_limits (void)
{
  const StoreObjectChange pin = { .pin = TRUE };
  Fixture                 self;
  guint                   times = 0;
  guint                   count;
  guint64                 bytes;

  set_up (&self);
  g_signal_connect (self.object_cache, "evicted", G_CALLBACK (on_evicted), &times);
  g_autoptr (StoreObjectEntry) first = put (&self, "1", NULL);
  app_object_cache_change (self.object_cache, first, &pin);
  app_storage_set_result_limits (self.storage, 2, 0);
  app_storage_get_result_limits (self.storage, &count, &bytes);
  g_assert_cmpuint (count, ==, 2);
  g_assert_cmpuint (bytes, ==, 0);
  g_autoptr (StoreObjectEntry) second = put (&self, "2", NULL);
  g_assert_cmpuint (app_object_cache_get_evicted (self.object_cache), ==, 0);
  g_autoptr (StoreObjectEntry) third = put (&self, "3", NULL);
  WAIT_UNTIL (app_object_cache_get_evicted (self.object_cache) == 1);
  g_assert_cmpuint (times, ==, 1);
  g_assert_cmpuint (app_object_cache_get_n (self.object_cache), ==, 2);
  g_assert_nonnull (app_object_cache_find (self.object_cache, "sqlite", "obj_001"));
  g_assert_nonnull (app_object_cache_find (self.object_cache, "sqlite", "obj_003"));
  tear_down (&self);
}

static void
measure (Fixture *self, AppHistorySize *size)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_storage_measure_async (self->storage, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_storage_measure_finish (self->storage, result, size, &error));
  g_assert_no_error (error);
}

static void
test_history (void)
{
  Fixture        self;
  AppHistorySize size;

  set_up (&self);
  measure (&self, &size);
  g_assert_cmpuint (size.n, ==, 0);
  g_assert_cmpuint (size.max_days, ==, 30);
  g_assert_cmpuint (size.max_bytes, ==, 1000000000);
  app_storage_set_history_limits (self.storage, 0, 5000000);
  measure (&self, &size);
  while (size.max_days != 0)
    measure (&self, &size);
  g_assert_cmpuint (size.max_bytes, ==, 5000000);
  tear_down (&self);
}

void
add_storage_tests (void)
{
  g_test_add_func ("/storage/redis", test_redis);
  g_test_add_func ("/storage/limits", test_limits);
  g_test_add_func ("/storage/choice", test_choice);
  g_test_add_func ("/storage/history", test_history);
}
