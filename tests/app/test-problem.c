/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every error of every floor is explained: what, whose fault, what to do, the evidence. */

#include "app-tests.h"
#include "app-advice.h"
#include "app-failure.h"
#include "app-problem.h"
#include "app-session.h"
#include "mcp-auth-finding.h"
#include "mcp-error.h"
#include "mcp-json-document.h"
#include "store-error.h"

/* Of OpenSearch, in the body of an error that is no JSON-RPC. */
#define NOT_ENABLED                                                                          \
  "{\"error\":{\"root_cause\":[],\"type\":\"exception\",\"reason\":\"The MCP server is not " \
  "enabled.\"},\"status\":500}"

static AppProblem *
explain (GQuark domain, int code, const char *message)
{
  g_autoptr (GError) error = g_error_new_literal (domain, code, message);

  return app_problem_new_for_error (error);
}

static void
assert_complete (AppProblem *problem, const char *message)
{
  g_autofree char *text = app_problem_dup_text (problem);

  g_assert_cmpstr (app_problem_get_what (problem), ==, message);
  g_assert_cmpint (app_problem_get_culprit (problem), !=, APP_CULPRIT_PROGRAM);
  g_assert_cmpstr (app_problem_get_culprit_name (problem), !=, "");
  if (g_error_matches (app_problem_get_error (problem), MCP_ERROR, MCP_ERROR_CANCELLED))
    return; /* it was the person's own wish */
  g_assert_nonnull (app_problem_get_advice (problem));
  g_assert_cmpstr (app_problem_get_advice (problem), !=, "");
  g_assert_nonnull (strstr (text, message));
  g_assert_nonnull (strstr (text, app_problem_get_advice (problem)));
  g_assert_nonnull (app_problem_get_error (problem));
}

static void
check_domain (GQuark domain, int last)
{
  for (int code = 0; code <= last; code++)
    {
      g_autoptr (AppProblem) problem = explain (domain, code, "what happened");

      g_test_message ("%s %d", g_quark_to_string (domain), code);
      assert_complete (problem, "what happened");
    }
}

static void
test_every_code (void)
{
  for (int code = MCP_ERROR_COMMAND_NOT_FOUND; code <= MCP_ERROR_RESPONSE; code++)
    {
      g_autoptr (GError) error = mcp_error_new (code, "what happened");
      g_autoptr (AppProblem) problem = app_problem_new_for_error (error);

      assert_complete (problem, "what happened");
    }
  check_domain (APP_ERROR, APP_ERROR_NOT_FOUND);
  check_domain (STORE_ERROR, STORE_ERROR_DAMAGED);
  check_domain (MCP_JSON_ERROR, 3);
  check_domain (G_IO_ERROR, G_IO_ERROR_PENDING);
  check_domain (G_FILE_ERROR, G_FILE_ERROR_FAILED);
}

/* A text has a place at which it is corrected; a file of our own is no text. */
static void
test_damaged (void)
{
  g_autoptr (GError) text = store_error_new_at (STORE_ERROR_SYNTAX, 3, 1, "what happened");
  g_autoptr (AppProblem) placed = app_problem_new_for_error (text);
  g_autoptr (AppProblem) file = explain (STORE_ERROR, STORE_ERROR_SYNTAX, "what happened");

  g_assert_nonnull (strstr (app_problem_get_advice (placed), "text editor"));
  g_assert_null (strstr (app_problem_get_advice (file), "text editor"));
  g_assert_nonnull (strstr (app_problem_get_advice (file), "move it away"));
}

/* What we do not know is our own fault, and still says what to do. */
static void
test_unknown_domain (void)
{
  g_autoptr (AppProblem) problem = explain (g_quark_from_static_string ("elsewhere"), 7, "odd");

  g_assert_cmpint (app_problem_get_culprit (problem), ==, APP_CULPRIT_PROGRAM);
  g_assert_nonnull (app_problem_get_advice (problem));
}

static void
test_evidence (void)
{
  g_autoptr (GError) error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED, "401");
  McpErrorDetails *details = mcp_error_get_details (error);
  g_autoptr (AppProblem) problem = NULL;

  details->http_status = 401;
  details->url = g_strdup ("https://example.com/mcp");
  details->challenge = g_strdup ("Bearer realm=\"x\"");
  details->evidence = g_strdup ("{\"error\":\"no\"}");
  problem = app_problem_new_for_error (error);
  g_assert_cmpstr (app_problem_get_evidence (problem), ==,
                   "https://example.com/mcp\nHTTP 401\nWWW-Authenticate: Bearer realm=\"x\"\n"
                   "{\"error\":\"no\"}");
}

static void
test_exit (void)
{
  g_autoptr (GError) exited = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "ended");
  g_autoptr (GError) killed = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "ended");
  g_autoptr (AppProblem) first = NULL;
  g_autoptr (AppProblem) second = NULL;
  g_autoptr (AppProblem) third = NULL;
  g_autofree char *tail = NULL;

  mcp_error_get_details (exited)->exit_status = 3;
  mcp_error_get_details (exited)->evidence = g_strdup ("KEY is missing");
  first = app_problem_new_for_error (exited);
  g_assert_cmpstr (app_problem_get_evidence (first), ==, "exit status 3\nKEY is missing");
  mcp_error_get_details (killed)->signal = 9;
  second = app_problem_new_for_error (killed);
  g_assert_cmpstr (app_problem_get_evidence (second), ==, "ended by signal 9\n");
  g_free (mcp_error_get_details (exited)->evidence);
  mcp_error_get_details (exited)->evidence = g_strdup ("1\n2\n3\n");
  third = app_problem_new_for_error (exited);
  tail = app_problem_dup_output (third, 2);
  g_assert_cmpstr (tail, ==, "2\n3");
}

/* What to do about an HTTP status depends on which one it is. */
static void
test_http_status (void)
{
  static const struct
  {
    guint       status;
    const char *url;
    const char *evidence;
    const char *retry_after;
    AppCulprit  culprit;
    const char *advice;
    const char *suggested;
  } rows[] = {
    { 404, "http://h:1/wrong/path?a=b", NULL, NULL, APP_CULPRIT_SETUP, "path", "http://h:1/mcp" },
    { 405, "https://h/", NULL, NULL, APP_CULPRIT_SETUP, "path", "https://h/mcp" },
    { 404, "https://h/mcp", NULL, NULL, APP_CULPRIT_SETUP, "path", NULL },
    { 403, "https://h/x", NULL, NULL, APP_CULPRIT_NOBODY, "denies access", NULL },
    { 403, "https://h/x", "Invalid Host: h", NULL, APP_CULPRIT_SETUP, "DNS rebinding", NULL },
    { 421, "https://h/x", NULL, NULL, APP_CULPRIT_SETUP, "DNS rebinding", NULL },
    { 429, "https://h/x", NULL, "7", APP_CULPRIT_SERVER, "asks to wait 7 seconds", NULL },
    { 503, "https://h/x", NULL, "Wed, 21 Oct 2015 07:28:00 GMT", APP_CULPRIT_SERVER,
      "until Wed, 21 Oct 2015 07:28:00 GMT", NULL },
    { 503, "https://h/x", NULL, "Tomorrow", APP_CULPRIT_SERVER, "Retry-After is “Tomorrow”", NULL },
    { 500, "https://h/x", NULL, NULL, APP_CULPRIT_SERVER, "server's log", NULL },
    { 599, "https://h/x", NULL, NULL, APP_CULPRIT_SERVER, "server's log", NULL },
    { 418, "https://h/x", NULL, NULL, APP_CULPRIT_NOBODY, "rejected the request", NULL },
    /* What the body tells is said of a status that says little. */
    { 500, "https://h/x", "Streaming over non-streaming channel", NULL, APP_CULPRIT_SERVER,
      "transport-reactor-netty4", NULL },
    { 500, "https://h/x", NOT_ENABLED, NULL, APP_CULPRIT_SERVER, "mcp_server_enabled to true", NULL },
    { 403, "https://h/x", NOT_ENABLED, NULL, APP_CULPRIT_SERVER, "mcp_server_enabled to true", NULL },
    { 404, "https://h/mcp", NOT_ENABLED, NULL, APP_CULPRIT_SERVER, "mcp_server_enabled to true",
      NULL },
    { 403, "https://h/x", "unauthorized", NULL, APP_CULPRIT_NOBODY, "denies access", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "status");
      McpErrorDetails *details = mcp_error_get_details (error);
      g_autoptr (AppProblem) problem = NULL;

      details->http_status = rows[i].status;
      details->url = g_strdup (rows[i].url);
      details->evidence = g_strdup (rows[i].evidence);
      details->retry_after = g_strdup (rows[i].retry_after);
      problem = app_problem_new_for_error (error);
      g_assert_cmpint (app_problem_get_culprit (problem), ==, rows[i].culprit);
      g_assert_nonnull (strstr (app_problem_get_advice (problem), rows[i].advice));
      g_assert_cmpstr (app_problem_get_url (problem), ==, rows[i].suggested);
    }
}

/* Who is signed in may do less than this needs: that is nobody's fault, and not the settings'. */
static void
test_missing_scope (void)
{
  static const struct
  {
    const char *challenge;
    const char *advice;
    gboolean    lacks;
  } rows[] = {
    { "Bearer error=\"insufficient_scope\", scope=\"files:write\"", "required: files:write", TRUE },
    { "Bearer error=\"insufficient_scope\"", "Check the account", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED, "no");
      g_autoptr (AppProblem) problem = NULL;

      mcp_error_get_details (error)->http_status = 403;
      mcp_error_get_details (error)->challenge = g_strdup (rows[i].challenge);
      problem = app_problem_new_for_error (error);
      g_assert_cmpint (app_problem_get_culprit (problem), ==, APP_CULPRIT_NOBODY);
      g_assert_nonnull (strstr (app_problem_get_advice (problem), rows[i].advice));
      g_assert_cmpint (app_problem_lacks_access (problem), ==, rows[i].lacks);
    }
}

/* Each finding of a sign-in that fails says what happened, whose fault it is and what to do; what an
 * error tells by itself stays. */
static void
test_finding (void)
{
  static const struct
  {
    McpError    code;
    const char *id;
    AppCulprit  culprit;
    const char *what;
  } rows[] = {
    { MCP_ERROR_INVALID_MESSAGE, "issuer-other", APP_CULPRIT_ISSUER, "of another issuer" },
    { MCP_ERROR_INVALID_TARGET, "metadata-private", APP_CULPRIT_SERVER, "private network" },
    { MCP_ERROR_NOT_OFFERED, "no-registration", APP_CULPRIT_SETUP, "cannot register" },
    { MCP_ERROR_TIMED_OUT, "no-callback", APP_CULPRIT_NOBODY, "did not come back" },
    { MCP_ERROR_CONNECTION_FAILED, "unreachable", APP_CULPRIT_NETWORK, "said" },
    { MCP_ERROR_CANCELLED, "no-callback", APP_CULPRIT_NOBODY, "said" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpAuthFinding) finding = mcp_auth_finding_new (rows[i].id, "seen %s", "here");
      g_autoptr (GError) error = mcp_error_new (rows[i].code, "said");
      g_autoptr (AppProblem) problem = NULL;

      mcp_auth_finding_explain (finding, error);
      problem = app_problem_new_for_error (error);
      g_assert_cmpint (app_problem_get_culprit (problem), ==, rows[i].culprit);
      g_assert_nonnull (strstr (app_problem_get_what (problem), rows[i].what));
      g_assert_cmpint (app_problem_get_evidence (problem) != NULL &&
                           strstr (app_problem_get_evidence (problem), "seen here") != NULL,
                       ==, !g_str_equal (rows[i].what, "said"));
    }
}

/* A wrong option is nobody's fault. */
static void
test_usage (void)
{
  g_autoptr (AppProblem) problem = explain (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "odd");
  g_autofree char *text = app_problem_dup_text (problem);

  g_assert_cmpstr (text, ==, "odd");
}

/* A server that prints its own environment must not make us print it. */
static void
test_redacted (void)
{
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autoptr (GError) error = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "bad key hunter2222");
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *text = NULL;

  app_redactor_add_secret (redactor, "hunter2222");
  mcp_error_get_details (error)->evidence = g_strdup ("API_KEY=hunter2222\nbye");
  mcp_error_get_details (error)->url = g_strdup ("https://x/?key=hunter2222");
  mcp_error_get_details (error)->response = g_strdup ("{\"data\":\"hunter2222\"}");
  problem = app_problem_new_redacted (error, redactor);
  text = app_problem_dup_text (problem);
  g_assert_null (strstr (text, "hunter2222"));
  g_assert_null (strstr (app_problem_get_error (problem)->message, "hunter2222"));
  g_assert_nonnull (strstr (text, "••••••\nbye"));
  g_assert_cmpstr (mcp_error_get_details (app_problem_get_error (problem))->response, ==,
                   "{\"data\":\"••••••\"}");
}

/* What servers say in words of their own. */
static void
test_words (void)
{
  static const struct
  {
    const char *text;
    const char *part; /* of the advice */
  } rows[] = {
    { "Error executing tool x: No Authorization header found in request context", "environment" },
    { "{\"error\": \"Missing AUTHORIZATION header\"}", "environment" },
    { "401 Unauthorized", "credentials" },
    { "OPENAI_API_KEY is not set", "credentials" },
    { "java.lang.X: streaming over non-streaming channel", "transport-reactor-netty4" },
    { "The MCP server is not enabled. To enable, please update the setting "
      "plugins.ml_commons.mcp_server_enabled",
      "plugins.ml_commons.mcp_server_enabled to true" },
    { "429 Too Many Requests", "Wait" },
    { "connect ECONNREFUSED 127.0.0.1:9200", "does not" },
    { "There is no such file.", NULL },
    { "", NULL },
    { NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *advice = app_advice_find (rows[i].text, NULL);

      if (rows[i].part == NULL)
        g_assert_null (advice);
      else
        g_assert_nonnull (strstr (advice, rows[i].part));
    }
  g_autoptr (GError) error = mcp_error_new (MCP_ERROR_RESPONSE, "Invalid API key");
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  g_assert_nonnull (strstr (app_problem_get_advice (problem), "credentials"));
}

/* What a script depends on: a word of its own for each, and the exit status. */
static void
test_failure (void)
{
  g_autoptr (GHashTable) words = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) full = g_error_new_literal (STORE_ERROR, STORE_ERROR_NO_SPACE, "full");
  g_autoptr (GError) foreign = g_error_new_literal (G_CONVERT_ERROR, 1, "foreign");

  for (guint i = APP_FAILURE_TIMED_OUT; i < APP_FAILURE_FILE; i++)
    {
      g_autoptr (GError) error = app_failure_new (i, "%s %u", "failure", i);
      g_autofree char *message = g_strdup_printf ("failure %u", i);

      g_assert_cmpuint (app_failure_of (error), ==, i);
      g_assert_cmpstr (error->message, ==, message);
      if (i < APP_FAILURE_MISSING && i != APP_FAILURE_NO_SESSION && i != APP_FAILURE_TYPED)
        g_assert_true (g_hash_table_add (words, (char *)app_failure_get_word (i)));
    }
  for (int code = MCP_ERROR_COMMAND_NOT_FOUND; code <= MCP_ERROR_RESPONSE; code++)
    {
      g_autoptr (GError) error = mcp_error_new (code, "what happened");

      g_assert_cmpuint (app_failure_of (error), !=, APP_FAILURE_OTHER);
    }
  g_assert_cmpuint (app_failure_of (NULL), ==, APP_FAILURE_OTHER);
  g_assert_cmpuint (app_failure_of (foreign), ==, APP_FAILURE_OTHER);
  g_assert_cmpuint (app_failure_get_exit (APP_FAILURE_OTHER), ==, 4);
  g_assert_cmpuint (app_failure_of (full), ==, APP_FAILURE_FILE);
  g_assert_cmpuint (app_failure_get_exit (APP_FAILURE_FILE), ==, 6);
  g_assert_cmpuint (app_failure_get_exit (APP_FAILURE_CONNECTION_LOST), ==, 3);
}

void
add_problem_tests (void)
{
  g_test_add_func ("/problem/failure", test_failure);
  g_test_add_func ("/problem/every-code", test_every_code);
  g_test_add_func ("/problem/unknown-domain", test_unknown_domain);
  g_test_add_func ("/problem/damaged", test_damaged);
  g_test_add_func ("/problem/evidence", test_evidence);
  g_test_add_func ("/problem/exit", test_exit);
  g_test_add_func ("/problem/http-status", test_http_status);
  g_test_add_func ("/problem/words", test_words);
  g_test_add_func ("/problem/missing-scope", test_missing_scope);
  g_test_add_func ("/problem/finding", test_finding);
  g_test_add_func ("/problem/usage", test_usage);
  g_test_add_func ("/problem/redacted", test_redacted);
}
