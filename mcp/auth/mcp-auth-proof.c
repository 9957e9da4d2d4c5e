/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-proof.h"

#include "mcp-auth-secret.h"
#include "mcp-json-writer.h"

#include <string.h>

/* Seconds that a client assertion lives: what authorization servers take at most. */
#define ASSERTION_LIFE 300

static gint64
now (void)
{
  return g_get_real_time () / G_USEC_PER_SEC;
}

char *
mcp_auth_key_sign_assertion (McpAuthKey *self,
                             const char *client_id,
                             const char *issuer,
                             GError    **error)
{
  g_autofree char *jti = mcp_auth_secret_new ();
  gint64           issued = now ();
  g_autofree char *claims = mcp_json_build ("{'iss': %s, 'sub': %s, 'aud': %s, 'jti': %s, "
                                            "'iat': %x, 'exp': %x}",
                                            client_id, client_id, issuer, jti,
                                            issued, issued + ASSERTION_LIFE);

  return mcp_auth_key_sign (self, "{\"typ\":\"JWT\"}", claims, error);
}

/* The address of the request without query and fragment. Its path is "/" where none is written,
 * as the request itself has it. */
static char *
dup_htu (const char *url)
{
  gsize       length = strcspn (url, "?#");
  const char *authority = strstr (url, "://");
  gboolean    has_path =
      authority == NULL ||
      memchr (authority + 3, '/', length - MIN (length, (gsize)(authority + 3 - url))) != NULL;

  return g_strdup_printf ("%.*s%s", (int)length, url, has_path ? "" : "/");
}

char *
mcp_auth_key_sign_proof (McpAuthKey *self,
                         const char *method,
                         const char *url,
                         const char *access_token,
                         const char *nonce,
                         GError    **error)
{
  g_autofree char *jti = mcp_auth_secret_new ();
  g_autofree char *htu = dup_htu (url);
  g_autofree char *ath = access_token != NULL ? mcp_auth_secret_dup_hash (access_token) : NULL;
  g_autofree char *header =
      mcp_json_build ("{'typ': 'dpop+jwt', 'jwk': %r}", mcp_auth_key_get_jwk (self));
  g_autofree char *claims = mcp_json_build ("{'jti': %s, 'htm': %s, 'htu': %s, 'iat': %x, "
                                            "'ath': ?%s, 'nonce': ?%s}",
                                            jti, method, htu, now (), ath, nonce);

  return mcp_auth_key_sign (self, header, claims, error);
}
