/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask, tasks, subscriptions, completion and logging: against spyglass-demo, in both
 * eras, over stdio and HTTP. */

#include "mcp-tests.h"
#include "test-demo.h"
#include "test-live.h"
#include "test-memory-transport.h"
#include "test-requests.h"

typedef struct
{
  const char *name;
  McpEraKind  era;
  gboolean    http;
} Way;

static const Way WAYS[] = {
  { "legacy/stdio", MCP_ERA_LEGACY, FALSE },
  { "legacy/http", MCP_ERA_LEGACY, TRUE },
  { "modern/stdio", MCP_ERA_MODERN, FALSE },
  { "modern/http", MCP_ERA_MODERN, TRUE },
};

static void
open_demo (TestLive *live, const Way *way)
{
  memset (live, 0, sizeof *live);
  test_live_open (live,
                  test_demo_start (&live->server, way->http, (const char *[]){ "--conformance", NULL }),
                  way->era);
}

static void
test_demo_asks (gconstpointer data)
{
  const Way *way = data;
  TestLive   live;
  TestAnswer waiting = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) read = NULL;
  g_autoptr (McpResult) ledger = NULL;
  g_autoptr (GError) error = NULL;

  open_demo (&live, way);
  test_live_assert_says (&live, "ask_person", "{}", "Ada");
  test_live_assert_says (&live, "fill_form", "{}", "Ada");
  test_live_assert_says (&live, "visit_page", "{}", "");
  test_live_assert_says (&live, "ask_model", "{}", "blue");
  test_live_assert_says (&live, "ask_model", "{\"with_tools\":true}", "blue");
  test_live_assert_says (&live, "list_roots", "{}", "file:///srv/spyglass");
  test_live_assert_says (&live, "get_acquainted", "{}", "blue");
  test_live_assert_says (&live, "interview", "{}", "");
  if (way->era == MCP_ERA_MODERN)
    test_live_assert_says (&live, "wait_in_line", "{\"rounds\":2}", "");
  test_read_resource_async (live.client, "desk://today", NULL, NULL, test_answer_take,
                            &waiting);
  result = test_answer_wait (&waiting);
  read = mcp_client_call_finish (live.client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (read->parts->len, ==, 1);
  g_clear_object (&result);
  ledger = test_live_call (&live, "read_ledger", "{}", NULL);
  g_assert_cmpint (mcp_result_is_rpc_error (ledger), ==,
                   way->era == MCP_ERA_LEGACY);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_SAMPLING], ==, 3);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], >=, 6);
  test_live_close (&live);
}

static void
test_demo_tasks (gconstpointer data)
{
  const Way *way = data;
  TestLive   live;
  g_autoptr (McpTask) baked = NULL;
  g_autoptr (McpTask) planned = NULL;
  g_autoptr (McpTask) burned = NULL;

  open_demo (&live, way);
  g_assert_true (mcp_task_list_is_offered_by (live.client));
  baked = test_live_begin_task (&live, "bake_bread", "{\"seconds\":0.3}");
  planned = test_live_begin_task (&live, "plan_dinner", "{}");
  burned = test_live_begin_task (&live, "burn_dinner", "{}");
  test_live_wait_task (baked);
  g_assert_cmpint (mcp_task_get_state (baked)->status, ==, MCP_TASK_COMPLETED);
  g_assert_nonnull (mcp_task_get_state (baked)->result);
  test_live_wait_task (planned);
  g_assert_cmpint (mcp_task_get_state (planned)->status, ==, MCP_TASK_COMPLETED);
  g_assert_cmpuint (live.n_asked[MCP_INPUT_ELICITATION], >=, 1);
  test_live_wait_task (burned);
  g_assert_cmpint (mcp_task_get_state (burned)->status, ==, MCP_TASK_FAILED);
  g_assert_null (mcp_task_get_state (baked)->findings);
  g_assert_null (mcp_task_get_state (planned)->findings);
  g_assert_null (mcp_task_get_state (burned)->findings);
  test_live_close (&live);
}

static void
test_demo_tells (gconstpointer data)
{
  const Way       *way = data;
  TestLive         live;
  McpSubscription *subscription;
  g_autoptr (McpResult) changed = NULL;
  g_autoptr (McpResult) logged = NULL;

  open_demo (&live, way);
  subscription = test_client_subscription (live.client);
  while (mcp_subscription_get_state (subscription) != MCP_SUBSCRIPTION_ACTIVE)
    test_wait_event ();
  g_assert_cmpint (mcp_subscription_get_state (subscription), ==, MCP_SUBSCRIPTION_ACTIVE);
  test_live_watch (&live, "test://watched-resource");
  changed = test_live_call (&live, "change_tools", "{}", NULL);
  while (live.n_changed == 0)
    test_wait_event ();
  g_assert_cmpuint (live.n_changed, >=, 1);
  test_live_set_level (&live, MCP_LOG_DEBUG);
  logged = test_live_call (&live, "write_log", "{\"count\":8}", NULL);
  while (live.n_logged < 8)
    test_wait_event ();
  g_assert_cmpuint (live.n_logged, ==, 8);
  g_assert_null (mcp_subscription_get_findings (subscription));
  test_live_close (&live);
}

static void
add (const char *prefix, const Way *way, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/input/live/demo/%s/%s", prefix, way->name);

  g_test_add_data_func (path, way, func);
}

void
add_input_live_tests (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (WAYS); i++)
    {
      add ("asks", &WAYS[i], test_demo_asks);
      add ("tasks", &WAYS[i], test_demo_tasks);
      add ("tells", &WAYS[i], test_demo_tells);
    }
}
