/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-trace.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* What fits beside the numbers. */
#define PROGRESS_CHARACTERS 60

/* A request of ours, or the opening of a session. Times are µs of g_get_monotonic_time(), 0 for
 * what has not happened. */
typedef struct
{
  guint64     sequence; /* 0: the opening */
  guint64     exchange;
  const char *method;
  gint64      sent;
  gint64      first; /* the first byte, where there is HTTP */
  gint64      done;
} Timed;

struct _AppCliTrace
{
  GObject                 parent_instance;
  const AppCliInvocation *invocation;
  GArray                 *times; /* Timed */
};

APP_DEFINE_SESSION_FEATURE (AppCliTrace, app_cli_trace)
MCP_DEFINE_INIT (AppCliTrace, app_cli_trace)
MCP_DEFINE_CLASS_INIT (AppCliTrace, app_cli_trace)

MCP_DEFINE_FINALIZE (AppCliTrace, app_cli_trace)
{
  g_array_unref (self->times);
}

/* Messages */

static void
print_text (AppRedactor *redactor, const char *mark, GBytes *text)
{
  g_autoptr (GBytes) masked = app_redactor_redact (redactor, text);
  gsize            length;
  const char      *data = g_bytes_get_data (masked, &length);
  g_autofree char *visible = NULL;

  if (isatty (STDERR_FILENO))
    {
      visible = app_visible_text_json (data, length);
      data = visible;
      length = strlen (visible);
    }
  while (length > 0 && (data[length - 1] == '\n' || data[length - 1] == '\r'))
    length--;
  fprintf (stderr, "%s ", mark);
  fwrite (data, 1, length, stderr);
  fputc ('\n', stderr);
}

static void
print_entry (McpTap *tap, McpTapEntry *entry, AppRedactor *redactor)
{
  McpRecord *record = entry->record;
  gboolean   second = (entry->flags & MCP_TAP_SECOND) != 0;

  if ((entry->flags & MCP_TAP_BATCH_MEMBER) != 0)
    return;
  if (record->kind == MCP_RECORD_EXCHANGE_HEADERS)
    fprintf (stderr, "· HTTP %d\n", record->status);
  if (record->kind == MCP_RECORD_NOTE && record->note != NULL)
    {
      g_autofree char *masked = app_redactor_redact_text (redactor, record->note);
      g_autofree char *line = app_visible_text_line (masked, 0);

      /* What Spyglass did by itself, such as opening the session in another way. */
      fprintf (stderr, "· %s\n", line);
    }
  if (record->text == NULL)
    return;
  if (record->kind == MCP_RECORD_SENT)
    print_text (redactor, second ? "→ (second)" : "→", record->text);
  else if (record->kind == MCP_RECORD_RECEIVED)
    print_text (redactor, second ? "← (second)" : "←", record->text);
  else if (record->kind == MCP_RECORD_MALFORMED)
    print_text (redactor, "⚠ ←", record->text);
}

/* Times */

static void
begin (AppCliTrace *self, guint64 sequence, const char *method)
{
  Timed timed = { sequence, 0, g_intern_string (method), g_get_monotonic_time (), 0, 0 };

  g_array_append_val (self->times, timed);
}

static void
time_entry (McpTap *tap, McpTapEntry *entry, AppCliTrace *self)
{
  McpRecord *record = entry->record;
  gboolean   ends = (entry->flags & MCP_TAP_ENDS) != 0 ||
                  (record->kind == MCP_RECORD_RECEIVED && entry->message != NULL &&
                   mcp_message_get_method (entry->message) == NULL);

  if (record->kind == MCP_RECORD_SENT && entry->question == 0 && entry->method != NULL &&
      !g_str_has_prefix (entry->method, "notifications/"))
    begin (self, entry->sequence, entry->method);
  for (guint i = 0; i < self->times->len; i++)
    {
      Timed   *timed = &g_array_index (self->times, Timed, i);
      gboolean is_its = timed->sequence != 0 && timed->sequence == entry->question;

      if (is_its && record->kind == MCP_RECORD_EXCHANGE_STARTED)
        timed->exchange = record->exchange;
      if (is_its && ends)
        timed->done = record->monotonic;
      if (record->kind == MCP_RECORD_EXCHANGE_HEADERS && timed->exchange == record->exchange)
        timed->first = record->monotonic;
    }
}

/* Returns: (nullable): %NULL for what has not happened */
static char *
dup_milliseconds (gint64 begun, gint64 ended)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.1f", (double)(ended - begun) / 1000.0);
  return ended > 0 ? g_strdup (number) : NULL;
}

void
app_cli_trace_print_times (AppCliTrace *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean as_json = self->invocation->output.as_json;

  fflush (stdout);
  mcp_json_writer_add (writer, "{'timing': [");
  for (guint i = 0; i < self->times->len; i++)
    {
      const Timed     *all = (const Timed *)(gpointer)self->times->data;
      g_autofree char *begun = dup_milliseconds (all->sent, all[i].sent);
      g_autofree char *first = dup_milliseconds (all[i].sent, all[i].first);
      g_autofree char *done = dup_milliseconds (all[i].sent, all[i].done);

      mcp_json_writer_add (writer, "{'method': %s, 'begun': %r, 'firstByte': ?%r, 'done': ?%r}",
                           all[i].method, begun, first, done);
      if (!as_json)
        /* Translators: the method of a request, when it was sent, and two times after that; “–” for
         * what has not happened */
        fprintf (stderr, _ ("· %s: begun at %s ms, first byte after %s ms, done after %s ms\n"),
                 all[i].method, begun, first != NULL ? first : "–", done != NULL ? done : "–");
    }
  mcp_json_writer_add (writer, "]}");
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  if (as_json && self->times->len > 0)
    fprintf (stderr, "%s\n", text);
  g_array_set_size (self->times, 0);
}

static void
opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppCliTrace *self = APP_CLI_TRACE (feature);
  McpTap      *tap = mcp_client_get_tap (client);

  if (self->invocation->output.trace)
    g_signal_connect_object (tap, "entry", G_CALLBACK (print_entry),
                             app_session_get_redactor (session), 0);
  if (!self->invocation->output.timing)
    return;
  begin (self, 0, "connect");
  g_signal_connect_object (tap, "entry", G_CALLBACK (time_entry), self, 0);
}

static void
opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  GArray *times = APP_CLI_TRACE (feature)->times;

  for (guint i = 0; i < times->len; i++)
    if (g_array_index (times, Timed, i).sequence == 0)
      g_array_index (times, Timed, i).done = g_get_monotonic_time ();
}

/* Progress */

static void
on_progress (AppCall *call, GParamSpec *pspec, gpointer user_data)
{
  const AppProgress *progress = app_call_get_progress (call);
  g_autofree char   *message = app_visible_text_line (progress->message, PROGRESS_CHARACTERS);

  if (progress->total > 0)
    fprintf (stderr, "\r%.0f / %.0f  %s\033[K", progress->last.value, progress->total, message);
  else
    fprintf (stderr, "\r%.0f  %s\033[K", progress->last.value, message);
}

void
app_cli_trace_end_progress (AppCall *call)
{
  if (g_signal_handlers_disconnect_by_func (call, on_progress, NULL) > 0 &&
      app_call_get_progress (call)->last.value >= 0)
    fputs ("\r\033[K", stderr);
}

static gboolean
prepare (AppSessionFeature *feature,
         AppSession        *session,
         AppCall           *call,
         AppCallRequest    *request,
         GError           **error)
{
  const AppCliInvocation *invocation = APP_CLI_TRACE (feature)->invocation;

  g_signal_handlers_disconnect_by_func (call, on_progress, NULL);
  if (isatty (STDERR_FILENO) && !invocation->output.quiet && !invocation->output.json)
    g_signal_connect (call, "notify::progress", G_CALLBACK (on_progress), NULL);
  return TRUE;
}

static void
ended (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  app_cli_trace_end_progress (call);
}

static void
app_cli_trace_feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = opening;
  iface->opened = opened;
  iface->prepare = prepare;
  iface->ended = ended;
}

AppCliTrace *
app_cli_trace_new (const AppCliInvocation *invocation)
{
  AppCliTrace *self = g_object_new (APP_TYPE_CLI_TRACE, NULL);

  self->invocation = invocation;
  self->times = g_array_new (FALSE, FALSE, sizeof (Timed));
  return self;
}
