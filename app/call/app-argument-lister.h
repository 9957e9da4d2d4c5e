/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Arguments that come again in many tools of a server, such as the workspace that they work in, and
 * the tool that says what there is: for "workspace" that is list_workspaces, for
 * "opensearch_cluster_name" list_clusters. Names alone decide; nothing is called here.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-tool.h"

#include <gio/gio.h>

/* Tools that have to have it. */
#define APP_ARGUMENT_RECURS 3u
/* Values that a list may have, and bytes of one. */
#define APP_ARGUMENT_MAX_LISTED 200u
#define APP_ARGUMENT_MAX_VALUE 512u

typedef enum {
  APP_ARGUMENT_OTHER,   /* it says something new in each call */
  APP_ARGUMENT_OFFERED, /* it comes again: the value of the last time is at hand */
  APP_ARGUMENT_FILLED,  /* it says where all the tools work: the value is filled in */
} AppArgumentKind;

/** @tools: of McpTool. @name: of a top-level argument */
AppArgumentKind app_argument_get_kind (GListModel *tools, const char *name);
/** Returns: (transfer none) (nullable): a tool that can be called without arguments, and that lists
 * what the argument may be */
McpTool *app_argument_find_lister (GListModel *tools, const char *name);
/** What the answer of that tool names, each once. @result: of tools/call, whatever it has
 * Returns: (transfer full) (element-type utf8): never %NULL */
GPtrArray *app_argument_read_listed (McpJsonValue result, const char *name);
