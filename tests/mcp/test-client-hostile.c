/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The client over real transports to what is no server, or a bad one. */

#include "mcp-tests.h"
#include "mcp-client.h"
#include "mcp-http-transport.h"
#include "mcp-stdio-transport.h"
#include "test-http-server.h"
#include "test-memory-transport.h"
#include "test-requests.h"

#include <signal.h>
#include <string.h>

/* For all that comes in the end */
#define PATIENCE_MS 15000

typedef struct
{
  guint n_malformed;
  guint n_stderr;
  gsize malformed_bytes;
} Seen;

static void
on_entry (McpTap *tap, McpTapEntry *entry, Seen *seen)
{
  if (entry->record->kind == MCP_RECORD_MALFORMED)
    {
      seen->n_malformed++;
      seen->malformed_bytes += g_bytes_get_size (entry->record->text);
      g_assert_nonnull (entry->record->note);
    }
  if (entry->record->kind == MCP_RECORD_STDERR)
    seen->n_stderr++;
}

/** Opens a client on @transport (transfer full) and lets go of it; nothing may be left.
 * Returns: (transfer full): why it could not */
static GError *
try_open (McpTransport *transport, guint connect_ms, Seen *seen)
{
  McpClient *client = test_client_new (transport);
  TestAnswer opened = { 0 }, closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) end = NULL;
  GError  *error = NULL;
  gboolean good;

  memset (seen, 0, sizeof *seen);
  mcp_client_get_options (client)->connect_ms = connect_ms;
  mcp_client_get_options (client)->request_ms = 0;
  mcp_client_get_options (client)->total_ms = 0;
  g_signal_connect (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry), seen);
  mcp_client_open_async (client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  good = mcp_client_open_finish (client, result, &error);
  g_assert_cmpint (good, ==, error == NULL);
  g_assert_cmpint (mcp_client_get_state (client), ==, good ? MCP_CLIENT_READY : MCP_CLIENT_FAILED);
  mcp_transport_get_limits (transport)->terminate_timeout = 200u;
  mcp_client_close_async (client, NULL, test_answer_take, &closed);
  end = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (client, end, NULL));
  g_clear_object (&result);
  g_clear_object (&end);
  test_wait_ms (5);
  g_assert_finalize_object (client);
  test_wait_ms (5);
  g_assert_finalize_object (transport);
  return error;
}

static GError *
try_script (const char *script, guint connect_ms, Seen *seen)
{
  return try_open (mcp_stdio_transport_new ("/bin/sh", (const char *[]){ "-c", script, NULL }),
                   connect_ms, seen);
}

#define ANSWER                                                                         \
  "read -r line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":" \
  "\"2025-06-18\",\"capabilities\":{},\"serverInfo\":{\"name\":\"sh\",\"version\":\"1\"}}}'"

static void
test_processes (void)
{
  static const struct
  {
    const char *what;
    const char *script;
    int         code; /* -1: it opens */
    guint       n_malformed;
    const char *evidence;
    guint       connect_ms; /* 0: it need not be waited for */
  } CASES[] = {
    { "exits at once", "echo no module >&2; exit 1", MCP_ERROR_PROCESS_EXITED, 0, "no module" },
    { "is killed", "kill -9 $$", MCP_ERROR_PROCESS_EXITED, 0, NULL },
    { "never answers", "cat > /dev/null", MCP_ERROR_TIMED_OUT, 0, NULL, 300 },
    { "does not read", "sleep 60", MCP_ERROR_TIMED_OUT, 0, NULL, 300 },
    { "closes its input", "exec 0<&-; sleep 60", MCP_ERROR_CONNECTION_LOST, 0, NULL },
    { "ignores the end", "trap '' TERM; while :; do sleep 1; done", MCP_ERROR_TIMED_OUT, 0, NULL, 300 },
    { "garbage, then exits", "echo Listening; printf 'half'", MCP_ERROR_PROCESS_EXITED, 2, NULL },
    { "brackets", "head -c 204800 /dev/zero | tr '\\0' '['; echo", MCP_ERROR_PROCESS_EXITED, 1,
      NULL },
    { "invalid UTF-8", "printf '\"\\377\"\\n'", MCP_ERROR_PROCESS_EXITED, 1, NULL },
    { "garbage, then good", "echo '> npx'; echo; printf 'half\\r\\n'; " ANSWER "; cat >/dev/null", -1,
      2, NULL },
    { "cut, then good", "read -r l; echo '{'; " ANSWER "; cat >/dev/null", MCP_ERROR_INVALID_MESSAGE, 1,
      NULL },
    { "says much on stderr", "seq 1 5000 >&2; " ANSWER "; cat > /dev/null", -1, 0, NULL },
    { "wrong id", "echo '{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}'; cat > /dev/null",
      MCP_ERROR_INVALID_MESSAGE, 0, NULL, 1500 },
    { "result is null", "read -r l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}'; cat",
      MCP_ERROR_UNSUPPORTED_VERSION, 0, NULL },
    { "error is text", "read -r l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"no\"}'; cat",
      MCP_ERROR_RESPONSE, 0, "no" },
    { "echoes what we send", "cat", MCP_ERROR_INVALID_MESSAGE, 0, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Seen  seen;
      guint connect_ms = CASES[i].connect_ms > 0 ? CASES[i].connect_ms : PATIENCE_MS;
      g_autoptr (GError) error = try_script (CASES[i].script, connect_ms, &seen);

      g_test_message ("%s: %s", CASES[i].what, error != NULL ? error->message : "opened");
      if (CASES[i].code < 0)
        g_assert_no_error (error);
      else
        g_assert_error (error, MCP_ERROR, CASES[i].code);
      g_assert_cmpuint (seen.n_malformed, ==, CASES[i].n_malformed);
      if (CASES[i].evidence != NULL)
        g_assert_nonnull (strstr (mcp_error_get_details (error)->evidence, CASES[i].evidence));
    }
}

/* What a server was saying when it ended is told beside how it ended. */
static void
test_cut (void)
{
  static const struct
  {
    const char *script;
    const char *says;     /* (nullable): at the end */
    const char *evidence; /* (nullable) */
    McpError    code;     /* 0: of the end */
  } CASES[] = {
    { "read -r l; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"resu'; exit 3",
      "status 3, in the middle of its answer to initialize", "\"resu" },
    { "read -r l; printf ' {\"jsonrpc\":\"2.0\",\"method\":\"notifications/mes'; exit 3",
      "status 3, in the middle of a message", NULL },
    { "read -r l; printf '{\"id\":'; echo Oh >&2; kill -9 $$", "in the middle of its answer to initialize",
      "Oh" },
    { "read -r l; echo '{]'; exit 3", "(byte 0x5D at offset 1)", NULL, MCP_ERROR_INVALID_MESSAGE },
    { "read -r l; printf Bye; exit 3", "status 3", NULL },
    { "read -r l; printf '{\"id\":\\n{\"method\":\"x\",\"jsonrpc\":\"2.0\"}'; exit 3",
      "inside an object (offset 6)", NULL, MCP_ERROR_INVALID_MESSAGE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Seen seen;
      g_autoptr (GError) error = try_script (CASES[i].script, PATIENCE_MS, &seen);
      g_autofree char *said = NULL;

      g_assert_error (error, MCP_ERROR, (int)(CASES[i].code != 0 ? CASES[i].code : MCP_ERROR_PROCESS_EXITED));
      g_test_message ("%s", error->message);
      said = g_strndup (error->message, strcspn (error->message, "."));
      g_assert_true (g_str_has_suffix (said, CASES[i].says));
      if (CASES[i].evidence != NULL)
        g_assert_nonnull (strstr (mcp_error_get_details (error)->evidence, CASES[i].evidence));
    }
}

static void
test_commands (void)
{
  static const struct
  {
    const char *command;
    int         code;
  } CASES[] = {
    { "no-such-program-anywhere", MCP_ERROR_COMMAND_NOT_FOUND },
    { "/no/such/program", MCP_ERROR_COMMAND_NOT_FOUND },
    { "/etc/passwd", MCP_ERROR_COMMAND_NOT_EXECUTABLE },
    { "/etc", MCP_ERROR_COMMAND_NOT_EXECUTABLE },
    { "", MCP_ERROR_INVALID_TARGET },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Seen seen;
      g_autoptr (GError) error =
          try_open (mcp_stdio_transport_new (CASES[i].command, NULL), PATIENCE_MS, &seen);

      g_assert_error (error, MCP_ERROR, CASES[i].code);
      g_test_message ("%s: %s", CASES[i].command, error->message);
    }
}

#define JSON_HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
#define EVENT_HEAD \
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
#define HTML "Content-Type: text/html\r\nConnection: close\r\n\r\n<html><b>Oh</b></html>"

static void
test_http (void)
{
  static const struct
  {
    const char *what;
    const char *answer;
    int         code;
    guint       status;
  } CASES[] = {
    { "401", "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer realm=\"x\"\r\n" HTML,
      MCP_ERROR_AUTHORIZATION_REQUIRED, 401 },
    { "404", "HTTP/1.1 404 Not Found\r\n" HTML, MCP_ERROR_HTTP_STATUS, 404 },
    { "500", "HTTP/1.1 500 Internal Server Error\r\n" HTML, MCP_ERROR_HTTP_STATUS, 500 },
    { "HTML", "HTTP/1.1 200 OK\r\n" HTML, MCP_ERROR_INVALID_MESSAGE, 0 },
    { "no JSON", JSON_HEAD "{]}", MCP_ERROR_INVALID_MESSAGE, 0 },
    { "an empty body", JSON_HEAD, MCP_ERROR_INVALID_MESSAGE, 0 },
    { "another id", JSON_HEAD "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
      MCP_ERROR_INVALID_MESSAGE, 0 },
    { "a stream without the answer", EVENT_HEAD "data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n",
      MCP_ERROR_CONNECTION_LOST, 200 },
    { "a stream that ends in the answer", EVENT_HEAD "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"res",
      MCP_ERROR_CONNECTION_LOST, 0 },
    { "error without id", JSON_HEAD "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
                                    "\"message\":\"Internal server error: x\"}}",
      MCP_ERROR_RESPONSE, 0 },
    { "400 with an error without id",
      "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
      "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad Request: Server not "
      "initialized\"},\"id\":null}",
      MCP_ERROR_HTTP_STATUS, 400 },
    { "no HTTP", "hello\r\n", MCP_ERROR_CONNECTION_LOST, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Seen seen;
      g_autoptr (TestRawServer) server =
          test_raw_server_new (CASES[i].answer, strlen (CASES[i].answer));
      g_autoptr (GError) error = try_open (mcp_http_transport_new (server->url, NULL), PATIENCE_MS, &seen);

      g_assert_nonnull (error);
      g_test_message ("%s: %s", CASES[i].what, error->message);
      g_assert_error (error, MCP_ERROR, CASES[i].code);
      if (CASES[i].code == MCP_ERROR_CONNECTION_LOST && strstr (CASES[i].answer, "event-stream"))
        g_assert_nonnull (strstr (error->message, "closed the stream before the answer"));
      if (CASES[i].status != 0)
        g_assert_cmpuint (mcp_error_get_details (error)->http_status, ==, CASES[i].status);
    }
}

static void
test_http_nobody (void)
{
  Seen seen;
  g_autoptr (GError) refused = NULL;
  g_autoptr (GError) invalid = NULL;

  refused = try_open (mcp_http_transport_new ("http://127.0.0.1:1/mcp", NULL), PATIENCE_MS, &seen);
  g_assert_error (refused, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED);
  invalid = try_open (mcp_http_transport_new ("not a url", NULL), PATIENCE_MS, &seen);
  g_assert_error (invalid, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
}

static void
test_http_silent (void)
{
  Seen seen;
  g_autoptr (TestRawServer) server = test_raw_server_new ("", 0);
  g_autoptr (GError) error = NULL;

  server->hang = TRUE;
  error = try_open (mcp_http_transport_new (server->url, NULL), 300, &seen);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
}

void
add_client_hostile_tests (void)
{
  g_test_add_func ("/hostile/processes", test_processes);
  g_test_add_func ("/hostile/cut", test_cut);
  g_test_add_func ("/hostile/commands", test_commands);
  g_test_add_func ("/hostile/http/answers", test_http);
  g_test_add_func ("/hostile/http/nobody", test_http_nobody);
  g_test_add_func ("/hostile/http/silent", test_http_silent);
}
