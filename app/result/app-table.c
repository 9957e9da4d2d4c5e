/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-table.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

#include <glib/gi18n.h>
#include <string.h>

/* Arrays up to this many bytes are read in place. */
#define IN_PLACE_BYTES (64u * 1024u)
/* Bytes of a cell that are decoded: more than its characters can take. */
#define CELL_BYTES (APP_TABLE_CELL_CHARACTERS * 4u + 1u)
#define MIN_WIDTH 3u
#define MAX_WIDTH 40u
/* The rows, from the first to the last, that say how wide a column is and what is in it. */
#define MEASURED_ROWS 200u

typedef struct
{
  char    *name;
  guint    width; /* characters */
  gboolean numeric;
  gboolean whole;  /* the items themselves, where they are no objects */
  gboolean listed; /* it is an item of each list */
  guint    index;  /* that one */
} Column;

struct _AppTable
{
  GObject parent_instance;

  McpJsonSlot   array;
  AppTableShape shape;
  GArray       *rows;    /* guint32: nodes of the document */
  GPtrArray    *columns; /* Column */
  guint         n_more;
  GArray       *order; /* (nullable): guint32 */
};

struct _AppTableRow
{
  GObject parent_instance;

  AppTable *table;
  guint     index;
};

static void app_table_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppTable,
                               app_table,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, app_table_list_init))
MCP_DEFINE_CLASS_INIT (AppTable, app_table)
MCP_DEFINE_OBJECT (AppTableRow, app_table_row)

static void
column_free (gpointer data)
{
  Column *column = data;

  g_free (column->name);
  g_free (column);
}

/* Reading it */

typedef struct
{
  AppTable   *table;
  GHashTable *positions; /* of names among the columns; borrows them */
  GHashTable *more;      /* names that are not among them */
  gboolean    others;    /* there are items that are no objects */
} Reading;

/* The columns of lists are those of the longest. */
static void
add_indexes (AppTable *self, guint n)
{
  for (guint i = self->columns->len; i < MIN (n, APP_TABLE_MAX_COLUMNS); i++)
    {
      Column *column = g_new0 (Column, 1);

      column->name = app_table_shape_dup_name (&self->shape, i);
      if (column->name == NULL)
        column->name = g_strdup_printf ("%u", i);
      column->listed = TRUE;
      column->index = i;
      g_ptr_array_add (self->columns, column);
    }
}

static void
add_name (Reading *self, McpJsonValue value)
{
  gsize            length;
  g_autofree char *name = mcp_json_value_dup_string (value, &length);
  GPtrArray       *columns = self->table->columns;

  if (g_hash_table_contains (self->positions, name) && strlen (name) == length)
    return;
  /* A member is looked up by its name, which cannot hold a NUL. */
  if (columns->len == APP_TABLE_MAX_COLUMNS || strlen (name) != length)
    {
      if (g_hash_table_size (self->more) < APP_TABLE_MAX_COLUMNS)
        g_hash_table_add (self->more, g_steal_pointer (&name));
      return;
    }
  Column *column = g_new0 (Column, 1);
  column->name = g_steal_pointer (&name);
  g_hash_table_insert (self->positions, column->name, GUINT_TO_POINTER (columns->len));
  g_ptr_array_add (columns, column);
}

/* Most objects have their members in the order of the one before, so that a name is compared with
 * the next column, and neither decoded nor looked up. */
static void
read_item (Reading *self, McpJsonValue item)
{
  GPtrArray   *columns = self->table->columns;
  McpJsonIter  members;
  McpJsonValue name;
  guint        next = 0;

  g_array_append_val (self->table->rows, item.node);
  if (self->table->shape.lists && mcp_json_value_get_kind (item) == MCP_JSON_ARRAY)
    {
      add_indexes (self->table, mcp_json_value_get_n_items (item));
      return;
    }
  if (self->table->shape.lists || mcp_json_value_get_kind (item) != MCP_JSON_OBJECT)
    {
      self->others = TRUE;
      return;
    }
  mcp_json_iter_init (&members, item);
  for (; mcp_json_iter_next (&members, &name, NULL); next++)
    {
      const Column *column = next < columns->len ? columns->pdata[next] : NULL;

      if (column == NULL || !mcp_json_value_string_equals (name, column->name))
        add_name (self, name);
    }
}

/* Whether a string without its quotes would be read as a number, a word of JSON or nothing. */
static gboolean
looks_like_other (const char *text)
{
  char *end;

  if (g_ascii_isdigit (text[0]) || text[0] == '-')
    {
      g_ascii_strtod (text, &end);
      return end > text && *end == '\0';
    }
  return text[0] == '\0' || g_str_equal (text, "true") || g_str_equal (text, "false") ||
         g_str_equal (text, "null");
}

static char *
dup_text (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  gsize       length;

  if (kind == MCP_JSON_NONE)
    return g_strdup ("");
  if (kind != MCP_JSON_STRING)
    {
      const char      *text = mcp_json_value_get_text (value, &length);
      g_autofree char *beginning = g_utf8_make_valid (text, (gssize)MIN (length, CELL_BYTES));

      return app_visible_text_summary (beginning, APP_TABLE_CELL_CHARACTERS);
    }
  gboolean         complete;
  g_autofree char *text = mcp_json_value_dup_string_prefix (value, CELL_BYTES, &complete);
  if (complete && looks_like_other (text))
    {
      g_autofree char *quoted = g_strdup_printf ("\"%s\"", text);
      return app_visible_text_line (quoted, APP_TABLE_CELL_CHARACTERS);
    }
  return app_visible_text_line (text, APP_TABLE_CELL_CHARACTERS);
}

static void
measure (AppTable *self, guint position)
{
  Column *column = self->columns->pdata[position];
  guint   width = (guint)g_utf8_strlen (column->name, -1);
  guint   n_numbers = 0, n_others = 0;
  guint   n = MIN (self->rows->len, MEASURED_ROWS);

  for (guint i = 0; i < n; i++)
    {
      guint64          row = i == 0 ? 0 : (guint64)i * (self->rows->len - 1) / (n - 1);
      McpJsonValue     value = app_table_get_cell (self, (guint)row, position);
      g_autofree char *text = dup_text (value);

      width = MAX (width, (guint)g_utf8_strlen (text, -1));
      if (mcp_json_value_get_kind (value) == MCP_JSON_NUMBER)
        n_numbers++;
      else if (mcp_json_value_get_kind (value) > MCP_JSON_NULL)
        n_others++;
    }
  column->width = CLAMP (width, MIN_WIDTH, MAX_WIDTH);
  column->numeric = n_numbers > 0 && n_others == 0;
}

static AppTable *
read_table (const AppTableShape *shape, GCancellable *cancellable)
{
  g_autoptr (AppTable) self = g_object_new (APP_TYPE_TABLE, NULL);
  Reading reading = { .table = self };

  mcp_json_slot_set (&self->array, shape->rows);
  self->shape = *shape;
  self->rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32),
                                  mcp_json_value_get_n_items (shape->rows));
  reading.positions = g_hash_table_new (g_str_hash, g_str_equal);
  reading.more = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  add_indexes (self, mcp_json_value_get_n_items (shape->columns));
  for (McpJsonWalk item = mcp_json_walk (shape->rows); mcp_json_walk_next (&item);)
    {
      if (self->rows->len % APP_TABLE_SAMPLE == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      read_item (&reading, item.value);
    }
  if (reading.others)
    {
      Column *column = g_new0 (Column, 1);

      column->name = g_strdup (_ ("Item"));
      column->whole = TRUE;
      g_ptr_array_add (self->columns, column);
    }
  self->n_more = g_hash_table_size (reading.more);
  g_hash_table_unref (reading.more);
  g_hash_table_unref (reading.positions);
  for (guint i = 0; i < self->columns->len; i++)
    measure (self, i);
  return g_steal_pointer (&self);
}

typedef struct
{
  AppTableShape shape;
  McpJsonSlot   slot; /* holds the document */
} Wish;

static void
wish_free (gpointer data)
{
  Wish *wish = data;

  mcp_json_slot_clear (&wish->slot);
  g_free (wish);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Wish *wish = data;

  g_task_return_pointer (task, read_table (&wish->shape, cancellable), g_object_unref);
}

void
app_table_load_async (const AppTableShape *shape,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Wish *wish = g_new0 (Wish, 1);

  wish->shape = *shape;
  mcp_json_slot_set (&wish->slot, shape->rows);
  g_task_set_source_tag (task, app_table_load_async);
  g_task_set_task_data (task, wish, wish_free);
  if (mcp_json_value_get_length (shape->rows) <= IN_PLACE_BYTES)
    read_in_worker (task, NULL, wish, cancellable);
  else
    g_task_run_in_thread (task, read_in_worker);
}

AppTable *
app_table_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, app_table_load_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* What it has */

McpJsonValue
app_table_get_array (AppTable *self)
{
  g_return_val_if_fail (APP_IS_TABLE (self), MCP_JSON_NO_VALUE);
  return self->array.value;
}

guint
app_table_get_n_rows (AppTable *self)
{
  g_return_val_if_fail (APP_IS_TABLE (self), 0);
  return self->rows->len;
}

guint
app_table_get_n_columns (AppTable *self)
{
  g_return_val_if_fail (APP_IS_TABLE (self), 0);
  return self->columns->len;
}

MCP_DEFINE_GETTER (guint, AppTable, app_table, n_more)

static McpJsonValue
get_item (AppTable *self, guint row)
{
  g_return_val_if_fail (row < self->rows->len, MCP_JSON_NO_VALUE);
  return (McpJsonValue){ self->array.value.document, g_array_index (self->rows, guint32, row) };
}

static const Column *
get_column (AppTable *self, guint column)
{
  g_return_val_if_fail (column < self->columns->len, NULL);
  return self->columns->pdata[column];
}

const char *
app_table_get_name (AppTable *self, guint column)
{
  return get_column (self, column)->name;
}

gboolean
app_table_is_numeric (AppTable *self, guint column)
{
  return get_column (self, column)->numeric;
}

guint
app_table_get_width (AppTable *self, guint column)
{
  return get_column (self, column)->width;
}

McpJsonValue
app_table_get_cell (AppTable *self, guint row, guint column)
{
  McpJsonValue  item = get_item (self, row);
  const Column *of = get_column (self, column);

  if (of->listed)
    return mcp_json_value_get_item (item, of->index);
  if (!of->whole)
    return mcp_json_value_get_member (item, of->name);
  return mcp_json_value_get_kind (item) !=
                 (self->shape.lists ? MCP_JSON_ARRAY : MCP_JSON_OBJECT)
             ? item
             : MCP_JSON_NO_VALUE;
}

guint
app_table_find_position (AppTable *self, gsize offset)
{
  guint first = 0, behind = self->rows->len;

  while (behind - first > 1)
    {
      guint middle = first + (behind - first) / 2;

      if (mcp_json_value_get_start (get_item (self, middle)) <= offset)
        first = middle;
      else
        behind = middle;
    }
  if (behind == first)
    return G_MAXUINT;
  McpJsonValue item = get_item (self, first);
  gsize        start = mcp_json_value_get_start (item);
  if (offset < start || offset >= start + mcp_json_value_get_length (item))
    return G_MAXUINT;
  for (guint i = 0; self->order != NULL && i < self->order->len; i++)
    if (g_array_index (self->order, guint32, i) == first)
      return i;
  return first;
}

/* The model */

void
app_table_set_order (AppTable *self, GArray *order)
{
  g_return_if_fail (APP_IS_TABLE (self));
  g_return_if_fail (order == NULL || order->len == self->rows->len);

  if (self->order == NULL && order == NULL)
    return;
  g_clear_pointer (&self->order, g_array_unref);
  self->order = order;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, self->rows->len, self->rows->len);
}

GArray *
app_table_dup_order (AppTable *self)
{
  g_return_val_if_fail (APP_IS_TABLE (self), NULL);
  return self->order != NULL ? g_array_ref (self->order) : NULL;
}

static GType
app_table_get_item_type (GListModel *list)
{
  return APP_TYPE_TABLE_ROW;
}

static guint
app_table_get_n_items (GListModel *list)
{
  return APP_TABLE (list)->rows->len;
}

static gpointer
app_table_get_list_item (GListModel *list, guint position)
{
  AppTable *self = APP_TABLE (list);

  if (position >= self->rows->len)
    return NULL;
  AppTableRow *row = g_object_new (APP_TYPE_TABLE_ROW, NULL);
  row->table = g_object_ref (self);
  row->index = self->order != NULL ? g_array_index (self->order, guint32, position) : position;
  return row;
}

static void
app_table_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_table_get_item_type;
  iface->get_n_items = app_table_get_n_items;
  iface->get_item = app_table_get_list_item;
}

MCP_DEFINE_FINALIZE (AppTable, app_table)
{
  mcp_json_slot_clear (&self->array);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_pointer (&self->order, g_array_unref);
}

static void
app_table_init (AppTable *self)
{
  self->columns = g_ptr_array_new_with_free_func (column_free);
}

/* Rows */

MCP_DEFINE_FINALIZE (AppTableRow, app_table_row)
{
  g_clear_object (&self->table);
}

MCP_DEFINE_GETTER (guint, AppTableRow, app_table_row, index)

McpJsonValue
app_table_row_get_cell (AppTableRow *self, guint column)
{
  g_return_val_if_fail (APP_IS_TABLE_ROW (self), MCP_JSON_NO_VALUE);
  return app_table_get_cell (self->table, self->index, column);
}

char *
app_table_row_dup_text (AppTableRow *self, guint column)
{
  g_return_val_if_fail (APP_IS_TABLE_ROW (self), NULL);
  return dup_text (app_table_row_get_cell (self, column));
}

char *
app_table_row_dup_json (AppTableRow *self)
{
  g_return_val_if_fail (APP_IS_TABLE_ROW (self), NULL);
  return mcp_json_value_print_compact (get_item (self->table, self->index));
}
