/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-lookup.h"

#include "mcp-json-string.h"

#include <string.h>

/* Up to here a walk through the members is as fast as anything. */
#define SMALL_OBJECT 48
/* Sorting costs as much as some walks: an object that is asked for a few members is not sorted. */
#define WALKS_BEFORE_SORTING 8

typedef struct
{
  guint    n_walks;
  guint32 *names; /* sorted and unique; NULL until it pays */
  guint    n_names;
} SortedObject;

struct _McpJsonLookup
{
  GMutex      mutex;
  GHashTable *objects; /* node of the object → SortedObject */
};

typedef struct
{
  guint64 prefix; /* the first bytes of the name, so that most comparisons end here */
  guint32 node;
} SortedName;

static void
sorted_object_free (gpointer data)
{
  SortedObject *self = data;

  g_free (self->names);
  g_free (self);
}

void
mcp_json_lookup_free (McpJsonLookup *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->objects);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static McpJsonLookup *
ensure_lookup (McpJsonDocument *document)
{
  McpJsonLookup *self = g_atomic_pointer_get (&document->lookup);

  if (self != NULL)
    return self;
  self = g_new0 (McpJsonLookup, 1);
  g_mutex_init (&self->mutex);
  self->objects = g_hash_table_new_full (NULL, NULL, NULL, sorted_object_free);
  if (!g_atomic_pointer_compare_and_exchange (&document->lookup, NULL, self))
    {
      mcp_json_lookup_free (self);
      self = g_atomic_pointer_get (&document->lookup);
    }
  return self;
}

/* UTF-8 keeps the order of code points, also where it encodes a lone surrogate. */
static guint64
get_prefix (McpJsonValue name)
{
  const char *end;
  const char *p = mcp_json_value_peek_content (name, &end);
  guint64     prefix = 0;
  guint       n = 0;

  while (p < end && n < 8)
    {
      char encoded[6];
      int  m = g_unichar_to_utf8 (mcp_json_string_next (&p, end), encoded);

      for (int i = 0; i < m && n < 8; i++, n++)
        prefix |= (guint64)(guchar)encoded[i] << (56 - 8 * n);
    }
  return prefix;
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  const SortedName *one = a;
  const SortedName *two = b;

  if (one->prefix != two->prefix)
    return one->prefix < two->prefix ? -1 : 1;
  int order = mcp_json_string_compare ((McpJsonValue){ data, one->node },
                                       (McpJsonValue){ data, two->node });
  return order != 0 ? order : (one->node > two->node) - (one->node < two->node);
}

guint32 *
mcp_json_lookup_sort_members (McpJsonValue object, gboolean unique, guint *n)
{
  guint        n_items = mcp_json_value_get_n_items (object);
  McpJsonIter  iter;
  McpJsonValue name;
  guint        i = 0;

  *n = 0;
  if (n_items == 0)
    return NULL;
  g_autofree SortedName *sorted = g_new (SortedName, n_items);
  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, NULL))
    sorted[i++] = (SortedName){ get_prefix (name), name.node };
  g_qsort_with_data (sorted, (gint)n_items, sizeof *sorted, compare_names, object.document);

  guint32 *names = g_new (guint32, n_items);
  for (i = 0; i < n_items; i++)
    {
      if (unique && i + 1 < n_items && sorted[i].prefix == sorted[i + 1].prefix &&
          mcp_json_string_compare ((McpJsonValue){ object.document, sorted[i].node },
                                   (McpJsonValue){ object.document, sorted[i + 1].node }) == 0)
        continue;
      names[(*n)++] = sorted[i].node;
    }
  return names;
}

static McpJsonValue
walk (McpJsonValue object, const char *name, gsize length)
{
  McpJsonValue found = MCP_JSON_NO_VALUE;
  McpJsonValue member, value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &member, &value))
    if (mcp_json_string_equals (member, name, length))
      found = value;
  return found;
}

/* Compares as mcp_json_string_compare() does, which keeps a lone surrogate what it is. */
static int
compare_to_text (McpJsonValue name, const char *text, gsize length)
{
  const char *text_end = text + length;
  const char *end;
  const char *p = mcp_json_value_peek_content (name, &end);

  while (p < end && text < text_end)
    {
      gunichar c = mcp_json_string_next (&p, end);
      gunichar d = g_utf8_get_char (text);

      if (c != d)
        return c < d ? -1 : 1;
      text = g_utf8_next_char (text);
    }
  return (p < end) - (text < text_end);
}

static McpJsonValue
search (const SortedObject *sorted, McpJsonValue object, const char *name, gsize length)
{
  guint low = 0;
  guint high = sorted->n_names;

  while (low < high)
    {
      guint   middle = low + (high - low) / 2;
      guint32 node = sorted->names[middle];
      int     order = compare_to_text ((McpJsonValue){ object.document, node }, name, length);

      if (order == 0)
        return (McpJsonValue){ object.document, node + 1 };
      if (order < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return MCP_JSON_NO_VALUE;
}

McpJsonValue
mcp_json_lookup_member (McpJsonValue object, const char *name, gsize length)
{
  /* Only a valid name has a place in the order; U+FFFD would have to find lone surrogates too. */
  if (mcp_json_value_get_n_items (object) <= SMALL_OBJECT ||
      !g_utf8_validate (name, (gssize)length, NULL) || strstr (name, "\xef\xbf\xbd") != NULL)
    return walk (object, name, length);

  McpJsonLookup *self = ensure_lookup (object.document);
  g_mutex_lock (&self->mutex);
  SortedObject *sorted = g_hash_table_lookup (self->objects, GUINT_TO_POINTER (object.node));
  if (sorted == NULL)
    {
      sorted = g_new0 (SortedObject, 1);
      g_hash_table_insert (self->objects, GUINT_TO_POINTER (object.node), sorted);
    }
  if (sorted->names == NULL && ++sorted->n_walks > WALKS_BEFORE_SORTING)
    sorted->names = mcp_json_lookup_sort_members (object, TRUE, &sorted->n_names);
  SortedObject found = *sorted;
  g_mutex_unlock (&self->mutex);

  /* Once there, the names stay until the document goes. */
  return found.names != NULL ? search (&found, object, name, length) : walk (object, name, length);
}
