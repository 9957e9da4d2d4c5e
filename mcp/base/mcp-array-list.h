/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The list model of a class that keeps its items in one field: the interface reads that field, and
 * the class only tells what changed, by g_list_model_items_changed(). It stands among the code of
 * a type, as G_IMPLEMENT_INTERFACE does:
 *
 *   G_DEFINE_FINAL_TYPE_WITH_CODE (AppResult,
 *                                  app_result,
 *                                  G_TYPE_OBJECT,
 *                                  MCP_IMPLEMENT_ARRAY_LIST (AppResult, blocks, APP_TYPE_BLOCK))
 */

#pragma once

#include <gio/gio.h>

/** @field: a GPtrArray of objects, from the instance's beginning to its end */
#define MCP_IMPLEMENT_ARRAY_LIST(TypeName, field, ITEM_TYPE) \
  mcp_array_list_implement (g_define_type_id, ITEM_TYPE, G_STRUCT_OFFSET (TypeName, field));

/** @field: a list model, a GListStore for instance, whose items are this one's */
#define MCP_IMPLEMENT_INNER_LIST(TypeName, field, ITEM_TYPE) \
  mcp_inner_list_implement (g_define_type_id, ITEM_TYPE, G_STRUCT_OFFSET (TypeName, field));

/** What the macros call. @type: a final class; @offset: of the field */
void mcp_array_list_implement (GType type, GType item_type, gsize offset);
void mcp_inner_list_implement (GType type, GType item_type, gsize offset);
