/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every error of every floor is explained: what, whose fault, what to do, the evidence. */

#include "app-tests.h"
#include "app-problem.h"
#include "app-session.h"
#include "mcp-error.h"
#include "mcp-json-document.h"
#include "store-error.h"

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
  for (int code = MCP_ERROR_COMMAND_NOT_FOUND; code <= MCP_ERROR_INVALID_TARGET; code++)
    {
      g_autoptr (GError) error = mcp_error_new (code, "what happened");
      g_autoptr (AppProblem) problem = app_problem_new_for_error (error);

      assert_complete (problem, "what happened");
    }
  check_domain (APP_ERROR, APP_ERROR_NOT_FOUND);
  check_domain (STORE_ERROR, STORE_ERROR_NEWER);
  check_domain (MCP_JSON_ERROR, 3);
  check_domain (G_IO_ERROR, G_IO_ERROR_PENDING);
  check_domain (G_FILE_ERROR, G_FILE_ERROR_FAILED);
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

  mcp_error_get_details (exited)->exit_status = 3;
  mcp_error_get_details (exited)->evidence = g_strdup ("KEY is missing");
  first = app_problem_new_for_error (exited);
  g_assert_cmpstr (app_problem_get_evidence (first), ==, "exit status 3\nKEY is missing");
  mcp_error_get_details (killed)->signal = 9;
  second = app_problem_new_for_error (killed);
  g_assert_cmpstr (app_problem_get_evidence (second), ==, "ended by signal 9\n");
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
  problem = app_problem_new_redacted (error, redactor);
  text = app_problem_dup_text (problem);
  g_assert_null (strstr (text, "hunter2222"));
  g_assert_null (strstr (app_problem_get_error (problem)->message, "hunter2222"));
  g_assert_nonnull (strstr (text, "••••••\nbye"));
}

void
add_problem_tests (void)
{
  g_test_add_func ("/problem/every-code", test_every_code);
  g_test_add_func ("/problem/unknown-domain", test_unknown_domain);
  g_test_add_func ("/problem/evidence", test_evidence);
  g_test_add_func ("/problem/exit", test_exit);
  g_test_add_func ("/problem/redacted", test_redacted);
}
