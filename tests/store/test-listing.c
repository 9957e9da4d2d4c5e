/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Looking again at a file of objects costs what was changed in it, whoever did that. */

#include "store-tests.h"
#include "database-fixture.h"
#include "store-error.h"

/* What the backend finds since @mark. */
static StoreListing *
look (DatabaseFixture *fixture, gint64 mark)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GTask) task = g_task_new (fixture->backend, NULL, database_fixture_on_done, &result);
  g_autoptr (GError) error = NULL;
  StoreListing *listing;

  STORE_BACKEND_GET_CLASS (fixture->backend)->list (fixture->backend, mark, task);
  listing = g_task_propagate_pointer (G_TASK (database_fixture_wait_for (&result)), &error);
  g_assert_no_error (error);
  return listing;
}

static void
check_listing (
    DatabaseFixture *fixture, gint64 *mark, gboolean whole, guint n_facts, guint n_gone)
{
  g_autoptr (StoreListing) listing = look (fixture, *mark);

  g_assert_cmpint (listing->whole, ==, whole);
  g_assert_cmpuint (listing->facts->len, ==, n_facts);
  g_assert_cmpuint (listing->gone->len, ==, n_gone);
  *mark = listing->mark;
}

static void
put_several (DatabaseFixture *fixture, guint n)
{
  g_autoptr (GBytes) text = g_bytes_new_static ("text", 4);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *id = database_fixture_put (fixture, text, &error);

      g_assert_no_error (error);
    }
}

static void
set_up (DatabaseFixture *fixture)
{
  database_fixture_set_up (fixture, NULL);
  database_fixture_open (fixture);
}

/* Another program. */
static void
run (DatabaseFixture *fixture, const char *sql)
{
  database_fixture_ask (fixture->path, sql);
}

static void
test_changes (void)
{
  DatabaseFixture fixture;
  gint64          mark = 0, old;

  set_up (&fixture);
  put_several (&fixture, 50);
  check_listing (&fixture, &mark, TRUE, 50, 0);
  check_listing (&fixture, &mark, FALSE, 0, 0);
  old = mark;
  put_several (&fixture, 1);
  check_listing (&fixture, &mark, FALSE, 1, 0);
  run (&fixture, "UPDATE object SET name = 'mine' WHERE id = 7");
  run (&fixture, "UPDATE object SET pinned = 1 WHERE id = 7");
  check_listing (&fixture, &mark, FALSE, 1, 0);
  run (&fixture, "DELETE FROM object WHERE id IN (7, 51)");
  check_listing (&fixture, &mark, FALSE, 0, 2);
  check_listing (&fixture, &old, FALSE, 0, 2);
  /* One that has expired has gone. */
  run (&fixture, "UPDATE object SET expires = 1 WHERE id = 8");
  check_listing (&fixture, &mark, FALSE, 0, 1);
  /* Where more was changed than is remembered, or the file is another, all of it is read. */
  run (&fixture, "UPDATE object_change SET n = n + 6000");
  check_listing (&fixture, &mark, TRUE, 48, 0);
  old = mark + 100;
  check_listing (&fixture, &old, TRUE, 48, 0);
  database_fixture_tear_down (&fixture);
}

/* What another program has removed cannot be named any more, though it is listed still. */
static void
test_gone (void)
{
  const StoreObjectChange what = { .name = "mine" };
  DatabaseFixture         fixture;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  put_several (&fixture, 1);
  run (&fixture, "DELETE FROM object");
  store_backend_change_async (fixture.backend, "obj_001", &what, NULL, database_fixture_on_done,
                              &result);
  g_assert_false (store_backend_change_finish (fixture.backend,
                                               database_fixture_wait_for (&result), &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_assert_null (store_backend_get_problem (fixture.backend));
  database_fixture_tear_down (&fixture);
}

/* Of another program's changes, each in turn, the list says the same as one that is read again. */
static void
test_same_list (void)
{
  static const char *const changes[] = {
    "UPDATE object SET name = 'mine', pinned = 1 WHERE id = 3",
    "DELETE FROM object WHERE id % 3 = 0",
    "INSERT INTO object (blob, kind, type, length, time, name) "
    "SELECT blob, kind, type, length, time, 'new' FROM object WHERE id < 5",
    "UPDATE object SET expires = 1 WHERE id = 5",
    "UPDATE object SET expires = NULL WHERE id = 5",
    "UPDATE object SET expires = 9000000000000000 WHERE id = 7",
    "DELETE FROM object",
    "INSERT INTO object (blob, kind, type, length, time) VALUES (99, 'text', 'str', 4, 1)",
  };
  DatabaseFixture fixture;

  set_up (&fixture);
  put_several (&fixture, 20);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      GListModel     *entries = G_LIST_MODEL (store_backend_get_entries (fixture.backend));
      DatabaseFixture again = { .path = fixture.path };

      /* The blob went with the last object. */
      if (g_str_has_prefix (changes[i], "INSERT INTO object (blob, kind, type, length, time) V"))
        run (&fixture, "INSERT INTO blob VALUES (99, x'00', 4)");
      run (&fixture, changes[i]);
      database_fixture_refresh (fixture.backend);
      database_fixture_open (&again);
      database_fixture_refresh (again.backend);
      g_assert_cmpuint (database_fixture_count (&fixture), ==, database_fixture_count (&again));
      for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
        {
          g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, k);
          const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
          StoreObjectEntry       *other =
              store_entry_list_find (store_backend_get_entries (again.backend), facts->id);

          g_assert_nonnull (other);
          g_assert_cmpstr (facts->name, ==, store_object_entry_get_facts (other)->name);
          g_assert_cmpint (facts->expires, ==, store_object_entry_get_facts (other)->expires);
          g_assert_cmpint (facts->pinned, ==, store_object_entry_get_facts (other)->pinned);
        }
      database_fixture_close (&again);
    }
  database_fixture_tear_down (&fixture);
}

/* What is remembered of changes does not grow. */
static void
test_bounded (void)
{
  DatabaseFixture fixture;

  set_up (&fixture);
  put_several (&fixture, 20);
  run (&fixture, "INSERT INTO object (blob, kind, type, length, time) "
                 "WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i LIMIT 12000) "
                 "SELECT blob, 'text', 'str', 4, n FROM i, object WHERE object.id = 1");
  run (&fixture, "DELETE FROM object WHERE id > 20");
  g_assert_cmpint (database_fixture_ask (fixture.path, "SELECT count (*) FROM object_change"), <=,
                   10000);
  database_fixture_refresh (fixture.backend);
  g_assert_cmpuint (database_fixture_count (&fixture), ==, 20);
  database_fixture_tear_down (&fixture);
}

void
add_listing_tests (void)
{
  g_test_add_func ("/listing/changes", test_changes);
  g_test_add_func ("/listing/gone", test_gone);
  g_test_add_func ("/listing/same-list", test_same_list);
  g_test_add_func ("/listing/bounded", test_bounded);
}
