/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-block-file.h"

#include "mcp-object.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* What says what it is. */
#define SNIFF_BYTES (64u * 1024u)

#define FOLDER "spyglass-"
#define FILE_NAME "result"

static gboolean
is_harmless (const char *type)
{
  static const char *const kinds[] = { "audio/", "video/", "image/", "application/ogg" };

  if (g_str_has_prefix (type, "image/svg"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (type, kinds[i]))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (nullable): its media type; %NULL for what another program could run */
static char *
find_type (AppBlock *block, GBytes *data)
{
  gsize            length;
  const guchar    *bytes = g_bytes_get_data (data, &length);
  const char      *declared = app_block_get_media_type (block);
  g_autofree char *content =
      g_content_type_guess (NULL, bytes, MIN (length, SNIFF_BYTES), NULL);
  g_autofree char *type = g_content_type_get_mime_type (content);

  if (type == NULL)
    return NULL;
  /* Of data that nobody knows the server's word is as good as any. */
  if (g_str_equal (type, "application/octet-stream") && declared != NULL && is_harmless (declared))
    return g_strdup (declared);
  return is_harmless (type) ? g_steal_pointer (&type) : NULL;
}

/* Its process is in its name. A folder that says none, or has something else in it, is left. */
static void
remove_folder (const char *name)
{
  g_autofree char *path = g_build_filename (g_get_user_runtime_dir (), name, NULL);
  g_autoptr (GDir) folder = NULL;
  const char *entry;
  int         process = 0;

  if (sscanf (name, FOLDER "%d-", &process) != 1 || process <= 0 || kill (process, 0) == 0 ||
      errno != ESRCH || (folder = g_dir_open (path, 0, NULL)) == NULL)
    return;
  while ((entry = g_dir_read_name (folder)) != NULL)
    if (g_str_has_prefix (entry, FILE_NAME))
      {
        g_autofree char *file = g_build_filename (path, entry, NULL);

        g_unlink (file);
      }
  g_rmdir (path);
}

static void
sweep_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GDir) all = g_dir_open (g_get_user_runtime_dir (), 0, NULL);
  const char *name;

  while (all != NULL && (name = g_dir_read_name (all)) != NULL)
    remove_folder (name);
  g_task_return_boolean (task, TRUE);
}

void
app_block_file_sweep_async (GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, app_block_file_sweep_async);
  g_task_run_in_thread (task, sweep_in_worker);
}

static GFile *
write_file (AppBlock *block, GBytes *data, GError **error)
{
  g_autofree char *type = find_type (block, data);
  g_autofree char *folder = g_strdup_printf ("%s/" FOLDER "%d-XXXXXX",
                                             g_get_user_runtime_dir (), (int)getpid ());
  gsize            length;
  const char      *bytes = g_bytes_get_data (data, &length);

  if (type == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _ ("Only sounds and pictures can be opened in another app. "
                              "Save it instead."));
      return NULL;
    }
  g_mkdir_with_parents (g_get_user_runtime_dir (), 0700);
  if (g_mkdtemp (folder) == NULL)
    {
      int code = errno;

      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
      return NULL;
    }
  g_autofree char *name = g_strconcat (FILE_NAME, app_block_find_suffix (type), NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  if (!g_file_set_contents_full (path, bytes, (gssize)length, G_FILE_SET_CONTENTS_NONE, 0600,
                                 error))
    {
      g_rmdir (folder);
      return NULL;
    }
  return g_file_new_for_path (path);
}

static void
write_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GFile  *file = write_file (source, data, &error);

  if (file != NULL)
    g_task_return_pointer (task, file, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
on_data (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  GBytes *bytes = app_block_load_data_finish (APP_BLOCK (object), result, &error);

  if (bytes == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, bytes, (GDestroyNotify)g_bytes_unref);
  g_task_run_in_thread (task, write_in_worker);
}

void
app_block_file_write_async (AppBlock           *block,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_return_if_fail (APP_IS_BLOCK (block));

  GTask *task = g_task_new (block, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_block_file_write_async);
  app_block_load_data_async (block, 0, cancellable, on_data, task);
}

MCP_DEFINE_FINISH_POINTER (app_block_file_write_finish, AppBlock, GFile)
