/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Adding what was selected to the book. */

#include "app-import-list-private.h"

#include "store-error.h"

typedef struct
{
  guint added;
} Run;

void
app_import_list_allow_fallback (AppImportList *self, gboolean in_file)
{
  g_return_if_fail (APP_IS_IMPORT_LIST (self));

  store_secret_vault_set_fallback (app_workspace_get_vault (self->workspace),
                                   in_file ? STORE_VAULT_FALLBACK_FILE
                                           : STORE_VAULT_FALLBACK_MEMORY);
}

static AppProfileDraft *
make_draft (AppImportList *self, AppImportItem *item)
{
  StoreProfileBook *book = app_workspace_get_book (self->workspace);
  StoreProfile     *found = app_import_item_get_profile (item);
  const char       *name = store_profile_get_name (found);
  g_autoptr (StoreProfile) wanted = store_profile_book_find_by_name (book, name) != NULL
                                        ? store_profile_book_prepare_duplicate (book, found)
                                        : g_object_ref (found);
  AppProfileDraft *draft;

  if (self->keep_secrets)
    return app_profile_draft_new_imported (self->workspace, wanted);
  draft = app_profile_draft_new (self->workspace, NULL);
  store_profile_assign (app_profile_draft_get_profile (draft), wanted);
  return draft;
}

static void add_next (GTask *task);

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppImportList *self = g_task_get_source_object (task);
  Run           *run = g_task_get_task_data (task);
  GError        *error = NULL;
  g_autoptr (StoreProfile) saved =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (saved == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  run->added++;
  app_import_item_set_done (self->draft_item, TRUE);
  g_clear_object (&self->draft);
  g_clear_object (&self->draft_item);
  add_next (g_steal_pointer (&task));
}

static AppImportItem *
find_next (AppImportList *self)
{
  for (guint i = 0; i < self->items->len; i++)
    if (app_import_item_get_selected (g_ptr_array_index (self->items, i)))
      return g_ptr_array_index (self->items, i);
  return NULL;
}

/* Takes over @task. */
static void
add_next (GTask *task)
{
  AppImportList *self = g_task_get_source_object (task);
  Run           *run = g_task_get_task_data (task);
  AppImportItem *item = self->draft_item != NULL ? self->draft_item : find_next (self);

  if (item == NULL)
    {
      g_task_return_int (task, run->added);
      g_object_unref (task);
      return;
    }
  /* What failed before is half added: its draft knows how far it came. */
  if (self->draft == NULL)
    self->draft = make_draft (self, item);
  g_set_object (&self->draft_item, item);
  app_profile_draft_save_async (self->draft, g_task_get_cancellable (task), on_saved, task);
}

static void
on_probed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  StoreSecretVault *vault = STORE_SECRET_VAULT (object);
  GError           *error = NULL;

  if (!store_secret_vault_probe_finish (vault, result, &error))
    g_task_return_error (task, error);
  else if (store_secret_vault_get_state (vault) == STORE_VAULT_UNAVAILABLE)
    g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NO_KEYRING, "%s",
                             store_secret_vault_get_reason (vault) != NULL
                                 ? store_secret_vault_get_reason (vault)
                                 : "No keyring is running");
  else
    add_next (g_steal_pointer (&task));
}

void
app_import_list_run_async (AppImportList      *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_auto (GStrv) secrets = NULL;
  StoreSecretVault *vault;
  GTask            *task;

  g_return_if_fail (APP_IS_IMPORT_LIST (self));

  vault = app_workspace_get_vault (self->workspace);
  secrets = app_import_list_dup_secret_names (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_import_list_run_async);
  g_task_set_task_data (task, g_new0 (Run, 1), g_free);
  /* Before anything is added: a server without its secret would be a poor start. */
  if (self->keep_secrets && secrets[0] != NULL &&
      store_secret_vault_get_fallback (vault) == STORE_VAULT_FALLBACK_NONE)
    store_secret_vault_probe_async (vault, cancellable, on_probed, task);
  else
    add_next (task);
}

guint
app_import_list_run_finish (AppImportList *self, GAsyncResult *result, GError **error)
{
  gssize added;

  g_return_val_if_fail (g_task_is_valid (result, self), 0);

  added = g_task_propagate_int (G_TASK (result), error);
  return added > 0 ? (guint)added : 0;
}
