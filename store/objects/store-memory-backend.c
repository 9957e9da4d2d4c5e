/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-memory-backend.h"

#include "mcp-object.h"
#include "store-error.h"
#include "store-limits.h"

struct _StoreMemoryBackend
{
  StoreBackend parent_instance;

  GHashTable *objects; /* id → StoreObject */
  guint64     n_put;
};

G_DEFINE_FINAL_TYPE (StoreMemoryBackend, store_memory_backend, STORE_TYPE_BACKEND)

static void
store_memory_backend_put (
    StoreBackend *backend, StoreObject *object, const char *name, gint64 ttl, GTask *task)
{
  StoreMemoryBackend *self = STORE_MEMORY_BACKEND (backend);
  char               *id = g_strdup_printf ("obj_%03" G_GUINT64_FORMAT, ++self->n_put);
  StoreObjectFacts   *facts = store_object_facts_new (object, id);

  facts->name = g_strdup (name);
  facts->expires = ttl > 0 ? g_get_real_time () + ttl * G_USEC_PER_SEC : 0;
  g_hash_table_insert (self->objects, id, store_object_copy (object, id));
  g_task_return_pointer (task, facts, (GDestroyNotify)store_object_facts_free);
}

static void
store_memory_backend_get (StoreBackend *backend, const char *id, GTask *task)
{
  StoreObject *object = g_hash_table_lookup (STORE_MEMORY_BACKEND (backend)->objects, id);

  if (object != NULL)
    g_task_return_pointer (task, g_object_ref (object), g_object_unref);
  else
    g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                             "memory/%s is not there, or not any more.", id);
}

static void
store_memory_backend_remove (StoreBackend *backend, const char *const *ids, GTask *task)
{
  for (guint i = 0; ids[i] != NULL; i++)
    g_hash_table_remove (STORE_MEMORY_BACKEND (backend)->objects, ids[i]);
  g_task_return_boolean (task, TRUE);
}

/* The entry has it all. */
static void
store_memory_backend_change (StoreBackend *backend, const StoreObjectFacts *facts, GTask *task)
{
  g_task_return_boolean (task, TRUE);
}

/* Nobody else changes it. */
static void
store_memory_backend_list (StoreBackend *backend, gint64 mark, GTask *task)
{
  g_task_return_pointer (task, store_listing_new (FALSE), (GDestroyNotify)store_listing_free);
}

MCP_DEFINE_FINALIZE (StoreMemoryBackend, store_memory_backend)
{
  g_hash_table_unref (self->objects);
}

static void
store_memory_backend_class_init (StoreMemoryBackendClass *klass)
{
  StoreBackendClass *backend_class = STORE_BACKEND_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = store_memory_backend_finalize;
  backend_class->name = "memory";
  backend_class->default_ttl = STORE_TTL;
  backend_class->put = store_memory_backend_put;
  backend_class->get = store_memory_backend_get;
  backend_class->remove = store_memory_backend_remove;
  backend_class->change = store_memory_backend_change;
  backend_class->list = store_memory_backend_list;
}

static void
store_memory_backend_init (StoreMemoryBackend *self)
{
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

StoreBackend *
store_memory_backend_new (void)
{
  StoreBackend *self = g_object_new (STORE_TYPE_MEMORY_BACKEND, NULL);

  store_backend_set_limits (self, STORE_MEMORY_OBJECTS, STORE_MEMORY_BYTES);
  store_backend_set_state (self, STORE_BACKEND_READY, NULL);
  return self;
}
