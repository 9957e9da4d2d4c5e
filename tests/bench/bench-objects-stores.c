/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Put, get and list of each backend. */

#include "bench-objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store-memory-backend.h"
#include "store-redis-backend.h"
#include "store-sqlite-backend.h"

#define N_SMALL 200
#define N_LARGE 10
#define N_LISTED 10000
/* Puts that are under way at once, while the list is being filled. */
#define TOGETHER 100

static gboolean
is_settled (StoreBackend *backend)
{
  return store_backend_get_state (backend) != STORE_BACKEND_CONNECTING;
}

static StoreObject *
make_object (gsize size, guint number)
{
  GString *text = g_string_sized_new (size + 20);
  g_autoptr (GBytes) bytes = NULL;

  while (text->len < size)
    g_string_append_printf (text, "%u ", number);
  g_string_truncate (text, size);
  bytes = g_string_free_to_bytes (text);
  return store_object_new_text (bytes, "demo", "cat");
}

static char *
put (StoreBackend *backend, StoreObject *object)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry = NULL;

  store_backend_put_async (backend, object, NULL, 0, NULL, bench_on_done, &result);
  entry = store_backend_put_finish (backend, bench_wait_for (&result), &error);
  bench_check (error);
  return g_strdup (store_object_entry_get_facts (entry)->id);
}

static void
get (StoreBackend *backend, const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObject) object = NULL;

  store_backend_get_async (backend, id, NULL, bench_on_done, &result);
  object = store_backend_get_finish (backend, bench_wait_for (&result), &error);
  bench_check (error);
}

static void
refresh (StoreBackend *backend)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_backend_refresh_async (backend, NULL, bench_on_done, &result);
  store_backend_refresh_finish (backend, bench_wait_for (&result), &error);
  bench_check (error);
}

/* One after the other, each acknowledged before the next. */
static void
bench_size (StoreBackend *backend, gsize size, const char *word, guint n)
{
  static guint     number; /* no two are alike: bytes are kept once */
  double           puts[BENCH_ROUNDS], gets[BENCH_ROUNDS];
  g_autofree char *put_name =
      g_strdup_printf ("%s, put %s", store_backend_get_name (backend), word);
  g_autofree char *get_name =
      g_strdup_printf ("%s, get %s", store_backend_get_name (backend), word);

  for (guint round = 0; round < BENCH_ROUNDS; round++)
    {
      g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
      gint64 start;

      for (guint i = 0; i < n; i++)
        g_ptr_array_add (objects, make_object (size, number++));
      start = g_get_monotonic_time ();
      for (guint i = 0; i < n; i++)
        g_ptr_array_add (ids, put (backend, objects->pdata[i]));
      puts[round] = (double)(g_get_monotonic_time () - start) / n;
      start = g_get_monotonic_time ();
      for (guint i = 0; i < n; i++)
        get (backend, ids->pdata[i]);
      gets[round] = (double)(g_get_monotonic_time () - start) / n;
    }
  bench_print (put_name, puts, BENCH_ROUNDS, 0);
  bench_print (get_name, gets, BENCH_ROUNDS, 0);
}

static void
bench_backend (StoreBackend *backend)
{
  bench_size (backend, 1000, "1 kB", N_SMALL);
  bench_size (backend, 1000000, "1 MB", N_LARGE);
}

/* Lists */

static void
on_filled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      store_backend_put_finish (STORE_BACKEND (source), result, &error);

  bench_check (error);
  --*(guint *)data;
}

static void
fill (StoreBackend *backend)
{
  guint under_way = 0;

  refresh (backend);
  for (guint n = g_list_model_get_n_items (
           G_LIST_MODEL (store_backend_get_entries (backend)));
       n < N_LISTED || under_way > 0;)
    {
      if (n < N_LISTED && under_way < TOGETHER)
        {
          g_autoptr (StoreObject) object = make_object (100, n++);

          store_backend_put_async (backend, object, NULL, 0, NULL, on_filled, &under_way);
          under_way++;
        }
      else
        g_main_context_iteration (NULL, TRUE);
    }
}

/* As when the program starts: until the list is there. @open: a backend on what is there already */
typedef struct
{
  StoreBackend *(*open) (const char *where, StoreDatabase **database);
  const char    *where;
  StoreBackend  *backend;
  StoreDatabase *database;
} Place;

static StoreBackend *
open_sqlite (const char *where, StoreDatabase **database)
{
  *database = store_database_new (where);
  return store_sqlite_backend_new (*database);
}

static StoreBackend *
open_redis (const char *where, StoreDatabase **database)
{
  g_autoptr (GError) error = NULL;
  StoreBackend *backend = store_redis_backend_new (where, NULL, &error);

  bench_check (error);
  return backend;
}

static void
open_place (Place *place)
{
  place->backend = place->open (place->where, &place->database);
  while (!is_settled (place->backend))
    g_main_context_iteration (NULL, TRUE);
}

static void
close_place (Place *place)
{
  g_clear_object (&place->backend);
  if (place->database != NULL)
    store_database_close (place->database);
  g_clear_object (&place->database);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static double
list_first (gpointer data)
{
  Place  place = *(Place *)data;
  gint64 start = g_get_monotonic_time ();
  double took;

  place.backend = NULL;
  place.database = NULL;
  open_place (&place);
  refresh (place.backend);
  took = (double)(g_get_monotonic_time () - start);
  if (g_list_model_get_n_items (G_LIST_MODEL (store_backend_get_entries (place.backend))) <
      N_LISTED)
    took = -1;
  close_place (&place);
  return took;
}

static double
refresh_after_put (gpointer data)
{
  Place *place = data;
  g_autoptr (StoreObject) object = make_object (1000, 1);
  gint64 start;

  g_free (put (place->backend, object));
  start = g_get_monotonic_time ();
  refresh (place->backend);
  return (double)(g_get_monotonic_time () - start);
}

static void
bench_place (Place *place)
{
  g_autofree char *listed = NULL, *refreshed = NULL;

  open_place (place);
  bench_backend (place->backend);
  fill (place->backend);
  listed = g_strdup_printf ("%s, opened, %u listed", store_backend_get_name (place->backend),
                            N_LISTED);
  refreshed = g_strdup_printf ("%s, %u refreshed after a put",
                               store_backend_get_name (place->backend), N_LISTED);
  bench_measure (listed, list_first, place, 0);
  refresh (place->backend);
  bench_measure (refreshed, refresh_after_put, place, 0);
  close_place (place);
}

/* Redis */

static GSubprocess *
start_redis (const char *folder, char **address)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16          number = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *port = g_strdup_printf ("%u", number);
  GSubprocess     *process;

  g_socket_listener_close (listener);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL, "redis-server", "--port",
                              port, "--bind", "127.0.0.1", "--save", "", "--dir", folder, NULL);
  *address = g_strdup_printf ("redis://127.0.0.1:%s", port);
  for (guint i = 0; process != NULL && i < 400; i++)
    {
      g_autoptr (GSocketClient) client = g_socket_client_new ();
      g_autoptr (GSocketConnection) connection =
          g_socket_client_connect_to_host (client, "127.0.0.1", number, NULL, NULL);

      if (connection != NULL)
        break;
      g_usleep (10000);
    }
  return process;
}

void
bench_stores (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "objects.db", NULL);
  g_autofree char *address = NULL;
  g_autoptr (StoreBackend) memory = store_memory_backend_new ();
  g_autoptr (GSubprocess) redis = start_redis (folder, &address);

  bench_backend (memory);
  bench_place (&(Place){ open_sqlite, path });
  if (redis == NULL)
    {
      printf ("redis: left out: redis-server is not installed\n");
      return;
    }
  bench_place (&(Place){ open_redis, address });
  g_subprocess_force_exit (redis);
  g_subprocess_wait (redis, NULL, NULL);
}
