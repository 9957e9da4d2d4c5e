/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-hex.h"

#include "mcp-object.h"

struct _AppHexRow
{
  GObject parent_instance;

  char *text;
};

struct _AppHex
{
  GObject parent_instance;

  GBytes *bytes;
  guint   per_row;
};

static void app_hex_list_init (GListModelInterface *iface);

MCP_DEFINE_OBJECT (AppHexRow, app_hex_row)
G_DEFINE_FINAL_TYPE_WITH_CODE (AppHex,
                               app_hex,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, app_hex_list_init))
MCP_DEFINE_INIT (AppHex, app_hex)
MCP_DEFINE_CLASS_INIT (AppHex, app_hex)

/* Rows */

MCP_DEFINE_FINALIZE (AppHexRow, app_hex_row)
{
  g_free (self->text);
}

MCP_DEFINE_GETTER (const char *, AppHexRow, app_hex_row, text)

/* The bytes */

static guint
count_rows (AppHex *self)
{
  gsize n_rows = (g_bytes_get_size (self->bytes) + self->per_row - 1) / self->per_row;

  return (guint)MIN (n_rows, G_MAXUINT);
}

/* Groups of four bytes are easier to count. */
static void
append_row (AppHex *self, guint row, GString *text)
{
  gsize         size;
  const guint8 *bytes = g_bytes_get_data (self->bytes, &size);
  gsize         start = (gsize)row * self->per_row;
  gsize         end = MIN (start + self->per_row, size);

  g_string_append_printf (text, "%08" G_GSIZE_MODIFIER "x ", start);
  for (gsize i = start; i < start + self->per_row; i++)
    {
      if ((i - start) % 4 == 0)
        g_string_append_c (text, ' ');
      if (i < end)
        g_string_append_printf (text, "%02x ", bytes[i]);
      else
        g_string_append (text, "   ");
    }
  g_string_append_c (text, ' ');
  for (gsize i = start; i < end; i++)
    g_string_append_c (text, g_ascii_isprint (bytes[i]) ? (char)bytes[i] : '.');
}

static GType
app_hex_get_item_type (GListModel *list)
{
  return APP_TYPE_HEX_ROW;
}

static guint
app_hex_get_n_items (GListModel *list)
{
  return count_rows (APP_HEX (list));
}

static gpointer
app_hex_get_item (GListModel *list, guint position)
{
  AppHex *self = APP_HEX (list);

  if (position >= count_rows (self))
    return NULL;
  GString *text = g_string_new (NULL);
  append_row (self, position, text);
  AppHexRow *row = g_object_new (APP_TYPE_HEX_ROW, NULL);
  row->text = g_string_free (text, FALSE);
  return row;
}

static void
app_hex_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_hex_get_item_type;
  iface->get_n_items = app_hex_get_n_items;
  iface->get_item = app_hex_get_item;
}

MCP_DEFINE_FINALIZE (AppHex, app_hex)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

AppHex *
app_hex_new (GBytes *bytes, guint per_row)
{
  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (per_row > 0 && per_row % 4 == 0, NULL);

  AppHex *self = g_object_new (APP_TYPE_HEX, NULL);
  self->bytes = g_bytes_ref (bytes);
  self->per_row = per_row;
  return self;
}

void
app_hex_append_rows (AppHex *self, guint first, guint count, GString *text)
{
  g_return_if_fail (APP_IS_HEX (self));

  for (guint row = first; row < first + count && row < count_rows (self); row++)
    {
      append_row (self, row, text);
      g_string_append_c (text, '\n');
    }
}
