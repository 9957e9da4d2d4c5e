/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the scenarios of MCP 2026-07-28 in @modelcontextprotocol/conformance call, with the names
 * and keys that they ask for. Offered with --conformance only. */

#include "app-demo-questions.h"
#include "app-demo-system.h"

#include <string.h>

#define FORM(message, name, type)                                                            \
  "{\"mode\":\"form\",\"message\":\"" message "\",\"requestedSchema\":{\"type\":\"object\"," \
  "\"properties\":{\"" name "\":{\"type\":\"" type "\"}},\"required\":[\"" name "\"]}}"
#define SAMPLE(text, tokens)                                                          \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"" text \
  "\"}}],\"maxTokens\":" tokens "}"

#define ELICIT "elicitation/create"

static void
ask (AppDemoRequest      *request,
     const char          *key,
     const char          *method,
     const char          *params,
     gboolean             keeps_state,
     AppDemoQuestionsDone done)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, key, method, params);
  if (keeps_state)
    app_demo_questions_keep_state (questions);
  app_demo_questions_ask (questions, done, NULL, NULL);
}

static void
on_greeted (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue     answer = app_demo_questions_get_answer (questions, "user_name");
  g_autofree char *name = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/content/name"), NULL);
  g_autofree char *text = g_strdup_printf ("Hello, %s!", name != NULL ? name : "whoever you are");

  app_demo_request_answer_text (request, text, FALSE);
}

static void
elicitation (AppDemoRequest *request, McpJsonValue arguments)
{
  ask (request, "user_name", ELICIT, FORM ("What is your name?", "name", "string"), FALSE,
       on_greeted);
}

static void
on_answered (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  g_autoptr (GString) text = g_string_new ("state-ok");
  GPtrArray *all = app_demo_questions_get_all (questions);

  for (guint i = 0; i < all->len; i++)
    {
      const AppDemoQuestion *question = g_ptr_array_index (all, i);
      McpJsonValue           result = mcp_json_value_get_member (question->answer.value, "result");
      g_autofree char       *json = mcp_json_value_dup_text (result);

      g_string_append_printf (text, "\n%s: %s", question->key, json);
    }
  app_demo_request_answer_text (request, text->str, FALSE);
}

static void
sampling (AppDemoRequest *request, McpJsonValue arguments)
{
  ask (request, "capital_question", "sampling/createMessage",
       SAMPLE ("What is the capital of France?", "100"), FALSE, on_answered);
}

static void
list_roots (AppDemoRequest *request, McpJsonValue arguments)
{
  ask (request, "client_roots", "roots/list", NULL, FALSE, on_answered);
}

static void
request_state (AppDemoRequest *request, McpJsonValue arguments)
{
  ask (request, "confirm", ELICIT, FORM ("Please confirm", "ok", "boolean"), TRUE, on_answered);
}

static void
multiple_inputs (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, "user_name", ELICIT,
                          FORM ("What is your name?", "name", "string"));
  app_demo_questions_add (questions, "greeting", "sampling/createMessage",
                          SAMPLE ("Generate a greeting", "50"));
  app_demo_questions_add (questions, "client_roots", "roots/list", NULL);
  app_demo_questions_keep_state (questions);
  app_demo_questions_ask (questions, on_answered, NULL, NULL);
}

static void
on_first_round (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  ask (request, "step2", ELICIT, FORM ("Step 2: What is your favorite color?", "color", "string"),
       TRUE, on_answered);
}

static void
multi_round (AppDemoRequest *request, McpJsonValue arguments)
{
  ask (request, "step1", ELICIT, FORM ("Step 1: What is your name?", "name", "string"), TRUE,
       on_first_round);
}

static void
capabilities (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  if (app_demo_request_client_can (request, "/elicitation"))
    app_demo_questions_add (questions, "user_name", ELICIT,
                            FORM ("What is your name?", "name", "string"));
  if (app_demo_request_client_can (request, "/sampling"))
    app_demo_questions_add (questions, "greeting", "sampling/createMessage",
                            SAMPLE ("Generate a greeting", "50"));
  if (app_demo_request_client_can (request, "/roots"))
    app_demo_questions_add (questions, "client_roots", "roots/list", NULL);
  app_demo_questions_ask (questions, on_answered, NULL, NULL);
}

static void
streaming_elicitation (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_progress (request, 1, 2, "About to ask");
  elicitation (request, arguments);
}

static void
logging_tool (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_log (request, "info", "conformance", "\"Something happened\"");
  app_demo_request_answer_text (request, "Logged, if that was wanted", FALSE);
}

static void
trigger_tool_change (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_server_broadcast (request->server,
                             "notifications/tools/list_changed", NULL);
  app_demo_request_answer_text (request, "Done", FALSE);
}

static void
trigger_prompt_change (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_server_broadcast (request->server,
                             "notifications/prompts/list_changed", NULL);
  app_demo_request_answer_text (request, "Done", FALSE);
}

static void
x_mcp_header (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer_text (request, "The header agrees with the argument", FALSE);
}

static const AppDemoHandler tools[] = {
  { "test_input_required_result_elicitation", elicitation },
  { "test_input_required_result_sampling", sampling },
  { "test_input_required_result_list_roots", list_roots },
  { "test_input_required_result_request_state", request_state },
  { "test_input_required_result_multiple_inputs", multiple_inputs },
  { "test_input_required_result_multi_round", multi_round },
  { "test_input_required_result_tampered_state", request_state },
  { "test_input_required_result_capabilities", capabilities },
  { "test_missing_capability", sampling },
  { "test_streaming_elicitation", streaming_elicitation },
  { "test_logging_tool", logging_tool },
  { "test_trigger_tool_change", trigger_tool_change },
  { "test_trigger_prompt_change", trigger_prompt_change },
  { "test_x_mcp_header", x_mcp_header },
  { NULL },
};

static void
on_context (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue     answer = app_demo_questions_get_answer (questions, "user_context");
  g_autofree char *context = mcp_json_value_dup_text (
      mcp_json_value_resolve_pointer (answer, "/result/content/context"));
  g_autofree char *result = g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":{"
                                             "\"type\":\"text\",\"text\":%s}}]}",
                                             context != NULL ? context : "\"no context\"");

  app_demo_request_answer (request, result);
}

static void
prompt (AppDemoRequest *request, McpJsonValue arguments)
{
  ask (request, "user_context", ELICIT,
       FORM ("What context should the prompt use?", "context", "string"), FALSE, on_context);
}

static const AppDemoHandler prompts[] = {
  { "test_input_required_result_prompt", prompt },
  { NULL },
};

const AppDemoSystem conformance_rounds_system = {
  .name = "conformance-rounds",
  .tools = tools,
  .prompts = prompts,
  .modern_only = TRUE,
};
