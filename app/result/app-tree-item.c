/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tree-item.h"

G_DEFINE_INTERFACE (AppTreeItem, app_tree_item, G_TYPE_OBJECT)

static guint signal_changed;

static void
app_tree_item_default_init (AppTreeItemInterface *iface)
{
  signal_changed = g_signal_new ("changed",
                                 G_TYPE_FROM_INTERFACE (iface),
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

AppTreeKind
app_tree_item_get_kind (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), APP_TREE_NULL);
  return APP_TREE_ITEM_GET_IFACE (self)->get_kind (self);
}

gboolean
app_tree_item_is_container (AppTreeItem *self)
{
  AppTreeKind kind = app_tree_item_get_kind (self);

  return kind == APP_TREE_OBJECT || kind == APP_TREE_ARRAY;
}

const char *
app_tree_item_get_name (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), NULL);
  return APP_TREE_ITEM_GET_IFACE (self)->get_name (self);
}

const char *
app_tree_item_get_preview (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), NULL);
  return APP_TREE_ITEM_GET_IFACE (self)->get_preview (self);
}

const char *
app_tree_item_get_note (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), NULL);
  return APP_TREE_ITEM_GET_IFACE (self)->get_note (self);
}

gboolean
app_tree_item_is_member (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), FALSE);
  return APP_TREE_ITEM_GET_IFACE (self)->is_member (self);
}

char *
app_tree_item_dup_text (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), NULL);

  const char *name = app_tree_item_get_name (self);
  const char *note = app_tree_item_get_note (self);
  gboolean    container = app_tree_item_is_container (self);
  g_autoptr (GString) text = g_string_new (name);

  if (text->len > 0)
    g_string_append (text, ": ");
  if (container)
    g_string_append_printf (text, "%s ", note);
  g_string_append (text, app_tree_item_get_preview (self));
  if (!container && note[0] != '\0')
    g_string_append_printf (text, " %s", note);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
app_tree_item_starts_unfolded (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), FALSE);
  return APP_TREE_ITEM_GET_IFACE (self)->starts_unfolded (self);
}

GListModel *
app_tree_item_create_children (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), NULL);
  return APP_TREE_ITEM_GET_IFACE (self)->create_children (self);
}

gboolean
app_tree_item_reveal (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), FALSE);
  return APP_TREE_ITEM_GET_IFACE (self)->reveal != NULL &&
         APP_TREE_ITEM_GET_IFACE (self)->reveal (self);
}

char *
app_tree_item_dup_path (AppTreeItem *self)
{
  g_return_val_if_fail (APP_IS_TREE_ITEM (self), NULL);
  return APP_TREE_ITEM_GET_IFACE (self)->dup_path (self);
}

void
app_tree_item_changed (AppTreeItem *self)
{
  g_return_if_fail (APP_IS_TREE_ITEM (self));
  g_signal_emit (self, signal_changed, 0);
}
