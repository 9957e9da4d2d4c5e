/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-session.h"

#include "app-demo-methods.h"
#include "mcp-object.h"

#include <string.h>

/* RFC 5424's severities, least severe first, as MCP names them. */
static const char *const log_levels[] = { "debug", "info", "notice", "warning", "error",
                                          "critical", "alert", "emergency", NULL };

static const char *const versions[] = { APP_DEMO_LATEST_VERSION, "2025-06-18", "2025-03-26",
                                        "2024-11-05", NULL };

/* The revision that had JSON-RPC batches. */
#define BATCH_VERSION "2025-03-26"

typedef struct
{
  AppDemoRequest *request;
  AppDemoChannel *channel;
  AppDemoAnswered answered;
  gpointer        user_data;
} Question;

G_DEFINE_FINAL_TYPE (AppDemoSession, app_demo_session, G_TYPE_OBJECT)

static void
question_free (Question *question)
{
  g_clear_object (&question->request);
  g_clear_object (&question->channel);
  g_free (question);
}

MCP_DEFINE_DISPOSE (AppDemoSession, app_demo_session)
{
  app_demo_session_close (self);
  g_clear_object (&self->channel);
  g_clear_object (&self->server);
  g_clear_pointer (&self->subscriptions, g_hash_table_unref);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->questions, g_hash_table_unref);
  mcp_json_slot_clear (&self->capabilities);
}

static void
app_demo_session_class_init (AppDemoSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_session_dispose;
}

static void
app_demo_session_init (AppDemoSession *self)
{
  self->subscriptions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->requests = g_ptr_array_new_with_free_func (g_object_unref);
  self->questions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify)question_free);
}

gboolean
app_demo_session_version_is_known (const char *version)
{
  return version != NULL && g_strv_contains (versions, version);
}

AppDemoSession *
app_demo_session_new (AppDemoServer *server)
{
  AppDemoSession *self = g_object_new (APP_TYPE_DEMO_SESSION, NULL);

  self->server = g_object_ref (server);
  self->modern = server->options->era == APP_DEMO_ERA_MODERN;
  g_ptr_array_add (server->sessions, self);
  return self;
}

void
app_demo_session_close (AppDemoSession *self)
{
  if (self->closed)
    return;

  self->closed = TRUE;
  g_object_ref (self);
  g_ptr_array_remove (self->server->sessions, self);
  g_hash_table_remove_all (self->questions);
  while (self->requests->len > 0)
    app_demo_request_cancel (g_ptr_array_index (self->requests, 0));
  g_object_unref (self);
}

void
app_demo_session_set_channel (AppDemoSession *self, AppDemoChannel *channel)
{
  g_set_object (&self->channel, channel);
}

GBytes *
app_demo_session_build (const char *method, const char *id, const char *params)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'jsonrpc': '2.0', 'id': ?%r, 'method': %s, 'params': ?%r}", id,
                       method, params);
  return mcp_json_writer_finish (writer);
}

void
app_demo_session_notify (AppDemoSession *self, const char *method, const char *params)
{
  g_autoptr (GBytes) message = app_demo_session_build (method, NULL, params);
  app_demo_session_send (self, message);
}

void
app_demo_session_send (AppDemoSession *self, GBytes *message)
{
  if (self->channel != NULL)
    app_demo_channel_send (self->channel, message, FALSE);
}

void
app_demo_session_send_beside (AppDemoSession *self, AppDemoChannel *channel, GBytes *message)
{
  if (self->server->options->ask_on_get && !self->modern)
    app_demo_session_send (self, message);
  else
    app_demo_channel_send (channel, message, FALSE);
}

void
app_demo_session_open (AppDemoSession *self, const char *version, McpJsonValue capabilities)
{
  self->version = APP_DEMO_LATEST_VERSION;
  for (guint i = 0; versions[i] != NULL; i++)
    if (g_strcmp0 (versions[i], version) == 0)
      self->version = versions[i];
  mcp_json_slot_set (&self->capabilities, capabilities);
}

void
app_demo_session_cancel_channel (AppDemoSession *self, AppDemoChannel *channel)
{
  for (guint i = self->requests->len; i > 0; i--)
    {
      AppDemoRequest *request = i <= self->requests->len ? g_ptr_array_index (self->requests, i - 1)
                                                         : NULL;

      if (request != NULL && request->channel == channel)
        app_demo_request_cancel (request);
    }
}

int
app_demo_session_find_log_level (const char *level)
{
  for (int i = 0; log_levels[i] != NULL; i++)
    if (g_strcmp0 (log_levels[i], level) == 0)
      return i;
  return -1;
}

gboolean
app_demo_session_set_log_level (AppDemoSession *self, const char *level)
{
  int index = app_demo_session_find_log_level (level);

  if (index < 0)
    return FALSE;
  self->log_level = index;
  return TRUE;
}

gboolean
app_demo_session_wants_log (AppDemoSession *self, const char *level)
{
  return app_demo_session_find_log_level (level) >= (int)self->log_level;
}

void
app_demo_session_subscribe (AppDemoSession *self, const char *uri, gboolean subscribe)
{
  if (subscribe)
    g_hash_table_add (self->subscriptions, g_strdup (uri));
  else
    g_hash_table_remove (self->subscriptions, uri);
}

void
app_demo_session_finish_request (AppDemoSession *self, AppDemoRequest *request)
{
  g_ptr_array_remove (self->requests, request);
}

/* The first id is 0: a valid one that careless clients take for none. */
static char *
make_id (AppDemoSession *self)
{
  gint64 number = self->next_id++;
  char  *id = app_demo_options_call (self->server->options, make_id, NULL, number);

  return id != NULL ? id : g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

void
app_demo_session_ask (AppDemoSession *self,
                      AppDemoChannel *channel,
                      AppDemoRequest *request,
                      const char     *method,
                      const char     *params,
                      AppDemoAnswered answered,
                      gpointer        user_data)
{
  Question *question = g_new0 (Question, 1);
  char     *id = make_id (self);

  question->request = g_object_ref (request);
  question->channel = g_object_ref (channel);
  question->answered = answered;
  question->user_data = user_data;
  g_hash_table_insert (self->questions, id, question);

  g_autoptr (GBytes) message = app_demo_session_build (method, id, params);
  app_demo_session_send_beside (self, channel, message);
}

void
app_demo_session_forget_questions (AppDemoSession *self, AppDemoRequest *request)
{
  GHashTableIter iter;
  gpointer       key, value;

  g_hash_table_iter_init (&iter, self->questions);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Question  *question = value;
      g_autofree char *params = NULL;

      if (question->request != request)
        continue;
      params = g_strdup_printf ("{\"requestId\":%s,\"reason\":\"The call was cancelled\"}",
                                (const char *)key);
      g_autoptr (GBytes) message = app_demo_session_build ("notifications/cancelled", NULL, params);
      app_demo_channel_send (question->channel, message, FALSE);
      g_hash_table_iter_remove (&iter);
    }
}

static void
receive_answer (AppDemoSession *self, McpJsonValue message)
{
  g_autofree char *id = mcp_json_value_dup_text (mcp_json_value_get_member (message, "id"));
  gpointer         key, value;

  if (id == NULL || !g_hash_table_steal_extended (self->questions, id, &key, &value))
    return;

  Question *question = value;
  g_free (key);
  question->answered (question->request, message, question->user_data);
  question_free (question);
}

static void
receive_cancelled (AppDemoSession *self, McpJsonValue params)
{
  McpJsonValue id = mcp_json_value_get_member (params, "requestId");

  for (guint i = 0; i < self->requests->len; i++)
    {
      AppDemoRequest *request = g_ptr_array_index (self->requests, i);

      if (mcp_json_value_get_kind (id) ==
              mcp_json_value_get_kind (request->id) &&
          mcp_json_value_equal (id, request->id))
        {
          app_demo_request_cancel (request);
          return;
        }
    }
}

static void
send_error (AppDemoSession *self, AppDemoChannel *channel, int code, const char *text)
{
  g_autofree char *json =
      mcp_json_build ("{'jsonrpc': '2.0', 'id': null, 'error': {'code': %i, 'message': %s}}", code,
                      text);
  g_autoptr (GBytes) message = g_bytes_new (json, strlen (json));

  if (self->modern)
    channel->status = 400;
  channel->expected++;
  app_demo_channel_send (channel, message, TRUE);
}

static void
receive_request (AppDemoSession *self, McpJsonValue message, AppDemoChannel *channel)
{
  g_autoptr (AppDemoRequest) request = app_demo_request_new (self, channel, message);

  g_ptr_array_add (self->requests, g_object_ref (request));
  channel->expected++;
  if (!app_demo_options_call (self->server->options, handle, FALSE, request))
    app_demo_methods_handle (request);
}

static void
receive_one (AppDemoSession *self, McpJsonValue message, AppDemoChannel *channel)
{
  McpJsonValue         method = mcp_json_value_get_member (message, "method");
  McpJsonValue         id = mcp_json_value_get_member (message, "id");
  McpJsonKind          id_kind = mcp_json_value_get_kind (id);
  g_autofree char     *name = mcp_json_value_dup_string (method, NULL);
  gint64               number;
  const AppDemoFaults *faults = self->server->options->faults;

  if (name != NULL && faults->receive != NULL)
    faults->receive (name);

  if (mcp_json_value_get_kind (message) != MCP_JSON_OBJECT ||
      !mcp_json_value_string_equals (mcp_json_value_get_member (message, "jsonrpc"), "2.0"))
    send_error (self, channel, APP_DEMO_INVALID_REQUEST, "Not a JSON-RPC 2.0 message");
  else if (!mcp_json_value_exists (method))
    receive_answer (self, message);
  else if (mcp_json_value_get_kind (method) != MCP_JSON_STRING)
    send_error (self, channel, APP_DEMO_INVALID_REQUEST, "The method is not a string");
  else if (id_kind == MCP_JSON_NONE)
    {
      app_demo_server_count_notification (self->server, name);
      if (mcp_json_value_string_equals (method, "notifications/cancelled"))
        receive_cancelled (self, mcp_json_value_get_member (message, "params"));
    }
  else if (id_kind != MCP_JSON_STRING && !mcp_json_value_get_int64 (id, &number))
    send_error (self, channel, APP_DEMO_INVALID_REQUEST, "The id is no string and no integer");
  else
    receive_request (self, message, channel);
}

void
app_demo_session_receive (AppDemoSession *self, McpJsonDocument *document, AppDemoChannel *channel)
{
  McpJsonValue root = mcp_json_document_get_root (document);

  if (self->closed)
    return;

  if (mcp_json_value_get_kind (root) != MCP_JSON_ARRAY ||
      g_strcmp0 (self->version, BATCH_VERSION) != 0)
    {
      receive_one (self, root, channel);
      return;
    }

  for (McpJsonWalk message = mcp_json_walk (root); mcp_json_walk_next (&message);)
    receive_one (self, message.value, channel);
}

void
app_demo_session_receive_text (AppDemoSession *self, GBytes *text, AppDemoChannel *channel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, NULL, &error);

  if (document != NULL)
    {
      app_demo_session_receive (self, document, channel);
      return;
    }
  g_autofree char *problem = g_strdup_printf ("Parse error: %s", error->message);
  send_error (self, channel, APP_DEMO_PARSE_ERROR, problem);
}
