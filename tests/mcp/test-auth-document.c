/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Metadata: reading it, where it is looked for, and whom it is of. */

#include "mcp-tests.h"
#include "mcp-auth-document.h"
#include "mcp-error.h"

#include <string.h>

static McpAuthDocument *
read_text (const char *text, GError **error)
{
  g_autoptr (GBytes) body = g_bytes_new_static (text, strlen (text));

  return mcp_auth_document_new ("https://h/.well-known/x", body, error);
}

static char *
join (const char *const *list)
{
  return g_strjoinv (" ", (char **)list);
}

static void
test_reading (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthDocument) document =
      read_text ("\xef\xbb\xbf {\"issuer\":\"https:\\/\\/H:443\\u002fa%7E\\/\",\"empty\":\"\",\"nothing\":null,"
                 "\"number\":7,\"yes\":true,\"said\":\"true\",\"no\":false,\"one\":1,"
                 "\"list\":[\"a\",7,null,\"\",\"b\",[\"c\"]],\"none\":[],\"text\":\"a b\","
                 "\"nul\":\"a\\u0000b\",\"twice\":\"first\",\"twice\":\"second\",\"gone\":\"x\",\"gone\":null}",
                 &error);
  g_autofree char *list = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (mcp_auth_document_get_url (document), ==, "https://h/.well-known/x");
  g_assert_cmpstr (mcp_auth_document_get (document, "issuer"), ==, "https://H:443/a%7E/");
  g_assert_null (mcp_auth_document_get (document, "empty"));
  g_assert_null (mcp_auth_document_get (document, "nothing"));
  g_assert_null (mcp_auth_document_get (document, "number"));
  g_assert_null (mcp_auth_document_get (document, "list"));
  g_assert_null (mcp_auth_document_get (document, "absent"));
  g_assert_cmpstr (mcp_auth_document_get (document, "twice"), ==, "second");
  g_assert_null (mcp_auth_document_get (document, "gone"));
  g_assert_cmpstr (mcp_auth_document_get (document, "nul"), ==, "a\xe2\x90\x80"
                                                                "b");
  g_assert_true (mcp_auth_document_is (document, "yes"));
  g_assert_true (mcp_auth_document_is (document, "said"));
  g_assert_false (mcp_auth_document_is (document, "no"));
  g_assert_false (mcp_auth_document_is (document, "one"));
  g_assert_false (mcp_auth_document_is (document, "absent"));
  list = join (mcp_auth_document_get_list (document, "list"));
  g_assert_cmpstr (list, ==, "a b");
  g_assert_true (mcp_auth_document_lists (document, "list", "b"));
  g_assert_false (mcp_auth_document_lists (document, "list", "c"));
  g_assert_true (mcp_auth_document_has_list (document, "none"));
  g_assert_false (mcp_auth_document_has_list (document, "text"));
  g_assert_false (mcp_auth_document_has_list (document, "absent"));
  g_assert_null (*mcp_auth_document_get_list (document, "text"));
  g_assert_null (*mcp_auth_document_get_list (document, "absent"));
}

static void
test_refusing (void)
{
  static const char *const texts[] = { "", "<!DOCTYPE html>", "[]", "null", "\"x\"",
                                       "{\"a\"", "{} {}", "{\"a\":\xff}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = g_strescape (texts[i], NULL);

      g_test_message ("%s", shown);
      g_assert_null (read_text (texts[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }
}

static gboolean
reads_size (gsize size)
{
  g_autofree char *filling = g_strnfill (size - strlen ("{\"a\":\"\"}"), 'x');
  g_autofree char *text = g_strdup_printf ("{\"a\":\"%s\"}", filling);
  g_autoptr (McpAuthDocument) document = read_text (text, NULL);

  return document != NULL;
}

static gboolean
reads_depth (guint depth)
{
  g_autofree char *opening = g_strnfill (depth - 1, '[');
  g_autofree char *closing = g_strnfill (depth - 1, ']');
  g_autofree char *text = g_strdup_printf ("{\"a\":%s%s}", opening, closing);
  g_autoptr (McpAuthDocument) document = read_text (text, NULL);

  return document != NULL;
}

static void
test_limits (void)
{
  g_assert_true (reads_size (MCP_AUTH_DOCUMENT_MAX_BYTES - 1));
  g_assert_true (reads_size (MCP_AUTH_DOCUMENT_MAX_BYTES));
  g_assert_false (reads_size (MCP_AUTH_DOCUMENT_MAX_BYTES + 1));
  g_assert_true (reads_depth (MCP_AUTH_DOCUMENT_MAX_DEPTH - 1));
  g_assert_true (reads_depth (MCP_AUTH_DOCUMENT_MAX_DEPTH));
  g_assert_false (reads_depth (MCP_AUTH_DOCUMENT_MAX_DEPTH + 1));
}

#define PRM "/.well-known/oauth-protected-resource"
#define AS "/.well-known/oauth-authorization-server"
#define OIDC "/.well-known/openid-configuration"

static void
test_resource_urls (void)
{
  static const struct
  {
    const char *url;
    const char *expected;
  } rows[] = {
    { "https://h/a/mcp", "https://h" PRM "/a/mcp https://h" PRM },
    { "https://h", "https://h" PRM },
    { "https://h/", "https://h" PRM },
    { "https://H:8443/mcp", "https://h:8443" PRM "/mcp https://h:8443" PRM },
    { "https://h/mcp/", "https://h" PRM "/mcp/ https://h" PRM "/mcp https://h" PRM },
    { "https://h/mcp?a=b#c", "https://h" PRM "/mcp?a=b https://h" PRM "/mcp https://h" PRM },
    { "https://h/?a=b", "https://h" PRM "?a=b https://h" PRM },
    { "https://h?a=b", "https://h" PRM "?a=b https://h" PRM },
    { "https://h/%7Ea/..%2Fb", "https://h" PRM "/%7Ea/..%2Fb https://h" PRM },
    { "http://[::1]:3000/mcp", "http://[::1]:3000" PRM "/mcp http://[::1]:3000" PRM },
    { "https://user:secret@h/mcp", "https://h" PRM "/mcp https://h" PRM },
    { "urn:x", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) urls = mcp_auth_document_dup_resource_urls (rows[i].url);
      g_autofree char *seen = join ((const char *const *)urls);

      g_assert_cmpstr (seen, ==, rows[i].expected);
    }
}

static void
test_server_urls (void)
{
  static const struct
  {
    const char *issuer;
    const char *expected; /* (nullable) */
  } rows[] = {
    { "https://a", "https://a" AS " https://a" OIDC },
    { "https://a/", "https://a" AS " https://a" OIDC },
    { "https://a/t1", "https://a" AS "/t1 https://a" OIDC "/t1 https://a/t1" OIDC },
    { "https://a/t1/", "https://a" AS "/t1 https://a" OIDC "/t1 https://a/t1" OIDC },
    { "https://a/t1/v2.0", "https://a" AS "/t1/v2.0 https://a" OIDC "/t1/v2.0 https://a/t1/v2.0" OIDC },
    { "https://a:9?x#y", "https://a:9" AS " https://a:9" OIDC },
    { "http://127.0.0.1:9/t", "http://127.0.0.1:9" AS "/t http://127.0.0.1:9" OIDC "/t http://127.0.0.1:9/t" OIDC },
    { "urn:issuer", NULL },
    { "javascript:alert(1)", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) urls = mcp_auth_document_dup_server_urls (rows[i].issuer);
      g_autofree char *seen = urls != NULL ? join ((const char *const *)urls) : NULL;

      g_assert_cmpstr (seen, ==, rows[i].expected);
    }
}

#define SAME MCP_AUTH_MATCH_SAME
#define SLASH MCP_AUTH_MATCH_SLASH
#define PREFIX MCP_AUTH_MATCH_PREFIX
#define NONE MCP_AUTH_MATCH_NONE

static const struct
{
  const char  *one;
  const char  *other; /* the server's URL, the issuer that was expected */
  McpAuthMatch match;
  gsize        difference;
} pairs[] = {
  { "https://h/mcp", "https://h/mcp", SAME, 13 },
  { "urn:mcp", "urn:mcp", SAME, 7 },
  { "https://h/%7Ea", "https://h/%7Ea", SAME, 14 },
  /* The slash */
  { "https://h", "https://h/", SLASH, 9 },
  { "https://h/", "https://h", SLASH, 9 },
  { "https://h/mcp/", "https://h/mcp", SLASH, 13 },
  { "https://h/mcp", "https://h/mcp/", SLASH, 13 },
  { "https://h/mcp//", "https://h/mcp", NONE, 13 },
  /* The origin alone, and other prefixes at a "/" */
  { "https://h", "https://h/mcp", PREFIX, 9 },
  { "https://h/", "https://h/mcp", PREFIX, 10 },
  { "https://h/a", "https://h/a/mcp", PREFIX, 11 },
  { "https://h/a/", "https://h/a/mcp", PREFIX, 12 },
  { "https://h/a", "https://h/ab", NONE, 11 },
  { "https://h/a/mcp", "https://h/a", NONE, 11 },
  { "https://h/b", "https://h/a/b", NONE, 10 },
  { "https://h/mcp", "https://h/mcp?key=1", PREFIX, 13 },
  { "https://h/mcp?key=1", "https://h/mcp", NONE, 13 },
  { "https://h?key=1", "https://h/mcp?key=1", NONE, 9 },
  /* Case */
  { "HTTPS://h/mcp", "https://h/mcp", PREFIX, 0 },
  { "https://H/mcp", "https://h/mcp", PREFIX, 8 },
  { "https://h/MCP", "https://h/mcp", NONE, 10 },
  /* Ports */
  { "https://h:443/mcp", "https://h/mcp", PREFIX, 9 },
  { "https://h/mcp", "https://h:443/mcp", PREFIX, 9 },
  { "http://h:80", "http://h/mcp", PREFIX, 8 },
  { "https://h:8443/mcp", "https://h/mcp", NONE, 9 },
  { "https://h:80/mcp", "http://h/mcp", NONE, 4 },
  { "http://h/mcp", "https://h/mcp", NONE, 4 },
  /* Escapes */
  { "https://h/~a", "https://h/%7Ea", NONE, 10 },
  { "https://h/%7ea", "https://h/%7Ea", NONE, 12 },
  { "https://h/a%2Fb", "https://h/a/b", NONE, 11 },
  { "https://h/a", "https://h/a%2Fb", NONE, 11 },
  /* Names */
  { "https://xn--bcher-kva.example/", "https://b\xc3\xbc"
                                      "cher.example/mcp",
    PREFIX, 8 },
  { "https://h.", "https://h/mcp", NONE, 9 },
  { "https://h.evil", "https://h/mcp", NONE, 9 },
  { "https://h@evil/mcp", "https://h/mcp", NONE, 9 },
  { "https://a.h/mcp", "https://h/mcp", NONE, 8 },
  /* Dots */
  { "https://h/a/../mcp", "https://h/mcp", NONE, 10 },
  { "https://h/./mcp", "https://h/mcp", NONE, 10 },
  { "https://h/a", "https://h/a/../mcp", NONE, 11 },
  { "https://h/a", "https://h/a/%2e%2E/mcp", NONE, 11 },
  { "https://h/a", "https://h/a/.../mcp", PREFIX, 11 },
  /* What names nothing of ours */
  { "https://h/mcp#a", "https://h/mcp", NONE, 13 },
  { "https://h#", "https://h/mcp", NONE, 9 },
  { "urn:mcp", "https://h/mcp", NONE, 0 },
  { "api://h", "https://h/mcp", NONE, 0 },
  { "h", "https://h/mcp", NONE, 1 },
  { "", "https://h/mcp", NONE, 0 },
};

static void
test_matches (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      const char *one = pairs[i].one;
      const char *other = pairs[i].other;

      g_test_message ("%s %s", one, other);
      g_assert_cmpuint (mcp_auth_document_match_resource (one, other), ==, pairs[i].match);
      g_assert_cmpuint (mcp_auth_document_match_resource (one, other), ==, pairs[i].match);
      g_assert_cmpuint (mcp_auth_document_find_difference (one, other), ==, pairs[i].difference);
      g_assert_cmpuint (mcp_auth_document_find_difference (other, one), ==, pairs[i].difference);
    }
}

void
add_auth_document_tests (void)
{
  g_test_add_func ("/auth-document/reading", test_reading);
  g_test_add_func ("/auth-document/refusing", test_refusing);
  g_test_add_func ("/auth-document/limits", test_limits);
  g_test_add_func ("/auth-document/resource-urls", test_resource_urls);
  g_test_add_func ("/auth-document/server-urls", test_server_urls);
  g_test_add_func ("/auth-document/matches", test_matches);
}
