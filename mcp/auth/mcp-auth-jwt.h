/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthJwt: what a JSON Web Token says, read and not verified: for a person to look at.
 * Immutable; reference counted.
 *
 * Sources: RFC 7519, RFC 7515, RFC 9068
 */

#pragma once

#include "mcp-json-value.h"

/* What is longer is not taken apart. */
#define MCP_AUTH_JWT_MAX_BYTES (64u * 1024u)

typedef struct _McpAuthJwt McpAuthJwt;

/** @text: (nullable)
 * Returns: (transfer full) (nullable): %NULL where it is no JWS of JSON objects (no deeper than
 * those of McpAuthDocument): opaque */
McpAuthJwt *mcp_auth_jwt_new (const char *text);
void        mcp_auth_jwt_unref (McpAuthJwt *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthJwt, mcp_auth_jwt_unref)

McpJsonValue mcp_auth_jwt_get_claims (McpAuthJwt *self);
/** Returns: (transfer none) (nullable): a claim that is a text */
const char *mcp_auth_jwt_get (McpAuthJwt *self, const char *claim);
/** Returns: (transfer none): "aud", which may be one text or several; never %NULL */
const char *const *mcp_auth_jwt_get_audience (McpAuthJwt *self);
/** A claim that is a date ("exp", "iat", "nbf"): seconds since 1970; -1 where it is none */
gint64 mcp_auth_jwt_get_time (McpAuthJwt *self, const char *claim);
/** Whether it says of itself that nobody signed it: "alg" is "none" or absent, or no signature. */
gboolean mcp_auth_jwt_is_unsigned (McpAuthJwt *self);
