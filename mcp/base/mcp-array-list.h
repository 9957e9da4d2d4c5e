/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The list model of a class that keeps its items in a GPtrArray of objects: the interface reads
 * that field, and the class only tells what changed, by g_list_model_items_changed().
 *
 *   static void
 *   app_result_list_init (GListModelInterface *iface)
 *   {
 *     mcp_array_list_init (iface, APP_TYPE_BLOCK, G_STRUCT_OFFSET (AppResult, blocks));
 *   }
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** For the interface's init function of a final class. @offset: of the field, which is a GPtrArray
 * from the instance's beginning to its end */
void mcp_array_list_init (GListModelInterface *iface, GType item_type, gsize offset);

G_END_DECLS
