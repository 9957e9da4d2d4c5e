/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever a token endpoint sends, it is tokens, an error or nothing; and whatever a token is, it is
 * read as one of JSON or not at all. The first byte chooses status and type. */

#include "mcp-auth-jwt.h"
#include "mcp-auth-secret.h"
#include "mcp-auth-token.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_texts (McpAuthToken *token, gboolean is_error)
{
  static const char *const names[] = { "access_token", "refresh_token", "id_token", "scope",
                                       "issued_token_type", "error_description", "error_uri" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *value = mcp_auth_token_get (token, names[i]);

      if (value != NULL && (*value == '\0' || !g_utf8_validate (value, -1, NULL)))
        fuzz_fail ("a member that is no text");
      if (value != NULL && is_error != g_str_has_prefix (names[i], "error_"))
        fuzz_fail ("tokens and an error");
    }
}

static void
check_token (guint status, const char *type, GBytes *body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthToken) token = mcp_auth_token_new (status, type, body, &error);
  gboolean is_error, is_unknown;
  gint64   life;

  if ((token == NULL) == (error == NULL))
    fuzz_fail ("neither a token nor an error");
  if (token == NULL)
    return;
  is_error = mcp_auth_token_get_error (token) != NULL;
  check_texts (token, is_error);
  if (!is_error && (status != 200 || mcp_auth_token_get (token, "access_token") == NULL))
    fuzz_fail ("a success that is none");
  life = mcp_auth_token_get_life (token);
  is_unknown = (mcp_auth_token_get_oddities (token) & MCP_AUTH_TOKEN_EXPIRY_UNKNOWN) != 0;
  if (!is_error && (life < 0) != is_unknown)
    fuzz_fail ("a life that is known and is not");
  if (life == 0 || life < -1 || life > G_MAXINT32)
    fuzz_fail ("a life that cannot be");
  if (mcp_auth_token_get_refresh_time (1000, life) < 1000)
    fuzz_fail ("a token that ends before it was sent");
}

/* @jwt: (nullable) (transfer full) */
static void
check_jwt (McpAuthJwt *jwt)
{
  g_autoptr (McpAuthJwt) owned = jwt;
  McpJsonValue name;
  McpJsonIter  iter;

  if (jwt == NULL)
    return;
  for (const char *const *each = mcp_auth_jwt_get_audience (jwt); *each != NULL; each++)
    if (!g_utf8_validate (*each, -1, NULL))
      fuzz_fail ("an audience that is no text");
  mcp_auth_jwt_is_unsigned (jwt);
  mcp_json_iter_init (&iter, mcp_auth_jwt_get_claims (jwt));
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *claim = mcp_json_value_dup_string (name, NULL);

      if (mcp_auth_jwt_get_time (jwt, claim) < -1)
        fuzz_fail ("a time that cannot be");
      mcp_auth_jwt_get (jwt, claim);
    }
}

/* What is no token as it stands may be the claims of one. */
static void
check_as_jwt (const uint8_t *data, size_t size)
{
  g_autofree char *plain = g_strndup ((const char *)data, size);
  g_autofree char *claims = mcp_auth_base64url_encode (data, size);
  g_autofree char *text = g_strdup_printf ("eyJhbGciOiJFUzI1NiJ9.%s.AA", claims);
  g_autoptr (GBytes) decoded = mcp_auth_base64url_decode (claims);

  if (decoded == NULL || g_bytes_get_size (decoded) != size ||
      (size > 0 && memcmp (g_bytes_get_data (decoded, NULL), data, size) != 0))
    fuzz_fail ("base64url of something else");
  check_jwt (mcp_auth_jwt_new (plain));
  check_jwt (mcp_auth_jwt_new (text));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const types[] = { NULL, "application/json", "application/x-www-form-urlencoded",
                                       "text/html" };
  g_autoptr (GBytes) body = NULL;

  if (size == 0)
    return 0;
  body = g_bytes_new (data + 1, size - 1);
  check_token ((data[0] & 4) != 0 ? 400 : 200, types[data[0] & 3], body);
  check_as_jwt (data + 1, size - 1);
  return 0;
}
