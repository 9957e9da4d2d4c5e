/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What authorization makes up, and how it compares what must not be guessed: random values from
 * getrandom(2), base64url without padding (RFC 4648 §5), PKCE (RFC 7636).
 */

#pragma once

#include <glib.h>

/** Returns: (transfer full): 32 random bytes as base64url: 43 characters, as a state, a verifier, a
 * jti or a nonce wants them. Ends the program where the system has no randomness. */
char *mcp_auth_secret_new (void);
/** In a time that says nothing of where they differ. @one, @other: (nullable): %NULL equals
 * nothing */
gboolean mcp_auth_secret_equal (const char *one, const char *other);
/** Wipes and frees. @secret: (nullable) */
void mcp_auth_secret_free (char *secret);

/** Returns: (transfer full) */
char *mcp_auth_base64url_encode (gconstpointer data, gsize length);
/** Returns: (transfer full) (nullable): %NULL where @text is no base64url; padding is no part of
 * it */
GBytes *mcp_auth_base64url_decode (const char *text);

/** RFC 7636 §4.2, S256. Returns: (transfer full) */
char *mcp_auth_secret_dup_challenge (const char *verifier);
/** Returns: (transfer full): base64url of the SHA-256 of @text: "ath" (RFC 9449 §4.2) */
char *mcp_auth_secret_dup_hash (const char *text);
