/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Both eras against servers on the official SDKs, over stdio and HTTP; needs what ./dev setup
 * installs. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "mcp-client.h"
#include "mcp-http-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "schema-tap.h"
#include "test-memory-transport.h"
#include "test-requests.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

typedef enum {
  STDIO,
  HTTP,
} Way;

typedef struct
{
  McpClient       *client;
  SchemaTap       *schema_tap;
  GSubprocess     *process; /* (nullable): of a server over HTTP */
  GPtrArray       *sent;    /* McpMessage */
  GPtrArray       *headers; /* char **: of exchanges */
  guint            n_notes;
  guint            n_deletes;
  guint            n_asked;
  gboolean         cancelled; /* the server said so */
  McpInputRequest *input;     /* (nullable) */
} Session;

static char *
find_node (void)
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *node = NULL;
  g_autofree char *sdk = NULL;

  if (tools != NULL)
    {
      node = g_build_filename (tools, "node_modules/node/bin/node", NULL);
      sdk = g_build_filename (tools, "node_modules/@modelcontextprotocol/node", NULL);
    }
  if (node == NULL || !g_file_test (node, G_FILE_TEST_EXISTS) ||
      !g_file_test (sdk, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("not installed: run ./dev setup");
      return NULL;
    }
  return g_steal_pointer (&node);
}

static char *
find_script (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "mcp", "servers", name, NULL);
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, Session *self)
{
  McpRecord *record = entry->record;

  if (record->kind == MCP_RECORD_SENT)
    {
      test_assert_shape (entry->message);
      g_ptr_array_add (self->sent, mcp_message_ref (entry->message));
    }
  else if (record->kind == MCP_RECORD_NOTE)
    {
      g_test_message ("%s", record->note);
      self->n_notes++;
    }
  else if (record->kind == MCP_RECORD_EXCHANGE_STARTED)
    {
      self->n_deletes += g_strcmp0 (record->method, "POST") != 0;
      g_ptr_array_add (self->headers, g_strdupv (record->request_headers));
    }
  else if (record->kind == MCP_RECORD_STDERR)
    {
      self->cancelled |= memmem (g_bytes_get_data (record->text, NULL),
                                 g_bytes_get_size (record->text), "cancelled", 9) != NULL;
    }
}

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Session *self)
{
  g_autoptr (GBytes) content = g_bytes_new_static ("{\"sure\":true}", 13);

  self->n_asked++;
  return mcp_input_request_accept (request, content, NULL);
}

static char *
read_url (GSubprocess *process)
{
  g_autoptr (GDataInputStream) lines =
      g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  char *line;

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  while ((line = g_data_input_stream_read_line (lines, NULL, NULL, NULL)) != NULL)
    {
      g_autofree char *owned = line;

      if (g_str_has_prefix (line, "Listening on "))
        return g_strdup (line + strlen ("Listening on "));
    }
  g_assert_not_reached ();
}

static void
die_with_us (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static McpTransport *
start (Session *self, const char *node, Way way, const char *script, const char *option)
{
  g_autofree char *path = find_script (script);
  const char      *arguments[] = { path, way == HTTP ? "http" : "stdio", option, NULL };
  const char      *environment[] = { NULL, NULL };
  g_autofree char *tools = g_strconcat ("SPYGLASS_TOOLS=", g_getenv ("SPYGLASS_TOOLS"), NULL);
  g_autofree char *url = NULL;
  McpTransport    *transport;

  if (way == HTTP)
    {
      g_autoptr (GSubprocessLauncher) launcher =
          g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);

      /* Nothing outlives a test that fails. */
      g_subprocess_launcher_set_child_setup (launcher, die_with_us, NULL, NULL);
      self->process = g_subprocess_launcher_spawn (launcher, NULL, node, path, "http", option, NULL);
      url = read_url (self->process);
      return mcp_http_transport_new (url, NULL);
    }
  environment[0] = tools;
  transport = mcp_stdio_transport_new (node, arguments);
  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (transport), environment, NULL);
  return transport;
}

/** @option: (nullable). Returns: whether there is anything to test with */
static gboolean
set_up (Session *self, Way way, McpEraChoice choice, const char *script, const char *option)
{
  g_autofree char *node = find_node ();
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (McpClientCapabilities) capabilities =
      mcp_client_capabilities_new (MCP_CLIENT_ELICITATION_FORM);

  memset (self, 0, sizeof *self);
  if (node == NULL)
    return FALSE;
  transport = start (self, node, way, script, option);
  self->client = test_client_new (transport);
  self->sent = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_message_unref);
  self->headers = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  mcp_client_set_implementation (self->client, "test", NULL, "1");
  mcp_client_set_capabilities (self->client, capabilities);
  mcp_client_get_options (self->client)->era = choice;
  self->schema_tap = schema_tap_attach (mcp_client_get_tap (self->client));
  g_signal_connect (mcp_client_get_tap (self->client), "entry", G_CALLBACK (on_entry), self);
  g_signal_connect (test_client_gate (self->client), "request", G_CALLBACK (on_input_request), self);
  return TRUE;
}

static void
tear_down (Session *self)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (self->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (self->client, result, NULL));
  g_clear_object (&result);
  g_clear_pointer (&self->schema_tap, schema_tap_detach);
  g_clear_object (&self->client);
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
    }
  g_clear_object (&self->process);
  g_ptr_array_unref (self->sent);
  g_ptr_array_unref (self->headers);
}

static gboolean
open_session (Session *self, GError **error)
{
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_open_async (self->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  return mcp_client_open_finish (self->client, result, error);
}

static void
open_or_fail (Session *self)
{
  g_autoptr (GError) error = NULL;

  open_session (self, &error);
  g_assert_no_error (error);
}

static guint
count_sent (Session *self, const char *method)
{
  guint count = 0;

  for (guint i = 0; i < self->sent->len; i++)
    count += g_strcmp0 (mcp_message_get_method (self->sent->pdata[i]), method) == 0;
  return count;
}

static const char *
get_header (Session *self, const char *name)
{
  char           **headers = self->headers->pdata[self->headers->len - 1];
  g_autofree char *start = g_strconcat (name, ": ", NULL);

  for (; *headers != NULL; headers++)
    if (g_str_has_prefix (*headers, start))
      return *headers + strlen (start);
  return NULL;
}

static McpListing *
list (Session *self, McpDefinitionKind kind)
{
  TestAnswer listed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpListing *listing;

  mcp_client_list_async (self->client, kind, NULL, NULL, NULL, NULL, test_answer_take, &listed);
  result = test_answer_wait (&listed);
  listing = mcp_client_list_finish (self->client, result, &error);
  g_assert_no_error (error);
  return listing;
}

/** Returns: (transfer full): the first text of the result */
static char *
call (Session *self, const char *name, const char *arguments)
{
  TestAnswer called = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new (arguments, strlen (arguments));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) answer = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *contents;

  test_call_tool_async (self->client, name, bytes, NULL, NULL, test_answer_take, &called);
  result = test_answer_wait (&called);
  answer = mcp_client_call_finish (self->client, result, &error);
  g_assert_no_error (error);
  g_assert_false (mcp_result_is_rpc_error (answer));
  contents = answer->parts;
  g_assert_cmpuint (contents->len, >, 0);
  return mcp_json_value_dup_string (((McpContent *)contents->pdata[0])->text, NULL);
}

static char *
read_resource (Session *self, const char *uri)
{
  TestAnswer done = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) answer = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonValue value;

  test_read_resource_async (self->client, uri, NULL, NULL, test_answer_take, &done);
  result = test_answer_wait (&done);
  answer = mcp_client_call_finish (self->client, result, &error);
  g_assert_no_error (error);
  value = mcp_json_value_resolve_pointer (answer->slot.value,
                                          "/contents/0/text");
  return mcp_json_value_dup_string (value, NULL);
}

static void
test_modern (gconstpointer data)
{
  Way            way = (Way)GPOINTER_TO_INT (data);
  Session        self;
  McpServerInfo *info;
  g_autoptr (McpListing) tools = NULL;
  g_autoptr (McpListing) again = NULL;
  g_autofree char *echo = NULL;
  g_autofree char *place = NULL;
  g_autofree char *confirmed = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  McpFreshness     freshness;

  if (!set_up (&self, way, MCP_ERA_CHOICE_AUTO, "sdk2-server.mjs", NULL))
    return;
  open_or_fail (&self);
  g_assert_cmpint (mcp_client_get_era (self.client), ==, MCP_ERA_MODERN);
  info = mcp_client_get_server_info (self.client);
  g_assert_cmpstr (mcp_server_info_get_display_name (info), ==, "On SDK 2");
  g_assert_null (mcp_server_info_get_findings (info));
  g_assert_cmpuint (count_sent (&self, "initialize"), ==, 0);

  tools = list (&self, MCP_DEFINITION_TOOL);
  g_assert_true (tools->has_freshness);
  freshness = tools->freshness;
  g_assert_cmpint (freshness.scope, ==, MCP_CACHE_PRIVATE);
  again = list (&self, MCP_DEFINITION_TOOL);
  g_assert_cmpuint (count_sent (&self, "tools/list"), ==, 1);

  echo = call (&self, "echo", "{\"words\":\"é\\u0000x\"}");
  g_assert_cmpstr (echo, ==, "é␀x"); /* no C string has a NUL */
  place = call (&self, "place", "{\"region\":\"zürich \",\"count\":42}");
  g_assert_cmpstr (place, ==, "zürich  42");
  if (way == HTTP)
    {
      g_assert_cmpstr (get_header (&self, "MCP-Protocol-Version"), ==, "2026-07-28");
      g_assert_cmpstr (get_header (&self, "Mcp-Name"), ==, "place");
      g_assert_cmpstr (get_header (&self, "Mcp-Param-Count"), ==, "42");
      g_assert_true (g_str_has_prefix (get_header (&self, "Mcp-Param-Region"), "=?base64?"));
    }
  confirmed = call (&self, "confirm", "{}");
  g_assert_cmpstr (confirmed, ==, "confirmed");
  g_assert_cmpuint (self.n_asked, ==, 1);

  first = read_resource (&self, "count://readings");
  second = read_resource (&self, "count://readings");
  g_assert_cmpstr (first, ==, second);
  g_assert_cmpuint (count_sent (&self, "resources/read"), ==, 1);
  tear_down (&self);
  g_assert_cmpuint (self.n_deletes, ==, 0); /* nor any other method than POST */
}

/* A call over HTTP without the headers that the tool wants is one that the server refuses; then the
 * tools are listed, and it goes through. */
static void
test_mismatch (void)
{
  Session          self;
  g_autofree char *place = NULL;

  if (!set_up (&self, HTTP, MCP_ERA_CHOICE_MODERN, "sdk2-server.mjs", "--modern-only"))
    return;
  open_or_fail (&self);
  place = call (&self, "place", "{\"region\":\"a\",\"count\":1}");
  g_assert_cmpstr (place, ==, "a 1");
  g_assert_cmpuint (count_sent (&self, "tools/call"), ==, 2);
  g_assert_cmpuint (count_sent (&self, "tools/list"), ==, 1);
  tear_down (&self);
}

static void
test_cancel (gconstpointer data)
{
  Way        way = (Way)GPOINTER_TO_INT (data);
  Session    self;
  TestAnswer called = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (!set_up (&self, way, MCP_ERA_CHOICE_MODERN, "sdk2-server.mjs", NULL))
    return;
  open_or_fail (&self);
  test_call_tool_async (self.client, "wait", NULL, NULL, cancellable, test_answer_take,
                        &called);
  test_wait_ms (200);
  g_cancellable_cancel (cancellable);
  result = test_answer_wait (&called);
  g_assert_null (mcp_client_call_finish (self.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  if (way == HTTP)
    {
      g_autoptr (GDataInputStream) lines =
          g_data_input_stream_new (g_subprocess_get_stderr_pipe (self.process));
      g_autoptr (GAsyncResult) read = NULL;
      g_autofree char *line = NULL;
      TestAnswer       told = { 0 };

      /* The connection is closed from the main loop. */
      g_data_input_stream_read_line_async (lines, G_PRIORITY_DEFAULT, NULL, test_answer_take, &told);
      read = test_answer_wait (&told);
      line = g_data_input_stream_read_line_finish (lines, read, NULL, NULL);

      g_assert_cmpstr (line, ==, "cancelled");
      g_assert_cmpuint (count_sent (&self, "notifications/cancelled"), ==, 0);
    }
  else
    {
      test_wait_until (&self.cancelled);
      g_assert_cmpuint (count_sent (&self, "notifications/cancelled"), ==, 1);
    }
  g_clear_object (&result);
  tear_down (&self);
}

/* One server, each way in which a person may want to speak with it. */
static void
test_pins (gconstpointer data)
{
  static const struct
  {
    McpEraChoice choice;
    const char  *option;
    McpEraKind   era; /* unknown: it does not open */
  } CASES[] = {
    { MCP_ERA_CHOICE_LEGACY, NULL, MCP_ERA_LEGACY },
    { MCP_ERA_CHOICE_MODERN, NULL, MCP_ERA_MODERN },
    { MCP_ERA_CHOICE_LEGACY, "--modern-only", MCP_ERA_UNKNOWN },
    { MCP_ERA_CHOICE_AUTO, "--modern-only", MCP_ERA_MODERN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Session self;
      g_autoptr (GError) error = NULL;

      g_test_message ("case %" G_GSIZE_FORMAT, i);
      if (!set_up (&self, (Way)GPOINTER_TO_INT (data), CASES[i].choice, "sdk2-server.mjs",
                   CASES[i].option))
        return;
      g_assert_cmpint (open_session (&self, &error), ==, CASES[i].era != MCP_ERA_UNKNOWN);
      g_assert_cmpint (mcp_client_get_era (self.client), ==, CASES[i].era);
      if (CASES[i].era == MCP_ERA_UNKNOWN)
        g_assert_error (error, MCP_ERROR, MCP_ERROR_OTHER_ERA);
      if (CASES[i].choice == MCP_ERA_CHOICE_LEGACY)
        g_assert_cmpuint (count_sent (&self, "server/discover"), ==, 0);
      tear_down (&self);
    }
}

static void
test_touchy (gconstpointer option)
{
  Session self;
  g_autoptr (McpListing) tools = NULL;

  if (!set_up (&self, STDIO, MCP_ERA_CHOICE_AUTO, "exits-on-discover.mjs", option))
    return;
  mcp_client_get_options (self.client)->probe_ms = option != NULL ? 300 : 10000;
  mcp_client_get_options (self.client)->http_probe_ms = option != NULL ? 300 : 10000;
  open_or_fail (&self);
  g_assert_cmpint (mcp_client_get_era (self.client), ==, MCP_ERA_LEGACY);
  g_assert_cmpuint (count_sent (&self, "server/discover"), ==, 1);
  g_assert_cmpuint (self.n_notes, ==, 1);
  tools = list (&self, MCP_DEFINITION_TOOL);
  g_assert_cmpuint (tools->definitions->len, ==, 1);
  tear_down (&self);
}

/** Watches a client that is made of @transport. */
static void
watch (Session *self, McpTransport *transport)
{
  self->client = test_client_new (transport);
  self->sent = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_message_unref);
  self->headers = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  mcp_client_get_options (self->client)->era = MCP_ERA_CHOICE_AUTO;
  g_signal_connect (mcp_client_get_tap (self->client), "entry", G_CALLBACK (on_entry), self);
}

static guint16
find_free_port (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);

  g_socket_listener_close (listener);
  return port;
}

/** Starts server-everything at a port of its own. Returns: the port */
static guint16
start_everything (Session *self, const char *node, const char *script, const char *mode)
{
  guint16          port = find_free_port ();
  g_autofree char *text = g_strdup_printf ("%u", port);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  gboolean up = FALSE;

  g_subprocess_launcher_setenv (launcher, "PORT", text, TRUE);
  g_subprocess_launcher_set_child_setup (launcher, die_with_us, NULL, NULL);
  self->process = g_subprocess_launcher_spawn (launcher, NULL, node, script, mode, NULL);
  for (guint attempt = 0; attempt < 200 && !up; attempt++)
    {
      g_autoptr (GSocketClient) client = g_socket_client_new ();
      g_autoptr (GSocketConnection) connection =
          g_socket_client_connect_to_host (client, "localhost", port, NULL, NULL);

      up = connection != NULL;
      if (!up)
        g_usleep (100 * 1000);
    }
  g_assert_true (up);
  return port;
}

/* What most servers are today: each way in which it is started, and what it takes to find out. */
static void
test_everything (gconstpointer data)
{
  const char      *mode = data;
  Session          self;
  g_autofree char *node = find_node ();
  g_autofree char *script = NULL;
  const char      *arguments[] = { NULL, "stdio", NULL };
  g_autofree char *url = NULL;
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (McpTransport) sse = NULL;
  g_autoptr (McpListing) tools = NULL;
  g_autofree char *echo = NULL;
  gboolean         is_sse = g_str_equal (mode, "sse");

  if (node == NULL)
    return;
  script = g_build_filename (g_getenv ("SPYGLASS_TOOLS"),
                             "node_modules/.bin/mcp-server-everything", NULL);
  arguments[0] = script;
  memset (&self, 0, sizeof self);
  if (g_str_equal (mode, "stdio"))
    {
      transport = mcp_stdio_transport_new (node, arguments);
    }
  else
    {
      url = g_strdup_printf ("http://localhost:%u/%s", start_everything (&self, node, script, mode),
                             is_sse ? "sse" : "mcp");
      transport = mcp_http_transport_new (url, NULL);
      sse = mcp_sse_transport_new (url, NULL, NULL);
    }
  watch (&self, transport);
  mcp_client_set_sse_transport (self.client, sse);
  open_or_fail (&self);
  g_assert_cmpint (mcp_client_get_era (self.client), ==, MCP_ERA_LEGACY);
  g_assert_cmpuint (count_sent (&self, "server/discover"), ==, 1);
  g_assert_cmpint (mcp_client_get_transport (self.client) == sse, ==, is_sse);
  tools = list (&self, MCP_DEFINITION_TOOL);
  g_assert_cmpuint (tools->definitions->len, >, 5);
  echo = call (&self, "echo", "{\"message\":\"x\"}");
  g_assert_cmpstr (echo, ==, "Echo: x");
  tear_down (&self);
}

/* A real server of an earlier revision does not pass for one of 2026-07-28: it answers requests of
 * that one, too, as if nothing were new in them. */
static void
test_everything_pinned (void)
{
  Session          self;
  g_autofree char *node = find_node ();
  g_autofree char *script = NULL;
  const char      *arguments[] = { NULL, "stdio", NULL };
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (GError) error = NULL;

  if (node == NULL)
    return;
  script = g_build_filename (g_getenv ("SPYGLASS_TOOLS"),
                             "node_modules/.bin/mcp-server-everything", NULL);
  arguments[0] = script;
  memset (&self, 0, sizeof self);
  transport = mcp_stdio_transport_new (node, arguments);
  watch (&self, transport);
  mcp_client_get_options (self.client)->era = MCP_ERA_CHOICE_MODERN;
  g_assert_false (open_session (&self, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_OTHER_ERA);
  g_assert_nonnull (strstr (error->message, "2026-07-28"));
  g_assert_cmpuint (count_sent (&self, "initialize"), ==, 0);
  tear_down (&self);
}

void
add_sdk_servers_tests (void)
{
  g_test_add_data_func ("/sdk/modern/stdio", GINT_TO_POINTER (STDIO), test_modern);
  g_test_add_data_func ("/sdk/modern/http", GINT_TO_POINTER (HTTP), test_modern);
  g_test_add_func ("/sdk/modern/mismatch", test_mismatch);
  g_test_add_data_func ("/sdk/modern/cancel/stdio", GINT_TO_POINTER (STDIO), test_cancel);
  g_test_add_data_func ("/sdk/modern/cancel/http", GINT_TO_POINTER (HTTP), test_cancel);
  g_test_add_data_func ("/sdk/pins/stdio", GINT_TO_POINTER (STDIO), test_pins);
  g_test_add_data_func ("/sdk/pins/http", GINT_TO_POINTER (HTTP), test_pins);
  g_test_add_data_func ("/sdk/legacy/exits", NULL, test_touchy);
  g_test_add_data_func ("/sdk/legacy/silent", "--silent", test_touchy);
  g_test_add_data_func ("/sdk/legacy/everything/stdio", "stdio", test_everything);
  g_test_add_data_func ("/sdk/legacy/everything/http", "streamableHttp", test_everything);
  g_test_add_data_func ("/sdk/legacy/everything/sse", "sse", test_everything);
  g_test_add_func ("/sdk/legacy/everything/pinned", test_everything_pinned);
}
