/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * One round at a token endpoint: the request, once more where the server wants a nonce (RFC 9449
 * §8) or a little time (RFC 9110 §10.2.3), and what its response is.
 */

#pragma once

#include "mcp-auth-channel.h"
#include "mcp-auth-grant.h"
#include "mcp-auth-token.h"

/* A server that wants more time than this is not waited for. */
#define MCP_AUTH_MAX_WAIT_SECONDS 30

typedef struct
{
  GPtrArray    *exchanges; /* (element-type McpAuthExchange): one at least */
  McpAuthToken *token;     /* (nullable): tokens, or an OAuth error */
  GError       *problem;   /* (nullable): why it is neither */
  char         *nonce;     /* (nullable): for later proofs */
} McpAuthIssue;

void mcp_auth_issue_free (McpAuthIssue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthIssue, mcp_auth_issue_free)

/** @form: (transfer full). @proof: (nullable): the key by which possession is proved.
 * finish returns: (transfer full) (nullable): %NULL with MCP_ERROR_CANCELLED alone */
void          mcp_auth_issue_run_async (McpAuthChannel     *channel,
                                        const char         *url,
                                        McpAuthForm        *form,
                                        McpAuthKey         *proof,
                                        const char         *nonce,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
McpAuthIssue *mcp_auth_issue_run_finish (GAsyncResult *result, GError **error);
