/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import.h"

#include <string.h>

#include "app-case-import-private.h"

/* Returns: (transfer full) (nullable): what the first line is, where it is JSON by itself */
static McpJsonDocument *
read_first_line (GBytes *text)
{
  gsize       length;
  const char *start = g_bytes_get_data (text, &length);
  const char *end = length > 0 ? memchr (start, '\n', length) : NULL;

  return length > 0 ? mcp_json_document_parse_text (
                          start, end != NULL ? end - start : (gssize)length, NULL)
                    : NULL;
}

static gboolean
has (McpJsonValue object, const char *name, McpJsonKind kind)
{
  return mcp_json_value_get_kind (mcp_json_value_get_member (object, name)) == kind;
}

AppCaseFormat
app_case_import_find_format (GBytes *text)
{
  g_autoptr (McpJsonDocument) line = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root;

  g_return_val_if_fail (text != NULL, APP_CASE_OWN);

  line = read_first_line (text);
  if (line != NULL && has (mcp_json_document_get_root (line), "question", MCP_JSON_ARRAY))
    return APP_CASE_BFCL;
  document = mcp_json_document_parse (text, NULL, NULL, NULL);
  root = document != NULL ? mcp_json_document_get_root (document) : MCP_JSON_NO_VALUE;
  if (has (root, "schemaVersion", MCP_JSON_STRING) && has (root, "suite", MCP_JSON_OBJECT))
    return APP_CASE_MCPJAM;
  if (has (root, "turns", MCP_JSON_ARRAY) && !has (root, "cases", MCP_JSON_ARRAY))
    return APP_CASE_CONVERSATION;
  return APP_CASE_OWN;
}

GBytes *
app_case_import (
    AppCaseFormat format, GBytes *text, GBytes *answers, GPtrArray *notes, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (text != NULL && notes != NULL && format != APP_CASE_OWN, NULL);

  if (format == APP_CASE_BFCL)
    return app_case_import_bfcl (text, answers, notes, error);
  document = mcp_json_document_parse (text, NULL, NULL, error);
  if (document == NULL)
    return NULL;
  return format == APP_CASE_MCPJAM
             ? app_case_import_mcpjam (mcp_json_document_get_root (document), notes, error)
             : app_case_import_conversation (mcp_json_document_get_root (document), error);
}
