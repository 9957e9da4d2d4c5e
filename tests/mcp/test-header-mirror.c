/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What HTTP headers repeat of a message, and which tools cannot be called because of it. */

#include "mcp-tests.h"
#include "mcp-header-mirror.h"

#include <string.h>

#define SCHEMA(properties) "{\"type\":\"object\",\"properties\":{" properties "}}"
#define ONE(members) SCHEMA ("\"p\":{" members "}")

static McpTool *
new_tool (const char *name, const char *schema)
{
  g_autofree char *text = g_strdup_printf ("{\"name\":\"%s\",\"inputSchema\":%s}", name, schema);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, &error);

  g_assert_no_error (error);
  return MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

static void
test_faults (void)
{
  static const struct
  {
    const char *schema;
    const char *fault; /* what it speaks of; %NULL where all is well */
  } CASES[] = {
    { SCHEMA (""), NULL },
    { "true", NULL },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":\"Region\""), NULL },
    { ONE ("\"type\":\"integer\",\"x-mcp-header\":\"A!#$%&'*+-.^_`|~9\""), NULL },
    { ONE ("\"type\":\"boolean\",\"x-mcp-header\":\"a\""), NULL },
    { ONE ("\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\",\"x-mcp-header\":"
           "\"Q\"}}"),
      NULL },
    { SCHEMA ("\"x-mcp-header\":{\"type\":\"string\"}"), NULL },               /* merely called so */
    { ONE ("\"type\":\"string\",\"default\":{\"x-mcp-header\":\"\"}"), NULL }, /* data */
    { ONE ("\"type\":\"string\",\"x-mcp-header\":\"\""), "empty" },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":7"), "not a string" },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":null"), "not a string" },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":\"My Region\""), "characters" },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":\"My:Region\""), "characters" },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":\"Régión\""), "characters" },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":\"a\\r\\nb\""), "characters" },
    { ONE ("\"type\":\"string\",\"x-mcp-header\":\"a\\u0000\""), "characters" },
    { ONE ("\"type\":\"string\",\"x\\u002dmcp-header\":\"a b\""), "characters" },
    { ONE ("\"type\":\"number\",\"x-mcp-header\":\"a\""), "type" },
    { ONE ("\"type\":\"object\",\"x-mcp-header\":\"a\""), "type" },
    { ONE ("\"type\":\"array\",\"x-mcp-header\":\"a\""), "type" },
    { ONE ("\"type\":\"null\",\"x-mcp-header\":\"a\""), "type" },
    { ONE ("\"type\":[\"string\"],\"x-mcp-header\":\"a\""), "type" },
    { ONE ("\"x-mcp-header\":\"a\""), "type" },
    { SCHEMA ("\"p\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},"
              "\"q\":{\"type\":\"string\",\"x-mcp-header\":\"REGION\"}"),
      "another" },
    { "{\"type\":\"object\",\"x-mcp-header\":\"a\"}", "whole" },
    { ONE ("\"type\":\"array\",\"items\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}"), "certain" },
    { ONE ("\"oneOf\":[{\"type\":\"string\",\"x-mcp-header\":\"a\"}]"), "certain" },
    { ONE ("\"anyOf\":[{},{\"properties\":{\"q\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}}]"),
      "certain" },
    { ONE ("\"not\":{\"x-mcp-header\":\"a\"}"), "certain" },
    { "{\"type\":\"object\",\"$defs\":{\"d\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}}",
      "certain" },
    { "{\"type\":\"object\",\"additionalProperties\":{\"x-mcp-header\":\"a\"}}", "certain" },
    { "{\"type\":\"object\",\"patternProperties\":{\"x\":{\"x-mcp-header\":\"a\"}}}", "certain" },
    { "{\"type\":\"object\",\"if\":{\"properties\":{\"p\":{\"x-mcp-header\":\"a\"}}}}", "certain" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpTool) tool = new_tool ("t", CASES[i].schema);
      const char *exclusion = mcp_tool_get_exclusion (tool);
      gboolean    found = mcp_finding_list_has (
             mcp_definition_get_findings (MCP_DEFINITION (tool)), "tool-headers");

      g_test_message ("%s: %s", CASES[i].schema, exclusion != NULL ? exclusion : "good");
      g_assert_cmpint (exclusion != NULL, ==, CASES[i].fault != NULL);
      g_assert_cmpint (found, ==, CASES[i].fault != NULL);
      if (exclusion != NULL)
        {
          g_assert_nonnull (strstr (exclusion, CASES[i].fault));
          g_assert_true (g_utf8_validate (exclusion, -1, NULL));
        }
    }
}

static void
test_encoding (void)
{
  static const struct
  {
    const char *value;
    const char *header;
  } CASES[] = {
    { "\"us-west1\"", "us-west1" },
    { "\"\"", "" },
    { "\"two words\"", "two words" },
    { "\" a\"", "=?base64?IGE=?=" },
    { "\"a \"", "=?base64?YSA=?=" },
    { "\"a\\tb\"", "=?base64?YQli?=" },
    { "\"a\\r\\nX: y\"", "=?base64?YQ0KWDogeQ==?=" },
    { "\"\\u0000\"", "=?base64?AA==?=" },
    { "\"a\\u007f\"", "=?base64?YX8=?=" },
    { "\"日本\"", "=?base64?5pel5pys?=" },
    { "\"=?base64?YQ==?=\"", "=?base64?PT9iYXNlNjQ/WVE9PT89?=" },
    { "\"=?base64?=\"", "=?base64?=" }, /* shorter than both marks */
    { "\"=?BASE64?YQ==?=\"", "=?BASE64?YQ==?=" },
    { "true", "true" },
    { "false", "false" },
    { "42", "42" },
    { "-7", "-7" },
    { "42.0", "42" },
    { "1e3", "1000" },
    { "9007199254740991", "9007199254740991" },
    { "1.50", "1.50" },
    { "null", NULL },
    { "{}", NULL },
    { "[1]", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (CASES[i].value, -1, NULL);
      g_autofree char *header = mcp_header_rules_encode (mcp_json_document_get_root (document));

      g_test_message ("%s", CASES[i].value);
      g_assert_cmpstr (header, ==, CASES[i].header);
    }
}

static void
assert_headers (McpHeaderMirror *mirror, const char *message, const char *expected)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (message, strlen (message));
  g_auto (GStrv) headers = mcp_header_mirror_write (mirror, bytes);
  g_autofree char *joined = g_strjoinv ("|", headers);

  g_assert_cmpstr (joined, ==, expected);
}

static void
test_messages (void)
{
  g_autoptr (McpHeaderMirror) mirror = mcp_header_mirror_new ();
  g_autoptr (McpTool) tool =
      new_tool ("t", SCHEMA ("\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},"
                             "\"deep\":{\"type\":\"object\",\"properties\":{"
                             "\"n\":{\"type\":\"integer\",\"x-mcp-header\":\"N\"}}},"
                             "\"plain\":{\"type\":\"string\"}"));
  g_autoptr (McpTool) bad = new_tool ("bad", ONE ("\"type\":\"string\",\"x-mcp-header\":\"\""));

  mcp_header_mirror_learn (mirror, tool);
  mcp_header_mirror_learn (mirror, bad);
  g_assert_null (mcp_header_mirror_get_fault (mirror, "t"));
  g_assert_null (mcp_header_mirror_get_fault (mirror, "never listed"));
  g_assert_nonnull (mcp_header_mirror_get_fault (mirror, "bad"));

  assert_headers (mirror, "{\"method\":\"tools/list\"}", "Mcp-Method: tools/list");
  mcp_header_mirror_set_version (mirror, "2026-07-28");
  assert_headers (mirror, "{\"method\":\"tools/list\"}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: tools/list");
  /* What a person wrote is what the headers say. */
  assert_headers (mirror,
                  "{\"method\":\"x\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/"
                  "protocolVersion\":\"1999\"}}}",
                  "MCP-Protocol-Version: 1999|Mcp-Method: x");
  assert_headers (mirror,
                  "{\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///a%20b?é\"}}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: resources/read|"
                  "Mcp-Name: =?base64?ZmlsZTovLy9hJTIwYj/DqQ==?=");
  assert_headers (mirror, "{\"method\":\"prompts/get\",\"params\":{\"name\":\"p q\"}}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: prompts/get|Mcp-Name: p q");
  assert_headers (mirror, "{\"method\":\"tasks/cancel\",\"params\":{\"taskId\":\"7\"}}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: tasks/cancel|Mcp-Name: 7");
  assert_headers (mirror,
                  "{\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{"
                  "\"region\":\"\",\"deep\":{\"n\":7},\"plain\":\"x\"}}}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: tools/call|Mcp-Name: t|"
                  "Mcp-Param-N: 7|Mcp-Param-Region: ");
  assert_headers (mirror,
                  "{\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{"
                  "\"region\":null,\"deep\":7}}}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: tools/call|Mcp-Name: t");
  assert_headers (mirror,
                  "{\"method\":\"tools/call\",\"params\":{\"name\":\"bad\",\"arguments\":{"
                  "\"p\":\"x\"}}}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: tools/call|Mcp-Name: bad");
  assert_headers (mirror, "not JSON", "MCP-Protocol-Version: 2026-07-28");
  assert_headers (mirror, "[7]", "MCP-Protocol-Version: 2026-07-28");
  assert_headers (mirror, "{\"method\":\"a\\r\\nb\"}",
                  "MCP-Protocol-Version: 2026-07-28|Mcp-Method: =?base64?YQ0KYg==?=");
}

void
add_header_mirror_tests (void)
{
  g_test_add_func ("/header-mirror/faults", test_faults);
  g_test_add_func ("/header-mirror/encoding", test_encoding);
  g_test_add_func ("/header-mirror/messages", test_messages);
}
