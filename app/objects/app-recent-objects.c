/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-recent-objects.h"

typedef struct
{
  char        *name;
  StoreObject *object;
} Recent;

struct _AppRecentObjects
{
  GQueue      queue;   /* of Recent, the last one first */
  GHashTable *by_name; /* its names → its links */
};

static void
recent_free (Recent *recent)
{
  g_free (recent->name);
  g_object_unref (recent->object);
  g_free (recent);
}

AppRecentObjects *
app_recent_objects_new (void)
{
  AppRecentObjects *self = g_new0 (AppRecentObjects, 1);

  g_queue_init (&self->queue);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
app_recent_objects_free (AppRecentObjects *self)
{
  g_hash_table_unref (self->by_name);
  g_queue_clear_full (&self->queue, (GDestroyNotify)recent_free);
  g_free (self);
}

static gboolean
is_held_elsewhere (StoreObject *object)
{
  return g_atomic_int_get ((gint *)&G_OBJECT (object)->ref_count) > 1;
}

static void
drop_oldest (AppRecentObjects *self)
{
  guint   n = 0;
  guint64 bytes = 0;

  for (GList *link = self->queue.head, *next; link != NULL; link = next)
    {
      Recent *recent = link->data;

      next = link->next;
      if (is_held_elsewhere (recent->object))
        continue;
      bytes += store_object_get_size (recent->object);
      if (++n == 1 || (n <= APP_RECENT_OBJECTS && bytes <= APP_RECENT_BYTES))
        continue;
      g_hash_table_remove (self->by_name, recent->name);
      recent_free (recent);
      g_queue_delete_link (&self->queue, link);
    }
}

void
app_recent_objects_add (AppRecentObjects *self, const char *name, StoreObject *object)
{
  g_return_if_fail (STORE_IS_OBJECT (object));

  GList *link = g_hash_table_lookup (self->by_name, name);

  if (link != NULL)
    g_set_object (&((Recent *)link->data)->object, object);
  else
    {
      Recent *recent = g_new (Recent, 1);

      *recent = (Recent){ g_strdup (name), g_object_ref (object) };
      g_queue_push_head (&self->queue, recent);
      g_hash_table_insert (self->by_name, recent->name, self->queue.head);
    }
  drop_oldest (self);
}

StoreObject *
app_recent_objects_find (AppRecentObjects *self, const char *name)
{
  GList *link = g_hash_table_lookup (self->by_name, name);

  if (link == NULL)
    return NULL;
  g_queue_unlink (&self->queue, link);
  g_queue_push_head_link (&self->queue, link);
  return ((Recent *)link->data)->object;
}
