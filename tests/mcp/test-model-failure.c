/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a provider did not do what was asked, in every form that one says so. */

#include "mcp-tests.h"
#include "mcp-limits.h"
#include "mcp-model-failure.h"

#include <string.h>

static McpModelFailure *
failure_of (guint status, const char *const *headers, const char *body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  if (body == NULL)
    return mcp_model_failure_new (status, headers, MCP_JSON_NO_VALUE);
  document = mcp_json_document_parse_text (body, -1, &error);
  g_assert_no_error (error);
  return mcp_model_failure_new (status, headers, mcp_json_document_get_root (document));
}

typedef struct
{
  const char   *what;
  guint         status;
  const char   *body; /* (nullable) */
  McpModelFault fault;
  gboolean      may_retry;
  const char   *message;
  const char   *type;
  const char   *code;
  const char   *param;
} Case;

static const Case cases[] = {
  { "OpenAI: key", 401,
    "{\"error\":{\"message\":\"Incorrect API key provided\",\"type\":\"invalid_request_error\","
    "\"param\":null,\"code\":\"invalid_api_key\"}}",
    MCP_MODEL_FAULT_KEY, FALSE, "Incorrect API key provided", "invalid_request_error",
    "invalid_api_key", NULL },
  { "OpenAI: no money, in the place of too many requests", 429,
    "{\"error\":{\"message\":\"You exceeded your current quota\",\"type\":\"insufficient_quota\","
    "\"param\":null,\"code\":\"insufficient_quota\"}}",
    MCP_MODEL_FAULT_QUOTA, FALSE, "You exceeded your current quota", "insufficient_quota",
    "insufficient_quota", NULL },
  { "OpenAI: rate", 429,
    "{\"error\":{\"message\":\"Rate limit reached\",\"type\":\"tokens\","
    "\"code\":\"rate_limit_exceeded\"}}",
    MCP_MODEL_FAULT_RATE, TRUE, "Rate limit reached", "tokens", "rate_limit_exceeded", NULL },
  { "OpenAI: parameter", 400,
    "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported with this "
    "model. Use 'max_completion_tokens' instead.\",\"type\":\"invalid_request_error\","
    "\"param\":\"max_tokens\",\"code\":\"unsupported_parameter\"}}",
    MCP_MODEL_FAULT_PARAMETER, FALSE, NULL, "invalid_request_error", "unsupported_parameter",
    "max_tokens" },
  { "OpenAI: a parameter that only the message names", 400,
    "{\"error\":{\"message\":\"Unsupported value: 'temperature' does not support 0\","
    "\"type\":\"invalid_request_error\",\"param\":null,\"code\":null}}",
    MCP_MODEL_FAULT_PARAMETER, FALSE, NULL, "invalid_request_error", NULL, "temperature" },
  { "OpenAI: a message is wrong, which is no parameter", 400,
    "{\"error\":{\"message\":\"Invalid value\",\"type\":\"invalid_request_error\","
    "\"param\":\"messages[2].content\",\"code\":\"invalid_value\"}}",
    MCP_MODEL_FAULT_REQUEST, FALSE, "Invalid value", "invalid_request_error", "invalid_value",
    "messages[2].content" },
  { "OpenAI: model", 404,
    "{\"error\":{\"message\":\"The model `x` does not exist\",\"type\":\"invalid_request_error\","
    "\"param\":null,\"code\":\"model_not_found\"}}",
    MCP_MODEL_FAULT_MODEL, FALSE, NULL, "invalid_request_error", "model_not_found", NULL },
  { "Responses: flat, within a stream", 0,
    "{\"type\":\"error\",\"code\":\"server_error\",\"message\":\"Oops\",\"param\":null,"
    "\"sequence_number\":3}",
    MCP_MODEL_FAULT_SERVER, TRUE, "Oops", NULL, "server_error", NULL },
  { "Responses: nested, within a stream", 0,
    "{\"type\":\"error\",\"sequence_number\":2,\"error\":{\"type\":\"insufficient_quota\","
    "\"code\":\"insufficient_quota\",\"message\":\"No money\",\"param\":null}}",
    MCP_MODEL_FAULT_QUOTA, FALSE, "No money", "insufficient_quota", "insufficient_quota", NULL },
  { "Responses: response.failed", 0,
    "{\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":\"rate_limit_exceeded\","
    "\"message\":\"Slow down\"}}}",
    MCP_MODEL_FAULT_RATE, TRUE, "Slow down", NULL, "rate_limit_exceeded", NULL },
  { "Anthropic: overloaded, within a stream", 0,
    "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}",
    MCP_MODEL_FAULT_SERVER, TRUE, "Overloaded", "overloaded_error", NULL, NULL },
  { "Anthropic: overloaded", 529,
    "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}",
    MCP_MODEL_FAULT_SERVER, TRUE, "Overloaded", "overloaded_error", NULL, NULL },
  { "Anthropic: key", 401,
    "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid "
    "x-api-key\"},\"request_id\":\"req_1\"}",
    MCP_MODEL_FAULT_KEY, FALSE, "invalid x-api-key", "authentication_error", NULL, NULL },
  { "Anthropic: money", 400,
    "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"Your credit "
    "balance is too low to access the Anthropic API.\"}}",
    MCP_MODEL_FAULT_QUOTA, FALSE, NULL, "invalid_request_error", NULL, NULL },
  { "Anthropic: billing", 402,
    "{\"type\":\"error\",\"error\":{\"type\":\"billing_error\",\"message\":\"No\"}}",
    MCP_MODEL_FAULT_QUOTA, FALSE, "No", "billing_error", NULL, NULL },
  { "Anthropic: parameter", 400,
    "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":"
    "\"top_q: Extra inputs are not permitted\"}}",
    MCP_MODEL_FAULT_PARAMETER, FALSE, NULL, "invalid_request_error", NULL, "top_q" },
  { "Anthropic: a tool's schema", 400,
    "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":"
    "\"tools.0.custom.input_schema: JSON schema is invalid\","
    "\"details\":{\"error_code\":\"tool_name_conflict\"}}}",
    MCP_MODEL_FAULT_REQUEST, FALSE, NULL, "invalid_request_error", "tool_name_conflict",
    "tools.0.custom.input_schema" },
  { "Anthropic: model", 404,
    "{\"type\":\"error\",\"error\":{\"type\":\"not_found_error\",\"message\":\"model: claude-x\"}}",
    MCP_MODEL_FAULT_MODEL, FALSE, "model: claude-x", "not_found_error", NULL, NULL },
  { "Gemini: key", 400,
    "{\"error\":{\"code\":400,\"message\":\"API key not valid. Please pass a valid API key.\","
    "\"status\":\"INVALID_ARGUMENT\",\"details\":[{\"@type\":\"type.googleapis.com/"
    "google.rpc.ErrorInfo\",\"reason\":\"API_KEY_INVALID\"}]}}",
    MCP_MODEL_FAULT_KEY, FALSE, NULL, "INVALID_ARGUMENT", "API_KEY_INVALID", NULL },
  { "Gemini: a field", 400,
    "{\"error\":{\"code\":400,\"message\":\"Invalid JSON payload received. Unknown name \\\"topQ\\\""
    " at 'generation_config': Cannot find field.\",\"status\":\"INVALID_ARGUMENT\"}}",
    MCP_MODEL_FAULT_PARAMETER, FALSE, NULL, "INVALID_ARGUMENT", "400", "topQ" },
  { "Gemini: tools", 400,
    "{\"error\":{\"code\":400,\"message\":\"Function calling is not enabled for models/gemma-3\","
    "\"status\":\"INVALID_ARGUMENT\"}}",
    MCP_MODEL_FAULT_TOOLS, FALSE, NULL, "INVALID_ARGUMENT", "400", NULL },
  { "Gemini: in an array, within a stream", 0,
    "[{\"error\":{\"code\":503,\"message\":\"The model is overloaded.\","
    "\"status\":\"UNAVAILABLE\"}}]",
    MCP_MODEL_FAULT_SERVER, TRUE, "The model is overloaded.", "UNAVAILABLE", "503", NULL },
  { "Gemini: a day's quota", 429,
    "{\"error\":{\"code\":429,\"message\":\"Quota\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":"
    "[{\"violations\":[{\"quotaId\":\"GenerateRequestsPerDayPerProject\"}]},"
    "{\"retryDelay\":\"7s\"}]}}",
    MCP_MODEL_FAULT_QUOTA, FALSE, "Quota", "RESOURCE_EXHAUSTED", "429", NULL },
  { "llama.cpp: loading", 503,
    "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}",
    MCP_MODEL_FAULT_SERVER, TRUE, "Loading model", "unavailable_error", "503", NULL },
  { "llama.cpp: templates", 500,
    "{\"error\":{\"code\":500,\"message\":\"tools param requires --jinja flag\","
    "\"type\":\"server_error\"}}",
    MCP_MODEL_FAULT_TOOLS, FALSE, NULL, "server_error", "500", NULL },
  { "Ollama: tools", 400,
    "{\"error\":\"registry.ollama.ai/library/gemma:2b does not support tools\"}",
    MCP_MODEL_FAULT_TOOLS, FALSE, NULL, NULL, NULL, NULL },
  { "Ollama: model", 404, "{\"error\":\"model 'x' not found\"}", MCP_MODEL_FAULT_MODEL, FALSE,
    "model 'x' not found", NULL, NULL, NULL },
  { "A path that is not there", 404, "\"No such path: /v1/models\"", MCP_MODEL_FAULT_REQUEST, FALSE,
    "No such path: /v1/models", NULL, NULL, NULL },
  { "Ollama: within a stream", 0, "{\"error\":\"an error was encountered\"}",
    MCP_MODEL_FAULT_OTHER, FALSE, "an error was encountered", NULL, NULL, NULL },
  { "FastAPI: text", 404, "{\"detail\":\"Not Found\"}", MCP_MODEL_FAULT_REQUEST, FALSE,
    "Not Found", NULL, NULL, NULL },
  { "FastAPI: what is wrong", 422,
    "{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"top_q\"],\"msg\":\"Extra "
    "inputs are not permitted\"},{\"loc\":[\"body\",\"messages\",0],\"msg\":\"Bad\"}]}",
    MCP_MODEL_FAULT_PARAMETER, FALSE, "top_q: Extra inputs are not permitted; messages.0: Bad",
    "extra_forbidden", NULL, "top_q" },
  { "vLLM and Mistral: flat", 400,
    "{\"object\":\"error\",\"message\":\"Invalid role\",\"type\":\"BadRequestError\","
    "\"param\":null,\"code\":400}",
    MCP_MODEL_FAULT_REQUEST, FALSE, "Invalid role", "BadRequestError", "400", NULL },
  { "A gateway", 502,
    "{\"error\":{\"message\":\"Provider returned error\",\"code\":502,\"metadata\":{\"raw\":"
    "\"upstream went away\"}}}",
    MCP_MODEL_FAULT_SERVER, TRUE, "Provider returned error: upstream went away", NULL, "502", NULL },
  { "Plain text", 500, "\"Internal error\"", MCP_MODEL_FAULT_SERVER, TRUE, "Internal error", NULL,
    NULL, NULL },
  { "Nothing", 408, NULL, MCP_MODEL_FAULT_SERVER, TRUE,
    "The provider answered 408 Request Timeout", NULL, NULL, NULL },
  { "A conflict", 409, "{}", MCP_MODEL_FAULT_SERVER, TRUE, "The provider answered 409 Conflict",
    NULL, NULL, NULL },
  { "Not a form of any", 400, "[[[1]]]", MCP_MODEL_FAULT_REQUEST, FALSE,
    "The provider answered 400 Bad Request", NULL, NULL, NULL },
  { "Members of other kinds", 400,
    "{\"error\":{\"message\":7,\"type\":{},\"code\":[],\"param\":1,\"details\":3},\"detail\":0}",
    MCP_MODEL_FAULT_REQUEST, FALSE, "The provider answered 400 Bad Request", NULL, NULL, NULL },
};

static void
test_forms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *each = &cases[i];
      g_autoptr (McpModelFailure) failure = failure_of (each->status, NULL, each->body);

      g_test_message ("%s", each->what);
      g_assert_cmpstr (mcp_model_fault_to_text (failure->fault), ==,
                       mcp_model_fault_to_text (each->fault));
      g_assert_cmpint (failure->may_retry, ==, each->may_retry);
      g_assert_cmpuint (failure->status, ==, each->status);
      g_assert_cmpstr (failure->type, ==, each->type);
      g_assert_cmpstr (failure->code, ==, each->code);
      g_assert_cmpstr (failure->param, ==, each->param);
      if (each->message != NULL)
        g_assert_cmpstr (failure->message, ==, each->message);
    }
}

typedef struct
{
  const char *body;
  gint64      n_prompt;
  gint64      n_context;
} Length;

/* Where a provider says how long the request is and what would fit, the meter shows that. */
static void
test_lengths (void)
{
  static const Length lengths[] = {
    { "{\"error\":{\"code\":400,\"type\":\"exceed_context_size_error\",\"message\":\"the request "
      "exceeds the available context size\",\"n_prompt_tokens\":5001,\"n_ctx\":4096}}",
      5001, 4096 },
    { "{\"error\":{\"message\":\"request (5001 tokens) exceeds the available context size (4096 "
      "tokens), try increasing it\"}}",
      5001, 4096 },
    { "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is "
      "too long: 212345 tokens > 200000 maximum\"}}",
      212345, 200000 },
    { "{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens. However, your "
      "messages resulted in 9000 tokens.\",\"code\":\"context_length_exceeded\"}}",
      9000, 8192 },
    { "{\"object\":\"error\",\"message\":\"This model's maximum context length is 2048 tokens. "
      "However, you requested 2100 tokens (2000 in the messages, 100 in the completion).\"}",
      2000, 2048 },
    { "{\"error\":{\"code\":400,\"message\":\"The input token count (1200000) exceeds the maximum "
      "number of tokens allowed (1048576).\",\"status\":\"INVALID_ARGUMENT\"}}",
      1200000, 1048576 },
    { "{\"error\":{\"message\":\"too long\",\"code\":\"context_length_exceeded\"}}", -1, -1 },
    { "{\"error\":{\"message\":\"prompt is too long: 99999999999999999999999 tokens > 1\"}}", -1,
      -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (McpModelFailure) failure = failure_of (400, NULL, lengths[i].body);

      g_assert_cmpstr (mcp_model_fault_to_text (failure->fault), ==, "context");
      g_assert_cmpint (failure->n_prompt, ==, lengths[i].n_prompt);
      g_assert_cmpint (failure->n_context, ==, lengths[i].n_context);
      g_assert_false (failure->may_retry);
    }
}

static void
test_advice (void)
{
  g_autoptr (McpModelFailure) vllm =
      failure_of (400, NULL,
                  "{\"object\":\"error\",\"message\":\"\\\"auto\\\" tool choice requires "
                  "--enable-auto-tool-choice and --tool-call-parser to be set\","
                  "\"type\":\"BadRequestError\",\"param\":null,\"code\":400}");
  g_autoptr (McpModelFailure) chat =
      failure_of (400, NULL,
                  "{\"error\":{\"message\":\"Function tools with reasoning_effort are not supported "
                  "for gpt-x in /v1/chat/completions. Please use /v1/responses instead.\","
                  "\"type\":\"invalid_request_error\",\"param\":\"reasoning_effort\"}}");
  g_autoptr (McpModelFailure) only =
      failure_of (404, NULL,
                  "{\"error\":{\"message\":\"This model is only supported in v1/responses and not "
                  "in v1/chat/completions.\",\"type\":\"invalid_request_error\"}}");
  g_autoptr (McpModelFailure) missing =
      failure_of (404, NULL, "{\"error\":\"Cannot POST /v1/responses\"}");

  g_assert_cmpint (vllm->fault, ==, MCP_MODEL_FAULT_TOOLS);
  g_assert_nonnull (strstr (vllm->advice, "--enable-auto-tool-choice --tool-call-parser"));
  g_assert_null (vllm->dialect);
  g_assert_cmpint (chat->fault, ==, MCP_MODEL_FAULT_TOOLS);
  g_assert_cmpstr (chat->dialect, ==, "openai-responses");
  g_assert_cmpint (only->fault, ==, MCP_MODEL_FAULT_MODEL);
  g_assert_cmpstr (only->dialect, ==, "openai-responses");
  g_assert_null (missing->dialect);
}

static gint64
wait_of (const char *header, const char *second)
{
  const char *const headers[] = { header, second, NULL };
  g_autoptr (McpModelFailure) failure = failure_of (429, headers, "{}");

  return failure->wait;
}

static void
test_waits (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) soon = g_date_time_add_seconds (now, 3000);
  g_autofree char *date = g_date_time_format (soon, "Retry-After: %a, %d %b %Y %H:%M:%S GMT");
  g_autoptr (McpModelFailure) google =
      failure_of (429, NULL, "{\"error\":{\"code\":429,\"details\":[{\"retryDelay\":\"34.4s\"}]}}");

  g_assert_cmpint (wait_of ("retry-after-ms: 150", "Retry-After: 7"), ==, 150);
  g_assert_cmpint (wait_of ("Retry-After: 7", NULL), ==, 7000);
  g_assert_cmpint (wait_of ("retry-after:0.25", NULL), ==, 250);
  g_assert_cmpint (wait_of ("Retry-After: 3600", NULL), ==, 3600000);
  g_assert_cmpint (wait_of ("Retry-After: -1", NULL), ==, -1);
  g_assert_cmpint (wait_of ("Retry-After: nan", NULL), ==, -1);
  g_assert_cmpint (wait_of ("Retry-After: 1e400", NULL), ==, -1);
  g_assert_cmpint (wait_of ("Retry-After: soon", NULL), ==, -1);
  g_assert_cmpint (wait_of ("Retry-After-Else: 7", NULL), ==, -1);
  g_assert_cmpint (wait_of ("Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", NULL), ==, 0);
  g_assert_cmpint (wait_of (date, NULL), >, 2000000);
  g_assert_cmpint (wait_of (date, NULL), <=, 3000000);
  g_assert_cmpint (google->wait, ==, 34400);
}

/* The server's word on trying again goes before the status, but never before the reason. */
static void
test_should_retry (void)
{
  static const char *const yes[] = { "x-should-retry: true", "x-request-id: req-7", NULL };
  static const char *const no[] = { "X-Should-Retry: false", NULL };
  g_autoptr (McpModelFailure) bad = failure_of (400, yes, "{}");
  g_autoptr (McpModelFailure) busy = failure_of (503, no, "{}");
  g_autoptr (McpModelFailure) poor =
      failure_of (429, yes, "{\"error\":{\"code\":\"insufficient_quota\"}}");

  g_assert_true (bad->may_retry);
  g_assert_cmpstr (bad->request_id, ==, "req-7");
  g_assert_false (busy->may_retry);
  g_assert_false (poor->may_retry);
}

static void
test_bounds (void)
{
  g_autofree char *name = g_strnfill (10000, 'n');
  g_autofree char *body =
      g_strdup_printf ("{\"error\":{\"message\":\"%s\",\"type\":\"%s\",\"code\":\"%s\","
                       "\"param\":\"%s\"},\"request_id\":\"%s\"}",
                       name, name, name, name, name);
  g_autoptr (McpModelFailure) failure = failure_of (400, NULL, body);

  g_assert_cmpuint (strlen (failure->message), ==, MCP_EVIDENCE_LIMIT);
  g_assert_cmpuint (strlen (failure->type), ==, 256);
  g_assert_cmpuint (strlen (failure->code), ==, 256);
  g_assert_cmpuint (strlen (failure->param), ==, 256);
  g_assert_cmpuint (strlen (failure->request_id), ==, 256);
}

static void
test_mask (void)
{
  g_autoptr (McpModelFailure) failure =
      failure_of (401, NULL, "{\"error\":\"Bad key sk-secret, I say sk-secret\"}");

  mcp_model_failure_mask (failure, "");
  mcp_model_failure_mask (failure, "sk-");
  mcp_model_failure_mask (failure, "sk-secret");
  g_assert_cmpstr (failure->message, ==, "Bad key …, I say …");
}

/* As recorded */
static void
test_recorded (void)
{
  static const char *const names[] = { "openai-error.1.json",
                                       "reasoning-model-legacy-parameter-error.json",
                                       "reasoning-model-temperature-error.json" };
  static const char *const faults[] = { "quota", "parameter", "parameter" };
  static const char *const params[] = { NULL, "max_tokens", "temperature" };
  const char              *shared = g_getenv ("SPYGLASS_SHARED_DATA");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path =
          g_build_filename (shared != NULL ? shared : "", "llm-streams", "openai", names[i], NULL);
      g_autofree char *text = NULL;
      g_autoptr (McpModelFailure) failure = NULL;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        {
          g_test_skip ("the shared test data is not there");
          return;
        }
      failure = failure_of (i == 0 ? 429 : 400, NULL, text);
      g_assert_cmpstr (mcp_model_fault_to_text (failure->fault), ==, faults[i]);
      g_assert_cmpstr (failure->param, ==, params[i]);
      g_assert_false (failure->may_retry);
    }
}

void
add_model_failure_tests (void)
{
  g_test_add_func ("/model-failure/forms", test_forms);
  g_test_add_func ("/model-failure/lengths", test_lengths);
  g_test_add_func ("/model-failure/advice", test_advice);
  g_test_add_func ("/model-failure/waits", test_waits);
  g_test_add_func ("/model-failure/should-retry", test_should_retry);
  g_test_add_func ("/model-failure/bounds", test_bounds);
  g_test_add_func ("/model-failure/mask", test_mask);
  g_test_add_func ("/model-failure/recorded", test_recorded);
}
