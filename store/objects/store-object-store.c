/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-object-store.h"

#include <string.h>

#include "store-error.h"
#include "store-limits.h"
#include "store-memory-backend.h"
#include "store-path.h"

struct _StoreObjectStore
{
  GObject parent_instance;

  StoreObjectBackend *backend;
  GPtrArray          *objects; /* StoreObject, oldest first */
  GHashTable         *by_id;   /* id (the object's own) → StoreObject */
  guint64             n_added;
  guint64             n_dropped;
  guint64             size;
  guint               max_objects;
  guint64             max_bytes;
};

enum {
  PROP_N_DROPPED = 1,
  PROP_SIZE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StoreObjectStore,
                               store_object_store,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_init))

static GType
store_object_store_get_item_type (GListModel *list)
{
  return STORE_TYPE_OBJECT;
}

static guint
store_object_store_get_n_items (GListModel *list)
{
  return STORE_OBJECT_STORE (list)->objects->len;
}

static gpointer
store_object_store_get_item (GListModel *list, guint position)
{
  StoreObjectStore *self = STORE_OBJECT_STORE (list);

  if (position >= self->objects->len)
    return NULL;
  return g_object_ref (g_ptr_array_index (self->objects, position));
}

static void
list_init (GListModelInterface *iface)
{
  iface->get_item_type = store_object_store_get_item_type;
  iface->get_n_items = store_object_store_get_n_items;
  iface->get_item = store_object_store_get_item;
}

static void
store_object_store_finalize (GObject *object)
{
  StoreObjectStore *self = STORE_OBJECT_STORE (object);

  g_clear_pointer (&self->by_id, g_hash_table_unref);
  g_clear_pointer (&self->objects, g_ptr_array_unref);
  g_clear_object (&self->backend);
  G_OBJECT_CLASS (store_object_store_parent_class)->finalize (object);
}

static void
store_object_store_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StoreObjectStore *self = STORE_OBJECT_STORE (object);

  switch (id)
    {
    case PROP_N_DROPPED:
      g_value_set_uint64 (value, self->n_dropped);
      break;
    case PROP_SIZE:
      g_value_set_uint64 (value, self->size);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
store_object_store_class_init (StoreObjectStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = store_object_store_finalize;
  object_class->get_property = store_object_store_get_property;

  properties[PROP_N_DROPPED] =
      g_param_spec_uint64 ("n-dropped", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[PROP_SIZE] = g_param_spec_uint64 ("size", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
store_object_store_init (StoreObjectStore *self)
{
  self->objects = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->max_objects = STORE_MEMORY_OBJECTS;
  self->max_bytes = STORE_MEMORY_BYTES;
}

StoreObjectStore *
store_object_store_new (StoreObjectBackend *backend)
{
  StoreObjectStore *self;

  g_return_val_if_fail (backend == NULL || STORE_IS_OBJECT_BACKEND (backend), NULL);

  self = g_object_new (STORE_TYPE_OBJECT_STORE, NULL);
  self->backend = backend ? g_object_ref (backend) : store_memory_backend_new ();
  return self;
}

static void
put_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!store_object_backend_put_finish (STORE_OBJECT_BACKEND (source), result, &error))
    g_message ("An object could not be kept: %s", error->message);
}

/* Takes @count objects from @position on out of the list, the index and the backend. */
static void
take_out (StoreObjectStore *self, guint position, guint count)
{
  if (count == 0)
    return;

  for (guint i = position; i < position + count; i++)
    {
      StoreObject *object = g_ptr_array_index (self->objects, i);

      self->size -= store_object_get_size (object);
      g_hash_table_remove (self->by_id, store_object_get_id (object));
      store_object_backend_remove_async (self->backend,
                                         store_object_get_id (object),
                                         NULL,
                                         NULL,
                                         NULL);
    }
  g_ptr_array_remove_range (self->objects, position, count);
  g_list_model_items_changed (G_LIST_MODEL (self), position, count, 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZE]);
}

static void
drop_oldest (StoreObjectStore *self)
{
  guint   count = 0;
  guint64 size = self->size;

  while (self->objects->len - count > 1 &&
         (self->objects->len - count > self->max_objects || size > self->max_bytes))
    size -= store_object_get_size (g_ptr_array_index (self->objects, count++));

  if (count == 0)
    return;
  take_out (self, 0, count);
  self->n_dropped += count;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_DROPPED]);
}

StoreObject *
store_object_store_add (StoreObjectStore *self, StoreObject *object)
{
  g_autofree char *id = NULL;

  g_return_val_if_fail (STORE_IS_OBJECT_STORE (self), NULL);
  g_return_val_if_fail (STORE_IS_OBJECT (object) && store_object_get_id (object) == NULL, NULL);

  id = g_strdup_printf ("obj_%03" G_GUINT64_FORMAT, ++self->n_added);
  store_object_set_id (object, id);
  g_ptr_array_add (self->objects, g_object_ref (object));
  g_hash_table_insert (self->by_id, (gpointer)store_object_get_id (object), object);
  self->size += store_object_get_size (object);
  store_object_backend_put_async (self->backend, object, NULL, put_done, NULL);

  g_list_model_items_changed (G_LIST_MODEL (self), self->objects->len - 1, 0, 1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZE]);
  drop_oldest (self);
  return object;
}

StoreObject *
store_object_store_find (StoreObjectStore *self, const char *id)
{
  g_return_val_if_fail (STORE_IS_OBJECT_STORE (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->by_id, id[0] == '@' ? id + 1 : id);
}

void
store_object_store_remove (StoreObjectStore *self, const char *id)
{
  StoreObject *object = store_object_store_find (self, id);
  guint        position;

  if (object != NULL && g_ptr_array_find (self->objects, object, &position))
    take_out (self, position, 1);
}

void
store_object_store_clear (StoreObjectStore *self)
{
  g_return_if_fail (STORE_IS_OBJECT_STORE (self));
  take_out (self, 0, self->objects->len);
}

void
store_object_store_set_limits (StoreObjectStore *self, guint objects, guint64 bytes)
{
  g_return_if_fail (STORE_IS_OBJECT_STORE (self));

  self->max_objects = objects > 0 ? objects : STORE_MEMORY_OBJECTS;
  self->max_bytes = bytes > 0 ? bytes : STORE_MEMORY_BYTES;
  drop_oldest (self);
}

guint64
store_object_store_get_n_dropped (StoreObjectStore *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT_STORE (self), 0);
  return self->n_dropped;
}

guint64
store_object_store_get_size (StoreObjectStore *self)
{
  g_return_val_if_fail (STORE_IS_OBJECT_STORE (self), 0);
  return self->size;
}

McpJsonValue
store_object_store_resolve (StoreObjectStore *self,
                            const char       *reference,
                            StoreObject     **object,
                            GError          **error)
{
  g_autoptr (StorePath) path = NULL;
  g_autofree char *id = NULL;
  StoreObject     *found;
  McpJsonValue     value;
  gsize            length;

  g_return_val_if_fail (STORE_IS_OBJECT_STORE (self), MCP_JSON_NO_VALUE);
  g_return_val_if_fail (reference != NULL, MCP_JSON_NO_VALUE);

  if (reference[0] == '@')
    reference++;
  length = strcspn (reference, ".[");
  id = g_strndup (reference, length);
  found = g_hash_table_lookup (self->by_id, id);
  if (found == NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is no object “%s”", id);
      return MCP_JSON_NO_VALUE;
    }
  path = store_path_parse (reference + length, error);
  if (path == NULL)
    return MCP_JSON_NO_VALUE;

  value = store_path_resolve (path, store_object_get_value (found));
  if (!mcp_json_value_exists (value) && store_path_get_n_steps (path) > 0)
    {
      g_set_error (error,
                   STORE_ERROR,
                   STORE_ERROR_NOT_FOUND,
                   "Object “%s” has nothing at “%s”",
                   id,
                   reference + length);
      return MCP_JSON_NO_VALUE;
    }
  if (object != NULL)
    *object = found;
  return value;
}
