/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The opening answers of real servers, replayed: each becomes a whole session with whole lists,
 * nothing of it is an error, and every tool makes a form. */

#include "app-tests.h"
#include "app-form.h"
#include "app-presets-form.h"
#include "mcp-client.h"
#include "mcp-pager.h"
#include "mcp-error.h"
#include "mcp-tool.h"
#include "test-memory-transport.h"

#include <string.h>

/* In the order of McpDefinitionKind. */
static const char *const members[] = { "tools", "resources", "resourceTemplates", "prompts" };

typedef struct
{
  McpJsonDocument *session;
  McpJsonDocument *tools;
  gboolean         changed; /* a list was said to have changed */
} Server;

static char *
make_path (const char *folder, const char *name)
{
  const char *shared = g_getenv ("SPYGLASS_SHARED_DATA");

  return g_build_filename (shared != NULL ? shared : "/nonexistent", "tools-corpus", folder, name,
                           NULL);
}

static McpJsonDocument *
load (const char *folder, const char *name)
{
  g_autofree char *path = make_path (folder, name);
  g_autofree char *text = NULL;
  gsize            length;

  return g_file_get_contents (path, &text, &length, NULL)
             ? mcp_json_document_parse_text (text, (gssize)length, NULL)
             : NULL;
}

/* The entries of a list as they were recorded; none where the server was not asked. */
static McpJsonValue
get_entries (Server *server, McpDefinitionKind kind)
{
  McpJsonDocument *document = kind == MCP_DEFINITION_TOOL ? server->tools : server->session;

  return mcp_json_value_get_member (mcp_json_document_get_root (document), members[kind]);
}

static void
answer_list (TestMemoryTransport *transport,
             McpMessage          *message,
             guint64              exchange,
             Server              *server,
             McpDefinitionKind    kind)
{
  McpJsonValue     entries = get_entries (server, kind);
  g_autofree char *text = NULL;
  g_autofree char *result = NULL;

  if (!mcp_json_value_exists (entries))
    {
      test_memory_transport_say_format (
          transport, exchange,
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}",
          mcp_request_id_get_text (mcp_message_get_id (message)));
      return;
    }
  text = mcp_json_value_print_compact (entries);
  result = g_strdup_printf ("{\"%s\":%s}", members[kind], text);
  test_memory_transport_answer (transport, message, exchange, result);
}

/* What else stood on the server's output, and what it told. */
static void
say_the_rest (TestMemoryTransport *transport, guint64 exchange, Server *server)
{
  McpJsonValue root = mcp_json_document_get_root (server->session);
  McpJsonIter  iter;
  McpJsonValue one;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (root, "stdoutNonJson"));
  while (mcp_json_iter_next (&iter, NULL, &one))
    {
      g_autofree char *line = mcp_json_value_dup_string (one, NULL);

      test_memory_transport_say (transport, exchange, line);
    }
  mcp_json_iter_init (&iter, mcp_json_value_get_member (root, "notificationsSeen"));
  while (mcp_json_iter_next (&iter, NULL, &one))
    {
      g_autofree char *method = mcp_json_value_dup_text (one);

      test_memory_transport_say_format (transport, exchange, "{\"jsonrpc\":\"2.0\",\"method\":%s}",
                                        method);
    }
}

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Server     *server = data;
  const char *method = mcp_message_get_method (message);

  if (g_strcmp0 (method, "notifications/initialized") == 0)
    say_the_rest (transport, exchange, server);
  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return TRUE;
  if (g_str_equal (method, "initialize"))
    {
      McpJsonValue result = mcp_json_value_get_member (
          mcp_json_document_get_root (server->session), "initialize");
      g_autofree char *text = mcp_json_value_print_compact (result);

      test_memory_transport_answer (transport, message, exchange, text);
      return TRUE;
    }
  for (guint kind = 0; kind < G_N_ELEMENTS (members); kind++)
    if (g_str_equal (method, mcp_definition_kind_get_list_method (kind)))
      answer_list (transport, message, exchange, server, kind);
  return TRUE;
}

/* Returns: the number of errors */
static guint
count_errors (const char *server, const char *place, GPtrArray *findings)
{
  guint n = 0;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      if (mcp_finding_get_level (finding) != MCP_FINDING_ERROR)
        continue;
      g_test_message ("%s, %s: %s: %s", server, place, mcp_finding_get_code (finding),
                      mcp_finding_get_text (finding));
      n++;
    }
  return n;
}

static void
check_form (McpTool *tool)
{
  g_autoptr (AppForm) form = app_presets_new_tool_form (mcp_tool_get_input_schema (tool), APP_FORM_DEFAULT);
  g_autofree char *arguments = app_form_dup_arguments (form);

  g_assert_nonnull (app_field_get_children (app_form_get_root (form)));
  g_assert_nonnull (arguments);
}

static guint
check_listing (const char *name, McpListing *listing)
{
  GPtrArray *definitions = listing->definitions;
  guint      n = count_errors (name, "list", listing->findings);

  for (guint i = 0; i < definitions->len; i++)
    {
      McpDefinition *definition = g_ptr_array_index (definitions, i);

      n += count_errors (name, mcp_definition_get_key (definition),
                         mcp_definition_get_findings (definition));
      if (MCP_IS_TOOL (definition))
        check_form (MCP_TOOL (definition));
    }
  return n;
}

/* Returns: the number of errors */
static guint
check_list (const char *name, McpClient *client, Server *server, McpDefinitionKind kind)
{
  McpJsonValue entries = get_entries (server, kind);
  TestAnswer   loaded = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpListing) listing = NULL;
  g_autoptr (GError) error = NULL;

  mcp_client_list_async (client, kind, NULL, NULL, NULL, NULL, test_answer_take, &loaded);
  result = test_answer_wait (&loaded);
  listing = mcp_client_list_finish (client, result, &error);
  if (!mcp_json_value_exists (entries))
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
      return 0;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (listing->definitions->len, ==,
                    mcp_json_value_get_n_items (entries));
  return check_listing (name, listing);
}

static void
on_list_changed (McpClient *client, int kind, Server *server)
{
  server->changed = TRUE;
}

static McpClient *
open_client (TestMemoryTransport *transport, Server *server)
{
  McpClient *client = mcp_client_new (MCP_TRANSPORT (transport));
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_signal_connect (client, "list-changed", G_CALLBACK (on_list_changed), server);
  mcp_client_open_async (client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  g_assert_true (mcp_client_open_finish (client, result, &error));
  g_assert_no_error (error);
  return client;
}

static void
close_client (McpClient *client)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (client, result, NULL));
}

static void
check_info (Server *server, McpServerInfo *info)
{
  McpJsonValue said =
      mcp_json_value_get_member (mcp_json_document_get_root (server->session), "initialize");
  g_autofree char *version = mcp_json_value_dup_member_string (said, "protocolVersion");

  g_assert_cmpstr (mcp_server_info_get_protocol_version (info), ==, version);
  g_assert_true (mcp_json_value_equal (mcp_server_info_get_capabilities (info),
                                       mcp_json_value_get_member (said, "capabilities")));
}

static void
check_session (const char *name)
{
  Server server = { load ("sessions", name), load (".", name), FALSE };
  g_autoptr (TestMemoryTransport) transport = test_memory_transport_new (FALSE, serve, &server);
  g_autoptr (McpClient) client = NULL;
  guint n;

  g_test_message ("%s", name);
  g_assert_nonnull (server.session);
  g_assert_nonnull (server.tools);
  client = open_client (g_object_ref (transport), &server);
  check_info (&server, mcp_client_get_server_info (client));
  n = count_errors (name, "server", mcp_server_info_get_findings (mcp_client_get_server_info (client)));
  for (guint kind = 0; kind < G_N_ELEMENTS (members); kind++)
    n += check_list (name, client, &server, kind);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (mcp_client_get_state (client), ==, MCP_CLIENT_READY);
  if (g_str_equal (name, "server-everything.json"))
    test_wait_until (&server.changed);
  close_client (client);
  g_clear_object (&client);
  mcp_json_document_unref (server.session);
  mcp_json_document_unref (server.tools);
}

static void
test_all (void)
{
  g_autofree char *path = make_path ("sessions", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint       n = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      {
        check_session (name);
        n++;
      }
  if (n == 0)
    g_test_skip ("the shared data is not here");
}

void
add_sessions_tests (void)
{
  g_test_add_func ("/app/sessions/all", test_all);
}
