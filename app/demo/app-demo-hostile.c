/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-hostile.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How deep the "deep" answer is nested: beyond what a recursive reader's stack bears. */
#define DEEP_BRACKETS (200 * 1024)
/* How long the grandchild lives when nobody ends it. */
#define GRANDCHILD_SECONDS "120"
#define MANY_TOOLS_DEFAULT 2000
#define NOISE_LINES 5000
#define FLOOD_NOTIFICATIONS 500

#define ALL_METHODS "all"

static const struct
{
  const char *name;
  const char *method; /* whose answers are spoilt unless told otherwise; NULL: all but initialize */
  const char *description;
} kinds[APP_DEMO_HOSTILE_N_KINDS] = {
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
  { "unauthorized", NULL, "HTTP 401 with a challenge" },
  { "not-found", NULL, "HTTP 404" },
  { "server-error", NULL, "HTTP 500 with a page of HTML" },
  { "cut-stream", NULL, "the connection breaks in the middle of an answer" },
  { "redirect", NULL, "HTTP 307 to another host" },
  { "wrong-content-type", NULL, "answers as text/html" },
  { "session-expiry", NULL, "forgets the session after --hostile-count requests" },
  { "close-after-priming", "tools/call",
    "closes a stream after its first event; the rest comes when it is resumed" },
  { "binary-frames", NULL, "binary WebSocket frames instead of text" },
  { "no-subprotocol", NULL, "WebSocket without a subprotocol" },
};

gboolean
app_demo_hostile_add (AppDemoHostile *self, const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].name, name) == 0)
      {
        self->kinds |= G_GUINT64_CONSTANT (1) << i;
        return TRUE;
      }

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is no kind of misbehaviour",
               name);
  return FALSE;
}

gboolean
app_demo_hostile_has (const AppDemoHostile *self, AppDemoHostileKind kind)
{
  return (self->kinds >> kind & 1) != 0;
}

gboolean
app_demo_hostile_spoils (const AppDemoHostile *self, AppDemoHostileKind kind, const char *method)
{
  const char *wanted = self->method != NULL ? self->method : kinds[kind].method;

  if (!app_demo_hostile_has (self, kind))
    return FALSE;
  if (wanted == NULL)
    return g_strcmp0 (method, "initialize") != 0;
  return strcmp (wanted, ALL_METHODS) == 0 || g_strcmp0 (wanted, method) == 0;
}

char *
app_demo_hostile_describe (void)
{
  GString *text = g_string_new ("Kinds of misbehaviour:\n");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_string_append_printf (text, "  %-22s %s\n", kinds[i].name, kinds[i].description);
  g_string_append (text, "\nWhat spoils answers spoils all but the one to initialize, unless "
                         "--hostile-method\nnames a method or “all”; huge-line and deep spoil "
                         "tools/call, never-answer all.\n");
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
app_demo_hostile_start (const AppDemoHostile *self)
{
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_EXIT_AT_ONCE))
    {
      g_printerr ("Error: API key is required. Set SPYGLASS_DEMO_KEY or pass --api-key.\n");
      exit (self->exit_status);
    }
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_IGNORE_TERM))
    signal (SIGTERM, SIG_IGN);
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_SPAWN_GRANDCHILD))
    spawn_grandchild ();
  for (int i = 0; app_demo_hostile_has (self, APP_DEMO_HOSTILE_NOISY_STDERR) && i < NOISE_LINES;
       i++)
    g_printerr ("debug: line %d of what nobody asked for, \x1b[31mwith colour\x1b[0m\n", i);
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_SLOW_START))
    g_usleep (self->delay * G_GINT64_CONSTANT (1000));
}

void
app_demo_hostile_count_request (const AppDemoHostile *self)
{
  static int n_requests;

  n_requests++;
  if (n_requests < self->count)
    return;
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_DIE_AFTER))
    {
      g_printerr ("fatal: the demo server dies at request %d, as it was told\n", n_requests);
      _exit (self->exit_status);
    }
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_CRASH_AFTER))
    {
      g_printerr ("fatal: the demo server crashes at request %d, as it was told\n", n_requests);
      signal (SIGABRT, SIG_DFL);
      abort ();
    }
}

void
app_demo_hostile_write_items (const AppDemoHostile *self, const char *kind, McpJsonWriter *writer)
{
  int count = self->count > 100 ? self->count : MANY_TOOLS_DEFAULT;

  if (strcmp (kind, "tools") != 0)
    return;

  for (int i = 0; app_demo_hostile_has (self, APP_DEMO_HOSTILE_DUPLICATE_TOOLS) && i < 2; i++)
    mcp_json_writer_raw (writer,
                         "{\"name\":\"echo\",\"description\":\"Another tool of this name\","
                         "\"inputSchema\":{\"type\":\"object\"}}",
                         -1);
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_MISSING_SCHEMA))
    mcp_json_writer_raw (writer, "{\"name\":\"no_schema\"},{\"description\":\"no name\"},42", -1);
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_SCHEMA_NOT_OBJECT))
    mcp_json_writer_raw (writer,
                         "{\"name\":\"schema_string\",\"inputSchema\":\"object\"},"
                         "{\"name\":\"schema_array\",\"inputSchema\":[{\"type\":\"object\"}]},"
                         "{\"name\":\"schema_null\",\"inputSchema\":null},"
                         "{\"name\":\"schema_of_string\",\"inputSchema\":{\"type\":\"string\"}}",
                         -1);
  if (app_demo_hostile_has (self, APP_DEMO_HOSTILE_MARKUP_NAMES))
    {
      mcp_json_writer_raw (writer,
                           "{\"name\":\"<b>bold</b>&amp;\",\"title\":\"<b>bold</b> & <i>not "
                           "closed\","
                           "\"description\":\"%s%n <span foreground='red'>red</span> & <a "
                           "href=\\\"x\\\">link</a>\","
                           "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"<b>&\":{"
                           "\"type\":\"string\","
                           "\"description\":\"</b>&lt;\"}}}},"
                           "{\"name\":\"delete\\u202etxt.live\",\"title\":\"safe\\u202eelif "
                           "eteled\\u2066\\u200b\\u0000\\u0007\","
                           "\"description\":\"Ünïcödé 日本語 🚀 \\u202dabc\\u2029 "
                           "second\\u0085third\","
                           "\"inputSchema\":{\"type\":\"object\"}}",
                           -1);
      mcp_json_writer_begin_object (writer);
      g_autofree char *name = g_strnfill (3000, 'n');
      mcp_json_writer_member_string (writer, "name", name);
      mcp_json_writer_member_string (writer, "description", name);
      mcp_json_writer_name (writer, "inputSchema");
      mcp_json_writer_raw (writer, "{\"type\":\"object\"}", -1);
      mcp_json_writer_end_object (writer);
      mcp_json_writer_raw (writer, "{\"name\":\"\",\"inputSchema\":{\"type\":\"object\"}}", -1);
    }
  for (int i = 0; app_demo_hostile_has (self, APP_DEMO_HOSTILE_MANY_TOOLS) && i < count; i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"name\":\"tool_%05d\",\"description\":\"Tool "
                                               "number %d\","
                                               "\"inputSchema\":{\"type\":\"object\"}}",
                                               i, i);

      mcp_json_writer_raw (writer, json, -1);
    }
}

static void send_format (AppDemoHostileSend send, gpointer user_data, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static void
send_format (AppDemoHostileSend send, gpointer user_data, const char *format, ...)
{
  g_autoptr (GBytes) bytes = NULL;
  va_list arguments;
  char   *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  bytes = g_bytes_new_take (text, strlen (text));
  send (bytes, user_data);
}

static void
send_huge (gint64 size, const char *id, AppDemoHostileSend send, gpointer user_data)
{
  g_autofree char *head = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":"
                                           "[{\"type\":\"text\",\"text\":\"",
                                           id);
  const char      *tail = "\"}]}}";
  gsize            padding = MAX (size - (gint64)strlen (head) - (gint64)strlen (tail), 0);
  GByteArray      *array = g_byte_array_sized_new (size + 1);
  g_autoptr (GBytes) bytes = NULL;

  g_byte_array_append (array, (const guint8 *)head, strlen (head));
  g_byte_array_set_size (array, array->len + padding);
  memset (array->data + strlen (head), 'h', padding);
  g_byte_array_append (array, (const guint8 *)tail, strlen (tail));
  bytes = g_byte_array_free_to_bytes (array);
  send (bytes, user_data);
}

/* One kind that replaces the answer, if there is one. */
static gboolean
replace_answer (const AppDemoHostile *self,
                const char           *method,
                const char           *id,
                AppDemoHostileSend    send,
                gpointer              user_data)
{
  if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_NEVER_ANSWER, method))
    return TRUE;
  if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_HUGE_LINE, method))
    send_huge (self->size, id, send, user_data);
  else if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_DEEP, method))
    {
      g_autofree char *brackets = g_strnfill (DEEP_BRACKETS, '[');

      send_format (send, user_data, "%s", brackets);
    }
  else if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_INVALID_UTF8, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\","
                 "\"text\":\"caf\xe9 \xc0\xaf \xed\xa0\x80 \xff\"}]}}",
                 id);
  else if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_ERROR_WITHOUT_DATA, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32000,\"message\":\"\"}}",
                 id);
  else if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_ERROR_WITHOUT_MESSAGE, method))
    send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":\"E1\"}}",
                 id);
  else if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_RESULT_AND_ERROR, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[]},"
                 "\"error\":{\"code\":-32000,\"message\":\"both\"}}",
                 id);
  else if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_NEITHER_RESULT_NOR_ERROR, method))
    send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":%s}", id);
  else if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_NOT_JSON_RPC, method))
    send_format (send, user_data, "{\"id\":%s,\"answer\":42}", id);
  else
    return FALSE;
  return TRUE;
}

/* Kinds that come before the answer, after it, or change its id. */
static gboolean
accompany_answer (const AppDemoHostile *self,
                  const char           *method,
                  McpJsonValue          id,
                  GBytes               *answer,
                  AppDemoHostileSend    send,
                  gpointer              user_data)
{
  gboolean spoilt = FALSE;

  if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_STRING_ID, method) &&
      mcp_json_value_get_kind (id) == MCP_JSON_NUMBER)
    {
      g_autofree char *text = mcp_json_value_dup_text (id);

      send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{}}", text);
      return TRUE;
    }
  if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_LIST_CHANGED_FLOOD, method))
    {
      send (answer, user_data);
      for (int i = 0; i < FLOOD_NOTIFICATIONS; i++)
        send_format (send, user_data,
                     "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
      return TRUE;
    }
  if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_UNKNOWN_ID, method))
    {
      send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":987654321,\"result\":{}}");
      send (answer, user_data);
      spoilt = TRUE;
    }
  if (app_demo_hostile_spoils (self, APP_DEMO_HOSTILE_REUSED_ID, method))
    {
      if (!spoilt)
        send (answer, user_data);
      send (answer, user_data);
      spoilt = TRUE;
    }
  return spoilt;
}

gboolean
app_demo_hostile_answer (const AppDemoHostile *self,
                         const char           *method,
                         McpJsonValue          id,
                         GBytes               *answer,
                         AppDemoHostileSend    send,
                         gpointer              user_data)
{
  g_autofree char *id_text = NULL;

  if (self->kinds == 0)
    return FALSE;

  id_text = mcp_json_value_dup_text (id);
  return replace_answer (self, method, id_text, send, user_data) ||
         accompany_answer (self, method, id, answer, send, user_data);
}
