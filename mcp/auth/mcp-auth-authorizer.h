/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthAuthorizer: the credentials of the requests to one server. Holds its record, signs with
 * its token, refreshes it before it ends and where the server refuses it, once for however many
 * requests and programs, and does what a grant without a person allows by itself. Where a person is
 * needed the refusal stands, unless somebody has said how to ask them.
 *
 * Signals
 *   open-browser (McpAuthFlow *flow, const char *url): a person is to decide there while the
 * request waits. Only where somebody handles it does a refusal that needs a person begin a flow at
 * once signing-in (McpAuthFlow *flow): a flow is about to run, to be looked at; whoever opens
 * browsers connects to it refused (guint status, McpAuthChallenge *challenge): a refusal stands:
 * "Sign in" (401), "Request Access…" (403) secret (const char *text): is used from now on
 * Properties (notify): signed-in (boolean): there is a token; told whenever the record changes
 */

#pragma once

#include "mcp-auth-flow.h"
#include "mcp-auth-token-store.h"

#include "mcp-http-authorizer.h"

#define MCP_TYPE_AUTH_AUTHORIZER (mcp_auth_authorizer_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthAuthorizer, mcp_auth_authorizer, MCP, AUTH_AUTHORIZER, GObject)

/** @url: of the MCP server. @options, @token store: (nullable). Returns: (transfer full) */
McpAuthAuthorizer *mcp_auth_authorizer_new (const char        *url,
                                            McpHttpOptions    *options,
                                            McpAuthSettings   *settings,
                                            McpAuthTokenStore *token_store);

/** Returns: (transfer none) (nullable) */
McpAuthRecord *mcp_auth_authorizer_get_record (McpAuthAuthorizer *self);
/** Takes over what a flow brought, and keeps it. @record: (nullable): %NULL signs out here
 * finish: %FALSE where it could not be kept: it holds for this run */
void     mcp_auth_authorizer_adopt_async (McpAuthAuthorizer  *self,
                                          McpAuthRecord      *record,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
gboolean mcp_auth_authorizer_adopt_finish (McpAuthAuthorizer *self,
                                           GAsyncResult      *result,
                                           GError           **error);

/** Returns: (transfer full): a flow for this server that knows what is known: the last refusal, the
 * client, the scopes that were asked for; its secrets are emitted here */
McpAuthFlow *mcp_auth_authorizer_new_flow (McpAuthAuthorizer *self);
/** Emits "secret" for all that is secret in a record that is looked at before it is taken over. */
void mcp_auth_authorizer_hide (McpAuthAuthorizer *self, McpAuthRecord *record);
/** Of the refusal that stands. Returns: (transfer none) (nullable) */
McpAuthChallenge *mcp_auth_authorizer_get_challenge (McpAuthAuthorizer *self);
/** Returns: 401, 403, or 0 where none stands */
guint mcp_auth_authorizer_get_status (McpAuthAuthorizer *self);
