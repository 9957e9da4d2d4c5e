/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What requests for tokens say, how a client proves who it is in them, and the address that the
 * browser opens. */

#include "mcp-tests.h"
#include "mcp-auth-grant.h"
#include "mcp-error.h"

#include <string.h>

#define ISSUER "https://as.example/tenant"

static const char *
get (McpAuthForm *form, const char *name)
{
  for (guint i = 0; i + 1 < form->fields->len; i += 2)
    if (g_str_equal (g_ptr_array_index (form->fields, i), name))
      return g_ptr_array_index (form->fields, i + 1);
  return NULL;
}

static char *
dup_body (McpAuthForm *form)
{
  g_autoptr (GBytes) body = mcp_auth_form_encode (form);

  return g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
}

/* @take: (transfer full) */
static void
check (McpAuthForm *take, const char *expected)
{
  g_autoptr (McpAuthForm) form = take;
  g_autofree char *body = dup_body (form);

  g_assert_cmpstr (body, ==, expected);
  g_assert_cmpuint (form->headers->len, ==, 0);
}

static void
test_forms (void)
{
  check (mcp_auth_form_new_code ("c/d+e", "http://127.0.0.1:4711/callback", "v-._~",
                                 "https://server.example/mcp"),
         "grant_type=authorization_code&code=c%2Fd%2Be"
         "&redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&code_verifier=v-._~"
         "&resource=https%3A%2F%2Fserver.example%2Fmcp");
  check (mcp_auth_form_new_code ("c", "r", "v", NULL),
         "grant_type=authorization_code&code=c&redirect_uri=r&code_verifier=v");
  check (mcp_auth_form_new_refresh ("rt", "urn:x"),
         "grant_type=refresh_token&refresh_token=rt&resource=urn%3Ax");
  check (mcp_auth_form_new_refresh ("rt", NULL), "grant_type=refresh_token&refresh_token=rt");
  check (mcp_auth_form_new_client_credentials ("a b", "r"),
         "grant_type=client_credentials&scope=a+b&resource=r");
  check (mcp_auth_form_new_client_credentials (NULL, NULL), "grant_type=client_credentials");
  check (mcp_auth_form_new_exchange ("idt", "urn:ietf:params:oauth:token-type:id_token", ISSUER,
                                     "https://server.example/mcp", "a b"),
         "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
         "&requested_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aid-jag"
         "&audience=https%3A%2F%2Fas.example%2Ftenant"
         "&resource=https%3A%2F%2Fserver.example%2Fmcp&scope=a+b&subject_token=idt"
         "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aid_token");
  check (mcp_auth_form_new_exchange ("idt", "t", "a", NULL, NULL),
         "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
         "&requested_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aid-jag"
         "&audience=a&subject_token=idt&subject_token_type=t");
  check (mcp_auth_form_new_assertion ("j.w.t", "a", "r"),
         "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=j.w.t"
         "&scope=a&resource=r");
  check (mcp_auth_form_new_assertion ("j.w.t", NULL, NULL),
         "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=j.w.t");
  check (mcp_auth_form_new_token ("t", "refresh_token"), "token=t&token_type_hint=refresh_token");
  check (mcp_auth_form_new_token ("t", NULL), "token=t");
}

static void
test_form_fields (void)
{
  g_autoptr (McpAuthForm) form = mcp_auth_form_new_token ("t", NULL);
  g_autofree char *body = NULL;

  mcp_auth_form_add (form, "a b", "\xc3\xbc&=%+*\n");
  mcp_auth_form_add (form, "absent", NULL);
  mcp_auth_form_add (form, "empty", "");
  body = dup_body (form);
  g_assert_cmpstr (body, ==, "token=t&a+b=%C3%BC%26%3D%25%2B%2A%0A&empty=");
}

static void
test_secret_fields (void)
{
  static const char *const secrets[] = {
    "code",
    "code_verifier",
    "refresh_token",
    "client_secret",
    "client_assertion",
    "assertion",
    "subject_token",
    "token",
    "access_token",
    "id_token",
    "state",
  };
  static const char *const others[] = {
    "grant_type",
    "client_id",
    "redirect_uri",
    "resource",
    "scope",
    "audience",
    "subject_token_type",
    "token_type_hint",
    "requested_token_type",
    "client_assertion_type",
    "code_challenge",
    "code_challenge_method",
    "response_type",
  };

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    g_assert_true (mcp_auth_form_is_secret (secrets[i]));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (mcp_auth_form_is_secret (others[i]));
}

/* How a client proves itself */

static McpAuthClient *
client_new (const char *id, const char *secret, const char *method)
{
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();

  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_ID, id);
  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_SECRET, secret);
  mcp_auth_settings_set (settings, MCP_AUTH_METHOD, method);
  return mcp_auth_client_new_from_settings (settings, MCP_AUTH_CLIENT_REGISTERED, NULL);
}

static void
test_methods (void)
{
  static const struct
  {
    const char *method;
    const char *id;
    const char *secret;
    const char *body;
    const char *basic; /* (nullable): before base64 */
  } cases[] = {
    { "none", "a", "s", "token=t&client_id=a", NULL },
    { "none", "https://c.example/a b", NULL, "token=t&client_id=https%3A%2F%2Fc.example%2Fa+b", NULL },
    { "post", "a&b", "s=1", "token=t&client_id=a%26b&client_secret=s%3D1", NULL },
    { "post", "a", NULL, "token=t&client_id=a", NULL },
    { "basic", "a", "s", "token=t", "a:s" },
    { "basic", "a:b", "s:%+ \xc3\xa9/", "token=t", "a%3Ab:s%3A%25%2B+%C3%A9%2F" },
    { "basic", "test-client_1.0~", "x", "token=t", "test-client_1.0~:x" },
    { "basic", "a", NULL, "token=t", "a:" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthClient) client = client_new (cases[i].id, cases[i].secret, cases[i].method);
      g_autoptr (McpAuthForm) form = mcp_auth_form_new_token ("t", NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *body = NULL;

      g_assert_true (mcp_auth_form_authenticate (form, client, NULL, ISSUER, &error));
      g_assert_no_error (error);
      body = dup_body (form);
      g_assert_cmpstr (body, ==, cases[i].body);
      g_assert_cmpuint (form->headers->len, ==, cases[i].basic != NULL ? 1 : 0);
      if (cases[i].basic != NULL)
        {
          g_autofree char *encoded = g_base64_encode ((const guchar *)cases[i].basic,
                                                      strlen (cases[i].basic));
          g_autofree char *header = g_strconcat ("Authorization: Basic ", encoded, NULL);

          g_assert_cmpstr (g_ptr_array_index (form->headers, 0), ==, header);
        }
    }
}

static void
test_assertion (void)
{
  g_autoptr (McpAuthClient) client = client_new ("a", "s", "private_key_jwt");
  g_autoptr (McpAuthForm) form = mcp_auth_form_new_client_credentials (NULL, NULL);
  g_autoptr (McpAuthForm) other = mcp_auth_form_new_client_credentials (NULL, NULL);
  g_autoptr (McpAuthKey) key = mcp_auth_key_generate (NULL);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree guchar *claims = NULL;
  gsize              length;

  g_assert_false (mcp_auth_form_authenticate (other, client, NULL, ISSUER, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_true (mcp_auth_form_authenticate (form, client, key, ISSUER, NULL));
  g_assert_cmpstr (get (form, "client_id"), ==, "a");
  g_assert_cmpstr (get (form, "client_assertion_type"), ==,
                   "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
  g_assert_null (get (form, "client_secret"));
  g_assert_cmpuint (form->headers->len, ==, 0);
  parts = g_strsplit (get (form, "client_assertion"), ".", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  claims = g_base64_decode (parts[1], &length);
  /* The issuer, not the token endpoint */
  g_assert_nonnull (g_strstr_len ((const char *)claims, (gssize)length,
                                  "\"iss\":\"a\",\"sub\":\"a\",\"aud\":\"" ISSUER "\""));
}

/* Authorization requests */

#define OURS                                                               \
  "response_type=code&client_id=https%3A%2F%2Fc.example%2Fd&redirect_uri=" \
  "http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&state=S&code_challenge=C&code_challenge_method=S256"

static void
test_urls (void)
{
  static const struct
  {
    const char *endpoint;
    const char *scope;
    const char *resource;
    const char *prompt;
    const char *login_hint;
    const char *extra;
    const char *url;
  } cases[] = {
    { "https://as.example/authorize", NULL, NULL, NULL, NULL, NULL,
      "https://as.example/authorize?" OURS },
    { "https://as.example/authorize", "mcp:basic mcp:write", "https://server.example/mcp", "consent",
      "a+b@c.example", NULL,
      "https://as.example/authorize?" OURS "&scope=mcp%3Abasic%20mcp%3Awrite"
      "&resource=https%3A%2F%2Fserver.example%2Fmcp&prompt=consent&login_hint=a%2Bb%40c.example" },
    { "https://as.example/authorize?tenant=a%20b", NULL, NULL, NULL, NULL, NULL,
      "https://as.example/authorize?tenant=a%20b&" OURS },
    { "https://as.example/authorize?", NULL, NULL, NULL, NULL, NULL,
      "https://as.example/authorize?" OURS },
    { "https://as.example/authorize?a=b&", NULL, NULL, NULL, NULL, NULL,
      "https://as.example/authorize?a=b&" OURS },
    /* What is ours is sent once, as it is ours; the rest stays as it is written */
    { "https://as.example/a?b=%2F&resource=urn%3Ax&&c", NULL, "r", NULL, NULL, NULL,
      "https://as.example/a?b=%2F&&c&" OURS "&resource=r" },
    { "https://as.example/a?resource=r&re%73ource=r&client_id=x", NULL, "r", NULL, NULL, NULL,
      "https://as.example/a?" OURS "&resource=r" },
    { "https://as.example/a?resource=urn%3Ax&scope=s", NULL, NULL, NULL, NULL, NULL,
      "https://as.example/a?resource=urn%3Ax&scope=s&" OURS },
    { "https://as.example/authorize#f?g", NULL, NULL, NULL, NULL, NULL,
      "https://as.example/authorize?" OURS },
    { "https://as.example", NULL, NULL, NULL, NULL, NULL, "https://as.example?" OURS },
    /* Further parameters */
    { "https://as.example/a", NULL, NULL, NULL, NULL, "audience=x&a=%26+%3D%C3%BC&flag",
      "https://as.example/a?" OURS "&audience=x&a=%26%20%3D%C3%BC&flag=" },
    { "https://as.example/a", NULL, NULL, NULL, NULL, "?b=1&b=2&&=x&c=%zz&d=%00&e=%ff&f==",
      "https://as.example/a?" OURS "&b=1&f=%3D" },
    { "https://as.example/a", NULL, NULL, NULL, NULL,
      "client_id=x&code_challenge=x&code_challenge_method=plain&redirect_uri=x&resource=x"
      "&response_type=token&scope=x&state=x&s%74ate=x&ok=1",
      "https://as.example/a?" OURS "&ok=1" },
    { "https://as.example/a", NULL, NULL, "login", NULL, "prompt=none&login_hint=me",
      "https://as.example/a?" OURS "&prompt=login&login_hint=me" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpAuthRequest request = {
        .endpoint = cases[i].endpoint,
        .client_id = "https://c.example/d",
        .redirect_uri = "http://127.0.0.1:4711/callback",
        .state = "S",
        .code_challenge = "C",
        .scope = cases[i].scope,
        .resource = cases[i].resource,
        .prompt = cases[i].prompt,
        .login_hint = cases[i].login_hint,
        .extra = cases[i].extra,
      };
      g_autofree char *url = mcp_auth_request_dup_url (&request);
      g_auto (GStrv) parameters = mcp_auth_request_dup_parameters (&request);

      g_assert_cmpstr (url, ==, cases[i].url);
      g_assert_cmpuint (g_strv_length (parameters) % 2, ==, 0);
      g_assert_cmpstr (parameters[0], ==, "response_type");
      g_assert_cmpstr (parameters[1], ==, "code");
      g_assert_cmpstr (parameters[3], ==, "https://c.example/d");
    }
}

static void
test_replaced (void)
{
  static const struct
  {
    const char *endpoint;
    const char *replaced;
  } cases[] = {
    { "https://as.example/a", "" },
    { "https://as.example/a?b=c#resource=x", "" },
    { "https://as.example/a?resource=urn%3Ax&b&client%5Fid=y", "resource=urn%3Ax client%5Fid=y" },
    { "https://as.example/a?scope=s&%zz", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpAuthRequest request = { .endpoint = cases[i].endpoint, .client_id = "c", .resource = "r" };
      g_auto (GStrv) replaced = mcp_auth_request_dup_replaced (&request);
      g_autofree char *seen = g_strjoinv (" ", replaced);

      g_assert_cmpstr (seen, ==, cases[i].replaced);
    }
}

static void
test_scopes (void)
{
  static const struct
  {
    const char *one;
    const char *other;
    const char *united;
    const char *subtracted;
  } cases[] = {
    { NULL, NULL, NULL, NULL },
    { "", "  ", NULL, NULL },
    { "a", NULL, "a", "a" },
    { NULL, "a", "a", NULL },
    { "mcp:basic", "mcp:write", "mcp:basic mcp:write", "mcp:basic" },
    { "b a", "a c b d", "b a c d", NULL },
    { " a  b a ", "b\tc", "a b c", "a" },
    { "a", "A", "a A", "a" },
    { "read", "read:all", "read read:all", "read" },
    { "%s <b> \xc3\xbc", "<b>", "%s <b> \xc3\xbc", "%s \xc3\xbc" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *united = mcp_auth_scopes_unite (cases[i].one, cases[i].other);
      g_autofree char *subtracted = mcp_auth_scopes_subtract (cases[i].one, cases[i].other);

      g_assert_cmpstr (united, ==, cases[i].united);
      g_assert_cmpstr (subtracted, ==, cases[i].subtracted);
    }
  g_assert_true (mcp_auth_scopes_has ("a offline_access", "offline_access"));
  g_assert_false (mcp_auth_scopes_has ("offline_access2", "offline_access"));
  g_assert_false (mcp_auth_scopes_has (NULL, "a"));
  g_assert_false (mcp_auth_scopes_has ("", ""));
}

void
add_auth_grant_tests (void)
{
  g_test_add_func ("/mcp/auth-grant/forms", test_forms);
  g_test_add_func ("/mcp/auth-grant/form-fields", test_form_fields);
  g_test_add_func ("/mcp/auth-grant/secret-fields", test_secret_fields);
  g_test_add_func ("/mcp/auth-grant/methods", test_methods);
  g_test_add_func ("/mcp/auth-grant/assertion", test_assertion);
  g_test_add_func ("/mcp/auth-grant/urls", test_urls);
  g_test_add_func ("/mcp/auth-grant/replaced", test_replaced);
  g_test_add_func ("/mcp/auth-grant/scopes", test_scopes);
}
