/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whom authorization may ask. */

#include "mcp-tests.h"
#include "mcp-auth-address.h"
#include "mcp-error.h"

#include <string.h>

#define PUBLIC MCP_AUTH_PLACE_PUBLIC
#define PRIVATE MCP_AUTH_PLACE_PRIVATE
#define LOOPBACK MCP_AUTH_PLACE_LOOPBACK

static void
test_places (void)
{
  static const struct
  {
    const char  *address;
    McpAuthPlace place;
  } rows[] = {
    { "8.8.8.8", PUBLIC },
    { "1.1.1.1", PUBLIC },
    { "2606:4700:4700::1111", PUBLIC },
    { "127.0.0.1", LOOPBACK },
    { "127.255.255.254", LOOPBACK },
    { "::1", LOOPBACK },
    { "::ffff:127.0.0.1", LOOPBACK },
    { "::127.0.0.1", LOOPBACK },
    { "0.0.0.0", PRIVATE },
    { "::", PRIVATE },
    { "10.0.0.1", PRIVATE },
    { "9.255.255.255", PUBLIC },
    { "11.0.0.0", PUBLIC },
    { "100.63.255.255", PUBLIC },
    { "100.64.0.1", PRIVATE },
    { "100.127.255.255", PRIVATE },
    { "100.128.0.0", PUBLIC },
    { "169.254.169.254", PRIVATE },
    { "172.15.255.255", PUBLIC },
    { "172.16.0.1", PRIVATE },
    { "172.31.255.255", PRIVATE },
    { "172.32.0.0", PUBLIC },
    { "192.168.1.1", PRIVATE },
    { "192.169.0.1", PUBLIC },
    { "198.18.0.1", PRIVATE },
    { "224.0.0.1", PRIVATE },
    { "255.255.255.255", PRIVATE },
    { "fc00::1", PRIVATE },
    { "fd12:3456:789a::1", PRIVATE },
    { "fe00::1", PUBLIC },
    { "fe80::1", PRIVATE },
    { "febf::1", PRIVATE },
    { "ff02::1", PRIVATE },
    { "::ffff:10.0.0.1", PRIVATE },
    { "::ffff:192.168.0.1", PRIVATE },
    { "::ffff:169.254.169.254", PRIVATE },
    { "::ffff:8.8.8.8", PUBLIC },
    { "64:ff9b::10.0.0.1", PRIVATE },
    { "64:ff9b::8.8.8.8", PUBLIC },
    { "2002:a00:1::", PRIVATE },
    { "2002:7f00:1::", LOOPBACK },
    { "2002:808:808::", PUBLIC },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GInetAddress) address = g_inet_address_new_from_string (rows[i].address);

      g_test_message ("%s", rows[i].address);
      g_assert_cmpuint (mcp_auth_address_get_place (address), ==, rows[i].place);
    }
}

static void
test_hosts (void)
{
  static const struct
  {
    const char  *url;
    McpAuthPlace place;
  } rows[] = {
    { "https://example.com/", PUBLIC },
    { "https://localhost.example.com/", PUBLIC },
    { "https://notlocalhost/", PUBLIC },
    { "https://localhost/", LOOPBACK },
    { "https://LOCALHOST:8443/", LOOPBACK },
    { "https://localhost./", LOOPBACK },
    { "https://a.localhost/", LOOPBACK },
    { "https://127.0.0.1/", LOOPBACK },
    { "https://[::1]/", LOOPBACK },
    { "https://[::ffff:127.0.0.1]/", LOOPBACK },
    { "https://127.1/", LOOPBACK },
    { "https://2130706433/", LOOPBACK },
    { "https://0x7f000001/", LOOPBACK },
    { "https://0177.0.0.1/", LOOPBACK },
    { "https://10.1/", PRIVATE },
    { "https://0xA9FEA9FE/", PRIVATE },
    { "https://[fd00::1]/", PRIVATE },
    { "https://8.8.8.8/", PUBLIC },
    { "https://10.example.com/", PUBLIC },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GUri) uri = g_uri_parse (rows[i].url, G_URI_FLAGS_NONE, NULL);

      g_test_message ("%s", rows[i].url);
      g_assert_cmpuint (mcp_auth_uri_get_place (uri), ==, rows[i].place);
    }
}

/* Of an address in any place, what counts is who names it. */
typedef enum {
  NEVER,
  BY_ANYBODY,
  BY_PRIVATE,  /* by one on a private network or on this machine, or where it is allowed */
  BY_LOOPBACK, /* by one on this machine, or where it is allowed */
  WITH_HTTP,   /* by anybody, where plain http is allowed */
} Policy;

static const struct
{
  const char *url;
  Policy      policy;
} addresses[] = {
  { "https://example.com", BY_ANYBODY },
  { "https://example.com/a?b=c", BY_ANYBODY },
  { "HTTPS://Example.COM:8443/a", BY_ANYBODY },
  { "https://b\xc3\xbc"
    "cher.example/",
    BY_ANYBODY },
  { "https://8.8.8.8/", BY_ANYBODY },
  { "https://[2606:4700:4700::1111]/", BY_ANYBODY },
  { "https://localhost/", BY_LOOPBACK },
  { "https://127.0.0.1:9/", BY_LOOPBACK },
  { "http://localhost:3000/a", BY_LOOPBACK },
  { "http://127.0.0.1/", BY_LOOPBACK },
  { "http://127.9.9.9/", BY_LOOPBACK },
  { "http://[::1]:3000/", BY_LOOPBACK },
  { "http://[::ffff:127.0.0.1]/", BY_LOOPBACK },
  { "http://127.1/", BY_LOOPBACK },
  { "https://10.0.0.1/", BY_PRIVATE },
  { "https://172.16.0.1/", BY_PRIVATE },
  { "https://192.168.0.1/", BY_PRIVATE },
  { "https://100.64.0.1/", BY_PRIVATE },
  { "https://169.254.169.254/latest/meta-data", BY_PRIVATE },
  { "https://[fd00::1]/", BY_PRIVATE },
  { "https://[fe80::1]/", BY_PRIVATE },
  { "https://[::ffff:10.0.0.1]/", BY_PRIVATE },
  { "https://0.0.0.0/", BY_PRIVATE },
  { "http://example.com/", WITH_HTTP },
  { "http://localhost.example.com/", WITH_HTTP },
  { "http://8.8.8.8/", WITH_HTTP },
  { "", NEVER },
  { "example.com", NEVER },
  { "/authorize", NEVER },
  { "//example.com/", NEVER },
  { "https:", NEVER },
  { "https://", NEVER },
  { "https:///path", NEVER },
  { "https:example.com", NEVER },
  { "https://:443/", NEVER },
  { "https://example.com:0/", NEVER },
  { "https://example.com:99999/", NEVER },
  { "https://example.com:x/", NEVER },
  { "https://[::1", NEVER },
  { "javascript:alert(1)", NEVER },
  { "javascript://example.com/%0aalert(1)", NEVER },
  { "JavaScript:alert(1)", NEVER },
  { "data:text/html,<script>alert(1)</script>", NEVER },
  { "file:///etc/passwd", NEVER },
  { "ftp://example.com/", NEVER },
  { "ws://example.com/", NEVER },
  { "urn:example:mcp", NEVER },
  { "https://user@example.com/", NEVER },
  { "https://user:secret@example.com/", NEVER },
  { "https://@example.com/", NEVER },
  { "https://example.com%40evil.example/", NEVER },
  { "https://example.com%2fevil.example/", NEVER },
  { "https://example.com/a#b", NEVER },
  { "https://example.com/#", NEVER },
  { " https://example.com/", NEVER },
  { "https://example.com/ ", NEVER },
  { "https://exam\tple.com/", NEVER },
  { "https://example.com/\n", NEVER },
  { "https://example.com\\@evil.example/", NEVER },
  { "https://example.com\x7f/", NEVER },
};

static gboolean
expect (Policy policy, McpAuthPlace beside, gboolean allow_private, gboolean allow_http)
{
  switch (policy)
    {
    case BY_ANYBODY:
      return TRUE;
    case BY_PRIVATE:
      return beside >= PRIVATE || allow_private;
    case BY_LOOPBACK:
      return beside == LOOPBACK || allow_private;
    case WITH_HTTP:
      return allow_http;
    case NEVER:
    default:
      return FALSE;
    }
}

static void
check_address (const char *url, McpAuthPlace beside, guint flags, gboolean expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = mcp_auth_address_check (url, beside, flags & 1, flags >> 1, &error);

  if (expected)
    {
      g_assert_no_error (error);
      g_assert_nonnull (uri);
      return;
    }
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_null (uri);
  g_assert_null (strstr (error->message, "secret"));
  g_assert_null (strstr (error->message, "passwd"));
}

static void
test_policy (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    for (McpAuthPlace beside = PUBLIC; beside <= LOOPBACK; beside++)
      for (guint flags = 0; flags < 4; flags++)
        {
          g_autofree char *shown = g_strescape (addresses[i].url, NULL);

          g_test_message ("%s, named from place %u, %u", shown, beside, flags);
          check_address (addresses[i].url, beside, flags,
                         expect (addresses[i].policy, beside, flags & 1, flags >> 1));
        }
}

static void
test_reasons (void)
{
  static const struct
  {
    const char *url;
    const char *message;
  } rows[] = {
    { "http://example.com:80/a?token=secret",
      "“http://example.com:80” is not asked: the connection would not be encrypted (http)." },
    { "https://user:secret@example.com/",
      "“https://example.com” is not asked: the address holds a user name or password." },
    { "https://example.com/a#b",
      "“https://example.com” is not asked: the address has a fragment (“#”)." },
    { "https://169.254.169.254/", "“https://169.254.169.254” is not asked: the address is on a "
                                  "private network, and whoever names it is not." },
    { "http://[::1]:3000/", "“http://[::1]:3000” is not asked: the address is on this machine, and "
                            "whoever names it is not." },
    { "javascript:alert(1)", "“javascript:” is not asked: this is no web address." },
    { "secret", "“…” is not asked: this is no web address." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_auth_address_check (rows[i].url, PUBLIC, FALSE, FALSE, &error));
      g_assert_cmpstr (error->message, ==, rows[i].message);
    }
}

/* Whatever a server names, nothing of it is kept: not even its scheme. */
static void
test_forgotten (void)
{
  GQuark first = 0;

  for (guint i = 0; i <= 100; i++)
    {
      g_autofree char *url = g_strdup_printf ("scheme%u:x", i);
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_auth_address_check (url, PUBLIC, FALSE, FALSE, &error));
      /* The first makes the domain of errors known. */
      if (i == 0)
        first = g_quark_from_string ("test-forgotten-first");
    }
  g_assert_cmpuint (g_quark_from_string ("test-forgotten-last"), ==, first + 1);
}

static void
test_origins (void)
{
  static const struct
  {
    const char *url;
    const char *origin; /* (nullable) */
    const char *path;   /* (nullable) */
  } rows[] = {
    { "https://Example.com/A/b?c#d", "https://example.com", "/A/b?c#d" },
    { "HTTPS://EXAMPLE.COM", "https://example.com", "" },
    { "https://example.com:8443/", "https://example.com:8443", "/" },
    { "https://example.com:443/", "https://example.com:443", "/" },
    { "https://example.com?a=/b", "https://example.com", "?a=/b" },
    { "https://example.com#a/b", "https://example.com", "#a/b" },
    { "https://user:pass@example.com/x", "https://example.com", "/x" },
    { "http://[::1]:3000/%7Ea", "http://[::1]:3000", "/%7Ea" },
    { "https://h//a/../b", "https://h", "//a/../b" },
    { "urn:x", NULL, NULL },
    { "https://", NULL, NULL },
    { "", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *origin = mcp_auth_address_dup_origin (rows[i].url);

      g_test_message ("%s", rows[i].url);
      g_assert_cmpstr (origin, ==, rows[i].origin);
      g_assert_cmpstr (mcp_auth_address_find_path (rows[i].url), ==, rows[i].path);
    }
}

static void
test_same_origin (void)
{
  static const struct
  {
    const char *one;
    const char *other;
    gboolean    is_same;
  } rows[] = {
    { "https://h/a", "https://h/b", TRUE },
    { "https://h", "https://H:443/", TRUE },
    { "http://h:80", "http://h/x", TRUE },
    { "HTTPS://h", "https://h", TRUE },
    { "https://[::1]:1/", "https://[::1]:1", TRUE },
    { "https://h", "http://h", FALSE },
    { "https://h", "https://h:8443", FALSE },
    { "https://h:80", "http://h:80", FALSE },
    { "https://h", "https://a.h", FALSE },
    { "https://h", "https://h.", FALSE },
    { "https://h", "https://h@evil", FALSE },
    { "urn:a", "urn:a", FALSE },
    { "", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("%s %s", rows[i].one, rows[i].other);
      g_assert_true (mcp_auth_address_is_same_origin (rows[i].one, rows[i].other) == rows[i].is_same);
      g_assert_true (mcp_auth_address_is_same_origin (rows[i].other, rows[i].one) == rows[i].is_same);
    }
}

void
add_auth_address_tests (void)
{
  g_test_add_func ("/auth-address/places", test_places);
  g_test_add_func ("/auth-address/hosts", test_hosts);
  g_test_add_func ("/auth-address/policy", test_policy);
  g_test_add_func ("/auth-address/reasons", test_reasons);
  g_test_add_func ("/auth-address/forgotten", test_forgotten);
  g_test_add_func ("/auth-address/origins", test_origins);
  g_test_add_func ("/auth-address/same-origin", test_same_origin);
}
