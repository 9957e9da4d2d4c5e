/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-object-entry.h"

#include "mcp-object.h"

struct _StoreObjectEntry
{
  GObject parent_instance;

  StoreObjectFacts *facts;
};

enum {
  PROP_0,
  PROP_FACTS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (StoreObjectEntry, store_object_entry, G_TYPE_OBJECT)

StoreObjectFacts *
store_object_facts_new (StoreObject *object, const char *id)
{
  StoreObjectFacts *facts = g_new0 (StoreObjectFacts, 1);

  facts->id = g_strdup (id);
  facts->kind = store_object_get_kind (object);
  facts->type_name = g_strdup (store_object_get_type_name (object));
  facts->length = store_object_get_length (object);
  facts->size = store_object_get_size (object);
  facts->time = store_object_get_time (object);
  facts->server = g_strdup (store_object_get_server (object));
  facts->tool = g_strdup (store_object_get_tool (object));
  return facts;
}

StoreObjectFacts *
store_object_facts_copy (const StoreObjectFacts *facts)
{
  StoreObjectFacts *copy = g_memdup2 (facts, sizeof *facts);

  copy->id = g_strdup (facts->id);
  copy->type_name = g_strdup (facts->type_name);
  copy->name = g_strdup (facts->name);
  copy->server = g_strdup (facts->server);
  copy->tool = g_strdup (facts->tool);
  return copy;
}

void
store_object_facts_free (StoreObjectFacts *facts)
{
  g_free (facts->id);
  g_free (facts->type_name);
  g_free (facts->name);
  g_free (facts->server);
  g_free (facts->tool);
  g_free (facts);
}

static void
store_object_entry_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FACTS)
    g_value_set_pointer (value, STORE_OBJECT_ENTRY (object)->facts);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

MCP_DEFINE_FINALIZE (StoreObjectEntry, store_object_entry)
{
  store_object_facts_free (self->facts);
}

MCP_DEFINE_CLASS (StoreObjectEntry, store_object_entry)
{
  object_class->get_property = store_object_entry_get_property;
  object_class->finalize = store_object_entry_finalize;
  properties[PROP_FACTS] = g_param_spec_pointer ("facts", NULL, NULL,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

StoreObjectEntry *
store_object_entry_new (StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);

  StoreObjectEntry *self = g_object_new (STORE_TYPE_OBJECT_ENTRY, NULL);
  self->facts = facts;
  return self;
}

MCP_DEFINE_GETTER (const StoreObjectFacts *, StoreObjectEntry, store_object_entry, facts)

gboolean
store_object_facts_ends_at (const StoreObjectFacts *facts, gint64 expires)
{
  return (facts->expires == 0) == (expires == 0) &&
         ABS (facts->expires - expires) < G_USEC_PER_SEC / 2;
}

static gboolean
is_same (const StoreObjectFacts *a, const StoreObjectFacts *b)
{
  return a->kind == b->kind && a->length == b->length && a->size == b->size &&
         a->time == b->time && a->pinned == b->pinned &&
         store_object_facts_ends_at (a, b->expires) &&
         g_strcmp0 (a->type_name, b->type_name) == 0 && g_strcmp0 (a->name, b->name) == 0 &&
         g_strcmp0 (a->server, b->server) == 0 && g_strcmp0 (a->tool, b->tool) == 0;
}

void
store_object_entry_take_facts (StoreObjectEntry *self, StoreObjectFacts *facts)
{
  g_return_if_fail (STORE_IS_OBJECT_ENTRY (self));

  if (is_same (facts, self->facts))
    {
      store_object_facts_free (facts);
      return;
    }
  /* The id stays where it is: callers hold it for as long as the entry is there. */
  g_free (facts->id);
  facts->id = g_steal_pointer (&self->facts->id);
  store_object_facts_free (self->facts);
  self->facts = facts;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FACTS]);
}
