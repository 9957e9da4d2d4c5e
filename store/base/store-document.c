/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-document.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* json-glib writes U+001F as it is, which no JSON text may have; it is in strings alone. Returns:
 * (transfer full) */
static GBytes *
escape_separators (const char *text, gsize size)
{
  GString *result = g_string_sized_new (size);

  g_string_append_len (result, text, (gssize)size);
  g_string_replace (result, "\x1f", "\\u001f", 0);
  return g_string_free_to_bytes (result);
}

McpJsonDocument *
store_document_parse (StoreFile *file, const char *what, gint64 version, GError **error)
{
  gsize       size;
  const char *text = g_bytes_get_data (store_file_get_bytes (file), &size);
  g_autoptr (GBytes) bytes = size > 0 && memchr (text, '\x1f', size) != NULL
                                 ? escape_separators (text, size)
                                 : g_bytes_ref (store_file_get_bytes (file));
  g_autoptr (GError) problem = NULL;

  if (size == 0)
    return mcp_json_document_parse_text ("{}", -1, error);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, &problem);
  McpJsonValue root = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_SYNTAX,
                   "The %s, “%s”, cannot be read%s%s; move it away to begin a new one", what,
                   store_file_get_path (file), problem != NULL ? ": " : "",
                   problem != NULL ? problem->message : "");
      return NULL;
    }
  if (mcp_json_value_get_member_int64 (root, "version", 0) > version)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NEWER,
                   "The %s, “%s”, was written by a newer version of Spyglass", what,
                   store_file_get_path (file));
      return NULL;
    }
  return g_steal_pointer (&document);
}

McpJsonValue
store_document_get_list (McpJsonDocument *document, const char *name)
{
  McpJsonValue list = mcp_json_value_get_member (mcp_json_document_get_root (document), name);

  return mcp_json_value_get_kind (list) == MCP_JSON_ARRAY ? list : MCP_JSON_NO_VALUE;
}

/* json-glib lays out, as it always did; what it cannot read (half of a surrogate pair) stays on one
 * line. */
GBytes *
store_document_print (McpJsonWriter *writer)
{
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (JsonNode) root = json_from_string (text, NULL);
  g_autofree char *laid_out = root != NULL ? json_to_string (root, TRUE) : g_strdup (text);

  return escape_separators (laid_out, strlen (laid_out));
}
