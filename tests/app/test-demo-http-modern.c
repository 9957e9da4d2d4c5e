/* SPDX-License-Identifier: GPL-3.0-or-later */

/* MCP 2026-07-28 over HTTP, and how servers that do not speak it answer who asks. */

#include "demo-tests.h"
#include "demo-http.h"

#include <string.h>

#define MODERN_META                                                        \
  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
  "\"io.modelcontextprotocol/clientCapabilities\":{}}"
#define MODERN_LISTEN                                                              \
  "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"subscriptions/listen\",\"params\":{" \
  "\"notifications\":{\"toolsListChanged\":true}," MODERN_META "}}"
#define MODERN_CHANGE                                                             \
  "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":" \
  "\"change_tools\"," MODERN_META "}}"

static void
test_modern (void)
{
  static const char *const methods[] = { "GET", "DELETE" };
  g_auto (DemoHttp) fixture = { NULL };
  g_autoptr (SoupMessage) listen = NULL;
  g_autoptr (SoupMessage) change = NULL;
  g_autoptr (SoupMessage) wrong = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *acknowledged = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *refused = NULL;

  demo_http_start (&fixture, "--keep-alive 50");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (SoupMessage) message = demo_http_make_modern (&fixture, NULL, methods[i], NULL);

      g_free (demo_http_send (&fixture, message, NULL));
      g_assert_cmpuint (soup_message_get_status (message), ==, 405);
    }

  listen = demo_http_make_modern (&fixture, MODERN_LISTEN, "subscriptions/listen", NULL);
  stream = demo_http_open_stream (&fixture, listen);
  acknowledged = demo_http_read_until (stream, "notifications/subscriptions/acknowledged", NULL);
  g_free (demo_http_read_until (stream, ": keep-alive", NULL));
  change = demo_http_make_modern (&fixture, MODERN_CHANGE, "tools/call", "change_tools");
  g_free (demo_http_send (&fixture, change, NULL));
  g_assert_cmpuint (soup_message_get_status (change), ==, 200);
  changed = demo_http_read_until (stream, "list_changed", NULL);
  g_assert_nonnull (strstr (changed, "\"io.modelcontextprotocol/subscriptionId\":4"));

  wrong = demo_http_make_modern (&fixture, MODERN_CHANGE, "tools/call", "other_tool");
  refused = demo_http_send (&fixture, wrong, NULL);
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
  g_auto (DemoHttp) fixture = { NULL };
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autofree char *answer = NULL;

  demo_http_start (&fixture, "");
  message = demo_http_make_modern (&fixture, slow, "tools/call", "slow_task");
  stream = demo_http_open_stream (&fixture, message);
  g_free (demo_http_read_until (stream, "\"progress\":0", NULL));
  g_input_stream_close (G_INPUT_STREAM (stream), NULL, NULL);

  for (guint i = 0; i < 500 && answer == NULL; i++)
    {
      g_autoptr (SoupMessage) ask = demo_http_make_modern (&fixture, MODERN_ACTIVITY, "tools/call",
                                                           "show_activity");

      answer = demo_http_send (&fixture, ask, NULL);
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
      g_auto (DemoHttp) fixture = { NULL };
      g_autofree char *options = g_strconcat ("--probe-answer ", cases[i].name, NULL);
      g_autoptr (SoupMessage) message = NULL;
      g_autofree char *answer = NULL;

      demo_http_start (&fixture, options);
      message = demo_http_make_modern (&fixture, PROBE, "server/discover", NULL);
      answer = demo_http_send (&fixture, message, NULL);
      g_assert_cmpuint (soup_message_get_status (message), ==, cases[i].status);
      g_assert_nonnull (strstr (answer, cases[i].text));
      if (*cases[i].text == '\0')
        g_assert_cmpstr (answer, ==, "");
      g_assert_cmpuint (demo_http_post (&fixture, INITIALIZE, NULL), ==, 200);
    }
}

void
add_demo_http_modern_tests (void)
{
  g_test_add_func ("/demo/http-modern/era", test_modern);
  g_test_add_func ("/demo/http-modern/cancel", test_modern_cancel);
  g_test_add_func ("/demo/http-modern/probe", test_probe);
}
