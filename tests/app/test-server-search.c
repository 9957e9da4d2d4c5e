/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which tool of a server searches what a list does not have. */

#include "app-tests.h"
#include "app-server-search.h"
#include "mcp-json-document.h"

/* @names: of tools, with their only argument behind a colon
 * @expected: (nullable): the same for the one that is found */
static void
assert_found (const char *names, McpDefinitionKind wanted, const char *expected)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  g_autoptr (GListStore) tools = g_list_store_new (MCP_TYPE_TOOL);
  g_autofree char *argument = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (list[i], ":", 3);
      const char      *type = parts[1] != NULL && parts[2] != NULL ? parts[2] : "string";
      g_autofree char *text = g_strdup_printf (
          "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"limit\":{"
          "\"type\":\"integer\"},\"%s\":{\"type\":\"%s\"}}}}",
          parts[0], parts[1] != NULL ? parts[1] : "x", type);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
      g_autoptr (McpDefinition) tool =
          mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));

      g_list_store_append (tools, tool);
    }
  g_autoptr (McpTool) tool = app_server_search_find (G_LIST_MODEL (tools), wanted, &argument);
  if (tool != NULL)
    found = g_strdup_printf ("%s:%s", mcp_definition_get_name (MCP_DEFINITION (tool)), argument);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_choice (void)
{
  const char *names = "search:query find_issues:q search_tools:query findDocuments:text "
                      "get_prompt:name search_prompts:keywords";

  assert_found (names, MCP_DEFINITION_TOOL, "search_tools:query");
  assert_found (names, MCP_DEFINITION_RESOURCE, "findDocuments:text");
  assert_found (names, MCP_DEFINITION_PROMPT, "search_prompts:keywords");
  assert_found ("find_issues:q search_all:term", MCP_DEFINITION_TOOL, "search_all:term");
  assert_found ("echo:text lookup:name", MCP_DEFINITION_TOOL, "lookup:name");
  /* The only one that searches is better than none; of several nobody knows which. */
  assert_found ("echo:text search_issues:query", MCP_DEFINITION_TOOL, "search_issues:query");
  assert_found ("find_users:q search_issues:query", MCP_DEFINITION_TOOL, NULL);
}

static void
test_none (void)
{
  assert_found ("echo:text research_tool:query findings:q refind_tools:q", MCP_DEFINITION_TOOL,
                NULL);
  assert_found ("search_tools:limit search_tools:x search_tools:query:integer", MCP_DEFINITION_TOOL,
                NULL);
  assert_found ("a:b", MCP_DEFINITION_RESOURCE, NULL);
}

void
add_server_search_tests (void)
{
  g_test_add_func ("/server-search/choice", test_choice);
  g_test_add_func ("/server-search/none", test_none);
}
