/* SPDX-License-Identifier: GPL-3.0-or-later */

/* HTTP: a message, the stream of events, authentication. */

#include "app-doctor-private.h"

#include "app-advice.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"

#include "spyglass-config.h"

/* What is shown of a body. */
#define SHOWN_BODY 1000

#define INITIALIZE                                                                               \
  "{\"jsonrpc\":\"2.0\",\"id\":\"doctor\",\"method\":\"initialize\",\"params\":{"                \
  "\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"spyglass-doctor\"," \
  "\"version\":\"" SPYGLASS_VERSION "\"}}}"
/* What a server of the modern era answers to “initialize” (JSON-RPC 2.0, section 5.1). */
#define METHOD_NOT_FOUND "-32601"
#define LATEST_LEGACY "2025-11-25"

static gboolean
is_ok (guint status)
{
  return status >= 200 && status < 300;
}

static gboolean
wants_authorization (McpHttpProbeResponse *reply)
{
  return reply != NULL &&
         (reply->status == 401 || (reply->status == 403 && reply->challenge != NULL));
}

/* "200 OK, application/json" */
static char *
describe (McpHttpProbeResponse *reply)
{
  return g_strdup_printf ("%u %s%s%s", reply->status, reply->reason,
                          reply->content_type != NULL ? ", " : "",
                          reply->content_type != NULL ? reply->content_type : "");
}

static gboolean
is_endpoint_stream (McpHttpProbeResponse *reply)
{
  return g_strcmp0 (reply->content_type, "text/event-stream") == 0 &&
         strstr (reply->body, "event: endpoint") != NULL;
}

/* Its headers and the beginning of its body. An endpoint's query names a session: a secret. */
static char *
dup_evidence (AppDoctor *self, McpHttpProbeResponse *reply)
{
  GString *text = g_string_new (NULL);
  gsize    length =
      is_endpoint_stream (reply) ? strcspn (reply->body, "?") : strlen (reply->body);

  for (guint i = 0; reply->headers[i] != NULL; i++)
    {
      g_autofree char *safe = app_redactor_redact_header (self->redactor, reply->headers[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", safe);
    }
  if (length > 0)
    g_string_append_printf (text, "\n\n%.*s%s", (int)MIN (length, SHOWN_BODY), reply->body,
                            reply->body[MIN (length, SHOWN_BODY)] != '\0' ? "…" : "");
  return g_string_free (text, FALSE);
}

/* @accept, @body: (nullable) */
static void
ask (AppDoctor          *self,
     const char         *method,
     const char         *accept,
     const char         *extra,
     const char         *body,
     GAsyncReadyCallback callback)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  const char *const  *own = app_preparation_get_headers (self->preparation);
  McpHttpProbeRequest query = { method, self->uri, app_preparation_get_options (self->preparation),
                                NULL, body };

  if (accept != NULL)
    g_ptr_array_add (headers, g_strconcat ("Accept: ", accept, NULL));
  if (extra != NULL)
    g_ptr_array_add (headers, g_strdup (extra));
  for (guint i = 0; own[i] != NULL; i++)
    g_ptr_array_add (headers, g_strdup (own[i]));
  g_ptr_array_add (headers, NULL);
  query.headers = (const char *const *)headers->pdata;
  mcp_http_probe_run_async (&query, self->cancellable, callback, g_object_ref (self));
}

/* POST */

typedef struct
{
  AppDoctorState state;
  const char    *found; /* %s is the status */
  const char    *advice;
} Verdict;

/* A message that is not understood tells of the server's revision; these tell of the host's name,
 * of who may ask, and how often. */
static gboolean
is_about_who_asks (guint status)
{
  return status == 403 || status == 421 || status == 429;
}

static Verdict
judge_post (McpHttpProbeResponse *reply)
{
  gboolean page = g_strcmp0 (reply->content_type, "text/html") == 0;
  gboolean json = g_strcmp0 (reply->content_type, "application/json") == 0;

  if (wants_authorization (reply))
    return (Verdict){ APP_DOCTOR_PASSED, _ ("Authentication required: %s."), NULL };
  if (is_ok (reply->status) && page)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("The server sent a web page: %s."),
                      _ ("Check the URL's path; many servers answer under /mcp.") };
  if (is_ok (reply->status))
    return (Verdict){ APP_DOCTOR_PASSED, "%s", NULL };
  if (reply->status == 404 && (!json || strstr (reply->body, METHOD_NOT_FOUND) == NULL))
    return (Verdict){ APP_DOCTOR_WARNED, _ ("Nothing at this path: %s."), NULL };
  if (reply->status == 405)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("Messages cannot be posted to this path: %s."), NULL };
  if (reply->status >= 300 && reply->status < 400)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("The server redirects: %s."),
                      _ ("If you trust the address that it names, use it as the server's URL.") };
  if (reply->status >= 500)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("Server error: %s."), NULL };
  return (Verdict){ json && !is_about_who_asks (reply->status) ? APP_DOCTOR_PASSED
                                                               : APP_DOCTOR_WARNED,
                    _ ("The server rejected the message: %s."), NULL };
}

/* Returns: (transfer full) (nullable): what to do about a status that means failure */
static char *
advise (AppDoctor *self, McpHttpProbeResponse *reply)
{
  g_autoptr (GError) error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "%u", reply->status);
  McpErrorDetails *details = mcp_error_get_details (error);
  AppAdvice        advice;
  char            *text;

  if (reply->status < 400)
    return NULL;
  details->http_status = reply->status;
  details->url = g_uri_to_string_partial (self->uri, G_URI_HIDE_USERINFO);
  details->evidence = g_strdup (reply->body);
  app_advice_choose (&advice, error);
  text = g_steal_pointer (&advice.text);
  app_advice_clear (&advice);
  return text;
}

static void
end_post (AppDoctor *self)
{
  Verdict          verdict = judge_post (self->http.post);
  g_autofree char *status = describe (self->http.post);
  g_autofree char *evidence = dup_evidence (self, self->http.post);
  g_autofree char *found = NULL;
  g_autofree char *advice =
      verdict.state == APP_DOCTOR_WARNED && verdict.advice == NULL ? advise (self, self->http.post)
                                                                   : NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  found = g_strdup_printf (verdict.found, status);
#pragma GCC diagnostic pop
  app_doctor_end_step (self, verdict.state, found, evidence,
                       advice != NULL ? advice : verdict.advice);
}

static void
on_farewell_said (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (McpHttpProbeResponse) reply = mcp_http_probe_run_finish (result, NULL);

  end_post (self);
}

static void
on_posted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;

  self->http.post = mcp_http_probe_run_finish (result, &error);
  if (self->http.post == NULL)
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  if (self->http.post->session_id == NULL)
    {
      end_post (self);
      return;
    }
  /* A session that nobody will use. */
  app_redactor_add_secret (self->redactor, self->http.post->session_id);
  g_autofree char *session = g_strconcat ("Mcp-Session-Id: ", self->http.post->session_id, NULL);
  ask (self, "DELETE", NULL, session, NULL, on_farewell_said);
}

void
app_doctor_post (AppDoctor *self)
{
  const char *version = store_profile_get_conversation (self->profile)->protocol_version;

  if (store_profile_get_endpoint (self->profile)->transport == STORE_TRANSPORT_SSE)
    {
      app_doctor_skip_step (self, _ ("With HTTP+SSE the stream names the address for messages."));
      return;
    }
  if (version == NULL || strpbrk (version, "\"\\") != NULL)
    version = LATEST_LEGACY;
  g_autofree char *body = g_strdup_printf (INITIALIZE, version);
  ask (self, "POST", "application/json, text/event-stream", NULL, body, on_posted);
}

/* GET */

static void
end_get (AppDoctor *self)
{
  McpHttpProbeResponse *reply = self->http.get;
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (self->profile);
  gboolean              sse = endpoint->transport == STORE_TRANSPORT_SSE;
  g_autofree char      *status = describe (reply);
  g_autofree char      *evidence = dup_evidence (self, reply);
  g_autofree char      *found = NULL;
  AppDoctorState        state = APP_DOCTOR_PASSED;

  if (is_endpoint_stream (reply))
    found = g_strdup_printf (_ ("HTTP+SSE of 2024-11-05: %s."), status);
  else if (wants_authorization (reply))
    found = g_strdup_printf (_ ("Authentication required: %s."), status);
  else if (g_strcmp0 (reply->content_type, "text/event-stream") == 0)
    found = g_strdup_printf ("%s", status);
  else
    {
      /* 405 is what a server without a stream answers (2025-11-25, "Listening for Messages"), 400
       * often one that wants to be asked in a session. */
      state = !sse && (reply->status == 405 || reply->status == 400) ? APP_DOCTOR_SKIPPED
                                                                     : APP_DOCTOR_WARNED;
      found = g_strdup_printf (sse ? _ ("No HTTP+SSE stream: %s.")
                                   : _ ("No stream outside of a session: %s."),
                               status);
    }
  app_doctor_end_step (self, state, found, evidence,
                       state == APP_DOCTOR_WARNED && sse
                           ? _ ("Check the URL's path; many such servers answer under /sse.")
                           : NULL);
}

static void
on_got (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;

  self->http.get = mcp_http_probe_run_finish (result, &error);
  if (self->http.get == NULL)
    app_doctor_fail_step (self, error);
  else
    end_get (self);
}

void
app_doctor_get (AppDoctor *self)
{
  ask (self, "GET", "text/event-stream", NULL, NULL, on_got);
}

/* Authentication */

static gboolean
sends_credentials (AppDoctor *self)
{
  const char *const *headers = app_preparation_get_headers (self->preparation);

  for (guint i = 0; headers[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (headers[i], strcspn (headers[i], ":"));

      if (app_redactor_is_secret_header (name))
        return TRUE;
    }
  return FALSE;
}

static GError *
new_refusal (AppDoctor *self, McpHttpProbeResponse *reply)
{
  const char *who = self->http.issuer;
  GError     *error;

  if (sends_credentials (self))
    error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED,
                           who != NULL ? _ ("The server rejected the credentials. Its "
                                            "authorization "
                                            "server is %s.")
                                       : _ ("The server rejected the credentials."),
                           who);
  else
    error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED,
                           who != NULL
                               ? _ ("The server requires authentication. Its authorization "
                                    "server is %s.")
                           : self->http.unusable
                               ? _ ("The server requires authentication, and its authorization "
                                    "metadata cannot be used.")
                               : _ ("The server requires authentication, and names no "
                                    "authorization server."),
                           who);
  McpErrorDetails *details = mcp_error_get_details (error);
  details->http_status = reply->status;
  details->challenge = g_strdup (reply->challenge);
  return error;
}

void
app_doctor_check_authorization (AppDoctor *self)
{
  McpHttpProbeResponse *reply =
      wants_authorization (self->http.post) ? self->http.post : self->http.get;

  if (self->http.post == NULL || wants_authorization (self->http.post))
    {
      if (wants_authorization (reply))
        {
          g_autoptr (GError) error = new_refusal (self, reply);

          app_doctor_fail_for_good (self, error);
          return;
        }
    }
  app_doctor_end_step (self, APP_DOCTOR_PASSED,
                       sends_credentials (self) ? _ ("The credentials are accepted.")
                                                : _ ("None required."),
                       NULL, NULL);
}
