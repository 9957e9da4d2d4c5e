/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppWorkspace: everything that is open: a GListModel of AppSession, one for each server profile in
 * the book (kept in its order, following changes from outside), the log and the inbox that they
 * share, the objects that their results became, and the history that is recorded of them.
 *
 * Property (notifies): private (boolean, writable): nothing is recorded, and objects are kept in
 * memory only
 */

#pragma once

#include "app-log.h"
#include "app-objects.h"
#include "app-session.h"
#include "store-profile-list.h"
#include "store-secret-vault.h"

typedef struct _AppInbox        AppInbox;        /* see app-inbox.h */
typedef struct _AppObjectCache  AppObjectCache;  /* see app-object-cache.h */
typedef struct _AppRecorder     AppRecorder;     /* see app-recorder.h */
typedef struct _AppStorage      AppStorage;      /* see app-storage.h */
typedef struct _StoreSignInList StoreSignInList; /* see store-sign-in-list.h */

#define APP_TYPE_WORKSPACE (app_workspace_get_type ())
G_DECLARE_FINAL_TYPE (AppWorkspace, app_workspace, APP, WORKSPACE, GObject)

/** @objects: (nullable): where results and the history are kept; %NULL: results in memory, and no
 * history. Returns: (transfer full) */
AppWorkspace *app_workspace_new (AppSettings      *settings,
                                 StoreProfileList *book,
                                 StoreSecretVault *vault,
                                 AppObjects       *objects);
/** The same, with sessions that have only the features that commands need.
 * Returns: (transfer full) */
AppWorkspace *app_workspace_new_for_commands (AppSettings      *settings,
                                              StoreProfileList *book,
                                              StoreSecretVault *vault);

/** Returns: (transfer none) */
AppSettings *app_workspace_get_settings (AppWorkspace *self);
/** Returns: (transfer none) */
StoreProfileList *app_workspace_get_book (AppWorkspace *self);
/** Returns: (transfer none) */
StoreSecretVault *app_workspace_get_vault (AppWorkspace *self);
/** Where the person is signed in. Returns: (transfer none) */
StoreSignInList *app_workspace_get_sign_ins (AppWorkspace *self);
/** Returns: (transfer none) */
AppLog *app_workspace_get_log (AppWorkspace *self);
/** Returns: (transfer none) (nullable): what has all objects; %NULL for commands */
AppObjectCache *app_workspace_get_object_cache (AppWorkspace *self);
/** Returns: (transfer none) (nullable): the file of objects and history */
AppObjects *app_workspace_get_objects (AppWorkspace *self);
/** Returns: (transfer none) (nullable): where results go; %NULL for commands */
AppStorage *app_workspace_get_storage (AppWorkspace *self);
/** Returns: (transfer none) (nullable): what writes the history */
AppRecorder *app_workspace_get_recorder (AppWorkspace *self);
/** What servers ask of the person. Returns: (transfer none) */
AppInbox *app_workspace_get_inbox (AppWorkspace *self);

/** Names need not be unique. Returns: (transfer none) (nullable): the session of the profile with
 * this id */
AppSession *app_workspace_find_id (AppWorkspace *self, const char *id);

/** A session that is in no book: a command or URL given on a command line, or tried once.
 * Not an item of the list. Returns: (transfer full) */
AppSession *app_workspace_new_session (AppWorkspace *self, StoreProfile *profile);

/** The profile of the demo server that is installed (or built) with this program.
 * Returns: (transfer full) (nullable): %NULL where it cannot be found */
StoreProfile *app_workspace_dup_demo_profile (AppWorkspace *self);

/** Disconnects every session in good order, side by side; bounded in time by the close grace. */
void     app_workspace_close_async (AppWorkspace       *self,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
gboolean app_workspace_close_finish (AppWorkspace *self, GAsyncResult *result, GError **error);
