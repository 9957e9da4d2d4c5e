/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-auth-token-store.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

#include "mcp-async.h"
#include "mcp-auth-address.h"
#include "mcp-auth-jwt.h"
#include "mcp-auth-secret.h"
#include "mcp-object.h"
#include "store-error.h"
#include "store-file-lock.h"

#define NO_LOCK -1

struct _AppAuthTokenStore
{
  GObject parent_instance;

  StoreSecretVault  *vault;
  StoreSignInList   *list;
  char              *key;
  char              *name;
  char              *url;
  char              *wanted; /* (nullable): the issuer that was chosen */
  char              *issuer; /* (nullable): of the record that was loaded or saved last */
  McpAuthRecord     *memory; /* (nullable): what nothing else keeps */
  char              *foreign;
  gboolean           in_file;  /* where no keyring runs, by the person's leave */
  StoreVaultFallback fallback; /* of the vault, while something is stored */
  char              *lock_path;
  int                lock;
};

static void app_auth_token_store_token_store_init (McpAuthTokenStoreInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppAuthTokenStore,
                               app_auth_token_store,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_AUTH_TOKEN_STORE,
                                                      app_auth_token_store_token_store_init))
MCP_DEFINE_CLASS_INIT (AppAuthTokenStore, app_auth_token_store)

static void
app_auth_token_store_unlock (McpAuthTokenStore *token_store)
{
  AppAuthTokenStore *self = APP_AUTH_TOKEN_STORE (token_store);

  if (self->lock != NO_LOCK)
    close (self->lock);
  self->lock = NO_LOCK;
}

MCP_DEFINE_FINALIZE (AppAuthTokenStore, app_auth_token_store)
{
  app_auth_token_store_unlock (MCP_AUTH_TOKEN_STORE (self));
  g_clear_pointer (&self->memory, mcp_auth_record_unref);
  g_object_unref (self->vault);
  g_object_unref (self->list);
  g_free (self->key);
  g_free (self->name);
  g_free (self->url);
  g_free (self->wanted);
  g_free (self->issuer);
  g_free (self->foreign);
  g_free (self->lock_path);
}

static void
app_auth_token_store_init (AppAuthTokenStore *self)
{
  self->lock = NO_LOCK;
}

/* @key: (transfer full) */
static AppAuthTokenStore *
create (StoreSecretVault *vault,
        StoreSignInList  *list,
        char             *key,
        const char       *name,
        const char       *url)
{
  AppAuthTokenStore *self = g_object_new (APP_TYPE_AUTH_TOKEN_STORE, NULL);
  g_autofree char   *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);

  self->vault = g_object_ref (vault);
  self->list = g_object_ref (list);
  self->key = key;
  self->name = g_strdup (name);
  self->url = g_strdup (url);
  self->lock_path =
      g_build_filename (g_get_user_state_dir (), "spyglass", "sign-in-locks", hash, NULL);
  return self;
}

AppAuthTokenStore *
app_auth_token_store_new (StoreSecretVault *vault,
                          StoreSignInList  *list,
                          StoreProfile     *profile,
                          const char       *url)
{
  const char      *id = store_profile_get_id (profile);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, url, -1);

  return create (vault, list, *id != '\0' ? g_strdup (id) : g_strconcat ("url/", hash, NULL),
                 store_profile_get_name (profile), url);
}

AppAuthTokenStore *
app_auth_token_store_new_for_sign_in (StoreSecretVault *vault,
                                      StoreSignInList  *list,
                                      StoreSignIn      *entry)
{
  const StoreSignInParts *parts = store_sign_in_get (entry);
  AppAuthTokenStore      *self =
      create (vault, list, g_strdup (parts->key), parts->name, parts->server);

  app_auth_token_store_set_issuer (self, parts->issuer);
  return self;
}

void
app_auth_token_store_set_issuer (AppAuthTokenStore *self, const char *issuer)
{
  g_return_if_fail (APP_IS_AUTH_TOKEN_STORE (self));

  g_free (self->wanted);
  self->wanted = g_strdup (issuer);
}

MCP_DEFINE_GETTER (const char *, AppAuthTokenStore, app_auth_token_store, key)
MCP_DEFINE_GETTER (const char *, AppAuthTokenStore, app_auth_token_store, foreign)

gboolean
app_auth_token_store_is_lasting (AppAuthTokenStore *self)
{
  g_return_val_if_fail (APP_IS_AUTH_TOKEN_STORE (self), FALSE);
  return self->memory == NULL;
}

/* As store_profile_dup_secret_reference() makes it of a profile's id, which a server that is in no
 * book has not. */
static char *
dup_reference (AppAuthTokenStore *self, const char *issuer)
{
  return g_strconcat (self->key, "/oauth/", issuer, NULL);
}

static StoreSignIn *
find_entry (AppAuthTokenStore *self)
{
  return store_sign_in_list_find (self->list, self->key, self->wanted);
}

static gboolean
app_auth_token_store_is_known (McpAuthTokenStore *token_store)
{
  AppAuthTokenStore *self = APP_AUTH_TOKEN_STORE (token_store);

  return self->memory != NULL || find_entry (self) != NULL;
}

/* Loading */

/* What cannot be read is as good as nothing: the person signs in again. */
static McpAuthRecord *
read_record (AppAuthTokenStore *self, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRecord) record = mcp_auth_record_new_from_json (json, &error);

  g_clear_pointer (&self->foreign, g_free);
  if (record == NULL)
    {
      g_info ("The sign-in of “%s” cannot be read: %s", self->name, error->message);
      return NULL;
    }
  const McpAuthRecordParts *parts = mcp_auth_record_get (record);
  if (!mcp_auth_address_is_same_origin (parts->server, self->url))
    {
      self->foreign = g_strdup (parts->server);
      return NULL;
    }
  return g_steal_pointer (&record);
}

static void
on_looked_up (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthTokenStore *self = g_task_get_source_object (task);
  GError            *error = NULL;
  g_autoptr (GHashTable) secrets =
      store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (source), result, &error);

  if (secrets == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  const char *json = g_hash_table_lookup (secrets, g_task_get_task_data (task));
  self->in_file = json != NULL && store_secret_vault_get_state (self->vault) ==
                                      STORE_VAULT_UNAVAILABLE;
  McpAuthRecord *record = json != NULL ? read_record (self, json) : NULL;
  g_task_return_pointer (task, record, (GDestroyNotify)mcp_auth_record_unref);
}

static void
app_auth_token_store_load_async (McpAuthTokenStore  *token_store,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  AppAuthTokenStore *self = APP_AUTH_TOKEN_STORE (token_store);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  StoreSignIn *entry = find_entry (self);
  const char  *references[] = { NULL, NULL };

  g_task_set_source_tag (task, app_auth_token_store_load_async);
  if (self->memory != NULL || entry == NULL)
    {
      g_task_return_pointer (
          task, self->memory != NULL ? mcp_auth_record_ref (self->memory) : NULL,
          (GDestroyNotify)mcp_auth_record_unref);
      return;
    }
  g_free (self->issuer);
  self->issuer = g_strdup (store_sign_in_get (entry)->issuer);
  char *reference = dup_reference (self, self->issuer);
  references[0] = reference;
  g_task_set_task_data (task, reference, g_free);
  store_secret_vault_lookup_many_async (self->vault, references, cancellable, on_looked_up,
                                        g_steal_pointer (&task));
}

static MCP_DEFINE_FINISH_POINTER (app_auth_token_store_load_finish,
                                  McpAuthTokenStore,
                                  McpAuthRecord)

    /* Saving */

    /* Whom the tokens are for, as they say themselves. Returns: (transfer full) (nullable) */
    static char *dup_account (const McpAuthRecordParts *parts)
{
  static const char *const names[] = { "email", "preferred_username", "name", "sub" };
  g_autoptr (McpAuthJwt) id = mcp_auth_jwt_new (parts->id_token);
  g_autoptr (McpAuthJwt) access = mcp_auth_jwt_new (parts->access_token);
  McpAuthJwt *tokens[] = { id, access };

  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    for (guint j = 0; tokens[i] != NULL && j < G_N_ELEMENTS (names); j++)
      if (mcp_auth_jwt_get (tokens[i], names[j]) != NULL)
        return g_strdup (mcp_auth_jwt_get (tokens[i], names[j]));
  return NULL;
}

static StoreSignIn *
make_entry (AppAuthTokenStore *self, McpAuthRecord *record)
{
  const McpAuthRecordParts *parts = mcp_auth_record_get (record);
  g_autofree char          *account = dup_account (parts);
  StoreSignInParts          entry = { 0 };

  entry.key = self->key;
  entry.name = self->name;
  entry.server = parts->server;
  entry.issuer = parts->issuer;
  entry.scopes = parts->scopes_granted;
  if (parts->client != NULL)
    entry.client = mcp_auth_client_kind_get_name (mcp_auth_client_get (parts->client)->kind);
  entry.account = account;
  entry.when = parts->obtained;
  entry.expires = parts->access_token != NULL && parts->life >= 0
                      ? parts->obtained + parts->life
                      : 0;
  entry.renews = parts->refresh_token != NULL ||
                 (parts->grant != NULL && !g_str_equal (parts->grant, "code"));
  entry.active = parts->access_token != NULL || parts->refresh_token != NULL;
  return store_sign_in_new (&entry);
}

/* What neither the vault nor the list has holds for this run. */
static void
hold (AppAuthTokenStore *self, McpAuthRecord *record)
{
  g_clear_pointer (&self->memory, mcp_auth_record_unref);
  if (record != NULL)
    self->memory = mcp_auth_record_ref (record);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthTokenStore *self = g_task_get_source_object (task);
  GError            *error = NULL;

  if (store_sign_in_list_put_finish (STORE_SIGN_IN_LIST (source), result, &error))
    {
      hold (self, NULL);
      g_task_return_boolean (task, TRUE);
      return;
    }
  hold (self, g_task_get_task_data (task));
  g_task_return_error (task, error);
}

static void
on_stored (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthTokenStore *self = g_task_get_source_object (task);
  McpAuthRecord     *record = g_task_get_task_data (task);
  GError            *error = NULL;
  StoreVaultPlace    place;
  gboolean           stored =
      store_secret_vault_store_finish (STORE_SECRET_VAULT (source), result, &place, &error);
  g_autoptr (StoreSignIn) entry = NULL;

  if (self->in_file)
    store_secret_vault_set_fallback (self->vault, self->fallback);
  self->in_file = stored && place == STORE_VAULT_PLACE_FILE;
  if (stored && place != STORE_VAULT_PLACE_MEMORY)
    {
      entry = make_entry (self, record);
      store_sign_in_list_put_async (self->list, entry, NULL, on_listed, g_steal_pointer (&task));
      return;
    }
  hold (self, record);
  mcp_async_return (task, error);
}

static void
on_unlisted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  store_sign_in_list_remove_finish (STORE_SIGN_IN_LIST (source), result, &error);
  mcp_async_return (task, error);
}

/* What cannot be taken out of the vault stays in the list, so that it can be tried again. */
static void
on_cleared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthTokenStore *self = g_task_get_source_object (task);
  GError            *error = NULL;

  if (!store_secret_vault_clear_finish (STORE_SECRET_VAULT (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  store_sign_in_list_remove_async (self->list, self->key, self->issuer, NULL, on_unlisted,
                                   g_steal_pointer (&task));
}

static void
clear_async (AppAuthTokenStore *self, GTask *task)
{
  g_autoptr (GTask) owned = task;
  StoreSignIn *entry = find_entry (self);

  hold (self, NULL);
  if (self->issuer == NULL && entry != NULL)
    self->issuer = g_strdup (store_sign_in_get (entry)->issuer);
  if (self->issuer == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_autofree char *reference = dup_reference (self, self->issuer);
  store_secret_vault_clear_async (self->vault, reference, NULL, on_cleared,
                                  g_steal_pointer (&owned));
}

/* What was begun is ended: a token that was renewed and not kept is lost. */
static void
app_auth_token_store_save_async (McpAuthTokenStore  *token_store,
                                 McpAuthRecord      *record,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  AppAuthTokenStore *self = APP_AUTH_TOKEN_STORE (token_store);
  GTask             *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, app_auth_token_store_save_async);
  if (record == NULL)
    {
      clear_async (self, task);
      return;
    }
  g_task_set_task_data (task, mcp_auth_record_ref (record),
                        (GDestroyNotify)mcp_auth_record_unref);
  g_free (self->issuer);
  self->issuer = g_strdup (mcp_auth_record_get (record)->issuer);
  g_autofree char *reference = dup_reference (self, self->issuer);
  /* Translators: an entry of the keyring; %s is the name of a server */
  g_autofree char *label = g_strdup_printf (_ ("Sign-in to %s"), self->name);
  /* What came from the file goes back there: else a token that was renewed would be lost. */
  self->fallback = store_secret_vault_get_fallback (self->vault);
  if (self->in_file)
    store_secret_vault_set_fallback (self->vault, STORE_VAULT_FALLBACK_FILE);
  char *json = mcp_auth_record_dup_json (record);
  store_secret_vault_store_async (self->vault, reference, label, json, NULL, on_stored, task);
  mcp_auth_secret_free (json);
}

static MCP_DEFINE_FINISH (app_auth_token_store_save_finish, McpAuthTokenStore)

    /* Locking */

    typedef struct
{
  char  *path;
  gint64 deadline;
} Wait;

static void
wait_free (Wait *wait)
{
  g_free (wait->path);
  g_free (wait);
}

static void try_lock (GTask *task);

static void
run_lock (GTask *worker, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  int     lock = store_file_lock (((Wait *)data)->path, &error);

  if (lock >= 0)
    g_task_return_int (worker, lock);
  else
    g_task_return_error (worker, error);
}

static void
on_locked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppAuthTokenStore *self = g_task_get_source_object (task);
  Wait              *wait = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  int lock = (int)g_task_propagate_int (G_TASK (result), &error);

  if (g_task_return_error_if_cancelled (task))
    {
      if (error == NULL)
        close (lock);
      return;
    }
  if (g_error_matches (error, STORE_ERROR, STORE_ERROR_BUSY) &&
      g_get_monotonic_time () < wait->deadline)
    {
      try_lock (g_steal_pointer (&task));
      return;
    }
  /* Where nothing can be written no other program of ours can, either. */
  if (g_error_matches (error, STORE_ERROR, STORE_ERROR_NOT_WRITABLE))
    {
      g_info ("Renewing a sign-in without a lock: %s", error->message);
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (error != NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  app_auth_token_store_unlock (MCP_AUTH_TOKEN_STORE (self));
  self->lock = lock;
  g_task_return_boolean (task, TRUE);
}

/* A worker waits for it a few seconds at a time, so that whoever gave up is not waited for.
 * @task: (transfer full) */
static void
try_lock (GTask *task)
{
  g_autoptr (GTask) worker = g_task_new (NULL, NULL, on_locked, task);

  g_task_set_source_tag (worker, try_lock);
  g_task_set_task_data (worker, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (worker, run_lock);
}

static void
app_auth_token_store_lock_async (McpAuthTokenStore  *token_store,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  AppAuthTokenStore *self = APP_AUTH_TOKEN_STORE (token_store);
  GTask             *task = g_task_new (self, cancellable, callback, user_data);
  Wait              *wait = g_new0 (Wait, 1);

  g_task_set_source_tag (task, app_auth_token_store_lock_async);
  wait->path = g_strdup (self->lock_path);
  wait->deadline =
      g_get_monotonic_time () + APP_AUTH_TOKEN_STORE_LOCK_MS * (gint64)G_TIME_SPAN_MILLISECOND;
  g_task_set_task_data (task, wait, (GDestroyNotify)wait_free);
  try_lock (task);
}

static MCP_DEFINE_FINISH (app_auth_token_store_lock_finish, McpAuthTokenStore)

    static void app_auth_token_store_token_store_init (McpAuthTokenStoreInterface *iface)
{
  iface->is_known = app_auth_token_store_is_known;
  iface->load_async = app_auth_token_store_load_async;
  iface->load_finish = app_auth_token_store_load_finish;
  iface->save_async = app_auth_token_store_save_async;
  iface->save_finish = app_auth_token_store_save_finish;
  iface->lock_async = app_auth_token_store_lock_async;
  iface->lock_finish = app_auth_token_store_lock_finish;
  iface->unlock = app_auth_token_store_unlock;
}
