/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-array-list.h"

typedef struct
{
  GType item_type;
  gsize offset;
} Kept;

static G_DEFINE_QUARK (mcp_array_list, kept)

                           static const Kept *get_kept (GListModel *list)
{
  return g_type_get_qdata (G_OBJECT_TYPE (list), kept_quark ());
}

static GPtrArray *
get_items (GListModel *list)
{
  return G_STRUCT_MEMBER (GPtrArray *, list, get_kept (list)->offset);
}

static GType
get_item_type (GListModel *list)
{
  return get_kept (list)->item_type;
}

static guint
get_n_items (GListModel *list)
{
  return get_items (list)->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  GPtrArray *items = get_items (list);

  return position < items->len ? g_object_ref (items->pdata[position]) : NULL;
}

void
mcp_array_list_init (GListModelInterface *iface, GType item_type, gsize offset)
{
  Kept *kept = g_new (Kept, 1);

  kept->item_type = item_type;
  kept->offset = offset;
  /* A class lives as long as the program, and so does what it has kept. */
  g_type_set_qdata (iface->g_iface.g_instance_type, kept_quark (), kept);
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}
