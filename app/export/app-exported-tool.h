/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExportedTool: one tool as a model is told of it. Immutable.
 */

#pragma once

#include <gio/gio.h>

#include "app-export-names.h"
#include "mcp-tool.h"

#define APP_TYPE_EXPORTED_TOOL (app_exported_tool_get_type ())
G_DECLARE_FINAL_TYPE (AppExportedTool, app_exported_tool, APP, EXPORTED_TOOL, GObject)

/** @model_name: how the model is to call it. Returns: (transfer full) */
AppExportedTool *
app_exported_tool_new (McpTool *tool, AppExportFormat format, const char *model_name);

/** Returns: (transfer none) */
McpTool *app_exported_tool_get_tool (AppExportedTool *self);
/** Another name where the vendor does not take the tool's own. Returns: (transfer none) */
const char *app_exported_tool_get_model_name (AppExportedTool *self);
/** Why strict mode, though wanted, is not possible: a clause.
 * Returns: (transfer none) (nullable) */
const char *app_exported_tool_get_reason (AppExportedTool *self);
/** What it costs to describe it to a model, see app_token_estimate_text(). */
guint app_exported_tool_get_tokens (AppExportedTool *self);
/** The entry of the vendor's list of tools. Returns: (transfer none): JSON text */
const char *app_exported_tool_get_text (AppExportedTool *self);
/** What is not told, or in another way; its pointers are in the input schema. Returns: (transfer
 * none) (nullable) (element-type McpFinding) */
GPtrArray *app_exported_tool_get_findings (AppExportedTool *self);
/** How arguments get back to their own names. Returns: (transfer none) (nullable): %NULL where the
 * model has them as they are */
AppExportNames *app_exported_tool_get_names (AppExportedTool *self);
