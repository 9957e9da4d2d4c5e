/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the browser brings back, and what a person pastes instead. */

#include "mcp-tests.h"
#include "mcp-auth-callback.h"
#include "mcp-error.h"

#include <string.h>

static char *
describe (McpAuthCallback *callback)
{
  static const char *const names[] = { "code", "state", "iss", "error", "error_description", "error_uri" };
  GString                 *text;

  if (callback == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (mcp_auth_callback_get (callback, names[i]) != NULL)
      g_string_append_printf (text, "[%s=%s]", names[i], mcp_auth_callback_get (callback, names[i]));
  g_assert_null (mcp_auth_callback_get (callback, "session_state"));
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *text;
  const char *expected; /* (nullable): refused */
} Row;

static void
check_row (const Row *row, gboolean pasted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthCallback) callback = pasted ? mcp_auth_callback_new_pasted (row->text, &error)
                                                : mcp_auth_callback_new (row->text, &error);
  g_autofree char *seen = describe (callback);
  g_autofree char *shown = g_strescape (row->text, NULL);

  g_test_message ("%s", shown);
  g_assert_cmpstr (seen, ==, row->expected);
  if (row->expected == NULL)
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_assert_null (strstr (error->message, "sEcReT"));
    }
  else
    g_assert_no_error (error);
}

static void
test_query (void)
{
  static const Row rows[] = {
    { "code=abc&state=xyz", "[code=abc][state=xyz]" },
    { "state=xyz&iss=https%3A%2F%2Fa%2F&code=abc", "[code=abc][state=xyz][iss=https://a/]" },
    { "error=access_denied&error_description=The+user+said%20no%2B1&state=x&error_uri=https://a/e",
      "[state=x][error=access_denied][error_description=The user said no+1][error_uri=https://a/e]" },
    { "code=a%26b%3Dc%C3%A4", "[code=a&b=c\xc3\xa4]" },
    { "code=a=b==", "[code=a=b==]" },
    { "code=a?b/c:d@e", "[code=a?b/c:d@e]" },
    { "&&code=a&&", "[code=a]" },
    { "c%6Fde=a", "[code=a]" },
    { "code=a&session_state=1&session_state=2&x=%zz&%zz=1&=&y", "[code=a]" },
    { "code=a&CODE=b", "[code=a]" },
    { "code=a&code_challenge=b", "[code=a]" },
    { "code=a&state=&iss", "[code=a]" },
    { "code=a&error=b", "[code=a][error=b]" },
    { "error=x&error_description=%3Cb%3E%0A%E2%80%AE", "[error=x][error_description=<b>\n\xe2\x80\xae]" },
    /* The same parameter twice, however it is spelled */
    { "code=sEcReT&code=sEcReT", NULL },
    { "code=sEcReT&state=x&code=b", NULL },
    { "code=a&c%6fde=b", NULL },
    { "code=a&code", NULL },
    { "code=&code=b", NULL },
    { "code=a&state=x&state=x", NULL },
    { "code=a&iss=https://a&iss=https://b", NULL },
    { "error=a&error=b", NULL },
    { "error=a&error_description=x&error_description=y", NULL },
    { "error=a&error_uri=x&error_uri=y", NULL },
    /* What cannot be decoded */
    { "code=sEcReT%", NULL },
    { "code=sEcReT%4", NULL },
    { "code=sEcReT%zz", NULL },
    { "code=sEcReT%00", NULL },
    { "code=sEcReT%FF", NULL },
    { "code=sEcReT\xff", NULL },
    { "code=a&state=%C3", NULL },
    /* Neither a code nor an error */
    { "", NULL },
    { "&", NULL },
    { "state=x", NULL },
    { "code=&state=x", NULL },
    { "code&error=", NULL },
    { "?code=a", NULL },
    { "http://127.0.0.1/callback?code=a", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_row (&rows[i], FALSE);
}

static void
test_pasted (void)
{
  static const Row rows[] = {
    { "http://127.0.0.1:4567/callback?code=abc&state=xyz", "[code=abc][state=xyz]" },
    { " \n\thttp://127.0.0.1:4567/callback?code=abc&state=xyz\r\n ", "[code=abc][state=xyz]" },
    { "http://127.0.0.1:4567/callback?code=abc\n  &state=x\nyz", "[code=abc][state=xyz]" },
    { "127.0.0.1:4567/callback?code=abc", "[code=abc]" },
    { "localhost:1/?code=a+b", "[code=a b]" },
    { "https://[::1]:1/cb?code=a&state=b#fragment", "[code=a][state=b]" },
    { "spyglass:/callback?code=a", "[code=a]" },
    { "/callback?code=a", "[code=a]" },
    { "?code=a&state=b", "[code=a][state=b]" },
    { "code=a&state=b", "[code=a][state=b]" },
    { "  code=a&state=b  ", "[code=a][state=b]" },
    { "code=a?b&state=c?d", "[code=a?b][state=c?d]" },
    { "?code=a?b", "[code=a?b]" },
    { "http://h/?error=access_denied&state=x", "[state=x][error=access_denied]" },
    { "", NULL },
    { " \n ", NULL },
    { "abc", NULL },
    { "?", NULL },
    { "#code=a", NULL },
    { "http://127.0.0.1:4567/callback", NULL },
    { "http://127.0.0.1:4567/callback?", NULL },
    { "http://127.0.0.1:4567/callback?code=sEcReT&code=a", NULL },
    { "http://127.0.0.1:4567/done", NULL },
    { "code=sEcReT%zz", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_row (&rows[i], TRUE);
}

static void
check_length (gsize length, gboolean pasted)
{
  g_autofree char *filling = g_strnfill (length - strlen ("code="), 'x');
  g_autofree char *text = g_strconcat ("code=", filling, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthCallback) callback = pasted ? mcp_auth_callback_new_pasted (text, &error)
                                                : mcp_auth_callback_new (text, &error);

  if (length <= MCP_AUTH_CALLBACK_MAX_BYTES)
    {
      g_assert_no_error (error);
      g_assert_cmpstr (mcp_auth_callback_get (callback, "code"), ==, filling);
      return;
    }
  g_assert_null (callback);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
}

static void
test_length (void)
{
  for (int beyond = -1; beyond <= 1; beyond++)
    {
      check_length (MCP_AUTH_CALLBACK_MAX_BYTES + beyond, FALSE);
      check_length (MCP_AUTH_CALLBACK_MAX_BYTES + beyond, TRUE);
    }
  check_length (1000 * MCP_AUTH_CALLBACK_MAX_BYTES, FALSE);
}

/* Characters are counted, not bytes. */
static void
test_description (void)
{
  for (guint n = 1999; n <= 2001; n++)
    {
      GString *query = g_string_new ("error=x&error_description=");
      g_autoptr (McpAuthCallback) callback = NULL;
      const char *description;

      for (guint i = 0; i < n; i++)
        g_string_append (query, "\xe2\x82\xac");
      callback = mcp_auth_callback_new (query->str, NULL);
      description = mcp_auth_callback_get (callback, "error_description");
      g_assert_cmpint (g_utf8_strlen (description, -1), ==, MIN (n, 2000));
      g_assert_true (g_str_has_prefix (strchr (query->str, '\xe2'), description));
      g_string_free (query, TRUE);
    }
}

static void
test_state (void)
{
  g_autoptr (McpAuthCallback) callback = mcp_auth_callback_new ("code=a&state=x%2By", NULL);
  g_autoptr (McpAuthCallback) without = mcp_auth_callback_new ("code=a&state=", NULL);

  g_assert_true (mcp_auth_callback_has_state (callback, "x+y"));
  g_assert_false (mcp_auth_callback_has_state (callback, "x+Y"));
  g_assert_false (mcp_auth_callback_has_state (callback, "x+"));
  g_assert_false (mcp_auth_callback_has_state (callback, "x+yz"));
  g_assert_false (mcp_auth_callback_has_state (callback, ""));
  g_assert_false (mcp_auth_callback_has_state (without, ""));
  g_assert_false (mcp_auth_callback_has_state (without, "x+y"));
}

static void
test_iss (void)
{
  static const struct
  {
    const char *query;
    const char *issuer;
    McpAuthIss  advertised;
    McpAuthIss  silent; /* nothing is advertised */
  } rows[] = {
    { "code=a", "https://a", MCP_AUTH_ISS_MISSING, MCP_AUTH_ISS_ABSENT },
    { "code=a&iss=", "https://a", MCP_AUTH_ISS_MISSING, MCP_AUTH_ISS_ABSENT },
    { "error=a", "https://a", MCP_AUTH_ISS_MISSING, MCP_AUTH_ISS_ABSENT },
    { "code=a&iss=https://a", "https://a", MCP_AUTH_ISS_SAME, MCP_AUTH_ISS_SAME },
    { "error=a&iss=https%3A%2F%2Fa", "https://a", MCP_AUTH_ISS_SAME, MCP_AUTH_ISS_SAME },
    { "code=a&iss=urn:a", "urn:a", MCP_AUTH_ISS_SAME, MCP_AUTH_ISS_SAME },
    { "code=a&iss=https://a/", "https://a", MCP_AUTH_ISS_NORMALIZED, MCP_AUTH_ISS_NORMALIZED },
    { "code=a&iss=https://a", "https://a/", MCP_AUTH_ISS_NORMALIZED, MCP_AUTH_ISS_NORMALIZED },
    { "code=a&iss=https://A/t", "https://a/t", MCP_AUTH_ISS_NORMALIZED, MCP_AUTH_ISS_NORMALIZED },
    { "code=a&iss=https://a/T", "https://a/t", MCP_AUTH_ISS_NORMALIZED, MCP_AUTH_ISS_NORMALIZED },
    { "code=a&iss=https://a:443", "https://a", MCP_AUTH_ISS_NORMALIZED, MCP_AUTH_ISS_NORMALIZED },
    { "error=a&iss=https://b", "https://a", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
    { "code=a&iss=https://a/t", "https://a", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
    { "code=a&iss=https://a", "https://a/t", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
    { "code=a&iss=http://a", "https://a", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
    { "code=a&iss=https://a:8443", "https://a", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
    { "code=a&iss=a", "https://a", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
    { "code=a&iss=https://a%2520", "https://a", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
    { "code=a&iss=+https://a", "https://a", MCP_AUTH_ISS_OTHER, MCP_AUTH_ISS_OTHER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpAuthCallback) callback = mcp_auth_callback_new (rows[i].query, NULL);

      g_test_message ("%s", rows[i].query);
      g_assert_cmpuint (mcp_auth_callback_check_iss (callback, rows[i].issuer, TRUE), ==,
                        rows[i].advertised);
      g_assert_cmpuint (mcp_auth_callback_check_iss (callback, rows[i].issuer, FALSE), ==,
                        rows[i].silent);
    }
}

void
add_auth_callback_tests (void)
{
  g_test_add_func ("/auth-callback/query", test_query);
  g_test_add_func ("/auth-callback/pasted", test_pasted);
  g_test_add_func ("/auth-callback/length", test_length);
  g_test_add_func ("/auth-callback/description", test_description);
  g_test_add_func ("/auth-callback/state", test_state);
  g_test_add_func ("/auth-callback/iss", test_iss);
}
