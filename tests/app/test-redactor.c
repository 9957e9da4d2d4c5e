/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tests.h"
#include "app-redactor.h"
#include "app-secret-arguments.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "store-secret-signs.h"

#include <string.h>

static void
assert_redacted (AppRedactor *redactor, const char *text, const char *expected)
{
  g_autofree char *redacted = app_redactor_redact_text (redactor, text);

  g_assert_cmpstr (redacted, ==, expected);
}

static void
test_values (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, "s3cr3t-token");
  assert_redacted (redactor, "a s3cr3t-token b s3cr3t-token", "a •••••• b ••••••");
  assert_redacted (redactor, "nothing here", "nothing here");
  assert_redacted (redactor, "", "");
  g_assert_null (app_redactor_redact_text (redactor, NULL));
}

static void
test_spellings (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, "pa\"ss/word");
  assert_redacted (redactor, "{\"p\":\"pa\\\"ss/word\"}", "{\"p\":\"••••••\"}");
  assert_redacted (redactor, "?p=pa%22ss%2Fword", "?p=••••••");
  assert_redacted (redactor, "?p=pa%22ss%2fword", "?p=••••••");
  app_redactor_add_secret (redactor, "p\xc3\xa9/\xf0\x9f\x94\x91zz");
  assert_redacted (redactor, "\"p\\u00e9/\\ud83d\\udd11zz\"", "\"••••••\"");
  assert_redacted (redactor, "\"p\\u00E9\\/\\uD83D\\uDD11zz\"", "\"••••••\"");
  app_redactor_add_secret (redactor, "Bearer abcdefgh");
  assert_redacted (redactor, "the token abcdefgh alone", "the token •••••• alone");
}

static void
test_short_values (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  const char *longest_kept = "abc";
  const char *shortest_masked = "abcd";

  g_assert_cmpuint (strlen (shortest_masked), ==, APP_REDACTOR_MIN_SECRET);
  app_redactor_add_secret (redactor, longest_kept);
  assert_redacted (redactor, "abc", "abc");
  app_redactor_add_secret (redactor, shortest_masked);
  assert_redacted (redactor, "abcd abc", "•••••• abc");
}

/* A short one is masked where it is all that is there, a longer one inside a value too; names,
 * keywords and definitions are masked for neither. */
static void
test_places (void)
{
  static const struct
  {
    const char *secret, *text, *expected;
  } rows[] = {
    { "s3cr", "{\"s3cr\":\"s3cr\",\"a\":\"as3crb s3cr c\"}", "{\"s3cr\":\"••••••\",\"a\":\"as3crb s3cr c\"}" },
    { "s3cr", "[ \"s3cr\" , \"x\"]", "[ \"••••••\" , \"x\"]" },
    { "123456", "{\"a\":123456,\"b\":1234567,\"c\":[0, 123456]}",
      "{\"a\":\"••••••\",\"b\":1234567,\"c\":[0, \"••••••\"]}" },
    { "12345678", "{\"a\": -12345678.5, \"b\":\"x12345678\"}", "{\"a\": \"••••••\", \"b\":\"x••••••\"}" },
    { "s3cr", "{\"text\":\"{\\\"pin\\\":\\\"s3cr\\\",\\\"s3cr\\\":1}\"}",
      "{\"text\":\"{\\\"pin\\\":\\\"••••••\\\",\\\"s3cr\\\":1}\"}" },
    { "s3cr", "{\"u\":\"https://x/?s3cr=1&k=s3cr&l=s3cret\"}", "{\"u\":\"https://x/?s3cr=1&k=••••••&l=s3cret\"}" },
    { "p@ss", "{\"u\":\"https://u:p%40ss@x/\"}", "{\"u\":\"https://u:••••••@x/\"}" },
    { "s3cr", "{\"h\":\"X-Pin: s3cr\"}", "{\"h\":\"X-Pin: ••••••\"}" },
    { "s3cr", "said s3cr, not s3cret; s3cr: x", "said ••••••, not s3cret; s3cr: x" },
    { "s3cr", "[INFO] {a} as s3cr.", "[INFO] {a} as ••••••." },
    { "s3cr", "czNjcg==", "••••••" },
    { "string", "data: {\"jsonrpc\":\"2.0\",\"result\":{\"tools\":[{\"name\":\"string\","
                "\"inputSchema\":{\"type\":\"string\","
                "\"required\":[\"string\"],\"properties\":{\"string\":{\"type\":[\"string\","
                "\"null\"],\"default\":\"string\"}}}}]}}\n",
      "data: {\"jsonrpc\":\"2.0\",\"result\":{\"tools\":[{\"name\":\"string\",\"inputSchema\":{\"type\":\"string\","
      "\"required\":[\"string\"],\"properties\":{\"string\":{\"type\":[\"string\","
      "\"null\"],\"default\":\"••••••\"}}}}]}}\n" },
    { "postgres", "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"postgres_query\","
                  "\"arguments\":{\"name\":\"postgres\",\"postgres\":{\"type\":\"a postgres b\"}}}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"postgres_query\","
      "\"arguments\":{\"name\":\"••••••\",\"postgres\":{\"type\":\"a •••••• b\"}}}}" },
    { "properties", "{\"jsonrpc\":\"2.0\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"my properties\"}],"
                    "\"structuredContent\":{\"properties\":\"properties\"}}}",
      "{\"jsonrpc\":\"2.0\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"my ••••••\"}],"
      "\"structuredContent\":{\"properties\":\"••••••\"}}}" },
    { "accepted", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accepted\","
                  "\"content\":{\"name\":\"accepted\"}}}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accepted\",\"content\":{\"name\":\"••••••\"}}}" },
    /* What no method of the protocol is about is data, whatever its members are called. */
    { "s3cret-value", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"account\":{\"name\":\"s3cret-value\","
                      "\"status\":\"s3cret-value\",\"other\":\"s3cret-value\"},\"type\":\"s3cret-value\"}}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"account\":{\"name\":\"••••••\","
      "\"status\":\"••••••\",\"other\":\"••••••\"},\"type\":\"••••••\"}}" },
    { "s3cret-value", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"toolResult\":{\"name\":\"s3cret-value\"}}}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"toolResult\":{\"name\":\"••••••\"}}}" },
    { "s3cret-value", "[{\"jsonrpc\":\"2.0\",\"method\":\"x/login\",\"params\":{\"name\":\"s3cret-value\"}},"
                      "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"method\":\"s3cret-value\"},"
                      "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"type\":\"s3cret-value\"}}]",
      "[{\"jsonrpc\":\"2.0\",\"method\":\"x/login\",\"params\":{\"name\":\"••••••\"}},"
      "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"method\":\"••••••\"},"
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"type\":\"••••••\"}}]" },
    { "tools/call", "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"tools/call\"}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"tools/call\"}}" },
    { "warning-level", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                       "{\"level\":\"warning-level\",\"data\":{\"level\":\"warning-level\"}}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
      "{\"level\":\"warning-level\",\"data\":{\"level\":\"••••••\"}}}" },
    /* What is no message has names of members, and no more. */
    { "postgres", "{\"name\":\"postgres\",\"postgres\":1}", "{\"name\":\"••••••\",\"postgres\":1}" },
    { "postgres", "{\"name\":\"postgres\"", "{\"name\":\"••••••\"" },
    /* One that holds names and values at once. */
    { "a\",\"b\":\"c", "{\"x\":\"a\",\"b\":\"c\"}", "{\"x\":\"••••••\"b\"••••••\"}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AppRedactor) redactor = app_redactor_new ();

      app_redactor_add_secret (redactor, rows[i].secret);
      assert_redacted (redactor, rows[i].text, rows[i].expected);
    }
}

/* A server that knows its secret makes names of it. */
static void
test_many_names (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autoptr (GString) text = g_string_new ("{\"a\":\"s3cret-value\"");
  g_autofree char *masked = NULL;

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, ",\"s3cret-value\":0");
  g_string_append_c (text, '}');
  app_redactor_add_secret (redactor, "s3cret-value");
  masked = app_redactor_redact_text (redactor, text->str);
  g_assert_cmpuint (strlen (masked), ==, text->len - strlen ("s3cret-value") + strlen (APP_REDACTOR_MASK));
}

/* Others break the lines of a key in other places, or not at all. */
static void
test_armour (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, "-----BEGIN PRIVATE KEY-----\nMIIEabcdefgh\nijklmnop\n"
                                     "-----END PRIVATE KEY-----\n");
  assert_redacted (redactor, "key MIIEabcdefghijklmnop!", "key ••••••!");
}

/* A secret inside another one must not leave the rest of the longer one behind. */
static void
test_overlap (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, "abcd");
  app_redactor_add_secret (redactor, "abcdefgh");
  assert_redacted (redactor, "abcdefgh", "••••••");
}

static void
test_bytes (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  const char raw[] = "x\0secret!\0y";
  g_autoptr (GBytes) text = g_bytes_new_static (raw, sizeof raw - 1);
  g_autoptr (GBytes) redacted = NULL;
  gsize       length;
  const char *data;

  app_redactor_add_secret (redactor, "secret!");
  redacted = app_redactor_redact (redactor, text);
  data = g_bytes_get_data (redacted, &length);
  g_assert_cmpmem (data, length, "x\0••••••\0y", strlen ("••••••") + 4);
}

static void
test_headers (void)
{
  static const char *const masked[] = { "Authorization: Bearer x", "mcp-session-id: 1",
                                        "X-Api-Key: k", "Cookie: a=b", "X-Auth-Token: t" };
  static const char *const shown[] = { "Content-Type: application/json", "Accept: */*" };
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  for (guint i = 0; i < G_N_ELEMENTS (masked); i++)
    {
      g_autofree char *header = app_redactor_redact_header (redactor, masked[i]);

      g_assert_true (g_str_has_suffix (header, ": ••••••"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *header = app_redactor_redact_header (redactor, shown[i]);

      g_assert_cmpstr (header, ==, shown[i]);
    }
}

static void
test_urls (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_url (redactor, "https://ada:pass%20word@x.example/mcp?a=1&api_key=k%2Fey1&b=plain");
  assert_redacted (redactor, "GET https://ada:pass%20word@x.example/mcp?a=1&api_key=k%2Fey1&b=plain",
                   "GET https://ada:••••••@x.example/mcp?a=1&api_key=••••••&b=plain");
  assert_redacted (redactor, "my password is pass word, my key k/ey1",
                   "my password is ••••••, my key ••••••");
  app_redactor_add_url (redactor, NULL);
  app_redactor_add_url (redactor, "no url ? token=");
  app_redactor_add_url (redactor, "https://x/?token&secret=&=&&password=last1");
  assert_redacted (redactor, "last1 plain", "•••••• plain");
  app_redactor_add_private_url (redactor, "http://x/message?sessionId=0a1b2c3d&n=1");
  assert_redacted (redactor, "> POST http://x/message?sessionId=0a1b2c3d&n=1",
                   "> POST http://x/message?sessionId=••••••&n=1");
}

static void
test_arguments (void)
{
  const char *const words[] = { "--api-key", "first1", "--token=second2", "API_TOKEN=third3",
                                "--port", "8080", "--verbose-token", "--name", "plain",
                                "https://u:fourth4@x/", NULL };
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_arguments (redactor, words);
  app_redactor_add_arguments (redactor, NULL);
  assert_redacted (redactor, "first1 second2 third3 8080 --name plain fourth4",
                   "•••••• •••••• •••••• 8080 --name plain ••••••");
}

/* "ada:pass1" in Base64 is a password in another coat. */
static void
test_basic (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, "Basic YWRhOnBhc3Mx");
  assert_redacted (redactor, "YWRhOnBhc3Mx is pass1", "•••••• is ••••••");
  app_redactor_add_secret (redactor, "Basic !not base64!");
  app_redactor_add_secret (redactor, "Basic ");
  app_redactor_add_secret (redactor, "a/b/c/d");
  assert_redacted (redactor, "{\"x\":\"a\\/b\\/c\\/d\"}", "{\"x\":\"••••••\"}");
}

/* Whatever stands before and behind a secret, nobody reads it out of Base64. */
static void
test_base64 (void)
{
  static const char secret[] = "k3y-\xc3\xbf\xc3\xbf?>~tail";
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  app_redactor_add_secret (redactor, secret);
  for (guint before = 0; before < 4; before++)
    for (guint behind = 0; behind < 4; behind++)
      {
        g_autofree char *text =
            g_strdup_printf ("%.*s%s%.*s", (int)before, "usr:", secret, (int)behind, ":end");
        g_autofree char *encoded = g_base64_encode ((const guchar *)text, strlen (text));
        g_autofree char *address = g_strdelimit (
            g_strdelimit (g_strndup (encoded, strcspn (encoded, "=")), "+", '-'), "/", '_');
        g_autofree char *masked = app_redactor_redact_text (redactor, encoded);
        g_autofree char *other = app_redactor_redact_text (redactor, address);

        g_assert_cmpuint (strlen (masked), <=, strlen (APP_REDACTOR_MASK) + 14);
        g_assert_nonnull (strstr (masked, APP_REDACTOR_MASK));
        g_assert_nonnull (strstr (other, APP_REDACTOR_MASK));
      }
}

/* One list of names for everything, by whole words. */
static void
test_names (void)
{
  static const char *const everywhere[] = { "password", "DB_PASSWORD", "PGPASSWORD", "dbpassword", "password1",
                                            "apiKey",
                                            "api-key", "API_KEY", "x_api_key", "client_secret", "secrets",
                                            "accessToken",
                                            "GITHUB_TOKEN", "auth_token", "page_access_token", "private_key",
                                            "Authorization", "bearer", "credentials", "MYSQL_PWD", "otp", "passphrase",
                                            "PROXY-AUTHORIZATION", "API_KEYS", "API_KEY2", "TOKEN2", "access-keys",
                                            "MYSQL_PWD2" };
  static const char *const configured[] = { "DB_PASS", "AZURE_OPENAI_KEY", "SLACK_WEBHOOK", "SLACK_WEBHOOK_URL",
                                            "X-Auth",
                                            "GH_PAT", "sig", "X-Amz-Signature", "Cookie", "mcp-session-id", "--key",
                                            "AUTH_HEADER", "HFTOKEN", "DPoP", "NPM_AUTH", "GITHUB_TOKENS", "COOKIES",
                                            "KEY2",
                                            "OPENAI_KEY_2", "DB_PASS_1", "SIGNATURES", "CONTEXT_TOKENS", "NPM_AUTH2",
                                            "WEBHOOKS_URL" };
  static const char *const nowhere[] = { "HOME", "USER", "PATH", "PWD_DIR", "DB_HOST", "PORT", "MAX_TOKENS",
                                         "TOKEN_TTL",
                                         "PASSWORD_FILE", "SECRETS_DIR", "TOKEN_URL", "bearer_token_env_var",
                                         "KEYBOARD",
                                         "sort_by", "AUTHOR", "COMPASS", "TOKENIZERS_PARALLELISM", "next_page_cursor",
                                         "OAUTH_ISSUER", "token_endpoint_auth_method", "public_url", "",
                                         "KEYS_DIR", "MIN_TOKENS", "AUTH2",
                                         "SSH_PUBLIC_KEYS", "COMPASS2", "KEYBOARDS", "SASS" };

  for (guint i = 0; i < G_N_ELEMENTS (everywhere); i++)
    if (!app_redactor_is_secret_header (everywhere[i]) || !app_secret_arguments_is_name (everywhere[i]))
      g_error ("%s", everywhere[i]);
  for (guint i = 0; i < G_N_ELEMENTS (configured); i++)
    if (!app_redactor_is_secret_header (configured[i]) || app_secret_arguments_is_name (configured[i]))
      g_error ("%s", configured[i]);
  for (guint i = 0; i < G_N_ELEMENTS (nowhere); i++)
    if (app_redactor_is_secret_header (nowhere[i]))
      g_error ("%s", nowhere[i]);
  g_assert_false (app_redactor_is_secret_header ("PWD"));
  g_assert_false (app_redactor_is_secret_header ("SSH_PUBLIC_KEY"));
  g_assert_false (app_secret_arguments_is_name ("sort_key"));
  g_assert_false (app_secret_arguments_is_name ("next_page_token"));
}

/* One of the names that says yes to a text says no to a number, another does not. */
static void
test_numbers (void)
{
  static const struct
  {
    const char *name, *value;
    gboolean    secret;
  } rows[] = {
    { "CONTEXT_TOKENS", "4096", FALSE },
    { "CONTEXT_TOKENS", "abcdefgh", TRUE },
    { "TOKENS_PER_MINUTE", "90000", FALSE },
    { "GITHUB_TOKENS", "123456789", TRUE },
    { "TOKEN", "123456", TRUE },
    { "PASSWORD", "1234", TRUE },
    { "DB", "postgres://u:realpass99@${HOST}/db", TRUE },
    { "DB", "postgres://u:${PW}@${HOST}/db", FALSE },
    { "PASSWORD", "${PW}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (store_variables_looks_secret (rows[i].name, rows[i].value) != rows[i].secret)
      g_error ("%s=%s", rows[i].name, rows[i].value);
}

/* A password may look a little like a reference. */
static void
test_no_references (void)
{
  static const char *const values[] = { "pa$(ss)word123", "hunter${2}secretrest", "hunter${unfinished", "a${}bcdefg",
                                        "$(x)secret-rest", "{env:unfinished" };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (AppRedactor) redactor = app_redactor_new ();

      app_redactor_add_named (redactor, "PASSWORD", values[i]);
      assert_redacted (redactor, values[i], APP_REDACTOR_MASK);
    }
}

/* A text that repeats how a secret begins takes as long as it is, and hides none. */
static void
test_long_values (void)
{
  static const char *const begins[] = { "a", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY", "-----BEGIN ",
                                        "PRIVATE KEY", "eyJ-", "eyJabcdefgh.", ".eyJ-", "://", "a:", "://a:", "sk-",
                                        "SG.", "password=", "${a", "{env:", "$(", "?sig=", "/", " ", "key_", "1_" };
  const char              *secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GPtrArray) found = NULL;
      gboolean all = FALSE;

      while (text->len < 128 * 1024)
        g_string_append (text, begins[i]);
      store_variables_looks_secret ("TOKEN", text->str);
      store_secret_signs_is_name (text->str);
      g_string_append_printf (text, " %s", secret);
      found = store_secret_signs_find (text->str);
      for (guint j = 0; found != NULL && j < found->len; j++)
        all = all || strstr (found->pdata[j], secret) != NULL;
      if (!all)
        g_error ("%s", begins[i]);
    }
}

/* What is secret by its shape, and the part that is. */
static const struct
{
  const char *text, *secret;
} shapes[] = {
  { "postgres://app:pa55w0rd%21@h:5432/db", "pa55w0rd%21" },
  { "redis://:pa55w0rd@h", "pa55w0rd" },
  { "Server=h;User=sa;Password=pa55w0rd;", "pa55w0rd" },
  { "AccountName=a;AccountKey=Zm9vYmFyYmF6cXV4Cg==;EndpointSuffix=x", "Zm9vYmFyYmF6cXV4Cg==" },
  { "Endpoint=sb://h/;SharedAccessKey=Zm9vYmFyYmF6", "Zm9vYmFyYmF6" },
  { "https://h/c?sv=2024&sig=Zm9vYmFyYmF6", "Zm9vYmFyYmF6" },
  { "https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnop", "T00000000/B00000000/abcdefghijklmnop" },
  { "https://discord.com/api/webhooks/123456/abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvw" },
  { "-----BEGIN RSA PRIVATE KEY-----\nMIIEabcdefgh\n-----END RSA PRIVATE KEY-----", NULL },
  { "-----BEGIN PRIVATE KEY-----\nMIIEabcdefgh-cut", NULL },
  { "averyveryveryveryveryveryverylongscheme-for://u:pa55w0rd@h", "pa55w0rd" },
  { "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", NULL },
  { "sk-ant-api03-abcdefghijklmnop", NULL },
  { "Bearer abcdefghijk1mnop", "abcdefghijk1mnop" },
  { "Basic dXNlcjpodW50ZXIyCg==", "dXNlcjpodW50ZXIyCg==" },
  { "sk-proj-abcdefghijklmnop", NULL },
  { "sk-abcdefghijklmnopqrstuvwx", NULL },
  { "ghp_abcdefghijklmnopqrstuvwxyz0123456789", NULL },
  { "gho_abcdefghijklmnopqrstuvwxyz0123456789", NULL },
  { "github_pat_11ABCDEFG0abcdefghijkl", NULL },
  { "glpat-abcdefghijklmnopqrst", NULL },
  { "xoxb-123456789012-abcdefghijkl", NULL },
  { "xoxp-123456789012-abcdefghijkl", NULL },
  { "AKIAIOSFODNN7EXAMPLE", NULL },
  { "AIzaSyA1234567890abcdefghijklmnopqrstuv", NULL },
  { "ya29.abcdefghijklmnopqrst", NULL },
  { "hf_abcdefghijklmnopqrstuvwxyz", NULL },
  { "sk_live_abcdefghijklmnop", NULL },
  { "rk_live_abcdefghijklmnop", NULL },
  { "npm_abcdefghijklmnopqrstuvwxyz0123456789", NULL },
  { "pypi-AgEIcHlwaS5vcmcabcdefgh", NULL },
  { "SG.abcdefghijklmnopqrst.abcdefghijklmnopqrst", NULL },
  { "gsk_abcdefghijklmnopqrstuvwx", NULL },
  { "hvs.abcdefghijklmnopqrst", NULL },
};

/* Where a person configures it; @text has a "%s". */
static const struct
{
  const char *part, *text;
  gboolean    no_lines;
} places[] = {
  { "environment", "%s", FALSE },
  { "headers", "%s", FALSE },
  { "arguments", "%s", FALSE },
  { "arguments", "--connect=%s", FALSE },
  { "arguments", "FOO=%s", FALSE },
  { "arguments", "X-Foo: %s", FALSE },
  { "arguments", "--header=X-Foo: %s", FALSE },
  { "url", "https://h/a/%s/mcp", TRUE },
  { "url", "https://h/mcp?a=1&x=%s", TRUE },
};

/* Every shape in every place becomes a known secret, which no encoding hides; the rest stays. */
static void
test_shapes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes) * G_N_ELEMENTS (places); i++)
    {
      guint       row = i / G_N_ELEMENTS (places), place = i % G_N_ELEMENTS (places);
      const char *secret = shapes[row].secret != NULL ? shapes[row].secret : shapes[row].text;
      g_auto (GStrv) around = g_strsplit (places[place].text, "%s", 2);
      g_autofree char  *value = g_strconcat (around[0], shapes[row].text, around[1], NULL);
      const char *const arguments[] = { "run", value, NULL };
      g_autoptr (StoreVariables) variables = store_variables_new ();
      g_autoptr (StoreProfile) profile = store_profile_new ("x");
      g_autoptr (AppRedactor) redactor = app_redactor_new ();
      g_autofree char *json = NULL, *base64 = NULL, *masked = NULL, *other = NULL;
      g_autoptr (GString) rest = g_string_new (shapes[row].text);

      /* A query or a line of its own cannot be within a path. */
      if (places[place].no_lines && strpbrk (shapes[row].text, "\n :?;") != NULL)
        continue;
      store_variables_set (variables, "X_FOO", value);
      if (g_str_equal (places[place].part, "arguments"))
        g_object_set (profile, "arguments", arguments, NULL);
      else if (g_str_equal (places[place].part, "url"))
        g_object_set (profile, "url", value, NULL);
      else
        g_object_set (profile, places[place].part, variables, NULL);
      app_redactor_add_profile (redactor, profile);
      json = mcp_json_quote (value, -1);
      masked = app_redactor_redact_text (redactor, json);
      base64 = g_base64_encode ((const guchar *)json, strlen (json));
      other = app_redactor_redact_text (redactor, base64);
      if (strstr (masked, APP_REDACTOR_MASK) == NULL || strstr (masked, secret) != NULL || g_str_equal (base64, other))
        g_error ("%s in %s: %s", shapes[row].text, places[place].text, masked);
      g_string_replace (rest, secret, APP_REDACTOR_MASK, 0);
      if (strchr (rest->str, '\n') == NULL && strstr (masked, rest->str) == NULL)
        g_error ("%s in %s: %s", shapes[row].text, places[place].text, masked);
    }
}

/* Nothing of these is masked, wherever it stands and whatever its name is. */
static void
test_plain_values (void)
{
  static const char *const values[] = { "${API_TOKEN}", "Bearer ${API_TOKEN}", "{env:API_KEY}", "${env:API_KEY}",
                                        "${input:key}", "$API_TOKEN", "%API_TOKEN%", "${A:-b}", "true", "",
                                        "/home/ada/.key", "~/key.json", "./token", "C:\\keys\\a",
                                        "{file:~/.secrets/key}", "Authorization:${AUTH_HEADER}", "$(pass show x)" };
  static const char *const plain[] = { "HOME=/home/ada", "USER=ada", "LOG_LEVEL=debug-all", "DB_HOST=db.example.com",
                                       "URL=https://h:8080/a?b=c", "postgres://ada@h/db", "sk-ant-", "xoxb-",
                                       "postgres://u:${PW}@h/", "PASSWORD_FILE=/run/secrets/db", "hf_transfer",
                                       "--password-file", "/run/x", "a task-force-of-many-people", NULL };
  g_autoptr (AppRedactor) all = app_redactor_new ();
  g_autofree char *joined = g_strjoinv ("\n", (char **)plain);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (AppRedactor) redactor = app_redactor_new ();
      g_autofree char  *option = g_strconcat ("--api-key=", values[i], NULL);
      const char *const words[] = { option, "--token", values[i], NULL };

      app_redactor_add_arguments (redactor, words);
      app_redactor_add_named (redactor, "API_KEY", values[i]);
      assert_redacted (redactor, option, option);
      assert_redacted (redactor, values[i], values[i]);
    }
  app_redactor_add_arguments (all, plain);
  assert_redacted (all, joined, joined);
}

static void
assert_line (const char *text, guint limit, const char *expected)
{
  g_autofree char *line = app_visible_text_line (text, limit);

  g_assert_cmpstr (line, ==, expected);
}

static void
test_visible_text (void)
{
  g_autofree char *block = app_visible_text_block ("a\r\n\tb\033[31m", 0);

  assert_line (NULL, 0, "");
  assert_line ("plain <b>&", 0, "plain <b>&");
  assert_line ("two\nlines", 0, "two↵lines");
  assert_line ("\033[2J", 0, "␛[2J");
  assert_line ("a\xE2\x80\xAE"
               "b",
               0, "a⟨U+202E⟩b");
  assert_line ("zero\xE2\x80\x8Bwidth", 0, "zero⟨U+200B⟩width");
  assert_line ("broken \xFF here", 0, "broken \xEF\xBF\xBD here");
  g_assert_cmpstr (block, ==, "a\n\tb␛[31m");
  /* C1, which some terminals obey; tags and variation selectors, which smuggle text */
  assert_line ("\xC2\x9B"
               "2J",
               0, "⟨U+009B⟩2J");
  assert_line ("\xF3\xA0\x81\x81\xF3\xA0\x84\x80", 0, "⟨U+E0041⟩⟨U+E0100⟩");
  assert_line ("\xE3\x85\xA4\xEF\xBE\xA0\xCD\x8F", 0, "⟨U+3164⟩⟨U+FFA0⟩⟨U+034F⟩");
  /* An emoji with its variation selector is what it looks like. */
  assert_line ("\xE2\x9D\xA4\xEF\xB8\x8F", 0, "\xE2\x9D\xA4\xEF\xB8\x8F");
}

static void
test_visible_limits (void)
{
  assert_line ("äöü", 4, "äöü");
  assert_line ("äöü", 3, "äöü");
  assert_line ("äöü", 2, "äö…");
}

static void
assert_duration (gint64 microseconds, const char *expected)
{
  g_autofree char *text = app_visible_text_duration (microseconds);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_durations (void)
{
  assert_duration (-1, "");
  assert_duration (1500, "1.5 ms");
  assert_duration (9999, "10.0 ms");
  assert_duration (12345, "12 ms");
  assert_duration (999999, "999 ms");
  assert_duration (1200000, "1.2 s");
  assert_duration (61 * G_USEC_PER_SEC, "1 min 1 s");
}

/* As OpenSearch's servers are called without a configuration of their own. */
static void
test_call_arguments (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      "{\"opensearch_url\": \"https://search\", \"opensearch_password\": \"geheim \\\"1\\\"\","
      " \"auth\": {\"aws_secret_access_key\": \"deep-secret\"}, \"sort_key\": \"timestamp\","
      " \"max_tokens\": \"many of them\"}",
      -1, NULL);
  g_autofree char *masked = NULL;

  app_secret_arguments_add (redactor, mcp_json_document_get_root (document), MCP_JSON_NO_VALUE);
  masked = app_redactor_redact_text (
      redactor, "https://search \"geheim \\\"1\\\"\" deep-secret timestamp many of them");
  g_assert_cmpstr (masked, ==,
                   "https://search \"" APP_REDACTOR_MASK "\" " APP_REDACTOR_MASK
                   " timestamp many of them");
}

/* What the schema declares secret is, of any type, in lists, behind references and in branches; and
 * what has the name of a secret, in lists too. */
static void
test_declared (void)
{
  static const char schema[] =
      "{\"properties\":{\"ssn\":{\"format\":\"password\"},\"code\":{\"writeOnly\":true,\"type\":\"integer\"},"
      "\"list\":{\"items\":{\"$ref\":\"#/$defs/a~1b\"}},\"pair\":{\"prefixItems\":[{},{\"writeOnly\":true}]},"
      "\"deep\":{\"anyOf\":[{\"type\":\"null\"},{\"properties\":{\"x\":{\"allOf\":[{\"$ref\":\"#/$defs/a~1b\"}]}}}]},"
      "\"whole\":{\"writeOnly\":true},\"loop\":{\"$ref\":\"#/properties/loop\"},"
      "\"map\":{\"additionalProperties\":{\"format\":\"password\"}}},"
      "\"$defs\":{\"a/b\":{\"format\":\"password\"}}}";
  static const char arguments[] =
      "{\"ssn\":\"S-ssn\",\"code\":987654,\"list\":[\"S-list\"],\"pair\":[\"plain0\",\"S-pair\"],"
      "\"deep\":{\"x\":\"S-deep\",\"y\":\"plain1\"},\"whole\":{\"a\":[{\"b\":\"S-whole-object\"}]},"
      "\"loop\":\"plain2\",\"map\":{\"any\":\"S-map\"},\"users\":[{\"password\":\"S-user\"}],"
      "\"passwords\":1,\"pwd\":[\"S-pwd\"],\"dbpassword\":\"S-db\",\"password2\":\"S-two\","
      "\"page_access_token\":\"S-page\",\"credentials\":{\"type\":\"plain5\"},"
      "\"apiToken\":\"S-token\",\"next_page_token\":\"plain3\","
      "\"pin\":\"S-pin\",\"pin_message\":\"plain4\",\"bearer\":\"S-bearer\"}";
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autoptr (McpJsonDocument) given = mcp_json_document_parse_text (arguments, -1, NULL);
  g_autoptr (McpJsonDocument) declared = mcp_json_document_parse_text (schema, -1, NULL);
  g_autoptr (GString) pem = g_string_new ("{\"private_key\":\"");
  g_autoptr (McpJsonDocument) large = NULL;
  g_autofree char *masked = NULL;
  g_autofree char *cut = NULL;

  app_secret_arguments_add (redactor, mcp_json_document_get_root (given),
                            mcp_json_document_get_root (declared));
  masked = app_redactor_redact_text (redactor, arguments);
  g_assert_null (strstr (masked, "S-"));
  g_assert_null (strstr (masked, "987654"));
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *plain = g_strdup_printf ("plain%u", i);

      g_assert_nonnull (strstr (masked, plain));
    }

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (pem, "%08x", i * 2654435761u);
  g_string_append (pem, "\"}");
  large = mcp_json_document_parse_text (pem->str, -1, NULL);
  app_secret_arguments_add (redactor, mcp_json_document_get_root (large), MCP_JSON_NO_VALUE);
  cut = app_redactor_redact_text (redactor, pem->str);
  g_assert_cmpstr (cut, ==, "{\"private_key\":\"" APP_REDACTOR_MASK "\"}");
}

void
add_redactor_tests (void)
{
  g_test_add_func ("/redactor/values", test_values);
  g_test_add_func ("/redactor/spellings", test_spellings);
  g_test_add_func ("/redactor/short-values", test_short_values);
  g_test_add_func ("/redactor/places", test_places);
  g_test_add_func ("/redactor/many-names", test_many_names);
  g_test_add_func ("/redactor/armour", test_armour);
  g_test_add_func ("/redactor/overlap", test_overlap);
  g_test_add_func ("/redactor/bytes", test_bytes);
  g_test_add_func ("/redactor/headers", test_headers);
  g_test_add_func ("/redactor/urls", test_urls);
  g_test_add_func ("/redactor/arguments", test_arguments);
  g_test_add_func ("/redactor/names", test_names);
  g_test_add_func ("/redactor/numbers", test_numbers);
  g_test_add_func ("/redactor/no-references", test_no_references);
  g_test_add_func ("/redactor/long-values", test_long_values);
  g_test_add_func ("/redactor/shapes", test_shapes);
  g_test_add_func ("/redactor/plain-values", test_plain_values);
  g_test_add_func ("/redactor/call-arguments", test_call_arguments);
  g_test_add_func ("/redactor/declared", test_declared);
  g_test_add_func ("/redactor/basic", test_basic);
  g_test_add_func ("/redactor/base64", test_base64);
  g_test_add_func ("/visible-text/marks", test_visible_text);
  g_test_add_func ("/visible-text/limits", test_visible_limits);
  g_test_add_func ("/visible-text/durations", test_durations);
}
