/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppApprovedTools: what tools of one or several sessions said when the person approved them, where
 * a model would read something else now: the description and the input schema; everything else is
 * as the server has it, so that what is said of a tool's effects is what holds. It stays as it was
 * when a tool was added, even if the tool is approved again. Reference counted, main thread only.
 */

#pragma once

#include "app-session.h"
#include "mcp-tool.h"

typedef struct _AppApprovedTools AppApprovedTools;

/** @book: (nullable): where approved texts are kept, for sessions that keep nothing themselves;
 * held Returns: (transfer full): empty */
AppApprovedTools *app_approved_tools_new (StoreProfileList *book);
AppApprovedTools *app_approved_tools_ref (AppApprovedTools *self);
void              app_approved_tools_unref (AppApprovedTools *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppApprovedTools, app_approved_tools_unref)

/** Looks up what there is of a tool. @session: held. @name: a tool that it lists now; added once */
void app_approved_tools_add (AppApprovedTools *self, AppSession *session, const char *name);
/** Returns: (transfer none) (nullable): the tool as it was approved; %NULL where it is told as it
 * is: it says the same, was never approved, or said too much to be kept */
McpTool *
app_approved_tools_find (AppApprovedTools *self, AppSession *session, const char *name);
/** Returns: how many tools there are to find */
guint app_approved_tools_get_n_items (AppApprovedTools *self);
/** Returns: (transfer full): sentences: how many tools were different, and which stay as they are
 * for want of a text; fit to be shown. "" where all tools say what was approved */
char *app_approved_tools_dup_text (AppApprovedTools *self);
