/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any two JSON texts, one behind the other as the two items of an array, are a schema and a value:
 * indexing and checking end within their budget, the short way says what the long way says, and
 * whatever is asked of the schema has an answer. */

#include "mcp-schema-private.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Small: the point is to end early, not late. */
static const McpSchemaBudget budget = { 200, 200000, 10000, 20 };

static void
walk (McpSchema *schema)
{
  for (guint32 i = 0; i < MIN (schema->records->len, 200); i++)
    {
      McpSchemaNode    node = { schema, i };
      g_autofree char *pointer = mcp_schema_node_dup_pointer (node);

      mcp_schema_node_follow (node);
      mcp_schema_node_get_types (node);
      for (guint keyword = 1; keyword < MCP_SCHEMA_N_KEYWORDS; keyword++)
        {
          guint n = mcp_schema_node_get_n_children (node, (McpSchemaKeyword)keyword);

          if (n > 0)
            mcp_schema_node_get_nth_child (node, (McpSchemaKeyword)keyword, n - 1, NULL);
          mcp_schema_node_get_child (node, (McpSchemaKeyword)keyword);
        }
      mcp_schema_find_node (schema, pointer);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  g_autoptr (McpSchema) schema = NULL;
  McpJsonValue root, value;

  if (document == NULL)
    return 0;
  root = mcp_json_document_get_root (document);
  value = mcp_json_value_get_item (root, 1);
  if (!mcp_json_value_exists (value))
    return 0;
  schema = mcp_schema_new (mcp_json_value_get_item (root, 0));
  for (guint flags = 0; flags < 4; flags++)
    {
      g_autoptr (McpSchemaReport) report = mcp_schema_validate (schema, value, flags, &budget);
      McpSchemaOutcome outcome = report->outcome;
      g_autofree char *json = mcp_schema_report_dup_json (report);
      g_autoptr (McpJsonDocument) again = mcp_json_document_parse_text (json, -1, NULL);

      g_assert_nonnull (again);
      g_assert_cmpint (mcp_schema_test (schema, value, flags, &budget), ==, outcome);
      g_assert_true (outcome == MCP_SCHEMA_INVALID ||
                     report->errors->len == 0);
      g_assert_true (outcome != MCP_SCHEMA_INCOMPLETE ||
                     report->reason_text != NULL);
    }
  walk (schema);
  g_clear_pointer (&schema, mcp_schema_unref);

  /* What a value is that is taken for a schema, and the other way round */
  schema = mcp_schema_new_with (value, MCP_SCHEMA_DRAFT_07, NULL);
  mcp_schema_test (schema, mcp_json_value_get_item (root, 0), MCP_SCHEMA_ASSERT_FORMATS, &budget);
  return 0;
}
