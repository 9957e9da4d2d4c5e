/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthKey: a private key, and the JSON Web Signatures that it makes (RFC 7515, 7518, 8037).
 * GnuTLS is loaded when the first key is read or made, so that whoever signs nothing does not pay
 * for it.
 */

#pragma once

#include <gio/gio.h>

typedef enum {
  MCP_AUTH_ES256, /* ECDSA, P-256, SHA-256 */
  MCP_AUTH_RS256, /* RSA PKCS #1 v1.5, SHA-256 */
  MCP_AUTH_EDDSA, /* Ed25519 */
} McpAuthAlgorithm;

/** @name: (nullable): "ES256", "RS256", "EdDSA". Returns: whether it is one of them */
gboolean mcp_auth_algorithm_parse (const char *name, McpAuthAlgorithm *algorithm);

typedef struct _McpAuthKey McpAuthKey;

/** @pem: PKCS #8, or what GnuTLS reads beside it
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_TARGET: no key, encrypted, of
 * another kind than @algorithm wants, or GnuTLS is not there */
McpAuthKey *mcp_auth_key_new (const char *pem, McpAuthAlgorithm algorithm, GError **error);
/** A new one on P-256, for proofs. Returns: (transfer full) (nullable): as above */
McpAuthKey *mcp_auth_key_generate (GError **error);
McpAuthKey *mcp_auth_key_ref (McpAuthKey *self);
void        mcp_auth_key_unref (McpAuthKey *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthKey, mcp_auth_key_unref)

/** Returns: (transfer full): PKCS #8, to be kept; a secret */
char *mcp_auth_key_dup_pem (McpAuthKey *self);
/** Returns: (transfer none): the public half as a JSON Web Key (RFC 7517), members in the order of
 * RFC 7638, so that it is its own thumbprint's input */
const char *mcp_auth_key_get_jwk (McpAuthKey *self);

/** Signs a JWS in compact form. @header: JSON of an object without "alg", which is added; may be
 * "{}". @claims: JSON. Returns: (transfer full) (nullable) */
char *mcp_auth_key_sign (McpAuthKey *self, const char *header, const char *claims, GError **error);
