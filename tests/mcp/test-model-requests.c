/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is asked: bodies byte for byte, for each dialect here. */

#include "mcp-tests.h"
#include "test-model-replay.h"

#include <string.h>

/* A tool as OpenAI's dialects have it */
#define TOOLS "[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{\"type\":\"object\"}}}]"

typedef struct
{
  McpModelProvider *provider;
  GPtrArray        *turns; /* (element-type McpModelTurn) */
  McpModelRequest   request;
} Fixture;

static void
fixture_init (Fixture *self, const char *dialect, McpModelSwitches switches)
{
  self->provider = test_model_provider_new (dialect, switches);
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  self->request = (McpModelRequest){ .provider = self->provider,
                                     .model = "m",
                                     .turns = self->turns,
                                     .parallel = -1 };
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
add_text (Fixture *self, McpModelRole role, const char *text)
{
  mcp_model_turn_take_block (add_turn (self, role), mcp_model_block_new (MCP_MODEL_TEXT, text, -1));
}

static McpModelBlock *
make_image (void)
{
  g_autoptr (GBytes) data = g_bytes_new_static ("PNG", 3);

  return mcp_model_block_new_image ("image/png", data);
}

static void
add_call (McpModelTurn *turn, const char *id, const char *name, const char *arguments)
{
  mcp_model_turn_take_block (turn, mcp_model_block_new_call (id, name, arguments));
}

static void
add_result (McpModelTurn *turn, const char *id, const char *text, gboolean is_error, guint n_images)
{
  g_autoptr (GPtrArray) images =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);

  for (guint i = 0; i < n_images; i++)
    g_ptr_array_add (images, make_image ());
  mcp_model_turn_take_block (turn, mcp_model_block_new_result (id, "f", text, is_error, images));
}

/* A conversation with a turn of this provider, as it is read from a stream. */
static void
add_echo (Fixture *self, const char *stream)
{
  g_auto (TestModelOutcome) outcome =
      test_model_read (self->provider, NULL, stream, -1, 0, 0, FALSE);

  g_assert_no_error (outcome.error);
  g_free (outcome.turn->asked);
  outcome.turn->asked = g_strdup ("m");
  g_ptr_array_add (self->turns, mcp_model_turn_ref (outcome.turn));
}

static void
check (Fixture *self, const char *expected)
{
  g_autoptr (GBytes) body = mcp_model_request_build (&self->request);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);

  g_assert_nonnull (document);
  g_assert_cmpstr (g_bytes_get_data (body, NULL), ==, expected);
}

#define CHAT_END "\"stream\":true,\"stream_options\":{\"include_usage\":true}}"

static void
test_chat_plain (void)
{
  g_auto (Fixture) fixture;

  fixture_init (&fixture, "openai-chat", MCP_MODEL_REGULAR);
  add_text (&fixture, MCP_MODEL_USER, "Say \"hi\"");
  check (&fixture,
         "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Say \\\"hi\\\"\"}]," CHAT_END);

  fixture.request.system = "Be brief";
  fixture.request.whole = TRUE;
  fixture.request.max_tokens = 5;
  mcp_model_turn_take_block (fixture.turns->pdata[0], make_image ());
  check (&fixture,
         "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief\"},"
         "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Say \\\"hi\\\"\"},"
         "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,UE5H\"}}]}],"
         "\"max_tokens\":5,\"stream\":false}");
}

/* Images without bytes, and with such as are no text */
static void
test_base64 (void)
{
  static const struct
  {
    const char *data;
    gsize       size;
    const char *expected;
  } cases[] = {
    { NULL, 0, "" },
    { "\0", 1, "AA==" },
    { "\xff\xfe\xfd", 3, "//79" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) data = g_bytes_new_static (cases[i].data, cases[i].size);
      g_autoptr (McpModelBlock) image = mcp_model_block_new_image ("image/webp", data);
      g_autofree char *base64 = mcp_model_block_dup_base64 (image);
      g_autofree char *url = mcp_model_block_dup_data_url (image);
      g_autofree char *expected =
          g_strconcat ("data:image/webp;base64,", cases[i].expected, NULL);

      g_assert_cmpstr (base64, ==, cases[i].expected);
      g_assert_cmpstr (url, ==, expected);
    }
}

static void
test_chat_tools (void)
{
  static const struct
  {
    McpModelSwitches switches;
    McpModelChoice   choice;
    int              parallel;
    const char      *expected;
  } cases[] = {
    { MCP_MODEL_REGULAR, MCP_MODEL_CHOICE_AUTO, -1, "\"tools\":" TOOLS "," CHAT_END },
    { MCP_MODEL_REGULAR, MCP_MODEL_CHOICE_NONE, -1,
      "\"tools\":" TOOLS ",\"tool_choice\":\"none\"," CHAT_END },
    { MCP_MODEL_REGULAR, MCP_MODEL_CHOICE_REQUIRED, 0,
      "\"tools\":" TOOLS ",\"tool_choice\":\"required\",\"parallel_tool_calls\":false," CHAT_END },
    { MCP_MODEL_REGULAR, MCP_MODEL_CHOICE_NAMED, 1,
      "\"tools\":" TOOLS ",\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"f\"}},"
      "\"parallel_tool_calls\":true," CHAT_END },
    { MCP_MODEL_NO_TOOL_CHOICE | MCP_MODEL_NO_STREAM_USAGE, MCP_MODEL_CHOICE_REQUIRED, -1,
      "\"tools\":" TOOLS ",\"stream\":true}" },
    { MCP_MODEL_NO_TOOL_CHOICE | MCP_MODEL_MAX_COMPLETION_TOKENS, MCP_MODEL_CHOICE_NONE, -1, CHAT_END },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Fixture) fixture;
      g_autofree char *expected = g_strconcat (
          "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],", cases[i].expected, NULL);

      fixture_init (&fixture, "openai-chat", cases[i].switches);
      add_text (&fixture, MCP_MODEL_USER, "a");
      fixture.request.tools = TOOLS;
      fixture.request.choice = cases[i].choice;
      fixture.request.choice_name = "f";
      fixture.request.parallel = cases[i].parallel;
      check (&fixture, expected);
    }
}

static void
test_chat_max_tokens (void)
{
  g_auto (Fixture) fixture;

  fixture_init (&fixture, "openai-chat", MCP_MODEL_MAX_COMPLETION_TOKENS);
  add_text (&fixture, MCP_MODEL_USER, "a");
  fixture.request.max_tokens = G_MAXINT64;
  check (&fixture, "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],"
                   "\"max_completion_tokens\":9223372036854775807," CHAT_END);
}

/* A turn of another model, its calls answered with a text, an error, images, and not at all */
static void
add_other_history (Fixture *fixture)
{
  McpModelTurn *turn;

  add_text (fixture, MCP_MODEL_USER, "a");
  turn = add_turn (fixture, MCP_MODEL_ASSISTANT);
  turn->dialect = "anthropic";
  turn->provider = g_strdup ("other");
  turn->echo = g_bytes_new_static ("[]", 2);
  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_REASONING, "Hm", -1));
  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, "Let me ", -1));
  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_NOTICE, "aside", -1));
  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, "see", -1));
  add_call (turn, "abcDEF123", "f", "{\"a\": 1.0}");
  add_call (turn, "toolu_1", "f", "");
  add_call (turn, "toolu_2", "f", "not JSON");
  add_call (turn, "toolu_3", "f", "{}");
  turn = add_turn (fixture, MCP_MODEL_TOOLS);
  add_result (turn, "toolu_2", "see below", FALSE, 2);
  add_result (turn, "abcDEF123", "fine", FALSE, 0);
  add_result (turn, "toolu_1", "no such city", TRUE, 0);
  add_result (turn, "unasked", "lost", FALSE, 0);
}

#define IMAGE_PART "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,UE5H\"}}"

static void
test_chat_other_model (void)
{
  g_auto (Fixture) fixture;
  const char *expected =
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},"
      "{\"role\":\"assistant\",\"content\":\"Let me see\",\"tool_calls\":["
      "{\"id\":\"abcDEF123\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\": 1.0}\"}},"
      "{\"id\":\"4838a0c25\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
      "{\"id\":\"f1a6b17c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"not JSON\"}},"
      "{\"id\":\"12956ce17\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},"
      "{\"role\":\"tool\",\"tool_call_id\":\"abcDEF123\",\"content\":\"fine\"},"
      "{\"role\":\"tool\",\"tool_call_id\":\"4838a0c25\",\"content\":\"Tool execution failed: no such city\"},"
      "{\"role\":\"tool\",\"tool_call_id\":\"f1a6b17c1\",\"content\":\"see below\"},"
      "{\"role\":\"tool\",\"tool_call_id\":\"12956ce17\","
      "\"content\":\"Tool execution failed: It was not carried out\"},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":"
      "\"The images that the tool f returned:\"}," IMAGE_PART
      "," IMAGE_PART "]}]," CHAT_END;

  fixture_init (&fixture, "openai-chat", MCP_MODEL_REGULAR);
  add_other_history (&fixture);
  check (&fixture, expected);
}

#define SIGNED_STREAM                                                                  \
  "data: {\"model\":\"m-2026\",\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm\"," \
  "\"tool_calls\":[{\"id\":\"call_a\",\"extra_content\":{\"x\":1.0},\"function\":"     \
  "{\"name\":\"f\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n"
#define CALLS_BACK                                                                             \
  "\"tool_calls\":[{\"id\":\"call_a\",\"type\":\"function\",\"extra_content\":{\"x\":1.0},"    \
  "\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":" \
  "\"call_a\",\"content\":\"done\"}]," CHAT_END

static void
test_chat_echo (void)
{
  static const char        start[] = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},"
                                     "{\"role\":\"assistant\",\"content\":null,";
  static const char *const expected[] = { CALLS_BACK, "\"reasoning_content\":\"Hm\"," CALLS_BACK };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_auto (Fixture) fixture;
      g_autofree char *body = g_strconcat (start, expected[i], NULL);

      fixture_init (&fixture, "openai-chat", i == 1 ? MCP_MODEL_ECHO_REASONING : MCP_MODEL_REGULAR);
      add_text (&fixture, MCP_MODEL_USER, "a");
      add_echo (&fixture, SIGNED_STREAM);
      add_result (add_turn (&fixture, MCP_MODEL_TOOLS), "call_a", "done", FALSE, 0);
      check (&fixture, body);
    }
}

/* Some models demand it on each message, be it empty. */
static void
test_chat_echo_reasoning_of_others (void)
{
  g_auto (Fixture) fixture;

  fixture_init (&fixture, "openai-chat", MCP_MODEL_ECHO_REASONING);
  add_text (&fixture, MCP_MODEL_ASSISTANT, "b");
  add_text (&fixture, MCP_MODEL_USER, "a");
  check (&fixture, "{\"model\":\"m\",\"messages\":[{\"role\":\"assistant\",\"content\":\"b\","
                   "\"reasoning_content\":\"\"},{\"role\":\"user\",\"content\":\"a\"}]," CHAT_END);
}

static void
test_echoes (void)
{
  g_auto (Fixture) fixture;
  McpModelTurn *turn;

  fixture_init (&fixture, "openai-chat", MCP_MODEL_REGULAR);
  add_echo (&fixture, SIGNED_STREAM);
  turn = fixture.turns->pdata[0];
  g_assert_true (mcp_model_request_echoes (&fixture.request, turn));
  fixture.request.model = "m-2026";
  g_assert_false (mcp_model_request_echoes (&fixture.request, turn));
  g_clear_pointer (&turn->asked, g_free);
  g_assert_true (mcp_model_request_echoes (&fixture.request, turn));
  fixture.request.model = "models/m";
  g_assert_true (mcp_model_request_echoes (&fixture.request, turn));
  fixture.request.model = "n";
  g_assert_false (mcp_model_request_echoes (&fixture.request, turn));
  fixture.request.model = "m";
  g_free (turn->provider);
  turn->provider = g_strdup ("another");
  g_assert_false (mcp_model_request_echoes (&fixture.request, turn));
}

#define OLLAMA_END "\"truncate\":false,\"shift\":false,\"stream\":true}"

static void
test_ollama_plain (void)
{
  g_auto (Fixture) fixture;

  fixture_init (&fixture, "ollama", MCP_MODEL_REGULAR);
  add_text (&fixture, MCP_MODEL_USER, "a");
  check (&fixture,
         "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]," OLLAMA_END);

  fixture.request.system = "Be brief";
  fixture.request.tools = TOOLS;
  fixture.request.max_tokens = 9;
  fixture.provider->context = 32768;
  mcp_model_turn_take_block (fixture.turns->pdata[0], make_image ());
  check (&fixture,
         "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief\"},{\"role\":\"user\","
         "\"content\":\"a\",\"images\":[\"UE5H\"]}],\"tools\":" TOOLS
         ",\"options\":{\"num_ctx\":32768,\"num_predict\":9}," OLLAMA_END);

  fixture.request.choice = MCP_MODEL_CHOICE_NONE;
  fixture.request.system = NULL;
  fixture.request.max_tokens = 0;
  fixture.request.whole = TRUE;
  check (&fixture,
         "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\",\"images\":[\"UE5H\"]}],"
         "\"options\":{\"num_ctx\":32768},\"truncate\":false,\"shift\":false,\"stream\":false}");
}

static void
test_ollama_other_model (void)
{
  g_auto (Fixture) fixture;
  const char *expected =
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},"
      "{\"role\":\"assistant\",\"content\":\"Let me see\",\"tool_calls\":["
      "{\"id\":\"abcDEF123\",\"function\":{\"name\":\"f\",\"arguments\":{\"a\": 1.0}}},"
      "{\"id\":\"toolu_1\",\"function\":{\"name\":\"f\",\"arguments\":{}}},"
      "{\"id\":\"toolu_2\",\"function\":{\"name\":\"f\",\"arguments\":{}}},"
      "{\"id\":\"toolu_3\",\"function\":{\"name\":\"f\",\"arguments\":{}}}]},"
      "{\"role\":\"tool\",\"tool_name\":\"f\",\"tool_call_id\":\"abcDEF123\",\"content\":\"fine\"},"
      "{\"role\":\"tool\",\"tool_name\":\"f\",\"tool_call_id\":\"toolu_1\","
      "\"content\":\"Tool execution failed: no such city\"},"
      "{\"role\":\"tool\",\"tool_name\":\"f\",\"tool_call_id\":\"toolu_2\",\"content\":\"see below\"},"
      "{\"role\":\"tool\",\"tool_name\":\"f\",\"tool_call_id\":\"toolu_3\","
      "\"content\":\"Tool execution failed: It was not carried out\"},"
      "{\"role\":\"user\",\"content\":\"The images that the tool f returned:\","
      "\"images\":[\"UE5H\",\"UE5H\"]}]," OLLAMA_END;

  fixture_init (&fixture, "ollama", MCP_MODEL_REGULAR);
  add_other_history (&fixture);
  check (&fixture, expected);
}

static void
test_ollama_echo (void)
{
  g_auto (Fixture) fixture;

  fixture_init (&fixture, "ollama", MCP_MODEL_REGULAR);
  add_text (&fixture, MCP_MODEL_USER, "a");
  add_echo (&fixture,
            "{\"message\":{\"content\":\"\",\"thinking\":\"Hm\",\"tool_calls\":[{\"function\":"
            "{\"name\":\"f\",\"arguments\":{\"a\":1e0}}}]}}\n{\"message\":{\"content\":\"\"},\"done\":true}\n");
  add_result (add_turn (&fixture, MCP_MODEL_TOOLS), "call_1", "done", FALSE, 0);
  check (&fixture,
         "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\","
         "\"content\":\"\",\"thinking\":\"Hm\",\"tool_calls\":[{\"function\":{\"name\":\"f\","
         "\"arguments\":{\"a\":1e0}}}]},{\"role\":\"tool\",\"tool_name\":\"f\",\"tool_call_id\":\"call_1\","
         "\"content\":\"done\"}]," OLLAMA_END);
}

/* Every API refuses a request in which a call has no result, or a result no call. Here the first of
 * three was not carried out, and two have the same id. */
static void
test_calls_without_results (void)
{
#define NOT_DONE "It was not carried out"
  static const struct
  {
    const char *dialect;
    const char *answered; /* the messages behind that with the calls, where some have results */
    const char *alone;    /* where none has */
  } cases[] = {
    { "openai-chat",
      "{'role':'tool','tool_call_id':'aaaaaaaaa','content':'Tool execution failed: " NOT_DONE "'},"
      "{'role':'tool','tool_call_id':'bbbbbbbbb','content':'1'},"
      "{'role':'tool','tool_call_id':'bbbbbbbbb','content':'2'},{'role':'user','content':'Go on'}]",
      "{'role':'tool','tool_call_id':'aaaaaaaaa','content':'Tool execution failed: " NOT_DONE "'},"
      "{'role':'tool','tool_call_id':'bbbbbbbbb','content':'Tool execution failed: " NOT_DONE "'},"
      "{'role':'tool','tool_call_id':'bbbbbbbbb','content':'Tool execution failed: " NOT_DONE "'},"
      "{'role':'user','content':'Go on'}]" },
    { "ollama",
      "{'role':'tool','tool_name':'f','tool_call_id':'aaaaaaaaa','content':"
      "'Tool execution failed: " NOT_DONE "'},"
      "{'role':'tool','tool_name':'f','tool_call_id':'bbbbbbbbb','content':'1'},"
      "{'role':'tool','tool_name':'f','tool_call_id':'bbbbbbbbb','content':'2'},"
      "{'role':'user','content':'Go on'}]",
      "{'role':'tool','tool_name':'f','tool_call_id':'bbbbbbbbb','content':"
      "'Tool execution failed: " NOT_DONE "'},{'role':'user','content':'Go on'}]" },
    { "openai-responses",
      "{'type':'function_call_output','call_id':'aaaaaaaaa','output':"
      "'Tool execution failed: " NOT_DONE "'},"
      "{'type':'function_call_output','call_id':'bbbbbbbbb','output':'1'},"
      "{'type':'function_call_output','call_id':'bbbbbbbbb_1','output':'2'},"
      "{'role':'user','content':'Go on'}]",
      "{'type':'function_call_output','call_id':'bbbbbbbbb_1','output':"
      "'Tool execution failed: " NOT_DONE "'},{'role':'user','content':'Go on'}]" },
    { "anthropic",
      "{'role':'user','content':["
      "{'type':'tool_result','tool_use_id':'aaaaaaaaa','content':'" NOT_DONE "','is_error':true},"
      "{'type':'tool_result','tool_use_id':'bbbbbbbbb','content':'1'},"
      "{'type':'tool_result','tool_use_id':'bbbbbbbbb_1','content':'2'},"
      "{'type':'text','text':'Go on'}]}]",
      "{'role':'user','content':["
      "{'type':'tool_result','tool_use_id':'aaaaaaaaa','content':'" NOT_DONE "','is_error':true},"
      "{'type':'tool_result','tool_use_id':'bbbbbbbbb','content':'" NOT_DONE "','is_error':true},"
      "{'type':'tool_result','tool_use_id':'bbbbbbbbb_1','content':'" NOT_DONE "','is_error':true},"
      "{'type':'text','text':'Go on'}]}]" },
    { "gemini",
      "{'role':'user','parts':["
      "{'functionResponse':{'name':'f','response':{'error':'" NOT_DONE "'}}},"
      "{'functionResponse':{'name':'f','response':{'output':'1'}}},"
      "{'functionResponse':{'name':'f','response':{'output':'2'}}}]},"
      "{'role':'user','parts':[{'text':'Go on'}]}]",
      "{'role':'user','parts':["
      "{'functionResponse':{'name':'f','response':{'error':'" NOT_DONE "'}}},"
      "{'functionResponse':{'name':'f','response':{'error':'" NOT_DONE "'}}},"
      "{'functionResponse':{'name':'f','response':{'error':'" NOT_DONE "'}}}]},"
      "{'role':'user','parts':[{'text':'Go on'}]}]" },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      g_auto (Fixture) fixture;
      McpModelTurn    *turn;
      g_autofree char *expected = g_strdelimit (
          g_strdup (i % 2 == 0 ? cases[i / 2].answered : cases[i / 2].alone), "'", '"');
      g_autoptr (GBytes) body = NULL;

      fixture_init (&fixture, cases[i / 2].dialect, MCP_MODEL_REGULAR);
      turn = add_turn (&fixture, MCP_MODEL_ASSISTANT);
      add_call (turn, "aaaaaaaaa", "f", "{}");
      add_call (turn, "bbbbbbbbb", "f", "{}");
      add_call (turn, "bbbbbbbbb", "f", "{}");
      if (i % 2 == 0)
        {
          turn = add_turn (&fixture, MCP_MODEL_TOOLS);
          add_result (turn, "bbbbbbbbb", "1", FALSE, 0);
          add_result (turn, "unasked", "0", FALSE, 0);
          add_result (turn, "bbbbbbbbb", "2", FALSE, 0);
        }
      add_text (&fixture, MCP_MODEL_USER, "Go on");
      body = mcp_model_request_build (&fixture.request);
      g_test_message ("%s", (const char *)g_bytes_get_data (body, NULL));
      g_assert_nonnull (strstr (g_bytes_get_data (body, NULL), expected));
      g_assert_null (strstr (g_bytes_get_data (body, NULL), "unasked"));
    }
}

/* How often @id stands in @body, as a string of its own */
static guint
count_id (const char *body, const char *id)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", id);
  guint            n = 0;

  for (const char *at = strstr (body, quoted); at != NULL; at = strstr (at + 1, quoted))
    n++;
  return n;
}

/* Wherever a stream is cut off, or stopped by a person, what goes back holds a call and its result,
 * or neither. */
static void
test_calls_of_cut_streams (void)
{
  static const char *const streams[][2] = {
    { "openai-chat",
      "data: {'choices':[{'delta':{'content':'a','tool_calls':[{'index':0,'id':'one','function':"
      "{'name':'f','arguments':'{'}}]}}]}\n\n"
      "data: {'choices':[{'delta':{'tool_calls':[{'index':0,'function':{'arguments':'}'}}]}}]}\n\n"
      "data: {'choices':[{'delta':{'tool_calls':[{'index':1,'id':'two','function':"
      "{'name':'f','arguments':'{}'}}]}}]}\n\n"
      "data: {'choices':[{'delta':{},'finish_reason':'tool_calls'}]}\n\ndata: [DONE]\n\n" },
    { "openai-responses",
      "data: {'type':'response.output_item.added','output_index':0,'item':{'type':'function_call',"
      "'id':'fc1','call_id':'one','name':'f','arguments':''}}\n\n"
      "data: {'type':'response.function_call_arguments.delta','output_index':0,'delta':'{}'}\n\n"
      "data: {'type':'response.function_call_arguments.done','output_index':0,'arguments':'{}'}\n\n"
      "data: {'type':'response.output_item.done','output_index':0,'item':{'type':'function_call',"
      "'id':'fc1','call_id':'one','name':'f','arguments':'{}'}}\n\n"
      "data: {'type':'response.output_item.added','output_index':1,'item':{'type':'function_call',"
      "'id':'fc2','call_id':'two','name':'f','arguments':''}}\n\n"
      "data: {'type':'response.function_call_arguments.done','output_index':1,'arguments':'{}'}\n\n"
      "data: {'type':'response.output_item.done','output_index':1,'item':{'type':'function_call',"
      "'id':'fc2','call_id':'two','name':'f','arguments':'{}'}}\n\n"
      "data: {'type':'response.completed','response':{'status':'completed'}}\n\n" },
    { "anthropic",
      "data: {'type':'message_start','message':{'id':'r','model':'m'}}\n\n"
      "data: {'type':'content_block_start','index':0,'content_block':{'type':'tool_use','id':'one',"
      "'name':'f','input':{}}}\n\n"
      "data: {'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta',"
      "'partial_json':'{}'}}\n\n"
      "data: {'type':'content_block_stop','index':0}\n\n"
      "data: {'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'two',"
      "'name':'f','input':{}}}\n\n"
      "data: {'type':'content_block_stop','index':1}\n\n"
      "data: {'type':'message_delta','delta':{'stop_reason':'tool_use'}}\n\n"
      "data: {'type':'message_stop'}\n\n" },
    { "gemini",
      "data: {'candidates':[{'content':{'role':'model','parts':[{'functionCall':{'id':'one','name':"
      "'f','args':{}}}]}}]}\n\n"
      "data: {'candidates':[{'content':{'role':'model','parts':[{'functionCall':{'id':'two','name':"
      "'f','args':{}}}]},'finishReason':'STOP'}]}\n\n" },
    { "ollama",
      "{'message':{'content':'','tool_calls':[{'id':'one','function':{'name':'f','arguments':{}}}]}}\n"
      "{'message':{'content':'','tool_calls':[{'id':'two','function':{'name':'f','arguments':{}}}]}}\n"
      "{'message':{'content':''},'done':true}\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autofree char *text = g_strdelimit (g_strdup (streams[i][1]), "'", '"');
      guint            n_calls = 0;

      for (gsize n = 0; n < 2 * strlen (text) + 1; n++)
        {
          g_auto (Fixture) fixture;
          g_auto (TestModelOutcome) outcome = { NULL };
          g_autoptr (GBytes) body = NULL;
          const char *said;
          guint       one, two;

          fixture_init (&fixture, streams[i][0], MCP_MODEL_REGULAR);
          outcome = test_model_read (fixture.provider, NULL, text, (gssize)(n + 1) / 2, 0, 0,
                                     n % 2 == 0);
          g_free (outcome.turn->asked);
          outcome.turn->asked = g_strdup ("m");
          g_ptr_array_add (fixture.turns, mcp_model_turn_ref (outcome.turn));
          add_text (&fixture, MCP_MODEL_USER, "Go on");
          body = mcp_model_request_build (&fixture.request);
          said = g_bytes_get_data (body, NULL);
          one = count_id (said, "one");
          two = count_id (said, "two");
          if ((one != 0 && one != 2) || (two != 0 && two != 2) || two > one)
            g_error ("%s, cut at %" G_GSIZE_FORMAT ": %s", streams[i][0], (n + 1) / 2, said);
          n_calls = MAX (n_calls, (one + two) / 2);
        }
      g_assert_cmpuint (n_calls, ==, 2);
    }
}

/* What a person set goes over what we say, member by member. */
static void
test_parameters (void)
{
  g_auto (Fixture) fixture;
  g_autoptr (McpJsonDocument) parameters = mcp_json_document_parse_text (
      "{\n  \"temperature\": 0.10,\n  \"model\": \"n\",\n  \"x\": 1,\n  \"stream_options\": {\"include_usage\": false,"
      " \"a\": [1,\n2]},\n  \"messages\": null, \"x\": {\"y\": {}}\n}",
      -1, NULL);

  fixture_init (&fixture, "openai-chat", MCP_MODEL_REGULAR);
  add_text (&fixture, MCP_MODEL_USER, "a");
  fixture.request.parameters = mcp_json_document_get_root (parameters);
  check (&fixture, "{\"model\":\"n\",\"messages\":null,\"stream\":true,\"stream_options\":{\"include_usage\":false,"
                   "\"a\":[1,2]},\"temperature\":0.10,\"x\":{\"y\":{}}}");

  fixture.request.parameters = mcp_json_value_get_member (fixture.request.parameters, "temperature");
  check (&fixture,
         "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]," CHAT_END);
}

static void
test_url (void)
{
  static const char *const cases[][3] = {
    { "openai-chat", "https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions" },
    { "openai-chat", "https://h/d?api-version=1", "https://h/d/chat/completions?api-version=1" },
    { "openai-chat", "https://h/d/?a=b/c", "https://h/d/chat/completions?a=b/c" },
    { "ollama", "http://127.0.0.1:11434", "http://127.0.0.1:11434/api/chat" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpModelProvider) provider = mcp_model_provider_new (
          "test", mcp_model_dialect_find (cases[i][0]), cases[i][1]);
      McpModelRequest  request = { .provider = provider, .model = "m" };
      g_autofree char *url = mcp_model_request_dup_url (&request);

      g_assert_cmpstr (url, ==, cases[i][2]);
    }
}

void
add_model_requests_tests (void)
{
  g_test_add_func ("/model-requests/base64", test_base64);
  g_test_add_func ("/model-requests/chat/plain", test_chat_plain);
  g_test_add_func ("/model-requests/chat/tools", test_chat_tools);
  g_test_add_func ("/model-requests/chat/max-tokens", test_chat_max_tokens);
  g_test_add_func ("/model-requests/chat/other-model", test_chat_other_model);
  g_test_add_func ("/model-requests/chat/echo", test_chat_echo);
  g_test_add_func ("/model-requests/chat/reasoning-of-others", test_chat_echo_reasoning_of_others);
  g_test_add_func ("/model-requests/echoes", test_echoes);
  g_test_add_func ("/model-requests/ollama/plain", test_ollama_plain);
  g_test_add_func ("/model-requests/ollama/other-model", test_ollama_other_model);
  g_test_add_func ("/model-requests/ollama/echo", test_ollama_echo);
  g_test_add_func ("/model-requests/calls-without-results", test_calls_without_results);
  g_test_add_func ("/model-requests/calls-of-cut-streams", test_calls_of_cut_streams);
  g_test_add_func ("/model-requests/parameters", test_parameters);
  g_test_add_func ("/model-requests/url", test_url);
}
