/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The small forms that OAuth is written in: random values, base64url (RFC 4648 §5), digests, and
 * the parameters of a query or a form (RFC 6749 appendix B).
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Returns: (transfer full): 32 bytes of the kernel's random, as base64url */
char *app_demo_auth_random (void);
/** Returns: (transfer full): base64url without padding */
char *app_demo_auth_encode (const guchar *data, gsize size);
/** Returns: (transfer full): base64url of the SHA-256 of @text */
char *app_demo_auth_digest (const char *text);
/** Reads parameters by hand, because libsoup hides a parameter that comes twice.
 * @text: (nullable); @repeated: (out) (transfer full) (nullable): the name of one that does
 * Returns: (transfer full): name → value */
GHashTable *app_demo_auth_parameters (const char *text, char **repeated);

G_END_DECLS
