/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-writer.h"

#include "mcp-json-lookup.h"

#include <string.h>

/* Deeper lines are not moved further to the right. Without a bound, 20 KB of brackets would become
 * 200 MB of spaces. */
#define MAX_INDENT 80

typedef struct
{
  GString *out;
  gboolean pretty;
  gboolean canonical; /* what is equal is printed the same */
  guint    indent;
  GArray  *open; /* of Frame */
} Printer;

/* An open container */
typedef struct
{
  McpJsonIter iter;
  gboolean    begun;
  guint32    *names; /* (nullable): of a canonical object: sorted, the value stands behind each */
  guint       n_names;
  guint       position;
} Frame;

static void
frame_clear (gpointer data)
{
  g_free (((Frame *)data)->names);
}

static gboolean
frame_next (Frame *self, gboolean canonical, McpJsonValue *name, McpJsonValue *item)
{
  McpJsonValue container = self->iter.container;

  if (!canonical || mcp_json_value_get_kind (container) == MCP_JSON_ARRAY)
    return mcp_json_iter_next (&self->iter, name, item);
  if (self->position == self->n_names)
    return FALSE;
  *name = (McpJsonValue){ container.document, self->names[self->position++] };
  *item = (McpJsonValue){ name->document, name->node + 1 };
  return TRUE;
}

static void
append_newline (Printer *self)
{
  if (!self->pretty)
    return;
  gsize spaces = MIN ((gsize)self->open->len * self->indent, MAX_INDENT);
  gsize length = self->out->len;
  g_string_set_size (self->out, length + 1 + spaces);
  self->out->str[length] = '\n';
  memset (self->out->str + length + 1, ' ', spaces);
}

static void
append_text (Printer *self, McpJsonValue value)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);
  gint64      number;

  if (self->canonical && mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    {
      g_autofree char *string = mcp_json_value_dup_string (value, &length);
      g_autofree char *quoted = mcp_json_quote (string, (gssize)length);

      g_string_append (self->out, quoted);
    }
  else if (self->canonical && mcp_json_value_get_int64 (value, &number))
    g_string_append_printf (self->out, "%" G_GINT64_FORMAT, number);
  else
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
  Frame       frame = { .begun = FALSE };

  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT)
    {
      append_text (self, value);
      return;
    }
  g_string_append_c (self->out, get_bracket (value, FALSE));
  mcp_json_iter_init (&frame.iter, value);
  if (self->canonical && kind == MCP_JSON_OBJECT)
    frame.names = mcp_json_lookup_sort_members (value, TRUE, &frame.n_names);
  g_array_append_val (self->open, frame);
}

static char *
print (McpJsonValue value, gboolean pretty, gboolean canonical, guint indent)
{
  Printer self = { .pretty = pretty, .canonical = canonical, .indent = indent };

  if (!mcp_json_value_exists (value))
    return g_strdup ("");
  self.out = g_string_sized_new (mcp_json_value_get_length (value) + 1);
  self.open = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_array_set_clear_func (self.open, frame_clear);
  append_value (&self, value);
  while (self.open->len > 0)
    {
      Frame       *frame = &g_array_index (self.open, Frame, self.open->len - 1);
      McpJsonValue name, item;

      if (frame_next (frame, canonical, &name, &item))
        {
          if (frame->begun)
            g_string_append_c (self.out, ',');
          frame->begun = TRUE;
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
          char     bracket = get_bracket (frame->iter.container, TRUE);
          gboolean begun = frame->begun;

          g_array_set_size (self.open, self.open->len - 1);
          if (begun)
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
  return print (self, TRUE, FALSE, indent);
}

char *
mcp_json_value_print_compact (McpJsonValue self)
{
  return print (self, FALSE, FALSE, 0);
}

char *
mcp_json_value_print_canonical (McpJsonValue self, guint indent)
{
  return print (self, TRUE, TRUE, indent);
}

char *
mcp_json_writer_finish_pretty (McpJsonWriter *self, guint indent)
{
  g_autofree char *text = mcp_json_writer_finish_text (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return mcp_json_value_print_pretty (mcp_json_document_get_root (document), indent);
}
