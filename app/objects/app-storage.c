/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-storage.h"

#include "mcp-async.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "store-error.h"
#include "store-limits.h"
#include "store-redis-backend.h"

#include <glib/gi18n-lib.h>

/* As the vault knows it: of no server of the list. */
#define PASSWORD "redis/password"
#define SQLITE "sqlite"
#define REDIS "redis"
#define MEMORY "memory"
#define SECONDS_PER_MINUTE 60

struct _AppStorage
{
  GObject parent_instance;

  AppObjectCache   *object_cache;
  AppObjects       *objects; /* (nullable) */
  StoreSecretVault *vault;
  char             *store;
  char             *redis_url;
  guint             lifetime;   /* minutes */
  GCancellable     *connecting; /* (nullable): until the password is there */
  StoreBackend     *redis;      /* (nullable) */
  char             *problem;    /* (nullable): why there is none */
  char             *status;     /* (nullable) */
};

enum {
  PROP_STORE = 1,
  PROP_REDIS_URL,
  PROP_LIFETIME,
  PROP_STATUS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppStorage, app_storage, G_TYPE_OBJECT)

/* Redis */

static const char *
describe_state (StoreBackend *redis)
{
  const GError *problem = store_backend_get_problem (redis);

  switch (store_backend_get_state (redis))
    {
    case STORE_BACKEND_READY:
      return _ ("Connected");
    case STORE_BACKEND_CONNECTING:
      return _ ("Connecting…");
    case STORE_BACKEND_READ_ONLY:
    case STORE_BACKEND_UNAVAILABLE:
    default:
      return problem != NULL ? problem->message : _ ("Not connected");
    }
}

static void
update_status (AppStorage *self)
{
  const char *status = self->redis != NULL ? describe_state (self->redis) : self->problem;

  mcp_property_take_text (self, &self->status, g_strdup (status), properties[PROP_STATUS]);
}

static void
set_redis (AppStorage *self, StoreBackend *redis)
{
  if (self->redis != NULL)
    g_signal_handlers_disconnect_by_data (self->redis, self);
  g_set_object (&self->redis, redis);
  if (redis != NULL)
    mcp_signal_connect (redis, "notify::state", update_status, self);
  app_object_cache_set_redis (self->object_cache, redis);
  update_status (self);
}

/* Returns: (transfer none) (nullable) */
static const char *
get_password (GHashTable *secrets)
{
  return secrets != NULL ? g_hash_table_lookup (secrets, PASSWORD) : NULL;
}

static void
on_password (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppStorage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) secrets =
      store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (source), result, NULL);
  g_autoptr (StoreBackend) redis = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->connecting)
    return;
  g_clear_object (&self->connecting);
  redis = store_redis_backend_new (self->redis_url, get_password (secrets), &error);
  if (error != NULL)
    self->problem = g_strdup (error->message);
  else
    store_backend_set_default_ttl (redis, (gint64)self->lifetime * SECONDS_PER_MINUTE);
  set_redis (self, redis);
}

static void
connect_redis (AppStorage *self)
{
  static const char *const references[] = { PASSWORD, NULL };

  g_cancellable_cancel (self->connecting);
  g_clear_object (&self->connecting);
  g_clear_pointer (&self->problem, g_free);
  set_redis (self, NULL);
  if (self->redis_url[0] == '\0')
    return;
  self->connecting = g_cancellable_new ();
  store_secret_vault_lookup_many_async (self->vault, references, self->connecting, on_password,
                                        g_object_ref (self));
}

/* The password */

static void
on_password_stored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppStorage *self = g_task_get_source_object (task);
  GError     *error = NULL;

  store_secret_vault_store_finish (STORE_SECRET_VAULT (source), result, NULL, &error);
  connect_redis (self);
  mcp_async_return (task, error);
}

static void
on_password_forgotten (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppStorage *self = g_task_get_source_object (task);
  GError     *error = NULL;

  store_secret_vault_clear_finish (STORE_SECRET_VAULT (source), result, &error);
  connect_redis (self);
  mcp_async_return (task, error);
}

void
app_storage_set_password_async (AppStorage         *self,
                                const char         *password,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (APP_IS_STORAGE (self));
  g_return_if_fail (password != NULL);

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  if (password[0] != '\0')
    store_secret_vault_store_async (self->vault, PASSWORD, _ ("Password of the Redis server"),
                                    password, cancellable, on_password_stored, task);
  else
    store_secret_vault_clear_async (self->vault, PASSWORD, cancellable, on_password_forgotten,
                                    task);
}

MCP_DEFINE_FINISH (app_storage_set_password_finish, AppStorage)

/* The test */

static void
on_tested (GTask *task, GParamSpec *pspec, StoreBackend *redis)
{
  if (store_backend_get_state (redis) == STORE_BACKEND_CONNECTING || g_task_get_completed (task))
    return;
  g_signal_handlers_disconnect_by_func (redis, on_tested, task);
  if (store_backend_get_state (redis) == STORE_BACKEND_READY)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_error_copy (store_backend_get_problem (redis)));
  /* The task has the backend, which has not reported its state yet. */
  g_idle_add_once ((GSourceOnceFunc)g_object_unref, task);
}

static void
on_test_password (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask      *task = data;
  AppStorage *self = g_task_get_source_object (task);
  g_autoptr (GHashTable) secrets =
      store_secret_vault_lookup_many_finish (STORE_SECRET_VAULT (source), result, NULL);
  GError       *error = NULL;
  StoreBackend *redis = store_redis_backend_new (self->redis_url, get_password (secrets), &error);

  if (redis == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  g_task_set_task_data (task, redis, g_object_unref);
  g_signal_connect_swapped (redis, "notify::state", G_CALLBACK (on_tested), task);
  on_tested (task, NULL, redis);
}

void
app_storage_test_async (AppStorage         *self,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  static const char *const references[] = { PASSWORD, NULL };

  g_return_if_fail (APP_IS_STORAGE (self));

  store_secret_vault_lookup_many_async (self->vault, references, cancellable, on_test_password,
                                        g_task_new (self, cancellable, callback, user_data));
}

MCP_DEFINE_FINISH (app_storage_test_finish, AppStorage)

/* Moving */

typedef struct
{
  StoreBackend *target;
  GPtrArray    *entries; /* of StoreObjectEntry: left to move */
  guint         moved;
} Move;

static void
move_free (Move *move)
{
  g_object_unref (move->target);
  g_ptr_array_unref (move->entries);
  g_free (move);
}

/* Returns: (transfer full) (element-type StoreObjectEntry) */
static GPtrArray *
list_elsewhere (AppStorage *self)
{
  GPtrArray    *entries = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel   *lists = app_object_cache_get_lists (self->object_cache);
  StoreBackend *target = app_object_cache_find_store (self->object_cache, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (lists); i++)
    {
      g_autoptr (GListModel) list = g_list_model_get_item (lists, i);

      if (list == G_LIST_MODEL (store_backend_get_entries (target)))
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (list); j++)
        g_ptr_array_add (entries, g_list_model_get_item (list, j));
    }
  return entries;
}

static void move_next (GTask *task);

static void
on_moved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppStorage *self = g_task_get_source_object (task);
  Move       *move = g_task_get_task_data (task);
  g_autoptr (StoreObjectEntry) old = g_ptr_array_steal_index (move->entries, 0);
  GError *error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      store_backend_put_finish (STORE_BACKEND (source), result, &error);

  if (entry == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  move->moved++;
  if (store_object_entry_get_facts (old)->pinned)
    app_object_cache_change (self->object_cache, entry, &(StoreObjectChange){ .pin = TRUE });
  app_object_cache_remove (self->object_cache, old);
  move_next (g_steal_pointer (&task));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Move   *move = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (StoreObject) object =
      app_object_cache_get_finish (APP_OBJECT_CACHE (source), result, &error);
  g_autoptr (StoreObject) copy = object != NULL ? store_object_copy (object, NULL) : NULL;
  const StoreObjectFacts *facts = store_object_entry_get_facts (move->entries->pdata[0]);

  if (copy != NULL)
    {
      store_backend_put_async (move->target, copy, facts->name, STORE_BACKEND_DEFAULT_TTL,
                               g_task_get_cancellable (task), on_moved, task);
      g_steal_pointer (&task);
    }
  else if (g_error_matches (error, STORE_ERROR, STORE_ERROR_NOT_FOUND))
    {
      /* It expired meanwhile. */
      g_error_free (error);
      g_ptr_array_remove_index (move->entries, 0);
      move_next (g_steal_pointer (&task));
    }
  else
    g_task_return_error (task, error);
}

/* @task: (transfer full) */
static void
move_next (GTask *task)
{
  AppStorage *self = g_task_get_source_object (task);
  Move       *move = g_task_get_task_data (task);

  if (move->entries->len == 0 || g_task_return_error_if_cancelled (task))
    {
      if (!g_task_get_completed (task) && move->entries->len == 0)
        g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }
  const StoreObjectFacts *facts = store_object_entry_get_facts (move->entries->pdata[0]);
  app_object_cache_get_async (self->object_cache, facts->store, facts->id,
                              g_task_get_cancellable (task), on_read, task);
}

guint
app_storage_count_elsewhere (AppStorage *self)
{
  g_return_val_if_fail (APP_IS_STORAGE (self), 0);

  StoreBackend   *target = app_object_cache_find_store (self->object_cache, NULL);
  StoreEntryList *there = store_backend_get_entries (target);

  return app_object_cache_get_n (self->object_cache) -
         g_list_model_get_n_items (G_LIST_MODEL (there));
}

void
app_storage_move_async (AppStorage         *self,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_return_if_fail (APP_IS_STORAGE (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Move  *move = g_new0 (Move, 1);

  move->target = g_object_ref (app_object_cache_find_store (self->object_cache, NULL));
  move->entries = list_elsewhere (self);
  g_task_set_task_data (task, move, (GDestroyNotify)move_free);
  move_next (task);
}

gboolean
app_storage_move_finish (AppStorage *self, GAsyncResult *result, guint *moved, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  *moved = ((Move *)g_task_get_task_data (G_TASK (result)))->moved;
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
app_storage_delete_all (AppStorage *self)
{
  g_return_if_fail (APP_IS_STORAGE (self));

  GListModel *lists = app_object_cache_get_lists (self->object_cache);
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (lists); i++)
    {
      g_autoptr (GListModel) list = g_list_model_get_item (lists, i);

      for (guint j = 0; j < g_list_model_get_n_items (list); j++)
        g_ptr_array_add (entries, g_list_model_get_item (list, j));
    }
  for (guint i = 0; i < entries->len; i++)
    app_object_cache_remove (self->object_cache, entries->pdata[i]);
}

/* The history */

static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autofree StoreHistorySize *size = g_new0 (StoreHistorySize, 1);
  GError                      *error = NULL;

  if (store_history_measure_finish (STORE_HISTORY (source), result, size, &error))
    g_task_return_pointer (task, g_steal_pointer (&size), g_free);
  else
    g_task_return_error (task, error);
}

void
app_storage_measure_async (AppStorage         *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_return_if_fail (APP_IS_STORAGE (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);

  if (self->objects != NULL)
    store_history_measure_async (app_objects_get_history (self->objects), cancellable, on_measured,
                                 task);
  else
    {
      g_task_return_pointer (task, g_new0 (StoreHistorySize, 1), g_free);
      g_object_unref (task);
    }
}

gboolean
app_storage_measure_finish (AppStorage     *self,
                            GAsyncResult   *result,
                            AppHistorySize *size,
                            GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  g_autofree StoreHistorySize *found = g_task_propagate_pointer (G_TASK (result), error);

  if (found != NULL)
    *size = (AppHistorySize){ found->n, found->bytes, found->limits.days, found->limits.bytes };
  return found != NULL;
}

void
app_storage_set_result_limits (AppStorage *self, guint count, guint64 bytes)
{
  g_return_if_fail (APP_IS_STORAGE (self));

  StoreBackend *file = app_object_cache_find_store (self->object_cache, SQLITE);
  if (file != NULL)
    store_backend_set_limits (file, count, bytes);
}

void
app_storage_get_result_limits (AppStorage *self, guint *count, guint64 *bytes)
{
  g_return_if_fail (APP_IS_STORAGE (self));
  g_return_if_fail (count != NULL && bytes != NULL);

  *count = 0;
  *bytes = 0;
  StoreBackend *file = app_object_cache_find_store (self->object_cache, SQLITE);
  if (file != NULL)
    store_backend_get_limits (file, count, bytes);
}

static void
on_limited (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (store_history_set_limits_finish (STORE_HISTORY (source), result, &error))
    store_history_sweep_async (STORE_HISTORY (source), NULL, NULL, NULL);
  else
    g_warning ("The limits of the history could not be set: %s", error->message);
}

void
app_storage_set_history_limits (AppStorage *self, guint days, guint64 bytes)
{
  g_return_if_fail (APP_IS_STORAGE (self));

  if (self->objects != NULL)
    store_history_set_limits_async (app_objects_get_history (self->objects),
                                    &(StoreHistoryLimits){ days, bytes }, NULL, on_limited, NULL);
}

/* The object */

static void
set_store (AppStorage *self, const char *store)
{
  if (g_strcmp0 (store, REDIS) != 0 && g_strcmp0 (store, MEMORY) != 0)
    store = SQLITE;
  if (g_strcmp0 (self->store, store) == 0)
    return;
  g_free (self->store);
  self->store = g_strdup (store);
  app_object_cache_set_default (self->object_cache, store);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STORE]);
}

/* @password: (out) (transfer full) (nullable). Returns: (transfer full): @url without it */
static char *
take_password (const char *url, char **password)
{
  const GUriFlags  flags = G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_NON_DNS;
  g_autofree char *scheme = NULL;
  g_autofree char *user = NULL;
  g_autofree char *host = NULL;
  g_autofree char *path = NULL;
  g_autofree char *query = NULL;
  int              port = -1;

  *password = NULL;
  if (!g_uri_split_with_user (url, flags, &scheme, &user, password, NULL, &host, &port, &path,
                              &query, NULL, NULL) ||
      *password == NULL || **password == '\0')
    {
      g_clear_pointer (password, store_secret_free);
      return g_strdup (url);
    }
  return g_uri_join_with_user (flags, scheme, user != NULL && user[0] != '\0' ? user : NULL, NULL,
                               NULL, host, port, path, query, NULL);
}

static void
set_redis_url (AppStorage *self, const char *url)
{
  char            *password;
  g_autofree char *bare = take_password (url != NULL ? url : "", &password);

  if (g_strcmp0 (self->redis_url, bare) != 0 || password != NULL)
    {
      g_free (self->redis_url);
      self->redis_url = g_steal_pointer (&bare);
      if (password != NULL)
        app_storage_set_password_async (self, password, NULL, NULL, NULL);
      else
        connect_redis (self);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REDIS_URL]);
    }
  store_secret_free (password);
}

MCP_DEFINE_GETTER (const char *, AppStorage, app_storage, store)
MCP_DEFINE_GETTER (const char *, AppStorage, app_storage, redis_url)

static guint
get_lifetime (AppStorage *self)
{
  return self->lifetime;
}

/* Redis gets it as it is connected. */
static void
set_lifetime (AppStorage *self, guint minutes)
{
  if (self->lifetime == minutes)
    return;
  self->lifetime = minutes;
  store_backend_set_default_ttl (app_object_cache_find_store (self->object_cache, MEMORY),
                                 (gint64)minutes * SECONDS_PER_MINUTE);
  if (self->redis != NULL)
    store_backend_set_default_ttl (self->redis, (gint64)minutes * SECONDS_PER_MINUTE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIFETIME]);
}

MCP_DEFINE_FINALIZE (AppStorage, app_storage)
{
  g_clear_object (&self->redis);
  g_clear_object (&self->connecting);
  g_object_unref (self->object_cache);
  g_clear_object (&self->objects);
  g_object_unref (self->vault);
  g_free (self->store);
  g_free (self->redis_url);
  g_free (self->problem);
  g_free (self->status);
}

MCP_DEFINE_CLASS (AppStorage, app_storage)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STORE] = { "store", G_TYPE_STRING, G_CALLBACK (app_storage_get_store),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_store) },
    [PROP_REDIS_URL] = { "redis-url", G_TYPE_STRING, G_CALLBACK (app_storage_get_redis_url),
                         .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_redis_url) },
    [PROP_LIFETIME] = { "lifetime", G_TYPE_UINT, G_CALLBACK (get_lifetime),
                        .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_lifetime) },
    [PROP_STATUS] = { "status", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppStorage, status) },
  };

  object_class->finalize = app_storage_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_storage_init (AppStorage *self)
{
  self->store = g_strdup (SQLITE);
  self->redis_url = g_strdup ("");
  self->lifetime = STORE_TTL / SECONDS_PER_MINUTE;
}

AppStorage *
app_storage_new (AppObjectCache *object_cache, AppObjects *objects, StoreSecretVault *vault)
{
  g_return_val_if_fail (APP_IS_OBJECT_CACHE (object_cache), NULL);
  g_return_val_if_fail (STORE_IS_SECRET_VAULT (vault), NULL);

  AppStorage *self = g_object_new (APP_TYPE_STORAGE, NULL);

  self->object_cache = g_object_ref (object_cache);
  self->objects = objects != NULL ? g_object_ref (objects) : NULL;
  self->vault = g_object_ref (vault);
  return self;
}
