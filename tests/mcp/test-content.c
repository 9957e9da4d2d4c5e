/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results as servers send them, off the specification included. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-result.h"
#include "mcp-server-info.h"
#include "test-data.h"

#include <string.h>

static McpJsonValue
parse (const char *text, McpJsonDocument **document)
{
  g_autoptr (GError) error = NULL;

  *document = mcp_json_document_parse_text (text, -1, &error);
  g_assert_no_error (error);
  return mcp_json_document_get_root (*document);
}

static McpContent *
content_of (const char *text)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue value = parse (text, &document);

  return mcp_content_new (value);
}

static McpResult *
call_of (const char *text)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue value = parse (text, &document);

  return mcp_result_new_for_value (MCP_RESULT_CALL, value);
}

static McpContent *
nth_content (McpResult *result, guint n)
{
  GPtrArray *contents = result->parts;

  g_assert_cmpuint (n, <, contents->len);
  return g_ptr_array_index (contents, n);
}

static void
assert_string (McpJsonValue value, const char *expected)
{
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_bytes (GBytes *bytes, const char *expected, gsize length)
{
  gsize       size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_assert_cmpmem (data, size, expected, length);
}

static void
test_kinds (void)
{
  g_autoptr (McpContent) text =
      content_of ("{\"type\":\"text\",\"text\":\"a\\u0000b\",\"annotations\":{\"priority\":1}}");
  g_autoptr (McpContent) image =
      content_of ("{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"}");
  g_autoptr (McpContent) audio =
      content_of ("{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\",\"_meta\":{\"x\":1}}");
  g_autoptr (McpContent) link =
      content_of ("{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"n\",\"title\":\"T\","
                  "\"description\":\"d\",\"mimeType\":\"text/x\",\"size\":7}");
  g_autoptr (McpContent) resource =
      content_of ("{\"type\":\"resource\",\"resource\":{\"uri\":\"u:1\",\"mimeType\":\"text/plain\","
                  "\"text\":\"hello\"}}");
  g_autoptr (McpContent) unknown = content_of ("{\"type\":\"tool_use\",\"id\":\"1\"}");
  g_autoptr (GBytes) data = mcp_content_decode_base64 (image->data, NULL);
  g_autoptr (GBytes) none = mcp_content_decode_base64 (audio->data, NULL);
  gsize            length;
  g_autofree char *decoded = mcp_json_value_dup_string (text->text, &length);

  g_assert_cmpint (text->kind, ==, MCP_CONTENT_TEXT);
  g_assert_cmpmem (decoded, length, "a\0b", 3);
  g_assert_true (mcp_json_value_exists (mcp_json_value_get_member (text->slot.value, "annotations")));
  g_assert_null (text->findings);

  g_assert_cmpint (image->kind, ==, MCP_CONTENT_IMAGE);
  g_assert_cmpstr (image->mime_type, ==, "image/png");
  assert_bytes (data, "hi", 2);
  g_assert_cmpuint (mcp_content_measure_base64 (image->data), ==, 2);

  g_assert_cmpint (audio->kind, ==, MCP_CONTENT_AUDIO);
  g_assert_cmpuint (g_bytes_get_size (none), ==, 0);
  g_assert_true (mcp_json_value_exists (mcp_json_value_get_member (audio->slot.value, "_meta")));

  g_assert_cmpint (link->kind, ==, MCP_CONTENT_RESOURCE_LINK);
  g_assert_cmpstr (link->uri, ==, "file:///a");
  g_assert_cmpstr (link->display_name, ==, "T");
  g_assert_cmpstr (link->description, ==, "d");
  g_assert_cmpint (mcp_json_value_get_member_int64 (link->slot.value, "size", -1), ==, 7);

  g_assert_cmpint (resource->kind, ==, MCP_CONTENT_RESOURCE);
  g_assert_cmpstr (resource->uri, ==, "u:1");
  g_assert_cmpstr (resource->mime_type, ==, "text/plain");
  assert_string (resource->resource->text, "hello");

  g_assert_cmpint (unknown->kind, ==, MCP_CONTENT_UNKNOWN);
  g_assert_cmpstr (unknown->type_name, ==, "tool_use");
  g_assert_true (mcp_finding_list_has (unknown->findings, "content-type"));
}

static void
test_faults (void)
{
  static const struct
  {
    const char    *text;
    McpContentKind kind;
    const char    *finding;
  } CASES[] = {
    { "{\"type\":\"text\"}", MCP_CONTENT_TEXT, "content-member" },
    { "{\"type\":\"text\",\"text\":5}", MCP_CONTENT_TEXT, "content-member" },
    { "{\"type\":\"image\",\"data\":\"\"}", MCP_CONTENT_IMAGE, "content-member" },
    { "{\"type\":\"image\",\"mimeType\":\"image/png\"}", MCP_CONTENT_IMAGE, "content-member" },
    { "{\"type\":\"resource\"}", MCP_CONTENT_UNKNOWN, "content-member" },
    { "{\"type\":\"resource\",\"resource\":\"x\"}", MCP_CONTENT_UNKNOWN, "content-member" },
    { "{\"type\":\"resource\",\"resource\":{\"uri\":\"u:1\"}}", MCP_CONTENT_RESOURCE,
      "contents-empty" },
    { "{\"type\":\"resource\",\"resource\":{\"text\":\"\"}}", MCP_CONTENT_RESOURCE, "uri-missing" },
    { "{\"type\":\"resource_link\"}", MCP_CONTENT_RESOURCE_LINK, "content-member" },
    { "{\"type\":7}", MCP_CONTENT_UNKNOWN, "content-type" },
    { "{}", MCP_CONTENT_UNKNOWN, "content-type" },
    { "\"plain\"", MCP_CONTENT_TEXT, "content-not-object" },
    { "[]", MCP_CONTENT_UNKNOWN, "content-not-object" },
    { "null", MCP_CONTENT_UNKNOWN, "content-not-object" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpContent) content = content_of (CASES[i].text);
      g_autofree char *text = mcp_json_value_dup_text (content->slot.value);

      g_test_message ("%s", CASES[i].text);
      g_assert_cmpint (content->kind, ==, CASES[i].kind);
      g_assert_true (
          mcp_finding_list_has (content->findings, CASES[i].finding));
      g_assert_cmpstr (text, ==, CASES[i].text);
    }
}

static void
test_base64 (void)
{
  static const struct
  {
    const char *text;
    const char *bytes; /* NULL: refused */
  } CASES[] = {
    { "\"\"", "" },
    { "\"YQ==\"", "a" },
    { "\"YWI=\"", "ab" },
    { "\"YWJj\"", "abc" },
    { "\"YQ\"", "a" },
    { "\"YWI\"", "ab" },
    { "\"YW\\nJj\\r\\n\"", "abc" },
    { "\"Pz8\\/\"", "???" },
    { "\"Pz8/\"", "???" },
    { "\"+/+/\"", "\xfb\xff\xbf" },
    { "\"Y\"", NULL },
    { "\"YWJjZ\"", NULL },
    { "\"Y===\"", NULL },
    { "\"YQ==YQ==\"", NULL },
    { "\"Pz8_\"", NULL },
    { "\"data:image/png;base64,YQ==\"", NULL },
    { "\"YW\\u0000Jj\"", NULL },
    { "\"Y\xc3\xa9\"", NULL },
    { "7", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpJsonDocument) document = NULL;
      McpJsonValue value = parse (CASES[i].text, &document);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = mcp_content_decode_base64 (value, &error);

      g_test_message ("%s", CASES[i].text);
      if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
        g_assert_cmpint (mcp_content_check_base64 (value, NULL), ==, CASES[i].bytes != NULL);
      if (CASES[i].bytes == NULL)
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
          g_assert_null (bytes);
          continue;
        }
      g_assert_no_error (error);
      assert_bytes (bytes, CASES[i].bytes, strlen (CASES[i].bytes));
    }
}

/* Every length, against GLib's encoder. */
static void
test_base64_lengths (void)
{
  guchar data[200];

  for (guint i = 0; i < sizeof data; i++)
    data[i] = (guchar)(i * 37 + 11);
  for (gsize length = 0; length <= sizeof data; length++)
    {
      g_autofree char *encoded = g_base64_encode (data, length);
      g_autofree char *text = g_strdup_printf ("\"%s\"", encoded);
      g_autoptr (McpJsonDocument) document = NULL;
      McpJsonValue value = parse (text, &document);
      g_autoptr (GBytes) bytes = mcp_content_decode_base64 (value, NULL);

      assert_bytes (bytes, (const char *)data, length);
      g_assert_cmpuint (mcp_content_measure_base64 (value), ==, length);
    }
}

static void
test_call (void)
{
  g_autoptr (McpResult) result =
      call_of ("{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}],"
               "\"structuredContent\":{\"n\":1.10},\"isError\":true,\"_meta\":{\"k\":1}}");
  g_autoptr (McpResult) null = call_of ("{\"content\":[],\"structuredContent\":null}");
  g_autoptr (McpResult) none = call_of ("{\"content\":[]}");
  g_autofree char *structured = NULL;

  g_assert_cmpuint (result->parts->len, ==, 2);
  assert_string (nth_content (result, 1)->text, "b");
  g_assert_true (result->is_error);
  structured = mcp_json_value_dup_text (result->structured);
  g_assert_cmpstr (structured, ==, "{\"n\":1.10}");
  g_assert_true (mcp_json_value_exists (mcp_json_value_get_member (result->slot.value, "_meta")));
  g_assert_null (result->findings);
  g_assert_null (result->response);
  g_assert_false (mcp_result_is_rpc_error (result));

  g_assert_true (mcp_json_value_exists (null->structured));
  g_assert_cmpint (mcp_json_value_get_kind (null->structured), ==,
                   MCP_JSON_NULL);
  g_assert_false (mcp_json_value_exists (none->structured));
  g_assert_false (none->is_error);
}

static void
test_call_faults (void)
{
  static const struct
  {
    const char *text;
    guint       n;
    const char *finding;
  } CASES[] = {
    { "{}", 0, "content-missing" },
    { "{\"status\":\"ok\",\"issues\":[]}", 0, "content-missing" },
    { "{\"content\":\"text\"}", 1, "content-not-array" },
    { "{\"content\":{\"type\":\"text\",\"text\":\"x\"}}", 1, "content-not-array" },
    { "{\"content\":7}", 0, "content-not-array" },
    { "{\"content\":null}", 0, "content-not-array" },
    { "{\"content\":[],\"isError\":\"true\"}", 0, "is-error-not-boolean" },
    { "{\"content\":[],\"structuredContent\":[1]}", 0, "structured-not-object" },
    { "{\"content\":[],\"structuredContent\":null}", 0, "structured-not-object" },
    { "{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":null}", 0, NULL },
    { "[]", 0, "result-not-object" },
    { "\"x\"", 0, "result-not-object" },
    { "null", 0, "result-not-object" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpResult) result = call_of (CASES[i].text);
      g_autofree char *text = mcp_json_value_dup_text (result->slot.value);

      g_test_message ("%s", CASES[i].text);
      g_assert_cmpuint (result->parts->len, ==, CASES[i].n);
      if (CASES[i].finding == NULL)
        g_assert_null (result->findings);
      else
        g_assert_true (mcp_finding_list_has (result->findings,
                                             CASES[i].finding));
      g_assert_cmpstr (text, ==, CASES[i].text);
    }
}

static void
test_call_limit (void)
{
  for (int extra = -1; extra <= 1; extra++)
    {
      g_autoptr (GString) text = g_string_new ("{\"content\":[");
      g_autoptr (McpResult) result = NULL;
      guint n = (guint)(MCP_RESULT_MAX_ITEMS + extra);

      for (guint i = 0; i < n; i++)
        g_string_append (text, i == 0 ? "1" : ",1");
      g_string_append (text, "]}");
      result = call_of (text->str);
      g_assert_cmpuint (result->parts->len, ==,
                        MIN (n, MCP_RESULT_MAX_ITEMS));
      g_assert_cmpint (mcp_finding_list_has (result->findings,
                                             "content-many"),
                       ==, extra > 0);
    }
}

static McpResponse *
answer_of (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);

  return mcp_response_new ("m", message, 10, 30);
}

static void
test_rpc_errors (void)
{
  g_autoptr (McpResponse) response = answer_of ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32002,"
                                                "\"message\":\"Resource not found\"}}");
  g_autoptr (McpResponse) other = answer_of ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,"
                                             "\"message\":\"m\"}}");
  g_autoptr (McpResult) call = mcp_result_new (MCP_RESULT_CALL, response);
  g_autoptr (McpResult) read = mcp_result_new (MCP_RESULT_RESOURCE, response);
  g_autoptr (McpResult) broken = mcp_result_new (MCP_RESULT_RESOURCE, other);
  g_autoptr (McpResult) prompt = mcp_result_new (MCP_RESULT_PROMPT, response);

  g_assert_true (mcp_result_is_rpc_error (call));
  g_assert_false (mcp_json_value_exists (call->slot.value));
  g_assert_null (call->findings);
  g_assert_cmpuint (call->parts->len, ==, 0);
  g_assert_true (mcp_result_is_rpc_error (read));
  g_assert_true (mcp_result_is_rpc_error (broken));
  g_assert_cmpuint (prompt->parts->len, ==, 0);
  g_assert_true (prompt->response == response);
}

static void
test_read (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue value = parse ("{\"contents\":[{\"uri\":\"a:1\",\"name\":\"FTL\",\"text\":\"{}\"},"
                              "{\"uri\":\"a:2\",\"mimeType\":\"x/y\",\"blob\":\"AAE=\"},"
                              "{\"uri\":\"a:3\"},5]}",
                              &document);
  g_autoptr (McpResult) result = mcp_result_new_for_value (MCP_RESULT_RESOURCE, value);
  GPtrArray *contents = result->parts;
  g_autoptr (GBytes) blob = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (contents->len, ==, 4);
  assert_string (((McpResourceContents *)contents->pdata[0])->text, "{}");
  g_assert_cmpstr (((McpResourceContents *)contents->pdata[0])->uri, ==, "a:1");
  blob = mcp_content_decode_base64 (((McpResourceContents *)contents->pdata[1])->blob, &error);
  g_assert_no_error (error);
  assert_bytes (blob, "\0\1", 2);
  g_assert_null (mcp_content_decode_base64 (((McpResourceContents *)contents->pdata[2])->blob, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_true (mcp_finding_list_has (((McpResourceContents *)contents->pdata[3])->findings,
                                       "contents-not-object"));
}

static void
test_prompt (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue value = parse (
      "{\"description\":\"d\",\"messages\":["
      "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"one\"}},"
      "{\"role\":\"assistant\",\"content\":\"Write an energetic pitch\"},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\","
      "\"text\":\"b\"}]},{\"role\":\"system\"},\"bare\"]}",
      &document);
  g_autoptr (McpResult) result = mcp_result_new_for_value (MCP_RESULT_PROMPT, value);
  GPtrArray         *messages = result->parts;
  static const guint N_BLOCKS[] = { 1, 1, 2, 0, 1 };

  assert_string (mcp_json_value_get_member (result->slot.value, "description"), "d");
  g_assert_cmpuint (messages->len, ==, G_N_ELEMENTS (N_BLOCKS));
  for (guint i = 0; i < messages->len; i++)
    {
      McpPromptMessage *message = g_ptr_array_index (messages, i);
      GPtrArray        *findings = message->findings;

      g_assert_cmpuint (message->contents->len, ==, N_BLOCKS[i]);
      g_assert_cmpint (findings == NULL, ==, i == 0);
    }
  g_assert_cmpstr (((McpPromptMessage *)messages->pdata[1])->role, ==, "assistant");
  g_assert_cmpstr (((McpPromptMessage *)messages->pdata[4])->role, ==, "");
  assert_string (((McpContent *)g_ptr_array_index (((McpPromptMessage *)messages->pdata[1])->contents, 0))->text,
                 "Write an energetic pitch");
}

static void
test_server_info (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue value =
      parse ("{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true},"
             "\"resources\":{\"subscribe\":false},\"logging\":null},\"serverInfo\":{\"name\":\"n\","
             "\"version\":\"1\",\"title\":\"T\"},\"instructions\":\"Do.\"}",
             &document);
  g_autoptr (McpServerInfo) info = mcp_server_info_new (value);
  g_autoptr (McpJsonDocument) poor_document = NULL;
  McpJsonValue poor_value = parse ("{\"serverInfo\":\"x\",\"capabilities\":[]}", &poor_document);
  g_autoptr (McpServerInfo) poor = mcp_server_info_new (poor_value);

  g_assert_cmpstr (mcp_server_info_get_display_name (info), ==, "T");
  g_assert_cmpstr (mcp_server_info_get_version (info), ==, "1");
  g_assert_cmpstr (mcp_server_info_get_instructions (info), ==, "Do.");
  g_assert_true (mcp_server_info_offers (info, "tools"));
  g_assert_true (mcp_server_info_offers (info, "tools/listChanged"));
  g_assert_true (mcp_server_info_offers (info, "resources"));
  g_assert_false (mcp_server_info_offers (info, "resources/subscribe"));
  g_assert_false (mcp_server_info_offers (info, "logging"));
  g_assert_false (mcp_server_info_offers (info, "prompts"));
  g_assert_null (mcp_server_info_get_findings (info));

  g_assert_cmpstr (mcp_server_info_get_display_name (poor), ==, "");
  g_assert_cmpstr (mcp_server_info_get_protocol_version (poor), ==, "");
  g_assert_true (mcp_finding_list_has (mcp_server_info_get_findings (poor), "server-member"));
  g_assert_true (
      mcp_finding_list_has (mcp_server_info_get_findings (poor), "capabilities-not-object"));
}

/* Each message of the traffic that real servers sent and that is off the specification. */
static void
test_quirks (void)
{
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/wire_quirks.json");
  McpJsonIter  iter;
  McpJsonValue quirk;
  guint        n = 0;

  mcp_json_iter_init (
      &iter, mcp_json_value_get_member (mcp_json_document_get_root (document), "cases"));
  while (mcp_json_iter_next (&iter, NULL, &quirk))
    {
      McpJsonValue wire = mcp_json_value_get_member (quirk, "wire");
      McpJsonValue value = mcp_json_value_get_member (wire, "msg");
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (McpMessage) message = NULL;
      g_autoptr (McpResponse) response = NULL;
      g_autoptr (McpResult) call = NULL;
      g_autoptr (McpResult) read = NULL;
      g_autoptr (McpResult) prompt = NULL;
      guint n_read;

      if (!mcp_json_value_string_equals (mcp_json_value_get_member (wire, "dir"), "in"))
        continue;
      bytes = mcp_json_value_get_bytes (value);
      message = mcp_message_parse (bytes);
      g_assert_cmpint (mcp_message_get_kind (message), ==, MCP_MESSAGE_RESULT);
      response = mcp_response_new ("x", message, 0, 0);
      call = mcp_result_new (MCP_RESULT_CALL, response);
      read = mcp_result_new (MCP_RESULT_RESOURCE, response);
      prompt = mcp_result_new (MCP_RESULT_PROMPT, response);

      /* None of them is a call result; whatever it is, it is there as it came. */
      g_assert_true (mcp_finding_list_has (call->findings,
                                           "content-missing"));
      g_assert_cmpint (mcp_json_value_get_kind (call->slot.value), ==,
                       MCP_JSON_OBJECT);
      n_read = read->parts->len + prompt->parts->len;
      g_assert_cmpuint (n_read, <=, 1);
      n++;
    }
  g_assert_cmpuint (n, >=, 5);
}

void
add_content_tests (void)
{
  g_test_add_func ("/content/kinds", test_kinds);
  g_test_add_func ("/content/faults", test_faults);
  g_test_add_func ("/content/base64/cases", test_base64);
  g_test_add_func ("/content/base64/lengths", test_base64_lengths);
  g_test_add_func ("/result/call", test_call);
  g_test_add_func ("/result/call-faults", test_call_faults);
  g_test_add_func ("/result/call-limit", test_call_limit);
  g_test_add_func ("/result/rpc-errors", test_rpc_errors);
  g_test_add_func ("/result/read", test_read);
  g_test_add_func ("/result/prompt", test_prompt);
  g_test_add_func ("/result/quirks", test_quirks);
  g_test_add_func ("/server-info", test_server_info);
}
