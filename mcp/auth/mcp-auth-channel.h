/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthChannel: how the parts of an authorization ask servers: apart from the connection to the
 * MCP server, without cookies and credentials of anybody's, within the rules of mcp-auth-address.h
 * at each hop, bounded in bytes and time.
 */

#pragma once

#include "mcp-auth-exchange.h"
#include "mcp-auth-settings.h"

#define MCP_AUTH_METADATA_SECONDS 10u
#define MCP_AUTH_TOKEN_SECONDS 30u
#define MCP_AUTH_MAX_REDIRECTS 3u

#define MCP_TYPE_AUTH_CHANNEL (mcp_auth_channel_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthChannel, mcp_auth_channel, MCP, AUTH_CHANNEL, GObject)

/** @server: the URL of the MCP server: what it names may not lie nearer to us than it does itself.
 * @options: (nullable). Returns: (transfer full) */
McpAuthChannel *mcp_auth_channel_new (const char *server, McpHttpOptions *options);

/** For what is asked from now on: ALLOW_PRIVATE and ALLOW_HTTP. */
void mcp_auth_channel_set_settings (McpAuthChannel *self, McpAuthSettings *settings);

/**
 * @content_type, @body: (nullable): with a body it is a POST, which follows no redirect
 * @headers: (nullable): "Name: value"
 * finish returns: (transfer full) (nullable): what happened, a failure included; %NULL with
 * MCP_ERROR_CANCELLED alone
 */
void             mcp_auth_channel_send_async (McpAuthChannel     *self,
                                              const char         *url,
                                              const char *const  *headers,
                                              const char         *content_type,
                                              GBytes             *body,
                                              GCancellable       *cancellable,
                                              GAsyncReadyCallback callback,
                                              gpointer            user_data);
McpAuthExchange *mcp_auth_channel_send_finish (McpAuthChannel *self,
                                               GAsyncResult   *result,
                                               GError        **error);

/** The same, to the MCP server itself: whatever its address is, a person chose it. */
void mcp_auth_channel_try_async (McpAuthChannel     *self,
                                 const char         *url,
                                 const char *const  *headers,
                                 GBytes             *body,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
