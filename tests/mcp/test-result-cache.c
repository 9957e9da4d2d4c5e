/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is kept of a server's answers, and for how long. */

#include "mcp-tests.h"
#include "mcp-freshness.h"
#include "test-requests.h"
#include "test-stateless-fixture.h"

#include <string.h>

static McpResponse *
new_answer (const char *result, gint64 ended)
{
  g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,%s}", result);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);

  return mcp_response_new ("tools/list", message, ended - 1000, ended);
}

/* The hooks of a feature get a client; this one speaks 2026-07-28, in which results are kept. */
static McpClient *speaker;

static McpRequest *
new_request (const char *method, const char *params)
{
  g_autoptr (GBytes) bytes = params != NULL ? g_bytes_new (params, strlen (params)) : NULL;

  return test_request_new (method, bytes, NULL);
}

static void
store_answer (McpResultCache *cache, const char *method, const char *params, McpResponse *response)
{
  g_autoptr (McpRequest) request = new_request (method, params);

  g_assert_false (MCP_CLIENT_FEATURE_GET_IFACE (cache)->responded (
      MCP_CLIENT_FEATURE (cache), speaker, request, response, NULL));
}

static void
store (McpResultCache *cache, const char *method, const char *params, const char *result)
{
  g_autoptr (McpResponse) response = new_answer (result, g_get_monotonic_time ());

  store_answer (cache, method, params, response);
}

static gboolean
has (McpResultCache *cache, const char *method, const char *params)
{
  g_autoptr (McpRequest) request = new_request (method, params);
  g_autoptr (McpResponse) response = MCP_CLIENT_FEATURE_GET_IFACE (cache)->recall (
      MCP_CLIENT_FEATURE (cache), speaker, request);

  return response != NULL;
}

/** Of the resources a:0 to a:@n. */
static guint
count (McpResultCache *cache, guint n)
{
  guint found = 0;

  for (guint i = 0; i <= n; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"uri\":\"a:%u\"}", i);

      found += has (cache, "resources/read", params) ? 1 : 0;
    }
  return found;
}

static void
set_up (TestStateless *fixture, gconstpointer data)
{
  test_stateless_set_up (fixture, FALSE, MCP_CLIENT_NO_CAPABILITIES, "{}", NULL, NULL);
  test_stateless_open (fixture);
  speaker = fixture->client;
}

static void
tear_down (TestStateless *fixture, gconstpointer data)
{
  test_stateless_close (fixture);
  test_stateless_tear_down (fixture);
}

#define KEPT "\"result\":{\"ttlMs\":60000}"

static void
test_what_is_kept (TestStateless *fixture, gconstpointer data)
{
  static const struct
  {
    const char *method;
    const char *params;
    const char *result;
    gboolean    kept;
  } CASES[] = {
    { "tools/list", NULL, KEPT, TRUE },
    { "tools/list", "{\"cursor\":\"\"}", KEPT, TRUE },
    { "resources/read", "{\"uri\":\"a:b\"}", KEPT, TRUE },
    { "server/discover", NULL, KEPT, TRUE },
    { "tools/list", NULL, "\"result\":{\"ttlMs\":1e5,\"resultType\":\"complete\"}", TRUE },
    { "tools/list", NULL, "\"result\":{\"ttlMs\":1e300}", TRUE },
    { "tools/list", NULL, "\"result\":{\"ttlMs\":0}", FALSE },
    { "tools/list", NULL, "\"result\":{\"ttlMs\":-5}", FALSE },
    { "tools/list", NULL, "\"result\":{\"ttlMs\":\"60000\"}", FALSE },
    { "tools/list", NULL, "\"result\":{}", FALSE },
    { "tools/list", NULL, "\"error\":{\"code\":-32603,\"message\":\"x\",\"ttlMs\":60000}", FALSE },
    { "tools/list", NULL, "\"result\":{\"ttlMs\":60000,\"resultType\":\"input_required\"}", FALSE },
    { "tools/call", "{\"name\":\"t\"}", KEPT, FALSE },
    { "prompts/get", "{\"name\":\"p\"}", KEPT, FALSE },
    { "completion/complete", "{}", KEPT, FALSE },
    { "resources/read", "{\"uri\":\"a:b\",\"inputResponses\":{}}", KEPT, FALSE },
    { "resources/read", "{\"uri\":\"a:b\",\"requestState\":\"s\"}", KEPT, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpResultCache) cache = mcp_result_cache_new ();

      g_test_message ("%s %s %s", CASES[i].method, CASES[i].params, CASES[i].result);
      store (cache, CASES[i].method, CASES[i].params, CASES[i].result);
      g_assert_cmpint (has (cache, CASES[i].method, CASES[i].params), ==, CASES[i].kept);
      g_assert_false (has (cache, CASES[i].method, "{\"other\":1}"));
    }
}

static void
test_forgetting (TestStateless *fixture, gconstpointer data)
{
  g_autoptr (McpResultCache) cache = mcp_result_cache_new ();
  g_autoptr (McpResponse) old = NULL;

  store (cache, "tools/list", NULL, KEPT);
  store (cache, "tools/list", "{\"cursor\":\"2\"}", KEPT);
  store (cache, "prompts/list", NULL, KEPT);
  MCP_CLIENT_FEATURE_GET_IFACE (cache)->forget (MCP_CLIENT_FEATURE (cache), "tools/list");
  g_assert_false (has (cache, "tools/list", NULL));
  g_assert_false (has (cache, "tools/list", "{\"cursor\":\"2\"}"));
  g_assert_true (has (cache, "prompts/list", NULL));

  /* A newer answer takes the place of an older one, also where it may not be kept. */
  store (cache, "prompts/list", NULL, "\"result\":{}");
  g_assert_false (has (cache, "prompts/list", NULL));

  old = new_answer (KEPT, g_get_monotonic_time () - 60 * G_USEC_PER_SEC);
  store_answer (cache, "tools/list", NULL, old);
  g_assert_false (has (cache, "tools/list", NULL));
}

static void
test_number (TestStateless *fixture, gconstpointer data)
{
  g_autoptr (McpResultCache) cache = mcp_result_cache_new ();

  for (guint i = 0; i <= MCP_RESULT_CACHE_MAX_RESPONSES; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"uri\":\"a:%u\"}", i);

      store (cache, "resources/read", params, KEPT);
      g_assert_true (has (cache, "resources/read", params));
    }
  g_assert_cmpuint (count (cache, MCP_RESULT_CACHE_MAX_RESPONSES), ==, MCP_RESULT_CACHE_MAX_RESPONSES);
  g_assert_false (has (cache, "resources/read", "{\"uri\":\"a:0\"}"));
  g_assert_true (has (cache, "resources/read", "{\"uri\":\"a:1\"}"));
}

/** An answer of exactly @size bytes. */
static void
store_sized (McpResultCache *cache, const char *params, gsize size)
{
  gsize            frame = strlen ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ttlMs\":60000,\"x\":\"\"}}");
  g_autofree char *padding = g_strnfill (size - frame, 'x');
  g_autofree char *result =
      g_strdup_printf ("\"result\":{\"ttlMs\":60000,\"x\":\"%s\"}", padding);

  store (cache, "resources/read", params, result);
}

static void
test_bytes (TestStateless *fixture, gconstpointer data)
{
  g_autoptr (McpResultCache) cache = mcp_result_cache_new ();
  const gsize LARGEST = MCP_RESULT_CACHE_MAX_BYTES / 4;

  store_sized (cache, "{\"uri\":\"a:0\"}", LARGEST + 1);
  g_assert_cmpuint (count (cache, 5), ==, 0);
  store_sized (cache, "{\"uri\":\"a:1\"}", LARGEST - 1);
  store_sized (cache, "{\"uri\":\"a:2\"}", LARGEST);
  store_sized (cache, "{\"uri\":\"a:3\"}", LARGEST);
  store_sized (cache, "{\"uri\":\"a:4\"}", LARGEST);
  g_assert_cmpuint (count (cache, 5), ==, 4);
  store_sized (cache, "{\"uri\":\"a:5\"}", 100);
  g_assert_cmpuint (count (cache, 5), ==, 4);
  g_assert_false (has (cache, "resources/read", "{\"uri\":\"a:1\"}"));
  g_assert_true (has (cache, "resources/read", "{\"uri\":\"a:5\"}"));
}

static void
test_freshness (void)
{
  McpFreshness one = { .received = 1000000, .ttl_ms = 500, .scope = MCP_CACHE_PUBLIC };
  McpFreshness other = { .received = 1200000, .ttl_ms = 100, .scope = MCP_CACHE_PRIVATE };

  g_assert_cmpint (mcp_freshness_get_age (&one, 1250000), ==, 250);
  g_assert_cmpint (mcp_freshness_get_left (&one, 1250000), ==, 250);
  g_assert_cmpint (mcp_freshness_get_left (&one, 1500000), ==, 0);
  mcp_freshness_merge (&one, &other);
  g_assert_cmpint (one.scope, ==, MCP_CACHE_PRIVATE);
  g_assert_cmpint (mcp_freshness_get_age (&one, 1250000), ==, 250);
  g_assert_cmpint (mcp_freshness_get_left (&one, 1250000), ==, 50);
}

void
add_result_cache_tests (void)
{
  g_test_add ("/result-cache/what-is-kept", TestStateless, NULL, set_up, test_what_is_kept,
              tear_down);
  g_test_add ("/result-cache/forgetting", TestStateless, NULL, set_up, test_forgetting,
              tear_down);
  g_test_add ("/result-cache/number", TestStateless, NULL, set_up, test_number,
              tear_down);
  g_test_add ("/result-cache/bytes", TestStateless, NULL, set_up, test_bytes,
              tear_down);
  g_test_add_func ("/result-cache/freshness", test_freshness);
}
