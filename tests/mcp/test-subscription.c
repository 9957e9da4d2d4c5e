/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers tell unasked: subscriptions/listen, and subscriptions of revisions before. */

#include "mcp-tests.h"
#include "mcp-subscription.h"
#include "test-client-fixture.h"
#include "test-stateless-fixture.h"
#include "test-time.h"
#include "test-requests.h"

#include <string.h>

#define CAPABILITIES                                                               \
  "{\"tools\":{\"listChanged\":true},\"prompts\":{},\"resources\":{\"subscribe\":" \
  "true,\"listChanged\":true}}"
#define META "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%s}"

typedef struct
{
  TestStateless    modern;
  const char      *acknowledged; /* (nullable): what is acknowledged; else what was asked */
  gboolean         silent;       /* no acknowledgement */
  gboolean         refuse;
  gboolean         breaks; /* the stream ends at once */
  guint            n_listens;
  guint            n_cancelled;
  McpMessage      *last; /* (nullable): subscriptions/listen */
  guint64          exchange;
  guint            n_updated;
  guint            n_changed;
  McpSubscription *subscription;
} Fixture;

/** Returns: (transfer none) (nullable) */
static McpResourceSubscription *
find_resource (McpSubscription *subscription, const char *uri)
{
  GListModel *resources = mcp_subscription_get_resources (subscription);

  for (guint i = 0; i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (McpResourceSubscription) resource = g_list_model_get_item (resources, i);

      if (g_str_equal (mcp_resource_subscription_get_info (resource)->uri, uri))
        return resource; /* the list holds it */
    }
  return NULL;
}

static void
acknowledge (Fixture *fixture, const char *id, const char *notifications)
{
  test_memory_transport_say_format (
      fixture->modern.transport, fixture->exchange,
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{" META
      ",\"notifications\":%s}}",
      id, notifications);
}

static const char *
last_id (Fixture *fixture)
{
  return mcp_request_id_get_text (mcp_message_get_id (fixture->last));
}

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Fixture         *fixture = data;
  const char      *method = mcp_message_get_method (message);
  g_autofree char *asked = NULL;

  if (g_strcmp0 (method, "notifications/cancelled") == 0)
    fixture->n_cancelled++;
  if (g_strcmp0 (method, "subscriptions/listen") != 0)
    return TRUE;
  fixture->n_listens++;
  g_clear_pointer (&fixture->last, mcp_message_unref);
  fixture->last = mcp_message_ref (message);
  fixture->exchange = exchange;
  if (fixture->refuse)
    {
      test_stateless_refuse (&fixture->modern, message, exchange, -32601);
      return TRUE;
    }
  if (fixture->breaks)
    {
      test_memory_transport_end (transport, exchange,
                                 mcp_error_new (MCP_ERROR_CONNECTION_LOST, "broke"));
      return FALSE;
    }
  asked = mcp_json_value_dup_text (
      mcp_json_value_get_member (mcp_message_get_params (message), "notifications"));
  if (!fixture->silent)
    acknowledge (fixture, last_id (fixture),
                 fixture->acknowledged != NULL ? fixture->acknowledged : asked);
  return FALSE;
}

static void
on_updated (McpSubscription *subscription, const char *uri, Fixture *fixture)
{
  fixture->n_updated++;
}

static void
on_list_changed (McpClient *client, int kind, Fixture *fixture)
{
  fixture->n_changed++;
}

static void
set_up (Fixture *fixture, gboolean http, const char *capabilities)
{
  memset (fixture, 0, sizeof *fixture);
  test_stateless_set_up (&fixture->modern, http, MCP_CLIENT_NO_CAPABILITIES, capabilities, serve,
                         fixture);
  fixture->subscription = test_client_subscription (fixture->modern.client);
  g_signal_connect (fixture->subscription, "resource-updated", G_CALLBACK (on_updated), fixture);
  g_signal_connect (fixture->modern.client, "list-changed", G_CALLBACK (on_list_changed), fixture);
}

static void
open_set_up (Fixture *fixture, gboolean http)
{
  set_up (fixture, http, CAPABILITIES);
  test_stateless_open (&fixture->modern);
  test_run_ready ();
}

static void
tear_down (Fixture *fixture)
{
  test_stateless_close (&fixture->modern);
  g_clear_pointer (&fixture->last, mcp_message_unref);
  test_stateless_tear_down (&fixture->modern);
}

static void
assert_asked (Fixture *fixture, const char *expected)
{
  g_autofree char *text = mcp_json_value_dup_text (
      mcp_json_value_get_member (mcp_message_get_params (fixture->last), "notifications"));

  g_assert_cmpstr (text, ==, expected);
}

static void
tell (Fixture *fixture, const char *method, const char *id, const char *uri)
{
  test_memory_transport_say_format (fixture->modern.transport, fixture->exchange,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{\"uri\":"
                                    "\"%s\"," META "}}",
                                    method, uri, id);
  test_run_ready ();
}

static void
wait_state (Fixture *fixture, McpSubscriptionState state)
{
  while (mcp_subscription_get_state (fixture->subscription) != state)
    test_wait_event ();
  g_assert_cmpint (mcp_subscription_get_state (fixture->subscription), ==, state);
}

/** Until @n streams were asked for, and the last one is acknowledged. */
static void
wait_listens (Fixture *fixture, guint n)
{
  while (fixture->n_listens < n)
    test_wait_event ();
  g_assert_cmpuint (fixture->n_listens, ==, n);
  wait_state (fixture, MCP_SUBSCRIPTION_ACTIVE);
  test_run_ready ();
}

static void
test_listen (gconstpointer http)
{
  Fixture                  fixture;
  McpResourceSubscription *resource;
  g_autofree char         *id = NULL;

  open_set_up (&fixture, GPOINTER_TO_INT (http));
  wait_listens (&fixture, 1);
  assert_asked (&fixture, "{\"toolsListChanged\":true,\"resourcesListChanged\":true}");
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==, MCP_SUBSCRIPTION_ACTIVE);
  tell (&fixture, "notifications/tools/list_changed", last_id (&fixture), "");
  while (fixture.n_changed == 0)
    test_wait_event ();
  g_assert_cmpuint (fixture.n_changed, ==, 1);

  /* Another resource is another stream; the one before ends when it is acknowledged. */
  resource = mcp_subscription_add (fixture.subscription, "file:///a", NULL);
  mcp_subscription_add (fixture.subscription, "file:///d/", NULL);
  wait_listens (&fixture, 2);
  assert_asked (&fixture, "{\"toolsListChanged\":true,\"resourcesListChanged\":true,"
                          "\"resourceSubscriptions\":[\"file:///a\",\"file:///d/\"]}");
  g_assert_cmpuint (fixture.n_cancelled, ==, GPOINTER_TO_INT (http) ? 0 : 1);
  g_assert_cmpint (mcp_resource_subscription_get_info (resource)->state, ==,
                   MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  id = g_strdup (last_id (&fixture));
  tell (&fixture, "notifications/resources/updated", id, "file:///a");
  tell (&fixture, "notifications/resources/updated", id, "file:///a#part");
  tell (&fixture, "notifications/resources/updated", id, "file:///ab");
  tell (&fixture, "notifications/resources/updated", id, "file:///d/below");
  g_assert_cmpuint (fixture.n_updated, ==, 4);
  g_assert_cmpuint (mcp_resource_subscription_get_info (resource)->n_updates, ==, 2);
  g_assert_cmpint (mcp_resource_subscription_get_info (resource)->last_update, >, 0);
  g_assert_cmpuint (mcp_resource_subscription_get_info (find_resource (fixture.subscription, "file:///d/"))->n_updates,
                    ==, 1);
  g_assert_null (mcp_subscription_get_findings (fixture.subscription));

  /* Quiet is fine, and so is what comes late. */
  test_time_skip (50);
  g_assert_true (mcp_subscription_remove (fixture.subscription, "file:///a"));
  g_assert_true (mcp_subscription_remove (fixture.subscription, "file:///d/"));
  mcp_subscription_set_listening (test_client_subscription (fixture.modern.client), FALSE);
  wait_state (&fixture, MCP_SUBSCRIPTION_OFF);
  g_assert_cmpuint (fixture.n_listens, ==, 2);
  mcp_subscription_set_listening (test_client_subscription (fixture.modern.client), TRUE);
  wait_listens (&fixture, 3);
  tear_down (&fixture);
}

static void
test_nothing_to_listen_for (void)
{
  Fixture fixture;

  set_up (&fixture, FALSE, "{\"tools\":{}}");
  test_stateless_open (&fixture.modern);
  test_run_ready ();
  g_assert_cmpuint (fixture.n_listens, ==, 0);
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==, MCP_SUBSCRIPTION_OFF);
  tear_down (&fixture);
}

static void
test_acknowledged_less (void)
{
  Fixture fixture;

  set_up (&fixture, FALSE, CAPABILITIES);
  fixture.acknowledged = "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"b:\"]}";
  mcp_subscription_add (fixture.subscription, "a:", NULL);
  mcp_subscription_add (fixture.subscription, "b:", NULL);
  test_stateless_open (&fixture.modern);
  test_run_ready ();
  g_assert_cmpint (mcp_resource_subscription_get_info (find_resource (fixture.subscription, "a:"))->state,
                   ==, MCP_RESOURCE_SUBSCRIPTION_REFUSED);
  g_assert_nonnull (mcp_resource_subscription_get_info (find_resource (fixture.subscription, "a:"))->error);
  g_assert_cmpint (mcp_resource_subscription_get_info (find_resource (fixture.subscription, "b:"))->state,
                   ==, MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  tear_down (&fixture);
}

static void
test_acknowledged_other (void)
{
  Fixture fixture;

  set_up (&fixture, FALSE, CAPABILITIES);
  fixture.acknowledged = "{\"promptsListChanged\":true,\"toolsListChanged\":true,"
                         "\"resourcesListChanged\":true}";
  test_stateless_open (&fixture.modern);
  test_run_ready ();
  g_assert_true (mcp_finding_list_has (mcp_subscription_get_findings (fixture.subscription),
                                       "listen-ack-other"));
  acknowledge (&fixture, last_id (&fixture), "{}");
  acknowledge (&fixture, "\"1\"", "{}");
  acknowledge (&fixture, "null", "{}");
  test_run_ready ();
  g_assert_true (mcp_finding_list_has (mcp_subscription_get_findings (fixture.subscription),
                                       "listen-ack-again"));
  g_assert_true (mcp_finding_list_has (mcp_subscription_get_findings (fixture.subscription),
                                       "listen-ack-unknown"));
  tell (&fixture, "notifications/resources/updated", "\"2\"", "a:");
  g_assert_true (mcp_finding_list_has (mcp_subscription_get_findings (fixture.subscription),
                                       "listen-unknown-id"));
  g_assert_cmpuint (fixture.n_updated, ==, 1);
  tear_down (&fixture);
}

/** The id of the listen is typed: "2" is not 2. */
static void
test_typed_id (void)
{
  Fixture          fixture;
  g_autofree char *text = NULL;

  set_up (&fixture, FALSE, CAPABILITIES);
  fixture.silent = TRUE;
  test_stateless_open (&fixture.modern);
  test_run_ready ();
  text = g_strdup_printf ("\"%s\"", last_id (&fixture));
  acknowledge (&fixture, text, "{\"toolsListChanged\":true}");
  test_run_ready ();
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==,
                   MCP_SUBSCRIPTION_OPENING);
  acknowledge (&fixture, last_id (&fixture), "{\"toolsListChanged\":true}");
  test_run_ready ();
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==, MCP_SUBSCRIPTION_ACTIVE);
  tear_down (&fixture);
}

static void
test_ended_by_answer (gconstpointer http)
{
  Fixture fixture;

  open_set_up (&fixture, GPOINTER_TO_INT (http));
  test_memory_transport_answer (fixture.modern.transport, fixture.last, fixture.exchange,
                                "{\"resultType\":\"complete\"}");
  test_run_ready ();
  if (GPOINTER_TO_INT (http))
    test_memory_transport_end (fixture.modern.transport, fixture.exchange, NULL);
  test_run_ready ();
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==, MCP_SUBSCRIPTION_ENDED);
  g_assert_cmpuint (fixture.n_listens, ==, 1);
  mcp_subscription_set_listening (test_client_subscription (fixture.modern.client), FALSE);
  mcp_subscription_set_listening (test_client_subscription (fixture.modern.client), TRUE);
  test_run_ready ();
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==, MCP_SUBSCRIPTION_ACTIVE);
  tear_down (&fixture);
}

static void
test_ended_by_cancelled (void)
{
  Fixture fixture;

  open_set_up (&fixture, FALSE);
  test_memory_transport_say_format (fixture.modern.transport, 0,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                                    "\"params\":{\"requestId\":%s}}",
                                    last_id (&fixture));
  test_run_ready ();
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==, MCP_SUBSCRIPTION_ENDED);
  g_assert_cmpuint (fixture.n_listens, ==, 1);
  tear_down (&fixture);
}

static void
test_broken (void)
{
  Fixture fixture;

  open_set_up (&fixture, TRUE);
  test_memory_transport_end (fixture.modern.transport, fixture.exchange,
                             mcp_error_new (MCP_ERROR_CONNECTION_LOST, "broke"));
  wait_state (&fixture, MCP_SUBSCRIPTION_WAITING);
  g_assert_error (mcp_subscription_get_error (fixture.subscription), MCP_ERROR,
                  MCP_ERROR_CONNECTION_LOST);
  g_assert_cmpuint (fixture.n_listens, ==, 1);
  test_time_skip_until (mcp_subscription_get_state (fixture.subscription) ==
                        MCP_SUBSCRIPTION_ACTIVE);
  g_assert_cmpuint (fixture.n_listens, ==, 2);
  tear_down (&fixture);

  /* A body that ends without an answer is no good end either. */
  open_set_up (&fixture, TRUE);
  test_memory_transport_end (fixture.modern.transport, fixture.exchange, NULL);
  wait_state (&fixture, MCP_SUBSCRIPTION_WAITING);
  tear_down (&fixture);

  /* One that never comes about is given up in the end. */
  set_up (&fixture, TRUE, CAPABILITIES);
  fixture.breaks = TRUE;
  test_stateless_open (&fixture.modern);
  test_time_skip_until (mcp_subscription_get_state (fixture.subscription) ==
                        MCP_SUBSCRIPTION_REFUSED);
  g_assert_cmpuint (fixture.n_listens, ==, MCP_SUBSCRIPTION_MAX_FAILURES);
  tear_down (&fixture);
}

static void
test_refused (void)
{
  Fixture fixture;

  set_up (&fixture, FALSE, CAPABILITIES);
  fixture.refuse = TRUE;
  mcp_subscription_add (fixture.subscription, "a:", NULL);
  test_stateless_open (&fixture.modern);
  test_run_ready ();
  g_assert_cmpint (mcp_subscription_get_state (fixture.subscription), ==,
                   MCP_SUBSCRIPTION_REFUSED);
  g_assert_cmpint (mcp_resource_subscription_get_info (find_resource (fixture.subscription, "a:"))->state,
                   ==, MCP_RESOURCE_SUBSCRIPTION_REFUSED);
  g_assert_cmpuint (fixture.n_listens, ==, 1);
  tear_down (&fixture);
}

static void
test_next_client (void)
{
  Fixture fixture;
  g_autoptr (McpSubscription) subscription = NULL;

  open_set_up (&fixture, FALSE);
  subscription = g_object_ref (fixture.subscription);
  mcp_subscription_add (subscription, "a:", NULL);
  test_run_ready ();
  test_memory_transport_die (fixture.modern.transport,
                             mcp_error_new (MCP_ERROR_CONNECTION_LOST, "gone"));
  test_run_ready ();
  g_assert_cmpint (mcp_subscription_get_state (subscription), ==, MCP_SUBSCRIPTION_OFF);
  g_assert_cmpint (
      mcp_resource_subscription_get_info (find_resource (subscription, "a:"))->state, ==,
      MCP_RESOURCE_SUBSCRIPTION_INACTIVE);
  g_signal_handlers_disconnect_by_data (subscription, &fixture);
  tear_down (&fixture);

  set_up (&fixture, FALSE, CAPABILITIES);
  mcp_client_add_feature (fixture.modern.client, MCP_CLIENT_FEATURE (subscription));
  test_stateless_open (&fixture.modern);
  test_run_ready ();
  assert_asked (&fixture, "{\"toolsListChanged\":true,\"resourcesListChanged\":true,"
                          "\"resourceSubscriptions\":[\"a:\"]}");
  g_assert_cmpint (
      mcp_resource_subscription_get_info (find_resource (subscription, "a:"))->state, ==,
      MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  tear_down (&fixture);
}

static void
test_limit (void)
{
  g_autoptr (McpSubscription) subscription = mcp_subscription_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < MCP_SUBSCRIPTION_MAX_RESOURCES; i++)
    {
      g_autofree char *uri = g_strdup_printf ("a:%u", i);

      g_assert_nonnull (mcp_subscription_add (subscription, uri, NULL));
    }
  g_assert_nonnull (mcp_subscription_add (subscription, "a:0", NULL));
  g_assert_null (mcp_subscription_add (subscription, "b:", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_true (mcp_subscription_remove (subscription, "a:7"));
  g_assert_false (mcp_subscription_remove (subscription, "a:7"));
  g_assert_nonnull (mcp_subscription_add (subscription, "b:", NULL));
}

/* Up to 2025-11-25 */

static gboolean
serve_legacy (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  const char *method = mcp_message_get_method (message);

  if (g_strcmp0 (method, "resources/subscribe") == 0 ||
      g_strcmp0 (method, "resources/unsubscribe") == 0)
    {
      McpJsonValue uri = mcp_json_value_get_member (mcp_message_get_params (message), "uri");

      if (mcp_json_value_string_equals (uri, "bad:"))
        test_memory_transport_say_format (
            transport, exchange,
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"no\"}}",
            mcp_request_id_get_text (mcp_message_get_id (message)));
      else
        test_memory_transport_answer (transport, message, exchange, "{}");
      return TRUE;
    }
  return test_client_serve (transport, message, exchange, data);
}

static McpResourceSubscriptionState
get_state (McpSubscription *subscription, const char *uri)
{
  return mcp_resource_subscription_get_info (find_resource (subscription, uri))->state;
}

static void
set_up_legacy (TestClient *client, const char *capabilities, char **opening)
{
  memset (client, 0, sizeof *client);
  *opening = g_strdup_printf (
      "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,\"serverInfo\":{}}", capabilities);
  client->opening = *opening;
  client->transport = test_memory_transport_new (FALSE, serve_legacy, client);
  client->client = test_client_new (MCP_TRANSPORT (client->transport));
  client->schema_tap = schema_tap_attach (mcp_client_get_tap (client->client));
  mcp_client_get_options (client->client)->era = MCP_ERA_CHOICE_LEGACY;
}

static void
test_legacy (void)
{
  TestClient       client;
  McpSubscription *subscription;
  g_autofree char *opening = NULL;

  set_up_legacy (&client, "{\"resources\":{\"subscribe\":true}}", &opening);
  subscription = test_client_subscription (client.client);
  mcp_subscription_add (subscription, "early:", NULL);
  test_client_open_or_fail (&client);
  mcp_subscription_add (subscription, "a:", NULL);
  mcp_subscription_add (subscription, "bad:", NULL);
  g_assert_cmpint (get_state (subscription, "a:"), ==, MCP_RESOURCE_SUBSCRIPTION_ASKED);
  test_run_ready ();
  g_assert_cmpint (get_state (subscription, "early:"), ==, MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  g_assert_cmpint (get_state (subscription, "a:"), ==, MCP_RESOURCE_SUBSCRIPTION_ACTIVE);
  g_assert_cmpint (get_state (subscription, "bad:"), ==, MCP_RESOURCE_SUBSCRIPTION_REFUSED);
  test_memory_transport_say (client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                             "\"params\":{\"uri\":\"a:\"}}");
  test_run_ready ();
  g_assert_cmpuint (
      mcp_resource_subscription_get_info (find_resource (subscription, "a:"))->n_updates, ==, 1);
  mcp_subscription_remove (subscription, "a:");
  test_run_ready ();
  g_assert_cmpuint (
      test_memory_transport_count_sent (client.transport, "resources/unsubscribe"), ==, 1);
  mcp_subscription_set_listening (test_client_subscription (client.client), FALSE);
  g_assert_cmpint (mcp_subscription_get_state (subscription), ==, MCP_SUBSCRIPTION_OFF);
  test_client_close (&client);
  test_client_tear_down (&client);
}

static void
test_legacy_not_offered (void)
{
  TestClient       client;
  McpSubscription *subscription;
  g_autofree char *opening = NULL;

  set_up_legacy (&client, "{\"resources\":{}}", &opening);
  subscription = test_client_subscription (client.client);
  test_client_open_or_fail (&client);
  mcp_subscription_add (subscription, "a:", NULL);
  g_assert_cmpint (get_state (subscription, "a:"), ==, MCP_RESOURCE_SUBSCRIPTION_REFUSED);
  g_assert_cmpuint (test_memory_transport_count_sent (client.transport, "resources/subscribe"), ==,
                    0);
  test_client_close (&client);
  test_client_tear_down (&client);
}

void
add_subscription_tests (void)
{
  g_test_add_data_func ("/subscription/listen/stream", GINT_TO_POINTER (FALSE), test_listen);
  g_test_add_data_func ("/subscription/listen/http", GINT_TO_POINTER (TRUE), test_listen);
  g_test_add_func ("/subscription/nothing-to-listen-for", test_nothing_to_listen_for);
  g_test_add_func ("/subscription/acknowledged-less", test_acknowledged_less);
  g_test_add_func ("/subscription/acknowledged-other", test_acknowledged_other);
  g_test_add_func ("/subscription/typed-id", test_typed_id);
  g_test_add_data_func ("/subscription/ended-by-answer/stream", GINT_TO_POINTER (FALSE),
                        test_ended_by_answer);
  g_test_add_data_func ("/subscription/ended-by-answer/http", GINT_TO_POINTER (TRUE),
                        test_ended_by_answer);
  g_test_add_func ("/subscription/ended-by-cancelled", test_ended_by_cancelled);
  g_test_add_func ("/subscription/broken", test_broken);
  g_test_add_func ("/subscription/refused", test_refused);
  g_test_add_func ("/subscription/next-client", test_next_client);
  g_test_add_func ("/subscription/limit", test_limit);
  g_test_add_func ("/subscription/legacy", test_legacy);
  g_test_add_func ("/subscription/legacy-not-offered", test_legacy_not_offered);
}
