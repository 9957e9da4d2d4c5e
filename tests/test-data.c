/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-data.h"

#include <glib/gstdio.h>
#include <stdlib.h>

char *
test_data_get_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

McpJsonDocument *
test_data_load (const char *name)
{
  g_autofree char *path = test_data_get_path (name);
  g_autofree char *text = NULL;
  gsize            length;
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  document = mcp_json_document_parse_text (text, (gssize)length, &error);
  g_assert_no_error (error);
  return document;
}

void
test_data_remove_folder (const char *path)
{
  g_autoptr (GDir) folder = NULL;
  const char *name;

  /* A test may have taken away the right to look into it. */
  g_chmod (path, 0700);
  folder = g_dir_open (path, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      if (g_file_test (inside, G_FILE_TEST_IS_DIR) && !g_file_test (inside, G_FILE_TEST_IS_SYMLINK))
        test_data_remove_folder (inside);
      else
        g_unlink (inside);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static char *own_state;

static void
remove_own_state (void)
{
  test_data_remove_folder (own_state);
  g_free (own_state);
}

void
test_data_use_own_state (void)
{
  /* A program that runs itself for a single case adds the cases of all programs. */
  if (own_state != NULL)
    return;
  own_state = g_dir_make_tmp ("spyglass-state-XXXXXX", NULL);
  g_setenv ("XDG_STATE_HOME", own_state, TRUE);
  atexit (remove_own_state);
}
