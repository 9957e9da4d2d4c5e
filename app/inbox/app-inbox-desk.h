/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppInboxDesk: where one server's questions arrive, over all of its connections: it tells each new
 * client what may be asked, finds out which call a question belongs to, makes an item of it, and
 * counts what was refused without asking the person.
 *
 * Signals
 *   item (AppInboxItem *item): something new to answer; it waits
 *   refused: the number of what was refused has changed; at most ten times a second
 */

#pragma once

#include "app-inbox-policy.h"
#include "mcp-client.h"

G_BEGIN_DECLS

#define APP_TYPE_INBOX_DESK (app_inbox_desk_get_type ())
G_DECLARE_FINAL_TYPE (AppInboxDesk, app_inbox_desk, APP, INBOX_DESK, GObject)

/** @session: held weakly. Returns: (transfer full) */
AppInboxDesk *app_inbox_desk_new (AppSession *session, StoreMemory *answers);

/** @client: not opened yet. @policy: (nullable): who answers; held */
void app_inbox_desk_serve (AppInboxDesk *self, McpClient *client, AppInboxPolicy *policy);

/** Returns: (transfer none) (nullable): not a reference, only whose desk it is */
AppSession *app_inbox_desk_peek_session (AppInboxDesk *self);
/** Returns: (transfer none) */
AppFolderList *app_inbox_desk_get_folders (AppInboxDesk *self);
/** Questions that were refused without asking the person. */
guint64 app_inbox_desk_get_n_refused (AppInboxDesk *self);
/** Returns: (transfer none) (nullable): why the last one was; plain text */
const char *app_inbox_desk_get_refusal (AppInboxDesk *self);
/** The person has read it. */
void app_inbox_desk_forget_refused (AppInboxDesk *self);

G_END_DECLS
