/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a message is, whatever came; and the text of messages of ours. */

#include "mcp-tests.h"
#include "mcp-envelope.h"

#include <string.h>

static McpMessage *
parse (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return mcp_message_parse (bytes);
}

static GBytes *
bytes_of (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
assert_bytes (GBytes *bytes, const char *expected)
{
  gsize            size;
  const char      *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = g_strndup (data != NULL ? data : "", size);

  g_assert_cmpstr (text, ==, expected);
}

static McpRequestId *
id_of (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return mcp_request_id_new_from_value (mcp_json_document_get_root (document));
}

static void
test_ids (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    gboolean    equal;
  } CASES[] = {
    { "1", "1", TRUE },
    { "1", "\"1\"", FALSE },
    { "1", "1.0", TRUE },
    { "1", "1e0", TRUE },
    { "0", "-0", TRUE },
    { "1.5", "1.5", TRUE },
    { "1.5", "1", FALSE },
    { "18446744073709551616", "18446744073709551616", TRUE },
    { "18446744073709551616", "18446744073709551617", FALSE },
    { "\"a\"", "\"\\u0061\"", TRUE },
    { "\"a\\u0000b\"", "\"a\"", FALSE },
    { "\"\"", "\"\"", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpRequestId) a = id_of (CASES[i].a);
      g_autoptr (McpRequestId) b = id_of (CASES[i].b);

      g_test_message ("%s and %s", CASES[i].a, CASES[i].b);
      g_assert_cmpint (mcp_request_id_equal (a, b), ==, CASES[i].equal);
      if (CASES[i].equal)
        g_assert_cmpuint (mcp_request_id_hash (a), ==, mcp_request_id_hash (b));
      g_assert_cmpstr (mcp_request_id_get_text (a), ==, CASES[i].a);
    }

  g_assert_null (id_of ("null"));
  g_assert_null (id_of ("true"));
  g_assert_null (id_of ("[1]"));
  g_assert_null (id_of ("{}"));
}

static void
test_made_ids (void)
{
  g_autoptr (McpRequestId) number = mcp_request_id_new_int64 (-7);
  g_autoptr (McpRequestId) string = id_of ("\"a\\\"b\"");
  g_autoptr (McpRequestId) same_number = id_of ("-7");
  g_autoptr (McpRequestId) same_string = id_of ("\"a\\\"b\"");

  g_assert_true (mcp_request_id_equal (number, same_number));
  g_assert_true (mcp_request_id_equal (string, same_string));
  g_assert_cmpuint (mcp_request_id_hash (string), ==, mcp_request_id_hash (same_string));
  g_assert_cmpstr (mcp_request_id_get_text (string), ==, "\"a\\\"b\"");
}

static void
test_kinds (void)
{
  static const struct
  {
    const char    *text;
    McpMessageKind kind;
    const char    *finding;
  } CASES[] = {
    { "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}", MCP_MESSAGE_REQUEST, NULL },
    { "{\"method\":\"m\",\"id\":\"x\",\"jsonrpc\":\"2.0\"}", MCP_MESSAGE_REQUEST, NULL },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}", MCP_MESSAGE_NOTIFICATION, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}", MCP_MESSAGE_NOTIFICATION, "id-null" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{}}", MCP_MESSAGE_RESULT, "id-not-integer" },
    { "{\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, "jsonrpc-version" },
    { "{\"jsonrpc\":2.0,\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, "jsonrpc-version" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}", MCP_MESSAGE_RESULT, "result-not-object" },
    { "{\"jsonrpc\":\"2.0\",\"result\":{}}", MCP_MESSAGE_RESULT, "id-missing" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"result\":{}}", MCP_MESSAGE_RESULT, "member-twice" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"x\":1}", MCP_MESSAGE_RESULT,
      "member-unknown" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":null}", MCP_MESSAGE_RESULT,
      "result-and-error" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"m\"}}",
      MCP_MESSAGE_ERROR, "result-and-error" },
    { "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"m\"}}",
      MCP_MESSAGE_ERROR, "id-null" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}", MCP_MESSAGE_ERROR, "error-code" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1}}", MCP_MESSAGE_ERROR, "error-message" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":\"1\",\"message\":\"m\"}}",
      MCP_MESSAGE_ERROR, "error-code" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"no\"}", MCP_MESSAGE_ERROR, "error-not-object" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":null}", MCP_MESSAGE_ERROR, "error-not-object" },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[1]}", MCP_MESSAGE_NOTIFICATION,
      "params-not-object" },
    { "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"m\",\"result\":{}}", MCP_MESSAGE_REQUEST,
      "call-with-answer" },
    { "[{\"jsonrpc\":\"2.0\",\"method\":\"m\"}]", MCP_MESSAGE_BATCH, NULL },
    { "[1]", MCP_MESSAGE_BATCH, NULL },
    { "{}", MCP_MESSAGE_INVALID, NULL },
    { "[]", MCP_MESSAGE_INVALID, NULL },
    { "1", MCP_MESSAGE_INVALID, NULL },
    { "\"initialized successfully\"", MCP_MESSAGE_INVALID, NULL },
    { "null", MCP_MESSAGE_INVALID, NULL },
    { "", MCP_MESSAGE_INVALID, NULL },
    { "initialized successfully", MCP_MESSAGE_INVALID, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}", MCP_MESSAGE_INVALID, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", MCP_MESSAGE_INVALID, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}", MCP_MESSAGE_INVALID, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":[1],\"result\":{}}", MCP_MESSAGE_INVALID, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":true,\"result\":{}}", MCP_MESSAGE_INVALID, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1}", MCP_MESSAGE_INVALID, NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xff\"}", MCP_MESSAGE_INVALID, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpMessage) message = parse (CASES[i].text);
      GPtrArray *findings = mcp_message_get_findings (message);

      g_test_message ("case %u", (guint)i);
      g_assert_cmpint (mcp_message_get_kind (message), ==, CASES[i].kind);
      g_assert_cmpint (mcp_message_get_reason (message) != NULL, ==,
                       CASES[i].kind == MCP_MESSAGE_INVALID);
      if (CASES[i].finding != NULL)
        g_assert_true (mcp_finding_list_has (findings, CASES[i].finding));
      else if (CASES[i].kind != MCP_MESSAGE_INVALID)
        g_assert_null (findings);
      assert_bytes (mcp_message_get_text (message), CASES[i].text);
    }
}

static void
test_parts (void)
{
  g_autoptr (McpMessage) request =
      parse ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"x\\u002fy\",\"params\":{\"n\":1.10}}");
  g_autoptr (McpMessage) error = parse ("{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-32602,"
                                        "\"message\":\"no\",\"data\":[18446744073709551616]}}");
  g_autoptr (McpMessage) text = parse ("{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":\"plain\"}");
  g_autofree char *number = NULL;
  g_autofree char *data = NULL;

  g_assert_cmpstr (mcp_message_get_method (request), ==, "x/y");
  g_assert_cmpstr (mcp_request_id_get_text (mcp_message_get_id (request)), ==, "\"a\"");
  number = mcp_json_value_dup_text (mcp_json_value_get_member (mcp_message_get_params (request), "n"));
  g_assert_cmpstr (number, ==, "1.10");

  g_assert_cmpint (mcp_message_get_error_code (error), ==, -32602);
  g_assert_cmpstr (mcp_message_get_error_message (error), ==, "no");
  data = mcp_json_value_dup_text (mcp_message_get_error_data (error));
  g_assert_cmpstr (data, ==, "[18446744073709551616]");
  g_assert_true (mcp_message_is_response (error));

  g_assert_cmpstr (mcp_message_get_error_message (text), ==, "plain");
  g_assert_cmpint (mcp_message_get_error_code (text), ==, 0);
}

static void
test_batch (void)
{
  g_autoptr (McpMessage) batch =
      parse ("[ {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} , [], 3,{\"jsonrpc\":\"2.0\","
             "\"method\":\"m\"}]");
  static const McpMessageKind KINDS[] = { MCP_MESSAGE_RESULT, MCP_MESSAGE_INVALID,
                                          MCP_MESSAGE_INVALID, MCP_MESSAGE_NOTIFICATION };
  McpJsonIter                 iter;
  McpJsonValue                value;
  guint                       n = 0;

  mcp_json_iter_init (&iter, mcp_message_get_value (batch));
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autoptr (McpMessage) member = mcp_message_read_member (batch, value);

      g_assert_cmpint (mcp_message_get_kind (member), ==, KINDS[n]);
      if (n == 0)
        assert_bytes (mcp_message_get_text (member), "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
      n++;
    }
  g_assert_cmpuint (n, ==, 4);
}

/* Every prefix and every single changed byte of a good message must be borne. */
static void
test_mutations (void)
{
  static const char   GOOD[] = "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"error\":{\"code\":-1,\"message\":"
                               "\"m\",\"data\":null},\"params\":{\"a\":[1,2]},\"method\":\"x\"}";
  static const guchar BYTES[] = { 0x00, '"', '{', '}', '[', ']', ',', ':', '0', 'n', 0x80, 0xff };

  for (gsize length = 0; length < sizeof GOOD - 1; length++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (GOOD, length);
      g_autoptr (McpMessage) message = mcp_message_parse (bytes);

      g_assert_cmpint (mcp_message_get_kind (message), ==, MCP_MESSAGE_INVALID);
    }
  for (gsize at = 0; at < sizeof GOOD - 1; at++)
    for (gsize b = 0; b < G_N_ELEMENTS (BYTES); b++)
      {
        g_autofree char *text = g_strdup (GOOD);
        g_autoptr (GBytes) bytes = NULL;
        g_autoptr (McpMessage) message = NULL;

        text[at] = (char)BYTES[b];
        bytes = g_bytes_new (text, sizeof GOOD - 1);
        message = mcp_message_parse (bytes);
        g_assert_cmpint (mcp_message_get_reason (message) != NULL, ==,
                         mcp_message_get_kind (message) == MCP_MESSAGE_INVALID);
      }
}

static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (McpMessage) message = NULL;

  for (guint i = 0; i < 200 * 1024; i++)
    g_string_append_c (text, '[');
  message = parse (text->str);
  g_assert_cmpint (mcp_message_get_kind (message), ==, MCP_MESSAGE_INVALID);
}

static void
test_envelopes (void)
{
  g_autoptr (McpRequestId) name = id_of ("\"r-1\"");
  g_autoptr (GBytes) params = bytes_of ("{\n  \"n\": 1.10,\r\n\t\"s\": \"a\\nb\"\n}");
  g_autoptr (GBytes) request = mcp_envelope_notification ("tools/list", params);
  g_autoptr (GBytes) notification = mcp_envelope_notification ("a\"b", NULL);
  g_autoptr (GBytes) result = mcp_envelope_result (name, NULL);
  g_autoptr (GBytes) error = mcp_envelope_error (name, -32601, "No \"x\"", params);
  g_autoptr (GBytes) nobody = mcp_envelope_error (NULL, -32700, "?", NULL);

  assert_bytes (request, "{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":"
                         "{   \"n\": 1.10,  \t\"s\": \"a\\nb\" }}");
  assert_bytes (notification, "{\"jsonrpc\":\"2.0\",\"method\":\"a\\\"b\"}");
  assert_bytes (result, "{\"jsonrpc\":\"2.0\",\"id\":\"r-1\",\"result\":{}}");
  assert_bytes (error, "{\"jsonrpc\":\"2.0\",\"id\":\"r-1\",\"error\":{\"code\":-32601,\"message\":"
                       "\"No \\\"x\\\"\",\"data\":{   \"n\": 1.10,  \t\"s\": \"a\\nb\" }}}");
  assert_bytes (nobody,
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"?\"}}");
}

static void
test_meta (void)
{
  static const struct
  {
    const char *params;
    const char *expected;
  } CASES[] = {
    { NULL, "{\"_meta\":{\"progressToken\":5}}" },
    { "{}", "{\"_meta\":{\"progressToken\":5}}" },
    { " { } ", " { \"_meta\":{\"progressToken\":5}} " },
    { "{\"a\":1.10}", "{\"a\":1.10,\"_meta\":{\"progressToken\":5}}" },
    { "{\"_meta\":{},\"a\":1}", "{\"_meta\":{\"progressToken\":5},\"a\":1}" },
    { "{\"_meta\":{\"x\":[{}]},\"a\":1}", "{\"_meta\":{\"x\":[{}],\"progressToken\":5},\"a\":1}" },
    { "{\"_meta\":{\"progressToken\":\"mine\"}}", "{\"_meta\":{\"progressToken\":\"mine\"}}" },
    { "{\"_meta\":7}", "{\"_meta\":7}" },
    { "[1]", "[1]" },
    { "not json", "not json" },
  };
  g_autoptr (GBytes) members = bytes_of ("{\"progressToken\":5}");

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (GBytes) params = CASES[i].params != NULL ? bytes_of (CASES[i].params) : NULL;
      g_autoptr (GBytes) dressed = mcp_envelope_add_meta (params, members);

      assert_bytes (dressed, CASES[i].expected);
    }
}

void
add_rpc_message_tests (void)
{
  g_test_add_func ("/rpc/id/equal", test_ids);
  g_test_add_func ("/rpc/id/made", test_made_ids);
  g_test_add_func ("/rpc/message/kinds", test_kinds);
  g_test_add_func ("/rpc/message/parts", test_parts);
  g_test_add_func ("/rpc/message/batch", test_batch);
  g_test_add_func ("/rpc/message/mutations", test_mutations);
  g_test_add_func ("/rpc/message/deep", test_deep);
  g_test_add_func ("/rpc/envelope/text", test_envelopes);
  g_test_add_func ("/rpc/envelope/meta", test_meta);
}
