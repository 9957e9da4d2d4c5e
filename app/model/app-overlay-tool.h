/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppOverlayTool: a tool with what a model is told of it in place of what its server says, to be
 * edited: a list of AppOverlayField, those of the tool first, then those of each argument. What is
 * written for arguments that it does not have stays as it is. Main thread only.
 *
 * Properties (all notify)
 *   changed (boolean): something is told otherwise
 *   problem (string, nullable): what is wrong, in words: the first of it
 *
 * Signal
 *   edited: what an overlay has to say is another
 */

#pragma once

#include "app-overlay-field.h"
#include "mcp-tool.h"

/* Arguments that have fields; those beyond are in the JSON. */
#define APP_OVERLAY_TOOL_MAX_PLACES 200u

#define APP_TYPE_OVERLAY_TOOL (app_overlay_tool_get_type ())
G_DECLARE_FINAL_TYPE (AppOverlayTool, app_overlay_tool, APP, OVERLAY_TOOL, GObject)

/** @server: what it is called here. @tool: held: as its server says. @findings: (nullable)
 * (element-type McpFinding): held: what the model's provider is told otherwise or not at all
 * Returns: (transfer full) */
AppOverlayTool *app_overlay_tool_new (const char *server, McpTool *tool, GPtrArray *findings);

/** Returns: (transfer none) */
const char *app_overlay_tool_get_server (AppOverlayTool *self);
/** Returns: (transfer none): the tool's own name */
const char *app_overlay_tool_get_name (AppOverlayTool *self);
gboolean    app_overlay_tool_is_changed (AppOverlayTool *self);
/** Returns: (transfer none) (nullable) */
const char *app_overlay_tool_get_problem (AppOverlayTool *self);
/** Returns: (transfer none) (nullable): the field that the problem is about; %NULL where there is
 * none, or where it is about none of them */
AppOverlayField *app_overlay_tool_get_wrong_field (AppOverlayTool *self);
/** Returns: (transfer none): of AppOverlayField */
GListModel *app_overlay_tool_get_fields (AppOverlayTool *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *app_overlay_tool_get_findings (AppOverlayTool *self);
/** What of the tool's schema the model's provider leaves out, for a list: "3 keywords left out:
 * minimum, default". Returns: (transfer full) (nullable): %NULL where nothing is */
char *app_overlay_tool_dup_left_out (AppOverlayTool *self);
/** All of it is the server's own again. */
void app_overlay_tool_reset (AppOverlayTool *self);
/** What differs between the server's definition and what the model is told.
 * Returns: (transfer full): of AppDiffLine; empty where nothing differs */
GListModel *app_overlay_tool_list_differences (AppOverlayTool *self);

/** @overlay: as app_tool_overlays_find() has it; may be none; "edited" is not emitted */
void app_overlay_tool_load (AppOverlayTool *self, McpJsonValue overlay);
/** Returns: (transfer full): the overlay as JSON text; "{}" where nothing is said */
char *app_overlay_tool_dup_text (AppOverlayTool *self);
