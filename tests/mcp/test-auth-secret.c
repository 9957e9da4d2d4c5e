/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What must not be guessed, and the settings that hold some of it. */

#include "mcp-tests.h"
#include "mcp-auth-secret.h"
#include "mcp-auth-settings.h"

#include <string.h>

#define VERIFIER_ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

/* RFC 7636, appendix B */
static void
test_challenge (void)
{
  static const guint8 octets[] = {
    116,
    24,
    223,
    180,
    151,
    153,
    224,
    37,
    79,
    250,
    96,
    125,
    216,
    173,
    187,
    186,
    22,
    212,
    37,
    77,
    105,
    214,
    191,
    240,
    91,
    88,
    5,
    88,
    83,
    132,
    141,
    121,
  };
  g_autofree char *verifier = mcp_auth_base64url_encode (octets, sizeof octets);
  g_autofree char *challenge = mcp_auth_secret_dup_challenge (verifier);

  g_assert_cmpstr (verifier, ==, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  g_assert_cmpstr (challenge, ==, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
}

/* RFC 9449 §7.1: "ath" of the token in its example */
static void
test_hash (void)
{
  g_autofree char *hash = mcp_auth_secret_dup_hash ("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU");
  g_autofree char *empty = mcp_auth_secret_dup_hash ("");

  g_assert_cmpstr (hash, ==, "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
  g_assert_cmpstr (empty, ==, "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU");
}

static void
test_random (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 1000; i++)
    {
      char *secret = mcp_auth_secret_new ();

      g_assert_cmpuint (strlen (secret), ==, 43);
      g_assert_cmpuint (strspn (secret, VERIFIER_ALPHABET), ==, 43);
      g_assert_true (g_hash_table_add (seen, secret));
    }
}

static void
test_equal (void)
{
  g_assert_true (mcp_auth_secret_equal ("", ""));
  g_assert_true (mcp_auth_secret_equal ("abc", "abc"));
  g_assert_false (mcp_auth_secret_equal ("abc", "abd"));
  g_assert_false (mcp_auth_secret_equal ("Abc", "abc"));
  g_assert_false (mcp_auth_secret_equal ("abc", "abcd"));
  g_assert_false (mcp_auth_secret_equal ("abc", ""));
  g_assert_false (mcp_auth_secret_equal ("abc", NULL));
  g_assert_false (mcp_auth_secret_equal (NULL, "abc"));
  g_assert_false (mcp_auth_secret_equal (NULL, NULL));
  mcp_auth_secret_free (NULL);
  mcp_auth_secret_free (g_strdup ("gone"));
}

static void
test_base64url (void)
{
  static const struct
  {
    const char *text;
    const char *plain; /* (nullable): no base64url */
  } rows[] = {
    /* RFC 4648 §10, without the padding */
    { "", "" },
    { "Zg", "f" },
    { "Zm8", "fo" },
    { "Zm9v", "foo" },
    { "Zm9vYg", "foob" },
    { "Zm9vYmE", "fooba" },
    { "Zm9vYmFy", "foobar" },
    { "_-78", "\xff\xee\xfc" },
    { "Zg==", NULL },
    { "Z", NULL },
    { "Zm9vY", NULL },
    { "/+78", NULL },
    { "Zm 9v", NULL },
    { "Zm9\n", NULL },
    { "Zm9\xc3\xa4", NULL },
    { "Zm.v", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) bytes = mcp_auth_base64url_decode (rows[i].text);
      g_autofree char *text = NULL;

      if (rows[i].plain == NULL)
        {
          g_assert_null (bytes);
          continue;
        }
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), rows[i].plain,
                       strlen (rows[i].plain));
      text = mcp_auth_base64url_encode (rows[i].plain, strlen (rows[i].plain));
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

static void
test_settings (void)
{
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  g_autoptr (McpAuthSettings) copy = NULL;

  g_assert_null (mcp_auth_settings_get (settings, MCP_AUTH_RESOURCE));
  g_assert_false (mcp_auth_settings_is (settings, MCP_AUTH_ALLOW_HTTP));
  mcp_auth_settings_set (settings, MCP_AUTH_RESOURCE, "");
  mcp_auth_settings_set (settings, MCP_AUTH_ALLOW_HTTP, "yes");
  mcp_auth_settings_set (settings, MCP_AUTH_DPOP, "no");
  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_SECRET, "s3cret");
  /* Its own value may be set again. */
  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_SECRET,
                         mcp_auth_settings_get (settings, MCP_AUTH_CLIENT_SECRET));
  copy = mcp_auth_settings_copy (settings);
  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_SECRET, NULL);
  g_assert_null (mcp_auth_settings_get (settings, MCP_AUTH_CLIENT_SECRET));
  g_assert_cmpstr (mcp_auth_settings_get (copy, MCP_AUTH_CLIENT_SECRET), ==, "s3cret");
  g_assert_cmpstr (mcp_auth_settings_get (copy, MCP_AUTH_RESOURCE), ==, "");
  g_assert_true (mcp_auth_settings_is (copy, MCP_AUTH_ALLOW_HTTP));
  g_assert_false (mcp_auth_settings_is (copy, MCP_AUTH_DPOP));
}

static void
test_setting_names (void)
{
  static const char *const secrets[] = { "client-secret", "private-key", "idp-client-secret",
                                         "idp-token", "assertion", NULL };
  McpAuthSetting           setting = MCP_AUTH_N_SETTINGS;

  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      const McpAuthSettingInfo *info = mcp_auth_setting_get_info (i);

      g_assert_nonnull (info->name);
      g_assert_true (mcp_auth_setting_parse (info->name, &setting));
      g_assert_cmpuint (setting, ==, i);
      g_assert_true (info->is_secret == g_strv_contains (secrets, info->name));
      g_assert_true (info->is_override == (i >= MCP_AUTH_RESOURCE));
    }
  g_assert_false (mcp_auth_setting_parse ("Client-Id", &setting));
  g_assert_false (mcp_auth_setting_parse ("", &setting));
  g_assert_cmpuint (setting, ==, MCP_AUTH_ALLOW_HTTP);
}

void
add_auth_secret_tests (void)
{
  g_test_add_func ("/auth-secret/challenge", test_challenge);
  g_test_add_func ("/auth-secret/hash", test_hash);
  g_test_add_func ("/auth-secret/random", test_random);
  g_test_add_func ("/auth-secret/equal", test_equal);
  g_test_add_func ("/auth-secret/base64url", test_base64url);
  g_test_add_func ("/auth-secret/settings", test_settings);
  g_test_add_func ("/auth-secret/setting-names", test_setting_names);
}
