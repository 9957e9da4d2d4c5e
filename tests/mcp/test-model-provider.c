/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where models are asked, as data that a person edits. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-model-dialect.h"
#include "mcp-model-provider.h"

#include <string.h>

static McpModelProvider *
read_text (const char *text, GError **error)
{
  g_autoptr (GError) syntax = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, &syntax);

  g_assert_no_error (syntax);
  return mcp_model_provider_new_from_json (mcp_json_document_get_root (document), error);
}

/* Each template reads back as it was written; that of any server waits for its base. */
static void
test_templates (void)
{
  static const char *const ids[] = { "openai", "openai-chat", "anthropic", "gemini", "ollama",
                                     "llama-cpp", "lm-studio", "vllm", "compatible" };

  g_assert_null (mcp_model_provider_new_template (G_N_ELEMENTS (ids)));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (McpModelProvider) provider = mcp_model_provider_new_template (i);
      g_autofree char *text = mcp_model_provider_to_json (provider);
      g_autofree char *again = NULL;
      g_autoptr (McpModelProvider) read = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_cmpstr (provider->id, ==, ids[i]);
      g_assert_null (strstr (provider->base, "localhost"));
      read = read_text (text, &error);
      if (*provider->base == '\0')
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
          continue;
        }
      g_assert_no_error (error);
      again = mcp_model_provider_to_json (read);
      g_assert_cmpstr (again, ==, text);
      g_assert_true (read->dialect == provider->dialect);
      g_assert_cmpint (read->switches, ==, provider->switches);
    }
}

static void
test_edited (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpModelProvider) provider =
      read_text ("{\"id\":\"mine\",\"dialect\":\"openai-chat\",\"base\":\"http://10.0.0.1:8000/v1/\","
                 "\"title\":\"Mine\",\"key\":\"x-api-key\",\"headers\":{\"X-Team\":\"a: b\"},"
                 "\"switches\":[\"think_tags\",\"no_tool_choice\"],\"context\":8192}",
                 &error);

  g_assert_no_error (error);
  g_assert_cmpstr (provider->base, ==, "http://10.0.0.1:8000/v1");
  g_assert_cmpstr (provider->title, ==, "Mine");
  g_assert_cmpint (provider->key_place, ==, MCP_MODEL_KEY_X_API);
  g_assert_cmpstr (provider->headers[0], ==, "X-Team: a: b");
  g_assert_null (provider->headers[1]);
  g_assert_cmpint (provider->switches, ==, MCP_MODEL_THINK_TAGS | MCP_MODEL_NO_TOOL_CHOICE);
  g_assert_cmpint (provider->context, ==, 8192);
}

/* The whole address of a request, as manuals show it */
static void
test_addresses (void)
{
  static const struct
  {
    const McpModelDialect *dialect;
    const char            *address;
    const char            *base;
  } cases[] = {
    { &mcp_model_chat_dialect, "http://a/v1/chat/completions/", "http://a/v1" },
    { &mcp_model_chat_dialect, "https://a/d/chat/completions?api-version=1", "https://a/d?api-version=1" },
    { &mcp_model_chat_dialect, "http://a/chat/completions/v1", "http://a/chat/completions/v1" },
    { &mcp_model_responses_dialect, "http://a/v1/responses", "http://a/v1" },
    { &mcp_model_anthropic_dialect, "http://a/v1/messages", "http://a/v1" },
    { &mcp_model_gemini_dialect, "http://a/v1beta/models/m:streamGenerateContent?alt=sse",
      "http://a/v1beta" },
    { &mcp_model_gemini_dialect, "http://a/models/b", "http://a/models/b" },
    { &mcp_model_ollama_dialect, "http://a:1/api/chat", "http://a:1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpModelProvider) provider =
          mcp_model_provider_new ("a", cases[i].dialect, cases[i].address);

      g_assert_cmpstr (provider->base, ==, cases[i].base);
    }
}

/* DeepSeek's own base has what it needs; the rest is said by whoever knows it. */
static void
test_switches (void)
{
  g_autoptr (McpModelProvider) deepseek =
      mcp_model_provider_new ("a", &mcp_model_chat_dialect, "https://api.deepseek.com/v1");
  g_autoptr (McpModelProvider) other =
      mcp_model_provider_new ("a", &mcp_model_chat_dialect, "https://api.deepseek.com.example/v1");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (deepseek->switches, ==, MCP_MODEL_ECHO_REASONING);
  g_assert_cmpuint (other->switches, ==, MCP_MODEL_REGULAR);
  g_assert_true (
      mcp_model_provider_add_switches (other, "think_tags, no_tool_choice", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (other->switches, ==, MCP_MODEL_THINK_TAGS | MCP_MODEL_NO_TOOL_CHOICE);
  g_assert_false (mcp_model_provider_add_switches (other, "cache_diagnostics", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_nonnull (strstr (error->message, "was removed"));
  g_clear_error (&error);
  g_assert_false (mcp_model_provider_add_switches (other, "echo", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_nonnull (strstr (error->message, "echo_reasoning"));
}

/* A dialect's usual values, and a header that a person took out stays out. */
static void
test_usual (void)
{
  g_autoptr (McpModelProvider) usual =
      read_text ("{\"id\":\"a\",\"dialect\":\"anthropic\",\"base\":\"https://a.example/v1\"}", NULL);
  g_autoptr (McpModelProvider) without =
      read_text ("{\"id\":\"a\",\"dialect\":\"anthropic\",\"base\":\"https://a.example/v1\","
                 "\"headers\":{}}",
                 NULL);

  g_assert_cmpstr (usual->headers[0], ==, "anthropic-version: 2023-06-01");
  g_assert_cmpint (usual->key_place, ==, MCP_MODEL_KEY_X_API);
  g_assert_cmpint (usual->max_tokens, >, 0);
  g_assert_null (without->headers[0]);
}

static void
test_refused (void)
{
  static const char *const members[][2] = {
    { "\"base\":\"ftp://a\"", "" },
    { "\"base\":\"https://me:sesame@a.example\"", "key" },
    { "\"base\":\"https://a.example/v1?key=1\"", "base" },
    { "\"dialect\":\"telepathy\"", "telepathy" },
    { "\"dialect\":7", "" },
    { "\"headres\":{}", "headres" },
    { "\"headers\":[]", "headers" },
    { "\"headers\":{\"Authorization\":\"Bearer x\"}", "secret" },
    { "\"headers\":{\"X-API-Key\":\"x\"}", "secret" },
    { "\"headers\":{\"X-Team\":\"a\\nb\"}", "X-Team" },
    { "\"headers\":{\"X-Team\":7}", "X-Team" },
    { "\"switches\":[\"think\"]", "think_tags" },
    { "\"switches\":{}", "switches" },
    { "\"key\":\"cookie\"", "x-goog-api-key" },
    { "\"title\":null", "title" },
    { "\"context\":-1", "context" },
    { "\"max_tokens\":\"7\"", "max_tokens" },
    { "\"id\":\"\"", "id" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{\"id\":\"a\",\"dialect\":\"openai-chat\",\"base\":\"https://a.example\""
                           ",%s}",
                           members[i][0]);
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (text, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_assert_nonnull (strstr (error->message, members[i][1]));
      g_assert_null (strstr (error->message, "sesame"));
    }
  g_assert_null (read_text ("[]", NULL));
}

static void
test_key (void)
{
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("a", &mcp_model_anthropic_dialect, "https://a.example/v1//");
  g_autoptr (GError) error = NULL;
  int index;
  g_auto (GStrv) with = mcp_model_provider_dup_headers (provider, " sesame\n", &index, &error);
  g_auto (GStrv) without = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (provider->base, ==, "https://a.example/v1");
  g_assert_cmpint (index, ==, 1);
  g_assert_cmpstr (with[1], ==, "x-api-key: sesame");
  without = mcp_model_provider_dup_headers (provider, "", &index, &error);
  g_assert_cmpint (index, ==, -1);
  g_assert_cmpuint (g_strv_length (without), ==, 1);
  g_assert_null (mcp_model_provider_dup_headers (provider, "ses\name", &index, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_null (strstr (error->message, "ses"));
}

void
add_model_provider_tests (void)
{
  g_test_add_func ("/model-provider/templates", test_templates);
  g_test_add_func ("/model-provider/edited", test_edited);
  g_test_add_func ("/model-provider/addresses", test_addresses);
  g_test_add_func ("/model-provider/switches", test_switches);
  g_test_add_func ("/model-provider/usual", test_usual);
  g_test_add_func ("/model-provider/refused", test_refused);
  g_test_add_func ("/model-provider/key", test_key);
}
