/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-page.h"

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
  return page != NULL && gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
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

void
ui_page_add_panes (gpointer page, GPtrArray *panes)
{
  if (UI_IS_PAGE (page) && UI_PAGE_GET_IFACE (page)->add_panes != NULL)
    UI_PAGE_GET_IFACE (page)->add_panes (UI_PAGE (page), panes);
  else if (page != NULL)
    g_ptr_array_add (panes, page);
}
