/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the scenarios of the tasks extension in @modelcontextprotocol/conformance call. Offered with
 * --conformance only. */

#include "app-demo-task.h"

#define FAILURE_MS 1000
#define WORK_MS 200
#define MAX_SECONDS 3600

#define FORM(message, name, type)                \
  "{\"mode\":\"form\",\"message\":\"" message    \
  "\",\"requestedSchema\":{\"type\":\"object\"," \
  "\"properties\":{\"" name "\":{\"type\":\"" type "\"}},\"required\":[\"" name "\"]}}"
#define CONFIRM FORM ("Really?", "confirm", "boolean")
#define NAME FORM ("What is your name?", "name", "string")

static void
greet (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *name = mcp_json_value_dup_member_string (arguments, "name");
  g_autofree char *text = g_strdup_printf ("Hello, %s!", name != NULL ? name : "World");

  app_demo_request_answer_text (request, text, FALSE);
}

static gboolean
on_computed (gpointer data)
{
  app_demo_request_answer_text (data, "Computed", FALSE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_failed (gpointer data)
{
  app_demo_request_answer_text (data, "The job failed", TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_protocol_failed (gpointer data)
{
  app_demo_request_fail (data, APP_DEMO_INTERNAL_ERROR, "The job could not be run", NULL);
  return G_SOURCE_REMOVE;
}

static void
later (AppDemoRequest *request, guint milliseconds, GSourceFunc function)
{
  g_timeout_add_full (G_PRIORITY_DEFAULT, milliseconds, function, g_object_ref (request),
                      g_object_unref);
}

static void
slow_compute (AppDemoRequest *request, McpJsonValue arguments)
{
  double seconds = mcp_json_value_get_double (mcp_json_value_get_member (arguments, "seconds"), 0);

  later (request, 1000 * CLAMP (seconds, 0, MAX_SECONDS), on_computed);
}

static void
failing_job (AppDemoRequest *request, McpJsonValue arguments)
{
  later (request, FAILURE_MS, on_failed);
}

static void
protocol_error_job (AppDemoRequest *request, McpJsonValue arguments)
{
  later (request, WORK_MS, on_protocol_failed);
}

static void
on_confirmed (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  app_demo_request_answer_text (request, "Answered", FALSE);
}

static void
confirm_delete (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, "confirm", "elicitation/create", CONFIRM);
  app_demo_questions_ask (questions, on_confirmed, NULL, NULL);
}

static void
multi_input (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, "first", "elicitation/create", CONFIRM);
  app_demo_questions_add (questions, "second", "elicitation/create", CONFIRM);
  app_demo_questions_ask (questions, on_confirmed, NULL, NULL);
}

/* The work of the task that the call became after its question was answered. */
static void
greet_later (AppDemoRequest *request, McpJsonValue responses)
{
  g_autofree char *name = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (responses, "/user_name/content/name"), NULL);
  g_autofree char *text = g_strdup_printf ("Hello, %s!", name != NULL ? name : "whoever");

  app_demo_request_answer_text (request, text, FALSE);
}

static void
on_named (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue params = request->params;

  if (request->modern)
    app_demo_task_begin (request, greet_later, mcp_json_value_get_member (params, "inputResponses"),
                         0);
  else
    app_demo_request_answer_text (request, "Answered", FALSE);
}

static void
tool_with_task (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, "user_name", "elicitation/create", NAME);
  app_demo_questions_ask (questions, on_named, NULL, NULL);
}

static const AppDemoHandler tools[] = {
  { "greet", greet },
  { "slow_compute", slow_compute },
  { "failing_job", failing_job },
  { "protocol_error_job", protocol_error_job },
  { "confirm_delete", confirm_delete },
  { "multi_input", multi_input },
  { "test_tool_with_task", tool_with_task, .own_task = TRUE },
  { NULL },
};

const AppDemoSystem conformance_tasks_system = {
  .name = "conformance-tasks",
  .tools = tools,
};
