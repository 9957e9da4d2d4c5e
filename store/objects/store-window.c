/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-window.h"

#include <string.h>

/* The printer calls itself for each level. */
#define MAX_DEPTH 64u
#define INDENT 2

/* Pieces of strings */

/* The inside of a string (without its quotes), or a number, as written. */
static const char *
inside (McpJsonValue value, gsize *length)
{
  const char *text = mcp_json_value_get_text (value, length);

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      *length -= 2;
      return text + 1;
    case MCP_JSON_NUMBER:
      return text;
    default:
      return NULL;
    }
}

/* The UTF-16 unit of the escape \uXXXX at @text, or 0. */
static guint
read_unit (const char *text, gsize left)
{
  guint unit = 0;

  if (left < 6 || text[0] != '\\' || text[1] != 'u')
    return 0;
  for (guint i = 2; i < 6; i++)
    unit = unit * 16 + (guint)MAX (g_ascii_xdigit_value (text[i]), 0);
  return unit;
}

/* Bytes that the character at @text takes as it is written. */
static gsize
measure_character (const char *text, gsize left)
{
  guint8 first = (guint8)text[0];
  gsize  size = 1;

  if (first == '\\')
    {
      guint unit = read_unit (text, left);

      if (left < 2 || text[1] != 'u')
        size = 2;
      else if ((unit & 0xfc00) == 0xd800 && left >= 12 &&
               (read_unit (text + 6, left - 6) & 0xfc00) == 0xdc00)
        size = 12;
      else
        size = 6;
    }
  else if (first >= 0xf0)
    size = 4;
  else if (first >= 0xe0)
    size = 3;
  else if (first >= 0xc0)
    size = 2;
  return MIN (size, left);
}

static char *
decode (const char *text, gsize length, gsize *decoded_length)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GString) quoted = g_string_sized_new (length + 2);
  char *decoded;

  g_string_append_c (quoted, '"');
  g_string_append_len (quoted, text, (gssize)length);
  g_string_append_c (quoted, '"');
  document = mcp_json_document_parse_text (quoted->str, (gssize)quoted->len, NULL);
  if (document != NULL)
    {
      decoded = mcp_json_value_dup_string (mcp_json_document_get_root (document), decoded_length);
      if (decoded != NULL)
        return decoded;
    }

  /* A position that was not the end of a piece: show the bytes, whatever they are. */
  decoded = g_utf8_make_valid (text, (gssize)length);
  *decoded_length = strlen (decoded);
  return decoded;
}

gboolean
store_string_piece_read (McpJsonValue      value,
                         gsize             position,
                         guint             characters,
                         StoreStringPiece *piece)
{
  gsize       length = 0;
  const char *text = inside (value, &length);
  gsize       at = position;

  g_return_val_if_fail (piece != NULL, FALSE);

  memset (piece, 0, sizeof *piece);
  if (text == NULL || (position > 0 && position >= length))
    return FALSE;

  while (at < length && piece->characters < characters)
    {
      at += measure_character (text + at, length - at);
      piece->characters++;
    }
  piece->text = decode (text + position, at - position, &piece->length);
  piece->start = position;
  piece->end = at;
  if (length - at > STORE_WINDOW_COUNTED)
    {
      piece->hidden = length - at;
      piece->hidden_bytes = TRUE;
      return TRUE;
    }
  for (; at < length; piece->hidden++)
    at += measure_character (text + at, length - at);
  return TRUE;
}

void
store_string_piece_clear (StoreStringPiece *piece)
{
  g_clear_pointer (&piece->text, g_free);
  memset (piece, 0, sizeof *piece);
}

/* Windows */

typedef struct
{
  StoreWindowLimits limits;
  GString          *out;
  gsize             line; /* where the line begins */
} Printer;

static void print_value (Printer *self, McpJsonValue value, guint level);

static void
print_newline (Printer *self, guint level)
{
  g_string_append_c (self->out, '\n');
  self->line = self->out->len;
  for (guint i = 0; i < level * INDENT; i++)
    g_string_append_c (self->out, ' ');
}

/* A string or number as written, as much of it as the limits let through. */
static void
print_scalar (Printer *self, McpJsonValue value)
{
  gsize            length = 0;
  const char      *text = mcp_json_value_get_text (value, &length);
  gsize            used = self->out->len - self->line;
  gsize            room = self->limits.line > used ? self->limits.line - used : 0;
  guint            characters = MIN (self->limits.characters, MAX (room, 1));
  StoreStringPiece piece = { 0 };
  gboolean         string = mcp_json_value_get_kind (value) == MCP_JSON_STRING;

  if (length <= characters || !store_string_piece_read (value, 0, characters, &piece))
    {
      g_string_append_len (self->out, text, (gssize)length);
      return;
    }
  while (piece.end > room && piece.characters > 1)
    {
      guint fewer = piece.characters / 2;

      store_string_piece_clear (&piece);
      store_string_piece_read (value, 0, fewer, &piece);
    }
  g_string_append_len (self->out, text, (gssize)piece.end + (string ? 1 : 0));
  if (string)
    g_string_append_c (self->out, '"');
  if (piece.hidden > 0)
    g_string_append_printf (self->out, "… %" G_GUINT64_FORMAT " %s more", piece.hidden,
                            piece.hidden_bytes ? "bytes" : "characters");
  store_string_piece_clear (&piece);
}

static void
print_children (Printer *self, McpJsonValue value, guint level)
{
  gboolean     object = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  guint        n_items = mcp_json_value_get_n_items (value);
  guint        shown = 0;
  McpJsonValue name;
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, value);
  g_string_append_c (self->out, object ? '{' : '[');
  while (shown < self->limits.items && self->out->len < self->limits.bytes &&
         mcp_json_iter_next (&iter, &name, &item))
    {
      print_newline (self, level + 1);
      if (object)
        {
          print_scalar (self, name);
          g_string_append (self->out, ": ");
        }
      print_value (self, item, level + 1);
      shown++;
      if (shown < n_items)
        g_string_append_c (self->out, ',');
    }
  if (shown < n_items)
    {
      print_newline (self, level + 1);
      g_string_append_printf (self->out, "… %u more", n_items - shown);
    }
  print_newline (self, level);
  g_string_append_c (self->out, object ? '}' : ']');
}

static void
print_value (Printer *self, McpJsonValue value, guint level)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  guint       n_items = mcp_json_value_get_n_items (value);

  if (kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT)
    print_scalar (self, value);
  else if (n_items == 0)
    g_string_append (self->out, kind == MCP_JSON_OBJECT ? "{}" : "[]");
  else if (level >= self->limits.depth)
    g_string_append_printf (self->out, kind == MCP_JSON_OBJECT ? "{… %u}" : "[… %u]", n_items);
  else
    print_children (self, value, level);
}

char *
store_window_print (McpJsonValue value, const StoreWindowLimits *limits)
{
  Printer self = { .limits = *limits };

  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  self.out = g_string_new (NULL);
  self.limits.depth = MIN (self.limits.depth, MAX_DEPTH);
  self.limits.characters = MAX (self.limits.characters, 1);
  print_value (&self, value, 0);
  return g_string_free (self.out, FALSE);
}
