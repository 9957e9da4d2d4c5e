/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What cannot be written to the file of objects is kept in memory, and said so. */

#include "app-tests.h"
#include "app-object-cache.h"
#include "store-error.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>

#define PATIENCE_US (30 * G_TIME_SPAN_SECOND)

typedef struct
{
  char           *folder;
  AppObjects     *objects;
  AppObjectCache *object_cache;
} Fixture;

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static gboolean
is_there (gpointer result)
{
  return *(gpointer *)result != NULL;
}

static void
wait_until (gboolean (*is_so) (gpointer), gpointer data)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while (!is_so (data) && g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (200);
  g_assert_true (is_so (data));
}

static void
open_object_cache (Fixture *fixture, const char *folder)
{
  g_autoptr (GError) error = NULL;

  fixture->objects = app_objects_new (folder, NULL, &error);
  g_assert_no_error (error);
  fixture->object_cache = app_object_cache_new (fixture->objects);
}

static void
close_object_cache (Fixture *fixture)
{
  app_objects_close (fixture->objects);
  g_clear_object (&fixture->object_cache);
  g_clear_object (&fixture->objects);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
set_up (Fixture *fixture)
{
  *fixture = (Fixture){ .folder = g_dir_make_tmp ("spyglass-cache-XXXXXX", NULL) };
  open_object_cache (fixture, fixture->folder);
}

static void
tear_down (Fixture *fixture)
{
  const char *const command[] = { "rm", "-rf", fixture->folder, NULL };

  close_object_cache (fixture);
  g_assert_true (g_spawn_sync (NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
  g_free (fixture->folder);
}

/* Returns: (transfer full): the id; it is in @store */
static char *
put (Fixture *fixture, const char *text, const char *store)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (StoreObject) object = store_object_new_text (bytes, "demo", "cat");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (StoreObjectEntry) entry = NULL;
  g_autoptr (GError) error = NULL;

  app_object_cache_put_async (fixture->object_cache, object, NULL, on_done, &result);
  wait_until (is_there, &result);
  entry = app_object_cache_put_finish (fixture->object_cache, result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (store_object_entry_get_facts (entry)->store, ==, store);
  g_assert_cmpstr (store_object_get_id (object), ==, store_object_entry_get_facts (entry)->id);
  return g_strdup (store_object_entry_get_facts (entry)->id);
}

static void
check (Fixture *fixture, const char *store, const char *id, const char *text)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (StoreObject) object = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (app_object_cache_find (fixture->object_cache, store, id));
  app_object_cache_get_async (fixture->object_cache, store, id, NULL, on_done, &result);
  wait_until (is_there, &result);
  object = app_object_cache_get_finish (fixture->object_cache, result, &error);
  g_assert_no_error (error);
  bytes = store_object_dup_bytes (object);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
}

static void
test_no_folder (void)
{
  Fixture          fixture = { 0 };
  g_autofree char *id = NULL;

  open_object_cache (&fixture, "/dev/null/folder");
  id = put (&fixture, "text", "memory");
  g_assert_nonnull (app_object_cache_get_problem (fixture.object_cache));
  check (&fixture, "memory", id, "text");
  close_object_cache (&fixture);
}

/* A file cannot grow: what comes is in memory until it can. */
static void
test_full (void)
{
  struct rlimit    before, now;
  Fixture          fixture;
  g_autofree char *large = g_strnfill (900000, 'x');
  g_autofree char *first = NULL, *second = NULL, *third = NULL;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  set_up (&fixture);
  first = put (&fixture, "text", "sqlite");
  g_assert_null (app_object_cache_get_problem (fixture.object_cache));
  now = before;
  now.rlim_cur = 400000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &now), ==, 0);
  second = put (&fixture, large, "memory");
  g_assert_nonnull (strstr (app_object_cache_get_problem (fixture.object_cache), "full"));
  check (&fixture, "sqlite", first, "text");
  check (&fixture, "memory", second, large);
  g_assert_cmpuint (app_object_cache_get_n (fixture.object_cache), ==, 2);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  third = put (&fixture, large, "sqlite");
  g_assert_null (app_object_cache_get_problem (fixture.object_cache));
  check (&fixture, "memory", second, large);
  check (&fixture, "sqlite", third, large);
  tear_down (&fixture);
}

static gboolean
has_one (gpointer object_cache)
{
  return app_object_cache_get_n (object_cache) == 1;
}

/* What a newer version wrote is listed and read, and nothing is added to it. */
static void
test_newer (void)
{
  Fixture          fixture;
  g_autofree char *path = NULL, *first = NULL, *second = NULL;
  sqlite3         *connection = NULL;

  set_up (&fixture);
  path = g_build_filename (fixture.folder, "spyglass.db", NULL);
  first = put (&fixture, "text", "sqlite");
  close_object_cache (&fixture);
  g_assert_cmpint (sqlite3_open (path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (connection, "PRAGMA user_version = 1000", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  sqlite3_close (connection);
  open_object_cache (&fixture, fixture.folder);
  wait_until (has_one, fixture.object_cache);
  second = put (&fixture, "other", "memory");
  g_assert_nonnull (strstr (app_object_cache_get_problem (fixture.object_cache), "newer version"));
  check (&fixture, "sqlite", first, "text");
  check (&fixture, "memory", second, "other");
  tear_down (&fixture);
}

void
add_object_cache_tests (void)
{
  g_test_add_func ("/object-cache/no-folder", test_no_folder);
  g_test_add_func ("/object-cache/full", test_full);
  g_test_add_func ("/object-cache/newer", test_newer);
}
