/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The follow-up calls of a card of a server's object store: which of the tools for it a server has,
 * and one call whose answer is a text. It is the program that chooses these tools, by names that a
 * server gave: a call that the approval rule asks about is declined, unless the person agreed
 * before.
 */

#pragma once

#include "app-card-marker.h"
#include "app-session.h"

/** @session: (nullable). Returns: what the server offers of these tools */
AppCardTools app_card_call_get_tools (AppSession *session);
/** Returns: (transfer none): the name of one of these tools */
const char *app_card_call_get_tool_name (AppCardTools tool);

/** @agreed: (nullable): the reason to ask, as app_approvals_decide() gives it for
 * APP_CALLER_PROGRAM, where the person was asked and agreed
 * @arguments: JSON text of an object. Ends with an error whose message is for a person, also where
 * the tool itself reports one. @cancellable: (nullable): cancels the call */
void app_card_call_async (AppSession         *session,
                          const char         *tool,
                          const char         *arguments,
                          const char         *agreed,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data);
/** Returns: (transfer full) (nullable): the answer's text */
char *app_card_call_finish (GAsyncResult *result, GError **error);
