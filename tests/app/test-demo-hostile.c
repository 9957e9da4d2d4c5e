/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo-tests.h"
#include "demo-process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define INITIALIZE                                                                           \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
  "\"2025-11-25\",\"capabilities\":{}}}"
#define ECHO                                          \
  "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/" \
  "call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"hi\"}}}"

static void
test_process (void)
{
  g_autoptr (DemoProcess) exits = demo_process_start ("--hostile exit-at-once --hostile-status 7");
  g_autofree char *complaint = demo_process_read_error (exits, NULL);
  g_autoptr (DemoProcess) dies = demo_process_open ("--hostile die-after --hostile-count 2 "
                                                    "--hostile-status 9");
  g_autoptr (DemoProcess) crashes = demo_process_open ("--hostile crash-after --hostile-count 2");
  int status;

  g_assert_true (g_str_has_prefix (complaint, "Error: API key"));
  status = demo_process_wait (exits, FALSE, 5000);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 7);
  demo_process_send (dies, ECHO);
  status = demo_process_wait (dies, FALSE, 5000);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 9);
  demo_process_send (crashes, ECHO);
  status = demo_process_wait (crashes, FALSE, 5000);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT);
}

static void
test_death (void)
{
  static const char *const options[] = { "die-at --hostile-method initialize",
                                         "die-at --hostile-method tools/call",
                                         "die-half --hostile-method initialize",
                                         "die-half", "die-answered" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *all = g_strconcat ("--hostile-status 5 --hostile ", options[i], NULL);
      g_autoptr (DemoProcess) demo = demo_process_start (all);
      g_autofree char *first = NULL;
      g_autofree char *second = NULL;
      gboolean         at_once = g_str_has_suffix (options[i], "initialize");
      int              status;

      g_test_message ("%s", options[i]);
      demo_process_send (demo, INITIALIZE);
      first = demo_process_read (demo, 5000);
      g_assert_true ((first == NULL) == at_once);
      if (!at_once)
        demo_process_send (demo, ECHO);
      second = at_once ? NULL : demo_process_read (demo, 5000);
      status = demo_process_wait (demo, FALSE, 5000);
      g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 5);
      if (strstr (options[i], "half") != NULL)
        {
          g_assert_cmpuint (demo->pending->len, >, 10);
          g_assert_false (g_str_has_suffix (demo->pending->str, "}"));
        }
      g_assert_true ((second != NULL) == (strcmp (options[i], "die-answered") == 0));
    }
}

/* Ids that are no integers of 64 bits have to come back as they were written. */
static void
test_question_ids (void)
{
  static const char *const cases[][2] = {
    { "question-ids-huge", "18446744073709551616" },
    { "question-ids-float", "0.50" },
    { "question-ids-null", "null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *options = g_strconcat ("--hostile ", cases[i][0], NULL);
      g_autofree char *reply = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}",
                                                cases[i][1]);
      g_autoptr (DemoProcess) demo = demo_process_open (options);
      g_autofree char *question = NULL;
      g_autofree char *answer = NULL;

      demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{"
                               "\"name\":\"ping_client\"}}");
      question = demo_process_read (demo, 5000);
      g_assert_nonnull (strstr (question, cases[i][1]));
      demo_process_send (demo, reply);
      answer = demo_process_read (demo, 5000);
      g_assert_nonnull (strstr (answer, "The client answered"));
    }
}

#define MODERN_META                                                                                  \
  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/" \
  "clientCapabilities\":{\"elicitation\":{}}}"

static McpJsonDocument *
call_modern (DemoProcess *demo, const char *state)
{
  const char       call[] = "{\"name\":\"echo\",\"arguments\":{\"message\":\"hi\"}," MODERN_META;
  g_autofree char *params = g_strdup_printf ("%s%s%s}", call,
                                             state != NULL ? ",\"requestState\":" : "",
                                             state != NULL ? state : "");

  return demo_process_request (demo, "tools/call", params);
}

static void
test_states (void)
{
  g_autoptr (DemoProcess) huge = demo_process_start ("--hostile huge-state");
  g_autoptr (DemoProcess) endless = demo_process_start ("--hostile endless-input");
  g_autoptr (McpJsonDocument) asked = call_modern (huge, NULL);
  McpJsonValue     state = mcp_json_value_resolve_pointer (mcp_json_document_get_root (asked),
                                                           "/result/requestState");
  g_autofree char *text = mcp_json_value_dup_text (state);
  g_autoptr (McpJsonDocument) answered = call_modern (huge, text);
  g_autoptr (McpJsonDocument) first = call_modern (endless, NULL);
  g_autoptr (McpJsonDocument) second = call_modern (endless, "\"round 1\"");

  g_assert_cmpuint (strlen (text), >, 1024 * 1024);
  g_assert_nonnull (strstr (text, "\\u0000"));
  demo_assert (answered, "/result/content/0/text", "hi");
  *strstr (text, "pppp") = 'q';
  g_clear_pointer (&answered, mcp_json_document_unref);
  answered = call_modern (huge, text);
  demo_assert (answered, "/error/code", "-32602");
  demo_assert (first, "/result/resultType", "input_required");
  demo_assert (second, "/result/requestState", "round 2");
}

static void
test_urls (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--hostile bad-urls");
  const char params[] = "{\"name\":\"visit_page\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":"
                        "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{"
                        "\"url\":{}}}}}";
  g_autoptr (McpJsonDocument) first = demo_process_request (demo, "tools/call", params);
  g_autoptr (McpJsonDocument) second = demo_process_request (demo, "tools/call", params);

  demo_assert (first, "/result/inputRequests/page/params/url", "javascript:alert(document.cookie)");
  demo_assert (second, "/result/inputRequests/page/params/url", "file:///etc/passwd");
}

static void
test_listening (void)
{
  static const char *const cases[][3] = {
    { "listen-ends", "subscriptions/acknowledged", "\"id\":\"s\",\"result\"" },
    { "listen-cancelled", "subscriptions/acknowledged", "notifications/cancelled" },
    { "listen-wrong", "somebody else", "other://thing" },
    { "listen-quiet", "subscriptions/acknowledged", NULL },
    { "listen-silent", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *options = g_strdup_printf ("--hostile-delay 50 --hostile %s", cases[i][0]);
      g_autoptr (DemoProcess) demo = demo_process_start (options);

      g_test_message ("%s", cases[i][0]);
      demo_process_send (demo, "{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"subscriptions/listen\","
                               "\"params\":{\"notifications\":{\"toolsListChanged\":true}," MODERN_META "}}");
      for (guint line = 1; line < 3; line++)
        {
          g_autofree char *text = demo_process_read (demo, cases[i][line] != NULL ? 5000 : 150);

          if (cases[i][line] == NULL)
            g_assert_null (text);
          else
            g_assert_nonnull (strstr (text, cases[i][line]));
        }
    }
}

static void
test_stubborn (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open ("--hostile ignore-eof --hostile ignore-term");
  int status;

  g_assert_cmpint (demo_process_wait (demo, TRUE, 300), ==, -1);
  kill (demo->pid, SIGTERM);
  g_assert_cmpint (demo_process_wait (demo, FALSE, 300), ==, -1);
  kill (demo->pid, SIGKILL);
  status = demo_process_wait (demo, FALSE, 5000);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

static void
test_grandchild (void)
{
  g_autoptr (DemoProcess) demo = demo_process_open ("--hostile spawn-grandchild");
  g_autofree char *text = demo_process_read_error (demo, "\n");
  int              pid = atoi (text + strlen ("grandchild "));
  int              status;

  g_assert_true (g_str_has_prefix (text, "grandchild "));
  g_assert_cmpint (pid, >, 1);
  status = demo_process_wait (demo, TRUE, 5000);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (kill (pid, 0), ==, 0);
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
}

static void
test_slow_start (void)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (DemoProcess) demo = demo_process_open ("--hostile slow-start --hostile-delay 300");

  g_assert_cmpint (g_get_monotonic_time () - start, >=, 300000);
}

typedef struct
{
  const char *kind;
  const char *first;  /* the first line after the call, or what it holds */
  const char *second; /* (nullable): the line after it */
} Spoilt;

static void
test_answers (void)
{
  static const Spoilt cases[] = {
    { "deep", "[[[[[[[[[[", NULL },
    { "invalid-utf8", "caf\xe9 \xc0\xaf", NULL },
    { "unknown-id", "\"id\":987654321", "\"text\":\"hi\"" },
    { "reused-id", "\"text\":\"hi\"", "\"text\":\"hi\"" },
    { "string-id", "\"id\":\"2\"", NULL },
    { "error-without-data", "\"error\":{\"code\":-32000,\"message\":\"\"}}", NULL },
    { "error-without-message", "\"error\":{\"code\":\"E1\"}", NULL },
    { "result-and-error", "\"result\":{\"content\":[]},\"error\":{", NULL },
    { "neither", "{\"jsonrpc\":\"2.0\",\"id\":2}", NULL },
    { "not-json-rpc", "{\"id\":2,\"answer\":42}", NULL },
    { "crlf", "\"text\":\"hi\"}]}}\r", NULL },
    { "half-lines", "\"text\":\"hi\"", NULL },
    { "huge-line --hostile-size 3000000", "hhhhhhhhhh", NULL },
    { "slow-answer --hostile-delay 100", "\"text\":\"hi\"", NULL },
    { "id-float", "\"id\":2.0,\"result\"", NULL },
    { "id-null", "\"id\":null,\"error\"", NULL },
    { "batch", "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"", NULL },
    { "sends-requests", "\"method\":\"roots/list\"", "\"text\":\"hi\"" },
    { "message-flood --hostile-count 1", "\"message 0\"", "\"text\":\"hi\"" },
    { "question-flood --hostile-count 1", "\"elicitation/create\"", "\"text\":\"hi\"" },
    { "input-flood --hostile-count 2", "\"q1\":{\"method\":\"elicitation/create\"", NULL },
    { "unknown-result-type", "\"resultType\":\"partial\"", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *options = g_strconcat ("--hostile ", cases[i].kind, NULL);
      g_autoptr (DemoProcess) demo = demo_process_start (options);
      g_autofree char *initialized = NULL;
      g_autofree char *first = NULL;
      g_autofree char *second = NULL;

      g_test_message ("%s", cases[i].kind);
      demo_process_send (demo, INITIALIZE);
      initialized = demo_process_read (demo, 5000);
      g_assert_nonnull (strstr (initialized, "\"protocolVersion\":\"2025-11-25\""));
      demo_process_send (demo, ECHO);
      first = demo_process_read (demo, 5000);
      g_assert_nonnull (first);
      g_assert_nonnull (strstr (first, cases[i].first));
      if (g_str_has_prefix (cases[i].kind, "huge-line"))
        g_assert_cmpuint (strlen (first), ==, 3000000);
      if (cases[i].second != NULL)
        second = demo_process_read (demo, 5000);
      if (cases[i].second != NULL)
        g_assert_nonnull (strstr (second, cases[i].second));
    }
}

static void
test_silence (void)
{
  g_autoptr (DemoProcess) all = demo_process_start ("--hostile never-answer");
  g_autoptr (DemoProcess) calls = demo_process_open ("--hostile never-answer --hostile-method "
                                                     "tools/call");
  g_autoptr (McpJsonDocument) list = demo_process_request (calls, "tools/list", NULL);

  demo_process_send (all, INITIALIZE);
  demo_process_send (calls, ECHO);
  g_assert_null (demo_process_read (all, 300));
  g_assert_null (demo_process_read (calls, 100));
}

static void
test_garbage (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--hostile garbage");
  gboolean answered = FALSE;

  demo_process_send (demo, INITIALIZE);
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *line = demo_process_read (demo, 5000);

      g_assert_nonnull (line);
      answered = strstr (line, "protocolVersion") != NULL;
    }
  g_assert_true (answered);
}

static void
test_endless_line (void)
{
  g_autoptr (DemoProcess) demo = demo_process_start ("--hostile endless-line --hostile-size "
                                                     "4000000");

  g_assert_null (demo_process_read (demo, 500));
  g_assert_cmpuint (demo->pending->len, ==, 4000000);
}

static void
test_versions (void)
{
  g_autoptr (DemoProcess) refuses = demo_process_start ("--hostile refuses-version");
  g_autoptr (DemoProcess) future = demo_process_start ("--hostile unknown-version");
  g_autoptr (McpJsonDocument) refused = demo_process_request (refuses, "initialize",
                                                              "{\"protocolVersion\":\"2025-11-"
                                                              "25\"}");
  g_autoptr (McpJsonDocument)
      strange = demo_process_request (future, "initialize", "{\"protocolVersion\":\"2025-11-25\"}");

  demo_assert (refused, "/error/data/supported/0", "2031-01-01");
  demo_assert (strange, "/result/protocolVersion", "2031-01-01");
}

static void
test_offers (void)
{
  static const char *const cases[][2] = {
    { "duplicate-tools", "Another tool of this name" },
    { "missing-schema", "{\"name\":\"no_schema\"},{\"description\":\"no name\"},42" },
    { "schema-not-object", "\"inputSchema\":\"object\"" },
    { "markup-names", "<b>bold</b>&amp;" },
    { "many-tools --hostile-count 1500", "tool_01499" },
    { "looping-cursor --page-size 5", "\"nextCursor\":\"again\"" },
    { "invalid-headers", "\"x-mcp-header\":\"two words\"" },
    { "bad-icons --hostile-size 1000", "file:///etc/passwd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *options = g_strconcat ("--hostile ", cases[i][0], NULL);
      g_autoptr (DemoProcess) demo = demo_process_open (options);
      g_autoptr (McpJsonDocument) first = demo_process_request (demo, "tools/list", NULL);
      g_autoptr (McpJsonDocument)
          second = demo_process_request (demo, "tools/list", "{\"cursor\":\"again\"}");
      g_autofree char *text = demo_get (first, "");

      g_assert_nonnull (strstr (text, cases[i][1]));
      if (g_str_has_prefix (cases[i][0], "looping"))
        demo_assert (second, "/result/nextCursor", "again");
    }
}

static void
test_usage (void)
{
  g_autoptr (DemoProcess) unknown = demo_process_start ("--hostile nonsense");
  g_autoptr (DemoProcess) help = demo_process_start ("--help");
  g_autofree char *complaint = demo_process_read_error (unknown, NULL);
  int              status = demo_process_wait (unknown, FALSE, 5000);
  gboolean         described = FALSE;
  char            *line;

  g_assert_nonnull (strstr (complaint, "“nonsense”"));
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 2);
  while ((line = demo_process_read (help, 2000)) != NULL)
    {
      described = described || strstr (line, "never-answer") != NULL;
      g_free (line);
    }
  g_assert_true (described);
}

void
add_demo_hostile_tests (void)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_add_func ("/demo/hostile/process", test_process);
  g_test_add_func ("/demo/hostile/death", test_death);
  g_test_add_func ("/demo/hostile/question-ids", test_question_ids);
  g_test_add_func ("/demo/hostile/states", test_states);
  g_test_add_func ("/demo/hostile/urls", test_urls);
  g_test_add_func ("/demo/hostile/listening", test_listening);
  g_test_add_func ("/demo/hostile/stubborn", test_stubborn);
  g_test_add_func ("/demo/hostile/grandchild", test_grandchild);
  g_test_add_func ("/demo/hostile/slow-start", test_slow_start);
  g_test_add_func ("/demo/hostile/answers", test_answers);
  g_test_add_func ("/demo/hostile/silence", test_silence);
  g_test_add_func ("/demo/hostile/garbage", test_garbage);
  g_test_add_func ("/demo/hostile/endless-line", test_endless_line);
  g_test_add_func ("/demo/hostile/versions", test_versions);
  g_test_add_func ("/demo/hostile/offers", test_offers);
  g_test_add_func ("/demo/hostile/usage", test_usage);
}
