/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The client against servers that people use, over stdio and HTTP. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "mcp-definition-list.h"
#include "mcp-http-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-tool.h"
#include "schema-tap.h"
#include "test-memory-transport.h"
#include "test-requests.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

typedef struct
{
  McpClient   *client;
  SchemaTap   *schema_tap;
  GSubprocess *server; /* (nullable): of HTTP */
  char        *folder; /* (nullable): what server-filesystem may see */
  guint        n_malformed;
  guint        n_unmatched;
  guint        n_progress;
} Live;

static void
on_entry (McpTap *tap, McpTapEntry *entry, Live *live)
{
  if (entry->record->kind == MCP_RECORD_MALFORMED)
    live->n_malformed++;
  if ((entry->flags & (MCP_TAP_UNMATCHED | MCP_TAP_LATE | MCP_TAP_DUPLICATE)) != 0)
    live->n_unmatched++;
  if (entry->record->kind == MCP_RECORD_SENT && entry->message != NULL)
    test_assert_shape (entry->message);
}

static char *
find_tool (const char *name)
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *path = NULL;

  path = g_build_filename (tools != NULL ? tools : "/nonexistent", "node_modules", name, NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the Node tools are not installed: ./dev setup");
      return NULL;
    }
  return g_steal_pointer (&path);
}

static void
open_client (Live *live, McpTransport *transport)
{
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  live->client = test_client_new (transport);
  live->schema_tap = schema_tap_attach (mcp_client_get_tap (live->client));
  g_signal_connect (mcp_client_get_tap (live->client), "entry", G_CALLBACK (on_entry), live);
  mcp_client_open_async (live->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  mcp_client_open_finish (live->client, result, &error);
  g_assert_no_error (error);
  g_object_unref (transport);
}

static gboolean
open_stdio (Live *live, const char *package, const char *entry, const char *argument)
{
  g_autofree char *node = find_tool ("node/bin/node");
  g_autofree char *script = find_tool (package);
  g_autofree char *path = NULL;

  memset (live, 0, sizeof *live);
  if (node == NULL || script == NULL)
    return FALSE;
  path = g_build_filename (script, entry, NULL);
  open_client (live, mcp_stdio_transport_new (node, (const char *[]){ path, argument, NULL }));
  return TRUE;
}

/** A port that was free a moment ago. */
static guint
find_port (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();

  return g_socket_listener_add_any_inet_port (listener, NULL, NULL);
}

static void
wait_for_port (guint port)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GSocketConnection) connection =
          g_socket_client_connect_to_host (client, "localhost", (guint16)port, NULL, NULL);

      if (connection != NULL)
        return;
      test_wait_ms (50);
    }
  g_error ("The server does not listen");
}

static gboolean
open_http (Live *live)
{
  g_autofree char *node = find_tool ("node/bin/node");
  g_autofree char *script =
      find_tool ("@modelcontextprotocol/server-everything/dist/index.js");
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autofree char *text = NULL;
  g_autofree char *url = NULL;
  guint            port = find_port ();

  memset (live, 0, sizeof *live);
  if (node == NULL || script == NULL)
    return FALSE;
  text = g_strdup_printf ("%u", port);
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                        G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_setenv (launcher, "PORT", text, TRUE);
  live->server = g_subprocess_launcher_spawn (launcher, NULL, node, script, "streamableHttp", NULL);
  g_assert_nonnull (live->server);
  wait_for_port (port);
  url = g_strdup_printf ("http://localhost:%u/mcp", port);
  open_client (live, mcp_http_transport_new (url, NULL));
  return TRUE;
}

static void
close_client (Live *live)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (live->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (live->client, result, NULL));
  g_assert_cmpint (mcp_client_get_state (live->client), ==, MCP_CLIENT_CLOSED);
  g_assert_cmpuint (live->n_malformed, ==, 0);
  g_assert_cmpuint (live->n_unmatched, ==, 0);
  g_clear_object (&result);
  g_clear_pointer (&live->schema_tap, schema_tap_detach);
  g_clear_object (&live->client);
  if (live->server != NULL)
    {
      g_subprocess_send_signal (live->server, SIGKILL);
      g_subprocess_wait (live->server, NULL, NULL);
      g_clear_object (&live->server);
    }
}

static McpListing *
list (Live *live, McpDefinitionKind kind)
{
  TestAnswer listed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpListing *listing;

  mcp_client_list_async (live->client, kind, NULL, NULL, NULL, NULL, test_answer_take, &listed);
  result = test_answer_wait (&listed);
  listing = mcp_client_list_finish (live->client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpint (listing->flags, ==, MCP_LISTING_COMPLETE);
  g_assert_null (listing->findings);
  return listing;
}

static McpResult *
call (Live                    *live,
      const char              *name,
      const char              *arguments,
      const McpRequestOptions *options,
      GCancellable            *cancellable,
      GError                 **error)
{
  TestAnswer called = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new (arguments, strlen (arguments));
  g_autoptr (GAsyncResult) result = NULL;

  test_call_tool_async (live->client, name, bytes, options, cancellable, test_answer_take,
                        &called);
  result = test_answer_wait (&called);
  return mcp_client_call_finish (live->client, result, error);
}

static char *
first_text (McpResult *result)
{
  GPtrArray *contents = result->parts;

  g_assert_cmpuint (contents->len, >=, 1);
  g_assert_null (result->findings);
  return mcp_json_value_dup_string (((McpContent *)contents->pdata[0])->text, NULL);
}

static void
on_progress (const McpProgress *progress, gpointer user_data)
{
  Live *live = user_data;

  g_assert_true (progress->increased);
  live->n_progress++;
}

static gboolean
on_cancel_due (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

static void
use_everything_lists (Live *live)
{
  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    {
      g_autoptr (McpListing) listing = list (live, kind);
      GPtrArray *definitions = listing->definitions;

      g_test_message ("%s: %u", mcp_definition_kind_get_member (kind),
                      definitions->len);
      g_assert_cmpuint (definitions->len, >, 0);
      g_assert_true (mcp_client_offers (live->client, kind));
    }
}

static void
use_everything_calls (Live *live)
{
  g_autoptr (McpResult) echo = NULL;
  g_autoptr (McpResult) image = NULL;
  g_autoptr (McpResult) wrong = NULL;
  g_autoptr (McpResult) structured = NULL;
  g_autoptr (GBytes) picture = NULL;
  g_autofree char *text = NULL;
  GPtrArray       *contents;

  echo = call (live, "echo", "{\n \"message\": \"h\\u00e9 \\ud83d\\ude00\"\n}", NULL, NULL, NULL);
  text = first_text (echo);
  g_assert_cmpstr (text, ==, "Echo: h\xc3\xa9 \xf0\x9f\x98\x80");

  image = call (live, "get-tiny-image", "{}", NULL, NULL, NULL);
  contents = image->parts;
  for (guint i = 0; i < contents->len; i++)
    if (((McpContent *)contents->pdata[i])->kind == MCP_CONTENT_IMAGE)
      picture = mcp_content_decode_base64 (((McpContent *)contents->pdata[i])->data, NULL);
  g_assert_nonnull (picture);
  g_assert_cmpmem (g_bytes_get_data (picture, NULL), 4, "\x89PNG", 4);

  structured = call (live, "get-structured-content", "{\"location\":\"New York\"}", NULL, NULL, NULL);
  g_assert_true (mcp_json_value_exists (structured->structured));

  wrong = call (live, "no-such-tool", "{}", NULL, NULL, NULL);
  g_assert_true (wrong->is_error ||
                 mcp_result_is_rpc_error (wrong));
}

static void
use_everything_slowly (Live *live)
{
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpResult) slow = NULL;
  g_autoptr (McpResult) cancelled = NULL;
  g_autoptr (GError) error = NULL;

  options.progress = on_progress;
  options.progress_data = live;
  slow = call (live, "trigger-long-running-operation", "{\"duration\":0.5,\"steps\":5}", &options,
               NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (live->n_progress, ==, 5);

  g_timeout_add (100, on_cancel_due, cancellable);
  cancelled = call (live, "trigger-long-running-operation", "{\"duration\":30,\"steps\":3}", NULL,
                    cancellable, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
}

static void
use_everything_reads (Live *live)
{
  g_autoptr (McpListing) resources = list (live, MCP_DEFINITION_RESOURCE);
  McpDefinition *first = g_ptr_array_index (resources->definitions, 0);
  TestAnswer     waiting = { 0 };
  g_autoptr (GAsyncResult) read_result = NULL;
  g_autoptr (GAsyncResult) prompt_result = NULL;
  g_autoptr (GAsyncResult) ping_result = NULL;
  g_autoptr (McpResult) read = NULL;
  g_autoptr (McpResult) prompt = NULL;
  g_autoptr (GBytes) arguments = g_bytes_new_static ("{\"city\":\"Oslo\"}", 15);

  test_read_resource_async (live->client, mcp_definition_get_key (first), NULL, NULL,
                            test_answer_take, &waiting);
  read_result = test_answer_wait (&waiting);
  read = mcp_client_call_finish (live->client, read_result, NULL);
  g_assert_cmpuint (read->parts->len, ==, 1);
  g_assert_null (read->findings);

  test_get_prompt_async (live->client, "args-prompt", arguments, NULL, NULL,
                         test_answer_take, &waiting);
  prompt_result = test_answer_wait (&waiting);
  prompt = mcp_client_call_finish (live->client, prompt_result, NULL);
  g_assert_cmpuint (prompt->parts->len, >=, 1);
  g_assert_null (prompt->findings);

  mcp_client_ping_async (live->client, NULL, test_answer_take, &waiting);
  ping_result = test_answer_wait (&waiting);
  g_assert_cmpint (mcp_client_ping_finish (live->client, ping_result, NULL), >, 0);
}

static void
test_everything (gconstpointer http)
{
  Live           live;
  McpServerInfo *info;

  if (GPOINTER_TO_INT (http) ? !open_http (&live)
                             : !open_stdio (&live, "@modelcontextprotocol/server-everything",
                                            "dist/index.js", "stdio"))
    return;
  info = mcp_client_get_server_info (live.client);
  g_assert_cmpstr (mcp_server_info_get_protocol_version (info), ==, "2025-11-25");
  g_assert_cmpstr (mcp_server_info_get_display_name (info), ==, "Everything Reference Server");
  g_assert_null (mcp_server_info_get_findings (info));

  use_everything_lists (&live);
  use_everything_calls (&live);
  use_everything_reads (&live);
  use_everything_slowly (&live);
  close_client (&live);
}

static void
test_filesystem (void)
{
  Live             live;
  g_autofree char *folder = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *arguments = g_strdup_printf ("{\"path\":\"%s\"}", file);
  g_autoptr (McpListing) tools = NULL;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (McpResult) refused = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (file, "contents\n", -1, NULL));
  if (open_stdio (&live, "@modelcontextprotocol/server-filesystem", "dist/index.js", folder))
    {
      tools = list (&live, MCP_DEFINITION_TOOL);
      g_assert_cmpuint (tools->definitions->len, >, 10);
      result = call (&live, "read_text_file", arguments, NULL, NULL, NULL);
      text = first_text (result);
      g_assert_cmpstr (text, ==, "contents\n");
      refused = call (&live, "read_text_file", "{\"path\":\"/etc/passwd\"}", NULL, NULL, NULL);
      g_assert_true (refused->is_error);
      close_client (&live);
    }
  g_unlink (file);
  g_rmdir (folder);
}

static void
test_memory (void)
{
  Live live;
  g_autoptr (McpDefinitionList) model = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  TestAnswer loaded = { 0 };
  McpTool   *tool;

  if (!open_stdio (&live, "@modelcontextprotocol/server-memory", "dist/index.js", NULL))
    return;
  model = mcp_definition_list_new (MCP_DEFINITION_TOOL);
  mcp_definition_list_set_client (model, live.client);
  mcp_definition_list_load_async (model, NULL, test_answer_take, &loaded);
  result = test_answer_wait (&loaded);
  g_assert_true (mcp_definition_list_load_finish (model, result, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 9);
  tool = MCP_TOOL (mcp_definition_list_find (model, "read_graph"));
  g_assert_nonnull (tool);
  g_assert_cmpint (mcp_json_value_get_kind (mcp_tool_get_output_schema (tool)), ==,
                   MCP_JSON_OBJECT);
  close_client (&live);
}

/* A program that is no server: what it printed is the evidence. */
static void
test_no_server (void)
{
  Live       live = { 0 };
  TestAnswer opened = { 0 };
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  transport = mcp_stdio_transport_new (
      "/bin/sh", (const char *[]){ "-c", "echo hello; echo broken >&2; exit 3", NULL });
  live.client = test_client_new (transport);
  g_signal_connect (mcp_client_get_tap (live.client), "entry", G_CALLBACK (on_entry), &live);
  mcp_client_open_async (live.client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  g_assert_false (mcp_client_open_finish (live.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  g_assert_nonnull (strstr (mcp_error_get_details (error)->evidence, "broken"));
  g_assert_cmpint (mcp_error_get_details (error)->exit_status, ==, 3);
  g_assert_cmpuint (live.n_malformed, ==, 1);
  g_clear_object (&result);
  g_assert_finalize_object (live.client);
}

void
add_client_live_tests (void)
{
  g_test_add_data_func ("/live/everything/stdio", GINT_TO_POINTER (FALSE), test_everything);
  g_test_add_data_func ("/live/everything/http", GINT_TO_POINTER (TRUE), test_everything);
  g_test_add_func ("/live/filesystem", test_filesystem);
  g_test_add_func ("/live/memory", test_memory);
  g_test_add_func ("/live/no-server", test_no_server);
}
