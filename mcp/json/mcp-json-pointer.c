/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Pointer. Source: RFC 6901. */

#include "mcp-json-value.h"

#include "mcp-json-index.h"

#include <string.h>

/* Returns: (transfer full) (nullable): the reference token without its escapes */
static char *
unescape_token (const char *token, gsize length)
{
  GString *text = g_string_sized_new (length);

  for (gsize i = 0; i < length; i++)
    {
      if (token[i] != '~')
        g_string_append_c (text, token[i]);
      else if (i + 1 < length && (token[i + 1] == '0' || token[i + 1] == '1'))
        g_string_append_c (text, token[++i] == '0' ? '~' : '/');
      else
        {
          g_string_free (text, TRUE);
          return NULL;
        }
    }
  return g_string_free (text, FALSE);
}

static McpJsonValue
get_element (McpJsonValue array, const char *token)
{
  guint64 index;

  if (*token == '\0' || (token[0] == '0' && token[1] != '\0') ||
      strspn (token, "0123456789") != strlen (token) ||
      !g_ascii_string_to_unsigned (token, 10, 0, G_MAXUINT32, &index, NULL))
    return MCP_JSON_NO_VALUE;
  return mcp_json_value_get_item (array, (guint)index);
}

McpJsonValue
mcp_json_value_resolve_pointer (McpJsonValue self, const char *pointer)
{
  if (pointer == NULL)
    return MCP_JSON_NO_VALUE;
  while (*pointer == '/' && mcp_json_value_exists (self))
    {
      gsize            length = strcspn (++pointer, "/");
      g_autofree char *token = unescape_token (pointer, length);

      if (token == NULL)
        return MCP_JSON_NO_VALUE;
      if (mcp_json_value_get_kind (self) == MCP_JSON_ARRAY)
        self = get_element (self, token);
      else
        self = mcp_json_value_get_member (self, token);
      pointer += length;
    }
  return *pointer == '\0' ? self : MCP_JSON_NO_VALUE;
}

static void
append_token (GString *pointer, McpJsonValue name)
{
  gsize            length;
  g_autofree char *text = mcp_json_value_dup_string (name, &length);

  for (gsize i = 0; i < length; i++)
    switch (text[i])
      {
      case '~':
        g_string_append (pointer, "~0");
        break;
      case '/':
        g_string_append (pointer, "~1");
        break;
      case '\0':
        /* A C string cannot have it. */
        g_string_append (pointer, "\xef\xbf\xbd");
        break;
      default:
        g_string_append_c (pointer, text[i]);
        break;
      }
}

char *
mcp_json_value_dup_pointer (McpJsonValue self)
{
  if (!mcp_json_value_exists (self))
    return NULL;
  GString     *pointer = g_string_new (NULL);
  McpJsonValue at = mcp_json_document_get_root (self.document);
  while (at.node != self.node)
    {
      McpJsonValue name, value;
      McpJsonIter  iter;
      guint        index = 0;

      /* Into the child whose nodes have this one among them. */
      mcp_json_iter_init (&iter, at);
      while (mcp_json_iter_next (&iter, &name, &value) &&
             mcp_json_node_get_next (self.document->index.nodes, value.node) <= self.node)
        index++;
      g_string_append_c (pointer, '/');
      if (mcp_json_value_exists (name))
        append_token (pointer, name);
      else
        g_string_append_printf (pointer, "%u", index);
      if (name.document != NULL && name.node == self.node)
        break;
      at = value;
    }
  return g_string_free (pointer, FALSE);
}
