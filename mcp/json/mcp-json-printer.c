/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-writer.h"

#include "mcp-json-index.h"

#include <string.h>

/* Deeper lines are not moved further to the right. Without a bound, 20 KB of brackets would become
 * 200 MB of spaces. */
#define MAX_INDENT 80

typedef struct
{
  GString *out;
  gboolean pretty;
  guint    indent;
  GArray  *open; /* McpJsonIter of each open container */
} Printer;

static void
append_newline (Printer *self)
{
  gsize length;
  gsize spaces;

  if (!self->pretty)
    return;
  spaces = MIN ((gsize)self->open->len * self->indent, MAX_INDENT);
  length = self->out->len;
  g_string_set_size (self->out, length + 1 + spaces);
  self->out->str[length] = '\n';
  memset (self->out->str + length + 1, ' ', spaces);
}

static void
append_text (Printer *self, McpJsonValue value)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);

  g_string_append_len (self->out, text, (gssize)length);
}

static char
get_bracket (McpJsonValue container, gboolean closing)
{
  if (mcp_json_value_get_kind (container) == MCP_JSON_OBJECT)
    return closing ? '}' : '{';
  return closing ? ']' : '[';
}

/* Appends a scalar, or the opening bracket of a container, which stays open. */
static void
append_value (Printer *self, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  McpJsonIter iter;

  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT)
    {
      append_text (self, value);
      return;
    }
  g_string_append_c (self->out, get_bracket (value, FALSE));
  mcp_json_iter_init (&iter, value);
  g_array_append_val (self->open, iter);
}

static char *
print (McpJsonValue value, gboolean pretty, guint indent)
{
  Printer self = { .pretty = pretty, .indent = indent };

  if (!mcp_json_value_exists (value))
    return g_strdup ("");
  self.out = g_string_sized_new (mcp_json_value_get_length (value) + 1);
  self.open = g_array_new (FALSE, FALSE, sizeof (McpJsonIter));
  append_value (&self, value);
  while (self.open->len > 0)
    {
      McpJsonIter *iter = &g_array_index (self.open, McpJsonIter, self.open->len - 1);
      guint        n_items = mcp_json_value_get_n_items (iter->container);
      gboolean     is_first = iter->left == n_items;
      McpJsonValue name, item;

      if (mcp_json_iter_next (iter, &name, &item))
        {
          if (!is_first)
            g_string_append_c (self.out, ',');
          append_newline (&self);
          if (mcp_json_value_exists (name))
            {
              append_text (&self, name);
              g_string_append (self.out, pretty ? ": " : ":");
            }
          append_value (&self, item);
        }
      else
        {
          char bracket = get_bracket (iter->container, TRUE);

          g_array_set_size (self.open, self.open->len - 1);
          if (n_items > 0)
            append_newline (&self);
          g_string_append_c (self.out, bracket);
        }
    }
  g_array_unref (self.open);
  return g_string_free (self.out, FALSE);
}

char *
mcp_json_value_print_pretty (McpJsonValue self, guint indent)
{
  return print (self, TRUE, indent);
}

char *
mcp_json_value_print_compact (McpJsonValue self)
{
  return print (self, FALSE, 0);
}
