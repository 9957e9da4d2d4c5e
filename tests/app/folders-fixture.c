/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "folders-fixture.h"

#include "client-fixture.h"

#include <glib/gstdio.h>
#include <stdlib.h>

static char *root;

static void
remove_root (void)
{
  client_fixture_remove_tree (root);
}

void
folders_fixture_init (int *argc, char ***argv)
{
  static const struct
  {
    const char *variable;
    const char *folder;
  } FOLDERS[] = {
    { "HOME", "" },
    { "XDG_CACHE_HOME", ".cache" },
    { "XDG_CONFIG_HOME", ".config" },
    { "XDG_DATA_HOME", ".local/share" },
    { "XDG_RUNTIME_DIR", "run" },
    { "XDG_STATE_HOME", ".local/state" },
  };

  root = g_dir_make_tmp ("spyglass-folders-XXXXXX", NULL);
  g_assert_nonnull (root);
  atexit (remove_root);
  for (guint i = 0; i < G_N_ELEMENTS (FOLDERS); i++)
    {
      g_autofree char *path = g_build_filename (root, FOLDERS[i].folder, NULL);

      g_setenv (FOLDERS[i].variable, path, TRUE);
    }
  g_test_init (argc, argv, NULL);
}

void
folders_fixture_empty (void)
{
  g_autofree char *run = g_build_filename (root, "run", NULL);

  remove_root ();
  g_assert_cmpint (g_mkdir (root, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (run, 0700), ==, 0);
}

static void
begin (gpointer fixture, gconstpointer data)
{
  folders_fixture_empty ();
}

void
folders_fixture_add (const char *path, GTestFunc run)
{
  g_test_add_vtable (path, 0, NULL, begin, (GTestFixtureFunc)run, NULL);
}
