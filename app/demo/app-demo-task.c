/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-task.h"

#include "app-demo-listen.h"
#include "app-demo-session.h"
#include "mcp-object.h"

#include <string.h>

#define DEFAULT_TTL_MS (60 * 60 * 1000)
#define POLL_INTERVAL_MS 500
/* The oldest go first, over or not. */
#define MAX_TASKS 1000

struct _AppDemoTask
{
  AppDemoChannel parent_instance;

  AppDemoSession   *session;
  AppDemoRequest   *request;   /* (nullable): the work, until it is over */
  AppDemoQuestions *questions; /* (nullable): what the client has to answer */
  GPtrArray        *waiters;   /* AppDemoRequest */
  McpJsonSlot       result;
  McpJsonSlot       error;
  const char       *status;
  char             *id;
  char             *message; /* (nullable) */
  char             *created;
  char             *updated;
  gint64            ttl;
  gint64            deadline; /* monotonic time */
  gboolean          modern;
  gboolean          asked; /* the questions went to the client */
};

G_DEFINE_FINAL_TYPE (AppDemoTask, app_demo_task, APP_TYPE_DEMO_CHANNEL)

MCP_DEFINE_FINALIZE (AppDemoTask, app_demo_task)
{
  g_clear_pointer (&self->questions, app_demo_questions_free);
  g_clear_object (&self->request);
  g_clear_object (&self->session);
  g_clear_pointer (&self->waiters, g_ptr_array_unref);
  mcp_json_slot_clear (&self->result);
  mcp_json_slot_clear (&self->error);
  g_free (self->id);
  g_free (self->message);
  g_free (self->created);
  g_free (self->updated);
}

static void
app_demo_task_init (AppDemoTask *self)
{
  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  self->id = g_uuid_string_random ();
  self->status = "working";
}

static char *
now (void)
{
  g_autoptr (GDateTime) time = g_date_time_new_now_utc ();

  return g_date_time_format_iso8601 (time);
}

/* All tasks of the server */

static GPtrArray *
create_tasks (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

static GPtrArray *
get_tasks (AppDemoServer *server)
{
  GPtrArray *tasks = app_demo_server_get_state (server, "tasks", (gpointer (*) (void))create_tasks,
                                                (GDestroyNotify)g_ptr_array_unref);

  for (guint i = tasks->len; i > 0; i--)
    {
      AppDemoTask *task = g_ptr_array_index (tasks, i - 1);

      if (task->deadline < g_get_monotonic_time ())
        {
          app_demo_task_cancel (task);
          g_ptr_array_remove_index (tasks, i - 1);
        }
    }
  return tasks;
}

AppDemoTask *
app_demo_task_find (AppDemoServer *server, const char *id)
{
  GPtrArray *tasks = get_tasks (server);

  for (guint i = 0; i < tasks->len; i++)
    {
      AppDemoTask *task = g_ptr_array_index (tasks, i);

      if (g_strcmp0 (task->id, id) == 0)
        return task;
    }
  return NULL;
}

GPtrArray *
app_demo_task_list (AppDemoServer *server)
{
  return get_tasks (server);
}

void
app_demo_task_end_all (AppDemoServer *server)
{
  GPtrArray *tasks = get_tasks (server);

  for (guint i = 0; i < tasks->len; i++)
    app_demo_task_cancel (g_ptr_array_index (tasks, i));
  g_ptr_array_set_size (tasks, 0);
}

/* One task */

void
app_demo_task_write (AppDemoTask *self, McpJsonWriter *writer, gboolean detailed)
{
  mcp_json_writer_add (writer, "'taskId': %s, 'status': %s", self->id, self->status);
  if (self->message != NULL)
    mcp_json_writer_member_string (writer, "statusMessage", self->message);
  mcp_json_writer_member_string (writer, "createdAt", self->created);
  mcp_json_writer_member_string (writer, "lastUpdatedAt", self->updated);
  mcp_json_writer_member_int64 (writer, self->modern ? "ttlMs" : "ttl", self->ttl);
  mcp_json_writer_member_int64 (writer, self->modern ? "pollIntervalMs" : "pollInterval",
                                POLL_INTERVAL_MS);
  if (!detailed || !self->modern)
    return;

  if (self->questions != NULL)
    {
      mcp_json_writer_name (writer, "inputRequests");
      app_demo_questions_write (self->questions, writer);
    }
  mcp_json_writer_member_value (writer, "result", self->result.value);
  mcp_json_writer_member_value (writer, "error", self->error.value);
}

static void
tell (AppDemoTask *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  app_demo_task_write (self, writer, TRUE);
  mcp_json_writer_end_object (writer);
  g_autofree char *params = mcp_json_writer_finish_text (writer);
  if (self->modern)
    app_demo_listen_task_changed (self->session->server, self->id, params);
  else
    app_demo_session_notify (self->session, "notifications/tasks/status", params);
}

static void
set_status (AppDemoTask *self, const char *status, const char *message)
{
  self->status = status;
  g_free (self->message);
  self->message = g_strdup (message);
  g_free (self->updated);
  self->updated = now ();
  tell (self);
}

gboolean
app_demo_task_is_over (AppDemoTask *self)
{
  return strcmp (self->status, "working") != 0 && strcmp (self->status, "input_required") != 0;
}

void
app_demo_task_set_message (AppDemoTask *self, const char *message)
{
  if (!app_demo_task_is_over (self))
    set_status (self, self->status, message);
}

/* The answer to tasks/result: what the call would have been answered with. */
static void
answer_waiter (AppDemoTask *self, AppDemoRequest *waiter)
{
  g_autofree char *result = NULL;

  if (!mcp_json_value_exists (self->result.value))
    {
      McpJsonValue     code = mcp_json_value_get_member (self->error.value, "code");
      g_autofree char *message = mcp_json_value_dup_member_string (self->error.value, "message");
      gint64           number = APP_DEMO_INVALID_PARAMS;

      mcp_json_value_get_int64 (code, &number);
      app_demo_request_fail (waiter, number, message != NULL ? message : "The task was cancelled",
                             NULL);
      return;
    }

  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (self->result.value); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, "_meta"))
      {
        mcp_json_writer_name_value (writer, each.name);
        mcp_json_writer_value (writer, each.value);
      }
  mcp_json_writer_add (writer, "'_meta': {%s: {'taskId': %s}}}", APP_DEMO_RELATED_TASK, self->id);
  result = mcp_json_writer_finish_text (writer);
  app_demo_request_answer (waiter, result);
}

static void
finish (AppDemoTask *self, const char *status, const char *message)
{
  g_autoptr (GPtrArray) waiters = self->waiters;

  self->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  set_status (self, status, message);
  for (guint i = 0; i < waiters->len; i++)
    answer_waiter (self, g_ptr_array_index (waiters, i));
}

void
app_demo_task_cancel (AppDemoTask *self)
{
  g_autoptr (AppDemoRequest) request = NULL;

  if (app_demo_task_is_over (self))
    return;

  g_object_ref (self);
  request = g_steal_pointer (&self->request);
  g_clear_pointer (&self->questions, app_demo_questions_free);
  app_demo_session_forget_questions (self->session, request);
  app_demo_request_cancel (request);
  finish (self, "cancelled", "Cancelled by the client");
  g_object_unref (self);
}

static void
app_demo_task_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoTask *self = APP_DEMO_TASK (channel);
  g_autoptr (AppDemoRequest) request = NULL;

  if (!is_answer)
    {
      /* Up to 2025-11-25 a progress token lives as long as the task. */
      if (!self->modern)
        app_demo_session_send (self->session, message);
      return;
    }
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (message, NULL, NULL, NULL);
  if (document == NULL || app_demo_task_is_over (self))
    return;

  request = g_steal_pointer (&self->request);
  McpJsonValue result = mcp_json_value_get_member (mcp_json_document_get_root (document), "result");
  McpJsonValue error = mcp_json_value_get_member (mcp_json_document_get_root (document), "error");
  g_object_ref (self);
  mcp_json_slot_set (&self->result, result);
  mcp_json_slot_set (&self->error, error);
  if (mcp_json_value_exists (error))
    finish (self, "failed", "The protocol failed");
  else if (!self->modern && mcp_json_value_get_member_boolean (result, "isError", FALSE))
    finish (self, "failed", "The tool failed");
  else
    finish (self, "completed", NULL);
  g_object_unref (self);
}

static void
app_demo_task_class_init (AppDemoTaskClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_demo_task_finalize;
  ((AppDemoChannelClass *)klass)->send = app_demo_task_send;
}

/* Up to 2025-11-25 the questions go as requests, by the stream of who waits for the result. */
static void
send_questions (AppDemoTask *self)
{
  g_autofree char *meta = NULL;

  if (self->modern || self->asked || self->questions == NULL || self->waiters->len == 0)
    return;

  self->asked = TRUE;
  meta = g_strdup_printf ("{\"" APP_DEMO_RELATED_TASK "\":{\"taskId\":\"%s\"}}", self->id);
  const AppDemoRequest *waiter = g_ptr_array_index (self->waiters, self->waiters->len - 1);
  app_demo_questions_send (self->questions, waiter->channel, meta);
}

void
app_demo_task_ask (AppDemoTask *self, AppDemoQuestions *questions)
{
  self->questions = questions;
  self->asked = FALSE;
  set_status (self, "input_required", "Waiting for answers");
  send_questions (self);
}

void
app_demo_task_forget_questions (AppDemoTask *self)
{
  self->questions = NULL;
  if (!app_demo_task_is_over (self))
    set_status (self, "working", NULL);
}

void
app_demo_task_take_responses (AppDemoTask *self, McpJsonValue responses)
{
  for (McpJsonWalk each = mcp_json_walk (responses);
       self->questions != NULL && mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      app_demo_questions_take_result (self->questions, key, each.value);
    }
}

static void
on_waiter_finished (AppDemoTask *self, AppDemoRequest *waiter)
{
  g_ptr_array_remove (self->waiters, waiter);
}

void
app_demo_task_wait (AppDemoTask *self, AppDemoRequest *request)
{
  if (app_demo_task_is_over (self))
    {
      answer_waiter (self, request);
      return;
    }
  g_ptr_array_add (self->waiters, g_object_ref (request));
  mcp_signal_connect (request, "finished", on_waiter_finished, self);
  send_questions (self);
}

static void
answer_created (AppDemoTask *self, AppDemoRequest *request)
{
  if (self->modern)
    request->result_type = "task";
  McpJsonWriter *writer = app_demo_request_begin (request);
  mcp_json_writer_begin_object (writer);
  if (!self->modern)
    {
      mcp_json_writer_add (writer, "'task': {");
    }
  app_demo_task_write (self, writer, FALSE);
  if (!self->modern)
    mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

void
app_demo_task_begin (AppDemoRequest *request,
                     AppDemoHandle   handle,
                     McpJsonValue    arguments,
                     gint64          ttl)
{
  AppDemoServer *server = request->server;
  GPtrArray     *tasks = get_tasks (server);
  g_autoptr (AppDemoTask) self = g_object_new (APP_TYPE_DEMO_TASK, NULL);

  self->session = g_object_ref (request->session);
  self->modern = request->modern;
  self->ttl = ttl > 0 && ttl < DEFAULT_TTL_MS ? ttl : DEFAULT_TTL_MS;
  self->deadline = g_get_monotonic_time () + self->ttl * 1000;
  self->created = now ();
  self->updated = g_strdup (self->created);
  if (tasks->len >= MAX_TASKS)
    {
      app_demo_task_cancel (g_ptr_array_index (tasks, 0));
      g_ptr_array_remove_index (tasks, 0);
    }
  g_ptr_array_add (tasks, g_object_ref (self));

  self->request = app_demo_request_new (self->session, APP_DEMO_CHANNEL (self),
                                        request->message.value);
  self->request->task = self;
  answer_created (self, request);
  handle (self->request, arguments);
}
