/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "probe.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE "<!DOCTYPE html>\n<html><body><h1>Not here</h1></body></html>\n"
#define CHALLENGE "Bearer realm=\"spyglass-demo\""
#define RPC_ERROR(code, text) \
  "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":" code ",\"message\":\"" text "\"}}"

typedef struct
{
  const char *name;
  const char *description;
  int         code;   /* of a JSON-RPC error that goes by any transport; 0: none */
  const char *data;   /* (nullable): of that error */
  guint       status; /* of an HTTP answer; over the others it is an internal error */
  const char *type;   /* (nullable): of its body */
  const char *body;   /* (nullable): may hold the request's id as %s */
  gboolean    once;   /* the next probe is answered as it should be */
} Answer;

static const Answer answers[] = {
  { "method-not-found", "an error -32601, over HTTP with status 200", -32601, NULL, 200 },
  { "invalid-params", "an error -32602", -32602, NULL, 200 },
  { "invalid-request", "an error -32600", -32600, NULL, 200 },
  { "own-error", "an error -32000", -32000, NULL, 200 },
  { "header-mismatch", "an error -32020", -32020, NULL, 400 },
  { "missing-capability", "an error -32021", -32021,
    "{\"requiredCapabilities\":{\"sampling\":{}}}", 400 },
  { "other-version", "an error -32022 that names a revision of the future only", -32022,
    "{\"supported\":[\"2031-01-01\"],\"requested\":\"2026-07-28\"}", 400 },
  { "same-version", "an error -32022 that names the same revision, once", -32022,
    "{\"supported\":[\"2026-07-28\"],\"requested\":\"2026-07-28\"}", 400, .once = TRUE },
  { "silent", "no answer" },
  { "exit", "the process ends" },
  { "http-200-page", "HTTP 200 with a page of HTML", .status = 200, .type = "text/html",
    .body = PAGE },
  { "http-400", "HTTP 400 without a body", .status = 400 },
  { "http-400-session", "HTTP 400 as the SDKs of 2025 answer it", .status = 400,
    .type = "application/json",
    .body = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":"
            "\"Bad Request: Server not initialized\"}}" },
  { "http-401", "HTTP 401 with a challenge", .status = 401 },
  { "http-403", "HTTP 403", .status = 403 },
  { "http-404", "HTTP 404 without a body", .status = 404 },
  { "http-404-page", "HTTP 404 with a page of HTML", .status = 404, .type = "text/html",
    .body = PAGE },
  { "http-404-error", "HTTP 404 with an error -32601", .status = 404,
    .type = "application/json", .body = RPC_ERROR ("-32601", "Method not found") },
  { "http-405", "HTTP 405 without a body", .status = 405 },
  { "http-406", "HTTP 406 without a body", .status = 406 },
  { "http-500", "HTTP 500 without a body", .status = 500 },
  { "http-500-error", "HTTP 500 with an error -32603", .status = 500,
    .type = "application/json", .body = RPC_ERROR ("-32603", "Internal error") },
  { "http-503", "HTTP 503 without a body", .status = 503 },
  { "http-503-error", "HTTP 503 with an error -32000", .status = 503,
    .type = "application/json", .body = RPC_ERROR ("-32000", "Try again later") },
};

static const Answer *wanted; /* NULL: the right one */

gboolean
probe_set (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    if (strcmp (answers[i].name, name) == 0)
      {
        wanted = &answers[i];
        return TRUE;
      }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is no answer to a probe",
               name);
  return FALSE;
}

char *
probe_describe (void)
{
  GString *text = g_string_new ("Answers to the probe of a client of both eras:\n");

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    g_string_append_printf (text, "  %-22s %s\n", answers[i].name, answers[i].description);
  return g_string_free (text, FALSE);
}

/* The answer that is due to a probe now; NULL for the right one. */
static const Answer *
take (void)
{
  static gboolean taken;

  if (wanted == NULL || (wanted->once && taken))
    return NULL;
  taken = TRUE;
  if (strcmp (wanted->name, "exit") == 0)
    _exit (EXIT_FAILURE);
  return wanted;
}

gboolean
probe_answer (AppDemoRequest *request)
{
  const Answer *answer;

  if (strcmp (request->method, PROBE_METHOD) != 0 ||
      (answer = take ()) == NULL)
    return FALSE;

  if (answer->code != 0 || answer->status != 0)
    app_demo_request_fail (request, answer->code != 0 ? answer->code : APP_DEMO_INTERNAL_ERROR,
                           "This is how the probe was to be answered", answer->data);
  return TRUE;
}

static void
answer_error (const Answer *answer, SoupServerMessage *message, const char *id)
{
  char *body = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":"
                                "\"This is how the probe was to be answered\"%s%s}}",
                                id, answer->code, answer->data != NULL ? ",\"data\":" : "",
                                answer->data != NULL ? answer->data : "");

  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, body,
                                    strlen (body));
}

static void
answer_body (const Answer *answer, SoupServerMessage *message, const char *id)
{
  g_auto (GStrv) parts = g_strsplit (answer->body, "%s", -1);
  char *body = g_strjoinv (id, parts);

  soup_server_message_set_response (message, answer->type, SOUP_MEMORY_TAKE, body, strlen (body));
}

gboolean
probe_answer_http (SoupServerMessage *message, McpJsonValue root)
{
  McpJsonValue     method = mcp_json_value_get_member (root, "method");
  g_autofree char *id = mcp_json_value_dup_text (mcp_json_value_get_member (root, "id"));
  const Answer    *answer;

  if (id == NULL ||
      !mcp_json_value_string_equals (method, PROBE_METHOD) ||
      (answer = take ()) == NULL)
    return FALSE;

  if (answer->status == 0)
    {
      soup_server_message_pause (message);
      return TRUE;
    }
  soup_server_message_set_status (message, answer->status, NULL);
  if (answer->status == 401)
    soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                  "WWW-Authenticate", CHALLENGE);
  if (answer->code != 0)
    answer_error (answer, message, id);
  else if (answer->body != NULL)
    answer_body (answer, message, id);
  return TRUE;
}
