/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The one function that decides what runs: who calls × what the tool says of itself × the rules of
 * the tool, of its server and of the settings. It knows nothing of what was approved before.
 * Functions without state.
 *
 * Annotations are what a server claims: where they contradict each other or the tool's name, the
 * tool counts as destructive (MCP, Tools, "Tool annotations": "untrusted unless they come from
 * trusted servers").
 */

#pragma once

#include "app-session-feature.h"
#include "app-settings.h"
#include "mcp-tool.h"
#include "store-profile.h"

/** For which calls of the same caller what a person approves holds, in one connection. */
typedef enum {
  APP_REACHES_CALL,      /* for this one alone */
  APP_REACHES_ARGUMENTS, /* for the same tool with the same arguments */
  APP_REACHES_TOOL,
  APP_REACHES_SERVER,
} AppApprovalReach;

/** What is decided. */
typedef struct
{
  AppAdmission     admission;
  AppApprovalReach reach;      /* where it asks */
  const char      *reason;     /* (nullable): a translated sentence, where it asks or refuses */
  gboolean         is_changed; /* the server changed the tool after the person approved it */
} AppApproval;

/** @own: the tool's own rule, where it counts
 * @tool: (nullable): %NULL for a tool that the server did not list
 * @is_changed: whether the server changed the tool after the person approved it */
AppApproval app_approval_decide (AppSettings  *settings,
                                 StoreProfile *profile,
                                 StoreApproval own,
                                 McpTool      *tool,
                                 const char   *tool_name,
                                 AppCaller     caller,
                                 gboolean      is_changed);

/** What a person can say to a command, or said in advance by its options. */
typedef struct
{
  gboolean can_ask;      /* there is a terminal */
  gboolean says_yes;     /* --yes */
  gboolean allows_tools; /* --allow-tools */
} AppApprovalPerson;

/** What becomes of a call that asks, on a command line: it is allowed by --yes where a person or a
 * collection calls, and by --allow-tools where a model does and the server has not changed the
 * tool; else the terminal asks, and without one it is refused. */
AppAdmission
app_approval_settle (AppCaller caller, gboolean is_changed, const AppApprovalPerson *person);

/** Whether the tool's annotations or its name say that it changes things for good. */
gboolean app_approval_looks_destructive (McpTool *tool, const char *tool_name);
/** What the tool's name says that it does for good, as a button has it: "Delete".
 * Returns: (transfer none) (nullable): a translated word; %NULL where it says no such thing */
const char *app_approval_get_verb (const char *tool_name);
