/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-journal.h"

#include "store-client-journal.h"
#include "store-client-switch.h"

/* Returns: (transfer full) (nullable) */
static StoreClientPlace *
find_written (const char *path)
{
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (GPtrArray) records = store_client_journal_list (journal, NULL);

  for (guint i = 0; records != NULL && i < records->len; i++)
    {
      StoreClientRecord *record = records->pdata[i];
      g_autofree char   *original =
          record->backup != NULL ? store_client_backup_dup_path (record->backup) : NULL;
      StoreClientPlace *place = NULL;

      /* A link leads to the file that the backups are of. */
      if (g_str_equal (record->path, path) || g_strcmp0 (original, path) == 0)
        place = store_client_record_dup_place (record);
      if (place != NULL)
        return place;
    }
  return NULL;
}

AppClientTarget *
app_client_journal_find_backup (const char *backup, const char *home, char **path)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();

  *path = store_client_backup_dup_path (backup);
  if (*path == NULL)
    return NULL;
  g_autoptr (StoreClientPlace) place = find_written (*path);
  if (place != NULL)
    return app_client_target_new_for_place (place, home);
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autoptr (AppClientTarget) target = app_client_target_new (formats[i], home, NULL);

      if (target == NULL || !g_strv_contains (store_client_place_get_paths (
                                                  app_client_target_get_place (target)),
                                              *path))
        continue;
      place = store_client_place_new_for_file (formats[i], *path, NULL);
      return app_client_target_new_for_place (place, home);
    }
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autoptr (StoreClientPlace) named =
          store_client_place_new_for_file (formats[i], *path, NULL);

      if (store_client_place_is_in_project (named))
        return app_client_target_new_for_place (named, home);
    }
  return NULL;
}

GPtrArray *
app_client_journal_list_backups (AppClientTarget *target)
{
  g_autoptr (GPtrArray) places = store_client_place_list (app_client_target_get_place (target));
  GPtrArray       *backups = store_client_backup_list (app_client_target_get_path (target));
  const char      *last = app_client_target_get_path (target);
  g_autofree char *other = store_client_switch_dup_file (app_client_target_get_place (target));

  for (guint i = 0; i < places->len; i++)
    {
      const char *path = store_client_place_get_path (places->pdata[i]);

      if (!g_str_equal (path, last) && !g_str_equal (path, app_client_target_get_path (target)))
        g_ptr_array_extend_and_steal (backups, store_client_backup_list (path));
      last = path;
    }
  if (other != NULL)
    g_ptr_array_extend_and_steal (backups, store_client_backup_list (other));
  return backups;
}
