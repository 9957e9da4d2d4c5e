/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppToolComparison: a tool and another one, mostly of another server: whether their definitions
 * are alike, and what differs. Immutable; it holds both tools and the other's session.
 */

#pragma once

#include "app-session.h"
#include "mcp-tool.h"

#define APP_TYPE_TOOL_COMPARISON (app_tool_comparison_get_type ())
G_DECLARE_FINAL_TYPE (AppToolComparison, app_tool_comparison, APP, TOOL_COMPARISON, GObject)

/** With every tool that the servers have listed: first those of the same name, then those of other
 * servers. Servers that are not connected have what they listed last.
 * @sessions: of AppSession; @own: the one that @tool is of
 * Returns: (transfer full) (element-type AppToolComparison) */
GPtrArray *app_tool_comparison_list (GListModel *sessions, AppSession *own, McpTool *tool);
/** Those whose other tool or its server fits the words of @query, the best first; see AppMatch.
 * @all: (element-type AppToolComparison). Returns: (transfer full) (element-type AppToolComparison)
 */
GPtrArray *app_tool_comparison_search (GPtrArray *all, const char *query);

/** Returns: (transfer none): the other tool */
McpTool *app_tool_comparison_get_other (AppToolComparison *self);
/** Returns: (transfer none): the session that listed the other tool */
AppSession *app_tool_comparison_get_session (AppToolComparison *self);
/** Whether the tools have one name. */
gboolean app_tool_comparison_is_namesake (AppToolComparison *self);
/** What turns the tool's definition into the other one's, by lines of JSON laid out, as many as a
 * person reads; the order of members makes no difference.
 * Returns: (transfer full): of AppDiffLine; empty where the definitions are alike */
GListModel *app_tool_comparison_create_diff (AppToolComparison *self);
