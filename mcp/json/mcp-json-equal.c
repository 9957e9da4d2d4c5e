/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-value.h"

#include "mcp-json-lookup.h"
#include "mcp-json-number.h"
#include "mcp-json-string.h"

#include <string.h>

/* A pair of containers on the way down. The stack is on the heap: depth is the sender's choice. */
typedef struct
{
  McpJsonIter a; /* arrays */
  McpJsonIter b;
  guint32    *names_a; /* objects: sorted names, the value stands behind each */
  guint32    *names_b;
  guint       n_names;
  guint       position;
} Pair;

static void
pair_clear (gpointer data)
{
  Pair *self = data;

  g_free (self->names_a);
  g_free (self->names_b);
}

static gboolean
scalars_equal (McpJsonValue a, McpJsonValue b)
{
  gsize       length_a, length_b;
  const char *text_a, *text_b;

  switch (mcp_json_value_get_kind (a))
    {
    case MCP_JSON_NUMBER:
      text_a = mcp_json_value_get_text (a, &length_a);
      text_b = mcp_json_value_get_text (b, &length_b);
      return mcp_json_number_equal (text_a, length_a, text_b, length_b);

    case MCP_JSON_STRING:
      return mcp_json_string_compare (a, b) == 0;

    case MCP_JSON_BOOLEAN:
      return mcp_json_value_get_boolean (a, FALSE) == mcp_json_value_get_boolean (b, FALSE);

    default:
      return TRUE;
    }
}

static gboolean
text_equal (McpJsonValue a, McpJsonValue b)
{
  gsize       length_a, length_b;
  const char *text_a = mcp_json_value_get_text (a, &length_a);
  const char *text_b = mcp_json_value_get_text (b, &length_b);

  return length_a == length_b && memcmp (text_a, text_b, length_a) == 0;
}

/* Returns: %FALSE where the two differ already; else their contents are left to be compared */
static gboolean
push_pair (GArray *pairs, McpJsonValue a, McpJsonValue b)
{
  Pair     pair = { .position = 0 };
  guint    n_names_b = 0;
  gboolean same = TRUE;

  if (mcp_json_value_get_kind (a) == MCP_JSON_ARRAY)
    {
      if (mcp_json_value_get_n_items (a) != mcp_json_value_get_n_items (b))
        return FALSE;
      mcp_json_iter_init (&pair.a, a);
      mcp_json_iter_init (&pair.b, b);
    }
  else
    {
      pair.names_a = mcp_json_lookup_sort_members (a, TRUE, &pair.n_names);
      pair.names_b = mcp_json_lookup_sort_members (b, TRUE, &n_names_b);
      same = pair.n_names == n_names_b;
      for (guint i = 0; same && i < pair.n_names; i++)
        same = mcp_json_string_compare ((McpJsonValue){ a.document, pair.names_a[i] },
                                        (McpJsonValue){ b.document, pair.names_b[i] }) == 0;
    }
  pair.a.container = a;
  pair.b.container = b;
  g_array_append_val (pairs, pair);
  return same;
}

static gboolean
pair_next (Pair *self, McpJsonValue *a, McpJsonValue *b)
{
  if (mcp_json_value_get_kind (self->a.container) == MCP_JSON_ARRAY)
    return mcp_json_iter_next (&self->a, NULL, a) && mcp_json_iter_next (&self->b, NULL, b);
  if (self->position == self->n_names)
    return FALSE;
  *a = (McpJsonValue){ self->a.container.document, self->names_a[self->position] + 1 };
  *b = (McpJsonValue){ self->b.container.document, self->names_b[self->position] + 1 };
  self->position++;
  return TRUE;
}

gboolean
mcp_json_value_equal (McpJsonValue a, McpJsonValue b)
{
  g_autoptr (GArray) pairs = NULL;

  for (;;)
    {
      McpJsonKind kind = mcp_json_value_get_kind (a);

      if (kind != mcp_json_value_get_kind (b))
        return FALSE;
      if (kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT)
        {
          if (pairs == NULL)
            {
              /* Only at the top: looking at every level again would be quadratic in depth. */
              if (text_equal (a, b))
                return TRUE;
              pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
              g_array_set_clear_func (pairs, pair_clear);
            }
          if (!push_pair (pairs, a, b))
            return FALSE;
        }
      else if (!scalars_equal (a, b))
        return FALSE;

      while (pairs != NULL && pairs->len > 0 &&
             !pair_next (&g_array_index (pairs, Pair, pairs->len - 1), &a, &b))
        g_array_set_size (pairs, pairs->len - 1);
      if (pairs == NULL || pairs->len == 0)
        return TRUE;
    }
}
