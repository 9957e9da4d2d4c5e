/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is done with a record without asking the person: new tokens by the refresh token or by the
 * grant that has no person, taking tokens back, asking what they are worth.
 *
 * Sources: RFC 6749 §6, RFC 7009, RFC 7662, RFC 9449 §8
 */

#pragma once

#include "mcp-auth-exchange.h"
#include "mcp-auth-finding.h"
#include "mcp-auth-record.h"

#include "mcp-http-options.h"

typedef struct
{
  McpAuthRecord *record;     /* (nullable): what came of it: of a refresh, and signed out of a
                              * revocation */
  McpAuthExchange *exchange; /* (nullable): the last one */
  char            *error;    /* (nullable): the OAuth error: "invalid_grant" */
} McpAuthRenewal;

void mcp_auth_renewal_free (McpAuthRenewal *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthRenewal, mcp_auth_renewal_free)

/** What the OAuth error of a refresh means, and who can mend it.
 * @record: that was refreshed. Returns: (transfer full) (nullable): %NULL where there is no
 * error */
McpAuthFinding *mcp_auth_renewal_explain (McpAuthRenewal *self, McpAuthRecord *record);

typedef enum {
  MCP_AUTH_REFRESH,
  MCP_AUTH_REVOKE, /* the refresh token, else the access token; one without a revocation endpoint
                    * fails with MCP_ERROR_NOT_OFFERED */
  MCP_AUTH_INTROSPECT,
} McpAuthAction;

/** @settings: for the private key. @options: (nullable).
 * finish returns: (transfer full) (nullable): what the server said, an OAuth error included; %NULL
 * with MCP_ERROR where it said nothing that can be understood: the tokens are what they were */
void            mcp_auth_renewal_run_async (McpAuthRecord      *record,
                                            McpAuthAction       action,
                                            McpAuthSettings    *settings,
                                            McpHttpOptions     *options,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
McpAuthRenewal *mcp_auth_renewal_run_finish (GAsyncResult *result, GError **error);
