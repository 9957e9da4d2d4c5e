/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was kept is there after a kill: children write objects and exchanges until they are killed,
 * each at another moment, and tell of all that was acknowledged. */

#include "store-tests.h"
#include "database-fixture.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define WRITER "SPYGLASS_TEST_WRITER"
/* What a child has under way at once, so that several are written together. */
#define UNDER_WAY 6
/* Rounds on one file, which is then put aside: opening for the first time is killed as well. */
#define ROUNDS 10

/* The child */

typedef struct
{
  DatabaseFixture fixture;
  guint           seed;
  guint           n; /* of what was begun */
  GQueue          ids;
  GQueue          under_way;
} Writer;

/* A line at once: a kill cuts none, and the pipe takes it whole. */
static void
tell (const char *format, ...)
{
  va_list          arguments;
  g_autofree char *line = NULL;

  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_assert_cmpint (write (STDOUT_FILENO, line, strlen (line)), ==, (gssize)strlen (line));
}

/* Of a length that follows from its number: some have more than one piece. Every second one is the
 * same as the one before it, so that objects and exchanges share it. */
static GBytes *
make_text (guint seed, guint number)
{
  guint    n = number / 2;
  gsize    length = n % 40 == 39 ? 2500000 + n : 20 + n * 7919 % 30000;
  GString *text = g_string_sized_new (length + 40);

  while (text->len < length)
    g_string_append_printf (text, "%u/%u ", seed, n);
  return g_string_free_to_bytes (text);
}

static char *
hash (GBytes *bytes)
{
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

typedef struct
{
  Writer *writer;
  GBytes *text;
  GBytes *response;
  char   *id; /* of an object that goes */
} Step;

static void
step_free (Step *step)
{
  g_bytes_unref (step->text);
  g_bytes_unref (step->response);
  g_free (step->id);
  g_free (step);
}

static void
on_put (GObject *source, GAsyncResult *result, gpointer data)
{
  Step *step = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      store_backend_put_finish (STORE_BACKEND (source), result, &error);
  g_autofree char *sum = hash (step->text);
  const char      *id;

  g_assert_no_error (error);
  id = store_object_entry_get_facts (entry)->id;
  tell ("told object %s %s\n", id, sum);
  g_queue_push_tail (&step->writer->ids, g_strdup (id));
  g_queue_remove (&step->writer->under_way, step);
  step_free (step);
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  Step *step = data;
  g_autoptr (GError) error = NULL;

  store_backend_remove_finish (STORE_BACKEND (source), result, &error);
  g_assert_no_error (error);
  tell ("told gone %s -\n", step->id);
  g_queue_remove (&step->writer->under_way, step);
  step_free (step);
}

static void
on_added (GObject *source, GAsyncResult *result, gpointer data)
{
  Step *step = data;
  g_autoptr (GError) error = NULL;
  gint64           id = store_history_add_finish (STORE_HISTORY (source), result, &error);
  g_autofree char *request = hash (step->text), *response = hash (step->response);

  g_assert_no_error (error);
  tell ("told exchange %" G_GINT64_FORMAT " %s %s\n", id, request, response);
  g_queue_remove (&step->writer->under_way, step);
  step_free (step);
}

static void
begin_remove (Writer *writer, Step *step)
{
  const char *ids[] = { NULL, NULL };

  step->id = g_queue_pop_head (&writer->ids);
  ids[0] = step->id;
  /* It may be gone from now on, though nobody tells. */
  tell ("told going %s -\n", step->id);
  store_backend_remove_async (writer->fixture.backend, ids, NULL, on_removed, step);
}

static void
begin_add (Writer *writer, Step *step)
{
  const StoreExchange exchange = { .method = (char *)"tools/call", .server = (char *)"demo" };

  store_history_add_async (writer->fixture.history, &exchange, step->text, step->response, NULL,
                           NULL, on_added, step);
}

static void
begin_put (Writer *writer, Step *step)
{
  g_autoptr (StoreObject) object = store_object_new_text (step->text, "demo", "cat");

  store_backend_put_async (writer->fixture.backend, object, NULL, STORE_BACKEND_DEFAULT_TTL, NULL,
                           on_put, step);
}

static void
begin_step (Writer *writer)
{
  Step *step = g_new0 (Step, 1);
  guint n = writer->n++;

  step->writer = writer;
  step->text = make_text (writer->seed, n);
  step->response = make_text (writer->seed, n > 2 ? n - 3 : 0);
  g_queue_push_tail (&writer->under_way, step);
  if (n % 7 == 6 && !g_queue_is_empty (&writer->ids))
    begin_remove (writer, step);
  else if (n % 2 == 0)
    begin_add (writer, step);
  else
    begin_put (writer, step);
}

static void
write_until_killed (const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", 2);
  Writer writer = { .fixture.path = parts[1], .seed = (guint)atoi (parts[0]) };

  g_queue_init (&writer.ids);
  g_queue_init (&writer.under_way);
  database_fixture_open (&writer.fixture);
  for (;;)
    {
      while (writer.under_way.length < UNDER_WAY)
        begin_step (&writer);
      g_main_context_iteration (NULL, TRUE);
    }
}

/* The parent */

/* What children told: of each object and exchange, what is to be there. */
typedef struct
{
  GHashTable *objects;   /* id → hash */
  GHashTable *going;     /* ids of those that may be gone */
  GHashTable *exchanges; /* id → both hashes */
  guint       n_told;
} Told;

static GSubprocess *
spawn (const char *path, guint seed)
{
  const char *const arguments[] = { "/proc/self/exe", "kill", "-p", "/kill", NULL };
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *words = g_strdup_printf ("%u %s", seed, path);
  g_autoptr (GError) error = NULL;
  GSubprocess *child;

  g_subprocess_launcher_setenv (launcher, WRITER, words, TRUE);
  child = g_subprocess_launcher_spawnv (launcher, arguments, &error);
  g_assert_no_error (error);
  return child;
}

/* Reads until @end, or where that is 0 until the pipe ends. */
static void
read_told (GSubprocess *child, GString *text, gint64 end)
{
  GPollableInputStream *pipe = G_POLLABLE_INPUT_STREAM (g_subprocess_get_stdout_pipe (child));

  for (;;)
    {
      char    buffer[16384];
      gint64  left = end - g_get_monotonic_time ();
      gssize  n;
      GError *error = NULL;

      if (end != 0 && left <= 0)
        return;
      n = end == 0 ? g_input_stream_read (G_INPUT_STREAM (pipe), buffer, sizeof buffer, NULL, NULL)
                   : g_pollable_input_stream_read_nonblocking (pipe, buffer, sizeof buffer, NULL,
                                                               &error);
      if (n > 0)
        g_string_append_len (text, buffer, n);
      else if (error != NULL)
        g_usleep ((gulong)MIN (left, 500));
      else
        return;
      g_clear_error (&error);
    }
}

static void
take_line (Told *told, char **words)
{
  const char *what = words[1], *id = words[2];

  told->n_told++;
  if (g_str_equal (what, "object"))
    g_hash_table_insert (told->objects, g_strdup (id), g_strdup (words[3]));
  else if (g_str_equal (what, "going"))
    g_hash_table_add (told->going, g_strdup (id));
  else if (g_str_equal (what, "gone"))
    g_hash_table_remove (told->objects, id);
  else
    g_hash_table_insert (told->exchanges, g_strdup (id), g_strconcat (words[3], words[4], NULL));
}

/* A removal that was begun and never told may have been done. */
static void
take_lines (Told *told, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      if (g_strcmp0 (words[0], "told") == 0)
        take_line (told, words);
    }
}

static void
check_objects (DatabaseFixture *fixture, Told *told)
{
  GHashTableIter iter;
  const char    *id, *expected;

  g_hash_table_iter_init (&iter, told->objects);
  while (g_hash_table_iter_next (&iter, (gpointer *)&id, (gpointer *)&expected))
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = database_fixture_get (fixture, id, &error);
      g_autofree char *sum = bytes != NULL ? hash (bytes) : NULL;

      if (bytes == NULL && g_hash_table_contains (told->going, id))
        continue;
      g_assert_no_error (error);
      g_assert_cmpstr (sum, ==, expected);
    }
}

static void
check_exchanges (DatabaseFixture *fixture, Told *told)
{
  GHashTableIter iter;
  const char    *id, *expected;

  g_hash_table_iter_init (&iter, told->exchanges);
  while (g_hash_table_iter_next (&iter, (gpointer *)&id, (gpointer *)&expected))
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) request = NULL, response = NULL;
      g_autoptr (StoreExchange) exchange = NULL;
      g_autofree char *first = NULL, *second = NULL, *both = NULL;

      store_history_get_async (fixture->history, g_ascii_strtoll (id, NULL, 10), NULL,
                               database_fixture_on_done, &result);
      exchange = store_history_get_finish (fixture->history, database_fixture_wait_for (&result),
                                           &request, &response, &error);
      g_assert_no_error (error);
      first = hash (request);
      second = hash (response);
      both = g_strconcat (first, second, NULL);
      g_assert_cmpstr (both, ==, expected);
    }
}

/* Nothing is listed that cannot be read; whatever is listed and was not told was under way. */
static void
check_listed (DatabaseFixture *fixture, Told *told, guint n_killed)
{
  StoreEntryList *entries = store_backend_get_entries (fixture->backend);
  g_autoptr (GAsyncResult) result = NULL;
  guint untold = 0;

  store_backend_refresh_async (fixture->backend, NULL, database_fixture_on_done, &result);
  g_assert_true (store_backend_refresh_finish (fixture->backend,
                                               database_fixture_wait_for (&result), NULL));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (entries)); i++)
    {
      g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (G_LIST_MODEL (entries), i);
      const char *id = store_object_entry_get_facts (entry)->id;
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;

      if (g_hash_table_contains (told->objects, id))
        continue;
      bytes = database_fixture_get (fixture, id, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (bytes), ==, store_object_entry_get_facts (entry)->size);
      untold++;
    }
  g_assert_cmpuint (untold, <=, n_killed * UNDER_WAY);
}

/* How long a child takes here until it has told of its first write: sanitizers and other programs
 * make that long. */
static gint64
measure_start (void)
{
  DatabaseFixture fixture;
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 begin = g_get_monotonic_time (), now = begin;

  database_fixture_set_up (&fixture, NULL);
  child = spawn (fixture.path, 0);
  while (strstr (text->str, "told ") == NULL && now - begin < 30 * G_TIME_SPAN_SECOND)
    {
      read_told (child, text, now + 10 * G_TIME_SPAN_MILLISECOND);
      now = g_get_monotonic_time ();
    }
  g_subprocess_force_exit (child);
  g_subprocess_wait (child, NULL, NULL);
  database_fixture_tear_down (&fixture);
  return now - begin;
}

/* @n_killed: on this file, this time included; @span: the latest it is killed, in microseconds */
static void
kill_one (const char *path, Told *told, guint n_killed, gint64 span)
{
  guint seed = n_killed * 2;
  g_autoptr (GSubprocess) child = spawn (path, seed);
  /* Every third time another program writes as well, and is killed a little later. */
  g_autoptr (GSubprocess) other = n_killed % 3 == 1 ? spawn (path, seed + 1) : NULL;
  g_autoptr (GString) text = g_string_new (NULL), other_text = g_string_new (NULL);
  DatabaseFixture fixture = { .path = (char *)path };
  gint64          end = g_get_monotonic_time () +
               g_test_rand_int_range (5, (gint32)(span / G_TIME_SPAN_MILLISECOND)) *
                   G_TIME_SPAN_MILLISECOND;

  read_told (child, text, end);
  g_subprocess_force_exit (child);
  read_told (child, text, 0);
  g_subprocess_wait (child, NULL, NULL);
  if (other != NULL)
    {
      read_told (other, other_text,
                 end + g_test_rand_int_range (0, 30) * G_TIME_SPAN_MILLISECOND);
      g_subprocess_force_exit (other);
      read_told (other, other_text, 0);
      g_subprocess_wait (other, NULL, NULL);
    }
  take_lines (told, text->str);
  take_lines (told, other_text->str);

  database_fixture_open (&fixture);
  g_assert_cmpint (store_backend_get_state (fixture.backend), ==, STORE_BACKEND_READY);
  check_objects (&fixture, told);
  check_exchanges (&fixture, told);
  check_listed (&fixture, told, n_killed * 2);
  database_fixture_close (&fixture);
  database_fixture_check_whole (path);
}

static guint
kill_several (const char *path, guint n, gint64 span)
{
  Told  told = { 0 };
  guint n_told;

  told.objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  told.going = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  told.exchanges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 1; i <= n; i++)
    kill_one (path, &told, i, span);
  n_told = told.n_told;
  g_hash_table_unref (told.objects);
  g_hash_table_unref (told.going);
  g_hash_table_unref (told.exchanges);
  return n_told;
}

static void
test_kill (void)
{
  guint  n = g_test_slow () ? 20 : 1, n_told = 0;
  gint64 span;

  if (g_getenv (WRITER) != NULL)
    write_until_killed (g_getenv (WRITER));
  span = 200 * G_TIME_SPAN_MILLISECOND + 3 * measure_start ();
  for (guint i = 0; i < n; i++)
    {
      DatabaseFixture fixture;

      database_fixture_set_up (&fixture, NULL);
      n_told += kill_several (fixture.path, ROUNDS, span);
      database_fixture_tear_down (&fixture);
    }
  g_test_message ("%u writes were told of before %u kills", n_told, n * ROUNDS);
  g_assert_cmpuint (n_told, >, n * ROUNDS);
}

void
add_kill_tests (void)
{
  g_test_add_func ("/kill", test_kill);
}
