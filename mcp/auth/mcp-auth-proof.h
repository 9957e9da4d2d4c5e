/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a key proves: who the client is, to an authorization server, and that it has the key that a
 * token is bound to, with every request.
 *
 * Sources: RFC 7523, RFC 9449
 */

#pragma once

#include "mcp-auth-jws.h"

/** RFC 7523 §2.2, §3: for @client_id, for the authorization server of this issuer; lives 5 minutes.
 * Returns: (transfer full) (nullable) */
char *mcp_auth_key_sign_assertion (McpAuthKey *self,
                                   const char *client_id,
                                   const char *issuer,
                                   GError    **error);
/** RFC 9449 §4.2: a proof for one request. @url: of it; query and fragment are left out.
 * @access_token, @nonce: (nullable). Returns: (transfer full) (nullable) */
char *mcp_auth_key_sign_proof (McpAuthKey *self,
                               const char *method,
                               const char *url,
                               const char *access_token,
                               const char *nonce,
                               GError    **error);
