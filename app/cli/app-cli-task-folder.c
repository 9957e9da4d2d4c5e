/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-task-folder.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "app-case-suite.h"
#include "app-error.h"

#define MAX_DEPTH 8u
/* Folders and files that are looked at: somebody may name all of a disk. */
#define MAX_NAMES 100000u
#define MAX_BYTES (1024 * 1024)

typedef struct
{
  GPtrArray *tasks;
  guint      n_names;
} Reading;

static void
task_free (gpointer data)
{
  AppCaseTask *self = data;

  g_free (self->path);
  g_clear_pointer (&self->meta, g_bytes_unref);
  g_clear_pointer (&self->description, g_bytes_unref);
  g_free (self);
}

static gboolean
fail (const char *file, GError **error)
{
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is a file or a folder */
               _ ("“%s” is too large."), file);
  return FALSE;
}

/* Returns: (transfer full) (nullable) */
static GBytes *
read_file (const char *folder, const char *name, GError **error)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);
  GStatBuf         about;
  char            *text;
  gsize            length;

  if (g_stat (file, &about) == 0 && about.st_size > MAX_BYTES)
    {
      fail (file, error);
      return NULL;
    }
  return g_file_get_contents (file, &text, &length, error) ? g_bytes_new_take (text, length) : NULL;
}

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);

  return g_file_test (file, G_FILE_TEST_IS_REGULAR);
}

static gboolean
read_task (Reading *reading, const char *folder, const char *path, GError **error)
{
  AppCaseTask *task = g_new0 (AppCaseTask, 1);

  g_ptr_array_add (reading->tasks, task);
  task->path = g_strdup (*path != '\0' ? path : "task");
  task->meta = read_file (folder, APP_CASE_TASK_META, error);
  if (task->meta == NULL)
    return FALSE;
  task->description = read_file (folder, APP_CASE_TASK_DESCRIPTION, error);
  return task->description != NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

/* Returns: (transfer full) (nullable) (element-type utf8): sorted */
static GPtrArray *
list_folders (Reading *reading, const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      if (++reading->n_names > MAX_NAMES)
        {
          fail (folder, error);
          return NULL;
        }
      if (*name != '.' && g_file_test (file, G_FILE_TEST_IS_DIR) &&
          !g_file_test (file, G_FILE_TEST_IS_SYMLINK))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}

/* @path: of @folder, below the one that was named; "" for that one */
static gboolean
read_folder (Reading *reading, const char *folder, const char *path, guint depth, GError **error)
{
  g_autoptr (GPtrArray) names = NULL;

  if (has_file (folder, APP_CASE_TASK_META) && has_file (folder, APP_CASE_TASK_DESCRIPTION))
    return reading->tasks->len < APP_CASE_SUITE_MAX_CASES
               ? read_task (reading, folder, path, error)
               : fail (folder, error);
  if (depth == MAX_DEPTH)
    return TRUE;
  names = list_folders (reading, folder, error);
  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *inner = g_build_filename (folder, names->pdata[i], NULL);
      g_autofree char *below = g_build_filename (path, names->pdata[i], NULL);

      if (!read_folder (reading, inner, below, depth + 1, error))
        return FALSE;
    }
  return names != NULL;
}

GPtrArray *
app_cli_task_folder_read (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new_with_free_func (task_free);
  Reading reading = { tasks, 0 };

  return read_folder (&reading, folder, "", 0, error) ? g_steal_pointer (&tasks) : NULL;
}
