/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Addresses of servers at sockets, as a person types them:
 *
 *   unix:/PATH, unix:///PATH, unix:~/PATH, /PATH     a socket in the file system
 *   unix:@NAME                                       one without a file (Linux, unix(7))
 *   tcp:HOST:PORT, tcp://HOST:PORT, HOST:PORT        IPv6 addresses in brackets
 *   http+unix:/PATH:/URL-PATH                        HTTP through a socket, as curl and nginx write
 *   http+unix://%2FPATH/URL-PATH                     the same, as Docker's libraries write it
 */

#pragma once

#include "mcp-error.h"

/** @text: (nullable)
 * Returns: (transfer full) (nullable): what GSocketClient connects to; %NULL with INVALID_TARGET */
GSocketConnectable *mcp_socket_address_parse (const char *text, GError **error);

/**
 * @text: (nullable): begins with http+unix:
 * @path: (out) (transfer full): of the socket
 * @url: (out) (transfer full): for the requests; its host is "localhost"
 * Returns: %FALSE with INVALID_TARGET
 */
gboolean
mcp_socket_address_parse_http (const char *text, char **path, char **url, GError **error);
