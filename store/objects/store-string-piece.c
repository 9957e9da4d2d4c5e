/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-window.h"

#include <string.h>

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
    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
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

gsize
store_string_find_position (McpJsonValue value, guint64 offset)
{
  gsize       length = 0;
  const char *text = inside (value, &length);
  gsize       at = 0;

  for (; text != NULL && at < length && offset > 0; offset--)
    at += measure_character (text + at, length - at);
  return at;
}
