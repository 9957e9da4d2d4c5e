/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-template-import.h"

#include <string.h>

#include "mcp-json-document.h"
#include "mcp-object.h"
#include "store-bundle.h"
#include "store-file.h"
#include "store-known-template.h"

struct _AppTemplateImport
{
  GObject parent_instance;

  StoreServerTemplate *template;
  StoreBundle     *bundle;      /* (nullable) */
  char            *folder;      /* (nullable): of the files */
  gboolean         is_unpacked; /* or needs no unpacking */
  AppProfileDraft *draft;       /* (nullable): of a try that failed half-way */
};

G_DEFINE_FINAL_TYPE (AppTemplateImport, app_template_import, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppTemplateImport, app_template_import)

MCP_DEFINE_FINALIZE (AppTemplateImport, app_template_import)
{
  g_clear_pointer (&self->template, store_server_template_unref);
  g_clear_pointer (&self->bundle, store_bundle_unref);
  g_clear_object (&self->draft);
  g_free (self->folder);
}

static void
app_template_import_init (AppTemplateImport *self)
{
  self->is_unpacked = TRUE;
}

AppTemplateImport *
app_template_import_new (StoreServerTemplate *template)
{
  AppTemplateImport *self = g_object_new (APP_TYPE_TEMPLATE_IMPORT, NULL);

  self->template = store_server_template_ref (template);
  return self;
}

AppTemplateImport *
app_template_import_new_known (const char *id)
{
  g_autoptr (StoreServerTemplate) template = store_known_template_new (id);

  return template != NULL ? app_template_import_new (template) : NULL;
}

const char *const *
app_template_import_get_known (void)
{
  return store_known_template_get_ids ();
}

/* Returns: (transfer full) (nullable): without an error where it is something else; one that is
 * meant to be a description and is a wrong one has an error */
static StoreServerTemplate *
read_description (GBytes *bytes, GError **error)
{
  if (g_bytes_get_size (bytes) > STORE_TEMPLATE_MAX_BYTES)
    return NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  if (document == NULL || !store_server_template_is_one (mcp_json_document_get_root (document)))
    return NULL;
  return store_server_template_new (bytes, error);
}

AppTemplateImport *
app_template_import_new_from_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (StoreServerTemplate) template = read_description (bytes, NULL);

  return template != NULL ? app_template_import_new (template) : NULL;
}

static AppTemplateImport *
open_bundle (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (StoreBundle) bundle = store_bundle_open (path, cancellable, error);

  if (bundle == NULL)
    return NULL;
  AppTemplateImport *self = app_template_import_new (store_bundle_get_template (bundle));
  self->folder = store_bundle_dup_folder (bundle);
  self->bundle = g_steal_pointer (&bundle);
  self->is_unpacked = FALSE;
  return self;
}

static AppTemplateImport *
open_description (const char *path, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (path, STORE_TEMPLATE_MAX_BYTES, NULL);

  if (file == NULL || !store_file_exists (file))
    return NULL;
  g_autoptr (StoreServerTemplate) template = read_description (store_file_get_bytes (file), error);
  if (template == NULL)
    return NULL;
  AppTemplateImport *self = app_template_import_new (template);
  /* A manifest lies in the folder of the bundle's files. */
  self->folder = g_path_get_dirname (path);
  return self;
}

static void
run_open (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const char        *path = data;
  g_autofree char   *lower = g_ascii_strdown (path, -1);
  GError            *error = NULL;
  AppTemplateImport *self;

  if (g_str_has_suffix (lower, ".mcpb") || g_str_has_suffix (lower, ".dxt"))
    self = open_bundle (path, cancellable, &error);
  else
    self = open_description (path, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, self, g_object_unref);
}

void
app_template_import_open_async (const char         *path,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, app_template_import_open_async);
  g_task_set_task_data (task, g_canonicalize_filename (path, NULL), g_free);
  g_task_run_in_thread (task, run_open);
}

MCP_DEFINE_FINISH_ALONE (app_template_import_open_finish, AppTemplateImport)

MCP_DEFINE_GETTER (StoreServerTemplate *, AppTemplateImport, app_template_import, template)

gboolean
app_template_import_get_bundle (AppTemplateImport *self,
                                guint             *n_files,
                                guint64           *size,
                                char             **folder)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_IMPORT (self), FALSE);

  if (self->bundle == NULL)
    return FALSE;
  *n_files = store_bundle_get_n_entries (self->bundle);
  *size = store_bundle_get_size (self->bundle);
  *folder = g_strdup (self->folder);
  return TRUE;
}

AppTemplateForm *
app_template_import_dup_form (AppTemplateImport *self, guint option)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_IMPORT (self), NULL);
  return app_template_form_new (self->template, option, self->folder);
}

/* Adding */

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppTemplateImport *self = g_task_get_source_object (task);
  GError            *error = NULL;
  StoreProfile      *saved =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (saved == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_object (&self->draft);
  g_task_return_pointer (task, saved, g_object_unref);
}

static void save (GTask *task);

static void
on_unpacked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppTemplateImport *self = g_task_get_source_object (task);
  GError            *error = NULL;
  g_autofree char   *folder = store_bundle_unpack_finish (self->bundle, result, &error);

  if (folder == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->is_unpacked = TRUE;
  save (g_steal_pointer (&task));
}

/* Last of all: what is unpacked is of no use without its server. Takes over @task. */
static void
save (GTask *task)
{
  AppTemplateImport *self = g_task_get_source_object (task);

  if (self->is_unpacked)
    app_profile_draft_save_async (self->draft, g_task_get_cancellable (task), on_saved, task);
  else
    store_bundle_unpack_async (self->bundle, self->folder, g_task_get_cancellable (task),
                               on_unpacked, task);
}

static void
on_probed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (!store_secret_vault_require_finish (STORE_SECRET_VAULT (object), result, &error))
    g_task_return_error (task, error);
  else
    save (g_steal_pointer (&task));
}

StoreProfile *
app_template_import_get_added (AppTemplateImport *self)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_IMPORT (self), NULL);
  return self->draft != NULL && !app_profile_draft_is_new (self->draft)
             ? app_profile_draft_get_profile (self->draft)
             : NULL;
}

void
app_template_import_run_async (AppTemplateImport  *self,
                               AppTemplateForm    *form,
                               AppWorkspace       *workspace,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  StoreSecretVault *vault = app_workspace_get_vault (workspace);
  GError           *error = NULL;

  g_return_if_fail (APP_IS_TEMPLATE_IMPORT (self));
  g_return_if_fail (APP_IS_TEMPLATE_FORM (form));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_template_import_run_async);
  /* What is in the book already, without its secrets, goes on; else the form may have changed. */
  if (self->draft == NULL || app_profile_draft_is_new (self->draft))
    {
      g_clear_object (&self->draft);
      self->draft = app_template_form_dup_draft (form, workspace, &error);
    }
  if (self->draft == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  /* Before anything is added: a server without its secret would be a poor start. */
  else if (app_profile_draft_has_secrets (self->draft) &&
           store_secret_vault_get_fallback (vault) == STORE_VAULT_FALLBACK_NONE)
    store_secret_vault_probe_async (vault, cancellable, on_probed, task);
  else
    save (task);
}

MCP_DEFINE_FINISH_POINTER (app_template_import_run_finish, AppTemplateImport, StoreProfile)
