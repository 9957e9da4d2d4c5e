/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A person stops a model in the middle of its answer; and asks three of them the same. */

#include "bench-model.h"
#include "mcp-error.h"
#include "mcp-model-client.h"
#include "mcp-model-dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STOPS 50
#define COMPARISONS 50
#define MODELS 3
#define AIM_CLOSED 50.0 /* ms */
#define AIM_NEXT 100.0
#define AIM_APART 50.0

/* An answer that takes a while */
#define SCRIPT                                                                                    \
  "[{\"say\":\"One two three four five six seven eight nine ten eleven twelve thirteen fourteen " \
  "fifteen sixteen seventeen eighteen nineteen twenty and so on and on, as answers do that take " \
  "their time until a person has read enough of them.\",\"tokens_per_second\":%d}]"

typedef struct
{
  McpModelClient *client;
  GPtrArray      *turns; /* (element-type McpModelTurn) */
  GCancellable   *cancellable;
  gint64          first; /* µs: of the first piece of text; 0: none yet */
  gint64          ended; /* 0: it runs */
} Conversation;

static void
on_event (const McpModelEvent *event, gpointer data)
{
  Conversation *self = data;

  if (self->first == 0 && event->kind == MCP_MODEL_EVENT_TEXT)
    self->first = g_get_monotonic_time ();
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  Conversation *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpModelTurn) turn = NULL;

  mcp_model_client_send_finish (MCP_MODEL_CLIENT (source), result, &turn, NULL, &error);
  if (error != NULL && !g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    fprintf (stderr, "%s\n", error->message);
  self->ended = g_get_monotonic_time ();
}

static void
conversation_begin (Conversation *self, const char *dialect, const char *url)
{
  const char      *version = g_str_equal (dialect, "gemini") ? "/v1beta" : "/v1";
  g_autofree char *base = g_strconcat (url, version, NULL);
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("bench", mcp_model_dialect_find (dialect), base);
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, "Go on.", -1));
  self->client = mcp_model_client_new (provider, NULL);
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  g_ptr_array_add (self->turns, turn);
}

static void
conversation_ask (Conversation *self)
{
  const McpModelRequest request = { .provider = mcp_model_client_get_provider (self->client),
                                    .model = "scripted",
                                    .turns = self->turns,
                                    .parallel = -1 };
  const McpModelWatch   watch = { on_event, NULL, NULL, self };

  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->first = self->ended = 0;
  mcp_model_client_send_async (self->client, &request, NULL, &watch, self->cancellable, on_sent,
                               self);
}

static void
conversation_end (Conversation *self)
{
  g_clear_object (&self->cancellable);
  g_clear_object (&self->client);
  g_clear_pointer (&self->turns, g_ptr_array_unref);
}

static void
wait_until (const gint64 *stamp, const Conversation *self)
{
  while (*stamp == 0 && self->ended == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Returns: µs, as the server tells; 0 where it does not */
static gint64
read_hang_up (BenchProgram *server)
{
  static const char start[] = "Hung up at ";
  g_autofree char  *line = g_data_input_stream_read_line (server->lines, NULL, NULL, NULL);

  return line != NULL && g_str_has_prefix (line, start)
             ? g_ascii_strtoll (line + strlen (start), NULL, 10)
             : 0;
}

/* Returns: whether the model was stopped while it said something */
static gboolean
stop_once (Conversation *self, BenchProgram *server, double *closed, double *next)
{
  gint64 start;
  gint64 hung_up;

  conversation_ask (self);
  wait_until (&self->first, self);
  if (self->first == 0 || self->ended != 0)
    return FALSE;
  start = g_get_monotonic_time ();
  g_cancellable_cancel (self->cancellable);
  wait_until (&self->ended, self);
  hung_up = read_hang_up (server);
  *closed = (double)(hung_up - start) / 1000;
  *next = (double)(self->ended - start) / 1000;
  return hung_up > 0;
}

static void
print_stop (const char *what, double *values, double aim)
{
  double median = bench_get_quantile (values, STOPS, 0.5);
  double p95 = bench_get_quantile (values, STOPS, 0.95);

  printf ("stop, %-22s median %.2f ms   p95 %.2f ms   max %.2f ms   (aim ≤ %.0f ms)%s\n", what,
          median, p95, values[STOPS - 1], aim, p95 > aim ? " MISSED" : "");
}

void
bench_model_stop (void)
{
  g_autofree char *script = g_strdup_printf (SCRIPT, 20);
  g_auto (BenchProgram) server = { NULL };
  g_autofree char *url = bench_program_start_model (&server, script);
  Conversation     self = { NULL };
  double           closed[STOPS], next[STOPS];
  guint            i = 0;

  if (url != NULL)
    {
      conversation_begin (&self, "openai-chat", url);
      while (i < STOPS && stop_once (&self, &server, &closed[i], &next[i]))
        i++;
      conversation_end (&self);
    }
  if (i < STOPS)
    {
      printf ("stop: failed\n");
      return;
    }
  print_stop ("to the closed socket", closed, AIM_CLOSED);
  print_stop ("to the next prompt", next, AIM_NEXT);
}

/* Returns: ms between the first and the last that began to answer; negative where one did not */
static double
compare_once (Conversation models[MODELS])
{
  gint64 least = G_MAXINT64;
  gint64 most = 0;

  for (guint i = 0; i < MODELS; i++)
    conversation_ask (&models[i]);
  for (guint i = 0; i < MODELS; i++)
    wait_until (&models[i].ended, &models[i]);
  for (guint i = 0; i < MODELS; i++)
    {
      least = MIN (least, models[i].first);
      most = MAX (most, models[i].first);
    }
  return least > 0 ? (double)(most - least) / 1000 : -1;
}

void
bench_model_compare (void)
{
  static const char *const dialects[MODELS] = { "openai-chat", "anthropic", "gemini" };
  g_autofree char         *script = g_strdup_printf (SCRIPT, 2000);
  g_auto (BenchProgram) server = { NULL };
  g_autofree char *url = bench_program_start_model (&server, script);
  Conversation     models[MODELS] = { { NULL } };
  double           apart[COMPARISONS];
  double           p95;
  guint            n = 0;

  for (guint i = 0; url != NULL && i < MODELS; i++)
    conversation_begin (&models[i], dialects[i], url);
  while (url != NULL && n < COMPARISONS && (apart[n] = compare_once (models)) >= 0)
    n++;
  for (guint i = 0; i < MODELS; i++)
    conversation_end (&models[i]);
  if (n < COMPARISONS)
    {
      printf ("three models: failed\n");
      return;
    }
  p95 = bench_get_quantile (apart, COMPARISONS, 0.95);
  printf ("%-28s median %.2f ms   p95 %.2f ms   max %.2f ms   (aim ≤ %.0f ms)%s\n",
          "three models begin, apart", bench_get_quantile (apart, COMPARISONS, 0.5), p95,
          apart[COMPARISONS - 1], AIM_APART, p95 > AIM_APART ? " MISSED" : "");
}
