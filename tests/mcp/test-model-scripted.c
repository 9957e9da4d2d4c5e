/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A model that is a script, asked as any other is: what comes piece by piece, the turn in the end,
 * and how it fails. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-limits.h"
#include "mcp-model-client.h"
#include "mcp-model-scripted.h"

#include <string.h>

#define TOOLS                                                        \
  "[{\"type\":\"function\",\"function\":{\"name\":\"demo__echo\"}}," \
  "{\"type\":\"function\",\"function\":{\"name\":\"plain\"}}]"

typedef struct
{
  McpModelProvider *provider;
  McpModelClient   *client;
  GPtrArray        *turns;
  McpModelRequest   request;
  GCancellable     *cancellable;
  guint             cancel_after; /* pieces; 0: never */

  GString          *text; /* pieces of texts, with | between them */
  GString          *arguments;
  guint             n_pieces;
  guint             n_again;
  guint             wait;
  McpModelExchange *exchange; /* the last one */

  gboolean         done;
  gboolean         ended;
  McpModelTurn    *turn;
  McpModelFailure *failure;
  GError          *error;
} Asked;

static void
on_event (const McpModelEvent *event, gpointer data)
{
  Asked *asked = data;

  g_assert_false (asked->done);
  if (event->kind == MCP_MODEL_EVENT_TEXT)
    g_string_append_printf (asked->text, "%s|", event->text);
  else if (event->kind == MCP_MODEL_EVENT_ARGUMENTS)
    g_string_append (asked->arguments, event->text);
  else
    return;
  if (++asked->n_pieces == asked->cancel_after)
    g_cancellable_cancel (asked->cancellable);
}

static void
on_again (guint number_of_try, guint wait, const GError *why, gpointer data)
{
  Asked *asked = data;

  asked->n_again++;
  asked->wait = wait;
  g_assert_nonnull (why);
}

static void
on_exchange (McpModelExchange *exchange, gpointer data)
{
  Asked *asked = data;

  g_clear_pointer (&asked->exchange, mcp_model_exchange_unref);
  asked->exchange = mcp_model_exchange_ref (exchange);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;

  asked->ended = mcp_model_client_send_finish (MCP_MODEL_CLIENT (source), result, &asked->turn,
                                               &asked->failure, &asked->error);
  g_assert_true (asked->ended == (asked->error == NULL));
  asked->done = TRUE;
}

static void
add_turn (Asked *asked, McpModelRole role, McpModelBlock *block)
{
  McpModelTurn *turn = mcp_model_turn_new (role);

  mcp_model_turn_take_block (turn, block);
  g_ptr_array_add (asked->turns, turn);
}

/* @steps: JSON with ' for ". @said: by the person */
static Asked *
asked_new (const char *steps, const char *said)
{
  Asked           *asked = g_new0 (Asked, 1);
  g_autofree char *json = g_strdelimit (g_strdup (steps), "'", '"');
  g_autoptr (GBytes) bytes = g_bytes_new_static (json, strlen (json));
  g_autoptr (GError) error = NULL;
  McpModelScript *script = mcp_model_script_parse (bytes, &error);

  g_assert_no_error (error);
  asked->provider = mcp_model_scripted_provider_new ("test", script);
  asked->client = mcp_model_client_new (asked->provider, NULL);
  asked->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  asked->request = (McpModelRequest){
    .provider = asked->provider, .model = "m", .turns = asked->turns, .tools = TOOLS, .parallel = -1
  };
  asked->cancellable = g_cancellable_new ();
  asked->text = g_string_new (NULL);
  asked->arguments = g_string_new (NULL);
  add_turn (asked, MCP_MODEL_USER, mcp_model_block_new (MCP_MODEL_TEXT, said, -1));
  return asked;
}

static void
clear_result (Asked *asked)
{
  g_clear_pointer (&asked->turn, mcp_model_turn_unref);
  g_clear_pointer (&asked->failure, mcp_model_failure_unref);
  g_clear_error (&asked->error);
  asked->done = FALSE;
}

static void
asked_free (Asked *asked)
{
  clear_result (asked);
  g_clear_pointer (&asked->exchange, mcp_model_exchange_unref);
  g_object_unref (asked->client);
  mcp_model_provider_unref (asked->provider);
  g_ptr_array_unref (asked->turns);
  g_object_unref (asked->cancellable);
  g_string_free (asked->text, TRUE);
  g_string_free (asked->arguments, TRUE);
  g_free (asked);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

static void
run (Asked *asked)
{
  const McpModelWatch watch = { on_event, on_again, on_exchange, asked };

  clear_result (asked);
  mcp_model_client_send_async (asked->client, &asked->request, NULL, &watch, asked->cancellable,
                               on_done, asked);
  g_assert_false (asked->done);
  while (!asked->done)
    g_main_context_iteration (NULL, TRUE);
}

static char *
dup_text (Asked *asked, McpModelBlockKind kind)
{
  return mcp_model_turn_dup_text (asked->turn, kind);
}

static McpModelBlock *
get_call (Asked *asked, guint index)
{
  for (guint i = 0; i < asked->turn->blocks->len; i++)
    if (mcp_model_block_get_kind (asked->turn->blocks->pdata[i]) == MCP_MODEL_CALL && index-- == 0)
      return asked->turn->blocks->pdata[i];
  g_assert_not_reached ();
}

static void
assert_said (Asked *asked, const char *expected)
{
  g_autofree char *text = NULL;

  run (asked);
  g_assert_no_error (asked->error);
  text = dup_text (asked, MCP_MODEL_TEXT);
  g_assert_cmpstr (text, ==, expected);
}

/* What a step has comes in pieces, and as a turn. */
static void
test_turn (void)
{
  g_autoptr (Asked) asked = asked_new (
      "[{'think':'Hm, yes.','say':'One two','image':{'mime_type':'image/gif','data':'AAEC'},"
      "'call':[{'tool':'echo','arguments':{'message':'hi there'}},"
      "{'tool':'plain','id':'mine','arguments_text':'{'}],'usage':{'input':7,'cached':3}}]",
      "go");
  g_autofree char *thought = NULL;
  g_autofree char *text = NULL;

  run (asked);
  g_assert_no_error (asked->error);
  g_assert_null (asked->failure);
  g_assert_cmpstr (asked->text->str, ==, "Hm,| yes.|One| two|");
  thought = dup_text (asked, MCP_MODEL_REASONING);
  text = dup_text (asked, MCP_MODEL_TEXT);
  g_assert_cmpstr (thought, ==, "Hm, yes.");
  g_assert_cmpstr (text, ==, "One two");
  g_assert_cmpuint (mcp_model_turn_count (asked->turn, MCP_MODEL_IMAGE), ==, 1);
  g_assert_cmpuint (mcp_model_turn_count (asked->turn, MCP_MODEL_CALL), ==, 2);
  g_assert_cmpstr (mcp_model_block_get_name (get_call (asked, 0)), ==, "demo__echo");
  g_assert_cmpstr (mcp_model_block_get_id (get_call (asked, 0)), ==, "call_000001001");
  g_assert_cmpstr (mcp_model_block_get_text (get_call (asked, 0)), ==,
                   "{\"message\":\"hi there\"}");
  g_assert_cmpstr (mcp_model_block_get_id (get_call (asked, 1)), ==, "mine");
  g_assert_cmpstr (mcp_model_block_get_text (get_call (asked, 1)), ==, "{");
  g_assert_cmpstr (asked->arguments->str, ==, "{\"message\":\"hi there\"}{");
  g_assert_cmpint (asked->turn->stop, ==, MCP_MODEL_STOP_CALLS);
  g_assert_cmpstr (asked->turn->provider, ==, "test");
  g_assert_cmpstr (asked->turn->asked, ==, "m");
  g_assert_cmpstr (asked->turn->model, ==, "m");
  /* What the script does not say is estimated. */
  g_assert_cmpint (asked->turn->usage.input, ==, 7);
  g_assert_cmpint (asked->turn->usage.cached, ==, 3);
  g_assert_cmpint (asked->turn->usage.reasoning, ==, 2);
  g_assert_cmpint (asked->turn->usage.output, >, 4);
}

/* What a person is shown of it in place of what goes over the wire */
static void
test_exchange (void)
{
  g_autoptr (Asked) asked = asked_new ("[{'say':'One two'}]", "go");
  g_autofree char *body = NULL;
  g_autofree char *response = NULL;

  run (asked);
  body = g_strndup (g_bytes_get_data (asked->exchange->body, NULL),
                    g_bytes_get_size (asked->exchange->body));
  response = g_strndup ((const char *)asked->exchange->response->data,
                        asked->exchange->response->len);
  g_assert_nonnull (strstr (body, "\"go\""));
  g_assert_nonnull (strstr (body, "demo__echo"));
  g_assert_nonnull (strstr (response, "\"One two\""));
  g_assert_cmpuint (asked->exchange->status, ==, 200);
  g_assert_true (g_str_has_prefix (asked->exchange->url, "script:"));
  g_assert_cmpint (asked->exchange->first_event, >=, asked->exchange->begun);
  g_assert_cmpint (asked->exchange->ended, >=, asked->exchange->first_byte);
}

/* The script is told where the conversation is. */
static void
test_place (void)
{
  g_autoptr (Asked) asked =
      asked_new ("[{'when':{'turn':2,'after_tool':'echo','user_matches':'^go$'},'say':'after'},"
                 "{'when':{'turn':2,'after_tool':false,'user_matches':'^more$'},'say':'more'},"
                 "{'when':{'turn':1,'has_tool':'echo'},'say':'may'},"
                 "{'when':{'turn':1},'say':'may not','call':[{'tool':'echo'}]}]",
                 "go");

  assert_said (asked, "may");
  asked->request.choice = MCP_MODEL_CHOICE_NONE;
  assert_said (asked, "may not");
  g_assert_cmpuint (mcp_model_turn_count (asked->turn, MCP_MODEL_CALL), ==, 0);
  g_assert_cmpint (asked->turn->stop, ==, MCP_MODEL_STOP_END);
  asked->request.choice = MCP_MODEL_CHOICE_AUTO;
  add_turn (asked, MCP_MODEL_ASSISTANT, mcp_model_block_new_call ("c", "demo__echo", "{}"));
  /* It went on where it had paused: both are one turn. */
  add_turn (asked, MCP_MODEL_ASSISTANT, mcp_model_block_new (MCP_MODEL_TEXT, "x", -1));
  add_turn (asked, MCP_MODEL_TOOLS,
            mcp_model_block_new_result ("c", "demo__echo", "r", FALSE, NULL));
  assert_said (asked, "after");
  add_turn (asked, MCP_MODEL_USER, mcp_model_block_new (MCP_MODEL_TEXT, "more", -1));
  assert_said (asked, "more");
  add_turn (asked, MCP_MODEL_ASSISTANT, mcp_model_block_new (MCP_MODEL_TEXT, "x", -1));
  run (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_cmpstr (asked->error->message, ==,
                   "The script has no step for turn 3 of this conversation");
}

/* A model that may not call says so where its script has nothing else. */
static void
test_no_calls (void)
{
  g_autoptr (Asked) asked = asked_new ("[{'call':[{'tool':'echo'}]}]", "go");

  asked->request.choice = MCP_MODEL_CHOICE_NONE;
  assert_said (asked, "I may not call a tool now, so this is all that I can say.");
}

static void
test_stops (void)
{
  static const struct
  {
    const char  *word;
    McpModelStop stop;
  } stops[] = {
    { "length", MCP_MODEL_STOP_LENGTH },
    { "context", MCP_MODEL_STOP_CONTEXT },
    { "sequence", MCP_MODEL_STOP_SEQUENCE },
    { "filter", MCP_MODEL_STOP_FILTER },
    { "refusal", MCP_MODEL_STOP_REFUSAL },
    { "pause", MCP_MODEL_STOP_PAUSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    {
      g_autofree char *steps = g_strdup_printf ("[{'say':'s','stop':'%s'}]", stops[i].word);
      g_autoptr (Asked) asked = asked_new (steps, "go");
      gboolean         refuses = stops[i].stop == MCP_MODEL_STOP_REFUSAL;
      g_autofree char *text = NULL;

      run (asked);
      g_assert_no_error (asked->error);
      g_assert_cmpint (asked->turn->stop, ==, stops[i].stop);
      text = dup_text (asked, refuses ? MCP_MODEL_REFUSAL : MCP_MODEL_TEXT);
      g_assert_cmpstr (text, ==, "s");
    }
}

static void
test_think_tags (void)
{
  g_autoptr (Asked) asked = asked_new ("[{'think':'t','think_tags':true,'say':'s'}]", "go");
  g_autofree char *thought = NULL;

  assert_said (asked, "<think>t</think>s");
  asked->provider->switches = MCP_MODEL_THINK_TAGS;
  assert_said (asked, "s");
  thought = dup_text (asked, MCP_MODEL_REASONING);
  g_assert_cmpstr (thought, ==, "t");
}

/* The same request fails as often as the script says, and is tried again where that may help. */
static void
test_failures (void)
{
  g_autoptr (Asked) asked =
      asked_new ("[{'when':{'user_matches':'slow'},'say':'now','fail':{'status':429,"
                 "'message':'Slow down','wait_ms':1,'times':2}},"
                 "{'when':{'user_matches':'key'},'say':'s','fail':{'status':401,'times':1,"
                 "'message':'No such key'}},"
                 "{'fail':{'status':400,'body':{'detail':'No'},'headers':{'X-Request-Id':'r1'}}}]",
                 "slow");

  assert_said (asked, "now");
  g_assert_cmpuint (asked->n_again, ==, 2);
  g_assert_cmpuint (asked->wait, ==, 1);

  add_turn (asked, MCP_MODEL_USER, mcp_model_block_new (MCP_MODEL_TEXT, "key", -1));
  run (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_null (asked->turn);
  g_assert_cmpint (asked->failure->fault, ==, MCP_MODEL_FAULT_KEY);
  g_assert_cmpstr (asked->failure->message, ==, "No such key");
  g_assert_cmpuint (asked->exchange->status, ==, 401);
  assert_said (asked, "s");

  add_turn (asked, MCP_MODEL_USER, mcp_model_block_new (MCP_MODEL_TEXT, "other", -1));
  run (asked);
  g_assert_cmpstr (asked->failure->message, ==, "No");
  g_assert_cmpstr (asked->failure->request_id, ==, "r1");
}

/* What came before it failed in the middle, or was cut, is kept. */
static void
test_early_ends (void)
{
  static const char *const steps =
      "[{'when':{'user_matches':'fail'},'say':'One two three','fail':{'status':529,"
      "'message':'Overloaded','after':2,'wait_ms':1}},{'say':'One two three','cut_after':2}]";
  g_autoptr (Asked) failed = asked_new (steps, "fail");
  g_autoptr (Asked) cut = asked_new (steps, "cut");
  g_autofree char *text = NULL;

  run (failed);
  g_assert_error (failed->error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_cmpstr (failed->failure->message, ==, "Overloaded");
  g_assert_cmpstr (failed->text->str, ==, "One| two|");
  g_assert_cmpint (failed->turn->stop, ==, MCP_MODEL_STOP_CUT);
  run (cut);
  g_assert_error (cut->error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  text = dup_text (cut, MCP_MODEL_TEXT);
  g_assert_cmpstr (text, ==, "One two");
  g_assert_cmpuint (cut->n_again, ==, 0);
  /* In one piece there is no middle. */
  cut->request.whole = failed->request.whole = TRUE;
  assert_said (cut, "One two three");
  run (failed);
  g_assert_null (failed->turn);
}

/* Beyond the bounds of a turn */
static void
test_too_much (void)
{
  g_autoptr (GString) steps = g_string_new ("[{'say':'s','call':[{'tool':'echo'}");
  g_autoptr (Asked) asked = NULL;

  for (guint i = 1; i < MCP_MODEL_MAX_BLOCKS; i++)
    g_string_append (steps, ",{'tool':'echo'}");
  g_string_append (steps, "]}]");
  asked = asked_new (steps->str, "go");
  run (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
  g_assert_cmpint (asked->turn->stop, ==, MCP_MODEL_STOP_CUT);
}

/* In the middle, while it waits for the next piece, and before it begins */
static void
test_cancel (void)
{
  g_autoptr (Asked) asked = asked_new ("[{'say':'One two three','tokens_per_second':1}]", "go");
  g_autoptr (Asked) late = asked_new ("[{'say':'One','delay_ms':600000}]", "go");
  g_autofree char *text = NULL;

  asked->cancel_after = 1;
  run (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  text = dup_text (asked, MCP_MODEL_TEXT);
  g_assert_cmpstr (text, ==, "One");
  g_assert_true (asked->exchange->cancelled);
  g_cancellable_cancel (late->cancellable);
  run (late);
  g_assert_error (late->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_null (late->turn);
}

static gboolean
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

static void
test_cancel_in_wait (void)
{
  g_autoptr (Asked) asked = asked_new ("[{'say':'One','delay_ms':600000}]", "go");

  g_idle_add (cancel, asked->cancellable);
  run (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CANCELLED);
}

/* It takes at least as long as the script, or else the provider, says. */
static void
test_pace (void)
{
  g_autoptr (Asked) asked =
      asked_new ("[{'when':{'user_matches':'slow'},'say':'a b c','tokens_per_second':20,"
                 "'delay_ms':20},{'say':'a b c'}]",
                 "slow");
  gint64 begun = g_get_monotonic_time ();

  assert_said (asked, "a b c");
  g_assert_cmpint (g_get_monotonic_time () - begun, >=, 120000);
  add_turn (asked, MCP_MODEL_USER, mcp_model_block_new (MCP_MODEL_TEXT, "other", -1));
  asked->provider->speed = 20;
  begun = g_get_monotonic_time ();
  assert_said (asked, "a b c");
  g_assert_cmpint (g_get_monotonic_time () - begun, >=, 100000);
}

static void
test_silence (void)
{
  g_autoptr (Asked) asked = asked_new ("[{'say':'One two','tokens_per_second':1}]", "go");

  mcp_model_client_set_idle_timeout (asked->client, 20);
  run (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpstr (asked->text->str, ==, "One|");
}

void
add_model_scripted_tests (void)
{
  g_test_add_func ("/model-scripted/turn", test_turn);
  g_test_add_func ("/model-scripted/exchange", test_exchange);
  g_test_add_func ("/model-scripted/place", test_place);
  g_test_add_func ("/model-scripted/no-calls", test_no_calls);
  g_test_add_func ("/model-scripted/stops", test_stops);
  g_test_add_func ("/model-scripted/think-tags", test_think_tags);
  g_test_add_func ("/model-scripted/failures", test_failures);
  g_test_add_func ("/model-scripted/early-ends", test_early_ends);
  g_test_add_func ("/model-scripted/too-much", test_too_much);
  g_test_add_func ("/model-scripted/cancel", test_cancel);
  g_test_add_func ("/model-scripted/cancel-in-wait", test_cancel_in_wait);
  g_test_add_func ("/model-scripted/pace", test_pace);
  g_test_add_func ("/model-scripted/silence", test_silence);
}
