/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCallHistory: the calls of one draft that ended with a result or an error, oldest first: a
 * GListModel of AppCall. What was declined or cancelled has nothing to look at again. Bounded by
 * count and bytes: beyond that the oldest go; the newest always stays. Main thread only.
 */

#pragma once

#include "app-call.h"

/* More than a person steps back through; and what a few large results take. */
#define APP_CALL_HISTORY_CALLS 50u
#define APP_CALL_HISTORY_BYTES (64u * 1024u * 1024u)

#define APP_TYPE_CALL_HISTORY (app_call_history_get_type ())
G_DECLARE_FINAL_TYPE (AppCallHistory, app_call_history, APP, CALL_HISTORY, GObject)

/** Returns: (transfer full) */
AppCallHistory *app_call_history_new (void);
/** Takes @call in when it has ended. */
void app_call_history_follow (AppCallHistory *self, AppCall *call);
/** Takes those of an earlier run in before all others. @calls: the newest first */
void app_call_history_recall (AppCallHistory *self, GPtrArray *calls);
