/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPage: what fills the window beside the sidebar, or a part of it with a search of its own. The
 * window passes its keys on to the page that is shown and knows none by name. Each function of the
 * interface is optional; a page that holds pages passes on in turn.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_PAGE (ui_page_get_type ())
G_DECLARE_INTERFACE (UiPage, ui_page, UI, PAGE, GtkWidget)

struct _UiPageInterface
{
  GTypeInterface parent_iface;

  gboolean (*focus) (UiPage *self);
  gboolean (*search) (UiPage *self);
  gboolean (*submit) (UiPage *self);
  gboolean (*cancel) (UiPage *self);
  gboolean (*go_back) (UiPage *self);
  void (*add_panes) (UiPage *self, GPtrArray *panes);
};

/** In place of G_DEFINE_FINAL_TYPE(), for a page; the class adds @type_name_page_init() */
#define UI_DEFINE_PAGE(TypeName, type_name, TYPE_PARENT)           \
  static void type_name##_page_init (UiPageInterface *iface);      \
                                                                   \
  G_DEFINE_FINAL_TYPE_WITH_CODE (TypeName, type_name, TYPE_PARENT, \
                                 G_IMPLEMENT_INTERFACE (UI_TYPE_PAGE, type_name##_page_init))

/* Of each @page: (nullable): a widget, which need not be a page. Returns: whether it did so */

/** Moves the focus to where work on the page begins; without a function, to its first widget,
 * unless it is on the page already. */
gboolean ui_page_focus (gpointer page);
/** Moves the focus to the search of the page. */
gboolean ui_page_search (gpointer page);
/** Sends what the form that is shown holds. */
gboolean ui_page_submit (gpointer page);
/** Cancels what runs and is shown. */
gboolean ui_page_cancel (gpointer page);
/** From an entry back to its list, where only one of them is shown. */
gboolean ui_page_go_back (gpointer page);
/** Adds the parts between which F6 moves: those that a page names, else those that leaflets and
 * panes with a handle divide it into, else itself. @panes: (element-type GtkWidget) */
void ui_page_add_panes (gpointer page, GPtrArray *panes);
/** Moves the focus to the list in @pane, or to its first widget. */
gboolean ui_page_focus_pane (GtkWidget *pane);
