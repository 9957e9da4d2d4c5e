/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-window.h"

#include <string.h>

/* The printer calls itself for each level. */
#define MAX_DEPTH 64u
#define INDENT 2

struct _StoreWindow
{
  gatomicrefcount  ref_count;
  McpJsonDocument *document;
  char            *text;
  GArray          *gaps; /* StoreGap */
};

G_DEFINE_BOXED_TYPE (StoreWindow, store_window, store_window_ref, store_window_unref)

typedef struct
{
  StoreWindowLimits limits;
  GString          *out;
  GArray           *gaps;
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

static void G_GNUC_PRINTF (6, 7)
    print_gap (Printer     *self,
               StoreGapKind kind,
               McpJsonValue value,
               guint64      next,
               guint64      hidden,
               const char  *format,
               ...)
{
  StoreGap gap = { .kind = kind, .value = value, .next = next, .hidden = hidden };
  va_list  args;

  gap.offset = self->out->len;
  va_start (args, format);
  g_string_append_vprintf (self->out, format, args);
  va_end (args);
  gap.length = self->out->len - gap.offset;
  g_array_append_val (self->gaps, gap);
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
  StoreGap        *gap;

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
    {
      print_gap (self,
                 STORE_GAP_TEXT,
                 value,
                 piece.end,
                 piece.hidden,
                 "… %" G_GUINT64_FORMAT " %s more",
                 piece.hidden,
                 piece.hidden_bytes ? "bytes" : "characters");
      gap = &g_array_index (self->gaps, StoreGap, self->gaps->len - 1);
      gap->hidden_bytes = piece.hidden_bytes;
    }
  store_string_piece_clear (&piece);
}

static void
print_children (Printer *self, McpJsonValue value, guint offset, guint count, guint level)
{
  gboolean     object = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  guint        n_items = mcp_json_value_get_n_items (value);
  guint        shown = 0;
  McpJsonValue name;
  McpJsonValue item;
  McpJsonIter  iter;

  offset = MIN (offset, n_items);
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; i < offset; i++)
    mcp_json_iter_next (&iter, NULL, NULL);

  g_string_append_c (self->out, object ? '{' : '[');
  if (offset > 0)
    {
      print_newline (self, level + 1);
      print_gap (self, STORE_GAP_BEFORE, value, 0, offset, "… %u before", offset);
    }
  while (shown < count && self->out->len < self->limits.bytes &&
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
      if (offset + shown < n_items)
        g_string_append_c (self->out, ',');
    }
  if (offset + shown < n_items)
    {
      guint hidden = n_items - offset - shown;

      print_newline (self, level + 1);
      print_gap (self, STORE_GAP_ITEMS, value, offset + shown, hidden, "… %u more", hidden);
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
    {
      g_string_append_c (self->out, kind == MCP_JSON_OBJECT ? '{' : '[');
      print_gap (self, STORE_GAP_DEPTH, value, 0, n_items, "… %u", n_items);
      g_string_append_c (self->out, kind == MCP_JSON_OBJECT ? '}' : ']');
    }
  else
    print_children (self, value, 0, self->limits.items, level);
}

static StoreWindow *
finish (Printer *printer, McpJsonValue value)
{
  StoreWindow *self = g_new0 (StoreWindow, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->document = mcp_json_document_ref (value.document);
  self->text = g_string_free (printer->out, FALSE);
  self->gaps = printer->gaps;
  return self;
}

static void
printer_init (Printer *self, const StoreWindowLimits *limits)
{
  self->limits = limits ? *limits : STORE_WINDOW_LIMITS_DEFAULT;
  self->limits.depth = MIN (self->limits.depth, MAX_DEPTH);
  self->limits.characters = MAX (self->limits.characters, 1);
  self->out = g_string_new (NULL);
  self->gaps = g_array_new (FALSE, FALSE, sizeof (StoreGap));
  self->line = 0;
}

StoreWindow *
store_window_new (McpJsonValue value, const StoreWindowLimits *limits)
{
  Printer printer;

  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  printer_init (&printer, limits);
  print_value (&printer, value, 0);
  return finish (&printer, value);
}

StoreWindow *
store_window_new_items (McpJsonValue             value,
                        guint                    offset,
                        guint                    count,
                        const StoreWindowLimits *limits)
{
  Printer printer;

  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  printer_init (&printer, limits);
  if (mcp_json_value_get_n_items (value) == 0)
    print_value (&printer, value, 0);
  else
    print_children (&printer, value, offset, count > 0 ? count : printer.limits.items, 0);
  return finish (&printer, value);
}

StoreWindow *
store_window_ref (StoreWindow *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
store_window_unref (StoreWindow *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  mcp_json_document_unref (self->document);
  g_array_unref (self->gaps);
  g_free (self->text);
  g_free (self);
}

const char *
store_window_get_text (StoreWindow *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->text;
}

guint
store_window_get_n_gaps (StoreWindow *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->gaps->len;
}

const StoreGap *
store_window_get_gap (StoreWindow *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->gaps->len, NULL);
  return &g_array_index (self->gaps, StoreGap, index);
}
