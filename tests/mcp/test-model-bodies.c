/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is asked in the APIs of OpenAI, Anthropic and Google: the requests that their own
 * libraries sent in recorded conversations, and written ones for what those do not show. */

#include "mcp-tests.h"
#include "test-model-replay.h"

#include "mcp-json-writer.h"

#include <string.h>

typedef struct
{
  McpModelProvider *provider;
  GPtrArray        *turns; /* (element-type McpModelTurn) */
  McpModelRequest   request;
} Fixture;

static void
fixture_init (Fixture *self, const char *dialect, const char *model)
{
  self->provider = test_model_provider_new (dialect, MCP_MODEL_REGULAR);
  self->provider->max_tokens = 4096;
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  self->request = (McpModelRequest){
    .provider = self->provider, .model = model, .turns = self->turns, .parallel = -1
  };
}

static void
fixture_clear (Fixture *self)
{
  mcp_model_provider_unref (self->provider);
  g_ptr_array_unref (self->turns);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static McpModelTurn *
add_turn (Fixture *self, McpModelRole role)
{
  McpModelTurn *turn = mcp_model_turn_new (role);

  g_ptr_array_add (self->turns, turn);
  return turn;
}

static void
add_block (McpModelTurn *turn, McpModelBlockKind kind, const char *text)
{
  mcp_model_turn_take_block (turn, mcp_model_block_new (kind, text, -1));
}

static void
add_image (McpModelTurn *turn)
{
  g_autoptr (GBytes) data = g_bytes_new_static ("PNG", 3);

  mcp_model_turn_take_block (turn, mcp_model_block_new_image ("image/png", data));
}

static void
add_result (McpModelTurn *turn, const char *id, const char *name, const char *text, gboolean is_error)
{
  mcp_model_turn_take_block (turn, mcp_model_block_new_result (id, name, text, is_error, NULL));
}

static void
add_result_image (McpModelTurn *turn, const char *id, const char *name, const char *text)
{
  g_autoptr (GBytes) data = g_bytes_new_static ("PNG", 3);
  g_autoptr (GPtrArray) images =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);

  g_ptr_array_add (images, mcp_model_block_new_image ("image/png", data));
  mcp_model_turn_take_block (turn, mcp_model_block_new_result (id, name, text, FALSE, images));
}

/* Reads @response, one document, as a turn of the conversation. */
static void
add_response (Fixture *self, const char *response)
{
  g_auto (TestModelOutcome) outcome =
      test_model_read (self->provider, "application/json", response, -1, 0, 0, FALSE);

  g_assert_no_error (outcome.error);
  g_free (outcome.turn->asked);
  outcome.turn->asked = g_strdup (self->request.model);
  g_ptr_array_add (self->turns, mcp_model_turn_ref (outcome.turn));
}

/* @expected: with ' for " */
static void
check (Fixture *self, const char *expected)
{
  g_autoptr (GBytes) body = mcp_model_request_build (&self->request);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);
  g_autofree char *quoted = g_strdelimit (g_strdup (expected), "'", '"');

  g_assert_nonnull (document);
  g_assert_cmpstr (g_bytes_get_data (body, NULL), ==, quoted);
}

/* Recorded requests */

/* Returns: (transfer full) (nullable): %NULL, and the test is skipped, where it is not here */
static McpJsonDocument *
load (const char *name)
{
  g_autofree char *folder = test_model_dup_folder ();
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "", name, NULL);
  g_autofree char *text = NULL;
  McpJsonDocument *document;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("no recorded requests; see SPYGLASS_SHARED_DATA");
      return NULL;
    }
  document = mcp_json_document_parse_text (text, -1, NULL);
  g_assert_nonnull (document);
  return document;
}

static void
check_equal (Fixture *self, McpJsonValue expected)
{
  g_autoptr (GBytes) body = mcp_model_request_build (&self->request);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);

  g_assert_nonnull (document);
  if (!mcp_json_value_equal (mcp_json_document_get_root (document), expected))
    {
      g_autofree char *wanted = mcp_json_value_dup_text (expected);

      g_error ("%s is not %s", (const char *)g_bytes_get_data (body, NULL), wanted);
    }
}

/* What the last message of a recorded request says: a text, or results. */
static void
add_message (Fixture *self, McpJsonValue message)
{
  McpJsonValue     content = mcp_json_value_get_member (message, "content");
  g_autofree char *text = mcp_json_value_dup_string (content, NULL);
  McpModelTurn    *turn =
      add_turn (self, text != NULL ? MCP_MODEL_USER : MCP_MODEL_TOOLS);
  McpJsonIter  iter;
  McpJsonValue item;

  if (text != NULL)
    add_block (turn, MCP_MODEL_TEXT, text);
  mcp_json_iter_init (&iter, content);
  while (text == NULL && mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autofree char *id = mcp_json_value_dup_member_string (item, "tool_use_id");
      g_autofree char *result = mcp_json_value_dup_member_string (item, "content");

      g_assert_nonnull (id);
      g_assert_nonnull (result);
      add_result (turn, id, "test_tool", result,
                  mcp_json_value_get_member_boolean (item, "is_error", FALSE));
    }
}

/* The exchanges that a loop over tools made, two each; what is behind them was made to be compacted
 * by hand. */
static void
test_recorded_anthropic (void)
{
  g_autoptr (McpJsonDocument) document = load ("anthropic-sdk/ToolRunner.json");
  McpJsonIter  iter;
  McpJsonValue exchange;
  Fixture      fixture;
  guint        n = 0;

  if (document == NULL)
    return;
  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  for (; n < 6 && mcp_json_iter_next (&iter, NULL, &exchange); n++)
    {
      McpJsonValue     body = mcp_json_value_get_member (exchange, "body");
      McpJsonValue     messages = mcp_json_value_get_member (body, "messages");
      guint            n_messages = mcp_json_value_get_n_items (messages);
      g_autofree char *model = mcp_json_value_dup_member_string (body, "model");
      g_autofree char *tools = mcp_json_value_dup_text (mcp_json_value_get_member (body, "tools"));
      g_autofree char *response =
          mcp_json_value_dup_text (mcp_json_value_get_member (exchange, "response"));

      if (n_messages == 1)
        fixture_init (&fixture, "anthropic", model);
      fixture.request.model = model;
      fixture.request.tools = tools;
      fixture.request.whole = TRUE;
      fixture.request.max_tokens = mcp_json_value_get_member_int64 (body, "max_tokens", 0);
      add_message (&fixture, mcp_json_value_get_item (messages, n_messages - 1));
      g_assert_cmpuint (fixture.turns->len, ==, n_messages);
      check_equal (&fixture, body);
      add_response (&fixture, response);
      if (n_messages > 1)
        fixture_clear (&fixture);
    }
  g_assert_cmpuint (n, ==, 6);
}

static void
add_content (Fixture *self, McpJsonValue content)
{
  McpJsonValue     part = mcp_json_value_get_item (mcp_json_value_get_member (content, "parts"), 0);
  g_autofree char *text = mcp_json_value_dup_member_string (part, "text");
  McpJsonValue     result = mcp_json_value_get_member (part, "functionResponse");
  g_autofree char *name = mcp_json_value_dup_member_string (result, "name");
  g_autofree char *output = mcp_json_value_dup_member_string (
      mcp_json_value_get_member (result, "response"), "output");

  if (text != NULL)
    add_block (add_turn (self, MCP_MODEL_USER), MCP_MODEL_TEXT, text);
  else
    add_result (add_turn (self, MCP_MODEL_TOOLS), "call_1", name, output, FALSE);
}

/* The first two requests of a recorded conversation; in a third one the library sends each piece of
 * a streamed text as a content of its own. */
static void
check_gemini (const char *name)
{
  g_autoptr (McpJsonDocument) recorded = load (name);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GString) text = NULL;
  g_autofree char *compact = NULL;
  g_auto (Fixture) fixture;
  McpJsonValue interactions;

  fixture_init (&fixture, "gemini", "gemini-2.0-flash");
  if (recorded == NULL)
    return;
  /* We give the model a text: of a number it would not be told how it was spelled. And we answer
   * each call: here the person went on in its place, which this model took. */
  compact = mcp_json_value_print_compact (mcp_json_document_get_root (recorded));
  text = g_string_new (compact);
  g_string_replace (text, "\"output\":42", "\"output\":\"42\"", 0);
  g_string_replace (text,
                    "\"customDivide\"}}],\"role\":\"model\"},{\"parts\":[{\"text\":",
                    "\"customDivide\"}}],\"role\":\"model\"},{\"role\":\"user\",\"parts\":["
                    "{\"functionResponse\":{\"name\":\"customDivide\",\"response\":"
                    "{\"error\":\"It was not carried out\"}}}]},{\"parts\":[{\"text\":",
                    0);
  document = mcp_json_document_parse_text (text->str, -1, NULL);
  interactions = mcp_json_value_get_member (mcp_json_document_get_root (document), "interactions");
  for (guint i = 0; i < 2; i++)
    {
      McpJsonValue     each = mcp_json_value_get_item (interactions, i);
      McpJsonValue     request = mcp_json_value_get_member (each, "request");
      McpJsonValue     body = mcp_json_value_resolve_pointer (request, "/bodySegments/0");
      McpJsonValue     contents = mcp_json_value_get_member (body, "contents");
      McpJsonValue     config = mcp_json_value_get_member (body, "toolConfig");
      g_autofree char *tools = mcp_json_value_dup_text (mcp_json_value_get_member (body, "tools"));
      g_autofree char *response =
          mcp_json_value_dup_text (mcp_json_value_resolve_pointer (each, "/response/bodySegments/0"));
      g_autofree char *url = mcp_json_value_dup_member_string (request, "url");
      g_autofree char *path = NULL;
      g_autofree char *extra =
          mcp_json_build ("{'generationConfig': {}, 'toolConfig': ?%v}", config);
      g_autoptr (McpJsonDocument) parameters = mcp_json_document_parse_text (extra, -1, NULL);

      fixture.request.tools = tools;
      fixture.request.parameters = mcp_json_document_get_root (parameters);
      fixture.request.whole = strstr (url, "stream") == NULL;
      add_content (&fixture, mcp_json_value_get_item (contents,
                                                      mcp_json_value_get_n_items (contents) - 1));
      check_equal (&fixture, body);
      path = mcp_model_dialect_dup_path (&fixture.request);
      g_assert_true (g_str_has_suffix (url, path));
      add_response (&fixture, response);
    }
}

static void
test_recorded_gemini (void)
{
  check_gemini ("js-genai/AFC_Streaming_Tests_chat_stream_AFC_enabled_Google_AI_chat_stream.json");
  check_gemini ("js-genai/AFC_Streaming_Tests_generateContentStream_afc_enabled_Google_AI_AFC_"
                "enabled.json");
  check_gemini ("js-genai/Chats_Tests_chats_function_calling_Google_AI_with_function_calling.json");
  check_gemini ("js-genai/Chats_Tests_chats_function_calling_Google_AI_with_function_calling_"
                "stream.json");
}

/* Written requests */

typedef struct
{
  const char    *dialect;
  McpModelChoice choice;
  int            parallel;
  const char    *expected; /* what the body has beside model, text and stream */
} Choice;

static void
test_choices (void)
{
  static const Choice choices[] = {
    { "anthropic", MCP_MODEL_CHOICE_AUTO, -1, "\"tools\":[1],\"stream\"" },
    { "anthropic", MCP_MODEL_CHOICE_AUTO, 0,
      "\"tool_choice\":{\"type\":\"auto\",\"disable_parallel_tool_use\":true},\"stream\"" },
    { "anthropic", MCP_MODEL_CHOICE_NONE, 0, "\"tool_choice\":{\"type\":\"none\"},\"stream\"" },
    { "anthropic", MCP_MODEL_CHOICE_REQUIRED, 1,
      "\"tool_choice\":{\"type\":\"any\",\"disable_parallel_tool_use\":false},\"stream\"" },
    { "anthropic", MCP_MODEL_CHOICE_NAMED, -1,
      "\"tool_choice\":{\"type\":\"tool\",\"name\":\"f\"},\"stream\"" },
    { "openai-responses", MCP_MODEL_CHOICE_AUTO, 1,
      "\"tools\":[1],\"parallel_tool_calls\":true,\"store\"" },
    { "openai-responses", MCP_MODEL_CHOICE_NONE, -1, "\"tool_choice\":\"none\",\"store\"" },
    { "openai-responses", MCP_MODEL_CHOICE_REQUIRED, -1, "\"tool_choice\":\"required\",\"store\"" },
    { "openai-responses", MCP_MODEL_CHOICE_NAMED, 0,
      "\"tool_choice\":{\"type\":\"function\",\"name\":\"f\"},\"parallel_tool_calls\":false,"
      "\"store\"" },
    { "gemini", MCP_MODEL_CHOICE_AUTO, 0, "\"tools\":[1]}" },
    { "gemini", MCP_MODEL_CHOICE_NONE, -1,
      "\"toolConfig\":{\"functionCallingConfig\":{\"mode\":\"NONE\"}}}" },
    { "gemini", MCP_MODEL_CHOICE_NAMED, -1,
      "\"toolConfig\":{\"functionCallingConfig\":{\"mode\":\"ANY\",\"allowedFunctionNames\":"
      "[\"f\"]}}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_auto (Fixture) fixture;
      g_autoptr (GBytes) body = NULL;

      fixture_init (&fixture, choices[i].dialect, "m");
      add_block (add_turn (&fixture, MCP_MODEL_USER), MCP_MODEL_TEXT, "Hi");
      fixture.request.tools = "[1]";
      fixture.request.choice = choices[i].choice;
      fixture.request.choice_name = "f";
      fixture.request.parallel = choices[i].parallel;
      body = mcp_model_request_build (&fixture.request);
      g_assert_nonnull (strstr (g_bytes_get_data (body, NULL), choices[i].expected));

      /* Without tools there is nothing to choose. */
      g_bytes_unref (body);
      fixture.request.tools = NULL;
      body = mcp_model_request_build (&fixture.request);
      g_assert_null (strstr (g_bytes_get_data (body, NULL), "tool"));
    }
}

static void
add_plain (Fixture *self)
{
  McpModelTurn *turn = add_turn (self, MCP_MODEL_USER);

  add_block (turn, MCP_MODEL_TEXT, "What is it?");
  add_image (turn);
  self->request.system = "Be brief";
  self->request.max_tokens = 9;
}

static void
test_plain (void)
{
  g_auto (Fixture) anthropic;
  g_auto (Fixture) responses;
  g_auto (Fixture) gemini;

  fixture_init (&anthropic, "anthropic", "m");
  add_plain (&anthropic);
  check (&anthropic,
         "{'model':'m','max_tokens':9,'system':'Be brief','messages':[{'role':'user','content':["
         "{'type':'text','text':'What is it?'},{'type':'image','source':{'type':'base64',"
         "'media_type':'image/png','data':'UE5H'}}]}],'stream':true}");
  fixture_init (&responses, "openai-responses", "m");
  add_plain (&responses);
  check (&responses,
         "{'model':'m','instructions':'Be brief','input':[{'role':'user','content':["
         "{'type':'input_text','text':'What is it?'},{'type':'input_image','image_url':"
         "'data:image/png;base64,UE5H','detail':'auto'}]}],'max_output_tokens':9,'store':false,"
         "'include':['reasoning.encrypted_content'],'stream':true}");
  /* A model that does not think refuses to be asked for its thoughts. */
  responses.request.model = "gpt-4.1";
  responses.request.system = NULL;
  responses.request.max_tokens = 0;
  responses.request.whole = TRUE;
  check (&responses,
         "{'model':'gpt-4.1','input':[{'role':'user','content':["
         "{'type':'input_text','text':'What is it?'},{'type':'input_image','image_url':"
         "'data:image/png;base64,UE5H','detail':'auto'}]}],'store':false,'stream':false}");
  fixture_init (&gemini, "gemini", "m");
  add_plain (&gemini);
  check (&gemini,
         "{'systemInstruction':{'parts':[{'text':'Be brief'}]},'contents':[{'role':'user',"
         "'parts':[{'text':'What is it?'},{'inlineData':{'mimeType':'image/png','data':'UE5H'}}]}],"
         "'generationConfig':{'maxOutputTokens':9}}");
}

/* Another model's calls, two turns of them with the same id; one with wrong arguments */
static void
add_foreign (Fixture *self)
{
  for (guint i = 0; i < 2; i++)
    {
      McpModelTurn *turn = add_turn (self, MCP_MODEL_ASSISTANT);

      add_block (turn, MCP_MODEL_REASONING, "sealed");
      add_block (turn, MCP_MODEL_NOTICE, "noted");
      if (i == 0)
        add_block (turn, MCP_MODEL_TEXT, "Looking");
      mcp_model_turn_take_block (turn,
                                 mcp_model_block_new_call ("a.1", "f", i == 0 ? "{\"x\":1.0}" : "{"));
      mcp_model_turn_take_block (turn, mcp_model_block_new_call ("b", "g", ""));
      turn = add_turn (self, MCP_MODEL_TOOLS);
      add_result (turn, "a.1", "f", "Fine", FALSE);
      if (i == 0)
        add_result_image (turn, "b", "g", "Seen");
      else
        add_result (turn, "b", "g", "Broken", TRUE);
    }
}

static void
test_foreign (void)
{
  g_auto (Fixture) anthropic;
  g_auto (Fixture) responses;
  g_auto (Fixture) gemini;

  fixture_init (&anthropic, "anthropic", "m");
  add_foreign (&anthropic);
  add_block (add_turn (&anthropic, MCP_MODEL_USER), MCP_MODEL_TEXT, "And?");
  check (&anthropic,
         "{'model':'m','max_tokens':4096,'messages':[{'role':'assistant','content':["
         "{'type':'text','text':'Looking'},"
         "{'type':'tool_use','id':'a_1','name':'f','input':{'x':1.0}},"
         "{'type':'tool_use','id':'b','name':'g','input':{}}]},{'role':'user','content':["
         "{'type':'tool_result','tool_use_id':'a_1','content':'Fine'},"
         "{'type':'tool_result','tool_use_id':'b','content':[{'type':'text','text':'Seen'},"
         "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'UE5H'}}]}]},"
         "{'role':'assistant','content':["
         "{'type':'tool_use','id':'a_1_1','name':'f','input':{}},"
         "{'type':'tool_use','id':'b_2','name':'g','input':{}}]},{'role':'user','content':["
         "{'type':'tool_result','tool_use_id':'a_1_1','content':'Fine'},"
         "{'type':'tool_result','tool_use_id':'b_2','content':'Broken','is_error':true},"
         "{'type':'text','text':'And?'}]}],'stream':true}");
  fixture_init (&responses, "openai-responses", "gpt-4");
  add_foreign (&responses);
  check (&responses,
         "{'model':'gpt-4','input':[{'role':'assistant','content':'Looking'},"
         "{'type':'function_call','call_id':'a_1','name':'f','arguments':'{\\'x\\':1.0}'},"
         "{'type':'function_call','call_id':'b','name':'g','arguments':'{}'},"
         "{'type':'function_call_output','call_id':'a_1','output':'Fine'},"
         "{'type':'function_call_output','call_id':'b','output':["
         "{'type':'input_text','text':'Seen'},{'type':'input_image','image_url':"
         "'data:image/png;base64,UE5H','detail':'auto'}]},"
         "{'type':'function_call','call_id':'a_1_1','name':'f','arguments':'{'},"
         "{'type':'function_call','call_id':'b_2','name':'g','arguments':'{}'},"
         "{'type':'function_call_output','call_id':'a_1_1','output':'Fine'},"
         "{'type':'function_call_output','call_id':'b_2','output':"
         "'Tool execution failed: Broken'}],'store':false,'stream':true}");
  fixture_init (&gemini, "gemini", "models/gemini-3-pro");
  add_foreign (&gemini);
  check (&gemini,
         "{'contents':[{'role':'model','parts':[{'text':'Looking'},"
         "{'functionCall':{'name':'f','args':{'x':1.0}},'thoughtSignature':"
         "'skip_thought_signature_validator'},{'functionCall':{'name':'g','args':{}}}]},"
         "{'role':'user','parts':[{'functionResponse':{'name':'f','response':{'output':'Fine'}}},"
         "{'functionResponse':{'name':'g','response':{'output':'Seen'},'parts':["
         "{'inlineData':{'mimeType':'image/png','data':'UE5H'}}]}}]},"
         "{'role':'model','parts':[{'functionCall':{'name':'f','args':{}},'thoughtSignature':"
         "'skip_thought_signature_validator'},{'functionCall':{'name':'g','args':{}}}]},"
         "{'role':'user','parts':[{'functionResponse':{'name':'f','response':{'output':'Fine'}}},"
         "{'functionResponse':{'name':'g','response':{'error':'Broken'}}}]}]}");
}

/* The models before the third generation take no images in results, and have no signatures. */
static void
test_older_gemini (void)
{
  g_auto (Fixture) fixture;
  McpModelTurn    *turn;
  g_autofree char *url = NULL;

  fixture_init (&fixture, "gemini", "models/gemini-2.5-flash");
  turn = add_turn (&fixture, MCP_MODEL_ASSISTANT);
  mcp_model_turn_take_block (turn, mcp_model_block_new_call ("a", "f", "{}"));
  add_result_image (add_turn (&fixture, MCP_MODEL_TOOLS), "a", "f", "Seen");
  check (&fixture,
         "{'contents':[{'role':'model','parts':[{'functionCall':{'name':'f','args':{}}}]},"
         "{'role':'user','parts':[{'functionResponse':{'name':'f','response':{'output':'Seen'}}}]},"
         "{'role':'user','parts':[{'text':'The image that the tool f returned:'},"
         "{'inlineData':{'mimeType':'image/png','data':'UE5H'}}]}]}");
  url = mcp_model_request_dup_url (&fixture.request);
  g_assert_cmpstr (
      url, ==, "http://127.0.0.1:1/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
  g_free (url);
  fixture.request.model = "tunedModels/my own";
  fixture.request.whole = TRUE;
  url = mcp_model_request_dup_url (&fixture.request);
  g_assert_cmpstr (url, ==, "http://127.0.0.1:1/tunedModels/my%20own:generateContent");
}

/* What a model said goes back as it came, members that nobody knows and spellings included; to
 * another model without what only the first can read. */
static void
test_echo_anthropic (void)
{
  g_auto (Fixture) fixture;
  g_autofree char *response = g_strdelimit (
      g_strdup ("{'id':'r','model':'m-1','content':[{'type':'thinking','thinking':'Hm','signature':"
                "'s\\u002b'},{'type':'redacted_thinking','data':'d'},{'type':'tool_use','id':'t.1',"
                "'name':'f','input':{'n':1.50},'new':[]}],'stop_reason':'tool_use'}"),
      "'", '"');

  fixture_init (&fixture, "anthropic", "m");
  add_response (&fixture, response);
  add_result (add_turn (&fixture, MCP_MODEL_TOOLS), "t.1", "f", "Fine", FALSE);
  check (&fixture,
         "{'model':'m','max_tokens':4096,'messages':[{'role':'assistant','content':["
         "{'type':'thinking','thinking':'Hm','signature':'s\\u002b'},"
         "{'type':'redacted_thinking','data':'d'},"
         "{'type':'tool_use','id':'t.1','name':'f','input':{'n':1.50},'new':[]}]},"
         "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t.1','content':'Fine'}]}],"
         "'stream':true}");
  fixture.request.model = "other";
  check (&fixture,
         "{'model':'other','max_tokens':4096,'messages':[{'role':'assistant','content':["
         "{'type':'tool_use','id':'t_1','name':'f','input':{'n':1.50}}]},"
         "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t_1','content':'Fine'}]}],"
         "'stream':true}");
}

/* The results of calls that one call wrapped are one output; a thought that is not there to be read
 * is left out, unless the server keeps it. */
static void
test_echo_responses (void)
{
  g_auto (Fixture) fixture;
  McpModelTurn    *turn;
  g_autofree char *response = g_strdelimit (
      g_strdup ("{'id':'r','model':'m-1','status':'completed','output':[{'type':'reasoning','id':"
                "'x','summary':[],'encrypted_content':null},{'type':'reasoning','id':'y',"
                "'summary':[],'encrypted_content':'z'},{'type':'message','phase':'commentary',"
                "'content':[{'type':'output_text','text':'A'}]},{'type':'function_call','call_id':"
                "'c','name':'parallel','arguments':'{\\u0022tool_uses\\u0022:[{\\u0022recipient_"
                "name\\u0022:\\u0022functions.f\\u0022,\\u0022parameters\\u0022:{}},{\\u0022"
                "recipient_name\\u0022:\\u0022g\\u0022,\\u0022parameters\\u0022:{}}]}'},"
                "{'type':'function_call','call_id':'d','name':'f','arguments':'{}'}]}"),
      "'", '"');
  g_autoptr (McpJsonDocument) parameters =
      mcp_json_document_parse_text ("{\"store\":true}", -1, NULL);
  g_autoptr (GBytes) body = NULL;

  fixture_init (&fixture, "openai-responses", "gpt-4");
  add_response (&fixture, response);
  turn = add_turn (&fixture, MCP_MODEL_TOOLS);
  add_result (turn, "c_0", "f", "1", FALSE);
  add_result (turn, "c_1", "g", "2", TRUE);
  add_result (turn, "d", "f", "3", FALSE);
  check (&fixture,
         "{'model':'gpt-4','input':[{'type':'reasoning','id':'y','summary':[],"
         "'encrypted_content':'z'},{'type':'message','phase':'commentary','content':["
         "{'type':'output_text','text':'A'}]},{'type':'function_call','call_id':'c','name':"
         "'parallel','arguments':'{\\u0022tool_uses\\u0022:[{\\u0022recipient_name\\u0022:\\u0022"
         "functions.f\\u0022,\\u0022parameters\\u0022:{}},{\\u0022recipient_name\\u0022:\\u0022g"
         "\\u0022,\\u0022parameters\\u0022:{}}]}'},"
         "{'type':'function_call','call_id':'d','name':'f','arguments':'{}'},"
         "{'type':'function_call_output','call_id':'c','output':["
         "{'type':'input_text','text':'f: 1'},"
         "{'type':'input_text','text':'g: Tool execution failed: 2'}]},"
         "{'type':'function_call_output','call_id':'d','output':'3'}],'store':false,"
         "'stream':true}");
  fixture.request.parameters = mcp_json_document_get_root (parameters);
  body = mcp_model_request_build (&fixture.request);
  g_assert_nonnull (strstr (g_bytes_get_data (body, NULL), "\"id\":\"x\""));
  g_assert_nonnull (strstr (g_bytes_get_data (body, NULL), "\"store\":true"));
}

/* Ids that a model gave go back, ours do not. */
static void
test_echo_gemini (void)
{
  g_auto (Fixture) fixture;
  McpModelTurn    *turn;
  g_autofree char *response = g_strdelimit (
      g_strdup ("{'candidates':[{'content':{'role':'model','parts':[{'text':'','thoughtSignature':"
                "'s'},{'functionCall':{'id':'i','name':'f','args':{'n':1.50}},'thoughtSignature':"
                "'t'},{'functionCall':{'name':'g'}}]},'finishReason':'STOP'}]}"),
      "'", '"');

  fixture_init (&fixture, "gemini", "gemini-3-pro");
  add_response (&fixture, response);
  turn = add_turn (&fixture, MCP_MODEL_TOOLS);
  add_result (turn, "i", "f", "1", FALSE);
  add_result (turn, "call_2", "g", "2", FALSE);
  check (&fixture,
         "{'contents':[{'role':'model','parts':[{'text':'','thoughtSignature':'s'},"
         "{'functionCall':{'id':'i','name':'f','args':{'n':1.50}},'thoughtSignature':'t'},"
         "{'functionCall':{'name':'g'}}]},{'role':'user','parts':["
         "{'functionResponse':{'id':'i','name':'f','response':{'output':'1'}}},"
         "{'functionResponse':{'name':'g','response':{'output':'2'}}}]}]}");
}

/* A turn that says nothing is no message: the APIs refuse an empty one. */
static void
test_silent (void)
{
  static const char *const dialects[][2] = {
    { "anthropic", "{'model':'gpt-4','max_tokens':4096,'messages':[{'role':'user','content':'Hi'}],"
                   "'stream':true}" },
    { "openai-responses", "{'model':'gpt-4','input':[{'role':'user','content':'Hi'}],"
                          "'store':false,'stream':true}" },
    { "gemini", "{'contents':[{'role':'user','parts':[{'text':'Hi'}]}]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      g_auto (Fixture) fixture;
      McpModelTurn *turn;

      fixture_init (&fixture, dialects[i][0], "gpt-4");
      add_block (add_turn (&fixture, MCP_MODEL_USER), MCP_MODEL_TEXT, "Hi");
      turn = add_turn (&fixture, MCP_MODEL_ASSISTANT);
      add_block (turn, MCP_MODEL_REASONING, "Hm");
      add_block (turn, MCP_MODEL_TEXT, "");
      add_turn (&fixture, MCP_MODEL_TOOLS);
      check (&fixture, dialects[i][1]);
    }
}

void
add_model_bodies_tests (void)
{
  g_test_add_func ("/model-bodies/recorded/anthropic", test_recorded_anthropic);
  g_test_add_func ("/model-bodies/recorded/gemini", test_recorded_gemini);
  g_test_add_func ("/model-bodies/choices", test_choices);
  g_test_add_func ("/model-bodies/plain", test_plain);
  g_test_add_func ("/model-bodies/foreign", test_foreign);
  g_test_add_func ("/model-bodies/older-gemini", test_older_gemini);
  g_test_add_func ("/model-bodies/echo/anthropic", test_echo_anthropic);
  g_test_add_func ("/model-bodies/echo/responses", test_echo_responses);
  g_test_add_func ("/model-bodies/echo/gemini", test_echo_gemini);
  g_test_add_func ("/model-bodies/silent", test_silent);
}
