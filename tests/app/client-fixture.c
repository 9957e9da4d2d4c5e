/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "client-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

void
client_fixture_set_up (ClientFixture *fixture, const char *client)
{
  g_autoptr (GError) error = NULL;
  const char *const arguments[] = { "-y", "server", NULL };

  fixture->home = g_dir_make_tmp ("spyglass-clients-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->target =
      app_client_target_new (store_client_format_find (client), fixture->home, NULL);
  fixture->path = g_strdup (app_client_target_get_path (fixture->target));
  g_assert_true (g_str_has_prefix (fixture->path, fixture->home));
  fixture->profile = store_profile_new ("Everything");
  g_object_set (fixture->profile, "id", "everything", "command", "sh", "arguments", arguments,
                NULL);
}

void
client_fixture_remove_tree (const char *path)
{
  gboolean is_link = g_file_test (path, G_FILE_TEST_IS_SYMLINK);
  g_autoptr (GDir) folder = !is_link ? g_dir_open (path, 0, NULL) : NULL;
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      client_fixture_remove_tree (child);
    }
  g_remove (path);
}

void
client_fixture_tear_down (ClientFixture *fixture)
{
  client_fixture_wait (G_OBJECT (fixture->target)->ref_count == 1);
  g_assert_finalize_object (fixture->target);
  client_fixture_wait (G_OBJECT (fixture->profile)->ref_count == 1);
  g_assert_finalize_object (fixture->profile);
  client_fixture_remove_tree (fixture->home);
  g_free (fixture->home);
  g_free (fixture->path);
}

void
client_fixture_write_file (ClientFixture *fixture, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
}

char *
client_fixture_read_path (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

gboolean
client_fixture_is_loading (AppClientTarget *target)
{
  gboolean loading;

  g_object_get (target, "loading", &loading, NULL);
  return loading;
}

void
client_fixture_look (AppClientTarget *target)
{
  app_client_target_refresh (target);
  client_fixture_wait (!client_fixture_is_loading (target));
}

gboolean
client_fixture_is_settled (AppClientChange *change)
{
  AppChangeStage stage = app_client_change_get_stage (change);

  return stage != APP_CHANGE_LOOKING && stage != APP_CHANGE_WRITING;
}

AppClientChange *
client_fixture_plan (ClientFixture *fixture)
{
  AppClientChange *change;

  client_fixture_look (fixture->target);
  change = app_client_change_new (fixture->target, fixture->profile, NULL);
  client_fixture_wait (client_fixture_is_settled (change));
  return change;
}

gboolean
client_fixture_find_line (AppClientChange *change, AppDiffKind kind, const char *part)
{
  GListModel *lines = app_client_change_get_info (change)->lines;

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (AppDiffLine) line = g_list_model_get_item (lines, i);
      g_autofree char *text = app_diff_line_dup_visible (line, NULL, NULL);

      if (app_diff_line_get_kind (line) == kind && strstr (text, part) != NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
client_fixture_has_note (AppClientChange *change, StoreNoteKind kind, const char *part)
{
  GListModel *notes = app_client_change_get_info (change)->notes;

  for (guint i = 0; i < g_list_model_get_n_items (notes); i++)
    {
      g_autoptr (AppClientNote) note = g_list_model_get_item (notes, i);

      if (app_client_note_get_kind (note) == kind &&
          strstr (app_client_note_get_text (note), part) != NULL)
        return TRUE;
    }
  return FALSE;
}

void
client_fixture_end (AppClientChange *change)
{
  client_fixture_wait (client_fixture_is_settled (change));
  /* A worker that has answered lets go of it a moment later. */
  client_fixture_wait (G_OBJECT (change)->ref_count == 1);
  g_assert_finalize_object (change);
}
