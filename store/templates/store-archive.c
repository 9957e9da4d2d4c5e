/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-archive.h"

#include "mcp-object.h"
#include "store-bundle.h"
#include "store-error.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES (64u * 1024u)
/* Linux takes names of 255 bytes and paths of 4096; ours begin with a folder. */
#define MAX_NAME 255u
#define MAX_PATH 2000u
#define MAX_DEPTH 64u

/* The library as far as it is used here. Its functions are looked up by name, so that nothing is
 * linked to it: it brings ICU along, 38 MB that no other work here needs. */
#define FUNCTIONS(DO)                           \
  DO (archive_read_new)                         \
  DO (archive_read_free)                        \
  DO (archive_read_support_format_zip_seekable) \
  DO (archive_read_open_fd)                     \
  DO (archive_read_next_header)                 \
  DO (archive_read_data)                        \
  DO (archive_error_string)                     \
  DO (archive_entry_pathname)                   \
  DO (archive_entry_filetype)                   \
  DO (archive_entry_symlink)                    \
  DO (archive_entry_hardlink)                   \
  DO (archive_entry_is_encrypted)               \
  DO (archive_entry_perm)                       \
  DO (archive_entry_size)                       \
  DO (archive_entry_size_is_set)
#define FIELD(name) __typeof__ (name) *name;
#define LOOK_UP(name)                                                   \
  if ((zip.name = (__typeof__ (name) *)dlsym (library, #name)) == NULL) \
    return FALSE;

static struct
{
  FUNCTIONS (FIELD)
} zip;

static gboolean
load_all (void)
{
  void *library = dlopen ("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);

  if (library == NULL)
    return FALSE;
  FUNCTIONS (LOOK_UP)
  return TRUE;
}

static gboolean
load (GError **error)
{
  static gsize state = 0;

  if (g_once_init_enter (&state))
    g_once_init_leave (&state, load_all () ? 1 : 2);
  if (state == 1)
    return TRUE;
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_FAILED,
                       "Bundles cannot be read: libarchive is not installed.");
  return FALSE;
}

struct _StoreArchive
{
  struct archive *archive;
  GHashTable     *names;   /* set: paths without regard to case → the path as written */
  GHashTable     *folders; /* set: what is a folder by the path of something inside it */
  char           *path;
  char           *target;
  guint64         file_size;
  guint64         n_bytes;
  guint           n_entries;
};

static gboolean
fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "The bundle is not valid: %s", text);
  return FALSE;
}

static gboolean
fail_damaged (StoreArchive *self, GError **error)
{
  const char *reason = zip.archive_error_string (self->archive);

  if (reason != NULL && (strstr (reason, "ncrypt") != NULL || strstr (reason, "assphrase") != NULL))
    return fail (error, "it is encrypted");
  return fail (error, "it is damaged or cut short (%s)",
               reason != NULL && g_utf8_validate (reason, -1, NULL) ? reason : "no reason given");
}

/* The library cuts a name at a NUL, so that other readers see another name: the list of entries at
 * the end of the file (APPNOTE 4.3.12, 4.3.16) is looked through for one. What is no such list, or
 * one beyond 4 GiB, is left to the library. */

#define END_BYTES 22u
#define ENTRY_BYTES 46u
#define MAX_LIST_BYTES (64u * 1024u * 1024u)

static guint
get_uint16 (const guchar *at)
{
  return (guint)at[0] | (guint)at[1] << 8;
}

static guint32
get_uint32 (const guchar *at)
{
  return get_uint16 (at) | (guint32)get_uint16 (at + 2) << 16;
}

/* @size: (out). Returns: (transfer full) (nullable) */
static guchar *
read_list (int fd, guint64 file_size, gsize *size)
{
  gsize              tail = (gsize)MIN (file_size, 65535u + END_BYTES);
  g_autofree guchar *end = g_malloc (tail + 1);
  g_autofree guchar *list = NULL;

  if (pread (fd, end, tail, (off_t)(file_size - tail)) != (gssize)tail)
    return NULL;
  for (gsize at = tail; at-- > 0;)
    {
      if (tail - at < END_BYTES || memcmp (end + at, "PK\005\006", 4) != 0)
        continue;
      *size = get_uint32 (end + at + 12);
      if (*size > MAX_LIST_BYTES || *size > file_size)
        return NULL;
      list = g_malloc (*size + 1);
      return pread (fd, list, *size, (off_t)get_uint32 (end + at + 16)) == (gssize)*size
                 ? g_steal_pointer (&list)
                 : NULL;
    }
  return NULL;
}

static gboolean
has_nul (int fd, guint64 file_size)
{
  gsize              size = 0;
  g_autofree guchar *list = read_list (fd, file_size, &size);

  for (gsize at = 0; list != NULL && at + ENTRY_BYTES <= size;)
    {
      gsize name = get_uint16 (list + at + 28);

      if (memcmp (list + at, "PK\001\002", 4) != 0 || at + ENTRY_BYTES + name > size)
        break;
      if (memchr (list + at + ENTRY_BYTES, '\0', name) != NULL)
        return TRUE;
      at += ENTRY_BYTES + name + get_uint16 (list + at + 30) + get_uint16 (list + at + 32);
    }
  return FALSE;
}

StoreArchive *
store_archive_open (int fd, guint64 file_size, GError **error)
{
  if (!load (error))
    return NULL;

  g_autoptr (StoreArchive) self = g_new0 (StoreArchive, 1);

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->file_size = file_size;
  self->archive = zip.archive_read_new ();
  /* Only by its list of entries: what is in no list is in no other reader's view either. */
  if (lseek (fd, 0, SEEK_SET) != 0 ||
      zip.archive_read_support_format_zip_seekable (self->archive) != ARCHIVE_OK ||
      zip.archive_read_open_fd (self->archive, fd, BLOCK_BYTES) != ARCHIVE_OK)
    {
      fail (error, "it is no complete zip archive");
      return NULL;
    }
  if (has_nul (fd, file_size))
    {
      fail (error, "a name in it has characters that no name may have");
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
store_archive_close (StoreArchive *self)
{
  if (self->archive != NULL)
    zip.archive_read_free (self->archive);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->folders);
  g_free (self->path);
  g_free (self->target);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (guint, StoreArchive, store_archive, n_entries)

/* Names */

static gboolean
is_plain (const char *text)
{
  for (; *text != '\0'; text++)
    if ((guchar)*text < ' ' || *text == 127 || *text == '\\')
      return FALSE;
  return TRUE;
}

static char *
dup_shown (const char *path)
{
  g_autofree char *valid = g_utf8_make_valid (path, MIN ((gssize)strlen (path), 200));

  for (char *at = valid; *at != '\0'; at++)
    if ((guchar)*at < ' ' || *at == 127)
      *at = '?';
  return g_steal_pointer (&valid);
}

/* Returns: (transfer full) (nullable): the name as we write it; "" for the archive's own folder */
static char *
dup_checked_path (const char *path, GError **error)
{
  g_autofree char *shown = dup_shown (path != NULL ? path : "");
  g_autoptr (GString) clean = g_string_new (NULL);
  guint depth = 0;

  if (path == NULL || *path == '\0' || !g_utf8_validate (path, -1, NULL) || !is_plain (path))
    {
      fail (error, "the name “%s” in it has characters that no name may have", shown);
      return NULL;
    }
  if (*path == '/' || (g_ascii_isalpha (*path) && path[1] == ':') || strlen (path) > MAX_PATH)
    {
      fail (error, "the name “%s” in it leads out of its folder, or is too long", shown);
      return NULL;
    }
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] == '\0' || g_str_equal (parts[i], "."))
        continue;
      if (g_str_equal (parts[i], "..") || strlen (parts[i]) > MAX_NAME || ++depth > MAX_DEPTH)
        {
          fail (error, "the name “%s” in it leads out of its folder, or is too long", shown);
          return NULL;
        }
      g_string_append_printf (clean, "%s%s", clean->len > 0 ? "/" : "", parts[i]);
    }
  return g_string_free (g_steal_pointer (&clean), FALSE);
}

/* Two names of one file, on systems without regard to case as well. A folder may be listed and also
 * be the folder of what is in it, always in one spelling. */
static gboolean
remember (StoreArchive *self, const char *path, gboolean is_folder, GError **error)
{
  g_autofree char *folded = g_utf8_casefold (path, -1);
  const char      *known = g_hash_table_lookup (self->names, folded);
  gboolean         was_folder = g_hash_table_contains (self->folders, folded);

  if (known != NULL && !(is_folder && was_folder && g_str_equal (known, path)))
    return g_str_equal (known, path)
               ? fail (error, "“%s” is in it twice", path)
               : fail (error, "“%s” and “%s” in it differ in upper and lower case alone", known,
                       path);
  if (known != NULL)
    return TRUE;
  if (is_folder)
    g_hash_table_add (self->folders, g_strdup (folded));
  g_hash_table_insert (self->names, g_steal_pointer (&folded), g_strdup (path));
  return TRUE;
}

static gboolean
remember_all (StoreArchive *self, const char *path, gboolean is_folder, GError **error)
{
  for (const char *slash = strchr (path, '/'); slash != NULL; slash = strchr (slash + 1, '/'))
    {
      g_autofree char *folder = g_strndup (path, (gsize)(slash - path));

      if (!remember (self, folder, TRUE, error))
        return FALSE;
    }
  return remember (self, path, is_folder, error);
}

/* A link may lead up as far as the archive's folder and then down, so that it stays inside whatever
 * other links there are. */
static gboolean
check_target (const char *path, const char *target, GError **error)
{
  guint    depth = 0;
  gboolean down = FALSE;

  for (const char *at = path; *at != '\0'; at++)
    depth += *at == '/' ? 1 : 0;
  if (target == NULL || *target == '\0' || *target == '/' || strlen (target) > MAX_PATH ||
      !g_utf8_validate (target, -1, NULL) || !is_plain (target))
    return fail (error, "the link “%s” in it leads elsewhere", path);
  g_auto (GStrv) parts = g_strsplit (target, "/", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (g_str_equal (parts[i], "..") && (down || depth-- == 0))
      return fail (error, "the link “%s” in it leads elsewhere", path);
    else if (!g_str_equal (parts[i], "..") && !g_str_equal (parts[i], ".") && *parts[i] != '\0')
      down = TRUE;
  return TRUE;
}

/* Entries */

static gboolean
check_kind (StoreArchive *self, struct archive_entry *found, StoreEntry *entry, GError **error)
{
  switch (zip.archive_entry_filetype (found))
    {
    case AE_IFREG:
      entry->kind = STORE_ENTRY_FILE;
      break;
    case AE_IFDIR:
      entry->kind = STORE_ENTRY_FOLDER;
      break;
    case AE_IFLNK:
      entry->kind = STORE_ENTRY_LINK;
      g_free (self->target);
      self->target = g_strdup (zip.archive_entry_symlink (found));
      entry->target = self->target;
      return check_target (self->path, self->target, error);
    default:
      return fail (error, "“%s” in it is neither a file nor a folder", self->path);
    }
  if (zip.archive_entry_hardlink (found) != NULL)
    return fail (error, "“%s” in it is neither a file nor a folder", self->path);
  return TRUE;
}

static gboolean
check_entry (StoreArchive *self, struct archive_entry *found, StoreEntry *entry, GError **error)
{
  const char *path = zip.archive_entry_pathname (found);

  memset (entry, 0, sizeof *entry);
  if (++self->n_entries > STORE_BUNDLE_MAX_ENTRIES)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "The bundle has more than %u files", STORE_BUNDLE_MAX_ENTRIES);
      return FALSE;
    }
  if (zip.archive_entry_is_encrypted (found))
    return fail (error, "it is encrypted");
  g_free (self->path);
  self->path = dup_checked_path (path, error);
  if (self->path == NULL)
    return FALSE;
  entry->path = self->path;
  entry->executable = (zip.archive_entry_perm (found) & 0111) != 0;
  entry->size = zip.archive_entry_size_is_set (found) && zip.archive_entry_size (found) > 0
                    ? (guint64)zip.archive_entry_size (found)
                    : 0;
  if (!check_kind (self, found, entry, error))
    return FALSE;
  if (*self->path == '\0')
    return entry->kind == STORE_ENTRY_FOLDER || fail (error, "a file in it has no name");
  return remember_all (self, self->path, entry->kind == STORE_ENTRY_FOLDER, error);
}

gboolean
store_archive_next (StoreArchive *self, StoreEntry *entry, GError **error)
{
  struct archive_entry *found;
  int                   status = zip.archive_read_next_header (self->archive, &found);

  if (status == ARCHIVE_EOF)
    return FALSE;
  /* A warning is about a name that is not in the character set that it should be in. */
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
    return fail_damaged (self, error);
  return check_entry (self, found, entry, error);
}

gssize
store_archive_read (StoreArchive *self, void *buffer, gsize size, GError **error)
{
  la_ssize_t n = zip.archive_read_data (self->archive, buffer, size);

  if (n < 0)
    {
      fail_damaged (self, error);
      return -1;
    }
  self->n_bytes += (guint64)n;
  if (self->n_bytes > STORE_BUNDLE_MAX_BYTES ||
      (self->n_bytes > STORE_BUNDLE_RATIO_FREE &&
       self->n_bytes / STORE_BUNDLE_MAX_RATIO > self->file_size))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                           "The bundle is refused: unpacked it is far larger than a server is, as "
                           "archives are that are made to fill a disk");
      return -1;
    }
  return n;
}
