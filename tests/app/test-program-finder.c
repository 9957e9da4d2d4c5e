/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding programs: on the path, where version managers install, by a login shell of our own. */

#include <glib/gstdio.h>

#include "app-tests.h"
#include "app-program-finder.h"
#include "test-data.h"

/* A hang must fail the test, not the whole run. */
#define PATIENCE_MS 20000

typedef struct
{
  char         *folder;
  GAsyncResult *result;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *nvm = NULL;

  self->folder = g_dir_make_tmp ("spyglass-finder-XXXXXX", NULL);
  nvm = g_build_filename (self->folder, "nvm", NULL);
  g_setenv ("NVM_DIR", nvm, TRUE);
  g_setenv ("SHELL", "/bin/false", TRUE);
  g_setenv ("PATH", "/usr/bin:/bin", TRUE);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_data_remove_folder (self->folder);
  g_free (self->folder);
}

/* Returns: its path */
static char *
make_program (Fixture *self, const char *name, const char *script)
{
  char            *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, script, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  return path;
}

static void
use_shell (Fixture *self, const char *script)
{
  g_autofree char *shell = make_program (self, "shell", script);

  g_setenv ("SHELL", shell, TRUE);
}

static gboolean
give_up (gpointer data)
{
  g_error ("Waited in vain");
  return G_SOURCE_REMOVE;
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;

  g_set_object (&self->result, result);
}

static AppProgram *
wait_for_program (Fixture *self, GError **error)
{
  guint       patience = g_timeout_add (PATIENCE_MS, give_up, NULL);
  AppProgram *program;

  while (self->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (patience);
  program = app_program_find_finish (self->result, error);
  g_clear_object (&self->result);
  return program;
}

static AppProgram *
find (Fixture *self, const char *name, const char *path)
{
  g_autoptr (GError) error = NULL;
  AppProgram *program;

  app_program_find_async (name, path, NULL, on_found, self);
  program = wait_for_program (self, &error);
  g_assert_no_error (error);
  g_assert_nonnull (program);
  return program;
}

static void
test_path (Fixture *self, gconstpointer data)
{
  g_autofree char *file = make_program (self, "bin/tool", "#!/bin/sh\n");
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *path = g_strconcat ("/nowhere:relative::", folder, NULL);
  g_autoptr (AppProgram) by_variable = find (self, "tool", path);
  g_autoptr (AppProgram) whole = find (self, "/no/such/program", NULL);

  g_assert_cmpstr (by_variable->program, ==, file);
  g_assert_null (by_variable->path);
  g_assert_null (by_variable->explanation);
  /* Execution says what is wrong with it. */
  g_assert_cmpstr (whole->program, ==, "/no/such/program");
}

static void
test_not_programs (Fixture *self, gconstpointer data)
{
  g_autofree char *file = make_program (self, "bin/plain", "");
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *directory = g_build_filename (folder, "directory", NULL);
  g_autoptr (AppProgram) plain = NULL;
  g_autoptr (AppProgram) as_folder = NULL;

  g_assert_cmpint (g_chmod (file, 0600), ==, 0);
  g_assert_cmpint (g_mkdir (directory, 0700), ==, 0);
  plain = find (self, "plain", folder);
  g_assert_null (plain->program);
  as_folder = find (self, "directory", folder);
  g_assert_null (as_folder->program);
}

static void
test_nvm (Fixture *self, gconstpointer data)
{
  g_autofree char *old = make_program (self, "nvm/versions/node/v9.1.0/bin/npx-x", "#!/bin/sh\n");
  g_autofree char *newest =
      make_program (self, "nvm/versions/node/v22.3.0/bin/npx-x", "#!/bin/sh\n");
  g_autofree char *other = make_program (self, "nvm/versions/node/v23.0.0/bin/node", "#!/bin/sh\n");
  g_autofree char *folder = g_path_get_dirname (newest);
  g_autoptr (AppProgram) program = find (self, "npx-x", "/usr/bin");

  g_assert_cmpstr (program->program, ==, newest);
  /* npx starts node by its name. */
  g_assert_true (g_str_has_prefix (program->path, folder));
  g_assert_true (g_str_has_suffix (program->path, ":/usr/bin"));
  g_assert_nonnull (strstr (program->explanation, newest));
}

static void
test_login_shell (Fixture *self, gconstpointer data)
{
  g_autofree char *file = make_program (self, "hidden/only-there", "#!/bin/sh\n");
  g_autofree char *folder = g_path_get_dirname (file);
  /* Start files may greet, and the last line need not be ours. */
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\necho 'Welcome!'\n"
                                             "PATH=%s:/usr/bin:/bin; export PATH\n"
                                             "eval \"$2\"\necho bye\n",
                                             folder);
  g_autoptr (AppProgram) program = NULL;

  use_shell (self, script);
  program = find (self, "only-there", "/usr/bin");
  g_assert_cmpstr (program->program, ==, file);
  g_assert_true (g_str_has_prefix (program->path, folder));
  g_assert_nonnull (program->explanation);
}

static void
test_not_found (Fixture *self, gconstpointer data)
{
  static const char *const shells[] = { "/bin/false", "/no/such/shell", "/bin/true" };

  for (guint i = 0; i < G_N_ELEMENTS (shells); i++)
    {
      g_autoptr (AppProgram) program = NULL;

      g_setenv ("SHELL", shells[i], TRUE);
      program = find (self, "no-such-program-anywhere", "/usr/bin:/bin");
      g_assert_null (program->program);
      g_assert_nonnull (strstr (program->explanation, "no-such-program-anywhere"));
      g_assert_nonnull (strstr (program->explanation, "/usr/bin:/bin"));
    }
}

/* Only what happens ends a turn of the loop, not that the shell's time is over. */
static int
poll_for_events (GPollFD *fds, guint n_fds, int timeout)
{
  int n_ready = g_poll (fds, n_fds, timeout == 0 ? 0 : PATIENCE_MS);

  if (n_ready == 0 && timeout != 0)
    g_error ("Nothing happens before the shell's time is over");
  return n_ready;
}

static void
assert_not_found (Fixture *self, const char *script)
{
  g_autoptr (AppProgram) program = NULL;

  use_shell (self, script);
  program = find (self, "no-such-program-anywhere", "/usr/bin");
  g_assert_null (program->program);
}

/* Start files may leave something running that keeps our pipe open. */
static void
test_pipe_stays_open (Fixture *self, gconstpointer data)
{
  g_main_context_set_poll_func (NULL, poll_for_events);
  assert_not_found (self, "#!/bin/sh\nsleep 300 &\neval \"$2\"\nexit 0\n");
  g_main_context_set_poll_func (NULL, NULL);
}

static void
test_slow_shell (Fixture *self, gconstpointer data)
{
  gint64 begin = g_get_monotonic_time ();

  assert_not_found (self, "#!/bin/sh\nsleep 300\n");
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, 3 * G_USEC_PER_SEC);
}

static void
test_noisy_shell (Fixture *self, gconstpointer data)
{
  g_main_context_set_poll_func (NULL, poll_for_events);
  assert_not_found (self, "#!/bin/sh\nexec yes\n");
  g_main_context_set_poll_func (NULL, NULL);
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  use_shell (self, "#!/bin/sh\nsleep 300\n");
  app_program_find_async ("no-such-program-anywhere", "/usr/bin", cancellable, on_found, self);
  for (guint i = 0; i < 5; i++)
    g_main_context_iteration (NULL, FALSE);
  g_cancellable_cancel (cancellable);
  g_main_context_set_poll_func (NULL, poll_for_events);
  g_assert_null (wait_for_program (self, &error));
  g_main_context_set_poll_func (NULL, NULL);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

void
add_program_finder_tests (void)
{
  ADD ("/program-finder/path", test_path);
  ADD ("/program-finder/not-programs", test_not_programs);
  ADD ("/program-finder/nvm", test_nvm);
  ADD ("/program-finder/login-shell", test_login_shell);
  ADD ("/program-finder/not-found", test_not_found);
  ADD ("/program-finder/pipe-stays-open", test_pipe_stays_open);
  ADD ("/program-finder/slow-shell", test_slow_shell);
  ADD ("/program-finder/noisy-shell", test_noisy_shell);
  ADD ("/program-finder/cancelled", test_cancelled);
}
