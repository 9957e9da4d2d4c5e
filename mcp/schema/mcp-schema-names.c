/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-names.h"

#include <string.h>

/* Up to here a walk is as fast as a table. */
#define FEW 4

/* A hash that nobody outside can foresee: names come from servers. */
static guint32
hash_text (const char *text, gsize length)
{
  static gsize seed;

  if (g_once_init_enter (&seed))
    g_once_init_leave (&seed, (gsize)g_random_int () << 1 | 1);
  guint64 hash = seed ^ length * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  while (length > 0)
    {
      guint64 word = 0;
      gsize   n = MIN (length, sizeof word);

      memcpy (&word, text, n);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 32;
      text += n;
      length -= n;
    }
  return (guint32)hash;
}

const char *
mcp_schema_peek_string (McpJsonValue value, gsize *length, char **owned)
{
  gsize       size;
  const char *text = mcp_json_value_get_text (value, &size);

  *owned = NULL;
  /* Without the quotes */
  text++;
  size -= 2;
  *length = size;
  if (memchr (text, '\\', size) == NULL)
    return text;
  *owned = mcp_json_value_dup_string (value, length);
  return *owned;
}

McpJsonValue
mcp_schema_find_member (McpJsonValue object, McpJsonValue name)
{
  McpJsonValue     found = MCP_JSON_NO_VALUE;
  g_autofree char *owned = NULL;
  gsize            length;
  const char      *text = mcp_schema_peek_string (name, &length, &owned);

  if (mcp_json_value_get_n_items (object) > 48 && owned == NULL)
    {
      g_autofree char *copy = g_strndup (text, length);

      return mcp_json_value_get_member (object, copy);
    }
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *other_owned = NULL;
      gsize            other_length;
      const char      *other = mcp_schema_peek_string (each.name, &other_length, &other_owned);

      if (other_length == length && memcmp (other, text, length) == 0)
        found = each.value;
    }
  return found;
}

void
mcp_schema_names_init (McpSchemaNames *self, guint capacity)
{
  guint n_slots = 8;

  memset (self, 0, sizeof *self);
  self->entries = g_new (McpSchemaName, MAX (capacity, 1));
  if (capacity <= FEW)
    return;
  while (n_slots < capacity * 2)
    n_slots *= 2;
  self->slots = g_new0 (guint32, n_slots);
  self->mask = n_slots - 1;
}

void
mcp_schema_names_clear (McpSchemaNames *self)
{
  for (guint i = 0; i < self->n_entries; i++)
    g_free (self->entries[i].owned);
  g_free (self->entries);
  g_free (self->slots);
}

static McpSchemaName *
find (const McpSchemaNames *self, const char *text, gsize length, guint32 *hash, guint32 *slot)
{
  if (self->slots == NULL)
    {
      for (guint i = 0; i < self->n_entries; i++)
        if (self->entries[i].length == length && memcmp (self->entries[i].text, text, length) == 0)
          return &self->entries[i];
      return NULL;
    }
  *hash = hash_text (text, length);
  for (*slot = *hash & self->mask; self->slots[*slot] != 0; *slot = (*slot + 1) & self->mask)
    {
      McpSchemaName *name = &self->entries[self->slots[*slot] - 1];

      if (name->hash == *hash && name->length == length && memcmp (name->text, text, length) == 0)
        return name;
    }
  return NULL;
}

McpSchemaName *
mcp_schema_names_add (McpSchemaNames *self, McpJsonValue name)
{
  g_autofree char *owned = NULL;
  gsize            length;
  const char      *text = mcp_schema_peek_string (name, &length, &owned);
  guint32          hash = 0;
  guint32          slot = 0;
  McpSchemaName   *entry = find (self, text, length, &hash, &slot);

  if (entry != NULL)
    return entry;
  entry = &self->entries[self->n_entries++];
  *entry = (McpSchemaName){ text, g_steal_pointer (&owned), (guint32)length, hash,
                            G_MAXUINT32, G_MAXUINT32, name.node };
  if (self->slots != NULL)
    self->slots[slot] = self->n_entries;
  return entry;
}

const McpSchemaName *
mcp_schema_names_find_text (const McpSchemaNames *self, const char *text, gsize length)
{
  guint32 hash, slot;

  return find (self, text, length, &hash, &slot);
}

const McpSchemaName *
mcp_schema_names_find (const McpSchemaNames *self, McpJsonValue name)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (name, &length);
  guint32     hash, slot;

  text++;
  length -= 2;
  if (G_UNLIKELY (memchr (text, '\\', length) != NULL))
    {
      g_autofree char *decoded = mcp_json_value_dup_string (name, &length);

      return find (self, decoded, length, &hash, &slot);
    }
  return find (self, text, length, &hash, &slot);
}
