/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A client that finds out by itself which revisions a server speaks, against the demo server, which
 * answers the probe in every way that servers do; and what else goes wrong in either era. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "mcp-result.h"
#include "mcp-client.h"
#include "mcp-http-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-tool.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

#define ONLY_LIST "--hostile-method=tools/list"
#define LEGACY MCP_ERA_LEGACY, 0
#define MODERN MCP_ERA_MODERN, 0
#define FAILS(code) MCP_ERA_UNKNOWN, MCP_ERROR_##code

typedef struct
{
  McpClient   *client;
  GSubprocess *process;  /* (nullable) */
  GPtrArray   *findings; /* McpFinding: of what passed the tap */
  guint        n_sent;
  guint        n_answers; /* of ours */
  guint        n_notes;
  guint        n_starts;
} Session;

static GAsyncResult *taken;

static void
on_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  taken = g_object_ref (result);
}

static GAsyncResult *
wait_for_result (void)
{
  while (taken == NULL)
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (&taken);
}

static void
add_findings (Session *self, GPtrArray *findings)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    g_ptr_array_add (self->findings, g_boxed_copy (MCP_TYPE_FINDING, findings->pdata[i]));
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, Session *self)
{
  McpRecord *record = entry->record;

  if (record->kind == MCP_RECORD_SENT)
    {
      self->n_sent++;
      self->n_answers += entry->message != NULL && mcp_message_is_response (entry->message);
    }
  else if (record->kind == MCP_RECORD_NOTE)
    {
      g_test_message ("%s", record->note);
      self->n_notes++;
    }
  else if (record->kind == MCP_RECORD_PROCESS_STARTED)
    {
      self->n_starts++;
    }
  add_findings (self, entry->findings);
}

static void
die_with_us (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
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

/** @options: separated by spaces; over HTTP where one of them says so */
static void
set_up (Session *self, const char *options, McpEraChoice choice)
{
  const char      *demo = g_getenv ("SPYGLASS_DEMO");
  g_autofree char *line = g_strdup_printf ("%s %s", demo, options);
  g_auto (GStrv) words = NULL;
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_shell_parse_argv (line, NULL, &words, NULL));
  memset (self, 0, sizeof *self);
  if (strstr (options, "--http") != NULL || strstr (options, "--sse") != NULL)
    {
      g_autoptr (GSubprocessLauncher) launcher =
          g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
      g_autofree char *url = NULL;
      g_autoptr (McpTransport) sse = NULL;

      /* Nothing outlives a test that fails. */
      g_subprocess_launcher_set_child_setup (launcher, die_with_us, NULL, NULL);

      self->process = g_subprocess_launcher_spawnv (launcher, (const char *const *)words, &error);
      g_assert_no_error (error);
      url = read_url (self->process);
      transport = mcp_http_transport_new (url, NULL);
      sse = mcp_sse_transport_new (url, NULL, NULL);
      self->client = mcp_client_new (transport);
      mcp_client_set_sse_transport (self->client, sse);
    }
  else
    {
      transport = mcp_stdio_transport_new (words[0], (const char *const *)words + 1);
      self->client = mcp_client_new (transport);
    }
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_finding_unref);
  mcp_client_get_options (self->client)->era = choice;
  /* Only who is silent is not waited for: the others may be slow. */
  if (strstr (options, "silent") != NULL)
    {
      mcp_client_get_options (self->client)->probe_ms = 500;
      mcp_client_get_options (self->client)->http_probe_ms = 500;
    }
  else
    {
      mcp_client_get_options (self->client)->probe_ms = 60000;
      mcp_client_get_options (self->client)->http_probe_ms = 60000;
    }
  g_signal_connect (mcp_client_get_tap (self->client), "entry", G_CALLBACK (on_entry), self);
}

static void
tear_down (Session *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (self->client, NULL, on_done, NULL);
  result = wait_for_result ();
  g_assert_true (mcp_client_close_finish (self->client, result, NULL));
  g_clear_object (&result);
  g_clear_object (&self->client);
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
    }
  g_clear_object (&self->process);
  g_ptr_array_unref (self->findings);
}

static gboolean
open_session (Session *self, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_open_async (self->client, NULL, on_done, NULL);
  result = wait_for_result ();
  return mcp_client_open_finish (self->client, result, error);
}

static void
open_or_fail (Session *self)
{
  g_autoptr (GError) error = NULL;

  open_session (self, &error);
  g_assert_no_error (error);
}

/** Returns: (transfer full) (nullable) */
static McpListing *
list_tools (Session *self, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_list_async (self->client, MCP_DEFINITION_TOOL, NULL, NULL, NULL, NULL, on_done, NULL);
  result = wait_for_result ();
  return mcp_client_list_finish (self->client, result, error);
}

static void
list_or_fail (Session *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpListing) tools = list_tools (self, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (tools->definitions->len, >, 0);
}

/** Returns: (transfer full) (nullable) */
static McpResult *
call (Session *self, const char *name, const char *arguments, GError **error)
{
  g_autoptr (McpRequest) request = mcp_request_new ("tools/call");
  g_autoptr (GAsyncResult) result = NULL;

  mcp_request_set_string (request, "name", name);
  mcp_request_set_json (request, "arguments", arguments);
  mcp_client_call_async (self->client, request, NULL, on_done, NULL);
  result = wait_for_result ();
  return mcp_client_call_finish (self->client, result, error);
}

typedef struct
{
  const char *answer; /* (nullable): to the probe */
  const char *options;
  McpEraKind  era;
  int         code;   /* of the error, where it does not open */
  guint       notes;  /* in the log, why another way is tried */
  guint       starts; /* of the process */
} Case;

static const Case STDIO[] = {
  { NULL, "", MODERN, 0, 1 },
  { NULL, "--era=modern", MODERN, 0, 1 },
  { NULL, "--era=legacy", LEGACY, 1, 1 },
  { "method-not-found", "", LEGACY, 1, 1 },
  { "invalid-params", "", LEGACY, 1, 1 },
  { "invalid-request", "", LEGACY, 1, 1 },
  { "own-error", "", LEGACY, 1, 1 },
  { "silent", "", LEGACY, 1, 1 },
  { "exit", "", LEGACY, 1, 2 },
  { "same-version", "", MODERN, 0, 1 },
  { "other-version", "", FAILS (UNSUPPORTED_VERSION), 0, 1 },
  { "missing-capability", "", FAILS (CAPABILITY_REQUIRED), 0, 1 },
  { "header-mismatch", "", FAILS (HEADER_MISMATCH), 0, 1 },
};

static const Case HTTP[] = {
  { NULL, "", MODERN, 0, 0 },
  { NULL, "--era=modern", MODERN, 0, 0 },
  { NULL, "--era=legacy", LEGACY, 1, 0 },
  { "method-not-found", "", LEGACY, 1, 0 },
  { "invalid-params", "", LEGACY, 1, 0 },
  { "own-error", "", LEGACY, 1, 0 },
  { "http-200-page", "", LEGACY, 1, 0 },
  { "http-400", "", LEGACY, 1, 0 },
  { "http-400-session", "", LEGACY, 1, 0 },
  { "http-404", "", LEGACY, 1, 0 },
  { "http-404-page", "", LEGACY, 1, 0 },
  { "http-404-error", "", LEGACY, 1, 0 },
  { "http-405", "", LEGACY, 1, 0 },
  { "http-406", "", LEGACY, 1, 0 },
  { "http-401", "", FAILS (AUTHORIZATION_REQUIRED), 0, 0 },
  { "http-403", "", FAILS (HTTP_STATUS), 0, 0 },
  { "http-500", "", FAILS (HTTP_STATUS), 0, 0 },
  { "http-500-error", "", FAILS (HTTP_STATUS), 0, 0 },
  { "http-503", "", FAILS (HTTP_STATUS), 0, 0 },
  { "http-503-error", "", FAILS (HTTP_STATUS), 0, 0 },
  { "silent", "", FAILS (TIMED_OUT), 0, 0 },
  { "same-version", "", MODERN, 0, 0 },
  { "other-version", "", FAILS (UNSUPPORTED_VERSION), 0, 0 },
  { "missing-capability", "", FAILS (CAPABILITY_REQUIRED), 0, 0 },
  { "header-mismatch", "", FAILS (HEADER_MISMATCH), 0, 0 },
};

/* Dying is not an answer: a process is started again and asked to initialize; a URL is tried by a
 * person. */
static void
test_dying (void)
{
  static const struct
  {
    const char *options;
    McpEraKind  era;
    guint       starts;
  } CASES[] = {
    { "--hostile=die-half --hostile-method=server/discover", MCP_ERA_LEGACY, 2 },
    { "--hostile=die-at --hostile-method=server/discover", MCP_ERA_LEGACY, 2 },
    { "--hostile=crash-after --hostile-count=1", MCP_ERA_UNKNOWN, 2 },
    { "--hostile=exit-at-once", MCP_ERA_UNKNOWN, 2 },
    { "--http --hostile=cut-stream --hostile-method=server/discover", MCP_ERA_UNKNOWN, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (GError) error = NULL;
      Session self;

      g_test_message ("%s", CASES[i].options);
      set_up (&self, CASES[i].options, MCP_ERA_CHOICE_AUTO);
      g_assert_cmpint (open_session (&self, &error), ==, CASES[i].era != MCP_ERA_UNKNOWN);
      g_assert_cmpint (mcp_client_get_era (self.client), ==, CASES[i].era);
      g_assert_cmpuint (self.n_starts, ==, CASES[i].starts);
      if (error != NULL)
        g_test_message ("%s", error->message);
      else
        list_or_fail (&self);
      tear_down (&self);
    }
}

static void
run_case (const Case *row, const char *way)
{
  g_autofree char *options =
      row->answer != NULL ? g_strdup_printf ("%s --probe-answer=%s", way, row->answer)
                          : g_strdup_printf ("%s %s", way, row->options);
  g_autoptr (GError) error = NULL;
  Session  self;
  gboolean opened;

  g_test_message ("%s", options);
  set_up (&self, options, MCP_ERA_CHOICE_AUTO);
  opened = open_session (&self, &error);
  if (row->era == MCP_ERA_UNKNOWN)
    g_assert_error (error, MCP_ERROR, row->code);
  else
    g_assert_no_error (error);
  g_assert_cmpint (mcp_client_get_era (self.client), ==, row->era);
  g_assert_cmpuint (self.n_notes, ==, row->notes);
  g_assert_cmpuint (self.n_starts, ==, row->starts);
  if (opened)
    list_or_fail (&self);
  tear_down (&self);
}

/* Who chose an era reads that in the failure, and what to do about it. */
static void
test_pins (gconstpointer way)
{
  static const struct
  {
    const char  *options;
    McpEraChoice choice;
    const char  *offered;
    int          code;
    const char  *told; /* of the choice */
  } ROWS[] = {
    { "--era=legacy", MCP_ERA_CHOICE_MODERN, NULL, MCP_ERROR_OTHER_ERA,
      "settings pin this server to 2026-07-28" },
    { "--probe-answer=invalid-params", MCP_ERA_CHOICE_MODERN, NULL, MCP_ERROR_OTHER_ERA,
      "settings pin this server to 2026-07-28" },
    { "--era=modern", MCP_ERA_CHOICE_LEGACY, NULL, MCP_ERROR_OTHER_ERA, "2025-11-25 was offered" },
    { "--era=modern", MCP_ERA_CHOICE_LEGACY, "2025-03-26", MCP_ERROR_OTHER_ERA,
      "2025-03-26 was offered" },
    { "--probe-answer=silent", MCP_ERA_CHOICE_MODERN, NULL, MCP_ERROR_TIMED_OUT,
      "with the era set to automatic, initialize is tried" },
    { "--hostile=refuses-version --era=legacy", MCP_ERA_CHOICE_LEGACY, "2024-11-05",
      MCP_ERROR_UNSUPPORTED_VERSION, "pin it to 2024-11-05" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ROWS); i++)
    {
      g_autofree char *options = g_strdup_printf ("%s %s", (const char *)way, ROWS[i].options);
      g_autoptr (GError) error = NULL;
      Session self;

      g_test_message ("%s", options);
      set_up (&self, options, ROWS[i].choice);
      mcp_client_set_offered_version (self.client, ROWS[i].offered);
      mcp_client_get_options (self.client)->connect_ms =
          ROWS[i].code == MCP_ERROR_TIMED_OUT ? 500 : 60000;
      mcp_client_get_options (self.client)->request_ms = 0;
      mcp_client_get_options (self.client)->total_ms = 0;
      g_assert_false (open_session (&self, &error));
      g_assert_error (error, MCP_ERROR, ROWS[i].code);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, ROWS[i].told));
      g_assert_cmpuint (self.n_notes, ==, 0); /* nothing else was tried */
      tear_down (&self);
    }
}

static void
test_stdio (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (STDIO); i++)
    run_case (&STDIO[i], "");
}

static void
test_http (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (HTTP); i++)
    run_case (&HTTP[i], "--http");
}

static void
test_sse (void)
{
  Session self;

  set_up (&self, "--sse", MCP_ERA_CHOICE_AUTO);
  open_or_fail (&self);
  g_assert_true (MCP_IS_SSE_TRANSPORT (mcp_client_get_transport (self.client)));
  g_assert_cmpint (mcp_client_get_era (self.client), ==, MCP_ERA_LEGACY);
  g_assert_cmpuint (self.n_notes, >=, 2);
  list_or_fail (&self);
  tear_down (&self);
}

static gboolean
has_finding (Session *self, const char *code)
{
  return mcp_finding_list_has (self->findings, code);
}

/* A server that asks all the same gets no answer. On a stream everything else goes on; in the place
 * of an answer over HTTP it is none. */
static void
test_requests (gconstpointer options)
{
  gboolean http = strstr (options, "--http") != NULL;
  Session  self;
  g_autoptr (McpListing) tools = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&self, options, MCP_ERA_CHOICE_MODERN);
  open_or_fail (&self);
  tools = list_tools (&self, &error);
  if (http)
    g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  else
    g_assert_no_error (error);
  g_assert_true (has_finding (&self, "request-forbidden"));
  g_assert_cmpuint (self.n_answers, ==, 0);
  tear_down (&self);
}

static void
test_result_types (void)
{
  Session self;
  g_autoptr (McpListing) tools = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&self, "--hostile=unknown-result-type --hostile-method=tools/list", MCP_ERA_CHOICE_MODERN);
  open_or_fail (&self);
  tools = list_tools (&self, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_nonnull (strstr (mcp_error_get_details (error)->evidence, "resultType"));
  tear_down (&self);

  set_up (&self, "--hostile=no-result-type", MCP_ERA_CHOICE_MODERN);
  open_or_fail (&self);
  list_or_fail (&self);
  tear_down (&self);
}

/* Batches are read whatever the revision; only one of them allows them. */
static void
test_batches (void)
{
  static const struct
  {
    const char  *version;
    McpEraChoice choice;
    gboolean     allowed;
  } CASES[] = {
    { "2025-03-26", MCP_ERA_CHOICE_LEGACY, TRUE },
    { "2025-06-18", MCP_ERA_CHOICE_LEGACY, FALSE },
    { "2024-11-05", MCP_ERA_CHOICE_LEGACY, FALSE },
    { NULL, MCP_ERA_CHOICE_MODERN, FALSE },
  };
  static const char *const WAYS[] = { "--hostile=batch", "--http --hostile=batch",
                                      "--http --json-only --hostile=batch" };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (WAYS); j++)
      {
        Session self;

        g_test_message ("%s %s", CASES[i].version, WAYS[j]);
        set_up (&self, WAYS[j], CASES[i].choice);
        mcp_client_set_offered_version (self.client, CASES[i].version);
        open_or_fail (&self);
        list_or_fail (&self);
        g_assert_cmpint (has_finding (&self, "batch-forbidden"), ==, !CASES[i].allowed);
        tear_down (&self);
      }
}

/* Each revision is spoken as it is offered. */
static void
test_versions (gconstpointer way)
{
  static const char *const VERSIONS[] = { "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05" };

  for (gsize i = 0; i < G_N_ELEMENTS (VERSIONS); i++)
    {
      Session self;
      g_autoptr (McpResult) result = NULL;
      g_autoptr (GError) error = NULL;

      set_up (&self, way, MCP_ERA_CHOICE_LEGACY);
      mcp_client_set_offered_version (self.client, VERSIONS[i]);
      open_or_fail (&self);
      g_assert_cmpstr (
          mcp_server_info_get_protocol_version (mcp_client_get_server_info (self.client)), ==,
          VERSIONS[i]);
      result = call (&self, "describe_numbers", "{\"numbers\":[1,2]}", &error);
      g_assert_no_error (error);
      g_assert_false (result->is_error);
      tear_down (&self);
    }
}

static void
test_excluded (gconstpointer options)
{
  gboolean http = strstr (options, "--http") != NULL;
  Session  self;
  g_autoptr (McpListing) tools = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *definitions;
  guint      n_excluded = 0;

  set_up (&self, options, MCP_ERA_CHOICE_MODERN);
  open_or_fail (&self);
  tools = list_tools (&self, &error);
  g_assert_no_error (error);
  definitions = tools->definitions;
  for (guint i = 0; i < definitions->len; i++)
    {
      McpTool *tool = definitions->pdata[i];
      g_autoptr (McpResult) result = NULL;
      g_autoptr (GError) reason = NULL;

      if (mcp_tool_get_exclusion (tool) == NULL)
        continue;
      n_excluded++;
      result = call (&self, mcp_definition_get_key (definitions->pdata[i]), "{}", &reason);
      if (http)
        {
          g_assert_error (reason, MCP_ERROR, MCP_ERROR_EXCLUDED);
          g_assert_nonnull (strstr (reason->message, mcp_tool_get_exclusion (tool)));
        }
      else
        g_assert_no_error (reason);
    }
  g_assert_cmpuint (n_excluded, >, 3);
  tear_down (&self);
}

void
add_demo_probe_tests (void)
{
  g_test_add_func ("/demo/probe/stdio", test_stdio);
  g_test_add_func ("/demo/probe/http", test_http);
  g_test_add_func ("/demo/probe/sse", test_sse);
  g_test_add_func ("/demo/probe/dying", test_dying);
  g_test_add_data_func ("/demo/probe/pins/stdio", "", test_pins);
  g_test_add_data_func ("/demo/probe/pins/http", "--http", test_pins);
  g_test_add_data_func ("/demo/era/requests/stdio", "--hostile=sends-requests " ONLY_LIST,
                        test_requests);
  g_test_add_data_func ("/demo/era/requests/http", "--http --hostile=sends-requests " ONLY_LIST,
                        test_requests);
  g_test_add_func ("/demo/era/result-types", test_result_types);
  g_test_add_func ("/demo/era/batches", test_batches);
  g_test_add_data_func ("/demo/era/versions/stdio", "", test_versions);
  g_test_add_data_func ("/demo/era/versions/http", "--http", test_versions);
  g_test_add_data_func ("/demo/era/excluded/stdio", "--hostile=invalid-headers", test_excluded);
  g_test_add_data_func ("/demo/era/excluded/http", "--http --hostile=invalid-headers",
                        test_excluded);
}
