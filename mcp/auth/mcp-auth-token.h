/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthToken: what a token endpoint sent, or its error, whatever the dialect. Immutable;
 * reference counted.
 *
 * Sources: RFC 6749 §5.1, §5.2; RFC 9449 §5; RFC 8693 §2.2
 */

#pragma once

#include <gio/gio.h>

typedef struct _McpAuthToken McpAuthToken;

/** What is odd about a response that is usable all the same; bits. */
typedef enum {
  MCP_AUTH_TOKEN_REGULAR = 0,
  MCP_AUTH_TOKEN_FORM = 1 << 0, /* form-encoded instead of JSON */
  MCP_AUTH_TOKEN_ERROR_WITH_200 = 1 << 1,
  MCP_AUTH_TOKEN_EXPIRY_TEXT = 1 << 2,    /* expires_in is a text */
  MCP_AUTH_TOKEN_EXPIRY_UNKNOWN = 1 << 3, /* absent, 0 or nothing that can be */
  MCP_AUTH_TOKEN_TYPE_ABSENT = 1 << 4,
} McpAuthTokenOddities;

/** @status: of the response. @content_type: (nullable). "error" wins over the status.
 * Returns: (transfer full) (nullable): the tokens, or the OAuth error that it is; %NULL with
 * MCP_ERROR_INVALID_MESSAGE where it is neither: HTML, an empty body, no access_token, an unknown
 * token_type */
McpAuthToken *mcp_auth_token_new (guint       status,
                                  const char *content_type,
                                  GBytes     *body,
                                  GError    **error);
void          mcp_auth_token_unref (McpAuthToken *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthToken, mcp_auth_token_unref)

/** Returns: (transfer none) (nullable): the OAuth error ("invalid_grant"); where there is one,
 * nothing below but "error_description" and "error_uri" has a value */
const char *mcp_auth_token_get_error (McpAuthToken *self);
/** @name: "access_token", "refresh_token", "id_token", "scope", "issued_token_type",
 * "error_description", "error_uri". Returns: (transfer none) (nullable) */
const char *mcp_auth_token_get (McpAuthToken *self, const char *name);
/** Returns: (transfer none): "Bearer", "DPoP" or "N_A", however it was spelled */
const char *mcp_auth_token_get_scheme (McpAuthToken *self);
/** Returns: seconds; -1 where it is unknown */
gint64               mcp_auth_token_get_life (McpAuthToken *self);
McpAuthTokenOddities mcp_auth_token_get_oddities (McpAuthToken *self);

/** When a token is to be refreshed: its end minus 60 s or a tenth of its life, whichever is less.
 * All in seconds since 1970. Returns: %G_MAXINT64 where the end is unknown (@life < 0) */
gint64 mcp_auth_token_get_refresh_time (gint64 obtained, gint64 life);
