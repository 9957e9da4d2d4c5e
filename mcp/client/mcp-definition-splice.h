/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Finds the way from one list of definitions to another by few splices, keeping what stayed. */

#pragma once

#include "mcp-definition.h"

G_BEGIN_DECLS

/** Entries of the old list that go, and of the fresh one that come in their place. Applied in
 * order, each begins at @fresh_start. */
typedef struct
{
  guint old_start;
  guint old_length;
  guint fresh_start;
  guint fresh_length;
} McpDefinitionSplice;

/**
 * Compares by key and content. An entry of @fresh (element-type McpDefinition) that equals one of
 * @old is replaced by that one, so that it keeps its identity.
 * Returns: (transfer full) (element-type McpDefinitionSplice): empty where nothing changed
 */
GArray *mcp_definition_find_splices (GPtrArray *old, GPtrArray *fresh);

G_END_DECLS
