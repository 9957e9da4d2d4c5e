/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The readers of the APIs of OpenAI, Anthropic and Google: what they make of recorded responses,
 * and of each quirk that is known. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-limits.h"
#include "mcp-json-writer.h"
#include "mcp-model-dialect.h"
#include "mcp-model-stream.h"

#include <string.h>

/* A response, read */
typedef struct
{
  McpModelDraft   *draft;
  McpModelReader  *reader;
  McpModelTurn    *turn;
  McpModelFailure *failure; /* (nullable) */
  GString         *told;    /* of restarts and replaced texts */
} Response;

static void
tell (const McpModelEvent *event, gpointer user_data)
{
  GString *told = user_data;

  if (event->kind == MCP_MODEL_EVENT_RESTARTED)
    g_string_append (told, "restarted\n");
  else if (event->kind == MCP_MODEL_EVENT_REPLACED)
    g_string_append_printf (told, "%u replaced\n", event->block);
}

static void
begin (Response *self, const McpModelDialect *dialect)
{
  self->told = g_string_new (NULL);
  self->turn = NULL;
  self->failure = NULL;
  self->draft = mcp_model_draft_new (tell, self->told);
  self->reader = dialect->reader_new (self->draft, NULL);
}

static void
end (Response *self, gboolean cut)
{
  self->reader->klass->finish (self->reader, cut);
  self->failure = g_steal_pointer (&self->reader->failure);
  self->turn = mcp_model_draft_finish (self->draft, cut);
}

static void
clear (Response *self)
{
  self->reader->klass->free (self->reader);
  mcp_model_draft_free (self->draft);
  mcp_model_turn_unref (self->turn);
  g_clear_pointer (&self->failure, mcp_model_failure_unref);
  g_string_free (self->told, TRUE);
}

static void
feed (Response *self, const char *line, gboolean whole)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (line, -1, NULL);

  /* One recording lacks the last bracket of two lines. */
  if (document == NULL)
    {
      g_autofree char *mended = g_strconcat (line, "}", NULL);

      document = mcp_json_document_parse_text (mended, -1, &error);
      g_assert_no_error (error);
    }
  if (whole)
    self->reader->klass->whole (self->reader, mcp_json_document_get_root (document));
  else
    {
      const McpModelReaderClass *klass = self->reader->klass;
      McpJsonValue               values[MCP_MODEL_READER_NAMES];

      mcp_model_pick (mcp_json_document_get_root (document), klass->names, klass->n_names, values);
      klass->event (self->reader, mcp_json_document_get_root (document), values);
    }
}

/* Returns: (transfer full): all that a turn has but its echo, for people */
static char *
describe (McpModelTurn *turn)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < turn->blocks->len; i++)
    {
      McpModelBlock *block = turn->blocks->pdata[i];

      g_string_append (text, mcp_model_block_kind_to_text (mcp_model_block_get_kind (block)));
      if (mcp_model_block_get_kind (block) == MCP_MODEL_CALL)
        g_string_append_printf (text, " %s %s", mcp_model_block_get_id (block),
                                mcp_model_block_get_name (block));
      if (mcp_model_block_get_kind (block) == MCP_MODEL_IMAGE)
        g_string_append_printf (text, " %s %zu", mcp_model_block_get_mime_type (block),
                                g_bytes_get_size (mcp_model_block_get_data (block)));
      g_string_append_printf (text, " %s\n", mcp_model_block_get_text (block));
    }
  g_string_append (text, mcp_model_stop_to_text (turn->stop));
  if (turn->stop_text != NULL)
    g_string_append_printf (text, " (%s)", turn->stop_text);
  if (mcp_model_usage_is_known (&turn->usage))
    g_string_append_printf (text, " %d/%d/%d %d/%d", (int)turn->usage.input,
                            (int)turn->usage.cached, (int)turn->usage.cache_write,
                            (int)turn->usage.output, (int)turn->usage.reasoning);
  return g_string_free (text, FALSE);
}

static void
assert_turn (const Response *response, const char *expected)
{
  g_autofree char *text = describe (response->turn);

  g_assert_cmpstr (text, ==, expected);
}

static McpJsonDocument *
parse_echo (const Response *response)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;

  g_assert_nonnull (response->turn->echo);
  document = mcp_json_document_parse (response->turn->echo, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* @expected: (nullable): JSON; %NULL where nothing is echoed */
static void
assert_echo (const Response *response, const char *expected)
{
  g_autoptr (McpJsonDocument) echo = NULL;
  g_autoptr (McpJsonDocument) other = NULL;
  g_autofree char *text = NULL;
  g_autofree char *canonical = NULL;

  if (expected == NULL)
    {
      g_assert_null (response->turn->echo);
      return;
    }
  echo = parse_echo (response);
  other = mcp_json_document_parse_text (expected, -1, NULL);
  g_assert_nonnull (other);
  text = mcp_json_value_print_canonical (mcp_json_document_get_root (echo), 0);
  canonical = mcp_json_value_print_canonical (mcp_json_document_get_root (other), 0);
  g_assert_cmpstr (text, ==, canonical);
}

/* Recorded responses */

/* Returns: (transfer full) (nullable): %NULL, and the test is skipped, where it is not here */
static char *
load (const char *name)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *path =
      g_build_filename (shared != NULL ? shared : "", "llm-streams", name, NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_test_skip ("the recorded responses are not here");
  return text;
}

/* Reads the lines of a file from @from to before @to, both from 0. Returns: whether it is here */
static gboolean
replay (Response *self, const McpModelDialect *dialect, const char *name, guint from, guint to)
{
  g_autofree char *text = load (name);
  g_auto (GStrv) lines = NULL;

  if (text == NULL)
    return FALSE;
  lines = g_strsplit (text, "\n", -1);
  begin (self, dialect);
  for (guint i = 0; lines[i] != NULL && i < to; i++)
    if (i >= from && *lines[i] != '\0' && self->reader->failure == NULL)
      feed (self, lines[i], FALSE);
  return TRUE;
}

typedef struct
{
  const char            *file;
  const McpModelDialect *dialect;
  guint                  from;
  guint                  to;
  const char            *turn;
} Recorded;

static const Recorded recorded[] = {
  { "anthropic/anthropic-text.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "text Hello! I'm doing well, thank you for asking. How are you doing today? Is "
    "there anything I can help you with?\n"
    "end (end_turn) 12/0/0 30/-1" },
  { "anthropic/anthropic-tool-no-args.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "text I'll update the issue list for you.\n"
    "call toolu_01QE1WLsSVp5hy5Q3GmGTmjP updateIssueList {}\n"
    "calls (tool_use) 565/0/0 48/-1" },
  { "anthropic/anthropic-json-other-tool.1.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "call toolu_019Zvehfe1XQWweT1pm7okyt weather {\"location\": \"San Francisco\"}\n"
    "calls (tool_use) 843/0/0 28/-1" },
  { "anthropic/anthropic-message-delta-input-tokens.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "text pong\n"
    "end (end_turn) 61/-1/-1 2/-1" },
  { "anthropic/anthropic-refusal.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "refusal (refusal: cyber: This request triggered restrictions on violative cyber "
    "content and was blocked under Anthropic's Usage Policy.) 18/0/0 5/-1" },
  { "anthropic/anthropic-fallback.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "notice claude-opus-4-8 answers in place of claude-fable-5\n"
    "text The printing press was invented by Johannes Gutenberg around 1440.\n"
    "end (end_turn) 412/0/0 264/-1" },
  { "anthropic/duplicate-message-start.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "text Hello, World!\n"
    "end (end_turn) 17/-1/-1 227/-1" },
  { "anthropic/spliced-message-start.chunks.txt", &mcp_model_anthropic_dialect, 0, G_MAXUINT,
    "reasoning Let me call the tool.\n"
    "call toolu_second test-tool {\"value\":\"Sparkle Day\"}\n"
    "calls (tool_use) 17/-1/-1 65/-1" },
  { "openai/github-copilot-id-rotation.1.chunks.txt", &mcp_model_responses_dialect, 0, G_MAXUINT,
    "reasoning **Counting character occurrences**\n"
    "text There are **3** letter **“r”**s in **“strawberry.”**\n"
    "\n"
    "Breakdown: **s t r a w b e r r y**  \n"
    "You can see **r** at positions **3, 8, and 9**.\n"
    "end (completed) 19/0/0 105/44" },
  { "openai/parallel-tool-call-wrapper.1.chunks.txt", &mcp_model_responses_dialect, 0, G_MAXUINT,
    "call call_parallel_0 weather {\"location\":\"San Francisco\"}\n"
    "call call_parallel_1 cityAttractions {\"city\":\"Rome\"}\n"
    "calls (completed) 34/0/-1 28/0" },
  { "openai/openai-reasoning-encrypted-content.1.chunks.txt", &mcp_model_responses_dialect, 0, 56,
    "reasoning **Calculating step-by-step using calculator**\n"
    "\n"
    "I'll compute 12 plus 7, then multiply the result by 3, and finally multiply "
    "that by 10, reporting the final product.\n"
    "call call_AB6AaRZ1FYZB2RwS6A5vbdqn calculator {\"a\":12,\"b\":7,\"op\":\"add\"}\n"
    "calls (completed) 134/0/-1 28/0" },
  { "openai/openai-reasoning-encrypted-content.1.chunks.txt", &mcp_model_responses_dialect, 56, 75,
    "call call_Q6pW65MUgW9vF59BmItYGos3 calculator "
    "{\"a\":19,\"b\":3,\"op\":\"multiply\"}\n"
    "calls (completed) 221/0/-1 26/0" },
  { "openai/openai-reasoning-encrypted-content.1.chunks.txt", &mcp_model_responses_dialect, 94, 110,
    "text The final result is **570**.\n"
    "end (completed) 299/0/-1 12/0" },
  { "openai/openai-custom-tool.1.chunks.txt", &mcp_model_responses_dialect, 0, G_MAXUINT,
    "notice custom_tool_call: write_sql\n"
    "end (completed) 50/0/-1 20/0" },
  { "open-responses/lmstudio-tool-call.1.chunks.txt", &mcp_model_responses_dialect, 0, G_MAXUINT,
    "reasoning The user is asking for the weather in San Francisco. I have a weather "
    "function available that takes a location parameter. The user has provided \"San "
    "Francisco\" as the location, so I have all the required information to make the "
    "function call.\n"
    "text I'll get the current weather information for San Francisco for you.\n"
    "call call_2025306790300011 weather {\"location\":\"San Francisco\"}\n"
    "calls (completed) 182/2/-1 61/48" },
  { "google/google-text.chunks.txt", &mcp_model_gemini_dialect, 0, G_MAXUINT,
    "text There are **3** \"r\"s in strawberry.\n"
    "\n"
    "st**r**awbe**rr**y\n"
    "end (STOP) 9/-1/-1 208/185" },
  { "google/google-tool-call.chunks.txt", &mcp_model_gemini_dialect, 0, G_MAXUINT,
    "call call_1 weather {\"location\":\"San Francisco\"}\n"
    "calls (STOP) 29/-1/-1 60/45" },
  { "google/google-tool-call-gemini3.chunks.txt", &mcp_model_gemini_dialect, 0, G_MAXUINT,
    "call call_1 weather {\"location\":\"San Francisco\"}\n"
    "calls (STOP) 29/-1/-1 819/804" },
  { "google/google-reasoning-gemini3.chunks.txt", &mcp_model_gemini_dialect, 0, G_MAXUINT,
    "text There are **3** \"r\"s in strawberry.\n"
    "\n"
    "St**r**awbe**rr**y\n"
    "end (STOP) 9/-1/-1 325/302" },
  { "google/google-stream-no-args-tool-call.chunks.txt", &mcp_model_gemini_dialect, 0, G_MAXUINT,
    "reasoning **Processing User Requests**\n"
    "\n"
    "I've started by understanding the user's instructions. Currently, I'm focusing "
    "on the initial steps: reading the specified theme using the appropriate tool. "
    "Next, I plan to tackle reading the screens, beginning with screen \"A,\" then "
    "proceeding with \"B\" and \"C\" in parallel as instructed.\n"
    "\n"
    "\n"
    "\n"
    "call call_1 read_theme {}\n"
    "call call_2 read_screen {\"id\":\"A\"}\n"
    "call call_3 read_screen {\"id\":\"B\"}\n"
    "call call_4 read_screen {\"id\":\"C\"}\n"
    "calls (STOP) 249/-1/-1 241/183" },
};

static void
test_recorded (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      const Recorded *row = &recorded[i];
      Response        response;

      if (!replay (&response, row->dialect, row->file, row->from, row->to))
        return;
      end (&response, FALSE);
      assert_turn (&response, row->turn);
      clear (&response);
    }
}

/* What goes back is what the response in one piece has. */
static void
test_echo (void)
{
  static const char *const names[] = { "anthropic/anthropic-fallback", "anthropic/anthropic-text",
                                       "anthropic/anthropic-tool-no-args",
                                       "anthropic/anthropic-json-other-tool.1" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat (names[i], ".json", NULL);
      g_autofree char *text = load (name);
      g_autofree char *content = NULL;
      g_autoptr (McpJsonDocument) document = NULL;
      Response response;

      if (text == NULL)
        return;
      document = mcp_json_document_parse_text (text, -1, NULL);
      content = mcp_json_value_dup_text (
          mcp_json_value_get_member (mcp_json_document_get_root (document), "content"));
      begin (&response, &mcp_model_anthropic_dialect);
      feed (&response, text, TRUE);
      end (&response, FALSE);
      g_assert_true (response.reader->ended);
      assert_echo (&response, content);
      clear (&response);
    }
}

/* The items that go back are those that ended, not what the response says of them at last: the
 * sealed thoughts of the two differ. */
static void
test_echo_items (void)
{
  Response response;
  g_autoptr (McpJsonDocument) echo = NULL;
  g_autofree char *text = load ("openai/openai-reasoning-encrypted-content.1.chunks.txt");
  g_autofree char *sealed = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (McpJsonDocument) done = NULL;
  McpJsonValue item;

  if (text == NULL)
    return;
  lines = g_strsplit (text, "\n", -1);
  done = mcp_json_document_parse_text (lines[38], -1, NULL);
  item = mcp_json_value_get_member (mcp_json_document_get_root (done), "item");
  g_assert_true (mcp_json_value_exists (item));
  g_assert_true (replay (&response, &mcp_model_responses_dialect,
                         "openai/openai-reasoning-encrypted-content.1.chunks.txt", 0, 56));
  end (&response, FALSE);
  echo = parse_echo (&response);
  sealed = mcp_json_value_dup_text (item);
  g_autofree char *first =
      mcp_json_value_dup_text (mcp_json_value_get_item (mcp_json_document_get_root (echo), 0));
  g_assert_cmpstr (first, ==, sealed);
  g_assert_cmpuint (mcp_json_value_get_n_items (mcp_json_document_get_root (echo)), ==, 2);
  clear (&response);
}

static void
test_recorded_error (void)
{
  Response response;

  if (!replay (&response, &mcp_model_responses_dialect, "openai/openai-error.1.chunks.txt", 0,
               G_MAXUINT))
    return;
  end (&response, TRUE);
  g_assert_nonnull (response.failure);
  g_assert_cmpstr (response.failure->code, ==, "insufficient_quota");
  g_assert_true (g_str_has_prefix (response.failure->message, "You exceeded"));
  assert_echo (&response, NULL);
  clear (&response);
}

/* Written responses */

/* Reads lines that have ' for ". */
static void
run (Response *self, const McpModelDialect *dialect, const char *lines, gboolean cut)
{
  g_autofree char *text = g_strdelimit (g_strdup (lines), "'", '"');
  g_auto (GStrv) each = g_strsplit (text, "\n", -1);

  begin (self, dialect);
  for (guint i = 0; each[i] != NULL; i++)
    if (*each[i] != '\0' && self->reader->failure == NULL)
      feed (self, each[i], FALSE);
  end (self, cut);
}

typedef struct
{
  const char            *name;
  const McpModelDialect *dialect;
  gboolean               cut;
  const char            *lines;
  const char            *turn;
  const char            *echo; /* (nullable) */
} Written;

#define START "{'type':'message_start','message':{'id':'m','model':'c','usage':{'input_tokens':5}}}\n"
#define STOP(reason)                                                                            \
  "{'type':'message_delta','delta':{'stop_reason':'" reason "'},'usage':{'output_tokens':7}}\n" \
  "{'type':'message_stop'}\n"

static const Written written[] = {
  { "thoughts", &mcp_model_anthropic_dialect, FALSE,
    START "{'type':'content_block_start','index':0,'content_block':{'type':'thinking',"
          "'thinking':'','signature':'','new':{'kept':1.50}}}\n"
          "{'type':'content_block_delta','index':0,'delta':{'type':'thinking_delta',"
          "'thinking':'\\ud83d','estimated_tokens':3}}\n"
          "{'type':'content_block_delta','index':0,'delta':{'type':'thinking_delta',"
          "'thinking':'\\ude00'}}\n"
          "{'type':'content_block_delta','index':0,'delta':{'type':'signature_delta',"
          "'signature':'ab'}}\n"
          "{'type':'content_block_delta','index':0,'delta':{'type':'signature_delta',"
          "'signature':'cd'}}\n"
          "{'type':'content_block_stop','index':0}\n"
          "{'type':'content_block_start','index':1,'content_block':{'type':'redacted_thinking',"
          "'data':'sealed'}}\n"
          "{'type':'content_block_stop','index':1}\n"
          "{'type':'content_block_start','index':2,'content_block':{'type':'text','text':'A'}}\n"
          "{'type':'content_block_delta','index':2,'delta':{'type':'text_delta','text':'B'}}\n"
          "{'type':'content_block_delta','index':2,'delta':{'type':'citations_delta',"
          "'citation':{'n':1}}}\n"
          "{'type':'content_block_delta','index':2,'delta':{'type':'citations_delta',"
          "'citation':{'n':2}}}\n"
          "{'type':'content_block_stop','index':2}\n" STOP ("pause_turn"),
    "reasoning \xef\xbf\xbd\xef\xbf\xbd\nreasoning \ntext AB\npause (pause_turn) 5/-1/-1 7/-1",
    "[{'type':'thinking','thinking':'\\ud83d\\ude00','signature':'abcd','new':{'kept':1.50}},"
    "{'type':'redacted_thinking','data':'sealed'},"
    "{'type':'text','text':'AB','citations':[{'n':1},{'n':2}]}]" },
  { "counts", &mcp_model_anthropic_dialect, FALSE,
    "{'type':'message_start','message':{'usage':{'input_tokens':5,'cache_read_input_tokens':100,"
    "'cache_creation_input_tokens':20,'output_tokens':1}}}\n"
    "{'type':'message_delta','delta':{'stop_reason':'stop_sequence','stop_sequence':'END'},"
    "'usage':{'input_tokens':null,'output_tokens':9,'output_tokens_details':"
    "{'thinking_tokens':4}}}\n",
    "sequence (stop_sequence: END) 125/100/20 9/4", NULL },
  { "limit in a call", &mcp_model_anthropic_dialect, FALSE,
    START "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':'A'}}\n"
          "{'type':'content_block_stop','index':0}\n"
          "{'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'t',"
          "'name':'f','input':{}}}\n"
          "{'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta',"
          "'partial_json':''}}\n" STOP ("max_tokens"),
    "text A\nlength (max_tokens) 5/-1/-1 7/-1", "[{'type':'text','text':'A'}]" },
  { "wrong arguments", &mcp_model_anthropic_dialect, FALSE,
    START "{'type':'content_block_start','index':0,'content_block':{'type':'tool_use','id':'t',"
          "'name':'f','input':{}}}\n"
          "{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta',"
          "'partial_json':'{oops'}}\n"
          "{'type':'content_block_stop','index':0}\n" STOP ("tool_use"),
    "call t f {oops\ncalls (tool_use) 5/-1/-1 7/-1",
    "[{'type':'tool_use','id':'t','name':'f','input':{}}]" },
  { "cut in a thought", &mcp_model_anthropic_dialect, TRUE,
    START "{'type':'content_block_start','index':0,'content_block':{'type':'thinking',"
          "'thinking':'Hm'}}\n",
    "reasoning Hm\ncut 5/-1/-1 -1/-1", NULL },
  { "cut in a call", &mcp_model_anthropic_dialect, TRUE,
    START "{'type':'content_block_start','index':0,'content_block':{'type':'thinking',"
          "'thinking':'Hm','signature':'s'}}\n"
          "{'type':'content_block_stop','index':0}\n"
          "{'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'t',"
          "'name':'f','input':{}}}\n"
          "{'type':'content_block_stop','index':1}\n"
          "{'type':'content_block_start','index':2,'content_block':{'type':'tool_use','id':'u',"
          "'name':'g','input':{}}}\n"
          "{'type':'content_block_delta','index':2,'delta':{'type':'input_json_delta',"
          "'partial_json':'{}'}}\n",
    "reasoning Hm\ncall t f {}\ncut 5/-1/-1 -1/-1",
    "[{'type':'thinking','thinking':'Hm','signature':'s'},"
    "{'type':'tool_use','id':'t','name':'f','input':{}}]" },
  { "strange blocks", &mcp_model_anthropic_dialect, FALSE,
    START "{'type':'ping'}\n{'type':'of_tomorrow','index':0}\n"
          "{'type':'content_block_delta','index':18446744073709551616,'delta':"
          "{'type':'text_delta','text':'no'}}\n"
          "{'type':'content_block_delta','index':-1,'delta':{'type':'text_delta','text':'no'}}\n"
          "{'type':'content_block_start','index':0,'content_block':{'type':'server_tool_use',"
          "'id':'s','name':'web_search','input':{}}}\n"
          "{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta',"
          "'partial_json':'{\\u0022q\\u0022:1}'}}\n"
          "{'type':'content_block_stop','index':0}\n"
          "{'type':'content_block_start','index':1,'content_block':{'type':'text','text':' '}}\n"
          "{'type':'content_block_stop','index':1}\n" STOP ("end_turn"),
    "notice server_tool_use: web_search\ntext  \nend (end_turn) 5/-1/-1 7/-1",
    "[{'type':'server_tool_use','id':'s','name':'web_search','input':{'q':1}}]" },
  { "without places", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.created','response':{'id':'r','model':'m'}}\n"
    "{'type':'response.output_item.added','item':{'type':'reasoning','id':'a','summary':[]}}\n"
    "{'type':'response.reasoning_text.delta','item_id':'a','delta':'Hm'}\n"
    "{'type':'response.output_item.added','item':{'type':'message','id':'b','content':[]}}\n"
    "{'type':'response.output_text.delta','item_id':'b','delta':'Hi'}\n"
    "{'type':'response.output_item.added','item':{'type':'function_call','call_id':'call_1',"
    "'name':'f','arguments':''}}\n"
    "{'type':'response.function_call_arguments.delta','item_id':'fc_1','delta':'{'}\n"
    "{'type':'response.function_call_arguments.delta','item_id':'fc_1','delta':'}'}\n"
    "{'type':'response.output_item.added','item':{'type':'function_call','call_id':'call_2',"
    "'name':'g','arguments':''}}\n"
    "{'type':'response.function_call_arguments.delta','item_id':'fc_2','delta':'{ }'}\n"
    "{'type':'response.output_item.done','item':{'type':'reasoning','id':'a','summary':[],"
    "'content':[{'type':'reasoning_text','text':'Hm'}]}}\n"
    "{'type':'response.output_item.done','item':{'type':'message','id':'b','content':"
    "[{'type':'output_text','text':'Hi'}]}}\n"
    "{'type':'response.output_item.done','item':{'type':'function_call','call_id':'call_1',"
    "'name':'f','arguments':'{}'}}\n"
    "{'type':'response.output_item.done','item':{'type':'function_call','call_id':'call_2',"
    "'name':'g','arguments':'{ }'}}\n"
    "{'type':'response.completed','response':{'status':'completed','output':[],"
    "'usage':{'input_tokens':3,'output_tokens':4}}}\n",
    "reasoning Hm\ntext Hi\ncall call_1 f {}\ncall call_2 g { }\ncalls (completed) 3/-1/-1 4/-1",
    "[{'type':'reasoning','id':'a','summary':[],'content':[{'type':'reasoning_text','text':'Hm'}]},"
    "{'type':'message','id':'b','content':[{'type':'output_text','text':'Hi'}]},"
    "{'type':'function_call','call_id':'call_1','name':'f','arguments':'{}'},"
    "{'type':'function_call','call_id':'call_2','name':'g','arguments':'{ }'}]" },
  { "a declared wrapper", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.created','response':{'tools':[{'type':'function','name':'parallel'}]}}\n"
    "{'type':'response.output_item.done','output_index':0,'item':{'type':'function_call',"
    "'call_id':'c','name':'parallel','arguments':'{}'}}\n"
    "{'type':'response.completed','response':{'status':'completed'}}\n",
    "call c parallel {}\ncalls (completed)",
    "[{'type':'function_call','call_id':'c','name':'parallel','arguments':'{}'}]" },
  { "a wrapper of nothing", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.output_item.added','output_index':0,'item':{'type':'function_call',"
    "'call_id':'c','name':'parallel','arguments':''}}\n"
    "{'type':'response.function_call_arguments.delta','output_index':0,'delta':'[1]'}\n"
    "{'type':'response.output_item.done','output_index':0,'item':{'type':'function_call',"
    "'call_id':'c','name':'parallel'}}\n"
    "{'type':'response.completed','response':{'status':'completed'}}\n",
    "call c parallel [1]\ncalls (completed)",
    "[{'type':'function_call','call_id':'c','name':'parallel'}]" },
  { "limit in an item", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.output_item.done','output_index':0,'item':{'type':'reasoning','id':'a',"
    "'summary':[],'encrypted_content':'x'}}\n"
    "{'type':'response.output_item.done','output_index':1,'item':{'type':'function_call',"
    "'call_id':'c','name':'f','arguments':'{','status':'incomplete'}}\n"
    "{'type':'response.incomplete','response':{'status':'incomplete','incomplete_details':"
    "{'reason':'max_output_tokens'}}}\n",
    "reasoning \nlength (incomplete: max_output_tokens)", NULL },
  { "cut in a text", &mcp_model_responses_dialect, TRUE,
    "{'type':'response.output_item.done','output_index':0,'item':{'type':'reasoning','id':'a',"
    "'summary':[{'type':'summary_text','text':'S'}],'encrypted_content':'x'}}\n"
    "{'type':'response.output_item.added','output_index':1,'item':{'type':'message','id':'b'}}\n"
    "{'type':'response.output_text.delta','output_index':1,'content_index':0,'delta':'Half'}\n",
    "reasoning S\ntext Half\ncut", "[{'role':'assistant','content':'Half'}]" },
  { "refusal", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.refusal.delta','output_index':0,'content_index':0,'delta':'I c'}\n"
    "{'type':'response.refusal.done','output_index':0,'content_index':0,'refusal':'I cannot'}\n"
    "{'type':'response.output_item.done','output_index':0,'item':{'type':'message','phase':"
    "'final_answer','content':[{'type':'refusal','refusal':'I cannot'}]}}\n"
    "{'type':'response.completed','response':{'status':'completed'}}\n",
    "refusal I cannot\nrefusal (completed)",
    "[{'type':'message','phase':'final_answer','content':[{'type':'refusal','refusal':"
    "'I cannot'}]}]" },
  { "only at the end", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.completed','response':{'status':'completed','output':[{'type':'message',"
    "'content':[{'type':'output_text','text':'Hi'}]}]}}\n",
    "text Hi\nend (completed)",
    "[{'type':'message','content':[{'type':'output_text','text':'Hi'}]}]" },
  { "a call at the end only", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.output_item.done','output_index':0,'item':{'type':'message',"
    "'content':[{'type':'output_text','text':'Hi'},{'type':'output_audio','data':'AAAA'}]}}\n"
    "{'type':'response.completed','response':{'status':'completed','output':["
    "{'type':'message','content':[{'type':'output_text','text':'Hi'}]},"
    "{'type':'function_call','call_id':'c','name':'f','arguments':'{}'}]}}\n",
    "text Hi\nnotice output_audio\ncall c f {}\ncalls (completed)",
    "[{'type':'message','content':[{'type':'output_text','text':'Hi'},"
    "{'type':'output_audio','data':'AAAA'}]},"
    "{'type':'function_call','call_id':'c','name':'f','arguments':'{}'}]" },
  { "an image of its own", &mcp_model_responses_dialect, FALSE,
    "{'type':'response.completed','response':{'status':'completed','output':["
    "{'type':'image_generation_call','result':'AAAA'}]}}\n",
    "notice image_generation_call\nimage image/png 3 \nend (completed)",
    "[{'type':'image_generation_call','result':'AAAA'}]" },
  { "pieces of arguments", &mcp_model_gemini_dialect, FALSE,
    "{'candidates':[{'content':{'parts':[{'functionCall':{'name':'f','id':'i',"
    "'willContinue':true},'thoughtSignature':'s'}]}}]}\n"
    "{'candidates':[{'content':{'parts':[{'functionCall':{'partialArgs':["
    "{'jsonPath':'$.a.b[0]','numberValue':1.50},{'jsonPath':'$.a.b[1]','boolValue':true},"
    "{'jsonPath':'$[\\u0022x y\\u0022]','stringValue':'h\\n','willContinue':true}],"
    "'willContinue':true}}]}}]}\n"
    "{'candidates':[{'content':{'parts':[{'functionCall':{'partialArgs':["
    "{'jsonPath':'$[\\u0022x y\\u0022]','stringValue':'i'},"
    "{'jsonPath':'$.n','nullValue':'NULL_VALUE'}]}}]},'finishReason':'STOP'}]}\n",
    "call i f {\"a\":{\"b\":[1.50,true]},\"x y\":\"h\\ni\",\"n\":null}\ncalls (STOP)",
    "{'role':'model','parts':[{'functionCall':{'name':'f','id':'i','args':"
    "{'a':{'b':[1.50,true]},'x y':'h\\ni','n':null}},'thoughtSignature':'s'}]}" },
  { "pieces that fit nowhere", &mcp_model_gemini_dialect, FALSE,
    "{'candidates':[{'content':{'parts':[{'functionCall':{'name':'f','id':'i','partialArgs':["
    "{'jsonPath':'$..a','numberValue':1}]}}]},'finishReason':'STOP'}]}\n",
    "call i f (the arguments came in pieces that are not understood)\ncalls (STOP)",
    "{'role':'model','parts':[{'functionCall':{'name':'f','id':'i','args':{}}}]}" },
  { "cut in pieces", &mcp_model_gemini_dialect, TRUE,
    "{'candidates':[{'content':{'parts':[{'text':'A'},{'functionCall':{'name':'f',"
    "'willContinue':true}}]}}]}\n",
    "text A\ncut", "{'role':'model','parts':[{'text':'A'}]}" },
  { "kinds of parts", &mcp_model_gemini_dialect, FALSE,
    "{'candidates':[{'content':{'role':'model','parts':[{'text':'Hm','thought':true},"
    "{'text':'A','x':1.0},{'inlineData':{'mimeType':'image/png','data':'AAAA'}},"
    "{'thought':true,'executableCode':{'code':'1'},'thoughtSignature':'s'},"
    "{'inlineData':{'mimeType':'audio/wav','data':'AAAA'}},"
    "{'inlineData':{'mimeType':'audio/wav','data':'AAAA'}},{'text':''}]}},{'index':1,'content':{'parts':"
    "[{'text':'other'}]}}]}\n"
    "{'candidates':[{'content':{'parts':[{'text':'B'}]},'finishReason':'SAFETY',"
    "'finishMessage':'why'}],'usageMetadata':{'promptTokenCount':3,'toolUsePromptTokenCount':2,"
    "'cachedContentTokenCount':1,'candidatesTokenCount':4,'thoughtsTokenCount':6}}\n",
    "reasoning Hm\ntext A\nimage image/png 3 \nnotice executableCode\nnotice audio/wav\n"
    "text B\n"
    "filter (SAFETY: why) 5/1/-1 10/6",
    "{'role':'model','parts':[{'text':'Hm','thought':true},{'text':'A','x':1.0},{'inlineData':"
    "{'mimeType':'image/png','data':'AAAA'}},{'thought':true,'executableCode':{'code':'1'},"
    "'thoughtSignature':'s'},{'inlineData':{'mimeType':'audio/wav','data':'AAAA'}},"
    "{'inlineData':{'mimeType':'audio/wav','data':'AAAA'}},{'text':'B'}]}" },
  { "a refused prompt", &mcp_model_gemini_dialect, FALSE,
    "{'promptFeedback':{'blockReason':'PROHIBITED_CONTENT'},'modelVersion':'m'}\n",
    "filter (PROHIBITED_CONTENT)", NULL },
  { "a wrong call", &mcp_model_gemini_dialect, FALSE,
    "{'candidates':[{'content':{},'finishReason':'MALFORMED_FUNCTION_CALL','finishMessage':"
    "'print(1)'}]}\n",
    "other (MALFORMED_FUNCTION_CALL: print(1))", NULL },
};

static void
test_written (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    {
      const Written   *row = &written[i];
      g_autofree char *echo = row->echo != NULL ? g_strdelimit (g_strdup (row->echo), "'", '"')
                                                : NULL;
      Response         response;

      g_test_message ("%s", row->name);
      run (&response, row->dialect, row->lines, row->cut);
      assert_turn (&response, row->turn);
      assert_echo (&response, echo);
      clear (&response);
    }
}

typedef struct
{
  const McpModelDialect *dialect;
  const char            *line;
  const char            *message;
  const char            *code; /* (nullable) */
} Failing;

static void
test_failures (void)
{
  static const Failing rows[] = {
    { &mcp_model_anthropic_dialect,
      "{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}", "Overloaded",
      NULL },
    { &mcp_model_responses_dialect,
      "{'type':'error','code':'server_error','message':'flat','param':null}", "flat",
      "server_error" },
    { &mcp_model_responses_dialect,
      "{'type':'response.failed','response':{'status':'failed','error':{'code':'rate_limit_exceeded',"
      "'message':'slow'}}}",
      "slow", "rate_limit_exceeded" },
    { &mcp_model_gemini_dialect,
      "{'error':{'code':503,'message':'busy','status':'UNAVAILABLE'}}", "busy", "503" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Response response;

      run (&response, rows[i].dialect, rows[i].line, TRUE);
      g_assert_nonnull (response.failure);
      g_assert_cmpstr (response.failure->message, ==, rows[i].message);
      g_assert_cmpstr (response.failure->code, ==, rows[i].code);
      clear (&response);
    }
}

/* Without "alt=sse" Gemini streams one array. */
static void
test_array (void)
{
  Response response;

  begin (&response, &mcp_model_gemini_dialect);
  feed (&response,
        "[{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"A\"}]}}]},"
        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"B\"}]},\"finishReason\":\"STOP\"}]}]",
        TRUE);
  end (&response, FALSE);
  assert_turn (&response, "text AB\nend (STOP)");
  clear (&response);
}

/* More items than any response has: an error, and no item is looked for among all of them. */
static void
test_many (void)
{
  static const struct
  {
    const McpModelDialect *dialect;
    const char            *line;
  } rows[] = {
    { &mcp_model_responses_dialect,
      "{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"message\"}}" },
    { &mcp_model_anthropic_dialect,
      "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"text\"}}" },
    { &mcp_model_gemini_dialect,
      "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"f\"}}]}}]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Response response;

      begin (&response, rows[i].dialect);
      for (guint k = 0; k < MCP_MODEL_MAX_BLOCKS; k++)
        feed (&response, rows[i].line, FALSE);
      g_assert_no_error (mcp_model_draft_get_error (response.draft));
      feed (&response, rows[i].line, FALSE);
      g_assert_error (mcp_model_draft_get_error (response.draft), MCP_ERROR,
                      MCP_ERROR_MESSAGE_TOO_LARGE);
      feed (&response, rows[i].line, FALSE);
      end (&response, TRUE);
      clear (&response);
    }
}

void
add_model_vendors_tests (void)
{
  g_test_add_func ("/model-vendors/recorded", test_recorded);
  g_test_add_func ("/model-vendors/recorded-error", test_recorded_error);
  g_test_add_func ("/model-vendors/echo", test_echo);
  g_test_add_func ("/model-vendors/echo-items", test_echo_items);
  g_test_add_func ("/model-vendors/written", test_written);
  g_test_add_func ("/model-vendors/failures", test_failures);
  g_test_add_func ("/model-vendors/array", test_array);
  g_test_add_func ("/model-vendors/many", test_many);
}
