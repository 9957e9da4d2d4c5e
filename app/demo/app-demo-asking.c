/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-prepared.h"
#include "app-demo-questions.h"
#include "app-demo-registry.h"
#include "app-demo-session.h"
#include "app-demo-state.h"

/* Tools that ask their client more than is prepared: pages to visit, its model.
 * Source: MCP 2025-11-25 and 2026-07-28, client/. */

#define ELICIT "elicitation/create"
#define SAMPLE "sampling/createMessage"
#define PAGE "https://example.com/spyglass-demo/confirm"
/* Between the acceptance of a page and the word that it was visited. */
#define VISIT_MS 300
#define MAX_ROUNDS 100

/* Returns: (transfer full): a text of the definitions. @values: (transfer full) (nullable) */
static char *
write_data (AppDemoRequest *request, const char *pointer, GHashTable *values)
{
  g_autoptr (GHashTable) owned = values != NULL ? values : app_demo_prepared_new_values ();

  return app_demo_prepared_fill (
      app_demo_registry_get_data (request->server->registry, &app_demo_asking_system, pointer),
      owned);
}

/* Pages */

static char *
make_page (AppDemoRequest *request, McpJsonValue arguments, const char *id)
{
  g_autofree char *url = mcp_json_value_dup_member_string (arguments, "url");
  const char      *usual = app_demo_options_call (request->server->options, get_url, NULL);
  const char      *page = usual != NULL ? usual : PAGE;
  GHashTable      *values = app_demo_prepared_new_values ();

  app_demo_prepared_set (values, "url", mcp_json_quote (url != NULL ? url : page, -1));
  app_demo_prepared_set (values, "id", mcp_json_quote (id, -1));
  return write_data (request, request->modern ? "/data/page" : "/data/page_with_id", values);
}

typedef struct
{
  AppDemoSession *session;
  char           *id;
} Visit;

static void
visit_free (Visit *visit)
{
  g_object_unref (visit->session);
  g_free (visit->id);
  g_free (visit);
}

static gboolean
on_visited (gpointer user_data)
{
  Visit           *visit = user_data;
  g_autofree char *params = g_strdup_printf ("{\"elicitationId\":\"%s\"}", visit->id);

  app_demo_session_notify (visit->session, "notifications/elicitation/complete", params);
  return G_SOURCE_REMOVE;
}

static void
complete_later (AppDemoRequest *request, const char *id)
{
  Visit *visit = g_new (Visit, 1);

  visit->session = g_object_ref (request->session);
  visit->id = g_strdup (id);
  g_timeout_add_full (G_PRIORITY_DEFAULT, VISIT_MS, on_visited, visit, (GDestroyNotify)visit_free);
}

static void
on_page_accepted (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue answer = app_demo_questions_get_answer (questions, "page");
  McpJsonValue action = mcp_json_value_resolve_pointer (answer, "/result/action");

  if (mcp_json_value_string_equals (action, "accept") && !request->modern)
    complete_later (request, user_data);
  app_demo_prepared_show_answer (request, answer, NULL);
}

static void
visit_page (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);
  char             *id = g_uuid_string_random ();
  g_autofree char  *params = make_page (request, arguments, id);

  app_demo_questions_add (questions, "page", ELICIT, params);
  app_demo_questions_ask (questions, on_page_accepted, id, g_free);
}

/* Whose ledgers are open: what a real server would learn from its page. */
static GHashTable *
create_open_ledgers (void)
{
  return g_hash_table_new (NULL, NULL);
}

static void
read_ledger (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoSession  *session = request->session;
  GHashTable      *open = app_demo_server_get_state (request->server,
                                                     "open-ledgers",
                                                     (gpointer (*) (void))create_open_ledgers,
                                                     (GDestroyNotify)g_hash_table_unref);
  g_autofree char *id = g_uuid_string_random ();

  if (request->modern)
    {
      visit_page (request, arguments);
      return;
    }
  if (g_hash_table_remove (open, session))
    {
      app_demo_request_answer_text (request, "Monday: 214.50. Tuesday: 98.00.", FALSE);
      return;
    }
  if (!app_demo_request_client_can (request, "/elicitation/url"))
    {
      app_demo_request_answer_text (request, "The ledger opens on a page only.", TRUE);
      return;
    }

  g_hash_table_add (open, session);
  g_autofree char *page = make_page (request, arguments, id);
  g_autofree char *data = g_strdup_printf ("{\"elicitations\":[%s]}", page);
  complete_later (request, id);
  app_demo_request_fail (request, APP_DEMO_URL_ELICITATION_REQUIRED,
                         "Visit the page, then call again", data);
}

/* The client's model */

static void
on_used_tool (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  app_demo_prepared_show_answer (request, app_demo_questions_get_answer (questions, "conclusion"),
                                 NULL);
}

static void
ask_model_again (AppDemoRequest *request, McpJsonValue result, const char *question)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);
  McpJsonValue      content = mcp_json_value_get_member (result, "content");
  gboolean          several = mcp_json_value_get_kind (content) == MCP_JSON_ARRAY;
  g_autoptr (McpJsonWriter) results = mcp_json_writer_new ();
  GHashTable *values = app_demo_prepared_new_values ();
  guint       n_blocks = several ? mcp_json_value_get_n_items (content) : 1;

  mcp_json_writer_begin_array (results);
  for (guint i = 0; i < n_blocks; i++)
    {
      McpJsonValue block = several ? mcp_json_value_get_item (content, i) : content;
      McpJsonValue id = mcp_json_value_get_member (block, "id");

      if (mcp_json_value_exists (id))
        mcp_json_writer_add (results, "{'type': 'tool_result', 'toolUseId': %v, 'content': "
                                      "[{'type': 'text', 'text': '12 pieces'}]}",
                             id);
    }
  mcp_json_writer_end_array (results);
  app_demo_prepared_set (values, "question", g_strdup (question));
  app_demo_prepared_set (values, "said", mcp_json_value_dup_text (content));
  app_demo_prepared_set (values, "results", mcp_json_writer_finish_text (results));
  g_autofree char *params = write_data (request, "/data/conclusion", values);
  app_demo_questions_add (questions, "conclusion", SAMPLE, params);
  app_demo_questions_ask (questions, on_used_tool, NULL, NULL);
}

static void
on_sampled (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue answer = app_demo_questions_get_answer (questions, "reply");
  McpJsonValue result = mcp_json_value_get_member (answer, "result");
  McpJsonValue reason = mcp_json_value_get_member (result, "stopReason");

  if (mcp_json_value_string_equals (reason, "toolUse"))
    ask_model_again (request, result, user_data);
  else
    app_demo_prepared_show_answer (request, answer, NULL);
}

static void
ask_model (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);
  gboolean          tools = mcp_json_value_get_member_boolean (arguments, "with_tools", FALSE);
  g_autofree char  *question = mcp_json_value_dup_member_string (arguments, "question");
  char             *quoted = mcp_json_quote (question != NULL ? question : "Name a colour.", -1);
  GHashTable       *values = app_demo_prepared_new_values ();
  g_autofree char  *params = NULL;

  app_demo_prepared_set (values, "question", g_strdup (quoted));
  params = write_data (request, tools ? "/data/question_with_tools" : "/data/question", values);
  app_demo_questions_add (questions, "reply", SAMPLE, params);
  app_demo_questions_ask (questions, on_sampled, quoted, g_free);
}

/* Rounds that ask nothing: the client only has to come back with the state. */
static void
wait_in_line (AppDemoRequest *request, McpJsonValue arguments)
{
  gint64 rounds = CLAMP (mcp_json_value_get_member_int64 (arguments, "rounds", 2), 0, MAX_ROUNDS);
  g_auto (McpJsonSlot) answers = { MCP_JSON_NO_VALUE };
  g_autofree char *text = NULL;
  guint            round;

  if (!app_demo_state_open (request, &answers, &round))
    return;
  if (round >= rounds || !request->modern)
    {
      text = g_strdup_printf ("Your turn, after %u rounds.", round);
      app_demo_request_answer_text (request, text, FALSE);
      return;
    }
  g_autofree char *state = app_demo_state_seal (request, round + 1, "{}", NULL);
  text = g_strdup_printf ("{\"requestState\":%s}", state);
  request->result_type = "input_required";
  app_demo_request_answer (request, text);
}

static const AppDemoHandler tools[] = {
  { "visit_page", visit_page },
  { "read_ledger", read_ledger },
  { "ask_model", ask_model },
  { "wait_in_line", wait_in_line },
  { NULL },
};

const AppDemoSystem app_demo_asking_system = {
  .name = "asking",
  .tools = tools,
};
