/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-backend.h"

#include "mcp-object.h"
#include "store-error.h"

/* Where the task of a get has what was asked for. */
#define ID_DATA "id"

typedef struct
{
  StoreEntryList   *entries;
  StoreBackendState state;
  GError           *problem;
  guint             max_count;
  guint64           max_bytes;
  gint64            ttl;   /* seconds; STORE_BACKEND_DEFAULT_TTL: that of the class */
  guint             sweep; /* a source, until the next one expires */
  gboolean          evicting;
  guint             writes; /* that have ended */
  gint64            mark;   /* of the last listing */
} StoreBackendPrivate;

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       evicted_signal;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (StoreBackend, store_backend, G_TYPE_OBJECT)

static StoreBackendPrivate *
get_private (StoreBackend *self)
{
  return store_backend_get_instance_private (self);
}

static gint64
get_ttl (StoreBackend *self)
{
  gint64 own = get_private (self)->ttl;

  return own != STORE_BACKEND_DEFAULT_TTL ? own : STORE_BACKEND_GET_CLASS (self)->default_ttl;
}

void
store_backend_set_default_ttl (StoreBackend *self, gint64 ttl)
{
  g_return_if_fail (STORE_IS_BACKEND (self));
  g_return_if_fail (ttl >= 0);
  get_private (self)->ttl = ttl;
}

/* Sweeping */

static void plan_sweep (StoreBackend *self);

static void
on_swept (GObject *source, GAsyncResult *result, gpointer data)
{
  /* What could not be removed now is tried again with the next one that expires. */
  store_backend_remove_finish (STORE_BACKEND (source), result, NULL);
}

static gboolean
sweep (gpointer data)
{
  StoreBackend *self = data;
  StoreBackendPrivate *private = get_private (self);
  g_auto (GStrv) ids = store_entry_list_dup_expired (private->entries, g_get_real_time ());

  private->sweep = 0;
  if (ids[0] != NULL)
    {
      store_entry_list_remove (private->entries, (const char *const *)ids);
      if (private->state == STORE_BACKEND_READY)
        store_backend_remove_async (self, (const char *const *)ids, NULL, on_swept, NULL);
    }
  plan_sweep (self);
  return G_SOURCE_REMOVE;
}

static void
plan_sweep (StoreBackend *self)
{
  StoreBackendPrivate *private = get_private (self);
  gint64 next = store_entry_list_get_next_expiry (private->entries);

  g_clear_handle_id (&private->sweep, g_source_remove);
  if (next != 0)
  private->sweep = g_timeout_add (
      (guint)CLAMP ((next - g_get_real_time ()) / 1000 + 1, 1, G_MAXINT), sweep, self);
}

/* The class */

static void
store_backend_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_uint (value, get_private (STORE_BACKEND (object))->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

MCP_DEFINE_DISPOSE (StoreBackend, store_backend)
{
  StoreBackendPrivate *private = get_private (self);

  g_clear_handle_id (&private->sweep, g_source_remove);
}

MCP_DEFINE_FINALIZE (StoreBackend, store_backend)
{
  StoreBackendPrivate *private = get_private (self);

  g_object_unref (private->entries);
  g_clear_error (&private->problem);
}

MCP_DEFINE_CLASS (StoreBackend, store_backend)
{
  object_class->get_property = store_backend_get_property;
  object_class->dispose = store_backend_dispose;
  object_class->finalize = store_backend_finalize;
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, STORE_BACKEND_UNAVAILABLE, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  evicted_signal = mcp_signal_new (klass, "evicted", 1, G_TYPE_UINT);
}

static void
store_backend_init (StoreBackend *self)
{
  get_private (self)->entries = store_entry_list_new ();
  get_private (self)->ttl = STORE_BACKEND_DEFAULT_TTL;
}

const char *
store_backend_get_name (StoreBackend *self)
{
  g_return_val_if_fail (STORE_IS_BACKEND (self), NULL);
  return STORE_BACKEND_GET_CLASS (self)->name;
}

StoreEntryList *
store_backend_get_entries (StoreBackend *self)
{
  g_return_val_if_fail (STORE_IS_BACKEND (self), NULL);
  return get_private (self)->entries;
}

StoreBackendState
store_backend_get_state (StoreBackend *self)
{
  g_return_val_if_fail (STORE_IS_BACKEND (self), STORE_BACKEND_UNAVAILABLE);
  return get_private (self)->state;
}

const GError *
store_backend_get_problem (StoreBackend *self)
{
  g_return_val_if_fail (STORE_IS_BACKEND (self), NULL);
  return get_private (self)->problem;
}

void
store_backend_set_state (StoreBackend *self, StoreBackendState state, const GError *problem)
{
  g_return_if_fail (STORE_IS_BACKEND (self));

  StoreBackendPrivate *private = get_private (self);
  const char *old = private->problem != NULL ? private->problem->message : NULL;
  gboolean    same = private->state == state &&
                  g_strcmp0 (old, problem != NULL ? problem->message : NULL) == 0;

  if (same)
    return;
  private->state = state;
  g_clear_error (&private->problem);
  private->problem = problem != NULL ? g_error_copy (problem) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* Eviction */

static void evict (StoreBackend *self);

static void
on_evicted (GObject *source, GAsyncResult *result, gpointer data)
{
  StoreBackend *self = STORE_BACKEND (source);
  gboolean      well = store_backend_remove_finish (self, result, NULL);

  get_private (self)->evicting = FALSE;
  /* What could not be removed now is tried again when something is put. */
  if (!well)
    return;
  g_signal_emit (self, evicted_signal, 0, GPOINTER_TO_UINT (data));
  evict (self);
}

static void
evict (StoreBackend *self)
{
  StoreBackendPrivate *private = get_private (self);
  g_auto (GStrv) ids =
      store_entry_list_dup_surplus (private->entries, private->max_count, private->max_bytes);

  if (ids[0] == NULL || private->evicting)
    return;
  private->evicting = TRUE;
  store_backend_remove_async (self, (const char *const *)ids, NULL, on_evicted,
                              GUINT_TO_POINTER (g_strv_length (ids)));
}

void
store_backend_set_limits (StoreBackend *self, guint count, guint64 bytes)
{
  g_return_if_fail (STORE_IS_BACKEND (self));

  get_private (self)->max_count = count;
  get_private (self)->max_bytes = bytes;
  if (STORE_BACKEND_GET_CLASS (self)->keep_limits != NULL)
    STORE_BACKEND_GET_CLASS (self)->keep_limits (self, count, bytes);
  evict (self);
}

void
store_backend_get_limits (StoreBackend *self, guint *count, guint64 *bytes)
{
  g_return_if_fail (STORE_IS_BACKEND (self));
  g_return_if_fail (count != NULL && bytes != NULL);

  *count = get_private (self)->max_count;
  *bytes = get_private (self)->max_bytes;
}

/* A backend's function returns on a task of its own, so that what all have in common is done before
 * the caller learns of it. */
static GTask *
begin (GTask *task, GAsyncReadyCallback done)
{
  return g_task_new (g_task_get_source_object (task), g_task_get_cancellable (task), done, task);
}

/* Put */

static void
on_put (GObject *source, GAsyncResult *result, gpointer data)
{
  StoreBackend *self = STORE_BACKEND (source);
  g_autoptr (GTask) task = data;
  GError           *error = NULL;
  StoreObjectFacts *facts = g_task_propagate_pointer (G_TASK (result), &error);

  if (facts == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  facts->store = store_backend_get_name (self);
  StoreObjectEntry *entry = store_entry_list_take (get_private (self)->entries, facts);

  get_private (self)->writes++;
  g_object_ref (entry);
  evict (self);
  plan_sweep (self);
  g_task_return_pointer (task, entry, g_object_unref);
}

void
store_backend_put_async (StoreBackend       *self,
                         StoreObject        *object,
                         const char         *name,
                         gint64              ttl,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_return_if_fail (STORE_IS_BACKEND (self));
  g_return_if_fail (STORE_IS_OBJECT (object));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GTask) inner = begin (task, on_put);

  STORE_BACKEND_GET_CLASS (self)->put (self, object, name, ttl >= 0 ? ttl : get_ttl (self), inner);
}

MCP_DEFINE_FINISH_POINTER (store_backend_put_finish, StoreBackend, StoreObjectEntry)

/* Get */

void
store_backend_get_async (StoreBackend       *self,
                         const char         *id,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_return_if_fail (STORE_IS_BACKEND (self));
  g_return_if_fail (id != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  const char       *bare = id[0] == '@' ? id + 1 : id;
  StoreObjectEntry *entry = store_entry_list_find (get_private (self)->entries, bare);
  gint64            expires = entry != NULL ? store_object_entry_get_facts (entry)->expires : 0;

  if (expires != 0 && expires < g_get_real_time ())
    g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NOT_FOUND, "%s/%s has expired.",
                             store_backend_get_name (self), bare);
  else
    {
      g_object_set_data_full (G_OBJECT (task), ID_DATA, g_strdup (bare), g_free);
      STORE_BACKEND_GET_CLASS (self)->get (self, bare, task);
    }
}

StoreObject *
store_backend_get_finish (StoreBackend *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  StoreObject *object = g_task_propagate_pointer (G_TASK (result), error);

  if (object != NULL)
    {
      store_object_set_store (object, store_backend_get_name (self));
      if (store_object_get_id (object) == NULL)
        store_object_set_id (object, g_object_get_data (G_OBJECT (result), ID_DATA));
    }
  return object;
}

/* Remove */

static void
on_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  StoreBackend *self = STORE_BACKEND (source);
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  store_entry_list_remove (get_private (self)->entries, g_task_get_task_data (task));
  get_private (self)->writes++;
  plan_sweep (self);
  g_task_return_boolean (task, TRUE);
}

void
store_backend_remove_async (StoreBackend       *self,
                            const char *const  *ids,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_return_if_fail (STORE_IS_BACKEND (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GTask) inner = begin (task, on_removed);

  g_task_set_task_data (task, g_strdupv ((char **)ids), (GDestroyNotify)g_strfreev);
  STORE_BACKEND_GET_CLASS (self)->remove (self, ids, inner);
}

MCP_DEFINE_FINISH (store_backend_remove_finish, StoreBackend)

/* Change */

static void
on_changed (GObject *source, GAsyncResult *result, gpointer data)
{
  StoreBackend *self = STORE_BACKEND (source);
  g_autoptr (GTask) task = data;
  const StoreObjectFacts *facts = g_task_get_task_data (task);
  GError                 *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (store_entry_list_find (get_private (self)->entries, facts->id) != NULL)
    store_entry_list_take (get_private (self)->entries, store_object_facts_copy (facts));
  get_private (self)->writes++;
  plan_sweep (self);
  g_task_return_boolean (task, TRUE);
}

static StoreObjectFacts *
apply (StoreBackend *self, const StoreObjectFacts *facts, const StoreObjectChange *change)
{
  StoreObjectFacts *changed = store_object_facts_copy (facts);
  gint64            ttl = get_ttl (self);

  if (change->name != NULL)
    {
      g_free (changed->name);
      changed->name = change->name[0] != '\0' ? g_strdup (change->name) : NULL;
    }
  if (change->pin || change->unpin)
    {
      changed->pinned = change->pin;
      changed->expires = change->pin || ttl == 0 ? 0 : g_get_real_time () + ttl * G_USEC_PER_SEC;
    }
  if (change->expires != 0)
    changed->expires = change->expires == STORE_OBJECT_NEVER ? 0 : change->expires;
  return changed;
}

void
store_backend_change_async (StoreBackend            *self,
                            const char              *id,
                            const StoreObjectChange *change,
                            GCancellable            *cancellable,
                            GAsyncReadyCallback      callback,
                            gpointer                 user_data)
{
  g_return_if_fail (STORE_IS_BACKEND (self));

  GTask            *task = g_task_new (self, cancellable, callback, user_data);
  StoreObjectEntry *entry = store_entry_list_find (get_private (self)->entries, id);

  if (entry == NULL)
    {
      g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                               "%s/%s is not there any more.", store_backend_get_name (self), id);
      g_object_unref (task);
      return;
    }
  StoreObjectFacts *facts = apply (self, store_object_entry_get_facts (entry), change);
  g_autoptr (GTask) inner = begin (task, on_changed);

  g_task_set_task_data (task, facts, (GDestroyNotify)store_object_facts_free);
  STORE_BACKEND_GET_CLASS (self)->change (self, facts, inner);
}

MCP_DEFINE_FINISH (store_backend_change_finish, StoreBackend)

/* Refresh */

static void list (StoreBackend *self, GTask *task);

static void
take_listing (StoreBackend *self, const StoreListing *listing)
{
  StoreBackendPrivate *private = get_private (self);

  for (guint i = 0; i < listing->facts->len; i++)
    ((StoreObjectFacts *)listing->facts->pdata[i])->store = store_backend_get_name (self);
  if (listing->whole)
    store_entry_list_replace (private->entries, listing->facts);
  else
    {
      g_ptr_array_add (listing->gone, NULL);
      store_entry_list_remove (private->entries, (const char *const *)listing->gone->pdata);
      store_entry_list_merge (private->entries, listing->facts);
    }
  private->mark = listing->mark;
  if (listing->limited)
    {
      private->max_count = listing->max_count;
      private->max_bytes = listing->max_bytes;
    }
  evict (self);
  plan_sweep (self);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  StoreBackend *self = STORE_BACKEND (source);
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (StoreListing) listing = g_task_propagate_pointer (G_TASK (result), &error);

  if (listing == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (GPOINTER_TO_UINT (g_task_get_task_data (task)) != get_private (self)->writes)
    {
      /* It may have been read before what was written meanwhile. */
      list (self, g_steal_pointer (&task));
      return;
    }
  take_listing (self, listing);
  g_task_return_boolean (task, TRUE);
}

/* Takes @task. */
static void
list (StoreBackend *self, GTask *task)
{
  g_autoptr (GTask) inner = begin (task, on_listed);

  g_task_set_task_data (task, GUINT_TO_POINTER (get_private (self)->writes), NULL);
  STORE_BACKEND_GET_CLASS (self)->list (self, get_private (self)->mark, inner);
}

void
store_backend_refresh_async (StoreBackend       *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_return_if_fail (STORE_IS_BACKEND (self));

  list (self, g_task_new (self, cancellable, callback, user_data));
}

MCP_DEFINE_FINISH (store_backend_refresh_finish, StoreBackend)
