/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers that ask too much, never end, or tell what nobody wants to hear: spyglass-demo at its
 * worst. */

#include "mcp-tests.h"
#include "mcp-subscription.h"
#include "mcp-input-gate.h"
#include "test-demo.h"
#include "test-memory-transport.h"
#include "test-person.h"
#include "test-requests.h"

#include <string.h>

typedef struct
{
  McpClient   *client;
  GSubprocess *server; /* (nullable) */
  guint        n_asked;
  guint        n_refused;
  gboolean     answer;
} Live;

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Live *live)
{
  live->n_asked++;
  if (live->answer)
    test_person_answer (request);
  return TRUE;
}

static void
on_input_refused (McpInputGate *gate, McpInputRequest *request, Live *live)
{
  g_assert_true (
      mcp_finding_list_has (mcp_input_request_get_findings (request), "input-flood"));
  live->n_refused++;
}

static void
open_demo (Live *live, McpEraKind era, gboolean http, const char *kind, const char *method)
{
  const char *arguments[] = { "--hostile", kind, "--hostile-delay", "100",
                              method != NULL ? "--hostile-method" : NULL, method, NULL };
  g_autoptr (McpClientCapabilities) offer =
      mcp_client_capabilities_new (MCP_CLIENT_ROOTS | MCP_CLIENT_ELICITATION_FORM);
  g_autoptr (McpTransport) transport = NULL;
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  memset (live, 0, sizeof *live);
  transport = test_demo_start (&live->server, http, arguments);
  live->client = test_client_new (transport);
  mcp_client_set_capabilities (live->client, offer);
  mcp_client_get_options (live->client)->era = era == MCP_ERA_MODERN ? MCP_ERA_CHOICE_MODERN
                                                                     : MCP_ERA_CHOICE_LEGACY;
  g_signal_connect (test_client_gate (live->client), "request", G_CALLBACK (on_input_request), live);
  g_signal_connect (test_client_gate (live->client), "refused", G_CALLBACK (on_input_refused), live);
  mcp_client_open_async (live->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  mcp_client_open_finish (live->client, result, &error);
  g_assert_no_error (error);
}

static void
close_client (Live *live)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (live->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (live->client, result, NULL));
  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&live->client));
  test_demo_stop (&live->server);
}

static McpResult *
call (Live *live, GError **error)
{
  TestAnswer called = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  test_call_tool_async (live->client, "show_activity", NULL, NULL, NULL, test_answer_take,
                        &called);
  result = test_answer_wait (&called);
  return mcp_client_call_finish (live->client, result, error);
}

static void
assert_works (Live *live)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResult) result = call (live, &error);

  g_assert_no_error (error);
  g_assert_false (mcp_result_is_rpc_error (result));
}

static void
test_question_flood (void)
{
  Live live;

  open_demo (&live, MCP_ERA_LEGACY, FALSE, "question-flood", "tools/call");
  assert_works (&live);
  g_assert_cmpuint (live.n_asked, ==, MCP_INPUT_MAX_WAITING);
  g_assert_cmpuint (live.n_refused, >=, 1);
  close_client (&live);
}

static void
test_endless (gconstpointer kind)
{
  Live live;
  g_autoptr (GError) error = NULL;

  open_demo (&live, MCP_ERA_MODERN, FALSE, kind, "tools/call");
  live.answer = TRUE;
  g_assert_null (call (&live, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_cmpuint (live.n_asked, ==,
                    g_str_equal (kind, "endless-input") ? MCP_INPUT_ROUNDS_MAX : 0);
  close_client (&live);
}

static void
test_huge_state (gconstpointer http)
{
  Live live;

  /* The server has sealed it: one byte of difference would be refused. */
  open_demo (&live, MCP_ERA_MODERN, GPOINTER_TO_INT (http), "huge-state", "tools/call");
  assert_works (&live);
  close_client (&live);
}

static void
test_sends_requests (void)
{
  Live live;

  open_demo (&live, MCP_ERA_MODERN, FALSE, "sends-requests", "tools/call");
  assert_works (&live);
  g_assert_cmpuint (live.n_asked, ==, 0);
  close_client (&live);
}

static void
wait_state (McpSubscription *subscription, McpSubscriptionState state)
{
  while (mcp_subscription_get_state (subscription) != state)
    test_wait_event ();
  g_assert_cmpint (mcp_subscription_get_state (subscription), ==, state);
}

static void
test_listen (gconstpointer http)
{
  static const struct
  {
    const char          *kind;
    McpSubscriptionState state;
    const char          *finding; /* (nullable) */
  } CASES[] = {
    { "listen-wrong", MCP_SUBSCRIPTION_OPENING, "listen-ack-unknown" },
    { "listen-silent", MCP_SUBSCRIPTION_OPENING, NULL },
    { "listen-quiet", MCP_SUBSCRIPTION_ACTIVE, NULL },
    { "listen-ends", MCP_SUBSCRIPTION_ENDED, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Live             live;
      McpSubscription *subscription;

      g_test_message ("%s", CASES[i].kind);
      open_demo (&live, MCP_ERA_MODERN, GPOINTER_TO_INT (http), CASES[i].kind, NULL);
      subscription = test_client_subscription (live.client);
      wait_state (subscription, CASES[i].state);
      for (guint n = 0; n < 200 && CASES[i].finding != NULL &&
                        !mcp_finding_list_has (mcp_subscription_get_findings (subscription),
                                               CASES[i].finding);
           n++)
        test_wait_ms (10);
      if (CASES[i].finding != NULL)
        g_assert_true (mcp_finding_list_has (mcp_subscription_get_findings (subscription),
                                             CASES[i].finding));
      else
        g_assert_null (mcp_subscription_get_findings (subscription));
      assert_works (&live);
      close_client (&live);
    }
}

static void
test_listen_cut (void)
{
  Live             live;
  McpSubscription *subscription;

  open_demo (&live, MCP_ERA_MODERN, TRUE, "listen-cut", NULL);
  subscription = test_client_subscription (live.client);
  wait_state (subscription, MCP_SUBSCRIPTION_ACTIVE);
  wait_state (subscription, MCP_SUBSCRIPTION_WAITING);
  wait_state (subscription, MCP_SUBSCRIPTION_ACTIVE);
  assert_works (&live);
  close_client (&live);
}

static void
test_listen_cancelled (void)
{
  Live live;

  open_demo (&live, MCP_ERA_MODERN, FALSE, "listen-cancelled", NULL);
  wait_state (test_client_subscription (live.client), MCP_SUBSCRIPTION_ENDED);
  assert_works (&live);
  close_client (&live);
}

void
add_input_hostile_tests (void)
{
  static const struct
  {
    const char   *name;
    GTestDataFunc func;
  } WAYS[] = {
    { "huge-state", test_huge_state },
    { "listen", test_listen },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (WAYS); i++)
    for (int http = FALSE; http <= TRUE; http++)
      {
        g_autofree char *path =
            g_strdup_printf ("/input/hostile/%s/%s", WAYS[i].name, http ? "http" : "stdio");

        g_test_add_data_func (path, GINT_TO_POINTER (http), WAYS[i].func);
      }
  g_test_add_func ("/input/hostile/question-flood", test_question_flood);
  g_test_add_func ("/input/hostile/sends-requests", test_sends_requests);
  g_test_add_data_func ("/input/hostile/endless-input", "endless-input", test_endless);
  g_test_add_data_func ("/input/hostile/endless-state", "endless-state", test_endless);
  g_test_add_func ("/input/hostile/listen-cut", test_listen_cut);
  g_test_add_func ("/input/hostile/listen-cancelled", test_listen_cancelled);
}
