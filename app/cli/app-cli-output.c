/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct
{
  char    *path;      /* (nullable) */
  char    *temporary; /* (nullable): what takes its place */
  gboolean whole;     /* it is to take it in any case */
} output;

/* Where a link leads, if that is there. */
static char *
dup_target (const char *path)
{
  char *real = realpath (path, NULL);
  char *target = g_strdup (real != NULL ? real : path);

  free (real);
  return target;
}

/* A file is replaced once it is whole, and keeps its permissions. What is no plain file (a device,
 * a pipe, a link that leads nowhere) is written to as it is. */
static int
open_output (const char *path)
{
  g_autofree char *target = dup_target (path);
  struct stat      info;
  gboolean         exists = lstat (target, &info) == 0;

  if (exists && !S_ISREG (info.st_mode))
    return g_open (target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  output.temporary = g_strconcat (target, ".XXXXXX", NULL);
  output.path = g_steal_pointer (&target);
  int fd = g_mkstemp_full (output.temporary, O_RDWR | O_CLOEXEC, 0666);
  if (fd >= 0 && exists && fchmod (fd, info.st_mode & 0777) != 0)
    errno = 0; /* Not every file system has permissions. */
  return fd;
}

gboolean
app_cli_output_begin (const char *path, GError **error)
{
  if (path == NULL)
    return TRUE;
  int fd = open_output (path);
  if (fd >= 0 && dup2 (fd, STDOUT_FILENO) >= 0)
    {
      close (fd);
      return TRUE;
    }
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
               /* Translators: %s is a path, then a system error */
               _ ("“%s” cannot be written: %s"), path, g_strerror (errno));
  g_clear_pointer (&output.temporary, g_free);
  g_clear_pointer (&output.path, g_free);
  return FALSE;
}

void
app_cli_output_keep (void)
{
  output.whole = TRUE;
}

void
app_cli_output_end (gboolean keep)
{
  keep |= output.whole;
  if (output.temporary != NULL && (!keep || g_rename (output.temporary, output.path) != 0))
    g_unlink (output.temporary);
  g_clear_pointer (&output.temporary, g_free);
  g_clear_pointer (&output.path, g_free);
}
