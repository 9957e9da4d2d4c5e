/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What HTTP says: to a message, to the wish for a stream, about authorization. */

#include "app-doctor-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-json-document.h"
#include "mcp-json-value.h"

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

static Verdict
judge_post (McpHttpProbeResponse *reply)
{
  gboolean page = g_strcmp0 (reply->content_type, "text/html") == 0;
  gboolean json = g_strcmp0 (reply->content_type, "application/json") == 0;

  if (wants_authorization (reply))
    return (Verdict){ APP_DOCTOR_PASSED, _ ("It answers, and wants an authorization: %s."), NULL };
  if (is_ok (reply->status) && page)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("It answers with a page for people: %s."),
                      _ ("Check the URL's path; many servers answer under /mcp.") };
  if (is_ok (reply->status))
    return (Verdict){ APP_DOCTOR_PASSED, _ ("It answers: %s."), NULL };
  if (reply->status == 404 && (!json || strstr (reply->body, METHOD_NOT_FOUND) == NULL))
    return (Verdict){ APP_DOCTOR_WARNED, _ ("There is nothing at this path: %s."),
                      _ ("Check the URL's path; many servers answer under /mcp, older ones under "
                         "/sse.") };
  if (reply->status == 405)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("Messages are not posted to this path: %s."),
                      _ ("The path may be that of HTTP with SSE, or of a page for people.") };
  if (reply->status >= 300 && reply->status < 400)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("The server says that it is elsewhere: %s."),
                      _ ("If you trust the address that it names, set the server's URL to it.") };
  if (reply->status >= 500)
    return (Verdict){ APP_DOCTOR_WARNED, _ ("The server has trouble of its own: %s."),
                      _ ("Look at the server's own log; behind a proxy, at what stands there.") };
  return (Verdict){ json ? APP_DOCTOR_PASSED : APP_DOCTOR_WARNED,
                    _ ("It answers, but refuses the message: %s."), NULL };
}

static void
end_post (AppDoctor *self)
{
  Verdict          verdict = judge_post (self->post);
  g_autofree char *status = describe (self->post);
  g_autofree char *evidence = dup_evidence (self, self->post);
  g_autofree char *found = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  found = g_strdup_printf (verdict.found, status);
#pragma GCC diagnostic pop
  app_doctor_end_step (self, verdict.state, found, evidence, verdict.advice);
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
  g_autofree char *session = NULL;

  self->post = mcp_http_probe_run_finish (result, &error);
  if (self->post == NULL)
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  if (self->post->session_id == NULL)
    {
      end_post (self);
      return;
    }
  /* A session that nobody will use. */
  app_redactor_add_secret (self->redactor, self->post->session_id);
  session = g_strconcat ("Mcp-Session-Id: ", self->post->session_id, NULL);
  ask (self, "DELETE", NULL, session, NULL, on_farewell_said);
}

void
app_doctor_post (AppDoctor *self)
{
  const char      *version = store_profile_get_conversation (self->profile)->protocol_version;
  g_autofree char *body = NULL;

  if (store_profile_get_endpoint (self->profile)->transport == STORE_TRANSPORT_SSE)
    {
      app_doctor_skip_step (self, _ ("Where messages are posted is said on the stream."));
      return;
    }
  if (version == NULL || strpbrk (version, "\"\\") != NULL)
    version = LATEST_LEGACY;
  body = g_strdup_printf (INITIALIZE, version);
  ask (self, "POST", "application/json, text/event-stream", NULL, body, on_posted);
}

/* GET */

static void
end_get (AppDoctor *self)
{
  McpHttpProbeResponse *reply = self->get;
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (self->profile);
  gboolean              sse = endpoint->transport == STORE_TRANSPORT_SSE;
  g_autofree char      *status = describe (reply);
  g_autofree char      *evidence = dup_evidence (self, reply);
  g_autofree char      *found = NULL;
  AppDoctorState        state = APP_DOCTOR_PASSED;

  if (is_endpoint_stream (reply))
    found = g_strdup_printf (_ ("It speaks HTTP with SSE of 2024-11-05: %s."), status);
  else if (wants_authorization (reply))
    found = g_strdup_printf (_ ("It wants an authorization: %s."), status);
  else if (g_strcmp0 (reply->content_type, "text/event-stream") == 0)
    found = g_strdup_printf (_ ("It offers a stream: %s."), status);
  else
    {
      state = sse ? APP_DOCTOR_WARNED : APP_DOCTOR_PASSED;
      found = g_strdup_printf (sse ? _ ("There is no stream of HTTP with SSE: %s.")
                                   : _ ("It offers no stream without a session, which it need "
                                        "not: %s."),
                               status);
    }
  app_doctor_end_step (self, state, found, evidence,
                       state == APP_DOCTOR_WARNED
                           ? _ ("Check the URL's path; many such servers answer under /sse.")
                           : NULL);
}

static void
on_got (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;

  self->get = mcp_http_probe_run_finish (result, &error);
  if (self->get == NULL)
    app_doctor_fail_step (self, error);
  else
    end_get (self);
}

void
app_doctor_get (AppDoctor *self)
{
  ask (self, "GET", "text/event-stream", NULL, NULL, on_got);
}

/* We are let in */

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
  const char      *who = self->issuer;
  McpErrorDetails *details;
  GError          *error;

  if (sends_credentials (self))
    error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED,
                           who != NULL ? _ ("The server does not accept what was sent to it; %s "
                                            "gives out its authorizations.")
                                       : _ ("The server does not accept what was sent to it."),
                           who);
  else
    error = mcp_error_new (MCP_ERROR_AUTHORIZATION_REQUIRED,
                           who != NULL
                               ? _ ("The server wants an authorization; %s gives it out.")
                               : _ ("The server wants an authorization, and does not say who "
                                    "gives it out."),
                           who);
  details = mcp_error_get_details (error);
  details->http_status = reply->status;
  details->challenge = g_strdup (reply->challenge);
  return error;
}

void
app_doctor_check_authorization (AppDoctor *self)
{
  McpHttpProbeResponse *reply = wants_authorization (self->post) ? self->post : self->get;

  if (self->post == NULL || wants_authorization (self->post))
    {
      if (wants_authorization (reply))
        {
          g_autoptr (GError) error = new_refusal (self, reply);

          app_doctor_fail_for_good (self, error);
          return;
        }
    }
  app_doctor_end_step (self, APP_DOCTOR_PASSED,
                       sends_credentials (self) ? _ ("What was sent is accepted.")
                                                : _ ("No authorization is asked for."),
                       NULL, NULL);
}
