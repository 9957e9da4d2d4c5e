/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who we are for an authorization server: which of the four ways, which method, what a registration
 * says and what is made of its answer. */

#include "mcp-tests.h"
#include "mcp-auth-client.h"
#include "mcp-error.h"

#include <string.h>

#define REDIRECT "http://127.0.0.1:4711/callback"
#define CIMD "https://spyglass.example/client.json"

static McpAuthDocument *
server_new (const char *text)
{
  g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  McpAuthDocument *server;

  server = mcp_auth_document_new ("https://as.example/.well-known/oauth-authorization-server",
                                  body, &error);
  g_assert_no_error (error);
  return server;
}

/* @text: "client-id=a; method=post" */
static McpAuthSettings *
settings_new (const char *text)
{
  McpAuthSettings *settings = mcp_auth_settings_new ();
  g_auto (GStrv) rows = g_strsplit (text, "; ", -1);
  McpAuthSetting setting;

  for (guint i = 0; rows[i] != NULL && *rows[i] != '\0'; i++)
    {
      g_auto (GStrv) pair = g_strsplit (rows[i], "=", 2);

      g_assert_true (mcp_auth_setting_parse (pair[0], &setting));
      mcp_auth_settings_set (settings, setting, pair[1]);
    }
  return settings;
}

#define DCR "\"registration_endpoint\":\"https://as.example/register\""
#define TAKES_CIMD "\"client_id_metadata_document_supported\":true"
#define ISSUER "\"issuer\":\"https://as.example\""

static void
test_choice (void)
{
  static const struct
  {
    const char       *settings;
    const char       *server; /* (nullable) */
    McpAuthClientKind kind;
    const char       *reason; /* a part of it */
  } cases[] = {
    { "", "{" DCR "}", MCP_AUTH_CLIENT_DYNAMIC, "registers clients" },
    { "", "{}", MCP_AUTH_CLIENT_ASK, "no registration endpoint" },
    { "", "{\"registration_endpoint\":\"\"}", MCP_AUTH_CLIENT_ASK, "no registration endpoint" },
    { "", "{\"registration_endpoint\":null}", MCP_AUTH_CLIENT_ASK, "no registration endpoint" },
    { "", "{" TAKES_CIMD "}", MCP_AUTH_CLIENT_ASK, "neither is entered" },
    { "", NULL, MCP_AUTH_CLIENT_DYNAMIC, "default endpoint" },
    { "client=automatic; metadata-url=" CIMD, "{" TAKES_CIMD "," DCR "}", MCP_AUTH_CLIENT_DOCUMENT,
      "metadata document" },
    { "metadata-url=" CIMD, "{" DCR "}", MCP_AUTH_CLIENT_DYNAMIC, "registers" },
    { "metadata-url=" CIMD, "{\"client_id_metadata_document_supported\":false," DCR "}",
      MCP_AUTH_CLIENT_DYNAMIC, "registers" },
    { "metadata-url=" CIMD, "{}", MCP_AUTH_CLIENT_ASK, "no registration endpoint" },
    { "metadata-url=" CIMD, NULL, MCP_AUTH_CLIENT_DYNAMIC, "default" },
    { "registration-url=https://as.example/other", "{}", MCP_AUTH_CLIENT_DYNAMIC, "registers" },
    /* Known beforehand */
    { "client-id=a; metadata-url=" CIMD, "{" TAKES_CIMD "," DCR "}", MCP_AUTH_CLIENT_REGISTERED,
      "is entered" },
    { "client-id=a", NULL, MCP_AUTH_CLIENT_REGISTERED, "is entered" },
    { "client-id=", "{" DCR "}", MCP_AUTH_CLIENT_DYNAMIC, "registers" },
    { "client-id=a; issuer=https://as.example", "{" ISSUER "}", MCP_AUTH_CLIENT_REGISTERED,
      "is entered" },
    { "client-id=a; issuer=https://other.example", "{" ISSUER "," DCR "}", MCP_AUTH_CLIENT_ASK,
      "another authorization server" },
    { "client-id=a; issuer=https://as.example/", "{" ISSUER "}", MCP_AUTH_CLIENT_ASK, "another" },
    { "client-id=a; issuer=https://AS.example", "{" ISSUER "}", MCP_AUTH_CLIENT_ASK, "another" },
    { "client-id=a; issuer=https://as.example/; accept-issuer=yes", "{" ISSUER "}",
      MCP_AUTH_CLIENT_REGISTERED, "is entered" },
    { "client-id=a; issuer=https://other.example; accept-issuer=yes", "{" ISSUER "}",
      MCP_AUTH_CLIENT_ASK, "another" },
    { "client-id=a; issuer=https://as.example", NULL, MCP_AUTH_CLIENT_ASK, "another" },
    { "client-id=a; issuer=https://as.example", "{}", MCP_AUTH_CLIENT_ASK, "another" },
    { "issuer=https://as.example", "{" ISSUER "," DCR "}", MCP_AUTH_CLIENT_DYNAMIC, "registers" },
    /* Forced */
    { "client=registered", "{" DCR "}", MCP_AUTH_CLIENT_ASK, "No client ID" },
    { "client=registered; client-id=a", "{" DCR "}", MCP_AUTH_CLIENT_REGISTERED, "is entered" },
    { "client=registered; client-id=a; issuer=https://b.example", "{" ISSUER "}",
      MCP_AUTH_CLIENT_ASK, "another" },
    { "client=document", "{" TAKES_CIMD "}", MCP_AUTH_CLIENT_ASK, "No address" },
    { "client=document; client-id=a; metadata-url=" CIMD, "{" DCR "}", MCP_AUTH_CLIENT_DOCUMENT,
      "settings" },
    { "client=dynamic; client-id=a", "{" DCR "," TAKES_CIMD "}", MCP_AUTH_CLIENT_DYNAMIC,
      "settings" },
    { "client=dynamic; client-id=a", "{}", MCP_AUTH_CLIENT_ASK, "no registration endpoint" },
    { "client=dynamic; client-id=a", NULL, MCP_AUTH_CLIENT_DYNAMIC, "settings" },
    /* Nobody is there who could consent to a client that nobody knows. */
    { "grant=client-credentials", "{" DCR "}", MCP_AUTH_CLIENT_ASK, "beforehand" },
    { "client=dynamic; grant=client-credentials", "{" DCR "}", MCP_AUTH_CLIENT_ASK, "beforehand" },
    { "grant=enterprise", "{" DCR "}", MCP_AUTH_CLIENT_ASK, "beforehand" },
    { "grant=workload; client-id=a", "{" DCR "}", MCP_AUTH_CLIENT_REGISTERED, "is entered" },
    { "grant=code", "{" DCR "}", MCP_AUTH_CLIENT_DYNAMIC, "registers" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthSettings) settings = settings_new (cases[i].settings);
      g_autoptr (McpAuthDocument) server = NULL;
      const char *reason = NULL;

      g_test_message ("%s: %s", cases[i].settings, cases[i].server);
      if (cases[i].server != NULL)
        server = server_new (cases[i].server);
      g_assert_cmpint (mcp_auth_client_choose (settings, server, &reason), ==, cases[i].kind);
      g_assert_nonnull (strstr (reason, cases[i].reason));
      g_assert_false (g_str_has_suffix (reason, "."));
    }
}

#define LISTS(text) "{\"token_endpoint_auth_methods_supported\":[" text "]}"

static void
test_methods_of_settings (void)
{
  static const struct
  {
    const char       *settings;
    McpAuthClientKind kind;
    const char       *server; /* (nullable) */
    const char       *method;
  } cases[] = {
    { "client-id=a", MCP_AUTH_CLIENT_REGISTERED, "{}", "none" },
    { "client-id=a", MCP_AUTH_CLIENT_REGISTERED, NULL, "none" },
    { "client-id=a", MCP_AUTH_CLIENT_REGISTERED, LISTS ("\"client_secret_basic\""), "none" },
    { "client-id=a; client-secret=s", MCP_AUTH_CLIENT_REGISTERED, "{}", "client_secret_basic" },
    { "client-id=a; client-secret=s", MCP_AUTH_CLIENT_REGISTERED, NULL, "client_secret_basic" },
    { "client-id=a; client-secret=s", MCP_AUTH_CLIENT_REGISTERED,
      LISTS ("\"client_secret_post\",\"client_secret_basic\",\"none\""), "client_secret_basic" },
    { "client-id=a; client-secret=s", MCP_AUTH_CLIENT_REGISTERED,
      LISTS ("\"none\",\"client_secret_post\""), "client_secret_post" },
    { "client-id=a; client-secret=s", MCP_AUTH_CLIENT_REGISTERED, LISTS ("\"none\""), "none" },
    { "client-id=a; client-secret=s", MCP_AUTH_CLIENT_REGISTERED, LISTS ("\"tls_client_auth\""),
      "client_secret_basic" },
    { "client-id=a; client-secret=s", MCP_AUTH_CLIENT_REGISTERED, LISTS (""),
      "client_secret_basic" },
    /* What a person wants goes first. */
    { "client-id=a; client-secret=s; method=client_secret_post", MCP_AUTH_CLIENT_REGISTERED,
      LISTS ("\"client_secret_basic\""), "client_secret_post" },
    { "client-id=a; client-secret=s; method=post", MCP_AUTH_CLIENT_REGISTERED, "{}",
      "client_secret_post" },
    { "client-id=a; client-secret=s; method=basic", MCP_AUTH_CLIENT_REGISTERED,
      LISTS ("\"client_secret_post\""), "client_secret_basic" },
    { "client-id=a; client-secret=s; method=client_secret_jwt", MCP_AUTH_CLIENT_REGISTERED,
      LISTS ("\"client_secret_post\""), "client_secret_post" },
    { "client-id=a; method=private_key_jwt", MCP_AUTH_CLIENT_REGISTERED, "{}", "private_key_jwt" },
    { "client-id=a; client-secret=s; method=none", MCP_AUTH_CLIENT_REGISTERED, "{}", "none" },
    { "client-id=a; client-secret=s; method=unheard_of", MCP_AUTH_CLIENT_REGISTERED, "{}",
      "client_secret_basic" },
    /* With a key */
    { "client-id=a; private-key=k", MCP_AUTH_CLIENT_REGISTERED, "{}", "private_key_jwt" },
    { "client-id=a; private-key=k; client-secret=s", MCP_AUTH_CLIENT_REGISTERED, "{}",
      "client_secret_basic" },
    { "client-id=a; private-key=k; client-secret=s", MCP_AUTH_CLIENT_REGISTERED,
      LISTS ("\"client_secret_basic\",\"private_key_jwt\""), "private_key_jwt" },
    { "metadata-url=" CIMD, MCP_AUTH_CLIENT_DOCUMENT, LISTS ("\"none\",\"private_key_jwt\""), "none" },
    { "metadata-url=" CIMD "; private-key=k", MCP_AUTH_CLIENT_DOCUMENT,
      LISTS ("\"none\",\"private_key_jwt\""), "private_key_jwt" },
    { "metadata-url=" CIMD "; private-key=k", MCP_AUTH_CLIENT_DOCUMENT, LISTS ("\"none\""), "none" },
    /* The secret of an ID is none of a document. */
    { "metadata-url=" CIMD "; client-id=a; client-secret=s", MCP_AUTH_CLIENT_DOCUMENT, "{}", "none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthSettings) settings = settings_new (cases[i].settings);
      g_autoptr (McpAuthDocument) server = NULL;
      g_autoptr (McpAuthClient) client = NULL;

      g_test_message ("%s: %s", cases[i].settings, cases[i].server);
      if (cases[i].server != NULL)
        server = server_new (cases[i].server);
      client = mcp_auth_client_new_from_settings (settings, cases[i].kind, server);
      g_assert_cmpint (mcp_auth_client_get (client)->kind, ==, cases[i].kind);
      g_assert_cmpstr (mcp_auth_method_get_name (mcp_auth_client_get (client)->method), ==,
                       cases[i].method);
      if (cases[i].kind == MCP_AUTH_CLIENT_DOCUMENT)
        {
          g_assert_cmpstr (mcp_auth_client_get (client)->id, ==, CIMD);
          g_assert_null (mcp_auth_client_get (client)->secret);
        }
      else
        {
          g_assert_cmpstr (mcp_auth_client_get (client)->id, ==, "a");
          g_assert_cmpstr (mcp_auth_client_get (client)->secret, ==,
                           strstr (cases[i].settings, "client-secret=s") != NULL ? "s" : NULL);
        }
    }
}

#define REGISTRATION(method, more)                                                            \
  "{\"client_name\":\"Spyglass\",\"redirect_uris\":[\"" REDIRECT "\"],"                       \
  "\"grant_types\":[\"authorization_code\",\"refresh_token\"],\"response_types\":[\"code\"]," \
  "\"token_endpoint_auth_method\":\"" method "\",\"application_type\":\"native\"" more "}"

static void
test_registration (void)
{
  static const struct
  {
    const char *settings;
    const char *server; /* (nullable) */
    const char *scopes; /* (nullable) */
    gboolean    dpop;
    const char *text;
  } cases[] = {
    { "", "{}", NULL, FALSE, REGISTRATION ("none", "") },
    { "", NULL, NULL, FALSE, REGISTRATION ("none", "") },
    { "", LISTS (""), "", FALSE, REGISTRATION ("none", "") },
    { "", LISTS ("\"client_secret_basic\",\"none\""), NULL, FALSE, REGISTRATION ("none", "") },
    { "", LISTS ("\"client_secret_post\",\"client_secret_basic\""), "a b:\\\"c", FALSE,
      REGISTRATION ("client_secret_basic", ",\"scope\":\"a b:\\\\\\\"c\"") },
    { "", LISTS ("\"private_key_jwt\",\"client_secret_post\""), NULL, TRUE,
      REGISTRATION ("client_secret_post", ",\"dpop_bound_access_tokens\":true") },
    { "", LISTS ("\"private_key_jwt\""), NULL, FALSE, REGISTRATION ("client_secret_basic", "") },
    { "method=post", LISTS ("\"none\""), "a", TRUE,
      REGISTRATION ("client_secret_post", ",\"scope\":\"a\",\"dpop_bound_access_tokens\":true") },
    { "method=private_key_jwt", "{}", NULL, FALSE, REGISTRATION ("none", "") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthSettings) settings = settings_new (cases[i].settings);
      g_autoptr (McpAuthDocument) server = NULL;
      g_autofree char *text = NULL;

      if (cases[i].server != NULL)
        server = server_new (cases[i].server);
      text = mcp_auth_client_dup_registration (settings, server, REDIRECT, cases[i].scopes,
                                               cases[i].dpop);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static McpAuthClient *
client_new (const char *body, const char *server_text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));
  g_autoptr (McpAuthDocument) server = server_text != NULL ? server_new (server_text) : NULL;

  return mcp_auth_client_new_registered (bytes, server, REDIRECT, error);
}

static void
test_registered_methods (void)
{
  static const struct
  {
    const char *body;
    const char *server; /* (nullable) */
    const char *method;
  } cases[] = {
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"none\"}", "{}", "none" },
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"client_secret_post\","
      "\"client_secret\":\"s\"}",
      "{}", "client_secret_post" },
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"client_secret_post\","
      "\"client_secret\":\"s\"}",
      NULL, "client_secret_post" },
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"client_secret_post\","
      "\"client_secret\":\"s\"}",
      LISTS ("\"client_secret_basic\""), "client_secret_basic" },
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"client_secret_post\","
      "\"client_secret\":\"s\"}",
      LISTS ("\"client_secret_basic\",\"client_secret_post\""),
      "client_secret_post" },
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"none\",\"client_secret\":\"s\"}",
      LISTS ("\"none\""), "none" },
    /* A secret that nobody asked for */
    { "{\"client_id\":\"a\",\"client_secret\":\"s\"}", LISTS ("\"none\""), "none" },
    { "{\"client_id\":\"a\",\"client_secret\":\"s\"}", "{}", "client_secret_basic" },
    { "{\"client_id\":\"a\",\"client_secret\":\"s\",\"token_endpoint_auth_method\":null}",
      LISTS ("\"client_secret_post\""), "client_secret_post" },
    { "{\"client_id\":\"a\",\"client_secret\":\"\",\"token_endpoint_auth_method\":\"\"}",
      LISTS ("\"client_secret_post\""), "none" },
    { "{\"client_id\":\"a\",\"client_secret\":null}", "{}", "none" },
    /* A method without what it takes */
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"client_secret_basic\"}", "{}", "none" },
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":\"private_key_jwt\","
      "\"client_secret\":\"s\"}",
      "{}", "client_secret_basic" },
    { "{\"client_id\":\"a\",\"token_endpoint_auth_method\":7}", "{}", "none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpAuthClient) client = client_new (cases[i].body, cases[i].server, &error);

      g_test_message ("%s", cases[i].body);
      g_assert_no_error (error);
      g_assert_cmpint (mcp_auth_client_get (client)->kind, ==, MCP_AUTH_CLIENT_DYNAMIC);
      g_assert_cmpstr (mcp_auth_client_get (client)->id, ==, "a");
      g_assert_cmpstr (mcp_auth_client_get (client)->redirect_uri, ==, REDIRECT);
      g_assert_cmpstr (mcp_auth_method_get_name (mcp_auth_client_get (client)->method), ==,
                       cases[i].method);
    }
}

static void
test_registered_details (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthClient) full =
      client_new ("\xef\xbb\xbf{\"client_id\":\"a:b\",\"client_secret\":\"s\","
                  "\"client_secret_expires_at\":1893456000,\"client_id_issued_at\":null,"
                  "\"registration_client_uri\":\"https://as.example/register/a\","
                  "\"registration_access_token\":\"rat\",\"redirect_uris\":null}",
                  "{}", &error);
  g_autoptr (McpAuthClient) bare =
      client_new ("{\"client_id\":\"a\",\"registration_client_uri\":\"\","
                  "\"registration_access_token\":null,\"client_secret_expires_at\":12}",
                  "{}", NULL);
  g_autoptr (McpAuthClient) text =
      client_new ("{\"client_id\":\"a\",\"client_secret\":\"s\",\"client_secret_expires_at\":\"12\"}",
                  "{}", NULL);
  g_autoptr (McpAuthClient) never =
      client_new ("{\"client_id\":\"a\",\"client_secret\":\"s\",\"client_secret_expires_at\":-1}",
                  "{}", NULL);

  g_assert_no_error (error);
  g_assert_cmpstr (mcp_auth_client_get (full)->id, ==, "a:b");
  g_assert_cmpstr (mcp_auth_client_get (full)->secret, ==, "s");
  g_assert_cmpint (mcp_auth_client_get (full)->secret_expiry, ==, 1893456000);
  g_assert_cmpstr (mcp_auth_client_get (full)->configuration_token, ==, "rat");
  g_assert_null (mcp_auth_client_get (bare)->secret);
  g_assert_null (mcp_auth_client_get (bare)->configuration_token);
  g_assert_cmpint (mcp_auth_client_get (bare)->secret_expiry, ==, 0);
  g_assert_cmpint (mcp_auth_client_get (text)->secret_expiry, ==, 12);
  g_assert_cmpint (mcp_auth_client_get (never)->secret_expiry, ==, 0);
}

static void
test_no_client (void)
{
  static const char *const bodies[] = {
    "",
    "<html>",
    "[]",
    "null",
    "{}",
    "{\"client_id\":null}",
    "{\"client_id\":\"\"}",
    "{\"client_id\":{}}",
    "{\"error\":\"invalid_redirect_uri\"}",
    "{\"client_id\":\"a\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (client_new (bodies[i], "{}", &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }
}

static McpAuthClient *
read_back (const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  g_assert_nonnull (document);
  return mcp_auth_client_new_from_json (mcp_json_document_get_root (document));
}

static void
test_json (void)
{
  static const char *const others[] = {
    "{}",
    "[]",
    "null",
    "{\"kind\":\"dynamic\",\"method\":\"none\"}",
    "{\"kind\":\"dynamic\",\"id\":\"\",\"method\":\"none\"}",
    "{\"kind\":\"ask\",\"id\":\"a\",\"method\":\"none\"}",
    "{\"kind\":\"dynamic\",\"id\":\"a\",\"method\":\"to_come\"}",
    "{\"kind\":\"dynamic\",\"id\":7,\"method\":\"none\"}",
  };
  g_autoptr (McpAuthClient) client =
      client_new ("{\"client_id\":\"\\u00fc:%\\\"\",\"client_secret\":\"s\\u0001\","
                  "\"client_secret_expires_at\":1893456000,"
                  "\"registration_client_uri\":\"https://as.example/r\","
                  "\"registration_access_token\":\"rat\"}",
                  LISTS ("\"client_secret_post\""), NULL);
  g_autofree char *json = mcp_auth_client_dup_json (client);
  g_autoptr (McpAuthClient) again = read_back (json);
  g_autofree char *same = mcp_auth_client_dup_json (again);
  g_autoptr (McpAuthClient) future =
      read_back ("{\"id\":\"a\",\"new\":[{}],\"kind\":\"registered\",\"method\":\"none\","
                 "\"secret\":7}");

  g_assert_cmpstr (same, ==, json);
  g_assert_nonnull (strstr (json, "\"configuration_url\":\"https://as.example/r\""));
  g_assert_cmpint (mcp_auth_client_get (again)->kind, ==, MCP_AUTH_CLIENT_DYNAMIC);
  g_assert_cmpstr (mcp_auth_client_get (again)->id, ==, "ü:%\"");
  g_assert_cmpstr (mcp_auth_client_get (again)->secret, ==, "s\001");
  g_assert_cmpint (mcp_auth_client_get (again)->method, ==, MCP_AUTH_METHOD_POST);
  g_assert_cmpstr (mcp_auth_client_get (again)->redirect_uri, ==, REDIRECT);
  g_assert_cmpint (mcp_auth_client_get (again)->secret_expiry, ==, 1893456000);
  g_assert_cmpstr (mcp_auth_client_get (again)->configuration_token, ==, "rat");
  g_assert_cmpint (mcp_auth_client_get (future)->kind, ==, MCP_AUTH_CLIENT_REGISTERED);
  g_assert_null (mcp_auth_client_get (future)->secret);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_null (read_back (others[i]));
}

void
add_auth_client_tests (void)
{
  g_test_add_func ("/mcp/auth-client/choice", test_choice);
  g_test_add_func ("/mcp/auth-client/methods-of-settings", test_methods_of_settings);
  g_test_add_func ("/mcp/auth-client/registration", test_registration);
  g_test_add_func ("/mcp/auth-client/registered-methods", test_registered_methods);
  g_test_add_func ("/mcp/auth-client/registered-details", test_registered_details);
  g_test_add_func ("/mcp/auth-client/no-client", test_no_client);
  g_test_add_func ("/mcp/auth-client/json", test_json);
}
