/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-bundle.h"

#include "mcp-object.h"
#include "store-archive.h"
#include "store-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_BYTES (256u * 1024u)
/* Of the digest in the folder's name, in hexadecimal digits */
#define DIGEST_DIGITS 32u
#define MAX_FOLDER_NAME 80u
#define MANIFEST "manifest.json"

struct _StoreBundle
{
  char   *path;
  int     fd;
  guint64 file_size;
  guint64 size;
  guint   n_entries;
  char   *digest;
  char   *program; /* (nullable): a file of it that is run as it is */
  StoreServerTemplate *template;
};

static void
clear (StoreBundle *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->digest);
  g_free (self->program);
  g_clear_pointer (&self->template, store_server_template_unref);
}

static StoreBundle *
store_bundle_ref (StoreBundle *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
store_bundle_unref (StoreBundle *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

MCP_DEFINE_PLAIN_GETTER (StoreServerTemplate *, StoreBundle, store_bundle, template)
MCP_DEFINE_PLAIN_GETTER (guint, StoreBundle, store_bundle, n_entries)
MCP_DEFINE_PLAIN_GETTER (guint64, StoreBundle, store_bundle, size)

/* The system's errors */

static gboolean
fail_system (GError **error, int code, const char *path, gboolean writing)
{
  StoreError kind = STORE_ERROR_FAILED;

  if (code == ENOENT)
    kind = STORE_ERROR_NOT_FOUND;
  else if (code == EACCES || code == EPERM || code == EROFS)
    kind = writing ? STORE_ERROR_NOT_WRITABLE : STORE_ERROR_NOT_READABLE;
  else if (code == ENOSPC || code == EDQUOT)
    kind = STORE_ERROR_NO_SPACE;
  g_set_error (error, STORE_ERROR, kind, "“%s” cannot be %s: %s", path,
               writing ? "written" : "read", g_strerror (code));
  return FALSE;
}

/* Reading */

static gboolean
open_file (StoreBundle *self, GError **error)
{
  struct stat info;

  self->fd = open (self->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (self->fd < 0 || fstat (self->fd, &info) != 0)
    return fail_system (error, errno, self->path, FALSE);
  if (!S_ISREG (info.st_mode))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_IS_DIRECTORY, "“%s” is no file", self->path);
      return FALSE;
    }
  if ((guint64)info.st_size > STORE_BUNDLE_MAX_FILE)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "“%s” is larger than %u MiB, which no bundle of a server is", self->path,
                   STORE_BUNDLE_MAX_FILE / 1024u / 1024u);
      return FALSE;
    }
  self->file_size = (guint64)info.st_size;
  return TRUE;
}

/* Each file for itself, so that a worker that nobody waits for ends soon */
static gboolean
digest_file (StoreBundle *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *buffer = g_malloc (BLOCK_BYTES);
  guint64            offset = 0;
  gssize             n;

  while ((n = pread (self->fd, buffer, BLOCK_BYTES, (off_t)offset)) > 0)
    {
      g_checksum_update (checksum, buffer, n);
      offset += (guint64)n;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (offset > STORE_BUNDLE_MAX_FILE)
        break;
    }
  if (n < 0)
    return fail_system (error, errno, self->path, FALSE);
  g_free (self->digest);
  self->digest = g_strdup (g_checksum_get_string (checksum));
  return TRUE;
}

/* Returns: (transfer full) (nullable) */
static GBytes *
read_manifest (StoreArchive *archive, GError **error)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  g_autofree guint8 *buffer = g_malloc (BLOCK_BYTES);
  gssize             n;

  while ((n = store_archive_read (archive, buffer, BLOCK_BYTES, error)) > 0)
    {
      if (content->len + (guint)n > STORE_TEMPLATE_MAX_BYTES)
        {
          g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                       "The manifest in the bundle is larger than %u bytes",
                       STORE_TEMPLATE_MAX_BYTES);
          return NULL;
        }
      g_byte_array_append (content, buffer, (guint)n);
    }
  return n == 0 ? g_byte_array_free_to_bytes (g_steal_pointer (&content)) : NULL;
}

/* Looks through the names of all entries and reads the manifest, which is at the top; some packers
 * put everything into one folder.
 * @manifest: (out) (nullable) */
static gboolean
read_entries (StoreBundle *self, GBytes **manifest, GCancellable *cancellable, GError **error)
{
  g_autoptr (StoreArchive) archive = store_archive_open (self->fd, self->file_size, error);
  GError    *problem = NULL;
  StoreEntry entry;

  if (archive == NULL)
    return FALSE;
  while (store_archive_next (archive, &entry, &problem))
    {
      self->size += entry.size;
      if (entry.kind == STORE_ENTRY_FILE && g_str_equal (entry.path, MANIFEST))
        {
          *manifest = read_manifest (archive, error);
          if (*manifest == NULL)
            return FALSE;
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  self->n_entries = store_archive_get_n_entries (archive);
  if (problem != NULL)
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  if (*manifest == NULL)
    g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                         "This is no bundle of an MCP server: there is no manifest.json in it");
  else if (self->size > STORE_BUNDLE_MAX_BYTES)
    g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                 "The bundle has more than %" G_GUINT64_FORMAT " MiB of files",
                 STORE_BUNDLE_MAX_BYTES / 1024u / 1024u);
  else
    return TRUE;
  return FALSE;
}

/* Of a bundle with a program of its own, packers for Windows do not say that it is one. */
static void
find_program (StoreBundle *self, GBytes *manifest)
{
  gsize       size;
  const char *text = g_bytes_get_data (manifest, &size);
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text (text, (gssize)size, NULL);

  if (document == NULL)
    return;
  McpJsonValue server = mcp_json_value_get_member (mcp_json_document_get_root (document), "server");
  if (mcp_json_value_string_equals (mcp_json_value_get_member (server, "type"), "binary"))
    self->program = mcp_json_value_dup_member_string (server, "entry_point");
}

StoreBundle *
store_bundle_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) manifest = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (StoreBundle) self = g_atomic_rc_box_new0 (StoreBundle);
  self->path = g_strdup (path);
  self->fd = -1;
  if (!open_file (self, error) || !read_entries (self, &manifest, cancellable, error) ||
      !digest_file (self, cancellable, error))
    return NULL;
  self->template = store_server_template_new (manifest, error);
  if (self->template == NULL)
    {
      g_prefix_error (error, "manifest.json: ");
      return NULL;
    }
  if (store_server_template_get_kind (self->template) != STORE_TEMPLATE_BUNDLE)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "The manifest.json in this archive is none of a bundle: it has no "
                           "“manifest_version”");
      return NULL;
    }
  find_program (self, manifest);
  return g_steal_pointer (&self);
}

/* Unpacking */

/* A name of a folder out of what a publisher wrote */
static void
append_name (GString *name, const char *text)
{
  for (; text != NULL && *text != '\0' && name->len < MAX_FOLDER_NAME; text++)
    if (g_ascii_isalnum (*text) || *text == '_' || *text == '+' ||
        (*text == '.' && name->len > 0 && g_ascii_isalnum (name->str[name->len - 1])))
      g_string_append_c (name, *text);
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c (name, '-');
}

/* Returns: (transfer full): what a folder's path begins with */
static char *
dup_root (void)
{
  return g_build_filename (g_get_user_data_dir (), "spyglass", "bundles", "/", NULL);
}

char *
store_bundle_dup_folder (StoreBundle *self)
{
  g_autofree char *root = dup_root ();
  g_autoptr (GString) name = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  const StoreTemplateAbout *about = store_server_template_get_about (self->template);
  append_name (name, about->name);
  if (name->len == 0)
    g_string_append (name, "server");
  g_string_append_c (name, '-');
  append_name (name, about->version);
  if (name->str[name->len - 1] != '-')
    g_string_append_c (name, '-');
  g_string_append_len (name, self->digest, DIGEST_DIGITS);
  g_string_prepend (name, root);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/* Makes the folders on the way to @path. They are ours alone: nothing in there is a link, since
 * links are made last. */
static gboolean
make_parents (const char *root, const char *path, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *full = g_build_filename (root, parent, NULL);

  return g_mkdir_with_parents (full, 0755) == 0 || fail_system (error, errno, full, TRUE);
}

static gboolean
copy_content (
    StoreArchive *archive, int fd, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *buffer = g_malloc (BLOCK_BYTES);
  gssize           n;

  while ((n = store_archive_read (archive, buffer, BLOCK_BYTES, error)) > 0)
    {
      for (gssize done = 0; done < n;)
        {
          gssize written = write (fd, buffer + done, (gsize)(n - done));

          if (written < 0 && errno != EINTR)
            return fail_system (error, errno, path, TRUE);
          done += MAX (written, 0);
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  return n == 0;
}

static gboolean
write_file (StoreBundle      *self,
            StoreArchive     *archive,
            const StoreEntry *entry,
            const char       *root,
            GCancellable     *cancellable,
            GError          **error)
{
  g_autofree char *full = g_build_filename (root, entry->path, NULL);
  gboolean         is_program = entry->executable || g_strcmp0 (entry->path, self->program) == 0;

  if (!make_parents (root, entry->path, error))
    return FALSE;
  int fd = open (full, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return fail_system (error, errno, full, TRUE);
  gboolean ok = copy_content (archive, fd, full, cancellable, error);
  if (ok && fchmod (fd, is_program ? 0755 : 0644) != 0)
    ok = fail_system (error, errno, full, TRUE);
  if (close (fd) != 0 && ok)
    ok = fail_system (error, errno, full, TRUE);
  return ok;
}

typedef struct
{
  char *path;
  char *target;
} Link;

static void
link_free (gpointer data)
{
  Link *link = data;

  g_free (link->path);
  g_free (link->target);
  g_free (link);
}

static gboolean
write_links (const char *root, GPtrArray *links, GError **error)
{
  for (guint i = 0; i < links->len; i++)
    {
      const Link      *link = links->pdata[i];
      g_autofree char *full = g_build_filename (root, link->path, NULL);

      if (!make_parents (root, link->path, error))
        return FALSE;
      if (symlink (link->target, full) != 0)
        return fail_system (error, errno, full, TRUE);
    }
  return TRUE;
}

static gboolean
write_entry (StoreBundle      *self,
             StoreArchive     *archive,
             const StoreEntry *entry,
             const char       *root,
             GPtrArray        *links,
             GCancellable     *cancellable,
             GError          **error)
{
  g_autofree char *full = g_build_filename (root, entry->path, NULL);

  if (entry->kind == STORE_ENTRY_FILE)
    return write_file (self, archive, entry, root, cancellable, error);
  if (entry->kind == STORE_ENTRY_FOLDER)
    return g_mkdir_with_parents (full, 0755) == 0 || fail_system (error, errno, full, TRUE);

  Link *link = g_new0 (Link, 1);
  link->path = g_strdup (entry->path);
  link->target = g_strdup (entry->target);
  g_ptr_array_add (links, link);
  return TRUE;
}

static gboolean
write_all (StoreBundle *self, const char *root, GCancellable *cancellable, GError **error)
{
  g_autoptr (StoreArchive) archive = store_archive_open (self->fd, self->file_size, error);
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (link_free);
  GError    *problem = NULL;
  StoreEntry entry;

  if (archive == NULL)
    return FALSE;
  while (store_archive_next (archive, &entry, &problem))
    if (!write_entry (self, archive, &entry, root, links, cancellable, error))
      return FALSE;
  if (problem != NULL)
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  if (!write_links (root, links, error))
    return FALSE;
  g_autofree char *manifest = g_build_filename (root, MANIFEST, NULL);
  (void)utimensat (AT_FDCWD, manifest, NULL, 0); /* what is newer is not of the bundle */
  return TRUE;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) folder = NULL;
  const char *name;
  struct stat info;

  if (lstat (path, &info) == 0 && S_ISDIR (info.st_mode))
    {
      folder = g_dir_open (path, 0, NULL);
      while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
        {
          g_autofree char *each = g_build_filename (path, name, NULL);

          remove_tree (each);
        }
      (void)rmdir (path);
    }
  else
    (void)unlink (path);
}

/* The file may have been written to since it was looked through. */
static gboolean
check_same (StoreBundle *self, const char *digest, GCancellable *cancellable, GError **error)
{
  if (!digest_file (self, cancellable, error))
    return FALSE;
  if (g_str_equal (self->digest, digest))
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_CHANGED,
               "“%s” was changed while it was read: open it again", self->path);
  return FALSE;
}

static gboolean
unpack_into (StoreBundle *self, const char *folder, GCancellable *cancellable, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autofree char *beside = g_strconcat (folder, ".XXXXXX", NULL);
  g_autofree char *digest = g_strdup (self->digest);

  if (g_mkdir_with_parents (parent, 0700) != 0 || g_mkdtemp_full (beside, 0700) == NULL)
    return fail_system (error, errno, parent, TRUE);
  if (write_all (self, beside, cancellable, error) &&
      check_same (self, digest, cancellable, error))
    {
      /* Somebody else may have done the same work in the meantime. */
      if (rename (beside, folder) == 0)
        return TRUE;
      if (errno != ENOTEMPTY && errno != EEXIST)
        fail_system (error, errno, folder, TRUE);
      else
        {
          remove_tree (beside);
          return TRUE;
        }
    }
  remove_tree (beside);
  return FALSE;
}

char *
store_bundle_unpack (StoreBundle  *self,
                     const char   *folder,
                     GCancellable *cancellable,
                     GError      **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *target = folder != NULL ? g_strdup (folder) : store_bundle_dup_folder (self);
  if (g_file_test (target, G_FILE_TEST_IS_DIR) ||
      unpack_into (self, target, cancellable, error))
    return g_steal_pointer (&target);
  return NULL;
}

char *
store_bundle_find_folder (const char *text)
{
  g_autofree char *all = dup_root ();
  const char      *begin = text != NULL ? strstr (text, all) : NULL;
  gsize            length = begin != NULL ? strcspn (begin + strlen (all), "/") : 0;

  return length > 0 && begin[strlen (all)] != '.' ? g_strndup (begin, strlen (all) + length) : NULL;
}

/* @unpacked: of the manifest, which was touched last */
static gboolean
is_written_to (const char *path, const struct stat *unpacked)
{
  const char *name;
  struct stat info;
  gboolean    is_written = FALSE;

  if (lstat (path, &info) != 0)
    return FALSE;
  if (!S_ISDIR (info.st_mode))
    return info.st_ctim.tv_sec > unpacked->st_ctim.tv_sec ||
           (info.st_ctim.tv_sec == unpacked->st_ctim.tv_sec &&
            info.st_ctim.tv_nsec > unpacked->st_ctim.tv_nsec);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  while (!is_written && folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *each = g_build_filename (path, name, NULL);

      is_written = !g_str_equal (name, "__pycache__") && is_written_to (each, unpacked);
    }
  return is_written;
}

/* By another name at first: what is there under its own is whole. */
gboolean
store_bundle_remove (const char *folder)
{
  g_autofree char *own = store_bundle_find_folder (folder);
  g_autofree char *beside = g_strconcat (folder, ".XXXXXX", NULL);
  g_autofree char *manifest = g_build_filename (folder, MANIFEST, NULL);
  struct stat      unpacked = { 0 };

  (void)lstat (manifest, &unpacked);
  if (g_strcmp0 (own, folder) != 0 || is_written_to (folder, &unpacked) ||
      g_mkdtemp_full (beside, 0700) == NULL)
    return FALSE;
  if (rename (folder, beside) == 0)
    remove_tree (beside);
  else
    (void)rmdir (beside);
  return !g_file_test (folder, G_FILE_TEST_EXISTS);
}

typedef struct
{
  StoreBundle *bundle;
  char        *folder; /* (nullable) */
} Unpacking;

static void
unpacking_free (gpointer data)
{
  Unpacking *unpacking = data;

  store_bundle_unref (unpacking->bundle);
  g_free (unpacking->folder);
  g_free (unpacking);
}

static void
run_unpack (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Unpacking *unpacking = data;
  GError    *error = NULL;
  char      *folder =
      store_bundle_unpack (unpacking->bundle, unpacking->folder, cancellable, &error);

  if (folder != NULL)
    g_task_return_pointer (task, folder, g_free);
  else
    g_task_return_error (task, error);
}

void
store_bundle_unpack_async (StoreBundle        *self,
                           const char         *folder,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Unpacking *unpacking = g_new0 (Unpacking, 1);

  unpacking->bundle = store_bundle_ref (self);
  unpacking->folder = g_strdup (folder);
  g_task_set_source_tag (task, store_bundle_unpack_async);
  g_task_set_task_data (task, unpacking, unpacking_free);
  g_task_run_in_thread (task, run_unpack);
}

char *
store_bundle_unpack_finish (StoreBundle *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
