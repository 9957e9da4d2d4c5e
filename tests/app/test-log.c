/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "app-tests.h"
#include "app-log.h"
#include "app-session.h"
#include "mcp-stdio-transport.h"
#include "mcp-tap.h"

typedef struct
{
  AppSettings *settings;
  AppLog      *log;
  AppSession  *session;
  AppRedactor *redactor; /* the session's */
  McpClient   *client;
  guint64      sequence;
  McpTapFlags  flags; /* of what is passed next */
} Fixture;

/* A connection that passes what the test says. */
static void
connect (Fixture *self)
{
  g_autoptr (McpTransport) transport = mcp_stdio_transport_new ("/bin/true", NULL);

  self->client = mcp_client_new (transport);
  APP_SESSION_FEATURE_GET_IFACE (self->log)
      ->opening (APP_SESSION_FEATURE (self->log), self->session, self->client);
}

static void
disconnect (Fixture *self)
{
  APP_SESSION_FEATURE_GET_IFACE (self->log)
      ->closed (APP_SESSION_FEATURE (self->log), self->session, self->client, NULL);
  g_clear_object (&self->client);
}

static void
add (Fixture *self, McpTapEntry *entry)
{
  g_signal_emit_by_name (mcp_client_get_tap (self->client), "entry", entry);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("server");
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);

  self->settings = app_settings_new ();
  self->log = app_log_new (self->settings);
  self->session = app_session_new (profile, self->settings, vault, NULL);
  self->redactor = app_session_get_redactor (self->session);
  connect (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  disconnect (self);
  g_assert_finalize_object (self->session);
  g_assert_finalize_object (self->log);
  g_object_unref (self->settings);
}

/* One message as the tap passes it. Returns its sequence. */
static guint64
pass (Fixture *self, McpRecordKind kind, const char *text, guint64 question, const char *method)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  McpRecord *record = mcp_record_new (kind);
  g_autoptr (McpTapEntry) entry = NULL;

  record->text = g_bytes_ref (bytes);
  entry = mcp_tap_entry_new (record, message);
  entry->sequence = ++self->sequence;
  entry->question = question;
  entry->flags = self->flags;
  entry->latency = question != 0 ? 1234 : -1;
  entry->method = method;
  add (self, entry);
  return entry->sequence;
}

static guint64
ask (Fixture *self, const char *text)
{
  return pass (self, MCP_RECORD_SENT, text, 0, NULL);
}

static guint
count (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->log));
}

static AppLogEntry *
get (Fixture *self, guint position)
{
  g_autoptr (AppLogEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->log), position);

  return entry;
}

static void
test_pairs (Fixture *self, gconstpointer data)
{
  guint64      question = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\","
                                          "\"params\":{\"name\":\"echo\"}}");
  AppLogEntry *entry = get (self, 0);
  g_autoptr (GBytes) answer = NULL;

  g_assert_cmpint (app_log_entry_get_row (entry)->state, ==, APP_LOG_STATE_PENDING);
  g_assert_cmpstr (app_log_entry_get_row (entry)->method, ==, "tools/call");
  g_assert_cmpstr (app_log_entry_get_row (entry)->name, ==, "echo");
  g_assert_cmpstr (app_log_entry_get_row (entry)->id, ==, "7");
  g_assert_true (app_log_entry_get_row (entry)->outgoing);
  g_assert_cmpint (app_log_entry_get_row (entry)->duration, ==, -1);

  pass (self, MCP_RECORD_RECEIVED, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}", question,
        "tools/call");
  g_assert_cmpuint (count (self), ==, 1);
  g_assert_cmpint (app_log_entry_get_row (entry)->state, ==, APP_LOG_STATE_OK);
  g_assert_cmpint (app_log_entry_get_row (entry)->duration, ==, 1234);
  answer = app_log_entry_dup_response_text (entry);
  g_assert_cmpmem (g_bytes_get_data (answer, NULL), g_bytes_get_size (answer),
                   "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}", 36);
}

static void
test_outcomes (Fixture *self, gconstpointer data)
{
  guint64 first = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
  guint64 second = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\"}");
  guint64 third = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\"}");

  pass (self, MCP_RECORD_RECEIVED, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"isError\":true}}",
        first, "tools/call");
  pass (self, MCP_RECORD_RECEIVED,
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"no such tool\"}}",
        second, "tools/call");
  pass (self, MCP_RECORD_SENT,
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}",
        third, "notifications/cancelled");
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->state, ==, APP_LOG_STATE_TOOL_ERROR);
  g_assert_cmpint (app_log_entry_get_row (get (self, 1))->state, ==, APP_LOG_STATE_ERROR);
  g_assert_cmpstr (app_log_entry_get_row (get (self, 1))->summary, ==, "no such tool");
  g_assert_cmpint (app_log_entry_get_row (get (self, 2))->state, ==, APP_LOG_STATE_CANCELLED);
  g_assert_cmpuint (count (self), ==, 4);
}

static void
test_oddities (Fixture *self, gconstpointer data)
{
  pass (self, MCP_RECORD_RECEIVED, "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}", 0, NULL);
  pass (self, MCP_RECORD_MALFORMED, "not json \xFF", 0, NULL);
  pass (self, MCP_RECORD_RECEIVED,
        "{\"jsonrpc\":\"2.0\",\"method\":\"\\u202e<b>\",\"params\":{\"name\":\"a\\nb\"}}", 0, NULL);
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->kind, ==, APP_LOG_UNMATCHED);
  g_assert_cmpint (app_log_entry_get_row (get (self, 1))->kind, ==, APP_LOG_MALFORMED);
  g_assert_true (g_utf8_validate (app_log_entry_get_row (get (self, 1))->summary, -1, NULL));
  g_assert_cmpstr (app_log_entry_get_row (get (self, 2))->method, ==, "⟨U+202E⟩<b>");
  g_assert_cmpstr (app_log_entry_get_row (get (self, 2))->name, ==, "a↵b");
}

/* What is off in a message is told with it, in the question and in the answer. */
static void
test_findings (Fixture *self, gconstpointer data)
{
  guint64 question = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
  g_autoptr (GPtrArray) of_question = NULL;
  g_autoptr (GPtrArray) of_answer = NULL;
  g_autoptr (GPtrArray) of_garbage = NULL;

  pass (self, MCP_RECORD_RECEIVED, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1,\"a\":2}}",
        question, "tools/call");
  pass (self, MCP_RECORD_MALFORMED, "not json", 0, NULL);
  of_question = app_log_entry_dup_findings (get (self, 0), FALSE);
  of_answer = app_log_entry_dup_findings (get (self, 0), TRUE);
  of_garbage = app_log_entry_dup_findings (get (self, 1), FALSE);
  g_assert_null (of_question);
  g_assert_true (mcp_finding_list_has (of_answer, "content-missing"));
  g_assert_true (mcp_finding_list_has (of_answer, "json-duplicate-member"));
  g_assert_true (mcp_finding_list_has (of_garbage, "message-invalid"));
}

static void
on_counted (AppLogEntry *entry, GParamSpec *pspec, gboolean *counted)
{
  *counted = TRUE;
}

/* What is off is counted once, beside everything else, and again when there is an answer. */
static void
test_count_of_findings (Fixture *self, gconstpointer data)
{
  guint64         question = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
  AppLogEntry    *entry = get (self, 0);
  McpFindingLevel worst;
  gboolean        counted = FALSE;

  g_assert_cmpint (app_log_entry_get_n_findings (entry, NULL), ==, -1);
  g_signal_connect (entry, "notify::n-findings", G_CALLBACK (on_counted), &counted);
  app_log_entry_want_findings (entry);
  g_assert_cmpint (app_log_entry_get_n_findings (entry, NULL), ==, -1);
  while (!counted)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (app_log_entry_get_n_findings (entry, NULL), ==, 0);
  pass (self, MCP_RECORD_RECEIVED, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1,\"a\":2}}",
        question, "tools/call");
  g_assert_cmpint (app_log_entry_get_n_findings (entry, NULL), ==, -1);
  g_assert_cmpuint (app_log_entry_count_findings (entry, &worst), ==, 2);
  g_assert_cmpint (worst, ==, MCP_FINDING_ERROR);
  g_assert_cmpint (app_log_entry_get_n_findings (entry, NULL), ==, 2);
}

#define DISCOVER "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}"
#define INITIALIZE "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"initialize\"}"
#define REFUSED \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"

/* A server that is asked for the modern revisions and knows only earlier ones has not failed; who
 * asks for them and opens no session after that has. */
static void
test_probe (Fixture *self, gconstpointer data)
{
  guint64 question = ask (self, DISCOVER);

  pass (self, MCP_RECORD_RECEIVED, REFUSED, question, "server/discover");
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->state, ==, APP_LOG_STATE_ERROR);
  question = ask (self, INITIALIZE);
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->state, ==, APP_LOG_STATE_NOT_SPOKEN);
  g_assert_nonnull (strstr (app_log_entry_get_row (get (self, 0))->summary, "legacy"));
  g_assert_cmpint (app_log_entry_get_row (get (self, 1))->state, ==, APP_LOG_STATE_PENDING);

  /* A session that is refused is a failure; so is a probe of the next connection, until it falls
   * back. */
  pass (self, MCP_RECORD_RECEIVED,
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"no\"}}", question,
        "initialize");
  g_assert_cmpint (app_log_entry_get_row (get (self, 1))->state, ==, APP_LOG_STATE_ERROR);
  question = ask (self, DISCOVER);
  pass (self, MCP_RECORD_RECEIVED, REFUSED, question, "server/discover");
  g_assert_cmpint (app_log_entry_get_row (get (self, 2))->state, ==, APP_LOG_STATE_ERROR);

  /* The server may end when it is asked; the session is of another connection then. */
  ask (self, DISCOVER);
  disconnect (self);
  connect (self);
  ask (self, INITIALIZE);
  g_assert_cmpint (app_log_entry_get_row (get (self, 3))->state, ==, APP_LOG_STATE_NOT_SPOKEN);
  g_assert_cmpint (app_log_entry_get_row (get (self, 2))->state, ==, APP_LOG_STATE_ERROR);
}

/* What ends a call without being an answer to it ends its row, too. Where a session is open, nobody waits
 * for what asked for it over the connection that was given up. */
static void
test_ends (Fixture *self, gconstpointer data)
{
  guint64 question = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\"}");

  self->flags = MCP_TAP_ENDS;
  pass (self, MCP_RECORD_RECEIVED, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{", question, "tools/call");
  self->flags = MCP_TAP_PLAIN;
  g_assert_cmpuint (count (self), ==, 2);
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->state, ==, APP_LOG_STATE_ERROR);
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->duration, >=, 0);

  ask (self, DISCOVER);
  ask (self, INITIALIZE);
  ask (self, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/list\"}");
  APP_SESSION_FEATURE_GET_IFACE (self->log)
      ->opened (APP_SESSION_FEATURE (self->log), self->session, self->client);
  g_assert_cmpint (app_log_entry_get_row (get (self, 2))->state, ==, APP_LOG_STATE_CANCELLED);
  g_assert_cmpint (app_log_entry_get_row (get (self, 3))->state, ==, APP_LOG_STATE_CANCELLED);
  g_assert_cmpint (app_log_entry_get_row (get (self, 4))->state, ==, APP_LOG_STATE_PENDING);
}

/* What a server asks and reports while one call waits belongs to it; with two it is anybody's, unless
 * it says whose. Since 2026-07-28 the call that carries the answers belongs to the first. */
static void
test_parents (Fixture *self, gconstpointer data)
{
  static const char        call[] = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\","
                                    "\"params\":{\"name\":\"bake\"%s}}";
  static const char *const asked = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":"
                                   "\"sampling/createMessage\",\"params\":{}}";
  g_autofree char         *first = g_strdup_printf (call, 1, "");
  g_autofree char         *second = g_strdup_printf (call, 2, "");
  g_autofree char         *again = g_strdup_printf (call, 3, ",\"inputResponses\":{}");
  guint64                  sequence;

  pass (self, MCP_RECORD_RECEIVED, asked, 0, NULL);
  sequence = ask (self, first);
  pass (self, MCP_RECORD_RECEIVED, asked, 0, NULL);
  guint64 root = app_log_entry_get_row (get (self, 1))->sequence;
  g_assert_cmpuint (app_log_entry_get_row (get (self, 0))->depth, ==, 0);
  g_assert_cmpuint (app_log_entry_get_row (get (self, 1))->root, ==, root);
  g_assert_cmpuint (app_log_entry_get_row (get (self, 2))->root, ==, root);
  g_assert_cmpuint (app_log_entry_get_row (get (self, 2))->depth, ==, 1);
  ask (self, second);
  pass (self, MCP_RECORD_RECEIVED, asked, 0, NULL);
  g_assert_cmpuint (app_log_entry_get_row (get (self, 4))->depth, ==, 0);
  pass (self, MCP_RECORD_RECEIVED,
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
        "\"params\":{\"progressToken\":1,\"progress\":1}}",
        sequence, NULL);
  g_assert_cmpuint (app_log_entry_get_row (get (self, 5))->root, ==, root);
  ask (self, again);
  g_assert_cmpuint (app_log_entry_get_row (get (self, 6))->depth, ==, 1);
}

static void
test_end_of_connection (Fixture *self, gconstpointer data)
{
  ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
  disconnect (self);
  connect (self);
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->state, ==, APP_LOG_STATE_CANCELLED);
}

static void
test_limit_of_entries (Fixture *self, gconstpointer data)
{
  const guint limit = 20;

  g_object_set (self->settings, "log-entries", limit, NULL);
  for (guint i = 0; i < limit; i++)
    ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  g_assert_cmpuint (count (self), ==, limit);
  g_assert_cmpuint (app_log_get_dropped (self->log), ==, 0);
  ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  g_assert_cmpuint (count (self), <=, limit);
  g_assert_cmpuint (count (self) + app_log_get_dropped (self->log), ==, limit + 1);
  for (guint i = 0; i < 1000; i++)
    ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  g_assert_cmpuint (count (self), <=, limit);
  g_assert_cmpuint (count (self) + app_log_get_dropped (self->log), ==, limit + 1001);
}

/* What leaves memory is redacted on the way; what stays is as it came. */
static void
test_spill (Fixture *self, gconstpointer data)
{
  const char      *secret = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":\"hunter22\"}";
  g_autofree char *large = g_strnfill (2000, 'a');
  g_autofree char *message = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"%s\"}", large);
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autofree char *text = NULL;

  app_redactor_add_secret (self->redactor, "hunter22");
  g_object_set (self->settings, "log-bytes", (guint64)4096, NULL);
  ask (self, secret);
  before = app_log_entry_dup_text (get (self, 0));
  g_assert_cmpmem (g_bytes_get_data (before, NULL), g_bytes_get_size (before), secret,
                   strlen (secret));
  for (guint i = 0; i < 5; i++)
    ask (self, message);
  after = app_log_entry_dup_text (get (self, 0));
  text = g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
  g_assert_cmpstr (text, ==, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":\"••••••\"}");
  g_assert_cmpuint (app_log_entry_get_size (get (self, 0)), ==, strlen (secret));
}

static gboolean
is_redacted (AppLogEntry *entry)
{
  g_autoptr (GBytes) text = app_log_entry_dup_text (entry);

  return memmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), "hunter22", 8) == NULL;
}

/* A pause keeps the view still; it does not lift the bound of memory. */
static void
test_spill_while_paused (Fixture *self, gconstpointer data)
{
  g_autofree char *large = g_strnfill (2000, 'a');
  g_autofree char *message = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"hunter22 %s\"}",
                                              large);

  app_redactor_add_secret (self->redactor, "hunter22");
  g_object_set (self->settings, "log-bytes", (guint64)4096, NULL);
  ask (self, message);
  g_object_set (self->log, "paused", TRUE, NULL);
  for (guint i = 0; i < 5; i++)
    ask (self, message);
  g_assert_cmpuint (count (self), ==, 1);
  g_assert_true (is_redacted (get (self, 0)));
  g_object_set (self->log, "paused", FALSE, NULL);
  g_assert_cmpuint (count (self), ==, 6);
  g_assert_true (is_redacted (get (self, 3)));
  g_assert_false (is_redacted (get (self, 5)));
  /* And what comes then is counted right. */
  for (guint i = 0; i < 5; i++)
    ask (self, message);
  g_assert_true (is_redacted (get (self, 8)));
  g_assert_false (is_redacted (get (self, 10)));
}

/* An answer to a request that was moved already is moved at once. */
static void
test_late_answer_is_spilled (Fixture *self, gconstpointer data)
{
  g_autofree char *large = g_strnfill (5000, 'a');
  g_autofree char *answer = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"hunter22 %s\"}",
                                             large);
  g_autofree char *other = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"%s\"}", large);
  g_autoptr (GBytes) text = NULL;
  guint64 question;

  app_redactor_add_secret (self->redactor, "hunter22");
  g_object_set (self->settings, "log-bytes", (guint64)4096, NULL);
  question = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
  ask (self, other);
  pass (self, MCP_RECORD_RECEIVED, answer, question, "tools/call");
  text = app_log_entry_dup_response_text (get (self, 0));
  g_assert_null (memmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), "hunter22", 8));
  g_assert_cmpuint (app_log_entry_get_size (get (self, 0)), >, 5000);
}

/* The question may be gone when the answer comes; that is not the server's fault. */
static void
test_answer_to_what_was_dropped (Fixture *self, gconstpointer data)
{
  guint64      question = ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
  AppLogEntry *entry;

  app_log_clear (self->log);
  pass (self, MCP_RECORD_RECEIVED, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", question,
        "tools/call");
  entry = get (self, 0);
  g_assert_cmpint (app_log_entry_get_row (entry)->kind, ==, APP_LOG_UNMATCHED);
  g_assert_cmpint (app_log_entry_get_row (entry)->state, ==, APP_LOG_STATE_OK);
  g_assert_cmpstr (app_log_entry_get_row (entry)->summary, ==,
                   "Response to a request that is no longer in the log");
}

static void
add_exchange (Fixture *self, McpRecord *record)
{
  g_autoptr (McpTapEntry) entry = mcp_tap_entry_new (record, NULL);

  entry->sequence = ++self->sequence;
  add (self, entry);
}

/* Whatever a server answers with: bounded, masked, and the beginning of its error page is there. */
static void
test_hostile_exchange (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *body = g_strnfill (100000, 'b');
  g_autofree char *text = NULL;
  McpRecord       *record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);

  app_redactor_add_url (self->redactor, "http://x/?token=hunter22");
  record->exchange = 9;
  record->method = g_strdup ("GET");
  record->url = g_strdup ("http://x/?token=hunter22");
  add_exchange (self, record);
  record = mcp_record_new (MCP_RECORD_EXCHANGE_HEADERS);
  record->exchange = 9;
  record->status = 500;
  for (guint i = 0; i < 10000; i++)
    g_ptr_array_add (headers, g_strdup_printf ("X-Header-%u: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", i));
  g_ptr_array_add (headers, NULL);
  record->response_headers = g_strdupv ((char **)headers->pdata);
  add_exchange (self, record);
  record = mcp_record_new (MCP_RECORD_EXCHANGE_ENDED);
  record->exchange = 9;
  memcpy (body, "<h1>Oops hunter22\xFF", 19);
  record->text = g_bytes_new (body, 100000);
  add_exchange (self, record);

  g_assert_cmpuint (count (self), ==, 1);
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->state, ==, APP_LOG_STATE_ERROR);
  g_assert_null (strstr (app_log_entry_get_row (get (self, 0))->name, "hunter22"));
  text = app_log_entry_dup_exchange_text (get (self, 0));
  g_assert_cmpuint (strlen (text), <, 40000);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_null (strstr (text, "hunter22"));
  g_assert_nonnull (strstr (text, "<h1>Oops ••••••"));
  g_assert_nonnull (strstr (text, "headers are not shown"));
}

static void
test_pause (Fixture *self, gconstpointer data)
{
  ask (self, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  g_object_set (self->log, "paused", TRUE, NULL);
  ask (self, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
  g_assert_cmpuint (count (self), ==, 1);
  g_object_set (self->log, "paused", FALSE, NULL);
  g_assert_cmpuint (count (self), ==, 2);
  app_log_clear (self->log);
  g_assert_cmpuint (count (self), ==, 0);
}

static void
end_http (Fixture *self, guint64 exchange, int status)
{
  McpRecord *record = mcp_record_new (MCP_RECORD_EXCHANGE_HEADERS);

  record->exchange = exchange;
  record->status = status;
  add_exchange (self, record);
  record = mcp_record_new (MCP_RECORD_EXCHANGE_ENDED);
  record->exchange = exchange;
  add_exchange (self, record);
}

/* A message that the server refuses without a message of its own, and an exchange that carries
 * none: both say the status. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  static const char json[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}";
  g_autoptr (GBytes) text = g_bytes_new_static (json, strlen (json));
  g_autoptr (McpMessage) message = mcp_message_parse (text);
  McpRecord *record = mcp_record_new (MCP_RECORD_SENT);
  g_autoptr (McpTapEntry) entry = NULL;

  record->text = g_bytes_ref (text);
  entry = mcp_tap_entry_new (record, message);
  entry->sequence = ++self->sequence;
  add (self, entry);
  record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);
  record->exchange = 21;
  record->text = g_bytes_ref (text);
  record->method = g_strdup ("POST");
  record->url = g_strdup ("http://127.0.0.1/mcp");
  add_exchange (self, record);
  end_http (self, 21, 502);
  g_assert_cmpuint (count (self), ==, 1);
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->state, ==, APP_LOG_STATE_ERROR);
  g_assert_true (g_str_has_prefix (app_log_entry_get_row (get (self, 0))->summary, "HTTP 502"));
  g_assert_cmpint (app_log_entry_get_row (get (self, 0))->duration, >=, 0);

  record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);
  record->exchange = 22;
  record->method = g_strdup ("DELETE");
  record->url = g_strdup ("http://127.0.0.1/mcp");
  add_exchange (self, record);
  end_http (self, 22, 200);
  g_assert_cmpuint (count (self), ==, 2);
  g_assert_cmpint (app_log_entry_get_row (get (self, 1))->kind, ==, APP_LOG_EXCHANGE);
  g_assert_cmpint (app_log_entry_get_row (get (self, 1))->state, ==, APP_LOG_STATE_OK);
  g_assert_cmpstr (app_log_entry_get_row (get (self, 1))->summary, ==,
                   "HTTP 200  http://127.0.0.1/mcp");
}

static void
test_exchange (Fixture *self, gconstpointer data)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", 40);
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  const char *headers[] = { "Authorization: Bearer abc", "Accept: x", NULL };
  g_autoptr (McpTapEntry) sent = NULL;
  g_autoptr (McpTapEntry) started = NULL;
  g_autofree char *text = NULL;
  McpRecord       *record = mcp_record_new (MCP_RECORD_SENT);

  record->text = g_bytes_ref (bytes);
  sent = mcp_tap_entry_new (record, message);
  sent->sequence = 1;
  add (self, sent);
  record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);
  record->text = g_bytes_ref (bytes);
  record->exchange = 5;
  record->method = g_strdup ("POST");
  record->url = g_strdup ("http://127.0.0.1/mcp");
  record->request_headers = g_strdupv ((char **)headers);
  started = mcp_tap_entry_new (record, NULL);
  started->sequence = 2;
  add (self, started);

  g_assert_cmpuint (count (self), ==, 1);
  text = app_log_entry_dup_exchange_text (get (self, 0));
  g_assert_nonnull (strstr (text, "> POST http://127.0.0.1/mcp"));
  g_assert_nonnull (strstr (text, "Accept: x"));
  g_assert_null (strstr (text, "abc"));
}

/* How long it took, and of what; a connection that stood is named as such. */
static void
test_exchange_measures (Fixture *self, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;

  for (guint64 exchange = 1; exchange <= 2; exchange++)
    {
      McpRecord *record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);

      record->exchange = exchange;
      record->method = g_strdup ("GET");
      record->url = g_strdup ("https://x/");
      add_exchange (self, record);
      record = mcp_record_new (MCP_RECORD_EXCHANGE_ENDED);
      record->exchange = exchange;
      record->measures = (McpRecordMeasures){
        .begun = 1000,
        .request_begun = 50000,
        .answer_begun = 62500,
        .sent = 40,
        .received = 1234,
        .is_stream = exchange == 1,
        .n_events = 3,
      };
      if (exchange == 1)
        {
          record->measures.dns_begun = 1000;
          record->measures.dns_ended = 3000;
          record->measures.connect_begun = 3000;
          record->measures.tls_begun = 7500;
          record->measures.connect_ended = 30000;
        }
      add_exchange (self, record);
    }
  text = app_log_entry_dup_exchange_text (get (self, 0));
  again = app_log_entry_dup_exchange_text (get (self, 1));
  g_test_message ("%s\n%s", text, again);
  g_assert_nonnull (strstr (text, "\n* DNS 2.0 ms · connecting 4.5 ms · TLS 22.5 ms · first byte "
                                  "after 12.5 ms · "));
  g_assert_nonnull (strstr (text, "received · 3 events\n"));
  g_assert_nonnull (strstr (again, "\n* connection reused · first byte after 12.5 ms · "));
  g_assert_null (strstr (again, "event"));
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

void
add_log_tests (void)
{
  ADD ("/log/parents", test_parents);
  ADD ("/log/pairs", test_pairs);
  ADD ("/log/outcomes", test_outcomes);
  ADD ("/log/oddities", test_oddities);
  ADD ("/log/findings", test_findings);
  ADD ("/log/count-of-findings", test_count_of_findings);
  ADD ("/log/probe", test_probe);
  ADD ("/log/ends", test_ends);
  ADD ("/log/end-of-connection", test_end_of_connection);
  ADD ("/log/limit-of-entries", test_limit_of_entries);
  ADD ("/log/spill", test_spill);
  ADD ("/log/pause", test_pause);
  ADD ("/log/exchange", test_exchange);
  ADD ("/log/exchange-refused", test_refused);
  ADD ("/log/exchange-measures", test_exchange_measures);
  ADD ("/log/spill-while-paused", test_spill_while_paused);
  ADD ("/log/late-answer-is-spilled", test_late_answer_is_spilled);
  ADD ("/log/answer-to-what-was-dropped", test_answer_to_what_was_dropped);
  ADD ("/log/hostile-exchange", test_hostile_exchange);
}
