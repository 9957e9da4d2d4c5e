/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-envelope.h"

#include "mcp-json-writer.h"

#include <string.h>

/* Room for what stands around the params. */
#define ENVELOPE_BYTES 160

/** Valid JSON has line ends between tokens only, so that a space means the same. */
static void
append_on_one_line (GString *text, GBytes *json)
{
  gsize       size;
  const char *data = g_bytes_get_data (json, &size);
  gsize       start = text->len;

  if (size == 0)
    return;
  g_string_append_len (text, data, size);
  if (memchr (data, '\n', size) == NULL && memchr (data, '\r', size) == NULL)
    return;
  for (char *c = text->str + start; c < text->str + text->len; c++)
    if (*c == '\n' || *c == '\r')
      *c = ' ';
}

/* As the names of methods are: it needs no escape. */
static gboolean
is_plain (const char *string)
{
  for (; *string != '\0'; string++)
    if (!g_ascii_isalnum (*string) && *string != '/' && *string != '_' && *string != '.')
      return FALSE;
  return TRUE;
}

static void
append_quoted (GString *text, const char *string)
{
  if (is_plain (string))
    {
      g_string_append_c (text, '"');
      g_string_append (text, string);
      g_string_append_c (text, '"');
      return;
    }
  g_autofree char *quoted = mcp_json_quote (string, -1);
  g_string_append (text, quoted);
}

static GString *
begin (GBytes *content)
{
  GString *text = g_string_sized_new (ENVELOPE_BYTES + (content ? g_bytes_get_size (content) : 0));

  g_string_append (text, "{\"jsonrpc\":\"2.0\"");
  return text;
}

GBytes *
mcp_envelope_notification (const char *method, GBytes *params)
{
  GString *text = begin (params);

  g_string_append (text, ",\"method\":");
  append_quoted (text, method);
  if (params != NULL)
    {
      g_string_append (text, ",\"params\":");
      append_on_one_line (text, params);
    }
  g_string_append_c (text, '}');
  return g_string_free_to_bytes (text);
}

GBytes *
mcp_envelope_result (McpRequestId *id, GBytes *result)
{
  GString *text = begin (result);

  g_string_append (text, ",\"id\":");
  g_string_append (text, mcp_request_id_get_text (id));
  g_string_append (text, ",\"result\":");
  if (result != NULL)
    append_on_one_line (text, result);
  else
    g_string_append (text, "{}");
  g_string_append_c (text, '}');
  return g_string_free_to_bytes (text);
}

GBytes *
mcp_envelope_error (McpRequestId *id, int code, const char *message, GBytes *data)
{
  GString *text = begin (data);

  g_string_append (text, ",\"id\":");
  g_string_append (text, id != NULL ? mcp_request_id_get_text (id) : "null");
  g_string_append_printf (text, ",\"error\":{\"code\":%d,\"message\":", code);
  append_quoted (text, message);
  if (data != NULL)
    {
      g_string_append (text, ",\"data\":");
      append_on_one_line (text, data);
    }
  g_string_append (text, "}}");
  return g_string_free_to_bytes (text);
}

/** Puts @insert, members separated by commas, before the closing brace of @object. */
static GBytes *
insert_members (GBytes *params, McpJsonValue object, const char *insert)
{
  gsize       size;
  const char *data = g_bytes_get_data (params, &size);
  gsize       brace = mcp_json_value_get_start (object) + mcp_json_value_get_length (object) - 1;
  GString    *text = g_string_sized_new (size + strlen (insert) + 2);

  g_string_append_len (text, data, brace);
  if (mcp_json_value_get_n_items (object) > 0)
    g_string_append_c (text, ',');
  g_string_append (text, insert);
  g_string_append_len (text, data + brace, size - brace);
  return g_string_free_to_bytes (text);
}

/** The members of @members that @object does not have, as text separated by commas. */
static char *
print_missing (McpJsonValue object, McpJsonValue members)
{
  GString *text = g_string_new (NULL);

  for (McpJsonWalk each = mcp_json_walk (members); mcp_json_walk_next (&each);)
    {
      g_autofree char *plain = mcp_json_value_dup_string (each.name, NULL);
      gsize            length;

      if (mcp_json_value_exists (mcp_json_value_get_member (object, plain)))
        continue;
      if (text->len > 0)
        g_string_append_c (text, ',');
      const char *part = mcp_json_value_get_text (each.name, &length);
      g_string_append_len (text, part, length);
      g_string_append_c (text, ':');
      part = mcp_json_value_get_text (each.value, &length);
      g_string_append_len (text, part, length);
    }
  return g_string_free (text, FALSE);
}

GBytes *
mcp_envelope_add_meta (GBytes *params, GBytes *members)
{
  static const char EMPTY[] = "{}";
  g_autoptr (GBytes) base = params != NULL ? g_bytes_ref (params) : g_bytes_new_static (EMPTY, 2);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (base, NULL, NULL, NULL);
  g_autoptr (McpJsonDocument) added = mcp_json_document_parse (members, NULL, NULL, NULL);

  g_return_val_if_fail (added != NULL, g_steal_pointer (&base));

  McpJsonValue root = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT)
    return g_steal_pointer (&base);

  McpJsonValue meta = mcp_json_value_get_member (root, "_meta");
  if (mcp_json_value_exists (meta) && mcp_json_value_get_kind (meta) != MCP_JSON_OBJECT)
    return g_steal_pointer (&base);

  g_autofree char *missing = print_missing (meta, mcp_json_document_get_root (added));
  if (*missing == '\0')
    return g_steal_pointer (&base);
  if (mcp_json_value_exists (meta))
    return insert_members (base, meta, missing);

  g_autofree char *insert = g_strdup_printf ("\"_meta\":{%s}", missing);
  return insert_members (base, root, insert);
}
