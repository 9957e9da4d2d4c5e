/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tree-node.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"
#include "store-path.h"
#include "store-window.h"
#include "mcp-object.h"

/* A container's taste: members, and characters of each. */
#define TASTE_ITEMS 4u
#define TASTE_CHARACTERS 24u
/* Decoding this much takes no time that is seen; more goes to a worker. */
#define COPY_IN_PLACE (256u * 1024u)
/* Pieces of a string that one step reveals. */
#define PIECES 10u

struct _AppTreeNode
{
  GObject parent_instance;

  AppTreeNode  *parent; /* strong: rows hold the way up, never the way down */
  GListStore   *list;   /* weak: where the row stands */
  McpJsonSlot   slot;
  AppTreeKind   kind;
  AppTreeLimits limits;
  char         *name;
  char         *preview; /* made when first asked for */
  char         *note;
  gboolean      member;
  guint         index;
  guint         depth;
  McpJsonIter   iter;     /* MORE, RANGE: stands before the first hidden child */
  guint         first;    /* MORE, RANGE: its index */
  guint         count;    /* MORE, RANGE: children */
  gsize         position; /* MORE of a string, PIECE */
};

static void init_item (AppTreeItemInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppTreeNode,
                               app_tree_node,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_TREE_ITEM, init_item))
MCP_DEFINE_INIT (AppTreeNode, app_tree_node)
MCP_DEFINE_CLASS_INIT (AppTreeNode, app_tree_node)

MCP_DEFINE_FINALIZE (AppTreeNode, app_tree_node)
{
  g_clear_object (&self->parent);
  g_clear_weak_pointer (&self->list);
  mcp_json_slot_clear (&self->slot);
  g_free (self->name);
  g_free (self->preview);
  g_free (self->note);
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
  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  AppTreeNode *self = new_node (NULL, choose_kind (value), value);
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

/* What a row says: the value's beginning, a taste of it, what it hides */

/* A string that may hold U+0000 made fit to be shown. */
static char *
dup_visible (char *text, gsize length, gboolean lines)
{
  g_autofree char *taken = text;
  g_autoptr (GString) marked = NULL;

  if (text != NULL && strlen (text) < length)
    {
      marked = g_string_sized_new (length);
      for (gsize i = 0; i < length; i++)
        {
          if (text[i] == '\0')
            g_string_append (marked, "␀");
          else
            g_string_append_c (marked, text[i]);
        }
    }
  if (lines)
    return app_visible_text_block (marked ? marked->str : text, 0);
  return app_visible_text_line (marked ? marked->str : text, 0);
}

/* The beginning of a scalar as written. @hidden: (out): whether it is not all */
static char *
dup_beginning (McpJsonValue value, guint characters, gboolean *hidden)
{
  gboolean         string = mcp_json_value_get_kind (value) == MCP_JSON_STRING;
  StoreStringPiece piece = { 0 };
  gsize            length = 0;
  const char      *text = mcp_json_value_get_text (value, &length);

  *hidden = FALSE;
  if (!store_string_piece_read (value, 0, characters, &piece))
    return g_strndup (text, length);
  g_autoptr (GString) shown = g_string_new_len (text, (gssize)(piece.end + (string ? 1 : 0)));
  *hidden = piece.hidden > 0;
  if (string)
    g_string_append (shown, *hidden ? "…\"" : "\"");
  else if (*hidden)
    g_string_append (shown, "…");
  store_string_piece_clear (&piece);
  return dup_visible (g_strdup (shown->str), shown->len, FALSE);
}

static char *
dup_taste (McpJsonValue container)
{
  gboolean     object = mcp_json_value_get_kind (container) == MCP_JSON_OBJECT;
  GString     *taste = g_string_new (object ? "{" : "[");
  guint        n_items = mcp_json_value_get_n_items (container);
  gboolean     cut = FALSE;
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, container);
  for (guint i = 0; i < TASTE_ITEMS && mcp_json_iter_next (&iter, &name, &value); i++)
    {
      McpJsonKind kind = mcp_json_value_get_kind (value);
      gboolean    empty = mcp_json_value_get_n_items (value) == 0;

      if (i > 0)
        g_string_append (taste, ", ");
      if (object)
        {
          g_autofree char *key = dup_beginning (name, TASTE_CHARACTERS, &cut);

          g_string_append_printf (taste, "%s: ", key);
        }
      if (kind == MCP_JSON_OBJECT)
        g_string_append (taste, empty ? "{}" : "{…}");
      else if (kind == MCP_JSON_ARRAY)
        g_string_append (taste, empty ? "[]" : "[…]");
      else
        {
          g_autofree char *text = dup_beginning (value, TASTE_CHARACTERS, &cut);

          g_string_append (taste, text);
        }
    }
  if (n_items > TASTE_ITEMS)
    g_string_append (taste, ", …");
  g_string_append_c (taste, object ? '}' : ']');
  return g_string_free (taste, FALSE);
}

/* What lies behind @position of a string: "+ 4,102 characters", "+ 2.1 MB". */
static char *
dup_rest (McpJsonValue value, gsize position, guint characters)
{
  StoreStringPiece piece = { 0 };
  char            *text = NULL;

  if (!store_string_piece_read (value, position, characters, &piece))
    return g_strdup ("");
  if (piece.hidden_bytes)
    {
      g_autofree char *size = app_visible_text_size (piece.hidden);

      text = g_strdup_printf ("+ %s", size);
    }
  else if (piece.hidden > 0)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "+ %'u character",
                                         "+ %'u characters",
                                         piece.hidden),
                            (guint)piece.hidden);
  store_string_piece_clear (&piece);
  return text ? text : g_strdup ("");
}

static char *
dup_piece (AppTreeNode *self)
{
  StoreStringPiece piece = { 0 };
  char            *text;
  gsize            length;

  if (!store_string_piece_read (self->slot.value,
                                self->position,
                                APP_TREE_PIECE_CHARACTERS,
                                &piece))
    return g_strdup ("");
  text = g_steal_pointer (&piece.text);
  length = piece.length;
  store_string_piece_clear (&piece);
  return dup_visible (text, length, TRUE);
}

static gboolean
is_string_rest (AppTreeNode *self)
{
  McpJsonKind kind = mcp_json_value_get_kind (self->slot.value);

  return self->kind == APP_TREE_MORE && kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY;
}

static const char *
get_preview (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);
  gboolean     hidden;

  if (self->preview != NULL)
    return self->preview;
  switch (self->kind)
    {
    case APP_TREE_OBJECT:
    case APP_TREE_ARRAY:
      self->preview = dup_taste (self->slot.value);
      break;
    case APP_TREE_MORE:
      self->preview = is_string_rest (self)
                          ? dup_rest (self->slot.value, self->position, 0)
                          : g_strdup_printf (_ ("… %'u more"), self->count);
      break;
    case APP_TREE_RANGE:
      self->preview = g_strdup_printf ("[%u … %u]", self->first, self->first + self->count - 1);
      break;
    case APP_TREE_PIECE:
      self->preview = dup_piece (self);
      break;
    case APP_TREE_STRING:
    case APP_TREE_NUMBER:
    case APP_TREE_BOOLEAN:
    case APP_TREE_NULL:
    default:
      self->preview = dup_beginning (self->slot.value, self->limits.characters, &hidden);
      break;
    }
  return self->preview;
}

static const char *
get_note (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);

  if (self->note != NULL)
    return self->note;
  if (self->kind == APP_TREE_OBJECT || self->kind == APP_TREE_ARRAY)
    self->note = g_strdup_printf ("%s · %'u",
                                  mcp_json_kind_get_name (
                                      mcp_json_value_get_kind (self->slot.value)),
                                  mcp_json_value_get_n_items (self->slot.value));
  else if (self->kind == APP_TREE_STRING || self->kind == APP_TREE_NUMBER)
    self->note = dup_rest (self->slot.value, 0, self->limits.characters);
  else
    self->note = g_strdup ("");
  return self->note;
}

/* Children */

/* Whether create_children() gives rows. */
static gboolean
is_expandable (AppTreeNode *self)
{
  switch (self->kind)
    {
    case APP_TREE_OBJECT:
    case APP_TREE_ARRAY:
      return mcp_json_value_get_n_items (self->slot.value) > 0;
    case APP_TREE_RANGE:
      return TRUE;
    case APP_TREE_STRING:
    case APP_TREE_NUMBER:
      return get_note (APP_TREE_ITEM (self))[0] != '\0';
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
          row->name = dup_visible (g_steal_pointer (&text), length, FALSE);
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
      if (!store_string_piece_read (self->slot.value, position, APP_TREE_PIECE_CHARACTERS, &piece))
        return;
      AppTreeNode *row = new_node (owner, APP_TREE_PIECE, self->slot.value);
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

static GListModel *
create_children (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);
  McpJsonIter  iter;

  if (!is_expandable (self))
    return NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GListStore *list = g_list_store_new (APP_TYPE_TREE_NODE);
  guint       n_items = mcp_json_value_get_n_items (self->slot.value);
  if (self->kind == APP_TREE_RANGE)
    add_window (self, rows, list, self->iter, self->first, self->count);
  else if (n_items == 0)
    add_pieces (self, rows, list, 0);
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

static gboolean
reveal (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);
  g_autoptr (GListStore) list = NULL;
  guint position;

  if (self->kind != APP_TREE_MORE || self->list == NULL ||
      !g_list_store_find (self->list, self, &position))
    return FALSE;
  g_autoptr (AppTreeNode) keep = g_object_ref (self);
  list = g_object_ref (self->list);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  if (is_string_rest (self))
    add_pieces (self, rows, list, self->position);
  else
    add_window (self->parent, rows, list, self->iter, self->first, self->count);
  g_list_store_splice (list, position, 1, rows->pdata, rows->len);
  return TRUE;
}

/* Where in the document that begins which the row stands for. */
static gsize
get_start (AppTreeNode *self)
{
  McpJsonIter  iter = self->iter;
  McpJsonValue first;

  if ((self->kind == APP_TREE_MORE || self->kind == APP_TREE_RANGE) && self->count > 0 &&
      mcp_json_iter_next (&iter, NULL, &first))
    return mcp_json_value_get_start (first);
  return mcp_json_value_get_start (self->slot.value);
}

guint
app_tree_node_find (GListModel *rows, gsize offset)
{
  guint low = 0;

  g_return_val_if_fail (G_IS_LIST_MODEL (rows), G_MAXUINT);

  guint high = g_list_model_get_n_items (rows);
  if (high == 0)
    return G_MAXUINT;
  /* The last row that does not begin behind it. */
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;
      g_autoptr (AppTreeNode) row = g_list_model_get_item (rows, middle);

      if (get_start (row) <= offset)
        low = middle;
      else
        high = middle;
    }
  return low;
}

gboolean
app_tree_node_is_at (AppTreeNode *self, gsize offset)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), FALSE);
  return self->kind <= APP_TREE_NULL && get_start (self) == offset;
}

static AppTreeKind
get_kind (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);

  return self->kind;
}

static const char *
get_name (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);

  return self->name;
}

static gboolean
is_member (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);

  return self->member;
}

static gboolean
starts_unfolded (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);

  return self->depth == 0 || (app_tree_item_is_container (item) &&
                              self->depth < self->limits.levels);
}

McpJsonValue
app_tree_node_get_value (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), MCP_JSON_NO_VALUE);
  return self->slot.value;
}

/* What a row puts on the clipboard */

/* A clipboard's text ends at U+0000. */
static char *
dup_text (McpJsonValue value)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_STRING
             ? mcp_json_value_dup_string (value, NULL)
             : mcp_json_value_dup_text (value);
}

static void
slot_free (gpointer data)
{
  mcp_json_slot_clear (data);
  g_free (data);
}

static void
load_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, dup_text (((McpJsonSlot *)data)->value), g_free);
}

void
app_tree_node_load_value_async (AppTreeNode        *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  McpJsonSlot *slot = g_new0 (McpJsonSlot, 1);
  gsize        length = 0;

  g_return_if_fail (APP_IS_TREE_NODE (self));

  /* The worker holds the value and not the row: rows belong to the main thread. */
  g_task_set_source_tag (task, app_tree_node_load_value_async);
  mcp_json_slot_set (slot, self->slot.value);
  g_task_set_task_data (task, slot, slot_free);
  mcp_json_value_get_text (slot->value, &length);
  if (length <= COPY_IN_PLACE)
    load_in_worker (task, NULL, slot, cancellable);
  else
    g_task_run_in_thread (task, load_in_worker);
}

MCP_DEFINE_FINISH_ALONE (app_tree_node_load_value_finish, char)

static McpJsonValue
get_root (AppTreeNode *self)
{
  while (self->parent != NULL)
    self = self->parent;
  return self->slot.value;
}

static char *
dup_path (AppTreeItem *item)
{
  AppTreeNode *self = APP_TREE_NODE (item);

  g_autoptr (StorePath) root = store_path_new_for_value (get_root (self));
  g_autoptr (StorePath) path = store_path_new_for_value (self->slot.value);
  g_autofree char *root_text = store_path_to_text (root);
  g_autofree char *text = store_path_to_text (path);
  const char      *rest = g_str_has_prefix (text, root_text) ? text + strlen (root_text) : text;
  return g_strdup (rest[0] == '.' ? rest + 1 : rest);
}

static void
init_item (AppTreeItemInterface *iface)
{
  iface->get_kind = get_kind;
  iface->get_name = get_name;
  iface->get_preview = get_preview;
  iface->get_note = get_note;
  iface->is_member = is_member;
  iface->starts_unfolded = starts_unfolded;
  iface->create_children = create_children;
  iface->reveal = reveal;
  iface->dup_path = dup_path;
}
