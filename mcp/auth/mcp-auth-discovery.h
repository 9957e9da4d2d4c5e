/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Discovery: the metadata of a protected resource and of an authorization server, looked for where
 * the specification says, in its order; what was met on the way is told to the step.
 *
 * Sources: MCP 2025-11-25 and 2026-07-28 "Authorization Server Discovery", RFC 9728, RFC 8414,
 * OpenID Connect Discovery
 */

#pragma once

#include "mcp-auth-channel.h"
#include "mcp-auth-document.h"
#include "mcp-auth-step.h"

/**
 * @urls: to be tried in order
 * @needed: a member without which a document is none: "resource" or "issuer"; (nullable)
 * @resource: (nullable): where @urls are named by a challenge, what the document has to be for:
 * what became of each is a finding, none keeps the next from being asked, and where none is right
 * the first document is returned, which is for something else
 * @step: gets the exchanges, and the findings about what was no document
 * finish returns: (transfer full) (nullable): the first document; %NULL without an error where all
 * are absent, with MCP_ERROR where one could not be asked: that is not the same
 */
void             mcp_auth_discovery_run_async (McpAuthChannel     *channel,
                                               const char *const  *urls,
                                               const char         *needed,
                                               const char         *resource,
                                               McpAuthStep        *step,
                                               GCancellable       *cancellable,
                                               GAsyncReadyCallback callback,
                                               gpointer            user_data);
McpAuthDocument *mcp_auth_discovery_run_finish (GAsyncResult *result, GError **error);

/** Judges a resource's document that was asked for by @url: facts and findings for @step.
 * Returns: whether it may be used; else with MCP_ERROR_INVALID_MESSAGE */
gboolean mcp_auth_discovery_judge_resource (McpAuthDocument *document,
                                            const char      *url,
                                            McpAuthSettings *settings,
                                            McpAuthStep     *step,
                                            GError         **error);
/** The same for the document of an authorization server. @browser: whether the grant has one */
gboolean mcp_auth_discovery_judge_server (McpAuthDocument *document,
                                          const char      *issuer,
                                          gboolean         browser,
                                          McpAuthSettings *settings,
                                          McpAuthStep     *step,
                                          GError         **error);
