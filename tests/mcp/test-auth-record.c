/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is kept of a sign-in: it comes back as it was, a refresh replaces what it names, and what
 * another version wrote is read as far as it is understood. */

#include "mcp-tests.h"
#include "mcp-auth-record.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"

#include <string.h>

static McpAuthClient *
client_new (void)
{
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();

  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_ID, "client");
  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_SECRET, "hush");
  return mcp_auth_client_new_from_settings (settings, MCP_AUTH_CLIENT_REGISTERED, NULL);
}

static McpAuthRecord *
record_new (void)
{
  g_autoptr (McpAuthClient) client = client_new ();
  const McpAuthRecordParts parts = {
    .server = "https://server.example/mcp",
    .issuer = "https://as.example/",
    .token_url = "https://as.example/token?x=1",
    .revocation_url = "https://as.example/revoke",
    .introspection_url = "https://as.example/introspect",
    .resource = "https://server.example/mcp/",
    .grant = "code",
    .scopes_asked = "a b",
    .scopes_granted = "a",
    .access_token = "at\"\\\n\xc3\xbc",
    .refresh_token = "rt",
    .id_token = "idt",
    .scheme = "DPoP",
    .obtained = 1000,
    .life = 3600,
    .client = client,
    .key = "-----BEGIN PRIVATE KEY-----\nAAAA\n",
  };

  return mcp_auth_record_new (&parts);
}

static void
assert_same_texts (const McpAuthRecordParts *one, const McpAuthRecordParts *other)
{
  g_assert_cmpstr (one->server, ==, other->server);
  g_assert_cmpstr (one->issuer, ==, other->issuer);
  g_assert_cmpstr (one->token_url, ==, other->token_url);
  g_assert_cmpstr (one->revocation_url, ==, other->revocation_url);
  g_assert_cmpstr (one->introspection_url, ==, other->introspection_url);
  g_assert_cmpstr (one->resource, ==, other->resource);
  g_assert_cmpstr (one->grant, ==, other->grant);
  g_assert_cmpstr (one->scopes_asked, ==, other->scopes_asked);
  g_assert_cmpstr (one->scopes_granted, ==, other->scopes_granted);
  g_assert_cmpstr (one->access_token, ==, other->access_token);
  g_assert_cmpstr (one->refresh_token, ==, other->refresh_token);
  g_assert_cmpstr (one->id_token, ==, other->id_token);
  g_assert_cmpstr (one->scheme, ==, other->scheme);
  g_assert_cmpstr (one->key, ==, other->key);
}

static void
test_round_trip (void)
{
  g_autoptr (McpAuthRecord) record = record_new ();
  char *json = mcp_auth_record_dup_json (record);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRecord) again = mcp_auth_record_new_from_json (json, &error);
  const McpAuthRecordParts *parts;

  g_assert_no_error (error);
  parts = mcp_auth_record_get (again);
  assert_same_texts (parts, mcp_auth_record_get (record));
  g_assert_cmpstr (parts->access_token, ==, "at\"\\\n\xc3\xbc");
  g_assert_cmpint (parts->obtained, ==, 1000);
  g_assert_cmpint (parts->life, ==, 3600);
  g_assert_cmpstr (mcp_auth_client_get (parts->client)->id, ==, "client");
  g_assert_cmpstr (mcp_auth_client_get (parts->client)->secret, ==, "hush");
  g_assert_cmpint (mcp_auth_record_get_refresh_time (again), ==, 1000 + 3600 - 60);
  mcp_auth_secret_free (json);
}

static void
test_least (void)
{
  const McpAuthRecordParts parts = { .server = "s", .issuer = "i", .token_url = "t", .life = -1 };
  g_autoptr (McpAuthRecord) record = mcp_auth_record_new (&parts);
  g_autofree char *json = mcp_auth_record_dup_json (record);
  g_autoptr (McpAuthRecord) again = mcp_auth_record_new_from_json (json, NULL);

  g_assert_cmpstr (json, ==,
                   "{\"server\":\"s\",\"issuer\":\"i\",\"token_url\":\"t\",\"obtained\":0,"
                   "\"life\":-1}");
  assert_same_texts (mcp_auth_record_get (again), &parts);
  g_assert_null (mcp_auth_record_get (again)->client);
  g_assert_cmpint (mcp_auth_record_get_refresh_time (again), ==, G_MAXINT64);
}

static McpAuthToken *
token_new (const char *text)
{
  g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  McpAuthToken *token = mcp_auth_token_new (200, "application/json", body, &error);

  g_assert_no_error (error);
  return token;
}

static void
test_refreshed (void)
{
  g_autoptr (McpAuthRecord) old = record_new ();
  g_autoptr (McpAuthToken) little = token_new ("{\"access_token\":\"at2\"}");
  g_autoptr (McpAuthToken) much =
      token_new ("{\"access_token\":\"at3\",\"token_type\":\"Bearer\",\"expires_in\":100,"
                 "\"refresh_token\":\"rt3\",\"id_token\":\"idt3\",\"scope\":\"a b c\"}");
  g_autoptr (McpAuthRecord) second = mcp_auth_record_new_refreshed (old, little, 5000);
  g_autoptr (McpAuthRecord) third = mcp_auth_record_new_refreshed (second, much, 6000);
  const McpAuthRecordParts *parts = mcp_auth_record_get (second);

  /* What was not named stays; but how long it lives is unknown. */
  g_assert_cmpstr (parts->access_token, ==, "at2");
  g_assert_cmpstr (parts->refresh_token, ==, "rt");
  g_assert_cmpstr (parts->id_token, ==, "idt");
  g_assert_cmpstr (parts->scopes_granted, ==, "a");
  g_assert_cmpstr (parts->scopes_asked, ==, "a b");
  g_assert_cmpstr (parts->scheme, ==, "DPoP");
  g_assert_cmpstr (parts->key, ==, mcp_auth_record_get (old)->key);
  g_assert_cmpint (parts->obtained, ==, 5000);
  g_assert_cmpint (parts->life, ==, -1);
  g_assert_true (parts->client == mcp_auth_record_get (old)->client);
  parts = mcp_auth_record_get (third);
  g_assert_cmpstr (parts->access_token, ==, "at3");
  g_assert_cmpstr (parts->refresh_token, ==, "rt3");
  g_assert_cmpstr (parts->id_token, ==, "idt3");
  g_assert_cmpstr (parts->scopes_granted, ==, "a b c");
  g_assert_cmpstr (parts->scheme, ==, "Bearer");
  g_assert_cmpint (mcp_auth_record_get_refresh_time (third), ==, 6090);
  g_assert_cmpstr (mcp_auth_record_get (old)->access_token, ==, "at\"\\\n\xc3\xbc");
}

static void
test_signed_out (void)
{
  g_autoptr (McpAuthRecord) old = record_new ();
  g_autoptr (McpAuthRecord) record = mcp_auth_record_new_signed_out (old);
  g_autofree char          *json = mcp_auth_record_dup_json (record);
  const McpAuthRecordParts *parts = mcp_auth_record_get (record);

  g_assert_cmpstr (parts->issuer, ==, "https://as.example/");
  g_assert_cmpstr (mcp_auth_client_get (parts->client)->id, ==, "client");
  g_assert_null (parts->access_token);
  g_assert_null (parts->refresh_token);
  g_assert_null (parts->id_token);
  g_assert_null (parts->key);
  g_assert_null (parts->scopes_asked);
  g_assert_null (parts->scopes_granted);
  g_assert_cmpint (mcp_auth_record_get_refresh_time (record), ==, G_MAXINT64);
  g_assert_null (strstr (json, "rt\""));
  g_assert_null (strstr (json, "PRIVATE"));
  g_assert_cmpstr (mcp_auth_record_get (old)->refresh_token, ==, "rt");
}

static void
test_future (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRecord) record = mcp_auth_record_new_from_json (
      "{\"format\":7,\"server\":\"s\",\"issuer\":\"i\",\"token_url\":\"t\",\"nested\":{\"a\":[1]},"
      "\"scheme\":{\"name\":\"Bearer\"},\"life\":\"long\",\"obtained\":1e300,"
      "\"client\":{\"kind\":\"borrowed\",\"id\":\"c\",\"method\":\"none\"}}",
      &error);
  const McpAuthRecordParts *parts;
  g_autofree char          *json = NULL;

  g_assert_no_error (error);
  parts = mcp_auth_record_get (record);
  g_assert_cmpstr (parts->server, ==, "s");
  g_assert_null (parts->scheme);
  g_assert_cmpint (parts->life, ==, -1);
  g_assert_cmpint (parts->obtained, ==, 0);
  g_assert_null (parts->client);
  json = mcp_auth_record_dup_json (record);
  g_assert_null (strstr (json, "nested"));
  g_assert_null (strstr (json, "format"));
}

static void
test_no_record (void)
{
  g_autofree char *deep = g_strnfill (1000, '[');
  const char      *texts[] = {
         "",
         "{",
         "[]",
         "null",
         "\"secret\"",
         "{}",
         "secret",
         "{\"server\":\"secret\",\"issuer\":\"i\"}",
         "{\"server\":\"secret\",\"issuer\":\"i\",\"token_url\":null}",
         "{\"server\":\"secret\",\"issuer\":[],\"token_url\":\"t\"}",
         deep,
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_auth_record_new_from_json (texts[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_assert_null (strstr (error->message, "secret"));
    }
}

void
add_auth_record_tests (void)
{
  g_test_add_func ("/mcp/auth-record/round-trip", test_round_trip);
  g_test_add_func ("/mcp/auth-record/least", test_least);
  g_test_add_func ("/mcp/auth-record/refreshed", test_refreshed);
  g_test_add_func ("/mcp/auth-record/signed-out", test_signed_out);
  g_test_add_func ("/mcp/auth-record/future", test_future);
  g_test_add_func ("/mcp/auth-record/no-record", test_no_record);
}
