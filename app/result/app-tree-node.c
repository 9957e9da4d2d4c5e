/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tree-node-private.h"

#include <string.h>

#include "app-visible-text.h"
#include "mcp-property.h"
#include "store-window.h"

/* Pieces of a string that one step reveals. */
#define PIECES 10u

enum {
  PROP_KIND = 1,
  PROP_NAME,
  PROP_PREVIEW,
  PROP_NOTE,
  PROP_EXPANDABLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppTreeNode, app_tree_node, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (AppTreeKind,
                    app_tree_kind,
                    G_DEFINE_ENUM_VALUE (APP_TREE_OBJECT, "object"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_ARRAY, "array"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_STRING, "string"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_NUMBER, "number"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_BOOLEAN, "boolean"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_NULL, "null"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_MORE, "more"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_RANGE, "range"),
                    G_DEFINE_ENUM_VALUE (APP_TREE_PIECE, "piece"))

static void
app_tree_node_finalize (GObject *object)
{
  AppTreeNode *self = APP_TREE_NODE (object);

  g_clear_object (&self->parent);
  g_clear_weak_pointer (&self->list);
  mcp_json_slot_clear (&self->slot);
  g_free (self->name);
  g_free (self->preview);
  g_free (self->note);
  G_OBJECT_CLASS (app_tree_node_parent_class)->finalize (object);
}

static void
app_tree_node_class_init (AppTreeNodeClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_KIND] = { "kind", APP_TYPE_TREE_KIND, .offset = G_STRUCT_OFFSET (AppTreeNode, kind) },
    [PROP_NAME] = { "name", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppTreeNode, name) },
    [PROP_PREVIEW] = { "preview", G_TYPE_STRING, G_CALLBACK (app_tree_node_get_preview) },
    [PROP_NOTE] = { "note", G_TYPE_STRING, G_CALLBACK (app_tree_node_get_note) },
    [PROP_EXPANDABLE] = { "expandable", G_TYPE_BOOLEAN, G_CALLBACK (app_tree_node_is_expandable) },
  };

  object_class->finalize = app_tree_node_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_tree_node_init (AppTreeNode *self)
{
}

static AppTreeKind
choose_kind (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_OBJECT:
      return APP_TREE_OBJECT;
    case MCP_JSON_ARRAY:
      return APP_TREE_ARRAY;
    case MCP_JSON_STRING:
      return APP_TREE_STRING;
    case MCP_JSON_NUMBER:
      return APP_TREE_NUMBER;
    case MCP_JSON_BOOLEAN:
      return APP_TREE_BOOLEAN;
    case MCP_JSON_NULL:
    case MCP_JSON_NONE:
    default:
      return APP_TREE_NULL;
    }
}

static AppTreeNode *
new_node (AppTreeNode *parent, AppTreeKind kind, McpJsonValue value)
{
  AppTreeNode *self = g_object_new (APP_TYPE_TREE_NODE, NULL);

  self->kind = kind;
  mcp_json_slot_set (&self->slot, value);
  if (parent != NULL)
    {
      self->parent = g_object_ref (parent);
      self->limits = parent->limits;
      self->depth = parent->depth + 1;
    }
  return self;
}

AppTreeNode *
app_tree_node_new_root (McpJsonValue value, const char *name, const AppTreeLimits *limits)
{
  AppTreeNode *self;

  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  self = new_node (NULL, choose_kind (value), value);
  if (limits != NULL)
    self->limits = *limits;
  else
    self->limits = (AppTreeLimits){ STORE_WINDOW_ITEMS, STORE_WINDOW_CHARACTERS, 1 };
  self->limits.items = CLAMP (self->limits.items, 1, APP_TREE_MAX_CHILDREN);
  self->limits.characters = MAX (self->limits.characters, 1);
  self->limits.levels = MAX (self->limits.levels, 1);
  self->name = app_visible_text_line (name ? name : "", 0);
  return self;
}

gboolean
app_tree_node_is_expandable (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), FALSE);

  switch (self->kind)
    {
    case APP_TREE_OBJECT:
    case APP_TREE_ARRAY:
      return mcp_json_value_get_n_items (self->slot.value) > 0;
    case APP_TREE_RANGE:
      return TRUE;
    case APP_TREE_STRING:
    case APP_TREE_NUMBER:
      return app_tree_node_get_note (self)[0] != '\0';
    case APP_TREE_BOOLEAN:
    case APP_TREE_NULL:
    case APP_TREE_MORE:
    case APP_TREE_PIECE:
    default:
      return FALSE;
    }
}

static void
add_row (GPtrArray *rows, GListStore *list, AppTreeNode *row)
{
  g_set_weak_pointer (&row->list, list);
  g_ptr_array_add (rows, row);
}

/* The container that rows of @self belong to; paths go on from there. */
static AppTreeNode *
get_container (AppTreeNode *self)
{
  while (self->kind == APP_TREE_MORE || self->kind == APP_TREE_RANGE)
    self = self->parent;
  return self;
}

static void
add_children (AppTreeNode *self,
              GPtrArray   *rows,
              GListStore  *list,
              McpJsonIter *iter,
              guint        first,
              guint        count)
{
  AppTreeNode *container = get_container (self);
  McpJsonValue name;
  McpJsonValue value;

  for (guint i = 0; i < count && mcp_json_iter_next (iter, &name, &value); i++)
    {
      AppTreeNode *row = new_node (container, choose_kind (value), value);

      row->index = first + i;
      row->member = mcp_json_value_exists (name);
      if (row->member)
        {
          gboolean         complete;
          gsize            length = 0;
          g_autofree char *text = mcp_json_value_dup_string_prefix (name, 4096, &complete);

          if (complete)
            {
              g_free (text);
              text = mcp_json_value_dup_string (name, &length);
            }
          row->name = app_tree_node_dup_visible (g_steal_pointer (&text), length, FALSE);
        }
      else
        row->name = g_strdup_printf ("%u", row->index);
      add_row (rows, list, row);
    }
}

static AppTreeNode *
new_window (AppTreeNode *self, AppTreeKind kind, const McpJsonIter *iter, guint first, guint count)
{
  AppTreeNode *row = new_node (self, kind, self->slot.value);

  row->iter = *iter;
  row->first = first;
  row->count = count;
  row->depth = get_container (self)->depth + 1;
  row->name = g_strdup ("");
  return row;
}

/* All @count children from @first on: as rows, or as ranges where they are too many. */
static void
add_window (AppTreeNode *self,
            GPtrArray   *rows,
            GListStore  *list,
            McpJsonIter  iter,
            guint        first,
            guint        count)
{
  guint64 size = APP_TREE_MAX_CHILDREN;
  guint   end = first + count;

  if (count <= APP_TREE_MAX_CHILDREN)
    {
      add_children (self, rows, list, &iter, first, count);
      return;
    }
  while (count / size >= APP_TREE_MAX_CHILDREN)
    size *= APP_TREE_MAX_CHILDREN;
  while (first < end)
    {
      guint next = (guint)MIN ((first / size + 1) * size, end);

      add_row (rows, list, new_window (self, APP_TREE_RANGE, &iter, first, next - first));
      while (first < next)
        {
          mcp_json_iter_next (&iter, NULL, NULL);
          first++;
        }
    }
}

/* Up to PIECES pieces of a string from @position on, and a row for what is left. */
static void
add_pieces (AppTreeNode *self, GPtrArray *rows, GListStore *list, gsize position)
{
  AppTreeNode     *owner = self->kind == APP_TREE_MORE ? self->parent : self;
  StoreStringPiece piece = { 0 };
  guint64          hidden = 1;

  for (guint i = 0; i < PIECES && hidden > 0; i++)
    {
      AppTreeNode *row;

      if (!store_string_piece_read (self->slot.value, position, APP_TREE_PIECE_CHARACTERS, &piece))
        return;
      row = new_node (owner, APP_TREE_PIECE, self->slot.value);
      row->position = position;
      row->name = g_strdup ("");
      add_row (rows, list, row);
      position = piece.end;
      hidden = piece.hidden;
      store_string_piece_clear (&piece);
    }
  if (hidden > 0)
    {
      AppTreeNode *more = new_node (owner, APP_TREE_MORE, self->slot.value);

      more->position = position;
      more->name = g_strdup ("");
      add_row (rows, list, more);
    }
}

GListModel *
app_tree_node_create_children (AppTreeNode *self)
{
  g_autoptr (GPtrArray) rows = NULL;
  GListStore *list;
  McpJsonIter iter;
  guint       n_items;

  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);

  if (!app_tree_node_is_expandable (self))
    return NULL;
  rows = g_ptr_array_new_with_free_func (g_object_unref);
  list = g_list_store_new (APP_TYPE_TREE_NODE);
  n_items = mcp_json_value_get_n_items (self->slot.value);
  if (self->kind == APP_TREE_RANGE)
    add_window (self, rows, list, self->iter, self->first, self->count);
  else if (n_items == 0)
    {
      StoreStringPiece piece = { 0 };

      store_string_piece_read (self->slot.value, 0, self->limits.characters, &piece);
      add_pieces (self, rows, list, piece.end);
      store_string_piece_clear (&piece);
    }
  else
    {
      mcp_json_iter_init (&iter, self->slot.value);
      add_children (self, rows, list, &iter, 0, self->limits.items);
      if (n_items > self->limits.items)
        add_row (rows,
                 list,
                 new_window (self,
                             APP_TREE_MORE,
                             &iter,
                             self->limits.items,
                             n_items - self->limits.items));
    }
  g_list_store_splice (list, 0, 0, rows->pdata, rows->len);
  return G_LIST_MODEL (list);
}

void
app_tree_node_reveal (AppTreeNode *self)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GListStore) list = NULL;
  g_autoptr (AppTreeNode) keep = NULL;
  guint position;

  g_return_if_fail (APP_IS_TREE_NODE (self));

  if (self->kind != APP_TREE_MORE || self->list == NULL ||
      !g_list_store_find (self->list, self, &position))
    return;
  keep = g_object_ref (self);
  list = g_object_ref (self->list);
  rows = g_ptr_array_new_with_free_func (g_object_unref);
  if (app_tree_node_is_string_rest (self))
    add_pieces (self, rows, list, self->position);
  else
    add_window (self->parent, rows, list, self->iter, self->first, self->count);
  g_list_store_splice (list, position, 1, rows->pdata, rows->len);
}

AppTreeKind
app_tree_node_get_kind (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), APP_TREE_NULL);
  return self->kind;
}

const char *
app_tree_node_get_name (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);
  return self->name;
}

gboolean
app_tree_node_is_member (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), FALSE);
  return self->member;
}

guint
app_tree_node_get_depth (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), 0);
  return self->depth;
}

gboolean
app_tree_node_starts_unfolded (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), FALSE);
  return (self->kind == APP_TREE_OBJECT || self->kind == APP_TREE_ARRAY) &&
         self->depth < self->limits.levels;
}

McpJsonValue
app_tree_node_get_value (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), MCP_JSON_NO_VALUE);
  return self->slot.value;
}

McpJsonValue
app_tree_node_get_root (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), MCP_JSON_NO_VALUE);

  while (self->parent != NULL)
    self = self->parent;
  return self->slot.value;
}
