/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Between a file's name and the random part of its successor's while that is written. */
#define TEMPORARY ".spyglass-"
/* Seconds until nobody writes it any more. */
#define LEFT_AFTER 60

/* As many links in a row as the kernel follows. */
#define MAX_LINKS 40

struct _StoreFile
{
  char       *path;
  char       *target;
  GBytes     *bytes;
  gboolean    exists;
  struct stat status;
};

static int
code_of_errno (int number)
{
  switch (number)
    {
    case EACCES:
    case EPERM:
    case EROFS:
      return STORE_ERROR_NOT_WRITABLE;
    case ENOSPC:
    case EDQUOT:
      return STORE_ERROR_NO_SPACE;
    case EISDIR:
    case ENOTDIR:
      return STORE_ERROR_IS_DIRECTORY;
    case EEXIST:
      return STORE_ERROR_DUPLICATE;
    default:
      return STORE_ERROR_FAILED;
    }
}

static void
set_errno (GError **error, int number, const char *what, const char *path)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, STORE_ERROR, code_of_errno (number), "%s “%s”: %s", what, name,
               g_strerror (number));
}

/* Follows symbolic links also where the last one leads to a file that does not exist yet. */
static char *
follow_links (const char *path)
{
  g_autofree char *current = g_canonicalize_filename (path, NULL);
  char            *real = realpath (current, NULL);

  if (real != NULL)
    {
      char *result = g_strdup (real);

      free (real);
      return result;
    }
  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *link = g_file_read_link (current, NULL);
      g_autofree char *folder = g_path_get_dirname (current);

      if (link == NULL)
        break;
      g_free (current);
      current = g_canonicalize_filename (link, folder);
    }
  return g_steal_pointer (&current);
}

static GBytes *
read_descriptor (int fd, gsize max_bytes, const char *path, GError **error)
{
  g_autoptr (GByteArray) array = g_byte_array_new ();
  guint8 buffer[65536];

  while (TRUE)
    {
      gssize length = read (fd, buffer, sizeof buffer);

      if (length < 0 && errno == EINTR)
        continue;
      if (length < 0)
        {
          set_errno (error, errno, "Could not read", path);
          return NULL;
        }
      if (length == 0)
        break;
      if (array->len + (gsize)length > max_bytes)
        {
          g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                       "“%s” is larger than %" G_GSIZE_FORMAT " bytes; it is probably another file",
                       path, max_bytes);
          return NULL;
        }
      g_byte_array_append (array, buffer, length);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&array));
}

static gboolean
check_regular (const struct stat *status, const char *path, GError **error)
{
  if (S_ISREG (status->st_mode))
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_IS_DIRECTORY,
               "“%s” is %s, not a file; move it away and try again", path,
               S_ISDIR (status->st_mode) ? "a directory" : "a device or a pipe");
  return FALSE;
}

StoreFile *
store_file_read (const char *path, gsize max_bytes, GError **error)
{
  g_autoptr (StoreFile) self = g_atomic_rc_box_new0 (StoreFile);
  int fd;

  g_return_val_if_fail (path != NULL && *path != '\0', NULL);

  self->path = g_strdup (path);
  self->target = follow_links (path);
  /* Not blocking: a pipe must not hold us. */
  fd = open (self->target, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 && errno == ENOENT)
    {
      self->bytes = g_bytes_new_static ("", 0);
      return g_steal_pointer (&self);
    }
  if (fd < 0)
    {
      int number = errno;

      if (number == EACCES || number == EPERM)
        g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_READABLE,
                     "“%s” may not be read by this user; check its permissions", path);
      else
        set_errno (error, number, "Could not open", path);
      return NULL;
    }
  self->exists = TRUE;
  if (fstat (fd, &self->status) != 0)
    set_errno (error, errno, "Could not look at", path);
  else if (check_regular (&self->status, path, error))
    self->bytes = read_descriptor (fd, max_bytes, path, error);
  close (fd);
  return self->bytes != NULL ? g_steal_pointer (&self) : NULL;
}

static void
store_file_clear (StoreFile *self)
{
  g_free (self->path);
  g_free (self->target);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

void
store_file_unref (StoreFile *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)store_file_clear);
}

gboolean
store_file_exists (StoreFile *self)
{
  return self->exists;
}

GBytes *
store_file_get_bytes (StoreFile *self)
{
  return self->bytes;
}

const char *
store_file_get_path (StoreFile *self)
{
  return self->path;
}

const char *
store_file_get_target (StoreFile *self)
{
  return self->target;
}

gboolean
store_file_check_writable (StoreFile *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);

  /* A rename would get around a read-only file; whoever made it so meant it. */
  if (self->exists && ((self->status.st_mode & 0222) == 0 || access (self->target, W_OK) != 0))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE,
                   "“%s” is read-only; make it writable and try again", self->path);
      return FALSE;
    }
  while (!g_file_test (folder, G_FILE_TEST_EXISTS) && strlen (folder) > 1)
    {
      char *parent = g_path_get_dirname (folder);

      g_free (folder);
      folder = parent;
    }
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE,
                   "“%s” cannot be written: “%s” is not a directory", self->path, folder);
      return FALSE;
    }
  if (access (folder, W_OK | X_OK) != 0)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE,
                   "“%s” cannot be written: the directory “%s” is not writable for this user",
                   self->path, folder);
      return FALSE;
    }
  return TRUE;
}

gboolean
store_file_check_unchanged (StoreFile *self, GError **error)
{
  /* One byte more than before is a change already. */
  g_autoptr (StoreFile) now = store_file_read (self->path, g_bytes_get_size (self->bytes), NULL);

  if (now != NULL && now->exists == self->exists && g_str_equal (now->target, self->target) &&
      g_bytes_equal (now->bytes, self->bytes) &&
      (!self->exists ||
       (now->status.st_ino == self->status.st_ino && now->status.st_dev == self->status.st_dev &&
        now->status.st_mtim.tv_sec == self->status.st_mtim.tv_sec &&
        now->status.st_mtim.tv_nsec == self->status.st_mtim.tv_nsec)))
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_CHANGED,
               "“%s” was changed by another program since it was read; look at the change again",
               self->path);
  return FALSE;
}

static gboolean
write_all (int fd, GBytes *bytes)
{
  gsize       left;
  const char *data = g_bytes_get_data (bytes, &left);

  while (left > 0)
    {
      gssize length = write (fd, data, left);

      if (length < 0 && errno == EINTR)
        continue;
      if (length < 0)
        return FALSE;
      data += length;
      left -= length;
    }
  return fsync (fd) == 0;
}

/* The rename is only safe once the folder itself is on disk. Some file systems cannot; that is no
 * reason to fail. */
static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int              fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd >= 0)
    {
      fsync (fd);
      close (fd);
    }
}

static gboolean
finish_descriptor (StoreFile *self, int fd, GBytes *bytes, guint mode)
{
  gboolean done;
  int      number;

  /* The owner first: changing it drops set-id bits. Not being allowed to is no reason to fail. */
  if (self->exists && (self->status.st_uid != geteuid () || self->status.st_gid != getegid ()))
    if (fchown (fd, self->status.st_uid, self->status.st_gid) != 0)
      errno = 0;
  done = fchmod (fd, mode) == 0 && write_all (fd, bytes);
  number = errno;
  if (close (fd) != 0 && done)
    return FALSE;
  errno = number;
  return done;
}

/* What a program left that was killed while it wrote: it may hold secrets. */
static void
sweep_temporary (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *name = g_path_get_basename (target);
  g_autofree char *prefix = g_strconcat (name, TEMPORARY, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *found;

  while (dir != NULL && (found = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, found, NULL);
      GStatBuf         status;

      if (g_str_has_prefix (found, prefix) && g_lstat (path, &status) == 0 &&
          g_get_real_time () / G_USEC_PER_SEC - status.st_mtime > LEFT_AFTER)
        g_unlink (path);
    }
}

gboolean
store_file_write (StoreFile *self, GBytes *bytes, guint mode, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);
  g_autofree char *temporary = NULL;
  int              fd;

  if (!store_file_check_writable (self, error))
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      set_errno (error, errno, "Could not make the directory", folder);
      return FALSE;
    }
  sweep_temporary (self->target);
  temporary = g_strdup_printf ("%s" TEMPORARY "XXXXXX", self->target);
  fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    {
      set_errno (error, errno, "Could not write beside", self->path);
      return FALSE;
    }
  if (!finish_descriptor (self, fd, bytes, self->exists ? self->status.st_mode & 07777 : mode) ||
      g_rename (temporary, self->target) != 0)
    {
      int number = errno;

      g_unlink (temporary);
      set_errno (error, number, "Could not write", self->path);
      return FALSE;
    }
  sync_folder (self->target);
  return TRUE;
}

gboolean
store_file_write_new (StoreFile *self, const char *path, GBytes *bytes, GError **error)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (fd < 0)
    {
      set_errno (error, errno, "Could not make", path);
      return FALSE;
    }
  if (!finish_descriptor (self, fd, bytes, self->exists ? self->status.st_mode & 0777 : 0600))
    {
      int number = errno;

      g_unlink (path);
      set_errno (error, number, "Could not write", path);
      return FALSE;
    }
  sync_folder (path);
  return TRUE;
}
