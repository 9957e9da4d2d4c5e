/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaIndexer: the pass that makes the index of a schema, private to mcp/schema. Works level
 * by level from a list of what is still to do, so that depth costs nothing; references are resolved
 * when a document is through, and may bring in others.
 */

#pragma once

#include "mcp-schema-private.h"

typedef struct
{
  McpSchema  *schema;
  GHashTable *addresses;     /* (nullable): URI → resource + 1 */
  GHashTable *anchors;       /* (nullable): "resource#name" → anchor + 1 */
  GHashTable *extras;        /* (nullable): JSON node → node, where no keyword makes a schema */
  GHashTable *dynamic;       /* (nullable): name of dynamic anchors → McpSchemaDynamicTarget */
  GHashTable *dynamic_nodes; /* (nullable): node → the name of its dynamic anchor */
  guint32     next;          /* the first node that is not read yet */
  guint32     n_resolved;

  /* The node that is being read */
  guint32          node;
  McpJsonValue     value;
  guint            vocabularies;
  McpSchemaDialect dialect;
  McpJsonValue     members[MCP_SCHEMA_N_KEYWORDS];
  guint32          children[MCP_SCHEMA_N_KEYWORDS];
  guint32          n_children[MCP_SCHEMA_N_KEYWORDS];
} McpSchemaIndexer;

/** Indexes everything. */
void mcp_schema_index (McpSchema *schema);

/** Adds a document, or a part of one, as a resource. @uri: (nullable). Returns: its resource */
guint32
mcp_schema_indexer_add_document (McpSchemaIndexer *self, const char *uri, McpJsonValue value);
/** Adds a node to read later. Returns: its index; NOWHERE beyond the limit */
guint32 mcp_schema_indexer_push (McpSchemaIndexer *self, McpJsonValue value, guint32 resource);
/** Reads all nodes that were added. */
void mcp_schema_indexer_run (McpSchemaIndexer *self);

/** "$schema", "$id" and anchors of the node that is being read: it may be a resource of its own, or
 * have names. */
void mcp_schema_indexer_enter (McpSchemaIndexer *self, gboolean is_root);
/** Makes the operations of the node that is being read. */
void mcp_schema_indexer_emit (McpSchemaIndexer *self);
/** Resolves the references that were found. */
void mcp_schema_indexer_resolve (McpSchemaIndexer *self);

/** A keyword whose value means nothing. */
void
mcp_schema_indexer_refuse (McpSchemaIndexer *self, McpSchemaKeyword keyword, const char *wanted);
