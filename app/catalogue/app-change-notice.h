/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppChangeNotice: one entry of a server's lists that was added, removed or altered since the
 * person last looked. Immutable. It is grave where the person had allowed the tool to run as it
 * was before.
 */

#pragma once

#include "mcp-tool.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  APP_CHANGE_ADDED,
  APP_CHANGE_REMOVED,
  APP_CHANGE_ALTERED,
} AppChangeKind;

#define APP_TYPE_CHANGE_NOTICE (app_change_notice_get_type ())
G_DECLARE_FINAL_TYPE (AppChangeNotice, app_change_notice, APP, CHANGE_NOTICE, GObject)

/** @before, @after: (nullable): %NULL where it was not there. Returns: (transfer full) */
AppChangeNotice *app_change_notice_new (McpDefinition *before, McpDefinition *after);
/** A tool that says something else than what was approved.
 * @approved: what it said: see app_change_notice_dup_tool_text(). Returns: (transfer full) */
AppChangeNotice *app_change_notice_new_grave (McpTool *tool, const char *approved);

AppChangeKind app_change_notice_get_kind (AppChangeNotice *self);
/** Returns: (transfer none): "added", "removed" or "altered", translated */
const char       *app_change_notice_get_word (AppChangeNotice *self);
gboolean          app_change_notice_is_grave (AppChangeNotice *self);
McpDefinitionKind app_change_notice_get_list (AppChangeNotice *self);
/** Returns: (transfer none) */
const char *app_change_notice_get_key (AppChangeNotice *self);
/** Returns: (transfer none): what to show; as the server sent it */
const char *app_change_notice_get_name (AppChangeNotice *self);
/** What it was before the first of the changes. Returns: (transfer none) (nullable) */
McpDefinition *app_change_notice_get_before (AppChangeNotice *self);
/** What differs, by lines of JSON laid out, as many as a person reads; empty where nothing was
 * before, or is after. Returns: (transfer full): of AppDiffLine */
GListModel *app_change_notice_create_diff (AppChangeNotice *self);

/** What a person agrees to when a tool is allowed to run: description, inputSchema, annotations.
 * Returns: (transfer full): JSON text, laid out */
char *app_change_notice_dup_tool_text (McpTool *tool);

G_END_DECLS
