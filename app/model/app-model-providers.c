/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-providers.h"
#include "app-model-script.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "mcp-array-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-uri.h"
#include "store-file-watch.h"
#include "store-model-file.h"

#define MAX_ID 64u
/* Editors save in several steps; one look after the last of them is enough. */
#define SETTLE_MS 150u

/* One */

struct _AppModelEntry
{
  GObject parent_instance;

  char             *id;
  char             *model;    /* (nullable) */
  McpModelProvider *provider; /* (nullable) */
  GError           *error;    /* (nullable) */
  GHashTable       *consent;  /* server → the base that it was given for */
};

G_DEFINE_FINAL_TYPE (AppModelEntry, app_model_entry, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppModelEntry, app_model_entry)

MCP_DEFINE_FINALIZE (AppModelEntry, app_model_entry)
{
  g_free (self->id);
  g_free (self->model);
  g_clear_pointer (&self->provider, mcp_model_provider_unref);
  g_clear_error (&self->error);
  g_hash_table_unref (self->consent);
}

static void
app_model_entry_init (AppModelEntry *self)
{
  self->consent = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* An entry is called what it is called in the list, whatever its provider says. */
static void
read_provider (AppModelEntry *self, McpJsonValue value)
{
  self->provider = mcp_model_provider_new_from_json (value, &self->error);
  if (self->provider == NULL)
    return;
  g_free (self->provider->id);
  self->provider->id = g_strdup (self->id);
}

static AppModelEntry *
create_entry (char *id, McpJsonValue value)
{
  AppModelEntry *self = g_object_new (APP_TYPE_MODEL_ENTRY, NULL);

  self->id = id;
  self->model = mcp_json_value_dup_member_string (value, "model");
  read_provider (self, mcp_json_value_get_member (value, "provider"));
  for (McpJsonWalk base = mcp_json_walk (mcp_json_value_get_member (value, "consent"));
       mcp_json_walk_next (&base);)
    {
      char *text = mcp_json_value_dup_string (base.value, NULL);

      if (text != NULL)
        g_hash_table_replace (self->consent, mcp_json_value_dup_string (base.name, NULL), text);
    }
  return self;
}

MCP_DEFINE_GETTER (const char *, AppModelEntry, app_model_entry, id)
MCP_DEFINE_GETTER (McpModelProvider *, AppModelEntry, app_model_entry, provider)
MCP_DEFINE_GETTER (const GError *, AppModelEntry, app_model_entry, error)
MCP_DEFINE_GETTER (const char *, AppModelEntry, app_model_entry, model)

gboolean
app_model_entry_is_local (AppModelEntry *self)
{
  g_autoptr (GUri) uri = NULL;

  g_return_val_if_fail (APP_IS_MODEL_ENTRY (self), FALSE);

  if (self->provider != NULL)
    uri = g_uri_parse (self->provider->base, G_URI_FLAGS_NONE, NULL);
  return uri != NULL && mcp_uri_is_loopback (uri);
}

gboolean
app_model_entry_has_consent (AppModelEntry *self, const char *server)
{
  g_return_val_if_fail (APP_IS_MODEL_ENTRY (self), FALSE);

  return app_model_entry_is_local (self) ||
         (self->provider != NULL &&
          g_strcmp0 (g_hash_table_lookup (self->consent, server), self->provider->base) == 0);
}

/* All of them */

struct _AppModelProviders
{
  GObject parent_instance;

  char             *path;
  StoreSecretVault *vault;
  GListStore       *entries;
  char             *default_id; /* (nullable) */
  gboolean          is_script_chosen;
  StoreFileWatch   *watch; /* (nullable) */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppModelProviders,
                               app_model_providers,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_INNER_LIST (AppModelProviders,
                                                         entries,
                                                         APP_TYPE_MODEL_ENTRY))
MCP_DEFINE_CLASS_INIT (AppModelProviders, app_model_providers)

MCP_DEFINE_FINALIZE (AppModelProviders, app_model_providers)
{
  g_clear_pointer (&self->watch, store_file_watch_free);
  g_free (self->path);
  g_object_unref (self->vault);
  g_object_unref (self->entries);
  g_free (self->default_id);
}

static void
app_model_providers_init (AppModelProviders *self)
{
  self->entries = g_list_store_new (APP_TYPE_MODEL_ENTRY);
  g_signal_connect_swapped (self->entries, "items-changed",
                            G_CALLBACK (g_list_model_items_changed), self);
}

AppModelProviders *
app_model_providers_new (const char *path, StoreSecretVault *vault)
{
  g_return_val_if_fail (STORE_IS_SECRET_VAULT (vault), NULL);

  AppModelProviders *self = g_object_new (APP_TYPE_MODEL_PROVIDERS, NULL);
  self->path = path != NULL ? g_strdup (path) : store_model_file_dup_path ();
  self->vault = g_object_ref (vault);
  return self;
}

static void
on_reloaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  /* What was good stays in the list while somebody edits the file. */
  if (!app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error))
    g_info ("The list of providers stays as it was: %s", error->message);
}

static void
on_file_changed (gpointer data)
{
  app_model_providers_load_async (data, NULL, on_reloaded, NULL);
}

void
app_model_providers_set_watching (AppModelProviders *self, gboolean watching)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));

  if (!watching)
    g_clear_pointer (&self->watch, store_file_watch_free);
  else if (self->watch == NULL)
    self->watch = store_file_watch_new (self->path, SETTLE_MS, on_file_changed, self);
}

void
app_model_providers_allow_fallback (AppModelProviders *self, gboolean in_file)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));
  store_secret_vault_set_fallback (self->vault, in_file ? STORE_VAULT_FALLBACK_FILE
                                                        : STORE_VAULT_FALLBACK_MEMORY);
}

AppModelEntry *
app_model_providers_find (AppModelProviders *self, const char *id)
{
  g_return_val_if_fail (APP_IS_MODEL_PROVIDERS (self), NULL);

  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  for (guint i = 0; id != NULL && i < n; i++)
    {
      g_autoptr (AppModelEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      /* The list holds it. */
      if (g_str_equal (entry->id, id))
        return entry;
    }
  return NULL;
}

AppModelEntry *
app_model_providers_get_default (AppModelProviders *self)
{
  g_return_val_if_fail (APP_IS_MODEL_PROVIDERS (self), NULL);
  return app_model_providers_find (self, self->default_id);
}

MCP_DEFINE_FLAG (AppModelProviders, app_model_providers, is_script_chosen)

char *
app_model_providers_dup_free_id (AppModelProviders *self, const char *id)
{
  char *free_id = g_strdup (id);

  g_return_val_if_fail (APP_IS_MODEL_PROVIDERS (self), free_id);

  for (guint number = 2; app_model_providers_find (self, free_id) != NULL; number++)
    {
      g_free (free_id);
      free_id = g_strdup_printf ("%s-%u", id, number);
    }
  return free_id;
}

/* The file */

/* One member that is set. */
typedef struct
{
  GStrv members;
  char *json; /* (nullable) */
} Edit;

typedef struct
{
  char      *path;
  GPtrArray *edits; /* Edit */
} Job;

static void
edit_free (gpointer data)
{
  Edit *edit = data;

  g_strfreev (edit->members);
  g_free (edit->json);
  g_free (edit);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_ptr_array_unref (job->edits);
  g_free (job);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job    *job = data;
  GError *error = NULL;
  g_autoptr (McpJsonDocument) document = store_model_file_read (job->path, &error);

  for (guint i = 0; document != NULL && i < job->edits->len; i++)
    {
      Edit *edit = job->edits->pdata[i];

      mcp_json_document_unref (document);
      document = store_model_file_set (job->path, (const char *const *)edit->members, edit->json,
                                       &error);
    }
  if (document != NULL)
    g_task_return_pointer (task, g_steal_pointer (&document),
                           (GDestroyNotify)mcp_json_document_unref);
  else
    g_task_return_error (task, error);
}

static Job *
create_job (AppModelProviders *self)
{
  Job *job = g_new0 (Job, 1);

  job->path = g_strdup (self->path);
  job->edits = g_ptr_array_new_with_free_func (edit_free);
  return job;
}

/* @json: (transfer full) (nullable). Then the way to the member, up to %NULL. */
static void G_GNUC_NULL_TERMINATED
add_edit (Job *job, char *json, const char *member, ...)
{
  g_autoptr (GStrvBuilder) members = g_strv_builder_new ();
  Edit   *edit = g_new0 (Edit, 1);
  va_list more;

  va_start (more, member);
  for (; member != NULL; member = va_arg (more, const char *))
    g_strv_builder_add (members, member);
  va_end (more);
  edit->members = g_strv_builder_end (members);
  edit->json = json;
  g_ptr_array_add (job->edits, edit);
}

static void
on_job (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError          *error = NULL;
  McpJsonDocument *document = g_task_propagate_pointer (G_TASK (result), &error);

  if (document != NULL)
    g_task_return_pointer (task, document, (GDestroyNotify)mcp_json_document_unref);
  else
    g_task_return_error (task, error);
}

/* A worker may be the last to hold its task: the list is not its to let go.
 * @task: (transfer full): of the main thread. @job: (transfer full) */
static void
start (GTask *task, Job *job)
{
  g_autoptr (GTask) work = g_task_new (NULL, g_task_get_cancellable (task), on_job, task);

  g_task_set_source_tag (task, start);
  g_task_set_source_tag (work, start);
  g_task_set_task_data (work, job, job_free);
  g_task_run_in_thread (work, run_job);
}

static void
read_document (AppModelProviders *self, McpJsonValue root)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);

  g_free (self->default_id);
  self->default_id = mcp_json_value_dup_member_string (root, "default");
  self->is_script_chosen = mcp_json_value_get_member_boolean (root, "scripted", FALSE);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (root, "providers"));
       mcp_json_walk_next (&each);)
    g_ptr_array_add (entries,
                     create_entry (mcp_json_value_dup_string (each.name, NULL), each.value));
  g_list_store_splice (self->entries, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->entries)), entries->pdata,
                       entries->len);
}

gboolean
app_model_providers_finish (AppModelProviders *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  g_autoptr (McpJsonDocument) document = g_task_propagate_pointer (G_TASK (result), error);
  if (document == NULL)
    return FALSE;
  read_document (self, mcp_json_document_get_root (document));
  return TRUE;
}

void
app_model_providers_load_async (AppModelProviders  *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));

  start (g_task_new (self, cancellable, callback, user_data), create_job (self));
}

/* It is a word of commands and the name of a secret. */
static gboolean
is_id (const char *id)
{
  gsize length = strlen (id);

  if (length == 0 || length > MAX_ID || !g_ascii_isalnum (id[0]))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (id[i]) && strchr ("-_.", id[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* Returns: whether it is no id, and the task has ended so */
static gboolean
fail_id (GTask *task, const char *id)
{
  if (is_id (id))
    return FALSE;
  g_task_return_new_error (task, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           /* Translators: %s is what was typed */
                           _ ("A provider cannot be called “%s”: use letters, digits, “-”, “_” and "
                              "“.”."),
                           id);
  return TRUE;
}

void
app_model_providers_put_async (AppModelProviders  *self,
                               McpModelProvider   *provider,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));
  g_return_if_fail (provider != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  if (fail_id (task, provider->id))
    return;
  Job *job = create_job (self);
  add_edit (job, mcp_model_provider_to_json (provider), "providers", provider->id, "provider",
            NULL);
  start (g_steal_pointer (&task), job);
}

/* Returns: whether there is no such entry, and the task has ended so */
static gboolean
fail_missing (AppModelProviders *self, GTask *task, const char *id)
{
  if (app_model_providers_find (self, id) != NULL)
    return FALSE;
  g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND,
                           /* Translators: %s is what a provider of models is called */
                           _ ("There is no provider “%s” in the list."), id);
  return TRUE;
}

/* Keys */

/* Of the service's two attributes the first is all up to the slash. */
static char *
dup_reference (const char *id)
{
  return g_strdup_printf ("model:%s/api-key", id);
}

static void
on_key_cleared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppModelProviders *self = g_task_get_source_object (task);
  const char        *id = g_task_get_task_data (task);
  GError            *error = NULL;

  if (!store_secret_vault_clear_finish (STORE_SECRET_VAULT (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  Job *job = create_job (self);
  add_edit (job, NULL, "providers", id, NULL);
  if (g_strcmp0 (self->default_id, id) == 0)
    add_edit (job, NULL, "default", NULL);
  start (g_steal_pointer (&task), job);
}

void
app_model_providers_remove_async (AppModelProviders  *self,
                                  const char         *id,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  if (fail_missing (self, task, id))
    return;
  g_autofree char *reference = dup_reference (id);
  g_task_set_task_data (task, g_strdup (id), g_free);
  store_secret_vault_clear_async (self->vault, reference, cancellable, on_key_cleared,
                                  g_steal_pointer (&task));
}

void
app_model_providers_set_default_async (AppModelProviders  *self,
                                       const char         *id,
                                       const char         *model,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data)
{
  gboolean is_script = g_strcmp0 (id, APP_MODEL_SCRIPT_ID) == 0;

  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  if (!is_script && fail_missing (self, task, id))
    return;
  Job *job = create_job (self);
  if (!is_script && model != NULL)
    add_edit (job, mcp_json_quote (model, -1), "providers", id, "model", NULL);
  if (!is_script)
    add_edit (job, mcp_json_quote (id, -1), "default", NULL);
  if (is_script || self->is_script_chosen)
    add_edit (job, is_script ? g_strdup ("true") : NULL, "scripted", NULL);
  start (g_steal_pointer (&task), job);
}

void
app_model_providers_agree_async (AppModelProviders  *self,
                                 const char         *id,
                                 const char         *server,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  if (fail_missing (self, task, id))
    return;
  AppModelEntry *entry = app_model_providers_find (self, id);
  Job           *job = create_job (self);
  if (entry->provider != NULL)
    add_edit (job, mcp_json_quote (entry->provider->base, -1), "providers", id, "consent", server,
              NULL);
  start (g_steal_pointer (&task), job);
}

static void
on_key_stored (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  StoreVaultPlace place;
  GError         *error = NULL;

  if (store_secret_vault_store_finish (STORE_SECRET_VAULT (source), result, &place, &error))
    g_task_return_int (task, place);
  else
    g_task_return_error (task, error);
}

void
app_model_providers_store_key_async (AppModelProviders  *self,
                                     const char         *id,
                                     const char         *key,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));
  g_return_if_fail (id != NULL && key != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_model_providers_store_key_async);
  /* A key of what can be no entry would stay for good. */
  if (fail_id (task, id))
    return;
  g_autofree char *reference = dup_reference (id);
  /* Translators: what the keyring calls a secret; %s is what a provider of models is called */
  g_autofree char *label = g_strdup_printf (_ ("API key of %s"), id);
  store_secret_vault_store_async (self->vault, reference, label, key, cancellable, on_key_stored,
                                  g_steal_pointer (&task));
}

gboolean
app_model_providers_store_key_finish (AppModelProviders *self,
                                      GAsyncResult      *result,
                                      StoreVaultPlace   *place,
                                      GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  gssize number = g_task_propagate_int (G_TASK (result), error);
  if (place != NULL)
    *place = (StoreVaultPlace)MAX (number, 0);
  return number >= 0;
}

static void
on_key_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GHashTable) found =
      store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (source), result, &error);

  if (found == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task,
                           g_strdup (g_hash_table_lookup (found, g_task_get_task_data (task))),
                           (GDestroyNotify)store_secret_free);
}

void
app_model_providers_lookup_key_async (AppModelProviders  *self,
                                      const char         *id,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data)
{
  g_return_if_fail (APP_IS_MODEL_PROVIDERS (self));
  g_return_if_fail (id != NULL);

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_model_providers_lookup_key_async);
  AppModelEntry *entry = app_model_providers_find (self, id);
  if (entry != NULL && entry->provider != NULL && entry->provider->key_place == MCP_MODEL_KEY_NONE)
    {
      g_task_return_pointer (task, NULL, NULL);
      g_object_unref (task);
      return;
    }
  char *reference = dup_reference (id);
  g_task_set_task_data (task, reference, g_free);
  store_secret_vault_lookup_many_async (self->vault, (const char *const[]){ reference, NULL },
                                        cancellable, on_key_found, task);
}

MCP_DEFINE_FINISH_POINTER (app_model_providers_lookup_key_finish, AppModelProviders, char)
