/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Another application's file is whole whenever the program that writes it is killed, and nobody's
 * change is lost where several programs write it. */

#include "store-tests.h"
#include "store-client-backup.h"
#include "store-client-plan.h"
#include "store-error.h"
#include "test-data.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#define WRITER "SPYGLASS_TEST_CLIENT_WRITER"
/* So often a change may be worked out again. */
#define TRIES 200

/* The user's own file has its backups beside it, a project's has them in the folder for state. */
#define OWN "config.json"
#define OF_PROJECT ".mcp.json"

typedef struct
{
  char *folder;
  char *apart; /* where the backups of a project's file are */
  char *name;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spyglass-client-kill-XXXXXX", NULL);
  fixture->apart =
      g_build_filename (g_get_user_state_dir (), "spyglass", "backups", fixture->folder, NULL);
  fixture->name = g_strdup (data);
  fixture->path = g_build_filename (fixture->folder, fixture->name, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_data_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->apart);
  g_free (fixture->name);
  g_free (fixture->path);
}

static StoreClientPlan *
plan (const char *path, const char *name, GError **error)
{
  const StoreClientFormat *format = store_client_format_find (
      g_str_has_suffix (path, OF_PROJECT) ? "claude-code" : "claude-desktop");
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (format, path, NULL);
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (StoreClientEntry) entry = NULL;

  g_object_set (profile, "id", name, "command", "/usr/bin/run", NULL);
  entry = store_client_entry_new (format, profile, NULL, NULL);
  return store_client_plan_new_add (place, entry, error);
}

/* Returns: how often it was worked out, 0 where it was refused */
static guint
write_entry (const char *path, const char *name, GError **error)
{
  g_autoptr (StoreClientPlan) now = plan (path, name, error);

  for (guint i = 1; now != NULL && i <= TRIES; i++)
    {
      StoreClientPlan *next;

      g_clear_error (error);
      if (store_client_plan_apply (now, NULL, error))
        return i;
      if (!g_error_matches (*error, STORE_ERROR, STORE_ERROR_CHANGED) &&
          !g_error_matches (*error, STORE_ERROR, STORE_ERROR_BUSY))
        return 0;
      g_clear_error (error);
      next = store_client_plan_renew (now, error);
      store_client_plan_unref (now);
      now = next;
    }
  return 0;
}

/* The child */

static void
arm (int at, int fail)
{
  void (*function) (int, int) = NULL;

  *(void **)&function = dlsym (RTLD_DEFAULT, "kill_at_call_arm");
  if (function != NULL)
    function (at, fail);
}

static int
count_calls (void)
{
  int (*function) (void) = NULL;

  *(void **)&function = dlsym (RTLD_DEFAULT, "kill_at_call_count");
  return function != NULL ? function () : 0;
}

/* @words: a path, a name, how many entries, the call to be killed at (0: none; negative: that the
 * disk is full from). Exits with the number of calls, or 255. */
static void
write_as_child (const char *words)
{
  g_auto (GStrv) word = g_strsplit (words, "|", -1);
  int n = atoi (word[2]);
  int at = atoi (word[3]);
  g_autoptr (GError) error = NULL;

  arm (ABS (at), at < 0);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%d", word[1], i);

      if (write_entry (word[0], name, &error) == 0)
        {
          g_printerr ("%s\n", error != NULL ? error->message : "too often");
          _exit (g_error_matches (error, STORE_ERROR, STORE_ERROR_NO_SPACE) ? 254 : 255);
        }
    }
  _exit (count_calls () % 250);
}

static gboolean
can_count (void)
{
#ifdef __SANITIZE_ADDRESS__
  return FALSE;
#else
  return g_getenv ("SPYGLASS_TEST_KILL_AT_CALL") != NULL;
#endif
}

static GPid
spawn (const char *path, const char *name, int n, int at)
{
  const char *const arguments[] = { "/proc/self/exe", "client-kill", "-p", "/client-kill/child",
                                    NULL };
  g_autofree char  *words = g_strdup_printf ("%s|%s|%d|%d", path, name, n, at);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), WRITER, words, TRUE);
  g_autoptr (GError) error = NULL;
  GPid pid = 0;

  if (can_count ())
    environment = g_environ_setenv (environment, "LD_PRELOAD",
                                    g_getenv ("SPYGLASS_TEST_KILL_AT_CALL"), TRUE);
  g_spawn_async (NULL, (char **)arguments, environment,
                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  return pid;
}

/* Returns: as a shell has it */
static int
wait_for (GPid pid)
{
  int status;

  while (waitpid (pid, &status, 0) < 0)
    g_assert_cmpint (errno, ==, EINTR);
  return WIFSIGNALED (status) ? 1000 + WTERMSIG (status) : WEXITSTATUS (status);
}

static void
test_child (void)
{
  write_as_child (g_getenv (WRITER));
}

/* After a kill */

static char *
read_file (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Returns: whether a backup in @folder says @before. Nothing but backups and what a kill leaves may be
 * there, and of all only the owner may read. */
static gboolean
check_one (Fixture    *fixture,
           const char *folder,
           GHashTable *known,
           const char *before,
           gboolean    allows_temporary)
{
  g_autofree char *temporary = g_strconcat (fixture->name, ".spyglass-", NULL);
  GDir            *dir = g_dir_open (folder, 0, NULL);
  const char      *name;
  gboolean         found = FALSE;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = read_file (path);
      GStatBuf         status;

      g_assert_cmpint (g_stat (path, &status), ==, 0);
      if (g_str_equal (path, fixture->path))
        continue;
      /* No more open than the file that it becomes, or that it was. */
      if (g_str_has_prefix (name, temporary))
        {
          g_assert_true (allows_temporary);
          g_assert_cmpuint (status.st_mode & 0777 & ~0644u, ==, 0);
          continue;
        }
      g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
      g_assert_true (g_str_has_suffix (name, ".bak"));
      g_assert_true (g_hash_table_contains (known, text));
      g_assert_true (g_str_equal (fixture->name, OWN) == g_str_equal (folder, fixture->folder));
      found = found || g_str_equal (text, before);
    }
  g_clear_pointer (&dir, g_dir_close);
  return found;
}

static gboolean
check_folder (Fixture *fixture, GHashTable *known, const char *before, gboolean allows_temporary)
{
  gboolean beside = check_one (fixture, fixture->folder, known, before, allows_temporary);

  return check_one (fixture, fixture->apart, known, before, allows_temporary) || beside;
}

static char *
dup_after (Fixture *fixture, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientPlan) planned = plan (fixture->path, name, &error);
  gsize       size;
  const char *text;

  g_assert_no_error (error);
  text = g_bytes_get_data (store_client_plan_get_after (planned), &size);
  return g_strndup (text, size);
}

/* Returns: whether the new file was there when it was killed */
static gboolean
kill_one (Fixture *fixture, GHashTable *known, guint number, int at)
{
  g_autofree char *name = g_strdup_printf ("killed%u", number);
  g_autofree char *entry = g_strdup_printf ("killed%u-0", number);
  g_autofree char *next = g_strdup_printf ("next%u", number);
  g_autofree char *before = read_file (fixture->path);
  g_autofree char *after = dup_after (fixture, entry);
  g_autofree char *now = NULL;
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (StoreClientPlan) undo = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  gboolean written;
  int      status;

  g_hash_table_add (known, g_strdup (before));
  status = wait_for (spawn (fixture->path, name, 1, at));
  now = read_file (fixture->path);
  written = g_str_equal (now, after);
  /* The first write made folders too: a later one may be done before its turn comes. */
  if (status != 1000 + SIGKILL)
    {
      g_assert_cmpint (status, <, at);
      g_assert_true (written);
    }
  g_assert_true (written || g_str_equal (now, before));
  g_assert_true (check_folder (fixture, known, before, TRUE) || !written);
  g_hash_table_add (known, g_strdup (now));

  /* The list of changes is whole as well, and what it says last can be taken back. */
  records = store_client_journal_list (journal, &error);
  g_assert_no_error (error);
  if (written)
    {
      undo = store_client_plan_new_undo (journal, 0, &error);
      g_assert_no_error (error);
      g_assert_cmpint (store_client_plan_get_kind (undo), ==, STORE_PLAN_RESTORE);
      g_assert_true (store_client_plan_apply (undo, NULL, &error));
      g_free (now);
      now = read_file (fixture->path);
      g_assert_cmpstr (now, ==, before);
    }
  g_assert_cmpuint (write_entry (fixture->path, next, &error), ==, 1);
  g_assert_no_error (error);
  check_folder (fixture, known, before, FALSE);
  {
    g_autoptr (GPtrArray) backups = store_client_backup_list (fixture->path);

    g_assert_cmpuint (backups->len, <=, STORE_CLIENT_MAX_BACKUPS);
  }
  /* So that the file stays small. */
  g_assert_true (g_file_set_contents (fixture->path, "{\n  \"mcpServers\": {}\n}\n", -1, NULL));
  return written;
}

static void
test_kill (Fixture *fixture, gconstpointer data)
{
  guint n = g_test_slow () ? 200 : 10, n_written = 0;
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  int n_calls;

  if (!can_count ())
    {
      g_test_skip ("calls cannot be counted here");
      return;
    }
  g_assert_true (g_file_set_contents (fixture->path, "{\n  \"mcpServers\": {}\n}\n", -1, NULL));
  n_calls = wait_for (spawn (fixture->path, "whole", 1, 0));
  g_assert_cmpint (n_calls, >, 20);
  g_assert_cmpint (n_calls, <, 250);
  {
    g_autofree char *whole = read_file (fixture->path);

    g_hash_table_add (known, g_strdup ("{\n  \"mcpServers\": {}\n}\n"));
    g_hash_table_add (known, g_steal_pointer (&whole));
  }
  for (guint i = 0; i < n; i++)
    n_written += kill_one (fixture, known, i, g_test_rand_int_range (1, n_calls + 1));
  g_test_message ("%u kills over %d calls; %u times the new file was there", n, n_calls, n_written);
}

/* Each call fails once as on a full disk: the file stays, and so does nothing else. */
static void
test_full_disk (Fixture *fixture, gconstpointer data)
{
  guint n_refused = 0;

  if (!can_count ())
    {
      g_test_skip ("calls cannot be counted here");
      return;
    }
  for (int at = 1; at < 40; at += 3)
    {
      g_autofree char *text = NULL;
      int              status;

      g_assert_true (g_file_set_contents (fixture->path, "{}", -1, NULL));
      status = wait_for (spawn (fixture->path, "full", 1, -at));
      text = read_file (fixture->path);
      if (status != 254)
        {
          g_assert_cmpint (status, <, 250);
          g_assert_nonnull (strstr (text, "full-0"));
          continue;
        }
      n_refused++;
      g_assert_cmpstr (text, ==, "{}");
    }
  g_assert_cmpuint (n_refused, >, 2);
}

/* Several at once */

static void
test_race (Fixture *fixture, gconstpointer data)
{
  guint            n = g_test_slow () ? 100 : 10;
  GPid             one, other;
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "{\"mcpServers\": {}}", -1, NULL));
  one = spawn (fixture->path, "one", (int)n, 0);
  other = spawn (fixture->path, "other", (int)n, 0);
  g_assert_cmpint (wait_for (one), <, 250);
  g_assert_cmpint (wait_for (other), <, 250);
  text = read_file (fixture->path);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *first = g_strdup_printf ("\"one-%u\"", i);
      g_autofree char *second = g_strdup_printf ("\"other-%u\"", i);

      g_assert_nonnull (strstr (text, first));
      g_assert_nonnull (strstr (text, second));
    }
}

typedef struct
{
  const char *path;
  int         stop; /* atomic */
  guint       last;
  int         longest; /* microseconds without a change */
} Rogue;

/* Another program that never looks at what is in its file. */
static gpointer
rewrite (gpointer data)
{
  Rogue           *rogue = data;
  g_autofree char *other = g_strconcat (rogue->path, ".new", NULL);

  while (!g_atomic_int_get (&rogue->stop))
    {
      g_autofree char *text = g_strdup_printf ("{\"count\": %u, \"mcpServers\": {}}",
                                               rogue->last + 1);
      FILE            *file = fopen (other, "w");

      fputs (text, file);
      fclose (file);
      g_assert_cmpint (g_rename (other, rogue->path), ==, 0);
      rogue->last++;
      g_usleep ((gulong)g_random_int_range (100, rogue->longest));
    }
  return NULL;
}

/* What it wrote last is there in the end, whatever we said; and there is an end. */
static void
test_rogue (Fixture *fixture, gconstpointer data)
{
  guint n = g_test_slow () ? 300 : 10, n_done = 0, n_changed = 0;

  for (guint i = 0; i < n; i++)
    {
      Rogue    rogue = { fixture->path, .longest = i % 2 == 0 ? 4000 : 80000 };
      GThread *thread;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      g_autofree char *expected = NULL;

      g_assert_true (g_file_set_contents (fixture->path, "{\"count\": 0}", -1, NULL));
      thread = g_thread_new ("rogue", rewrite, &rogue);
      for (guint k = 0; k < 5; k++)
        {
          g_autoptr (StoreClientPlan) now = plan (fixture->path, "ours", &error);

          g_assert_no_error (error);
          if (store_client_plan_apply (now, NULL, &error))
            n_done++;
          else
            {
              g_assert_error (error, STORE_ERROR, STORE_ERROR_CHANGED);
              g_clear_error (&error);
              n_changed++;
            }
        }
      g_atomic_int_set (&rogue.stop, 1);
      g_thread_join (thread);
      text = read_file (fixture->path);
      expected = g_strdup_printf ("\"count\": %u,", rogue.last);
      if (rogue.last > 0)
        g_assert_nonnull (strstr (text, expected));
    }
  g_test_message ("%u times written, %u times another program was first", n_done, n_changed);
}

/* A program that empties its file and fills it again, in place. */
static gpointer
refill (gpointer data)
{
  Rogue *rogue = data;

  while (!g_atomic_int_get (&rogue->stop))
    {
      g_autofree char *text =
          g_strdup_printf ("{\"count\": %u, \"mcpServers\": {}}", rogue->last + 1);
      int fd = open (rogue->path, O_WRONLY | O_TRUNC | O_CLOEXEC);

      g_assert_cmpint (fd, >=, 0);
      g_assert_cmpint (write (fd, text, 9), ==, 9);
      g_usleep ((gulong)g_random_int_range (100, 4000));
      g_assert_cmpint (write (fd, text + 9, strlen (text) - 9), ==, (int)strlen (text) - 9);
      close (fd);
      rogue->last++;
      g_usleep ((gulong)g_random_int_range (100, rogue->longest));
    }
  return NULL;
}

/* As above: what it wrote last is there in the end, whole, and what is half written is not taken for
 * the truth, on whichever day the clock says that it was written. */
static void
test_refill (Fixture *fixture, gconstpointer data)
{
  guint n = g_test_slow () ? 200 : 10, n_done = 0;

  for (guint i = 0; i < n; i++)
    {
      Rogue            rogue = { fixture->path, .longest = i % 2 == 0 ? 20000 : 300000 };
      GThread         *thread;
      g_autofree char *text = NULL;
      g_autofree char *expected = NULL;

      g_assert_true (g_file_set_contents (fixture->path, "{\"count\": 0}", -1, NULL));
      thread = g_thread_new ("refill", refill, &rogue);
      for (guint k = 0; k < 3; k++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (StoreClientPlan) now = plan (fixture->path, "ours", &error);

          if (now != NULL && store_client_plan_apply (now, NULL, &error))
            n_done++;
          else if (now != NULL)
            g_assert_error (error, STORE_ERROR, STORE_ERROR_CHANGED);
          else
            g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
        }
      g_atomic_int_set (&rogue.stop, 1);
      g_thread_join (thread);
      text = read_file (fixture->path);
      expected = g_strdup_printf ("{\"count\": %u,", rogue.last);
      if (rogue.last > 0)
        g_assert_true (g_str_has_prefix (text, expected));
      g_assert_true (g_str_has_suffix (text, "}"));
    }
  g_test_message ("%u times written", n_done);
}

static void
set_time (const char *path, gint64 from_now)
{
  const time_t then = time (NULL) + (time_t)from_now;

  g_assert_cmpint (g_utime (path, &(struct utimbuf){ then, then }), ==, 0);
}

typedef struct
{
  const char *path;
  const char *text;
} Late;

static gpointer
fill_late (gpointer data)
{
  Late *late = data;
  int   fd = open (late->path, O_WRONLY | O_CLOEXEC);

  g_usleep (150 * 1000);
  g_assert_cmpint (write (fd, late->text, strlen (late->text)), ==, (int)strlen (late->text));
  close (fd);
  return NULL;
}

/* What was written in another program's time: by the clock before it was read, after it, or in the
 * same moment, with as many bytes. */
static void
test_clock (Fixture *fixture, gconstpointer data)
{
  static const gint64 times[] = { -86400, -3600, 0, 3600 };
  guint               n = g_test_slow () ? 200 : 10;

  for (guint i = 0; i < n; i++)
    {
      const char *theirs = "{\"count\": 2, \"mcpServers\": {}}";
      gint64      when = times[i % G_N_ELEMENTS (times)];
      Late        late = { fixture->path, theirs };
      GThread    *thread;
      g_autoptr (GError) error = NULL;
      g_autoptr (StoreClientPlan) now = NULL;
      g_autoptr (StoreClientPlan) later = NULL;
      g_autofree char *text = NULL;
      int              fd;

      g_assert_true (g_file_set_contents (fixture->path,
                                          "{\"count\": 1, \"mcpServers\": {}}", -1, NULL));
      set_time (fixture->path, -3600);
      now = plan (fixture->path, "ours", &error);
      g_assert_no_error (error);
      fd = open (fixture->path, O_WRONLY | O_CLOEXEC);
      g_assert_cmpint (write (fd, theirs, strlen (theirs)), ==, (int)strlen (theirs));
      close (fd);
      set_time (fixture->path, when);
      g_assert_false (store_client_plan_apply (now, NULL, &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_CHANGED);
      g_clear_error (&error);
      text = read_file (fixture->path);
      g_assert_cmpstr (text, ==, theirs);
      /* Emptied before the clock went back. */
      g_assert_cmpint (truncate (fixture->path, 0), ==, 0);
      set_time (fixture->path, MAX (when, 0));
      thread = g_thread_new ("late", fill_late, &late);
      later = plan (fixture->path, "ours", &error);
      g_thread_join (thread);
      g_assert_no_error (error);
      g_assert_true (store_client_plan_apply (later, NULL, &error));
      g_free (text);
      text = read_file (fixture->path);
      g_assert_nonnull (strstr (text, "\"count\": 2"));
      g_assert_nonnull (strstr (text, "ours"));
    }
}

/* What is at the path changes while it is read and written: a link to one file or the other, a pipe,
 * a folder, a device, nothing. */
typedef struct
{
  const char *path;
  int         stop; /* atomic */
} Mover;

enum {
  TO_ONE,
  TO_OTHER,
  TO_PIPE,
  TO_FOLDER,
  TO_DEVICE,
  TO_NOTHING,
  N_WAYS
};

static void
move_to (const char *path, guint way)
{
  static const char *const links[N_WAYS] = { "one.json", "other.json", [TO_DEVICE] = "/dev/zero" };
  g_autofree char         *next = g_strconcat (path, ".next", NULL);

  g_rmdir (path);
  if (way == TO_NOTHING || way == TO_FOLDER)
    g_unlink (path);
  if (way == TO_FOLDER)
    g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  if (way == TO_NOTHING || way == TO_FOLDER)
    return;
  g_assert_cmpint (way == TO_PIPE ? mkfifo (next, 0600) : symlink (links[way], next), ==, 0);
  g_assert_cmpint (g_rename (next, path), ==, 0);
}

static gpointer
keep_moving (gpointer data)
{
  Mover *mover = data;

  while (!g_atomic_int_get (&mover->stop))
    {
      g_usleep ((gulong)g_random_int_range (50, 6000));
      move_to (mover->path, (guint)g_random_int_range (0, N_WAYS));
    }
  return NULL;
}

/* Of the two files each has its own members, and ours is only where it was planned. */
static void
check_moved (const char *path, gboolean may_have, const char *own)
{
  g_autofree char *text = read_file (path);

  g_assert_nonnull (strstr (text, own));
  g_assert_true (g_str_has_suffix (text, "}"));
  g_assert_true (may_have || strstr (text, "ours") == NULL);
}

static void
test_moves (Fixture *fixture, gconstpointer data)
{
  g_autofree char *one = g_build_filename (fixture->folder, "one.json", NULL);
  g_autofree char *other = g_build_filename (fixture->folder, "other.json", NULL);
  guint            n = g_test_slow () ? 200 : 10, n_done = 0;

  for (guint i = 0; i < n; i++)
    {
      Mover    mover = { fixture->path, 0 };
      gboolean moves = i % 2 == 0;
      GThread *thread;

      for (guint k = 0; k < N_WAYS; k++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (StoreClientPlan) now = NULL;

          g_assert_true (g_file_set_contents (one, "{\"one\": 1}", -1, NULL));
          g_assert_true (g_file_set_contents (other, "{\"other\": 1}", -1, NULL));
          move_to (fixture->path, TO_ONE);
          now = plan (fixture->path, "ours", &error);
          g_assert_no_error (error);
          thread = moves ? g_thread_new ("mover", keep_moving, &mover) : NULL;
          if (!moves)
            move_to (fixture->path, k);
          if (store_client_plan_apply (now, NULL, &error))
            n_done++;
          else
            g_assert_cmpint (error->code, ==, STORE_ERROR_CHANGED);
          g_assert_true (moves || (error == NULL) == (k == TO_ONE));
          g_atomic_int_set (&mover.stop, 1);
          if (thread != NULL)
            g_thread_join (thread);
          g_atomic_int_set (&mover.stop, 0);
          check_moved (one, moves || error == NULL, "\"one\": 1");
          check_moved (other, FALSE, "\"other\": 1");
        }
    }
  g_test_message ("%u times written", n_done);
  move_to (fixture->path, TO_NOTHING);
}

#define ADD_FOR(name, file, function) \
  g_test_add ("/client-kill/" name, Fixture, file, set_up, function, tear_down)
#define ADD(name, function) ADD_FOR (name, OWN, function)

void
add_client_kill_tests (void)
{
  /* What the other tests start has the state of its parent. */
  if (g_getenv (WRITER) != NULL)
    {
      g_test_add_func ("/client-kill/child", test_child);
      return;
    }
  test_data_use_own_state ();
  ADD ("kill", test_kill);
  ADD_FOR ("kill-in-project", OF_PROJECT, test_kill);
  ADD ("full-disk", test_full_disk);
  ADD_FOR ("full-disk-in-project", OF_PROJECT, test_full_disk);
  ADD ("race", test_race);
  ADD ("rogue", test_rogue);
  ADD ("refill", test_refill);
  ADD ("clock", test_clock);
  ADD ("moves", test_moves);
}
