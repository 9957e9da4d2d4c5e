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

static GListModel *
get_inner (GListModel *list)
{
  return G_STRUCT_MEMBER (GListModel *, list, get_kept (list)->offset);
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

static guint
get_n_inner_items (GListModel *list)
{
  return g_list_model_get_n_items (get_inner (list));
}

static gpointer
get_inner_item (GListModel *list, guint position)
{
  return g_list_model_get_item (get_inner (list), position);
}

static void
array_list_init (gpointer interface, gpointer data)
{
  GListModelInterface *iface = interface;

  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
inner_list_init (gpointer interface, gpointer data)
{
  GListModelInterface *iface = interface;

  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_inner_items;
  iface->get_item = get_inner_item;
}

/* A class lives as long as the program, and so does what it has kept. */
static void
implement (GType type, GType item_type, gsize offset, GInterfaceInitFunc init)
{
  const GInterfaceInfo info = { .interface_init = init };
  const Kept           kept = { item_type, offset };

  g_type_set_qdata (type, kept_quark (), g_memdup2 (&kept, sizeof kept));
  g_type_add_interface_static (type, G_TYPE_LIST_MODEL, &info);
}

void
mcp_array_list_implement (GType type, GType item_type, gsize offset)
{
  implement (type, item_type, offset, array_list_init);
}

void
mcp_inner_list_implement (GType type, GType item_type, gsize offset)
{
  implement (type, item_type, offset, inner_list_init);
}
