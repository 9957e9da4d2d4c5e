/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthChallenge: what a server wants, as its WWW-Authenticate headers say it. Immutable;
 * reference counted.
 *
 * Sources: RFC 9110 §11.6.1, RFC 6750 §3, RFC 9728 §5.1, RFC 9449 §7.1
 */

#pragma once

#include <glib.h>

/* A header beyond this is cut before it is read. */
#define MCP_AUTH_CHALLENGE_MAX_BYTES (16u * 1024u)

typedef struct _McpAuthChallenge McpAuthChallenge;

/** @header: (nullable): all WWW-Authenticate headers, joined by ", " (several challenges, in any
 * order). Whatever it holds is understood as far as can be: keys in any case, quoted or not, the
 * first of a repeated one; unknown ones are kept.
 * Of several challenges of Bearer or DPoP the first that names its resource_metadata counts, else
 * the first with any parameter, else the first.
 * Returns: (transfer full): one without a scheme where there is no Bearer and no DPoP in it */
McpAuthChallenge *mcp_auth_challenge_new (const char *header);
void              mcp_auth_challenge_unref (McpAuthChallenge *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthChallenge, mcp_auth_challenge_unref)

/** Returns: (transfer none) (nullable): the header as it was sent; %NULL where there was none */
const char *mcp_auth_challenge_get_header (McpAuthChallenge *self);
/** Returns: (transfer none) (nullable): "Bearer" or "DPoP", however it was spelled */
const char *mcp_auth_challenge_get_scheme (McpAuthChallenge *self);
/** A parameter of that challenge. @name: in lower case: "scope", "error", "error_description",
 * "resource_metadata", "realm", "algs". Returns: (transfer none) (nullable): unescaped; %NULL where
 * it is absent or empty */
const char *mcp_auth_challenge_get (McpAuthChallenge *self, const char *name);
/** Returns: (transfer none): names and values in the order sent, closed by %NULL */
const char *const *mcp_auth_challenge_get_parameters (McpAuthChallenge *self);
/** Returns: (transfer none): each resource_metadata of all challenges of Bearer and DPoP, in the
 * order sent, closed by %NULL */
const char *const *mcp_auth_challenge_get_addresses (McpAuthChallenge *self);
/** Returns: (transfer none) (nullable): what in it HTTP does not allow: "a value that needs quotes
 * has none" */
const char *mcp_auth_challenge_get_oddity (McpAuthChallenge *self);
/** Returns: (transfer none): the schemes of the other challenges, as sent, closed by %NULL */
const char *const *mcp_auth_challenge_get_other_schemes (McpAuthChallenge *self);
