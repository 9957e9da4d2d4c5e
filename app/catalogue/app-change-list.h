/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppChangeList: what changed in a server's lists since the person last looked, a GListModel of
 * AppChangeNotice, those about approved tools first. It compares each list with what it was, by
 * key. What came and went between two looks is no change; what was altered twice is shown as it was
 * before the first time. Bounded; what is beyond is counted. A feature of the session.
 */

#pragma once

#include "app-session-feature.h"
#include "mcp-tool.h"

typedef enum {
  APP_CHANGE_ADDED,
  APP_CHANGE_REMOVED,
  APP_CHANGE_ALTERED,
} AppChangeKind;

/**
 * AppChangeNotice: one entry of a server's lists that was added, removed or altered since the
 * person last looked. Immutable. It comes first where the person had allowed the tool to run as it
 * was before.
 */
#define APP_TYPE_CHANGE_NOTICE (app_change_notice_get_type ())
G_DECLARE_FINAL_TYPE (AppChangeNotice, app_change_notice, APP, CHANGE_NOTICE, GObject)

/** A tool that says something else than what was approved.
 * @approved: what it said: see app_change_notice_dup_tool_text(). Returns: (transfer full) */
AppChangeNotice *app_change_notice_new_approved (McpTool *tool, const char *approved);

AppChangeKind app_change_notice_get_kind (AppChangeNotice *self);
/** Returns: (transfer none): "added", "removed" or "altered", translated */
const char       *app_change_notice_get_word (AppChangeNotice *self);
gboolean          app_change_notice_is_approved (AppChangeNotice *self);
McpDefinitionKind app_change_notice_get_list (AppChangeNotice *self);
/** Returns: (transfer none): what to show; as the server sent it */
const char *app_change_notice_get_name (AppChangeNotice *self);
/** What differs, by lines of JSON laid out, as many as a person reads; empty where nothing was
 * before, or is after. The order of members makes no difference.
 * Returns: (transfer full): of AppDiffLine */
GListModel *app_change_notice_create_diff (AppChangeNotice *self);

/** What a person agrees to when a tool is allowed to run: description, inputSchema, annotations.
 * Returns: (transfer full): JSON text, laid out */
char *app_change_notice_dup_tool_text (McpTool *tool);

/* Nobody reads more; a server that alters all its ten thousand tools is told by the number. */
#define APP_CHANGE_LIST_MAX 200u

#define APP_TYPE_CHANGE_LIST (app_change_list_get_type ())
G_DECLARE_FINAL_TYPE (AppChangeList, app_change_list, APP, CHANGE_LIST, GObject)

/** @notice: of a tool that was approved, in the place of what there is about the same tool */
void app_change_list_add_approved (AppChangeList *self, AppChangeNotice *notice);
/** The person has seen the notice about this entry. */
void app_change_list_remove (AppChangeList *self, McpDefinitionKind list, const char *key);
/** The person has seen them all. */
void app_change_list_dismiss (AppChangeList *self);
/** It is another server now: there is nothing to compare with. */
void app_change_list_forget (AppChangeList *self);

/** Returns: (transfer none) (nullable) */
AppChangeNotice *app_change_list_find (AppChangeList    *self,
                                       McpDefinitionKind list,
                                       const char       *key);
guint            app_change_list_get_n_hidden (AppChangeList *self);
gboolean         app_change_list_has_approved (AppChangeList *self);
/** Returns: (transfer full) (nullable): one line, such as "2 added, 1 altered: add, echo, …";
 * %NULL where nothing changed */
char *app_change_list_dup_summary (AppChangeList *self);
