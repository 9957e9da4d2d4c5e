/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The same on every transport, against spyglass-demo: a call that is cancelled ends on both sides,
 * and the connection goes on; a list of ten thousand tools arrives whole. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "mcp-result.h"
#include "mcp-subscription.h"
#include "mcp-http-transport.h"
#include "mcp-socket-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-websocket-transport.h"
#include "test-memory-transport.h"
#include "test-requests.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#define MANY 10000
/* The server learns of it a moment later than the client's call ends. */
#define LOOKS 100
#define LOOK_MS 50

typedef struct
{
  const char  *name;
  const char  *option; /* (nullable): of the demo; %NULL for stdio */
  const char  *scheme; /* where it says that it listens */
  McpEraChoice era;
} Way;

static const Way ways[] = {
  { "stdio", NULL, NULL, MCP_ERA_CHOICE_LEGACY },
  { "stdio-modern", NULL, NULL, MCP_ERA_CHOICE_MODERN },
  { "http", "--http", "http://", MCP_ERA_CHOICE_LEGACY },
  { "http-modern", "--http", "http://", MCP_ERA_CHOICE_MODERN },
  { "sse", "--sse", "http://", MCP_ERA_CHOICE_LEGACY },
  { "websocket", "--websocket=0", "ws://", MCP_ERA_CHOICE_LEGACY },
  { "websocket-modern", "--websocket=0", "ws://", MCP_ERA_CHOICE_MODERN },
  { "tcp", "--tcp=0", "tcp://", MCP_ERA_CHOICE_LEGACY },
  { "tcp-modern", "--tcp=0", "tcp://", MCP_ERA_CHOICE_MODERN },
  { "unix", "--socket", "unix:", MCP_ERA_CHOICE_LEGACY },
  { "unix-modern", "--socket", "unix:", MCP_ERA_CHOICE_MODERN },
};

typedef struct
{
  GSubprocess *server; /* (nullable) */
  char        *folder; /* (nullable): of the socket */
  McpClient   *client;
} Live;

/* Returns: (transfer full): where the server says that it listens */
static char *
read_address (GSubprocess *server, const char *scheme)
{
  g_autoptr (GDataInputStream) lines =
      g_data_input_stream_new (g_subprocess_get_stderr_pipe (server));
  g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  const char      *begin = line != NULL ? strstr (line, scheme) : NULL;

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  g_assert_nonnull (begin);
  return g_strndup (begin, strcspn (begin, " "));
}

static McpTransport *
start (Live *live, const Way *way, const char *const *more)
{
  const char *demo = g_getenv ("SPYGLASS_DEMO");
  g_autoptr (GPtrArray) line = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;

  g_assert_nonnull (demo);
  if (way->option == NULL)
    return mcp_stdio_transport_new (demo, more);
  g_ptr_array_add (line, g_strdup (demo));
  g_ptr_array_add (line, g_strdup (way->option));
  if (g_str_equal (way->option, "--socket"))
    {
      live->folder = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
      g_ptr_array_add (line, g_build_filename (live->folder, "s", NULL));
    }
  for (guint i = 0; more != NULL && more[i] != NULL; i++)
    g_ptr_array_add (line, g_strdup (more[i]));
  g_ptr_array_add (line, NULL);
  live->server = g_subprocess_newv ((const char *const *)line->pdata,
                                    G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  address = read_address (live->server, way->scheme);
  if (g_str_equal (way->option, "--http"))
    return mcp_http_transport_new (address, NULL);
  if (g_str_equal (way->option, "--sse"))
    return mcp_sse_transport_new (address, NULL, NULL);
  if (g_str_has_prefix (address, "ws:"))
    return mcp_websocket_transport_new (address, NULL);
  return mcp_socket_transport_new (address, NULL);
}

static void
open_live (Live *live, const Way *way, const char *const *more)
{
  TestAnswer opened = { 0 };
  g_autoptr (McpTransport) transport = start (live, way, more);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  live->client = test_client_new (transport);
  mcp_client_get_options (live->client)->era = way->era;
  /* A stream of notifications is a request too, which the server would count. */
  mcp_subscription_set_listening (test_client_subscription (live->client), FALSE);
  mcp_client_open_async (live->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  mcp_client_open_finish (live->client, result, &error);
  g_assert_no_error (error);
}

static void
on_client_gone (gpointer data, GObject *client)
{
  *(gboolean *)data = TRUE;
}

/* What still runs for it ends in its own time. */
static void
let_go_of_client (Live *live)
{
  gboolean gone = FALSE;

  g_object_weak_ref (G_OBJECT (live->client), on_client_gone, &gone);
  g_clear_object (&live->client);
  for (guint i = 0; !gone && i < 1000; i++)
    test_wait_ms (5);
  g_assert_true (gone);
}

static void
close_live (Live *live)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (live->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_clear_object (&result);
  let_go_of_client (live);
  if (live->server != NULL)
    {
      g_subprocess_send_signal (live->server, SIGKILL);
      g_subprocess_wait (live->server, NULL, NULL);
    }
  g_clear_object (&live->server);
  if (live->folder != NULL)
    {
      g_autofree char *path = g_build_filename (live->folder, "s", NULL);
      g_unlink (path);
      g_rmdir (live->folder);
    }
  g_clear_pointer (&live->folder, g_free);
}

/* What the server knows of requests: how many were cancelled, how many are under way. */
static void
look (Live *live, gint64 *cancelled, gint64 *requests)
{
  TestAnswer called = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) answer = NULL;
  g_autoptr (GError) error = NULL;

  test_call_tool_async (live->client, "show_activity", NULL, NULL, NULL, test_answer_take,
                        &called);
  result = test_answer_wait (&called);
  answer = mcp_client_call_finish (live->client, result, &error);
  g_assert_no_error (error);
  *cancelled =
      mcp_json_value_get_member_int64 (answer->structured, "cancelled", -1);
  *requests =
      mcp_json_value_get_member_int64 (answer->structured, "requests", -1);
}

static void
test_cancel (gconstpointer data)
{
  Live       live = { 0 };
  TestAnswer called = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GBytes) arguments = g_bytes_new_static ("{\"seconds\":600}", 15);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 cancelled = 0, requests = 0;

  open_live (&live, data, NULL);
  test_call_tool_async (live.client, "slow_task", arguments, NULL, cancellable,
                        test_answer_take, &called);
  for (guint i = 0; i < LOOKS && requests < 1; i++)
    {
      look (&live, &cancelled, &requests);
      test_wait_ms (LOOK_MS);
    }
  g_assert_cmpint (requests, ==, 1);
  g_assert_cmpint (cancelled, ==, 0);

  g_cancellable_cancel (cancellable);
  result = test_answer_wait (&called);
  g_assert_null (mcp_client_call_finish (live.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  for (guint i = 0; i < LOOKS && cancelled < 1; i++)
    {
      look (&live, &cancelled, &requests);
      test_wait_ms (LOOK_MS);
    }
  g_assert_cmpint (cancelled, ==, 1);
  g_assert_cmpint (requests, ==, 0);
  g_clear_object (&result);
  close_live (&live);
}

static void
test_many_tools (gconstpointer data)
{
  static const char *const many[] = { "--hostile", "many-tools", "--hostile-count", "10000", NULL };
  Live                     live = { 0 };
  TestAnswer               listed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpListing) listing = NULL;
  g_autoptr (GError) error = NULL;

  open_live (&live, data, many);
  mcp_client_list_async (live.client, MCP_DEFINITION_TOOL, NULL, NULL, NULL, NULL,
                         test_answer_take, &listed);
  result = test_answer_wait (&listed);
  listing = mcp_client_list_finish (live.client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (listing->definitions->len, >=, MANY);
  g_assert_cmpint (listing->flags, ==, MCP_LISTING_COMPLETE);
  g_clear_object (&result);
  close_live (&live);
}

void
add_transport_calls_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *cancel = g_strdup_printf ("/transport-calls/cancel/%s", ways[i].name);

      g_test_add_data_func (cancel, &ways[i], test_cancel);
    }
  g_test_add_data_func ("/transport-calls/many-tools/stdio", &ways[0], test_many_tools);
  g_test_add_data_func ("/transport-calls/many-tools/http-modern", &ways[3], test_many_tools);
}
