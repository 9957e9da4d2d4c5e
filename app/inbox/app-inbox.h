/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppInbox: everything that servers ask of the person, in one place: a GListModel of the
 * AppInboxItem that wait, the oldest first, over all sessions. What has ended is kept for a while.
 * It knows no window: who answers is its policy's business. Without one, servers are told that
 * nothing may be asked, except which folders their profile names. A feature of sessions, one for
 * all of them.
 *
 * Properties (all notify): n-waiting (uint)
 * Signals
 *   refused (AppSession *session)
 *     The number of what was refused without asking has changed: a flood, or what the
 *     specification forbids.
 */

#pragma once

#include "app-inbox-policy.h"
#include "app-session-feature.h"
#include "mcp-client.h"

/* What a person may want to read again of what has ended. */
#define APP_INBOX_MAX_ENDED 200u

#define APP_TYPE_INBOX (app_inbox_get_type ())
G_DECLARE_FINAL_TYPE (AppInbox, app_inbox, APP, INBOX, GObject)

/** @folder: (nullable): where profiles are; saved answers are kept beside them.
 * Returns: (transfer full) */
AppInbox *app_inbox_new (const char *folder);

/** For connections that are opened from now on. @policy: (nullable): held */
void app_inbox_set_policy (AppInbox *self, AppInboxPolicy *policy);
/** Returns: (transfer none) (nullable) */
AppInboxPolicy *app_inbox_get_policy (AppInbox *self);
/** What is remembered of how a server is answered. Returns: (transfer none) */
StoreMemory *app_inbox_get_answers (AppInbox *self, AppSession *session);

/** Returns: (transfer none): of AppInboxItem, the newest first, bounded */
GListModel *app_inbox_get_ended (AppInbox *self);
void        app_inbox_clear_ended (AppInbox *self, AppSession *session);
/** Those that wait. @session: (nullable): %NULL for all */
guint app_inbox_count (AppInbox *self, AppSession *session);
/** The oldest that waits. @session: (nullable): %NULL for any; @seen: (nullable): those that do not
 * count; @n: (out) (optional): how many there are
 * Returns: (transfer none) (nullable) */
AppInboxItem *
app_inbox_find_first (AppInbox *self, AppSession *session, GListStore *seen, guint *n);

/** The folders that a server may know of. Returns: (transfer none) */
AppFolderList *app_inbox_get_folders (AppInbox *self, AppSession *session);
/** Questions that were refused without asking. @session: (nullable): %NULL for all */
guint64 app_inbox_get_n_refused (AppInbox *self, AppSession *session);
/** Returns: (transfer none) (nullable): why the last one was; plain text */
const char *app_inbox_get_refusal (AppInbox *self, AppSession *session);
void        app_inbox_forget_refused (AppInbox *self, AppSession *session);
