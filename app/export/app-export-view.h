/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExportView: a sub-schema as one flat thing: what it says, what it refers to, its allOf and its
 * only branch beside null, put together. What stands outside goes before what stands inside. A
 * plain structure of borrowed values.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-schema-keyword.h"
#include "mcp-schema-node.h"

G_BEGIN_DECLS

typedef struct
{
  McpJsonValue root;
  McpJsonValue keywords[MCP_SCHEMA_N_KEYWORDS]; /* the outermost of each; none where absent */
  GPtrArray   *properties;                      /* McpJsonValue pairs, see below */
  GArray      *required;                        /* McpJsonValue: names */
  GArray      *branches;                        /* McpJsonValue: those of a union, without null */
  GArray      *dropped;                         /* McpSchemaKeyword: what cannot be put together */
  guint        types;                           /* McpSchemaTypes, 0 where not said or inferred */
  gboolean     nullable;
  gboolean     circular; /* it refers to what is being written */
} AppExportView;

typedef struct
{
  McpJsonValue name;
  McpJsonValue schema;
} AppExportProperty;

/** @stack: (element-type guint32): nodes of what references led to, from the root to here; those of
 * this schema are added */
void app_export_view_init (AppExportView *self,
                           McpJsonValue   root,
                           McpJsonValue   schema,
                           GArray        *stack);
void app_export_view_clear (AppExportView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AppExportView, app_export_view_clear)

G_END_DECLS
