/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-questions.h"
#include "app-demo-session.h"
#include "app-demo-state.h"
#include "app-demo-system.h"

#include <string.h>

/* Tools, a prompt and a resource that ask their client: forms, pages to visit, its model, its
 * roots. Source: MCP 2025-11-25 and 2026-07-28, client/. */

#define ELICIT "elicitation/create"
#define SAMPLE "sampling/createMessage"
/* Between the acceptance of a page and the word that it was visited. */
#define VISIT_MS 300
#define MAX_ROUNDS 100

#define ADDRESS                                                                  \
  "{\"mode\":\"form\",\"message\":\"Where should the parcel go?\","              \
  "\"requestedSchema\":{\"type\":\"object\",\"properties\":{"                    \
  "\"name\":{\"type\":\"string\",\"title\":\"Name\",\"minLength\":1},"           \
  "\"email\":{\"type\":\"string\",\"format\":\"email\",\"title\":\"E-mail\"},"   \
  "\"floor\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":60,\"default\":0}," \
  "\"door\":{\"type\":\"string\",\"enum\":[\"front\",\"back\"],"                 \
  "\"default\":\"front\"},"                                                      \
  "\"neighbour\":{\"type\":\"boolean\",\"title\":\"May be left with a "          \
  "neighbour\",\"default\":true}},"                                              \
  "\"required\":[\"name\"]}}"

#define ASK_NAME                                              \
  "{\"mode\":\"form\",\"message\":\"What may I call you?\","  \
  "\"requestedSchema\":{\"type\":\"object\",\"properties\":{" \
  "\"name\":{\"type\":\"string\",\"title\":\"Name\"}},\"required\":[\"name\"]}}"

#define ASK_COLOUR                                                                        \
  "{\"mode\":\"form\",\"message\":\"Which colour do you like, %s?\","                     \
  "\"requestedSchema\":{\"type\":\"object\",\"properties\":{"                             \
  "\"colour\":{\"type\":\"string\",\"title\":\"Colour\",\"enum\":[\"graphite\",\"sand\"," \
  "\"moss\",\"cobalt\"]}},\"required\":[\"colour\"]}}"

#define TOOLS                                                                          \
  "\"tools\":[{\"name\":\"get_stock\",\"description\":\"How many pieces of a product " \
  "are in stock\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"product\":"   \
  "{\"type\":\"string\"}},\"required\":[\"product\"]}}],"                              \
  "\"toolChoice\":{\"mode\":\"%s\"}"

/* What the client answered, as it came. */
static void
on_answer (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  gboolean         is_error = !mcp_json_value_exists (result);
  g_autofree char *text = mcp_json_value_print_pretty (
      is_error ? mcp_json_value_get_member (answer, "error") : result, 2);

  app_demo_request_answer_text (request, text, is_error);
}

/* The same for several questions. */
static void
on_answers (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  GPtrArray     *all = app_demo_questions_get_all (questions);
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  for (guint i = 0; i < all->len; i++)
    {
      const AppDemoQuestion *question = g_ptr_array_index (all, i);
      g_autofree char       *answer = mcp_json_value_print_pretty (question->answer.value, 2);
      g_autofree char       *text = g_strdup_printf ("%s:\n%s", question->key, answer);

      app_demo_request_write_text (writer, text);
    }
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
list_roots (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_ask (request, "roots/list", NULL, on_answer, NULL);
}

static void
ask_person (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_ask (request, ELICIT, ADDRESS, on_answer, NULL);
}

/* Every kind of field that a form can have, with a default each. */
static void
fill_form (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_ask (
      request, ELICIT,
      "{\"mode\":\"form\",\"message\":\"Please look through your profile.\",\"requestedSchema\":{"
      "\"type\":\"object\",\"properties\":{"
      "\"name\":{\"type\":\"string\",\"title\":\"Name\",\"description\":\"As on the letter box\","
      "\"minLength\":2,\"maxLength\":40,\"default\":\"Ada Lovelace\"},"
      "\"email\":{\"type\":\"string\",\"title\":\"E-mail\",\"format\":\"email\","
      "\"default\":\"ada@example.com\"},"
      "\"website\":{\"type\":\"string\",\"title\":\"Website\",\"format\":\"uri\"},"
      "\"birthday\":{\"type\":\"string\",\"title\":\"Birthday\",\"format\":\"date\"},"
      "\"call\":{\"type\":\"string\",\"title\":\"Call me at\",\"format\":\"date-time\"},"
      "\"age\":{\"type\":\"integer\",\"title\":\"Age\",\"minimum\":0,\"maximum\":150,"
      "\"default\":36},"
      "\"height\":{\"type\":\"number\",\"title\":\"Height\",\"description\":\"Metres\","
      "\"minimum\":0.3,\"maximum\":2.6,\"default\":1.65},"
      "\"newsletter\":{\"type\":\"boolean\",\"title\":\"Newsletter\",\"default\":false},"
      "\"size\":{\"type\":\"string\",\"title\":\"Size\",\"enum\":[\"S\",\"M\",\"L\"],"
      "\"default\":\"M\"},"
      "\"country\":{\"type\":\"string\",\"title\":\"Country\",\"oneOf\":["
      "{\"const\":\"gb\",\"title\":\"Great Britain\"},{\"const\":\"fr\",\"title\":\"France\"},"
      "{\"const\":\"jp\",\"title\":\"Japan\"}],\"default\":\"gb\"},"
      "\"language\":{\"type\":\"string\",\"title\":\"Language\",\"enum\":[\"en\",\"fr\"],"
      "\"enumNames\":[\"English\",\"French\"],\"default\":\"en\"},"
      "\"colours\":{\"type\":\"array\",\"title\":\"Colours\",\"items\":{\"type\":\"string\","
      "\"enum\":[\"graphite\",\"sand\",\"moss\"]},\"minItems\":1,\"maxItems\":2,"
      "\"default\":[\"sand\"]},"
      "\"days\":{\"type\":\"array\",\"title\":\"Days\",\"items\":{\"anyOf\":["
      "{\"const\":\"mon\",\"title\":\"Monday\"},{\"const\":\"tue\",\"title\":\"Tuesday\"},"
      "{\"const\":\"wed\",\"title\":\"Wednesday\"}]},\"default\":[\"mon\",\"wed\"]}},"
      "\"required\":[\"name\",\"email\",\"size\"]}}",
      on_answer, NULL);
}

/* Pages */

static char *
make_page (AppDemoRequest *request, McpJsonValue arguments, const char *id)
{
  const AppDemoFaults *faults =
      app_demo_server_get_options (app_demo_request_get_server (request))->faults;
  g_autofree char *url = mcp_json_value_dup_member_string (arguments, "url");
  const char      *usual = faults->get_url != NULL ? faults->get_url () : NULL;
  const char      *page = usual != NULL ? usual : "https://example.com/spyglass-demo/confirm";
  g_autofree char *quoted = mcp_json_quote (url != NULL ? url : page, -1);
  g_autofree char *identity = g_strdup_printf (",\"elicitationId\":\"%s\"", id);

  return g_strdup_printf ("{\"mode\":\"url\",\"message\":\"Please confirm the order on our page.\","
                          "\"url\":%s%s}",
                          quoted, app_demo_request_is_modern (request) ? "" : identity);
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

  visit->session = g_object_ref (app_demo_request_get_session (request));
  visit->id = g_strdup (id);
  g_timeout_add_full (G_PRIORITY_DEFAULT, VISIT_MS, on_visited, visit, (GDestroyNotify)visit_free);
}

static void
on_page_accepted (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue answer = app_demo_questions_get_answer (questions, "page");
  McpJsonValue action = mcp_json_value_resolve_pointer (answer, "/result/action");

  if (mcp_json_value_string_equals (action, "accept") && !app_demo_request_is_modern (request))
    complete_later (request, user_data);
  on_answer (request, answer, NULL);
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
  AppDemoSession  *session = app_demo_request_get_session (request);
  GHashTable      *open = app_demo_server_get_state (app_demo_request_get_server (request),
                                                     "open-ledgers",
                                                     (gpointer (*) (void))create_open_ledgers,
                                                     (GDestroyNotify)g_hash_table_unref);
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *page = NULL;
  g_autofree char *data = NULL;

  if (app_demo_request_is_modern (request))
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
  page = make_page (request, arguments, id);
  data = g_strdup_printf ("{\"elicitations\":[%s]}", page);
  complete_later (request, id);
  app_demo_request_fail (request, APP_DEMO_URL_ELICITATION_REQUIRED,
                         "Visit the page, then call again", data);
}

/* The client's model */

static void
on_used_tool (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  on_answer (request, app_demo_questions_get_answer (questions, "conclusion"), NULL);
}

static void
ask_model_again (AppDemoRequest *request, McpJsonValue result, const char *question)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);
  McpJsonValue      content = mcp_json_value_get_member (result, "content");
  gboolean          several = mcp_json_value_get_kind (content) == MCP_JSON_ARRAY;
  g_autofree char  *said = mcp_json_value_dup_text (content);
  g_autoptr (GString) results = g_string_new (NULL);
  g_autofree char *params = NULL;
  guint            n_blocks = several ? mcp_json_value_get_n_items (content) : 1;

  for (guint i = 0; i < n_blocks; i++)
    {
      McpJsonValue     block = several ? mcp_json_value_get_item (content, i) : content;
      g_autofree char *id = mcp_json_value_dup_text (mcp_json_value_get_member (block, "id"));

      if (id != NULL)
        g_string_append_printf (results,
                                "%s{\"type\":\"tool_result\",\"toolUseId\":%s,\"content\":[{"
                                "\"type\":\"text\",\"text\":\"12 pieces\"}]}",
                                results->len > 0 ? "," : "", id);
    }
  params = g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                            "\"text\":%s}},{\"role\":\"assistant\",\"content\":%s},"
                            "{\"role\":\"user\",\"content\":[%s]}],\"maxTokens\":200," TOOLS "}",
                            question, said, results->str, "none");
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
    on_answer (request, answer, NULL);
}

static void
ask_model (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);
  gboolean          tools = mcp_json_value_get_member_boolean (arguments, "with_tools", FALSE);
  g_autofree char  *question = mcp_json_value_dup_member_string (arguments, "question");
  char             *quoted = mcp_json_quote (question != NULL ? question : "Name a colour.", -1);
  g_autofree char  *with_tools = g_strdup_printf ("," TOOLS, "auto");
  g_autofree char  *params = g_strdup_printf (
       "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":%s}}],"
        "\"systemPrompt\":\"Answer in one word.\",\"modelPreferences\":{\"hints\":["
        "{\"name\":\"small\"}],\"costPriority\":0.8,\"speedPriority\":0.5},\"temperature\":0.2,"
        "\"stopSequences\":[\"END\"],\"maxTokens\":50%s}",
       quoted, tools ? with_tools : "");

  app_demo_questions_add (questions, "reply", SAMPLE, params);
  app_demo_questions_ask (questions, on_sampled, quoted, g_free);
}

/* Several questions, and several rounds */

static void
get_acquainted (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, "name", ELICIT, ASK_NAME);
  app_demo_questions_add (questions, "greeting", SAMPLE,
                          "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                          "\"text\":\"Greet a new customer.\"}}],\"maxTokens\":50}");
  app_demo_questions_add (questions, "folders", "roots/list", NULL);
  app_demo_questions_keep_state (questions);
  app_demo_questions_ask (questions, on_answers, NULL, NULL);
}

static void
on_colour (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue     answer = app_demo_questions_get_answer (questions, "colour");
  g_autofree char *colour = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/content/colour"), NULL);
  g_autofree char *text = g_strdup_printf ("%s likes %s.", (const char *)user_data,
                                           colour != NULL ? colour : "to keep that secret");

  app_demo_request_answer_text (request, text, FALSE);
}

static void
on_name (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue answer = app_demo_questions_get_answer (questions, "name");
  char        *name = mcp_json_value_dup_string (
             mcp_json_value_resolve_pointer (answer, "/result/content/name"), NULL);
  AppDemoQuestions *next = app_demo_questions_new (request);
  g_autofree char  *quoted = NULL;
  g_autofree char  *params = NULL;

  if (name == NULL)
    name = g_strdup ("stranger");
  quoted = mcp_json_quote (name, -1);
  /* Without its quotes: it goes into another string. */
  quoted[strlen (quoted) - 1] = '\0';
  params = g_strdup_printf (ASK_COLOUR, quoted + 1);
  app_demo_questions_add (next, "colour", ELICIT, params);
  app_demo_questions_keep_state (next);
  app_demo_questions_ask (next, on_colour, name, g_free);
}

static void
interview (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, "name", ELICIT, ASK_NAME);
  app_demo_questions_ask (questions, on_name, NULL, NULL);
}

/* Rounds that ask nothing: the client only has to come back with the state. */
static void
wait_in_line (AppDemoRequest *request, McpJsonValue arguments)
{
  gint64 rounds = CLAMP (mcp_json_value_get_member_int64 (arguments, "rounds", 2), 0, MAX_ROUNDS);
  g_auto (McpJsonSlot) answers = { MCP_JSON_NO_VALUE };
  g_autofree char *text = NULL;
  g_autofree char *state = NULL;
  guint            round;

  if (!app_demo_state_open (request, &answers, &round))
    return;
  if (round >= rounds || !app_demo_request_is_modern (request))
    {
      text = g_strdup_printf ("Your turn, after %u rounds.", round);
      app_demo_request_answer_text (request, text, FALSE);
      return;
    }
  state = app_demo_state_seal (request, round + 1, "{}", NULL);
  text = g_strdup_printf ("{\"requestState\":%s}", state);
  app_demo_request_set_result_type (request, "input_required");
  app_demo_request_answer (request, text);
}

/* A question that the client may answer as a task of its own: the server polls. Source: MCP
 * 2025-11-25, basic/utilities/tasks. */

#define DEFAULT_POLL_MS 500
#define MIN_POLL_MS 10
#define MAX_POLLS 10000

#define TASK "\"task\":{\"ttl\":600000}"
#define QUESTION                                                                     \
  "{\"mode\":\"form\",\"message\":\"Take your time: what shall we name the ship?\"," \
  "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":"     \
  "\"string\",\"title\":\"Name\"}},\"required\":[\"name\"]}," TASK "}"
#define PROMPT                                                                 \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":" \
  "\"Name a ship.\"}}],\"maxTokens\":50," TASK "}"

/* Lives as long as its request. */
typedef struct
{
  AppDemoRequest *request; /* not owned */
  char           *id;
  guint           polls;
  gboolean        cancels;
  gboolean        cancelled;
} Errand;

static void
errand_free (Errand *errand)
{
  g_free (errand->id);
  g_free (errand);
}

static void
ask_about (Errand *errand, const char *method, AppDemoAnswered answered)
{
  g_autofree char *id = mcp_json_quote (errand->id, -1);
  g_autofree char *params = g_strdup_printf ("{\"taskId\":%s}", id);

  app_demo_request_ask (errand->request, method, params, answered, errand);
}

/* The end of every errand: what the client said last, as it came. */
static void
show (Errand *errand, McpJsonValue answer)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  gboolean         is_error = !mcp_json_value_exists (result);
  g_autofree char *json = mcp_json_value_exists (answer) ? mcp_json_value_print_pretty (answer, 2)
                                                         : g_strdup ("no answer");
  g_autofree char *text = g_strdup_printf ("After %u looks:\n%s", errand->polls, json);

  app_demo_request_answer_text (errand->request, text, is_error);
}

static void
on_result (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  show (user_data, answer);
}

static gboolean look (gpointer user_data);

static void
on_looked (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  Errand          *errand = user_data;
  McpJsonValue     task = mcp_json_value_get_member (answer, "result");
  g_autofree char *status = mcp_json_value_dup_member_string (task, "status");
  gint64           wait = mcp_json_value_get_member_int64 (task, "pollInterval", DEFAULT_POLL_MS);

  errand->polls++;
  if (g_strcmp0 (status, "completed") == 0 || g_strcmp0 (status, "failed") == 0)
    ask_about (errand, "tasks/result", on_result);
  else if (status == NULL || g_strcmp0 (status, "cancelled") == 0 || errand->polls > MAX_POLLS)
    show (errand, answer);
  else if (errand->cancels && !errand->cancelled)
    {
      errand->cancelled = TRUE;
      ask_about (errand, "tasks/cancel", on_looked);
    }
  else
    g_timeout_add_full (G_PRIORITY_DEFAULT, MAX (wait, MIN_POLL_MS), look, g_object_ref (request),
                        g_object_unref);
}

static gboolean
look (gpointer user_data)
{
  Errand *errand = g_object_get_data (user_data, "errand");

  if (!app_demo_request_is_done (errand->request))
    ask_about (errand, "tasks/get", on_looked);
  return G_SOURCE_REMOVE;
}

static void
on_begun (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  Errand *errand = user_data;

  errand->id = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/task/taskId"), NULL);
  if (errand->id == NULL)
    show (errand, answer);
  else
    look (request);
}

static void
ask_later (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue who = mcp_json_value_get_member (arguments, "who");
  gboolean     model = mcp_json_value_string_equals (who, "model");
  const char  *method = model ? "sampling/createMessage" : "elicitation/create";
  const char  *needed = model ? "/tasks/requests/sampling/createMessage"
                              : "/tasks/requests/elicitation/create";
  Errand      *errand;

  if (app_demo_request_is_modern (request) || !app_demo_request_client_can (request, needed))
    {
      app_demo_request_answer_text (request, "This client has no tasks of its own.", TRUE);
      return;
    }
  errand = g_new0 (Errand, 1);
  errand->request = request;
  g_object_set_data_full (G_OBJECT (request), "errand", errand, (GDestroyNotify)errand_free);
  errand->cancels = mcp_json_value_get_member_boolean (arguments, "cancel", FALSE);
  app_demo_request_ask (request, method, model ? PROMPT : QUESTION, on_begun, errand);
}

static const AppDemoHandler tools[] = {
  { "ask_person", ask_person },
  { "fill_form", fill_form },
  { "visit_page", visit_page },
  { "read_ledger", read_ledger },
  { "ask_model", ask_model },
  { "ask_later", ask_later },
  { "list_roots", list_roots },
  { "get_acquainted", get_acquainted },
  { "interview", interview },
  { "wait_in_line", wait_in_line },
  { NULL },
};

static void
on_recipient (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue     answer = app_demo_questions_get_answer (questions, "name");
  g_autofree char *name = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/content/name"), NULL);
  g_autofree char *text = g_strdup_printf ("Write a letter of thanks to %s.",
                                           name != NULL ? name : "nobody in particular");
  g_autofree char *quoted = mcp_json_quote (text, -1);
  g_autofree char *result = g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":{"
                                             "\"type\":\"text\",\"text\":%s}}]}",
                                             quoted);

  app_demo_request_answer (request, result);
}

static void
write_letter (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoQuestions *questions = app_demo_questions_new (request);

  app_demo_questions_add (questions, "name", ELICIT, ASK_NAME);
  app_demo_questions_ask (questions, on_recipient, NULL, NULL);
}

static const AppDemoHandler prompts[] = {
  { "write_letter", write_letter },
  { NULL },
};

static void
on_reader (AppDemoRequest *request, AppDemoQuestions *questions, gpointer user_data)
{
  McpJsonValue     answer = app_demo_questions_get_answer (questions, "name");
  g_autofree char *name = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/content/name"), NULL);
  g_autofree char *text = g_strdup_printf ("Nothing is on the desk of %s today.",
                                           name != NULL ? name : "somebody");
  g_autofree char *quoted = mcp_json_quote (text, -1);
  g_autofree char *result = g_strdup_printf ("{\"contents\":[{\"uri\":\"desk://today\","
                                             "\"mimeType\":\"text/plain\",\"text\":%s}]}",
                                             quoted);

  app_demo_request_answer (request, result);
}

static gboolean
read_desk (AppDemoRequest *request, const char *uri)
{
  AppDemoQuestions *questions;

  if (strcmp (uri, "desk://today") != 0)
    return FALSE;

  questions = app_demo_questions_new (request);
  app_demo_questions_add (questions, "name", ELICIT, ASK_NAME);
  app_demo_questions_ask (questions, on_reader, NULL, NULL);
  return TRUE;
}

const AppDemoSystem app_demo_asking_system = {
  .name = "asking",
  .icon = "asking",
  .tools = tools,
  .prompts = prompts,
  .read = read_desk,
};
