/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-object-store.h"

#include "store-limits.h"

struct _StoreObjectStore
{
  GObject parent_instance;

  GPtrArray  *objects; /* StoreObject, oldest first */
  GHashTable *by_id;   /* id (the object's own) → StoreObject */
  guint64     n_added;
  guint64     size;
  guint       max_objects;
  guint64     max_bytes;
};

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
  G_OBJECT_CLASS (store_object_store_parent_class)->finalize (object);
}

static void
store_object_store_class_init (StoreObjectStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = store_object_store_finalize;
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
store_object_store_new (void)
{
  return g_object_new (STORE_TYPE_OBJECT_STORE, NULL);
}

/* Takes @count objects from @position on out of the list and the index. */
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
    }
  g_ptr_array_remove_range (self->objects, position, count);
  g_list_model_items_changed (G_LIST_MODEL (self), position, count, 0);
}

static void
drop_oldest (StoreObjectStore *self)
{
  guint   count = 0;
  guint64 size = self->size;

  while (self->objects->len - count > 1 &&
         (self->objects->len - count > self->max_objects || size > self->max_bytes))
    size -= store_object_get_size (g_ptr_array_index (self->objects, count++));

  take_out (self, 0, count);
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

  g_list_model_items_changed (G_LIST_MODEL (self), self->objects->len - 1, 0, 1);
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
store_object_store_set_limits (StoreObjectStore *self, guint objects, guint64 bytes)
{
  g_return_if_fail (STORE_IS_OBJECT_STORE (self));

  self->max_objects = objects > 0 ? objects : STORE_MEMORY_OBJECTS;
  self->max_bytes = bytes > 0 ? bytes : STORE_MEMORY_BYTES;
  drop_oldest (self);
}
