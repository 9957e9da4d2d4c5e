/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "workspace-fixture.h"

#include <glib/gstdio.h>

gboolean
workspace_fixture_give_up (gpointer data)
{
  g_error ("Waited in vain for %s", (const char *)data);
  return G_SOURCE_REMOVE;
}

void
workspace_fixture_take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  g_set_object ((GAsyncResult **)data, result);
}

char *
workspace_fixture_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("spyglass-workspace-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static void
remove_below (const char *folder, guint levels)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (levels > 0 && g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_below (path, levels - 1);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

void
workspace_fixture_remove_folder (char *folder)
{
  remove_below (folder, 1);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  g_free (folder);
}

char *
workspace_fixture_dup_book_path (const char *folder)
{
  return g_build_filename (folder, "servers.yaml", NULL);
}

AppWorkspace *
workspace_fixture_open (const char *folder, const char *servers)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autofree char *path = workspace_fixture_dup_book_path (folder);
  g_autoptr (StoreProfileList) book = NULL;
  g_autoptr (GError) error = NULL;

  if (servers != NULL)
    g_assert_true (g_file_set_contents (path, servers, -1, NULL));
  book = store_profile_list_new (path);
  store_profile_list_load (book, &error);
  g_assert_no_error (error);
  return app_workspace_new (settings, book, vault, NULL);
}

static gboolean
on_tick (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* A worker's end wakes nobody: that is what the tick is for. */
void
workspace_fixture_release (gpointer object)
{
  gpointer weak = object;
  guint    tick = g_timeout_add (5, on_tick, NULL);

  g_object_add_weak_pointer (object, &weak);
  g_object_unref (object);
  WAIT_UNTIL (g_atomic_pointer_get (&weak) == NULL);
  g_source_remove (tick);
}

void
workspace_fixture_close (AppWorkspace *workspace)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_workspace_close_async (workspace, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  app_workspace_close_finish (workspace, result, &error);
  g_assert_no_error (error);
  g_clear_object (&result);
  /* What was begun, and cancelled, may hold it a moment longer. */
  workspace_fixture_release (workspace);
}
