/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gstdio.h>
#include <string.h>

#include "app-tests.h"
#include "app-file-watch.h"

typedef struct
{
  char         *folder;
  AppFileWatch *watch;
  guint         n;
  char         *first;
} Fixture;

static void
on_changed (AppFileWatch *watch, const char *name, Fixture *self)
{
  self->n++;
  g_free (self->first);
  self->first = g_strdup (name);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("spyglass-watch-XXXXXX", NULL);
}

static void
clear (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      clear (below);
      g_remove (below);
    }
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->watch != NULL)
    g_assert_finalize_object (self->watch);
  clear (self->folder);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->first);
}

static void
watch (Fixture *self, const char *path)
{
  const char *const paths[] = { path, NULL };

  self->watch = app_file_watch_new (paths, self->folder);
  g_signal_connect (self->watch, "changed", G_CALLBACK (on_changed), self);
}

static void
make (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
}

static void
save (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
}

/* In place, without another file beside it. */
static void
scribble (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  FILE            *file = g_fopen (path, "a");

  g_assert_nonnull (file);
  fputs ("more", file);
  fclose (file);
}

/* Waits for @n in all, and longer than it takes to settle when there are to be no more. */
static void
expect (Fixture *self, guint n)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  gint64 quiet = 0;

  while (g_get_monotonic_time () < deadline)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
      if (self->n < n)
        continue;
      if (quiet == 0)
        quiet = g_get_monotonic_time () + 3 * APP_FILE_WATCH_SETTLE_MS * 1000;
      else if (g_get_monotonic_time () > quiet)
        break;
    }
  g_assert_cmpuint (self->n, ==, n);
}

/* However an editor saves it: over itself, or another file under its name. */
static void
test_file (Fixture *self, gconstpointer data)
{
  save (self, "server.py");
  watch (self, "server.py");
  save (self, "other.py");
  expect (self, 0);
  save (self, "server.py");
  expect (self, 1);
  g_assert_cmpstr (self->first, ==, "server.py");
  scribble (self, "server.py");
  expect (self, 2);
}

static void
test_pattern (Fixture *self, gconstpointer data)
{
  make (self, "src");
  watch (self, "src/*.py");
  save (self, "src/a.txt");
  expect (self, 0);
  save (self, "src/a.py");
  save (self, "src/b.py");
  expect (self, 1);
}

static void
test_folder (Fixture *self, gconstpointer data)
{
  make (self, "src/deep/er");
  make (self, "src/.git");
  make (self, "src/node_modules/x");
  watch (self, "src");
  save (self, "src/.git/index");
  save (self, "src/node_modules/x/y.js");
  scribble (self, "src/a.py~");
  expect (self, 0);
  save (self, "src/deep/er/a.py");
  expect (self, 1);
  make (self, "src/fresh");
  expect (self, 2);
  save (self, "src/fresh/b.py");
  expect (self, 3);
}

static void
test_missing (Fixture *self, gconstpointer data)
{
  watch (self, "later.py");
  save (self, "later.py");
  expect (self, 1);
  app_file_watch_again (self->watch);
  expect (self, 2);
}

#define ADD(name, function) \
  g_test_add ("/file-watch/" name, Fixture, NULL, set_up, function, tear_down)

void
add_file_watch_tests (void)
{
  ADD ("file", test_file);
  ADD ("pattern", test_pattern);
  ADD ("folder", test_folder);
  ADD ("missing", test_missing);
}
