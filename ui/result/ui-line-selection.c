/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-line-selection.h"

#include "mcp-object.h"

struct _UiLineSelection
{
  GObject parent_instance;

  GListModel *model;
  GtkBitset  *selected;
};

static void ui_line_selection_list_init (GListModelInterface *iface);
static void ui_line_selection_selection_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UiLineSelection,
                               ui_line_selection,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      ui_line_selection_list_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          ui_line_selection_selection_init))
MCP_DEFINE_CLASS_INIT (UiLineSelection, ui_line_selection)

static GType
ui_line_selection_get_item_type (GListModel *list)
{
  UiLineSelection *self = UI_LINE_SELECTION (list);
  return self->model != NULL ? g_list_model_get_item_type (self->model) : G_TYPE_OBJECT;
}

static guint
ui_line_selection_get_n_items (GListModel *list)
{
  UiLineSelection *self = UI_LINE_SELECTION (list);
  return self->model != NULL ? g_list_model_get_n_items (self->model) : 0;
}

static gpointer
ui_line_selection_get_item (GListModel *list, guint position)
{
  UiLineSelection *self = UI_LINE_SELECTION (list);
  return self->model != NULL ? g_list_model_get_item (self->model, position) : NULL;
}

static void
ui_line_selection_list_init (GListModelInterface *iface)
{
  iface->get_item_type = ui_line_selection_get_item_type;
  iface->get_n_items = ui_line_selection_get_n_items;
  iface->get_item = ui_line_selection_get_item;
}

static gboolean
ui_line_selection_is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_bitset_contains (UI_LINE_SELECTION (model)->selected, position);
}

static GtkBitset *
ui_line_selection_get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  return gtk_bitset_ref (UI_LINE_SELECTION (model)->selected);
}

/* Where @mask has a bit, the bit of @selected counts. */
static gboolean
ui_line_selection_set_selection (GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask)
{
  UiLineSelection *self = UI_LINE_SELECTION (model);
  guint            n_items = ui_line_selection_get_n_items (G_LIST_MODEL (model));
  g_autoptr (GtkBitset) wanted = gtk_bitset_copy (selected);
  g_autoptr (GtkBitset) changed = gtk_bitset_copy (self->selected);

  if (n_items == 0)
    return TRUE;
  gtk_bitset_intersect (wanted, mask);
  gtk_bitset_remove_range_closed (wanted, n_items, G_MAXUINT);
  gtk_bitset_subtract (self->selected, mask);
  gtk_bitset_union (self->selected, wanted);
  gtk_bitset_difference (changed, self->selected);
  if (!gtk_bitset_is_empty (changed))
    {
      guint first = gtk_bitset_get_minimum (changed);
      gtk_selection_model_selection_changed (model, first,
                                             gtk_bitset_get_maximum (changed) - first + 1);
    }
  return TRUE;
}

static void
ui_line_selection_selection_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = ui_line_selection_is_selected;
  iface->get_selection_in_range = ui_line_selection_get_selection_in_range;
  iface->set_selection = ui_line_selection_set_selection;
}

MCP_DEFINE_FINALIZE (UiLineSelection, ui_line_selection)
{
  g_clear_object (&self->model);
  g_clear_pointer (&self->selected, gtk_bitset_unref);
}

static void
ui_line_selection_init (UiLineSelection *self)
{
  self->selected = gtk_bitset_new_empty ();
}

UiLineSelection *
ui_line_selection_new (GListModel *model)
{
  UiLineSelection *self = g_object_new (UI_TYPE_LINE_SELECTION, NULL);
  g_set_object (&self->model, model);
  return self;
}
