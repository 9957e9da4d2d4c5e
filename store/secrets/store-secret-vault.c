/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-secret-vault.h"

#include "mcp-object.h"
#include "store-error.h"
#include "store-secret-file.h"

#include <libsecret/secret.h>
#include <string.h>

static const SecretSchema schema = {
  "io.github.spyglass_mcp.Spyglass.Secret",
  SECRET_SCHEMA_NONE,
  { { "server", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { "field", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { NULL, 0 } },
};

struct _StoreSecretVault
{
  GObject            parent_instance;
  StoreVaultState    state;
  char              *reason; /* (nullable) */
  StoreVaultFallback fallback;
  char              *fallback_path;
  GHashTable        *memory; /* reference → secret */
};

G_DEFINE_FINAL_TYPE (StoreSecretVault, store_secret_vault, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (StoreSecretVault, store_secret_vault)

/* What an operation is about; also what a worker gets, which then has it to itself. */
typedef struct
{
  char   *reference;
  char   *label;   /* (nullable) */
  char   *secret;  /* (nullable) */
  char   *path;    /* of the fallback file */
  GError *problem; /* (nullable): the keyring's */
} Request;

void
store_secret_free (char *secret)
{
  secret_password_free (secret);
}

static void
request_free (Request *request)
{
  g_free (request->reference);
  g_free (request->label);
  store_secret_free (request->secret);
  g_free (request->path);
  g_clear_error (&request->problem);
  g_free (request);
}

static GTask *
start (StoreSecretVault   *self,
       const char         *reference,
       gpointer            tag,
       GCancellable       *cancellable,
       GAsyncReadyCallback callback,
       gpointer            user_data)
{
  GTask   *task = g_task_new (self, cancellable, callback, user_data);
  Request *request = g_new0 (Request, 1);

  request->reference = g_strdup (reference);
  request->path = g_strdup (self->fallback_path);
  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, request, (GDestroyNotify)request_free);
  return task;
}

static GHashTable *
make_attributes (const char *reference)
{
  GHashTable *attributes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  const char *slash = strchrnul (reference, '/');

  g_hash_table_insert (attributes, (gpointer) "server", g_strndup (reference, slash - reference));
  g_hash_table_insert (attributes, (gpointer) "field", g_strdup (*slash == '/' ? slash + 1 : ""));
  return attributes;
}

static void
set_state (StoreSecretVault *self, StoreVaultState state, const GError *problem)
{
  self->state = state;
  g_free (self->reason);
  self->reason = problem != NULL ? g_strdup (problem->message) : NULL;
}

/* The keyring said no. Returns: whether it was the caller who cancelled, and the task is done */
static gboolean
take_problem (StoreSecretVault *self, GTask *task, GError *problem)
{
  Request *request = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    {
      g_error_free (problem);
      return TRUE;
    }
  g_dbus_error_strip_remote_error (problem);
  set_state (self, STORE_VAULT_UNAVAILABLE, problem);
  request->problem = problem;
  return FALSE;
}

static void
return_no_keyring (GTask *task)
{
  Request *request = g_task_get_task_data (task);

  g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NO_KEYRING,
                           "No keyring keeps secrets here: %s",
                           request->problem != NULL ? request->problem->message : "");
}

/* Probing */

static void
on_probe_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  /* A left-over entry of a test is no reason to speak of. */
  secret_password_clear_finish (result, NULL);
  g_task_return_boolean (task, TRUE);
}

static void
on_probe_stored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  StoreSecretVault *self = g_task_get_source_object (task);
  Request          *request = g_task_get_task_data (task);
  g_autoptr (GHashTable) attributes = make_attributes (request->reference);
  GError *problem = NULL;

  if (!secret_password_store_finish (result, &problem))
    {
      if (!take_problem (self, task, problem))
        g_task_return_boolean (task, TRUE);
      return;
    }
  set_state (self, STORE_VAULT_AVAILABLE, NULL);
  secret_password_clearv (&schema, attributes, NULL, on_probe_cleared, g_steal_pointer (&task));
}

void
store_secret_vault_probe_async (StoreSecretVault   *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autofree char *unique = g_uuid_string_random ();
  g_autofree char *reference = g_strconcat ("spyglass-probe/", unique, NULL);
  g_autoptr (GHashTable) attributes = make_attributes (reference);
  GTask *task;

  g_return_if_fail (STORE_IS_SECRET_VAULT (self));

  task = start (self, reference, store_secret_vault_probe_async, cancellable, callback, user_data);
  secret_password_storev (&schema, attributes, SECRET_COLLECTION_DEFAULT, "Spyglass (test entry)",
                          "test", cancellable, on_probe_stored, task);
}

MCP_DEFINE_FINISH (store_secret_vault_probe_finish, StoreSecretVault)

gboolean
store_secret_vault_require_finish (StoreSecretVault *self, GAsyncResult *result, GError **error)
{
  if (!store_secret_vault_probe_finish (self, result, error))
    return FALSE;
  if (store_secret_vault_get_state (self) != STORE_VAULT_UNAVAILABLE)
    return TRUE;
  const char *reason = store_secret_vault_get_reason (self);
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_NO_KEYRING,
                       reason != NULL ? reason : "No keyring is running");
  return FALSE;
}

/* Looking up */

static void
run_file_lookup (GTask *worker, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  char    *secret = store_secret_file_lookup (request->path, request->reference, NULL);

  g_task_return_pointer (worker, secret, (GDestroyNotify)store_secret_free);
}

static void
on_file_looked_up (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  g_task_return_pointer (task, g_task_propagate_pointer (G_TASK (result), NULL),
                         (GDestroyNotify)store_secret_free);
}

/* The task's data outlives the worker, which holds the task. */
static void
run_in_worker (GTask *task, GTaskThreadFunc run, GAsyncReadyCallback done)
{
  g_autoptr (GTask) worker = g_task_new (NULL, NULL, done, g_object_ref (task));

  g_task_set_source_tag (worker, run_in_worker);
  g_task_set_task_data (worker, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (worker, run);
}

static void
on_looked_up (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  StoreSecretVault *self = g_task_get_source_object (task);
  Request          *request = g_task_get_task_data (task);
  GError           *problem = NULL;
  char             *secret = secret_password_lookup_finish (result, &problem);

  if (secret != NULL)
    {
      set_state (self, STORE_VAULT_AVAILABLE, NULL);
      g_task_return_pointer (task, secret, (GDestroyNotify)store_secret_free);
      return;
    }
  if (problem != NULL && take_problem (self, task, problem))
    return;
  if (g_hash_table_contains (self->memory, request->reference))
    g_task_return_pointer (task, g_strdup (g_hash_table_lookup (self->memory, request->reference)),
                           (GDestroyNotify)store_secret_free);
  else
    run_in_worker (task, run_file_lookup, on_file_looked_up);
}

/* The callback's task has the secret, or %NULL where no place has it. */
static void
look_up (StoreSecretVault   *self,
         const char         *reference,
         GCancellable       *cancellable,
         GAsyncReadyCallback callback,
         gpointer            user_data)
{
  g_autoptr (GHashTable) attributes = make_attributes (reference);
  GTask *task = start (self, reference, look_up, cancellable, callback, user_data);

  secret_password_lookupv (&schema, attributes, cancellable, on_looked_up, task);
}

/* Storing */

static void
run_file_set (GTask *worker, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError  *error = NULL;

  if (store_secret_file_set (request->path, request->reference, request->secret, &error))
    g_task_return_boolean (worker, TRUE);
  else
    g_task_return_error (worker, error);
}

static void
on_file_stored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_int (task, STORE_VAULT_PLACE_FILE);
  else
    g_task_return_error (task, error);
}

/* The keyring has it now; a weaker copy goes. That it could not be taken away is no failure. */
static void
on_weaker_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  g_task_propagate_boolean (G_TASK (result), NULL);
  g_task_return_int (task, STORE_VAULT_PLACE_KEYRING);
}

static void
on_stored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  StoreSecretVault *self = g_task_get_source_object (task);
  Request          *request = g_task_get_task_data (task);
  GError           *problem = NULL;

  if (secret_password_store_finish (result, &problem))
    {
      set_state (self, STORE_VAULT_AVAILABLE, NULL);
      g_hash_table_remove (self->memory, request->reference);
      g_clear_pointer (&request->secret, store_secret_free);
      run_in_worker (task, run_file_set, on_weaker_cleared);
      return;
    }
  if (take_problem (self, task, problem))
    return;
  switch (self->fallback)
    {
    case STORE_VAULT_FALLBACK_MEMORY:
      g_hash_table_insert (self->memory, g_strdup (request->reference),
                           g_steal_pointer (&request->secret));
      g_task_return_int (task, STORE_VAULT_PLACE_MEMORY);
      break;
    case STORE_VAULT_FALLBACK_FILE:
      run_in_worker (task, run_file_set, on_file_stored);
      break;
    case STORE_VAULT_FALLBACK_NONE:
    default:
      return_no_keyring (task);
    }
}

void
store_secret_vault_store_async (StoreSecretVault   *self,
                                const char         *reference,
                                const char         *label,
                                const char         *secret,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  GTask *task;

  g_return_if_fail (STORE_IS_SECRET_VAULT (self) && reference != NULL && label != NULL &&
                    secret != NULL);

  g_autoptr (GHashTable) attributes = make_attributes (reference);
  task = start (self, reference, store_secret_vault_store_async, cancellable, callback, user_data);
  Request *request = g_task_get_task_data (task);
  request->label = g_strdup (label);
  request->secret = g_strdup (secret);
  secret_password_storev (&schema, attributes, SECRET_COLLECTION_DEFAULT, label, secret,
                          cancellable, on_stored, task);
}

gboolean
store_secret_vault_store_finish (StoreSecretVault *self,
                                 GAsyncResult     *result,
                                 StoreVaultPlace  *place,
                                 GError          **error)
{
  GError *local_error = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  gssize value = g_task_propagate_int (G_TASK (result), &local_error);
  if (local_error != NULL)
    {
      g_propagate_error (error, local_error);
      return FALSE;
    }
  if (place != NULL)
    *place = (StoreVaultPlace)value;
  return TRUE;
}

/* Several lookups at once */

typedef struct
{
  GHashTable *found;
  guint       pending;
} Collection;

typedef struct
{
  GTask *task;
  char  *reference;
} Part;

static void
collection_free (Collection *collection)
{
  g_clear_pointer (&collection->found, g_hash_table_unref);
  g_free (collection);
}

static void
finish_part (GTask *task)
{
  Collection *collection = g_task_get_task_data (task);

  if (--collection->pending > 0)
    return;
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&collection->found),
                           (GDestroyNotify)g_hash_table_unref);
}

static void
on_part (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Part *part = data;
  g_autoptr (GTask) task = part->task;
  Collection *collection = g_task_get_task_data (task);
  char       *secret = g_task_propagate_pointer (G_TASK (result), NULL);

  if (secret != NULL)
    g_hash_table_insert (collection->found, part->reference, secret);
  else
    g_free (part->reference);
  finish_part (task);
}

void
store_secret_vault_lookup_many_async (StoreSecretVault   *self,
                                      const char *const  *references,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data)
{
  Collection *collection = g_new0 (Collection, 1);

  g_return_if_fail (STORE_IS_SECRET_VAULT (self) && references != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, store_secret_vault_lookup_many_async);
  collection->found =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)store_secret_free);
  collection->pending = 1;
  g_task_set_task_data (task, collection, (GDestroyNotify)collection_free);
  for (guint i = 0; references[i] != NULL; i++)
    {
      Part *part = g_new0 (Part, 1);

      part->task = g_object_ref (task);
      part->reference = g_strdup (references[i]);
      collection->pending++;
      look_up (self, references[i], cancellable, on_part, part);
    }
  finish_part (task);
}

MCP_DEFINE_FINISH_POINTER (store_secret_vault_lookup_many_finish, StoreSecretVault, GHashTable)

/* Taking away */

static void
on_file_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  StoreSecretVault *self = g_task_get_source_object (task);
  Request          *request = g_task_get_task_data (task);
  GError           *problem = NULL;

  /* Where no keyring runs, it holds nothing that we could take away now. */
  secret_password_clear_finish (result, &problem);
  if (problem != NULL && take_problem (self, task, problem))
    return;
  g_hash_table_remove (self->memory, request->reference);
  run_in_worker (task, run_file_set, on_file_cleared);
}

void
store_secret_vault_clear_async (StoreSecretVault   *self,
                                const char         *reference,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  GTask *task;

  g_return_if_fail (STORE_IS_SECRET_VAULT (self) && reference != NULL);

  g_autoptr (GHashTable) attributes = make_attributes (reference);
  task = start (self, reference, store_secret_vault_clear_async, cancellable, callback, user_data);
  secret_password_clearv (&schema, attributes, cancellable, on_cleared, task);
}

MCP_DEFINE_FINISH (store_secret_vault_clear_finish, StoreSecretVault)

/* The object */

StoreSecretVault *
store_secret_vault_new (const char *fallback_path)
{
  StoreSecretVault *self = g_object_new (STORE_TYPE_SECRET_VAULT, NULL);

  self->fallback_path = fallback_path != NULL ? g_strdup (fallback_path)
                                              : g_build_filename (g_get_user_data_dir (),
                                                                  "spyglass", "secrets.json", NULL);
  return self;
}

MCP_DEFINE_GETTER (StoreVaultState, StoreSecretVault, store_secret_vault, state)
MCP_DEFINE_GETTER (const char *, StoreSecretVault, store_secret_vault, reason)
MCP_DEFINE_GETTER (StoreVaultFallback, StoreSecretVault, store_secret_vault, fallback)

void
store_secret_vault_set_fallback (StoreSecretVault *self, StoreVaultFallback fallback)
{
  g_return_if_fail (STORE_IS_SECRET_VAULT (self));

  self->fallback = fallback;
}

MCP_DEFINE_FINALIZE (StoreSecretVault, store_secret_vault)
{
  g_free (self->reason);
  g_free (self->fallback_path);
  g_hash_table_unref (self->memory);
}

static void
store_secret_vault_init (StoreSecretVault *self)
{
  self->memory =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)store_secret_free);
}
