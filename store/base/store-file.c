/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-file.h"

#include "mcp-object.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Between a file's name and the random part of its successor's while that is written. */
#define TEMPORARY ".spyglass-"
/* Seconds until nobody writes it any more, on a file system without locks. */
#define LEFT_AFTER 60
/* How often another Spyglass may take a temporary file for one that was left. */
#define TRIES 10

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
    case EFBIG:
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

/* Returns: (transfer full): without links in what exists of it */
static char *
resolve (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  char            *real = realpath (path, NULL);

  if (real != NULL)
    {
      char *result = g_strdup (real);

      free (real);
      return result;
    }
  if (g_str_equal (folder, path))
    return g_strdup (path);
  g_autofree char *parent = resolve (folder);
  return g_build_filename (parent, name, NULL);
}

/* Follows symbolic links also where the last one leads to a file that does not exist yet. */
static char *
follow_links (const char *path)
{
  g_autofree char *current = g_canonicalize_filename (path, NULL);

  for (guint i = 0; i < MAX_LINKS && access (current, F_OK) != 0; i++)
    {
      g_autofree char *link = g_file_read_link (current, NULL);
      g_autofree char *folder = g_path_get_dirname (current);

      if (link == NULL)
        break;
      g_free (current);
      current = g_canonicalize_filename (link, folder);
    }
  return resolve (current);
}

static GBytes *
refuse_size (const char *path, gsize max_bytes, GError **error)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
               "“%s” is larger than %" G_GSIZE_FORMAT " bytes; it is probably another file", path,
               max_bytes);
  return NULL;
}

static GBytes *
refuse_memory (const char *path, GError **error)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "There is not enough memory for “%s”",
               path);
  return NULL;
}

/* @expected: bytes that it will probably be: a large file is read to where it stays. */
static GBytes *
read_descriptor (int fd, gsize expected, gsize max_bytes, const char *path, GError **error)
{
  gsize            room = MIN (expected, max_bytes) + 1;
  gsize            length = 0;
  g_autofree char *data = g_try_malloc (room);

  if (data == NULL)
    return refuse_memory (path, error);
  while (TRUE)
    {
      gssize count = read (fd, data + length, room - length);

      if (count < 0 && errno == EINTR)
        continue;
      if (count < 0)
        {
          set_errno (error, errno, "Could not read", path);
          return NULL;
        }
      if (count == 0)
        break;
      length += (gsize)count;
      if (length > max_bytes)
        return refuse_size (path, max_bytes, error);
      if (length == room)
        {
          room = MIN (room * 2, max_bytes + 1);
          char *larger = g_try_realloc (data, room);
          if (larger == NULL)
            return refuse_memory (path, error);
          (void)g_steal_pointer (&data);
          data = larger;
        }
    }
  return g_bytes_new_take (g_steal_pointer (&data), length);
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

  g_return_val_if_fail (path != NULL && *path != '\0', NULL);

  self->path = g_strdup (path);
  self->target = follow_links (path);
  /* Not blocking: a pipe must not hold us. */
  int fd = open (self->target, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
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
    self->bytes =
        read_descriptor (fd, (gsize)MAX (self->status.st_size, 0), max_bytes, path, error);
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

StoreFile *
store_file_ref (StoreFile *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
store_file_unref (StoreFile *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)store_file_clear);
}

MCP_DEFINE_PLAIN_FLAG (StoreFile, store_file, exists)

MCP_DEFINE_PLAIN_GETTER (GBytes *, StoreFile, store_file, bytes)
MCP_DEFINE_PLAIN_GETTER (const char *, StoreFile, store_file, path)
MCP_DEFINE_PLAIN_GETTER (const char *, StoreFile, store_file, target)

guint
store_file_get_n_names (StoreFile *self)
{
  return self->exists ? (guint)self->status.st_nlink : 0;
}

gboolean
store_file_is_same (const char *path, const char *other)
{
  g_autofree char *one = follow_links (path);
  g_autofree char *two = follow_links (other);

  return g_str_equal (one, two);
}

gboolean
store_file_check_writable (StoreFile *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);

  /* A rename would get around a read-only file; whoever made it so meant it. */
  if (self->exists && ((self->status.st_mode & 0222) == 0 || access (self->target, W_OK) != 0))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE,
                   "“%s” is read-only; make it writable and try again", self->target);
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

/* Whether @now is the very file that was read, and says the same. */
static gboolean
is_same (StoreFile *self, StoreFile *now)
{
  return now != NULL && now->exists == self->exists && g_bytes_equal (now->bytes, self->bytes) &&
         (!self->exists ||
          (now->status.st_ino == self->status.st_ino && now->status.st_dev == self->status.st_dev &&
           now->status.st_mtim.tv_sec == self->status.st_mtim.tv_sec &&
           now->status.st_mtim.tv_nsec == self->status.st_mtim.tv_nsec));
}

static gboolean
set_changed (StoreFile *self, GError **error)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_CHANGED,
               "“%s” was changed by another program since it was read; look at the change again",
               self->path);
  return FALSE;
}

gboolean
store_file_check_unchanged (StoreFile *self, GError **error)
{
  /* One byte more than before is a change already. */
  g_autoptr (StoreFile) now = store_file_read (self->path, g_bytes_get_size (self->bytes), NULL);

  if (is_same (self, now) && g_str_equal (now->target, self->target))
    return TRUE;
  return set_changed (self, error);
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
fill_descriptor (StoreFile *self, int fd, GBytes *bytes, guint mode)
{
  /* The owner first: changing it drops set-id bits. Not being allowed to is no reason to fail. */
  if (self->exists && (self->status.st_uid != geteuid () || self->status.st_gid != getegid ()))
    if (fchown (fd, self->status.st_uid, self->status.st_gid) != 0)
      errno = 0;
  return fchmod (fd, mode) == 0 && write_all (fd, bytes);
}

/* Whoever writes a temporary file holds its lock, which goes with the process. */
static gboolean
is_left (const char *path, gint64 written)
{
  int      fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  gboolean left;

  if (fd < 0)
    return FALSE;
  left = flock (fd, LOCK_EX | LOCK_NB) == 0 ||
         (errno != EWOULDBLOCK && g_get_real_time () / G_USEC_PER_SEC - written > LEFT_AFTER);
  close (fd);
  return left;
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
          S_ISREG (status.st_mode) && is_left (path, status.st_mtime))
        g_unlink (path);
    }
}

/* @target: what it is to become, or a file beside that
 * @path: (out) (transfer full). Returns: a descriptor that holds the file's lock, or -1 */
static int
open_temporary (const char *target, char **path)
{
  for (guint i = 0; i < TRIES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s" TEMPORARY "XXXXXX", target);
      int              fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
      struct stat      status;

      if (fd < 0)
        return -1;
      /* Before it was locked it looked like one that was left. */
      if ((flock (fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
          fstat (fd, &status) == 0 && status.st_nlink > 0)
        {
          *path = g_steal_pointer (&name);
          return fd;
        }
      close (fd);
    }
  errno = EBUSY;
  return -1;
}

/* Writes @bytes beside @target. @path: (out) (transfer full).
 * Returns: a descriptor to close once the file has its name, or -1 */
static int
write_beside (StoreFile  *self,
              const char *target,
              GBytes     *bytes,
              guint       mode,
              char      **path,
              GError    **error)
{
  sweep_temporary (target);
  int fd = open_temporary (target, path);
  if (fd < 0)
    {
      set_errno (error, errno, "Could not write beside", target);
      return -1;
    }
  if (!fill_descriptor (self, fd, bytes, mode))
    {
      set_errno (error, errno, "Could not write", target);
      g_unlink (*path);
      close (fd);
      return -1;
    }
  return fd;
}

static int
write_successor (StoreFile *self, GBytes *bytes, guint mode, char **path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);

  if (!store_file_check_writable (self, error))
    return -1;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      set_errno (error, errno, "Could not make the directory", folder);
      return -1;
    }
  return write_beside (self, self->target, bytes,
                       self->exists ? self->status.st_mode & 07777 : mode, path, error);
}

gboolean
store_file_write (StoreFile *self, GBytes *bytes, guint mode, GError **error)
{
  g_autofree char *temporary = NULL;
  int              fd = write_successor (self, bytes, mode, &temporary, error);

  if (fd < 0)
    return FALSE;
  gboolean done = g_rename (temporary, self->target) == 0;
  if (!done)
    {
      set_errno (error, errno, "Could not write", self->path);
      g_unlink (temporary);
    }
  close (fd);
  sync_folder (self->target);
  return done;
}

/* Another name for a file, where nothing has it yet; also on file systems that have neither this
 * call nor hard links. */
static gboolean
rename_to_new (const char *from, const char *to)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return TRUE;
  if (errno != EINVAL && errno != ENOSYS)
    return FALSE;
  if (link (from, to) == 0)
    return g_unlink (from) == 0;
  if (errno == EEXIST || g_file_test (to, G_FILE_TEST_EXISTS))
    {
      errno = EEXIST;
      return FALSE;
    }
  return g_rename (from, to) == 0;
}

/* Whether the file at @path is the one that @fd has open. */
static gboolean
is_open_as (const char *path, int fd)
{
  struct stat one, other;

  return g_lstat (path, &one) == 0 && fstat (fd, &other) == 0 && one.st_ino == other.st_ino &&
         one.st_dev == other.st_dev;
}

static gboolean
change_places (const char *one, const char *other)
{
  return renameat2 (AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0;
}

/* Gives the target back to another program, which may write or remove it once more meanwhile. */
static void
put_back (StoreFile *self, const char *temporary, int fd)
{
  if (!change_places (temporary, self->target))
    rename_to_new (temporary, self->target);
  else if (!is_open_as (temporary, fd))
    change_places (temporary, self->target);
}

/* Puts the file at @temporary, open as @fd, in the place of the one that was read. The two change
 * places in one step, so that what another program wrote in the last moment is seen and put back.
 * Returns: -1 with errno, 0 where another program was first, 1 */
static int
exchange (StoreFile *self, const char *temporary, int fd)
{
  g_autoptr (StoreFile) replaced = NULL;

  if (change_places (temporary, self->target))
    {
      replaced = store_file_read (temporary, g_bytes_get_size (self->bytes), NULL);
      if (is_same (self, replaced))
        return 1;
      put_back (self, temporary, fd);
      return 0;
    }
  if (errno == ENOENT)
    return 0;
  /* A file system that cannot. */
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  if (!store_file_check_unchanged (self, NULL))
    return 0;
  return g_rename (temporary, self->target) == 0 ? 1 : -1;
}

gboolean
store_file_replace (StoreFile *self, GBytes *bytes, guint mode, GError **error)
{
  g_autofree char *temporary = NULL;
  int              fd = write_successor (self, bytes, mode, &temporary, error);
  int              outcome;

  if (fd < 0)
    return FALSE;
  if (!store_file_check_unchanged (self, error))
    {
      g_unlink (temporary);
      close (fd);
      return FALSE;
    }
  if (self->exists)
    outcome = exchange (self, temporary, fd);
  else
    outcome = rename_to_new (temporary, self->target) ? 1 : errno == EEXIST ? 0
                                                                            : -1;
  int number = errno;
  g_unlink (temporary);
  close (fd);
  sync_folder (self->target);
  if (outcome < 0)
    set_errno (error, number, "Could not write", self->path);
  else if (outcome == 0)
    set_changed (self, error);
  return outcome > 0;
}

gboolean
store_file_remove (StoreFile *self, GError **error)
{
  g_autofree char *temporary = NULL;

  if (!store_file_check_writable (self, error) || !store_file_check_unchanged (self, error))
    return FALSE;
  int fd = open_temporary (self->target, &temporary);
  if (fd < 0 || g_rename (self->target, temporary) != 0)
    {
      set_errno (error, errno, "Could not remove", self->path);
      if (fd >= 0)
        g_unlink (temporary);
      if (fd >= 0)
        close (fd);
      return FALSE;
    }
  g_autoptr (StoreFile) removed = store_file_read (temporary, g_bytes_get_size (self->bytes), NULL);
  gboolean same = is_same (self, removed);
  if (same || !rename_to_new (temporary, self->target))
    g_unlink (temporary);
  close (fd);
  sync_folder (self->target);
  return same || set_changed (self, error);
}

gboolean
store_file_write_new (StoreFile *self, const char *path, GBytes *bytes, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (self->target);
  g_autofree char *beside = g_build_filename (folder, name, NULL);
  g_autofree char *temporary = NULL;
  int              fd = write_beside (self, beside, bytes, 0600, &temporary, error);

  if (fd < 0)
    return FALSE;
  gboolean done = rename_to_new (temporary, path);
  if (!done)
    {
      set_errno (error, errno, "Could not make", path);
      g_unlink (temporary);
    }
  close (fd);
  sync_folder (path);
  return done;
}
