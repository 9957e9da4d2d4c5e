/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where servers of Chat Completions differ, and Ollama's own streams: each read in every way, and
 * what goes back to it. */

#include "mcp-tests.h"
#include "test-model-replay.h"

#include "mcp-error.h"
#include "mcp-limits.h"

#include <string.h>

#define MAX_EVENTS 6

typedef struct
{
  const char      *name;
  McpModelSwitches switches;
  const char      *events[MAX_EVENTS];
  const char      *expected;
  const char      *echo; /* (nullable) */
} Case;

/* A chunk whose delta has these members, and the last one */
#define DELTA(members) "{\"choices\":[{\"index\":0,\"delta\":{" members "}}]}"
#define STOP "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}"
#define FUNCTION(name, arguments) \
  "\"function\":{\"name\":\"" name "\",\"arguments\":\"" arguments "\"}"
#define CALLS(pieces) DELTA ("\"tool_calls\":[" pieces "]")

static const Case chat_cases[] = {
  { "google",
    MCP_MODEL_REGULAR,
    { CALLS ("{\"extra_content\":{\"google\":{\"thought_signature\":\"a/+\\u003d\"}}," FUNCTION (
          "f", "{\\\"a\\\":1.0}") ",\"id\":\"one\",\"type\":\"function\"}"),
      CALLS ("{" FUNCTION ("f", "{}") ",\"id\":\"two\",\"type\":\"function\"}"), STOP },
    "call one f {\"a\":1.0}\ncall two f {}\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"one\","
    "\"extra_content\":{\"google\":{\"thought_signature\":\"a/+\\u003d\"}},\"type\":\"function\","
    "\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1.0}\"}},{\"id\":\"two\","
    "\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}" },
  { "custom",
    MCP_MODEL_REGULAR,
    { CALLS ("{\"index\":0,\"id\":\"one\",\"type\":\"custom\",\"custom\":{\"name\":\"math\","
             "\"input\":\"4 + \"}}"),
      CALLS ("{\"index\":0,\"custom\":{\"input\":\"4\"}}"), STOP },
    "call one math 4 + 4\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"one\","
    "\"type\":\"custom\",\"custom\":{\"name\":\"math\",\"input\":\"4 + 4\"}}]}" },
  { "mistral-cache",
    MCP_MODEL_REGULAR,
    { "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}],"
      "\"usage\":{\"prompt_tokens\":64,\"completion_tokens\":6,\"total_tokens\":70,"
      "\"num_cached_tokens\":32}}" },
    "text Hi\nstop end stop\nusage 64 32 - 6 -\n",
    NULL },
  { "one-number-for-all",
    MCP_MODEL_REGULAR,
    { CALLS ("{\"index\":0,\"id\":\"one\"," FUNCTION ("f", "{\\\"a\\\"") "}"),
      CALLS ("{\"index\":0,\"id\":\"one\"," FUNCTION ("", ":1}") "}"),
      CALLS ("{\"index\":0,\"id\":\"two\"," FUNCTION ("g", "{}") "}"), STOP },
    "call one f {\"a\":1}\ncall two g {}\nstop end stop\n",
    NULL },
  { "numbers-out-of-range",
    MCP_MODEL_REGULAR,
    { CALLS ("{\"index\":-1,\"id\":\"one\"," FUNCTION ("f", "{\\\"a\\\"") "}"),
      CALLS ("{\"index\":18446744073709551616,\"id\":\"two\"," FUNCTION ("g", "{\\\"b\\\"") "}"),
      CALLS ("{\"index\":-1,\"function\":{\"arguments\":\":1}\"}}"),
      CALLS ("{\"index\":18446744073709551616,\"id\":\"two\",\"function\":{\"arguments\":\":2}\"}}"),
      STOP },
    "call one f {\"a\":1}\ncall two g {\"b\":2}\nstop end stop\n",
    NULL },
  { "names-repeated",
    MCP_MODEL_REGULAR,
    { CALLS ("{" FUNCTION ("f", "{\\\"a\\\"") "}"), CALLS ("{" FUNCTION ("f", ":1}") "}"),
      CALLS ("{" FUNCTION ("f", "{}") "}"), STOP },
    "call call_1 f {\"a\":1}\ncall call_2 f {}\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_1\","
    "\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}},"
    "{\"id\":\"call_2\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}" },
  { "neither-numbers-nor-ids",
    MCP_MODEL_REGULAR,
    { CALLS ("{" FUNCTION ("f", "{") "},{" FUNCTION ("f", "{") "}"),
      CALLS ("{\"function\":{\"arguments\":\"}\"}},{\"function\":{\"arguments\":\" }\"}}"), STOP },
    "call call_1 f {}\ncall call_2 f { }\nstop end stop\n",
    NULL },
  { "an-id-that-is-taken",
    MCP_MODEL_REGULAR,
    { CALLS ("{\"index\":0," FUNCTION ("f", "{}") "},{\"index\":1,\"id\":\"call_1\"," FUNCTION (
          "g", "{}") "}"),
      STOP },
    "call call_2 f {}\ncall call_1 g {}\nstop end stop\n",
    NULL },
  { "arguments-are-an-object",
    MCP_MODEL_REGULAR,
    { CALLS ("{\"id\":\"one\",\"function\":{\"name\":\"f\",\"arguments\":{ \"a\": 1e3 }}}"), STOP },
    "call one f {\"a\":1e3}\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"one\",\"type\":\"function\","
    "\"function\":{\"name\":\"f\",\"arguments\":{\"a\":1e3}}}]}" },
  { "groq",
    MCP_MODEL_REGULAR,
    { DELTA ("\"content\":\"Hi\""),
      "{\"x_groq\":{\"id\":\"r\",\"usage\":{\"queue_time\":0.1,\"prompt_tokens\":7,"
      "\"completion_tokens\":2,\"total_tokens\":9}},\"choices\":[{\"delta\":{},"
      "\"finish_reason\":\"stop\"}]}" },
    "text Hi\nstop end stop\nusage 7 - - 2 -\n",
    "{\"role\":\"assistant\",\"content\":\"Hi\"}" },
  { "moonshot",
    MCP_MODEL_REGULAR,
    { DELTA ("\"content\":\"Hi\""),
      "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\",\"usage\":"
      "{\"prompt_tokens\":7,\"completion_tokens\":2,\"total_tokens\":9,\"cached_tokens\":5}}]}" },
    "text Hi\nstop length length\nusage 7 5 - 2 -\n",
    NULL },
  { "llama.cpp",
    MCP_MODEL_REGULAR,
    { DELTA ("\"content\":\"Hi\""),
      "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"timings\":"
      "{\"cache_n\":30,\"prompt_n\":4,\"predicted_n\":6}}" },
    "text Hi\nstop end stop\nusage 34 30 - 6 -\n",
    NULL },
  { "vllm",
    MCP_MODEL_REGULAR,
    { DELTA ("\"role\":\"assistant\",\"content\":\"\""), DELTA ("\"reasoning\":\"Let me \""),
      DELTA ("\"reasoning\":\"see\",\"reasoning_content\":\"see\""), DELTA ("\"content\":\"Hi\""),
      "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"}}]}", STOP },
    "reasoning Let me see\ntext Hi\nnotice choices: more than one answer, of which this is the first\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":\"Hi\"}" },
  { "think-tags",
    MCP_MODEL_THINK_TAGS,
    { DELTA ("\"content\":\"<thi\""), DELTA ("\"content\":\"nk>\\nA < b</thin\""),
      DELTA ("\"content\":\"k></think>\\n\\nSo <b\""), DELTA ("\"content\":\">yes</b> <\""), STOP },
    "reasoning A < b\ntext </think>⏎⏎So <b>yes</b> <\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":\"<think>\\nA < b</think></think>\\n\\nSo <b>yes</b> <\"}" },
  { "think-tags-unasked",
    MCP_MODEL_REGULAR,
    { DELTA ("\"content\":\"<think>a</think>b\""), STOP },
    "text <think>a</think>b\nstop end stop\n",
    NULL },
  { "content-in-parts",
    MCP_MODEL_REGULAR,
    { DELTA ("\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"A\\u0020\"}]}]"),
      DELTA ("\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"b\"}]},"
             "{\"type\":\"text\",\"text\":\"C\"}]"),
      DELTA ("\"content\":\" d\""),
      DELTA ("\"content\":[{\"type\":\"reference\",\"reference_ids\":[1.0, 2]}]"), STOP },
    "reasoning A b\ntext C d\nnotice reference\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\","
    "\"text\":\"A\\u0020b\"}]},{\"type\":\"text\",\"text\":\"C d\"},{\"type\":\"reference\","
    "\"reference_ids\":[1.0,2]}]}" },
  { "no-place-of-their-own",
    MCP_MODEL_REGULAR,
    { DELTA ("\"images\":[{\"type\":\"image_url\",\"image_url\":{\"url\":"
             "\"data:image/png;base64,AAAA\"}},{\"type\":\"image_url\",\"image_url\":{\"url\":"
             "\"https://example.com/a.png\"}}]"),
      DELTA ("\"audio\":{\"data\":\"AAAA\",\"transcript\":\"Hi\"}"),
      DELTA ("\"audio\":{\"data\":\"AAAA\",\"transcript\":\" you\"}"),
      DELTA ("\"function_call\":{\"name\":\"old\",\"arguments\":\"{\"}"),
      DELTA ("\"function_call\":{\"arguments\":\"}\"}"), STOP },
    "image \nnotice image_url\nnotice audio\ntext Hi you\nnotice function_call: old\n"
    "stop end stop\n",
    NULL },
  { "refusal",
    MCP_MODEL_REGULAR,
    { DELTA ("\"role\":\"assistant\",\"content\":\"\",\"refusal\":null"), DELTA ("\"refusal\":\"I can\""),
      DELTA ("\"refusal\":\"not\""), STOP },
    "refusal I cannot\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":\"I cannot\"}" },
  { "unknown-members",
    MCP_MODEL_REGULAR,
    { DELTA ("\"content\":\"Hi\",\"reasoning_details\":[{\"text\":\"a\",\"index\":0}],\"tone\":\"ca\""),
      DELTA ("\"reasoning_details\":[],\"tone\":\"lm\",\"audio\":{\"id\":1}"),
      DELTA ("\"reasoning_details\":[{\"signature\":\"s\"}],\"audio\":{\"id\":2.0}"), STOP },
    "text Hi\nnotice audio\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":\"Hi\",\"reasoning_details\":[{\"text\":\"a\",\"index\":0},"
    "{\"signature\":\"s\"}],\"tone\":\"calm\",\"audio\":{\"id\":2.0}}" },
  { "a-character-in-two-escapes",
    MCP_MODEL_REGULAR,
    { CALLS ("{\"index\":0,\"id\":\"one\"," FUNCTION ("f", "") "}"), DELTA ("\"content\":\"\\ud83d\""),
      DELTA ("\"content\":\"\\ude00\""), STOP },
    "call one f \ntext \xef\xbf\xbd\xef\xbf\xbd\nstop end stop\n",
    "{\"role\":\"assistant\",\"content\":\"\\ud83d\\ude00\",\"tool_calls\":[{\"id\":\"one\","
    "\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}" },
  { "one-event",
    MCP_MODEL_REGULAR,
    { "{\"object\":\"chat.completion\",\"choices\":[{\"message\":{\"role\":\"assistant\","
      "\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}" },
    "text Hi\nstop end stop\n",
    NULL },
  { "another-reason",
    MCP_MODEL_REGULAR,
    { DELTA ("\"content\":\"Hi\""),
      "{\"choices\":[{\"delta\":null,\"finish_reason\":\"insufficient_system_resource\"}]}" },
    "text Hi\nstop other insufficient_system_resource\n",
    NULL },
};

/* Calls come whole, and their arguments as objects. */
static const Case ollama_cases[] = {
  { "text",
    MCP_MODEL_REGULAR,
    { "{\"model\":\"qwen3\",\"created_at\":\"2026-11-01T00:00:00Z\",\"message\":{\"role\":"
      "\"assistant\",\"content\":\"\",\"thinking\":\"Hm\"},\"done\":false}",
      "{\"model\":\"qwen3\",\"message\":{\"role\":\"assistant\",\"content\":\"Hel\"},\"done\":false}",
      "{\"model\":\"qwen3\",\"message\":{\"role\":\"assistant\",\"content\":\"lo\"},\"done\":false}",
      "{\"model\":\"qwen3\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
      "\"done_reason\":\"stop\",\"total_duration\":5043500667,\"prompt_eval_count\":26,"
      "\"eval_count\":298}" },
    "reasoning Hm\ntext Hello\nstop end stop\nusage 26 - - 298 -\nmodel qwen3\n",
    "{\"role\":\"assistant\",\"thinking\":\"Hm\",\"content\":\"Hello\"}" },
  { "calls",
    MCP_MODEL_REGULAR,
    { "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
      "{\"function\":{\"index\":0,\"name\":\"f\",\"arguments\":{\"a\":1.0}}},"
      "{\"id\":\"x\",\"function\":{\"index\":1,\"name\":\"g\",\"arguments\":{}}}]},\"done\":false}",
      "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
      "\"done_reason\":\"stop\"}" },
    "call call_1 f {\"a\":1.0}\ncall x g {}\nstop end stop\nmodel m\n",
    "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":{\"index\":0,\"name\":\"f\","
    "\"arguments\":{\"a\":1.0}}},{\"id\":\"x\",\"function\":{\"index\":1,\"name\":\"g\","
    "\"arguments\":{}}}]}" },
  { "think-tags",
    MCP_MODEL_THINK_TAGS,
    { "{\"message\":{\"content\":\"<think>a\"},\"done\":false}",
      "{\"message\":{\"content\":\"b</think>c\"},\"done\":true,\"done_reason\":\"length\","
      "\"eval_count\":3}" },
    "reasoning ab\ntext c\nstop length length\nusage - - - 3 -\n",
    "{\"role\":\"assistant\",\"content\":\"<think>ab</think>c\"}" },
  { "failure",
    MCP_MODEL_REGULAR,
    { "{\"message\":{\"content\":\"a\"},\"done\":false}", "{\"error\":\"it broke\"}" },
    "text a\nstop cut -\nfailure it broke\n",
    "{\"role\":\"assistant\",\"content\":\"a\"}" },
};

static char *
frame (const McpModelDialect *dialect, const char *const *events)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < MAX_EVENTS && events[i] != NULL; i++)
    if (dialect->framing == MCP_MODEL_FRAMING_EVENTS)
      g_string_append_printf (out, "data: %s\n\n", events[i]);
    else
      g_string_append_printf (out, "%s\n", events[i]);
  return g_string_free (out, FALSE);
}

static void
check_case (const Case *row, const char *dialect)
{
  g_autoptr (McpModelProvider) provider = test_model_provider_new (dialect, row->switches);
  g_autofree char *text = frame (provider->dialect, row->events);

  test_model_check_stream (provider, text, row->expected);
  if (row->echo != NULL)
    {
      g_auto (TestModelOutcome) outcome =
          test_model_read (provider, NULL, text, -1, 0, 0, FALSE);

      g_assert_nonnull (outcome.turn->echo);
      g_assert_cmpstr (g_bytes_get_data (outcome.turn->echo, NULL), ==, row->echo);
    }
}

static void
test_chat_case (gconstpointer data)
{
  check_case (data, "openai-chat");
}

static void
test_ollama_case (gconstpointer data)
{
  check_case (data, "ollama");
}

/* The marks around what is thought, cut at each place into two and into single bytes */
static void
test_think_cuts (void)
{
  static const char text[] = "Well <think>\n if a<b, a</th </think>\n\nthen <thin air<think>x</think>";
  static const char expected[] = "text Well \nreasoning if a<b, a</th \ntext then <thin air\n"
                                 "reasoning x\nstop end stop\n";
  g_autoptr (McpModelProvider) provider =
      test_model_provider_new ("openai-chat", MCP_MODEL_THINK_TAGS);
  GString *singles = g_string_new (NULL);

  for (gsize cut = 0; cut <= strlen (text); cut++)
    {
      g_autofree char *first = mcp_json_quote (text, (gssize)cut);
      g_autofree char *second = mcp_json_quote (text + cut, -1);
      g_autofree char *stream = g_strdup_printf (
          "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\n"
          "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\ndata: " STOP "\n\n",
          first, second);
      g_auto (TestModelOutcome) outcome =
          test_model_read (provider, NULL, stream, -1, 0, 0, FALSE);
      g_autofree char *description = test_model_describe (&outcome);
      g_autofree char *single = mcp_json_quote (text + cut, cut < strlen (text) ? 1 : 0);

      g_assert_cmpstr (description, ==, expected);
      g_string_append_printf (
          singles, "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\n", single);
    }
  g_string_append (singles, "data: " STOP "\n\n");
  test_model_check_stream (provider, singles->str, expected);
  g_string_free (singles, TRUE);
}

#define FIRST_CALL CALLS ("{\"index\":0,\"id\":\"one\"," FUNCTION ("f", "{}") "}")
#define SECOND_CALL CALLS ("{\"index\":1,\"id\":\"two\"," FUNCTION ("g", "{\\\"a") "}")

/* A stream that ends early keeps the text, and of the calls those that are whole; so does its
 * echo. */
static void
test_cut (void)
{
  g_autoptr (McpModelProvider) provider = test_model_provider_new ("openai-chat", MCP_MODEL_REGULAR);
  static const char text[] = "data: " DELTA ("\"content\":\"Hi\"") "\n\ndata: " FIRST_CALL
                                                                   "\n\ndata: " SECOND_CALL "\n\n";
  g_auto (TestModelOutcome) lost = test_model_read (provider, NULL, text, -1, 0, 0, FALSE);
  g_auto (TestModelOutcome) stopped = test_model_read (provider, NULL, text, -1, 0, 0, TRUE);
  g_autofree char *lost_description = test_model_describe (&lost);
  g_autofree char *stopped_description = test_model_describe (&stopped);

  g_assert_cmpstr (lost_description, ==,
                   "text Hi\ncall one f {}\nstop cut -\nerror connection-lost\n");
  g_assert_cmpstr (stopped_description, ==, "text Hi\ncall one f {}\nstop cut -\n");
  g_assert_cmpstr (g_bytes_get_data (lost.turn->echo, NULL), ==,
                   "{\"role\":\"assistant\",\"content\":\"Hi\",\"tool_calls\":[{\"id\":\"one\","
                   "\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}");
}

/* What is no response, in the place of one or in the middle */
static void
test_no_response (void)
{
  static const struct
  {
    const char *dialect;
    const char *type;
    const char *text;
    const char *expected;
    const char *evidence; /* (nullable) */
  } cases[] = {
    { "openai-chat", "text/event-stream", "", "stop cut -\nerror connection-lost\n", NULL },
    { "openai-chat", "text/event-stream", ": hello\n\n", "stop cut -\nerror connection-lost\n", NULL },
    { "openai-chat", "text/html", "<html>\n<p>Sign in</p>\n", "stop cut -\nerror invalid-message\n",
      "<html>\n<p>Sign in</p>\n" },
    { "openai-chat", "text/event-stream",
      "data: " DELTA ("\"content\":\"Hi\"") "\n\ndata: Oops \xff\n\n",
      "text Hi\nstop cut -\nerror invalid-message\n", "Oops \xef\xbf\xbd" },
    { "openai-chat", NULL, "event: error\ndata: It broke\n\n", "stop cut -\nfailure It broke\n", NULL },
    { "openai-chat", NULL, "event: error\ndata: {\"message\":\"It broke\"}\n\n",
      "stop cut -\nfailure It broke\n", NULL },
    { "openai-chat", NULL, "data: \"Hi\"\n\n", "stop cut -\nerror invalid-message\n", "\"Hi\"" },
    { "openai-chat", NULL,
      "data: " DELTA ("\"content\":\"Hi\"") "\n\n{\n  \"error\": {\n    \"message\": \"It broke\"\n  }\n}\n",
      "text Hi\nstop cut -\nfailure It broke\n", NULL },
    { "openai-chat", NULL,
      "data: " DELTA ("\"content\":\"Hi\"") "\n[{\"error\": {\"message\": \"It broke\"}}]",
      "text Hi\nstop cut -\nfailure It broke\n", NULL },
    { "openai-chat", NULL, "data: " DELTA ("\"content\":\"Hi\"") "\n\n{\"a\": 1}\n",
      "text Hi\nstop cut -\nerror invalid-message\n", "{\"a\": 1}\n" },
    { "openai-chat", NULL,
      "data: " DELTA ("\"content\":\"er\"") "\n\nerror: {\"code\":500,\"message\":\"It broke\"}\n\n",
      "text er\nstop cut -\nfailure It broke\n", NULL },
    { "openai-chat", NULL,
      "data: " DELTA ("\"content\":\"er\"") "\nerr\nerror\nerror:\nerror: x\n\ndata: " STOP "\n\n",
      "text er\nstop end stop\n", NULL },
    { "openai-chat", NULL, "data: {\"error\":null,\"choices\":[]}\n\ndata: [DONE]\n\ndata: x\n\n", "",
      NULL },
    { "openai-chat", "application/json", "{\"choices\": []}", "stop cut -\nerror invalid-message\n",
      "{\"choices\": []}" },
    { "openai-chat", "application/json", " {\"error\": \"It broke\"}",
      "stop cut -\nfailure It broke\n", NULL },
    { "openai-chat", "application/json", "{\"a\" 1}", "stop cut -\nerror invalid-message\n",
      "{\"a\" 1}" },
    { "openai-chat", "application/json", "data: " DELTA ("\"content\":\"Hi\"") "\n\ndata: [DONE]\n\n",
      "text Hi\n", NULL },
    { "ollama", "application/x-ndjson", "{\"done\":tru}\n", "stop cut -\nerror invalid-message\n",
      "{\"done\":tru}" },
    { "ollama", "application/json", "{\"message\":{\"content\":\"Hi\"},\"done\":true}",
      "text Hi\nstop end -\n", NULL },
    { "ollama", "application/json", "{\n\"message\":{\"content\":\"Hi\"},\n\"done\":true\n}\n",
      "text Hi\nstop end -\n", NULL },
    { "ollama", "application/json",
      "{\"message\":{\"content\":\"H\"}}\n{\"message\":{\"content\":\"i\"},\"done\":true}\n",
      "text Hi\nstop end -\n", NULL },
    { "ollama", "application/json",
      "{\"message\":{\"content\":\"Hi\"}}\n{\"message\":{\"content\":\" the",
      "text Hi\nstop cut -\nerror connection-lost\n", NULL },
    { "ollama", "application/x-ndjson", "{\"message\":{\"content\":\"Hi\"},\"done\":false}\n",
      "text Hi\nstop cut -\nerror connection-lost\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize cut = 0; cut < strlen (cases[i].text) + 1; cut++)
      {
        g_autoptr (McpModelProvider) provider =
            test_model_provider_new (cases[i].dialect, MCP_MODEL_REGULAR);
        g_auto (TestModelOutcome) outcome =
            test_model_read (provider, cases[i].type, cases[i].text, -1, cut, 0, FALSE);
        g_autofree char *description = test_model_describe (&outcome);

        g_assert_cmpstr (description, ==, cases[i].expected);
        if (outcome.error != NULL)
          g_assert_cmpstr (mcp_error_get_details (outcome.error)->evidence, ==, cases[i].evidence);
      }
}

/* Limits */

/* A text of @length bytes in one event. */
static char *
make_event (const char *dialect, gsize length)
{
  static const char chat[] = "data: {\"choices\":[{\"delta\":{\"content\":\"\"}}]}\n\n";
  static const char ollama[] = "{\"message\":{\"content\":\"\"}}\n";
  gboolean          is_chat = g_str_equal (dialect, "openai-chat");
  const char       *frame = is_chat ? chat : ollama;
  const char       *hole = strstr (frame, "\"content\":\"") + strlen ("\"content\":\"");
  gsize             frame_length = strlen (frame) - (is_chat ? strlen ("data: \n\n") : 1);
  char             *event = g_malloc (length + 64);
  gsize             fill = length - frame_length;

  memcpy (event, frame, (gsize)(hole - frame));
  memset (event + (hole - frame), 'x', fill);
  strcpy (event + (hole - frame) + fill, hole);
  return event;
}

static void
test_event_limit (void)
{
  static const char *const dialects[] = { "openai-chat", "ollama" };

  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    for (int over = -1; over <= 1; over++)
      {
        g_autoptr (McpModelProvider) provider =
            test_model_provider_new (dialects[i], MCP_MODEL_REGULAR);
        g_autofree char *event =
            make_event (dialects[i], (gsize)((gint64)MCP_MODEL_EVENT_LIMIT + over));
        g_auto (TestModelOutcome) outcome =
            test_model_read (provider, NULL, event, -1, 0, 0, FALSE);

        g_assert_error (outcome.error, MCP_ERROR,
                        (over > 0 ? MCP_ERROR_MESSAGE_TOO_LARGE : MCP_ERROR_CONNECTION_LOST));
        g_assert_cmpuint (outcome.turn->blocks->len, ==, over > 0 ? 0 : 1);
      }
}

static void
test_stream_limit (void)
{
  g_autoptr (McpModelProvider) provider = test_model_provider_new ("openai-chat", MCP_MODEL_REGULAR);
  g_autofree char *piece = g_malloc (MCP_READ_SIZE);

  memset (piece, ':', MCP_READ_SIZE);
  piece[MCP_READ_SIZE - 1] = '\n';
  for (int over = -1; over <= 1; over++)
    {
      g_autoptr (McpModelStream) stream = mcp_model_stream_new (provider, NULL, NULL, NULL);
      g_autoptr (McpModelTurn) turn = NULL;
      g_autoptr (GError) error = NULL;
      guint    n = MCP_MODEL_STREAM_LIMIT / MCP_READ_SIZE;
      gboolean wanted;

      for (guint i = 0; i < n - 1; i++)
        g_assert_true (mcp_model_stream_push (stream, piece, MCP_READ_SIZE));
      wanted = mcp_model_stream_push (stream, piece, (gsize)((int)MCP_READ_SIZE - 1));
      g_assert_true (wanted);
      wanted = mcp_model_stream_push (stream, "\n:", (gsize)(over + 1));
      g_assert_cmpint (wanted, ==, over <= 0);
      turn = mcp_model_stream_finish (stream, FALSE, NULL, &error);
      g_assert_error (error, MCP_ERROR,
                      (over > 0 ? MCP_ERROR_MESSAGE_TOO_LARGE : MCP_ERROR_CONNECTION_LOST));
    }
}

/* More calls than any loop makes, in one event and one by one */
static void
test_many_calls (void)
{
  for (guint per_event = 1; per_event <= 100000; per_event *= 100000)
    {
      g_autoptr (McpModelProvider) provider =
          test_model_provider_new ("openai-chat", MCP_MODEL_REGULAR);
      GString *text = g_string_new (NULL);
      g_auto (TestModelOutcome) outcome = { NULL, NULL, NULL };

      for (guint i = 0; i < 100000; i++)
        {
          if (i % per_event == 0)
            g_string_append (text, "data: {\"choices\":[{\"delta\":{\"tool_calls\":[");
          g_string_append_printf (
              text, "%s{\"index\":%u,\"id\":\"c%u\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}",
              i % per_event == 0 ? "" : ",", i, i);
          if (i % per_event == per_event - 1)
            g_string_append (text, "]}}]}\n\n");
        }
      g_string_append (text, "data: [DONE]\n\n");
      outcome = test_model_read (provider, NULL, text->str, (gssize)text->len, 0, 0, FALSE);
      g_assert_error (outcome.error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
      g_assert_cmpuint (outcome.turn->blocks->len, <=, MCP_MODEL_MAX_BLOCKS);
      g_assert_null (outcome.turn->echo);
      g_string_free (text, TRUE);
    }
}

/* Members without end, and brackets */
static void
test_hostile_members (void)
{
  g_autoptr (McpModelProvider) provider = test_model_provider_new ("openai-chat", MCP_MODEL_REGULAR);
  GString *text = g_string_new (NULL);
  GString *deep = g_string_new ("data: {\"choices\":");
  g_auto (TestModelOutcome) many = { NULL, NULL, NULL };
  g_auto (TestModelOutcome) nested = { NULL, NULL, NULL };

  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (text, "data: {\"choices\":[{\"delta\":{\"content\":\"x\",\"m%u\":{}}}]}\n\n", i);
  g_string_append (text, "data: [DONE]\n\n");
  many = test_model_read (provider, NULL, text->str, (gssize)text->len, 0, 0, FALSE);
  g_assert_no_error (many.error);
  g_assert_cmpuint (strlen (mcp_model_block_get_text (many.turn->blocks->pdata[0])), ==, 50000);
  g_assert_cmpuint (g_bytes_get_size (many.turn->echo), <, 52000);
  g_string_free (text, TRUE);

  for (guint i = 0; i < 9000; i++)
    g_string_append_c (deep, '[');
  for (guint i = 0; i < 9000; i++)
    g_string_append_c (deep, ']');
  g_string_append (deep, "}\n\n");
  nested = test_model_read (provider, NULL, deep->str, (gssize)deep->len, 0, 0, FALSE);
  g_assert_error (nested.error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_string_free (deep, TRUE);
}

void
add_model_chat_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (chat_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/model-chat/%s", chat_cases[i].name);

      g_test_add_data_func (path, &chat_cases[i], test_chat_case);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ollama_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/model-chat/ollama/%s", ollama_cases[i].name);

      g_test_add_data_func (path, &ollama_cases[i], test_ollama_case);
    }
  g_test_add_func ("/model-chat/think-cuts", test_think_cuts);
  g_test_add_func ("/model-chat/cut", test_cut);
  g_test_add_func ("/model-chat/no-response", test_no_response);
  g_test_add_func ("/model-chat/event-limit", test_event_limit);
  g_test_add_func ("/model-chat/stream-limit", test_stream_limit);
  g_test_add_func ("/model-chat/many-calls", test_many_calls);
  g_test_add_func ("/model-chat/hostile-members", test_hostile_members);
}
