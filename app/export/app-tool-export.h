/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppToolExport: any selection of tools, as the request of a vendor's API takes them: a GListModel
 * of AppExportedTool. Immutable; it may be made in any thread.
 *
 * Names are those of the tools wherever the vendor takes them; others are mapped, and no two are
 * alike.
 */

#pragma once

#include <gio/gio.h>

#include "app-exported-tool.h"

#define APP_TYPE_TOOL_EXPORT (app_tool_export_get_type ())
G_DECLARE_FINAL_TYPE (AppToolExport, app_tool_export, APP, TOOL_EXPORT, GObject)

/** @tools: (element-type McpTool): held
 * @servers: (nullable) (array length of @tools): where tools are of several servers, the name of
 * each one's; goes before the tool's own, as server__tool. Returns: (transfer full) */
AppToolExport *
app_tool_export_new (AppExportFormat format, GPtrArray *tools, const char *const *servers);

/** What there is to say of all the tools together. Returns: (transfer none) (nullable)
 * (element-type McpFinding) */
GPtrArray *app_tool_export_get_findings (AppToolExport *self);
guint      app_tool_export_get_tokens (AppToolExport *self);

/** The value of "tools" in a request. @indent: spaces a level; 0 for one line
 * Returns: (transfer full): JSON text */
char *app_tool_export_dup_text (AppToolExport *self, guint indent);
