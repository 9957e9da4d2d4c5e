/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What token endpoints send, in every dialect, and what their tokens say. */

#include "mcp-tests.h"
#include "mcp-auth-jwt.h"
#include "mcp-auth-secret.h"
#include "mcp-auth-token.h"
#include "mcp-error.h"

#include <string.h>

#define JSON "application/json"
#define FORM "application/x-www-form-urlencoded"

#define UNKNOWN MCP_AUTH_TOKEN_EXPIRY_UNKNOWN
#define TEXT MCP_AUTH_TOKEN_EXPIRY_TEXT

#define TOKEN "{\"access_token\":\"a\",\"token_type\":\"Bearer\""

static const struct
{
  guint       status;
  const char *type; /* (nullable) */
  const char *body;
  const char *expected; /* (nullable): not understood */
  guint       oddities;
} rows[] = {
  /* RFC 6749 §5.1 */
  { 200, JSON, TOKEN ",\"expires_in\":3600}", "Bearer 3600 [access_token=a]", 0 },
  { 200, JSON, "{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":3600,"
               "\"refresh_token\":\"r\",\"scope\":\"x y\","
               "\"id_token\":\"i\",\"issued_token_type\":\"urn:t\",\"example\":1}",
    "Bearer 3600 [access_token=a][refresh_token=r][id_token=i][scope=x y][issued_token_type=urn:t]", 0 },
  { 200, JSON, "{\"access_token\":\"a\",\"token_type\":\"DPOP\",\"expires_in\":60}", "DPoP 60 [access_token=a]", 0 },
  { 200, JSON, "{\"access_token\":\"a\",\"token_type\":\"n_a\",\"expires_in\":60}", "N_A 60 [access_token=a]", 0 },
  { 201, "text/plain", " \n" TOKEN ",\"expires_in\":1}", "Bearer 1 [access_token=a]", 0 },
  { 200, NULL, "\xef\xbb\xbf" TOKEN ",\"expires_in\":1}", "Bearer 1 [access_token=a]", 0 },
  { 200, FORM, "{\"access_token\":\"a=b&c\",\"token_type\":\"Bearer\",\"expires_in\":1}",
    "Bearer 1 [access_token=a=b&c]", 0 },
  /* null, "" and another kind are absent */
  { 200, JSON, TOKEN ",\"expires_in\":5,\"refresh_token\":null,\"scope\":\"\","
                     "\"id_token\":7,\"error\":null,\"error_description\":\"odd\"}",
    "Bearer 5 [access_token=a]", 0 },
  { 200, JSON, TOKEN ",\"expires_in\":5,\"error\":\"\"}", "Bearer 5 [access_token=a]", 0 },
  { 200, JSON, "{\"access_token\":\"a\",\"token_type\":null,\"expires_in\":5}", "Bearer 5 [access_token=a]",
    MCP_AUTH_TOKEN_TYPE_ABSENT },
  { 200, JSON, "{\"access_token\":\"a\",\"expires_in\":5}", "Bearer 5 [access_token=a]",
    MCP_AUTH_TOKEN_TYPE_ABSENT },
  { 200, JSON, "{\"access_token\":null,\"token_type\":\"Bearer\"}", NULL, 0 },
  { 200, JSON, "{\"access_token\":\"\",\"token_type\":\"Bearer\"}", NULL, 0 },
  { 200, JSON, "{\"access_token\":{\"a\":1},\"token_type\":\"Bearer\"}", NULL, 0 },
  { 200, JSON, "{\"token_type\":\"Bearer\",\"refresh_token\":\"r\"}", NULL, 0 },
  { 200, JSON, "{\"access_token\":\"a\",\"token_type\":\"mac\"}", NULL, 0 },
  { 200, JSON, "{\"access_token\":\"a\",\"token_type\":\"Bearer \"}", NULL, 0 },
  /* Lives */
  { 200, JSON, TOKEN "}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":null}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":0}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":-5}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":1e3}", "Bearer 1000 [access_token=a]", 0 },
  { 200, JSON, TOKEN ",\"expires_in\":3599.9}", "Bearer 3599 [access_token=a]", 0 },
  { 200, JSON, TOKEN ",\"expires_in\":0.5}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":2147483647}", "Bearer 2147483647 [access_token=a]", 0 },
  { 200, JSON, TOKEN ",\"expires_in\":2147483648}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":1e400}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":99999999999999999999}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":\"3600\"}", "Bearer 3600 [access_token=a]", TEXT },
  { 200, JSON, TOKEN ",\"expires_in\":\" 3600 \"}", "Bearer 3600 [access_token=a]", TEXT },
  { 200, JSON, TOKEN ",\"expires_in\":\"never\"}", "Bearer -1 [access_token=a]", TEXT | UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":\"0x10\"}", "Bearer -1 [access_token=a]", TEXT | UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":\"\"}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":true}", "Bearer -1 [access_token=a]", UNKNOWN },
  { 200, JSON, TOKEN ",\"expires_in\":[3600]}", "Bearer -1 [access_token=a]", UNKNOWN },
  /* Forms */
  { 200, FORM, "access_token=a&token_type=bearer&scope=x%20y+z", "Bearer -1 [access_token=a][scope=x y z]",
    MCP_AUTH_TOKEN_FORM | UNKNOWN },
  { 200, FORM "; charset=utf-8", "access_token=a&expires_in=60&token_type=bearer\n", "Bearer 60 [access_token=a]",
    MCP_AUTH_TOKEN_FORM },
  { 200, NULL, "access_token=a&expires_in=60&token_type=bearer", "Bearer 60 [access_token=a]",
    MCP_AUTH_TOKEN_FORM },
  { 200, "text/plain", "access_token=a&expires_in=60", "Bearer 60 [access_token=a]",
    MCP_AUTH_TOKEN_FORM | MCP_AUTH_TOKEN_TYPE_ABSENT },
  { 200, JSON, "access_token=a&expires_in=60&token_type=bearer", "Bearer 60 [access_token=a]",
    MCP_AUTH_TOKEN_FORM },
  { 200, FORM, "error=bad_verification_code&error_description=The+code+is+old.",
    "error bad_verification_code [error_description=The code is old.]",
    MCP_AUTH_TOKEN_FORM | MCP_AUTH_TOKEN_ERROR_WITH_200 },
  { 400, FORM, "error=invalid_grant", "error invalid_grant ",
    MCP_AUTH_TOKEN_FORM },
  { 200, FORM, "access_token=&token_type=bearer", NULL, 0 },
  { 200, FORM, "access_token=%FF", NULL, 0 },
  { 200, FORM, "access_token=a&x=\xff", NULL, 0 },
  { 200, FORM, "a=b", NULL, 0 },
  { 200, "text/html", "access_token=a&token_type=bearer", NULL, 0 },
  /* Errors: RFC 6749 §5.2, and with a success */
  { 400, JSON, "{\"error\":\"invalid_grant\",\"error_description\":\"It <b>expired</b>\","
               "\"error_uri\":\"https://a/e\"}",
    "error invalid_grant [error_description=It <b>expired</b>][error_uri=https://a/e]", 0 },
  { 401, JSON, "{\"error\":\"invalid_client\"}", "error invalid_client ", 0 },
  { 503, JSON, "{\"error\":\"temporarily_unavailable\"}", "error temporarily_unavailable ", 0 },
  { 200, JSON, "{\"error\":\"invalid_grant\"}", "error invalid_grant ",
    MCP_AUTH_TOKEN_ERROR_WITH_200 },
  { 200, JSON, "{\"ok\":0,\"error\":\"bad_code\",\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":7}",
    "error bad_code ",
    MCP_AUTH_TOKEN_ERROR_WITH_200 },
  { 400, JSON, "{\"error\":{\"message\":\"invalid_grant\"}}", NULL, 0 },
  { 400, JSON, "{\"message\":\"Bad request\"}", NULL, 0 },
  { 400, JSON, TOKEN ",\"expires_in\":7}", NULL, 0 },
  { 302, JSON, TOKEN ",\"expires_in\":7}", NULL, 0 },
  /* No answer of a token endpoint at all */
  { 200, JSON, "", NULL, 0 },
  { 500, NULL, "", NULL, 0 },
  { 200, "text/html", "<!DOCTYPE html><title>Sign in</title><a href=\"?access_token=a&error=b\">", NULL, 0 },
  { 200, NULL, "<html>access_token=a&error=b</html>", NULL, 0 },
  { 403, JSON, "{\"error\":\"inval", NULL, 0 },
  { 200, JSON, "[{\"access_token\":\"a\"}]", NULL, 0 },
  { 200, JSON, "\"access_token\"", NULL, 0 },
  { 200, JSON, "null", NULL, 0 },
};

static McpAuthToken *
read_text (guint status, const char *type, const char *body, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (body, strlen (body));

  return mcp_auth_token_new (status, type, bytes, error);
}

static char *
describe (McpAuthToken *token)
{
  static const char *const names[] = { "access_token", "refresh_token", "id_token", "scope",
                                       "issued_token_type", "error_description", "error_uri" };
  const char              *problem = mcp_auth_token_get_error (token);
  GString                 *text = g_string_new (NULL);

  if (problem != NULL)
    g_string_append_printf (text, "error %s ", problem);
  else
    g_string_append_printf (text, "%s %" G_GINT64_FORMAT " ", mcp_auth_token_get_scheme (token),
                            mcp_auth_token_get_life (token));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (mcp_auth_token_get (token, names[i]) != NULL)
      g_string_append_printf (text, "[%s=%s]", names[i], mcp_auth_token_get (token, names[i]));
  return g_string_free (text, FALSE);
}

static void
test_dialects (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpAuthToken) token = read_text (rows[i].status, rows[i].type, rows[i].body, &error);
      g_autofree char *seen = token != NULL ? describe (token) : NULL;
      g_autofree char *shown = g_strescape (rows[i].body, NULL);

      g_test_message ("%u %s %s", rows[i].status, rows[i].type, shown);
      g_assert_cmpstr (seen, ==, rows[i].expected);
      if (token != NULL)
        g_assert_cmpuint (mcp_auth_token_get_oddities (token), ==, rows[i].oddities);
      else
        g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }
}

/* Of what is not understood, nothing is repeated: it may be a token. */
static void
test_no_secret (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (read_text (200, JSON, "{\"access_token\":\"sEcReT\",\"token_type\":\"sEcReT\"}", &error));
  g_assert_null (strstr (error->message, "sEcReT"));
  g_clear_error (&error);
  g_assert_null (read_text (200, JSON, "{\"access_token\":\"sEcReT\",sEcReT", &error));
  g_assert_null (strstr (error->message, "sEcReT"));
}

static gboolean
reads_size (const char *format, gsize size)
{
  g_autofree char *filling = g_strnfill (size - strlen (format) + strlen ("%s"), 'x');
  g_auto (GStrv) halves = g_strsplit (format, "%s", 2);
  g_autofree char *body = g_strconcat (halves[0], filling, halves[1], NULL);
  g_autoptr (McpAuthToken) token = read_text (200, NULL, body, NULL);

  g_assert_cmpuint (strlen (body), ==, size);
  return token != NULL;
}

static void
test_size (void)
{
  static const char *const formats[] = { "{\"access_token\":\"%s\"}", "access_token=%s" };
  const gsize              limit = 64 * 1024;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_assert_true (reads_size (formats[i], limit - 1));
      g_assert_true (reads_size (formats[i], limit));
      g_assert_false (reads_size (formats[i], limit + 1));
    }
}

static void
test_refresh_time (void)
{
  g_assert_cmpint (mcp_auth_token_get_refresh_time (1000, 3600), ==, 4540);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (1000, 600), ==, 1540);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (1000, 599), ==, 1540);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (1000, 100), ==, 1090);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (1000, 3), ==, 1003);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (1000, 0), ==, 1000);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (1000, -1), ==, G_MAXINT64);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (G_MAXINT64, 1), ==, G_MAXINT64);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (G_MAXINT64 - 100, 100), ==, G_MAXINT64 - 10);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (0, G_MAXINT64), ==, G_MAXINT64 - 60);
  g_assert_cmpint (mcp_auth_token_get_refresh_time (G_MININT64, 100), ==, G_MININT64 + 90);
}

/* JSON Web Tokens */

static McpAuthJwt *
read_jwt (const char *header, const char *claims, const char *signature)
{
  g_autofree char *first = mcp_auth_base64url_encode (header, strlen (header));
  g_autofree char *second = mcp_auth_base64url_encode (claims, strlen (claims));
  g_autofree char *text = g_strdup_printf ("%s.%s.%s", first, second, signature);

  return mcp_auth_jwt_new (text);
}

/* RFC 7515 appendix A.1 */
static void
test_jwt (void)
{
  g_autoptr (McpAuthJwt) jwt =
      mcp_auth_jwt_new ("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQo"
                        "gImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFO"
                        "EjXk");

  g_assert_nonnull (jwt);
  g_assert_cmpstr (mcp_auth_jwt_get (jwt, "iss"), ==, "joe");
  g_assert_null (mcp_auth_jwt_get (jwt, "exp"));
  g_assert_cmpint (mcp_auth_jwt_get_time (jwt, "exp"), ==, 1300819380);
  g_assert_cmpint (mcp_auth_jwt_get_time (jwt, "nbf"), ==, -1);
  g_assert_null (*mcp_auth_jwt_get_audience (jwt));
  g_assert_false (mcp_auth_jwt_is_unsigned (jwt));
  g_assert_cmpuint (mcp_json_value_get_n_items (mcp_auth_jwt_get_claims (jwt)), ==, 3);
}

static void
test_jwt_audience (void)
{
  static const struct
  {
    const char *claims;
    const char *audience;
  } cases[] = {
    { "{}", "" },
    { "{\"aud\":\"https://h/mcp\"}", "https://h/mcp" },
    { "{\"aud\":[\"a\",\"b\",7,null]}", "a b" },
    { "{\"aud\":[]}", "" },
    { "{\"aud\":null}", "" },
    { "{\"aud\":{\"a\":1}}", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthJwt) jwt = read_jwt ("{\"alg\":\"ES256\"}", cases[i].claims, "AA");
      g_autofree char *audience = g_strjoinv (" ", (char **)mcp_auth_jwt_get_audience (jwt));

      g_assert_cmpstr (audience, ==, cases[i].audience);
    }
}

static void
test_jwt_time (void)
{
  static const struct
  {
    const char *exp;
    gint64      time;
  } cases[] = {
    { "1300819380", 1300819380 },
    { "1300819380.75", 1300819380 },
    { "1.3e9", 1300000000 },
    { "0", 0 },
    { "-1", -1 },
    { "-0.5", -1 },
    { "1e300", -1 },
    { "1e999", -1 },
    { "9223372036854775808", -1 },
    { "\"1300819380\"", -1 },
    { "null", -1 },
    { "[1]", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *claims = g_strdup_printf ("{\"exp\":%s}", cases[i].exp);
      g_autoptr (McpAuthJwt) jwt = read_jwt ("{\"alg\":\"ES256\"}", claims, "AA");

      g_test_message ("%s", cases[i].exp);
      g_assert_cmpint (mcp_auth_jwt_get_time (jwt, "exp"), ==, cases[i].time);
    }
}

static void
test_jwt_unsigned (void)
{
  static const struct
  {
    const char *header;
    const char *signature;
    gboolean    is_unsigned;
  } cases[] = {
    { "{\"alg\":\"RS256\"}", "AA", FALSE },
    { "{\"alg\":\"RS256\"}", "", TRUE },
    { "{\"alg\":\"none\"}", "", TRUE },
    { "{\"alg\":\"none\"}", "AA", TRUE },
    { "{\"alg\":\"NoNe\"}", "AA", TRUE },
    { "{\"alg\":\"\"}", "AA", TRUE },
    { "{\"alg\":null}", "AA", TRUE },
    { "{\"alg\":[\"RS256\"]}", "AA", TRUE },
    { "{}", "AA", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthJwt) jwt = read_jwt (cases[i].header, "{}", cases[i].signature);

      g_test_message ("%s %s", cases[i].header, cases[i].signature);
      g_assert_true (mcp_auth_jwt_is_unsigned (jwt) == cases[i].is_unsigned);
    }
}

static gboolean
reads_depth (guint depth)
{
  g_autofree char *opening = g_strnfill (depth - 1, '[');
  g_autofree char *closing = g_strnfill (depth - 1, ']');
  g_autofree char *claims = g_strdup_printf ("{\"a\":%s%s}", opening, closing);
  g_autoptr (McpAuthJwt) jwt = read_jwt ("{}", claims, "");

  return jwt != NULL;
}

static gboolean
reads_length (gsize length)
{
  g_autofree char *signature = g_strnfill (length - strlen ("e30.e30."), 'A');
  g_autofree char *text = g_strconcat ("e30.e30.", signature, NULL);
  g_autoptr (McpAuthJwt) jwt = mcp_auth_jwt_new (text);

  return jwt != NULL;
}

static void
test_jwt_opaque (void)
{
  static const char *const texts[] = {
    "",
    "opaque",
    ".",
    "..",
    "...",
    "e30",
    "e30.e30",
    "e30.e30.AA.AA",
    "e30.e30.AA.AA.AA",
    ".e30.AA",
    "e30..AA",
    "e30=.e30.AA",
    "e30.e30.A",
    "e30.e30.A+",
    "e30.e30.AA==",
    "e30.e3.AA",
    "e30 .e30.AA",
    "W10.e30.AA",
    "e30.W10.AA",
    "bnVsbA.e30.AA",
    "e30.bm8.AA",
  };

  g_assert_null (mcp_auth_jwt_new (NULL));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_test_message ("%s", texts[i]);
      g_assert_null (mcp_auth_jwt_new (texts[i]));
    }
  g_assert_true (reads_depth (32));
  g_assert_false (reads_depth (33));
  /* One character of four cannot stand alone. */
  g_assert_true (reads_length (MCP_AUTH_JWT_MAX_BYTES - 1));
  g_assert_true (reads_length (MCP_AUTH_JWT_MAX_BYTES));
  g_assert_false (reads_length (MCP_AUTH_JWT_MAX_BYTES + 1));
  g_assert_false (reads_length (MCP_AUTH_JWT_MAX_BYTES + 2));
}

void
add_auth_token_tests (void)
{
  g_test_add_func ("/auth-token/dialects", test_dialects);
  g_test_add_func ("/auth-token/no-secret", test_no_secret);
  g_test_add_func ("/auth-token/size", test_size);
  g_test_add_func ("/auth-token/refresh-time", test_refresh_time);
  g_test_add_func ("/auth-token/jwt", test_jwt);
  g_test_add_func ("/auth-token/jwt-audience", test_jwt_audience);
  g_test_add_func ("/auth-token/jwt-time", test_jwt_time);
  g_test_add_func ("/auth-token/jwt-unsigned", test_jwt_unsigned);
  g_test_add_func ("/auth-token/jwt-opaque", test_jwt_opaque);
}
