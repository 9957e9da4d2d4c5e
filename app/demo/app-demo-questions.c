/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-questions.h"

#include "app-demo-modern.h"
#include "app-demo-session.h"
#include "app-demo-state.h"
#include "app-demo-task.h"
#include "mcp-object.h"

#include <string.h>

struct _AppDemoQuestions
{
  AppDemoRequest      *request;
  GPtrArray           *all; /* AppDemoQuestion */
  guint                n_open;
  gboolean             keeps_state;
  gulong               finished_handler; /* of the request, while its client is asked */
  AppDemoQuestionsDone done;
  gpointer             user_data;
  GDestroyNotify       user_data_free;
};

static void
question_free (AppDemoQuestion *question)
{
  g_free (question->key);
  g_free (question->method);
  g_free (question->params);
  mcp_json_slot_clear (&question->answer);
  g_free (question);
}

AppDemoQuestions *
app_demo_questions_new (AppDemoRequest *request)
{
  AppDemoQuestions *self = g_new0 (AppDemoQuestions, 1);

  self->request = g_object_ref (request);
  self->all = g_ptr_array_new_with_free_func ((GDestroyNotify)question_free);
  return self;
}

void
app_demo_questions_free (AppDemoQuestions *self)
{
  if (self->user_data_free != NULL)
    self->user_data_free (self->user_data);
  g_ptr_array_unref (self->all);
  g_object_unref (self->request);
  g_free (self);
}

void
app_demo_questions_add (AppDemoQuestions *self,
                        const char       *key,
                        const char       *method,
                        const char       *params)
{
  AppDemoQuestion *question = g_new0 (AppDemoQuestion, 1);

  question->key = g_strdup (key);
  question->method = g_strdup (method);
  question->params = g_strdup (params);
  question->questions = self;
  g_ptr_array_add (self->all, question);
  self->n_open++;
}

void
app_demo_questions_keep_state (AppDemoQuestions *self)
{
  self->keeps_state = TRUE;
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, AppDemoQuestions, app_demo_questions, all)

static AppDemoQuestion *
find (AppDemoQuestions *self, const char *key)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      AppDemoQuestion *question = g_ptr_array_index (self->all, i);

      if (strcmp (question->key, key) == 0)
        return question;
    }
  return NULL;
}

McpJsonValue
app_demo_questions_get_answer (AppDemoQuestions *self, const char *key)
{
  AppDemoQuestion *question = find (self, key);

  return question != NULL ? question->answer.value : MCP_JSON_NO_VALUE;
}

static gboolean
finish_if_answered (AppDemoQuestions *self)
{
  if (self->n_open > 0)
    return FALSE;

  g_clear_signal_handler (&self->finished_handler, self->request);
  if (self->request->task != NULL)
    app_demo_task_forget_questions (self->request->task);
  self->done (self->request, self, self->user_data);
  app_demo_questions_free (self);
  return TRUE;
}

static void
set_result (AppDemoQuestions *self, AppDemoQuestion *question, McpJsonValue result)
{
  g_autofree char *text = mcp_json_value_dup_text (result);
  g_autofree char *json = g_strdup_printf ("{\"result\":%s}", text);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  mcp_json_slot_set (&question->answer, mcp_json_document_get_root (document));
  self->n_open--;
}

gboolean
app_demo_questions_take_result (AppDemoQuestions *self, const char *key, McpJsonValue result)
{
  AppDemoQuestion *question = find (self, key);

  if (question == NULL || mcp_json_value_exists (question->answer.value) ||
      mcp_json_value_get_kind (result) != MCP_JSON_OBJECT)
    return FALSE;

  set_result (self, question, result);
  return finish_if_answered (self);
}

/* The capabilities that questions need: as a pointer, and as what the error says. A question is of
 * the first row that has its method and, where it says one, the parameter. */
static const struct
{
  const char *method;
  const char *parameter; /* (nullable): a pointer to what has to be there */
  const char *pointer;
  const char *needed;
} needs[] = {
  { "roots/list", NULL, "/roots", "{\"roots\":{}}" },
  { "sampling/createMessage", "/tools", "/sampling/tools", "{\"sampling\":{\"tools\":{}}}" },
  { "sampling/createMessage", NULL, "/sampling", "{\"sampling\":{}}" },
  { "elicitation/create", "/url", "/elicitation/url", "{\"elicitation\":{\"url\":{}}}" },
  { "elicitation/create", NULL, "/elicitation", "{\"elicitation\":{\"form\":{}}}" },
};

static const char *
get_needed (const AppDemoQuestion *question, const char **pointer)
{
  const char *text = question->params != NULL ? question->params : "{}";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue params = mcp_json_document_get_root (document);

  *pointer = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (strcmp (needs[i].method, question->method) == 0 &&
        (needs[i].parameter == NULL ||
         mcp_json_value_exists (mcp_json_value_resolve_pointer (params, needs[i].parameter))))
      {
        *pointer = needs[i].pointer;
        return needs[i].needed;
      }
  return NULL;
}

static gboolean
client_can (AppDemoQuestions *self, const char *pointer)
{
  /* An elicitation capability that names URL mode only has no forms. */
  if (strcmp (pointer, "/elicitation") == 0 &&
      app_demo_request_client_can (self->request, "/elicitation/url") &&
      !app_demo_request_client_can (self->request, "/elicitation/form"))
    return FALSE;
  return app_demo_request_client_can (self->request, pointer);
}

static void
refuse (AppDemoQuestions *self, const char *pointer, const char *needed)
{
  g_autofree char *name = g_strdup (pointer + 1);

  g_strdelimit (name, "/", '.');
  g_autofree char *text = g_strdup_printf ("This client does not offer “%s”.", name);
  if (self->request->modern)
    app_demo_modern_refuse_capability (self->request, needed);
  else if (strcmp (self->request->method, "tools/call") == 0)
    app_demo_request_answer_text (self->request, text, TRUE);
  else
    app_demo_request_fail (self->request, APP_DEMO_INVALID_PARAMS, text, NULL);
}

static gboolean
check_capabilities (AppDemoQuestions *self)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      const AppDemoQuestion *question = g_ptr_array_index (self->all, i);
      const char            *pointer;
      const char            *needed = get_needed (question, &pointer);

      if (pointer != NULL && !mcp_json_value_exists (question->answer.value) &&
          !client_can (self, pointer))
        {
          refuse (self, pointer, needed);
          return FALSE;
        }
    }
  return TRUE;
}

/* Up to 2025-11-25: a request for each */

static void
on_answered (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  AppDemoQuestion  *question = user_data;
  AppDemoQuestions *self = question->questions;

  mcp_json_slot_set (&question->answer, answer);
  self->n_open--;
  finish_if_answered (self);
}

/* The request was cancelled, or its session ended: nobody waits for the answers. */
static void
on_finished (AppDemoQuestions *self)
{
  g_clear_signal_handler (&self->finished_handler, self->request);
  app_demo_session_forget_questions (self->request->session, self->request);
  app_demo_questions_free (self);
}

/* Returns: (transfer full) (nullable): the parameters with @meta in them */
static char *
add_meta (const char *params, const char *meta)
{
  if (meta == NULL)
    return g_strdup (params);
  if (params == NULL || strcmp (params, "{}") == 0)
    return g_strdup_printf ("{\"_meta\":%s}", meta);
  return g_strdup_printf ("{\"_meta\":%s,%s", meta, params + 1);
}

void
app_demo_questions_send (AppDemoQuestions *self, AppDemoChannel *channel, const char *meta)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      AppDemoQuestion *question = g_ptr_array_index (self->all, i);
      g_autofree char *params = add_meta (question->params, meta);

      app_demo_session_ask (self->request->session, channel, self->request,
                            question->method, params, on_answered, question);
    }
}

static void
ask_by_requests (AppDemoQuestions *self)
{
  self->finished_handler = g_signal_connect_swapped (self->request, "finished",
                                                     G_CALLBACK (on_finished), self);
  app_demo_questions_send (self, self->request->channel, NULL);
}

/* 2026-07-28: a result that requires input */

void
app_demo_questions_write (AppDemoQuestions *self, McpJsonWriter *writer)
{
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < self->all->len; i++)
    {
      const AppDemoQuestion *question = g_ptr_array_index (self->all, i);

      if (mcp_json_value_exists (question->answer.value))
        continue;
      mcp_json_writer_add (writer, "%s: {'method': %s, 'params': %r}", question->key,
                           question->method,
                           question->params != NULL ? question->params : "{}");
    }
  mcp_json_writer_end_object (writer);
}

/* Adds what @answers has for questions that are not asked now, and that @but does not have: answers
 * that belong to earlier rounds. */
static void
add_earlier (AppDemoQuestions *self, McpJsonWriter *writer, McpJsonValue answers, McpJsonValue but)
{
  for (McpJsonWalk each = mcp_json_walk (answers); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (find (self, key) == NULL &&
          !mcp_json_value_exists (mcp_json_value_get_member (but, key)))
        mcp_json_writer_add (writer, "%s: %v", key, each.value);
    }
}

static char *
collect_answers (AppDemoQuestions *self, McpJsonValue before)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  add_earlier (self, writer, before, MCP_JSON_NO_VALUE);
  for (guint i = 0; i < self->all->len; i++)
    {
      const AppDemoQuestion *question = g_ptr_array_index (self->all, i);

      if (mcp_json_value_exists (question->answer.value))
        mcp_json_writer_add (writer, "%s: %v", question->key,
                             mcp_json_value_get_member (question->answer.value, "result"));
    }
  add_earlier (self, writer, mcp_json_value_get_member (self->request->params, "inputResponses"),
               before);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static void
require_input (AppDemoQuestions *self, McpJsonValue before, guint round)
{
  g_autofree char *answers = collect_answers (self, before);

  self->request->result_type = "input_required";
  McpJsonWriter *writer = app_demo_request_begin (self->request);
  mcp_json_writer_add (writer, "{'inputRequests': ");
  app_demo_questions_write (self, writer);
  if (self->keeps_state || strcmp (answers, "{}") != 0)
    {
      g_autofree char *state = app_demo_state_seal (self->request, round + 1, answers, NULL);

      mcp_json_writer_add (writer, "'requestState': %r", state);
    }
  mcp_json_writer_end_object (writer);
  app_demo_request_end (self->request, writer);
}

static void
look_up_answers (AppDemoQuestions *self, McpJsonValue before)
{
  McpJsonValue responses = mcp_json_value_get_member (self->request->params,
                                                      "inputResponses");

  for (guint i = 0; i < self->all->len; i++)
    {
      AppDemoQuestion *question = g_ptr_array_index (self->all, i);
      McpJsonValue     result = mcp_json_value_get_member (responses, question->key);

      if (mcp_json_value_get_kind (result) != MCP_JSON_OBJECT)
        result = mcp_json_value_get_member (before, question->key);
      if (mcp_json_value_get_kind (result) == MCP_JSON_OBJECT)
        set_result (self, question, result);
    }
}

static void
ask_by_result (AppDemoQuestions *self)
{
  g_auto (McpJsonSlot) before = { MCP_JSON_NO_VALUE };
  guint round;

  if (!app_demo_state_open (self->request, &before, &round))
    {
      app_demo_questions_free (self);
      return;
    }
  look_up_answers (self, before.value);
  if (finish_if_answered (self))
    return;
  if (check_capabilities (self))
    require_input (self, before.value, round);
  app_demo_questions_free (self);
}

void
app_demo_questions_ask (AppDemoQuestions    *self,
                        AppDemoQuestionsDone done,
                        gpointer             user_data,
                        GDestroyNotify       user_data_free)
{
  AppDemoTask *task = self->request->task;

  self->done = done;
  self->user_data = user_data;
  self->user_data_free = user_data_free;
  if (task == NULL && self->request->modern)
    ask_by_result (self);
  else if (!check_capabilities (self))
    app_demo_questions_free (self);
  else if (task != NULL)
    app_demo_task_ask (task, self);
  else
    ask_by_requests (self);
}
