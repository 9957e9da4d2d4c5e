/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static struct
{
  char    *path;      /* (nullable) */
  char    *temporary; /* (nullable): what takes its place */
  gboolean whole;     /* it is to take it in any case */
} output;

/* What is no plain file (a device, a pipe, a link) is written to as it is. */
static gboolean
is_replaceable (const char *path)
{
  struct stat info;

  return lstat (path, &info) != 0 || S_ISREG (info.st_mode);
}

gboolean
app_cli_output_begin (const char *path, GError **error)
{
  int fd;

  if (path == NULL)
    return TRUE;
  if (is_replaceable (path))
    {
      output.path = g_strdup (path);
      output.temporary = g_strconcat (path, ".XXXXXX", NULL);
      fd = g_mkstemp_full (output.temporary, O_RDWR | O_CLOEXEC, 0666);
    }
  else
    fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);
  if (fd >= 0 && dup2 (fd, STDOUT_FILENO) >= 0)
    {
      close (fd);
      return TRUE;
    }
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
               /* Translators: %s is a path, then a system error */
               _ ("“%s” cannot be written: %s"), path, g_strerror (errno));
  g_clear_pointer (&output.temporary, g_free);
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
