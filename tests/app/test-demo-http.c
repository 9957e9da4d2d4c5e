/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo-process.h"

#include <libsoup/soup.h>
#include <signal.h>
#include <string.h>

#define INITIALIZE                                                                           \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
  "\"2025-11-25\",\"capabilities\":{}}}"
#define ECHO                                          \
  "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/" \
  "call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"hi\"}}}"
#define SLOW                                                                                    \
  "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"slow_task\"," \
  "\"arguments\":{\"seconds\":0.3,\"steps\":3},\"_meta\":{\"progressToken\":9}}}"
#define TIMEOUT_SECONDS 20

typedef struct
{
  DemoProcess *demo;
  SoupSession *http;
  char        *url;
  char        *session;
} Fixture;

static void
fixture_clear (Fixture *fixture)
{
  g_clear_object (&fixture->http);
  g_clear_pointer (&fixture->demo, demo_process_free);
  g_clear_pointer (&fixture->url, g_free);
  g_clear_pointer (&fixture->session, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
start (Fixture *fixture, const char *options)
{
  g_autofree char *all = g_strconcat ("--http ", options, NULL);
  g_autofree char *trimmed = g_strstrip (g_strdup (all));
  g_autofree char *line = NULL;

  fixture->demo = demo_process_start (trimmed);
  fixture->http = soup_session_new_with_options ("timeout", TIMEOUT_SECONDS, "max-conns-per-host",
                                                 16, NULL);
  line = demo_process_read_error (fixture->demo, "\n");
  g_assert_true (g_str_has_prefix (line, "Listening on http://127.0.0.1:"));
  fixture->url = g_strstrip (g_strdup (line + strlen ("Listening on ")));
}

static SoupMessage *
make_message (Fixture *fixture, const char *method, const char *body)
{
  SoupMessage        *message = soup_message_new (method, fixture->url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
  if (fixture->session != NULL)
    soup_message_headers_replace (headers, "Mcp-Session-Id", fixture->session);
  if (body != NULL)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));

      soup_message_set_request_body_from_bytes (message, "application/json", bytes);
    }
  return message;
}

/* Sends and takes in the whole answer; the text is "" when there is none. */
static char *
send_message (Fixture *fixture, SoupMessage *message, GError **error)
{
  g_autoptr (GBytes) bytes = soup_session_send_and_read (fixture->http, message, NULL, error);
  gsize       size;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  return data != NULL ? g_strndup (data, size) : g_strdup ("");
}

static guint
post (Fixture *fixture, const char *body, char **answer)
{
  g_autoptr (SoupMessage) message = make_message (fixture, "POST", body);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = send_message (fixture, message, &error);
  const char      *session;

  g_assert_no_error (error);
  session = soup_message_headers_get_one (soup_message_get_response_headers (message), "Mcp-"
                                                                                       "Session-"
                                                                                       "Id");
  if (session != NULL)
    {
      g_free (fixture->session);
      fixture->session = g_strdup (session);
    }
  if (answer != NULL)
    *answer = g_steal_pointer (&text);
  return soup_message_get_status (message);
}

static void
open_session (Fixture *fixture, const char *options)
{
  start (fixture, options);
  g_assert_cmpuint (post (fixture, INITIALIZE, NULL), ==, 200);
  g_assert_cmpuint (
      post (fixture, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", NULL), ==,
      202);
}

static void
test_session (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *answer = NULL;
  g_autoptr (SoupMessage) delete = NULL;
  g_autofree char *session = NULL;

  open_session (&fixture, "");
  g_assert_nonnull (fixture.session);
  g_assert_cmpuint (post (&fixture, ECHO, &answer), ==, 200);
  g_assert_cmpstr (answer, ==,
                   "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\","
                   "\"text\":\"hi\"}]}}");

  session = g_steal_pointer (&fixture.session);
  g_assert_cmpuint (post (&fixture, ECHO, NULL), ==, 400);
  fixture.session = g_strdup ("nobody");
  g_assert_cmpuint (post (&fixture, ECHO, NULL), ==, 404);
  g_free (fixture.session);
  fixture.session = g_steal_pointer (&session);
  delete = make_message (&fixture, "DELETE", NULL);
  g_free (send_message (&fixture, delete, NULL));
  g_assert_cmpuint (soup_message_get_status (delete), ==, 200);
  g_assert_cmpuint (post (&fixture, ECHO, NULL), ==, 404);
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
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *broken = NULL;

  open_session (&fixture, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SoupMessage) message = make_message (&fixture, "POST", ECHO);

      g_test_message ("%s: %s", cases[i].header, cases[i].value);
      soup_message_headers_replace (soup_message_get_request_headers (message), cases[i].header,
                                    cases[i].value);
      g_free (send_message (&fixture, message, NULL));
      g_assert_cmpuint (soup_message_get_status (message), ==, cases[i].status);
    }
  g_assert_cmpuint (post (&fixture, "{\"jsonrpc\":", &broken), ==, 400);
  g_assert_nonnull (strstr (broken, "-32700"));
}

static void
test_events (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *answer = NULL;
  g_auto (GStrv) events = NULL;

  open_session (&fixture, "");
  g_assert_cmpuint (post (&fixture, SLOW, &answer), ==, 200);
  events = g_strsplit (answer, "\n\n", -1);
  g_assert_cmpuint (g_strv_length (events), ==, 7);
  g_assert_true (g_str_has_suffix (events[0], "-0\ndata: "));
  g_assert_nonnull (strstr (events[1], "\"progressToken\":9,\"progress\":0,\"total\":3"));
  g_assert_nonnull (strstr (events[4], "\"progress\":3"));
  g_assert_nonnull (strstr (events[5], "\"id\":3,\"result\""));
}

/* Reads lines of an event stream until one holds @text. Returns: (transfer full): that line */
static char *
read_until (GDataInputStream *stream, const char *text, char **last_id)
{
  while (TRUE)
    {
      g_autoptr (GError) error = NULL;
      char *line = g_data_input_stream_read_line_utf8 (stream, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);
      if (g_str_has_prefix (line, "id: ") && last_id != NULL)
        {
          g_free (*last_id);
          *last_id = g_strdup (line + strlen ("id: "));
        }
      if (strstr (line, text) != NULL)
        return line;
      g_free (line);
    }
}

static GDataInputStream *
open_stream (Fixture *fixture, SoupMessage *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = soup_session_send (fixture->http, message, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (soup_message_get_status (message), ==, 200);
  return g_data_input_stream_new (stream);
}

static void
test_listening (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (SoupMessage) get = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *line = NULL;

  open_session (&fixture, "");
  get = make_message (&fixture, "GET", NULL);
  stream = open_stream (&fixture, get);
  g_assert_cmpuint (post (&fixture,
                          "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/"
                          "call\",\"params\":{\"name\":\"change_tools\"}}",
                          NULL),
                    ==, 200);
  line = read_until (stream, "list_changed", NULL);
  g_assert_cmpstr (line, ==,
                   "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
}

/* A connection that breaks loses nothing: the rest comes over another one. */
static void
test_resuming (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (SoupMessage) get = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *last_id = NULL;
  g_autofree char *rest = NULL;

  open_session (&fixture, "");
  message = make_message (&fixture, "POST", SLOW);
  stream = open_stream (&fixture, message);
  g_free (read_until (stream, "\"progress\":1", &last_id));
  g_input_stream_close (G_INPUT_STREAM (stream), NULL, NULL);

  get = make_message (&fixture, "GET", NULL);
  soup_message_headers_replace (soup_message_get_request_headers (get), "Last-Event-ID", last_id);
  rest = send_message (&fixture, get, NULL);
  g_assert_null (strstr (rest, "\"progress\":1,"));
  g_assert_nonnull (strstr (rest, "\"progress\":2,"));
  g_assert_nonnull (strstr (rest, "\"id\":3,\"result\""));
}

static void
test_authorization (void)
{
  g_auto (Fixture) bearer = { NULL };
  g_auto (Fixture) basic = { NULL };
  g_autoptr (SoupMessage) refused = NULL;
  g_autoptr (SoupMessage) wrong = NULL;
  g_autoptr (SoupMessage) right = NULL;
  g_autoptr (SoupMessage) named = NULL;
  const char *challenge;

  start (&bearer, "--require-bearer secret");
  refused = make_message (&bearer, "POST", INITIALIZE);
  g_free (send_message (&bearer, refused, NULL));
  g_assert_cmpuint (soup_message_get_status (refused), ==, 401);
  challenge = soup_message_headers_get_one (soup_message_get_response_headers (refused),
                                            "WWW-Authenticate");
  g_assert_cmpstr (challenge, ==, "Bearer realm=\"spyglass-demo\"");
  wrong = make_message (&bearer, "POST", INITIALIZE);
  soup_message_headers_replace (soup_message_get_request_headers (wrong), "Authorization",
                                "Bearer guess");
  g_free (send_message (&bearer, wrong, NULL));
  g_assert_cmpuint (soup_message_get_status (wrong), ==, 401);
  right = make_message (&bearer, "POST", INITIALIZE);
  soup_message_headers_replace (soup_message_get_request_headers (right), "Authorization",
                                "Bearer secret");
  g_free (send_message (&bearer, right, NULL));
  g_assert_cmpuint (soup_message_get_status (right), ==, 200);

  start (&basic, "--require-basic ada:pass");
  named = make_message (&basic, "POST", INITIALIZE);
  soup_message_headers_replace (soup_message_get_request_headers (named), "Authorization",
                                "Basic YWRhOnBhc3M=");
  g_free (send_message (&basic, named, NULL));
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
      g_auto (Fixture) fixture = { NULL };
      g_autofree char *options = g_strconcat ("--hostile ", cases[i].kind, NULL);
      g_autofree char *answer = NULL;

      start (&fixture, options);
      g_assert_cmpuint (post (&fixture, INITIALIZE, &answer), ==, cases[i].status);
      g_assert_nonnull (strstr (answer, cases[i].text));
    }
}

static void
test_cut (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  open_session (&fixture, "--hostile cut-stream");
  message = make_message (&fixture, "POST", ECHO);
  text = send_message (&fixture, message, &error);
  g_assert_null (strstr (text, "}}"));
}

static void
test_expiry (void)
{
  g_auto (Fixture) fixture = { NULL };

  open_session (&fixture, "--hostile session-expiry --hostile-count 2");
  g_assert_cmpuint (post (&fixture, ECHO, NULL), ==, 200);
  g_assert_cmpuint (post (&fixture, ECHO, NULL), ==, 404);
}

static void
test_plain (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *answer = NULL;
  g_autoptr (SoupMessage) get = NULL;

  start (&fixture, "--json-only --no-session");
  g_assert_cmpuint (post (&fixture, ECHO, &answer), ==, 200);
  g_assert_null (fixture.session);
  g_assert_nonnull (strstr (answer, "\"text\":\"hi\""));
  get = make_message (&fixture, "GET", NULL);
  g_free (send_message (&fixture, get, NULL));
  g_assert_cmpuint (soup_message_get_status (get), ==, 405);
  kill (fixture.demo->pid, SIGTERM);
  g_assert_cmpint (demo_process_wait (fixture.demo, FALSE, 5000), ==, 0);
}

#define MODERN_META                                                        \
  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
  "\"io.modelcontextprotocol/clientCapabilities\":{}}"
#define MODERN_LISTEN                                                              \
  "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"subscriptions/listen\",\"params\":{" \
  "\"notifications\":{\"toolsListChanged\":true}," MODERN_META "}}"
#define MODERN_CHANGE                                                             \
  "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":" \
  "\"change_tools\"," MODERN_META "}}"

static SoupMessage *
make_modern (Fixture *fixture, const char *body, const char *method, const char *name)
{
  SoupMessage        *message = make_message (fixture, body != NULL ? "POST" : method, body);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_headers_replace (headers, "MCP-Protocol-Version", "2026-07-28");
  if (body != NULL)
    soup_message_headers_replace (headers, "Mcp-Method", method);
  if (name != NULL)
    soup_message_headers_replace (headers, "Mcp-Name", name);
  return message;
}

static void
test_modern (void)
{
  static const char *const methods[] = { "GET", "DELETE" };
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (SoupMessage) listen = NULL;
  g_autoptr (SoupMessage) change = NULL;
  g_autoptr (SoupMessage) wrong = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *acknowledged = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *refused = NULL;

  start (&fixture, "--keep-alive 50");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (SoupMessage) message = make_modern (&fixture, NULL, methods[i], NULL);

      g_free (send_message (&fixture, message, NULL));
      g_assert_cmpuint (soup_message_get_status (message), ==, 405);
    }

  listen = make_modern (&fixture, MODERN_LISTEN, "subscriptions/listen", NULL);
  stream = open_stream (&fixture, listen);
  acknowledged = read_until (stream, "notifications/subscriptions/acknowledged", NULL);
  g_free (read_until (stream, ": keep-alive", NULL));
  change = make_modern (&fixture, MODERN_CHANGE, "tools/call", "change_tools");
  g_free (send_message (&fixture, change, NULL));
  g_assert_cmpuint (soup_message_get_status (change), ==, 200);
  changed = read_until (stream, "list_changed", NULL);
  g_assert_nonnull (strstr (changed, "\"io.modelcontextprotocol/subscriptionId\":4"));

  wrong = make_modern (&fixture, MODERN_CHANGE, "tools/call", "other_tool");
  refused = send_message (&fixture, wrong, NULL);
  g_assert_cmpuint (soup_message_get_status (wrong), ==, 400);
  g_assert_nonnull (strstr (refused, "\"id\":5,\"error\":{\"code\":-32020"));
}

#define MODERN_ACTIVITY                                                           \
  "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":" \
  "\"show_activity\"," MODERN_META "}}"

/* A client that closes the stream of a call cancels it. */
static void
test_modern_cancel (void)
{
  static const char slow[] = "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/call\",\"params\":{"
                             "\"name\":\"slow_task\",\"arguments\":{\"seconds\":3600},"
                             "\"_meta\":{\"progressToken\":1,\"io.modelcontextprotocol/"
                             "protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/"
                             "clientCapabilities\":{}}}}";
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *answer = NULL;

  start (&fixture, "");
  message = make_modern (&fixture, slow, "tools/call", "slow_task");
  stream = open_stream (&fixture, message);
  g_free (read_until (stream, "\"progress\":0", NULL));
  g_input_stream_close (G_INPUT_STREAM (stream), NULL, NULL);

  for (guint i = 0; i < 500 && answer == NULL; i++)
    {
      g_autoptr (SoupMessage) activity = make_modern (&fixture, MODERN_ACTIVITY, "tools/call", "show_activity");

      answer = send_message (&fixture, activity, NULL);
      if (strstr (answer, "\"cancelled\":1") == NULL)
        g_clear_pointer (&answer, g_free);
      g_usleep (10000);
    }
  g_assert_nonnull (answer);
  g_assert_nonnull (strstr (answer, "\"requests\":0"));
}

#define PROBE \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{" MODERN_META "}}"

static void
test_probe (void)
{
  static const struct
  {
    const char *name;
    guint       status;
    const char *text;
  } cases[] = {
    { "method-not-found", 200, "-32601" },
    { "http-200-page", 200, "<h1>" },
    { "http-400", 400, "" },
    { "http-400-session", 400, "Server not initialized" },
    { "http-401", 401, "" },
    { "http-403", 403, "" },
    { "http-404", 404, "" },
    { "http-404-page", 404, "<h1>" },
    { "http-404-error", 404, "\"id\":1," },
    { "http-405", 405, "" },
    { "http-500", 500, "" },
    { "http-503", 503, "" },
    { "other-version", 400, "2031-01-01" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Fixture) fixture = { NULL };
      g_autofree char *options = g_strconcat ("--probe-answer ", cases[i].name, NULL);
      g_autoptr (SoupMessage) message = NULL;
      g_autofree char *answer = NULL;

      start (&fixture, options);
      message = make_modern (&fixture, PROBE, "server/discover", NULL);
      answer = send_message (&fixture, message, NULL);
      g_assert_cmpuint (soup_message_get_status (message), ==, cases[i].status);
      g_assert_nonnull (strstr (answer, cases[i].text));
      if (*cases[i].text == '\0')
        g_assert_cmpstr (answer, ==, "");
      g_assert_cmpuint (post (&fixture, INITIALIZE, NULL), ==, 200);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/demo/http/session", test_session);
  g_test_add_func ("/demo/http/refusals", test_refusals);
  g_test_add_func ("/demo/http/events", test_events);
  g_test_add_func ("/demo/http/listening", test_listening);
  g_test_add_func ("/demo/http/resuming", test_resuming);
  g_test_add_func ("/demo/http/authorization", test_authorization);
  g_test_add_func ("/demo/http/misbehaviour", test_misbehaviour);
  g_test_add_func ("/demo/http/cut", test_cut);
  g_test_add_func ("/demo/http/expiry", test_expiry);
  g_test_add_func ("/demo/http/plain", test_plain);
  g_test_add_func ("/demo/http/modern", test_modern);
  g_test_add_func ("/demo/http/modern-cancel", test_modern_cancel);
  g_test_add_func ("/demo/http/probe", test_probe);
  return g_test_run ();
}
