/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What signing in costs: calls with a token beside calls without one, in turn, on two servers that
 * differ in nothing else; and the way from the refusal to the token beside the client of the
 * official SDK. Medians; the spread is the middle half of the calls without a token. */

#include "mcp-auth-authorizer.h"
#include "mcp-client.h"
#include "mcp-http-transport.h"
#include "test-requests.h"

#include <libsoup/soup.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALLS 1000
#define WARM_UP 200
#define SIGN_INS 30
#define WARM_UP_SIGN_INS 3
#define PATIENCE_MS 20000

/* Programs beside this one */

typedef struct
{
  GSubprocess      *process;
  GDataInputStream *lines;
} Program;

static void
program_end (Program *self)
{
  if (self->process != NULL)
    g_subprocess_force_exit (self->process);
  g_clear_object (&self->process);
  g_clear_object (&self->lines);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Program, program_end)

/* Returns: (transfer full) (nullable): the URL that the server listens at */
static char *
start_demo (Program *self, const char *const *options)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;
  g_autofree char *line = NULL;

  g_strv_builder_add_many (builder, SPYGLASS_DEMO_PATH, "--http", NULL);
  g_strv_builder_addv (builder, (const char **)options);
  words = g_strv_builder_end (builder);
  self->process =
      g_subprocess_newv ((const char *const *)words, G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL);
  if (self->process == NULL)
    return NULL;
  self->lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  while ((line = g_data_input_stream_read_line (self->lines, NULL, NULL, NULL)) != NULL)
    {
      if (g_str_has_prefix (line, "Listening on "))
        return g_strdup (line + strlen ("Listening on "));
      g_clear_pointer (&line, g_free);
    }
  return NULL;
}

/* Figures */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double one = *(const double *)a;
  double other = *(const double *)b;

  return (one > other) - (one < other);
}

/* @values: sorted by it. Returns: what @part of them are below */
static double
get_quantile (double *values, guint n, double part)
{
  qsort (values, n, sizeof values[0], compare_doubles);
  return values[(guint)((double)(n - 1) * part)];
}

static double
get_ms_since (gint64 start)
{
  return (double)(g_get_monotonic_time () - start) / 1000;
}

/* Calls */

typedef struct
{
  gboolean done;
  gboolean failed;
} Wait;

static void
wait_for (Wait *wait)
{
  while (!wait->done)
    g_main_context_iteration (NULL, TRUE);
}

static void
end_wait (Wait *wait, GError *error)
{
  if (error != NULL)
    fprintf (stderr, "%s\n", error->message);
  wait->failed = error != NULL;
  wait->done = TRUE;
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  mcp_client_open_finish (MCP_CLIENT (source), result, &error);
  end_wait (data, error);
}

static void
on_called (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResult) answer = mcp_client_call_finish (MCP_CLIENT (source), result, &error);

  end_wait (data, error);
}

/* The person who signs in, and agrees at once */

typedef struct
{
  McpAuthFlow *flow;
  SoupSession *session;
  Wait         wait;
} SignIn;

static void
on_page (GObject *source, GAsyncResult *result, gpointer data)
{
  SignIn      *self = data;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  const char  *back = soup_message_headers_get_one (soup_message_get_response_headers (message),
                                                    "Location");
  g_autoptr (GBytes) body = soup_session_send_and_read_finish (SOUP_SESSION (source), result, NULL);
  g_autoptr (GError) error = NULL;

  if (back == NULL || !mcp_auth_flow_paste (self->flow, back, &error))
    fprintf (stderr, "the sign-in page leads nowhere\n");
}

static void
on_open_browser (McpAuthFlow *flow, const char *url, SignIn *self)
{
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_and_read_async (self->session, message, G_PRIORITY_DEFAULT, NULL, on_page,
                                    self);
}

static void
on_needed (McpAuthAuthorizer *authorizer, McpAuthFlow *flow, const char *url, SignIn *self)
{
  self->flow = flow;
  on_open_browser (flow, url, self);
}

/* @person: (nullable): signs in as soon as the server asks for a token. Returns: (transfer full)
 * (nullable) */
static McpClient *
open_client (const char *url, SignIn *person)
{
  McpTransport *transport = mcp_http_transport_new (url, NULL);
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  g_autoptr (McpAuthAuthorizer) authorizer = NULL;
  McpClient *client;
  Wait       wait = { FALSE };

  if (person != NULL)
    {
      authorizer = mcp_auth_authorizer_new (url, NULL, settings, NULL);
      g_signal_connect (authorizer, "open-browser", G_CALLBACK (on_needed), person);
      mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (transport),
                                          MCP_HTTP_AUTHORIZER (authorizer));
    }
  client = test_client_new (transport);
  g_object_unref (transport);
  mcp_client_get_options (client)->connect_ms = PATIENCE_MS;
  mcp_client_get_options (client)->request_ms = PATIENCE_MS;
  mcp_client_open_async (client, NULL, on_opened, &wait);
  wait_for (&wait);
  if (wait.failed)
    g_clear_object (&client);
  return client;
}

/* Returns: ms; negative where it failed */
static double
time_call (McpClient *client)
{
  static const char text[] = "{\"message\":\"hi\"}";
  g_autoptr (GBytes) arguments = g_bytes_new_static (text, strlen (text));
  Wait   wait = { FALSE };
  gint64 start = g_get_monotonic_time ();

  test_call_tool_async (client, "echo", arguments, NULL, NULL, on_called, &wait);
  wait_for (&wait);
  return wait.failed ? -1 : get_ms_since (start);
}

static gboolean
time_calls (McpClient *without, McpClient *with, double bare[CALLS], double signed_[CALLS])
{
  for (guint i = 0; i < WARM_UP; i++)
    if (time_call (without) < 0 || time_call (with) < 0)
      return FALSE;
  for (guint i = 0; i < CALLS; i++)
    {
      /* Who comes first changes, so that neither has the better place. */
      if (i % 2 == 0)
        bare[i] = time_call (without);
      signed_[i] = time_call (with);
      if (i % 2 != 0)
        bare[i] = time_call (without);
      if (bare[i] < 0 || signed_[i] < 0)
        return FALSE;
    }
  return TRUE;
}

static void
bench_calls (void)
{
  static const char *const plain[] = { NULL };
  static const char *const guarded[] = { "--auth", NULL };
  static double            bare[CALLS], signed_[CALLS];
  g_auto (Program) plain_demo = { NULL };
  g_auto (Program) guarded_demo = { NULL };
  g_autofree char *plain_url = start_demo (&plain_demo, plain);
  g_autofree char *guarded_url = start_demo (&guarded_demo, guarded);
  g_autoptr (SoupSession) session = soup_session_new ();
  SignIn person = { NULL, session, { FALSE } };
  g_autoptr (McpClient) without = plain_url != NULL ? open_client (plain_url, NULL) : NULL;
  g_autoptr (McpClient) with = guarded_url != NULL ? open_client (guarded_url, &person) : NULL;
  double spread, difference;

  if (without == NULL || with == NULL || !time_calls (without, with, bare, signed_))
    {
      printf ("calls: failed\n");
      return;
    }
  spread = get_quantile (bare, CALLS, 0.75) - get_quantile (bare, CALLS, 0.25);
  difference = get_quantile (signed_, CALLS, 0.5) - get_quantile (bare, CALLS, 0.5);
  printf ("%d calls each, in turn       without %.1f µs   with a token %.1f µs   difference %+.1f µs\n",
          CALLS, get_quantile (bare, CALLS, 0.5) * 1000, get_quantile (signed_, CALLS, 0.5) * 1000,
          difference * 1000);
  printf ("%-28s without %.1f µs   with a token %.1f µs   %s\n", "  spread (middle half)",
          spread * 1000,
          (get_quantile (signed_, CALLS, 0.75) - get_quantile (signed_, CALLS, 0.25)) * 1000,
          fabs (difference) <= spread ? "the difference lies within" : "MISSED (aim: within)");
}

/* Signing in */

static void
on_signed_in (GObject *source, GAsyncResult *result, gpointer data)
{
  SignIn *self = data;
  g_autoptr (GError) error = NULL;

  mcp_auth_flow_run_finish (MCP_AUTH_FLOW (source), result, &error);
  end_wait (&self->wait, error);
}

/* Returns: ms; negative where it failed */
static double
sign_in (const char *url, SoupSession *session)
{
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  gint64 start = g_get_monotonic_time ();
  g_autoptr (McpAuthFlow) flow = mcp_auth_flow_new (url, NULL, settings);
  SignIn self = { flow, session, { FALSE } };

  g_signal_connect (flow, "open-browser", G_CALLBACK (on_open_browser), &self);
  mcp_auth_flow_run_async (flow, MCP_AUTH_STEP_TOKEN, NULL, on_signed_in, &self);
  wait_for (&self.wait);
  return self.wait.failed || mcp_auth_flow_get_record (flow) == NULL ? -1 : get_ms_since (start);
}

/* Returns: ms; negative where it failed */
static double
sign_in_sdk (Program *sdk, const char *url)
{
  g_autofree char *request = g_strconcat (url, "\n", NULL);
  g_autofree char *answer = NULL;

  if (!g_output_stream_write_all (g_subprocess_get_stdin_pipe (sdk->process), request,
                                  strlen (request), NULL, NULL, NULL))
    return -1;
  answer = g_data_input_stream_read_line (sdk->lines, NULL, NULL, NULL);
  return answer != NULL ? g_ascii_strtod (answer, NULL) : -1;
}

/* Returns: whether it is there */
static gboolean
start_sdk (Program *self)
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *node =
      g_build_filename (tools != NULL ? tools : "/", "node_modules", "node", "bin", "node", NULL);
  g_autofree char *sdk = g_build_filename (tools != NULL ? tools : "/", "node_modules",
                                           "@modelcontextprotocol", "sdk", NULL);

  if (!g_file_test (node, G_FILE_TEST_EXISTS) || !g_file_test (sdk, G_FILE_TEST_EXISTS))
    return FALSE;
  self->process = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, node, BENCH_AUTH_SDK,
      NULL);
  if (self->process != NULL)
    self->lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  return self->process != NULL;
}

static void
bench_sign_in (void)
{
  static const char *const options[] = { "--auth", NULL };
  g_auto (Program) demo = { NULL };
  g_auto (Program) sdk = { NULL };
  g_autofree char *url = start_demo (&demo, options);
  g_autoptr (SoupSession) session = soup_session_new ();
  double ours[SIGN_INS], theirs[SIGN_INS];
  double own, other;

  if (url == NULL)
    {
      printf ("signing in: the server does not listen\n");
      return;
    }
  if (!start_sdk (&sdk))
    {
      printf ("skipped: the SDK's client is not installed (./dev setup)\n");
      return;
    }
  for (int i = -WARM_UP_SIGN_INS; i < SIGN_INS; i++)
    {
      own = sign_in (url, session);
      other = sign_in_sdk (&sdk, url);
      if (own < 0 || other < 0)
        {
          printf ("signing in: failed (%s)\n", own < 0 ? "ours" : "the SDK");
          return;
        }
      if (i >= 0)
        {
          ours[i] = own;
          theirs[i] = other;
        }
    }
  own = get_quantile (ours, SIGN_INS, 0.5);
  other = get_quantile (theirs, SIGN_INS, 0.5);
  printf ("%d sign-ins each, in turn     ours %.2f ms   SDK %.2f ms   ratio %.2f×\n", SIGN_INS, own,
          other, own / other);
}

int
main (void)
{
  signal (SIGPIPE, SIG_IGN); /* as all of our programs do */
  setvbuf (stdout, NULL, _IOLBF, 0);
  bench_calls ();
  bench_sign_in ();
  return 0;
}
