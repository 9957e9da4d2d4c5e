/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-value.h"

#include "mcp-json-index.h"
#include "mcp-json-lookup.h"
#include "mcp-json-number.h"

#include <string.h>

McpJsonKind
mcp_json_value_get_kind (McpJsonValue self)
{
  if (self.document == NULL)
    return MCP_JSON_NONE;
  return mcp_json_node_get_kind (mcp_json_value_peek_node (self));
}

gboolean
mcp_json_value_exists (McpJsonValue self)
{
  return self.document != NULL;
}

const char *
mcp_json_kind_get_name (McpJsonKind kind)
{
  switch (kind)
    {
    case MCP_JSON_NULL:
      return "null";
    case MCP_JSON_BOOLEAN:
      return "boolean";
    case MCP_JSON_NUMBER:
      return "number";
    case MCP_JSON_STRING:
      return "string";
    case MCP_JSON_ARRAY:
      return "array";
    case MCP_JSON_OBJECT:
      return "object";
    case MCP_JSON_NONE:
    default:
      return "none";
    }
}

const char *
mcp_json_value_get_text (McpJsonValue self, gsize *length)
{
  *length = 0;
  if (self.document == NULL)
    return NULL;
  const McpJsonNode *node = mcp_json_value_peek_node (self);
  *length = mcp_json_node_get_end (node) - mcp_json_node_get_start (node);
  return self.document->text + mcp_json_node_get_start (node);
}

char *
mcp_json_value_dup_text (McpJsonValue self)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (self, &length);

  if (text == NULL)
    return NULL;
  char *copy = g_malloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

GBytes *
mcp_json_value_get_bytes (McpJsonValue self)
{
  if (self.document == NULL)
    return NULL;
  return g_bytes_new_from_bytes (self.document->bytes,
                                 mcp_json_value_get_start (self),
                                 mcp_json_value_get_length (self));
}

gsize
mcp_json_value_get_start (McpJsonValue self)
{
  return self.document == NULL ? 0 : mcp_json_node_get_start (mcp_json_value_peek_node (self));
}

gsize
mcp_json_value_get_length (McpJsonValue self)
{
  gsize length;

  mcp_json_value_get_text (self, &length);
  return length;
}

gboolean
mcp_json_value_get_boolean (McpJsonValue self, gboolean fallback)
{
  if (!mcp_json_value_is (self, MCP_JSON_BOOLEAN))
    return fallback;
  return self.document->text[mcp_json_value_get_start (self)] == 't';
}

gboolean
mcp_json_value_get_int64 (McpJsonValue self, gint64 *value)
{
  gint64 ignored;
  gsize  length;

  if (!mcp_json_value_is (self, MCP_JSON_NUMBER))
    return FALSE;
  const char *text = mcp_json_value_get_text (self, &length);
  return mcp_json_number_to_int64 (text, length, value != NULL ? value : &ignored);
}

double
mcp_json_value_get_double (McpJsonValue self, double fallback)
{
  gsize length;

  if (!mcp_json_value_is (self, MCP_JSON_NUMBER))
    return fallback;
  const char *text = mcp_json_value_get_text (self, &length);
  return mcp_json_number_to_double (text, length);
}

guint
mcp_json_value_get_n_items (McpJsonValue self)
{
  return self.document == NULL ? 0
                               : mcp_json_node_get_n_items (mcp_json_value_peek_node (self));
}

McpJsonValue
mcp_json_value_get_item (McpJsonValue self, guint index)
{
  if (index >= mcp_json_value_get_n_items (self))
    return MCP_JSON_NO_VALUE;
  for (McpJsonWalk each = mcp_json_walk (self); mcp_json_walk_next (&each);)
    if (index-- == 0)
      return each.value;
  return MCP_JSON_NO_VALUE;
}

McpJsonValue
mcp_json_value_get_member (McpJsonValue self, const char *name)
{
  if (name == NULL || !mcp_json_value_is (self, MCP_JSON_OBJECT))
    return MCP_JSON_NO_VALUE;
  return mcp_json_lookup_member (self, name, strlen (name));
}

void
mcp_json_iter_init (McpJsonIter *iter, McpJsonValue container)
{
  iter->container = container;
  iter->left = mcp_json_value_get_n_items (container);
  iter->next = iter->left > 0
                   ? mcp_json_node_get_inside (container.document->index.nodes, container.node)
                   : 0;
}

gboolean
mcp_json_iter_next (McpJsonIter *iter, McpJsonValue *name, McpJsonValue *value)
{
  McpJsonDocument *document = iter->container.document;
  McpJsonValue     found_name = MCP_JSON_NO_VALUE;
  gboolean         found = iter->left > 0;
  guint32          node = iter->next;

  if (found)
    {
      iter->left--;
      if (mcp_json_node_get_kind (&document->index.nodes[iter->container.node]) == MCP_JSON_OBJECT)
        found_name = (McpJsonValue){ document, node++ };
      iter->next = mcp_json_node_get_next (document->index.nodes, node);
    }
  if (name != NULL)
    *name = found_name;
  if (value != NULL)
    *value = found ? (McpJsonValue){ document, node } : MCP_JSON_NO_VALUE;
  return found;
}

McpJsonWalk
mcp_json_walk (McpJsonValue container)
{
  McpJsonWalk walk = { MCP_JSON_NO_VALUE, MCP_JSON_NO_VALUE, 0, 0 };

  walk.left = mcp_json_value_get_n_items (container);
  if (walk.left == 0)
    return walk;
  walk.next = mcp_json_node_get_inside (container.document->index.nodes, container.node);
  walk.value.document = container.document;
  if (mcp_json_value_is (container, MCP_JSON_OBJECT))
    walk.name.document = container.document;
  return walk;
}

gboolean
mcp_json_walk_next (McpJsonWalk *walk)
{
  guint32 node = walk->next;

  if (walk->left == 0)
    return FALSE;
  walk->left--;
  if (walk->name.document != NULL)
    walk->name.node = node++;
  walk->value.node = node;
  walk->next = mcp_json_node_get_next (walk->value.document->index.nodes, node);
  return TRUE;
}

gboolean
mcp_json_value_lists (McpJsonValue self, const char *text)
{
  if (!mcp_json_value_is (self, MCP_JSON_ARRAY))
    return FALSE;
  for (McpJsonWalk each = mcp_json_walk (self); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.value, text))
      return TRUE;
  return FALSE;
}

GStrv
mcp_json_value_dup_strings (McpJsonValue self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (!mcp_json_value_is (self, MCP_JSON_ARRAY))
    return g_strv_builder_end (builder);
  for (McpJsonWalk each = mcp_json_walk (self); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.value, NULL);

      if (text != NULL)
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

char *
mcp_json_value_dup_member_string (McpJsonValue self, const char *name)
{
  return mcp_json_value_dup_string (mcp_json_value_get_member (self, name), NULL);
}

gboolean
mcp_json_value_get_member_boolean (McpJsonValue self, const char *name, gboolean fallback)
{
  return mcp_json_value_get_boolean (mcp_json_value_get_member (self, name), fallback);
}

gint64
mcp_json_value_get_member_int64 (McpJsonValue self, const char *name, gint64 fallback)
{
  gint64 value;

  if (!mcp_json_value_get_int64 (mcp_json_value_get_member (self, name), &value))
    return fallback;
  return value;
}

void
mcp_json_slot_set (McpJsonSlot *slot, McpJsonValue value)
{
  McpJsonDocument *old = slot->value.document;

  if (value.document != NULL)
    mcp_json_document_ref (value.document);
  slot->value = value;
  if (old != NULL)
    mcp_json_document_unref (old);
}

void
mcp_json_slot_clear (McpJsonSlot *slot)
{
  mcp_json_slot_set (slot, MCP_JSON_NO_VALUE);
}
