/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-explorer-repr.h"

#include "store-window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 4
/* Beyond this the layout would recurse deeper than the stack bears; the servers' own greatest. */
#define MAX_DEPTH 1000
/* Python's repr() of a float switches to an exponent outside of these powers of ten. */
#define REPR_MIN_EXPONENT -4
#define REPR_MAX_EXPONENT 16

typedef struct
{
  guint    max_items; /* 0: all */
  guint    max_string;
  guint    max_depth;
  guint    width;
  gboolean expand_all;
  GString *out;
} Layout;

/* str.isprintable(): everything but the categories Other and Separator, and the space. */
static gboolean
is_printable (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return FALSE;
    case G_UNICODE_SPACE_SEPARATOR:
      return c == ' ';
    default:
      return TRUE;
    }
}

static void
append_escaped (GString *out, gunichar c, char quote)
{
  if (c == '\\' || c == (gunichar)quote)
    g_string_append_printf (out, "\\%c", (char)c);
  else if (c == '\n')
    g_string_append (out, "\\n");
  else if (c == '\r')
    g_string_append (out, "\\r");
  else if (c == '\t')
    g_string_append (out, "\\t");
  else if (is_printable (c))
    g_string_append_unichar (out, c);
  else if (c < 0x100)
    g_string_append_printf (out, "\\x%02x", c);
  else if (c < 0x10000)
    g_string_append_printf (out, "\\u%04x", c);
  else
    g_string_append_printf (out, "\\U%08x", c);
}

void
store_explorer_append_string_repr (GString *out, const char *text, gsize length)
{
  const char *end = text + length;
  char        quote = '\'';

  if (memchr (text, '\'', length) != NULL && memchr (text, '"', length) == NULL)
    quote = '"';
  g_string_append_c (out, quote);
  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    append_escaped (out, g_utf8_get_char (p), quote);
  g_string_append_c (out, quote);
}

/* The shortest digits that read back as the same number, laid out as Python's repr() does. */
static void
append_float_repr (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isinf (value))
    {
      g_string_append (out, value < 0 ? "-inf" : "inf");
      return;
    }
  for (int precision = 0; precision < 17; precision++)
    {
      g_autofree char *format = g_strdup_printf ("%%.%de", precision);

      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }

  char *mark = strchr (buffer, 'e');
  int   exponent = atoi (mark + 1);
  *mark = '\0';
  if (*buffer == '-')
    g_string_append_c (out, '-');
  g_autofree char *digits = g_strdup (buffer + (*buffer == '-' ? 1 : 0));
  if (digits[1] == '.')
    memmove (digits + 1, digits + 2, strlen (digits + 2) + 1);
  int n_digits = strlen (digits);

  if (exponent < REPR_MIN_EXPONENT || exponent >= REPR_MAX_EXPONENT)
    g_string_append_printf (out, "%c%s%se%c%02d", digits[0], n_digits > 1 ? "." : "", digits + 1,
                            exponent < 0 ? '-' : '+', abs (exponent));
  else if (exponent < 0)
    g_string_append_printf (out, "0.%.*s%s", -exponent - 1, "0000", digits);
  else
    {
      for (int i = 0; i < MAX (n_digits, exponent + 2); i++)
        {
          if (i == exponent + 1)
            g_string_append_c (out, '.');
          g_string_append_c (out, i < n_digits ? digits[i] : '0');
        }
    }
}

void
store_explorer_append_scalar_repr (GString *out, McpJsonValue value)
{
  gsize       length = 0;
  const char *text;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_BOOLEAN:
      g_string_append (out, mcp_json_value_get_boolean (value, FALSE) ? "True" : "False");
      break;
    case MCP_JSON_NUMBER:
      text = mcp_json_value_get_text (value, &length);
      for (gsize i = 0; i < length; i++)
        if (strchr (".eE", text[i]) != NULL)
          {
            append_float_repr (out, mcp_json_value_get_double (value, 0));
            return;
          }
      if (length == 2 && strncmp (text, "-0", 2) == 0)
        text++, length--;
      g_string_append_len (out, text, length);
      break;
    case MCP_JSON_NULL:
      g_string_append (out, "None");
      break;
    case MCP_JSON_NONE:
    case MCP_JSON_STRING:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      break;
    }
}

static void
append_bounded_string (GString *out, McpJsonValue value, guint max_string)
{
  gsize            n_characters = mcp_json_value_count_characters (value);
  StoreStringPiece piece;

  if (n_characters <= max_string)
    {
      gsize            length = 0;
      g_autofree char *text = mcp_json_value_dup_string (value, &length);

      store_explorer_append_string_repr (out, text, length);
      return;
    }

  store_string_piece_read (value, 0, max_string, &piece);
  store_explorer_append_string_repr (out, piece.text, piece.length);
  store_string_piece_clear (&piece);
  g_string_append_printf (out, "+%" G_GSIZE_FORMAT, n_characters - max_string);
}

static gboolean
is_container (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  return kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT;
}

static gboolean
is_expandable (Layout *layout, McpJsonValue value, guint depth)
{
  return is_container (value) && depth < layout->max_depth &&
         mcp_json_value_get_n_items (value) > 0;
}

static void
append_atom (Layout *layout, GString *out, McpJsonValue value, guint depth)
{
  gboolean is_list = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;

  if (is_container (value) && depth >= layout->max_depth)
    g_string_append (out, is_list ? "[...]" : "{...}");
  else if (is_container (value))
    g_string_append (out, is_list ? "[]" : "{}");
  else if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    append_bounded_string (out, value, layout->max_string);
  else
    store_explorer_append_scalar_repr (out, value);
}

static void
append_flat (Layout *layout, GString *out, McpJsonValue value, guint depth)
{
  McpJsonValue name, item;
  McpJsonIter  iter;
  guint        n_items = mcp_json_value_get_n_items (value);
  guint        shown = layout->max_items > 0 ? MIN (n_items, layout->max_items) : n_items;
  gboolean     is_list = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;

  if (!is_expandable (layout, value, depth))
    {
      append_atom (layout, out, value, depth);
      return;
    }

  g_string_append_c (out, is_list ? '[' : '{');
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; i < shown && mcp_json_iter_next (&iter, &name, &item); i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (!is_list)
        {
          append_bounded_string (out, name, layout->max_string);
          g_string_append (out, ": ");
        }
      append_flat (layout, out, item, depth + 1);
    }
  if (shown < n_items)
    g_string_append_printf (out, ", ... +%u", n_items - shown);
  g_string_append_c (out, is_list ? ']' : '}');
}

static guint
get_cells (gunichar c)
{
  if (c < 32 || (c >= 0x7f && c < 0xa0) || g_unichar_iszerowidth (c))
    return 0;
  return g_unichar_iswide (c) ? 2 : 1;
}

static gsize
count_cells (const char *text, const char *end)
{
  gsize cells = 0;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    cells += get_cells (g_utf8_get_char (p));
  return cells;
}

static void
append_spaces (GString *out, guint count)
{
  for (guint i = 0; i < count; i++)
    g_string_append_c (out, ' ');
}

static gboolean
fits (Layout *layout, McpJsonValue value, guint depth, guint indent, gsize key_cells, gboolean root)
{
  g_autoptr (GString) flat = g_string_new (NULL);

  append_flat (layout, flat, value, depth);
  /* A line counts its ", " even where it ends without one. */
  return indent + key_cells + count_cells (flat->str, flat->str + flat->len) + (root ? 0 : 2) <=
         layout->width;
}

/* Writes @value behind what its line holds already. */
static void
lay_out (Layout *layout, McpJsonValue value, guint depth, guint indent, gsize key_cells)
{
  gboolean     is_list = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;
  guint        n_items = mcp_json_value_get_n_items (value);
  guint        shown = layout->max_items > 0 ? MIN (n_items, layout->max_items) : n_items;
  GString     *out = layout->out;
  McpJsonValue name, item;
  McpJsonIter  iter;

  if (!is_expandable (layout, value, depth))
    {
      append_atom (layout, out, value, depth);
      return;
    }
  if (!layout->expand_all && fits (layout, value, depth, indent, key_cells, depth == 0))
    {
      append_flat (layout, out, value, depth);
      return;
    }

  g_string_append (out, is_list ? "[\n" : "{\n");
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; i < shown && mcp_json_iter_next (&iter, &name, &item); i++)
    {
      gsize start = out->len + indent + INDENT;

      append_spaces (out, indent + INDENT);
      if (!is_list)
        {
          append_bounded_string (out, name, layout->max_string);
          g_string_append (out, ": ");
        }
      lay_out (layout, item, depth + 1, indent + INDENT,
               count_cells (out->str + start, out->str + out->len));
      g_string_append (out, i + 1 < n_items ? ",\n" : "\n");
    }
  if (shown < n_items)
    {
      append_spaces (out, indent + INDENT);
      g_string_append_printf (out, "... +%u\n", n_items - shown);
    }
  append_spaces (out, indent);
  g_string_append_c (out, is_list ? ']' : '}');
}

char *
store_explorer_layout (McpJsonValue               value,
                       const StoreExplorerLimits *limits,
                       guint                      max_items,
                       guint                      max_depth,
                       gboolean                   expand_all)
{
  Layout layout = { max_items, limits->max_string_length, MIN (max_depth, MAX_DEPTH),
                    limits->width, expand_all, g_string_new (NULL) };

  lay_out (&layout, value, 0, 0, 0);
  return g_string_free (layout.out, FALSE);
}

char *
store_explorer_layout_slice (McpJsonValue               list,
                             const StoreExplorerLimits *limits,
                             guint                      start,
                             guint                      stop)
{
  g_autoptr (GString) json = g_string_new ("[");
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, list);
  for (guint i = 0; i < stop && mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      gsize       length;
      const char *text = mcp_json_value_get_text (item, &length);

      if (i < start)
        continue;
      if (json->len > 1)
        g_string_append_c (json, ',');
      g_string_append_len (json, text, length);
    }
  g_string_append_c (json, ']');
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json->str, json->len, NULL);
  return store_explorer_layout (mcp_json_document_get_root (document), limits, 0, limits->max_depth,
                                FALSE);
}

/* Appends one line, cut to the width. */
static void
append_cut (
    GString *out, const char *text, const char *end, guint width, gboolean fold)
{
  gsize excess = g_utf8_strlen (text, end - text);
  gsize cells = 0;

  excess -= MIN (excess, width);
  for (; excess > 0 && end > text && end[-1] == ' '; excess--)
    end--;

  if (fold || count_cells (text, end) <= width)
    {
      g_string_append_len (out, text, end - text);
      return;
    }
  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      guint wide = get_cells (g_utf8_get_char (p));

      if (cells + wide > width - 1)
        break;
      g_string_append_unichar (out, g_utf8_get_char (p));
      cells += wide;
    }
  append_spaces (out, width - 1 - cells);
  g_string_append (out, "…");
}

/* Breaks one word into pieces of the width; the last piece stays unwritten and is where @word then
 * is. */
static const char *
fold_word (const char *word, const char *end, guint width, GPtrArray *breaks)
{
  gsize cells = 0;

  for (const char *p = word; p < end; p = g_utf8_next_char (p))
    {
      guint wide = get_cells (g_utf8_get_char (p));

      if (cells + wide > width)
        {
          g_ptr_array_add (breaks, (gpointer)p);
          word = p;
          cells = 0;
        }
      cells += wide;
    }
  return word;
}

static const char *
skip (const char *p, const char *end, gboolean spaces)
{
  while (p < end && (*p == ' ') == spaces)
    p++;
  return p;
}

static void
append_wrapped_line (
    GString *out, const char *line, const char *end, guint width, gboolean fold)
{
  g_autoptr (GPtrArray) breaks = g_ptr_array_new ();
  const char *word = line;
  gsize       used = 0;

  while (skip (word, end, TRUE) < end)
    {
      const char *stripped = skip (skip (word, end, TRUE), end, FALSE);
      const char *next = skip (stripped, end, TRUE);
      gsize       length = count_cells (word, stripped);

      if (used + length <= width)
        used += count_cells (word, next);
      else
        {
          const char *rest = word;

          if (word > line && (length > width || used > 0))
            g_ptr_array_add (breaks, (gpointer)word);
          if (length > width && fold)
            rest = fold_word (word, next, width, breaks);
          used = count_cells (rest, next);
        }
      word = next;
    }

  for (guint i = 0; i < breaks->len; i++)
    {
      append_cut (out, line, g_ptr_array_index (breaks, i), width, fold);
      g_string_append_c (out, '\n');
      line = g_ptr_array_index (breaks, i);
    }
  append_cut (out, line, end, width, fold);
}

char *
store_explorer_wrap (const char *text, guint width, gboolean fold)
{
  GString    *out = g_string_new (NULL);
  const char *line = text;

  while (TRUE)
    {
      const char *end = line + strcspn (line, "\n");

      append_wrapped_line (out, line, end, width, fold);
      if (*end == '\0')
        break;
      g_string_append_c (out, '\n');
      line = end + 1;
    }
  while (out->len > 0 && strchr (" \n", out->str[out->len - 1]) != NULL)
    g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}
