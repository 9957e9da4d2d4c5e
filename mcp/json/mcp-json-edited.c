/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading a text that differs from one that was read in the bytes of one value only. */

#include <string.h>

#include "mcp-json-reader.h"

/* Whether @value was read out of @text too: only its own bytes may differ there. */
static gboolean
is_same_around (McpJsonValue value, const char *text, gsize size)
{
  McpJsonDocument *before = value.document;
  gsize            start = mcp_json_value_get_start (value);
  gsize            behind = before->size - start - mcp_json_value_get_length (value);

  return size >= start + behind && size <= MCP_JSON_MAX_BYTES &&
         memcmp (before->text, text, start) == 0 &&
         memcmp (before->text + before->size - behind, text + size - behind, behind) == 0;
}

/* The containers around a node are those before it that end behind it. */
static guint
get_depth (McpJsonValue value)
{
  const McpJsonNode *nodes = value.document->index.nodes;
  guint              depth = 0;

  for (guint32 i = 0; i < value.node; i = mcp_json_node_get_inside (nodes, i))
    depth += mcp_json_node_get_next (nodes, i) > value.node;
  return depth;
}

/* Moves the nodes from @first to @end: in the text by @bytes, and what a container names as behind
 * itself by @places. */
static void
shift (McpJsonNode *nodes, guint32 first, guint32 end, gssize bytes, guint32 places)
{
  for (guint32 i = first; i < end; i = mcp_json_node_get_inside (nodes, i))
    {
      nodes[i].start_and_kind += (guint32)(bytes * (1 << MCP_JSON_KIND_BITS));
      nodes[i].end_and_flags += (guint32)(bytes * (1 << MCP_JSON_FLAG_BITS));
      if (mcp_json_node_is_container (&nodes[i]))
        nodes[i + 1].next += places;
    }
}

/* The index of the text before, with the nodes of @value replaced by those of @fresh. */
static gboolean
join (McpJsonIndex *joined, McpJsonValue value, const McpJsonIndex *fresh, gssize grown)
{
  const McpJsonIndex *before = &value.document->index;
  gsize               start = mcp_json_value_get_start (value);
  guint32             behind = mcp_json_node_get_next (before->nodes, value.node);
  guint32             end = value.node + fresh->n_nodes;
  guint32             added = fresh->n_nodes - (behind - value.node);

  if (!mcp_json_index_reserve (joined, (gsize)before->n_nodes + added))
    return FALSE;
  joined->n_nodes = before->n_nodes + added;
  memcpy (joined->nodes, before->nodes, value.node * sizeof (McpJsonNode));
  for (guint32 i = 0; i < value.node; i = mcp_json_node_get_inside (joined->nodes, i))
    if (mcp_json_node_get_next (joined->nodes, i) > value.node)
      {
        joined->nodes[i + 1].next += added;
        joined->nodes[i].end_and_flags += (guint32)(grown * (1 << MCP_JSON_FLAG_BITS));
      }
  memcpy (joined->nodes + value.node, fresh->nodes, fresh->n_nodes * sizeof (McpJsonNode));
  shift (joined->nodes, value.node, end, (gssize)start, value.node);
  memcpy (joined->nodes + end, before->nodes + behind,
          (before->n_nodes - behind) * sizeof (McpJsonNode));
  shift (joined->nodes, end, joined->n_nodes, grown, added);
  return TRUE;
}

McpJsonDocument *
mcp_json_document_parse_edited (GBytes *bytes, McpJsonValue edited, GError **error)
{
  McpJsonIndex fresh = { NULL };
  McpJsonIndex index = { NULL };
  gboolean     joined = FALSE;
  gsize        size = 0;

  g_return_val_if_fail (bytes != NULL, NULL);

  const char *text = g_bytes_get_data (bytes, &size);
  if (edited.document == NULL || text == NULL || !is_same_around (edited, text, size))
    return mcp_json_document_parse (bytes, NULL, NULL, error);

  gssize grown = (gssize)size - (gssize)edited.document->size;
  gsize  start = mcp_json_value_get_start (edited);
  gsize  length = (gsize)((gssize)mcp_json_value_get_length (edited) + grown);

  /* White space at the ends of the value would be that of another place. */
  if (length > 0 && strchr (" \t\r\n", text[start]) == NULL &&
      strchr (" \t\r\n", text[start + length - 1]) == NULL &&
      mcp_json_reader_read (text + start, length, MCP_JSON_MAX_DEPTH - get_depth (edited),
                            &fresh) == MCP_JSON_READER_DONE)
    {
      joined = join (&index, edited, &fresh, grown);
      mcp_json_index_clear (&fresh);
    }
  if (!joined)
    return mcp_json_document_parse (bytes, NULL, NULL, error);

  McpJsonDocument *self = g_new0 (McpJsonDocument, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->bytes = g_bytes_ref (bytes);
  self->text = text;
  self->size = size;
  self->index = index;
  return self;
}
