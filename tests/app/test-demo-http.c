/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo-tests.h"
#include "demo-http.h"

#include <signal.h>
#include <string.h>

#define ECHO                                          \
  "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/" \
  "call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"hi\"}}}"
#define SLOW                                                                                    \
  "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"slow_task\"," \
  "\"arguments\":{\"seconds\":0.3,\"steps\":3},\"_meta\":{\"progressToken\":9}}}"

static void
test_session (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autofree char *answer = NULL;
  g_autoptr (SoupMessage) delete = NULL;
  g_autofree char *session = NULL;

  demo_http_open (&fixture, "");
  g_assert_nonnull (fixture.session);
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, &answer), ==, 200);
  g_assert_cmpstr (answer, ==,
                   "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\","
                   "\"text\":\"hi\"}]}}");

  session = g_steal_pointer (&fixture.session);
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, NULL), ==, 400);
  fixture.session = g_strdup ("nobody");
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, NULL), ==, 404);
  g_free (fixture.session);
  fixture.session = g_steal_pointer (&session);
  delete = demo_http_make_message (&fixture, "DELETE", NULL);
  g_free (demo_http_send (&fixture, delete, NULL));
  g_assert_cmpuint (soup_message_get_status (delete), ==, 200);
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, NULL), ==, 404);
}

static void
test_refusals (void)
{
  static const struct
  {
    const char *header;
    const char *value;
    guint       status;
  } cases[] = {
    { "Origin", "http://evil.example.com", 403 },
    { "Origin", "null", 403 },
    { "Origin", "http://localhost.evil.example", 403 },
    { "Origin", "http://localhost:6274", 200 },
    { "Host", "evil.example.com", 403 },
    { "Host", "127.0.0.1.evil.example:80", 403 },
    { "MCP-Protocol-Version", "2031-01-01", 400 },
    { "MCP-Protocol-Version", "2025-11-25", 200 },
    { "Accept", "application/json", 406 },
    { "Accept", "*/*", 200 },
    { "Content-Type", "text/plain", 415 },
    { "Content-Type", "application/json; charset=utf-8", 200 },
  };
  g_auto (DemoHttp) fixture = { NULL };
  g_autofree char *broken = NULL;

  demo_http_open (&fixture, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SoupMessage) message = demo_http_make_message (&fixture, "POST", ECHO);

      g_test_message ("%s: %s", cases[i].header, cases[i].value);
      soup_message_headers_replace (soup_message_get_request_headers (message), cases[i].header,
                                    cases[i].value);
      g_free (demo_http_send (&fixture, message, NULL));
      g_assert_cmpuint (soup_message_get_status (message), ==, cases[i].status);
    }
  g_assert_cmpuint (demo_http_post (&fixture, "{\"jsonrpc\":", &broken), ==, 400);
  g_assert_nonnull (strstr (broken, "-32700"));
}

static void
test_events (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autofree char *answer = NULL;
  g_auto (GStrv) events = NULL;

  demo_http_open (&fixture, "");
  g_assert_cmpuint (demo_http_post (&fixture, SLOW, &answer), ==, 200);
  events = g_strsplit (answer, "\n\n", -1);
  g_assert_cmpuint (g_strv_length (events), ==, 7);
  g_assert_true (g_str_has_suffix (events[0], "-0\nretry: 300\ndata: "));
  g_assert_nonnull (strstr (events[1], "\"progressToken\":9,\"progress\":0,\"total\":3"));
  g_assert_nonnull (strstr (events[4], "\"progress\":3"));
  g_assert_nonnull (strstr (events[5], "\"id\":3,\"result\""));
}

static void
test_listening (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autoptr (SoupMessage) get = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *line = NULL;

  demo_http_open (&fixture, "");
  get = demo_http_make_message (&fixture, "GET", NULL);
  stream = demo_http_open_stream (&fixture, get);
  g_assert_cmpuint (demo_http_post (&fixture,
                                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/"
                                    "call\",\"params\":{\"name\":\"change_tools\"}}",
                                    NULL),
                    ==, 200);
  line = demo_http_read_until (stream, "list_changed", NULL);
  g_assert_cmpstr (line, ==,
                   "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
}

/* A connection that breaks loses nothing: the rest comes over another one. */
static void
test_resuming (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (SoupMessage) get = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *last_id = NULL;
  g_autofree char *rest = NULL;

  demo_http_open (&fixture, "");
  message = demo_http_make_message (&fixture, "POST", SLOW);
  stream = demo_http_open_stream (&fixture, message);
  g_free (demo_http_read_until (stream, "\"progress\":1", &last_id));
  g_input_stream_close (G_INPUT_STREAM (stream), NULL, NULL);

  get = demo_http_make_message (&fixture, "GET", NULL);
  soup_message_headers_replace (soup_message_get_request_headers (get), "Last-Event-ID", last_id);
  rest = demo_http_send (&fixture, get, NULL);
  g_assert_null (strstr (rest, "\"progress\":1,"));
  g_assert_nonnull (strstr (rest, "\"progress\":2,"));
  g_assert_nonnull (strstr (rest, "\"id\":3,\"result\""));
}

static void
test_authorization (void)
{
  g_auto (DemoHttp) bearer = { NULL };
  g_auto (DemoHttp) basic = { NULL };
  g_autoptr (SoupMessage) refused = NULL;
  g_autoptr (SoupMessage) wrong = NULL;
  g_autoptr (SoupMessage) right = NULL;
  g_autoptr (SoupMessage) named = NULL;
  const char *challenge;

  demo_http_start (&bearer, "--require-bearer secret");
  refused = demo_http_make_message (&bearer, "POST", INITIALIZE);
  g_free (demo_http_send (&bearer, refused, NULL));
  g_assert_cmpuint (soup_message_get_status (refused), ==, 401);
  challenge = soup_message_headers_get_one (soup_message_get_response_headers (refused),
                                            "WWW-Authenticate");
  g_assert_cmpstr (challenge, ==, "Bearer realm=\"spyglass-demo\"");
  wrong = demo_http_make_message (&bearer, "POST", INITIALIZE);
  soup_message_headers_replace (soup_message_get_request_headers (wrong), "Authorization",
                                "Bearer guess");
  g_free (demo_http_send (&bearer, wrong, NULL));
  g_assert_cmpuint (soup_message_get_status (wrong), ==, 401);
  right = demo_http_make_message (&bearer, "POST", INITIALIZE);
  soup_message_headers_replace (soup_message_get_request_headers (right), "Authorization",
                                "Bearer secret");
  g_free (demo_http_send (&bearer, right, NULL));
  g_assert_cmpuint (soup_message_get_status (right), ==, 200);

  demo_http_start (&basic, "--require-basic ada:pass");
  named = demo_http_make_message (&basic, "POST", INITIALIZE);
  soup_message_headers_replace (soup_message_get_request_headers (named), "Authorization",
                                "Basic YWRhOnBhc3M=");
  g_free (demo_http_send (&basic, named, NULL));
  g_assert_cmpuint (soup_message_get_status (named), ==, 200);
}

static void
test_misbehaviour (void)
{
  static const struct
  {
    const char *kind;
    guint       status;
    const char *text;
  } cases[] = {
    { "unauthorized", 401, "Unauthorized" },
    { "not-found", 404, "<h1>404" },
    { "server-error", 500, "<b>sorry</b>" },
    { "redirect", 307, "" },
    { "wrong-content-type", 200, "protocolVersion" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (DemoHttp) fixture = { NULL };
      g_autofree char *options = g_strconcat ("--hostile ", cases[i].kind, NULL);
      g_autofree char *answer = NULL;

      demo_http_start (&fixture, options);
      g_assert_cmpuint (demo_http_post (&fixture, INITIALIZE, &answer), ==, cases[i].status);
      g_assert_nonnull (strstr (answer, cases[i].text));
    }
}

static void
test_cut (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  demo_http_open (&fixture, "--hostile cut-stream");
  message = demo_http_make_message (&fixture, "POST", ECHO);
  text = demo_http_send (&fixture, message, &error);
  g_assert_null (strstr (text, "}}"));
}

static void
test_expiry (void)
{
  g_auto (DemoHttp) fixture = { NULL };

  demo_http_open (&fixture, "--hostile session-expiry --hostile-count 2");
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, NULL), ==, 200);
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, NULL), ==, 404);
}

static void
test_expiry_400 (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autofree char *answer = NULL;

  demo_http_open (&fixture, "--hostile session-expiry-400 --hostile-count 1");
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, &answer), ==, 400);
  g_assert_nonnull (strstr (answer, "No valid session ID"));
}

/* A stream that closes after its first event: the answer comes to who resumes it. */
static void
test_close_after_priming (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autofree char *primed = NULL;
  g_autofree char *rest = NULL;
  g_autoptr (SoupMessage) get = NULL;
  g_auto (GStrv) lines = NULL;

  demo_http_open (&fixture, "--hostile close-after-priming --retry 20");
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, &primed), ==, 200);
  lines = g_strsplit (primed, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "id: "));
  g_assert_cmpstr (lines[1], ==, "retry: 20");
  g_assert_null (strstr (primed, "result"));
  get = demo_http_make_message (&fixture, "GET", NULL);
  soup_message_headers_replace (soup_message_get_request_headers (get), "Last-Event-ID",
                                lines[0] + strlen ("id: "));
  rest = demo_http_send (&fixture, get, NULL);
  g_assert_nonnull (strstr (rest, "\"text\":\"hi\""));
}

/* What a careless client sends to where it was redirected, is told. */
static void
test_redirect (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autoptr (SoupMessage) message = NULL;
  g_autofree char *told = NULL;
  g_autoptr (GString) url = NULL;

  demo_http_start (&fixture, "--hostile redirect");
  url = g_string_new (fixture.url);
  g_string_replace (url, "127.0.0.1", "localhost", 1);
  g_free (fixture.url);
  fixture.url = g_strdup (url->str);
  fixture.session = g_strdup ("secret");
  message = demo_http_make_message (&fixture, "GET", NULL);
  soup_message_headers_replace (soup_message_get_request_headers (message), "Authorization",
                                "Bearer x");
  g_free (demo_http_send (&fixture, message, NULL));
  told = demo_process_read_error (fixture.demo, "Mcp-Session-Id\n");
  g_assert_nonnull (strstr (told, "redirected with Authorization\n"));
}

static void
test_quirks (void)
{
  g_auto (DemoHttp) refuses = { NULL };
  g_auto (DemoHttp) breaks = { NULL };
  g_autoptr (SoupMessage) get = NULL;
  g_autofree char *nothing = NULL;
  g_autofree char *unmatched = NULL;
  g_autofree char *broken = NULL;

  demo_http_open (&refuses, "--quirk get-405 --quirk error-id-null");
  get = demo_http_make_message (&refuses, "GET", NULL);
  nothing = demo_http_send (&refuses, get, NULL);
  g_assert_cmpuint (soup_message_get_status (get), ==, 405);
  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpuint (demo_http_post (&refuses, ECHO, &unmatched), ==, 200);
  g_assert_nonnull (strstr (unmatched, "\"id\":null,\"error\":{\"code\":-32603"));

  demo_http_start (&breaks, "--quirk error-500");
  g_assert_cmpuint (demo_http_post (&breaks, INITIALIZE, &broken), ==, 500);
  g_assert_nonnull (strstr (broken, "\"root_cause\""));
}

static void
test_plain (void)
{
  g_auto (DemoHttp) fixture = { NULL };
  g_autofree char *answer = NULL;
  g_autoptr (SoupMessage) get = NULL;

  demo_http_start (&fixture, "--json-only --no-session");
  g_assert_cmpuint (demo_http_post (&fixture, ECHO, &answer), ==, 200);
  g_assert_null (fixture.session);
  g_assert_nonnull (strstr (answer, "\"text\":\"hi\""));
  get = demo_http_make_message (&fixture, "GET", NULL);
  g_free (demo_http_send (&fixture, get, NULL));
  g_assert_cmpuint (soup_message_get_status (get), ==, 405);
  kill (fixture.demo->pid, SIGTERM);
  g_assert_cmpint (demo_process_wait (fixture.demo, FALSE, 5000), ==, 0);
}

void
add_demo_http_tests (void)
{
  g_test_add_func ("/demo/http/session", test_session);
  g_test_add_func ("/demo/http/refusals", test_refusals);
  g_test_add_func ("/demo/http/events", test_events);
  g_test_add_func ("/demo/http/listening", test_listening);
  g_test_add_func ("/demo/http/resuming", test_resuming);
  g_test_add_func ("/demo/http/authorization", test_authorization);
  g_test_add_func ("/demo/http/misbehaviour", test_misbehaviour);
  g_test_add_func ("/demo/http/cut", test_cut);
  g_test_add_func ("/demo/http/expiry", test_expiry);
  g_test_add_func ("/demo/http/expiry-400", test_expiry_400);
  g_test_add_func ("/demo/http/close-after-priming", test_close_after_priming);
  g_test_add_func ("/demo/http/redirect", test_redirect);
  g_test_add_func ("/demo/http/quirks", test_quirks);
  g_test_add_func ("/demo/http/plain", test_plain);
}
