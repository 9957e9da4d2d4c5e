/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bundle-folder.h"

#include "store-bundle.h"
#include "store-client-journal.h"

#include <glib/gi18n.h>
#include <string.h>

#include "store-file.h"

/* A file that is larger is not looked through, and counts as one that names the folder. */
#define MAX_BYTES (64u * 1024u * 1024u)

char *
app_bundle_folder_find (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  char                *folder = store_bundle_find_folder (endpoint->command);

  if (folder == NULL)
    folder = store_bundle_find_folder (endpoint->working_directory);
  for (guint i = 0; folder == NULL && endpoint->arguments[i] != NULL; i++)
    folder = store_bundle_find_folder (endpoint->arguments[i]);
  return folder;
}

/* By its name, which no format writes in another way, and which has a digest in it. */
static gboolean
is_named_in (const char *path, const char *name)
{
  g_autoptr (StoreFile) file = store_file_read (path, MAX_BYTES, NULL);
  GBytes *bytes = file != NULL ? store_file_get_bytes (file) : NULL;

  return bytes == NULL || memmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), name,
                                  strlen (name)) != NULL;
}

/* By the applications' own files, and those of projects that were written to. */
static gboolean
is_named_elsewhere (const char *name)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  g_autoptr (StoreClientHome) home = store_client_home_new (NULL);
  g_autoptr (StoreClientJournal) journal = store_client_journal_new (NULL);
  g_autoptr (GPtrArray) records = store_client_journal_list (journal, NULL);
  gboolean is_named = records == NULL; /* nor is it known what was switched off */

  for (guint i = 0; !is_named && formats[i] != NULL; i++)
    {
      g_autofree char *path =
          store_client_format_dup_path (formats[i], STORE_CLIENT_USER, home, NULL);

      is_named = path != NULL && is_named_in (path, name);
    }
  for (guint i = 0; !is_named && i < records->len; i++)
    is_named = is_named_in (((StoreClientRecord *)records->pdata[i])->path, name);
  return is_named || is_named_in (store_client_journal_get_path (journal), name);
}

static void
run_discard (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  char           **words = data;
  g_autofree char *name = g_path_get_basename (words[0]);
  const char      *text = NULL;

  if (g_file_test (words[0], G_FILE_TEST_IS_DIR) && !is_named_in (words[1], name) &&
      !is_named_elsewhere (name))
    text = store_bundle_remove (words[0])
               /* Translators: a path follows */
               ? _ ("The folder with the server's program was removed:")
               /* Translators: a path follows */
               : _ ("The folder with the server's program was kept, as it may hold data. Delete "
                    "it if you do not need it:");
  g_task_return_pointer (task, text != NULL ? g_strjoin (" ", text, words[0], NULL) : NULL, g_free);
}

void
app_bundle_folder_discard_async (const char         *folder,
                                 const char         *book,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  const char *const words[] = { folder, book, NULL };

  g_task_set_source_tag (task, app_bundle_folder_discard_async);
  g_task_set_task_data (task, g_strdupv ((char **)words), (GDestroyNotify)g_strfreev);
  g_task_run_in_thread (task, run_discard);
}

char *
app_bundle_folder_discard_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
