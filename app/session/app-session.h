/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSession: one server of the workspace and its connection: the profile that says how to reach
 * it, the state, the client, the problem, and the calls that were made. What else happens for a
 * session is a feature of it: see app-session-feature.h.
 *
 * Properties (all notify)
 *   state (AppSessionState), state-name (string, translated), problem (AppProblem, nullable)
 *   name (string): that of the profile
 *   server (McpServerInfo, nullable): what the server says of itself; %NULL while not connected
 *
 * A session outlives its windows; it ends in good order through app_session_disconnect_async() and
 * leaves no process behind.
 */

#pragma once

#include "app-call.h"
#include "app-error.h"
#include "app-problem.h"
#include "app-session-feature.h"
#include "app-settings.h"
#include "mcp-server-info.h"
#include "store-profile-list.h"
#include "store-secret-vault.h"

typedef enum {
  APP_SESSION_IDLE,
  APP_SESSION_UNCONFIRMED, /* its command came from elsewhere: shown whole before its first run */
  APP_SESSION_CONNECTING,
  APP_SESSION_READY,
  APP_SESSION_DISCONNECTING,
  APP_SESSION_FAILED, /* could not connect; see problem */
  APP_SESSION_LOST,   /* was connected and went away; see problem */
  APP_SESSION_AUTHORIZATION_REQUIRED,
  APP_SESSION_RECONNECTING, /* lost, and soon opened again by itself; see problem */
} AppSessionState;

#define APP_TYPE_SESSION_STATE (app_session_state_get_type ())
GType app_session_state_get_type (void);

#define APP_TYPE_SESSION (app_session_get_type ())
G_DECLARE_FINAL_TYPE (AppSession, app_session, APP, SESSION, GObject)

/** @book: (nullable): where the profile is kept. All are held. Returns: (transfer full) */
AppSession *app_session_new (StoreProfile     *profile,
                             AppSettings      *settings,
                             StoreSecretVault *vault,
                             StoreProfileList *book);

/** Before it connects. @feature: held; one that serves several sessions may be added to each */
void app_session_add_feature (AppSession *self, AppSessionFeature *feature);
/** Returns: (transfer none) (nullable): the feature of this type; cast by whoever asks */
gpointer app_session_get_feature (AppSession *self, GType type);
/** For what walks them. Returns: (transfer none) (element-type AppSessionFeature) */
GPtrArray *app_session_get_features (AppSession *self);

/** Returns: (transfer none) */
StoreProfile *app_session_get_profile (AppSession *self);
/** Makes @changed the profile: in the book's file too, where the session has one. */
void app_session_keep_profile (AppSession *self, StoreProfile *changed);
/** Returns: (transfer none) (nullable): where the profile is kept, and what belongs to its server;
 * %NULL for a server that is in none, of which nothing is kept */
StoreProfileList *app_session_get_book (AppSession *self);
const char       *app_session_get_name (AppSession *self);
/** The limits and habits that hold for its views and calls. Returns: (transfer none) */
AppSettings *app_session_get_settings (AppSession *self);
/** Returns: (transfer none) */
StoreSecretVault *app_session_get_vault (AppSession *self);
/** Knows the secrets of the profile. Returns: (transfer none) */
AppRedactor *app_session_get_redactor (AppSession *self);

AppSessionState app_session_get_state (AppSession *self);
/** Returns: (transfer none): a translated word, for example "connected" */
const char *app_session_get_state_name (AppSession *self);
/** Returns: (transfer none) (nullable) */
AppProblem *app_session_get_problem (AppSession *self);
/** Returns: (transfer none) (nullable): %NULL unless the session is ready */
McpClient *app_session_get_client (AppSession *self);
/** Returns: (transfer full): why there is no client: what ended the connection, where something
 * did.
 * @self: (nullable) */
GError *app_session_make_error (AppSession *self);
/** Returns: (transfer none) (nullable): %NULL while not connected */
McpServerInfo *app_session_get_server (AppSession *self);

/** Returns: (transfer none): of AppCall, newest first, bounded */
GListModel *app_session_get_calls (AppSession *self);
/** Prepares a call: not yet sent; the newest of its calls. See app_call_new().
 * Returns: (transfer full) */
AppCall *app_session_new_call (AppSession *self,
                               AppCallKind kind,
                               const char *target,
                               const char *arguments);
/** A call came to an error that may concern the whole session: the server wants authorization (401;
 * a 403 is about the call alone). */
void app_session_report_error (AppSession *self, const GError *error);

/** Connects. Ends when the session is ready (its lists may still be loading), or with the error
 * that the problem explains. Where the command was never confirmed it ends with
 * APP_ERROR_UNCONFIRMED and the state says so. */
void     app_session_connect_async (AppSession         *self,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
gboolean app_session_connect_finish (AppSession *self, GAsyncResult *result, GError **error);
/** Disconnects in good order, or stops connecting. It ends when nothing is left of the connection:
 * then the session can connect again. @cancellable: cancelled means at once */
void     app_session_disconnect_async (AppSession         *self,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
gboolean app_session_disconnect_finish (AppSession *self, GAsyncResult *result, GError **error);
/** Closes the connection and opens it again, or opens it; what is listed, typed and chosen stays.
 * The state says what comes of it. */
void app_session_restart (AppSession *self);

/** The command (or URL) whole, as it would run, with its environment and folder: what a person
 * confirms. Returns: (transfer full) */
char *app_session_dup_command_text (AppSession *self);
/** The person saw that text and agrees; kept with the profile. Where the profile was changed since
 * the text was asked for, nothing is agreed to and the state says so again. */
void app_session_confirm (AppSession *self);
