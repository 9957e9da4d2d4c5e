/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The demo server with everything that only tests of clients need: misbehaviour, quirks of real
 * servers, answers to probes, and what the official conformance suite calls. */

#include "app-demo-options.h"
#include "app-demo-program.h"
#include "app-demo-system.h"
#include "hostile.h"
#include "probe.h"
#include "quirks.h"
#include "websocket.h"

#include <stdlib.h>

#define DEFAULT_DELAY_MS 3000
#define EXPIRY_REQUESTS 3

extern const AppDemoSystem asking_later_system;
extern const AppDemoSystem conformance_system;
extern const AppDemoSystem conformance_rounds_system;
extern const AppDemoSystem conformance_tasks_system;

static Hostile  hostile = { .delay = DEFAULT_DELAY_MS, .exit_status = EXIT_FAILURE };
static gboolean conformance;
static char    *sse_endpoint;
static int      websocket = -1;

static gboolean
add_hostile_kind (const char *name, const char *value, gpointer data, GError **error)
{
  return hostile_add (&hostile, value, error);
}

static gboolean
add_quirk (const char *name, const char *value, gpointer data, GError **error)
{
  return quirks_add (value, error);
}

static gboolean
set_probe (const char *name, const char *value, gpointer data, GError **error)
{
  return probe_set (value, error);
}

static const GOptionEntry entries[] = {
  { "sse-endpoint", 0, 0, G_OPTION_ARG_STRING, &sse_endpoint,
    "How --sse names its endpoint: path (default), absolute, bare, query, foreign, wrong, none",
    "KIND" },
  { "websocket", 0, 0, G_OPTION_ARG_INT, &websocket,
    "Serve WebSocket on this port; 0 takes a free one", "PORT" },
  { "probe-answer", 0, 0, G_OPTION_ARG_CALLBACK, set_probe, "Answer server/discover in this way",
    "KIND" },
  { "conformance", 0, 0, G_OPTION_ARG_NONE, &conformance,
    "Also offer what the conformance suite calls", NULL },
  { "quirk", 0, 0, G_OPTION_ARG_CALLBACK, add_quirk,
    "Depart from the specification as real servers do; may be repeated", "NAME" },
  { "hostile", 0, 0, G_OPTION_ARG_CALLBACK, add_hostile_kind,
    "Misbehave in this way; may be repeated", "KIND" },
  { "hostile-method", 0, 0, G_OPTION_ARG_STRING, &hostile.method,
    "Spoil the answers to this method only", "METHOD" },
  { "hostile-size", 0, 0, G_OPTION_ARG_INT64, &hostile.size,
    "Bytes of what is huge (default: as large as the kind says)", "N" },
  { "hostile-count", 0, 0, G_OPTION_ARG_INT, &hostile.count,
    "Requests before it happens (default 3), or of what comes in numbers", "N" },
  { "hostile-delay", 0, 0, G_OPTION_ARG_INT, &hostile.delay,
    "Milliseconds to wait (default 3000)", "N" },
  { "hostile-status", 0, 0, G_OPTION_ARG_INT, &hostile.exit_status, "Exit status (default 1)",
    "N" },
  { NULL }
};

static char *
describe (void)
{
  g_autofree char *probes = probe_describe ();
  g_autofree char *quirks = quirks_describe ();
  g_autofree char *kinds = hostile_describe ();

  return g_strconcat (probes, "\n", quirks, "\n", kinds, NULL);
}

static gboolean
check (AppDemoOptions *options, GError **error)
{
  static const char *const endpoints[] = { "path", "absolute", "bare", "query",
                                           "foreign", "wrong", "none", NULL };

  if (sse_endpoint != NULL && !g_strv_contains (endpoints, sse_endpoint))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is no kind of endpoint",
                   sse_endpoint);
      return FALSE;
    }
  if (websocket < -1 || websocket > 65535)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "A port is a number from 0 to 65535, not %d", websocket);
      return FALSE;
    }
  options->elsewhere = websocket >= 0;
  options->sse |= sse_endpoint != NULL;
  if (hostile.size < 0 || hostile.count < 0 || hostile.delay < 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "Sizes are not negative");
      return FALSE;
    }
  return TRUE;
}

static GObject *
listen_elsewhere (AppDemoServer *server, char **url, GError **error)
{
  return websocket_new (server, websocket, hostile_has (&hostile, HOSTILE_BINARY_FRAMES),
                        hostile_has (&hostile, HOSTILE_NO_SUBPROTOCOL), url, error);
}

static const AppDemoSystem *const *
get_systems (void)
{
  static const AppDemoSystem *const systems[] = { &conformance_system, &conformance_rounds_system,
                                                  &conformance_tasks_system, &asking_later_system,
                                                  NULL };

  return conformance ? systems : NULL;
}

static void
start (void)
{
  hostile_start (&hostile);
}

static gboolean
has (AppDemoFault fault, const char *method)
{
  static const struct
  {
    HostileKind kind;
    gboolean    of_method;
  } kinds[] = {
    [APP_DEMO_FAULT_IGNORES_END] = { HOSTILE_IGNORE_EOF, FALSE },
    [APP_DEMO_FAULT_IGNORES_TERM] = { HOSTILE_IGNORE_TERM, FALSE },
    [APP_DEMO_FAULT_CRLF] = { HOSTILE_CRLF, FALSE },
    [APP_DEMO_FAULT_CUT] = { HOSTILE_CUT_STREAM, TRUE },
    [APP_DEMO_FAULT_HTML] = { HOSTILE_WRONG_CONTENT_TYPE, FALSE },
    [APP_DEMO_FAULT_BAD_REQUEST] = { HOSTILE_SESSION_EXPIRY_400, FALSE },
    [APP_DEMO_FAULT_LOOPING_CURSOR] = { HOSTILE_LOOPING_CURSOR, FALSE },
  };

  return kinds[fault].of_method ? hostile_spoils (&hostile, kinds[fault].kind, method)
                                : hostile_has (&hostile, kinds[fault].kind);
}

static void
begin_lines (AppDemoWrite write, gpointer user_data)
{
  hostile_begin_lines (&hostile, write, user_data);
}

static void
write_line (GBytes *message, AppDemoWrite write, gpointer user_data)
{
  hostile_write_line (&hostile, message, write, user_data);
}

static void
receive (const char *method)
{
  hostile_receive (&hostile, method);
}

static gboolean
handle (AppDemoRequest *request)
{
  hostile_count_request (&hostile);
  if (hostile_spoils (&hostile, HOSTILE_CLOSE_AFTER_PRIMING, request->method))
    APP_DEMO_CHANNEL_GET_CLASS (request->channel)->suspend (request->channel);
  return probe_answer (request);
}

static gboolean
perform (AppDemoRequest *request)
{
  McpJsonValue params = request->params;

  if (g_str_equal (request->method, "initialize") &&
      hostile_has (&hostile, HOSTILE_REFUSES_VERSION))
    {
      g_autofree char *version =
          mcp_json_value_dup_text (mcp_json_value_get_member (params, "protocolVersion"));
      g_autofree char *data =
          g_strdup_printf ("{\"supported\":[\"2031-01-01\"],\"requested\":%s}",
                           version != NULL ? version : "null");

      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "Unsupported protocol version",
                             data);
      return TRUE;
    }
  return quirks_answer (request) || hostile_send_state (&hostile, request);
}

static gboolean
respond (AppDemoRequest *request, GBytes *response)
{
  return hostile_respond (&hostile, request, response);
}

static gboolean
answer_http (SoupServerMessage *message, const char *url, McpJsonValue root)
{
  g_autofree char *method = mcp_json_value_dup_member_string (root, "method");

  return hostile_answer_http (&hostile, message, url, method) ||
         quirks_answer_http (message, method) || probe_answer_http (message, root);
}

static gboolean
forgets_session (guint n_requests)
{
  return (hostile_has (&hostile, HOSTILE_SESSION_EXPIRY) ||
          hostile_has (&hostile, HOSTILE_SESSION_EXPIRY_400)) &&
         (int)n_requests > hostile_get_count (&hostile, EXPIRY_REQUESTS);
}

static AppDemoListening
listens (AppDemoRequest *request)
{
  return hostile_listen (&hostile, request);
}

static void
write_items (const char *kind, McpJsonWriter *writer)
{
  hostile_write_items (&hostile, kind, writer);
  quirks_write_items (kind, writer);
}

static char *
make_id (gint64 number)
{
  if (hostile_has (&hostile, HOSTILE_QUESTION_IDS_HUGE))
    return g_strdup_printf ("184467440737095516%02" G_GINT64_FORMAT, 16 + number % 80);
  if (hostile_has (&hostile, HOSTILE_QUESTION_IDS_FLOAT))
    return g_strdup_printf ("%" G_GINT64_FORMAT ".50", number);
  if (hostile_has (&hostile, HOSTILE_QUESTION_IDS_NULL))
    return g_strdup ("null");
  return NULL;
}

static const char *
get_url (void)
{
  return hostile_has (&hostile, HOSTILE_BAD_URLS) ? hostile_get_url () : NULL;
}

static char *
begin_events (const char *origin, const char *session)
{
  static const struct
  {
    const char *kind;
    const char *address; /* with the session's id as %s */
  } kinds[] = {
    { "bare", "messages?sessionId=%s" },
    { "query", "?sessionId=%s" },
    { "foreign", "http://other.example:8000/messages?sessionId=%s" },
    { "wrong", "/nowhere?sessionId=%s" },
  };

  if (g_strcmp0 (sse_endpoint, "none") == 0)
    return g_strdup ("");
  if (g_strcmp0 (sse_endpoint, "absolute") == 0)
    return g_strdup_printf ("event: endpoint\ndata: %s/messages?sessionId=%s\n\n", origin, session);
  for (guint i = 0; sse_endpoint != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].kind, sse_endpoint))
      {
        g_auto (GStrv) parts = g_strsplit (kinds[i].address, "%s", -1);
        g_autofree char *address = g_strjoinv (session, parts);

        return g_strdup_printf ("event: endpoint\ndata: %s\n\n", address);
      }
  return quirks_begin_events (origin, session);
}

int
main (int argc, char **argv)
{
  static const AppDemoFaults faults = {
    .options = entries,
    .describe = describe,
    .check = check,
    .listen_elsewhere = listen_elsewhere,
    .get_systems = get_systems,
    .start = start,
    .has = has,
    .begin_lines = begin_lines,
    .write_line = write_line,
    .receive = receive,
    .handle = handle,
    .perform = perform,
    .respond = respond,
    .answer_http = answer_http,
    .forgets_session = forgets_session,
    .listen = listens,
    .write_items = write_items,
    .make_id = make_id,
    .get_url = get_url,
    .begin_events = begin_events,
  };

  return app_demo_program_run (argc, argv, &faults);
}
