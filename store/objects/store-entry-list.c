/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-entry-list.h"

#include "mcp-object.h"

struct _StoreEntryList
{
  GObject parent_instance;

  GPtrArray  *entries; /* of StoreObjectEntry, oldest first */
  GHashTable *by_id;   /* id → StoreObjectEntry, which the array owns; keys are copies */
  guint64     size;
  gint64      next;          /* when the next one expires; 0: none does */
  gboolean    next_is_known; /* else all have to be looked at */
};

static void list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StoreEntryList,
                               store_entry_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_init))
MCP_DEFINE_CLASS_INIT (StoreEntryList, store_entry_list)

static GType
store_entry_list_get_item_type (GListModel *list)
{
  return STORE_TYPE_OBJECT_ENTRY;
}

static guint
store_entry_list_get_n_items (GListModel *list)
{
  return STORE_ENTRY_LIST (list)->entries->len;
}

static gpointer
store_entry_list_get_item (GListModel *list, guint position)
{
  StoreEntryList *self = STORE_ENTRY_LIST (list);

  return position < self->entries->len ? g_object_ref (self->entries->pdata[position]) : NULL;
}

static void
list_init (GListModelInterface *iface)
{
  iface->get_item_type = store_entry_list_get_item_type;
  iface->get_n_items = store_entry_list_get_n_items;
  iface->get_item = store_entry_list_get_item;
}

MCP_DEFINE_FINALIZE (StoreEntryList, store_entry_list)
{
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->entries);
}

static void
store_entry_list_init (StoreEntryList *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->next_is_known = TRUE;
}

StoreEntryList *
store_entry_list_new (void)
{
  return g_object_new (STORE_TYPE_ENTRY_LIST, NULL);
}

static const StoreObjectFacts *
facts_at (StoreEntryList *self, guint position)
{
  return store_object_entry_get_facts (self->entries->pdata[position]);
}

static void
note_expiry (StoreEntryList *self, gint64 expires)
{
  if (expires != 0 && (self->next == 0 || expires < self->next))
    self->next = expires;
}

static void
forget_expiry (StoreEntryList *self, gint64 expires)
{
  if (expires != 0 && expires == self->next)
    self->next_is_known = FALSE;
}

static void
append (StoreEntryList *self, StoreObjectFacts *facts)
{
  StoreObjectEntry *entry = store_object_entry_new (facts);

  note_expiry (self, facts->expires);

  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->by_id, g_strdup (facts->id), entry);
  self->size += facts->size;
}

static void
update (StoreEntryList *self, StoreObjectEntry *entry, StoreObjectFacts *facts)
{
  const StoreObjectFacts *before = store_object_entry_get_facts (entry);

  self->size += facts->size - before->size;
  if (facts->expires != before->expires)
    {
      forget_expiry (self, before->expires);
      note_expiry (self, facts->expires);
    }
  store_object_entry_take_facts (entry, facts);
}

/* Takes out all entries of @set, in as few steps as there are runs of them. */
static void
take_out (StoreEntryList *self, GHashTable *set)
{
  guint end = self->entries->len;
  guint left = g_hash_table_size (set);

  while (end > 0 && left > 0)
    {
      guint start = end;

      for (; start > 0 && g_hash_table_contains (set, self->entries->pdata[start - 1]); left--)
        {
          start--;
          self->size -= facts_at (self, start)->size;
          forget_expiry (self, facts_at (self, start)->expires);
          g_hash_table_remove (self->by_id, facts_at (self, start)->id);
        }
      if (start < end)
        {
          g_ptr_array_remove_range (self->entries, start, end - start);
          g_list_model_items_changed (G_LIST_MODEL (self), start, end - start, 0);
        }
      end = start > 0 ? start - 1 : 0;
    }
}

StoreObjectEntry *
store_entry_list_find (StoreEntryList *self, const char *id)
{
  g_return_val_if_fail (STORE_IS_ENTRY_LIST (self), NULL);
  return g_hash_table_lookup (self->by_id, id);
}

StoreObjectEntry *
store_entry_list_take (StoreEntryList *self, StoreObjectFacts *facts)
{
  g_return_val_if_fail (STORE_IS_ENTRY_LIST (self), NULL);

  StoreObjectEntry *entry = store_entry_list_find (self, facts->id);

  if (entry != NULL)
    {
      update (self, entry, facts);
      return entry;
    }
  append (self, facts);
  g_list_model_items_changed (G_LIST_MODEL (self), self->entries->len - 1, 0, 1);
  return self->entries->pdata[self->entries->len - 1];
}

void
store_entry_list_remove (StoreEntryList *self, const char *const *ids)
{
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);

  g_return_if_fail (STORE_IS_ENTRY_LIST (self));

  for (guint i = 0; ids[i] != NULL; i++)
    {
      StoreObjectEntry *entry = store_entry_list_find (self, ids[i]);

      if (entry != NULL)
        g_hash_table_add (set, entry);
    }
  take_out (self, set);
}

void
store_entry_list_merge (StoreEntryList *self, GPtrArray *facts)
{
  g_return_if_fail (STORE_IS_ENTRY_LIST (self));

  guint before = self->entries->len;
  for (guint i = 0; i < facts->len; i++)
    {
      StoreObjectFacts *copy = store_object_facts_copy (facts->pdata[i]);
      StoreObjectEntry *entry = store_entry_list_find (self, copy->id);

      if (entry != NULL)
        update (self, entry, copy);
      else
        append (self, copy);
    }
  if (self->entries->len > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->entries->len - before);
}

void
store_entry_list_replace (StoreEntryList *self, GPtrArray *facts)
{
  g_autoptr (GHashTable) there = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) gone = g_hash_table_new (NULL, NULL);

  g_return_if_fail (STORE_IS_ENTRY_LIST (self));

  for (guint i = 0; i < facts->len; i++)
    g_hash_table_add (there, ((StoreObjectFacts *)facts->pdata[i])->id);
  for (guint i = 0; i < self->entries->len; i++)
    if (!g_hash_table_contains (there, facts_at (self, i)->id))
      g_hash_table_add (gone, self->entries->pdata[i]);
  take_out (self, gone);
  store_entry_list_merge (self, facts);
}

MCP_DEFINE_GETTER (guint64, StoreEntryList, store_entry_list, size)

GStrv
store_entry_list_dup_expired (StoreEntryList *self, gint64 now)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  g_return_val_if_fail (STORE_IS_ENTRY_LIST (self), NULL);

  for (guint i = 0; i < self->entries->len; i++)
    if (facts_at (self, i)->expires != 0 && facts_at (self, i)->expires < now)
      g_strv_builder_add (ids, facts_at (self, i)->id);
  return g_strv_builder_end (ids);
}

gint64
store_entry_list_get_next_expiry (StoreEntryList *self)
{
  g_return_val_if_fail (STORE_IS_ENTRY_LIST (self), 0);

  if (!self->next_is_known)
    {
      self->next = 0;
      for (guint i = 0; i < self->entries->len; i++)
        note_expiry (self, facts_at (self, i)->expires);
      self->next_is_known = TRUE;
    }
  return self->next;
}

GStrv
store_entry_list_dup_surplus (StoreEntryList *self, guint count, guint64 bytes)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  guint   n = self->entries->len;
  guint64 size = self->size;

  for (guint i = 0; i + 1 < self->entries->len; i++)
    {
      const StoreObjectFacts *facts = facts_at (self, i);

      if ((count == 0 || n <= count) && (bytes == 0 || size <= bytes))
        break;
      if (facts->pinned)
        continue;
      g_strv_builder_add (ids, facts->id);
      n--;
      size -= facts->size;
    }
  return g_strv_builder_end (ids);
}
