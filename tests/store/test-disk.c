/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A disk that is full, a folder that may not be written, and a file that is locked, cut short,
 * damaged or of a newer version: what was acknowledged stays, and the state says what is wrong. */

#include "store-tests.h"
#include "database-fixture.h"
#include "store-error.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#define NAMESPACE "SPYGLASS_TEST_NAMESPACE"
#define LOCKER "SPYGLASS_TEST_LOCKER"
#define TEXT_SIZE 30000

static GBytes *
make_text (guint number, gsize size)
{
  GString *text = g_string_sized_new (size + 20);

  while (text->len < size)
    g_string_append_printf (text, "%u ", number);
  return g_string_free_to_bytes (text);
}

/* What was acknowledged: objects by number, and as many exchanges. */
typedef struct
{
  DatabaseFixture file;
  GPtrArray      *ids;
  guint           n_exchanges;
} Fixture;

static void
set_up (Fixture *fixture, const char *folder)
{
  *fixture = (Fixture){ .ids = g_ptr_array_new_with_free_func (g_free) };
  database_fixture_set_up (&fixture->file, folder);
}

static void
tear_down (Fixture *fixture)
{
  database_fixture_tear_down (&fixture->file);
  g_ptr_array_unref (fixture->ids);
}

/* Returns: whether both were acknowledged */
static gboolean
write_one (Fixture *fixture, GError **error)
{
  g_autoptr (GBytes) text = make_text (fixture->ids->len, TEXT_SIZE);
  char *id = database_fixture_put (&fixture->file, text, error);

  if (id == NULL)
    return FALSE;
  g_ptr_array_add (fixture->ids, id);
  if (database_fixture_add (&fixture->file, text, text, error) == 0)
    return FALSE;
  fixture->n_exchanges++;
  return TRUE;
}

static void
write_some (Fixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;

      write_one (fixture, &error);
      g_assert_no_error (error);
    }
}

static void
refresh (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_backend_refresh_async (fixture->file.backend, NULL, database_fixture_on_done, &result);
  store_backend_refresh_finish (fixture->file.backend, database_fixture_wait_for (&result),
                                &error);
  g_assert_no_error (error);
}

static guint64
count_exchanges (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  StoreHistorySize size = { 0 };

  store_history_measure_async (fixture->file.history, NULL, database_fixture_on_done, &result);
  store_history_measure_finish (fixture->file.history, database_fixture_wait_for (&result), &size,
                                &error);
  g_assert_no_error (error);
  return size.n;
}

/* All that was acknowledged, and nothing else, can be listed and read. */
static void
check_all (Fixture *fixture)
{
  refresh (fixture);
  g_assert_cmpuint (database_fixture_count (&fixture->file), ==, fixture->ids->len);
  g_assert_cmpuint (count_exchanges (fixture), ==, fixture->n_exchanges);
  for (guint i = 0; i < fixture->ids->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) expected = make_text (i, TEXT_SIZE);
      g_autoptr (GBytes) bytes =
          database_fixture_get (&fixture->file, fixture->ids->pdata[i], &error);

      g_assert_no_error (error);
      g_assert_true (g_bytes_equal (bytes, expected));
    }
}

/* Writing is refused, and the state says why, in words that name no code of SQLite's. */
static void
check_refuses (Fixture *fixture, int code)
{
  g_autoptr (GBytes) text = make_text (1000, TEXT_SIZE);
  g_autoptr (GError) error = NULL;
  const GError *problem;

  g_assert_null (database_fixture_put (&fixture->file, text, &error));
  g_assert_error (error, STORE_ERROR, code);
  g_clear_error (&error);
  g_assert_cmpint (database_fixture_add (&fixture->file, text, text, &error), ==, 0);
  g_assert_error (error, STORE_ERROR, code);
  problem = store_backend_get_problem (fixture->file.backend);
  g_assert_error (problem, STORE_ERROR, code);
  g_assert_null (strstr (problem->message, "The database said"));
  g_assert_true (g_str_has_suffix (problem->message, "."));
}

/* Full */

static void
write_until_full (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 10000 && write_one (fixture, &error);)
    i++;
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NO_SPACE);
}

/* At each place where a file may hit its limit: the database's, or its log's. */
static void
test_limit (void)
{
  struct rlimit before, now;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  for (guint i = 0; i < 12; i++)
    {
      Fixture fixture;

      set_up (&fixture, NULL);
      database_fixture_open (&fixture.file);
      write_some (&fixture, 1);
      now = before;
      now.rlim_cur = 150000 + (rlim_t)i * 31337;
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &now), ==, 0);
      write_until_full (&fixture);
      check_refuses (&fixture, STORE_ERROR_NO_SPACE);
      check_all (&fixture);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
      write_some (&fixture, 2);
      g_assert_null (store_backend_get_problem (fixture.file.backend));
      check_all (&fixture);
      database_fixture_close (&fixture.file);
      database_fixture_check_whole (fixture.file.path);
      tear_down (&fixture);
    }
}

/* The file cannot even be made, and later it can. */
static void
test_limit_at_first (void)
{
  struct rlimit before, now;
  Fixture       fixture;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  set_up (&fixture, NULL);
  now = before;
  now.rlim_cur = 3000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &now), ==, 0);
  database_fixture_open (&fixture.file);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_UNAVAILABLE);
  check_refuses (&fixture, STORE_ERROR_NO_SPACE);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  write_some (&fixture, 2);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_READY);
  g_assert_null (store_backend_get_problem (fixture.file.backend));
  check_all (&fixture);
  tear_down (&fixture);
}

/* In a namespace of its own, where this program may mount: the test runs itself there. */

/* Returns: (nullable): the folder to mount at; %NULL where the child has done it, or is skipped */
static const char *
enter_namespace (const char *test)
{
  const char *const probe[] = { "unshare", "-rm", "true", NULL };
  g_autofree char  *self = g_file_read_link ("/proc/self/exe", NULL);
  const char *const arguments[] = { "unshare", "-rm", self, "disk", "-p", test, NULL };
  g_autofree char  *folder = NULL;
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  int status = -1;

  if (g_getenv (NAMESPACE) != NULL)
    return g_getenv (NAMESPACE);
  if (!g_spawn_sync (NULL, (char **)probe, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                     &status, NULL) ||
      status != 0)
    {
      g_test_skip ("nothing can be mounted here");
      return NULL;
    }
  folder = g_dir_make_tmp ("spyglass-disk-XXXXXX", NULL);
  environment = g_environ_setenv (environment, NAMESPACE, folder, TRUE);
  g_spawn_sync (NULL, (char **)arguments, environment,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return NULL;
}

static void
mount_small (const char *folder)
{
  g_assert_cmpint (mount ("tmpfs", folder, "tmpfs", 0, "size=2m"), ==, 0);
}

static void
mount_read_only (const char *folder)
{
  g_assert_cmpint (mount ("tmpfs", folder, "tmpfs", MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
}

/* What was mounted goes, and its files with it. */
static void
leave (Fixture *fixture)
{
  g_assert_cmpint (umount (fixture->file.folder), ==, 0);
  g_ptr_array_unref (fixture->ids);
  g_free (fixture->file.folder);
  g_free (fixture->file.path);
}

/* To the last byte. */
static char *
fill_disk (const char *folder)
{
  char            *path = g_build_filename (folder, "filler", NULL);
  g_autofree char *zeros = g_malloc0 (4096);
  int              descriptor = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  while (write (descriptor, zeros, 4096) == 4096)
    continue;
  close (descriptor);
  return path;
}

static void
test_full (void)
{
  const char      *folder = enter_namespace ("/disk/full");
  g_autofree char *filler = NULL;
  Fixture          fixture;

  if (folder == NULL)
    return;
  mount_small (folder);
  set_up (&fixture, folder);
  database_fixture_open (&fixture.file);
  write_some (&fixture, 8);
  filler = fill_disk (folder);
  write_until_full (&fixture);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_READY);
  check_refuses (&fixture, STORE_ERROR_NO_SPACE);
  check_all (&fixture);
  /* Opened again while it is full: it can be read, and written as soon as there is space. */
  database_fixture_close (&fixture.file);
  database_fixture_open (&fixture.file);
  check_all (&fixture);
  check_refuses (&fixture, STORE_ERROR_NO_SPACE);
  g_assert_cmpint (g_unlink (filler), ==, 0);
  write_some (&fixture, 2);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_READY);
  g_assert_null (store_backend_get_problem (fixture.file.backend));
  check_all (&fixture);
  database_fixture_close (&fixture.file);
  database_fixture_check_whole (fixture.file.path);
  leave (&fixture);
}

/* Read only */

static void
copy_file (const char *from, const char *to, const char *end)
{
  g_autofree char *source = g_strconcat (from, end, NULL);
  g_autofree char *target = g_strconcat (to, end, NULL);
  g_autofree char *bytes = NULL;
  gsize            length;

  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (target, bytes, (gssize)length, NULL));
}

/* What a kill leaves: in the log is what was acknowledged last.
 * @n_files: of the file, its log, and the log's index */
static void
check_read_only (const char *folder, guint n_files)
{
  static const char *const ends[] = { "", "-wal", "-shm" };
  Fixture                  fixture, source;

  set_up (&source, NULL);
  database_fixture_open (&source.file);
  write_some (&source, 8);
  mount_small (folder);
  set_up (&fixture, folder);
  if (n_files == 1)
    database_fixture_close (&source.file);
  for (guint i = 0; i < n_files; i++)
    copy_file (source.file.path, fixture.file.path, ends[i]);
  fixture.n_exchanges = source.n_exchanges;
  for (guint i = 0; i < source.ids->len; i++)
    g_ptr_array_add (fixture.ids, g_strdup (source.ids->pdata[i]));
  tear_down (&source);
  mount_read_only (folder);
  database_fixture_open (&fixture.file);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_READ_ONLY);
  check_all (&fixture);
  check_refuses (&fixture, STORE_ERROR_NOT_WRITABLE);
  check_all (&fixture);
  database_fixture_close (&fixture.file);
  leave (&fixture);
}

static void
test_read_only (void)
{
  const char *folder = enter_namespace ("/disk/read-only");
  Fixture     fixture;

  if (folder == NULL)
    return;
  check_read_only (folder, 1);
  check_read_only (folder, 2);
  check_read_only (folder, 3);
  /* Where there is nothing to read. */
  mount_small (folder);
  mount_read_only (folder);
  set_up (&fixture, folder);
  database_fixture_open (&fixture.file);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_UNAVAILABLE);
  check_refuses (&fixture, STORE_ERROR_NOT_WRITABLE);
  database_fixture_close (&fixture.file);
  leave (&fixture);
}

/* Locked */

/* The other program: holds the lock until its input ends. */
static void
hold_lock (const char *path)
{
  sqlite3 *connection = NULL;
  char     byte;

  g_assert_cmpint (sqlite3_open (path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (connection, "BEGIN EXCLUSIVE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (write (STDOUT_FILENO, "locked\n", 7), ==, 7);
  while (read (STDIN_FILENO, &byte, 1) > 0)
    continue;
  _exit (0);
}

static GSubprocess *
spawn_locker (const char *path)
{
  const char *const arguments[] = { "/proc/self/exe", "disk", "-p", "/disk/locked", NULL };
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) output = NULL;
  GSubprocess *child;

  g_subprocess_launcher_setenv (launcher, LOCKER, path, TRUE);
  child = g_subprocess_launcher_spawnv (launcher, arguments, &error);
  g_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  for (gboolean locked = FALSE; !locked;)
    {
      g_autofree char *line = g_data_input_stream_read_line (output, NULL, NULL, NULL);

      g_assert_nonnull (line);
      locked = g_str_equal (line, "locked");
    }
  return child;
}

static gboolean
let_go (gpointer child)
{
  g_output_stream_close (g_subprocess_get_stdin_pipe (child), NULL, NULL);
  return G_SOURCE_REMOVE;
}

/* For some seconds: what is written waits, and what is read does not. */
static void
check_waits (Fixture *fixture)
{
  g_autoptr (GSubprocess) child = spawn_locker (fixture->file.path);
  g_autoptr (GAsyncResult) put = NULL;
  g_autoptr (GBytes) text = make_text (fixture->ids->len, TEXT_SIZE);
  g_autoptr (StoreObject) object = store_object_new_text (text, NULL, NULL);
  g_autoptr (StoreObjectEntry) entry = NULL;

  store_backend_put_async (fixture->file.backend, object, NULL, STORE_BACKEND_DEFAULT_TTL, NULL,
                           database_fixture_on_done, &put);
  check_all (fixture);
  g_assert_null (put);
  g_timeout_add (1500, let_go, child);
  entry = store_backend_put_finish (fixture->file.backend, database_fixture_wait_for (&put), NULL);
  g_assert_nonnull (entry);
  g_ptr_array_add (fixture->ids, g_strdup (store_object_entry_get_facts (entry)->id));
  g_subprocess_wait (child, NULL, NULL);
}

static void
test_locked (void)
{
  Fixture fixture;
  g_autoptr (GSubprocess) child = NULL;

  if (g_getenv (LOCKER) != NULL)
    hold_lock (g_getenv (LOCKER));
  set_up (&fixture, NULL);
  database_fixture_open (&fixture.file);
  write_some (&fixture, 2);
  check_waits (&fixture);
  /* For too long: that is told, and it is tried again with what is written next. */
  child = spawn_locker (fixture.file.path);
  check_refuses (&fixture, STORE_ERROR_BUSY);
  check_all (&fixture);
  let_go (child);
  g_subprocess_wait (child, NULL, NULL);
  write_some (&fixture, 1);
  g_assert_null (store_backend_get_problem (fixture.file.backend));
  check_all (&fixture);
  tear_down (&fixture);
}

/* Before the file has its log, a lock keeps even readers out. */
static void
check_opening (guint hold_ms)
{
  Fixture fixture;
  g_autoptr (GSubprocess) child = NULL;

  set_up (&fixture, NULL);
  child = spawn_locker (fixture.file.path);
  if (hold_ms > 0)
    {
      g_timeout_add (hold_ms, let_go, child);
      database_fixture_open (&fixture.file);
      g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_READY);
    }
  else
    {
      database_fixture_open (&fixture.file);
      g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==,
                       STORE_BACKEND_UNAVAILABLE);
      g_assert_error (store_backend_get_problem (fixture.file.backend), STORE_ERROR,
                      STORE_ERROR_BUSY);
      let_go (child);
    }
  g_subprocess_wait (child, NULL, NULL);
  write_some (&fixture, 2);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_READY);
  g_assert_null (store_backend_get_problem (fixture.file.backend));
  check_all (&fixture);
  tear_down (&fixture);
}

static void
test_locked_at_first (void)
{
  check_opening (1500);
  check_opening (0);
}

/* Another program has begun the log, and nothing is in it yet: whoever gives up waiting leaves it
 * there. */
static void
test_log_kept (void)
{
  Fixture  fixture;
  sqlite3 *other = NULL;

  set_up (&fixture, NULL);
  g_assert_cmpint (sqlite3_open (fixture.file.path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE", NULL, NULL, NULL),
                   ==, SQLITE_OK);
  database_fixture_open (&fixture.file);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_UNAVAILABLE);
  g_assert_error (store_backend_get_problem (fixture.file.backend), STORE_ERROR, STORE_ERROR_BUSY);
  database_fixture_close (&fixture.file);
  g_assert_cmpint (sqlite3_exec (other, "CREATE TABLE mine (id); COMMIT", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (database_fixture_ask (fixture.file.path,
                                         "SELECT count (*) FROM sqlite_schema WHERE name = 'mine'"),
                   ==, 1);
  sqlite3_close (other);
  tear_down (&fixture);
}

/* Several programs make the same file at once: all of them may write. */
static void
test_made_at_once (void)
{
  for (guint round = 0; round < 10; round++)
    {
      Fixture fixtures[6];

      set_up (&fixtures[0], NULL);
      for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
        {
          if (i > 0)
            set_up (&fixtures[i], fixtures[0].file.folder);
          fixtures[i].file.database = store_database_new (fixtures[0].file.path);
          fixtures[i].file.backend = store_sqlite_backend_new (fixtures[i].file.database);
          fixtures[i].file.history = store_history_new (fixtures[i].file.database);
        }
      for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
        {
          write_some (&fixtures[i], 1);
          g_assert_null (store_backend_get_problem (fixtures[i].file.backend));
        }
      for (guint i = G_N_ELEMENTS (fixtures); i-- > 0;)
        tear_down (&fixtures[i]);
    }
}

/* Not as it should be */

typedef struct
{
  char *bytes;
  gsize length;
} File;

static File
read_file (const char *path)
{
  File file;

  g_assert_true (g_file_get_contents (path, &file.bytes, &file.length, NULL));
  return file;
}

static void
check_file (const char *path, const char *bytes, gsize length)
{
  File now = read_file (path);

  g_assert_cmpmem (now.bytes, now.length, bytes, length);
  g_free (now.bytes);
}

static File
make_file (Fixture *fixture)
{
  set_up (fixture, NULL);
  database_fixture_open (&fixture->file);
  write_some (fixture, 8);
  database_fixture_close (&fixture->file);
  return read_file (fixture->file.path);
}

static void
test_cut (void)
{
  Fixture fixture;
  File    file = make_file (&fixture);

  for (guint i = 1; i <= 24; i++)
    {
      /* At the end of a page, within one, and close to either end. */
      gsize length = i == 1    ? 10
                     : i == 2  ? 4096
                     : i == 24 ? file.length - 4096
                     : i % 2   ? file.length * i / 25
                               : file.length * i / 25 / 4096 * 4096;

      g_test_message ("%zu of %zu bytes", length, file.length);
      g_assert_true (g_file_set_contents (fixture.file.path, file.bytes, (gssize)length, NULL));
      database_fixture_open (&fixture.file);
      g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==,
                       STORE_BACKEND_UNAVAILABLE);
      check_refuses (&fixture, STORE_ERROR_SYNTAX);
      database_fixture_close (&fixture.file);
      check_file (fixture.file.path, file.bytes, length);
    }
  g_free (file.bytes);
  tear_down (&fixture);
}

/* Zeros in the middle, as a disk leaves them: what cannot be read says so, the rest can. */
static void
test_hole (void)
{
  Fixture fixture;
  File    file = make_file (&fixture);
  guint   n_read = 0, n_damaged = 0;

  memset (file.bytes + file.length / 2, 0, file.length / 3);
  g_assert_true (
      g_file_set_contents (fixture.file.path, file.bytes, (gssize)file.length, NULL));
  database_fixture_open (&fixture.file);
  for (guint i = 0; i < fixture.ids->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) expected = make_text (i, TEXT_SIZE);
      g_autoptr (GBytes) bytes =
          database_fixture_get (&fixture.file, fixture.ids->pdata[i], &error);

      /* Never other bytes than those that were kept. */
      if (bytes == NULL)
        g_assert_error (error, STORE_ERROR, STORE_ERROR_DAMAGED);
      else
        g_assert_true (g_bytes_equal (bytes, expected));
      n_damaged += bytes == NULL;
      n_read += bytes != NULL;
    }
  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_damaged, >, 0);
  database_fixture_close (&fixture.file);
  check_file (fixture.file.path, file.bytes, file.length);
  g_free (file.bytes);
  tear_down (&fixture);
}

/* A size that no text has: it is damage, too. */
static void
test_size (void)
{
  Fixture fixture;
  File    file = make_file (&fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_free (file.bytes);
  database_fixture_ask (fixture.file.path, "UPDATE blob SET size = -5");
  database_fixture_open (&fixture.file);
  bytes = database_fixture_get (&fixture.file, fixture.ids->pdata[0], &error);
  g_assert_null (bytes);
  g_assert_error (error, STORE_ERROR, STORE_ERROR_DAMAGED);
  database_fixture_close (&fixture.file);
  tear_down (&fixture);
}

/* One letter of what was kept is another, in its first piece or its last: it is said each time, and
 * put in order by whoever keeps the same once more. */
static void
test_letter (void)
{
  static const struct
  {
    gsize size;
    guint offset;
  } cases[] = { { 10, 3 }, { 30000, 29999 }, { 200000, 0 }, { 200000, 131072 }, { 1500000, 1400000 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) text = make_text (i, cases[i].size);
      g_autofree char *id = NULL;
      g_autofree char *again = NULL;
      g_autofree char *sql = g_strdup_printf (
          "UPDATE piece SET data = CAST (substr (data, 1, %u) || 'X' || substr (data, %u) AS BLOB) "
          "WHERE id & 1048575 = %u",
          cases[i].offset % 1048576, cases[i].offset % 1048576 + 2, cases[i].offset / 1048576);
      Fixture fixture;

      set_up (&fixture, NULL);
      database_fixture_open (&fixture.file);
      id = database_fixture_put (&fixture.file, text, NULL);
      database_fixture_close (&fixture.file);
      database_fixture_ask (fixture.file.path, sql);
      database_fixture_open (&fixture.file);
      for (guint round = 0; round < 2; round++)
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (database_fixture_get (&fixture.file, id, &error));
          g_assert_error (error, STORE_ERROR, STORE_ERROR_DAMAGED);
          g_assert_nonnull (strstr (error->message, "SHA-256"));
          g_assert_nonnull (strstr (error->message, id));
        }
      again = database_fixture_put (&fixture.file, text, NULL);
      g_assert_nonnull (again);
      for (guint round = 0; round < 2; round++)
        {
          g_autoptr (GBytes) bytes = database_fixture_get (&fixture.file, id, NULL);

          g_assert_true (g_bytes_equal (bytes, text));
        }
      database_fixture_close (&fixture.file);
      database_fixture_check_whole (fixture.file.path);
      tear_down (&fixture);
    }
}

/* What is asked for in a thread of the database's. Returns: (transfer full) */
static gpointer
ask_in_thread (sqlite3 *connection, gpointer input, GError **error)
{
  g_autoptr (sqlite3_stmt) row = store_database_prepare (connection, input, error);
  gint64 number = -1;

  if (row != NULL && sqlite3_step (row) == SQLITE_ROW)
    number = sqlite3_column_int64 (row, 0);
  return g_memdup2 (&number, sizeof number);
}

static void
check_setting (StoreDatabase *database, const char *sql, gint64 reading, gint64 record, gint64 kept)
{
  const gint64 expected[] = { reading, record, kept };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree gint64 *number = NULL;

      store_database_work_async (database,
                                 i == 0   ? STORE_DATABASE_READ
                                 : i == 1 ? STORE_DATABASE_RECORD
                                          : STORE_DATABASE_WRITE,
                                 ask_in_thread, g_strdup (sql), g_free, g_free, NULL,
                                 database_fixture_on_done, &result);
      number = store_database_finish (database, database_fixture_wait_for (&result), &error);
      g_assert_no_error (error);
      g_test_message ("%s: %" G_GINT64_FORMAT, sql, *number);
      if (expected[i] >= 0)
        g_assert_cmpint (*number, ==, expected[i]);
    }
}

/* A schema is not trusted, what is deleted is overwritten, and what a person keeps waits for the
 * disk (2) where a record does not (1). */
static void
test_settings (void)
{
  Fixture  fixture;
  sqlite3 *connection = NULL;
  g_autoptr (GBytes) text = make_text (1, 100);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, NULL);
  database_fixture_open (&fixture.file);
  check_setting (fixture.file.database, "PRAGMA secure_delete", 1, 1, 1);
  check_setting (fixture.file.database, "PRAGMA trusted_schema", 0, 0, 0);
  check_setting (fixture.file.database, "PRAGMA cell_size_check", 1, 1, 1);
  check_setting (fixture.file.database, "PRAGMA foreign_keys", -1, 1, 1);
  check_setting (fixture.file.database, "PRAGMA auto_vacuum", 2, 2, 2);
  check_setting (fixture.file.database, "PRAGMA synchronous", -1, 1, 2);
  /* The schema cannot be written to, also where that was asked for. */
  check_setting (fixture.file.database, "PRAGMA writable_schema = ON", -1, -1, -1);
  store_database_work_async (fixture.file.database, STORE_DATABASE_WRITE, ask_in_thread,
                             g_strdup ("UPDATE sqlite_schema SET sql = ''"), g_free, g_free, NULL,
                             database_fixture_on_done, &result);
  g_assert_null (store_database_finish (fixture.file.database, database_fixture_wait_for (&result),
                                        &error));
  g_assert_nonnull (strstr (error->message, "may not be modified"));
  g_clear_error (&error);
  database_fixture_close (&fixture.file);
  /* A trigger of another's that calls what only a trusted schema may. */
  g_assert_cmpint (sqlite3_open (fixture.file.path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (connection,
                                 "CREATE TRIGGER theirs AFTER INSERT ON object BEGIN "
                                 "SELECT load_extension ('/nowhere'); END",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (connection);
  database_fixture_open (&fixture.file);
  g_assert_null (database_fixture_put (&fixture.file, text, &error));
  g_assert_nonnull (strstr (error->message, "unsafe use of load_extension"));
  tear_down (&fixture);
}

/* Bytes that are others, a few at a time, wherever they are: what is read is text that can be shown,
 * or an error; and nothing is written. The same bytes every time, but for the many of the slow run. */
static void
test_flipped (void)
{
  Fixture fixture;
  File    file = make_file (&fixture);
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_slow () ? (guint32)g_test_rand_int () : 12);
  guint n_bad = 0;

  for (guint i = 0; i < (g_test_slow () ? 2000 : 100); i++)
    {
      g_autofree char *bytes = g_memdup2 (file.bytes, file.length);
      g_autoptr (GAsyncResult) result = NULL;
      GListModel *entries;

      for (gint n = g_rand_int_range (rand, 1, 20); n > 0; n--)
        /* Mostly in the pages that tell of others. */
        bytes[g_rand_int_range (rand, 0, n % 4 == 0 ? (gint)file.length : 40000)] =
            (char)g_rand_int_range (rand, 0, 256);
      g_assert_true (g_file_set_contents (fixture.file.path, bytes, (gssize)file.length, NULL));
      database_fixture_open (&fixture.file);
      store_backend_refresh_async (fixture.file.backend, NULL, database_fixture_on_done, &result);
      n_bad += !store_backend_refresh_finish (fixture.file.backend,
                                              database_fixture_wait_for (&result), NULL);
      entries = G_LIST_MODEL (store_backend_get_entries (fixture.file.backend));
      for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
        {
          g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, k);
          const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) text = database_fixture_get (&fixture.file, facts->id, &error);

          g_assert_true (text != NULL || error != NULL);
          g_assert_true (g_utf8_validate (facts->type_name, -1, NULL));
          g_assert_true (facts->tool == NULL || g_utf8_validate (facts->tool, -1, NULL));
          n_bad += text == NULL;
        }
      database_fixture_close (&fixture.file);
    }
  g_assert_cmpuint (n_bad, >, 0);
  g_free (file.bytes);
  tear_down (&fixture);
}

/* A version that no program writes: it is damage, too. */
static void
test_no_version (void)
{
  Fixture fixture;
  File    file = make_file (&fixture);

  g_free (file.bytes);
  database_fixture_ask (fixture.file.path, "PRAGMA user_version = -1");
  file = read_file (fixture.file.path);
  database_fixture_open (&fixture.file);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_UNAVAILABLE);
  check_refuses (&fixture, STORE_ERROR_SYNTAX);
  database_fixture_close (&fixture.file);
  check_file (fixture.file.path, file.bytes, file.length);
  g_free (file.bytes);
  tear_down (&fixture);
}

static void
test_newer (void)
{
  Fixture fixture;
  File    file = make_file (&fixture);

  g_free (file.bytes);
  database_fixture_ask (fixture.file.path, "PRAGMA user_version = 1000");
  file = read_file (fixture.file.path);
  database_fixture_open (&fixture.file);
  g_assert_cmpint (store_backend_get_state (fixture.file.backend), ==, STORE_BACKEND_READ_ONLY);
  check_refuses (&fixture, STORE_ERROR_NEWER);
  check_all (&fixture);
  database_fixture_close (&fixture.file);
  check_file (fixture.file.path, file.bytes, file.length);
  g_free (file.bytes);
  tear_down (&fixture);
}

void
add_disk_tests (void)
{
  g_test_add_func ("/disk/limit", test_limit);
  g_test_add_func ("/disk/limit-at-first", test_limit_at_first);
  g_test_add_func ("/disk/full", test_full);
  g_test_add_func ("/disk/read-only", test_read_only);
  g_test_add_func ("/disk/locked", test_locked);
  g_test_add_func ("/disk/locked-at-first", test_locked_at_first);
  g_test_add_func ("/disk/log-kept", test_log_kept);
  g_test_add_func ("/disk/made-at-once", test_made_at_once);
  g_test_add_func ("/disk/cut", test_cut);
  g_test_add_func ("/disk/hole", test_hole);
  g_test_add_func ("/disk/size", test_size);
  g_test_add_func ("/disk/letter", test_letter);
  g_test_add_func ("/disk/settings", test_settings);
  g_test_add_func ("/disk/flipped", test_flipped);
  g_test_add_func ("/disk/no-version", test_no_version);
  g_test_add_func ("/disk/newer", test_newer);
}
