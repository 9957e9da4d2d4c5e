/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Enough of JSON Schema to hold a message of ours against the protocol's own definitions: types,
 * required members, const, references. */

#include "test-memory-transport.h"

typedef enum {
  LEGACY,
  MODERN,
  N_REVISIONS,
} Revision;

static McpJsonDocument *
get_schema (Revision revision)
{
  static const char *const FOLDERS[N_REVISIONS] = { "2025-11-25", "2026-07-28" };
  static McpJsonDocument  *schemas[N_REVISIONS];
  const char              *folder = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char         *path = NULL;
  g_autofree char         *text = NULL;
  gsize                    length;

  if (schemas[revision] != NULL || folder == NULL)
    return schemas[revision];

  path = g_build_filename (folder, "mcp-schema", FOLDERS[revision], "schema.json", NULL);
  if (g_file_get_contents (path, &text, &length, NULL))
    {
      schemas[revision] = mcp_json_document_parse_text (text, (gssize)length, NULL);
      g_assert_nonnull (schemas[revision]);
    }
  return schemas[revision];
}

static Revision
find_revision (McpMessage *message)
{
  McpJsonValue meta = mcp_json_value_get_member (mcp_message_get_params (message), "_meta");

  return mcp_json_value_exists (
             mcp_json_value_get_member (meta, "io.modelcontextprotocol/protocolVersion"))
             ? MODERN
             : LEGACY;
}

static gboolean
has_type (McpJsonValue value, McpJsonValue type)
{
  const char  *kind = mcp_json_kind_get_name (mcp_json_value_get_kind (value));
  gint64       number;
  McpJsonIter  iter;
  McpJsonValue item;

  if (mcp_json_value_get_kind (type) == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, type);
      while (mcp_json_iter_next (&iter, NULL, &item))
        if (has_type (value, item))
          return TRUE;
      return FALSE;
    }
  if (mcp_json_value_string_equals (type, "integer"))
    return mcp_json_value_get_int64 (value, &number);
  return mcp_json_value_string_equals (type, kind);
}

static gboolean
fits (McpJsonValue root, McpJsonValue value, McpJsonValue schema)
{
  g_autofree char *reference = mcp_json_value_dup_member_string (schema, "$ref");
  McpJsonValue     type = mcp_json_value_get_member (schema, "type");
  McpJsonValue     fixed = mcp_json_value_get_member (schema, "const");
  McpJsonIter      iter;
  McpJsonValue     name, item;

  if (reference != NULL)
    return fits (root, value, mcp_json_value_resolve_pointer (root, reference + 1));
  if (mcp_json_value_exists (type) && !has_type (value, type))
    return FALSE;
  if (mcp_json_value_exists (fixed) && !mcp_json_value_equal (value, fixed))
    return FALSE;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "required"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autofree char *member = mcp_json_value_dup_string (item, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (value, member)))
        return FALSE;
    }

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "properties"));
  while (mcp_json_iter_next (&iter, &name, &item))
    {
      g_autofree char *member = mcp_json_value_dup_string (name, NULL);
      McpJsonValue     part = mcp_json_value_get_member (value, member);

      if (mcp_json_value_exists (part) && !fits (root, part, item))
        return FALSE;
    }
  return TRUE;
}

/** The definition of a request or notification of @method. */
static McpJsonValue
find_definition (McpJsonValue root, const char *method)
{
  McpJsonIter  iter;
  McpJsonValue definition;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (root, "$defs"));
  while (mcp_json_iter_next (&iter, NULL, &definition))
    {
      McpJsonValue fixed = mcp_json_value_resolve_pointer (definition, "/properties/method/const");

      if (mcp_json_value_string_equals (fixed, method))
        return definition;
    }
  return MCP_JSON_NO_VALUE;
}

void
test_assert_shape (McpMessage *message)
{
  McpJsonDocument *document = get_schema (find_revision (message));
  McpJsonValue     value = mcp_message_get_value (message);
  McpJsonValue     root, definition;
  gsize            size;
  const char      *text = g_bytes_get_data (mcp_message_get_text (message), &size);

  g_assert_cmpint (mcp_message_get_kind (message), !=, MCP_MESSAGE_INVALID);
  g_assert_cmpint (mcp_message_get_kind (message), !=, MCP_MESSAGE_BATCH);
  g_assert_null (mcp_message_get_findings (message));
  for (gsize i = 0; i < size; i++)
    g_assert_true (text[i] != '\n' && text[i] != '\r');

  if (document == NULL)
    return;
  root = mcp_json_document_get_root (document);
  if (mcp_message_get_method (message) != NULL)
    definition = find_definition (root, mcp_message_get_method (message));
  else if (mcp_message_get_kind (message) == MCP_MESSAGE_ERROR)
    definition = mcp_json_value_resolve_pointer (root, "/$defs/JSONRPCErrorResponse");
  else
    definition = mcp_json_value_resolve_pointer (root, "/$defs/JSONRPCResultResponse");

  /* Methods of an extension have no definition there. */
  if (find_revision (message) == MODERN && !mcp_json_value_exists (definition) &&
      g_str_has_prefix (mcp_message_get_method (message), "tasks/"))
    return;
  g_assert_true (mcp_json_value_exists (definition));
  if (!fits (root, value, definition))
    g_error ("Not as the schema has it: %.*s", (int)MIN (size, 500), text);
}
