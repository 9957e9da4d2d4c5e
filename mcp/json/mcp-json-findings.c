/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-document.h"

#include "mcp-json-lookup.h"
#include "mcp-json-number.h"
#include "mcp-json-string.h"

#include <string.h>

/* Up to here every name is compared with every other; above, names are sorted. */
#define SMALL_OBJECT 8

typedef struct
{
  GArray *findings;
  guint   max;
} Search;

static gboolean
is_full (Search *self)
{
  return self->max > 0 && self->findings->len >= self->max;
}

static void
add (Search *self, McpJsonFindingKind kind, McpJsonValue value, gsize start, gsize length)
{
  McpJsonFinding finding = { kind, value, start, length };

  if (!is_full (self))
    g_array_append_val (self->findings, finding);
}

static void
add_duplicate (Search *self, McpJsonValue name)
{
  add (self, MCP_JSON_FINDING_DUPLICATE_MEMBER, name, mcp_json_value_get_start (name),
       mcp_json_value_get_length (name));
}

static gboolean
names_equal (McpJsonValue a, McpJsonValue b)
{
  const McpJsonNode *one = mcp_json_value_peek_node (a);
  const McpJsonNode *two = mcp_json_value_peek_node (b);
  guint              flags = mcp_json_node_get_flags (one) | mcp_json_node_get_flags (two);

  if ((flags & MCP_JSON_FLAG_ESCAPED) == 0 &&
      mcp_json_value_get_length (a) != mcp_json_value_get_length (b))
    return FALSE;
  return mcp_json_string_compare (a, b) == 0;
}

static void
search_small_object (Search *self, McpJsonValue object)
{
  McpJsonValue names[SMALL_OBJECT];
  McpJsonIter  iter;
  guint        n = 0;

  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &names[n], NULL))
    {
      for (guint i = 0; i < n; i++)
        if (names_equal (names[i], names[n]))
          {
            add_duplicate (self, names[n]);
            break;
          }
      if (++n == SMALL_OBJECT)
        break;
    }
}

static void
search_object (Search *self, McpJsonValue object)
{
  guint n;

  if (mcp_json_value_get_n_items (object) <= SMALL_OBJECT)
    {
      search_small_object (self, object);
      return;
    }
  g_autofree guint32 *names = mcp_json_lookup_sort_members (object, FALSE, &n);
  for (guint i = 1; i < n; i++)
    {
      McpJsonValue name = { object.document, names[i] };

      if (names_equal ((McpJsonValue){ object.document, names[i - 1] }, name))
        add_duplicate (self, name);
    }
}

static void
search_string (Search *self, McpJsonValue string)
{
  const char *end;
  const char *p = mcp_json_value_peek_content (string, &end);

  while (p < end && !is_full (self))
    {
      const char *escape = memchr (p, '\\', (gsize)(end - p));

      if (escape == NULL)
        return;
      p = escape;
      gunichar c = mcp_json_string_next (&p, end);
      if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
        add (self, c == 0 ? MCP_JSON_FINDING_NUL_CHARACTER : MCP_JSON_FINDING_LONE_SURROGATE,
             string, (gsize)(escape - string.document->text), (gsize)(p - escape));
    }
}

static int
compare_findings (gconstpointer a, gconstpointer b)
{
  const McpJsonFinding *one = a;
  const McpJsonFinding *two = b;

  if (one->start != two->start)
    return one->start < two->start ? -1 : 1;
  return (int)one->kind - (int)two->kind;
}

GArray *
mcp_json_document_find (McpJsonDocument *self, guint max_findings)
{
  Search search = { NULL, max_findings };

  g_return_val_if_fail (self != NULL, NULL);

  search.findings = g_array_new (FALSE, FALSE, sizeof (McpJsonFinding));
  if (self->size >= 3 && memcmp (self->text, "\xef\xbb\xbf", 3) == 0)
    add (&search, MCP_JSON_FINDING_BYTE_ORDER_MARK, mcp_json_document_get_root (self), 0, 3);
  for (guint32 i = 0; i < self->index.n_nodes && !is_full (&search);
       i = mcp_json_node_get_inside (self->index.nodes, i))
    {
      const McpJsonNode *node = &self->index.nodes[i];
      McpJsonValue       value = { self, i };

      switch (mcp_json_node_get_kind (node))
        {
        case MCP_JSON_STRING:
          if (mcp_json_node_get_flags (node) & MCP_JSON_FLAG_ESCAPED)
            search_string (&search, value);
          break;

        case MCP_JSON_NUMBER:
          {
            gsize       length;
            const char *text = mcp_json_value_get_text (value, &length);

            if (mcp_json_number_is_inexact (text, length))
              add (&search, MCP_JSON_FINDING_INEXACT_NUMBER, value,
                   mcp_json_node_get_start (node), length);
            break;
          }

        case MCP_JSON_OBJECT:
          if (mcp_json_node_get_n_items (node) > 1)
            search_object (&search, value);
          break;

        default:
          break;
        }
    }
  g_array_sort (search.findings, compare_findings);
  return search.findings;
}
