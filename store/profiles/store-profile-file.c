/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-profile-file.h"

#include "store-error.h"
#include "store-file-lock.h"
#include "store-file.h"
#include "store-profile-reader.h"
#include "store-profile-writer.h"

#include <unistd.h>

void
store_profile_reading_free (StoreProfileReading *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->profiles, g_ptr_array_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self->id);
  g_free (self);
}

static StoreProfileReading *
reading_new (void)
{
  StoreProfileReading *self = g_new0 (StoreProfileReading, 1);

  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify)store_profile_finding_free);
  return self;
}

static StoreProfileReading *
reading_new_from_bytes (GBytes *bytes)
{
  StoreProfileReading *self = reading_new ();
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, &self->error);

  self->bytes = g_bytes_ref (bytes);
  if (tree != NULL)
    self->profiles = store_profile_reader_read (tree, self->findings, &self->error);
  return self;
}

StoreProfileReading *
store_profile_file_read (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreFile) file = store_file_read (path, STORE_PROFILE_LIST_MAX_BYTES, &error);
  StoreProfileReading *reading;

  if (file != NULL)
    {
      reading = reading_new_from_bytes (store_file_get_bytes (file));
      if (reading->error != NULL)
        g_prefix_error (&reading->error, "%s: ", path);
      return reading;
    }
  reading = reading_new ();
  reading->error = g_steal_pointer (&error);
  return reading;
}

typedef GBytes *(*EditFunc) (GBytes *before, gpointer data, GError **error);

static GBytes *
edit_locked (StoreFile *file, EditFunc edit, gpointer data, GError **error)
{
  GBytes *before = store_file_get_bytes (file);
  g_autoptr (StoreProfileReading) reading = reading_new_from_bytes (before);

  /* What cannot be understood is not ours to write. */
  if (reading->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&reading->error));
      g_prefix_error (error, "“%s” must be corrected first: ", store_file_get_path (file));
      return NULL;
    }
  g_autoptr (GBytes) after = edit (before, data, error);
  if (after == NULL)
    return NULL;
  if (g_bytes_get_size (after) > STORE_PROFILE_LIST_MAX_BYTES)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "“%s” would become larger than %u bytes", store_file_get_path (file),
                   STORE_PROFILE_LIST_MAX_BYTES);
      return NULL;
    }
  if (!g_bytes_equal (before, after) && !store_file_write (file, after, 0600, error))
    return NULL;
  return g_steal_pointer (&after);
}

static StoreProfileReading *
edit_file (const char *path, EditFunc edit, gpointer data, GError **error)
{
  g_autoptr (StoreFile) first = store_file_read (path, STORE_PROFILE_LIST_MAX_BYTES, error);
  g_autoptr (GBytes) after = NULL;

  /* Before the lock, so that nothing is made beside a file that cannot be written anyway. */
  if (first == NULL || !store_file_check_writable (first, error))
    return NULL;
  int fd = store_file_lock (store_file_get_target (first), error);
  if (fd < 0)
    return NULL;
  g_autoptr (StoreFile) file = store_file_read (path, STORE_PROFILE_LIST_MAX_BYTES, error);
  if (file != NULL)
    after = edit_locked (file, edit, data, error);
  close (fd);
  return after != NULL ? reading_new_from_bytes (after) : NULL;
}

static GBytes *
add (GBytes *before, gpointer data, GError **error)
{
  StoreProfile *profile = data;
  g_autoptr (GHashTable) ids = store_profile_writer_list_ids (before, error);

  if (ids == NULL)
    return NULL;
  g_autofree char *id = store_profile_writer_choose_id (ids, store_profile_get_id (profile),
                                                        store_profile_get_name (profile));
  if (*store_profile_get_name (profile) == '\0')
    g_object_set (profile, "name", id, NULL);
  g_object_set (profile, "id", id, NULL);
  return store_profile_writer_add (before, profile, error);
}

StoreProfileReading *
store_profile_file_add (const char *path, StoreProfile *profile, GError **error)
{
  g_autoptr (StoreProfile) copy = store_profile_copy (profile);

  /* The name as it was seen, should the id that it came from be taken. */
  g_object_set (copy, "name", store_profile_get_name (profile), NULL);
  StoreProfileReading *reading = edit_file (path, add, copy, error);
  if (reading != NULL)
    reading->id = g_strdup (store_profile_get_id (copy));
  return reading;
}

typedef struct
{
  StoreProfile *base;
  StoreProfile *profile;
} Replacement;

static GBytes *
replace (GBytes *before, gpointer data, GError **error)
{
  Replacement *replacement = data;

  return store_profile_writer_replace (before, replacement->base, replacement->profile, error);
}

StoreProfileReading *
store_profile_file_replace (const char   *path,
                            StoreProfile *base,
                            StoreProfile *profile,
                            GError      **error)
{
  Replacement replacement = { base, profile };

  return edit_file (path, replace, &replacement, error);
}

static GBytes *
take_away (GBytes *before, gpointer data, GError **error)
{
  return store_profile_writer_remove (before, data, error);
}

StoreProfileReading *
store_profile_file_remove (const char *path, const char *id, GError **error)
{
  return edit_file (path, take_away, (gpointer)id, error);
}
