/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-quirks.h"

#include <string.h>

typedef struct
{
  const char       *name;
  const char       *description;
  AppDemoAuthEdited edited; /* 0: the quirk is no edit of a document */
  const char       *member;
  const char       *value; /* (nullable): JSON text with variables; %NULL takes the member away */
} Quirk;

static const Quirk quirks[] = {
  /* What the resource says of itself */
  { "resource-slash", "The resource is named with a slash that its address has not",
    APP_DEMO_AUTH_RESOURCE_METADATA, "resource", "\"@resource@/\"" },
  { "resource-urn", "The resource is a URN", APP_DEMO_AUTH_RESOURCE_METADATA, "resource",
    "\"urn:spyglass:demo\"" },
  { "resource-foreign", "The resource is on another host", APP_DEMO_AUTH_RESOURCE_METADATA,
    "resource", "\"https://api.example.com/mcp\"" },
  { "http-behind-tls", "With --tls: the resource is named with http, as behind a proxy",
    APP_DEMO_AUTH_RESOURCE_METADATA, "resource", "\"@plain-resource@\"" },
  { "issuer-slash", "The resource names the issuer with a slash that its own document has not",
    APP_DEMO_AUTH_RESOURCE_METADATA, "authorization_servers", "[\"@issuer@/\"]" },
  { "scope-unlisted", "The resource lists a scope that the authorization server has not",
    APP_DEMO_AUTH_RESOURCE_METADATA, "scopes_supported", "[\"mcp:read\",\"mcp:unlisted\"]" },
  { "two-as", "The resource names two authorization servers and takes tokens of the second only",
    APP_DEMO_AUTH_RESOURCE_METADATA, "authorization_servers", "[\"@other@\",\"@issuer@\"]" },
  { "prm-private", "The resource names an authorization server at a link-local address",
    APP_DEMO_AUTH_RESOURCE_METADATA, "authorization_servers", "[\"http://169.254.169.254\"]" },
  { "prm-private-ula", "The same at an address of fc00::/7", APP_DEMO_AUTH_RESOURCE_METADATA,
    "authorization_servers", "[\"http://[fd00::1]\"]" },
  { "prm-private-mapped", "The same at an IPv4 address written as IPv6",
    APP_DEMO_AUTH_RESOURCE_METADATA, "authorization_servers", "[\"http://[::ffff:10.0.0.1]\"]" },
  { "prm-private-shared", "The same at an address of 100.64.0.0/10",
    APP_DEMO_AUTH_RESOURCE_METADATA, "authorization_servers", "[\"http://100.64.0.1\"]" },
  { "prm-file", "The same at an address of the scheme file", APP_DEMO_AUTH_RESOURCE_METADATA,
    "authorization_servers", "[\"file:///etc\"]" },
  { "prm-no-as", "The resource names no authorization server", APP_DEMO_AUTH_RESOURCE_METADATA,
    "authorization_servers", NULL },
  { "prm-foreign", "The challenge names metadata on another origin" },
  { "no-prm",
    "There is no metadata of the resource; the issuer is at its origin, as in 2025-03-26" },
  { "no-documents", "The same without a document of the issuer" },
  { "forbidden-wellknown", "Well-known addresses answer 401 too" },
  { "html-wellknown", "Well-known addresses answer 200 with a page" },
  { "no-cors", "The resource's metadata cannot be read by clients in a browser" },
  { "redirect-to-private", "The resource's metadata redirects to a link-local address" },

  /* The challenge, and tokens at the resource */
  { "no-challenge", "401 comes without WWW-Authenticate, and there is no metadata" },
  { "challenge-twice", "Two WWW-Authenticate headers" },
  { "challenge-basic-first", "One WWW-Authenticate header that offers Basic before Bearer" },
  { "challenge-lower-case", "The scheme is written “bearer”" },
  { "challenge-unquoted", "The challenge's parameters are not quoted" },
  { "bad-token-400", "A wrong token is answered with 400" },
  { "bad-token-403", "A wrong token is answered with 403" },
  { "bad-token-500", "A wrong token is answered with 500" },
  { "bad-token-200", "A wrong token is answered with 200 and a result that is an error" },
  { "bad-token-307", "A wrong token is answered with a redirect to a page" },
  { "slash-307", "The endpoint redirects to itself with a slash" },
  { "redirect-other-origin", "What carries a token is redirected to another origin" },
  { "step-up-loop", "With --auth-step-up: the tool is refused whatever the token's scope" },
  { "step-up-shrinks", "A new token has the last of the scopes that were asked for alone" },
  { "ignores-resource", "The token is for another audience than was asked for" },
  { "migration", "After the first authorized request the resource names another issuer" },

  /* What the authorization server says of itself */
  { "issuer-root", "The document of an issuer with a path names the issuer without it",
    APP_DEMO_AUTH_SERVER_METADATA, "issuer", "\"@origin@\"" },
  { "issuer-foreign", "The document names another issuer", APP_DEMO_AUTH_SERVER_METADATA, "issuer",
    "\"https://attacker.example.com\"" },
  { "no-pkce", "The document says nothing of PKCE", APP_DEMO_AUTH_SERVER_METADATA,
    "code_challenge_methods_supported", NULL },
  { "pkce-plain", "The document has PKCE without S256", APP_DEMO_AUTH_SERVER_METADATA,
    "code_challenge_methods_supported", "[\"plain\"]" },
  { "no-registration", "There is no registration endpoint", APP_DEMO_AUTH_SERVER_METADATA,
    "registration_endpoint", NULL },
  { "endpoint-javascript", "The authorization endpoint is a script", APP_DEMO_AUTH_SERVER_METADATA,
    "authorization_endpoint", "\"javascript:alert(1)\"" },
  { "endpoint-private", "The token endpoint is at a link-local address",
    APP_DEMO_AUTH_SERVER_METADATA, "token_endpoint", "\"http://169.254.169.254/token\"" },
  { "no-endpoints", "The document has no authorization endpoint", APP_DEMO_AUTH_SERVER_METADATA,
    "authorization_endpoint", NULL },
  { "slow", "The document comes a byte at a time" },
  { "huge", "The document has 16 MiB" },
  { "gzip-bomb", "The document is small until it is unpacked" },
  { "deep", "The document is nested 100 000 deep" },
  { "utf8-bom", "Documents begin with a byte order mark" },
  { "clock-ahead", "The authorization server's clock is an hour ahead" },
  { "clock-behind", "The authorization server's clock is an hour behind" },

  /* Clients */
  { "client-purged", "Clients are forgotten after their first token; then: 401 invalid_client" },
  { "client-purged-422", "The same; then: 422 and no error of OAuth" },
  { "strict-port", "The port of a loopback redirect URI has to be the registered one" },
  { "dcr-web-only", "Registration takes no redirect URI but https" },
  { "dcr-web-default", "Registration takes loopback addresses of native clients only" },
  { "dcr-localhost-only", "Registration takes “localhost” and no IP address" },
  { "dcr-junk", "The registration's answer has null and empty strings", APP_DEMO_AUTH_REGISTRATION,
    "client_secret", "null" },
  { "dcr-junk", NULL, APP_DEMO_AUTH_REGISTRATION, "client_secret_expires_at", "null" },
  { "dcr-junk", NULL, APP_DEMO_AUTH_REGISTRATION, "token_endpoint_auth_method", NULL },
  { "dcr-junk", NULL, APP_DEMO_AUTH_REGISTRATION, "client_uri", "\"\"" },
  { "dcr-junk", NULL, APP_DEMO_AUTH_REGISTRATION, "contacts", "null" },
  { "dcr-secret", "Registration gives a secret to a client that asked for none",
    APP_DEMO_AUTH_REGISTRATION, "client_secret", "\"demo-secret-not-to-be-sent\"" },
  { "dcr-200", "Registration answers 200 in place of 201" },
  { "register-html", "Registration answers 403 with a page" },
  { "cimd-refused", "Client ID metadata documents are advertised, and refused" },

  /* The authorization request and what comes back */
  { "rejects-resource", "A request with “resource” is an invalid_target" },
  { "iss-wrong", "The callback's iss is another" },
  { "iss-missing", "The callback has no iss although it is advertised" },
  { "iss-unexpected", "The callback has a wrong iss, and nothing is advertised",
    APP_DEMO_AUTH_SERVER_METADATA, "authorization_response_iss_parameter_supported", NULL },
  { "iss-absent", "The callback has no iss, and nothing is advertised: which is in order",
    APP_DEMO_AUTH_SERVER_METADATA, "authorization_response_iss_parameter_supported", NULL },
  { "iss-normalized", "The callback's iss has a slash more" },
  { "mix-up", "The callback comes from another issuer, with its iss" },
  { "state-wrong", "The callback has another state" },
  { "callback-twice", "The callback has its code twice" },
  { "error-markup", "Errors in the callback are described with markup and control characters" },

  /* Tokens */
  { "token-200-error", "The token endpoint answers 200 whatever the error" },
  { "token-form", "The token's answer is a form in place of JSON" },
  { "token-html", "The token endpoint answers 200 with a page" },
  { "token-500", "The token endpoint answers 500" },
  { "token-429", "The token endpoint answers 429 with Retry-After once" },
  { "token-empty", "The token's answer has no token", APP_DEMO_AUTH_TOKEN, "access_token", NULL },
  { "token-type", "The token's type is unknown", APP_DEMO_AUTH_TOKEN, "token_type", "\"mac\"" },
  { "token-type-case", "The token's type is written “BEARER”", APP_DEMO_AUTH_TOKEN, "token_type",
    "\"BEARER\"" },
  { "no-expiry", "The token's answer does not say how long it lives", APP_DEMO_AUTH_TOKEN,
    "expires_in", NULL },
  { "expiry-zero", "The token lives for 0 seconds", APP_DEMO_AUTH_TOKEN, "expires_in", "0" },
  { "expiry-string", "The token's life is a string", APP_DEMO_AUTH_TOKEN, "expires_in",
    "\"3600\"" },
  { "no-refresh", "The token's answer has no refresh token although offline_access was asked for",
    APP_DEMO_AUTH_TOKEN, "refresh_token", NULL },
  { "scope-less", "The token has fewer scopes than were asked for", APP_DEMO_AUTH_TOKEN, "scope",
    "\"mcp:read\"" },
  { "scope-silent", "The token's answer does not name the scopes", APP_DEMO_AUTH_TOKEN, "scope",
    NULL },
  { "refresh-lost-answer", "The answer to the first refresh is lost" },
  { "refresh-500", "A refresh is answered with 500" },
};

gboolean
app_demo_auth_quirks_know (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    if (strcmp (quirks[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

char *
app_demo_auth_quirks_describe (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    if (quirks[i].description != NULL)
      g_string_append_printf (text, "%-22s %s\n", quirks[i].name, quirks[i].description);
  return g_string_free (text, FALSE);
}

gboolean
app_demo_auth_has (const AppDemoAuthOptions *self, const char *name)
{
  g_assert (app_demo_auth_quirks_know (name));
  return g_hash_table_contains (self->quirks, name);
}

static gboolean
is_edited (const AppDemoAuthOptions *self, AppDemoAuthEdited edited, McpJsonValue name)
{
  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    if (quirks[i].edited == edited && g_hash_table_contains (self->quirks, quirks[i].name) &&
        mcp_json_value_string_equals (name, quirks[i].member))
      return TRUE;
  return FALSE;
}

static void
write_edit (const Quirk *quirk, const char *const *variables, McpJsonWriter *writer)
{
  g_autoptr (GString) value = g_string_new (quirk->value);

  for (guint i = 0; variables[i] != NULL; i += 2)
    g_string_replace (value, variables[i], variables[i + 1], 0);
  mcp_json_writer_name (writer, quirk->member);
  mcp_json_writer_raw (writer, value->str, value->len);
}

char *
app_demo_auth_quirks_edit (const AppDemoAuthOptions *self,
                           AppDemoAuthEdited         edited,
                           const char               *document,
                           const char *const        *variables)
{
  g_autoptr (McpJsonDocument) parsed = mcp_json_document_parse_text (document, -1, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue name, value;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, mcp_json_document_get_root (parsed));
  while (mcp_json_iter_next (&iter, &name, &value))
    if (!is_edited (self, edited, name))
      {
        mcp_json_writer_name_value (writer, name);
        mcp_json_writer_value (writer, value);
      }
  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    if (quirks[i].edited == edited && quirks[i].value != NULL &&
        g_hash_table_contains (self->quirks, quirks[i].name))
      write_edit (&quirks[i], variables, writer);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}
