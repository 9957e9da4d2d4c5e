/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the URL of a proxy asks for: the way through it, and the name and password that go to it
 * alone (RFC 9110 §11.7.1, RFC 7617; SOCKS: RFC 1929). libsoup keeps a name and a password of such
 * a URL to itself, and GSocketClient sends them.
 */

#pragma once

#include <libsoup/soup.h>

/* What to say of 407, after whose it is. */
#define MCP_HTTP_PROXY_WANTS_NAME                                               \
  "it asks for a name and a password, or for others (407): its address may be " \
  "http://NAME:PASSWORD@HOST:PORT"

/** Returns: (transfer full): scheme, host and port, for a person: no name, no password */
char *mcp_http_proxy_dup_place (const char *proxy);
/** Whatever proxy @session comes to use, of ours or the system's: one that refuses is told as that.
 */
void mcp_http_proxy_watch (SoupSession *session);
/** All requests of @session go through it. @proxy: a URL that McpHttpOptions took */
void mcp_http_proxy_set (SoupSession *session, const char *proxy);
/** In words why nobody is reached, where @error is of the way there: the name of the host, the
 * proxy, or that nothing listens; also a server that wants a client certificate.
 * @place: of the server, for a person; @given: (nullable):
 * mcp_http_proxy_dup_place(); %NULL where it is the system's
 * matter, "" where none was wanted
 * Returns: (transfer full) (nullable): %NULL where the error is of something else */
char *mcp_http_proxy_explain (GUri *uri, const char *place, const char *given, const GError *error);
/** All connections of @client do. */
void mcp_http_proxy_set_for_client (GSocketClient *client, const char *proxy);
