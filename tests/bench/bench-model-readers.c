/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the reader of each dialect takes in a second: recorded responses whose pieces are repeated
 * until each is as long as a long answer with all of its thoughts. */

#include "bench-model.h"
#include "mcp-limits.h"
#include "mcp-model-stream.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define STREAM_BYTES (4u * 1000u * 1000u)
#define N_STREAMS 25
#define AIM 100.0 /* MB/s */

typedef struct
{
  const char *dialect;
  const char *file;  /* (nullable): one event a line; what is written here else */
  const char *piece; /* is in each line that is repeated */
  gboolean    named; /* each event tells its type before its data */
  const char *lines; /* (nullable) */
} Recording;

static const Recording recordings[] = {
  { "openai-chat", "deepseek/deepseek-reasoning.chunks.txt", "\"finish_reason\":null", FALSE, NULL },
  { "openai-chat", "openai/openai-text.chunks.txt", "\"delta\":{\"content\"", FALSE, NULL },
  { "openai-responses", "open-responses/lmstudio-basic.1.chunks.txt", ".delta\"", TRUE, NULL },
  { "anthropic", "anthropic/anthropic-text.chunks.txt", "\"content_block_delta\"", TRUE, NULL },
  { "gemini", "google/google-text.chunks.txt", "[{\"text\":\"T", FALSE, NULL },
  { "ollama", NULL, "\"done\":false", FALSE,
    "{\"model\":\"qwen3:8b\",\"created_at\":\"2026-08-22T09:00:00.153456789Z\",\"message\":"
    "{\"role\":\"assistant\",\"content\":\" The\"},\"done\":false}\n"
    "{\"model\":\"qwen3:8b\",\"created_at\":\"2026-08-22T09:00:00.183456789Z\",\"message\":"
    "{\"role\":\"assistant\",\"content\":\" answer\"},\"done\":false}\n"
    "{\"model\":\"qwen3:8b\",\"created_at\":\"2026-08-22T09:00:00.213456789Z\",\"message\":"
    "{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\","
    "\"total_duration\":4935886791,\"load_duration\":534986708,\"prompt_eval_count\":26,"
    "\"prompt_eval_duration\":107345000,\"eval_count\":237,\"eval_duration\":4289432000}\n" },
};

static void
append_event (GString *stream, const Recording *recording, const char *line)
{
  const char *type = recording->named ? strstr (line, "\"type\":\"") : NULL;

  if (strcmp (recording->dialect, "ollama") == 0)
    {
      g_string_append_printf (stream, "%s\n", line);
      return;
    }
  if (type != NULL)
    {
      type += strlen ("\"type\":\"");
      g_string_append_printf (stream, "event: %.*s\n", (int)strcspn (type, "\""), type);
    }
  g_string_append_printf (stream, "data: %s\n\n", line);
}

/* @lines: the first run of those with pieces is repeated. Returns: (transfer full) */
static GString *
make_stream (const Recording *recording, char **lines)
{
  GString *stream = g_string_sized_new (STREAM_BYTES + STREAM_BYTES / 8);
  guint    first = 0, end;

  while (lines[first] != NULL && strstr (lines[first], recording->piece) == NULL)
    append_event (stream, recording, lines[first++]);
  for (end = first; lines[end] != NULL && strstr (lines[end], recording->piece) != NULL; end++)
    {
    }
  while (end > first && stream->len < STREAM_BYTES)
    for (guint i = first; i < end; i++)
      append_event (stream, recording, lines[i]);
  for (; lines[end] != NULL; end++)
    if (*lines[end] != '\0')
      append_event (stream, recording, lines[end]);
  return stream;
}

static void
on_event (const McpModelEvent *event, gpointer data)
{
  guint *n_events = data;

  ++*n_events;
}

/* Returns: what was told of; 0 where it was no response to the end of it */
static guint
read_stream (McpModelProvider *provider, const GString *stream)
{
  guint n_events = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpModelTurn) turn = NULL;
  g_autoptr (McpModelStream) reader = mcp_model_stream_new (
      provider,
      provider->dialect->framing == MCP_MODEL_FRAMING_LINES ? "application/x-ndjson"
                                                            : "text/event-stream",
      on_event, &n_events);

  for (gsize at = 0; at < stream->len; at += MCP_READ_SIZE)
    if (!mcp_model_stream_push (reader, stream->str + at, MIN (MCP_READ_SIZE, stream->len - at)))
      break;
  turn = mcp_model_stream_finish (reader, FALSE, NULL, &error);
  return error == NULL ? n_events : 0;
}

static void
bench_recording (const Recording *recording, const char *text)
{
  const McpModelDialect *dialect = mcp_model_dialect_find (recording->dialect);
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("bench", dialect, "http://127.0.0.1");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *name =
      recording->file != NULL ? g_path_get_basename (recording->file) : g_strdup ("written here");
  GString *stream = make_stream (recording, lines);
  guint    n_events = read_stream (provider, stream); /* warms up, too */
  clock_t  start = clock ();
  double   seconds, speed;

  for (guint i = 0; i < N_STREAMS; i++)
    n_events = MIN (n_events, read_stream (provider, stream));
  /* Of the processor, so that what else runs here does not count. */
  seconds = (double)(clock () - start) / CLOCKS_PER_SEC;
  speed = (double)stream->len * N_STREAMS / 1e6 / seconds;
  if (n_events == 0)
    printf ("reading %-16s failed: %s\n", recording->dialect, name);
  else
    printf ("reading %-16s %6.1f MB/s  %5.2f µs a piece of %3.0f bytes  (aim ≥ %.0f MB/s)%s  %s\n",
            recording->dialect, speed, seconds * 1e6 / N_STREAMS / n_events,
            (double)stream->len / n_events, AIM, speed < AIM ? " MISSED" : "", name);
  g_string_free (stream, TRUE);
}

void
bench_model_readers (void)
{
  const char *shared = g_getenv ("SPYGLASS_SHARED_DATA");

  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      const Recording *recording = &recordings[i];
      g_autofree char *text = g_strdup (recording->lines);
      g_autofree char *path =
          g_build_filename (shared != NULL ? shared : "../shared/data", "llm-streams",
                            recording->file != NULL ? recording->file : "", NULL);

      if (text == NULL && !g_file_get_contents (path, &text, NULL, NULL))
        printf ("left out: %s is not there\n", path);
      else
        bench_recording (recording, text);
    }
}
