/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-table-order.h"
#include "mcp-schema.h"

#include <string.h>

/* Rows that are sorted within a frame. */
#define IN_PLACE_ROWS 1000u
/* Bytes of a string that its place depends on. */
#define KEY_BYTES 256u

typedef enum {
  RANK_NUMBER,
  RANK_STRING,
  RANK_OTHER,
  RANK_NULL,
  RANK_ABSENT
} Rank;

typedef struct
{
  guint32      row;
  Rank         rank;
  double       number; /* the nearest one: where two differ, so do the numbers, the same way */
  char        *text;   /* (nullable): what strings are compared by */
  McpJsonValue value;
} Key;

typedef struct
{
  guint    column;
  gboolean descending;
} Wish;

static void
key_clear (gpointer data)
{
  g_free (((Key *)data)->text);
}

static void
key_init (Key *self, AppTable *table, guint32 row, guint column)
{
  if (column == APP_TABLE_ORDER_INDEX)
    {
      *self = (Key){ .row = row, .rank = RANK_NUMBER, .number = row };
      return;
    }
  McpJsonValue value = app_table_get_cell (table, row, column);
  *self = (Key){ .row = row, .value = value };
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NONE:
      self->rank = RANK_ABSENT;
      break;
    case MCP_JSON_NULL:
      self->rank = RANK_NULL;
      break;
    case MCP_JSON_NUMBER:
      self->rank = RANK_NUMBER;
      self->number = mcp_json_value_get_double (value, 0);
      break;
    case MCP_JSON_STRING:
      {
        g_autofree char *text = mcp_json_value_dup_string_prefix (value, KEY_BYTES, NULL);

        self->rank = RANK_STRING;
        self->text = g_utf8_collate_key (text, -1);
        break;
      }
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      self->rank = RANK_OTHER;
      break;
    }
}

static int
compare_texts (McpJsonValue a, McpJsonValue b)
{
  gsize       length_a, length_b;
  const char *text_a = mcp_json_value_get_text (a, &length_a);
  const char *text_b = mcp_json_value_get_text (b, &length_b);
  int         order = memcmp (text_a, text_b, MIN (length_a, length_b));

  return order != 0 ? order : (length_a > length_b) - (length_a < length_b);
}

static int
compare_values (const Key *a, const Key *b)
{
  if (a->rank == RANK_STRING)
    return strcmp (a->text, b->text);
  if (a->rank == RANK_OTHER)
    return compare_texts (a->value, b->value);
  if (a->rank != RANK_NUMBER)
    return 0;
  if (a->number != b->number)
    return a->number < b->number ? -1 : 1;
  return mcp_schema_number_compare (a->value, b->value);
}

static int
compare (gconstpointer first, gconstpointer second, gpointer data)
{
  const Key  *a = first;
  const Key  *b = second;
  const Wish *wish = data;
  int         order = (int)a->rank - (int)b->rank;

  if (order == 0)
    order = compare_values (a, b);
  if (order == 0)
    return a->row < b->row ? -1 : 1;
  return wish->descending && a->rank < RANK_NULL && b->rank < RANK_NULL ? -order : order;
}

static void
find_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  AppTable *table = source;
  Wish     *wish = data;
  guint     n_rows = app_table_get_n_rows (table);
  g_autoptr (GArray) keys = g_array_sized_new (FALSE, FALSE, sizeof (Key), n_rows);
  g_autoptr (GArray) order = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_rows);

  g_array_set_clear_func (keys, key_clear);
  for (guint row = 0; row < n_rows; row++)
    {
      Key key;

      if (row % IN_PLACE_ROWS == 0 && g_task_return_error_if_cancelled (task))
        return;
      key_init (&key, table, row, wish->column);
      g_array_append_val (keys, key);
    }
  g_array_sort_with_data (keys, compare, wish);
  for (guint i = 0; i < n_rows; i++)
    g_array_append_val (order, g_array_index (keys, Key, i).row);
  g_task_return_pointer (task, g_steal_pointer (&order), (GDestroyNotify)g_array_unref);
}

void
app_table_order_find_async (AppTable           *table,
                            guint               column,
                            gboolean            descending,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (table, cancellable, callback, user_data);
  Wish *wish = g_new0 (Wish, 1);

  g_return_if_fail (column == APP_TABLE_ORDER_INDEX || column < app_table_get_n_columns (table));

  *wish = (Wish){ column, descending };
  g_task_set_source_tag (task, app_table_order_find_async);
  g_task_set_task_data (task, wish, g_free);
  if (app_table_get_n_rows (table) <= IN_PLACE_ROWS)
    find_in_worker (task, table, wish, cancellable);
  else
    g_task_run_in_thread (task, find_in_worker);
}

GArray *
app_table_order_find_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, app_table_order_find_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
