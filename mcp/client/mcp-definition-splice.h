/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Brings one list of definitions to another by few splices, keeping what stayed. */

#pragma once

#include "mcp-definition.h"

/** Called after each splice, in order; g_list_model_items_changed() is one. */
typedef void (*McpSplicedFunc) (gpointer data, guint position, guint removed, guint added);

/** Puts @definitions in the place of @items (both element-type McpDefinition), compared by key and
 * content: an entry that equals one of @items is that one afterwards, so that it keeps its
 * identity. */
void mcp_definition_splice (GPtrArray     *items,
                            GPtrArray     *definitions,
                            McpSplicedFunc spliced,
                            gpointer       data);
