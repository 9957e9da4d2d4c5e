/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppToolOverlays: what a person has a model told of tools in place of what their servers say: a
 * description of the tool, and of each argument its description, the values it may have and a
 * default. The servers are not touched. An argument that the model leaves out is sent with its
 * default, since the server does not know that. Immutable; reference counted.
 *
 * |[
 * {
 *   "search_papers": {
 *     "description": "Finds papers of the two conferences.",
 *     "arguments": {
 *       "conference": {"enum": ["NeurIPS", "ICLR"], "default": "ICLR"},
 *       "filter": {"arguments": {"year": {"description": "From 2023 on"}}}
 *     }
 *   },
 *   "server__tool": {…}
 * }
 * ]|
 *
 * Of a tool that is named with its server and without, the former counts.
 */

#pragma once

#include "mcp-tool.h"

#define APP_TOOL_OVERLAYS_MAX_DEPTH 16u

typedef struct _AppToolOverlays AppToolOverlays;

/** @value: held. Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT, in words,
 * where a member is none of those above, or not of its kind */
AppToolOverlays *app_tool_overlays_new (McpJsonValue value, GError **error);
AppToolOverlays *app_tool_overlays_ref (AppToolOverlays *self);
void             app_tool_overlays_unref (AppToolOverlays *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppToolOverlays, app_tool_overlays_unref)

/** Returns: all of it, as it was written */
McpJsonValue app_tool_overlays_get_value (AppToolOverlays *self);
/** Returns: what there is for the tool, to be given to the functions below; none where there is
 * nothing */
McpJsonValue
app_tool_overlays_find (AppToolOverlays *self, const char *server, const char *tool);
/** Returns: (transfer full): the tool as a model is told of it; arguments that it does not have are
 * none there either */
McpTool *app_tool_overlay_apply (McpJsonValue overlay, McpTool *tool);
/** What is written for arguments that the tool does not have.
 * Returns: (transfer full) (element-type utf8): their names, with those they are in */
GPtrArray *app_tool_overlay_list_strays (McpJsonValue overlay, McpTool *tool);
/** Arguments whose default is none of the values that they may have, because the overlay has it so.
 * @told: the tool with the overlay. Returns: (transfer full) (element-type utf8): as above */
GPtrArray *app_tool_overlay_list_odd_defaults (McpJsonValue overlay, McpTool *told);
/** The arguments with the overlay's defaults where they are absent. @tool: as the model was told
 * of it; what it does not have is not put in
 * @changes: (element-type AppModelChange): those are added. Returns: (transfer full): JSON text */
char *app_tool_overlay_fill (McpJsonValue overlay,
                             McpTool     *tool,
                             McpJsonValue arguments,
                             GPtrArray   *changes);
