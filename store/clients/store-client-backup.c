/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-backup.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TIME_FORMAT "%Y-%m-%dT%H-%M-%S"
#define STAMP_SIZE sizeof "0000-00-00T00-00-00"
#define ENDING ".bak"
/* What one second can have. */
#define MAX_NUMBER 999

typedef struct
{
  StoreClientBackup public;
  char  stamp[STAMP_SIZE];
  guint number;
} Found;

static void
found_free (Found *found)
{
  g_free (found->public.path);
  g_free (found);
}

/* @length: (out): of what is in front of the time in @name */
static gboolean
read_name (const char *name, gsize *length, char stamp[STAMP_SIZE], guint *number)
{
  g_autoptr (GRegex) regex = g_regex_new ("^.+\\.(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d)"
                                          "(?:-([1-9]\\d{0,2}))?\\.bak$",
                                          G_REGEX_RAW | G_REGEX_DOTALL | G_REGEX_DOLLAR_ENDONLY, 0,
                                          NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int start;

  if (!g_regex_match (regex, name, 0, &match))
    return FALSE;
  g_autofree char *time = g_match_info_fetch (match, 1);
  g_autofree char *digits = g_match_info_fetch (match, 2);
  g_match_info_fetch_pos (match, 1, &start, NULL);
  g_strlcpy (stamp, time, STAMP_SIZE);
  *length = (gsize)start - 1;
  *number = digits != NULL && *digits != '\0' ? (guint)g_ascii_strtoull (digits, NULL, 10) : 1;
  return TRUE;
}

/* Where what is not to lie in a project is: below it the whole path is once more.
 * Returns: (transfer full) */
static char *
dup_root (void)
{
  return g_build_filename (g_get_user_state_dir (), "spyglass", "backups", NULL);
}

/* Returns: of how many bytes of @folder that place is, however it is written; 0 elsewhere */
static gsize
get_root_length (const char *folder)
{
  g_autofree char *root = dup_root ();
  g_autofree char *real = realpath (root, NULL);
  const char      *roots[] = { root, real };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      gsize length = roots[i] != NULL ? strlen (roots[i]) : 0;

      if (length > 0 && strncmp (folder, roots[i], length) == 0 &&
          (folder[length] == '/' || folder[length] == '\0'))
        return length;
    }
  return 0;
}

char *
store_client_backup_dup_path (const char *backup)
{
  g_autofree char *name = g_path_get_basename (backup);
  g_autofree char *folder = g_path_get_dirname (backup);
  char             stamp[STAMP_SIZE];
  guint            number;
  gsize            length;

  if (!read_name (name, &length, stamp, &number))
    return NULL;
  name[length] = '\0';
  return g_build_filename ("/", folder + get_root_length (folder), name, NULL);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const Found *one = *(const Found *const *)a;
  const Found *other = *(const Found *const *)b;
  int          order = strcmp (other->stamp, one->stamp);

  return order != 0 ? order : (int)other->number - (int)one->number;
}

/* Those of the file called @name that lie in @folder. */
static void
add_found (GPtrArray *list, const char *folder, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree Found *found = g_new0 (Found, 1);
      g_autofree char  *full = g_build_filename (folder, entry, NULL);
      GStatBuf          status;
      gsize             length;

      if (!read_name (entry, &length, found->stamp, &found->number) || length != strlen (name) ||
          strncmp (entry, name, length) != 0 || g_lstat (full, &status) != 0 ||
          !S_ISREG (status.st_mode))
        continue;
      found->public.path = g_steal_pointer (&full);
      found->public.time = status.st_mtime;
      found->public.size = status.st_size;
      g_ptr_array_add (list, g_steal_pointer (&found));
    }
}

GPtrArray *
store_client_backup_list (const char *path)
{
  g_autoptr (StoreFile) file = store_file_read (path, G_MAXUINT32, NULL);
  const char      *target = file != NULL ? store_file_get_target (file) : path;
  g_autofree char *root = dup_root ();
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *apart = g_build_filename (root, folder, NULL);
  g_autofree char *name = g_path_get_basename (target);
  GPtrArray       *list = g_ptr_array_new_with_free_func ((GDestroyNotify)found_free);

  add_found (list, folder, name);
  add_found (list, apart, name);
  g_ptr_array_sort (list, compare);
  return list;
}

/* Returns: (transfer full): the second after @stamp, as far as there is one */
static char *
dup_next_second (const char *stamp)
{
  g_autofree char *text = g_strdup (stamp);
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();

  text[STAMP_SIZE - 4] = text[STAMP_SIZE - 7] = ':';
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, zone);
  g_autoptr (GDateTime) next = time != NULL ? g_date_time_add_seconds (time, 1) : NULL;
  return next != NULL ? g_date_time_format (next, TIME_FORMAT) : g_strdup (stamp);
}

/* The time now, but later than any that is there, whichever way clock and time zone went since:
 * what is named like an older one is the first to go.
 * @number: (out): among those of this second */
static char *
dup_stamp (const char *target, guint *number)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GPtrArray) list = store_client_backup_list (target);
  char        *stamp = g_date_time_format (now, TIME_FORMAT);
  const Found *newest = list->len > 0 ? list->pdata[0] : NULL;

  *number = 1;
  if (newest == NULL || strcmp (newest->stamp, stamp) < 0)
    return stamp;
  g_free (stamp);
  if (newest->number >= MAX_NUMBER)
    return dup_next_second (newest->stamp);
  *number = newest->number + 1;
  return g_strdup (newest->stamp);
}

/* What a backup of @file begins with; its folder is made.
 * Returns: (transfer full) (nullable) */
static char *
dup_start (StoreFile *file, StoreClientPlace *place, GError **error)
{
  g_autofree char *root = dup_root ();

  if (!store_client_place_is_in_project (place))
    return g_strdup (store_file_get_target (file));
  g_autofree char *start = g_build_filename (root, store_file_get_target (file), NULL);
  g_autofree char *folder = g_path_get_dirname (start);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    return g_steal_pointer (&start);
  g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE,
               "The backup could not be written, and nothing was changed: “%s” could not be made: "
               "%s",
               folder, g_strerror (errno));
  return NULL;
}

char *
store_client_backup_write (StoreFile *file, StoreClientPlace *place, GError **error)
{
  guint            first;
  g_autofree char *stamp = dup_stamp (store_file_get_target (file), &first);
  g_autofree char *start = dup_start (file, place, error);

  if (start == NULL)
    return NULL;

  for (guint i = first;; i++)
    {
      g_autofree char *number = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup ("");
      g_autofree char *path = g_strdup_printf ("%s.%s%s" ENDING, start, stamp, number);
      GError          *local_error = NULL;

      if (store_file_write_new (file, path, store_file_get_bytes (file), &local_error))
        return g_steal_pointer (&path);
      if (i < MAX_NUMBER && g_error_matches (local_error, STORE_ERROR, STORE_ERROR_DUPLICATE))
        {
          g_error_free (local_error);
          continue;
        }
      g_propagate_prefixed_error (error, local_error,
                                  "The backup could not be written, and nothing was changed: ");
      return NULL;
    }
}

void
store_client_backup_sweep (const char *path)
{
  g_autoptr (GPtrArray) list = store_client_backup_list (path);

  for (guint i = STORE_CLIENT_MAX_BACKUPS; i < list->len; i++)
    g_unlink (((StoreClientBackup *)list->pdata[i])->path);
}
