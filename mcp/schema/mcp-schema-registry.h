/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaRegistry: the documents that schemas may refer to by address. Nothing is ever fetched:
 * it has the metaschemas of the dialects, which are bundled, and what is added. Atomically
 * refcounted; adding is for its maker, before it is shared.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

typedef struct _McpSchemaRegistry McpSchemaRegistry;

McpSchemaRegistry *mcp_schema_registry_new (void);
McpSchemaRegistry *mcp_schema_registry_ref (McpSchemaRegistry *self);
void               mcp_schema_registry_unref (McpSchemaRegistry *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchemaRegistry, mcp_schema_registry_unref)

/** @uri: absolute, without a fragment; the last one of an address counts
 * @schema: its document is held */
void mcp_schema_registry_add (McpSchemaRegistry *self, const char *uri, McpJsonValue schema);
/** @self: (nullable): %NULL knows the metaschemas only. @uri: an empty fragment is ignored.
 * Returns: the document's value, or none */
McpJsonValue mcp_schema_registry_find (McpSchemaRegistry *self, const char *uri);

G_END_DECLS
