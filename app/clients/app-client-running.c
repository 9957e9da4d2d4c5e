/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-running.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROCESSES "/proc"
/* A computer that runs more has other worries. */
#define MAX_PROCESSES 20000
/* The kernel cuts the name of a process there. */
#define COMM_BYTES 15
#define MAX_WORD_BYTES 4096

/* The beginning of a small file of /proc. Returns: (transfer full) (nullable) */
static char *
read_beginning (const char *pid, const char *name)
{
  g_autofree char *path = g_build_filename (PROCESSES, pid, name, NULL);
  g_autofree char *buffer = g_malloc (MAX_WORD_BYTES + 1);
  FILE            *file = fopen (path, "re");

  if (file == NULL)
    return NULL;
  size_t size = fread (buffer, 1, MAX_WORD_BYTES, file);
  fclose (file);
  buffer[size] = '\0';
  return size > 0 ? g_steal_pointer (&buffer) : NULL;
}

static gboolean
is_own (const char *pid)
{
  g_autofree char *path = g_build_filename (PROCESSES, pid, NULL);
  struct stat      info;

  return stat (path, &info) == 0 && info.st_uid == getuid ();
}

/* Its name, or the file's that was started. */
static gboolean
is_called (const char *pid, const char *const *names)
{
  g_autofree char *comm = read_beginning (pid, "comm");
  g_autofree char *command = read_beginning (pid, "cmdline");
  g_autofree char *base = command != NULL ? g_path_get_basename (command) : NULL;

  if (comm != NULL)
    g_strchomp (comm);
  for (; *names != NULL; names++)
    if ((comm != NULL && strncmp (comm, *names, COMM_BYTES) == 0) ||
        g_strcmp0 (base, *names) == 0)
      return TRUE;
  return FALSE;
}

static void
look (GTask *task, gpointer source, gpointer names, GCancellable *cancellable)
{
  GDir            *folder = g_dir_open (PROCESSES, 0, NULL);
  AppClientRunning found = folder != NULL ? APP_CLIENT_RUNNING_NO : APP_CLIENT_RUNNING_UNKNOWN;
  const char      *name;
  guint            n = 0;

  while (folder != NULL && found == APP_CLIENT_RUNNING_NO && n < MAX_PROCESSES &&
         !g_cancellable_is_cancelled (cancellable) && (name = g_dir_read_name (folder)) != NULL)
    {
      if (!g_ascii_isdigit (*name))
        continue;
      n++;
      if (is_own (name) && is_called (name, names))
        found = APP_CLIENT_RUNNING_YES;
    }
  g_clear_pointer (&folder, g_dir_close);
  g_task_return_int (task, found);
}

void
app_client_running_find_async (const StoreClientFormat *format,
                               GCancellable            *cancellable,
                               GAsyncReadyCallback      callback,
                               gpointer                 user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, app_client_running_find_async);
  if (format->places.processes == NULL)
    {
      g_task_return_int (task, APP_CLIENT_RUNNING_UNKNOWN);
      return;
    }
  g_task_set_task_data (task, (gpointer)format->places.processes, NULL);
  g_task_run_in_thread (task, look);
}

AppClientRunning
app_client_running_find_finish (GAsyncResult *result, GError **error)
{
  gssize found = g_task_propagate_int (G_TASK (result), error);

  return found > 0 ? (AppClientRunning)found : APP_CLIENT_RUNNING_UNKNOWN;
}

char *
app_client_running_dup_text (const StoreClientFormat *format, AppClientRunning running)
{
  switch (running)
    {
    case APP_CLIENT_RUNNING_YES:
      /* Translators: %s is an application */
      return g_strdup_printf (_ ("Restart %s to apply."), format->name);
    case APP_CLIENT_RUNNING_NO:
      /* Translators: %s is an application */
      return g_strdup_printf (_ ("Start %s to apply."), format->name);
    case APP_CLIENT_RUNNING_UNKNOWN:
    default:
      return g_strdup (format->restart != NULL ? _ (format->restart) : "");
    }
}
