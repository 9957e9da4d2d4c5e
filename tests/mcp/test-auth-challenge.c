/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What WWW-Authenticate says, as servers in the field write it. */

#include "mcp-tests.h"
#include "mcp-auth-challenge.h"

#include <string.h>

#define METADATA "https://h/.well-known/oauth-protected-resource/mcp"

/* @expected: the scheme or "none", its parameters as name=value in brackets, then the other schemes */
static const struct
{
  const char *header;
  const char *expected;
} rows[] = {
  /* As the RFCs have it */
  { "Bearer", "Bearer" },
  { "Bearer realm=\"example\"", "Bearer [realm=example]" },
  { "Bearer realm=\"example\", error=\"invalid_token\", error_description=\"The access token expired\"",
    "Bearer [realm=example] [error=invalid_token] [error_description=The access token expired]" },
  { "Bearer resource_metadata=\"" METADATA "\"", "Bearer [resource_metadata=" METADATA "]" },
  { "Bearer error=\"insufficient_scope\", scope=\"a:read b:write\"",
    "Bearer [error=insufficient_scope] [scope=a:read b:write]" },
  { "DPoP algs=\"ES256 PS256\"", "DPoP [algs=ES256 PS256]" },
  { "DPoP error=\"use_dpop_nonce\", error_description=\"Resource server requires nonce in DPoP proof\"",
    "DPoP [error=use_dpop_nonce] [error_description=Resource server requires nonce in DPoP proof]" },
  /* Several challenges, in one header or more */
  { "Basic realm=\"x\", Bearer scope=\"a\"", "Bearer [scope=a] Basic" },
  { "Bearer scope=\"a\", Basic realm=\"x\"", "Bearer [scope=a] Basic" },
  { "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
    "none Newauth Basic" },
  { "Bearer, DPoP algs=\"ES256\"", "DPoP [algs=ES256] Bearer" },
  { "Bearer scope=\"a\", DPoP algs=\"ES256\"", "Bearer [scope=a] DPoP" },
  { "DPoP algs=\"ES256\", Bearer resource_metadata=\"" METADATA "\"",
    "Bearer [resource_metadata=" METADATA "] DPoP" },
  { "Bearer realm=\"one\", Bearer resource_metadata=\"" METADATA "\"",
    "Bearer [resource_metadata=" METADATA "] Bearer" },
  { "Bearer realm=\"one\", Bearer realm=\"two\"", "Bearer [realm=one] Bearer" },
  { "Negotiate, NTLM, Bearer error=\"invalid_token\"",
    "Bearer [error=invalid_token] Negotiate NTLM" },
  { "Negotiate YIIGhgYJKoZIhvcSAQICAQBuggZ1MIIGcaADAgEFoQMCAQ==, Bearer realm=\"x\"",
    "Bearer [realm=x] Negotiate" },
  { "NTLM TlRMTVNTUAACAAAA/+8, Bearer realm=\"x\"", "Bearer [realm=x] NTLM" },
  { "Bearer realm=\"x\", NTLM TlRMTVNTUAACAAAA", "Bearer [realm=x] NTLM" },
  { "Digest realm=\"a, b\", qop=\"auth, auth-int\", nonce=\"7y/=\", Bearer scope=\"c\"",
    "Bearer [scope=c] Digest" },
  /* Spelling */
  { "bearer scope=\"a\"", "Bearer [scope=a]" },
  { "BEARER Scope=\"A\", ERROR=\"X\"", "Bearer [scope=A] [error=X]" },
  { "dpop ALGS=\"ES256\"", "DPoP [algs=ES256]" },
  { "Bearer error=invalid_token", "Bearer [error=invalid_token]" },
  { "Bearer error=invalid_token, resource_metadata=" METADATA "?a=b",
    "Bearer [error=invalid_token] [resource_metadata=" METADATA "?a=b]" },
  { "Bearer scope=a b c, error=invalid_token", "Bearer [scope=a b c] [error=invalid_token]" },
  { "Bearer scope=a b", "Bearer [scope=a b]" },
  { "Bearer realm = \"x\" ,\tscope =\t\"a\"", "Bearer [realm=x] [scope=a]" },
  { "  Bearer   realm=\"x\"  ", "Bearer [realm=x]" },
  { ",,Bearer realm=\"x\",,scope=\"a\",", "Bearer [realm=x] [scope=a]" },
  { "Bearer, realm=\"x\"", "Bearer [realm=x]" },
  { "Bearer realm=\"x\" error=\"y\"", "Bearer [realm=x] [error=y]" },
  { "Bearer realm=\"x\" DPoP algs=\"ES256\"", "Bearer [realm=x] DPoP" },
  { "Bearer Bearer realm=\"x\"", "Bearer [realm=x] Bearer" },
  { "Bearer\trealm=\"x\"", "Bearer [realm=x]" },
  /* Quoted texts */
  { "Bearer realm=\"a \\\"b\\\" \\\\ c\"", "Bearer [realm=a \"b\" \\ c]" },
  { "Bearer error_description=\"no, Basic realm=x, not\", scope=\"a\"",
    "Bearer [error_description=no, Basic realm=x, not] [scope=a]" },
  { "Bearer error_description=\"DPoP a=b\"", "Bearer [error_description=DPoP a=b]" },
  { "Bearer realm=\"never ended, scope=a", "Bearer [realm=never ended, scope=a]" },
  { "Bearer realm=\"ends in \\", "Bearer [realm=ends in \\]" },
  { "Bearer realm=\"\xc3\xa4\xe2\x82\xac\"", "Bearer [realm=\xc3\xa4\xe2\x82\xac]" },
  { "Bearer realm=\"\xe4\"", "Bearer [realm=\xef\xbf\xbd]" },
  /* Twice, empty, unknown */
  { "Bearer scope=\"first\", scope=\"second\"", "Bearer [scope=first] [scope=second]" },
  { "Bearer realm=\"\", scope=", "Bearer [realm=] [scope=]" },
  { "Bearer realm=, scope=\"a\"", "Bearer [realm=] [scope=a]" },
  { "Bearer authorization_uri=\"https://login\", x-y.z=1",
    "Bearer [authorization_uri=https://login] [x-y.z=1]" },
  /* Nothing */
  { NULL, "none" },
  { "", "none" },
  { "  , ,", "none" },
  { "=", "none" },
  { "\"", "none" },
  { "\"Bearer realm=x\"", "none" },
  { "realm=\"Bearer\"", "none" },
  { "realm=Bearer, scope=\"a\"", "none" },
  { "Basic realm=\"Bearer\"", "none Basic" },
  { "BearerX realm=\"x\"", "none BearerX" },
  { "<html>", "none <html>" },
  { "==\"\"=,=\"a\"=b,\x01", "none \x01" },
};

static char *
describe (McpAuthChallenge *challenge)
{
  const char        *scheme = mcp_auth_challenge_get_scheme (challenge);
  const char *const *others = mcp_auth_challenge_get_other_schemes (challenge);
  GString           *text = g_string_new (scheme != NULL ? scheme : "none");

  for (const char *const *each = mcp_auth_challenge_get_parameters (challenge); *each != NULL; each += 2)
    g_string_append_printf (text, " [%s=%s]", each[0], each[1]);
  for (; *others != NULL; others++)
    g_string_append_printf (text, " %s", *others);
  return g_string_free (text, FALSE);
}

static void
test_strings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpAuthChallenge) challenge = mcp_auth_challenge_new (rows[i].header);
      g_autofree char *seen = describe (challenge);
      g_autofree char *shown = g_strescape (rows[i].header != NULL ? rows[i].header : "", NULL);

      g_test_message ("%s", shown);
      g_assert_cmpstr (seen, ==, rows[i].expected);
    }
}

static void
test_values (void)
{
  g_autoptr (McpAuthChallenge) challenge =
      mcp_auth_challenge_new ("bearer Scope=\"first\", scope=\"second\", realm=\"\", error=x");
  g_autoptr (McpAuthChallenge) none = mcp_auth_challenge_new (NULL);

  g_assert_cmpstr (mcp_auth_challenge_get (challenge, "scope"), ==, "first");
  g_assert_cmpstr (mcp_auth_challenge_get (challenge, "error"), ==, "x");
  g_assert_null (mcp_auth_challenge_get (challenge, "realm"));
  g_assert_null (mcp_auth_challenge_get (challenge, "resource_metadata"));
  g_assert_cmpstr (mcp_auth_challenge_get_header (challenge), ==,
                   "bearer Scope=\"first\", scope=\"second\", realm=\"\", error=x");
  g_assert_null (mcp_auth_challenge_get_header (none));
  g_assert_null (mcp_auth_challenge_get (none, "scope"));
}

/* What is too long is cut, between characters too. */
static void
test_long (void)
{
  GString *text = g_string_new ("Bearer scope=\"a\", realm=\"");
  g_autoptr (McpAuthChallenge) challenge = NULL;
  const char *header;

  while (text->len < 2 * MCP_AUTH_CHALLENGE_MAX_BYTES)
    g_string_append (text, "\xe2\x82\xac");
  g_string_append (text, "\", error=\"beyond\"");
  challenge = mcp_auth_challenge_new (text->str);
  header = mcp_auth_challenge_get_header (challenge);
  g_assert_true (g_utf8_validate (header, -1, NULL));
  g_assert_cmpuint (strlen (header), <=, MCP_AUTH_CHALLENGE_MAX_BYTES + 8);
  g_assert_cmpstr (mcp_auth_challenge_get (challenge, "scope"), ==, "a");
  g_assert_cmpuint (strlen (mcp_auth_challenge_get (challenge, "realm")), >, 10000);
  g_assert_null (mcp_auth_challenge_get (challenge, "error"));
  g_string_free (text, TRUE);
}

static void
test_limit (void)
{
  for (int beyond = -1; beyond <= 1; beyond++)
    {
      g_autofree char *filling = g_strnfill (MCP_AUTH_CHALLENGE_MAX_BYTES - 12 + beyond, 'x');
      g_autofree char *text = g_strconcat ("Bearer ", filling, "=\"ab\"", NULL);
      g_autoptr (McpAuthChallenge) challenge = mcp_auth_challenge_new (text);

      g_assert_cmpuint (strlen (text), ==, MCP_AUTH_CHALLENGE_MAX_BYTES + beyond);
      g_assert_cmpuint (strlen (mcp_auth_challenge_get_header (challenge)), ==,
                        MIN (strlen (text), MCP_AUTH_CHALLENGE_MAX_BYTES));
      g_assert_cmpstr (mcp_auth_challenge_get (challenge, filling), ==, "ab");
    }
}

/* What HTTP allows is not found odd, however rare it is (RFC 9110 §11). */
static void
test_oddities (void)
{
  static const struct
  {
    const char *header;
    const char *oddity; /* (nullable): words of it */
    const char *addresses;
  } cases[] = {
    { NULL, NULL, "" },
    { "Bearer", NULL, "" },
    { "bearer error=invalid_token", NULL, "" },
    { "Negotiate, Basic realm=\"a, b\", Bearer resource_metadata=\"https://h/a\"", NULL, "https://h/a" },
    { "Negotiate YIIGhg==, Bearer realm=\"x\"", NULL, "" },
    { "Digest realm=a b, qop=\"x, Bearer y\"", NULL, "" },
    { "Bearer realm = \"x\" ,\tscope =\t\"a\",,", NULL, "" },
    { "Bearer resource_metadata=https://h/a", "quotes", "https://h/a" },
    { "Bearer scope=a b", "quotes", "" },
    { "Bearer scope=", "quotes", "" },
    { "Bearer realm=\"x\" scope=\"y\"", "comma", "" },
    { "Bearer realm=\"never ended", "does not end", "" },
    { "realm=\"x\", Bearer", "before any scheme", "" },
    { "Bearer resource_metadata=\"https://h/a\", resource_metadata=\"https://h/b\"", NULL,
      "https://h/a https://h/b" },
    { "Bearer resource_metadata=\"a\", DPoP resource_metadata=\"b\", Basic resource_metadata=\"c\"", NULL, "a b" },
    { "Bearer resource_metadata=\"\", Bearer resource_metadata=\"a\", Bearer resource_metadata=\"a\"", NULL, "a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthChallenge) challenge = mcp_auth_challenge_new (cases[i].header);
      g_autofree char *seen = g_strjoinv (" ", (char **)mcp_auth_challenge_get_addresses (challenge));
      const char      *oddity = mcp_auth_challenge_get_oddity (challenge);

      g_test_message ("%s", cases[i].header != NULL ? cases[i].header : "none");
      g_assert_cmpstr (seen, ==, cases[i].addresses);
      if (cases[i].oddity == NULL)
        g_assert_cmpstr (oddity, ==, NULL);
      else
        g_assert_nonnull (strstr (oddity, cases[i].oddity));
    }
}

/* As many challenges, words and parameters as fit: in time that a person does not see. */
static void
test_many (void)
{
  static const char *const pieces[] = { "a,", "a ", "a=b,", "Bearer ", "Bearer a=b c ", "=", "\"\"," };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      GString *text = g_string_new ("Bearer scope=a, ");
      g_autoptr (McpAuthChallenge) challenge = NULL;

      while (text->len < MCP_AUTH_CHALLENGE_MAX_BYTES)
        g_string_append (text, pieces[i]);
      challenge = mcp_auth_challenge_new (text->str);
      g_assert_cmpstr (mcp_auth_challenge_get (challenge, "scope"), ==, "a");
      g_string_free (text, TRUE);
    }
}

void
add_auth_challenge_tests (void)
{
  g_test_add_func ("/auth-challenge/strings", test_strings);
  g_test_add_func ("/auth-challenge/values", test_values);
  g_test_add_func ("/auth-challenge/long", test_long);
  g_test_add_func ("/auth-challenge/limit", test_limit);
  g_test_add_func ("/auth-challenge/oddities", test_oddities);
  g_test_add_func ("/auth-challenge/many", test_many);
}
