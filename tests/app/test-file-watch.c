/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gstdio.h>
#include <string.h>

#include "app-tests.h"
#include "app-file-watch.h"
#include "workspace-fixture.h"
#include "test-data.h"

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
tear_down (Fixture *self, gconstpointer data)
{
  if (self->watch != NULL)
    g_assert_finalize_object (self->watch);
  test_data_remove_folder (self->folder);
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

static void
set_done (gpointer done)
{
  *(gboolean *)done = TRUE;
}

/* Until the watch has heard of all that happened so far: the kernel tells things in their order. */
static void
let_hear (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->folder, ".last", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileMonitor) monitor = NULL;
  gboolean heard = FALSE;

  make (self, ".last");
  monitor = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, NULL);
  g_signal_connect_swapped (monitor, "changed", G_CALLBACK (set_done), &heard);
  save (self, ".last/x");
  WAIT_UNTIL (heard);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Waits for @n in all. That there are no more is seen by the next, or the end. */
static void
expect (Fixture *self, guint n)
{
  WAIT_UNTIL (self->n >= n);
  g_assert_cmpuint (self->n, ==, n);
}

/* Waits longer than it takes to settle. */
static void
expect_no_more (Fixture *self)
{
  guint    n = self->n;
  gboolean settled = FALSE;

  let_hear (self);
  g_timeout_add_once (APP_FILE_WATCH_SETTLE_MS + 100, set_done, &settled);
  WAIT_UNTIL (settled);
  g_assert_cmpuint (self->n, ==, n);
}

/* However an editor saves it: over itself, or another file under its name. */
static void
test_file (Fixture *self, gconstpointer data)
{
  save (self, "server.py");
  watch (self, "server.py");
  save (self, "other.py");
  let_hear (self);
  save (self, "server.py");
  expect (self, 1);
  g_assert_cmpstr (self->first, ==, "server.py");
  scribble (self, "server.py");
  expect (self, 2);
  expect_no_more (self);
}

static void
test_pattern (Fixture *self, gconstpointer data)
{
  make (self, "src");
  watch (self, "src/*.py");
  save (self, "src/a.txt");
  let_hear (self);
  save (self, "src/a.py");
  save (self, "src/b.py");
  expect (self, 1);
  g_assert_cmpstr (self->first, ==, "a.py");
  expect_no_more (self);
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
  let_hear (self);
  save (self, "src/deep/er/b.py");
  expect (self, 1);
  /* None of those before; a file is written under another name at first. */
  g_assert_true (g_str_has_prefix (self->first, "b.py"));
  make (self, "src/fresh");
  expect (self, 2);
  save (self, "src/fresh/b.py");
  expect (self, 3);
  expect_no_more (self);
}

static void
test_missing (Fixture *self, gconstpointer data)
{
  watch (self, "later.py");
  save (self, "later.py");
  expect (self, 1);
  app_file_watch_again (self->watch);
  expect (self, 2);
  expect_no_more (self);
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
