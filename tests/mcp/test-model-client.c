/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One request to a model over HTTP: what goes out, what is told meanwhile, and how it ends. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-limits.h"
#include "mcp-model-client.h"
#include "mcp-model-dialect.h"
#include "test-http-server.h"
#include "test-transport-peer.h"

#include <string.h>

#define KEY "sk-sesame-0123456789"
#define PIECE(text) "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" text "\"}}]}\n\n"
#define STOP "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
#define DONE "data: [DONE]\n\n"

/* One request, and what was seen of it */
typedef struct
{
  McpModelProvider *provider;
  McpModelClient   *client;
  GPtrArray        *turns;
  McpModelRequest   request;
  GCancellable     *cancellable;
  gboolean          cancels; /* when it is to be tried again */

  GString   *text;
  GPtrArray *exchanges; /* of McpModelExchange */
  guint      n_again;
  guint      wait;

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
    g_string_append_len (asked->text, event->text, (gssize)event->length);
}

static void
on_again (guint number_of_try, guint wait, const GError *why, gpointer data)
{
  Asked *asked = data;

  asked->n_again++;
  asked->wait = wait;
  g_assert_cmpuint (number_of_try, ==, asked->n_again + 1);
  g_assert_nonnull (why);
  if (asked->cancels)
    g_cancellable_cancel (asked->cancellable);
}

static void
on_exchange (McpModelExchange *exchange, gpointer data)
{
  Asked *asked = data;

  g_assert_false (asked->done);
  g_ptr_array_add (asked->exchanges, mcp_model_exchange_ref (exchange));
  g_assert_cmpuint (exchange->number_of_try, ==, asked->exchanges->len);
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

static McpModelTurn *
new_question (void)
{
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, "Hello", -1));
  return turn;
}

static Asked *
asked_new_for (const McpModelDialect *dialect, const char *base)
{
  Asked *asked = g_new0 (Asked, 1);

  asked->provider = mcp_model_provider_new ("test", dialect, base);
  asked->provider->variable = g_strdup ("TEST_KEY");
  asked->client = mcp_model_client_new (asked->provider, NULL);
  asked->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  g_ptr_array_add (asked->turns, new_question ());
  asked->request = (McpModelRequest){
    .provider = asked->provider, .model = "m", .turns = asked->turns, .parallel = -1
  };
  asked->cancellable = g_cancellable_new ();
  asked->text = g_string_new (NULL);
  asked->exchanges = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_exchange_unref);
  return asked;
}

static Asked *
asked_new (const char *base)
{
  return asked_new_for (&mcp_model_chat_dialect, base);
}

static void
asked_free (Asked *asked)
{
  g_object_unref (asked->client);
  mcp_model_provider_unref (asked->provider);
  g_ptr_array_unref (asked->turns);
  g_object_unref (asked->cancellable);
  g_string_free (asked->text, TRUE);
  g_ptr_array_unref (asked->exchanges);
  g_clear_pointer (&asked->turn, mcp_model_turn_unref);
  g_clear_pointer (&asked->failure, mcp_model_failure_unref);
  g_clear_error (&asked->error);
  g_free (asked);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

static void
begin_with (Asked *asked, McpModelClient *client)
{
  const McpModelWatch watch = { on_event, on_again, on_exchange, asked };

  mcp_model_client_send_async (client, &asked->request, KEY, &watch, asked->cancellable, on_done,
                               asked);
}

static void
begin (Asked *asked)
{
  begin_with (asked, asked->client);
}

static void
ask (Asked *asked)
{
  begin (asked);
  test_peer_wait (asked->done);
}

static void
assert_turn (Asked *asked, const char *text)
{
  g_autofree char *found = NULL;

  g_assert_nonnull (asked->turn);
  found = mcp_model_turn_dup_text (asked->turn, MCP_MODEL_TEXT);
  g_assert_cmpstr (found, ==, text);
  g_assert_cmpstr (asked->text->str, ==, text);
}

static McpModelExchange *
get_exchange (Asked *asked, guint index)
{
  g_assert_cmpuint (index, <, asked->exchanges->len);
  return asked->exchanges->pdata[index];
}

/* What the handler of a server answers, request by request */
typedef struct
{
  int         status;
  const char *header; /* (nullable): its name */
  const char *value;
  const char *type; /* (nullable): events */
  const char *body;
} Answer;

static void
answer (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  const Answer *each = &((const Answer *)data)[server->requests->len - 1];

  if (each->header != NULL)
    soup_message_headers_append (soup_server_message_get_response_headers (message), each->header,
                                 each->value);
  if (each->type == NULL)
    test_http_answer_events (message, each->body);
  else
    test_http_answer (message, each->status, each->type, each->body);
}

static TestHttpServer *
new_server (const Answer *answers)
{
  TestHttpServer *server = test_http_server_new ();

  server->handler = answer;
  server->handler_data = (gpointer)answers;
  return server;
}

static void
open_stream (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  test_http_open_events (server, message, data);
}

/* In pieces */

static void
assert_sent (TestHttpServer *server)
{
  static const char *const headers[][2] = { { "Authorization", "Bearer " KEY },
                                            { "Accept", "text/event-stream" },
                                            { "Accept-Encoding", "identity" },
                                            { "Content-Type", "application/json" } };

  g_assert_cmpstr (server->requests->pdata[0], ==, "POST /v1/chat/completions");
  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    g_assert_cmpstr (test_http_server_get_header (server, 0, headers[i][0]), ==, headers[i][1]);
  g_assert_nonnull (strstr (server->bodies->pdata[0], "\"Hello\""));
}

static void
assert_recorded (Asked *asked, const char *url)
{
  McpModelExchange *exchange = get_exchange (asked, 0);
  g_autofree char  *curl = mcp_model_exchange_dup_curl (exchange);
  g_autofree char  *headers = g_strjoinv ("\n", exchange->request_headers);

  g_assert_cmpuint (asked->exchanges->len, ==, 1);
  g_assert_cmpstr (exchange->url, ==, url);
  g_assert_cmpuint (exchange->status, ==, 200);
  g_assert_cmpmem (exchange->response->data, exchange->response->len,
                   PIECE ("Good ") PIECE ("morning") STOP DONE,
                   strlen (PIECE ("Good ") PIECE ("morning") STOP DONE));
  g_assert_false (mcp_model_exchange_is_cut (exchange));
  g_assert_null (exchange->error);
  g_assert_cmpint (exchange->begun, <=, exchange->sent);
  g_assert_cmpint (exchange->sent, <=, exchange->first_byte);
  g_assert_cmpint (exchange->first_byte, <=, exchange->first_event);
  g_assert_cmpint (exchange->first_event, <=, exchange->ended);
  g_assert_cmpint (exchange->begun, >, 0);
  g_assert_cmpint (exchange->at, >, 0);

  g_assert_cmpstr (exchange->request_headers[exchange->key_index], ==,
                   "Authorization: Bearer $TEST_KEY");
  g_assert_null (strstr (headers, KEY));
  g_assert_null (strstr (curl, KEY));
  g_assert_nonnull (strstr (curl, "--header \"Authorization: Bearer $TEST_KEY\""));
  g_assert_nonnull (strstr (curl, "--header 'Accept: text/event-stream'"));
  g_assert_nonnull (strstr (curl, "Hello"));
}

static void
test_pieces (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autofree char *base = g_strconcat (server->base, "/v1/", NULL);
  g_autofree char *url = g_strconcat (server->base, "/v1/chat/completions", NULL);
  g_autoptr (Asked) asked = asked_new (base);

  server->handler = open_stream;
  server->handler_data = (gpointer) "";
  begin (asked);
  test_peer_wait (server->waiting->len == 1);
  test_http_server_write (server, 0, PIECE ("Good "));
  test_peer_wait (asked->text->len > 0);
  g_assert_cmpstr (asked->text->str, ==, "Good ");
  g_assert_false (asked->done);
  test_http_server_write (server, 0, PIECE ("morning") STOP DONE);
  test_peer_wait (asked->done);

  g_assert_no_error (asked->error);
  assert_turn (asked, "Good morning");
  g_assert_cmpint (asked->turn->stop, ==, MCP_MODEL_STOP_END);
  g_assert_cmpstr (asked->turn->asked, ==, "m");
  g_assert_null (asked->failure);
  g_assert_cmpuint (asked->n_again, ==, 0);
  assert_sent (server);
  assert_recorded (asked, url);
}

/* Some servers never stream. */
static void
test_whole (void)
{
  static const Answer answers[] = {
    { 200, NULL, NULL, "application/json; charset=utf-8",
      "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"All of it\"},"
      "\"finish_reason\":\"stop\"}]}" },
  };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  ask (asked);
  g_assert_no_error (asked->error);
  assert_turn (asked, "All of it");
}

static void
test_at_once (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (Asked) one = asked_new (server->base);
  g_autoptr (Asked) two = asked_new (server->base);
  g_autoptr (Asked) three = asked_new (server->base);
  Asked *const all[] = { one, two, three };

  server->handler = open_stream;
  server->handler_data = (gpointer)PIECE ("x");
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      all[i]->request.provider = one->provider;
      begin_with (all[i], one->client);
    }
  test_peer_wait (one->text->len > 0 && two->text->len > 0 && three->text->len > 0);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    test_http_server_write (server, i, DONE);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      test_peer_wait (all[i]->done);
      g_assert_no_error (all[i]->error);
    }
}

/* One conversation is many requests: they share a connection. */
static void
test_kept (void)
{
  static const Answer answers[] = {
    { 200, NULL, NULL, NULL, STOP DONE },
    { 200, NULL, NULL, NULL, STOP DONE },
    { 200, NULL, NULL, NULL, STOP DONE },
    { 200, NULL, NULL, NULL, STOP DONE },
    { 200, NULL, NULL, NULL, STOP DONE },
    { 200, NULL, NULL, NULL, STOP DONE },
  };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      asked->done = FALSE;
      ask (asked);
      g_assert_no_error (asked->error);
      g_clear_pointer (&asked->turn, mcp_model_turn_unref);
      g_ptr_array_set_size (asked->exchanges, 0);
      test_peer_run (50);
    }
  /* A machine under load may have missed one or the other. */
  g_assert_cmpuint (g_hash_table_size (server->ports), <, G_N_ELEMENTS (answers));
}

/* Trying again */

static void
test_again (void)
{
  static const Answer answers[] = {
    { 429, "retry-after-ms", "15", "application/json",
      "{\"error\":{\"message\":\"Slow down\",\"code\":\"rate_limit_exceeded\"}}" },
    { 200, NULL, NULL, NULL, PIECE ("Fine") STOP DONE },
  };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  ask (asked);
  g_assert_no_error (asked->error);
  g_assert_null (asked->failure);
  assert_turn (asked, "Fine");
  g_assert_cmpuint (asked->n_again, ==, 1);
  g_assert_cmpuint (asked->wait, ==, 15);
  g_assert_cmpuint (asked->exchanges->len, ==, 2);
  g_assert_cmpuint (get_exchange (asked, 0)->status, ==, 429);
  g_assert_cmpstr (get_exchange (asked, 0)->error, ==, "Slow down");
  g_assert_null (get_exchange (asked, 1)->error);
}

/* Anthropic says so within the stream, before anything else. */
static void
test_overloaded (void)
{
  static const Answer answers[] = {
    { 200, NULL, NULL, NULL,
      "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
      "\"message\":\"Overloaded\"}}\n\n" },
    { 200, NULL, NULL, NULL,
      "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m1\","
      "\"role\":\"assistant\",\"content\":[],\"model\":\"c\"}}\n\n"
      "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
      "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
      "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
      "\"delta\":{\"type\":\"text_delta\",\"text\":\"Here\"}}\n\n"
      "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
      "event: message_delta\ndata: {\"type\":\"message_delta\","
      "\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":1}}\n\n"
      "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n" },
  };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new_for (&mcp_model_anthropic_dialect, server->base);

  ask (asked);
  g_assert_no_error (asked->error);
  assert_turn (asked, "Here");
  g_assert_cmpuint (asked->n_again, ==, 1);
  g_assert_cmpuint (asked->wait, >=, 375);
  g_assert_cmpuint (asked->wait, <=, 625);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpstr (server->requests->pdata[i], ==, "POST /messages");
      g_assert_cmpstr (test_http_server_get_header (server, i, "x-api-key"), ==, KEY);
      g_assert_cmpstr (test_http_server_get_header (server, i, "anthropic-version"), ==,
                       "2023-06-01");
      g_assert_null (test_http_server_get_header (server, i, "Authorization"));
    }
  g_assert_cmpstr (server->bodies->pdata[0], ==, server->bodies->pdata[1]);
}

/* Ollama's stream has lines. */
static void
test_lines (void)
{
  static const Answer answers[] = {
    { 200, NULL, NULL, "application/x-ndjson",
      "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Line by \"},"
      "\"done\":false}\n"
      "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"line\"},"
      "\"done\":false}\n"
      "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
      "\"done_reason\":\"stop\"}\n" },
  };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new_for (&mcp_model_ollama_dialect, server->base);

  ask (asked);
  g_assert_no_error (asked->error);
  assert_turn (asked, "Line by line");
  g_assert_cmpstr (server->requests->pdata[0], ==, "POST /api/chat");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Accept"), ==, "application/x-ndjson");
}

/* What a person sets goes before what we say. */
static void
test_headers (void)
{
  static const Answer answers[] = { { 200, NULL, NULL, NULL, STOP DONE } };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  g_strfreev (asked->provider->headers);
  asked->provider->headers = g_strsplit ("accept: */*\nX-Team: blue", "\n", -1);
  ask (asked);
  g_assert_no_error (asked->error);
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Accept"), ==, "*/*");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "X-Team"), ==, "blue");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Authorization"), ==, "Bearer " KEY);
  g_assert_cmpint (get_exchange (asked, 0)->key_index, >=, 0);
  g_assert_cmpstr (get_exchange (asked, 0)->request_headers[get_exchange (asked, 0)->key_index], ==,
                   "Authorization: Bearer $TEST_KEY");
}

static void
assert_failed (const Answer *answers, guint n_tries, const char *fault, const char *message)
{
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_cmpstr (asked->error->message, ==, message);
  g_assert_nonnull (asked->failure);
  g_assert_cmpstr (mcp_model_fault_to_text (asked->failure->fault), ==, fault);
  g_assert_cmpuint (server->requests->len, ==, n_tries);
  g_assert_cmpuint (asked->exchanges->len, ==, n_tries);
  g_assert_null (asked->turn);
}

static void
test_given_up (void)
{
  static const Answer busy[] = {
    { 503, "retry-after-ms", "1", "text/plain", "One" },
    { 503, "retry-after-ms", "1", "text/plain", "Two" },
    { 503, "retry-after-ms", "1", "text/plain", "Three" },
  };
  static const Answer poor[] = {
    { 429, "retry-after-ms", "1", "application/json",
      "{\"error\":{\"message\":\"No money\",\"code\":\"insufficient_quota\"}}" },
  };
  static const Answer late[] = {
    { 429, "Retry-After", "61", "application/json", "{\"error\":\"Tomorrow\"}" },
  };
  static const Answer told[] = {
    { 502, "x-should-retry", "false", "text/html", "<html>No</html>" },
  };
  static const Answer echoed[] = {
    { 401, NULL, NULL, "text/plain", "No such key: " KEY },
  };
  static const Answer in_stream[] = {
    { 200, NULL, NULL, NULL, "data: {\"error\":{\"message\":\"Oops\",\"code\":400}}\n\n" },
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (busy) == MCP_MODEL_MAX_TRIES);
  assert_failed (busy, 3, "server", "Three");
  assert_failed (poor, 1, "quota", "No money");
  assert_failed (late, 1, "rate", "Tomorrow");
  assert_failed (told, 1, "server", "The provider answered 502 Bad Gateway");
  assert_failed (echoed, 1, "key", "No such key: …");
  assert_failed (in_stream, 1, "request", "Oops");
}

/* What was told of is not told again. */
static void
test_failed_later (void)
{
  static const Answer answers[] = {
    { 200, NULL, NULL, NULL,
      PIECE ("Once") "data: {\"error\":{\"message\":\"Overloaded\",\"code\":503}}\n\n" },
  };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_true (asked->failure->may_retry);
  assert_turn (asked, "Once");
  g_assert_cmpint (asked->turn->stop, ==, MCP_MODEL_STOP_CUT);
  g_assert_cmpuint (server->requests->len, ==, 1);
}

static void
test_cancelled_between (void)
{
  static const Answer answers[] = {
    { 429, "Retry-After", "50", "application/json", "{}" },
  };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  asked->cancels = TRUE;
  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (asked->n_again, ==, 1);
  g_assert_cmpuint (asked->wait, ==, 50000);
  g_assert_cmpuint (server->requests->len, ==, 1);
}

/* Lost */

#define HEAD                            \
  "HTTP/1.1 200 OK\r\n"                 \
  "Content-Type: text/event-stream\r\n" \
  "Content-Length: 100000\r\n\r\n"

static void
test_cut (void)
{
  static const Answer answers[] = { { 200, NULL, NULL, NULL, PIECE ("Half a") } };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (TestRawServer) raw =
      test_raw_server_new (HEAD PIECE ("Half a"), strlen (HEAD PIECE ("Half a")));
  const char *const bases[] = { server->base, raw->url };

  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    {
      g_autoptr (Asked) asked = asked_new (bases[i]);

      ask (asked);
      g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
      assert_turn (asked, "Half a");
      g_assert_cmpint (asked->turn->stop, ==, MCP_MODEL_STOP_CUT);
      g_assert_cmpuint (asked->exchanges->len, ==, 1);
      g_assert_cmpstr (get_exchange (asked, 0)->error, ==, asked->error->message);
    }
}

/* A connection that broke after all that counts is no loss. */
static void
test_cut_behind (void)
{
  g_autoptr (TestRawServer) raw = test_raw_server_new (
      HEAD PIECE ("All") STOP, strlen (HEAD PIECE ("All") STOP));
  g_autoptr (Asked) asked = asked_new (raw->url);

  ask (asked);
  g_assert_no_error (asked->error);
  assert_turn (asked, "All");
}

static void
test_lost_before (void)
{
  g_autoptr (TestRawServer) raw = test_raw_server_new (HEAD, strlen (HEAD));
  g_autoptr (Asked) asked = asked_new (raw->url);

  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  g_assert_null (asked->turn);
  g_assert_cmpuint (asked->exchanges->len, ==, MCP_MODEL_MAX_TRIES);
  g_assert_cmpuint (asked->wait, >=, 750);
  g_assert_cmpuint (asked->wait, <=, 1250);
}

static void
test_refused (void)
{
  g_autoptr (TestRawServer) raw = test_raw_server_new ("", 0);
  g_autoptr (Asked) asked = asked_new (raw->url);
  g_autoptr (Asked) nowhere = asked_new ("");

  g_socket_service_stop (raw->service);
  g_socket_listener_close (G_SOCKET_LISTENER (raw->service));
  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED);
  g_assert_cmpuint (asked->exchanges->len, ==, 1);
  g_assert_cmpuint (get_exchange (asked, 0)->status, ==, 0);
  ask (nowhere);
  g_assert_error (nowhere->error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_cmpuint (nowhere->exchanges->len, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (TestRawServer) raw =
      test_raw_server_new (HEAD PIECE ("So far"), strlen (HEAD PIECE ("So far")));
  g_autoptr (Asked) asked = asked_new (raw->url);

  raw->hang = TRUE;
  begin (asked);
  test_peer_wait (asked->text->len > 0);
  g_cancellable_cancel (asked->cancellable);
  test_peer_wait (asked->done);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  assert_turn (asked, "So far");
  g_assert_cmpint (asked->turn->stop, ==, MCP_MODEL_STOP_CUT);
  g_assert_true (get_exchange (asked, 0)->cancelled);
  /* The client lives, and has let go of the connection. */
  test_peer_wait (raw->n_closed == 1);
}

static void
test_cancelled_before (void)
{
  g_autoptr (TestHttpServer) server = new_server (NULL);
  g_autoptr (Asked) asked = asked_new (server->base);

  g_cancellable_cancel (asked->cancellable);
  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (server->requests->len, ==, 0);
}

static void
test_silence (void)
{
  g_autoptr (TestRawServer) raw =
      test_raw_server_new (HEAD PIECE ("Then"), strlen (HEAD PIECE ("Then")));
  g_autoptr (Asked) asked = asked_new (raw->url);

  raw->hang = TRUE;
  mcp_model_client_set_idle_timeout (asked->client, 300);
  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  assert_turn (asked, "Then");
  test_peer_wait (raw->n_closed == 1);
}

typedef struct
{
  TestHttpServer *server;
  guint           left;
} Pings;

static gboolean
ping (gpointer data)
{
  Pings *pings = data;

  test_http_server_write (pings->server, 0, pings->left > 0 ? ": ping\n\n" : STOP DONE);
  return pings->left-- > 0;
}

/* A model that thinks for long is not lost as long as its server says that it is there. */
static void
test_pings (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (Asked) asked = asked_new (server->base);
  Pings pings = { server, 25 };

  server->handler = open_stream;
  server->handler_data = (gpointer)PIECE ("Hm");
  mcp_model_client_set_idle_timeout (asked->client, 1000);
  begin (asked);
  test_peer_wait (asked->text->len > 0);
  g_timeout_add (60, ping, &pings);
  test_peer_wait (asked->done);
  g_assert_no_error (asked->error);
  assert_turn (asked, "Hm");
}

/* Nobody else gets the key, nor anything. */
static void
test_redirect (void)
{
  g_autoptr (TestHttpServer) other = new_server (NULL);
  g_autofree char *target = g_strconcat (other->base, "/v1/chat/completions", NULL);
  const Answer     answers[] = { { 307, "Location", target, "text/plain", "" } };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_REDIRECTED);
  g_assert_nonnull (strstr (asked->error->message, target));
  g_assert_cmpuint (server->requests->len, ==, 1);
  g_assert_cmpuint (other->requests->len, ==, 0);
  g_assert_null (asked->failure);
}

/* A base without the version of the API: it is found, and asked at once from then on. */
static void
test_elsewhere (void)
{
  static const Answer answers[] = {
    { 404, NULL, NULL, "text/plain", "404 page not found" },
    { 200, NULL, NULL, NULL, PIECE ("Hi") STOP DONE },
    { 200, NULL, NULL, NULL, STOP DONE },
  };
  static const char *const expected[] = { "POST /chat/completions", "POST /v1/chat/completions",
                                          "POST /v1/chat/completions" };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);
  g_autoptr (Asked) next = asked_new (server->base);

  ask (asked);
  g_assert_no_error (asked->error);
  assert_turn (asked, "Hi");
  next->request.provider = asked->provider;
  begin_with (next, asked->client);
  test_peer_wait (next->done);
  g_assert_no_error (next->error);
  g_assert_cmpuint (server->requests->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpstr (server->requests->pdata[i], ==, expected[i]);
}

/* What the other URL says is no better than what the base says. */
static void
test_nowhere (void)
{
  static const Answer no_model[] = {
    { 404, NULL, NULL, "application/json",
      "{\"error\":{\"message\":\"There is no model m\",\"code\":\"model_not_found\"}}" },
  };
  static const Answer nothing[] = {
    { 404, NULL, NULL, "text/plain", "404 page not found" },
    { 404, NULL, NULL, "text/plain", "404 page not found" },
  };
  g_autoptr (TestHttpServer) server = new_server (no_model);
  g_autoptr (TestHttpServer) other = new_server (nothing);
  g_autoptr (Asked) asked = asked_new (server->base);
  g_autoptr (Asked) lost = asked_new (other->base);

  ask (asked);
  g_assert_cmpint (asked->failure->fault, ==, MCP_MODEL_FAULT_MODEL);
  g_assert_cmpuint (server->requests->len, ==, 1);
  ask (lost);
  g_assert_cmpuint (lost->failure->status, ==, 404);
  g_assert_cmpuint (other->requests->len, ==, 2);
}

static void
test_not_a_model (void)
{
  static const Answer answers[] = { { 200, NULL, NULL, "text/html", "<html>Welcome</html>" } };
  g_autoptr (TestHttpServer) server = new_server (answers);
  g_autoptr (Asked) asked = asked_new (server->base);

  ask (asked);
  g_assert_error (asked->error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_cmpuint (server->requests->len, ==, 1);
}

/* The record keeps the beginning of a long response, and a long request fits a command line. */
static void
test_record (void)
{
  static const char *const headers[] = { "x-api-key: " KEY, "X-Say: it's $HOME", NULL };
  g_autofree char         *text = g_strnfill (300 * 1024, 'a');
  g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));
  g_autoptr (McpModelExchange) exchange =
      mcp_model_exchange_new ("http://a/b c", headers, 0, "KEY\"; $(id) \"", body);
  g_autofree char *curl = mcp_model_exchange_dup_curl (exchange);

  for (guint i = 0; i < 8; i++)
    mcp_model_exchange_append (exchange, text, strlen (text));
  g_assert_cmpuint (exchange->response->len, ==, MCP_MODEL_EXCHANGE_LIMIT);
  g_assert_cmpuint (exchange->received, ==, 8 * 300 * 1024);
  g_assert_true (mcp_model_exchange_is_cut (exchange));
  g_assert_true (g_str_has_prefix (curl, "curl --no-buffer --silent --show-error 'http://a/b c' "));
  g_assert_nonnull (strstr (curl, "\"x-api-key: $API_KEY\""));
  g_assert_nonnull (strstr (curl, "'X-Say: it'\\''s $HOME'"));
  g_assert_nonnull (strstr (curl, "--data @- <<'END_OF_BODY'\naaa"));
  g_assert_true (g_str_has_suffix (curl, "aaa\nEND_OF_BODY\n"));
}

void
add_model_client_tests (void)
{
  g_test_add_func ("/model-client/pieces", test_pieces);
  g_test_add_func ("/model-client/whole", test_whole);
  g_test_add_func ("/model-client/at-once", test_at_once);
  g_test_add_func ("/model-client/kept", test_kept);
  g_test_add_func ("/model-client/again", test_again);
  g_test_add_func ("/model-client/overloaded", test_overloaded);
  g_test_add_func ("/model-client/lines", test_lines);
  g_test_add_func ("/model-client/headers", test_headers);
  g_test_add_func ("/model-client/given-up", test_given_up);
  g_test_add_func ("/model-client/failed-later", test_failed_later);
  g_test_add_func ("/model-client/cancelled-between", test_cancelled_between);
  g_test_add_func ("/model-client/cut", test_cut);
  g_test_add_func ("/model-client/cut-behind", test_cut_behind);
  g_test_add_func ("/model-client/lost-before", test_lost_before);
  g_test_add_func ("/model-client/refused", test_refused);
  g_test_add_func ("/model-client/cancelled", test_cancelled);
  g_test_add_func ("/model-client/cancelled-before", test_cancelled_before);
  g_test_add_func ("/model-client/silence", test_silence);
  g_test_add_func ("/model-client/pings", test_pings);
  g_test_add_func ("/model-client/redirect", test_redirect);
  g_test_add_func ("/model-client/elsewhere", test_elsewhere);
  g_test_add_func ("/model-client/nowhere", test_nowhere);
  g_test_add_func ("/model-client/not-a-model", test_not_a_model);
  g_test_add_func ("/model-client/record", test_record);
}
