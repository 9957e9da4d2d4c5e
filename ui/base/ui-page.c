/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-page.h"

#include <adwaita.h>

G_DEFINE_INTERFACE (UiPage, ui_page, GTK_TYPE_WIDGET)

static void
ui_page_default_init (UiPageInterface *iface)
{
}

static gboolean
pass_on (gpointer page, gboolean (*function) (UiPage *self))
{
  return function != NULL && function (UI_PAGE (page));
}

gboolean
ui_page_focus (gpointer page)
{
  if (UI_IS_PAGE (page) && UI_PAGE_GET_IFACE (page)->focus != NULL)
    return UI_PAGE_GET_IFACE (page)->focus (UI_PAGE (page));
  /* Where it is there, it would move on by one. */
  return page != NULL && (gtk_widget_get_focus_child (page) != NULL ||
                          gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD));
}

gboolean
ui_page_search (gpointer page)
{
  return UI_IS_PAGE (page) && pass_on (page, UI_PAGE_GET_IFACE (page)->search);
}

gboolean
ui_page_submit (gpointer page)
{
  return UI_IS_PAGE (page) && pass_on (page, UI_PAGE_GET_IFACE (page)->submit);
}

gboolean
ui_page_cancel (gpointer page)
{
  return UI_IS_PAGE (page) && pass_on (page, UI_PAGE_GET_IFACE (page)->cancel);
}

gboolean
ui_page_go_back (gpointer page)
{
  return UI_IS_PAGE (page) && pass_on (page, UI_PAGE_GET_IFACE (page)->go_back);
}

static gboolean add_divided (GtkWidget *widget, GPtrArray *panes);

/* In the order of reading, which is not that of its children. */
static void
add_pages (AdwLeaflet *leaflet, GPtrArray *panes)
{
  g_autoptr (GtkSelectionModel) pages = adw_leaflet_get_pages (leaflet);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (AdwLeafletPage) page = g_list_model_get_item (G_LIST_MODEL (pages), i);
      GtkWidget *child = adw_leaflet_page_get_child (page);

      if (!add_divided (child, panes))
        g_ptr_array_add (panes, child);
    }
}

/* Whatever divides a page divides it into panes. Returns: whether something does */
static gboolean
add_divided (GtkWidget *widget, GPtrArray *panes)
{
  gboolean found = FALSE;

  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return FALSE;
  if (UI_IS_PAGE (widget) && UI_PAGE_GET_IFACE (widget)->add_panes != NULL)
    {
      UI_PAGE_GET_IFACE (widget)->add_panes (UI_PAGE (widget), panes);
      return TRUE;
    }
  if (ADW_IS_LEAFLET (widget))
    {
      add_pages (ADW_LEAFLET (widget), panes);
      return TRUE;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (add_divided (child, panes))
      found = TRUE;
    else if (GTK_IS_PANED (widget))
      g_ptr_array_add (panes, child);
  return found || GTK_IS_PANED (widget);
}

void
ui_page_add_panes (gpointer page, GPtrArray *panes)
{
  if (page != NULL && !add_divided (page, panes))
    g_ptr_array_add (panes, page);
}

/* The list of a pane is what one goes to it for: its search has a key of its own. */
static GtkWidget *
find_list (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return NULL;
  if (GTK_IS_LIST_VIEW (widget) || GTK_IS_COLUMN_VIEW (widget) ||
      (GTK_IS_LIST_BOX (widget) &&
       gtk_list_box_get_selection_mode (GTK_LIST_BOX (widget)) != GTK_SELECTION_NONE))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

gboolean
ui_page_focus_pane (GtkWidget *pane)
{
  GtkWidget *list = find_list (pane);

  return (list != NULL && gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD)) ||
         (gtk_widget_get_mapped (pane) && gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD));
}
