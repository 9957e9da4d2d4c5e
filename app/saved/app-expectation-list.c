/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-expectation-list.h"

#include "mcp-array-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-path.h"

/* Values that a person chooses from, and of them items of one array: the others are alike. */
#define MAX_VALUES 300u
#define MAX_ITEMS 10u
/* Bytes of a value that is compared as a whole. */
#define MAX_VALUE 4096u

struct _AppExpectationList
{
  GObject parent_instance;

  GPtrArray *rows;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE_WITH_CODE (
    AppExpectationList,
    app_expectation_list,
    G_TYPE_OBJECT,
    MCP_IMPLEMENT_ARRAY_LIST (AppExpectationList, rows, APP_TYPE_EXPECTATION_ROW))

MCP_DEFINE_FINALIZE (AppExpectationList, app_expectation_list)
{
  g_ptr_array_unref (self->rows);
}

MCP_DEFINE_CLASS (AppExpectationList, app_expectation_list)
{
  object_class->finalize = app_expectation_list_finalize;
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

static void
app_expectation_list_init (AppExpectationList *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
}

AppExpectationList *
app_expectation_list_new (void)
{
  return g_object_new (APP_TYPE_EXPECTATION_LIST, NULL);
}

static void
emit_changed (AppExpectationList *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* @row: (transfer full) */
static void
append (AppExpectationList *self, AppExpectationRow *row)
{
  static const char *const inputs[] = { "notify::path", "notify::check", "notify::value" };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    mcp_signal_connect (row, inputs[i], emit_changed, self);
  g_ptr_array_add (self->rows, row);
}

void
app_expectation_list_read (AppExpectationList *self, McpJsonValue value)
{
  gboolean is_object = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;

  g_return_if_fail (APP_IS_EXPECTATION_LIST (self));

  guint n = self->rows->len;
  for (guint i = 0; i < n; i++)
    g_signal_handlers_disconnect_by_data (self->rows->pdata[i], self);
  g_ptr_array_set_size (self->rows, 0);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    append (self, is_object ? app_expectation_row_new_argument (item.name, item.value)
                            : app_expectation_row_new_for_json (item.value));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n, self->rows->len);
}

/* Returns: (transfer full) */
static char *
dup_member (AppExpectationRow *row)
{
  g_autofree char *path = NULL;
  g_autofree char *value = app_expectation_row_dup_value (row);

  g_object_get (row, "path", &path, NULL);
  g_autofree char *name = mcp_json_quote (path, -1);
  return g_strdup_printf ("%s: %s", name, value);
}

char *
app_expectation_list_dup_json (AppExpectationList *self, gboolean as_arguments)
{
  g_autoptr (GString) text = g_string_new (as_arguments ? "{" : "[");

  g_return_val_if_fail (APP_IS_EXPECTATION_LIST (self), NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      AppExpectationRow *row = self->rows->pdata[i];
      g_autofree char   *json =
          as_arguments ? dup_member (row) : app_expectation_row_dup_json (row);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", json);
    }
  g_string_append_c (text, as_arguments ? '}' : ']');
  return self->rows->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

void
app_expectation_list_add (AppExpectationList *self, AppExpectationRow *row)
{
  g_return_if_fail (APP_IS_EXPECTATION_LIST (self));

  append (self, g_object_ref (row));
  g_list_model_items_changed (G_LIST_MODEL (self), self->rows->len - 1, 0, 1);
  emit_changed (self);
}

void
app_expectation_list_remove (AppExpectationList *self, AppExpectationRow *row)
{
  guint position;

  g_return_if_fail (APP_IS_EXPECTATION_LIST (self));

  if (!g_ptr_array_find (self->rows, row, &position))
    return;
  g_signal_handlers_disconnect_by_data (row, self);
  g_ptr_array_remove_index (self->rows, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  emit_changed (self);
}

void
app_expectation_list_update (AppExpectationList *self, const AppOutcome *outcome)
{
  g_return_if_fail (APP_IS_EXPECTATION_LIST (self));

  for (guint i = 0; i < self->rows->len; i++)
    app_expectation_row_update (self->rows->pdata[i], outcome);
}

/* Values to choose from */

static void
append_step (GString *path, McpJsonWalk *item, gboolean is_object, guint index)
{
  gsize length = 0;

  if (!is_object)
    {
      store_path_append_index (path, index);
      return;
    }
  g_autofree char *key = mcp_json_value_dup_string (item->name, &length);
  store_path_append_key (path, key, length);
}

/* An inner value is reached before its neighbour. */
static void
add_values (AppExpectationList *self, McpJsonValue value, GString *path, guint most)
{
  gboolean is_object = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  gsize    length = path->len;
  guint    n = 0;
  gsize    size = 0;

  if (self->rows->len >= most || !mcp_json_value_exists (value))
    return;
  mcp_json_value_get_text (value, &size);
  g_autofree char *text = size <= MAX_VALUE ? mcp_json_value_print_compact (value) : g_strdup ("");
  append (self, app_expectation_row_new (path->str, text));
  if (size > MAX_VALUE)
    g_object_set (self->rows->pdata[self->rows->len - 1], "check", APP_EXPECTATION_EXISTS, NULL);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item); n++)
    {
      if (!is_object && n >= MAX_ITEMS)
        break;
      append_step (path, &item, is_object, n);
      add_values (self, item.value, path, most);
      g_string_truncate (path, length);
    }
}

void
app_expectation_list_add_values (AppExpectationList *self, McpJsonValue value, const char *prefix)
{
  g_autoptr (GString) path = g_string_new (prefix);

  g_return_if_fail (APP_IS_EXPECTATION_LIST (self));

  guint n = self->rows->len;
  add_values (self, value, path, n + MAX_VALUES);
  g_list_model_items_changed (G_LIST_MODEL (self), n, 0, self->rows->len - n);
}
