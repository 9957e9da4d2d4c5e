/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Variables whose values are JSON, as one JSON object. */

#include "store-variables.h"

#include <string.h>

#include "mcp-json-document.h"
#include "mcp-json-writer.h"
#include "store-error.h"

#define INDENT 2

char *
store_variables_dup_object (const StoreVariables *self)
{
  guint n = store_variables_get_n_items (self);

  if (n == 0)
    return NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < n; i++)
    {
      const char *text = store_variables_get_value (self, i);
      g_autoptr (McpJsonDocument) value =
          text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;

      mcp_json_writer_name (writer, store_variables_get_name (self, i));
      if (value != NULL)
        mcp_json_writer_value (writer, mcp_json_document_get_root (value));
      else
        mcp_json_writer_null (writer);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_pretty (writer, INDENT);
}

StoreVariables *
store_variables_new_from_object (const char *text, GError **error)
{
  g_autoptr (StoreVariables) self = store_variables_new ();

  g_return_val_if_fail (text != NULL, NULL);

  if (text[strspn (text, " \t\r\n")] == '\0')
    return g_steal_pointer (&self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, error);
  if (document == NULL)
    return NULL;
  McpJsonValue root = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "This is not a JSON object");
      return NULL;
    }
  for (McpJsonWalk each = mcp_json_walk (root); mcp_json_walk_next (&each);)
    {
      g_autofree char *decoded = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *compact = mcp_json_value_print_compact (each.value);

      if (decoded != NULL)
        store_variables_set (self, decoded, compact);
    }
  return g_steal_pointer (&self);
}
