/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppAuthorization: how the person is signed in to the server of a session, and what can be done
 * about it. A session feature: it gives each connection the credentials of the last one, and knows
 * what the server refuses. One sign-in is under way at a time: its flow is here to be looked at,
 * and to be driven step by step as well.
 *
 * Properties (notify)
 *   state (AppAuthorizationState), state-name (string, translated)
 *   can-sign-in (boolean): the server is reached by HTTP, and the profile has no Authorization of
 *     its own
 *   challenge (string, nullable): of the refusal that stands, as it was sent
 *   missing (string, nullable): the scopes that it asks for and the person's token has not
 *   issuer, account, scopes (string, nullable): of the tokens; nobody has verified the account
 *   expires (gint64): the access token, in seconds since 1970; 0: unknown
 *   foreign (string, nullable): the server that what is kept belongs to, where the URL was changed
 *     to another origin: it is not used, and can be signed out of
 *   flow (McpAuthFlow, nullable)
 */

#pragma once

#include "app-preparation.h"
#include "app-session.h"
#include "mcp-auth-authorizer.h"
#include "mcp-auth-renewal.h"
#include "store-sign-in-list.h"

typedef enum {
  APP_AUTHORIZATION_NONE,    /* not needed so far */
  APP_AUTHORIZATION_NEEDED,  /* 401: “Sign In” */
  APP_AUTHORIZATION_MISSING, /* 403: “Request Access…” */
  APP_AUTHORIZATION_RUNNING, /* a flow */
  APP_AUTHORIZATION_SIGNED_IN,
} AppAuthorizationState;

#define APP_TYPE_AUTHORIZATION_STATE (app_authorization_state_get_type ())
GType app_authorization_state_get_type (void);

#define APP_TYPE_AUTHORIZATION (app_authorization_get_type ())
G_DECLARE_FINAL_TYPE (AppAuthorization, app_authorization, APP, AUTHORIZATION, GObject)

/** @list: held: where it is remembered that there is a sign-in. Returns: (transfer full): for one
 * session */
AppAuthorization *app_authorization_new (StoreSignInList *list);

AppAuthorizationState app_authorization_get_state (AppAuthorization *self);
gboolean              app_authorization_can_sign_in (AppAuthorization *self);
/** Returns: (transfer none) (nullable) */
const char *app_authorization_get_missing (AppAuthorization *self);
/** Returns: (transfer none) (nullable): with what is kept of the sign-in, tokens included */
McpAuthRecord *app_authorization_get_record (AppAuthorization *self);
/** Whether there are tokens, of which nobody knows whether they are still taken. */
gboolean app_authorization_is_signed_in (AppAuthorization *self);
/** Returns: (transfer none) (nullable) */
McpAuthFlow *app_authorization_get_flow (AppAuthorization *self);

/** What is known of it. Returns: (transfer full): titles, each with a text behind it */
GStrv app_authorization_dup_rows (AppAuthorization *self);
/** Returns: (transfer full): the same as a JSON object */
char *app_authorization_dup_json (AppAuthorization *self);

/** Credentials for a connection that is not the session's own, before it is opened.
 * @preparation: of the session's profile */
void app_authorization_give_credentials (AppAuthorization *self,
                                         AppPreparation   *preparation,
                                         McpTransport     *transport);

/** Reads what the profile says and what is kept, without connecting; needed by whoever wants to
 * know before there was a connection. finish: %FALSE with APP_ERROR_SECRET, MCP_ERROR, or
 * MCP_ERROR_NOT_OFFERED where one cannot sign in to this server */
void     app_authorization_prepare_async (AppAuthorization   *self,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
gboolean app_authorization_prepare_finish (AppAuthorization *self,
                                           GAsyncResult     *result,
                                           GError          **error);

/** Makes the flow that the property shows, in the place of one that does not run; it is not run.
 * @settings: (nullable): instead of the profile's
 * Returns: (transfer none) (nullable): %NULL unless it was prepared, or connected, before */
McpAuthFlow *app_authorization_begin_flow (AppAuthorization *self, McpAuthSettings *settings);
/** Runs the flow that there is up to @last; with MCP_AUTH_STEP_TOKEN and beyond, what came of it is
 * kept, and a session that waits for it is opened again.
 * finish: %FALSE with MCP_ERROR: the steps say more; TRUE with *@kept %FALSE where it holds for
 * this run alone */
void app_authorization_run_async (AppAuthorization   *self,
                                  McpAuthStepKind     last,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
gboolean
app_authorization_run_finish (AppAuthorization *self, GAsyncResult *result, GError **error);
/** Whether what is known of the sign-in will be known in the next run. */
gboolean app_authorization_is_lasting (AppAuthorization *self);
/** Lets go of a flow that does not run. */
void app_authorization_end_flow (AppAuthorization *self);

/** What is done with the tokens without asking the person; a refresh is kept, a revocation is
 * followed by forgetting them. Needs to be prepared.
 * finish returns: (transfer full) (nullable): see mcp_auth_renewal_run_async() */
void            app_authorization_renew_async (AppAuthorization   *self,
                                               McpAuthAction       action,
                                               GCancellable       *cancellable,
                                               GAsyncReadyCallback callback,
                                               gpointer            user_data);
McpAuthRenewal *app_authorization_renew_finish (AppAuthorization *self,
                                                GAsyncResult     *result,
                                                GError          **error);

/** Revokes the tokens where that can be done, and forgets everything: the client too.
 * finish: %FALSE where something is left in the vault */
void     app_authorization_sign_out_async (AppAuthorization   *self,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
gboolean app_authorization_sign_out_finish (AppAuthorization *self,
                                            GAsyncResult     *result,
                                            GError          **error);
