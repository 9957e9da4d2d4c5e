/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppApprovals: what the person decided about the tools of a session's server: which may run
 * without asking, what they said when they were approved, and which of them models are told of;
 * rules are kept with the profile. A feature of the session: it admits calls, and asks again about
 * a tool that is not what was approved.
 *
 * The rule itself is app_approval_decide(); here is what was agreed to in this connection.
 */

#pragma once

#include "app-approval-rule.h"
#include "app-change-list.h"
#include "app-session-feature.h"
#include "store-memory.h"
#include "store-profile-list.h"

#define APP_TYPE_APPROVALS (app_approvals_get_type ())
G_DECLARE_FINAL_TYPE (AppApprovals, app_approvals, APP, APPROVALS, GObject)

/** What happens before a call to a tool, now: as app_approval_decide() says, unless that was agreed
 * to in this connection.
 * @arguments: (nullable): JSON text */
AppApproval app_approvals_decide (AppApprovals *self,
                                  AppCaller     caller,
                                  const char   *tool,
                                  const char   *arguments);
/** @arguments of the tool @name, as a person may read them again. Returns: (transfer full): the
 * text with its secrets masked, which are known to the session from now on */
char *app_approvals_dup_masked (AppApprovals *self, const char *name, const char *arguments);
/** The person was asked about such a call and agreed, in this connection; and what a person sends
 * is remembered as sent by hand. @arguments: (nullable): JSON text */
void app_approvals_remember (AppApprovals *self,
                             AppCaller     caller,
                             const char   *tool,
                             const char   *arguments);
/** From now on digests of what is sent by hand are kept beside the profiles of @book.
 * @book: (nullable): held; %NULL, as at first, keeps them for this session alone */
void app_approvals_keep_sent (AppApprovals *self, StoreProfileList *book);
/** Whether the tool, as it is listed now, is declared or named destructive. */
gboolean app_approvals_is_destructive (AppApprovals *self, const char *tool);
/** What a tool said when the person approved it, beside what it says now.
 * Returns: (transfer full) (nullable): %NULL where it says the same, or was never approved */
AppChangeNotice *app_approvals_create_notice (AppApprovals *self, const char *tool);
/** What tools said when the person approved them: see store-approved-tools.h. To be read; of a
 * session that keeps nothing it has what was approved in this run. Returns: (transfer none) */
StoreMemory *app_approvals_get_approved_tools (AppApprovals *self);

/** Returns: (transfer none) (nullable): "ask", "auto" or "never"; %NULL where the tool has no rule
 * of its own */
const char *app_approvals_get_rule (AppApprovals *self, const char *tool);
/** @rule: (nullable): as above */
void app_approvals_set_rule (AppApprovals *self, const char *tool, const char *rule);
/** Returns: the milliseconds that a response of the tool may take; 0 where it has no limit of its
 * own */
guint app_approvals_get_timeout (AppApprovals *self, const char *tool);
/** Kept with the profile. @milliseconds: as above */
void app_approvals_set_timeout (AppApprovals *self, const char *tool, guint milliseconds);
/** Whether models are told of the tool; a person may call it in any case. */
gboolean app_approvals_is_tool_enabled (AppApprovals *self, const char *tool);
/** Kept with the profile, whose property "disabled-tools" tells of changes. */
void app_approvals_set_tool_enabled (AppApprovals *self, const char *tool, gboolean enabled);
