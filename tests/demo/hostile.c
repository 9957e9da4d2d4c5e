/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "hostile.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long the grandchild lives when nobody ends it. */
#define GRANDCHILD_SECONDS "120"
#define NOISE_LINES 5000
/* Requests that a server answers before it misbehaves, unless told otherwise. */
#define DEFAULT_REQUESTS 3

#define ALL_METHODS "all"

static const struct
{
  const char *name;
  const char *method; /* whose answers are spoilt unless told otherwise; NULL: all but initialize */
  const char *description;
} kinds[HOSTILE_N_KINDS] = {
  { "exit-at-once", NULL, "writes to stderr and exits before the first message" },
  { "slow-start", NULL, "waits --hostile-delay before it reads" },
  { "die-after", NULL, "exits at request number --hostile-count" },
  { "crash-after", NULL, "aborts at request number --hostile-count" },
  { "ignore-eof", NULL, "lives on when its standard input ends" },
  { "ignore-term", NULL, "lives on after SIGTERM" },
  { "spawn-grandchild", NULL, "leaves a child behind that holds stdout and stderr" },
  { "noisy-stderr", NULL, "floods stderr" },
  { "garbage", NULL, "lines that are no JSON-RPC before every message" },
  { "half-lines", NULL, "every message in pieces, with pauses" },
  { "crlf", NULL, "lines end in CR LF" },
  { "endless-line", NULL, "begins with --hostile-size bytes and no end of line" },
  { "never-answer", ALL_METHODS, "answers nothing" },
  { "slow-answer", NULL, "answers after --hostile-delay, cancelled or not" },
  { "huge-line", "tools/call", "an answer of --hostile-size bytes" },
  { "deep", "tools/call", "an answer of 200 KiB of [" },
  { "invalid-utf8", NULL, "an answer whose text is not UTF-8" },
  { "unknown-id", NULL, "an answer to a request that nobody made, then the right one" },
  { "reused-id", NULL, "every answer twice" },
  { "string-id", NULL, "the id of an answer as a string" },
  { "error-without-data", NULL, "an error of code and message only" },
  { "error-without-message", NULL, "an error without a message" },
  { "result-and-error", NULL, "an answer with both" },
  { "neither", NULL, "an answer with neither result nor error" },
  { "not-json-rpc", NULL, "an answer that is JSON but not JSON-RPC" },
  { "id-float", NULL, "the id of an answer with a fraction of zero" },
  { "id-null", NULL, "answers whose id is null" },
  { "question-ids-huge", NULL, "asks with ids beyond 64 bits" },
  { "question-ids-float", NULL, "asks with ids that are no integers" },
  { "question-ids-null", NULL, "asks with the id null" },
  { "batch", NULL, "answers as batches, with a notification each" },
  { "die-at", NULL, "exits when --hostile-method comes, notifications too" },
  { "die-half", NULL, "exits in the middle of an answer" },
  { "die-answered", NULL, "exits after an answer" },
  { "message-flood", "tools/call", "--hostile-count log messages (100000, if not given)" },
  { "question-flood", "tools/call", "asks --hostile-count times (1000, if not given), at once" },
  { "bad-urls", NULL, "sends people to javascript:, file:, look-alike and other bad addresses" },
  { "sends-requests", NULL, "a request of the server before every answer, in any era" },
  { "endless-input", "tools/call", "needs input, whatever the input" },
  { "endless-state", "tools/call", "sends the client away with a state, for ever" },
  { "input-flood", "tools/call", "needs --hostile-count answers (1000, if not given) at once" },
  { "huge-state", "tools/call", "a state of --hostile-size bytes (1 MiB, if not given) with NULs" },
  { "unknown-result-type", "tools/call", "a result of a type that there is not" },
  { "no-result-type", NULL, "results without resultType" },
  { "listen-wrong", NULL, "acknowledges, and sends, what nobody listens for" },
  { "listen-silent", NULL, "does not acknowledge a subscriptions/listen" },
  { "listen-quiet", NULL, "sends nothing after the acknowledgement" },
  { "listen-ends", NULL, "ends a subscriptions/listen after --hostile-delay" },
  { "listen-cancelled", NULL, "cancels it instead, as a notification" },
  { "listen-cut", NULL, "cuts its connection instead" },
  { "refuses-version", NULL, "refuses every protocol version" },
  { "unknown-version", NULL, "answers initialize with a version of the future" },
  { "duplicate-tools", NULL, "lists two tools of one name" },
  { "missing-schema", NULL, "lists a tool without inputSchema" },
  { "schema-not-object", NULL, "lists tools whose inputSchema is a string, an array, null" },
  { "markup-names", NULL,
    "names and descriptions with <b>&, control and bidirectional characters" },
  { "looping-cursor", NULL, "every page leads to the same next one" },
  { "list-changed-flood", "tools/list", "500 notifications that the tools changed" },
  { "many-tools", NULL, "lists --hostile-count tools more (thousands, if not given)" },
  { "invalid-headers", NULL, "lists tools whose x-mcp-header is not allowed" },
  { "bad-icons", NULL, "lists tools with icons that are huge, hold scripts or are files" },
  { "unauthorized", NULL, "HTTP 401 with a challenge" },
  { "not-found", NULL, "HTTP 404" },
  { "server-error", NULL, "HTTP 500 with a page of HTML" },
  { "cut-stream", NULL, "the connection breaks in the middle of an answer" },
  { "redirect", NULL,
    "HTTP 307 to another host, where stderr tells which secrets came along" },
  { "wrong-content-type", NULL, "answers as text/html" },
  { "session-expiry", NULL, "forgets the session after --hostile-count requests" },
  { "session-expiry-400", NULL, "the same, said with HTTP 400" },
  { "close-after-priming", "tools/call",
    "closes a stream after its first event; the rest comes when it is resumed" },
  { "binary-frames", NULL, "binary WebSocket frames instead of text" },
  { "no-subprotocol", NULL, "WebSocket without a subprotocol" },
};

gboolean
hostile_add (Hostile *self, const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].name, name) == 0)
      {
        self->kinds[i] = self->any = TRUE;
        return TRUE;
      }

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is no kind of misbehaviour",
               name);
  return FALSE;
}

gboolean
hostile_has (const Hostile *self, HostileKind kind)
{
  return self->kinds[kind];
}

gboolean
hostile_spoils (const Hostile *self, HostileKind kind, const char *method)
{
  const char *wanted = self->method != NULL ? self->method : kinds[kind].method;

  if (!hostile_has (self, kind))
    return FALSE;
  if (wanted == NULL)
    return g_strcmp0 (method, "initialize") != 0 && g_strcmp0 (method, "server/discover") != 0;
  return strcmp (wanted, ALL_METHODS) == 0 || g_strcmp0 (wanted, method) == 0;
}

char *
hostile_describe (void)
{
  GString *text = g_string_new ("Kinds of misbehaviour:\n");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_string_append_printf (text, "  %-22s %s\n", kinds[i].name, kinds[i].description);
  g_string_append (text,
                   "\n"
                   "What spoils answers spoils all but those to initialize and server/discover,\n"
                   "unless --hostile-method names a method or “all”, or the kind is about one\n"
                   "method: most of those spoil tools/call. never-answer spoils all.\n");
  return g_string_free (text, FALSE);
}

static void
spawn_grandchild (void)
{
  const char *argv[] = { "sleep", GRANDCHILD_SECONDS, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;

  if (g_spawn_async (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                     NULL, NULL, &pid, &error))
    g_printerr ("grandchild %d\n", (int)pid);
  else
    g_printerr ("%s\n", error->message);
}

void
hostile_start (const Hostile *self)
{
  if (hostile_has (self, HOSTILE_EXIT_AT_ONCE))
    {
      g_printerr ("Error: API key is required. Set SPYGLASS_DEMO_KEY or pass --api-key.\n");
      exit (self->exit_status);
    }
  if (hostile_has (self, HOSTILE_IGNORE_TERM))
    signal (SIGTERM, SIG_IGN);
  if (hostile_has (self, HOSTILE_SPAWN_GRANDCHILD))
    spawn_grandchild ();
  for (int i = 0; hostile_has (self, HOSTILE_NOISY_STDERR) && i < NOISE_LINES;
       i++)
    g_printerr ("debug: line %d of what nobody asked for, \x1b[31mwith colour\x1b[0m\n", i);
  if (hostile_has (self, HOSTILE_SLOW_START))
    g_usleep (self->delay * G_GINT64_CONSTANT (1000));
}

gint64
hostile_get_size (const Hostile *self, gint64 fallback)
{
  return self->size > 0 ? self->size : fallback;
}

int
hostile_get_count (const Hostile *self, int fallback)
{
  return self->count > 0 ? self->count : fallback;
}

void
hostile_receive (const Hostile *self, const char *method)
{
  if (hostile_has (self, HOSTILE_DIE_AT) &&
      (self->method == NULL || g_strcmp0 (self->method, method) == 0))
    {
      g_printerr ("fatal: the demo server dies at %s, as it was told\n", method);
      _exit (self->exit_status);
    }
}

void
hostile_count_request (const Hostile *self)
{
  static int n_requests;

  n_requests++;
  if (n_requests < hostile_get_count (self, DEFAULT_REQUESTS))
    return;
  if (hostile_has (self, HOSTILE_DIE_AFTER))
    {
      g_printerr ("fatal: the demo server dies at request %d, as it was told\n", n_requests);
      _exit (self->exit_status);
    }
  if (hostile_has (self, HOSTILE_CRASH_AFTER))
    {
      g_printerr ("fatal: the demo server crashes at request %d, as it was told\n", n_requests);
      signal (SIGABRT, SIG_DFL);
      abort ();
    }
}
