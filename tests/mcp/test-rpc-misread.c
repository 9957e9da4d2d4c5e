/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What came and is no response that fits: which call it ends, in a table of kinds of damage times the calls
 * that wait, and then by every kind of request, over a stream and over HTTP. */

#include "mcp-tests.h"
#include "mcp-misread.h"
#include "test-requests.h"
#include "test-rpc-fixture.h"

#include <string.h>

/* A line; 4 and 5 are the ids of calls that may wait, 3 is that of one that has ended. */
typedef struct
{
  const char *name;
  const char *line;
  gsize       size;
  const char *one; /* what it ends while 4 waits */
  const char *two; /* while 4 and 5 wait */
  const char *says;
} Row;

#define LINE(text) text, sizeof text - 1
#define HEAD "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{"
#define NOT_UTF8 "not UTF-8 (byte 0x"

static const Row rows[] = {
  /* Bytes that are no text */
  { "latin-1", LINE (HEAD "\"t\":\"Gr\xf6\xdf\x65\"}}"), "4", "4", "not UTF-8 (byte 0xF6 at offset 41)" },
  { "EUC-KR", LINE (HEAD "\"t\":\"\xc7\xd1\xb1\xdb\"}}"), "4", "4", NOT_UTF8 "C7" },
  { "cut sequence", LINE (HEAD "\"t\":\"Gr\xc3\"}}"), "4", "4", NOT_UTF8 "C3" },
  { "0xF6 before the id", LINE ("{\"result\":{\"t\":\"\xf6\"},\"id\":4}"), "4", "4", NOT_UTF8 "F6" },
  { "0xF6, no id", LINE ("{\"result\":{\"t\":\"\xf6\"}}"), "4", "", NOT_UTF8 "F6" },
  { "UTF-16", LINE ("{\0\"\0i\0d\0\"\0:\0"
                    "4\0}\0"),
    "4", "", "UTF-16" },
  /* What is no JSON */
  { "NaN", LINE (HEAD "\"v\":NaN}}"), "4", "4", "JSON has no NaN (byte 0x4E" },
  { "Infinity", LINE (HEAD "\"v\":-Infinity}}"), "4", "4", "JSON has no Infinity" },
  { "trailing comma", LINE (HEAD "\"v\":1,}}"), "4", "4", "(byte 0x7D" },
  { "cut", LINE (HEAD "\"v\":\"abc"), "4", "4", "was cut off" },
  { "cut in the number", LINE ("{\"jsonrpc\":\"2.0\",\"id\":4"), "4", "", "was cut off" },
  { "cut at once", LINE ("{"), "4", "", "must be on one line" },
  { "pretty batch", LINE ("["), "4", "", "must be on one line" },
  { "beginning is gone", LINE ("\"id\":4,\"result\":{}}"), "4", "4", "the text goes on" },
  { "a line of several", LINE ("  \"id\": 4,"), "4", "4", "the text goes on" },
  { "raw tab", LINE (HEAD "\"v\":\"a\tb\"}}"), "4", "4", "must be escaped (byte 0x09" },
  { "raw NUL", LINE (HEAD "\"v\":\"a\0b\"}}"), "4", "4", "must be escaped (byte 0x00" },
  { "twice", LINE (HEAD "}}" HEAD "}}"), "4", "4", "line of its own" },
  { "two on a line", LINE (HEAD "}}{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}"), "4", "4 5", "line of its own" },
  { "one within another", LINE (HEAD "\"t\":\"ab{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}"), "4", "4 5", NULL },
  { "notification before", LINE ("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}" HEAD "}}"), "4", "4", NULL },
  { "single quotes", LINE ("{'jsonrpc': '2.0', 'id': 4, 'result': {}}"), "4", "4", "quotes (byte 0x27" },
  { "console.log", LINE ("{ jsonrpc: '2.0', id: 4, result: {} }"), "4", "", "(byte 0x6A" },
  { "prefix", LINE ("DEBUG " HEAD "}}"), "4", "4", "logs belong on standard error" },
  { "prefix in brackets", LINE ("[12:01] " HEAD "}}"), "4", "4", NULL },
  { "nested id is another's", LINE (HEAD "\"id\":5,\"v\":NaN}}"), "4", "4", NULL },
  { "text id, nested number", LINE ("{\"id\":\"4\",\"result\":{\"id\":5,\"v\":NaN}}"), "4", "", NULL },
  { "cut, of one that has ended", LINE ("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"a"), "", "", NULL },
  /* Whole JSON whose id does not fit */
  { "id as text", LINE ("{\"jsonrpc\":\"2.0\",\"id\":\"4\",\"result\":{}}"), "4", "",
    "the id \"4\"; the request has the id 4" },
  { "id 0", LINE ("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}"), "4", "", "with the id 0" },
  { "id null", LINE ("{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}"), "4", "", "with the id null" },
  { "id is a fraction", LINE ("{\"jsonrpc\":\"2.0\",\"id\":4.5,\"result\":{}}"), "4", "", "with the id 4.5" },
  { "id is true", LINE ("{\"jsonrpc\":\"2.0\",\"id\":true,\"result\":{}}"), "4", "", "neither a string nor a number" },
  { "no id", LINE ("{\"jsonrpc\":\"2.0\",\"result\":{}}"), "4", "", "without an id" },
  { "no result", LINE ("{\"jsonrpc\":\"2.0\",\"id\":4}"), "4", "4", "without method, result or error" },
  { "no result, another id", LINE ("{\"jsonrpc\":\"2.0\",\"id\":\"x\"}"), "4", "", "without method, result or error" },
  { "of one that has ended", LINE ("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}"), "", "", NULL },
  /* What ends nothing */
  { "log", LINE ("{\"level\":\"info\",\"msg\":\"ready\"}"), "", "", NULL },
  { "log with the id", LINE ("{\"level\":\"info\",\"id\":4,\"msg\":\"ready\"}"), "", "", NULL },
  { "log with another id", LINE ("{\"level\":\"info\",\"id\":\"r-1\"}"), "", "", NULL },
  { "empty array", LINE ("[]"), "", "", NULL },
  { "number", LINE ("42"), "", "", NULL },
  { "text", LINE ("Listening on port 3000"), "", "", NULL },
  { "level in brackets", LINE ("[INFO] Listening on port 3000"), "", "", NULL },
  { "time in brackets", LINE ("[2026-11-29 08:00:00] GET /"), "", "", NULL },
  { "log that speaks of an id", LINE ("DEBUG user {\"id\":4,\"name\":\"Ada\"}"), "", "", NULL },
  { "log of our request", LINE ("DEBUG got {\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\"}"), "", "", NULL },
  { "broken notification", LINE ("{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"total\":NaN}}"), "", "", NULL },
  { "latin-1 in a log", LINE ("Gr\xf6\xdf\x65: 4"), "", "", NULL },
};

static McpCallState
state_of (McpRequestId *id, gpointer data)
{
  const char *waiting = data;
  const char *text = mcp_request_id_get_text (id);

  if (g_str_equal (text, "3"))
    return MCP_CALL_ENDED;
  return *text != '"' && strstr (waiting, text) != NULL && strlen (text) == 1 ? MCP_CALL_AWAITED : MCP_CALL_UNKNOWN;
}

static char *
find (McpMessage *message, GBytes *head, GBytes *tail, const char *waiting)
{
  g_autoptr (McpRequestId) four = mcp_request_id_new_int64 (4);
  g_autoptr (GPtrArray) found = NULL;
  McpRequestId *only = g_str_equal (waiting, "4") ? four : NULL;
  GString      *text = g_string_new (NULL);

  found = mcp_misread_find_calls (message, head, tail, only, state_of, (gpointer)waiting);
  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", mcp_request_id_get_text (found->pdata[i]));
  return g_string_free (text, FALSE);
}

static void
test_decision (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (rows[i].line, rows[i].size);
      g_autoptr (McpMessage) message = mcp_message_parse (bytes);
      g_autoptr (McpRequestId) asked = mcp_request_id_new_int64 (4);
      g_autofree char *none = find (message, NULL, NULL, "");
      g_autofree char *one = find (message, NULL, NULL, "4");
      g_autofree char *two = find (message, NULL, NULL, "45");
      g_autofree char *said = mcp_misread_explain (message, asked);

      g_test_message ("%s: %s", rows[i].name, said);
      g_assert_cmpstr (none, ==, "");
      g_assert_cmpstr (one, ==, rows[i].one);
      g_assert_cmpstr (two, ==, rows[i].two);
      if (rows[i].says != NULL)
        g_assert_nonnull (strstr (said, rows[i].says));
    }
}

/* Of one that was too large only its ends are there. */
static void
test_too_large (void)
{
  static const struct
  {
    const char *head;
    const char *tail;
    const char *one;
    const char *two;
  } CASES[] = {
    { "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"id\":4,\"x\":\"", "xxx\"}}", "4", "5" },
    { "{\"result\":{\"id\":9,\"x\":\"xxx", "xx\"},\"id\":4}", "4", "4" },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"x\":\"x", "\"id\":4}}", "", "" },
    { "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxx", "", "" },
    { "{\"jsonrpc\":\"2.0\",\"result\":{", "", "4", "" },
    { "", "", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (GBytes) head = g_bytes_new_static (CASES[i].head, strlen (CASES[i].head));
      g_autoptr (GBytes) tail = g_bytes_new_static (CASES[i].tail, strlen (CASES[i].tail));
      g_autofree char *one = find (NULL, head, tail, "4");
      g_autofree char *two = find (NULL, head, tail, "45");

      g_assert_cmpstr (one, ==, CASES[i].one);
      g_assert_cmpstr (two, ==, CASES[i].two);
    }
}

/* The same rows with the id that the peer gave, over a stream or in the call's own exchange. */
static GBytes *
with_id (const Row *row, const char *id)
{
  GByteArray *line = g_byte_array_new ();

  for (gsize i = 0; i < row->size; i++)
    if (row->line[i] == '4' && i > 0 && strchr (":\" ", row->line[i - 1]) != NULL)
      g_byte_array_append (line, (const guint8 *)id, (guint)strlen (id));
    else
      g_byte_array_append (line, (const guint8 *)row->line + i, 1);
  return g_byte_array_free_to_bytes (line);
}

static const Row *served;

static gboolean
serve_row (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  g_autoptr (GBytes) line = NULL;

  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return TRUE;
  line = with_id (served, mcp_request_id_get_text (mcp_message_get_id (message)));
  test_memory_transport_say_bytes (transport, exchange, line);
  return FALSE; /* the exchange stays open, as a stream of events may */
}

static void
test_calls (gconstpointer http)
{
  static const char *const METHODS[] = { "initialize", "server/discover", "tools/list", "resources/read",
                                         "prompts/get", "completion/complete", "tools/call" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;

      served = &rows[i];
      if (strstr (rows[i].name, "ended") != NULL)
        continue;
      for (guint m = 0; m < G_N_ELEMENTS (METHODS); m++)
        {
          TestRpc    fixture;
          TestAnswer waiting;
          g_autoptr (GCancellable) cancellable = g_cancellable_new ();
          g_autoptr (GError) error = NULL;
          McpTapEntry *entry;
          gboolean     ends = *rows[i].one != '\0';

          test_rpc_set_up (&fixture, GPOINTER_TO_INT (http), serve_row);
          test_memory_transport_allow_anything (fixture.transport);
          options.deadline_ms = options.total_ms = 0;
          test_rpc_ask (&fixture, METHODS[m], &options, cancellable, &waiting);
          test_run_ready ();
          entry = test_rpc_last_entry (&fixture);
          g_assert_cmpint (test_rpc_is_waiting (&fixture, 1), ==, !ends);
          g_assert_cmpint ((entry->flags & MCP_TAP_ENDS) != 0, ==, ends);
          if (ends)
            g_assert_cmpuint (entry->question, ==, 1);
          g_cancellable_cancel (cancellable);
          g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
          g_assert_true (g_error_matches (error, MCP_ERROR, ends ? MCP_ERROR_INVALID_MESSAGE : MCP_ERROR_CANCELLED));
          if (ends)
            {
              g_assert_nonnull (strstr (error->message, METHODS[m]));
              g_assert_nonnull (mcp_error_get_details (error)->evidence);
            }
          test_rpc_tear_down (&fixture);
        }
    }
}

/* Two calls wait; a line that names both ends both, and each has the line in the tap. */
static void
test_both (void)
{
  TestRpc    fixture;
  TestAnswer first, second;
  g_autoptr (GError) one = NULL;
  g_autoptr (GError) two = NULL;
  McpTapEntry *entry;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &first);
  test_rpc_ask (&fixture, "prompts/list", NULL, NULL, &second);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  g_assert_null (test_rpc_wait (&fixture, &first, &one));
  g_assert_null (test_rpc_wait (&fixture, &second, &two));
  g_assert_error (one, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_error (two, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  entry = test_rpc_last_entry (&fixture);
  g_assert_cmpint (entry->flags, ==, MCP_TAP_ENDS | MCP_TAP_BATCH_MEMBER);
  g_assert_cmpuint (entry->question, ==, 2);
  g_assert_cmpuint (entry->batch, ==, entry->sequence - 1);
  test_rpc_tear_down (&fixture);
}

/* It is JSON, and more of it than is read: the limit is ours. */
static void
test_deep (gconstpointer http)
{
  g_autoptr (GString) line = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":");
  Row        row = { "deep" };
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (line, '[');
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (line, ']');
  g_string_append_c (line, '}');
  row.line = line->str;
  row.size = line->len;
  served = &row;
  test_rpc_set_up (&fixture, GPOINTER_TO_INT (http), serve_row);
  test_memory_transport_allow_anything (fixture.transport);
  test_rpc_ask (&fixture, "tools/call", NULL, NULL, &waiting);
  g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, "nested too deeply"));
  g_assert_nonnull (strstr (error->message, "up to 10000 levels"));
  test_rpc_tear_down (&fixture);
}

void
add_rpc_misread_tests (void)
{
  g_test_add_func ("/rpc/misread/decision", test_decision);
  g_test_add_func ("/rpc/misread/too-large", test_too_large);
  g_test_add_data_func ("/rpc/misread/calls/stream", GINT_TO_POINTER (FALSE), test_calls);
  g_test_add_data_func ("/rpc/misread/calls/http", GINT_TO_POINTER (TRUE), test_calls);
  g_test_add_func ("/rpc/misread/both", test_both);
  g_test_add_data_func ("/rpc/misread/deep/stream", GINT_TO_POINTER (FALSE), test_deep);
  g_test_add_data_func ("/rpc/misread/deep/http", GINT_TO_POINTER (TRUE), test_deep);
}
