/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-json-text.h"
#include "mcp-json-writer.h"

#include <string.h>

char *
app_json_text_dup_pretty (const char *text, gssize length)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, length, NULL);

  return document != NULL ? mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2)
                          : NULL;
}

gboolean
app_json_text_is_structured (const char *text)
{
  gsize blank = strspn (text, " \t\r\n");

  if (text[blank] != '{' && text[blank] != '[')
    return FALSE;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  return document != NULL;
}

gboolean
app_json_text_find_mistake (const char *text, gsize *offset)
{
  McpJsonPlace place = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, &place, NULL);

  *offset = place.offset;
  return document == NULL;
}
