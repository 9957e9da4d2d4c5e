/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Lists of HTTP headers as "Name: value" texts: checked, applied to a message, read from one.
 */

#pragma once

#include "mcp-error.h"

#include <libsoup/soup.h>

/**
 * Whether each can be sent as it stands (RFC 9110, section 5): the name is a token, the value has
 * no line end or other control character and is ASCII. Names that frame the message are ours to
 * set.
 * @headers: (nullable)
 * Returns: %FALSE with INVALID_TARGET
 */
gboolean mcp_http_headers_check (const char *const *headers, GError **error);

/** Replaces what @target has under these names; a name that comes twice is sent twice.
 * @headers: (nullable): checked */
void mcp_http_headers_apply (const char *const *headers, SoupMessageHeaders *target);

/** Returns: (transfer full) (array zero-terminated=1): made valid UTF-8 */
char **mcp_http_headers_list (SoupMessageHeaders *headers);
