/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a scripted model says next, and what becomes of a script that is none. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-json-value.h"
#include "mcp-model-script-writer.h"
#include "mcp-model-script.h"

#include <string.h>

static McpModelScript *
parse (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return mcp_model_script_parse (bytes, error);
}

/* @text: with ' for " */
static McpModelScript *
parse_quoted (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  McpModelScript *script = parse (json, &error);

  g_assert_no_error (error);
  return script;
}

static const char *
say (McpModelScript *script, McpModelScriptPlace place)
{
  const McpModelScriptStep *step = mcp_model_script_pick (script, &place);

  return step != NULL ? step->say : "(none)";
}

static void
test_pick (void)
{
  g_autoptr (McpModelScript) script = parse_quoted (
      "{'model': 'm', 'steps': ["
      "{'when': {'turn': 2, 'user_matches': '^b'}, 'say': 'second'},"
      "{'when': {'after_tool': 'echo'}, 'say': 'echoed'},"
      "{'when': {'after_tool': true}, 'say': 'some tool'},"
      "{'when': {'after_tool': false, 'has_tool': 'draw'}, 'say': 'may draw'},"
      "{'when': {'user_matches': 'müller|hello'}, 'say': 'hello'}]}");
  const char *const tools[] = { "write", "demo__draw", NULL };

  g_assert_cmpstr (mcp_model_script_get_model (script), ==, "m");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 2, "bee", "echo" }), ==, "second");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 2, "a bee", "echo" }), ==, "echoed");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 1, "bee", "demo__echo" }), ==, "echoed");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 1, "bee", "echo__demo" }), ==, "some tool");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 1, "", NULL, tools }), ==, "may draw");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 1, "Hello there", NULL, NULL }), ==,
                   "hello");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 1, NULL, NULL, NULL }), ==, "(none)");
  /* The same place is answered in the same way, as often as it is asked. */
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 2, "bee", "echo" }), ==, "second");
}

static void
test_tools (void)
{
  const char *const tools[] = { "a__echo", "echo", "b__c__draw", NULL };

  g_assert_cmpstr (mcp_model_script_find_tool (tools, "echo"), ==, "echo");
  g_assert_cmpstr (mcp_model_script_find_tool (tools, "c__draw"), ==, "b__c__draw");
  g_assert_null (mcp_model_script_find_tool (tools, "ech"));
  g_assert_null (mcp_model_script_find_tool (NULL, "echo"));
}

static void
test_step (void)
{
  g_autoptr (McpModelScript) script = parse_quoted (
      "[{'think': 't', 'say': 's', 'call': [{'tool': 'a', 'arguments': {'n': 1.10, 'n': 2}},"
      "{'tool': 'b', 'arguments_text': '{\\\"n\\\"', 'id': 'x'}, {'tool': 'c'}],"
      "'image': {'mime_type': 'image/png', 'data': 'AAEC'}, 'stop': 'length',"
      "'usage': {'input': 7, 'output': 8, 'reasoning': 3}, 'delay_ms': 5, 'tokens_per_second': 200,"
      "'think_tags': true, 'cut_after': 0,"
      "'fail': {'status': 429, 'wait_ms': 150, 'times': 2, 'after': 3, 'headers': {'X-A': 'b: c'},"
      "'body': {'error': 1e2}}}]");
  const McpModelScriptStep *step =
      mcp_model_script_pick (script, &(McpModelScriptPlace){ .turn = 1 });
  const McpModelScriptCall *calls[3];

  g_assert_cmpuint (step->calls->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    calls[i] = step->calls->pdata[i];
  g_assert_cmpstr (mcp_model_script_get_model (script), ==, "scripted");
  g_assert_cmpstr (step->think, ==, "t");
  g_assert_cmpstr (step->say, ==, "s");
  /* Numbers keep their spelling, and members their number. */
  g_assert_cmpstr (calls[0]->arguments, ==, "{\"n\":1.10,\"n\":2}");
  g_assert_true (calls[0]->is_object);
  g_assert_null (calls[0]->id);
  g_assert_cmpstr (calls[1]->arguments, ==, "{\"n\"");
  g_assert_false (calls[1]->is_object);
  g_assert_cmpstr (calls[1]->id, ==, "x");
  g_assert_cmpstr (calls[2]->arguments, ==, "{}");
  g_assert_true (calls[2]->is_object);
  g_assert_cmpstr (step->image_type, ==, "image/png");
  g_assert_cmpmem (g_bytes_get_data (step->image, NULL), g_bytes_get_size (step->image),
                   "\0\1\2", 3);
  g_assert_cmpint (step->stop, ==, MCP_MODEL_STOP_LENGTH);
  g_assert_cmpint (step->usage.input, ==, 7);
  g_assert_cmpint (step->usage.cached, ==, -1);
  g_assert_cmpint (step->usage.output, ==, 8);
  g_assert_cmpint (step->usage.reasoning, ==, 3);
  g_assert_cmpint (step->delay, ==, 5);
  g_assert_cmpint (step->speed, ==, 200);
  g_assert_true (step->think_tags);
  g_assert_cmpint (step->cut_after, ==, 0);
  g_assert_cmpuint (step->failure.status, ==, 429);
  g_assert_cmpint (step->failure.wait, ==, 150);
  g_assert_cmpuint (step->failure.times, ==, 2);
  g_assert_cmpint (step->failure.after, ==, 3);
  g_assert_cmpstr (step->failure.headers[0], ==, "X-A: b: c");
  g_assert_cmpstr (step->failure.body, ==, "{\"error\":1e2}");
}

/* What is not said has values that say so. */
static void
test_defaults (void)
{
  g_autoptr (McpModelScript) script = parse_quoted ("{'steps': [{}]}");
  const McpModelScriptStep *step =
      mcp_model_script_pick (script, &(McpModelScriptPlace){ .turn = 9 });

  g_assert_nonnull (step);
  g_assert_null (step->say);
  g_assert_null (step->think);
  g_assert_cmpuint (step->calls->len, ==, 0);
  g_assert_cmpint (step->stop, ==, MCP_MODEL_STOP_NONE);
  g_assert_false (mcp_model_usage_is_known (&step->usage));
  g_assert_cmpint (step->delay, ==, -1);
  g_assert_cmpint (step->speed, ==, -1);
  g_assert_cmpint (step->cut_after, ==, -1);
  g_assert_cmpuint (step->failure.status, ==, 0);
  g_assert_cmpint (step->failure.after, ==, -1);
  g_assert_cmpint (step->failure.wait, ==, -1);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "{\n  \"steps\": [\n    { \"sai\": 1 }\n  ]\n}", "line 3, column 7: A step has no member “sai”" },
    { "{ \"steps\": [{ \"say\": 1 }] }", "line 1, column 22: A text is wanted here" },
    { "[{ \"say\": \"ä\",\n\"stop\": \"ende\" }]", "line 2, column 9: “stop” is end" },
    { "[{ \"when\": { \"turn\": 0 } }]", "Turns are counted from 1" },
    { "[{ \"when\": { \"user_matches\": \"(\" } }]", "This is no regular expression" },
    { "[{ \"when\": { \"after_tool\": 1 } }]", "A text is wanted here" },
    { "[{ \"call\": {} }]", "“call” is an array" },
    { "[{ \"call\": [{}] }]", "A call names its “tool”" },
    { "[{ \"call\": [{ \"tool\": \"a\", \"arguments\": [] }] }]", "“arguments” is an object" },
    { "[{ \"call\": [{ \"tool\": \"a\", \"arguments\": {}, \"arguments_text\": \"\" }] }]",
      "The arguments of a call are said once" },
    { "[{ \"delay_ms\": -1 }]", "A whole number from 0 to 1000000" },
    { "[{ \"delay_ms\": 1.5 }]", "A whole number from 0 to 1000000" },
    { "[{ \"delay_ms\": 1000001 }]", "A whole number from 0 to 1000000" },
    { "[{ \"fail\": { \"status\": 200 } }]", "from 400 to 599" },
    { "[{ \"fail\": { \"headers\": { \"a b\": \"c\" } } }]", "This is no header" },
    { "[{ \"fail\": { \"headers\": { \"a\": \"c\\r\\nd: e\" } } }]", "This is no header" },
    { "[{ \"image\": { \"data\": \"AAEC\" } }]", "An image has “mime_type” and “data”" },
    { "[{ \"think_tags\": 1 }]", "true or false is wanted here" },
    { "[]", "A script has at least one step" },
    { "{}", "A script has at least one step" },
    { "3", "line 1, column 1: A script is an object" },
    { "[{ \"say\": }]", "line 1" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpModelScript) script = parse (cases[i].text, &error);

      g_test_message ("%s", cases[i].text);
      g_assert_null (script);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
}

static char *
make_steps (guint n)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append (text, i == 0 ? "{}" : ",{}");
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static void
test_limits (void)
{
  g_autofree char *full = make_steps (10000);
  g_autofree char *over = make_steps (10001);
  g_autofree char *blanks = g_strnfill (4 * 1024 * 1024 + 1 - strlen ("[{}]"), ' ');
  g_autofree char *fits = g_strconcat ("[{}]", blanks + 1, NULL);
  g_autofree char *large = g_strconcat ("[{}]", blanks, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpModelScript) most = parse (full, &error);
  g_autoptr (McpModelScript) longest = parse (fits, &error);

  g_assert_no_error (error);
  g_assert_nonnull (most);
  g_assert_nonnull (longest);
  g_assert_null (parse (over, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_clear_error (&error);
  g_assert_null (parse (large, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
}

/* A text that is cut in the middle of a letter for the expression is still one. */
static void
test_long_text (void)
{
  g_autoptr (McpModelScript) script =
      parse_quoted ("[{'when': {'user_matches': 'end$'}, 'say': 'end'}, {'say': 'else'}]");
  g_autoptr (GString) text = g_string_new ("x");

  while (text->len < 100000)
    g_string_append (text, "ä");
  g_string_append (text, "end");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 1, text->str }), ==, "else");
  g_assert_cmpstr (say (script, (McpModelScriptPlace){ 1, "the end" }), ==, "end");
}

static McpModelTurn *
make_turn (McpModelRole role)
{
  McpModelTurn *turn = mcp_model_turn_new (role);

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, "words", -1));
  return turn;
}

/* What is written is read again as the same conversation. */
static void
test_write (void)
{
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  McpModelTurn *first = make_turn (MCP_MODEL_ASSISTANT);
  McpModelTurn *last = mcp_model_turn_new (MCP_MODEL_ASSISTANT);
  g_autoptr (GBytes) data = g_bytes_new_static ("\0\1", 2);
  g_autofree char *text = NULL;
  g_autoptr (McpModelScript) script = NULL;
  g_autoptr (GError) error = NULL;
  const McpModelScriptStep *step;
  const McpModelScriptCall *call;

  g_ptr_array_add (turns, make_turn (MCP_MODEL_USER));
  g_ptr_array_add (turns, first);
  g_ptr_array_add (turns, make_turn (MCP_MODEL_TOOLS));
  g_ptr_array_add (turns, last);
  mcp_model_turn_take_block (first, mcp_model_block_new (MCP_MODEL_REASONING, "\"hm\"\n", -1));
  mcp_model_turn_take_block (first, mcp_model_block_new_call ("id", "echo", "{\"n\": 1.10}"));
  mcp_model_turn_take_block (first, mcp_model_block_new_call ("other", "draw", "{\"n\":"));
  first->stop = MCP_MODEL_STOP_CALLS;
  first->usage.input = 5;
  first->usage.output = 6;
  mcp_model_turn_take_block (last, mcp_model_block_new (MCP_MODEL_REFUSAL, "no", -1));
  mcp_model_turn_take_block (last, mcp_model_block_new_image ("image/gif", data));

  text = mcp_model_script_write (turns, "gpt");
  script = parse (text, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (mcp_model_script_get_model (script), ==, "gpt");
  step = mcp_model_script_pick (script, &(McpModelScriptPlace){ .turn = 1 });
  g_assert_cmpstr (step->say, ==, "words");
  g_assert_cmpstr (step->think, ==, "\"hm\"\n");
  g_assert_cmpint (step->stop, ==, MCP_MODEL_STOP_CALLS);
  g_assert_cmpint (step->usage.input, ==, 5);
  g_assert_cmpint (step->usage.cached, ==, -1);
  g_assert_cmpint (step->usage.output, ==, 6);
  g_assert_cmpuint (step->calls->len, ==, 2);
  call = step->calls->pdata[0];
  g_assert_cmpstr (call->tool, ==, "echo");
  g_assert_cmpstr (call->id, ==, "id");
  g_assert_cmpstr (call->arguments, ==, "{\"n\":1.10}");
  call = step->calls->pdata[1];
  g_assert_cmpstr (call->arguments, ==, "{\"n\":");
  g_assert_false (call->is_object);
  step = mcp_model_script_pick (script, &(McpModelScriptPlace){ .turn = 2 });
  g_assert_cmpstr (step->say, ==, "no");
  g_assert_cmpint (step->stop, ==, MCP_MODEL_STOP_REFUSAL);
  g_assert_cmpstr (step->image_type, ==, "image/gif");
  g_assert_true (g_bytes_equal (step->image, data));
  g_assert_null (mcp_model_script_pick (script, &(McpModelScriptPlace){ .turn = 3 }));
}

void
add_model_script_tests (void)
{
  g_test_add_func ("/model-script/pick", test_pick);
  g_test_add_func ("/model-script/tools", test_tools);
  g_test_add_func ("/model-script/step", test_step);
  g_test_add_func ("/model-script/defaults", test_defaults);
  g_test_add_func ("/model-script/refused", test_refused);
  g_test_add_func ("/model-script/limits", test_limits);
  g_test_add_func ("/model-script/long-text", test_long_text);
  g_test_add_func ("/model-script/write", test_write);
}
