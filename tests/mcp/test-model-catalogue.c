/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which models a provider has, and how it counts a request. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-model-catalogue.h"
#include "mcp-model-dialect.h"
#include "test-http-server.h"
#include "test-transport-peer.h"

#include <string.h>

#define KEY "sk-sesame"

/* What a server answers, by path and query */
typedef struct
{
  const char *asked; /* "GET /v1/models?limit=1000" */
  guint       status;
  const char *body;
} Page;

static void
serve (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  GUri            *uri = soup_server_message_get_uri (message);
  const char      *query = g_uri_get_query (uri);
  g_autofree char *asked = g_strconcat (soup_server_message_get_method (message), " ",
                                        g_uri_get_path (uri), query != NULL ? "?" : "", query, NULL);

  for (const Page *page = data; page->asked != NULL; page++)
    if (g_str_equal (page->asked, asked))
      {
        if (page->status == 307)
          soup_server_message_set_redirect (message, 307, page->body);
        else
          test_http_answer (message, (int)page->status, "application/json", page->body);
        return;
      }
  test_http_answer (message, 404, "text/plain", asked);
}

typedef struct
{
  TestHttpServer    *server;
  McpModelProvider  *provider;
  McpModelCatalogue *catalogue;
  McpModelFailure   *failure;
  GError            *error;
  GPtrArray         *models;
} Fixture;

static Fixture *
fixture_new (const McpModelDialect *dialect, const Page *pages)
{
  Fixture         *self = g_new0 (Fixture, 1);
  g_autofree char *base = NULL;

  self->server = test_http_server_new ();
  self->server->handler = serve;
  self->server->handler_data = (gpointer)pages;
  base = g_strconcat (self->server->base, "/v1", NULL);
  self->provider = mcp_model_provider_new ("test", dialect, base);
  self->catalogue = mcp_model_catalogue_new (self->provider, NULL);
  return self;
}

static void
fixture_free (Fixture *self)
{
  g_object_unref (self->catalogue);
  mcp_model_provider_unref (self->provider);
  test_http_server_free (self->server);
  g_clear_pointer (&self->failure, mcp_model_failure_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static void
list (Fixture *self)
{
  TestPeerCall call = { 0 };

  mcp_model_catalogue_list_async (self->catalogue, KEY, NULL, test_peer_call_done, &call);
  test_peer_wait (call.done);
  self->models = mcp_model_catalogue_list_finish (self->catalogue, call.result, &self->failure,
                                                  &self->error);
  g_object_unref (call.result);
}

static void
assert_model (Fixture    *self,
              guint       index,
              const char *id,
              const char *title,
              gint64      context,
              gint64      max_output,
              const char *state)
{
  const McpModelItem *item;

  g_assert_no_error (self->error);
  g_assert_cmpuint (index, <, self->models->len);
  item = self->models->pdata[index];
  g_assert_cmpstr (item->id, ==, id);
  g_assert_cmpstr (item->title, ==, title);
  g_assert_cmpint (item->context, ==, context);
  g_assert_cmpint (item->max_output, ==, max_output);
  g_assert_cmpstr (mcp_model_state_to_text (item->state), ==, state);
}

/* OpenAI's form, with what its relatives add to it */
static void
test_compatible (void)
{
  static const Page pages[] = {
    { "GET /v1/models", 200,
      "{\"object\":\"list\",\"data\":[{\"id\":\"gpt-x\",\"object\":\"model\",\"owned_by\":\"o\"},"
      "{\"id\":\"qwen\",\"max_model_len\":32768},"
      "{\"id\":\"local.gguf\",\"meta\":{\"n_ctx_train\":131072},\"status\":{\"value\":\"loaded\"}},"
      "{\"id\":\"other.gguf\",\"status\":{\"value\":\"unloaded\"}},"
      "{\"id\":\"a/b\",\"name\":\"A: B\",\"context_length\":200000,"
      "\"top_provider\":{\"max_completion_tokens\":64000}},"
      "{\"id\":\"groq\",\"name\":\"groq\",\"context_window\":8192,\"max_completion_tokens\":1024},"
      "{\"name\":\"no id\"},7,null,{\"id\":\"\"},"
      "{\"id\":\"odd\",\"context_length\":-5,\"max_tokens\":\"7\",\"status\":7}]}" },
    { NULL, 0, NULL }
  };
  g_autoptr (Fixture) fixture = fixture_new (&mcp_model_chat_dialect, pages);

  list (fixture);
  assert_model (fixture, 0, "gpt-x", NULL, 0, 0, "unknown");
  assert_model (fixture, 1, "qwen", NULL, 32768, 0, "unknown");
  assert_model (fixture, 2, "local.gguf", NULL, 131072, 0, "loaded");
  assert_model (fixture, 3, "other.gguf", NULL, 0, 0, "unloaded");
  assert_model (fixture, 4, "a/b", "A: B", 200000, 64000, "unknown");
  assert_model (fixture, 5, "groq", NULL, 8192, 1024, "unknown");
  assert_model (fixture, 6, "odd", NULL, 0, 0, "unknown");
  g_assert_cmpuint (fixture->models->len, ==, 7);
  g_assert_cmpstr (test_http_server_get_header (fixture->server, 0, "Authorization"), ==,
                   "Bearer " KEY);
}

static void
test_bare (void)
{
  static const Page pages[] = { { "GET /v1/models", 200, "[{\"id\":\"one\"}]" },
                                { NULL, 0, NULL } };
  g_autoptr (Fixture) fixture = fixture_new (&mcp_model_responses_dialect, pages);

  list (fixture);
  assert_model (fixture, 0, "one", NULL, 0, 0, "unknown");
}

/* A base without the version of the API, as requests are tried: nothing was there. */
static void
test_elsewhere (void)
{
  static const Page pages[] = { { "GET /v1/models", 200, "[{\"id\":\"one\"}]" },
                                { NULL, 0, NULL } };
  static const Page ollama[] = { { "GET /api/tags", 200, "{\"models\":[{\"name\":\"a\"}]}" },
                                 { NULL, 0, NULL } };
  g_autoptr (Fixture) bare = fixture_new (&mcp_model_chat_dialect, pages);
  g_autoptr (Fixture) versioned = fixture_new (&mcp_model_ollama_dialect, ollama);
  g_autoptr (Fixture) nothing = fixture_new (&mcp_model_chat_dialect, ollama);
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("test", &mcp_model_chat_dialect, bare->server->base);

  g_object_unref (bare->catalogue);
  bare->catalogue = mcp_model_catalogue_new (provider, NULL);
  list (bare);
  assert_model (bare, 0, "one", NULL, 0, 0, "unknown");
  g_assert_cmpuint (bare->server->requests->len, ==, 2);
  list (versioned);
  assert_model (versioned, 0, "a", NULL, 0, 0, "unloaded");
  list (nothing);
  g_assert_error (nothing->error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_cmpuint (nothing->server->requests->len, ==, 1);
}

/* It is asked where the request went, and the model is not. An Ollama is not asked. */
static void
test_reading (void)
{
  static const Page pages[] = { { "POST /apply-template", 200, "{\"prompt\":\"<s>Hi\"}" },
                                { NULL, 0, NULL } };
  static const Page no_text[] = { { "POST /apply-template", 200, "{\"prompt\":[]}" },
                                  { NULL, 0, NULL } };
  const char       *sent = "{\"model\":\"m\",\"stream\":true,\"stream_options\":{},\"max_tokens\":9}";
  g_autoptr (GBytes) body = g_bytes_new_static (sent, strlen (sent));
  g_autoptr (McpModelProvider) ollama =
      mcp_model_provider_new ("o", &mcp_model_ollama_dialect, "http://127.0.0.1:1");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (Fixture) fixture =
          fixture_new (&mcp_model_chat_dialect, i == 0 ? pages : no_text);
      TestPeerCall     call = { 0 };
      g_autofree char *other = mcp_model_provider_dup_other_base (fixture->provider);
      g_autofree char *text = NULL;

      g_assert_true (mcp_model_catalogue_may_read (fixture->provider));
      mcp_model_catalogue_read_async (fixture->catalogue, i == 0 ? NULL : other, body, KEY, NULL,
                                      test_peer_call_done, &call);
      test_peer_wait (call.done);
      text = mcp_model_catalogue_read_finish (fixture->catalogue, call.result, NULL,
                                              &fixture->error);
      g_object_unref (call.result);
      g_assert_cmpstr (fixture->server->bodies->pdata[0], ==,
                       "{\"model\":\"m\",\"max_tokens\":9,\"stream\":false}");
      g_assert_cmpstr (text, ==, i == 0 ? "<s>Hi" : NULL);
      if (i > 0)
        g_assert_error (fixture->error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
    }
  g_assert_false (mcp_model_catalogue_may_read (ollama));
}

static void
test_anthropic (void)
{
  static const Page pages[] = {
    { "GET /v1/models?limit=1000", 200,
      "{\"data\":[{\"type\":\"model\",\"id\":\"claude-a\",\"display_name\":\"Claude A\","
      "\"max_input_tokens\":200000,\"max_tokens\":64000}],\"has_more\":true,"
      "\"last_id\":\"claude a\"}" },
    { "GET /v1/models?limit=1000&after_id=claude%20a", 200,
      "{\"data\":[{\"id\":\"claude-b\"}],\"has_more\":false,\"last_id\":\"claude-b\"}" },
    { NULL, 0, NULL }
  };
  g_autoptr (Fixture) fixture = fixture_new (&mcp_model_anthropic_dialect, pages);

  list (fixture);
  assert_model (fixture, 0, "claude-a", "Claude A", 200000, 64000, "unknown");
  assert_model (fixture, 1, "claude-b", NULL, 0, 0, "unknown");
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpstr (test_http_server_get_header (fixture->server, i, "x-api-key"), ==, KEY);
      g_assert_nonnull (test_http_server_get_header (fixture->server, i, "anthropic-version"));
      g_assert_null (test_http_server_get_header (fixture->server, i, "Authorization"));
    }
}

/* A list without end has one. */
static void
test_endless (void)
{
  static const Page pages[] = {
    { "GET /v1/models?pageSize=1000", 200, "{\"models\":[],\"nextPageToken\":\"n\"}" },
    { "GET /v1/models?pageSize=1000&pageToken=n", 200,
      "{\"models\":[{\"name\":\"models/x\"}],\"nextPageToken\":\"n\"}" },
    { NULL, 0, NULL }
  };
  g_autoptr (Fixture) fixture = fixture_new (&mcp_model_gemini_dialect, pages);

  list (fixture);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->server->requests->len, ==, 50);
  g_assert_cmpuint (fixture->models->len, ==, 49);
}

static void
test_gemini (void)
{
  static const Page pages[] = {
    { "GET /v1/models?pageSize=1000", 200,
      "{\"models\":[{\"name\":\"models/gemini-x\",\"displayName\":\"Gemini X\","
      "\"inputTokenLimit\":1048576,\"outputTokenLimit\":65536,"
      "\"supportedGenerationMethods\":[\"generateContent\",\"countTokens\"]},"
      "{\"name\":\"models/embed\",\"supportedGenerationMethods\":[\"embedContent\"]},"
      "{\"name\":\"plain\"}]}" },
    { NULL, 0, NULL }
  };
  g_autoptr (Fixture) fixture = fixture_new (&mcp_model_gemini_dialect, pages);

  list (fixture);
  assert_model (fixture, 0, "gemini-x", "Gemini X", 1048576, 65536, "unknown");
  assert_model (fixture, 1, "plain", NULL, 0, 0, "unknown");
  g_assert_cmpuint (fixture->models->len, ==, 2);
}

static void
test_ollama (void)
{
  static const Page pages[] = {
    { "GET /v1/api/tags", 200,
      "{\"models\":[{\"name\":\"a:latest\",\"model\":\"a:latest\"},{\"name\":\"b:7b\"}]}" },
    { "GET /v1/api/ps", 200,
      "{\"models\":[{\"name\":\"b:7b\",\"model\":\"b:7b\",\"context_length\":4096}]}" },
    { NULL, 0, NULL }
  };
  static const Page old[] = { { "GET /v1/api/tags", 200, "{\"models\":[{\"name\":\"a\"}]}" },
                              { NULL, 0, NULL } };
  g_autoptr (Fixture) fixture = fixture_new (&mcp_model_ollama_dialect, pages);
  g_autoptr (Fixture) without = fixture_new (&mcp_model_ollama_dialect, old);

  list (fixture);
  assert_model (fixture, 0, "a:latest", NULL, 0, 0, "unloaded");
  assert_model (fixture, 1, "b:7b", NULL, 4096, 0, "loaded");
  list (without);
  assert_model (without, 0, "a", NULL, 0, 0, "unloaded");
}

static void
test_failures (void)
{
  static const Page        refused[] = { { "GET /v1/models", 401, "{\"error\":\"Not " KEY "\"}" },
                                         { NULL, 0, NULL } };
  static const Page        html[] = { { "GET /v1/models", 200, "<html>" }, { NULL, 0, NULL } };
  static const Page        other[] = { { "GET /v1/models", 200, "{\"data\":{}}" }, { NULL, 0, NULL } };
  static const Page        away[] = { { "GET /v1/models", 307, "http://localhost:1/v1/models" },
                                      { NULL, 0, NULL } };
  static const Page *const servers[] = { refused, html, other, away };
  static const McpError    codes[] = { MCP_ERROR_HTTP_STATUS, MCP_ERROR_INVALID_MESSAGE,
                                       MCP_ERROR_INVALID_MESSAGE, MCP_ERROR_REDIRECTED };

  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_autoptr (Fixture) fixture = fixture_new (&mcp_model_chat_dialect, servers[i]);

      list (fixture);
      g_assert_null (fixture->models);
      g_assert_error (fixture->error, MCP_ERROR, (int)codes[i]);
      g_assert_true ((fixture->failure != NULL) == (i == 0));
      g_assert_null (strstr (fixture->error->message, KEY));
      if (i == 0)
        g_assert_cmpint (fixture->failure->fault, ==, MCP_MODEL_FAULT_KEY);
    }
}

/* Counting */

static gint64
count (Fixture *self)
{
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  const McpModelRequest request = {
    .provider = self->provider, .model = "m", .turns = turns, .parallel = -1, .max_tokens = 9
  };
  TestPeerCall call = { 0 };
  gint64       tokens;

  g_ptr_array_add (turns, mcp_model_turn_new (MCP_MODEL_USER));
  mcp_model_turn_take_block (turns->pdata[0], mcp_model_block_new (MCP_MODEL_TEXT, "Hello", -1));
  mcp_model_catalogue_count_async (self->catalogue, &request, KEY, NULL, test_peer_call_done,
                                   &call);
  test_peer_wait (call.done);
  tokens = mcp_model_catalogue_count_finish (self->catalogue, call.result, &self->failure,
                                             &self->error);
  g_object_unref (call.result);
  return tokens;
}

typedef struct
{
  const McpModelDialect *dialect;
  Page                   pages[2];
  const char            *sent; /* is in the body */
} Counter;

/* The request as it would be sent, without what only an answer needs. */
static void
test_count (void)
{
  static const Counter counters[] = {
    { &mcp_model_chat_dialect,
      { { "POST /v1/chat/completions/input_tokens", 200, "{\"input_tokens\":11}" } },
      "{\"model\":\"m\",\"messages\":[" },
    { &mcp_model_responses_dialect,
      { { "POST /v1/responses/input_tokens", 200,
          "{\"object\":\"response.input_tokens\",\"input_tokens\":11}" } },
      "{\"model\":\"m\",\"input\":[" },
    { &mcp_model_anthropic_dialect,
      { { "POST /v1/messages/count_tokens", 200, "{\"input_tokens\":11}" } },
      "{\"model\":\"m\",\"messages\":[" },
    { &mcp_model_gemini_dialect,
      { { "POST /v1/models/m:countTokens", 200, "{\"totalTokens\":11}" } },
      "{\"generateContentRequest\":{\"model\":\"models/m\",\"contents\":[" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    {
      g_autoptr (Fixture) fixture = fixture_new (counters[i].dialect, counters[i].pages);
      const char *body;

      g_assert_cmpint (count (fixture), ==, 11);
      g_assert_no_error (fixture->error);
      g_assert_cmpuint (fixture->server->bodies->len, ==, 1);
      body = fixture->server->bodies->pdata[0];
      g_assert_true (g_str_has_prefix (body, counters[i].sent));
      g_assert_nonnull (strstr (body, "\"Hello\""));
      g_assert_null (strstr (body, "\"stream\""));
      g_assert_null (strstr (body, "\"max_"));
    }
}

static void
test_not_counted (void)
{
  static const Page none[] = { { NULL, 0, NULL } };
  static const Page odd[] = { { "POST /v1/chat/completions/input_tokens", 200, "{\"n\":1}" },
                              { NULL, 0, NULL } };
  static const Page no_model[] = {
    { "POST /v1/chat/completions/input_tokens", 404,
      "{\"error\":{\"message\":\"No such model\",\"code\":\"model_not_found\"}}" },
    { NULL, 0, NULL }
  };
  g_autoptr (Fixture) ollama = fixture_new (&mcp_model_ollama_dialect, none);
  g_autoptr (Fixture) chat = fixture_new (&mcp_model_chat_dialect, none);
  g_autoptr (Fixture) strange = fixture_new (&mcp_model_chat_dialect, odd);
  g_autoptr (Fixture) missing = fixture_new (&mcp_model_chat_dialect, no_model);

  g_assert_cmpint (count (ollama), ==, -1);
  g_assert_error (ollama->error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  g_assert_cmpuint (ollama->server->requests->len, ==, 0);
  g_assert_cmpint (count (chat), ==, -1);
  g_assert_error (chat->error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  g_assert_cmpint (count (strange), ==, -1);
  g_assert_error (strange->error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  g_assert_cmpint (count (missing), ==, -1);
  g_assert_error (missing->error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_cmpint (missing->failure->fault, ==, MCP_MODEL_FAULT_MODEL);
}

void
add_model_catalogue_tests (void)
{
  g_test_add_func ("/model-catalogue/compatible", test_compatible);
  g_test_add_func ("/model-catalogue/bare", test_bare);
  g_test_add_func ("/model-catalogue/anthropic", test_anthropic);
  g_test_add_func ("/model-catalogue/elsewhere", test_elsewhere);
  g_test_add_func ("/model-catalogue/reading", test_reading);
  g_test_add_func ("/model-catalogue/endless", test_endless);
  g_test_add_func ("/model-catalogue/gemini", test_gemini);
  g_test_add_func ("/model-catalogue/ollama", test_ollama);
  g_test_add_func ("/model-catalogue/failures", test_failures);
  g_test_add_func ("/model-catalogue/count", test_count);
  g_test_add_func ("/model-catalogue/not-counted", test_not_counted);
}
