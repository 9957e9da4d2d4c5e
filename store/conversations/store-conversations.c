/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-conversations.h"

#include "store-file-lock.h"
#include "store-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".jsonl"
#define KIND "conversation"
#define MAX_ID 64u
/* What a folder may have of them; more is not looked at. */
#define MAX_FILES 20000u

void
store_kept_conversation_free (StoreKeptConversation *self)
{
  g_free (self->id);
  g_clear_pointer (&self->header, mcp_json_document_unref);
  g_free (self);
}

char *
store_conversations_dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "spyglass", "conversations", NULL);
}

char *
store_conversations_create_id (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y%m%d-%H%M%S");

  return g_strdup_printf ("%s-%04x", time, g_random_int () & 0xffff);
}

/* An id leads to no other folder, and to no hidden file. */
static gboolean
is_id (const char *id)
{
  gsize length = strlen (id);

  if (length == 0 || length > MAX_ID || !g_ascii_isalnum (id[0]))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (id[i]) && id[i] != '-')
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full) (nullable) */
static char *
dup_path (const char *folder, const char *id, GError **error)
{
  if (!is_id (id))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "“%s” is no conversation's id", id);
      return NULL;
    }
  g_autofree char *name = g_strconcat (id, SUFFIX, NULL);
  return g_build_filename (folder, name, NULL);
}

/* One lock for all of them: what is written is small. */
static int
lock (const char *folder, GError **error)
{
  g_autofree char *target = g_build_filename (folder, "conversations", NULL);

  return store_file_lock (target, error);
}

static void
fail_errno (const char *path, int number, GError **error)
{
  StoreError code = STORE_ERROR_FAILED;

  if (number == ENOENT)
    code = STORE_ERROR_NOT_FOUND;
  else if (number == ENOSPC || number == EDQUOT)
    code = STORE_ERROR_NO_SPACE;
  else if (number == EACCES || number == EPERM || number == EROFS)
    code = STORE_ERROR_NOT_WRITABLE;
  else if (number == EEXIST)
    code = STORE_ERROR_DUPLICATE;
  g_set_error (error, STORE_ERROR, code, "“%s”: %s", path, g_strerror (number));
}

/* Headers */

/* Returns: (transfer full) (nullable) */
static McpJsonDocument *
read_header (const char *text, gsize length, GError **error)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, (gssize)length, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  if (!mcp_json_value_string_equals (mcp_json_value_get_member (root, "spyglass"), KIND))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_SYNTAX,
                           "The file does not begin as a conversation does");
      return NULL;
    }
  if (mcp_json_value_get_member_int64 (root, "version", 0) > STORE_CONVERSATIONS_VERSION)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_NEWER,
                           "A newer version of Spyglass has written the conversation");
      return NULL;
    }
  return g_steal_pointer (&document);
}

static gboolean
check_header (const char *header, GError **error)
{
  if (strlen (header) > STORE_CONVERSATIONS_MAX_HEADER || strpbrk (header, "\r\n") != NULL)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "A conversation's first line is too long");
      return FALSE;
    }
  g_autoptr (McpJsonDocument) document = read_header (header, strlen (header), error);
  return document != NULL;
}

/* Listing */

/* Returns: (transfer full) (nullable): the bytes before the first line end */
static char *
read_first_line (const char *path, gsize *length)
{
  g_autofree char *buffer = g_malloc (STORE_CONVERSATIONS_MAX_HEADER + 1);
  gsize            filled = 0;
  const char      *end = NULL;
  int              fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

  while (fd >= 0 && end == NULL && filled <= STORE_CONVERSATIONS_MAX_HEADER)
    {
      gssize n = read (fd, buffer + filled, STORE_CONVERSATIONS_MAX_HEADER + 1 - filled);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      end = memchr (buffer + filled, '\n', (gsize)n);
      filled += (gsize)n;
    }
  if (fd >= 0)
    close (fd);
  if (end == NULL)
    return NULL;
  *length = (gsize)(end - buffer);
  return g_steal_pointer (&buffer);
}

/* Returns: (transfer full) (nullable) */
static StoreKeptConversation *
look_at (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *id = g_strndup (name, strlen (name) - strlen (SUFFIX));
  g_autoptr (McpJsonDocument) header = NULL;
  struct stat facts;
  gsize       length;

  if (!is_id (id) || lstat (path, &facts) != 0 || !S_ISREG (facts.st_mode))
    return NULL;
  g_autofree char *line = read_first_line (path, &length);
  if (line != NULL)
    header = read_header (line, length, NULL);
  if (header == NULL)
    return NULL;
  StoreKeptConversation *self = g_new0 (StoreKeptConversation, 1);
  self->id = g_steal_pointer (&id);
  self->header = g_steal_pointer (&header);
  self->changed = (gint64)facts.st_mtim.tv_sec * G_USEC_PER_SEC + facts.st_mtim.tv_nsec / 1000;
  self->size = (guint64)facts.st_size;
  return self;
}

/* Of the same moment the one with the greater id. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const StoreKeptConversation *first = *(const StoreKeptConversation *const *)a;
  const StoreKeptConversation *second = *(const StoreKeptConversation *const *)b;

  if (first->changed != second->changed)
    return first->changed > second->changed ? -1 : 1;
  return strcmp (second->id, first->id);
}

GPtrArray *
store_conversations_list (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_kept_conversation_free);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GDir) files = g_dir_open (folder, 0, &problem);
  const char *name;

  if (files == NULL && g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return g_steal_pointer (&found);
  if (files == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_READABLE, "%s", problem->message);
      return NULL;
    }
  while ((name = g_dir_read_name (files)) != NULL && found->len < MAX_FILES)
    {
      StoreKeptConversation *each = g_str_has_suffix (name, SUFFIX) ? look_at (folder, name) : NULL;

      if (each != NULL)
        g_ptr_array_add (found, each);
    }
  g_ptr_array_sort (found, compare);
  return g_steal_pointer (&found);
}

/* Writing */

static gboolean
write_all (int fd, const char *text)
{
  gsize length = strlen (text);

  while (length > 0)
    {
      gssize n = write (fd, text, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      text += n;
      length -= (gsize)n;
    }
  return TRUE;
}

/* @fd: (transfer full) */
static gboolean
write_and_close (int fd, const char *path, const char *before, const char *text, GError **error)
{
  gboolean written = write_all (fd, before) && write_all (fd, text) && fsync (fd) == 0;
  int      number = errno;

  if (close (fd) != 0 && written)
    {
      written = FALSE;
      number = errno;
    }
  if (!written)
    fail_errno (path, number, error);
  return written;
}

gboolean
store_conversations_begin (const char *folder, const char *id, const char *header, GError **error)
{
  g_autofree char *path = dup_path (folder, id, error);
  int              held;
  gboolean         written = FALSE;

  if (path == NULL || !check_header (header, error) || (held = lock (folder, error)) < 0)
    return FALSE;
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0)
    fail_errno (path, errno, error);
  else
    written = write_and_close (fd, path, header, "\n", error);
  /* Half of a first line would be nobody's conversation, and would keep the id from the next
   * try. */
  if (fd >= 0 && !written)
    g_unlink (path);
  close (held);
  return written;
}

static gboolean
append (const char *path, const char *lines, GError **error)
{
  int         fd = open (path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat facts;
  char        last = '\n';

  if (fd < 0 || fstat (fd, &facts) != 0)
    {
      fail_errno (path, errno, error);
      if (fd >= 0)
        close (fd);
      return FALSE;
    }
  if (!S_ISREG (facts.st_mode) ||
      (guint64)facts.st_size + strlen (lines) > STORE_CONVERSATIONS_MAX_BYTES)
    {
      close (fd);
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "“%s” takes nothing more: the conversation is too long", path);
      return FALSE;
    }
  if (facts.st_size > 0 && pread (fd, &last, 1, facts.st_size - 1) != 1)
    last = '\n';
  return write_and_close (fd, path, last == '\n' ? "" : "\n", lines, error);
}

gboolean
store_conversations_append (const char *folder, const char *id, const char *lines, GError **error)
{
  g_autofree char *path = dup_path (folder, id, error);
  int              held;

  if (path == NULL || (held = lock (folder, error)) < 0)
    return FALSE;
  gboolean written = append (path, lines, error);
  close (held);
  return written;
}

/* Returns: (transfer full) (nullable): whose bytes begin with a header that is ours to read */
static StoreFile *
read_file (const char *path, gsize *header_length, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (path, STORE_CONVERSATIONS_MAX_BYTES, error);
  g_autoptr (McpJsonDocument) header = NULL;
  gsize length;

  if (file == NULL)
    return NULL;
  if (!store_file_exists (file))
    {
      fail_errno (path, ENOENT, error);
      return NULL;
    }
  const char *text = g_bytes_get_data (store_file_get_bytes (file), &length);
  const char *end = length > 0 ? memchr (text, '\n', length) : NULL;
  *header_length = end != NULL ? (gsize)(end - text) : length;
  header = read_header (text != NULL ? text : "", *header_length, error);
  return header != NULL ? g_steal_pointer (&file) : NULL;
}

static gboolean
replace_header (const char *path, const char *header, GError **error)
{
  gsize header_length;
  g_autoptr (StoreFile) file = read_file (path, &header_length, error);
  g_autoptr (GByteArray) bytes = NULL;
  gsize length;

  if (file == NULL)
    return FALSE;
  const guint8 *text = g_bytes_get_data (store_file_get_bytes (file), &length);
  bytes = g_byte_array_sized_new ((guint)(strlen (header) + length - header_length));
  g_byte_array_append (bytes, (const guint8 *)header, (guint)strlen (header));
  g_byte_array_append (bytes, text + header_length, (guint)(length - header_length));
  g_autoptr (GBytes) whole = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  return store_file_replace (file, whole, 0600, error);
}

gboolean
store_conversations_set_header (const char *folder,
                                const char *id,
                                const char *header,
                                GError    **error)
{
  g_autofree char *path = dup_path (folder, id, error);
  int              held;

  if (path == NULL || !check_header (header, error) || (held = lock (folder, error)) < 0)
    return FALSE;
  gboolean written = replace_header (path, header, error);
  close (held);
  return written;
}

/* Reading */

GPtrArray *
store_conversations_read (const char *folder, const char *id, guint *n_damaged, GError **error)
{
  g_autofree char *path = dup_path (folder, id, error);
  g_autoptr (StoreFile) file = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  gsize left;
  gsize header_length;
  guint n = 0;

  if (path == NULL || (file = read_file (path, &header_length, error)) == NULL)
    return NULL;
  lines = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  const char *text = g_bytes_get_data (store_file_get_bytes (file), &left);
  while (left > 0)
    {
      const char *end = memchr (text, '\n', left);
      gsize       length = end != NULL ? (gsize)(end - text) : left;

      if (lines->len >= STORE_CONVERSATIONS_MAX_LINES)
        {
          g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "“%s” has too many lines", path);
          return NULL;
        }
      McpJsonDocument *line = mcp_json_document_parse_text (text, (gssize)length, NULL);
      if (line != NULL)
        g_ptr_array_add (lines, line);
      else if (length > 0)
        n++;
      length += end != NULL ? 1 : 0;
      text += length;
      left -= length;
    }
  if (n_damaged != NULL)
    *n_damaged = n;
  return g_steal_pointer (&lines);
}

/* Removing */

gboolean
store_conversations_remove (const char *folder, const char *id, GError **error)
{
  g_autofree char *path = dup_path (folder, id, error);
  int              held;

  if (path == NULL || (held = lock (folder, error)) < 0)
    return FALSE;
  gboolean removed = g_unlink (path) == 0;
  if (!removed)
    fail_errno (path, errno, error);
  close (held);
  return removed;
}

gboolean
store_conversations_remove_all (const char *folder, guint *n_removed, GError **error)
{
  g_autoptr (GPtrArray) found = store_conversations_list (folder, error);

  if (n_removed != NULL)
    *n_removed = 0;
  for (guint i = 0; found != NULL && i < found->len; i++)
    {
      const StoreKeptConversation *each = found->pdata[i];

      if (!store_conversations_remove (folder, each->id, error))
        return FALSE;
      if (n_removed != NULL)
        (*n_removed)++;
    }
  return found != NULL;
}
