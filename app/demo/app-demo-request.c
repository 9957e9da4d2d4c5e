/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-request.h"

#include "app-demo-modern.h"
#include "app-demo-questions.h"
#include "app-demo-session.h"
#include "mcp-object.h"

#include <string.h>

/* What a question is called that a tool asks alone. */
#define SINGLE_KEY "answer"

static guint finished_signal;

MCP_DEFINE_ZEROED_TYPE (AppDemoRequest, app_demo_request, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppDemoRequest, app_demo_request)
{
  g_clear_object (&self->session);
  g_clear_object (&self->channel);
  mcp_json_slot_clear (&self->message);
  g_clear_pointer (&self->method, g_free);
  if (self->result_meta != NULL)
    g_string_free (self->result_meta, TRUE);
}

static void
app_demo_request_class_init (AppDemoRequestClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_demo_request_finalize;

  finished_signal = mcp_signal_new (klass, "finished", 0);
}

AppDemoRequest *
app_demo_request_new (AppDemoSession *session, AppDemoChannel *channel, McpJsonValue message)
{
  AppDemoRequest *self = g_object_new (APP_TYPE_DEMO_REQUEST, NULL);

  self->session = g_object_ref (session);
  self->channel = g_object_ref (channel);
  self->server = session->server;
  mcp_json_slot_set (&self->message, message);
  self->id = mcp_json_value_get_member (message, "id");
  self->params = mcp_json_value_get_member (message, "params");
  self->method = mcp_json_value_dup_member_string (message, "method");
  self->modern = session->modern ||
                 (session->server->options->era !=
                      APP_DEMO_ERA_LEGACY &&
                  app_demo_modern_claims (message));
  return self;
}

McpJsonValue
app_demo_request_get_meta (AppDemoRequest *self, const char *name)
{
  return mcp_json_value_get_member (
      mcp_json_value_get_member (self->params, "_meta"), name);
}

/* Capabilities that came with a revision: a client that names them too early has no messages for
 * them. */
static const struct
{
  const char *pointer;
  const char *since;
} later[] = {
  { "/elicitation/form", "2025-11-25" },
  { "/elicitation/url", "2025-11-25" },
  { "/elicitation", "2025-06-18" },
  { "/sampling/tools", "2025-11-25" },
};

gboolean
app_demo_request_client_can (AppDemoRequest *self, const char *pointer)
{
  McpJsonValue capabilities = self->session->capabilities.value;
  const char  *version = self->session->version;

  if (self->modern)
    capabilities = app_demo_request_get_meta (self, APP_DEMO_META_CAPABILITIES);
  for (guint i = 0; !self->modern && i < G_N_ELEMENTS (later); i++)
    if (strcmp (later[i].pointer, pointer) == 0 && g_strcmp0 (version, later[i].since) < 0)
      return FALSE;
  return mcp_json_value_exists (mcp_json_value_resolve_pointer (capabilities, pointer));
}

void
app_demo_request_add_result_meta (AppDemoRequest *self, const char *name, const char *value)
{
  if (self->result_meta == NULL)
    self->result_meta = g_string_new (NULL);
  g_string_append_printf (self->result_meta, "%s\"%s\":%s", self->result_meta->len > 0 ? "," : "",
                          name, value);
}

static void
finish (AppDemoRequest *self)
{
  g_object_ref (self);
  g_signal_emit (self, finished_signal, 0);
  app_demo_session_finish_request (self->session, self);
  g_object_unref (self);
}

static void
send_answer (AppDemoRequest *self, GBytes *answer)
{
  if (self->done)
    return;

  g_object_ref (self);
  self->done = TRUE;
  if (!app_demo_options_call (self->server->options, respond, FALSE, self, answer))
    app_demo_channel_send (self->channel, answer, TRUE);
  finish (self);
  g_object_unref (self);
}

static McpJsonWriter *
begin_answer (AppDemoRequest *self, const char *member)
{
  McpJsonWriter *writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'jsonrpc': '2.0', 'id': %v, %s: ",
                       self->id, member);
  return writer;
}

McpJsonWriter *
app_demo_request_begin (AppDemoRequest *self)
{
  return begin_answer (self, "result");
}

void
app_demo_request_end (AppDemoRequest *self, McpJsonWriter *writer)
{
  mcp_json_writer_end_object (writer);
  g_autoptr (GBytes) answer = mcp_json_writer_finish (writer);
  mcp_json_writer_free (writer);
  if (self->modern && self->task == NULL)
    {
      GBytes *framed = app_demo_modern_frame (self, answer, self->result_type,
                                              self->result_meta != NULL ? self->result_meta->str
                                                                        : NULL);

      g_bytes_unref (answer);
      answer = framed;
    }
  send_answer (self, answer);
}

void
app_demo_request_answer (AppDemoRequest *self, const char *result)
{
  McpJsonWriter *writer = app_demo_request_begin (self);

  mcp_json_writer_raw (writer, result, -1);
  app_demo_request_end (self, writer);
}

void
app_demo_request_fail (AppDemoRequest *self, int code, const char *message, const char *data)
{
  McpJsonWriter *writer = begin_answer (self, "error");

  if (self->modern && app_demo_modern_get_status (code) != 200)
    self->channel->status = app_demo_modern_get_status (code);
  mcp_json_writer_add (writer, "{'code': %i, 'message': %s, 'data': ?%r}", code, message, data);
  app_demo_request_end (self, writer);
}

void
app_demo_request_cancel (AppDemoRequest *self)
{
  if (self->done)
    return;

  self->done = TRUE;
  g_object_ref (self);
  self->server->n_cancelled++;
  finish (self);
  app_demo_channel_drop (self->channel);
  g_object_unref (self);
}

McpJsonWriter *
app_demo_request_begin_content (AppDemoRequest *self)
{
  McpJsonWriter *writer = app_demo_request_begin (self);

  mcp_json_writer_add (writer, "{'content': [");
  return writer;
}

void
app_demo_request_end_content (AppDemoRequest *self,
                              McpJsonWriter  *writer,
                              const char     *structured,
                              gboolean        is_error)
{
  mcp_json_writer_add (writer, "], 'structuredContent': ?%r, 'isError': ?%b}", structured,
                       is_error);
  app_demo_request_end (self, writer);
}

void
app_demo_request_answer_text (AppDemoRequest *self, const char *text, gboolean is_error)
{
  McpJsonWriter *writer = app_demo_request_begin_content (self);

  app_demo_request_write_text (writer, text);
  app_demo_request_end_content (self, writer, NULL, is_error);
}

void
app_demo_request_write_text (McpJsonWriter *writer, const char *text)
{
  mcp_json_writer_add (writer, "{'type': 'text', 'text': %s}", text);
}

void
app_demo_request_write_media (McpJsonWriter *writer,
                              const char    *type,
                              const char    *mime_type,
                              GBytes        *bytes)
{
  gsize            size;
  const guchar    *data = g_bytes_get_data (bytes, &size);
  g_autofree char *base64 = g_base64_encode (data, size);

  mcp_json_writer_add (writer, "{'type': %s, 'data': %s, 'mimeType': %s}", type, base64,
                       mime_type);
}

void
app_demo_request_notify (AppDemoRequest *self, const char *method, const char *params)
{
  if (self->done)
    return;

  g_autoptr (GBytes) message = app_demo_session_build (method, NULL, params);
  app_demo_channel_send (self->channel, message, FALSE);
}

void
app_demo_request_progress (AppDemoRequest *self, double progress, double total, const char *message)
{
  McpJsonValue token = app_demo_request_get_meta (self, "progressToken");

  if (!mcp_json_value_exists (token))
    return;

  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_add (writer, "{'progressToken': %v, 'progress': %d", token, progress);
  if (total > 0)
    mcp_json_writer_add (writer, "'total': %d", total);
  mcp_json_writer_add (writer, "'message': ?%s}", message);
  g_autofree char *params = mcp_json_writer_finish_text (writer);
  app_demo_request_notify (self, "notifications/progress", params);
}

void
app_demo_request_log (AppDemoRequest *self,
                      const char     *level,
                      const char     *logger,
                      const char     *data)
{
  g_autofree char *params = NULL;

  if (self->modern ? !app_demo_modern_wants_log (self, level)
                   : !app_demo_session_wants_log (self->session, level))
    return;

  if (self->done)
    return;
  params = mcp_json_build ("{'level': %s, 'logger': %s, 'data': %r}", level, logger, data);
  g_autoptr (GBytes) message = app_demo_session_build ("notifications/message", NULL, params);
  app_demo_session_send_beside (self->session, self->channel, message);
}

typedef struct
{
  AppDemoAnswered answered;
  gpointer        user_data;
} Single;

static void
on_single_answered (AppDemoRequest *self, AppDemoQuestions *questions, gpointer user_data)
{
  Single *single = user_data;

  single->answered (self, app_demo_questions_get_answer (questions, SINGLE_KEY), single->user_data);
}

void
app_demo_request_ask (AppDemoRequest *self,
                      const char     *method,
                      const char     *params,
                      AppDemoAnswered answered,
                      gpointer        user_data)
{
  AppDemoQuestions *questions = app_demo_questions_new (self);
  Single           *single = g_new (Single, 1);

  single->answered = answered;
  single->user_data = user_data;
  app_demo_questions_add (questions, SINGLE_KEY, method, params);
  app_demo_questions_ask (questions, on_single_answered, single, g_free);
}
