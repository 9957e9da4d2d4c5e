/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recorded responses of models, each read in every way. What they say was put together from the
 * files by another program than ours. */

#include "mcp-tests.h"
#include "test-model-replay.h"

#include "mcp-json-writer.h"

#include <string.h>

static const TestModelRow rows[] = {
  { "alibaba/alibaba-tool-call.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "call call_eee11723464a4b9eb8cee71d weather {\"location\": \"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 295 0 - 22 -\n"
    "model qwen3-max\n" },
  { "alibaba/alibaba-tool-call.json", "openai-chat", MCP_MODEL_REGULAR,
    "call call_962bfd2ab8f54b89a1161356 weather {\"location\": \"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 295 0 - 22 -\n"
    "model qwen3-max\n" },
  { "deepseek/deepseek-reasoning.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning 606 We need to count the num…⏎⏎Thus, the answer is 3.\n"
    "text The word \"strawberry\" contains three \"r\"s.\n"
    "stop end stop\n"
    "usage 18 0 - 219 205\n"
    "model deepseek-reasoner\n" },
  { "deepseek/deepseek-reasoning.json", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning 935 We are asked: \"How many …berry'?\" So answer is 3.\n"
    "text 107 The word \"strawberry\" co… and two before the \"y\".\n"
    "stop end stop\n"
    "usage 18 0 - 345 315\n"
    "model deepseek-reasoner\n" },
  { "deepseek/deepseek-tool-call.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning 191 The user is asking for t… set to \"San Francisco\".\n"
    "call call_00_ioIn7yN9p1ZOMNpDLwd4MgAF weather {\"location\": \"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 339 320 - 83 39\n"
    "model deepseek-reasoner\n" },
  { "deepseek/deepseek-tool-call.json", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning 242 The user is asking for t…ll the weather function.\n"
    "call call_00_9V0vrf86Pc9aelHCJMZqnJBo weather {\"location\": \"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 339 320 - 92 48\n"
    "model deepseek-reasoner\n" },
  { "mistral/mistral-incremental-tool-call.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "call chatcmpl-tool-9f149c74c42f265b webSearchTool {\"query\": \"current Berlin weather\"}\n"
    "stop calls tool_calls\n"
    "usage 171 128 - 14 -\n"
    "model zai-glm-5-2\n" },
  { "mistral/mistral-reasoning.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning The user is asking for 2+2. This is basic arithmetic. 2+2=4.\n"
    "text 2 + 2 = 4\n"
    "stop end stop\n"
    "usage 10 - - 46 -\n"
    "model magistral-medium-2507\n" },
  { "mistral/mistral-reasoning.json", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning The user is asking for 2+2. This is basic arithmetic. 2+2=4.\n"
    "text 2 + 2 = 4\n"
    "stop end stop\n"
    "usage 10 - - 46 -\n"
    "model magistral-medium-2507\n" },
  { "moonshotai/moonshotai-tool-call.json", "openai-chat", MCP_MODEL_REGULAR,
    "call call_abc123 get_weather {\"city\":\"Paris\"}\n"
    "stop calls tool_calls\n"
    "usage 30 - - 12 -\n"
    "model kimi-k3\n" },
  { "openai-compatible/anthropic-fallback-tool-call.sse", "openai-chat", MCP_MODEL_REGULAR,
    "text Reading it.\n"
    "call toolu_sanitized read_file {\"path\": \"a.txt\"}\n"
    "stop calls tool_calls\n"
    "model claude-haiku-4-5-20251001\n" },
  { "openai-compatible/xai-tool-call.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning 1069 First, the user is askin…s the logical next step.\n"
    "call call_79382389 weather {\"location\":\"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 307 306 - 253 227\n"
    "model grok-3-mini\n" },
  { "openai-compatible/xai-tool-call.json", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning 1194 First, the user is askin…cisco\"}}</function_call>\n"
    "call call_46427107 weather {\"location\":\"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 307 244 - 281 255\n"
    "model grok-3-mini\n" },
  { "xai/xai-tool-call.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning First, the user is\n"
    "call call_55117580 weather {\"location\":\"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 291 290 - 222 196\n"
    "model grok-3-mini\n" },
  { "xai/xai-tool-call.json", "openai-chat", MCP_MODEL_REGULAR,
    "reasoning 357 First, the user is askin…ance the user's request.\n"
    "call call_93562515 weather {\"location\":\"San Francisco\"}\n"
    "stop calls tool_calls\n"
    "usage 291 244 - 215 189\n"
    "model grok-3-mini\n" },
  { "openai/azure-model-router.1.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "text Capital of Denmark.\n"
    "stop end stop\n"
    "usage 15 0 - 78 64\n"
    "model gpt-5-nano-2025-08-07\n" },
  { "openai/openai-text.chunks.txt", "openai-chat", MCP_MODEL_REGULAR,
    "text 1730 **Holiday Name:** Harmon…nces and mutual respect.\n"
    "stop end stop\n"
    "usage 16 0 - 300 0\n"
    "model gpt-4.1-nano-2025-04-14\n" },
  { "openai/openai-text.json", "openai-chat", MCP_MODEL_REGULAR,
    "text 1844 **Holiday Name:** Galaxy… dream beyond our world.\n"
    "stop end stop\n"
    "usage 16 0 - 363 0\n"
    "model gpt-4.1-nano-2025-04-14\n" },
  { "openai/reasoning-model-legacy-parameter-error.json", "openai-chat", MCP_MODEL_REGULAR,
    "stop cut -\n"
    "failure Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead.\n" },
  { "openai/reasoning-model-temperature-error.json", "openai-chat", MCP_MODEL_REGULAR,
    "stop cut -\n"
    "failure Unsupported parameter: 'temperature' is not supported with this model.\n" },
  { "anthropic/anthropic-fallback.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "notice claude-opus-4-8 answers in place of claude-fable-5\n"
    "text The printing press was invented by Johannes Gutenberg around 1440.\n"
    "stop end end_turn\n"
    "usage 412 0 0 264 -\n"
    "model claude-opus-4-8\n" },
  { "anthropic/anthropic-fallback.json", "anthropic", MCP_MODEL_REGULAR,
    "notice claude-opus-4-8 answers in place of claude-fable-5\n"
    "text The printing press was invented by Johannes Gutenberg around 1440.\n"
    "stop end end_turn\n"
    "usage 412 0 0 264 -\n"
    "model claude-opus-4-8\n" },
  { "anthropic/anthropic-json-other-tool.1.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "call toolu_019Zvehfe1XQWweT1pm7okyt weather {\"location\": \"San Francisco\"}\n"
    "stop calls tool_use\n"
    "usage 843 0 0 28 -\n"
    "model claude-haiku-4-5-20251001\n" },
  { "anthropic/anthropic-json-other-tool.1.json", "anthropic", MCP_MODEL_REGULAR,
    "call toolu_01PQjhxo3eirCdKNvCJrKc8f weather { \"location\": \"San Francisco\" }\n"
    "stop calls tool_use\n"
    "usage 843 0 0 28 -\n"
    "model claude-haiku-4-5-20251001\n" },
  { "anthropic/anthropic-message-delta-input-tokens.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "text pong\n"
    "stop end end_turn\n"
    "usage 61 - - 2 -\n"
    "model claude-opus-4-5-20251101\n" },
  { "anthropic/anthropic-refusal-no-details.json", "anthropic", MCP_MODEL_REGULAR,
    "stop refusal refusal\n"
    "usage 18 0 0 5 -\n"
    "model claude-fable-5\n" },
  { "anthropic/anthropic-refusal.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "stop refusal refusal: cyber: This request triggered restrictions on violative cyber content "
    "and was blocked under Anthropic's Usage Policy.\n"
    "usage 18 0 0 5 -\n"
    "model claude-fable-5\n" },
  { "anthropic/anthropic-refusal.json", "anthropic", MCP_MODEL_REGULAR,
    "stop refusal refusal: cyber: This request triggered restrictions on violative cyber content "
    "and was blocked under Anthropic's Usage Policy.\n"
    "usage 18 0 0 5 -\n"
    "model claude-fable-5\n" },
  { "anthropic/anthropic-text.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "text 108 Hello! I'm doing well, t…ing I can help you with?\n"
    "stop end end_turn\n"
    "usage 12 0 0 30 -\n"
    "model claude-sonnet-4-5-20250929\n" },
  { "anthropic/anthropic-text.json", "anthropic", MCP_MODEL_REGULAR,
    "text 105 Hello! I'm doing well, t…ing I can help you with?\n"
    "stop end end_turn\n"
    "usage 12 0 0 29 -\n"
    "model claude-sonnet-4-5-20250929\n" },
  { "anthropic/anthropic-tool-no-args.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "text I'll update the issue list for you.\n"
    "call toolu_01QE1WLsSVp5hy5Q3GmGTmjP updateIssueList {}\n"
    "stop calls tool_use\n"
    "usage 565 0 0 48 -\n"
    "model claude-sonnet-4-5-20250929\n" },
  { "anthropic/anthropic-tool-no-args.json", "anthropic", MCP_MODEL_REGULAR,
    "text 255 <thinking>⏎The updateIss… the current issue list:\n"
    "call toolu_01LRmxn9vGM1d2DZSDBowdZ1 updateIssueList {}\n"
    "stop calls tool_use\n"
    "usage 602 0 0 93 -\n"
    "model claude-3-opus-20240229\n" },
  { "anthropic/duplicate-message-start.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "text Hello, World!\n"
    "stop end end_turn\n"
    "usage 17 - - 227 -\n"
    "model claude-3-haiku-20240307\n" },
  { "anthropic/spliced-message-start.chunks.txt", "anthropic", MCP_MODEL_REGULAR,
    "reasoning Let me call the tool.\n"
    "call toolu_second test-tool {\"value\":\"Sparkle Day\"}\n"
    "stop calls tool_use\n"
    "usage 17 - - 65 -\n"
    "model claude-3-haiku-20240307\n" },
  { "anthropic-sdk/basic_response.sse", "anthropic", MCP_MODEL_REGULAR,
    "text Hello there!\n"
    "stop end end_turn\n"
    "usage 11 - - 6 -\n"
    "model claude-opus-4-8\n" },
  { "anthropic-sdk/incomplete_partial_json_response.sse", "anthropic", MCP_MODEL_REGULAR,
    "text 135 I'll create a comprehens… me do that for you now.\n"
    "stop length max_tokens\n"
    "usage 450 0 0 124 -\n"
    "model claude-sonnet-4-5\n" },
  { "anthropic-sdk/tool_use_response.sse", "anthropic", MCP_MODEL_REGULAR,
    "text I'll check the current weather in Paris for you.\n"
    "call toolu_01NRLabsLyVHZPKxbKvkfSMn get_weather {\"location\": \"Paris\"}\n"
    "stop calls tool_use\n"
    "usage 377 0 0 65 -\n"
    "model claude-opus-4-8\n" },
  { "google/google-429-retry-info.json", "gemini", MCP_MODEL_REGULAR,
    "stop cut -\n"
    "failure You exceeded your current quota, please check your plan.\n" },
  { "google/google-reasoning-gemini3.chunks.txt", "gemini", MCP_MODEL_REGULAR,
    "text There are **3** \"r\"s in strawberry.⏎⏎St**r**awbe**rr**y\n"
    "stop end STOP\n"
    "usage 9 - - 325 302\n"
    "model gemini-3-pro-preview\n" },
  { "google/google-reasoning-gemini3.json", "gemini", MCP_MODEL_REGULAR,
    "text 79 There are **3** \"r\"s in …own: st**r**awbe**rr**y.\n"
    "stop end STOP\n"
    "usage 9 - - 287 258\n"
    "model gemini-3-pro-preview\n" },
  { "google/google-stream-no-args-tool-call.chunks.txt", "gemini", MCP_MODEL_REGULAR,
    "reasoning 320 **Processing User Reques…rallel as instructed.⏎⏎⏎\n"
    "call call_1 read_theme {}\n"
    "call call_2 read_screen {\"id\":\"A\"}\n"
    "call call_3 read_screen {\"id\":\"B\"}\n"
    "call call_4 read_screen {\"id\":\"C\"}\n"
    "stop calls STOP\n"
    "usage 249 - - 241 183\n"
    "model gemini-3-flash-preview\n" },
  { "google/google-text.chunks.txt", "gemini", MCP_MODEL_REGULAR,
    "text There are **3** \"r\"s in strawberry.⏎⏎st**r**awbe**rr**y\n"
    "stop end STOP\n"
    "usage 9 - - 208 185\n"
    "model gemini-3-pro-preview\n" },
  { "google/google-text.json", "gemini", MCP_MODEL_REGULAR,
    "text 78 There are **3** r's in s…own: st**r**awbe**rr**y.\n"
    "stop end STOP\n"
    "usage 9 - - 272 244\n"
    "model gemini-3-pro-preview\n" },
  { "google/google-tool-call-gemini3.chunks.txt", "gemini", MCP_MODEL_REGULAR,
    "call call_1 weather {\"location\":\"San Francisco\"}\n"
    "stop calls STOP\n"
    "usage 29 - - 819 804\n"
    "model gemini-3-pro-preview\n" },
  { "google/google-tool-call-gemini3.json", "gemini", MCP_MODEL_REGULAR,
    "call call_1 weather {⏎                \"location\": \"San Francisco\"⏎              }\n"
    "stop calls STOP: Model generated function call(s).\n"
    "usage 29 - - 1816 1801\n"
    "model gemini-3-pro-preview\n" },
  { "google/google-tool-call.chunks.txt", "gemini", MCP_MODEL_REGULAR,
    "call call_1 weather {\"location\":\"San Francisco\"}\n"
    "stop calls STOP\n"
    "usage 29 - - 60 45\n"
    "model gemini-3-pro-preview\n" },
  { "google/google-tool-call.json", "gemini", MCP_MODEL_REGULAR,
    "call call_1 weather {⏎                \"location\": \"San Francisco\"⏎              }\n"
    "stop calls STOP: Model generated function call(s).\n"
    "usage 29 - - 908 893\n"
    "model gemini-3-pro-preview\n" },
  { "open-responses/lmstudio-basic.1.chunks.txt", "openai-responses", MCP_MODEL_REGULAR,
    "text 1384 ## The Festival of Whisp…storytelling around fire\n"
    "stop end completed\n"
    "usage 31 30 - 282 0\n"
    "model gemma-7b-it\n" },
  { "open-responses/lmstudio-basic.1.json", "openai-responses", MCP_MODEL_REGULAR,
    "reasoning reasoning content\n"
    "text text content\n"
    "stop end completed\n"
    "usage 136 0 - 3677 2456\n"
    "model mistralai/ministral-3-14b-reasoning\n" },
  { "open-responses/lmstudio-tool-call.1.chunks.txt", "openai-responses", MCP_MODEL_REGULAR,
    "reasoning 242 The user is asking for t… make the function call.\n"
    "text I'll get the current weather information for San Francisco for you.\n"
    "call call_2025306790300011 weather {\"location\":\"San Francisco\"}\n"
    "stop calls completed\n"
    "usage 182 2 - 61 48\n"
    "model zai-org/glm-4.7-flash\n" },
  { "open-responses/lmstudio-tool-call.1.json", "openai-responses", MCP_MODEL_REGULAR,
    "call call_2866856768160095 weather {\"location\":\"San Francisco\"}\n"
    "stop calls completed\n"
    "usage 1189 891 - 11 0\n"
    "model mistralai/ministral-3-14b-reasoning\n" },
  { "openai/github-copilot-id-rotation.1.chunks.txt", "openai-responses", MCP_MODEL_REGULAR,
    "reasoning **Counting character occurrences**\n"
    "text 146 There are **3** letter *…sitions **3, 8, and 9**.\n"
    "stop end completed\n"
    "usage 19 0 0 105 44\n"
    "model gpt-5.3-codex\n" },
  { "openai/openai-custom-tool.1.chunks.txt", "openai-responses", MCP_MODEL_REGULAR,
    "notice custom_tool_call: write_sql\n"
    "stop end completed\n"
    "usage 50 0 - 20 0\n"
    "model gpt-5.2-codex\n" },
  { "openai/openai-custom-tool.1.json", "openai-responses", MCP_MODEL_REGULAR,
    "notice custom_tool_call: write_sql\n"
    "stop end completed\n"
    "usage 50 0 - 20 0\n"
    "model gpt-5.2-codex\n" },
  { "openai/openai-error.1.chunks.txt", "openai-responses", MCP_MODEL_REGULAR,
    "stop cut -\n"
    "model gpt-5-nano-2025-08-07\n"
    "failure You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.\n" },
  { "openai/openai-error.1.json", "openai-responses", MCP_MODEL_REGULAR,
    "stop cut -\n"
    "failure You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.\n" },
  { "openai/openai-reasoning-encrypted-content.1.chunks.txt", "openai-responses", MCP_MODEL_REGULAR,
    "reasoning 163 **Calculating step-by-st…rting the final product.\n"
    "call call_AB6AaRZ1FYZB2RwS6A5vbdqn calculator {\"a\":12,\"b\":7,\"op\":\"add\"}\n"
    "stop calls completed\n"
    "usage 134 0 - 28 0\n"
    "model gpt-5.1-codex-max\n" },
  { "openai/openai-reasoning-encrypted-content.1.json", "openai-responses", MCP_MODEL_REGULAR,
    "reasoning 399 **Reporting final result…ng. Let's finalize that!\n"
    "text 12 + 7 = 19⏎19 × 3 = 57⏎57 × 10 = 570⏎⏎Final result: 570\n"
    "stop end completed\n"
    "usage 865 0 - 163 128\n"
    "model gpt-5-mini-2025-08-07\n" },
  { "openai/parallel-tool-call-wrapper.1.chunks.txt", "openai-responses", MCP_MODEL_REGULAR,
    "call call_parallel_0 weather {\"location\":\"San Francisco\"}\n"
    "call call_parallel_1 cityAttractions {\"city\":\"Rome\"}\n"
    "stop calls completed\n"
    "usage 34 0 - 28 0\n"
    "model gpt-5.4\n" },
  { "openai/parallel-tool-call-wrapper.1.json", "openai-responses", MCP_MODEL_REGULAR,
    "call call_parallel_0 weather {\"location\":\"San Francisco\"}\n"
    "call call_parallel_1 cityAttractions {\"city\":\"Rome\"}\n"
    "stop calls completed\n"
    "usage 34 0 - 28 0\n"
    "model gpt-5.4\n" },
};

/* Returns: (nullable): the dialect of a recorded response; none where it is a conversation */
static const char *
get_dialect (const char *folder, const char *name)
{
  static const char *const dialects[][2] = {
    { "anthropic", "anthropic" },
    { "anthropic-sdk", "anthropic" },
    { "google", "gemini" },
    { "open-responses", "openai-responses" },
  };

  if (g_str_equal (name, "ToolRunner.json") || g_str_equal (folder, "js-genai"))
    return NULL;
  if (g_str_equal (folder, "openai"))
    return g_str_has_prefix (name, "openai-text") || g_str_has_prefix (name, "azure-") ||
                   g_str_has_prefix (name, "reasoning-model-")
               ? "openai-chat"
               : "openai-responses";
  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    if (g_str_equal (folder, dialects[i][0]))
      return dialects[i][1];
  return "openai-chat";
}

static gboolean
is_response (const char *name)
{
  return g_str_has_suffix (name, ".chunks.txt") || g_str_has_suffix (name, ".sse") ||
         g_str_has_suffix (name, ".json");
}

static void
check_folder (const char *path, const char *folder)
{
  g_autofree char *whole_path = g_build_filename (path, folder, NULL);
  g_autoptr (GDir) directory = g_dir_open (whole_path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      const char      *dialect = is_response (name) ? get_dialect (folder, name) : NULL;
      g_autofree char *file = g_build_filename (folder, name, NULL);
      gboolean         found = FALSE;

      if (dialect == NULL || mcp_model_dialect_find (dialect) == NULL)
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        found |= g_str_equal (rows[i].file, file) && g_str_equal (rows[i].dialect, dialect);
      if (!found)
        g_error ("%s is not read", file);
    }
}

/* No recorded response of a dialect that we speak is left out. */
static void
test_files (void)
{
  g_autofree char *path = test_model_dup_folder ();
  g_autoptr (GDir) directory = NULL;
  const char *name;

  if (path == NULL)
    {
      g_test_skip ("no recorded streams; see SPYGLASS_SHARED_DATA");
      return;
    }
  directory = g_dir_open (path, 0, NULL);
  while ((name = g_dir_read_name (directory)) != NULL)
    check_folder (path, name);
}

/* Written streams, with what is expected of them */

/* Whether an echo is what is expected: a message, or the content of one. An id that the file leaves
 * to us may be any. */
static void
check_echo (McpModelTurn *turn, McpJsonValue expected)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonValue echo;

  g_assert_nonnull (turn->echo);
  document = mcp_json_document_parse (turn->echo, NULL, NULL, &error);
  g_assert_no_error (error);
  echo = mcp_json_document_get_root (document);
  if (!mcp_json_value_equal (echo, expected) &&
      !mcp_json_value_equal (mcp_json_value_get_member (echo, "content"), expected))
    {
      g_autofree char *found = mcp_json_value_dup_text (echo);
      g_autofree char *wanted = mcp_json_value_dup_text (expected);

      g_error ("%s is not %s", found, wanted);
    }
}

/* Returns: (transfer full): a message without what is thought, and with the id that we gave */
static McpJsonDocument *
make_message (McpJsonValue message)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  GString         *filled;
  McpJsonDocument *document;
  McpJsonIter      iter;
  McpJsonValue     name;
  McpJsonValue     value;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, message);
  while (mcp_json_iter_next (&iter, &name, &value))
    if (!mcp_json_value_string_equals (name, "reasoning_content"))
      {
        mcp_json_writer_name_value (writer, name);
        mcp_json_writer_value (writer, value);
      }
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  filled = g_string_new (text);
  g_string_replace (filled, "<client-generated>", "call_1", 0);
  document = mcp_json_document_parse_text (filled->str, -1, NULL);
  g_assert_nonnull (document);
  g_string_free (filled, TRUE);
  return document;
}

static void
check_usage (McpModelTurn *turn, McpJsonValue usage)
{
  static const char *const names[][2] = {
    { "prompt_tokens", "completion_tokens" },
    { "input_tokens", "output_tokens" },
    { "promptTokenCount", "candidatesTokenCount" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (mcp_json_value_exists (mcp_json_value_get_member (usage, names[i][0])))
      {
        g_assert_cmpint (mcp_json_value_get_member_int64 (usage, names[i][0], -1), ==,
                         turn->usage.input);
        g_assert_cmpint (mcp_json_value_get_member_int64 (usage, names[i][1], -1), ==,
                         turn->usage.output);
      }
  g_assert_cmpint (mcp_model_usage_is_known (&turn->usage), ==,
                   mcp_json_value_get_kind (usage) == MCP_JSON_OBJECT);
}

static void
check_failure (const TestModelOutcome *outcome, McpJsonValue expected)
{
  g_autofree char *message = mcp_json_value_dup_member_string (expected, "error");
  g_autoptr (McpJsonDocument) partial =
      make_message (mcp_json_value_get_member (expected, "partial"));

  g_assert_nonnull (outcome->failure);
  g_assert_cmpstr (outcome->failure->message, ==, message);
  check_echo (outcome->turn, mcp_json_document_get_root (partial));
}

static void
check_message (const TestModelOutcome *outcome, McpJsonValue expected)
{
  McpJsonValue     message = mcp_json_value_get_member (expected, "message");
  g_autofree char *reasoning = mcp_json_value_dup_member_string (message, "reasoning_content");
  g_autofree char *found = mcp_model_turn_dup_text (outcome->turn, MCP_MODEL_REASONING);
  g_autofree char *stop = mcp_json_value_dup_member_string (expected, "finish_reason");
  g_autoptr (McpJsonDocument) wanted = make_message (message);

  check_echo (outcome->turn, mcp_json_document_get_root (wanted));
  g_assert_cmpstr (found, ==, reasoning != NULL ? reasoning : "");
  g_assert_cmpstr (outcome->turn->stop_text, ==, stop);
}

static void
check_transcript (McpJsonValue row, const char *dialect)
{
  g_autofree char *text = mcp_json_value_dup_member_string (row, "sse");
  McpJsonValue     expected = mcp_json_value_get_member (row, "expected");
  g_autoptr (McpModelProvider) provider = test_model_provider_new (dialect, MCP_MODEL_REGULAR);
  g_auto (TestModelOutcome) outcome =
      test_model_read (provider, "text/event-stream", text, -1, 0, 0, FALSE);
  g_autofree char *description = test_model_describe (&outcome);

  g_assert_no_error (outcome.error);
  for (gsize cut = 1; cut < strlen (text); cut++)
    {
      g_auto (TestModelOutcome) other =
          test_model_read (provider, "text/event-stream", text, -1, cut, 0, FALSE);
      g_autofree char *other_description = test_model_describe (&other);

      g_assert_cmpstr (other_description, ==, description);
    }
  if (mcp_json_value_exists (mcp_json_value_get_member (expected, "error")))
    {
      check_failure (&outcome, expected);
      return;
    }
  if (mcp_json_value_exists (mcp_json_value_get_member (expected, "message")))
    check_message (&outcome, expected);
  else
    check_echo (outcome.turn, mcp_json_value_get_member (expected, "content"));
  check_usage (outcome.turn,
               mcp_json_value_exists (mcp_json_value_get_member (expected, "usageMetadata"))
                   ? mcp_json_value_get_member (expected, "usageMetadata")
                   : mcp_json_value_get_member (expected, "usage"));
}

static void
test_transcripts (void)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "seed-fixtures",
                                            "llm_sse_transcripts.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonIter  iter;
  McpJsonValue row;
  guint        n_rows = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("no transcripts; see SPYGLASS_SHARED_DATA");
      return;
    }
  document = mcp_json_document_parse_text (text, -1, NULL);
  g_assert_nonnull (document);
  mcp_json_iter_init (
      &iter, mcp_json_value_get_member (mcp_json_document_get_root (document), "cases"));
  while (mcp_json_iter_next (&iter, NULL, &row))
    {
      g_autofree char *name = mcp_json_value_dup_member_string (row, "name");
      const char      *dialect = g_str_has_prefix (name, "ANTHROPIC") ? "anthropic"
                                 : g_str_has_prefix (name, "GEMINI")  ? "gemini"
                                                                      : "openai-chat";

      g_test_message ("%s", name);
      n_rows++;
      if (mcp_model_dialect_find (dialect) != NULL)
        check_transcript (row, dialect);
    }
  g_assert_cmpuint (n_rows, >=, 8);
}

/* For how long the cache was written, which is another price, is told at the beginning alone. */
static void
test_cache_kinds (void)
{
  static const char stream[] =
      "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":"
      "\"message\",\"role\":\"assistant\",\"model\":\"c\",\"content\":[],\"usage\":{"
      "\"input_tokens\":5,\"cache_creation_input_tokens\":90,\"cache_read_input_tokens\":0,"
      "\"cache_creation\":{\"ephemeral_5m_input_tokens\":30,\"ephemeral_1h_input_tokens\":60},"
      "\"output_tokens\":1}}}\n\n"
      "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
      "\"end_turn\"},\"usage\":{\"input_tokens\":5,\"cache_creation_input_tokens\":90,"
      "\"cache_read_input_tokens\":0,\"output_tokens\":30}}\n\n"
      "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
  g_autoptr (McpModelProvider) provider = test_model_provider_new ("anthropic", MCP_MODEL_REGULAR);
  g_auto (TestModelOutcome) outcome =
      test_model_read (provider, "text/event-stream", stream, -1, 0, 0, FALSE);

  g_assert_no_error (outcome.error);
  g_assert_cmpint (outcome.turn->usage.input, ==, 95);
  g_assert_cmpint (outcome.turn->usage.output, ==, 30);
  g_assert_cmpstr (outcome.turn->usage_text, ==,
                   "{\"cache_creation\":{\"ephemeral_5m_input_tokens\":30,"
                   "\"ephemeral_1h_input_tokens\":60},\"input_tokens\":5,"
                   "\"cache_creation_input_tokens\":90,\"cache_read_input_tokens\":0,"
                   "\"output_tokens\":30}");
}

/* Whoever counts may say anything; sums stay sums. */
static void
test_huge_counts (void)
{
  McpModelUsage sum = MCP_MODEL_USAGE_NONE;

  mcp_model_usage_add (&sum, &(McpModelUsage){ 3, -1, 0, G_MAXINT64, -1 });
  mcp_model_usage_add (&sum, &(McpModelUsage){ 4, -1, 2, G_MAXINT64, 5 });
  g_assert_cmpint (sum.input, ==, 7);
  g_assert_cmpint (sum.cached, ==, -1);
  g_assert_cmpint (sum.cache_write, ==, 2);
  g_assert_cmpint (sum.output, ==, G_MAXINT64);
  g_assert_cmpint (sum.reasoning, ==, 5);
}

static void
test_recorded (void)
{
  g_autofree char *folder = test_model_dup_folder ();

  if (folder == NULL)
    {
      g_test_skip ("no recorded streams; see SPYGLASS_SHARED_DATA");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    test_model_check_row (folder, &rows[i]);
}

void
add_model_streams_tests (void)
{
  g_test_add_func ("/model-streams/recorded", test_recorded);
  g_test_add_func ("/model-streams/files", test_files);
  g_test_add_func ("/model-streams/transcripts", test_transcripts);
  g_test_add_func ("/model-streams/cache-kinds", test_cache_kinds);
  g_test_add_func ("/model-streams/huge-counts", test_huge_counts);
}
