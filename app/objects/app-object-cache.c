/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-cache.h"

#include <glib/gi18n-lib.h>

#include "app-call.h"
#include "app-error.h"
#include "app-object-name.h"
#include "app-object-query.h"
#include "app-recent-objects.h"
#include "app-session.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "store-memory-backend.h"

/* In memory, what the default store did not take stays until one quits. */
#define FOR_GOOD 0
#define MEMORY "memory"
#define REDIS "redis"
/* Between the end of a call and the time of its object. */
#define NEAR_US (2 * G_TIME_SPAN_SECOND)

/* Bytes of arguments from which a result is named. */
#define MAX_NOTED 16384u

struct _AppObjectCache
{
  GObject parent_instance;

  AppObjects       *objects; /* (nullable) */
  StoreBackend     *memory;
  GPtrArray        *stores; /* of StoreBackend, the default one first */
  GListStore       *lists;  /* of StoreEntryList */
  AppRecentObjects *recent;
  GHashTable       *reading;       /* names of those that are being read because of a peek */
  GHashTable       *troubles;      /* name → GError: what could not be read */
  char             *problem;       /* (nullable) */
  char             *default_store; /* (nullable): the first one */
  guint             evicted;
  gboolean          is_private;
};

enum {
  PROP_PROBLEM = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;
static guint       altered_signal;
static guint       failed_signal;
static guint       evicted_signal;

APP_DEFINE_SESSION_FEATURE (AppObjectCache, app_object_cache)

MCP_DEFINE_DISPOSE (AppObjectCache, app_object_cache)
{
  g_list_store_remove_all (self->lists);
  g_ptr_array_set_size (self->stores, 0);
  g_clear_object (&self->memory);
  g_clear_object (&self->objects);
}

MCP_DEFINE_FINALIZE (AppObjectCache, app_object_cache)
{
  g_object_unref (self->lists);
  g_ptr_array_unref (self->stores);
  app_recent_objects_free (self->recent);
  g_hash_table_unref (self->reading);
  g_hash_table_unref (self->troubles);
  g_free (self->problem);
  g_free (self->default_store);
}

MCP_DEFINE_CLASS (AppObjectCache, app_object_cache)
{
  static const McpProperty rows[N_PROPS] = {
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, G_CALLBACK (app_object_cache_get_problem) },
  };

  object_class->dispose = app_object_cache_dispose;
  object_class->finalize = app_object_cache_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  changed_signal = mcp_signal_new (klass, "changed", 0);
  altered_signal = mcp_signal_new (klass, "altered", 0);
  failed_signal = mcp_signal_new (klass, "failed", 1, G_TYPE_ERROR);
  evicted_signal = mcp_signal_new (klass, "evicted", 0);
}

static void
app_object_cache_init (AppObjectCache *self)
{
  self->stores = g_ptr_array_new_with_free_func (g_object_unref);
  self->lists = g_list_store_new (G_TYPE_LIST_MODEL);
  self->recent = app_recent_objects_new ();
  self->reading = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->troubles =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_error_free);
}

/* Stores */

static void
on_items_changed (AppObjectCache *self)
{
  g_hash_table_remove_all (self->troubles);
  g_signal_emit (self, changed_signal, 0);
}

static void
update_problem (AppObjectCache *self, const GError *error)
{
  if (error == NULL && self->problem == NULL)
    return;
  g_free (self->problem);
  self->problem = error != NULL ? g_strdup (error->message) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

static void
on_state (AppObjectCache *self)
{
  StoreBackend     *store = app_object_cache_find_store (self, NULL);
  StoreBackendState state = store_backend_get_state (store);

  if (state != STORE_BACKEND_CONNECTING)
    update_problem (self, state == STORE_BACKEND_READY ? NULL : store_backend_get_problem (store));
}

static void
on_evicted (AppObjectCache *self, guint n)
{
  self->evicted += n;
  g_signal_emit (self, evicted_signal, 0);
}

static void
add_store (AppObjectCache *self, StoreBackend *store)
{
  StoreEntryList *entries = store_backend_get_entries (store);

  g_ptr_array_add (self->stores, g_object_ref (store));
  g_list_store_append (self->lists, entries);
  mcp_signal_connect (entries, "items-changed", on_items_changed, self);
  mcp_signal_connect (store, "notify::state", on_state, self);
  mcp_signal_connect (store, "evicted", on_evicted, self);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  app_objects_load_finish (APP_OBJECTS (source), result);
}

AppObjectCache *
app_object_cache_new (AppObjects *objects)
{
  AppObjectCache *self = g_object_new (APP_TYPE_OBJECT_CACHE, NULL);
  GPtrArray      *stores = objects != NULL ? app_objects_get_backends (objects) : NULL;

  self->objects = objects != NULL ? g_object_ref (objects) : NULL;
  self->memory = store_memory_backend_new ();
  for (guint i = 0; stores != NULL && i < stores->len; i++)
    add_store (self, stores->pdata[i]);
  add_store (self, self->memory);
  on_state (self);
  if (objects != NULL)
    app_objects_load_async (objects, NULL, on_loaded, NULL);
  return self;
}

GListModel *
app_object_cache_get_lists (AppObjectCache *self)
{
  g_return_val_if_fail (APP_IS_OBJECT_CACHE (self), NULL);
  return G_LIST_MODEL (self->lists);
}

guint
app_object_cache_get_n (AppObjectCache *self)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_OBJECT_CACHE (self), 0);

  for (guint i = 0; i < self->stores->len; i++)
    {
      StoreEntryList *entries = store_backend_get_entries (self->stores->pdata[i]);

      n += g_list_model_get_n_items (G_LIST_MODEL (entries));
    }
  return n;
}

guint
app_object_cache_get_n_kept (AppObjectCache *self)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_OBJECT_CACHE (self), 0);

  for (guint i = 0; i < self->stores->len; i++)
    {
      GListModel *entries = G_LIST_MODEL (store_backend_get_entries (self->stores->pdata[i]));

      for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
        {
          g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, k);

          if (app_object_is_kept (store_object_entry_get_facts (entry)))
            n++;
        }
    }
  return n;
}

guint64
app_object_cache_get_size (AppObjectCache *self)
{
  guint64 size = 0;

  g_return_val_if_fail (APP_IS_OBJECT_CACHE (self), 0);

  for (guint i = 0; i < self->stores->len; i++)
    size += store_entry_list_get_size (store_backend_get_entries (self->stores->pdata[i]));
  return size;
}

MCP_DEFINE_GETTER (guint, AppObjectCache, app_object_cache, evicted)
MCP_DEFINE_GETTER (const char *, AppObjectCache, app_object_cache, problem)

StoreBackend *
app_object_cache_find_store (AppObjectCache *self, const char *store)
{
  g_return_val_if_fail (APP_IS_OBJECT_CACHE (self), NULL);

  const char *name = store != NULL ? store : self->default_store;

  for (guint i = 0; i < self->stores->len; i++)
    if (g_strcmp0 (store_backend_get_name (self->stores->pdata[i]), name) == 0)
      return self->stores->pdata[i];
  return store == NULL && self->stores->len > 0 ? self->stores->pdata[0] : NULL;
}

void
app_object_cache_set_default (AppObjectCache *self, const char *store)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));

  g_free (self->default_store);
  self->default_store = g_strdup (store);
  on_state (self);
}

void
app_object_cache_set_redis (AppObjectCache *self, StoreBackend *redis)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));
  g_return_if_fail (redis == NULL || STORE_IS_BACKEND (redis));

  StoreBackend *old = app_object_cache_find_store (self, REDIS);
  guint         at;

  if (old != NULL)
    {
      StoreEntryList *entries = store_backend_get_entries (old);

      g_signal_handlers_disconnect_by_data (old, self);
      g_signal_handlers_disconnect_by_data (entries, self);
      if (g_list_store_find (self->lists, entries, &at))
        g_list_store_remove (self->lists, at);
      g_ptr_array_remove (self->stores, old);
    }
  if (redis != NULL)
    {
      add_store (self, redis);
      store_backend_refresh_async (redis, NULL, NULL, NULL);
    }
  on_items_changed (self);
  on_state (self);
}

StoreObjectEntry *
app_object_cache_find (AppObjectCache *self, const char *store, const char *id)
{
  g_return_val_if_fail (APP_IS_OBJECT_CACHE (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  StoreBackend *found = app_object_cache_find_store (self, store);

  if (found == NULL)
    return NULL;
  return store_entry_list_find (store_backend_get_entries (found), id[0] == '@' ? id + 1 : id);
}

/* Put */

void
app_object_cache_set_private (AppObjectCache *self, gboolean is_private)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));
  self->is_private = is_private;
}

typedef struct
{
  StoreObject *object;
  char        *name; /* (nullable) */
} Put;

static void
put_free (Put *put)
{
  g_object_unref (put->object);
  g_free (put->name);
  g_free (put);
}

static void put_into (AppObjectCache *self, StoreBackend *store, GTask *task);

static void
on_put (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppObjectCache *self = g_task_get_source_object (task);
  StoreBackend   *store = STORE_BACKEND (source);
  StoreObject    *object = ((Put *)g_task_get_task_data (task))->object;
  g_autoptr (GError) error = NULL;
  StoreObjectEntry *entry = store_backend_put_finish (store, result, &error);

  if (entry == NULL && store != self->memory && self->memory != NULL)
    {
      update_problem (self, error);
      put_into (self, self->memory, g_steal_pointer (&task));
      return;
    }
  if (entry == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
  if (store_object_get_id (object) == NULL)
    store_object_set_id (object, facts->id);
  store_object_set_store (object, facts->store);
  g_autofree char *name = g_strdup_printf ("%s/%s", facts->store, facts->id);

  app_recent_objects_add (self->recent, name, object);
  g_task_return_pointer (task, entry, g_object_unref);
}

/* Takes @task. */
static void
put_into (AppObjectCache *self, StoreBackend *store, GTask *task)
{
  const Put *put = g_task_get_task_data (task);
  gboolean   fallen_back =
      store == self->memory && app_object_cache_find_store (self, NULL) != store;

  store_backend_put_async (store, put->object, put->name,
                           fallen_back ? FOR_GOOD : STORE_BACKEND_DEFAULT_TTL, NULL, on_put, task);
}

void
app_object_cache_put_async (AppObjectCache     *self,
                            StoreObject        *object,
                            const char         *name,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));
  g_return_if_fail (STORE_IS_OBJECT (object));

  GTask *task = g_task_new (self, NULL, callback, user_data);
  Put   *put = g_new (Put, 1);

  *put = (Put){ g_object_ref (object), g_strdup (name) };
  g_task_set_task_data (task, put, (GDestroyNotify)put_free);
  put_into (self, app_object_cache_find_store (self, self->is_private ? MEMORY : NULL), task);
}

MCP_DEFINE_FINISH_POINTER (app_object_cache_put_finish, AppObjectCache, StoreObjectEntry)

/* Change and remove */

static void
tell (AppObjectCache *self, const GError *error)
{
  if (error != NULL)
    g_signal_emit (self, failed_signal, 0, error);
}

static void
on_object_changed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppObjectCache) self = user_data;
  g_autoptr (GError) error = NULL;

  if (store_backend_change_finish (STORE_BACKEND (source), result, &error))
    g_signal_emit (self, altered_signal, 0);
  else
    tell (self, error);
}

void
app_object_cache_change (AppObjectCache          *self,
                         StoreObjectEntry        *entry,
                         const StoreObjectChange *change)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));
  g_return_if_fail (STORE_IS_OBJECT_ENTRY (entry));

  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);

  store_backend_change_async (app_object_cache_find_store (self, facts->store), facts->id, change,
                              NULL, on_object_changed, g_object_ref (self));
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppObjectCache) self = user_data;
  g_autoptr (GError) error = NULL;

  store_backend_remove_finish (STORE_BACKEND (source), result, &error);
  tell (self, error);
}

void
app_object_cache_remove (AppObjectCache *self, StoreObjectEntry *entry)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));
  g_return_if_fail (STORE_IS_OBJECT_ENTRY (entry));

  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
  const char *const       ids[] = { facts->id, NULL };

  store_backend_remove_async (app_object_cache_find_store (self, facts->store), ids, NULL,
                              on_removed, g_object_ref (self));
}

/* Calls */

/* What they were, but for secrets: they are part of what the result is called. */
static void
note_arguments (StoreObjectEntry *entry, AppCall *call)
{
  g_autoptr (AppSession) session = app_call_dup_session (call);
  const char *arguments = app_call_get_arguments (call);

  if (session == NULL || arguments == NULL || strlen (arguments) > MAX_NOTED)
    return;
  g_autofree char *masked =
      app_redactor_redact_text (app_session_get_redactor (session), arguments);
  app_object_name_set_arguments (entry, masked);
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppCall) call = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      app_object_cache_put_finish (APP_OBJECT_CACHE (source), result, &error);

  if (entry == NULL)
    {
      g_warning ("A result could not be kept: %s", error->message);
      return;
    }
  note_arguments (entry, call);
  g_object_notify (G_OBJECT (call), "object");
}

static void
app_object_cache_ended (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  StoreObject *object = app_call_get_object (call);

  /* What is fetched to look at an object is no other one. */
  if (object != NULL && store_object_get_id (object) == NULL &&
      app_call_get_caller (call) != APP_CALLER_PROGRAM)
    app_object_cache_put_async (APP_OBJECT_CACHE (feature), object, NULL, on_kept,
                                g_object_ref (call));
}

/* Of the same call, and of the same size, kept about when the call ended. Returns: how far from it,
 * in µs; NEAR_US where it is another */
static gint64
get_distance (const StoreObjectFacts *facts, StoreObject *object, gint64 ended)
{
  gboolean same = facts->size == store_object_get_size (object) &&
                  g_strcmp0 (facts->tool, store_object_get_tool (object)) == 0 &&
                  g_strcmp0 (facts->server, store_object_get_server (object)) == 0;

  return same ? MIN (ABS (facts->time - ended), NEAR_US) : NEAR_US;
}

/* @least: (inout). Returns: (transfer none) (nullable): the one of @list that is nearer than
 * that */
static StoreObjectEntry *
find_nearest (GListModel *list, StoreObject *object, gint64 ended, gint64 *least)
{
  StoreObjectEntry *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (list, i);
      gint64 distance = get_distance (store_object_entry_get_facts (entry), object, ended);

      if (distance >= *least)
        continue;
      *least = distance;
      found = entry;
    }
  return found;
}

void
app_object_cache_recognize (AppObjectCache *self, AppCall *call)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));
  g_return_if_fail (APP_IS_CALL (call));

  GListModel       *lists = G_LIST_MODEL (self->lists);
  StoreObject      *object = app_call_get_object (call);
  gint64            ended = app_call_get_past_time (call) + app_call_get_elapsed (call);
  gint64            least = NEAR_US;
  StoreObjectEntry *nearest = NULL;

  for (guint i = 0; object != NULL && i < g_list_model_get_n_items (lists); i++)
    {
      g_autoptr (GListModel) list = g_list_model_get_item (lists, i);
      StoreObjectEntry *found = find_nearest (list, object, ended, &least);

      if (found != NULL)
        nearest = found;
    }
  if (nearest == NULL)
    return;
  store_object_set_id (object, store_object_entry_get_facts (nearest)->id);
  store_object_set_store (object, store_object_entry_get_facts (nearest)->store);
  note_arguments (nearest, call);
  g_object_notify (G_OBJECT (call), "object");
}

static void
app_object_cache_feature_init (AppSessionFeatureInterface *iface)
{
  iface->ended = app_object_cache_ended;
}

/* Get */

static void
on_got (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppObjectCache *self = g_task_get_source_object (task);
  const char     *name = g_task_get_task_data (task);
  GError         *error = NULL;
  StoreObject    *object = app_objects_finish_get (STORE_BACKEND (source), result, &error);

  if (object == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  app_recent_objects_add (self->recent, name, object);
  g_task_return_pointer (task, object, g_object_unref);
}

static GError *
make_gone (const char *id)
{
  /* Translators: %s is the id of an object, such as obj_001 */
  return g_error_new (APP_ERROR, APP_ERROR_NOT_FOUND, _ ("“%s” no longer exists."), id);
}

void
app_object_cache_get_async (AppObjectCache     *self,
                            const char         *store,
                            const char         *id,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_return_if_fail (APP_IS_OBJECT_CACHE (self));
  g_return_if_fail (id != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  StoreBackend *found = app_object_cache_find_store (self, store);
  const char   *bare = id[0] == '@' ? id + 1 : id;
  char         *name = g_strdup_printf ("%s/%s", store, bare);
  StoreObject  *object = app_recent_objects_find (self->recent, name);

  g_task_set_task_data (task, name, g_free);
  if (found == NULL)
    g_task_return_error (task, make_gone (bare));
  else if (object != NULL && app_object_cache_find (self, store, bare) != NULL)
    g_task_return_pointer (task, g_object_ref (object), g_object_unref);
  else
    store_backend_get_async (found, bare, cancellable, on_got, g_object_ref (task));
}

MCP_DEFINE_FINISH_POINTER (app_object_cache_get_finish, AppObjectCache, StoreObject)

/* Peek */

static void
on_peeked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AppObjectCache  *self = APP_OBJECT_CACHE (source);
  g_autofree char *name = user_data;
  GError          *error = NULL;
  g_autoptr (StoreObject) object = app_object_cache_get_finish (self, result, &error);

  g_hash_table_remove (self->reading, name);
  if (error != NULL)
    g_hash_table_insert (self->troubles, g_steal_pointer (&name), error);
  g_signal_emit (self, changed_signal, 0);
}

StoreObject *
app_object_cache_peek (AppObjectCache *self, const char *store, const char *id, GError **error)
{
  g_return_val_if_fail (APP_IS_OBJECT_CACHE (self), NULL);
  g_return_val_if_fail (store != NULL && id != NULL, NULL);

  const char      *bare = id[0] == '@' ? id + 1 : id;
  StoreBackend    *found = app_object_cache_find_store (self, store);
  gboolean         listed = app_object_cache_find (self, store, bare) != NULL;
  g_autofree char *name = g_strdup_printf ("%s/%s", store, bare);
  StoreObject     *object = listed ? app_recent_objects_find (self->recent, name) : NULL;
  GError          *trouble = g_hash_table_lookup (self->troubles, name);

  if (object != NULL)
    return object;
  if (trouble != NULL)
    g_propagate_error (error, g_error_copy (trouble));
  else if (found == NULL ||
           (!listed && store_backend_get_state (found) != STORE_BACKEND_CONNECTING))
    g_propagate_error (error, make_gone (bare));
  else
    {
      /* Translators: %s is the id of an object, such as obj_001 */
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PENDING, _ ("“%s” is being read."), bare);
      if (g_hash_table_add (self->reading, g_strdup (name)))
        app_object_cache_get_async (self, store, bare, NULL, on_peeked,
                                    g_steal_pointer (&name));
    }
  return NULL;
}
