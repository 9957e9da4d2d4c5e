/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-dpop.h"

#include "app-demo-auth-message.h"
#include "app-demo-auth-text.h"

/* Seconds that the clocks of client and server may differ. */
#define WINDOW 300

static guint
count_proofs (SoupServerMessage *message)
{
  SoupMessageHeadersIter iter;
  const char            *name, *value;
  guint                  n = 0;

  soup_message_headers_iter_init (&iter, soup_server_message_get_request_headers (message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    n += g_ascii_strcasecmp (name, "DPoP") == 0;
  return n;
}

gboolean
app_demo_auth_dpop_is_there (SoupServerMessage *message)
{
  return count_proofs (message) > 0;
}

static gboolean
is_fresh (McpJsonValue claims)
{
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  gint64 issued = mcp_json_value_get_member_int64 (claims, "iat", 0);

  return issued > now - WINDOW && issued < now + WINDOW;
}

/* Returns: (nullable): what is wrong with a proof besides its nonce */
static const char *
find_fault (AppDemoAuthIssuer      *issuer,
            SoupServerMessage      *message,
            const AppDemoAuthProof *expected,
            const AppDemoAuthJwt   *proof)
{
  McpJsonValue     type = mcp_json_value_get_member (app_demo_auth_jwt_get_header (proof), "typ");
  g_autofree char *digest = expected->token != NULL ? app_demo_auth_digest (expected->token) : NULL;

  if (!mcp_json_value_string_equals (type, "dpop+jwt"))
    return "typ is not dpop+jwt";
  if (!app_demo_auth_jwt_has (proof, "htm", soup_server_message_get_method (message)))
    return "htm is not the method";
  if (!app_demo_auth_jwt_has (proof, "htu", expected->address))
    return "htu is not the address";
  if (!is_fresh (app_demo_auth_jwt_get_claims (proof)))
    return "iat is not now";
  if (digest != NULL && !app_demo_auth_jwt_has (proof, "ath", digest))
    return "ath is not the digest of the token";
  return app_demo_auth_issuer_see (issuer, proof) ? NULL : "jti is missing or came before";
}

char *
app_demo_auth_dpop_check (AppDemoAuthIssuer      *issuer,
                          SoupServerMessage      *message,
                          const AppDemoAuthProof *expected,
                          const char            **error,
                          const char            **description)
{
  g_autoptr (AppDemoAuthJwt)
      proof = app_demo_auth_jwt_read (app_demo_auth_message_get_header (message, "DPoP"));
  g_autoptr (AppDemoAuthKey) key = NULL;
  SoupMessageHeaders *answer = soup_server_message_get_response_headers (message);

  *error = "invalid_dpop_proof";
  *description = "There must be one proof, with its public key and signed by it";
  if (proof != NULL && count_proofs (message) == 1)
    key = app_demo_auth_key_read_jwk (
        mcp_json_value_get_member (app_demo_auth_jwt_get_header (proof), "jwk"));
  if (key == NULL || !app_demo_auth_jwt_is_signed_by (proof, key))
    return NULL;
  *description = find_fault (issuer, message, expected, proof);
  if (*description != NULL)
    return NULL;
  if (expected->nonce != NULL && !app_demo_auth_jwt_has (proof, "nonce", expected->nonce))
    {
      *error = "use_dpop_nonce";
      *description = "The proof must hold the nonce of this server";
      soup_message_headers_replace (answer, "DPoP-Nonce", expected->nonce);
      return NULL;
    }
  return app_demo_auth_key_make_thumbprint (key);
}
