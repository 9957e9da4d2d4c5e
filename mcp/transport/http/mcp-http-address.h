/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The address of an HTTP server: what a person typed, checked, and what follows from it.
 */

#pragma once

#include "mcp-error.h"

/**
 * @url: (nullable): http or https, with a host; white space around it does not matter
 * @authorization: (out) (transfer full) (nullable): the value of an Authorization header for the
 * user and password in @url, if it has them
 * Returns: (transfer full) (nullable): without user and password; %NULL with INVALID_TARGET
 */
GUri *mcp_http_address_parse (const char *url, char **authorization, GError **error);

/** Returns: (transfer full): host and port as a person writes them */
char *mcp_http_address_dup_place (GUri *uri);

/** Returns: (transfer full): the value of an Authorization header (RFC 7617, UTF-8) */
char *mcp_http_basic_authorization (const char *user, const char *password);
