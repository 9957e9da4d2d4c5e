/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-approved-tools.h"

#include <string.h>

/* Returns: (transfer full): JSON text */
static char *
dup_checksum (const char *text)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strdup_printf ("\"sha256:%s\"", sum);
}

gboolean
store_approved_tools_matches (StoreMemory *approved, const char *tool, const char *text)
{
  const char *kept = store_memory_get (approved, tool);

  if (kept == NULL)
    return FALSE;
  if (kept[0] == '"')
    {
      g_autofree char *sum = dup_checksum (text);

      return g_str_equal (kept, sum);
    }
  g_autoptr (McpJsonDocument) old = mcp_json_document_parse_text (kept, -1, NULL);
  g_autoptr (McpJsonDocument) now = mcp_json_document_parse_text (text, -1, NULL);
  return old != NULL && now != NULL &&
         mcp_json_value_equal (mcp_json_document_get_root (old), mcp_json_document_get_root (now));
}

void
store_approved_tools_set (StoreMemory *approved, const char *tool, const char *text)
{
  if (strlen (text) > STORE_APPROVED_TOOL_BYTES)
    store_memory_take (approved, tool, dup_checksum (text));
  else
    store_memory_set (approved, tool, text);
}
