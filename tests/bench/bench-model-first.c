/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long a token is on its way: from the moment that the server sends the first bytes of a stream
 * until they are there as an event of ours, as bytes of curl's output, and as an event of the
 * vendor's SDK, in turn. All of them read the same clock. */

#include "bench-model.h"
#include "mcp-model-client.h"
#include "mcp-model-dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNS 200
#define WARM_UP 10
#define AIM 3.0 /* ms over curl */
#define WORD "Beginning"
#define SCRIPT \
  "[{\"say\":\"" WORD " of an answer that goes on for a little while\",\"tokens_per_second\":1000}]"

typedef enum {
  OURS,
  CURL,
  SDK,
  N_CLIENTS
} Who;

typedef struct
{
  const char     *dialect;
  char           *url;
  McpModelClient *client;
  GPtrArray      *turns;
  BenchProgram    sdk;
  gboolean        has_sdk;
} Bench;

/* One run of ours */
typedef struct
{
  gint64   first; /* µs */
  gint64   sent;
  gboolean done;
} Run;

static gint64
find_stamp (const char *headers)
{
  static const char name[] = "\nx-sent-at: ";
  g_autofree char  *lower = g_ascii_strdown (headers, -1);
  const char       *at = strstr (lower, name);

  return at != NULL ? g_ascii_strtoll (at + strlen (name), NULL, 10) : 0;
}

static void
on_event (const McpModelEvent *event, gpointer data)
{
  Run *run = data;

  if (run->first == 0 && event->kind == MCP_MODEL_EVENT_TEXT)
    run->first = g_get_monotonic_time ();
}

static void
on_exchange (McpModelExchange *exchange, gpointer data)
{
  Run             *run = data;
  g_autofree char *headers =
      exchange->response_headers != NULL ? g_strjoinv ("\n", exchange->response_headers) : NULL;
  g_autofree char *text = g_strconcat ("\n", headers, NULL);

  run->sent = find_stamp (text);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  Run *run = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpModelTurn) turn = NULL;

  mcp_model_client_send_finish (MCP_MODEL_CLIENT (source), result, &turn, NULL, &error);
  if (error != NULL)
    fprintf (stderr, "%s\n", error->message);
  run->done = TRUE;
}

static McpModelRequest
make_request (Bench *self)
{
  return (McpModelRequest){ .provider = mcp_model_client_get_provider (self->client),
                            .model = "scripted",
                            .turns = self->turns,
                            .parallel = -1 };
}

/* Returns: ms; negative where it failed, as the others */
static double
run_ours (Bench *self)
{
  Run                 run = { 0 };
  McpModelRequest     request = make_request (self);
  const McpModelWatch watch = { on_event, NULL, on_exchange, &run };

  mcp_model_client_send_async (self->client, &request, NULL, &watch, NULL, on_sent, &run);
  while (!run.done)
    g_main_context_iteration (NULL, TRUE);
  return run.first > 0 && run.sent > 0 ? (double)(run.first - run.sent) / 1000 : -1;
}

static double
run_curl (Bench *self)
{
  McpModelRequest  request = make_request (self);
  g_autofree char *url = mcp_model_request_dup_url (&request);
  g_autoptr (GBytes) body = mcp_model_request_build (&request);
  g_autofree char *text = g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  g_autoptr (GSubprocess) curl = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, "curl", "--no-buffer", "--silent", "--include",
      "--noproxy", "*", "--header", "Content-Type: application/json", "--data-binary", text, url,
      NULL);
  g_autoptr (GString) output = g_string_new (NULL);
  GInputStream *pipe = curl != NULL ? g_subprocess_get_stdout_pipe (curl) : NULL;
  char          buffer[4096];
  gssize        size;
  gint64        first = 0;
  gint64        sent;

  while (pipe != NULL && (size = g_input_stream_read (pipe, buffer, sizeof buffer, NULL, NULL)) > 0)
    {
      gint64 now = g_get_monotonic_time ();

      g_string_append_len (output, buffer, size);
      if (first == 0 && strstr (output->str, WORD) != NULL)
        first = now;
    }
  if (curl != NULL)
    g_subprocess_wait (curl, NULL, NULL);
  sent = find_stamp (output->str);
  return first > 0 && sent > 0 ? (double)(first - sent) / 1000 : -1;
}

static double
run_sdk (Bench *self)
{
  g_autofree char *request = g_strdup_printf ("%s %s\n", self->dialect, self->url);
  g_autofree char *answer = NULL;
  char            *next;
  gint64           first, sent;

  if (!g_output_stream_write_all (g_subprocess_get_stdin_pipe (self->sdk.process), request,
                                  strlen (request), NULL, NULL, NULL))
    return -1;
  answer = g_data_input_stream_read_line (self->sdk.lines, NULL, NULL, NULL);
  if (answer == NULL)
    return -1;
  first = g_ascii_strtoll (answer, &next, 10);
  sent = g_ascii_strtoll (next, NULL, 10);
  return first > 0 && sent > 0 ? (double)(first - sent) / 1000 : -1;
}

/* Returns: whether all of them were answered */
static gboolean
run_all (Bench *self, double ms[N_CLIENTS][RUNS])
{
  static double (*const run[N_CLIENTS]) (Bench *) = { run_ours, run_curl, run_sdk };

  for (int i = -WARM_UP; i < RUNS; i++)
    for (guint turn = 0; turn < N_CLIENTS; turn++)
      {
        /* Who comes first changes, so that none has the better place. */
        guint  who = (turn + (guint)(i + WARM_UP)) % N_CLIENTS;
        double value;

        if (who == SDK && !self->has_sdk)
          continue;
        value = run[who](self);
        if (value < 0)
          {
            printf ("first token, %s: failed (%s)\n", self->dialect,
                    who == OURS   ? "ours"
                    : who == CURL ? "curl"
                                  : "the SDK");
            return FALSE;
          }
        if (i >= 0)
          ms[who][i] = value;
      }
  return TRUE;
}

static void
print_all (Bench *self, double ms[N_CLIENTS][RUNS])
{
  static const char *const names[N_CLIENTS] = { "ours", "curl -N", "SDK" };
  double                   median[N_CLIENTS] = { 0 };
  double                   over;

  printf ("first token, %-16s ", self->dialect);
  for (guint who = 0; who < N_CLIENTS; who++)
    if (who != SDK || self->has_sdk)
      {
        median[who] = bench_get_quantile (ms[who], RUNS, 0.5);
        printf ("%s %.2f ms, p95 %.2f ms   ", names[who], median[who],
                bench_get_quantile (ms[who], RUNS, 0.95));
      }
  over = median[OURS] - median[CURL];
  printf ("%+.2f ms over curl (aim ≤ %.0f ms)%s\n", over, AIM, over > AIM ? " MISSED" : "");
}

static void
bench_dialect (Bench *self, const char *dialect)
{
  static double    ms[N_CLIENTS][RUNS];
  const char      *version = g_str_equal (dialect, "gemini") ? "/v1beta" : "/v1";
  g_autofree char *base = g_strconcat (self->url, version, NULL);
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("bench", mcp_model_dialect_find (dialect), base);

  self->dialect = dialect;
  self->client = mcp_model_client_new (provider, NULL);
  if (run_all (self, ms))
    print_all (self, ms);
  g_clear_object (&self->client);
}

void
bench_model_first_token (void)
{
  static const char *const dialects[] = { "openai-chat", "openai-responses", "anthropic",
                                          "gemini" };
  g_auto (BenchProgram) server = { NULL };
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);
  Bench         self = { .url = bench_program_start_model (&server, SCRIPT) };

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, "Go on.", -1));
  self.turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  g_ptr_array_add (self.turns, turn);
  self.has_sdk = bench_program_start_node (&self.sdk, BENCH_MODEL_SDKS);
  if (!self.has_sdk)
    printf ("left out: the vendors' SDKs are not installed (./dev setup)\n");
  if (self.url == NULL)
    printf ("first token: the server does not listen\n");
  for (guint i = 0; self.url != NULL && i < G_N_ELEMENTS (dialects); i++)
    bench_dialect (&self, dialects[i]);
  bench_program_end (&self.sdk);
  g_ptr_array_unref (self.turns);
  g_free (self.url);
}
