/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-file-lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define LOCK_POLL_US (20 * 1000)

/* @fd: (transfer full). Returns: a descriptor that holds the lock, or -1 */
static int
wait_for_lock (int fd, const char *target, GError **error)
{
  gint64 deadline = g_get_monotonic_time () +
                    STORE_FILE_LOCK_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;

  while (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      int number = errno;

      if (number == EWOULDBLOCK && g_get_monotonic_time () < deadline)
        {
          g_usleep (LOCK_POLL_US);
          continue;
        }
      if (number == EINTR)
        continue;
      close (fd);
      /* A file system without locks (some network mounts) works without. */
      if (number == ENOLCK || number == ENOSYS || number == EOPNOTSUPP)
        return open ("/dev/null", O_RDONLY | O_CLOEXEC);
      g_set_error (error, STORE_ERROR, STORE_ERROR_BUSY,
                   "Another program is still writing “%s”; try again", target);
      return -1;
    }
  return fd;
}

/* @name: (nullable): of a file in @folder, which is made; %NULL for the folder itself */
static int
lock (const char *folder, const char *name, const char *target, GError **error)
{
  g_autofree char *path = name != NULL ? g_build_filename (folder, name, NULL) : g_strdup (folder);
  int              flags = name != NULL ? O_RDWR | O_CREAT | O_NOFOLLOW : O_RDONLY | O_DIRECTORY;
  int              fd;

  if (g_mkdir_with_parents (folder, 0700) != 0 || (fd = open (path, flags | O_CLOEXEC, 0600)) < 0)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE,
                   "The directory “%s” cannot be written: %s", folder, g_strerror (errno));
      return -1;
    }
  return wait_for_lock (fd, target, error);
}

int
store_file_lock (const char *target, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *base = g_path_get_basename (target);
  g_autofree char *name = g_strdup_printf (".%s.lock", base);

  return lock (folder, name, target, error);
}

int
store_file_lock_folder (const char *target, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (target);

  return lock (folder, NULL, target, error);
}
