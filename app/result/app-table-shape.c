/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-table-shape.h"

typedef struct
{
  AppTableShape best;
  guint         n_rows; /* of the best */
  guint         left;   /* values that may still be looked at */
} Search;

static gboolean
look_at (Search *self)
{
  return self->left > 0 && self->left-- > 0;
}

/* The objects of a table have half of all names, on average. */
static gboolean
has_alike_objects (Search *self, McpJsonValue array)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  McpJsonIter  items, members;
  McpJsonValue item, name;
  guint        n_items = 0;
  guint64      n_members = 0;

  mcp_json_iter_init (&items, array);
  for (; n_items < APP_TABLE_SAMPLE && mcp_json_iter_next (&items, NULL, &item); n_items++)
    {
      if (!look_at (self) || mcp_json_value_get_kind (item) != MCP_JSON_OBJECT ||
          mcp_json_value_get_n_items (item) > APP_TABLE_MAX_COLUMNS)
        return FALSE;
      mcp_json_iter_init (&members, item);
      for (; mcp_json_iter_next (&members, &name, NULL); n_members++)
        g_hash_table_add (names, mcp_json_value_dup_string (name, NULL));
    }
  return n_items > 1 && n_members > 0 &&
         n_members * 2 >= (guint64)n_items * g_hash_table_size (names);
}

static gboolean
has_lists_of (Search *self, McpJsonValue array, guint length)
{
  McpJsonIter  items;
  McpJsonValue item;

  mcp_json_iter_init (&items, array);
  for (guint i = 0; i < APP_TABLE_SAMPLE && mcp_json_iter_next (&items, NULL, &item); i++)
    if (!look_at (self) || mcp_json_value_get_kind (item) != MCP_JSON_ARRAY ||
        mcp_json_value_get_n_items (item) != length)
      return FALSE;
  return TRUE;
}

/* A name is a string, or an object that has one. Returns: none where it is neither */
static McpJsonValue
find_name (McpJsonValue value)
{
  static const char *const members[] = { "name", "title", "label", "key", "id" };
  McpJsonValue             name = value;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return mcp_json_value_get_kind (value) == MCP_JSON_STRING ? value : MCP_JSON_NO_VALUE;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (mcp_json_value_get_kind (name = mcp_json_value_get_member (value, members[i])) ==
        MCP_JSON_STRING)
      break;
  return mcp_json_value_get_kind (name) == MCP_JSON_STRING ? name : MCP_JSON_NO_VALUE;
}

static gboolean
has_names (McpJsonValue array)
{
  for (McpJsonWalk item = mcp_json_walk (array); mcp_json_walk_next (&item);)
    if (!mcp_json_value_exists (find_name (item.value)))
      return FALSE;
  return TRUE;
}

/* Returns: the member of @object that names the items of each list of @rows; none where there is
 * none */
static McpJsonValue
find_columns (Search *self, McpJsonValue object, McpJsonValue rows)
{
  McpJsonValue first = mcp_json_value_get_item (rows, 0);
  guint        length = mcp_json_value_get_n_items (first);

  if (mcp_json_value_get_kind (rows) != MCP_JSON_ARRAY ||
      mcp_json_value_get_kind (first) != MCP_JSON_ARRAY || length == 0 ||
      length > APP_TABLE_MAX_COLUMNS || !has_lists_of (self, rows, length))
    return MCP_JSON_NO_VALUE;
  for (McpJsonWalk member = mcp_json_walk (object); mcp_json_walk_next (&member);)
    if (look_at (self) && mcp_json_value_get_kind (member.value) == MCP_JSON_ARRAY &&
        mcp_json_value_get_n_items (member.value) == length && has_names (member.value))
      return member.value;
  return MCP_JSON_NO_VALUE;
}

static void
consider (Search *self, AppTableShape shape)
{
  guint n_rows = mcp_json_value_get_n_items (shape.rows);

  if (n_rows <= self->n_rows)
    return;
  self->best = shape;
  self->n_rows = n_rows;
}

/* Returns: the first lists in @object that have names beside them; without rows where there are
 * none */
static AppTableShape
find_lists (Search *self, McpJsonValue object)
{
  AppTableShape shape = { .lists = TRUE };

  for (McpJsonWalk member = mcp_json_walk (object); mcp_json_walk_next (&member) && look_at (self);)
    {
      shape.columns = find_columns (self, object, member.value);
      if (mcp_json_value_exists (shape.columns))
        {
          shape.rows = member.value;
          break;
        }
    }
  return shape;
}

/* What is within the rows of a table, or names its columns, is no other table. */
static void
search (Search *self, McpJsonValue value, guint depth)
{
  McpJsonKind   kind = mcp_json_value_get_kind (value);
  AppTableShape shape = { .rows = value };

  if ((kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT) || depth > APP_TABLE_SHAPE_DEPTH)
    return;
  if (kind == MCP_JSON_ARRAY && has_alike_objects (self, value))
    {
      consider (self, shape);
      return;
    }
  shape = kind == MCP_JSON_OBJECT ? find_lists (self, value) : (AppTableShape){ 0 };
  consider (self, shape);
  for (McpJsonWalk child = mcp_json_walk (value); mcp_json_walk_next (&child) && look_at (self);)
    if (!mcp_json_value_exists (shape.rows) ||
        (child.value.node != shape.rows.node && child.value.node != shape.columns.node))
      search (self, child.value, depth + 1);
}

AppTableShape
app_table_shape_find (McpJsonValue value)
{
  Search self = { .left = APP_TABLE_SHAPE_VALUES };

  search (&self, value, 0);
  return self.best;
}

AppTableShape
app_table_shape_of_array (McpJsonValue array)
{
  McpJsonValue first = mcp_json_value_get_item (array, 0);

  return (AppTableShape){ .rows = array,
                          .lists = mcp_json_value_get_kind (first) == MCP_JSON_ARRAY };
}

char *
app_table_shape_dup_name (const AppTableShape *self, guint column)
{
  McpJsonValue name = mcp_json_value_get_item (self->columns, column);

  return mcp_json_value_dup_string (find_name (name), NULL);
}
