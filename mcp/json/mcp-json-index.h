/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The index of a document, private to mcp/json: a node for every value and every member name, in
 * the order of the text. A scalar takes 8 bytes, a container 16, two places of the array, because
 * a text is mostly scalars: the index of a large one would else be twice as long as the text. The
 * descendants of a container follow it; a member is two neighbours, its name and its value. While
 * the reader is at work, the open containers form its stack: "next" names the container around
 * them.
 */

#pragma once

#include "mcp-json-document.h"
#include "mcp-json-value.h"

/* Kinds need 3 bits beside an offset of 29, flags 2 beside an end of 30: MCP_JSON_MAX_BYTES. */
#define MCP_JSON_KIND_BITS 3
#define MCP_JSON_FLAG_BITS 2

#define MCP_JSON_FLAG_ESCAPED 1u   /* string: holds a backslash */
#define MCP_JSON_FLAG_NON_ASCII 2u /* string: holds a byte from 0x80 */
#define MCP_JSON_FLAG_FRACTION 1u  /* number: not written as a plain integer */

typedef union
{
  struct
  {
    guint32 start_and_kind;
    guint32 end_and_flags;
  };
  /* Behind that of a container, in a place of its own */
  struct
  {
    guint32 next;    /* the node behind this value and all that it contains */
    guint32 n_items; /* elements, or members */
  };
} McpJsonNode;

G_STATIC_ASSERT (sizeof (McpJsonNode) == 8);

typedef struct
{
  McpJsonNode *nodes;
  guint32      n_nodes; /* places: one of a scalar, two of a container */
  gsize        mapped;  /* bytes of a mapping of its own; 0: from the heap */
} McpJsonIndex;

/** Makes room for @n_nodes places, which may be far more than will be needed: what is not touched
 * costs no memory. Returns: %FALSE where there is not so much */
gboolean mcp_json_index_reserve (McpJsonIndex *self, gsize n_nodes);
/** Gives back what is behind the first @n_nodes. */
void mcp_json_index_trim (McpJsonIndex *self, guint32 n_nodes);
void mcp_json_index_clear (McpJsonIndex *self);

typedef struct _McpJsonLookup McpJsonLookup;

struct _McpJsonDocument
{
  gatomicrefcount ref_count;
  GBytes         *bytes;
  const char     *text;
  gsize           size;
  McpJsonIndex    index;
  McpJsonLookup  *lookup; /* made when a large object is first asked for a member; atomic */
};

static inline const McpJsonNode *
mcp_json_value_peek_node (McpJsonValue value)
{
  return &value.document->index.nodes[value.node];
}

static inline McpJsonKind
mcp_json_node_get_kind (const McpJsonNode *node)
{
  return (McpJsonKind)(node->start_and_kind & ((1u << MCP_JSON_KIND_BITS) - 1));
}

static inline gsize
mcp_json_node_get_start (const McpJsonNode *node)
{
  return node->start_and_kind >> MCP_JSON_KIND_BITS;
}

static inline gsize
mcp_json_node_get_end (const McpJsonNode *node)
{
  return node->end_and_flags >> MCP_JSON_FLAG_BITS;
}

static inline guint
mcp_json_node_get_flags (const McpJsonNode *node)
{
  return node->end_and_flags & ((1u << MCP_JSON_FLAG_BITS) - 1);
}

static inline gboolean
mcp_json_value_is (McpJsonValue value, McpJsonKind kind)
{
  return value.document != NULL &&
         mcp_json_node_get_kind (mcp_json_value_peek_node (value)) == kind;
}

static inline gboolean
mcp_json_node_is_container (const McpJsonNode *node)
{
  return mcp_json_node_get_kind (node) >= MCP_JSON_ARRAY;
}

/* The place of the first child: where what the node takes ends. */
static inline guint32
mcp_json_node_get_inside (const McpJsonNode *nodes, guint32 node)
{
  return node + (mcp_json_node_is_container (&nodes[node]) ? 2 : 1);
}

/* The node behind the value and all that it contains. */
static inline guint32
mcp_json_node_get_next (const McpJsonNode *nodes, guint32 node)
{
  return mcp_json_node_is_container (&nodes[node]) ? nodes[node + 1].next : node + 1;
}

/* 0 of a scalar */
static inline guint32
mcp_json_node_get_n_items (const McpJsonNode *node)
{
  return mcp_json_node_is_container (node) ? node[1].n_items : 0;
}

/* What stands between the quotes of a string. */
static inline const char *
mcp_json_value_peek_content (McpJsonValue value, const char **end)
{
  const McpJsonNode *node = mcp_json_value_peek_node (value);

  *end = value.document->text + mcp_json_node_get_end (node) - 1;
  return value.document->text + mcp_json_node_get_start (node) + 1;
}
